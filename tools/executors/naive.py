"""MlS-LCS a second time, from `specs/` alone, as plainly as it goes.

It shares nothing with the package: no import, no text, no idea of how to be fast. Chromosomes are lists of 0 and 1,
every set is found by looking at every rule, nothing is kept that can be worked out again. Where it and the package give
different answers, one of them has misread the specification, or the specification can be read in two ways.

    python3 tools/executors/naive.py                  an executor (specs/protocol.md), on standard input and output
    python3 tools/executors/naive.py trace FILE       the trace that the header of FILE asks for (specs/traces.md)
    python3 tools/executors/naive.py replay FILE ...  compare traces and recorded runs with what happens here

It reads from top to bottom: numbers, settings, genes, rules, then the mechanisms one by one, a run, inference and
metrics, then the formats of vectors, the protocol, and traces. Standard library only.
"""

import gzip
import hashlib
import json
import math
import struct
import sys
import zlib
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field, fields, replace
from fractions import Fraction
from itertools import zip_longest
from pathlib import Path
from typing import Any, TextIO

Json = dict[str, Any]
Bits = list[int]
Value = float | None  # of an attribute; None: missing
Draw = Callable[[], float]


class RefusalError(Exception):
    """The case is refused; the message is the code."""


# ------------------------------------------------------------------------------------- numbers and draws (README)


def round32(number: float) -> float:
    """The nearest 32-bit float, infinity beyond their range."""
    try:
        return float(struct.unpack("<f", struct.pack("<f", number))[0])
    except OverflowError:
        return math.copysign(math.inf, number)


def exponential(number: float) -> float:
    """The exponential function, infinity where no double holds it."""
    try:
        return math.exp(number)
    except OverflowError:
        return math.inf


def power(base: float, exponent: float) -> float:
    """A whole exponent is that many multiplications less one, any other is the C library's pow (PAR-1)."""
    if exponent != math.floor(exponent):
        return math.pow(base, exponent)
    product = base
    for _ in range(int(exponent) - 1):
        product = product * base
    return product


class Tape:
    """The draws of a vector."""

    def __init__(self, numbers: list[float]) -> None:
        self.numbers = numbers
        self.made = 0

    def __call__(self) -> float:
        if self.made == len(self.numbers):
            raise ValueError(f"The tape has only {self.made} draws, and one more is needed.")
        self.made += 1
        return self.numbers[self.made - 1]

    def check_end(self) -> None:
        """Refuse draws that are left."""
        if self.made < len(self.numbers):
            raise ValueError(f"Of {len(self.numbers)} draws only {self.made} were made.")


class Pcg64:
    """PCG XSL-RR 128/64 (README, Draws)."""

    def __init__(self, state: int, increment: int) -> None:
        self.state = state
        self.increment = increment
        self.made = 0

    def __call__(self) -> float:
        self.made += 1
        self.state = (self.state * 47026247687942121848144207491837523525 + self.increment) % 2**128
        x = (self.state >> 64) ^ (self.state % 2**64)
        r = self.state >> 122
        rotated = ((x >> r) | (x << (64 - r))) % 2**64
        return (rotated >> 11) * 2.0**-53


class JavaRandom:
    """java.util.Random (README, Draws)."""

    def __init__(self, seed: int) -> None:
        self.state = (seed ^ 0x5DEECE66D) % 2**48
        self.made = 0

    def __call__(self) -> float:
        self.made += 1
        upper = self.next(26)
        return (upper * 2**27 + self.next(27)) * 2.0**-53

    def next(self, n: int) -> int:
        """The next n bits."""
        self.state = (self.state * 0x5DEECE66D + 0xB) % 2**48
        return self.state >> (48 - n)


# ----------------------------------------------------------------------------------------------- settings (PAR-2)


@dataclass(frozen=True)
class Settings:
    """The settings by name, as the profile `paper` has them."""

    population_size: int = 5000
    passes: int = 500
    theta_ga: int = 2000
    p_hash: float = 0.5
    p_label_hash: float = 0.1
    crossover_rate: float = 0.8
    mutation_rate: float = 0.04
    learning_rate: float = 0.2
    accuracy_power: float = 10
    accuracy_threshold: float = 0.99
    theta_exp: int = 10
    theta_del: int = 20
    omega: float = 0.9
    phi: float = 1
    precision_bits: int = 5
    update_only: float = 0
    match_set_control: bool = True
    clustering: bool = True
    clustering_gamma: float = 0.2
    p_hash_init: float = 0
    p_label_hash_init: float = 0
    ga_clock: str = "label"
    ga_due: str = "exact"
    discovery_order: str = "by_label"
    birth_timestamp: str = "clock"
    experience_unit: str = "label"
    covering_focus: str = "specific"
    covering_bounds: str = "corrected"
    covering_duplicates: str = "merge"
    interval_arithmetic: str = "double"
    interval_order: str = "unordered"
    interval_equality: str = "both_bounds"
    constant_attribute: str = "inactive"
    missing_values: str = "match"
    discount_threshold: str = "theta_exp"
    zero_fitness_parents: str = "numerosity"
    roulette_zero_weights: str = "skip"
    crossover_cut: str = "shared"
    zero_coverage_test: str = "after_repair"
    subsumer_ability: str = "current"
    nominal_generality: str = "superset"
    absorption: str = "strongest"
    deletion_domain: str = "log"
    vote_weight: str = "fitness"
    active_labels: str = "at_least"
    ival_search: str = "exact"
    pcut_search: str = "exact"
    best_order: str = "fitness"
    empty_label_sets: str = "count_one"
    compaction_weight: str = "fitness"
    final_merge: bool = False


AUTHORS: Json = {
    "crossover_rate": 0.800000011920929,  # FIN-2
    "mutation_rate": 0.03999999910593033,
    "update_only": 0.1,
    "match_set_control": False,  # CTL-3
    "clustering": False,
    "ga_due": "truncated",
    "discovery_order": "in_phases",
    "birth_timestamp": "zero",
    "experience_unit": "match",
    "covering_focus": "generalised",
    "covering_bounds": "raw",
    "covering_duplicates": "append",
    "interval_arithmetic": "float32",
    "interval_order": "ordered",
    "interval_equality": "first_bound",
    "constant_attribute": "drawn",
    "missing_values": "unhandled",
    "discount_threshold": "theta_del",
    "zero_fitness_parents": "first",
    "roulette_zero_weights": "allow",
    "crossover_cut": "per_child",
    "zero_coverage_test": "before_repair",
    "subsumer_ability": "last_update",
    "nominal_generality": "equal",
    "absorption": "authors",
    "deletion_domain": "plain",
    "vote_weight": "accuracy",
    "active_labels": "above",
    "ival_search": "halving",
    "pcut_search": "halving",
    "best_order": "num_accuracy",
    "empty_label_sets": "skip",
    "compaction_weight": "discounted",
    "final_merge": True,
}

RANGES = {  # every other number: 0 to 1
    "population_size": (1, 10**9),
    "passes": (0, 10**9),
    "theta_ga": (0, 2**31 - 1),
    "accuracy_power": (0, 1000),
    "theta_exp": (0, 2**31 - 1),
    "theta_del": (0, 2**31 - 1),
    "precision_bits": (1, 16),
}
ABOVE_THE_LOWEST = ("accuracy_power", "clustering_gamma")
OTHER_GA_CLOCK = "step"  # ga_clock is the same in both profiles; of every other word each profile has one


def read_settings(named: Json, problem: str | None = None) -> Settings:
    """The profile, then what a problem changes, then what is named (PAR-2)."""
    values: Json = dict(AUTHORS) if named["profile"] == "authors" else {}
    if problem is not None:
        values |= {"population_size": 10000, "p_hash": 0.33, "passes": 1500, "clustering": False}
        values["p_label_hash"] = 0.5 if problem == "toy6x4" else 0.2
    values |= {name: value for name, value in named.items() if name != "profile"}
    unknown = values.keys() - {each.name for each in fields(Settings)}
    if unknown:
        raise ValueError(f"There are no settings {unknown}.")
    for name in values:
        values[name] = check_setting(name, values[name])
    settings = Settings(**values)
    if settings.omega > settings.phi:  # UPD-5
        raise RefusalError("omega-above-phi")
    return settings


def check_setting(name: str, value: Any) -> Any:
    """One value, refused if it is out of range."""
    default = getattr(Settings, name)
    if isinstance(default, str):
        good = value in {default, AUTHORS.get(name, OTHER_GA_CLOCK)}
    elif isinstance(default, bool):
        good = isinstance(value, bool)
    else:
        low, high = RANGES.get(name, (0, 1))
        good = isinstance(value, (int, float)) and not isinstance(value, bool) and low <= value <= high
        good = good and not (name in ABOVE_THE_LOWEST and value == low)
        kind = next(each.type for each in fields(Settings) if each.name == name)
        if good:
            good = kind is float or value == int(value)
            value = float(value) if kind is float else int(value)
    if not good:
        raise RefusalError("setting-out-of-range")
    return value


# ------------------------------------------------------------------------------- attributes and data (REP-1 to REP-7)


@dataclass
class Attribute:
    """One attribute: its gene's place, and its range in D, rounded if `interval_arithmetic` asks for it."""

    kind: str  # binary, nominal or continuous; nominal with at most two values is binary (REP-3)
    n_values: int
    width: int
    start: int
    x_min: float  # nan: no present value
    x_max: float
    settings: Settings

    def real(self, x: float) -> float:
        """A value as it is compared with bounds (REP-4)."""
        return round32(x) if self.settings.interval_arithmetic == "float32" else x

    def has_range(self) -> bool:
        """False in the case of REP-6."""
        return self.x_min < self.x_max

    def range(self) -> float:
        """R of REP-4."""
        return self.real(self.x_max - self.x_min)

    def greatest(self) -> int:
        """M of REP-4, the greatest bound."""
        return int(2**self.settings.precision_bits) - 1

    def value(self, q: int) -> float:
        """The number that a bound stands for (REP-4)."""
        m = self.greatest()
        if self.settings.interval_arithmetic == "float32":
            return round32(round32(round32(q / m) * self.range()) + self.x_min)
        if q == 0:
            return self.x_min
        if q == m:
            return self.x_max
        return (q * self.range()) / m + self.x_min


@dataclass
class Instance:
    """Values of attributes and labels."""

    x: list[Value]
    y: Bits


