"""Single faults that can be put into the package, as replacements of text."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Fault", "faults_of"]


class Fault(NamedTuple):
    """One fault.

    Parameters
    ----------
    clause : str
        The clause that the package no longer keeps.
    file : str
        The module, from the folder of the package.
    old, new : str
        The text that is there, exactly once, and what takes its place.
    words : str
        The fault in words.
    equivalent : str
        Why no case can show it; empty where one can.
    """

    clause: str
    file: str
    old: str
    new: str
    words: str
    equivalent: str


def faults_of(file: str, *rows: tuple[str, ...]) -> tuple[Fault, ...]:
    """Return the faults of one module, given as clause, old text, new text, words, and perhaps why it is equivalent."""
    return tuple(Fault(row[0], file, row[1], row[2], row[3], row[4] if len(row) > 4 else "") for row in rows)
