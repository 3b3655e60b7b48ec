"""Checks of the arguments of public calls, so that a wrong type is reported where it is given."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeGuard, TypeVar

from mlslcs_ref.errors import SettingsError

T = TypeVar("T")
MOST_DIGITS: Final = 4000
"""Of a whole number: of many more Python writes none, so that no file could hold it."""
TOO_LARGE: Final = 10**MOST_DIGITS


def brief(value: object) -> str:
    """Return a value as an error shows it: as Python writes it, cut."""
    try:
        return f"{value!r:.60}"
    except ValueError:
        # a whole number, or a collection with one
        return f"a number of more than {MOST_DIGITS:,} digits"


def require_given(name: str, value: object, kinds: type | tuple[type, ...], expected: str) -> None:
    """Refuse, as a `SettingsError`, an argument that is of none of some types; `bool` is no number."""
    if not isinstance(value, kinds) or (isinstance(value, bool) and kinds is not bool):
        raise SettingsError(name, expected, brief(value))


def truth(name: str, value: Any) -> bool:
    """Return True or False of any type as a bool; refuse anything else."""
    # the truths of numpy are no bool
    if type(value).__name__ not in {"bool", "bool_"}:
        raise SettingsError(name, "True or False", brief(value))
    return bool(value)


def choice(name: str, value: T, choices: Iterable[T]) -> T:
    """Return one of some texts; refuse anything else."""
    known = tuple(choices)
    # arrays have no one answer to whether they are equal to something
    if not isinstance(value, str) or value not in known:
        raise SettingsError(name, "one of " + ", ".join(map(str, known)), brief(value))
    return value


def is_listed(values: object) -> TypeGuard[Iterable[Any]]:
    """Tell whether there is anything to go through; an array of no dimension only looks so."""
    return isinstance(values, Iterable) and getattr(values, "ndim", 1) != 0


def listed_given(name: str, values: object, kind: type[T], what: str) -> tuple[T, ...]:
    """Return a collection of such values as a tuple; refuse anything else."""
    listed = None if isinstance(values, str | bytes | Mapping) or not is_listed(values) else tuple(values)
    if listed is None:
        raise SettingsError(name, f"a list of {what}", brief(values))
    for value in listed:
        require_given(name, value, kind, f"a list of {what}")
    return listed


def whole(name: str, value: Any, low: int | None = None) -> int:
    """Return a whole number of any type as an int; refuse anything else, and what is below `low`."""
    try:
        number = None if isinstance(value, bool) else operator.index(value)
    except TypeError:
        number = None
    if number is None or (low is not None and number < low):
        raise SettingsError(name, "a whole number" if low is None else f"a whole number from {low}", brief(value))
    if abs(number) >= TOO_LARGE:
        raise SettingsError(name, f"a whole number of at most {MOST_DIGITS:,} digits", brief(value))
    return number