@dataclass
class World:
    """What stays as it is during a run."""

    settings: Settings
    attributes: list[Attribute]
    n_labels: int
    instances: list[Instance]  # D

    def condition_size(self) -> int:
        """Bits of the condition (REP-1)."""
        return sum(attribute.width for attribute in self.attributes)

    def size(self) -> int:
        """Bits of a chromosome (REP-1)."""
        return self.condition_size() + 2 * self.n_labels

    def label_start(self, label: int) -> int:
        """First bit of a label's gene (REP-1)."""
        return self.condition_size() + 2 * label

    def gene(self, bits: Bits, attribute: Attribute) -> Bits:
        """The bits of one attribute."""
        return bits[attribute.start : attribute.start + attribute.width]

    def decision(self, bits: Bits, label: int) -> int | None:
        """What a rule decides for a label; None: it is indifferent (REP-2)."""
        start = self.label_start(label)
        return bits[start + 1] if bits[start] == 1 else None


def read_value(cell: Any) -> Value:
    """A value from JSON; what JSON cannot spell is text."""
    return float(cell) if isinstance(cell, str) else cell


def read_bits(text: str) -> Bits:
    """Bits from text."""
    return [int(symbol) for symbol in text]


def write_bits(bits: Bits) -> str:
    """Bits as text."""
    return "".join(str(bit) for bit in bits)


def read_world(given: Json, settings: Settings) -> World:
    """Attributes and D; refused in the order of REP-7."""
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
    """Widths are those of REP-2 to REP-4; the range is given, or that of the present values."""
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
    """Undeclared values, then infinite ones (REP-7)."""
    for x in xs:
        for attribute, value in zip(attributes, x, strict=True):
            if attribute.kind != "continuous" and value is not None and value not in range(attribute.n_values):
                raise RefusalError("undeclared-value")
    for x in xs:
        for attribute, value in zip(attributes, x, strict=True):
            if attribute.kind == "continuous" and value is not None and math.isinf(value):
                raise RefusalError("infinite-value")


def check_range(attribute: Attribute) -> None:
    """A range that no arithmetic can follow is refused (REP-4)."""
    if math.isinf(attribute.x_min) or math.isinf(attribute.x_max):
        raise RefusalError("range-overflow")
    if attribute.has_range() and not math.isfinite(attribute.range() * attribute.greatest()):
        raise RefusalError("range-overflow")


def check_reach(attributes: list[Attribute], xs: list[list[Value]]) -> None:
    """Values so far outside a given range that covering has no bounds for them are refused (COV-3)."""
    for x in xs:
        for attribute, value in zip(attributes, x, strict=True):
            if attribute.has_range() and value is not None:
                m, r = attribute.greatest(), attribute.range()
                below, above = distances(attribute, value)
                if not math.isfinite(below / r * m) or not math.isfinite((r - above) / r * m):
                    raise RefusalError("range-overflow")


# ------------------------------------------------------------------------------------------ genes (REP-2 to REP-10)


def bounds(attribute: Attribute, gene: Bits) -> tuple[int, int]:
    """Both bounds as integers, least significant bit first (REP-4)."""
    k = attribute.settings.precision_bits
    return whole_number(gene[1 : k + 1]), whole_number(gene[k + 1 :])


def whole_number(bits: Bits) -> int:
    """A number from bits, the least significant first."""
    return sum(bit * 2**i for i, bit in enumerate(bits))


