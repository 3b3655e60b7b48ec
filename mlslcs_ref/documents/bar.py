"""How far a run is, as a bar on a terminal.

The line is redrawn with a carriage return alone, so that it needs no escape codes and leaves a terminal as it was.
"""

from __future__ import annotations

import io
import os
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final, TextIO

from rich.cells import cell_len
from rich.console import Console
from rich.progress_bar import ProgressBar

from mlslcs_ref.documents.look import Look
from mlslcs_ref.documents.progress import Display, Shown
from mlslcs_ref.documents.visible import visible

REDRAW_SECONDS: Final = 0.1
LEAST_BAR: Final = 8
MOST_BAR: Final = 20
ASCII_DONE: Final = "="


class BarDisplay(Display):
    """A progress bar in one line of a terminal."""

    def __init__(self, stream: TextIO, look: Look, clock: Callable[[], float] = time.monotonic) -> None:
        self._stream = stream
        self._look = look
        self._clock = clock
        self._drawn = 0
        self._due = -1.0

    def show(self, status: Shown) -> None:
        """Redraw the bar, a few times a second."""
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
        """Return the columns that may be used: some terminals start a new line after the last one."""
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
        # a run continues when its terminal is gone
        with suppress(OSError, ValueError):
            self._stream.write(text)
            self._stream.flush()
