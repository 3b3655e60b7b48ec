"""Bounds of continuous tests as ordinary 64-bit numbers, whatever arithmetic a run had (REP-4)."""

from __future__ import annotations

import math

from mlslcs_ref.core.genes import IntervalGene, single


def edge(gene: IntervalGene, bound: float, direction: float) -> float:
    """Return the 64-bit number farthest in a direction that is compared as a bound is."""
    if not gene.float32 or not math.isfinite(bound):
        return bound
    # a value is rounded to 32 bits first, so that some beyond the bound are accepted
    # the next 32-bit number; where there is none, what it would be
    other = _next_single(bound, direction)
    middle = bound + (other - bound) / 2
    return middle if single(middle) == bound else math.nextafter(middle, bound)


def _next_single(x: float, direction: float) -> float:
    mantissa, exponent = math.frexp(x)
    if x == 0.0:
        return math.copysign(2.0**-149, direction)
    step = 2.0 ** max(exponent - 24, -149)
    if abs(mantissa) == 0.5 and math.copysign(1.0, direction) != math.copysign(1.0, x) and exponent - 24 > -149:
        # towards 0 from a power of two numbers stand twice as close
        step /= 2
    return x + math.copysign(step, direction)
