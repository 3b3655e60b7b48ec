"""Making rules shorter and wider, as long as what they say of their labels does not become less certain (EXT-4, EXT-5).

Rules are changed side by side, one move of each rule at a time: what a move would come to is a sum over the instances
that all other tests of the rule accept, and those sums are made for all tests of many rules at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from mlslcs_ref.extension.cells import Cells, Condition
from mlslcs_ref.extension.exact import Flags, Numbers, on_grid
from mlslcs_ref.extension.moves import Sums, best_bounds, best_further_value, certainty

__all__ = ["SURPLUS_UNIT", "TEST_PRICE", "Signs", "label_surplus", "pruned", "refined"]

SURPLUS_UNIT: Final = 1 << 20
TEST_PRICE: Final = 0.9
"""What a test has to be worth: the certainty without it is less than this share of the certainty with it."""
TOGETHER: Final = 1_000_000
"""Values of tests on instances that are looked at in one go."""

Signs = npt.NDArray[np.int8]
Places = npt.NDArray[np.intp]


def label_surplus(truth: Flags) -> Numbers:
    """Return (y - pi)/sqrt(pi (1 - pi)) of every instance and label, 0 for a constant label (EXT-4).

    Returns
    -------
    ndarray of shape (n_instances, n_labels)
        Whole multiples of 2^-20, counted in it.
    """
    frequency = truth.sum(axis=0) / len(truth)
    spread = np.sqrt(frequency * (1.0 - frequency))
    known = spread > 0.0
    return on_grid(np.where(known, (truth - frequency) / np.where(known, spread, 1.0), 0.0), SURPLUS_UNIT)


def pruned(
    conditions: Sequence[Condition], signs: Signs, cells: Cells, surplus: Numbers, max_tests: int | None = None
) -> list[Condition]:
    """Return the conditions without the tests that add too little certainty (EXT-4).

    Parameters
    ----------
    conditions : sequence of Condition
        Those of the rules.
    signs : ndarray of shape (n_rules, n_labels)
        What the rules decide: 1, -1 for decision 0, 0 where they don't.
    cells : Cells
        The training instances.
    surplus : ndarray of shape (n_instances, n_labels)
        By `label_surplus`.
    max_tests : int, optional
        A condition with more tests loses tests also where its certainty falls.
    """
    return _changed(conditions, signs, cells, surplus, max_tests, refine=False)


def refined(conditions: Sequence[Condition], signs: Signs, cells: Cells, surplus: Numbers) -> list[Condition]:
    """Return the conditions with the bounds and values that give most certainty, and without idle tests (EXT-5).

    Parameters are those of `pruned`.
    """
    return _changed(conditions, signs, cells, surplus, None, refine=True)


def _changed(
    conditions: Sequence[Condition],
    signs: Signs,
    cells: Cells,
    surplus: Numbers,
    max_tests: int | None,
    refine: bool,
) -> list[Condition]:
    """Change the rules in groups of a bounded size."""
    result: list[Condition] = []
    sizes = np.array([max(len(condition), 1) for condition in conditions]) * cells.of.shape[1]
    groups = np.cumsum(sizes) // TOGETHER
    for group in np.unique(groups):
        places = np.flatnonzero(groups == group)
        group_of = _Group([conditions[at] for at in places.tolist()], signs[places], cells, surplus, max_tests, refine)
        result += group_of.changed()
    return result


@dataclass
class _Step:
    """The open rules' tests and what they accept, at the beginning of a step."""

    tests: Places
    rules: Places
    first: Places
    accepted: Flags
    attribute: Places