def bits_of(number: int, k: int) -> Bits:
    """The k bits of a number, the least significant first."""
    return [number // 2**i % 2 for i in range(k)]


def ordered_bounds(attribute: Attribute, gene: Bits) -> tuple[int, int]:
    """Lower and upper bound, by `interval_order`."""
    b1, b2 = bounds(attribute, gene)
    if attribute.settings.interval_order == "unordered":
        return min(b1, b2), max(b1, b2)
    return b1, b2


def accepts(attribute: Attribute, gene: Bits, x: Value) -> bool:
    """Whether a test accepts a value (REP-2 to REP-8)."""
    settings = attribute.settings
    no_test = attribute.kind == "continuous" and not attribute.has_range() and settings.constant_attribute == "inactive"
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
    """What a missing value reads with `missing_values` = `unhandled` (REP-7)."""
    return 1 if attribute.kind == "binary" else 0


def matches(world: World, bits: Bits, x: list[Value]) -> bool:
    """Whether a rule matches (MAT-1)."""
    for attribute, value in zip(world.attributes, x, strict=True):
        if not accepts(attribute, world.gene(bits, attribute), value):
            return False
    return True


def coverage(world: World, bits: Bits) -> int:
    """How many instances of D a rule matches (MAT-2)."""
    return len([instance for instance in world.instances if matches(world, bits, instance.x)])


def equal(world: World, a: Bits, b: Bits) -> bool:
    """Whether two rules mean the same (REP-10)."""
    for label in range(world.n_labels):
        if world.decision(a, label) != world.decision(b, label):
            return False
    for attribute in world.attributes:
        gene_a, gene_b = world.gene(a, attribute), world.gene(b, attribute)
        if gene_a[0] != gene_b[0]:
            return False
        if gene_a[0] == 1 and not same_test(attribute, gene_a, gene_b):
            return False
    return True


def same_test(attribute: Attribute, a: Bits, b: Bits) -> bool:
    """Whether two active tests are the same (REP-10)."""
    if attribute.kind != "continuous":
        return a == b
    if attribute.settings.interval_equality == "first_bound":
        return bounds(attribute, a)[0] == bounds(attribute, b)[0]
    return ordered_bounds(attribute, a) == ordered_bounds(attribute, b)


def general(world: World, a: Bits, b: Bits) -> bool:
    """Whether rule a is general for rule b (SUB-2)."""
    for attribute in world.attributes:
        gene_a, gene_b = world.gene(a, attribute), world.gene(b, attribute)
        if gene_a[0] == 1 and (gene_b[0] == 0 or not wider_test(attribute, gene_a, gene_b)):
            return False
    for label in range(world.n_labels):
        if world.decision(b, label) is not None and world.decision(a, label) != world.decision(b, label):
            return False
    return True


def wider_test(attribute: Attribute, a: Bits, b: Bits) -> bool:
    """Whether active test a accepts whatever active test b accepts, by their genes (SUB-2)."""
    if attribute.kind == "binary":
        return a[1] == b[1]
    if attribute.kind == "nominal":
        if attribute.settings.nominal_generality == "equal":
            return a == b
        return all(bit_a >= bit_b for bit_a, bit_b in zip(a, b, strict=True))
    lower_a, upper_a = ordered_bounds(attribute, a)
    lower_b, upper_b = ordered_bounds(attribute, b)
    return lower_a <= lower_b and upper_b <= upper_a


def repaired(world: World, bits: Bits) -> Bits:
    """REPAIR (REP-5, REP-6)."""
    result = list(bits)
    for attribute in world.attributes:
        gene = world.gene(result, attribute)
        if attribute.kind == "continuous":
            k = world.settings.precision_bits
            b1, b2 = bounds(attribute, gene)
            if b1 > b2:
                gene = [gene[0], *bits_of(b2, k), *bits_of(b1, k)]
            if not attribute.has_range() and world.settings.constant_attribute == "inactive":
                gene[0] = 0
        elif attribute.kind == "nominal" and sum(gene[1:]) in {0, attribute.n_values}:
            gene[0] = 0
        result[attribute.start : attribute.start + attribute.width] = gene
    return result


# ------------------------------------------------------------------------------------------- rules (PAR-0, PAR-1)


@dataclass(eq=False)
class Rule:
    """A macro-classifier (PAR-0)."""

    bits: Bits
    num: int = 1
    exp: int = 0
    correct: int = 0
    wrong: int = 0
    indifferent: int = 0
    cs: float = 1.0
    ts: int = 0
    created: int = 0
    stamped: bool = False  # SUB-1
    serial: int = 0  # the rank of insertion, for traces


def tp_of(settings: Settings, rule: Rule) -> float:
    """Tp (PAR-1)."""
    return rule.correct + settings.omega * rule.indifferent


def msa_of(settings: Settings, rule: Rule) -> float:
    """Msa (PAR-1)."""
    return (rule.correct + rule.wrong) + settings.phi * rule.indifferent


def acc_of(settings: Settings, rule: Rule) -> float:
    """Acc, 0 while msa is 0 (PAR-1)."""
    msa = msa_of(settings, rule)
    return 0.0 if msa == 0 else tp_of(settings, rule) / msa


def fitness_of(settings: Settings, rule: Rule) -> float:
    """F: 1 before the first update (PAR-0), then acc^nu (UPD-4)."""
    if rule.exp == 0:
        return 1.0
    return power(acc_of(settings, rule), settings.accuracy_power)


def discounted_of(settings: Settings, rule: Rule) -> float:
    """F_d (GEN-1)."""
    threshold = settings.theta_exp if settings.discount_threshold == "theta_exp" else settings.theta_del
    return 0.0 if rule.exp < threshold else fitness_of(settings, rule)


def is_able(settings: Settings, rule: Rule) -> bool:
    """Whether a rule may subsume (SUB-1)."""
    able = rule.exp > settings.theta_exp and acc_of(settings, rule) > settings.accuracy_threshold
    return able and (rule.stamped or settings.subsumer_ability == "current")


# ------------------------------------------------------------------------------------------------ state of a run


@dataclass
class State:
    """What a run changes."""

    world: World
    draw: Draw
    P: list[Rule] = field(default_factory=list)
    clock: int = 0  # the GA clock (CYC-2)
    t: int = 0
    deletions_commenced: bool = False
    n_inserted: int = 0
    events: list[Json] = field(default_factory=list)

    def tell(self, phase: str, **what: Any) -> None:
        """An event of a trace."""
        self.events.append({"step": self.t, "phase": phase, **what})

    def insert(self, rule: Rule) -> None:
        """Append to P."""
        self.n_inserted += 1
        rule.serial = self.n_inserted
        rule.created = self.t
        self.P.append(rule)


def micro(rules: list[Rule]) -> int:
    """How many micro-classifiers rules stand for."""
    return sum(rule.num for rule in rules)


def match_set(world: World, rules: list[Rule], x: list[Value]) -> list[Rule]:
    """M (CYC-0)."""
    return [rule for rule in rules if matches(world, rule.bits, x)]


def correct_sets(world: World, M: list[Rule], y: Bits) -> list[list[Rule]]:
    """C[l] of every label (CYC-0)."""
    return [[rule for rule in M if world.decision(rule.bits, label) == y[label]] for label in range(world.n_labels)]


# --------------------------------------------------------------------------------------------- update (UPD-1 to 5)


def update(world: World, M: list[Rule], C: list[list[Rule]], y: Bits) -> None:
    """Update every rule of M."""
    settings = world.settings
    for rule in M:
        for label in range(world.n_labels):
            decision = world.decision(rule.bits, label)
            if decision is None:
                rule.indifferent += 1
            elif decision == y[label]:
                rule.correct += 1
            else:
                rule.wrong += 1
        rule.exp += world.n_labels if settings.experience_unit == "label" else 1
        rule.stamped = rule.ts > 0
        sizes = [micro(members) for members in C if rule in members]
        if sizes:
            cs_min = min(sizes)
            rule.cs = rule.cs + settings.learning_rate * (cs_min - rule.cs)


# ------------------------------------------------------------------------------------------- covering (COV-1 to 6)


def covering_condition(world: World, x: list[Value], p_hash: float, draw: Draw, *, centroid: bool) -> Bits:
    """The condition that covering makes; a missing value of a centroid makes no draw (INI-1)."""
    bits: Bits = []
    for attribute, value in zip(world.attributes, x, strict=True):
        if centroid and value is None:
            gene = [0] * attribute.width
        elif attribute.kind == "continuous":
            gene = covering_interval(attribute, value, p_hash, draw)
        else:
            gene = covering_values(attribute, value, p_hash, draw)
        if value is None and world.settings.missing_values == "match":
            gene = [0] * attribute.width  # REP-7
        bits += gene
    return bits


def covering_values(attribute: Attribute, x: Value, p_hash: float, draw: Draw) -> Bits:
    """The gene of a binary or nominal attribute (COV-1, COV-4, COV-6)."""
    code = value_for_missing(attribute) if x is None else int(x)
    if attribute.kind == "binary":
        active = 0 if draw() < p_hash else 1
        return [active, code]
    active = 1 if draw() < 1 - p_hash else 0
    values = [1 if draw() < 0.5 else 0 for _ in range(attribute.n_values)]
    values[code] = 1
    return [active, *values]


def covering_interval(attribute: Attribute, x: Value, p_hash: float, draw: Draw) -> Bits:
    """The gene of a continuous attribute (COV-3, COV-6, REP-6)."""
    settings = attribute.settings
    u1, u2 = draw(), draw()
    active = 1 if draw() < 1 - p_hash else 0
    b1, b2 = 0, 0
    if not attribute.has_range():
        if settings.constant_attribute == "inactive":
            active = 0
    elif x is not None:
        x = attribute.real(x)
        m, r = attribute.greatest(), attribute.range()
        below, above = distances(attribute, x)
        b1 = math.floor(clipped(((u1 * below) / r) * m, m))
        b2 = math.ceil(clipped(((r - u2 * above) / r) * m, m))
        if settings.covering_bounds == "corrected":
            while b1 > 0 and attribute.value(b1) > x:
                b1 -= 1
            while b2 < m and attribute.value(b2) < x:
                b2 += 1
    k = settings.precision_bits
    return [active, *bits_of(b1, k), *bits_of(b2, k)]


def distances(attribute: Attribute, x: float) -> tuple[float, float]:
    """Below and above of COV-3."""
    at = attribute.real(x)
    return attribute.real(at - attribute.x_min), attribute.real(attribute.x_max - at)


def clipped(z: float, m: int) -> float:
    """Within 0..m."""
    return min(max(z, 0.0), float(m))


def covering(world: World, x: list[Value], y: Bits, focus: int, draw: Draw) -> Bits:
    """A rule made of an instance for a label without a correct rule (COV-1, COV-2)."""
    bits = covering_condition(world, x, world.settings.p_hash, draw, centroid=False)
    for label in range(world.n_labels):
        if label == focus and world.settings.covering_focus == "specific":
            active = 1
        else:
            active = 0 if draw() < world.settings.p_label_hash else 1
        bits += [active, y[label]]
    return bits


# --------------------------------------------------------------------------------- the genetic algorithm (GEN-1 to 8)


def spin(weights: list[float], u: float, settings: Settings) -> int:
    """The roulette wheel (GEN-3)."""
    total = 0.0
    for weight in weights:
        total = total + weight
    goal = u * total
    run = 0.0
    for i, weight in enumerate(weights):
        run = run + weight
        if run >= goal and (weight > 0 or settings.roulette_zero_weights == "allow"):
            return i
    raise ValueError("No weight is above 0.")


def select_parent(settings: Settings, members: list[Rule], draw: Draw) -> Rule:
    """One parent (GEN-1, GEN-2)."""
    weights = [rule.num * discounted_of(settings, rule) for rule in members]
    u = draw()
    if all(weight == 0 for weight in weights):
        if settings.zero_fitness_parents == "first":
            return members[0]
        weights = [float(rule.num) for rule in members]
    return members[spin(weights, u, settings)]


def crossover(world: World, first: Bits, second: Bits, label: int, draw: Draw) -> list[Bits]:
    """Two children, not mutated (GEN-4, GEN-5)."""
    crossing = draw() < world.settings.crossover_rate
    if not crossing or equal(world, first, second):
        return [list(first), list(second)]
    size_x = world.size() - 2 * (world.n_labels - 1)
    if world.settings.crossover_cut == "shared":
        cut1 = cut2 = math.floor(draw() * size_x)
    else:
        cut1 = math.ceil(draw() * size_x - 1)
        cut2 = math.ceil(draw() * size_x - 1)
    return [crossed(world, second, first, cut1, label), crossed(world, first, second, cut2, label)]


def crossed(world: World, start: Bits, giver: Bits, cut: int, label: int) -> Bits:
    """A copy of the start with bits of the giver (GEN-4)."""
    child = list(start)
    if cut < 0:
        return child
    for i in range(cut, world.condition_size()):
        child[i] = giver[i]
    for i in (world.label_start(label), world.label_start(label) + 1):
        child[i] = giver[i]
    return child


def mutated(world: World, bits: Bits, draw: Draw) -> Bits:
    """One draw per bit (GEN-6)."""
    child = list(bits)
    for i in range(len(child)):
        if draw() < world.settings.mutation_rate:
            child[i] = 1 - child[i]
    return child


@dataclass
class Child:
    """A child that matches something, with its parents."""

    rule: Rule
    first: Rule
    second: Rule


def run_ga(state: State, members: list[Rule], label: int, clock: int) -> list[Child]:
    """The GA on C[l]: the children that are left (GEN-1 to GEN-8)."""
    world, settings, draw = state.world, state.world.settings, state.draw
    first = select_parent(settings, members, draw)
    second = select_parent(settings, members, draw)
    children = crossover(world, first.bits, second.bits, label, draw)
    children = [mutated(world, bits, draw) for bits in children]
    kept: list[Child] = []
    told: list[Json] = []
    for mutant in children:
        bits = mutant
        if settings.zero_coverage_test == "after_repair":
            bits = repaired(world, bits)
        useful = coverage(world, bits) > 0  # GEN-7
        if useful:
            bits = repaired(world, bits)
            kept.append(Child(Rule(bits, ts=birth_time(settings, clock)), first, second))
        told.append({"bits": write_bits(bits), "matches": useful})
    state.tell("ga", label=label, clock=clock, first=first.serial, second=second.serial, children=told)
    return kept


def birth_time(settings: Settings, clock: int) -> int:
    """Ts of a new rule (PAR-0)."""
    return clock if settings.birth_timestamp == "clock" else 0


# ------------------------------------------------------------------------------------------ subsumption (SUB-1 to 5)


def absorber(world: World, P: list[Rule], child: Bits, parents: tuple[Rule, Rule] | None) -> tuple[Rule | None, bool]:
    """Who absorbs a child, and whether as a parent (SUB-4)."""
    as_authors = world.settings.absorption == "authors"
    if parents is not None:
        winner = authors_parent(world, parents, child) if as_authors else strongest(world, list(parents), child)
        if winner is not None:
            return winner, True
    return authors_winner(world, P, child) if as_authors else strongest(world, P, child), False


def able_and_general(world: World, rules: list[Rule], child: Bits) -> list[Rule]:
    """General candidates (SUB-5)."""
    return [rule for rule in rules if is_able(world.settings, rule) and general(world, rule.bits, child)]


def strongest(world: World, rules: list[Rule], child: Bits) -> Rule | None:
    """The absorber with `absorption` = `strongest` (SUB-3, SUB-5)."""
    competing = able_and_general(world, rules, child)
    if not competing:
        competing = [rule for rule in rules if equal(world, rule.bits, child)]
    winner, best = None, (-1.0, -1)
    for rule in competing:
        merit = (rule.num * discounted_of(world.settings, rule), rule.exp)
        if merit >= best:
            winner, best = rule, merit
    return winner


def authors_parent(world: World, parents: tuple[Rule, Rule], child: Bits) -> Rule | None:
    """The parent that absorbs with `absorption` = `authors` (SUB-5)."""
    first, second = parents
    winner, best = None, (-1.0, -1)
    for parent in parents:
        if able_and_general(world, [parent], child) or equal(world, parent.bits, child):
            merit = (discounted_of(world.settings, parent), parent.exp)
            if merit >= best:
                winner, best = parent, merit
    if winner is not None and equal(world, first.bits, second.bits):
        return first
    return winner


def authors_winner(world: World, rules: list[Rule], child: Bits) -> Rule | None:
    """The rule of P that absorbs with `absorption` = `authors` (SUB-3, SUB-5)."""
    settings = world.settings
    wider = able_and_general(world, rules, child)
    same = [rule for rule in rules if equal(world, rule.bits, child) and not is_able(settings, rule)]
    if not wider and not same:
        return None
    winner = next(rule for rule in rules if rule in wider or rule in same)
    best_weight, best_exp = 0.0, winner.exp
    for rule in wider or same:
        weight = round32(rule.num * discounted_of(settings, rule))
        if weight > best_weight or (weight == best_weight and rule.exp >= best_exp):
            winner, best_weight, best_exp = rule, weight, rule.exp
    return winner


# -------------------------------------------------------------------------------------------- deletion (DEL-1 to 4)


def deletion_vote(settings: Settings, rule: Rule) -> float:
    """Ln d with `deletion_domain` = `log`, d itself with `plain` (DEL-2, DEL-3)."""
    fitness = fitness_of(settings, rule)
    if fitness == 0:
        return math.inf
    young = rule.exp < settings.theta_del
    if settings.deletion_domain == "log":
        return 1 / fitness if young else (rule.cs - 1) - math.log(fitness)
    return exponential(1 / fitness) if young else exponential(rule.cs - 1) / fitness


def choose_for_deletion(settings: Settings, P: list[Rule], u: float) -> Rule:
    """The rule that loses a micro-classifier (DEL-1 to DEL-4)."""
    votes = [deletion_vote(settings, rule) for rule in P]
    if settings.deletion_domain == "plain":
        weights = [rule.num * vote for rule, vote in zip(P, votes, strict=True)]
        run = 0.0
        for rule, weight in zip(P, weights, strict=True):
            run = run + weight
            if math.isinf(run):
                return rule
        return P[spin(weights, u, settings)]
    hopeless = [rule for rule, vote in zip(P, votes, strict=True) if math.isinf(vote)]
    if hopeless:
        return hopeless[spin([float(rule.num) for rule in hopeless], u, settings)]
    m = max(votes)
    competing = [(rule, vote) for rule, vote in zip(P, votes, strict=True) if vote - m >= -64]  # DEL-4
    return competing[spin([rule.num * exponential(vote - m) for rule, vote in competing], u, settings)][0]


def delete_surplus(state: State) -> list[Rule]:
    """Delete while P is too large (DEL-1); the rules that lost a micro-classifier."""
    losers: list[Rule] = []
    while micro(state.P) > state.world.settings.population_size:
        loser = choose_for_deletion(state.world.settings, state.P, state.draw())
        state.deletions_commenced = True
        loser.num -= 1
        if loser.num == 0:
            state.P = [rule for rule in state.P if rule is not loser]
        losers.append(loser)
        state.tell("deletion", rule=loser.serial, num=loser.num)
    return losers


# --------------------------------------------------------------------------------------------- control (CTL-1 to 3)


def control(state: State, M: list[Rule]) -> Rule | None:
    """Take one micro-classifier from M; its rule, which may be gone with it (CTL-1, CTL-2)."""
    world = state.world
    known = [rule for rule in M if state.t - rule.created >= len(world.instances)]
    if not world.settings.match_set_control or not state.deletions_commenced or not known:
        return None
    lowest = min(coverage(world, rule.bits) for rule in known)
    level = [rule for rule in known if coverage(world, rule.bits) == lowest]
    if len(level) < 2:
        return None
    loser = level[0]
    for rule in level:
        if fitness_of(world.settings, rule) <= fitness_of(world.settings, loser):
            loser = rule
    loser.num -= 1
    if loser.num == 0:
        state.P = [rule for rule in state.P if rule is not loser]
    state.tell("control", rule=loser.serial, num=loser.num)
    return loser


# --------------------------------------------------------------------------------- discovery (CYC-2, CYC-3, SUB-4)


def ga_is_due(settings: Settings, clock: int, members: list[tuple[int, int]]) -> bool:
    """The test on num and ts of the members of C[l] (CYC-2)."""
    S = sum(num for num, ts in members)
    T = sum(num * ts for num, ts in members)
    if settings.ga_due == "exact":
        return (clock - settings.theta_ga) * S > T
    T = (T + 2**31) % 2**32 - 2**31
    mean = abs(T) // S * (1 if T >= 0 else -1)
    return clock - mean >= settings.theta_ga


def stamp_if_due(state: State, members: list[Rule]) -> bool:
    """Raise the clock, test, and stamp (CYC-2, CYC-3)."""
    settings = state.world.settings
    if settings.ga_clock == "label":
        state.clock += 1
    due = ga_is_due(settings, state.clock, [(rule.num, rule.ts) for rule in members])
    if due:
        for rule in members:
            rule.ts = state.clock
    return due


def place_covering_rule(state: State, label: int, bits: Bits, clock: int) -> Rule | None:
    """Insert covering's rule, or give the equal rule that is to gain by it (COV-5)."""
    if state.world.settings.covering_duplicates == "merge":
        for rule in state.P:
            if equal(state.world, rule.bits, bits):
                state.tell("covering", label=label, rule=rule.serial, merged=True, bits=write_bits(bits))
                return rule
    made = Rule(bits, ts=birth_time(state.world.settings, clock))
    state.insert(made)
    state.tell("covering", label=label, rule=made.serial, merged=False, bits=write_bits(bits))
    return None


def insert_child(state: State, child: Child) -> None:
    """The child becomes a rule of P."""
    state.insert(child.rule)
    state.tell("insertion", rule=child.rule.serial, bits=write_bits(child.rule.bits))


def credit(state: State, winner: Rule, child: Child, *, parent: bool) -> None:
    """A rule absorbs a child (SUB-4)."""
    winner.num += 1
    state.tell("absorption", rule=winner.serial, parent=parent, bits=write_bits(child.rule.bits))


def discover_by_label(state: State, instance: Instance, C: list[list[Rule]]) -> None:
    """Label by label, then the pool (CYC-3, `by_label`)."""
    world = state.world
    merged: list[Rule] = []
    pool: list[Child] = []
    for label, members in enumerate(C):
        if not members:
            bits = covering(world, instance.x, instance.y, label, state.draw)
            gaining = place_covering_rule(state, label, bits, state.clock)
            if gaining is not None:
                merged.append(gaining)
        elif stamp_if_due(state, members):
            pool += run_ga(state, members, label, state.clock)
    for rule in merged:  # CYC-0
        rule.num += 1
    for child in pool:
        winner, parent = absorber(world, state.P, child.rule.bits, (child.first, child.second))
        if winner is None:
            insert_child(state, child)
        else:
            credit(state, winner, child, parent=parent)


def discover_in_phases(state: State, instance: Instance, C: list[list[Rule]]) -> None:
    """All GAs, then covering, then their effects (CYC-3, `in_phases`)."""
    world = state.world
    due: list[bool] = []
    clocks: list[int] = []
    for members in C:  # 1
        due.append(bool(members) and stamp_if_due(state, members))
        clocks.append(state.clock)
    credited: list[tuple[Rule, Child, bool]] = []
    new: list[Child] = []
    for label, members in enumerate(C):  # 2
        for child in run_ga(state, members, label, clocks[label]) if due[label] else []:
            winner, parent = absorber(world, state.P, child.rule.bits, (child.first, child.second))
            if winner is None:
                new.append(child)
            else:
                credited.append((winner, child, parent))
    covered: list[tuple[int, Bits]] = []
    for label, members in enumerate(C):  # 3
        if not members:
            covered.append((label, covering(world, instance.x, instance.y, label, state.draw)))
    for winner, child, parent in credited:  # 4
        credit(state, winner, child, parent=parent)
    for child in new:  # 5
        insert_child(state, child)
    for label, bits in covered:  # 6
        gaining = place_covering_rule(state, label, bits, clocks[label])
        if gaining is not None:
            gaining.num += 1


def discover(state: State, instance: Instance, C: list[list[Rule]]) -> None:
    """Phases 5 and 6 of CYC-0."""
    if state.world.settings.ga_clock == "step":
        state.clock = state.t
    if state.world.settings.discovery_order == "by_label":
        discover_by_label(state, instance, C)
    else:
        discover_in_phases(state, instance, C)


# ------------------------------------------------------------------------------------------- a step (CYC-0, CYC-4)


def training_step(state: State, i: int) -> None:
    """One training step on instance i (CYC-0)."""
    world, instance = state.world, state.world.instances[i]
    M = match_set(world, state.P, instance.x)
    if world.settings.zero_coverage_test == "before_repair":
        remove_useless(state)
    loser = control(state, M)
    M = [rule for rule in M if rule is not loser or rule.num > 0]
    C = correct_sets(world, M, instance.y)
    update(world, M, C, instance.y)
    discover(state, instance, C)
    delete_surplus(state)


def remove_useless(state: State) -> None:
    """Rules that match nothing and have seen all of D leave P (GEN-7)."""
    for rule in list(state.P):
        old = state.t - rule.created >= len(state.world.instances)
        if old and coverage(state.world, rule.bits) == 0:
            state.P = [other for other in state.P if other is not rule]
            state.tell("removal", rule=rule.serial, num=rule.num)


def update_only_step(state: State, i: int) -> None:
    """Matching, correct sets and update alone (CYC-4)."""
    world, instance = state.world, state.world.instances[i]
    M = match_set(world, state.P, instance.x)
    update(world, M, correct_sets(world, M, instance.y), instance.y)


# -------------------------------------------------------------------------------------- initialisation (INI-1 to 7)


def distance(world: World, p: list[Value], c: list[Value]) -> float:
    """Squared Euclidean distance (INI-5)."""
    total = 0.0
    for attribute, p_i, c_i in zip(world.attributes, p, c, strict=True):
        if p_i is None or c_i is None:
            continue
        if attribute.kind != "continuous":
            total = total + (0.0 if p_i == c_i else 1.0)
        elif attribute.has_range():
            z = (p_i - c_i) / attribute.range()
            total = total + z * z
    return total


def k_means(world: World, points: list[list[Value]], k: int, draw: Draw) -> list[list[Value]]:
    """Centroids of a partition (INI-6, INI-7)."""
    for i, attribute in enumerate(world.attributes):
        largest = max([abs(x) for x in (point[i] for point in points) if x is not None], default=0.0)
        if attribute.kind == "continuous" and not math.isfinite(largest * float(len(points))):
            raise RefusalError("range-overflow")
    centroids: list[list[Value]] = []
    for _ in range(k):
        candidates = [point for point in points if point not in centroids]
        if not candidates:
            break
        centroids.append(candidates[math.floor(draw() * len(candidates))])
    stored: list[int] | None = None
    for _ in range(500):
        assigned = [nearest(world, point, centroids) for point in points]
        if assigned == stored:
            break
        used = [j for j in range(len(centroids)) if j in assigned]
        stored = [used.index(j) for j in assigned]
        centroids = [
            mean(world, [point for point, j in zip(points, stored, strict=True) if j == cluster])
            for cluster in range(len(used))
        ]
    return centroids


def nearest(world: World, point: list[Value], centroids: list[list[Value]]) -> int:
    """The index of the nearest centroid, the lowest of several (INI-7)."""
    distances = [distance(world, point, centroid) for centroid in centroids]
    return distances.index(min(distances))


def mean(world: World, members: list[list[Value]]) -> list[Value]:
    """The centroid of a cluster (INI-2, INI-7)."""
    centroid: list[Value] = []
    for i, attribute in enumerate(world.attributes):
        present = [x for x in (member[i] for member in members) if x is not None]
        if not present:
            centroid.append(None)
        elif attribute.kind == "continuous":
            total = 0.0
            for x in present:
                total = total + x
            centroid.append(total / len(present))
        else:
            counts = [present.count(code) for code in range(attribute.n_values)]
            centroid.append(counts.index(max(counts)))
    return centroid


def initialise(state: State) -> tuple[int, int]:
    """Fill P from centroids; how many there were, and how many of them match nothing (INI-1 to INI-4)."""
    world, settings = state.world, state.world.settings
    label_sets: list[Bits] = []
    for instance in world.instances:
        if instance.y not in label_sets:
            label_sets.append(instance.y)
    n_centroids = n_unmatched = 0
    for y in label_sets:
        points = [instance.x for instance in world.instances if instance.y == y]
        for centroid in k_means(world, points, math.ceil(settings.clustering_gamma * len(points)), state.draw):
            bits = covering_condition(world, centroid, settings.p_hash_init, state.draw, centroid=True)
            for value in y:
                bits += [0 if state.draw() < settings.p_label_hash_init else 1, value]
            n_centroids += 1
            same = [rule for rule in state.P if equal(world, rule.bits, bits)]
            if coverage(world, bits) == 0:  # INI-3
                n_unmatched += 1
            elif same:  # INI-4
                same[0].num += 1
            else:
                state.insert(Rule(bits))
    delete_surplus(state)
    return n_centroids, n_unmatched


# ------------------------------------------------------------------------------------ a run (CYC-1, CYC-4, FIN-1)


def run_length(world: World) -> tuple[int, int]:
    """Training steps and all steps of a run."""
    settings = world.settings
    training = settings.passes * len(world.instances)
    return training, training + int(settings.update_only * settings.passes) * len(world.instances)


def run_step(state: State) -> int:
    """The next step of a run; the instance that it presented."""
    state.t += 1
    i = (state.t - 1) % len(state.world.instances)
    if state.t <= run_length(state.world)[0]:
        training_step(state, i)
    else:
        update_only_step(state, i)
    return i


def final_rules(world: World, P: list[Rule]) -> list[Rule]:
    """The rules that a run is judged by."""
    return merged_at_the_end(world, P) if world.settings.final_merge and world.settings.update_only > 0 else P


def merged_at_the_end(world: World, P: list[Rule]) -> list[Rule]:
    """FIN-1."""
    R = [replace(rule) for rule in P]
    position = 0
    while position < len(R):
        c = R[position]
        winner = authors_winner(world, R[position + 1 :], c.bits)
        if winner is not None:
            winner.num += c.num
            del R[position]
        position += 1
    return sorted(R, key=lambda rule: -(rule.num * discounted_of(world.settings, rule)))


# ------------------------------------------------------------------------------------------- inference (INF-1 to 6)


def raw_votes(world: World, rules: list[Rule], x: list[Value]) -> list[float]:
    """The vote of every label (INF-1)."""
    settings = world.settings
    by_accuracy = settings.vote_weight == "accuracy"
    votes = [0.0] * world.n_labels
    for rule in rules:
        if rule.exp == 0 or not matches(world, rule.bits, x):
            continue
        v = rule.num * (acc_of(settings, rule) if by_accuracy else fitness_of(settings, rule))
        for label in range(world.n_labels):
            decision = world.decision(rule.bits, label)
            if decision is None:
                continue
            w = votes[label] + v if decision == 1 else votes[label] - v
            votes[label] = round32(w) if by_accuracy else w
    return votes


def normalised(settings: Settings, votes: list[float]) -> list[float]:
    """Normalised votes (INF-2)."""

    def rounded(z: float) -> float:
        return round32(z) if settings.vote_weight == "accuracy" else z

    low = min(0.0, *votes)
    shifted = [rounded(w - low) for w in votes]
    total = 0.0
    for s in shifted:
        total = rounded(total + s)
    return [rounded(s / total) if total > 0 else 0.0 for s in shifted]


def active(settings: Settings, votes: list[float], threshold: float) -> Bits:
    """Active labels (INF-2). The sum of the votes is above 0 iff a normalised vote is."""
    if all(n == 0 for n in votes):
        return [0] * len(votes)
    if settings.active_labels == "at_least":
        return [1 if n >= threshold else 0 for n in votes]
    return [1 if n > threshold else 0 for n in votes]


def candidates(votes: list[list[float]]) -> list[float]:
    """The thresholds that the exact searches try (INF-3)."""
    return sorted({n for row in votes for n in row if 0 < n < 0.5} | {0.5})


def ival(settings: Settings, votes: list[list[float]], truth: list[Bits], metric: str) -> float:
    """The threshold with the best metric (INF-3)."""

    def predicted(threshold: float) -> list[Bits]:
        return [active(settings, row, threshold) for row in votes]

    if settings.ival_search == "halving":
        return ival_by_halving(lambda th: metric_as_double(settings, metric, truth, predicted(th)))
    best = None
    found = 0.5
    for threshold in candidates(votes):
        score = metric_as_fraction(settings, metric, truth, predicted(threshold))
        if best is None or score > best:
            best, found = score, threshold
    return found


def ival_by_halving(score: Callable[[float], float]) -> float:
    """The search of the authors' program (INF-3)."""
    c, s = 0.25, 0.25
    for _ in range(10):
        largest, found = 0.0, c
        th, last = max(0.0, c - s), min(0.5, c + s)
        while th <= last:
            v = score(th)
            if v > largest:
                largest, found = v, th
            th = th + s / 2
        c, s = found, s / 2
    return c


def pcut(settings: Settings, votes: list[list[float]], truth: list[Bits]) -> float:
    """The threshold with the right number of labels (INF-4)."""
    n_labels_of_D = sum(sum(y) for y in truth)
    if settings.pcut_search == "halving":
        return pcut_by_halving(votes, n_labels_of_D)
    best = None
    found = 0.5
    for threshold in candidates(votes):
        error = abs(sum(sum(active(settings, row, threshold)) for row in votes) - n_labels_of_D)
        if best is None or error < best:
            best, found = error, threshold
    return found


def pcut_by_halving(votes: list[list[float]], n_labels_of_D: int) -> float:
    """The search of the authors' program (INF-4)."""
    n = len(votes)
    LCA = round32(n_labels_of_D / n)
    c, s = 0.25, 0.25
    for _ in range(15):
        smallest, found = math.inf, c
        th, last = max(0.0, round32(c - s)), min(0.5, round32(c + s))
        while th <= last:
            n_active = len([vote for row in votes for vote in row if vote >= th])
            e = round32(abs(n_active / n - LCA))
            if e < smallest:
                smallest, found = e, th
            th = round32(th + round32(s / 2))
        c, s = found, round32(s / 2)
    return c


def best_labels(world: World, rules: list[Rule], x: list[Value]) -> Bits:
    """Each label by the best rule that decides it (INF-5)."""
    settings = world.settings
    asked = [rule for rule in rules if rule.exp > 0 and matches(world, rule.bits, x)]
    if settings.best_order == "fitness":
        asked.sort(key=lambda rule: (-fitness_of(settings, rule), -rule.num, -rule.exp))
    else:
        asked = [rule for rule in asked if rule.num * acc_of(settings, rule) != 0]
        asked.sort(key=lambda rule: -(rule.num * acc_of(settings, rule)))
    labels: Bits = []
    for label in range(world.n_labels):
        decisions = [world.decision(rule.bits, label) for rule in asked]
        decided = [decision for decision in decisions if decision is not None]
        labels.append(decided[0] if decided else 0)
    return labels


# --------------------------------------------------------------------------------------------- metrics (MET-A to D)


def overlap(y: Bits, h: Bits) -> tuple[int, int]:
    """|Y and H|, |Y or H|."""
    pairs = list(zip(y, h, strict=True))
    return len([1 for a, b in pairs if a and b]), len([1 for a, b in pairs if a or b])


def accuracy(settings: Settings, truth: list[Bits], predicted: list[Bits]) -> float:
    """Accuracy (MET-A)."""
    total, n = 0.0, 0
    for y, h in zip(truth, predicted, strict=True):
        both, either = overlap(y, h)
        if either == 0 and settings.empty_label_sets == "skip":
            continue
        total = total + (1.0 if either == 0 else both / either)
        n += 1
    return total / n if n else math.nan


def exact_match(truth: list[Bits], predicted: list[Bits]) -> float:
    """Exact match (MET-A)."""
    right = len([1 for y, h in zip(truth, predicted, strict=True) if y == h])
    return right / len(truth) if truth else math.nan


def hamming_loss(truth: list[Bits], predicted: list[Bits]) -> float:
    """Hamming loss (MET-A)."""
    if not truth:
        return math.nan
    return n_wrong(truth, predicted) / (len(truth) * len(truth[0]))


def n_wrong(truth: list[Bits], predicted: list[Bits]) -> int:
    """Pairs of instance and label with a wrong label."""
    return sum(1 for y, h in zip(truth, predicted, strict=True) for a, b in zip(y, h, strict=True) if a != b)


def metric_as_double(settings: Settings, metric: str, truth: list[Bits], predicted: list[Bits]) -> float:
    """What the halving search makes largest (INF-3)."""
    if metric == "accuracy":
        return accuracy(settings, truth, predicted)
    return exact_match(truth, predicted) if metric == "exact_match" else -hamming_loss(truth, predicted)


def metric_as_fraction(settings: Settings, metric: str, truth: list[Bits], predicted: list[Bits]) -> Fraction:
    """What the exact search makes largest (INF-3)."""
    if metric == "hamming_loss":
        return Fraction(-n_wrong(truth, predicted))
    if metric == "exact_match":
        return Fraction(len([1 for y, h in zip(truth, predicted, strict=True) if y == h]))
    shares: list[Fraction] = []
    for y, h in zip(truth, predicted, strict=True):
        both, either = overlap(y, h)
        if either > 0:
            shares.append(Fraction(both, either))
        elif settings.empty_label_sets == "count_one":
            shares.append(Fraction(1))
    return sum(shares, Fraction(0)) / len(shares) if shares else Fraction(0)


def share_of_solution(world: World, rules: list[Rule], solutions: list[list[str]]) -> float:
    """%SCS (MET-B)."""
    shares: list[float] = []
    for solution in solutions:
        found = [text for text in solution if any(equal(world, rule.bits, read_ternary(text)) for rule in rules)]
        shares.append(len(found) / len(solution))
    return max(shares)


def compacted(world: World, rules: list[Rule], xs: list[list[Value]]) -> list[int]:
    """Positions of the rules that compaction keeps, ascending (MET-D)."""
    settings = world.settings
    weigh = fitness_of if settings.compaction_weight == "fitness" else discounted_of
    order = [i for i, rule in enumerate(rules) if rule.exp > 0]
    order.sort(key=lambda i: -(rules[i].num * weigh(settings, rules[i])))
    for n in range(len(order)):
        if all(decides_all(world, [rules[i] for i in order[:n]], x) for x in xs):
            return sorted(order[:n])
    return sorted(order)


def decides_all(world: World, rules: list[Rule], x: list[Value]) -> bool:
    """Whether rules together match an instance and decide all its labels."""
    M = match_set(world, rules, x)
    return all(any(world.decision(rule.bits, label) is not None for rule in M) for label in range(world.n_labels))


# ------------------------------------------------------------------------- notation and problems (REP-9, PRB-1)


def read_ternary(text: str) -> Bits:
    """A rule of binary attributes from the paper's notation."""
    bits: Bits = []
    for symbol in text.replace(" -> ", ""):
        bits += {"#": [0, 0], "0": [1, 0], "1": [1, 1]}[symbol]
    return bits


def ternary(world: World, bits: Bits) -> str:
    """A rule of binary attributes in the paper's notation (REP-9)."""
    symbols = "".join("#" if bits[i] == 0 else str(bits[i + 1]) for i in range(0, len(bits), 2))
    n = len(world.attributes)
    return f"{symbols[:n]} -> {symbols[n:]}"


def by_name(world: World, bits: Bits) -> str:
    """A rule of other attributes; its form is free (REP-9)."""
    tests: list[str] = []
    for i, attribute in enumerate(world.attributes):
        gene = world.gene(bits, attribute)
        if gene[0] == 0:
            continue
        if attribute.kind == "continuous":
            lower, upper = ordered_bounds(attribute, gene)
            tests.append(f"a{i + 1} in [{attribute.value(lower)}, {attribute.value(upper)}]")
        elif attribute.kind == "binary":
            tests.append(f"a{i + 1} = {gene[1]}")
        else:
            tests.append(f"a{i + 1} in {{{', '.join(str(j) for j, bit in enumerate(gene[1:]) if bit)}}}")
    decisions = [(label, world.decision(bits, label)) for label in range(world.n_labels)]
    labels = [f"{'' if d else 'NOT '}l{label + 1}" for label, d in decisions if d is not None]
    return f"IF {' AND '.join(tests) or 'TRUE'} THEN {', '.join(labels) or 'NOTHING'}"


def artificial_problem(name: str) -> tuple[list[tuple[Bits, Bits]], list[list[str]]]:
    """Instances and alternative shortest complete solutions (PRB-1)."""
    if name == "toy6x4":
        both = ["1##### -> 01##", "01#### -> 10##", "00#### -> 11##"]
        a1 = ["####00 -> ##00", "####01 -> ##01", "####10 -> ##10", "####11 -> ##11"]
        a2 = ["#####0 -> ###0", "#####1 -> ###1", "####0# -> ##0#", "####1# -> ##1#"]
        return [(x, toy_labels(x)) for x in combinations(6)], [both + a1, both + a2]
    if name not in {f"mlposition{n}" for n in range(1, 17)}:
        raise RefusalError("unknown-problem")
    n = int(name.removeprefix("mlposition"))
    solution = [
        "0" * (j - 1) + "1" + "#" * (n - j) + " -> " + "0" * (j - 1) + "1" + "0" * (n - j) for j in range(1, n + 1)
    ]
    solution.append("0" * n + " -> " + "0" * n)
    return [(x, position_labels(x)) for x in combinations(n)], [solution]


def combinations(n: int) -> list[Bits]:
    """Every combination of n bits in increasing binary order, the first bit being the most significant."""
    return [bits_of(number, n)[::-1] for number in range(2**n)]


def toy_labels(x: Bits) -> Bits:
    """Labels of toy6x4."""
    if x[0] == 1:
        return [0, 1, x[4], x[5]]
    return [1, 0, x[4], x[5]] if x[1] == 1 else [1, 1, x[4], x[5]]


def position_labels(x: Bits) -> Bits:
    """Labels of mlpositionN."""
    return [1 if bit == 1 and 1 not in x[:j] else 0 for j, bit in enumerate(x)]


# ------------------------------------------------------------------------------------------ the formats of vectors


def read_rule(given: Json) -> Rule:
    """A rule from JSON; what is not known of it is as at birth."""
    return Rule(**(given | {"bits": read_bits(given["bits"])}))


def read_rules(given: Json) -> list[Rule]:
    """P."""
    return [read_rule(each) for each in given["rules"]]


def read_rows(rows: list[list[Any]]) -> list[list[Value]]:
    """Rows of values."""
    return [[read_value(cell) for cell in row] for row in rows]


def read_votes(given: Json, settings: Settings) -> list[list[float]]:
    """Normalised votes, rounded where they are 32-bit floats."""
    rows = [[float(vote) for vote in row] for row in given["votes"]]
    if settings.vote_weight == "accuracy":
        return [[round32(vote) for vote in row] for row in rows]
    return rows


def read_sets(texts: list[str]) -> list[Bits]:
    """Label sets."""
    return [read_bits(text) for text in texts]


def read_state(given: Json, settings: Settings, draw: Draw) -> State:
    """A run in the middle."""
    state = State(read_world(given, settings), draw, clock=given.get("clock", 0), t=given.get("step", 0))
    state.P = read_rules(given)
    return state


def describe(settings: Settings, rule: Rule) -> Json:
    """A rule as answers have it."""
    return {
        "bits": write_bits(rule.bits),
        "num": rule.num,
        "exp": rule.exp,
        "tp": tp_of(settings, rule),
        "fp": rule.wrong,
        "msa": msa_of(settings, rule),
        "acc": acc_of(settings, rule),
        "fitness": fitness_of(settings, rule),
        "cs": rule.cs,
        "ts": rule.ts,
        "created": rule.created,
        "able": is_able(settings, rule),
    }


def describe_all(state: State) -> list[Json]:
    """P as answers have it."""
    return [describe(state.world.settings, rule) for rule in state.P]


def answer_layout(given: Json, settings: Settings, draw: Draw) -> Json:
    world = read_world(given, settings)
    return {
        "attribute_starts": [attribute.start for attribute in world.attributes],
        "label_starts": [world.label_start(label) for label in range(world.n_labels)],
        "size": world.size(),
    }


def answer_decode(given: Json, settings: Settings, draw: Draw) -> Json:
    attribute = read_world({"attributes": [given["attribute"]]}, settings).attributes[0]
    gene = read_bits(given["bits"])
    if attribute.kind == "binary":
        return {"active": gene[0] == 1, "values": [gene[1]]}
    if attribute.kind == "nominal":
        return {"active": gene[0] == 1, "values": [i for i, bit in enumerate(gene[1:]) if bit == 1]}
    both = bounds(attribute, gene)
    return {"active": gene[0] == 1, "bounds": list(both), "reals": [attribute.value(q) for q in both]}


def answer_match(given: Json, settings: Settings, draw: Draw) -> Json:
    attribute = read_world({"attributes": [given["attribute"]]}, settings).attributes[0]
    gene = read_bits(given["bits"])
    return {"accepted": [accepts(attribute, gene, read_value(x)) for x in given["x"]]}


def answer_generality(given: Json, settings: Settings, draw: Draw) -> Json:
    world = read_world(given, settings)
    return {"general": general(world, read_bits(given["rule"]), read_bits(given["other"]))}


def answer_equality(given: Json, settings: Settings, draw: Draw) -> Json:
    world = read_world(given, settings)
    return {"equal": equal(world, read_bits(given["rule"]), read_bits(given["other"]))}


def answer_repair(given: Json, settings: Settings, draw: Draw) -> Json:
    return {"rule": write_bits(repaired(read_world(given, settings), read_bits(given["rule"])))}


def answer_notation(given: Json, settings: Settings, draw: Draw) -> Json:
    world = read_world(given, settings)
    bits = read_bits(given["rule"]["bits"])
    zero_and_one = all(attribute.kind == "binary" and attribute.n_values == 2 for attribute in world.attributes)
    paper = zero_and_one and len(world.attributes) <= 64
    return {"text": ternary(world, bits) if paper else by_name(world, bits)}


def answer_coverage(given: Json, settings: Settings, draw: Draw) -> Json:
    world = read_world(given, settings)
    table = [[matches(world, rule.bits, instance.x) for instance in world.instances] for rule in read_rules(given)]
    return {
        "coverage": [write_bits([int(flag) for flag in row]) for row in table],
        "match_sets": [[i for i, row in enumerate(table) if row[j]] for j in range(len(world.instances))],
    }


def answer_correct_sets(given: Json, settings: Settings, draw: Draw) -> Json:
    state = read_state(given, settings, draw)
    instance = state.world.instances[given["instance"]]
    C = correct_sets(state.world, match_set(state.world, state.P, instance.x), instance.y)
    return {
        "correct_sets": [{"members": [state.P.index(rule) for rule in members], "num": micro(members)} for members in C]
    }


def answer_parameters(given: Json, settings: Settings, draw: Draw) -> Json:
    rule = read_rule(given["rule"])
    known = describe(settings, rule)
    answer = {name: known[name] for name in ("tp", "fp", "msa", "acc", "fitness", "able")}
    return answer | {"discounted_fitness": discounted_of(settings, rule)}


def answer_update(given: Json, settings: Settings, draw: Draw) -> Json:
    state = read_state(given, settings, draw)
    for i in given["presented"]:
        update_only_step(state, i)
    return {"rules": describe_all(state)}


def answer_covering(given: Json, settings: Settings, draw: Draw) -> Json:
    row = [read_value(cell) for cell in given["x"]]
    world = read_world(given, settings)
    check_values(world.attributes, [row])
    check_reach(world.attributes, [row])
    return {"rule": write_bits(covering(world, row, read_bits(given["y"]), given["label"], draw))}


def answer_roulette(given: Json, settings: Settings, draw: Draw) -> Json:
    return {"chosen": spin(given["weights"], draw(), settings)}


def answer_selection(given: Json, settings: Settings, draw: Draw) -> Json:
    read_world(given, settings)
    rules = read_rules(given)
    return {"parents": [rules.index(select_parent(settings, rules, draw)) for _ in range(2)]}


def answer_crossover(given: Json, settings: Settings, draw: Draw) -> Json:
    world = read_world(given, settings)
    children = crossover(world, read_bits(given["first"]), read_bits(given["second"]), given["label"], draw)
    return {"children": [write_bits(bits) for bits in children]}


def answer_ga(given: Json, settings: Settings, draw: Draw) -> Json:
    state = read_state(given, settings, draw)
    children = run_ga(state, state.P, given["label"], state.clock)
    return {
        "offspring": [
            {
                "rule": describe(settings, child.rule),
                "parents": [state.P.index(child.first), state.P.index(child.second)],
            }
            for child in children
        ]
    }


def answer_subsumption(given: Json, settings: Settings, draw: Draw) -> Json:
    state = read_state(given, settings, draw)
    world, P = state.world, state.P
    child = read_bits(given["child"])
    parents = None
    if "parents" in given:
        parents = (P[given["parents"][0]], P[given["parents"][1]])
    winner, parent = absorber(world, P, child, parents)
    return {
        "able": [is_able(settings, rule) for rule in P],
        "general": [general(world, rule.bits, child) for rule in P],
        "equal": [equal(world, rule.bits, child) for rule in P],
        "absorber": None if winner is None else {"rule": P.index(winner), "parent": parent},
    }


def answer_ga_due(given: Json, settings: Settings, draw: Draw) -> Json:
    clock = given["step"] if settings.ga_clock == "step" else given["clock"]
    labels: list[Json] = []
    for members in given["correct_sets"]:
        if members and settings.ga_clock == "label":
            clock += 1
        pairs = [(member["num"], member["ts"]) for member in members]
        labels.append({"clock": clock, "due": bool(members) and ga_is_due(settings, clock, pairs)})
    return {"labels": labels}


def answer_discovery(given: Json, settings: Settings, draw: Draw) -> Json:
    state = read_state(given, settings, draw)
    instance = state.world.instances[given["instance"]]
    discover(state, instance, correct_sets(state.world, match_set(state.world, state.P, instance.x), instance.y))
    return {"rules": describe_all(state), "clock": state.clock}


def answer_deletion(given: Json, settings: Settings, draw: Draw) -> Json:
    state = read_state(given, settings, draw)
    P = list(state.P)
    votes = [deletion_vote(settings, rule) for rule in P]
    losers = delete_surplus(state)
    return {"votes": votes, "deleted": [P.index(rule) for rule in losers], "num": [rule.num for rule in P]}


def answer_control(given: Json, settings: Settings, draw: Draw) -> Json:
    state = read_state(given, settings, draw)
    state.deletions_commenced = True
    P = list(state.P)
    loser = control(state, match_set(state.world, P, state.world.instances[given["instance"]].x))
    return {"loser": None if loser is None else P.index(loser), "num": [rule.num for rule in P]}


def answer_k_means(given: Json, settings: Settings, draw: Draw) -> Json:
    world = read_world(given, settings)
    return {"centroids": k_means(world, read_rows(given["points"]), given["k"], draw)}


def answer_clustering(given: Json, settings: Settings, draw: Draw) -> Json:
    state = State(read_world(given, settings), draw)
    n_centroids, n_unmatched = initialise(state)
    return {
        "rules": describe_all(state),
        "n_centroids": n_centroids,
        "n_unmatched": n_unmatched,
        "deletions_commenced": state.deletions_commenced,
    }


def answer_step(given: Json, settings: Settings, draw: Draw) -> Json:
    state = read_state(given, settings, draw)
    state.deletions_commenced = given.get("deletions_commenced", False)
    for i in given["presented"]:
        if given.get("update_only", False):
            update_only_step(state, i)
        else:
            training_step(state, i)
        state.t += 1
    return {
        "rules": describe_all(state),
        "clock": state.clock,
        "deletions_commenced": state.deletions_commenced,
    }


def answer_run(given: Json, settings: Settings, draw: Draw) -> Json:
    state = State(read_world(given, settings), draw)
    if settings.clustering:
        initialise(state)
    length = run_length(state.world)[1]
    while state.t < min(length, given["n_steps"]):
        run_step(state)
    return {
        "steps": state.t,
        "length": length,
        "clock": state.clock,
        "rules": describe_all(state),
        "final": [[write_bits(rule.bits), rule.num] for rule in final_rules(state.world, state.P)],
    }


def answer_final_merge(given: Json, settings: Settings, draw: Draw) -> Json:
    state = read_state(given, settings, draw)
    return {"rules": [describe(settings, rule) for rule in merged_at_the_end(state.world, state.P)]}


def n_unmatched(world: World, rules: list[Rule], xs: list[list[Value]]) -> int:
    """Instances that no rule matches, whatever its exp (INF-6)."""
    return len([x for x in xs if not match_set(world, rules, x)])


def answer_votes(given: Json, settings: Settings, draw: Draw) -> Json:
    world, rules, xs = read_world(given, settings), read_rules(given), read_rows(given["x"])
    raw = [raw_votes(world, rules, x) for x in xs]
    return {
        "raw": raw,
        "normalised": [normalised(settings, votes) for votes in raw],
        "n_unmatched": n_unmatched(world, rules, xs),
    }


def answer_active_labels(given: Json, settings: Settings, draw: Draw) -> Json:
    threshold = float(given["threshold"])
    return {"labels": [write_bits(active(settings, row, threshold)) for row in read_votes(given, settings)]}


def answer_thresholds(given: Json, settings: Settings, draw: Draw) -> Json:
    votes, truth = read_votes(given, settings), read_sets(given["truth"])
    return {
        "ival": ival(settings, votes, truth, given.get("metric", "accuracy")),
        "pcut": pcut(settings, votes, truth),
    }


def answer_best(given: Json, settings: Settings, draw: Draw) -> Json:
    world, rules, xs = read_world(given, settings), read_rules(given), read_rows(given["x"])
    return {
        "labels": [write_bits(best_labels(world, rules, x)) for x in xs],
        "n_unmatched": n_unmatched(world, rules, xs),
    }


def answer_metrics(given: Json, settings: Settings, draw: Draw) -> Json:
    truth, predicted = read_sets(given["truth"]), read_sets(given["predicted"])
    return {
        "accuracy": accuracy(settings, truth, predicted),
        "exact_match": exact_match(truth, predicted),
        "hamming_loss": hamming_loss(truth, predicted),
    }


def predictions(
    world: World, rules: list[Rule], xs: list[list[Value]], thresholds: dict[str, float]
) -> dict[str, list[Bits]]:
    """What each of the three methods predicts."""
    votes = [normalised(world.settings, raw_votes(world, rules, x)) for x in xs]
    by_method = {
        name: [active(world.settings, row, threshold) for row in votes] for name, threshold in thresholds.items()
    }
    return by_method | {"best": [best_labels(world, rules, x) for x in xs]}


def thresholds_of(
    world: World, rules: list[Rule], xs: list[list[Value]], truth: list[Bits], metric: str
) -> dict[str, float]:
    """Both thresholds of a ruleset on D."""
    settings = world.settings
    votes = [normalised(settings, raw_votes(world, rules, x)) for x in xs]
    return {"pcut": pcut(settings, votes, truth), "ival": ival(settings, votes, truth, metric)}


def answer_evaluation(given: Json, settings: Settings, draw: Draw) -> Json:
    world, rules, xs = read_world(given, settings), read_rules(given), read_rows(given["x"])
    truth = read_sets(given["truth"])
    thresholds = thresholds_of(world, rules, xs, truth, given.get("metric", "accuracy"))
    answer: Json = {**thresholds, "n_unmatched": n_unmatched(world, rules, xs)}
    for name, predicted in predictions(world, rules, xs, thresholds).items():
        answer[f"labels_{name}"] = [write_bits(h) for h in predicted]
        answer[f"accuracy_{name}"] = accuracy(settings, truth, predicted)
    return answer


def answer_compaction(given: Json, settings: Settings, draw: Draw) -> Json:
    world = read_world(given, settings)
    return {"kept": compacted(world, read_rules(given), read_rows(given["x"]))}


def answer_scs(given: Json, settings: Settings, draw: Draw) -> Json:
    return {"share": share_of_solution(read_world(given, settings), read_rules(given), given["solutions"])}


def answer_problem(given: Json, settings: Settings, draw: Draw) -> Json:
    instances, solutions = artificial_problem(given["name"])
    return {
        "instances": [f"{write_bits(x)} -> {write_bits(y)}" for x, y in instances],
        "solutions": solutions,
    }


def numbers(stream: Draw, given: Json) -> Json:
    """Some numbers of a stream."""
    for _ in range(given["skip"]):
        stream()
    return {"numbers": [stream() for _ in range(given["count"])]}


def answer_pcg64(given: Json, settings: Settings, draw: Draw) -> Json:
    return numbers(Pcg64(int(given["state"]), int(given["increment"])), given)


def answer_java_random(given: Json, settings: Settings, draw: Draw) -> Json:
    return numbers(JavaRandom(int(given["seed"])), given)


def answer_settings(given: Json, settings: Settings, draw: Draw) -> Json:
    return {"settings": asdict(settings)}


FORMATS: dict[str, Callable[[Json, Settings, Draw], Json]] = {
    name.removeprefix("answer_").replace("_", "-"): function
    for name, function in globals().items()
    if name.startswith("answer_")
}


def answer(case: Json) -> Json:
    """The answer to a case (specs/formats/README.md, "Consuming a vector")."""
    settings = read_settings(case["settings"], case["in"].get("problem"))
    tape = Tape(case["draws"])
    out = FORMATS[case["format"]](case["in"], settings, tape)
    tape.check_end()
    return out


# ------------------------------------------------------------------------------------------ the executor protocol


def speakable(value: Any) -> Any:
    """What JSON cannot spell is text."""
    if isinstance(value, dict):
        return {name: speakable(each) for name, each in value.items()}
    if isinstance(value, list):
        return [speakable(each) for each in value]
    if isinstance(value, float) and not math.isfinite(value):
        return "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"
    return value


def finite(text: str) -> float:
    """A number that a double can hold."""
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"No double can hold {text}.")
    return number


