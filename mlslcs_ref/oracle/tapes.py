"""Tapes: streams of draws that repeat given numbers, or keep those of another stream."""

from __future__ import annotations

from mlslcs_ref.core.draws import Draws


class DrawsExhaustedError(LookupError):
    """A replayed tape has no number left."""


class ReplayedDraws(Draws):
    """A stream that repeats the numbers of a tape, each in [0, 1)."""

    def __init__(self, numbers: list[float]) -> None:
        self._tape = list(numbers)
        self._next = 0

    def unit(self, purpose: str) -> float:  # noqa: ARG002 - only recordings look at it
        """Return the next number of the tape; where there is none, that is a `DrawsExhaustedError`."""
        if self._next == len(self._tape):
            raise DrawsExhaustedError(f"the tape ends after {self._next} numbers")
        self._next += 1
        return self._tape[self._next - 1]

    @property
    def count(self) -> int:
        """How many numbers have been drawn so far."""
        return self._next


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
