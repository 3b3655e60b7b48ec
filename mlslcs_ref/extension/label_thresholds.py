"""One threshold for each label, chosen so that the mean Jaccard index of the training instances is best (EXT-3).

Shares of an instance are whole numbers of a fixed unit, so that sums, and with them ties, are exact.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from mlslcs_ref.extension.exact import Flags, Numbers

__all__ = ["ALWAYS", "NEVER", "active", "label_thresholds"]

NEVER: Final = float("inf")
"""The threshold of a label that is never predicted."""
ALWAYS: Final = -1.0
"""The threshold of a label that is predicted for every instance."""
SWEEPS: Final = 2
COMMON_CANDIDATES: Final = 40
ONE: Final = 1 << 40
"""A Jaccard index of 1."""

Counts = npt.NDArray[np.int64]


def active(estimate: Numbers, thresholds: Numbers) -> Flags:
    """Return which labels are predicted: those whose estimate is above the threshold (EXT-3)."""
    flags: Flags = estimate > thresholds
    return flags


def label_thresholds(estimate: Numbers, truth: Flags) -> Numbers:
    """Return the threshold of every label.

    The best common threshold, then two sweeps over the labels, in each of which a label's threshold becomes the best
    one while the others stay. A label without positives is never predicted.

    Parameters
    ----------
    estimate : ndarray of shape (n_instances, n_labels)
        Held-out estimates of the training instances (EXT-2).
    truth : ndarray of bool, of shape (n_instances, n_labels)
        Their labels.

    Returns
    -------
    ndarray of shape (n_labels,)
        Halfway between two estimates, -1 below all of them, or `NEVER`.
    """
    search = _Search(estimate, truth)
    thresholds = search.common()
    for _sweep in range(SWEEPS):
        for label in search.labels:
            thresholds[label] = search.best(label)
    return thresholds


class _Search:
    """The search, with the labels that are active at the present thresholds counted by instance."""

    def __init__(self, estimate: Numbers, truth: Flags) -> None:
        self._estimate = estimate
        self._truth = truth
        self.labels = np.flatnonzero(truth.any(axis=0)).tolist()
        self._shares = _shares(truth.shape[1])
        self._order = np.argsort(-estimate, axis=0, kind="stable")
        self._active = np.zeros_like(truth)

    def common(self) -> Numbers:
        """Return the best threshold that all labels share, the largest of equals, and make it the present one."""
        known = self._estimate[:, self.labels]
        found = np.full(self._truth.shape[1], NEVER)
        best = self._total(found)
        for candidate in _candidates(known):
            trial = np.full(self._truth.shape[1], NEVER)
            trial[self.labels] = candidate
            total = self._total(trial)
            if total > best:
                best, found = total, trial
        self._active = active(self._estimate, found)
        return found

    def _total(self, thresholds: Numbers) -> int:
        predicted = active(self._estimate, thresholds)
        both = (predicted & self._truth).sum(axis=1)
        either = (predicted | self._truth).sum(axis=1)
        return int(self._shares[either, both].sum())

    def best(self, label: int) -> float:
        """Return the best threshold of a label, and make it the present one."""
        truth = self._truth[:, label].astype(np.int64)
        self._active[:, label] = False
        both = (self._active & self._truth).sum(axis=1)
        others = self._truth.copy()
        others[:, label] = False
        either = (self._active | others).sum(axis=1)
        gain = self._shares[either + 1, both + truth] - self._shares[either + truth, both]
        order = self._order[:, label]
        totals = np.cumsum(gain[order])
        ranked = self._estimate[order, label]
        # a threshold stands between two estimates that differ, or below all of them
        ends = np.flatnonzero(np.append(ranked[:-1] > ranked[1:], True))
        place = int(np.argmax(totals[ends]))
        threshold = NEVER
        if totals[ends[place]] > 0:
            last = ends[place]
            threshold = _between(float(ranked[last]), float(ranked[last + 1]) if last + 1 < len(ranked) else -np.inf)
        self._active[:, label] = self._estimate[:, label] > threshold
        return threshold


def _between(upper: float, lower: float) -> float:
    return ALWAYS if np.isinf(lower) else (upper + lower) / 2.0


def _candidates(estimate: Numbers) -> list[float]:
    """Return thresholds at equal ranks of the estimates, descending."""
    values = np.unique(estimate)
    if not len(values):
        return []
    middles = np.append(ALWAYS, (values[1:] + values[:-1]) / 2.0)
    # in whole numbers, lest a rank depend on how a quotient is rounded
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
