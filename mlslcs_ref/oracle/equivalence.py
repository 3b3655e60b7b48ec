"""Whether two implementations with their own random numbers behave alike, as far as samples of their runs can show."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any, Final, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from mlslcs_ref.errors import DataError
from mlslcs_ref.oracle.runs import RunsFile

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
Verdict: TypeAlias = Literal["equivalent", "different", "undecided"]
FEWEST: Final = 2


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

    It is 0 for equal means, and infinite if the means differ and each sample is constant.
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


@dataclass(frozen=True)
class Demands:
    """How reliable a verdict has to be."""

    alpha: float = 0.05
    """Chance of calling any quantity of equal implementations different, at most."""
    effect: float = 1.35
    """The shift, in standard deviations, that must not go unseen."""
    power: float = 0.9
    """Chance of seeing it."""


@dataclass(frozen=True)
class QuantityReport:
    """The result for one quantity."""

    name: str
    """The quantity."""
    n: tuple[int, int]
    """Runs of each file that define it."""
    mean: tuple[float, float]
    deviation: tuple[float, float]
    """`mean`, `deviation`: Mean and standard deviation in each file; NaN where there are too few runs."""
    p: float
    """The p-value of the permutation test; 1 where it could not be done."""
    p_adjusted: float
    """By Holm's method."""
    superiority: float
    """Chance that a run of the first file has more than one of the second; 0.5 if they are alike."""
    shift: float
    """Difference of the means, second less first, in pooled standard deviations."""
    verdict: Verdict
    """`different` if `p_adjusted` is at most alpha; else `equivalent` if there are enough runs, `undecided` if not."""


@dataclass(frozen=True)
class EquivalenceReport:
    """The result for all quantities."""

    quantities: tuple[QuantityReport, ...]
    """One for each."""
    demands: Demands
    """How reliable the verdicts are."""
    needed: int
    """Runs of each implementation that they need."""
    verdict: Verdict
    """`different` if any quantity is; else `undecided` if any is, or only one file has it; else `equivalent`."""
    one_sided: tuple[str, ...]
    """Quantities that only one of the files has."""


def compare_runs(first: RunsFile, second: RunsFile, demands: Demands) -> EquivalenceReport:
    """Compare the runs of two implementations on the same data with the same settings, quantity by quantity."""
    _require_same_task(first, second)
    names = [name for name in first.names() if name in second.names()]
    if not names:
        raise DataError(f"expected quantities as in {first.file}, found none of them", second.file)
    if demands.alpha / len(names) < finest_level():
        raise DataError(
            f"expected an alpha of at least {finest_level() * len(names):g} for {len(names)} quantities, found "
            f"{demands.alpha:g}: no number of runs could be told apart at that level",
            second.file,
        )
    samples = [(first.values(name), second.values(name)) for name in names]
    test = PermutationTest()
    p_values = [
        test.p_value(first.ranked(name), second.ranked(name)) if all(pair) else 1.0
        for name, pair in zip(names, samples, strict=True)
    ]
    needed = needed_runs(demands.alpha, demands.power, demands.effect, len(names))
    quantities = tuple(
        _quantity(name, pair, p, adjusted, demands, needed)
        for name, pair, p, adjusted in zip(names, samples, p_values, holm(p_values), strict=True)
    )
    one_sided = tuple(name for name in dict.fromkeys([*first.names(), *second.names()]) if name not in names)
    return EquivalenceReport(quantities, demands, needed, _in_all(quantities, one_sided), one_sided)


def _require_same_task(first: RunsFile, second: RunsFile) -> None:
    if first.sha256 != second.sha256:
        raise DataError(f"expected runs on the data of {first.file} (SHA-256 {first.sha256})", second.file)
    for name, value in first.settings.items():
        if name not in second.settings or second.settings[name] != value:
            found = repr(second.settings[name]) if name in second.settings else "no such setting"
            raise DataError(f"expected {name} = {value!r} as in {first.file}, found {found}", second.file)


def _quantity(
    name: str, pair: tuple[list[float], list[float]], p: float, adjusted: float, demands: Demands, needed: int
) -> QuantityReport:
    defined = all(pair)
    return QuantityReport(
        name=name,
        n=(len(pair[0]), len(pair[1])),
        mean=(_mean(pair[0]), _mean(pair[1])),
        deviation=(_deviation(pair[0]), _deviation(pair[1])),
        p=p,
        p_adjusted=adjusted,
        superiority=superiority(*pair) if defined else math.nan,
        shift=shift(*pair) if defined else math.nan,
        verdict=_verdict(pair, adjusted, demands, needed),
    )


def _verdict(pair: tuple[list[float], list[float]], adjusted: float, demands: Demands, needed: int) -> Verdict:
    if adjusted <= demands.alpha:
        return "different"
    if not all(pair):
        return "undecided"
    # two samples tell as much as two of this size
    harmonic = 2.0 / (1.0 / len(pair[0]) + 1.0 / len(pair[1]))
    return "equivalent" if harmonic >= needed else "undecided"


def _in_all(quantities: Sequence[QuantityReport], one_sided: Sequence[str]) -> Verdict:
    verdicts = {quantity.verdict for quantity in quantities}
    if "different" in verdicts:
        return "different"
    return "undecided" if "undecided" in verdicts or one_sided else "equivalent"


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values) if values else math.nan


def _deviation(values: Sequence[float]) -> float:
    if len(values) < FEWEST:
        return math.nan
    mean = _mean(values)
    return math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1))
