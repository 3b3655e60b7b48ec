"""Choosing the few rules that together tell the labels of the training instances best, and their points (EXT-6).

Evidence adds up: a rule gets as points what its instances lack when all others have had their say, shrunk. Again and
again the rule is taken that would lower the squared error most, and the points of the others are brought up to date.
All of that follows from counts: how many instances a rule matches, alone or together with another one, and with each
label. Points and counts are whole numbers, so that every sum is exact.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from mlslcs_ref.extension.exact import Flags, Numbers, on_grid
from mlslcs_ref.extension.posterior import SHRINKAGE, UNIT, Support

GREATEST_WEIGHT: Final = 20.0
GAIN_UNIT: Final = 1 << 24
SWEEPS: Final = 2
AGAIN: Final = 50
"""Rules whose points are brought up to date: the last ones taken."""


class SelectedRules(NamedTuple):
    """Rules in the order of their selection."""

    places: list[int]
    """Their places."""
    points: Numbers
    """Of shape (n_selected, n_labels). What each adds to the estimate of a label, in millionths (EXT-1)."""


def selected(coverage: Flags, support: Support, max_rules: int) -> SelectedRules:
    """Return at most so many rules, fewer where no further rule lowers the loss."""
    search = _Search(coverage, support)
    while len(search.taken) < min(max_rules, len(coverage)):
        gains = search.gains()
        gains[search.taken] = 0.0
        best = int(gains.argmax())
        if gains[best] <= 0.0:
            break
        search.take(best)
    return SelectedRules(search.taken, search.table())


def points_in_order(coverage: Flags, support: Support) -> Numbers:
    """Return the points of rules that are taken in their order, as `selected` gives them.

    They have the shape (n_rules, n_labels).
    """
    search = _Search(coverage, support)
    for rule in range(len(coverage)):
        search.take(rule)
    return search.table()


class _Search:
    """The rules taken so far, their points, and what the instances of every rule lack."""

    def __init__(self, coverage: Flags, support: Support) -> None:
        self._coverage = coverage
        self._decided = support.decided
        self._n = support.n
        frequency = support.frequency
        spread = frequency * (1.0 - frequency)
        self._weight = np.where(spread > 0.0, 1.0 / np.maximum(spread, 1.0 / GREATEST_WEIGHT), 0.0)
        self._lack = support.k * UNIT - support.n[:, None] * support.usual
        self._together: list[Numbers] = []
        self.taken: list[int] = []
        self.points: list[Numbers] = []

    def table(self) -> Numbers:
        """Return the points, a row for each rule taken."""
        return np.array(self.points).reshape(-1, self._decided.shape[1])

    def gains(self) -> Numbers:
        """Return by how much each rule would lower the loss."""
        lack = self._lack / UNIT
        gain = self._weight * (lack * lack) / (self._n + SHRINKAGE)[:, None]
        whole: Numbers = on_grid(np.where(self._decided, gain, 0.0), GAIN_UNIT).sum(axis=1)
        return whole

    def take(self, rule: int) -> None:
        """Take a rule, and bring the points of the last ones up to date, the last one first."""
        both = np.count_nonzero(self._coverage[:, np.flatnonzero(self._coverage[rule])], axis=1)
        self.taken.append(rule)
        self.points.append(np.zeros(self._decided.shape[1]))
        self._together = [*self._together, both.astype(np.float64)][-AGAIN:]
        rules = self.taken[-AGAIN:]
        first = len(self.taken) - len(rules)
        together = np.array(self._together)
        among, lack = together[:, rules], self._lack[rules]
        before = np.array(self.points[first:])
        points = before.copy()
        for _sweep in range(SWEEPS):
            for place in reversed(range(len(rules))):
                n = self._n[rules[place]]
                new = on_grid((lack[place] + n * points[place]) / (n + SHRINKAGE), 1.0)
                more = np.where(self._decided[rules[place]], new, 0.0) - points[place]
                points[place] += more
                lack -= among[place][:, None] * more
        self.points[first:] = list(points)
        self._lack -= together.T @ (points - before)
