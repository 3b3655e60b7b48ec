"""Weka's type ``date``: patterns as ``dd/MM/yyyy HH:mm``, and their texts as days since 1970-01-01."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime
from typing import Final, TypeAlias

from mlslcs_ref.data.dates import days_of, text_days

ReadDate: TypeAlias = Callable[[str], float | None]

ISO: Final = "yyyy-MM-dd'T'HH:mm:ss"
"""What a column has without a pattern; all that `text_days` reads alike everywhere is read there."""
_PART: Final = re.compile(r"(yyyy)|(MM?)|(dd?)|(HH?)|(mm?)|(ss?)|'([^']+)'|([^A-Za-z'])")
_NAMES: Final = ("year", "month", "day", "hour", "minute", "second")
_WHOLE: Final = tuple(_NAMES[:length] for length in (3, 4, 5, 6))


def reader_of(pattern: str) -> ReadDate | None:
    """Return what makes days of the texts of a pattern, and None of any other text; None if the pattern is not known.

    Known are a year of four digits, month and day, then or before hours to 23, minutes and seconds as far as the
    pattern goes, with anything between them. One digit may stand for two where something separates the numbers.

    Examples
    --------
    >>> reader_of("d.M.yyyy HH:mm")("2.1.1970 12:00")
    1.5
    >>> reader_of("dd-MMM-yy")
    """
    if pattern == ISO:
        return text_days
    expression, names, end = "", [], 0
    while part := _PART.match(pattern, end):
        place, before, end = part.lastindex or 0, pattern[:end], part.end()
        if place > len(_NAMES):
            expression += re.escape(part[place])
            continue
        names.append(_NAMES[place - 1])
        joined = before[-1:].isalpha() or pattern[end : end + 1].isalpha()
        digits = "{4}" if place == 1 else "{2}" if joined else "{1,2}"
        expression += f"(?P<{names[-1]}>[0-9]{digits})"
    if end < len(pattern) or tuple(sorted(names, key=_NAMES.index)) not in _WHOLE:
        return None
    fits = re.compile(expression).fullmatch

    def days(text: str) -> float | None:
        found = fits(text)
        try:
            return None if found is None else days_of(datetime(**{name: int(found[name]) for name in names}))  # type: ignore[arg-type] # noqa: DTZ001 - as it stands
        except ValueError:
            return None

    return days


def day_first_of(pattern: str) -> bool | None:
    """Tell whether a known pattern that ends in the year begins with the day, or else with the month."""
    places = [pattern.index(letter) for letter in "dMy"]
    return places[0] < places[1] if places[2] == max(places) else None