def respond(case: Json) -> Json:
    """The response to a case, without `seq`."""
    if case["format"] == "echo":
        echoed: Json = case["in"]
        return echoed
    if case["format"] not in FORMATS:
        return {"skipped": {"reason": f"no format {case['format']}"}}
    try:
        return {"out": speakable(answer(case))}
    except RefusalError as refusal:
        return {"reject": str(refusal)}
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        return {"errored": {"message": f"{type(error).__name__}: {error}"}}


def description() -> Json:
    """The response to `start`."""
    return {
        "protocol": 1,
        "implementation": {"name": "naive", "version": "1", "language": "Python"},
        "supports": {"formats": list(FORMATS), "profiles": ["paper", "authors"]},
    }


def serve(requests: TextIO, responses: TextIO) -> None:
    """Answer requests until `stop` or the end (specs/protocol.md)."""
    for line in requests:
        request = json.loads(line, parse_float=finite, parse_constant=finite)
        if request["cmd"] == "stop":
            return
        start = request["cmd"] == "start"
        response = description() if start else {"seq": request["seq"], **respond(request["case"])}
        responses.write(json.dumps(response, allow_nan=False) + "\n")
        responses.flush()


# ---------------------------------------------------------------------------------------------- traces (traces.md)


def read_lines(file: Path) -> list[Json]:
    """The lines of a trace or of a recorded run."""
    data = file.read_bytes()
    text = gzip.decompress(data) if file.name.endswith(".gz") else data
    return [json.loads(line) for line in text.decode().splitlines()]


