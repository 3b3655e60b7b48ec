"""REP, MAT and COV: chromosomes as lists of 0 and 1, what they match and how they compare."""

import math
from collections.abc import Callable, Sequence
from ctypes import c_float
from typing import Any

from literal.profiles import Settings
from literal.streams import Stream

Attribute = tuple[Any, ...]  # ("binary",), ("nominal", n) or ("continuous", x_min, x_max)
Row = Sequence[float | None]
Bits = list[int]


def float32(x: float) -> float:
    """Return x rounded to the nearest 32-bit float."""
    return c_float(x).value


class Representation:
    """The genes of one schema: attributes in order, then labels (REP-1)."""

    def __init__(self, attributes: Sequence[Attribute], n_labels: int, settings: Settings) -> None:
        self.attributes = attributes
        self.s = settings
        self.k: int = settings["precision_bits"]
        self.m: int = 2**self.k - 1
        self.real: Callable[[float], float] = float  # REP-4: the precision of x, x_min, x_max and their differences
        if settings["interval_arithmetic"] == "float32":
            self.real = float32
        self.at: list[int] = []  # the activation bit of each attribute
        self.constant: list[bool] = []  # REP-6: a continuous attribute with one value, or none, present in D
        self.numbers: list[list[float]] = []  # REP-4: what each bound of an attribute stands for
        size = 0
        for kind, *args in attributes:
            self.at.append(size)
            self.constant.append(kind == "continuous" and not self.real(args[0]) < self.real(args[1]))
            self.numbers.append(
                [self.number(args[0], args[1], q) for q in range(self.m + 1)] if kind == "continuous" else []
            )
            size += 2 if kind == "binary" else 1 + args[0] if kind == "nominal" else 1 + 2 * self.k  # REP-2, 3, 4
        self.condition_size = size
        self.label_at = [size + 2 * label for label in range(n_labels)]
        self.size = size + 2 * n_labels

    # Genes

    def number(self, x_min: float, x_max: float, q: int) -> float:
        """REP-4: the number that bound q of an attribute with these limits stands for."""
        low, high = self.real(x_min), self.real(x_max)
        if self.s["interval_arithmetic"] == "float32":
            return float32(float32(float32(q / self.m) * float32(high - low)) + low)
        if q == 0:
            return low
        if q == self.m:
            return high
        return q * (high - low) / self.m + low

    def bounds(self, bits: Bits, j: int) -> tuple[int, int]:
        """REP-4: the bounds of a continuous gene, least significant bit first."""
        b1 = b2 = 0
        for i in range(self.k):
            b1 += bits[self.at[j] + 1 + i] << i
            b2 += bits[self.at[j] + 1 + self.k + i] << i
        return b1, b2

    def interval(self, bits: Bits, j: int) -> tuple[int, int]:
        """The bounds of a continuous gene as the profile means them (REP-4)."""
        b1, b2 = self.bounds(bits, j)
        return (b1, b2) if self.s["interval_order"] == "ordered" else (min(b1, b2), max(b1, b2))

    def interval_gene(self, active: int, b1: int, b2: int) -> Bits:
        """REP-4: activation, b1, b2."""
        return [active] + [b1 >> i & 1 for i in range(self.k)] + [b2 >> i & 1 for i in range(self.k)]

    def decision(self, bits: Bits, label: int) -> int | None:
        """REP-2: the value that a rule gives a label; None: no decision."""
        p = self.label_at[label]
        return bits[p + 1] if bits[p] else None

    def values(self, bits: Bits, j: int) -> Bits:
        """The bits of a gene after its activation bit."""
        end = self.at[j + 1] if j + 1 < len(self.at) else self.condition_size
        return bits[self.at[j] + 1 : end]

    def repair(self, bits: Bits) -> None:
        """REP-5, REP-6."""
        for j, (kind, *_) in enumerate(self.attributes):
            p = self.at[j]
            if kind == "continuous":
                b1, b2 = self.bounds(bits, j)
                active = 0 if self.constant[j] and self.s["constant_attribute"] == "inactive" else bits[p]
                bits[p : p + 1 + 2 * self.k] = self.interval_gene(active, min(b1, b2), max(b1, b2))
            elif kind == "nominal" and bits[p] and len(set(self.values(bits, j))) == 1:
                bits[p] = 0

    # Matching

    def read(self, j: int, x: float | None) -> float | None:
        """REP-7: the value as the profile reads it; None: a missing value that matches every test."""
        if x is None and self.s["missing_values"] == "unhandled":
            return {"binary": 1.0, "nominal": 0.0, "continuous": math.nan}[self.attributes[j][0]]
        return x

    def accepts(self, bits: Bits, j: int, value: float | None) -> bool:
        """REP-2, REP-3, REP-4, REP-6, REP-7, REP-8: whether the gene of attribute j accepts a value."""
        x, kind, p = self.read(j, value), self.attributes[j][0], self.at[j]
        if not bits[p] or x is None:
            return True
        if kind == "binary":
            return bits[p + 1] == x
        if kind == "nominal":
            return 0 <= x < self.attributes[j][1] and bits[p + 1 + int(x)] == 1
        if self.constant[j] and self.s["constant_attribute"] == "inactive":
            return True
        low, high = self.interval(bits, j)
        return low <= high and self.numbers[j][low] <= self.real(x) <= self.numbers[j][high]

    def matches(self, bits: Bits, row: Row) -> bool:
        """MAT-1."""
        return all(self.accepts(bits, j, x) for j, x in enumerate(row))

    # Comparison

    def equal(self, a: Bits, b: Bits) -> bool:
        """REP-10."""
        for j, (kind, *_) in enumerate(self.attributes):
            if a[self.at[j]] != b[self.at[j]]:
                return False
            if a[self.at[j]]:
                if kind == "continuous":
                    one, other = self.interval(a, j), self.interval(b, j)
                    if one[0] != other[0] or (self.s["interval_equality"] == "both_bounds" and one[1] != other[1]):
                        return False
                elif self.values(a, j) != self.values(b, j):
                    return False
        return all(self.decision(a, label) == self.decision(b, label) for label in range(len(self.label_at)))

    def general(self, a: Bits, b: Bits) -> bool:
        """SUB-2: a is equally or more general in condition and equally or more specific in consequent than b."""
        for j, (kind, *_) in enumerate(self.attributes):
            if a[self.at[j]]:
                if not b[self.at[j]]:
                    return False
                if kind == "continuous":
                    one, other = self.interval(a, j), self.interval(b, j)
                    if not (one[0] <= other[0] and one[1] >= other[1]):
                        return False
                elif kind == "nominal" and self.s["nominal_generality"] == "superset":
                    if any(y > x for x, y in zip(self.values(a, j), self.values(b, j), strict=True)):
                        return False
                elif self.values(a, j) != self.values(b, j):
                    return False
        labels = range(len(self.label_at))
        return all(self.decision(b, label) in {None, self.decision(a, label)} for label in labels)

    # Covering

    def cover(self, row: Row, p_hash: float, stream: Stream, *, centroid: bool = False) -> Bits:
        """COV-1, COV-3, COV-4, COV-6: the condition bits of a covering rule, or of a centroid's (INI-1)."""
        bits: Bits = []
        for j, (kind, *args) in enumerate(self.attributes):
            if centroid and row[j] is None:
                bits += [0] * (1 + len(self.values([0] * self.condition_size, j)))
                continue
            x = self.read(j, row[j])
            if kind == "binary":
                active = int(not stream.draw() < p_hash)
                gene = [active, 0 if x is None else int(x)]
            elif kind == "nominal":
                active = int(stream.draw() < 1 - p_hash)
                gene = [active] + [int(stream.draw() < 0.5) for _ in range(args[0])]
                if x is not None:
                    gene[1 + int(x)] = 1
            else:
                u1, u2 = stream.draw(), stream.draw()
                active = int(stream.draw() < 1 - p_hash)
                if self.constant[j]:  # REP-6
                    gene = self.interval_gene(active if self.s["constant_attribute"] == "drawn" else 0, 0, 0)
                else:
                    gene = self.interval_gene(active, *self.cover_bounds(j, math.nan if x is None else x, u1, u2))
            bits += [0] * len(gene) if x is None else gene  # REP-7
        return bits

    def cover_bounds(self, j: int, value: float, u1: float, u2: float) -> tuple[int, int]:
        """COV-3; a missing value (REP-7 `authors`) has bounds 0."""
        x, low, high = self.real(value), self.real(self.attributes[j][1]), self.real(self.attributes[j][2])
        if math.isnan(x):
            return 0, 0
        r = self.real(high - low)
        b1 = math.floor(u1 * self.real(x - low) / r * self.m)
        b2 = math.ceil((r - u2 * self.real(high - x)) / r * self.m)
        # of use for centroids alone: a mean can be rounded out of the range
        b1, b2 = max(0, min(self.m, b1)), max(0, min(self.m, b2))
        if self.s["covering_bounds"] == "corrected":
            while b1 > 0 and self.numbers[j][b1] > x:
                b1 -= 1
            while b2 < self.m and self.numbers[j][b2] < x:
                b2 += 1
        return b1, b2
