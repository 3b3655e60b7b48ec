"""What an output stream can show."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Look"]


@dataclass(frozen=True)
class Look:
    """How output to a stream is to look.

    Parameters
    ----------
    terminal : bool
        Whether a person reads it: tables fitted to the width, or else one record a line, separated by tabs.
    colour : bool
        Whether escape codes may be used. It changes nothing else.
    width : int
        Characters of a line of the terminal.
    ascii : bool
        Whether the stream's encoding has no lines and boxes.
    """

    terminal: bool
    colour: bool
    width: int
    ascii: bool
