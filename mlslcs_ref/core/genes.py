"""Genes: what the bits of one attribute mean, and nothing about where they stand.

A gene's bits are one unsigned integer, its *code*: bit 0 is the activation bit, the first of the gene in the chromosome
(REP-1), bit 1 the next, and so on. An inactive gene reads `#`. Genes know neither fitness nor random numbers.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from struct import Struct
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from bitarray.util import int2ba

from mlslcs_ref.core.building import i64, mypyc_attr

Values = npt.NDArray[np.float64]
ACTIVE: Final = 1
_FLOAT: Final = Struct("<f")


def single(x: float) -> float:
    """Return `x` rounded to the nearest 32-bit float, infinite beyond their range (REP-4, `authors`)."""
    try:
        rounded: float = _FLOAT.unpack(_FLOAT.pack(x))[0]
    except OverflowError:
        return math.copysign(math.inf, x)
    return rounded


@mypyc_attr(allow_interpreted_subclasses=True)
class Gene:
    """The meaning of one gene's code, of `width` bits, the activation bit included; at least 2."""

    def __init__(self, width: int) -> None:
        self.width = width

    def accepts(self, code: int, values: Values | float) -> Any:
        """Tell which present values the test accepts, as an array of the same shape (MAT-1).

        Nothing else says what a test means: the columns of `coverage` are made by this, or of the values of bounds.
        """
        return self.passes(code, np.asarray(values)) if code & ACTIVE else np.ones(np.shape(values), dtype=bool)

    def passes(self, code: int, values: Values) -> Any:
        """Tell which values an active test accepts."""
        raise NotImplementedError

    def generalises(self, code: int, other: int) -> bool:
        """Tell whether the test is equally or more general than `other` (SUB-2, condition)."""
        return not code & ACTIVE or (bool(other & ACTIVE) and self.includes(code, other))

    def includes(self, code: int, other: int) -> bool:
        """Tell whether an active test is equally or more general than another."""
        return code == other

    def repaired(self, code: int) -> int:
        """Return the code after REPAIR (REP-5), which changes nominal tests; of bounds see `Layout.repair`."""
        return code


@mypyc_attr(allow_interpreted_subclasses=True)
class BinaryGene(Gene):
    """A binary attribute: activation, value (REP-2)."""

    def __init__(self) -> None:
        super().__init__(2)

    def passes(self, code: int, values: Values) -> Any:
        """Tell which values are equal to the value bit; an undeclared one (-1) never is (REP-8)."""
        return values == code >> 1


@mypyc_attr(allow_interpreted_subclasses=True)
class NominalGene(Gene):
    """A nominal attribute with n values: activation, one bit per value (REP-3).

    Parameters
    ----------
    n_values : int
        Declared values, at least 3.
    superset : bool
        Whether supersets are more general (setting `nominal_generality` = `superset`) or not (`equal`, `authors`).
    """

    def __init__(self, n_values: int, superset: bool = True) -> None:
        super().__init__(n_values + 1)
        self.n_values = n_values
        self._full = ((1 << n_values) - 1) << 1
        self._superset = superset

    def passes(self, code: int, values: Values) -> Any:
        """Tell of which values, by their index, the bit is set; an undeclared one (-1, or beyond) has none (REP-8)."""
        return np.isin(values, self.tested(code))

    def tested(self, code: int) -> list[int]:
        """Return the indices of the values whose bit is set, in order."""
        return list(int2ba(code >> 1, self.n_values, "little").search(1))

    def includes(self, code: int, other: int) -> bool:
        """Tell whether this set of values contains the other's."""
        return not other & ~code if self._superset else code == other

    def repaired(self, code: int) -> int:
        """Return the code, made inactive if it is active with no value or every value set; its other bits stay."""
        values = code & self._full
        return values if code & ACTIVE and (not values or values == self._full) else code