def start_run(header: Json) -> State:
    """The run that a header asks for, before its first step."""
    settings = read_settings({"profile": header["profile"], **header["settings"]})
    stream = header["stream"]
    draw: Draw
    if stream["name"] == "java":
        draw = JavaRandom(int(stream["seed"]))
    else:
        draw = Pcg64(int(stream["state"]), int(stream["increment"]))
    state = State(read_world(header["data"], settings), draw)
    if settings.clustering:
        initialise(state)
    return state


def trace(header: Json) -> Iterator[Json]:
    """All lines of the trace that a header asks for, this header included."""
    yield header | {"implementation": {"name": "naive", "version": "1"}}
    counts: dict[str, int] = {}
    n_lines = 1
    for line in lines_between(header, state := start_run(header)):
        n_lines += 1
        if line["phase"] != "checkpoint":
            counts[line["phase"]] = counts.get(line["phase"], 0) + 1
        yield line
    footer = {"step": state.t, "phase": "footer", "lines": n_lines + 1, "events": counts}
    if state.t == run_length(state.world)[1]:
        test = read_world(header["test"] or header["data"], state.world.settings)
        footer["evaluation"] = evaluation(state, test.instances)
    yield footer


def lines_between(header: Json, state: State) -> Iterator[Json]:
    """Events and checkpoints."""
    yield from state.events
    yield checkpoint(state, whole=True)
    n_checkpoints = 1
    while state.t < header["steps"]:
        state.events = []
        i = run_step(state)
        state.tell("end", instance=i, macro=len(state.P), micro=micro(state.P), draws=made(state))
        yield from state.events
        last = state.t == header["steps"]
        if state.t % header["checkpoint_every"] == 0 or last:
            yield checkpoint(state, whole=n_checkpoints % header["population_every"] == 0 or last)
            n_checkpoints += 1


