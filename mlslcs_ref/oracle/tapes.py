"""The draws of cases: tapes, which repeat given numbers or keep those of another stream, and for runs a stream."""

from __future__ import annotations

from typing import Final

import numpy as np

from mlslcs_ref.core.draws import LOW_BITS, BlockDraws, Draws, JavaDraws, Raw
from mlslcs_ref.untrusted import Untrusted

TWO_TO_53: Final = 2.0**53
BLOCK: Final = 61
"""Numbers of a tape at a time: few, so that what is drawn at once goes over borders of blocks."""
MULTIPLIER: Final = 0x2360ED051FC65DA44385DF649FCCF645
WORD: Final = (1 << 64) - 1
STATE: Final = (1 << 128) - 1
UNIT: Final = 2.0**-53


class DrawsExhaustedError(LookupError):
    """A replayed tape has no number left."""


class ReplayedDraws(Draws):
    """A stream that repeats the numbers of a tape, each in [0, 1)."""

    def __init__(self, numbers: list[float]) -> None:
        self._tape = list(numbers)
        self._next = 0

    def unit(self, purpose: str) -> float:  # noqa: ARG002 - only recordings look at it
        """Return the next number of the tape; raise `DrawsExhaustedError` if there is none."""
        if self._next == len(self._tape):
            raise DrawsExhaustedError(f"the tape ends after {self._next} numbers")
        self._next += 1
        return self._tape[self._next - 1]

    @property
    def count(self) -> int:
        """How many numbers have been drawn so far."""
        return self._next


class BlockTape(BlockDraws):
    """A stream that repeats a tape block by block, as runs draw; its numbers are `integers` times 2^-53."""

    def __init__(self, integers: Raw) -> None:
        super().__init__()
        self._tape = integers << LOW_BITS
        self._made = 0

    def make_block(self) -> Raw:
        """Return the next integers of the tape; raise `DrawsExhaustedError` if there are none."""
        block: Raw = self._tape[self._made : self._made + BLOCK]
        if not len(block):
            raise DrawsExhaustedError(f"the tape ends after {self._made} numbers")
        self._made += len(block)
        return block


def tape_of(numbers: list[float]) -> Draws:
    """Return the stream that repeats a tape: in blocks, as runs draw, if all of its numbers are draws (RND-1)."""
    scaled = np.array(numbers, dtype=np.float64) * TWO_TO_53
    integers = scaled.astype(np.uint64)
    return BlockTape(integers) if (integers == scaled).all() else ReplayedDraws(numbers)


class RecordedDraws(Draws):
    """A stream that passes on another's numbers and keeps them with their purposes."""

    def __init__(self, source: Draws) -> None:
        self._source = source
        self.tape: list[tuple[str, float]] = []

    def unit(self, purpose: str) -> float:
        """Return the next number of the source and note it."""
        u = self._source.unit(purpose)
        self.tape.append((purpose, u))
        return u

    @property
    def count(self) -> int:
        """How many numbers have been drawn from the source so far."""
        return self._source.count


class StatedDraws(Draws):
    """The default stream from a raw state of 128 bits, which need not come from a seed; the increment is odd."""

    def __init__(self, state: int, increment: int) -> None:
        self._state = state
        self._increment = increment
        self._made = 0

    def unit(self, purpose: str) -> float:  # noqa: ARG002 - only recordings look at it
        """Return the next number."""
        self._made += 1
        self._state = (self._state * MULTIPLIER + self._increment) & STATE
        mixed = (self._state >> 64) ^ (self._state & WORD)
        turn = self._state >> 122
        rotated = (mixed >> turn | mixed << (64 - turn)) & WORD
        return (rotated >> 11) * UNIT

    @property
    def count(self) -> int:
        """How many numbers have been drawn."""
        return self._made


def stream_of(node: Untrusted) -> Draws:
    """Return the stream that an object names: `pcg64` by state and increment, `java` by its seed, all decimal texts."""
    if node.field("stream").choice(("pcg64", "java")) == "java":
        return java_draws(node.field("seed"))
    state, increment = (_whole(node.field(name), 0, 1 << 128) for name in ("state", "increment"))
    return StatedDraws(state, increment)


def java_draws(seed: Untrusted) -> Draws:
    """Return the stream of java.util.Random of a seed as text."""
    return JavaDraws(_whole(seed, -(1 << 63), 1 << 63))


def _whole(node: Untrusted, low: int, end: int) -> int:
    text = node.text()
    if not text.removeprefix("-").isdecimal() or not low <= int(text) < end:
        raise node.error(f"a whole number from {low} to {end - 1} as text")
    return int(text)
