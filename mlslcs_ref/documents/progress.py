"""How far a run is, and what shows it on standard error: nothing, a line now and then, or a bar on a terminal."""

from __future__ import annotations

import os
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final, Protocol, TextIO

from mlslcs_ref.documents.look import look_of
from mlslcs_ref.documents.visible import visible

LINE_SECONDS: Final = 5.0


class Shown(Protocol):
    """How far something is that takes time."""

    @property
    def share(self) -> float:
        """How much is done, in [0, 1]."""
        ...

    def words(self) -> tuple[str, str]:
        """Return what a line says in front of the bar and behind it."""
        ...


@dataclass(frozen=True)
class Clustered:
    """How far the clustering is that a run starts from."""

    instances: int
    n_instances: int
    """`instances`, `n_instances`: Instances whose clusters have been found, and all."""
    rounds: int
    """The round of those that are being found; 0 while they become rules."""

    @property
    def share(self) -> float:
        """How much is done, in [0, 1]."""
        return self.instances / self.n_instances

    def words(self) -> tuple[str, str]:
        """Return what a line says in front of the bar and behind it."""
        front = f"clusters of {self.instances}/{self.n_instances} instances"
        return front, f"round {self.rounds}" if self.rounds else ""


@dataclass(frozen=True)
class Status:
    """How far a run is."""

    steps: int
    n_steps: int
    """`steps`, `n_steps`: Steps done, and of the whole run."""
    passes: int
    n_passes: int
    """`passes`, `n_passes`: Passes done, and of the whole run; 0 where they are not known."""
    speed: float
    """Steps per second lately; 0 if unknown."""
    rules: int | None = None
    """Rules in P, macro-classifiers."""
    accuracy: float | None = None
    """Accuracy on the training data by BEST, when it was last estimated."""
    held_out: float | None = None
    """The same on rows held out, at the end of the last pass."""

    @property
    def share(self) -> float:
        """How much is done, in [0, 1]."""
        return self.steps / max(self.n_steps, 1)

    def words(self) -> tuple[str, str]:
        """Return what a line says in front of the bar and behind it."""
        by_step = f"step {self.steps}/{self.n_steps}"
        front = f"pass {self.passes}/{self.n_passes}" if self.n_passes else by_step
        parts = []
        if self.speed > 0.0:
            parts.append(f"{self.speed:.0f} steps/s" if self.speed >= 10 else f"{self.speed:.1f} steps/s")
            parts.append(f"{duration((self.n_steps - self.steps) / self.speed)} left")
        # beside two accuracies there is no room for it, as the bar needs some
        if self.rules is not None and self.held_out is None:
            parts.append(f"{self.rules} rules")
        if self.accuracy is not None:
            parts.append(f"accuracy {self.accuracy:.2f}")
        if self.held_out is not None:
            parts.append(f"held out {self.held_out:.2f}")
        return front, ", ".join(parts)


def duration(seconds: float) -> str:
    """Return seconds as minutes and seconds, with hours if there are any."""
    minutes, left = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{left:02}" if hours else f"{minutes}:{left:02}"


class Display:
    """Something that shows how far a run is; it ignores what it does not show."""

    silent: ClassVar[bool] = False
    """Whether it shows nothing at all, so that nobody need find figures for it."""

    def show(self, status: Shown) -> None:
        """Show how far the run is, if it is time to."""

    def say(self, text: str) -> None:
        """Show what is being done while there is nothing to count."""

    def note(self, text: str) -> None:
        """Write a line that stays."""

    def clear(self) -> None:
        """Leave nothing behind."""


class NoDisplay(Display):
    """Shows nothing."""

    silent = True


class LineDisplay(Display):
    """A line every few seconds, for logs."""

    def __init__(self, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        self._stream = stream
        self._clock = clock
        self._due = clock() + LINE_SECONDS

    def show(self, status: Shown) -> None:
        """Write a line if the last one is some time ago."""
        now = self._clock()
        if now >= self._due:
            self._due = now + LINE_SECONDS
            front, behind = status.words()
            self._write(f"{front}, {behind}" if behind else front)

    def note(self, text: str) -> None:
        """Write the line."""
        self._write(visible(text))

    def _write(self, line: str) -> None:
        with suppress(OSError, ValueError):
            self._stream.write(f"{line}\n")
            self._stream.flush()


@contextmanager
def display_on_stderr(quiet: bool = False, log: bool = True) -> Iterator[Display]:
    """Give the display that fits standard error, and wipe it at the end, and before a warning is shown.

    A `quiet` one shows nothing; `log` asks for lines where standard error is no terminal.
    """
    display = _display(sys.stderr, quiet, log)
    others = warnings.showwarning

    def show(*given: Any, **named: Any) -> None:
        display.clear()
        others(*given, **named)

    with warnings.catch_warnings():
        warnings.showwarning = show
        try:
            yield display
        finally:
            display.clear()


def _display(stream: TextIO | None, quiet: bool, log: bool) -> Display:
    if quiet or stream is None:
        return NoDisplay()
    look = look_of(stream)
    in_notebook = type(stream).__module__.startswith("ipykernel")
    if not look.terminal and not in_notebook:
        return LineDisplay(stream) if log else NoDisplay()
    if look.terminal and os.environ.get("TERM", "") == "dumb":
        return LineDisplay(stream)
    # it loads rich
    from mlslcs_ref.documents.bar import BarDisplay  # noqa: PLC0415

    # a cell of a notebook goes back to the beginning of a line, and knows no other code
    return BarDisplay(stream, look if look.terminal else replace(look, colour=False))
