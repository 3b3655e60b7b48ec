"""The posterior decision: how often the labels hold where the matching rules hold, and a threshold for each label.

The estimate of a label is the mean of what the matching rules that decide it have seen, and of the frequency of the
label in all of D, which votes once. What a rule has seen is a whole number of millionths, so that sums are exact in any
order, and an export in another language adds up to the same. Estimates of training instances leave the instance out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt

from mlslcs_ref.extension.exact import Flags, Numbers, on_grid, summed

__all__ = ["PRIOR_WEIGHT", "UNIT", "Support", "estimates", "held_out_estimates", "support_of"]

Places = npt.NDArray[np.intp]

UNIT: Final = 1_000_000
"""Frequencies are counted in this part of 1."""
PRIOR_WEIGHT: Final = 2.0
"""Instances for which the frequency of a label in D counts beside those that a rule matches."""


@dataclass(frozen=True, eq=False)
class Support:
    """What training data say of rules.

    Parameters
    ----------
    n : ndarray of shape (n_rules,)
        Training instances that each rule matches.
    k : ndarray of shape (n_rules, n_labels)
        Those of them that have the label.
    decided : ndarray of bool, of shape (n_rules, n_labels)
        Which labels each rule decides: on others it has no vote.
    n_instances : int
        |D|.
    positives : ndarray of shape (n_labels,)
        Training instances with the label.
    """

    n: Numbers
    k: Numbers
    decided: Flags
    n_instances: int
    positives: Numbers

    @property
    def frequency(self) -> Numbers:
        """The frequency pi of each label in D."""
        return self.positives / self.n_instances

    @cached_property
    def more(self) -> Flags:
        """Where a label is at least as frequent among a rule's instances as in D, of shape (n_rules, n_labels)."""
        flags: Flags = self.k * self.n_instances >= self.n[:, None] * self.positives
        return flags

    def posterior(self) -> Numbers:
        """Return p = (k + 2 pi)/(n + 2) for every rule and label, in millionths (EXT-1)."""
        return _posterior(self.k, self.n, self.frequency)

    def seen_more(self) -> Numbers:
        """Return by how much p is above pi, or below it, for every rule and label; 0 where a rule does not decide."""
        return np.where(self.decided, self.posterior() / UNIT - self.frequency, 0.0)

    def at(self, places: list[int]) -> Support:
        """Return the support of the rules at these places."""
        return Support(self.n[places], self.k[places], self.decided[places], self.n_instances, self.positives)


def support_of(coverage: Flags, decided: Flags, truth: Flags) -> Support:
    """Return what training data say of rules.

    Parameters
    ----------
    coverage : ndarray of bool, of shape (n_rules, n_instances)
        Which training instances each rule matches.
    decided : ndarray of bool, of shape (n_rules, n_labels)
        Which labels it decides.
    truth : ndarray of bool, of shape (n_instances, n_labels)
        The labels of D; at least one instance.
    """
    n = coverage.sum(axis=1).astype(np.float64)
    return Support(n, summed(coverage, truth), decided, len(truth), truth.sum(axis=0).astype(np.float64))


def estimates(matched: Sequence[Places], support: Support, n_instances: int) -> Numbers:
    """Return the estimate of every label of instances (EXT-1).

    Parameters
    ----------
    matched : sequence of ndarray of int
        The instances that each rule matches.
    support : Support
        What the training data say of the rules.
    n_instances : int
        How many instances there are.

    Returns
    -------
    ndarray of shape (n_instances, n_labels)
        From 0 to 1; the frequency in D where no matching rule decides the label.
    """
    voters = _sums_by_instance(matched, support.decided, n_instances)
    total = _sums_by_instance(matched, np.where(support.decided, support.posterior(), 0.0), n_instances)
    return _mean(total, voters, support.frequency)


def held_out_estimates(matched: Sequence[Places], support: Support, truth: Flags) -> Numbers:
    """Return the estimates of the training instances, each as if D had been without it (EXT-2).

    Parameters
    ----------
    matched : sequence of ndarray of int
        The training instances that each rule matches.
    support : Support
        What all of them say of the rules.
    truth : ndarray of bool, of shape (n_instances, n_labels)
        Their labels.

    Returns
    -------
    ndarray of shape (n_instances, n_labels)
        From 0 to 1. With a single instance nothing is left, and every estimate is 0.
    """
    voters = _sums_by_instance(matched, support.decided, len(truth))
    by_label_held = []
    for held in (0.0, 1.0):
        frequency = np.maximum(support.positives - held, 0.0) / max(support.n_instances - 1, 1)
        # where no instance with or without the label is left out, the value is not asked for
        left = np.maximum(support.k - held, 0.0)
        posterior = _posterior(left, np.maximum(support.n - 1.0, 0.0), frequency)
        total = _sums_by_instance(matched, np.where(support.decided, posterior, 0.0), len(truth))
        by_label_held.append(_mean(total, voters, frequency))
    return np.where(truth, by_label_held[1], by_label_held[0])


def _posterior(k: Numbers, n: Numbers, frequency: Numbers) -> Numbers:
    return on_grid((k + PRIOR_WEIGHT * frequency) / (n + PRIOR_WEIGHT)[:, None], UNIT)


def _mean(total: Numbers, voters: Numbers, frequency: Numbers) -> Numbers:
    mean: Numbers = (on_grid(frequency, UNIT) + total) / (voters + 1.0) / UNIT
    return mean


def _sums_by_instance(matched: Sequence[Places], per_rule: npt.NDArray[np.generic], n_instances: int) -> Numbers:
    """Return for every instance the sum over the rules that match it: of whole numbers, so in any order."""
    values = per_rule.astype(np.float64)
    total = np.zeros((n_instances, values.shape[1]))
    for instances, row in zip(matched, values, strict=True):
        total[instances] += row
    return total
