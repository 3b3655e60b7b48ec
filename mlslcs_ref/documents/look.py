"""What an output stream can show."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, TextIO

DEFAULT_WIDTH: Final = 80
LEAST_WIDTH: Final = 20


@dataclass(frozen=True)
class Look:
    """How output to a stream is to look."""

    terminal: bool
    """Whether a person reads it: tables fitted to the width, or else one record a line, separated by tabs."""
    colour: bool
    """Whether escape codes may be used. It changes nothing else."""
    width: int
    """Characters of a line of the terminal."""
    ascii: bool
    """Whether the stream's encoding has no lines and boxes."""


def look_of(stream: TextIO | None, environ: Mapping[str, str] | None = None) -> Look:
    """Return how output to a stream is to look.

    NO_COLOR forbids escape codes and FORCE_COLOR asks for them; each counts if it is not empty, and the first wins. A
    terminal that calls itself dumb gets none. COLUMNS is the width if it is a number.
    """
    variables = os.environ if environ is None else environ
    terminal = stream is not None and stream.isatty()
    dumb = variables.get("TERM", "") in {"dumb", "unknown"}
    forced = variables.get("FORCE_COLOR", "") not in {"", "0"}
    colour = not variables.get("NO_COLOR") and not dumb and (terminal or forced)
    encoding = (getattr(stream, "encoding", None) or "utf-8").lower()
    return Look(terminal, colour, max(_width(stream, variables), LEAST_WIDTH), not encoding.startswith("utf"))


def _width(stream: TextIO | None, variables: Mapping[str, str]) -> int:
    columns = variables.get("COLUMNS", "")
    if columns.isascii() and columns.isdecimal() and len(columns) < 6 and int(columns) > 0:
        return int(columns)
    with suppress(OSError, ValueError):
        if stream is not None and (width := os.get_terminal_size(stream.fileno()).columns) > 0:
            return width
    return DEFAULT_WIDTH
