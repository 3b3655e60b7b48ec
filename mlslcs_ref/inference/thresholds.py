"""Choosing the threshold on normalised votes: internal validation (IVAL) and proportional cut (PCUT).

Both look only at the votes on the training data. The exact searches lower the set of active labels candidate by
candidate, in one pass over the sorted votes, and compare metrics as exact fractions, so that a tie is a tie on every
machine. The searches of the authors' program close in on a threshold by halving steps.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from mlslcs_ref.core.genes import single
from mlslcs_ref.inference.votes import Votes, active_labels
from mlslcs_ref.metrics import SMALLER_IS_BETTER, Metric, scores
from mlslcs_ref.settings import Settings

Flags = npt.NDArray[np.bool_]
HIGHEST: Final = 0.5
IVAL_ROUNDS: Final = 10
PCUT_ROUNDS: Final = 15


class Thresholds(NamedTuple):
    """The thresholds of a ruleset."""

    pcut: float
    ival: float
    """`pcut`, `ival`: In (0, 0.5]; in the searches of the authors' program 0 is possible."""
    labels: tuple[float, ...] | None = None
    """Of length n_labels. Of a short ruleset: for every label what its estimate has to exceed, infinity if it is never
    predicted (EXT-3)."""
    at_least_one: bool = False
    """Of a short ruleset: whether an instance whose estimates exceed none of them gets the likeliest label (EXT-3)."""

    def to_dict(self) -> dict[str, Any]:
        """Return them as plain values for JSON; null stands for a label that is never predicted."""
        found: dict[str, Any] = {"pcut": self.pcut, "ival": self.ival}
        if self.labels is not None:
            found["labels"] = [None if math.isinf(value) else value for value in self.labels]
            found["at_least_one"] = self.at_least_one
        return found


def told_threshold(threshold: float) -> float | str:
    """Return what the estimate of a label has to exceed, or when the label is predicted, in words (EXT-3)."""
    return "never" if math.isinf(threshold) else "always" if threshold < 0.0 else threshold


class _RowScores:
    """What an instance adds to a metric, as a whole number, the larger the better.

    Parameters
    ----------
    unions : iterable of int
        What |Y or H| may be.
    skip_empty : bool
        Whether an instance with two empty sets leaves the mean of accuracy (MET-A).
    """

    def __init__(self, metric: Metric, unions: Iterable[int], skip_empty: bool) -> None:
        self._metric = metric
        # a common denominator of every possible share
        self._one = math.lcm(*filter(None, unions)) if metric == "accuracy" else 1
        self._skip_empty = skip_empty and metric == "accuracy"

    def score(self, both: int, either: int) -> int:
        """Return the addend for |Y and H| = `both` and |Y or H| = `either`."""
        if self._metric == "accuracy":
            return self._one // either * both if either else self._one * self.weight(either)
        return int(both == either) if self._metric == "exact_match" else both - either

    def weight(self, either: int) -> int:
        """Return 1 if the instance counts in the mean, else 0."""
        return int(either > 0 or not self._skip_empty)


class _Prediction:
    """The labels that are active at a threshold, with the metric kept up to date."""

    def __init__(self, votes: Votes, truth: Flags, metric: Metric, skip_empty: bool) -> None:
        active = active_labels(votes, 0.0, above=True)
        self._n_labels = truth.shape[1]
        self._truth: list[list[bool]] = truth.tolist()
        self._both: list[int] = (active & truth).sum(axis=1).tolist()
        self._either: list[int] = (active | truth).sum(axis=1).tolist()
        # while labels become inactive, the union shrinks to the labels of the instance
        least = int(truth.sum(axis=1).min(initial=self._n_labels))
        self._row_scores = _RowScores(metric, range(least, max(self._either, default=0) + 1), skip_empty)
        self.score = 0
        self.weight = 0
        for instance in range(len(self._truth)):
            self._count(instance, 1)

    def _count(self, instance: int, sign: int) -> None:
        both, either = self._both[instance], self._either[instance]
        self.score += sign * self._row_scores.score(both, either)
        self.weight += sign * self._row_scores.weight(either)

    def deactivate(self, cell: int) -> None:
        """Make an active label inactive."""
        instance, label = divmod(cell, self._n_labels)
        self._count(instance, -1)
        if self._truth[instance][label]:
            self._both[instance] -= 1
        else:
            self._either[instance] -= 1
        self._count(instance, 1)


