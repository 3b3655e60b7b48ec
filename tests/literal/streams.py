"""Streams of numbers in [0, 1), each counting what it has given."""

from collections.abc import Sequence
from typing import Protocol

from numpy.random import PCG64


class Stream(Protocol):
    """A source of numbers u with 0 <= u < 1; `count` numbers have been drawn so far."""

    count: int

    def draw(self) -> float:
        """Return the next number."""
        ...


class JavaStream:
    """java.util.Random(seed).nextDouble(): a 48-bit linear congruential generator (Replay)."""

    def __init__(self, seed: int) -> None:
        self.count = 0
        self._state = (seed ^ 0x5DEECE66D) & (1 << 48) - 1

    def _next(self, bits: int) -> int:
        self._state = (self._state * 0x5DEECE66D + 0xB) & (1 << 48) - 1
        return self._state >> 48 - bits

    def draw(self) -> float:
        """Return nextDouble()."""
        self.count += 1
        high = self._next(26)
        return float((high << 27) + self._next(27)) * 2.0**-53


class PcgStream:
    """numpy's PCG64(seed), doubles as (next64 >> 11) * 2^-53."""

    def __init__(self, seed: int) -> None:
        self.count = 0
        self._generator = PCG64(seed)

    def draw(self) -> float:
        """Return the next double."""
        self.count += 1
        return float(int(self._generator.random_raw()) >> 11) * 2.0**-53


class ListStream:
    """The given numbers in order; IndexError past the last."""

    def __init__(self, numbers: Sequence[float]) -> None:
        self.count = 0
        self._numbers = list(numbers)

    def draw(self) -> float:
        """Return the next number of the list."""
        self.count += 1
        return self._numbers[self.count - 1]
