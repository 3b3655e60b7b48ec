"""Whether two samples of a number come from the same distribution."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import Any, Final

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.float64]

PERMUTATIONS: Final = 9999
SEED: Final = 20_140_101
CHUNK: Final = 500
# what rounding may do to a sum of squares
SLACK: Final = 1e-9
# measured: that for normal values is higher, that for even ones is lower
EFFICIENCY: Final = 0.72
# so many of the most extreme divisions must count as different, not the one most extreme alone
EXTREMES: Final = 20


class PermutationTest:
    """The two-sample Cramer-von Mises test, by permutation, with a stream of its own that is always the same.

    The statistic is the sum, over all values of both samples, of the squared distance of the two empirical
    distributions; it grows with any difference, of place, of spread or of shape, and ties are no trouble. The p-value
    is the share of 9,999 random divisions of the pooled values, and of the one that was observed, with at least the
    observed statistic.
    """

    def __init__(self) -> None:
        self._found: dict[tuple[int, tuple[int, ...]], Numbers] = {}
        self._divisions: dict[tuple[int, int], npt.NDArray[np.bool_]] = {}

    def p_value(self, first: Sequence[float], second: Sequence[float]) -> float:
        """Return the p-value, in (0, 1]; both samples must have a value."""
        pooled = np.array([*first, *second])
        order = np.argsort(pooled, kind="stable")
        sizes = np.unique(pooled, return_counts=True)[1]
        observed = _statistics((order < len(first))[None, :], sizes)[0]
        by_chance = self._by_chance(len(first), tuple(sizes.tolist()))
        at_least = int(np.count_nonzero(by_chance >= observed * (1.0 - SLACK)))
        return (1 + at_least) / (1 + PERMUTATIONS)

    def _by_chance(self, n_first: int, sizes: tuple[int, ...]) -> Numbers:
        """Return the statistic of random divisions, which depends on sizes and ties alone."""
        key = (n_first, sizes)
        if key not in self._found:
            self._found[key] = _statistics(self._random_divisions(n_first, sum(sizes)), np.array(sizes))
        return self._found[key]

    def _random_divisions(self, n_first: int, n: int) -> npt.NDArray[np.bool_]:
        """Return random divisions of `n` values into `n_first` and the others, of shape (9999, n)."""
        key = (n_first, n)
        if key not in self._divisions:
            stream = np.random.PCG64(SEED)
            parts = []
            for start in range(0, PERMUTATIONS, CHUNK):
                n_rows = min(CHUNK, PERMUTATIONS - start)
                raw: Any = stream.random_raw(n_rows * n)
                parts.append(np.argsort(raw.reshape(n_rows, n), axis=1, kind="stable") < n_first)
            self._divisions[key] = np.concatenate(parts)
        return self._divisions[key]


def _statistics(in_first: npt.NDArray[np.bool_], sizes: npt.NDArray[Any]) -> Numbers:
    """Return the statistic of each division, of shape (n_divisions, n).

    It says whether the values, from the smallest on, belong to the first sample. `sizes` has how many of them are
    equal.
    """
    n = in_first.shape[1]
    n_first = int(in_first[0].sum())
    ends = np.cumsum(sizes)
    below = np.cumsum(in_first, axis=1)[:, ends - 1].astype(np.float64)
    # the difference of both distributions, times the product of both sizes: whole numbers
    apart = below * (n - n_first) - (ends[None, :] - below) * n_first
    total: Numbers = (apart * apart) @ sizes.astype(np.float64)
    return total


def holm(p_values: Sequence[float]) -> list[float]:
    """Return p-values adjusted by Holm's method: the chance of any false alarm among all is at most alpha."""
    order = sorted(range(len(p_values)), key=lambda place: p_values[place])
    adjusted = [0.0] * len(p_values)
    largest = 0.0
    for rank, place in enumerate(order):
        largest = max(largest, min(1.0, (len(p_values) - rank) * p_values[place]))
        adjusted[place] = largest
    return adjusted


def superiority(first: Sequence[float], second: Sequence[float]) -> float:
    """Return the chance that a value of the first is above one of the second, ties counting half (Vargha-Delaney A)."""
    ordered = np.sort(np.array(second))
    below = np.searchsorted(ordered, first, side="left")
    up_to = np.searchsorted(ordered, first, side="right")
    return float(below.sum() + up_to.sum()) / (2 * len(first) * len(second))


def shift(first: Sequence[float], second: Sequence[float]) -> float:
    """Return the difference of the means, second less first, in pooled standard deviations (d of Cohen).

    It is 0 for equal means and infinite if they differ and nothing else does.
    """
    means = [math.fsum(values) / len(values) for values in (first, second)]
    squares = [
        math.fsum((value - mean) ** 2 for value in values) for values, mean in zip((first, second), means, strict=True)
    ]
    difference = means[1] - means[0]
    freedom = len(first) + len(second) - 2
    deviation = math.sqrt(math.fsum(squares) / freedom) if freedom else 0.0
    if deviation > 0.0:
        return difference / deviation
    return math.copysign(math.inf, difference) if difference else 0.0


def needed_runs(alpha: float, power: float, effect: float, n_tests: int) -> int:
    """Return how many runs of each implementation see a shift, in standard deviations, with the wanted power.

    `alpha` is the chance of any false alarm in all tests. The number is by the normal approximation of a two-sided test
    at alpha/n_tests, Holm's level for the smallest p-value, with the efficiency of the Cramer-von Mises test taken as
    0.72 of that of Student's test; and at least so many that 20 of all divisions of the runs have a share of that
    level.
    """
    normal = NormalDist()
    level = alpha / n_tests
    distance = normal.inv_cdf(1.0 - level / 2) + normal.inv_cdf(power)
    n = max(2, math.ceil(2.0 * distance**2 / (EFFICIENCY * effect**2)))
    while level * math.comb(2 * n, n) < EXTREMES:
        n += 1
    return n


def finest_level() -> float:
    """Return the smallest level at which 9,999 random divisions can tell samples apart."""
    return 2.0 / (1 + PERMUTATIONS)
