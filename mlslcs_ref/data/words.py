"""Texts and names in messages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from mlslcs_ref._given import brief, is_listed
from mlslcs_ref._meant import first_of
from mlslcs_ref.errors import DataError

_SHOWN_CHARACTERS: Final = 60


def shown(text: str) -> str:
    """Return `text` quoted, made printable and cut to a length that fits a message."""
    return repr(text) if len(text) <= _SHOWN_CHARACTERS else repr(text[:_SHOWN_CHARACTERS]) + "..."


def listed(names: Sequence[str]) -> str:
    """Return names quoted for a message, the first ten of them."""
    return first_of(names, 10, spelled=shown)


def further(names: Sequence[str], word: str = "nor") -> str:
    """Return what a message about the first of these names adds for the others."""
    return f", {word} {listed(names[1:])}" if names[1:] else ""


def listed_names(names: Iterable[str], what: str) -> tuple[str, ...]:
    """Return names as a tuple; one text is not a list of its letters."""
    listed = None if isinstance(names, str | bytes) or not is_listed(names) else tuple(names)
    if listed is None or not all(isinstance(name, str) for name in listed):
        raise DataError(f"expected a list of names, found {brief(names)}", argument=what)
    return listed
