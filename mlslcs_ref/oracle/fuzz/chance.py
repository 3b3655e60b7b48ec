"""Chance for random cases, and the sizes and values at which implementations tend to break."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeVar

from mlslcs_ref.core.draws import PcgDraws

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
        """Return so many things."""
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
        """Return a number, or one that is told from it by the last digit of a double, or not by 32 bits."""
        return self.among((x, x, math.nextafter(x, math.inf), math.nextafter(x, -math.inf), x * (1.0 + 2.0**-30)))