def made(state: State) -> int:
    """Draws so far."""
    return int(getattr(state.draw, "made", 0))


def checkpoint(state: State, *, whole: bool) -> Json:
    """The state between two steps."""
    exact, recorded = "", ""
    for rule in state.P:
        bits = write_bits(rule.bits)
        cs = struct.pack(">d", rule.cs).hex()
        exact += f"{rule.serial} {bits} {rule.num} {rule.exp} {rule.correct} {rule.wrong} {rule.indifferent} "
        exact += f"{rule.ts} {rule.created} {cs}\n"
        recorded += f"{bits} {rule.num} {rule.exp} {rule.ts}\n"
    line: Json = {
        "step": state.t,
        "phase": "checkpoint",
        "macro": len(state.P),
        "micro": micro(state.P),
        "draws": made(state),
        "crc32": f"{zlib.crc32(recorded.encode()):08x}",
        "hash": hashlib.sha256(exact.encode()).hexdigest(),
    }
    if whole:
        line["population"] = [written_rule(state.world.settings, rule) for rule in state.P]
    return line


def written_rule(settings: Settings, rule: Rule) -> Json:
    """A rule of a checkpoint."""
    written = asdict(rule) | {"rule": rule.serial, "bits": write_bits(rule.bits)}
    del written["serial"], written["stamped"]
    written |= {"tp": tp_of(settings, rule), "msa": msa_of(settings, rule), "fitness": fitness_of(settings, rule)}
    return written