@mypyc_attr(allow_interpreted_subclasses=True)
class IntervalGene(Gene):
    """A continuous attribute: activation, two k-bit bounds, least significant bits first (REP-4).

    Parameters
    ----------
    low, high : float
        x_min and x_max over the present values of the training data; NaN if there are none.
    bits : int
        k, from 1 to 16.
    float32 : bool
        Whether numbers are 32-bit floats (setting `interval_arithmetic` = `float32`, `authors`) or 64-bit (`double`).
    ordered : bool
        Whether reversed bounds match nothing (setting `interval_order` = `ordered`, `authors`) or swap (`unordered`).
    first_bound : bool
        Whether equal rules share only the first bound (setting `interval_equality` = `first_bound`, `authors`) or both
        (`both_bounds`); see `Layout.identity` (REP-10).
    constant_inactive : bool
        Whether the test of an attribute without a range is never active (setting `constant_attribute` = `inactive`) or
        active as it is drawn (`drawn`, `authors`, REP-6).
    """

    def __init__(
        self,
        low: float,
        high: float,
        bits: int,
        float32: bool = False,
        ordered: bool = False,
        first_bound: bool = False,
        constant_inactive: bool = True,
    ) -> None:
        super().__init__(2 * bits + 1)
        self.bits = bits
        self.levels = (1 << bits) - 1
        self.float32 = float32
        self.low = single(low) if float32 else low
        self.high = single(high) if float32 else high
        self.range = single(self.high - self.low) if float32 else high - low
        # a NaN compares false: no present value is no range either
        self.constant = not self.low < self.high
        self.ordered = ordered
        self.first_bound = first_bound
        self.never_active = constant_inactive and self.constant
        self._asked, self._distances = math.nan, (0.0, 0.0)

    def value(self, q: int) -> float:
        """Return the number of a bound `q`, q*range/(2^k - 1) + x_min; it never falls as q, 0 to 2^k - 1, rises."""
        if self.float32:
            return single(single(single(q / self.levels) * self.range) + self.low)
        if q == 0:
            return self.low
        if q == self.levels:
            return self.high
        return q * self.range / self.levels + self.low

    def code(self, active: bool, first: i64, second: i64) -> int:
        """Return the code with these bounds, each 0 to 2^k - 1."""
        bits: i64 = self.bits
        return int(active) | first << 1 | second << (bits + 1)

    def bounds(self, code: i64) -> tuple[i64, i64]:
        """Return both bounds as they stand, b1 and b2."""
        bits: i64 = self.bits
        return (code >> 1) & self.levels, code >> (bits + 1)

    def ends(self, code: i64) -> tuple[i64, i64]:
        """Return the bounds below and above which values are refused; the first is larger if all are (REP-4)."""
        first, second = self.bounds(code)
        return (second, first) if first > second and not self.ordered else (first, second)

    def distances(self, x: float) -> tuple[float, float]:
        """Return how far `x` is above the least value and below the largest one (COV-3)."""
        # a step may make many rules of one instance, and rounding takes long
        if self.float32 and x != self._asked:
            at = single(x)
            self._asked, self._distances = x, (single(at - self.low), single(self.high - at))
        return self._distances if self.float32 else (x - self.low, self.high - x)

    def limits(self, code: int) -> tuple[float, float]:
        """Return the smallest and largest `rounded` value that the test accepts; reversed limits accept none."""
        if self.never_active:
            return -math.inf, math.inf
        lower, upper = self.ends(code)
        return (self.value(lower), self.value(upper)) if lower <= upper else (math.inf, -math.inf)

    def rounded(self, values: Values) -> Values:
        """Return values as they are compared: as 64-bit numbers, of which the 32-bit ones are a part."""
        with np.errstate(over="ignore"):
            return values.astype(np.float32).astype(np.float64) if self.float32 else values

    def passes(self, code: int, values: Values) -> Any:
        """Tell which values are within the limits."""
        low, high = self.limits(code)
        x = self.rounded(values)
        return (low <= x) & (x <= high)

    def includes(self, code: int, other: int) -> bool:
        """Tell whether this interval encloses the other."""
        lower, upper = self.ends(code)
        other_lower, other_upper = self.ends(other)
        return lower <= other_lower and other_upper <= upper


@mypyc_attr(allow_interpreted_subclasses=True)
class SteppedGene(IntervalGene):
    """A continuous attribute whose bounds stand for 2^k listed numbers instead of equal steps (EXT-7).

    They never fall, and go from minus infinity to infinity, so that an interval can be open on one side.
    """

    def __init__(self, steps: list[float], bits: int) -> None:
        super().__init__(steps[1], steps[-2], bits)
        self.steps = steps
        self.range, self.constant, self.never_active = float(self.levels), False, False

    def value(self, q: int) -> float:
        """Return the number that a bound `q` stands for."""
        return self.steps[q]

    def distances(self, x: float) -> tuple[float, float]:
        """Return how many steps the last bound that does not exceed `x` is above the first and below the last."""
        rank = bisect_right(self.steps, x) - 1
        return float(rank), float(self.levels - rank)
