"""Chance for random cases: the sizes, values and settings at which implementations tend to break."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Final, TypeVar

from mlslcs_ref.core.draws import PcgDraws
from mlslcs_ref.settings import PROFILES, setting_infos

T = TypeVar("T")

EDGES: Final[Mapping[str, tuple[int, ...]]] = {
    "labels": (8, 9, 31, 32, 33, 60, 61, 62, 63, 64, 65, 66, 120, 121, 124, 125, 127, 128, 129, 130),
    "attributes": (15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 512),
    "values": (4, 5, 31, 32, 33, 63, 64, 65, 70, 255, 256, 257),
    "rules": (4, 5, 16, 17, 20, 32, 33, 64, 65, 66, 127, 128, 129, 255, 256, 257),
    "instances": (9, 17, 20, 25, 50, 64, 65, 127, 128, 129, 255, 256, 257),
    "bits": (1, 8, 12, 16),
    "codes": (255, 256, 257, 32767, 32768, 32769, 40000, 65535, 65536, 65537),
    "steps": (127, 128, 129, 255, 256, 257, 400),
    "nums": (2, 255, 256, 257, 32768, 65535, 65536, 65537),
    "clocks": (10**9, 2**31 - 1, 2**31, 2**32 + 1, 2**44, 2**53),
    "updates": (127, 128, 255, 256, 257, 32767, 32768, 65535, 65536, 2**31, 2**32 + 1),
}
"""Sizes around the widths of words, of counters and of what sorts of libraries treat in another way.

