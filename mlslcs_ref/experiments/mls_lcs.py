"""The system itself as a method of experiments: the kind `mls-lcs`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from mlslcs_ref._given import choice, require_given, whole
from mlslcs_ref.core.events import Covered, Event, StepEnded
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.matrix import Matrix
from mlslcs_ref.data.problems import problem_with
from mlslcs_ref.errors import SettingsError
from mlslcs_ref.experiments.methods import Outcome
from mlslcs_ref.inference.votes import best_decided, matched_instances
from mlslcs_ref.learning.training import Training
from mlslcs_ref.metrics import METRICS, Metric, Scores, accuracy, scores
from mlslcs_ref.rulesets.compaction import compacted
from mlslcs_ref.rulesets.consultation import METHODS, Consultation, RunConsultation
from mlslcs_ref.rulesets.model import Model
from mlslcs_ref.rulesets.ruleset import RuleSet
from mlslcs_ref.rulesets.solutions import scs_share, share_held
from mlslcs_ref.settings import Settings

UNSUPPRESSED: Final = 0.01
"""Share of the pairs (instance, label) up to which covering counts as suppressed."""


@dataclass(frozen=True)
class MlsLcs:
    """MlS-LCS, trained on the training data and asked in all three ways.

    Notes
    -----
    The facts are of the model that the run has left, so after the final merge where there is one (FIN-1): `n_rules`,
    `n_micro`, `n_compacted` (MET-D), `n_best` (rules by which BEST decides the training data), `n_unmatched` and
    `n_train_unmatched` (test and training instances that no rule matches), `train_accuracy_pcut`, `train_accuracy_ival`
    and `train_accuracy_best`, and for an artificial problem `scs`, the share of its shortest complete solution (MET-B).
    A point of the curve has `step`, `pass`, `accuracy_pcut`, `accuracy_ival` and `accuracy_best` on the training data,
    `test_accuracy_pcut` and so on if the test data are others, `n_rules`, `n_micro`, and `scs` likewise, all of P as it
    then was, with thresholds chosen on the training data.
    """

    profile: str = "paper"
    """The profile that `settings` change."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    """Settings that differ from the profile's."""
    metric: Metric = "accuracy"
    """The metric that IVAL maximises on the training data."""
    curve_points: int = 0
    """At how many passes, evenly spread with the last among them, the outcome's curve looks at P."""
    curve_every: int = 0
    """After how many passes it does so again, and after the last; 0 for a curve of `curve_points`, without which there
    is none."""
    count_covering: bool = False
    """Whether the facts include covering: `n_coverings`, how often it made or strengthened a rule, and
    `covering_passes`, the last pass in which it did so for more than 1% of the pairs (instance, label); 0 if none."""

    def __post_init__(self) -> None:
        require_given("settings", self.settings, Mapping, "a table of settings")
        Settings.profile(self.profile, **self.settings)
        choice("metric", self.metric, METRICS)
        whole("curve_points", self.curve_points, 0)
        whole("curve_every", self.curve_every, 0)
        require_given("count_covering", self.count_covering, bool, "true or false")
        if self.curve_points and self.curve_every:
            raise SettingsError("curve_every", "one of curve_points and curve_every", "both")

    def evaluate(self, train: Dataset, test: Dataset, seed: int) -> Outcome:
        """Do a run on `train` and return its scores on `test`, with thresholds chosen on `train`."""
        settings = Settings.profile(self.profile, **self.settings)
        coverings = _Coverings(train) if self.count_covering else None
        training = Training(train, settings, seed, profile=self.profile, observer=coverings)
        curve = tuple(self._watched(training, test))
        model = training.model(self.metric)
        trained = Consultation(model.ruleset, train.matrix)
        asked = trained if _same(train, test) else Consultation(model.ruleset, test.matrix)
        facts: dict[str, float] = {
            "n_rules": len(model.ruleset),
            "n_micro": model.ruleset.n_micro,
            "n_compacted": len(compacted(model, train)),
            "n_best": len(best_places(model.ruleset, train.matrix)),
            "n_unmatched": asked.n_unmatched,
            "n_train_unmatched": trained.n_unmatched,
        }
        for name, found in model_scores(model, trained, train).items():
            facts[f"train_accuracy_{name}"] = found.accuracy
        known = problem_with(train.name, train.schema)
        if known is not None:
            facts["scs"] = scs_share(model.ruleset, known.solutions)
        if coverings is not None:
            facts |= {"n_coverings": coverings.n, "covering_passes": coverings.last_pass}
        return Outcome(model_scores(model, asked, test), facts, curve)

    def _watched(self, training: Training, test: Dataset) -> Iterator[Mapping[str, float]]:
        """Do the whole run, and yield a point at each pass that the curve looks at."""
        looked_at = self._looked_at(training.learner.n_steps // training.dataset.n_instances)
        known = problem_with(training.dataset.name, training.dataset.schema)
        solutions = () if known is None else known.solutions
        unseen = None if _same(training.dataset, test) else test
        for number in training.passes():
            if number in looked_at:
                yield run_point(training, self.metric, unseen, solutions)

    def _looked_at(self, n_passes: int) -> frozenset[int]:
        if self.curve_every:
            return frozenset([*range(self.curve_every, n_passes, self.curve_every), n_passes])
        n_points = min(self.curve_points, n_passes)
        # rounded up, so that the last pass is the last point
        return frozenset(-(-n_passes * point // n_points) for point in range(1, n_points + 1))


class _Coverings:
    """Counts what covering did; an observer of a run."""

    def __init__(self, dataset: Dataset) -> None:
        self._n_instances = dataset.n_instances
        self._most = UNSUPPRESSED * dataset.n_instances * dataset.n_labels
        self._steps = 0
        self._of_pass = 0
        self.n = 0
        self.last_pass = 0

    def __call__(self, event: Event) -> None:
        if isinstance(event, Covered):
            self.n += 1
            self._of_pass += 1
        elif isinstance(event, StepEnded):
            self._steps += 1
            if self._steps % self._n_instances == 0:
                if self._of_pass > self._most:
                    self.last_pass = self._steps // self._n_instances
                self._of_pass = 0


def run_point(
    training: Training, metric: Metric, test: Dataset | None, solutions: Sequence[Sequence[str]] = ()
) -> Mapping[str, float]:
    """Return what the curve of a run has of P as it is now, between two passes.

    IVAL maximises `metric` on the training data; further data are asked about with the same thresholds.
    """
    learner, train = training.learner, training.dataset
    asked = RunConsultation(learner)
    thresholds = asked.thresholds(train.Y, metric)
    skip_empty = training.settings.skip_empty
    point: dict[str, float] = {"step": learner.steps, "pass": learner.steps // train.n_instances}
    for method in METHODS:
        point[f"accuracy_{method}"] = accuracy(train.Y, asked.predicted(method, thresholds), skip_empty)
    if test is not None:
        unseen = Consultation(training.ruleset(), test.matrix)
        for method, labels in unseen.predictions(METHODS, thresholds).items():
            point[f"test_accuracy_{method}"] = accuracy(test.Y, labels, skip_empty)
    point |= {"n_rules": learner.population.macro, "n_micro": learner.population.micro}
    if solutions:
        point["scs"] = share_held(learner.population.rules(), learner.layout, solutions)
    return point


def _same(train: Dataset, test: Dataset) -> bool:
    """Tell whether one data set is the other, or a copy that came from another process."""
    return test is train or (
        train.matrix.shape == test.matrix.shape
        and np.array_equal(train.Y, test.Y)
        and all(
            np.array_equal(one.numbers, other.numbers, equal_nan=True)
            for one, other in zip(train.matrix.columns(), test.matrix.columns(), strict=True)
        )
    )


def model_scores(model: Model, consultation: Consultation, dataset: Dataset) -> dict[str, Scores]:
    """Return the metrics of a model by the way of deciding, for data that it was asked about."""
    skip_empty = model.ruleset.settings.skip_empty
    answers = consultation.predictions(METHODS, model.thresholds)
    return {method: scores(dataset.Y, labels, skip_empty) for method, labels in answers.items()}


def best_places(ruleset: RuleSet, X: Matrix) -> tuple[int, ...]:
    """Return the places of the rules that BEST decides a label of an instance by (INF-5), ascending.

    All others could be left out: PCUT and IVAL let every matching rule vote, and BEST asks none of them.
    """
    matched = matched_instances(ruleset.rules, ruleset.coverage_index(X))
    by_num_accuracy = ruleset.settings.best_by_num_accuracy
    turns = best_decided(ruleset.rules, matched, len(X), ruleset.schema.n_labels, by_num_accuracy)
    return tuple(sorted(place for place, decided in turns if decided.any()))
