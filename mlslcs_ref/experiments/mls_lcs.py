"""The system itself as methods of experiments: the kinds `mls-lcs`, `mls-lcs-auto` and `mls-lcs-growing`."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from mlslcs_ref._given import brief, choice, require_given, whole
from mlslcs_ref.core.events import Covered, Event, StepEnded
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.matrix import Matrix
from mlslcs_ref.data.problems import problem_with
from mlslcs_ref.errors import SettingsError
from mlslcs_ref.experiments.methods import Outcome
from mlslcs_ref.extension.settings import AutoOptions, auto_settings
from mlslcs_ref.inference.votes import best_decided, matched_instances
from mlslcs_ref.learning.train import train as learned
from mlslcs_ref.learning.training import Training
from mlslcs_ref.metrics import METRICS, Metric, Scores, accuracy, scores
from mlslcs_ref.rulesets.compaction import compacted
from mlslcs_ref.rulesets.consultation import METHODS, Consultation, Method, RunConsultation
from mlslcs_ref.rulesets.model import Model
from mlslcs_ref.rulesets.quality import held_out_labels
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
    """Return the point of a curve for P as it is now, between two passes.

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


@dataclass(frozen=True)
class Auto:
    """A short ruleset, made for the training data (EXT-8).

    Notes
    -----
    The facts are `n_rules`, `n_tests` (the median of a rule), `n_unmatched` (test instances that no rule matches),
    `train_accuracy`, and `held_out_accuracy`, that on training instances each without itself (EXT-2).
    """

    max_rules: int | None = None
    max_tests: int | None = None
    """`max_rules`, `max_tests`: The most rules, and the most tests of a rule; see `AutoOptions`."""
    n_runs: int = 1
    """Runs whose rules are put together."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    """Settings of the runs that differ from the profile's."""

    def __post_init__(self) -> None:
        require_given("settings", self.settings, Mapping, "a table of settings")
        self._options()
        auto_settings(1, **self.settings)

    def _options(self) -> AutoOptions:
        return AutoOptions(max_rules=self.max_rules, max_tests=self.max_tests, n_runs=self.n_runs)

    def evaluate(self, train: Dataset, test: Dataset, seed: int) -> Outcome:
        """Learn from `train` and return the scores on `test`, under `labels`."""
        settings = auto_settings(train.n_attributes, **self.settings)
        model = learned(train, settings, seed, profile="auto", options=self._options())
        trained, asked = Consultation(model.ruleset, train.matrix), Consultation(model.ruleset, test.matrix)
        held_out = held_out_labels(model.thresholds, trained, train.Y)
        facts = {
            "n_rules": len(model.ruleset),
            "n_tests": float(np.median([len(rule.tests) for rule in model.rules])) if model.rules else 0.0,
            "n_unmatched": asked.n_unmatched,
            "train_accuracy": scores(train.Y, trained.predicted(None, model.thresholds)).accuracy,
            "held_out_accuracy": scores(train.Y, held_out).accuracy,
        }
        return Outcome({"labels": scores(test.Y, asked.predicted(None, model.thresholds))}, facts)


@dataclass(frozen=True)
class Growing:
    """MlS-LCS, trained until its accuracy on the other data exceeds a goal.

    Those other data decide how long training lasts, so that they are no test data: what is measured on them is no
    estimate of what the rules do on new data.

    Notes
    -----
    The facts are `n_passes`, how many were done, and `reached`, 1 if the goal was exceeded. The curve has a point for
    each look.
    """

    profile: str = "paper"
    """The profile that `settings` change. Its update-only passes are left out."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    """Settings that differ from the profile's; `passes` is how many there are at most."""
    every: int = 100
    """After how many passes accuracy is looked at; it is so after the last, too."""
    goal: float = 1.0
    """What accuracy is to exceed, in [0, 1]."""
    method: Method = "ival"
    """The way of deciding."""

    def __post_init__(self) -> None:
        require_given("settings", self.settings, Mapping, "a table of settings")
        self._settings()
        whole("every", self.every, 1)
        if type(self.goal) not in {int, float} or not 0.0 <= self.goal <= 1.0:
            raise SettingsError("goal", "a number from 0 to 1", brief(self.goal))
        choice("method", self.method, METHODS)

    def _settings(self) -> Settings:
        return Settings.profile(self.profile, **{**self.settings, "update_only": 0.0})

    def evaluate(self, train: Dataset, test: Dataset, seed: int) -> Outcome:
        """Do a run on `train` until it is good enough on `test`."""
        training = Training(train, self._settings(), seed, profile=self.profile)
        most = training.learner.n_steps // train.n_instances
        curve = []
        reached = False
        for number in training.passes():
            if number % self.every == 0 or number == most:
                point = run_point(training, "accuracy", test)
                curve.append(point)
                accuracy = point[f"test_accuracy_{self.method}"]
                # a mean over nothing, which is not a number, exceeds nothing
                reached = not math.isnan(accuracy) and accuracy > self.goal
                if reached:
                    break
        model = training.model()
        facts = {"n_passes": training.learner.steps // train.n_instances, "reached": int(reached)}
        return Outcome(model_scores(model, Consultation(model.ruleset, test.matrix), test), facts, tuple(curve))
