"""A ruleset asked about instances: matching is done once, predictions by any method follow from it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal, TypeAlias, get_args

import numpy as np
import numpy.typing as npt

from mlslcs_ref.core.assembly import index_for
from mlslcs_ref.inference.thresholds import Metric, Thresholds, ival, ival_by_halving, pcut, pcut_by_halving
from mlslcs_ref.inference.votes import (
    Votes,
    active_labels,
    best_labels,
    matched_instances,
    normalised_votes,
    raw_votes,
)
from mlslcs_ref.rulesets.ruleset import RuleSet

__all__ = ["METHODS", "Consultation", "Method"]

Flags = npt.NDArray[np.bool_]
Method: TypeAlias = Literal["pcut", "ival", "best"]
METHODS: Final[tuple[Method, ...]] = get_args(Method)


class Consultation:
    """What a ruleset says of some instances.

    Parameters
    ----------
    ruleset : RuleSet
        The rules.
    instances : ndarray of shape (n_instances, n_attributes)
        Coded by the ruleset's schema; NaN where missing, -1 for an undeclared nominal value.
    """

    def __init__(self, ruleset: RuleSet, instances: npt.NDArray[np.float64]) -> None:
        self._settings = ruleset.settings
        self._rules = ruleset.rules
        self._shape = (len(instances), ruleset.schema.n_labels)
        index = index_for(ruleset.layout, instances, ruleset.settings)
        self._matched = matched_instances(ruleset.rules, index)
        self._votes: Votes | None = None

    @property
    def matched(self) -> Sequence[npt.NDArray[np.intp]]:
        """The instances that each rule matches, ascending, rule by rule in population order."""
        return self._matched

    @property
    def n_unmatched(self) -> int:
        """Instances that no rule matches; they get no label (INF-6)."""
        matched = np.zeros(self._shape[0], dtype=bool)
        for instances in self._matched:
            matched[instances] = True
        return int((~matched).sum())

    def raw_votes(self) -> Votes:
        """Return the votes w, of shape (n_instances, n_labels) (INF-1)."""
        by_accuracy = self._settings.vote_weight == "accuracy"
        return raw_votes(self._rules, self._matched, *self._shape, by_accuracy)

    def votes(self) -> Votes:
        """Return the normalised votes, of shape (n_instances, n_labels), each in [0, 1] (INF-2)."""
        if self._votes is None:
            self._votes = normalised_votes(self.raw_votes())
        return self._votes

    def voted(self, threshold: float) -> Flags:
        """Return the labels whose votes reach a threshold (INF-2)."""
        return active_labels(self.votes(), threshold, self._settings.active_labels == "above")

    def best(self) -> Flags:
        """Return the labels that the best matching rules decide (INF-5)."""
        return best_labels(self._rules, self._matched, *self._shape, self._settings.best_order == "num_accuracy")

    def predicted(self, method: Method, thresholds: Thresholds) -> Flags:
        """Return the labels by PCUT, IVAL or BEST."""
        if method == "best":
            return self.best()
        return self.voted(thresholds.pcut if method == "pcut" else thresholds.ival)

    def thresholds(self, truth: Flags, metric: Metric = "accuracy") -> Thresholds:
        """Return the thresholds that PCUT and IVAL choose if these instances are the training data (INF-3, INF-4).

        Parameters
        ----------
        truth : ndarray of shape (n_instances, n_labels)
            The labels.
        metric : str
            What IVAL makes best.
        """
        settings = self._settings
        above = settings.active_labels == "above"
        skip_empty = settings.empty_label_sets == "skip"
        votes: Any = self.votes()
        find_ival = ival if settings.ival_search == "exact" else ival_by_halving
        found_ival = find_ival(votes, truth, metric, above, skip_empty)
        found_pcut = pcut(votes, truth, above) if settings.pcut_search == "exact" else pcut_by_halving(votes, truth)
        return Thresholds(found_pcut, found_ival)