Binary attributes and labels take two bits, so these numbers of them put the borders of genes on, before and behind the
bits 32, 64, 128, 256 and 1024; `bits` is `precision_bits`; `codes` are values of a nominal attribute where nothing else
is large; `steps` are those of whole runs; `nums` and `updates` are those of a rule. Of 20, 25 and 50 instances some
shares are a whole number but for the last digit.
"""
Json = dict[str, Any]
NUMBERS: Final[Mapping[str, tuple[float, ...]]] = {
    "population_size": (1, 2, 3, 5, 8, 12, 40, 300),
    "passes": (0, 1, 2, 3),
    "theta_ga": (0, 1, 2, 5, 25, 2000),
    "p_hash": (0, 0.1, 0.33, 0.5, 0.9, 1),
    "p_label_hash": (0, 0.1, 0.5, 1),
    "crossover_rate": (0, 0.5, 0.8, 1),
    "mutation_rate": (0, 0.04, 0.2, 1),
    "learning_rate": (0, 0.2, 0.3, 1),
    "accuracy_power": (1, 2, 3, 10, 2.5),
    "accuracy_threshold": (0, 0.3, 0.7, 0.99),
    "theta_exp": (0, 1, 4, 10),
    "theta_del": (0, 1, 7, 20),
    "update_only": (0, 0.5, 1),
    "clustering_gamma": (0.07, 0.1, 0.14, 0.2, 0.28, 0.5, 0.55, 1),
    "p_hash_init": (0, 0.3),
    "p_label_hash_init": (0, 0.3),
}
"""Settings that are numbers, with values at which something happens in a few steps."""
SHARES: Final = ((0.9, 1), (1, 1), (0, 0), (0.1, 0.3), (0.3, 0.7))
"""Pairs of omega and phi."""
POWERS: Final = (309, 1000)
"""Values of `accuracy_power` with which fitness is no normal double, or 0, for rules that are not bad."""
RATES: Final = ("p_hash", "p_label_hash", "crossover_rate", "mutation_rate", "p_hash_init", "p_label_hash_init")
"""Settings with which draws are compared."""
MOST_TESTS: Final = 12_000
"""Tests of values by rules in a case: larger ones would take a plain executor seconds."""


class Chance:
    """Everything random about cases, from one seed."""

    def __init__(self, seed: int) -> None:
        self._draws = PcgDraws(seed)

    def unit(self) -> float:
        """Return a number from 0 up to 1, which is not reached."""
        return self._draws.unit("fuzz")

    def flag(self, probability: float = 0.5) -> bool:
        """Return true with this probability."""
        return self.unit() < probability

    def integer(self, low: int, high: int) -> int:
        """Return a whole number, both bounds included."""
        return low + math.floor(self.unit() * (high - low + 1))

    def among(self, choices: Sequence[T]) -> T:
        """Return one of some things."""
        return choices[self.integer(0, len(choices) - 1)]

    def among_or_last(self, choices: Sequence[T]) -> T:
        """Return one of some things, often the last."""
        return choices[-1] if self.flag(0.3) else self.among(choices)

    def several(self, low: int, high: int, make: Callable[[], T]) -> list[T]:
        """Return several things, from `low` to `high`."""
        return [make() for _ in range(self.integer(low, high))]

    def edge(self, kind: str) -> int:
        """Return a size at an edge, often the largest, which is beyond every limit."""
        return EDGES[kind][-1] if self.flag(0.3) else self.among(EDGES[kind])

    def bits(self, size: int, probability: float = 0.5) -> str:
        """Return a text of 0s and 1s, each 1 with this probability."""
        return "".join("1" if self.flag(probability) else "0" for _ in range(size))

    def real(self, low: float, high: float) -> float:
        """Return a number between two: a whole one, one of a digit after the point, or any double."""
        x = low + self.unit() * (high - low)
        return self.among((float(round(x)), round(x, 1), round(x, 3), x))

    def near(self, x: float) -> float:
        """Return a number, or one that differs in the last digit of a double, or that 32 bits cannot tell from it."""
        return self.among((x, x, math.nextafter(x, math.inf), math.nextafter(x, -math.inf), x * (1.0 + 2.0**-30)))


def chosen_settings(chance: Chance) -> Json:
    """Return a profile with some changes: none, a few, or a mixture of both profiles."""
    chosen: Json = {"profile": chance.among(tuple(PROFILES))}
    mixing = chance.among((0.0, 0.2, 0.5, 0.5))
    for info in setting_infos():
        if info.kind in {bool, str} and chance.flag(mixing):
            chosen[info.name] = chance.among(info.choices or (False, True))
    for name, values in NUMBERS.items():
        if chance.flag(0.6):
            chosen[name] = chance.among(values)
    if chance.flag(0.15):
        # where nothing is left to chance, rules are made that are there already
        chosen |= {name: chance.integer(0, 1) for name in RATES}
    if chance.flag(0.08):
        chosen["accuracy_power"] = chance.among(POWERS)
    if chance.flag():
        chosen["omega"], chosen["phi"] = chance.among(SHARES)
    chosen["precision_bits"] = chance.edge("bits") if chance.flag(0.3) else chance.integer(1, 5)
    return chosen


@dataclass(frozen=True)
class Shape:
    """How large a case is."""

    attributes: int
    labels: int
    rules: int
    instances: int
    """`attributes`, `labels`, `rules`, `instances`: How many of each."""
    values: int
    """Values of a nominal attribute, at most."""


SIZES: Final = tuple(field.name for field in fields(Shape))


def chosen_shape(chance: Chance, varied: Sequence[str] = SIZES) -> Shape:
    """Return small sizes, one or two of them perhaps at an edge, such that the whole does not become too large."""
    while True:
        sizes = {
            "attributes": chance.integer(1, 4),
            "labels": chance.integer(1, 4),
            "rules": chance.integer(1, 8),
            "instances": chance.integer(1, 6),
            "values": chance.integer(1, 4),
        }
        for _ in range(chance.among((0, 1, 1, 1, 2))):
            kind = chance.among(varied)
            sizes[kind] = chance.edge(kind)
        shape = Shape(**sizes)
        if shape.rules * shape.instances * (shape.attributes + shape.labels) <= MOST_TESTS:
            return shape