class _Candidates:
    """The thresholds that can make a difference, ascending, and the cells whose vote each of them is (INF-3).

    These are the distinct normalised votes below 0.5, each the right end of an interval of constant output, then 0.5.
    Cells are positions in the flattened votes.
    """

    def __init__(self, votes: Votes) -> None:
        wide = votes.astype(np.float64).ravel()
        cells = np.flatnonzero((wide > 0.0) & (wide <= HIGHEST))
        self._cells = cells[np.argsort(wide[cells], kind="stable")]
        values = wide[self._cells]
        below = values[values < HIGHEST]
        starts = np.flatnonzero(np.diff(below, prepend=-1.0))
        self.thresholds = np.append(below[starts], HIGHEST)
        self._bounds = np.concatenate([starts, [len(below), len(values)]])

    def n_lower(self) -> npt.NDArray[np.int64]:
        """Return for each threshold how many positive votes are below it."""
        return self._bounds[:-1]

    def n_reached(self) -> npt.NDArray[np.int64]:
        """Return for each threshold how many positive votes do not exceed it."""
        return self._bounds[1:]

    def __iter__(self) -> Iterator[tuple[float, list[int]]]:
        for position, threshold in enumerate(self.thresholds.tolist()):
            yield threshold, self._cells[self._bounds[position] : self._bounds[position + 1]].tolist()


def chosen_thresholds(votes: Votes, truth: Flags, settings: Settings, metric: Metric = "accuracy") -> Thresholds:
    """Return the thresholds of PCUT and IVAL on normalised votes, searched as the settings say (INF-3, INF-4)."""
    above = settings.active_above
    find_ival = ival if settings.ival_search == "exact" else ival_by_halving
    found_pcut = pcut(votes, truth, above) if settings.pcut_search == "exact" else pcut_by_halving(votes, truth)
    return Thresholds(found_pcut, find_ival(votes, truth, metric, above, settings.skip_empty))


def ival(
    votes: Votes, truth: Flags, metric: Metric = "accuracy", above: bool = False, skip_empty: bool = False
) -> float:
    """Return the first threshold with the best metric on the training data (INF-3).

    `votes` are normalised, and of shape (n_instances, n_labels) as `truth`. With `above` a vote has to exceed the
    threshold to be active (INF-2, `authors`). With `skip_empty` an instance with two empty sets leaves the mean of
    accuracy (MET-A).
    """
    prediction = _Prediction(votes, truth, metric, skip_empty)
    best = HIGHEST
    best_score, best_weight = 0, 0
    for threshold, cells in _Candidates(votes):
        if above:
            for cell in cells:
                prediction.deactivate(cell)
        # score/weight > best_score/best_weight; a mean over nothing is 0
        score, weight = (prediction.score, prediction.weight) if prediction.weight else (0, 1)
        if not best_weight or score * best_weight > best_score * weight:
            best, best_score, best_weight = threshold, score, weight
        if not above:
            for cell in cells:
                prediction.deactivate(cell)
    return best


def pcut(votes: Votes, truth: Flags, above: bool = False) -> float:
    """Return the smallest threshold that activates most nearly as many labels as D has (INF-4, with G = D).

    Parameters are those of `ival`.
    """
    candidates = _Candidates(votes)
    n_positive = int(active_labels(votes, 0.0, above=True).sum())
    active = n_positive - (candidates.n_reached() if above else candidates.n_lower())
    errors = np.abs(active - int(truth.sum()))
    # argmin takes the first of equals
    return float(candidates.thresholds[errors.argmin()])


def ival_by_halving(
    votes: Votes, truth: Flags, metric: Metric = "accuracy", above: bool = True, skip_empty: bool = True
) -> float:
    """Return the threshold that the authors' program finds (INF-3, `authors`).

    Parameters are those of `ival`; a loss counts negative, and so never moves the centre.
    """
    centre = step = 0.25
    for _round in range(IVAL_ROUNDS):
        largest, found = 0.0, centre
        threshold, last = max(0.0, centre - step), min(HIGHEST, centre + step)
        while threshold <= last:
            found_scores = scores(truth, active_labels(votes, threshold, above), skip_empty)
            value = getattr(found_scores, metric) * (-1.0 if metric in SMALLER_IS_BETTER else 1.0)
            if value > largest:
                largest, found = value, threshold
            threshold += step / 2
        centre, step = found, step / 2
    return centre


def pcut_by_halving(votes: Votes, truth: Flags) -> float:
    """Return the threshold that the authors' program finds, in 32-bit floats (INF-4, `authors`).

    Labels are counted as active from the threshold on, whatever INF-2 says.
    """
    n_instances = len(truth)
    cardinality = float(np.float32(int(truth.sum()) / n_instances))
    wide = votes.astype(np.float64)
    centre = step = 0.25
    for _round in range(PCUT_ROUNDS):
        smallest, found = math.inf, centre
        threshold, last = max(0.0, single(centre - step)), min(HIGHEST, single(centre + step))
        while threshold <= last:
            active = int((wide >= threshold).sum())
            error = single(abs(active / n_instances - cardinality))
            if error < smallest:
                smallest, found = error, threshold
            threshold = single(threshold + single(step / 2))
        centre, step = found, single(step / 2)
    return centre
