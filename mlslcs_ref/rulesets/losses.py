"""What a ruleset is worth on a data set, and so what compaction loses."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from mlslcs_ref.inference.thresholds import Thresholds
from mlslcs_ref.inference.votes import decisions
from mlslcs_ref.metrics import Metric, Scores, scores
from mlslcs_ref.rulesets.arguments import dataset_of
from mlslcs_ref.rulesets.consultation import Consultation, Method, known_method, methods_of
from mlslcs_ref.rulesets.ruleset import ruleset_of


@dataclass(frozen=True)
class Worth:
    """What a ruleset does on a data set."""

    rules: int
    micro: int
    """`rules`, `micro`: Rules and micro-classifiers."""
    matched: int
    """Instances that a rule with experience matches."""
    decided: int
    """Labels of instances that a rule with experience decides."""
    thresholds: Thresholds
    """What PCUT and IVAL choose on the data."""
    scores: tuple[tuple[Method, Scores], ...]
    """The metrics of every method with these thresholds, in the order of `methods_of`; of a short ruleset only those of
    the method that decides."""
    predicted: tuple[npt.NDArray[np.bool_], ...] = field(compare=False)
    """The label sets that these methods predict, in the same order."""
    method: Method
    """The one that decides."""

    def n_changed(self, other: Worth) -> tuple[tuple[Method, int], ...]:
        """Return of how many instances each method predicts another label set than it does for another ruleset.

        Of two rulesets that decide in different ways, each is asked by its own.
        """
        mine, theirs = (
            dict(zip((method for method, _scores in one.scores), one.predicted, strict=True)) for one in (self, other)
        )
        pairs = [(method, method) for method in mine if method in theirs] or [(self.method, other.method)]
        return tuple((method, int((mine[method] != theirs[their]).any(axis=1).sum())) for method, their in pairs)


def worth(source: Any, data: Any, metric: Metric = "accuracy") -> Worth:
    """Return what a ruleset does on a data set."""
    ruleset = ruleset_of(source)
    dataset = dataset_of(data, ruleset.schema)
    consultation = Consultation(ruleset, dataset.matrix)
    decided = np.zeros(dataset.Y.shape, dtype=bool)
    matched = np.zeros(dataset.n_instances, dtype=bool)
    for rule, instances in zip(ruleset, consultation.matched, strict=True):
        if rule.exp > 0:
            matched[instances] = True
            decided[instances] |= decisions(rule, dataset.n_labels) != 0
    thresholds = consultation.thresholds(dataset.Y, metric)
    skip_empty = ruleset.settings.skip_empty
    deciding = known_method(ruleset)
    methods = (deciding,) if ruleset.is_short else methods_of(ruleset)
    predicted = tuple(consultation.predictions(methods, thresholds).values())
    return Worth(
        rules=len(ruleset),
        micro=ruleset.n_micro,
        matched=int(matched.sum()),
        decided=int(decided.sum()),
        thresholds=thresholds,
        scores=tuple(
            (method, scores(dataset.Y, sets, skip_empty)) for method, sets in zip(methods, predicted, strict=True)
        ),
        predicted=predicted,
        method=deciding,
    )
