"""The draws of a case: a tape, or for whole runs the state of a stream."""

from __future__ import annotations

from typing import Final

from mlslcs_ref.core.draws import Draws, JavaDraws
from mlslcs_ref.untrusted import Untrusted

MULTIPLIER: Final = 0x2360ED051FC65DA44385DF649FCCF645
WORD: Final = (1 << 64) - 1
STATE: Final = (1 << 128) - 1
UNIT: Final = 2.0**-53


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
