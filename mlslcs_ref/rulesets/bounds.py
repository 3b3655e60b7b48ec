"""Bounds of continuous tests as ordinary 64-bit numbers, whatever arithmetic a run had (REP-4)."""

from __future__ import annotations

import math

import numpy as np

from mlslcs_ref.core.genes import IntervalGene, single


def edge(gene: IntervalGene, bound: float, direction: float) -> float:
    """Return the 64-bit number farthest in a direction that is compared as a bound is."""
    if not gene.float32 or not math.isfinite(bound):
        return bound
    # a value is rounded to 32 bits first, so that some beyond the bound are accepted
    with np.errstate(over="ignore"):
        other = float(np.nextafter(np.float32(bound), np.float32(math.copysign(math.inf, direction))))
    if math.isinf(other):
        # what the next 32-bit number would be
        other = math.copysign(2.0**128, direction)
    middle = bound + (other - bound) / 2
    return middle if single(middle) == bound else math.nextafter(middle, bound)
