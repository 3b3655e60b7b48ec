"""REP: attributes, data, genes, and when two rules are equal (`specs/clauses/representation.md`)."""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from model.arithmetic import Bits, Json, RefusalError, Value, round32
from model.parameters import Settings


@dataclass
class Attribute:
    """REP-1: one attribute, its gene's place, and its range in D, rounded if `interval_arithmetic` asks for it."""

    kind: str  # binary, nominal or continuous; nominal with at most two values is binary (REP-3)
    n_values: int
    width: int
    start: int
    x_min: float  # nan: no present value
    x_max: float
    settings: Settings

    def real(self, x: float) -> float:
        """REP-4: a value as it is compared with bounds."""
        return round32(x) if self.settings.interval_arithmetic == "float32" else x

    @cached_property
    def has_range(self) -> bool:
        """REP-6: whether there is anything to be tested."""
        return self.x_min < self.x_max

    @cached_property
    def range(self) -> float:
        """REP-4: R."""
        return self.real(self.x_max - self.x_min)

    @cached_property
    def greatest(self) -> int:
        """REP-4: M, the greatest bound."""
        return int(2**self.settings.precision_bits) - 1

    def value(self, q: int) -> float:
        """REP-4: the number that a bound stands for."""
        m = self.greatest
        if self.settings.interval_arithmetic == "float32":
            return round32(round32(round32(q / m) * self.range) + self.x_min)
        if q == 0:
            return self.x_min
        if q == m:
            return self.x_max
        return (q * self.range) / m + self.x_min


@dataclass
class Instance:
    """README, Terms: values of attributes, and labels."""

    x: list[Value]
    y: Bits


@dataclass
class World:
    """REP-1: what stays as it is during a run, and where the genes of a chromosome stand."""

    settings: Settings
    attributes: list[Attribute]
    n_labels: int
    instances: list[Instance]  # D

    @cached_property
    def condition_size(self) -> int:
        """REP-1: bits of the condition."""
        return self.attributes[-1].start + self.attributes[-1].width if self.attributes else 0

    def size(self) -> int:
        """REP-1: bits of a chromosome."""
        return self.condition_size + 2 * self.n_labels

    def label_start(self, label: int) -> int:
        """REP-1: first bit of a label's gene."""
        return self.condition_size + 2 * label

    def gene(self, bits: Bits, attribute: Attribute) -> Bits:
        """REP-1: the bits of one attribute."""
        return bits[attribute.start : attribute.start + attribute.width]

    def decisions(self, bits: Bits) -> list[int | None]:
        """REP-2, REP-11: what a rule decides for every label; None: it is indifferent."""
        active, values = bits[self.condition_size :: 2], bits[self.condition_size + 1 :: 2]
        return [value if bit == 1 else None for bit, value in zip(active, values, strict=True)]


def read_value(cell: Any) -> Value:
    """README, Numbers: a value from JSON; what JSON cannot spell is text."""
    return float(cell) if isinstance(cell, str) else cell


def read_bits(text: str) -> Bits:
    """REP-1: bits from text."""
    return [int(symbol) for symbol in text]


def write_bits(bits: Bits) -> str:
    """REP-1: bits as text."""
    return "".join(map(str, bits))


def read_world(given: Json, settings: Settings) -> World:
    """REP-7: attributes and D, refused in the order that the clause names."""
    if given.get("instances") == []:
        raise RefusalError("no-instances")
    raw = given.get("instances", [])
    xs = [[read_value(cell) for cell in each["x"]] for each in raw]
    attributes: list[Attribute] = []
    start = 0
    for i, spec in enumerate(given.get("attributes", [])):
        column = [x[i] for x in xs]
        attributes.append(read_attribute(spec, settings, start, [x for x in column if x is not None]))
        start += attributes[-1].width
    if any("?" in each["y"] for each in raw):
        raise RefusalError("missing-label")
    check_values(attributes, xs)
    for attribute in attributes:
        check_range(attribute)
    check_reach(attributes, xs)
    instances = [Instance(x, read_bits(each["y"])) for x, each in zip(xs, raw, strict=True)]
    return World(settings, attributes, given.get("n_labels", 1), instances)


def read_attribute(spec: Json, settings: Settings, start: int, present: list[float]) -> Attribute:
    """REP-2, REP-3, REP-4: the width of a gene, and the range, which is given or that of the present values."""
    kind, n_values = spec["kind"], spec.get("n_values", 2)
    if kind == "nominal" and n_values <= 2:
        kind = "binary"
    width = {"binary": 2, "nominal": n_values + 1, "continuous": 2 * settings.precision_bits + 1}[kind]
    attribute = Attribute(kind, n_values, width, start, math.nan, math.nan, settings)
    if kind == "continuous":
        if "minimum" in spec:
            present = [x for x in (spec["minimum"], spec["maximum"]) if x is not None]
        if present:
            attribute.x_min = attribute.real(min(present))
            attribute.x_max = attribute.real(max(present))
    return attribute


