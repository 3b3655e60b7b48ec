"""Making rules shorter and wider while what they say of their labels stays as certain (EXT-4, EXT-5).

Rules are changed side by side, one move of each rule at a time. What a move would come to is a sum over the instances
that all other tests of the rule accept: those that no test refuses, and those that this one alone does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np
import numpy.typing as npt

from mlslcs_ref.extension.cells import Cells, Condition
from mlslcs_ref.extension.exact import Flags, Numbers, on_grid
from mlslcs_ref.extension.moves import best_changes, certainty, sums_by_cell

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

    `signs` are what the rules decide: 1, -1 for decision 0, 0 where they don't. The surplus is by `label_surplus`. A
    condition with more tests than `max_tests` loses tests also where its certainty falls.
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
    """The open rules' tests at the beginning of a step, and the certainty after dropping or changing each."""

    tests: Places
    rules: Places
    first: Places
    local: Places
    present: Numbers
    drop: Numbers
    change: Numbers
    moved: Flags


class _Group:
    """Rules that are changed side by side.

    Of every rule and instance it is known how many tests refuse the instance, and the sum of their numbers: where a
    single one refuses, that is its number. A move changes both by what it changes of one test.
    """

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
        self._refused = self._refused_by(np.arange(len(tests)))
        self._n_refusing = np.zeros(self._worth.shape, dtype=np.int64)
        self._refusing = np.zeros(self._worth.shape, dtype=np.int64)
        ends = np.cumsum([len(condition) for condition in conditions]).tolist()
        for rule, (start, end) in enumerate(pairwise([0, *ends])):
            ones_and_numbers = np.array([np.ones(end - start), np.arange(start, end)])
            self._n_refusing[rule], self._refusing[rule] = ones_and_numbers @ self._refused[start:end]

    def _refused_by(self, tests: Places) -> Flags:
        """Return which instances tests refuse, of shape (n_tests, n_instances)."""
        cells = self._cells
        refused: Flags = ~self._accepted.ravel()[cells.of[self._attribute[tests]] + (tests * cells.n)[:, None]]
        return refused

    def changed(self) -> list[Condition]:
        """Return the conditions after all moves."""
        while True:
            at = np.flatnonzero(self._alive & self._open[self._owner])
            if not len(at):
                return self._conditions()
            self._move(self._step(at))

    def _conditions(self) -> list[Condition]:
        found: list[list[tuple[int, int]]] = [[] for _rule in self._open]
        for test in np.flatnonzero(self._alive).tolist():
            index, accepted = int(self._attribute[test]), self._accepted[test]
            if self._refine:
                accepted = self._cells.opened(index, accepted)
            found[int(self._owner[test])].append(self._cells.test(index, accepted))
        return [tuple(condition) for condition in found]

    def _step(self, at: Places) -> _Step:
        """Return what the moves of the open rules come to."""
        rules, first, local = np.unique(self._owner[at], return_index=True, return_inverse=True)
        n_instances, n_tests = self._worth.shape[1], len(self._owner)
        n_refusing = self._n_refusing[rules]
        rule, instance = np.divmod(np.flatnonzero(n_refusing <= 1), n_instances)
        place = rules[rule] * n_instances + instance
        by = np.where(n_refusing[rule, instance] == 1, self._refusing.ravel()[place], n_tests + rule)
        n = np.bincount(by, minlength=n_tests + len(rules)).astype(np.float64)
        worth = np.bincount(by, weights=self._worth.ravel()[place], minlength=n_tests + len(rules))
        present = certainty(worth[n_tests:], n[n_tests:])
        drop = certainty(worth[n_tests:][local] + worth[at], n[n_tests:][local] + n[at])
        change, moved = np.full(len(at), -np.inf), self._accepted[at]
        if self._refine:
            others = n_refusing[local] == self._refused[at]
            cell = self._cells.of[self._attribute[at]]
            sums = sums_by_cell(others, cell, self._worth[rules][local], self._cells.n)
            change, moved = best_changes(self._cells.is_interval[self._attribute[at]], self._accepted[at], sums)
        return _Step(at, rules, first, local, present, drop, change, moved)

    def _move(self, step: _Step) -> None:
        """Take the move with most certainty: of equals dropping a test, of equal tests the first."""
        to_drop, to_change = _first_best(step.drop, step), _first_best(step.change, step)
        change = step.change[to_change]
        least = np.maximum(step.present, change)
        # what is below 0 is not to become worse
        least *= np.where(least > 0.0, TEST_PRICE, 1.0)
        drops = step.drop[to_drop] >= least
        if self._max_tests is not None:
            drops |= np.bincount(step.local) > self._max_tests
        changes = ~drops & (change > step.present)
        self._open[step.rules[~drops & ~changes]] = False
        dropped, changed = step.tests[to_drop[drops]], step.tests[to_change[changes]]
        self._alive[dropped] = False
        self._refuse(dropped, np.zeros((len(dropped), self._refused.shape[1]), dtype=bool))
        self._accepted[changed] = step.moved[to_change[changes]]
        self._refuse(changed, self._refused_by(changed))

    def _refuse(self, tests: Places, refused: Flags) -> None:
        """Let tests, one of a rule, refuse other instances than before."""
        rules = self._owner[tests]
        more = refused.astype(np.int64) - self._refused[tests]
        self._n_refusing[rules] += more
        self._refusing[rules] += more * tests[:, None]
        self._refused[tests] = refused


def _first_best(certainties: Numbers, step: _Step) -> Places:
    """Return for every rule the place of its test with most certainty, the first of equals."""
    best = np.maximum.reduceat(certainties, step.first)
    places = np.flatnonzero(certainties == best[step.local])
    return places[np.unique(step.local[places], return_index=True)[1]]
