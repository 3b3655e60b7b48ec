"""The best change of a test, of many tests at once: another bound, or one more value (EXT-5)."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from mlslcs_ref.extension.exact import Flags, Numbers


class Sums(NamedTuple):
    """Sums by cell over the instances that a rule would match without a test, of shape (n_tests, n_cells)."""

    n: Numbers
    """How many instances there are."""
    worth: Numbers
    """Their surplus on the labels that the rule decides, with the sign of the decision, summed."""


def certainty(worth: Any, n: Any) -> Numbers:
    """Return worth/sqrt(n + 2), by which conditions are compared (EXT-4).

    It is sqrt(n + 2) times the sum over decided labels of (p - pi)/sqrt(pi (1 - pi)), with p and pi of the decision.
    """
    value: Numbers = worth / np.sqrt(np.asarray(n, dtype=np.float64) + 2.0)
    return value


def sums_by_cell(others: Flags, cell: npt.NDArray[np.int32], worth: Numbers, n_cells: int) -> Sums:
    """Return for every test and cell the sums over the instances there that all other tests of the rule accept.

    Parameters
    ----------
    others : ndarray of bool, of shape (n_tests, n_instances)
        Which instances the other tests accept.
    cell : ndarray of shape (n_tests, n_instances)
        The cell of every instance's value of the attribute tested.
    worth : ndarray of shape (n_tests, n_instances)
        The surplus of every instance on the labels that the rule decides, with the sign of the decision, summed.
    n_cells : int
        Cells of an attribute.
    """
    test, instance = np.nonzero(others)
    key = test * n_cells + cell[test, instance]
    size = len(others) * n_cells
    n = np.bincount(key, minlength=size).reshape(-1, n_cells)
    total = np.bincount(key, weights=worth[test, instance], minlength=size).reshape(-1, n_cells)
    return Sums(n.astype(np.float64), total.astype(np.float64))


def best_changes(is_interval: Flags, accepted: Flags, sums: Sums) -> tuple[Numbers, Flags]:
    """Return the certainty that the best change of each test gives, and the cells then accepted.

    Parameters
    ----------
    is_interval : ndarray of bool, of shape (n_tests,)
        Whether cells stand in a row, so that a bound moves; if not, a value is added.
    accepted : ndarray of bool, of shape (n_tests, n_cells)
        What the tests accept.
    """
    value = np.full(len(accepted), -np.inf)
    moved = accepted.copy()
    for rows, find in ((np.flatnonzero(is_interval), best_bounds), (np.flatnonzero(~is_interval), best_further_value)):
        if len(rows):
            value[rows], moved[rows] = find(accepted[rows], Sums(sums.n[rows], sums.worth[rows]))
    return value, moved


def best_bounds(accepted: Flags, sums: Sums) -> tuple[Numbers, Flags]:
    """Return the certainty of the best move of one bound, and what the test then accepts.

    Of equally good moves the widest one is taken, the lower bound's before the upper one's. Odd cells are bounds, the
    last cell stands for a missing value.
    """
    inner = accepted[:, :-1]
    rows = np.arange(len(inner))
    last = inner.shape[1] - 1
    low = inner.argmax(axis=1)
    high = last - inner[:, ::-1].argmax(axis=1)
    before_n, before_worth = _before(sums.n), _before(sums.worth)
    missing_n, missing_worth = sums.n[:, -1], sums.worth[:, -1]
    at = np.arange(last + 1)
    is_bound = at % 2 == 1
    lower = certainty(
        (before_worth[rows, high + 1] + missing_worth)[:, None] - before_worth[:, :-1],
        np.maximum((before_n[rows, high + 1] + missing_n)[:, None] - before_n[:, :-1], 0.0),
    )
    upper = certainty(
        before_worth[:, 1:] + (missing_worth - before_worth[rows, low])[:, None],
        np.maximum(before_n[:, 1:] + (missing_n - before_n[rows, low])[:, None], 0.0),
    )
    lower[~(is_bound & (at <= high[:, None]))] = -np.inf
    upper[~(is_bound & (at >= low[:, None]))] = -np.inf
    new_low = lower.argmax(axis=1)
    new_high = last - upper[:, ::-1].argmax(axis=1)
    by_low, by_high = lower[rows, new_low], upper[rows, new_high]
    take_low = by_low >= by_high
    moved = accepted.copy()
    moved[:, :-1] = (at >= np.where(take_low, new_low, low)[:, None]) & (
        at <= np.where(take_low, high, new_high)[:, None]
    )
    return np.maximum(by_low, by_high), moved


def _before(values: Numbers) -> Numbers:
    """Return for every cell but the last the sum of those before it, and the sum of all of them."""
    sums = np.zeros(values.shape)
    np.cumsum(values[:, :-1], axis=1, out=sums[:, 1:])
    return sums


def best_further_value(accepted: Flags, sums: Sums) -> tuple[Numbers, Flags]:
    """Return the certainty of accepting the best further value, and what the test then accepts.

    Values that no instance has, and undeclared ones, are not asked for. Parameters are those of `best_bounds`; cells
    are values.
    """
    present_n = np.where(accepted, sums.n, 0.0).sum(axis=1)
    present_worth = np.where(accepted, sums.worth, 0.0).sum(axis=1)
    further = certainty(present_worth[:, None] + sums.worth, present_n[:, None] + sums.n)
    further[accepted | (sums.n == 0.0)] = -np.inf
    further[:, -2] = -np.inf
    best = further.argmax(axis=1)
    rows = np.arange(len(accepted))
    moved = accepted.copy()
    moved[rows, best] = True
    return further[rows, best], moved
