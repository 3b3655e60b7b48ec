"""One threshold for each label, chosen so that the mean Jaccard index of the training instances is best (EXT-3).

Where that makes it better, an instance whose estimates exceed no threshold gets the likeliest label.

Shares of an instance are whole numbers of a fixed unit, so that sums, and with them ties, are exact.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from mlslcs_ref.extension.exact import Flags, Numbers

NEVER: Final = float("inf")
"""The threshold of a label that is never predicted."""
ALWAYS: Final = -1.0
"""The threshold of a label that is predicted for every instance."""
SWEEPS: Final = 2
COMMON_CANDIDATES: Final = 40
ONE: Final = 1 << 40
"""A Jaccard index of 1."""

Counts = npt.NDArray[np.int64]


def active(estimate: Numbers, thresholds: Numbers, at_least_one: bool = False) -> Flags:
    """Return which labels are predicted: those whose estimate is above the threshold (EXT-3).

    With `at_least_one` an instance without any gets the label with the largest estimate, the first of equals.
    """
    flags: Flags = estimate > thresholds
    return _filled(flags, _likeliest(estimate)) if at_least_one else flags


def _likeliest(estimate: Numbers) -> Flags:
    """Return the label with the largest estimate of every instance."""
    flags: Flags = estimate.argmax(axis=1)[:, None] == np.arange(estimate.shape[1])
    return flags


def _filled(flags: Flags, others: Flags) -> Flags:
    """Return the labels of every instance, or the other ones where it has none."""
    return np.where(flags.any(axis=1, keepdims=True), flags, others)


def label_thresholds(estimate: Numbers, truth: Flags) -> tuple[Numbers, bool]:
    """Return the threshold of every label, and whether an instance without any label gets the likeliest one.

    The best common threshold, then two sweeps over the labels, in each of which a label's threshold becomes the best
    one while the others stay; with and without a label for every instance, whichever is better. A label without
    positives has the threshold `NEVER`.

    Parameters
    ----------
    estimate : ndarray of shape (n_instances, n_labels)
        Held-out estimates of the training instances (EXT-2).
    truth : ndarray of bool, of shape (n_instances, n_labels)
        Their labels.

    Returns
    -------
    thresholds : ndarray of shape (n_labels,)
        Halfway between two estimates, -1 below all of them, or `NEVER`.
    at_least_one : bool
        For `active`.
    """
    found: list[tuple[int, Numbers]] = []
    for others in (np.zeros_like(truth), _likeliest(estimate)):
        search = _Search(estimate, truth, others)
        thresholds = search.common()
        for _sweep in range(SWEEPS):
            for label in search.labels:
                thresholds[label] = search.best(label)
        found.append((search.total(thresholds), thresholds))
    (without, few), (with_one, more) = found
    return (more, True) if with_one > without else (few, False)


class _Search:
    """The search, with the active labels of every instance counted: those that it has, and others."""

    def __init__(self, estimate: Numbers, truth: Flags, others: Flags) -> None:
        self._estimate = estimate
        self._truth = truth
        self.labels = np.flatnonzero(truth.any(axis=0)).tolist()
        self._shares = _shares(truth.shape[1])
        self._n_true = truth.sum(axis=1)
        right, wrong = self._counts(others)
        self._of_others: Counts = self._shares[self._n_true + wrong, right]
        self._order = np.argsort(-estimate, axis=0, kind="stable")
        self._active = np.zeros_like(truth)
        self._right, self._wrong = self._counts(self._active)

    def common(self) -> Numbers:
        """Return the best threshold that all labels share, the largest of equals, and make it the present one."""
        known = self._estimate[:, self.labels]
        found = np.full(self._truth.shape[1], NEVER)
        best = self.total(found)
        for candidate in _candidates(known):
            trial = np.full(self._truth.shape[1], NEVER)
            trial[self.labels] = candidate
            total = self.total(trial)
            if total > best:
                best, found = total, trial
        self._active = active(self._estimate, found)
        self._right, self._wrong = self._counts(self._active)
        return found

    def total(self, thresholds: Numbers) -> int:
        """Return what the predictions at some thresholds are worth."""
        return int(self._worth(*self._counts(active(self._estimate, thresholds))).sum())

    def _counts(self, flags: Flags) -> tuple[Counts, Counts]:
        """Return how many labels of every instance are among these, and how many others."""
        return (flags & self._truth).sum(axis=1), (flags & ~self._truth).sum(axis=1)

    def _worth(self, right: Counts, wrong: Counts) -> Counts:
        """Return the share of every instance with so many active labels that it has, and others."""
        return np.where(right + wrong > 0, self._shares[self._n_true + wrong, right], self._of_others)

    def best(self, label: int) -> float:
        """Return the best threshold of a label, and make it the present one."""
        is_right, is_active = self._truth[:, label], self._active[:, label]
        right, wrong = self._right - (is_active & is_right), self._wrong - (is_active & ~is_right)
        gain = self._worth(right + is_right, wrong + ~is_right) - self._worth(right, wrong)
        order = self._order[:, label]
        totals = np.cumsum(gain[order])
        ranked = self._estimate[order, label]
        # a threshold parts two estimates, or is below all; halfway between neighbouring doubles it may be the upper one
        ends = np.flatnonzero(np.append(ranked[:-1] > (ranked[:-1] + ranked[1:]) / 2.0, True))
        place = int(np.argmax(totals[ends]))
        threshold = NEVER
        if totals[ends[place]] > 0:
            last = ends[place]
            threshold = _between(float(ranked[last]), float(ranked[last + 1]) if last + 1 < len(ranked) else -np.inf)
        is_active = self._estimate[:, label] > threshold
        self._right, self._wrong = right + (is_active & is_right), wrong + (is_active & ~is_right)
        self._active[:, label] = is_active
        return threshold


def _between(upper: float, lower: float) -> float:
    return ALWAYS if np.isinf(lower) else (upper + lower) / 2.0


def _candidates(estimate: Numbers) -> list[float]:
    """Return thresholds at equal ranks of the estimates, descending."""
    values = np.unique(estimate)
    if not len(values):
        return []
    middles = np.append(ALWAYS, (values[1:] + values[:-1]) / 2.0)
    # in whole numbers, so that no rank depends on how a quotient is rounded
    ranks = np.unique(np.arange(COMMON_CANDIDATES) * (len(middles) - 1) // (COMMON_CANDIDATES - 1))
    found: list[float] = middles[ranks][::-1].tolist()
    return found


def _shares(n_labels: int) -> Counts:
    """Return the share for every size of the union (row) and of the intersection (column)."""
    either = np.arange(n_labels + 2, dtype=np.int64)[:, None]
    both = np.arange(n_labels + 2, dtype=np.int64)[None, :]
    shares = ONE * both // np.maximum(either, 1)
    shares[0, :] = ONE
    return shares