def check_values(attributes: list[Attribute], xs: list[list[Value]]) -> None:
    """REP-7: undeclared values are refused, then infinite ones."""
    for x in xs:
        for attribute, value in zip(attributes, x, strict=True):
            if attribute.kind != "continuous" and value is not None and value not in range(attribute.n_values):
                raise RefusalError("undeclared-value")
    for x in xs:
        for attribute, value in zip(attributes, x, strict=True):
            if attribute.kind == "continuous" and value is not None and math.isinf(value):
                raise RefusalError("infinite-value")


def check_range(attribute: Attribute) -> None:
    """REP-4: a range that no arithmetic can follow is refused."""
    if math.isinf(attribute.x_min) or math.isinf(attribute.x_max):
        raise RefusalError("range-overflow")
    if attribute.has_range and not math.isfinite(attribute.range * attribute.greatest):
        raise RefusalError("range-overflow")


def check_reach(attributes: list[Attribute], xs: list[list[Value]]) -> None:
    """COV-3: values so far outside a given range that covering has no bounds for them are refused."""
    for x in xs:
        for attribute, value in zip(attributes, x, strict=True):
            if attribute.has_range and value is not None:
                m, r = attribute.greatest, attribute.range
                below, above = distances(attribute, value)
                if not math.isfinite(below / r * m) or not math.isfinite((r - above) / r * m):
                    raise RefusalError("range-overflow")


def distances(attribute: Attribute, x: float) -> tuple[float, float]:
    """COV-3: below and above."""
    at = attribute.real(x)
    return attribute.real(at - attribute.x_min), attribute.real(attribute.x_max - at)


def bounds(attribute: Attribute, gene: Bits) -> tuple[int, int]:
    """REP-4: both bounds as integers."""
    k = attribute.settings.precision_bits
    return whole_number(gene[1 : k + 1]), whole_number(gene[k + 1 :])


def whole_number(bits: Bits) -> int:
    """REP-4: a number from bits, the least significant first."""
    number = 0
    for bit in reversed(bits):
        number = 2 * number + bit
    return number


def bits_of(number: int, k: int) -> Bits:
    """REP-4: the k bits of a number, the least significant first."""
    return [number // 2**i % 2 for i in range(k)]


def ordered_bounds(attribute: Attribute, gene: Bits) -> tuple[int, int]:
    """REP-4: lower and upper bound, by `interval_order`."""
    b1, b2 = bounds(attribute, gene)
    if attribute.settings.interval_order == "unordered":
        return min(b1, b2), max(b1, b2)
    return b1, b2


def accepts(attribute: Attribute, gene: Bits, x: Value) -> bool:
    """REP-2, REP-3, REP-4, REP-6, REP-7, REP-8: whether a test accepts a value."""
    settings = attribute.settings
    no_test = attribute.kind == "continuous" and not attribute.has_range and settings.constant_attribute == "inactive"
    if gene[0] == 0 or no_test:  # REP-6
        return True
    if x is None and settings.missing_values == "match":  # REP-7
        return True
    if attribute.kind == "continuous":
        lower, upper = ordered_bounds(attribute, gene)
        return (
            x is not None and lower <= upper and attribute.value(lower) <= attribute.real(x) <= attribute.value(upper)
        )
    code = value_for_missing(attribute) if x is None else int(x)
    if attribute.kind == "binary":
        return gene[1] == code
    return 0 <= code < attribute.n_values and gene[1 + code] == 1


def value_for_missing(attribute: Attribute) -> int:
    """REP-7: what a missing value reads as with `missing_values` = `unhandled`."""
    return 1 if attribute.kind == "binary" else 0


def equal(world: World, a: Bits, b: Bits) -> bool:
    """REP-10: whether two rules mean the same."""
    for attribute in world.attributes:
        gene_a, gene_b = world.gene(a, attribute), world.gene(b, attribute)
        if gene_a[0] != gene_b[0]:
            return False
        if gene_a[0] == 1 and not same_test(attribute, gene_a, gene_b):
            return False
    return world.decisions(a) == world.decisions(b)


def same_test(attribute: Attribute, a: Bits, b: Bits) -> bool:
    """REP-10: whether two active tests are the same."""
    if attribute.kind != "continuous":
        return a == b
    if attribute.settings.interval_equality == "first_bound":
        return bounds(attribute, a)[0] == bounds(attribute, b)[0]
    return ordered_bounds(attribute, a) == ordered_bounds(attribute, b)


def repaired(world: World, bits: Bits) -> Bits:
    """REP-5, REP-6: REPAIR."""
    result = list(bits)
    for attribute in world.attributes:
        gene = world.gene(result, attribute)
        if attribute.kind == "continuous":
            k = world.settings.precision_bits
            b1, b2 = bounds(attribute, gene)
            if b1 > b2:
                gene = [gene[0], *bits_of(b2, k), *bits_of(b1, k)]
            if not attribute.has_range and world.settings.constant_attribute == "inactive":
                gene[0] = 0
        elif attribute.kind == "nominal" and sum(gene[1:]) in {0, attribute.n_values}:
            gene[0] = 0
        result[attribute.start : attribute.start + attribute.width] = gene
    return result
