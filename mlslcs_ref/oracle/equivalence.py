"""Whether two implementations with their own random numbers behave alike, as far as their runs can show."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from mlslcs_ref.errors import DataError
from mlslcs_ref.oracle.runs import RunsFile
from mlslcs_ref.oracle.two_samples import PermutationTest, finest_level, holm, needed_runs, shift, superiority

Verdict: TypeAlias = Literal["equivalent", "different", "undecided"]
FEWEST: Final = 2


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
