"""The run's single stream of random numbers.

A draw is one double u, 0 <= u < 1. Whoever draws says what for, so that a recording can tell; no mechanism owns a
generator, and nothing else in the package is random. Clauses: RND-1 to RND-4.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np
import numpy.typing as npt
from bitarray import bitarray
from bitarray.util import ones

from mlslcs_ref.core.building import i64, mypyc_attr

Raw = npt.NDArray[np.uint64]

BLOCK: Final = 16384
SOME: Final = 256
FEW: Final = 16  # fewer take less time one by one than a block does at once
LOW_BITS: Final = np.uint64(11)
TWO_TO_MINUS_53: Final = 1.0 / (1 << 53)
JAVA_FACTOR: Final = 0x5DEECE66D
JAVA_SUMMAND: Final = 0xB
BITS_24: Final = (1 << 24) - 1
BITS_48: Final = (1 << 48) - 1


@mypyc_attr(allow_interpreted_subclasses=True)
class Draws:
    """A stream of numbers in [0, 1) (RND-1)."""

    def unit(self, purpose: str) -> float:
        """Return the next number of the stream; what it decides is said for recordings and has no influence on it."""
        raise NotImplementedError

    def below(self, rate: float, n: int, purpose: str) -> bitarray:
        """Draw `n` numbers and return a bit array of length `n` that is set where a number is below `rate`."""
        return bitarray([self.unit(purpose) < rate for _number in range(n)], "little")

    @property
    def count(self) -> int:
        """How many numbers have been drawn so far."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class BlockDraws(Draws):
    """A stream of numbers i*2^-53, i a random integer below 2^53, made a block at a time.

    Mutation compares every number of a block with the same rate, so that is done once per block, for all bits at once
    and without `unit`: whoever overrides one of the two overrides the other. Others are taken one by one.
    """

    def __init__(self) -> None:
        self._block: Raw = np.empty(0, dtype=np.uint64)
        self._bytes = b""  # of some of the block, which take less time than those of all of it
        self._bytes_from: i64 = 0
        self._size: i64 = 0
        self._next: i64 = 0
        self._before = 0
        self._below: dict[float, bitarray] = {}

    def make_block(self) -> Raw:
        """Return the next integers, at least one, in the high 53 of 64 bits; the others may be anything."""
        raise NotImplementedError

    def skip_blocks(self, n: i64) -> None:
        """Leave out the next `n` blocks."""
        raise NotImplementedError

    def go_to(self, count: i64) -> None:
        """Continue where `count` numbers have been drawn, in a stream of which none has been."""
        n_left = count % BLOCK
        self.skip_blocks(count // BLOCK)
        self._before = count - n_left
        if n_left:
            self._renew()
            self._next = n_left

    def unit(self, purpose: str) -> float:  # noqa: ARG002 - only recordings look at it
        """Return the next number of the stream, whatever `purpose` says."""
        if self._next == self._size:
            self._renew()
        # byte by byte, as compiled code would make objects of larger numbers; none of the lowest byte is needed
        at: i64 = 8 * (self._next - self._bytes_from)
        if at >= len(self._bytes):
            some = self._block[self._next : self._next + SOME]
            self._bytes, self._bytes_from, at = some.astype("<u8", copy=False).tobytes(), self._next, 0
        raw = self._bytes
        number: i64 = raw[at + 7]
        number = (number << 8 | raw[at + 6]) << 8 | raw[at + 5]
        number = (number << 8 | raw[at + 4]) << 8 | raw[at + 3]
        number = (number << 8 | raw[at + 2]) << 8 | raw[at + 1]
        self._next += 1
        return float(number >> 3) * TWO_TO_MINUS_53

    def below(self, rate: float, n: int, purpose: str) -> bitarray:
        """Draw `n` numbers and return a bit array of length `n` that is set where a number is below `rate`."""
        if n < FEW:
            return bitarray([BlockDraws.unit(self, purpose) < rate for _number in range(n)], "little")
        found = self._taken(rate, n)
        while len(found) < n:
            self._renew()
            found += self._taken(rate, n - len(found))
        return found

    def _taken(self, rate: float, n: int) -> bitarray:
        """Take `n` numbers of this block, or all that are left."""
        below = self._below.get(rate)
        if below is None and rate >= 1.0:
            below = self._below[rate] = ones(self._size, "little")
        elif below is None:
            # an integer is below a number iff it is below the next integer; the low bits of others do not matter
            least = np.uint64(math.ceil(rate / TWO_TO_MINUS_53)) << LOW_BITS
            flags = np.packbits(self._block < least, bitorder="little")
            below = self._below[rate] = bitarray(flags.tobytes(), "little")
        start = self._next
        self._next = min(start + n, self._size)
        return below[start : self._next]

    @property
    def count(self) -> int:
        """How many numbers have been drawn so far."""
        return self._before + self._next

    def _renew(self) -> None:
        self._before += self._size
        self._next = 0
        self._block = self.make_block()
        self._bytes, self._bytes_from = b"", 0
        self._size = len(self._block)
        self._below = {}


@mypyc_attr(allow_interpreted_subclasses=True)
class PcgDraws(BlockDraws):
    """The default stream: numpy's PCG64, doubles as (next64 >> 11) * 2^-53 (RND-2, RND-3)."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.seed = seed
        self._generator = np.random.PCG64(seed)

    def make_block(self) -> Raw:
        """Return the next `BLOCK` integers."""
        block: Raw = self._generator.random_raw(BLOCK)
        return block

    def skip_blocks(self, n: i64) -> None:
        """Leave out the next `n` blocks."""
        self._generator.advance(n * BLOCK)


@mypyc_attr(allow_interpreted_subclasses=True)
class JavaDraws(BlockDraws):
    """The stream of the authors' program: java.util.Random(seed).nextDouble() (RND-4)."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.seed = seed
        self._state: i64 = (seed ^ JAVA_FACTOR) & BITS_48

    def make_block(self) -> Raw:
        """Return the next `BLOCK` integers."""
        integers = [(self._bits(26) << 27) + self._bits(27) for _ in range(BLOCK)]
        return np.array(integers, dtype=np.uint64) << LOW_BITS

    def skip_blocks(self, n: i64) -> None:
        """Leave out the next `n` blocks, of two states a number."""
        # after so many states it is power*state + summand*total, total the sum of the powers of the factor below
        power = pow(JAVA_FACTOR, n * BLOCK * 2, (JAVA_FACTOR - 1) << 48)
        total, _ = divmod(power - 1, JAVA_FACTOR - 1)
        moved = _product(self._state, power & BITS_48) + _product(JAVA_SUMMAND, total & BITS_48)
        self._state = moved & BITS_48

    def _bits(self, n: i64) -> int:
        # half of the state at a time, so that no product goes beyond 64 bits; no call, as this is done for each number
        low = (self._state & BITS_24) * JAVA_FACTOR + JAVA_SUMMAND
        high = ((self._state >> 24) * JAVA_FACTOR) & BITS_24
        self._state = (low + (high << 24)) & BITS_48
        return self._state >> (48 - n)


def _product(a: i64, b: i64) -> i64:
    """Return a*b modulo 2^48, of numbers below that."""
    mixed: i64 = ((a >> 24) * (b & BITS_24) + (a & BITS_24) * (b >> 24)) & BITS_24
    return ((a & BITS_24) * (b & BITS_24) + (mixed << 24)) & BITS_48