class _Group:
    """Rules that are changed side by side."""

    def __init__(
        self,
        conditions: list[Condition],
        signs: Signs,
        cells: Cells,
        surplus: Numbers,
        max_tests: int | None,
        refine: bool,
    ) -> None:
        self._cells = cells
        self._max_tests = max_tests
        self._refine = refine
        self._worth = signs.astype(np.float64) @ surplus.T
        tests = [(rule, test) for rule, condition in enumerate(conditions) for test in condition]
        self._owner = np.array([rule for rule, _test in tests], dtype=np.intp)
        self._attribute = np.array([index for _rule, (index, _code) in tests], dtype=np.intp)
        self._accepted = np.array([cells.accepted(test) for _rule, test in tests], dtype=bool).reshape(-1, cells.n)
        self._alive = np.ones(len(tests), dtype=bool)
        self._open = np.ones(len(conditions), dtype=bool)

    def changed(self) -> list[Condition]:
        """Return the conditions after all moves."""
        while True:
            at = np.flatnonzero(self._alive & self._open[self._owner])
            if not len(at):
                return self._conditions()
            self._step(at)

    def _conditions(self) -> list[Condition]:
        found: list[list[tuple[int, int]]] = [[] for _rule in self._open]
        for test in np.flatnonzero(self._alive).tolist():
            index, accepted = int(self._attribute[test]), self._accepted[test]
            if self._refine:
                accepted = self._cells.opened(index, accepted)
            found[int(self._owner[test])].append(self._cells.test(index, accepted))
        return [tuple(condition) for condition in found]

    def _step(self, at: Places) -> None:
        """Let every open rule take its best move, or close it."""
        rules, first, local = np.unique(self._owner[at], return_index=True, return_inverse=True)
        step = _Step(at, rules, first, self._accepted[at], self._attribute[at])
        cell = self._cells.of[step.attribute]
        refused = ~np.take_along_axis(step.accepted, cell, axis=1)
        failures = np.add.reduceat(refused, first, axis=0, dtype=np.int16)
        worth = self._worth[rules]
        covered = failures == 0
        present = certainty(np.where(covered, worth, 0.0).sum(axis=1), covered.sum(axis=1))
        others = failures[local] == refused
        if self._refine:
            sums = _sums(others, cell, worth[local], self._cells.n)
            drop = certainty(sums.worth.sum(axis=1), sums.n.sum(axis=1))
            change, moved = self._changes(step, sums)
        else:
            drop = certainty(np.where(others, worth[local], 0.0).sum(axis=1), others.sum(axis=1))
            change, moved = np.full(len(at), -np.inf), step.accepted
        self._move(step, present, drop, change, moved)

    def _changes(self, step: _Step, sums: Sums) -> tuple[Numbers, Flags]:
        """Return the certainty that the best change of each test gives, and the cells then accepted."""
        value = np.full(len(step.tests), -np.inf)
        moved = step.accepted.copy()
        interval = self._cells.is_interval[step.attribute]
        for rows, find in ((np.flatnonzero(interval), best_bounds), (np.flatnonzero(~interval), best_further_value)):
            if len(rows):
                value[rows], moved[rows] = find(step.accepted[rows], Sums(sums.n[rows], sums.worth[rows]))
        return value, moved

    def _move(self, step: _Step, present: Numbers, drop: Numbers, change: Numbers, moved: Flags) -> None:
        """Take the move with most certainty: of equals dropping a test, of equal tests the first."""
        ends = np.append(step.first[1:], len(step.tests))
        for place, (start, end) in enumerate(zip(step.first.tolist(), ends.tolist(), strict=True)):
            to_drop = start + int(drop[start:end].argmax())
            to_change = start + int(change[start:end].argmax())
            too_long = self._max_tests is not None and end - start > self._max_tests
            least = max(float(present[place]), float(change[to_change]))
            # what is below 0 is not to become worse
            least *= TEST_PRICE if least > 0.0 else 1.0
            if too_long or drop[to_drop] >= least:
                self._alive[step.tests[to_drop]] = False
            elif change[to_change] > present[place]:
                self._accepted[step.tests[to_change]] = moved[to_change]
            else:
                self._open[step.rules[place]] = False


def _sums(others: Flags, cell: npt.NDArray[np.int32], worth: Numbers, n_cells: int) -> Sums:
    """Return for every test and cell the sums over the instances there that all other tests of the rule accept."""
    test, instance = np.nonzero(others)
    key = test * n_cells + cell[test, instance]
    size = len(others) * n_cells
    n = np.bincount(key, minlength=size).reshape(-1, n_cells)
    total = np.bincount(key, weights=worth[test, instance], minlength=size).reshape(-1, n_cells)
    return Sums(n.astype(np.float64), total.astype(np.float64))
