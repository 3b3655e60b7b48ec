"""Sums that are the same on every machine: of whole numbers.

Libraries of linear algebra add in an order of their own. As long as every entry is a whole number and every partial sum
stays below 2^53, no order makes a difference. Reals are therefore rounded to a grid before they are summed.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

Flags = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.float64]

CHUNK: Final = 8192
"""Instances that are multiplied at a time, so that copies in floats stay small."""


def on_grid(values: Any, unit: float) -> Numbers:
    """Return reals as the nearest whole multiples of 1/unit, counted in that unit."""
    grid: Numbers = np.rint(np.asarray(values, dtype=np.float64) * unit)
    return grid


def summed(coverage: Flags, cells: npt.NDArray[Any]) -> Numbers:
    """Return for every rule the sum over the instances that it matches, of shape (n_rules, n_columns).

    Cells are whole numbers or truth values; the sum of their sizes has to stay below 2^53.
    """
    total = np.zeros((len(coverage), cells.shape[1]))
    for start in range(0, coverage.shape[1], CHUNK):
        part = slice(start, start + CHUNK)
        total += coverage[:, part].astype(np.float64) @ cells[part].astype(np.float64)
    return total
