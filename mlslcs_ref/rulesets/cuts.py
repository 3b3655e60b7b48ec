"""Numbers to read in place of bounds: as short as possible, and with the same training values on each side."""

from __future__ import annotations

import math
from collections.abc import Collection
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from mlslcs_ref.core.chromosome import Layout
from mlslcs_ref.core.genes import IntervalGene
from mlslcs_ref.data.matrix import Matrix
from mlslcs_ref.rulesets.bounds import edge

Values = npt.NDArray[np.float64]
MOST_LEVELS: Final = 1024
"""Of attributes with more bounds than these no cuts are kept, and bounds are read with all their digits."""
MOST_WHOLE: Final = 2.0**53


class Cuts(NamedTuple):
    """The cuts of one attribute."""

    lower: tuple[float, ...]
    """Of length 2^k. For each bound q a number that the same training values reach."""
    upper: tuple[float, ...]
    """Of length 2^k. For each bound q a number that the same training values exceed."""
    missing: bool
    """Whether a training value is missing."""


def cuts_of(layout: Layout, instances: Matrix, days: Collection[int] = ()) -> tuple[Cuts | None, ...]:
    """Return the cuts of every attribute; None of one that is not continuous, has no range, or too many bounds.

    `days` are the attributes whose numbers are days, of which a short one is a date or a time with few parts.
    """
    found: list[Cuts | None] = []
    for index, gene in enumerate(layout.conditions):
        if isinstance(gene, IntervalGene) and not gene.constant and gene.levels < MOST_LEVELS:
            found.append(_cuts(gene, instances.column(index).numbers, index in days))
        else:
            found.append(None)
    return tuple(found)


def _cuts(gene: IntervalGene, column: Values, of_days: bool) -> Cuts:
    missing = np.isnan(column)
    values = np.unique(column[~missing])
    whole = bool((np.abs(values) < MOST_WHOLE).all()) and bool((values == np.floor(values)).all())
    lower, upper = [], []
    for q in range(gene.levels + 1):
        value = gene.value(q)
        least, most = (edge(gene, value, -math.inf), edge(gene, value, math.inf))
        first, last = int(np.searchsorted(values, least)), int(np.searchsorted(values, most, side="right"))
        below = float(values[first - 1]) if first else -math.inf
        above = float(values[last]) if last < len(values) else math.inf
        if whole and math.isfinite(value):
            lower.append(float(math.ceil(least)))
            upper.append(float(math.floor(most)))
        elif first == last:
            # no training value is the bound itself, so that one number serves both ways
            lower.append((_moment if of_days else _shortest)(value, below, above))
            upper.append(lower[-1])
        else:
            lower.append(float(values[first]))
            upper.append(float(values[last - 1]))
    return Cuts(tuple(lower), tuple(upper), bool(missing.any()))


def _shortest(value: float, below: float, above: float) -> float:
    """Return the number of fewest digits near a value that is above one number and below another."""
    for digits in range(1, 17):
        short = float(f"{value:.{digits}g}")
        if below < short < above:
            return short
    return value


def _moment(value: float, below: float, above: float) -> float:
    """Return the day, hour, minute or second near a number of days that is above one number and below another."""
    for parts in (1, 24, 1440, 86400):
        short = round(value * parts) / parts if math.isfinite(value) else value
        if below < short < above:
            return short
    return value
