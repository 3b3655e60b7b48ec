"""The posterior decision: what the matching rules add to the frequency of each label, and a threshold for each label.

The estimate of a label is its frequency in D plus the points of the matching rules that decide it, which were chosen so
that together they tell most (EXT-6). Points are whole millionths, so that sums are exact in any order, and an export in
another language adds up to the same. Estimates of training instances leave the instance out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt

from mlslcs_ref.extension.exact import Flags, Numbers, on_grid, summed

Places = npt.NDArray[np.intp]

UNIT: Final = 1_000_000
"""Frequencies and points are counted in this part of 1."""
SHRINKAGE: Final = 50.0
"""Instances that lack nothing and count beside those that a rule matches."""
DOUBT_UNIT: Final = float(1 << 30)


@dataclass(frozen=True, eq=False)
class Support:
    """What training data say of rules."""

    n: Numbers
    """Of shape (n_rules,). Training instances that each rule matches."""
    k: Numbers
    """Of shape (n_rules, n_labels). Those of them that have the label."""
    decided: Flags
    """Of shape (n_rules, n_labels). Which labels each rule decides: to others it adds nothing."""
    n_instances: int
    """|D|."""
    positives: Numbers
    """Of shape (n_labels,). Training instances with the label."""

    @property
    def frequency(self) -> Numbers:
        """The frequency pi of each label in D."""
        return self.positives / self.n_instances

    @property
    def usual(self) -> Numbers:
        """The frequency of each label in D, in millionths."""
        return on_grid(self.frequency, UNIT)

    @cached_property
    def more(self) -> Flags:
        """Where a label is at least as frequent among a rule's instances as in D, of shape (n_rules, n_labels)."""
        flags: Flags = self.k * self.n_instances >= self.n[:, None] * self.positives
        return flags


@dataclass(frozen=True, eq=False)
class Points:
    """What rules add to the estimates of labels."""

    usual: Numbers
    """Of shape (n_labels,). The frequency of each label in D, in millionths."""
    added: Numbers
    """Of shape (n_rules, n_labels). What each rule adds where it matches, in millionths; 0 for labels that it does not
    decide."""
    n: Numbers
    """Of shape (n_rules,). Training instances that each rule matches."""
    decided: Flags
    """Of shape (n_rules, n_labels). Which labels each rule decides."""
    n_runs: int = 1
    """Of how many runs the points are the mean (EXT-8)."""

    def sums(self, matched: Sequence[Places], n_instances: int) -> Numbers:
        """Return the frequency and what is added to it, in millionths, of shape (n_instances, n_labels)."""
        return self.usual + _sums_by_instance(matched, self.added, n_instances)

    def doubts(self, matched: Sequence[Places], n_instances: int) -> Numbers:
        """Return by how much of what it lacks each instance moved its own estimate (EXT-2)."""
        # a rule that matches no instance but this one would lack nothing without it
        each = on_grid(np.where(self.decided, 1.0 / (self.n + (SHRINKAGE - 1.0))[:, None], 0.0), DOUBT_UNIT)
        return _sums_by_instance(matched, each, n_instances) / DOUBT_UNIT / self.n_runs


def support_of(coverage: Flags, decided: Flags, truth: Flags) -> Support:
    """Return what training data, at least one instance, say of rules.

    The arrays have the shapes (n_rules, n_instances), (n_rules, n_labels) and (n_instances, n_labels).
    """
    n = coverage.sum(axis=1).astype(np.float64)
    return Support(n, summed(coverage, truth), decided, len(truth), truth.sum(axis=0).astype(np.float64))


def estimates(matched: Sequence[Places], points: Points, n_instances: int) -> Numbers:
    """Return the estimate of every label of instances, of shape (n_instances, n_labels), from 0 to 1 (EXT-1).

    It is the frequency in D where no matching rule decides the label. `matched` has the instances that each rule
    matches.
    """
    return _cut(points.sums(matched, n_instances))


def held_out_estimates(matched: Sequence[Places], points: Points, truth: Flags) -> Numbers:
    """Return the `estimates` of the training instances, each as if no rule had learned from it (EXT-2)."""
    sums = points.sums(matched, len(truth))
    return _cut(sums - (truth * float(UNIT) - sums) * points.doubts(matched, len(truth)))


def _cut(sums: Numbers) -> Numbers:
    cut: Numbers = np.clip(sums, 0.0, float(UNIT)) / UNIT
    return cut


def _sums_by_instance(matched: Sequence[Places], per_rule: Numbers, n_instances: int) -> Numbers:
    """Return for every instance the sum over the rules that match it: of whole numbers, so in any order."""
    total = np.zeros((n_instances, per_rule.shape[1]))
    for instances, row in zip(matched, per_rule, strict=True):
        total[instances] += row
    return total
