"""Dates as numbers: days since 1970-01-01, hours and minutes as decimals; times with a zone in UTC.

Texts that every country reads alike are dates: 2024-03-01, 2024/03/01, and both followed by a time. Which number of
01.03.2024 or 3/1/2024 is the day has to be given, or is inferred from other dates.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final

import numpy as np
import numpy.typing as npt

PARTS: Final = ("year", "month", "day", "weekday")
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)
_DAY: Final = 86_400_000_000
# not everything that some version of Python reads: 24:00, or 99 minutes of a zone
_CLOCK: Final = "(?:[01][0-9]|2[0-3]):[0-5][0-9]"
_ZONE: Final = _CLOCK.replace("):", "):?")
_DATE: Final = re.compile(
    r"[0-9]{4}([-/])[0-9]{2}\1[0-9]{2}"
    rf"(?:[T ]{_CLOCK}(?::[0-5][0-9](?:\.[0-9]{{1,6}})?)?(?:Z|[+-]{_ZONE})?)?"
)

_YEAR_LAST: Final = re.compile(r"([0-9]{1,2})([-/.])([0-9]{1,2})\2([0-9]{4})(?:([T ])([0-9]{1,2})(:.*))?")


def text_days(text: str, day_first: bool | None = None) -> float | None:
    """Return the days since 1970-01-01 of a date as a text, None if it is none.

    A date that ends in the year is one if it is known whether the day comes first, or else the month.

    Examples
    --------
    >>> text_days("1970-01-02 12:00")
    1.5
    >>> text_days("3/1/1970", day_first=True), text_days("3/1/1970")
    (2.0, None)
    """
    if day_first is not None:
        text = iso_text(text, day_first)
    if not _DATE.fullmatch(text):
        return None
    try:
        return days_of(datetime.fromisoformat(text.replace("/", "-")))
    except ValueError:
        return None


def iso_text(text: str, day_first: bool) -> str:
    """Return a date that ends in the year as one that begins with it, and any other text as it is."""
    found = _YEAR_LAST.fullmatch(text)
    if found is None:
        return text
    first, _separator, second, year, mark, hour, minutes = found.groups()
    day, month = (first, second) if day_first else (second, first)
    return f"{year}-{month:0>2}-{day:0>2}" + (f"{mark}{hour:0>2}{minutes}" if mark else "")


def days_first(texts: Iterable[str]) -> bool | None:
    """Tell whether dates that end in the year begin with the day, or all with the month.

    The answer is None if one is no such date, or no date has a number above 12.
    """
    orders = {True, False}
    for text in texts:
        orders = {order for order in orders if text_days(text, order) is not None}
        if not orders:
            return None
    return orders.pop() if len(orders) == 1 else None


def may_be_either(text: str) -> bool:
    """Tell whether a text is a date whichever of day and month comes first."""
    return all(text_days(text, order) is not None for order in (True, False))


def days_of(moment: date) -> float:
    """Return the days since 1970-01-01 of a date or time; without a zone it counts as UTC."""
    if not isinstance(moment, datetime):
        return float(moment.toordinal() - _EPOCH.toordinal())
    zoned = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment
    # the same two roundings as numpy's and a database's, where there are more microseconds than floats tell apart
    return float((zoned - _EPOCH) // _MICROSECOND) / _DAY


def datetime_days(moments: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    """Return numpy's dates and times as days since 1970-01-01, NaN where there is none."""
    passed = moments.astype("datetime64[us]").astype(np.int64) / _DAY
    return np.where(np.isnat(moments), np.nan, passed)


def date_text(days: float) -> str | None:
    """Return the date of a number of days since 1970-01-01, with the time if there is one; None if there is none.

    Examples
    --------
    >>> date_text(1.5)
    '1970-01-02T12:00'
    """
    try:
        moment = _EPOCH + round(days * _DAY) * _MICROSECOND
    except (OverflowError, ValueError):
        return None
    if moment.timetz() == _EPOCH.timetz():
        return moment.date().isoformat()
    clock = "minutes" if not moment.second and not moment.microsecond else "auto"
    return moment.replace(tzinfo=None).isoformat(timespec=clock)


def columns_of_parts(days: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return the `PARTS` of days since 1970-01-01, of shape (4, n); NaN where a day is."""
    parts = np.full((len(PARTS), len(days)), np.nan)
    for row in np.flatnonzero(~np.isnan(days)).tolist():
        parts[:, row] = _parts_of(days[row])
    return parts


def _parts_of(days: float) -> tuple[int, int, int, int]:
    """Return the year, the month, the day of the month and the day of the week, 1 for Monday, of a number of days."""
    moment = date.fromordinal(_EPOCH.toordinal() + int(days // 1))
    return moment.year, moment.month, moment.day, moment.isoweekday()