def evaluation(state: State, test: list[Instance]) -> dict[str, float]:
    """Thresholds on D, metrics on the test data, of a run at its end."""
    world = state.world
    rules = final_rules(world, state.P)
    xs, truth = [each.x for each in world.instances], [each.y for each in world.instances]
    thresholds = thresholds_of(world, rules, xs, truth, "accuracy")
    found = {f"threshold_{name}": threshold for name, threshold in thresholds.items()}
    xs, truth = [each.x for each in test], [each.y for each in test]
    for name, predicted in predictions(world, rules, xs, thresholds).items():
        found[f"accuracy_{name}"] = accuracy(world.settings, truth, predicted)
        found[f"hammingloss_{name}"] = hamming_loss(truth, predicted)
        found[f"exactmatch_{name}"] = exact_match(truth, predicted)
    return found


def replay_trace(lines: list[Json]) -> str | None:
    """The first difference between a trace and what happens here."""
    header = lines[0]
    for wanted, found in zip_longest(lines, trace(header)):
        if wanted is None or found is None:
            return f"one of the two goes on with {wanted or found}"
        if found["phase"] == "header":
            continue
        difference = first_difference(wanted, speakable(found), header["compare"], [])
        if difference is not None:
            return f"step {found['step']}, {found['phase']}: {difference}"
    return None


