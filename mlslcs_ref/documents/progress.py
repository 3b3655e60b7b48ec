"""How far a run is, on standard error: one line that is drawn again and again on a terminal, else a line now and then.

The line is redrawn with a carriage return alone, so that it needs no escape codes and leaves a terminal as it was.
"""

from __future__ import annotations

import io
import os
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from typing import Final, Protocol, TextIO

from rich.cells import cell_len
from rich.console import Console
from rich.progress_bar import ProgressBar

from mlslcs_ref.documents.look import Look, look_of
from mlslcs_ref.documents.visible import visible

__all__ = ["Clustered", "Display", "Shown", "SilentDisplay", "Status", "display_on_stderr", "duration"]

REDRAW_SECONDS: Final = 0.1
LINE_SECONDS: Final = 5.0
LEAST_BAR: Final = 8
MOST_BAR: Final = 20
ASCII_DONE: Final = "="


class Shown(Protocol):
    """Where something is that takes its time."""

    @property
    def share(self) -> float:
        """How much is done, in [0, 1]."""
        ...

    def words(self) -> tuple[str, str]:
        """Return what a line says in front of the bar and behind it."""
        ...


@dataclass(frozen=True)
class Clustered:
    """Where the clusters are that a run starts from.

    Parameters
    ----------
    instances, n_instances : int
        Instances whose clusters have been found, and all.
    rounds : int
        The round of those that are being found; 0 while they become rules.
    """

    instances: int
    n_instances: int
    rounds: int

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
    """Where a run is.

    Parameters
    ----------
    steps, n_steps : int
        Steps done, and of the whole run.
    passes, n_passes : int
        Passes done, and of the whole run; 0 where they are not known.
    speed : float
        Steps per second lately; 0 if unknown.
    rules : int or None
        Rules in P, macro-classifiers.
    accuracy : float or None
        Accuracy on the training data by BEST, when it was last estimated.
    held_out : float or None
        The same on rows held out, at the end of the last pass.
    """

    steps: int
    n_steps: int
    passes: int
    n_passes: int
    speed: float
    rules: int | None = None
    accuracy: float | None = None
    held_out: float | None = None

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
        if self.rules is not None:
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


class Display(ABC):
    """Something that shows where a run is."""

    @abstractmethod
    def show(self, status: Shown) -> None:
        """Show where the run is, if it is time to."""

    @abstractmethod
    def say(self, text: str) -> None:
        """Show what is being done while there is nothing to count."""

    @abstractmethod
    def note(self, text: str) -> None:
        """Write a line that stays."""

    @abstractmethod
    def clear(self) -> None:
        """Leave nothing behind."""


class SilentDisplay(Display):
    """It shows nothing."""

    def show(self, status: Shown) -> None:
        """Show nothing."""

    def say(self, text: str) -> None:
        """Show nothing."""

    def note(self, text: str) -> None:
        """Show nothing."""

    def clear(self) -> None:
        """Leave nothing."""


class BarDisplay(Display):
    """A progress bar in one line of a terminal.

    Parameters
    ----------
    stream : TextIO
        The terminal.
    look : Look
        What it can show.
    clock : callable
        Seconds.
    """

    def __init__(self, stream: TextIO, look: Look, clock: Callable[[], float] = time.monotonic) -> None:
        self._stream = stream
        self._look = look
        self._clock = clock
        self._drawn = 0
        self._due = -1.0

    def show(self, status: Shown) -> None:
        """Draw the bar anew, a few times a second."""
        now = self._clock()
        if now >= self._due:
            self._due = now + REDRAW_SECONDS
            self._draw(*self._line(status))

    def say(self, text: str) -> None:
        """Draw a remark in place of the bar."""
        shown = text[: self._columns()]
        self._draw(shown, cell_len(shown))

    def note(self, text: str) -> None:
        """Write a line above the bar."""
        self.clear()
        self._write(f"{visible(text)}\n")

    def clear(self) -> None:
        """Wipe the line."""
        if self._drawn:
            self._write("\r" + " " * self._drawn + "\r")
            self._drawn = 0

    def _columns(self) -> int:
        """Return the columns that may be used: the last is left free, some terminals would start a new line."""
        width = self._look.width
        with suppress(OSError, ValueError):
            width = min(width, os.get_terminal_size(self._stream.fileno()).columns or width)
        return width - 1

    def _line(self, status: Shown) -> tuple[str, int]:
        """Return the line and how many columns it takes."""
        columns = self._columns()
        front, behind = status.words()
        left = columns - cell_len(front) - cell_len(behind) - 2
        if left < LEAST_BAR:
            text = f"{front}, {behind}"[:columns]
            return text, cell_len(text)
        width = min(left, MOST_BAR)
        return f"{front} {self._bar(status, width)} {behind}", cell_len(front) + width + 2 + cell_len(behind)

    def _bar(self, status: Shown, width: int) -> str:
        done = status.share
        if not self._look.colour:
            filled = min(int(done * width), width)
            return (ASCII_DONE * filled).ljust(width, "-")
        target = io.StringIO()
        console = Console(
            file=target, width=width, force_terminal=True, color_system="standard", legacy_windows=False, markup=False
        )
        console.print(ProgressBar(total=1.0, completed=done, width=width), end="")
        bar = target.getvalue().removesuffix("\n")
        return bar.replace("━", "=").replace("╸", "=").replace("╺", "-") if self._look.ascii else bar

    def _draw(self, line: str, columns: int) -> None:
        self._write("\r" + line + " " * max(self._drawn - columns, 0))
        self._drawn = columns

    def _write(self, text: str) -> None:
        # a terminal that is gone is no reason to give a run up
        with suppress(OSError, ValueError):
            self._stream.write(text)
            self._stream.flush()


class LineDisplay(Display):
    """A line every few seconds, for logs.

    Parameters
    ----------
    stream : TextIO
        The log.
    clock : callable
        Seconds.
    """

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

    def say(self, text: str) -> None:
        """Write nothing: a log is for what takes long."""

    def note(self, text: str) -> None:
        """Write the line."""
        self._write(visible(text))

    def clear(self) -> None:
        """Leave the lines."""

    def _write(self, line: str) -> None:
        with suppress(OSError, ValueError):
            self._stream.write(f"{line}\n")
            self._stream.flush()


@contextmanager
def display_on_stderr(quiet: bool = False, log: bool = True) -> Iterator[Display]:
    """Give the display that fits standard error, and wipe it at the end.

    Parameters
    ----------
    quiet : bool
        Nothing is to be shown.
    log : bool
        Whether lines are wanted where standard error is no terminal.
    """
    display = _display(sys.stderr, quiet, log)
    try:
        yield display
    finally:
        display.clear()


def _display(stream: TextIO | None, quiet: bool, log: bool) -> Display:
    if quiet or stream is None:
        return SilentDisplay()
    look = look_of(stream)
    if look.terminal:
        dumb = os.environ.get("TERM", "") == "dumb"
        return LineDisplay(stream) if dumb else BarDisplay(stream, look)
    if type(stream).__module__.startswith("ipykernel"):
        # a cell of a notebook goes back to the beginning of a line, and knows no other code
        return BarDisplay(stream, replace(look, colour=False))
    return LineDisplay(stream) if log else SilentDisplay()
