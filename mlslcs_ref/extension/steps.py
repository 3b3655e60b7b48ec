"""The numbers that the bounds of a continuous attribute can stand for: its quantiles, briefly written (EXT-7)."""

from __future__ import annotations

import math

import numpy as np

from mlslcs_ref.core.assembly import Ranges
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.schema import ContinuousAttribute
from mlslcs_ref.extension.exact import Numbers

MOST_DIGITS = 17


def stepped_ranges(dataset: Dataset, bits: int) -> Ranges:
    """Return the steps of each continuous attribute that has two values or more, and the range of each other one."""
    found: list[tuple[float, ...]] = []
    for index, (attribute, bounds) in enumerate(zip(dataset.schema.attributes, dataset.ranges(), strict=True)):
        varies = isinstance(attribute, ContinuousAttribute) and bounds[0] < bounds[1]
        found.append(quantile_steps(dataset.matrix.column(index).numbers, bits) if varies else bounds)
    return tuple(found)


def quantile_steps(column: Numbers, bits: int) -> tuple[float, ...]:
    """Return the 2^k steps of an attribute that has two distinct values at least; k is from 2.

    The first is minus infinity and the last infinity. Those between them are the quantiles at equal steps, no value
    counting for more than all others, or, where there are no more distinct values than steps, these values, each of
    about as many steps. A step is written with the fewest digits that leave it above the next smaller value.
    """
    distinct, counts = np.unique(column[~np.isnan(column)], return_counts=True)
    n_inner = (1 << bits) - 2
    if len(distinct) <= n_inner:
        source, places = distinct, np.arange(n_inner) * len(distinct) // n_inner
    else:
        # a value of nearly all rows would leave no step for the others
        source = np.repeat(distinct, np.minimum(counts, counts.sum() - counts))
        places = np.arange(1, n_inner + 1) * len(source) // (n_inner + 1)
    ranks = np.searchsorted(distinct, source[places])
    inner = [_brief(float(distinct[rank - 1]) if rank else -math.inf, float(distinct[rank])) for rank in ranks]
    return (-math.inf, *inner, math.inf)


def _brief(below: float, value: float) -> float:
    """Return the number with fewest digits above `below` and not above `value`."""
    if below == -math.inf:
        return value
    for digits in range(1, MOST_DIGITS):
        for source in (value, below + (value - below) / 2.0):
            found = float(f"{source:.{digits}g}")
            if below < found <= value:
                return found
    return value