def first_difference(wanted: Any, found: Any, bounds_by_path: Json, path: list[str]) -> str | None:
    """Where two values differ; numbers may differ by the bounds of their path."""
    if isinstance(wanted, dict) and isinstance(found, dict) and wanted.keys() == found.keys():
        pairs = [(name, wanted[name], found[name]) for name in wanted]
    elif isinstance(wanted, list) and isinstance(found, list) and len(wanted) == len(found):
        pairs = [(str(i), a, b) for i, (a, b) in enumerate(zip(wanted, found, strict=True))]
    elif wanted == found or near(wanted, found, bound_of(bounds_by_path, path)):
        return None
    else:
        return f"{'/'.join(path)}: wanted {wanted}, found {found}"
    for name, a, b in pairs:
        difference = first_difference(a, b, bounds_by_path, [*path, name])
        if difference is not None:
            return difference
    return None


def bound_of(bounds_by_path: Json, path: list[str]) -> Json:
    """The bounds of a path, none if it is exact."""
    for pattern, bound in bounds_by_path.items():
        parts = pattern.split("/")
        if len(parts) == len(path) and all(a in {"*", b} for a, b in zip(parts, path, strict=True)):
            return {} if bound == "exact" else bound
    return {}


def near(wanted: Any, found: Any, bound: Json) -> bool:
    """Whether two numbers are as near as any of the bounds asks."""
    if not isinstance(wanted, (int, float)) or not isinstance(found, (int, float)):
        return False
    distance_between = abs(wanted - found)
    largest = max(abs(wanted), abs(found))
    units = {"rel": largest, "abs": 1, "ulp": math.ulp(largest)}
    return any(distance_between <= limit * units[name] for name, limit in bound.items())


RECORDED_NAMES = {
    "N": "population_size",
    "beta": "learning_rate",
    "nu": "accuracy_power",
    "acc0": "accuracy_threshold",
    "gamma": "clustering_gamma",
}
RECORDED_FIELDS = ("bits", "num", "exp", "tp", "msa", "fitness", "cs", "ts")


def replay_recording(lines: list[Json]) -> str | None:
    """The first difference between a recorded run of the authors' program and what happens here (README)."""
    recorded, states = lines[0], lines[1:]
    named = {RECORDED_NAMES.get(name, name): value for name, value in recorded["settings"].items()}
    seed, train = named.pop("seed"), named.pop("train")
    named.pop("labels")
    test = named.pop("test", None) or train
    settings = read_settings({"profile": "authors", **named})
    state = State(read_world(problem_data(train), settings), JavaRandom(seed))
    for wanted in states:
        i = -1
        while state.t < wanted["step"]:
            i = run_step(state)
        difference = first_difference(wanted, recorded_state(state, i, wanted), RECORDED_BOUNDS, [])
        if difference is not None:
            return f"step {state.t}: {difference}"
    while state.t < run_length(state.world)[1]:
        run_step(state)
    found = evaluation(state, read_world(problem_data(test), settings).instances)
    difference = first_difference(recorded["evaluation"], found, {"*": {"abs": 1e-6}}, [])
    return None if difference is None else f"evaluation: {difference}"


RECORDED_BOUNDS = {"population/*/*": {"rel": 1e-9, "abs": 1e-9}}


def problem_data(name: str) -> Json:
    """An artificial problem as the data of a header."""
    instances, _ = artificial_problem(name)
    n_attributes, n_labels = len(instances[0][0]), len(instances[0][1])
    return {
        "attributes": [{"kind": "binary"}] * n_attributes,
        "n_labels": n_labels,
        "instances": [{"x": x, "y": write_bits(y)} for x, y in instances],
    }


def recorded_state(state: State, i: int, wanted: Json) -> Json:
    """The state as the recording has it, with the fields that it has."""
    line = checkpoint(state, whole=True) | {"instance": i}
    line["population"] = [[rule[name] for name in RECORDED_FIELDS] for rule in line["population"]]
    return {name: each for name, each in line.items() if name in wanted}


def replay(file: Path) -> bool:
    """Whether a trace or a recorded run is what happens here; says so, too."""
    lines = read_lines(file)
    difference = replay_trace(lines) if lines[0].get("phase") == "header" else replay_recording(lines)
    print(f"{file}: {difference or 'agrees'}")
    return difference is None


def main(arguments: list[str]) -> int:
    """Be an executor, write a trace, or compare."""
    if not arguments:
        serve(sys.stdin, sys.stdout)
        return 0
    if arguments[0] == "trace" and len(arguments) == 2:
        for line in trace(read_lines(Path(arguments[1]))[0]):
            print(json.dumps(speakable(line)))
        return 0
    if arguments[0] == "replay" and len(arguments) > 1:
        agreements = [replay(Path(name)) for name in arguments[1:]]
        return 0 if all(agreements) else 1
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
