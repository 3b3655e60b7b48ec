"""Dates as numbers: days since 1970-01-01, hours and minutes as decimals; times with a zone in UTC.

Only texts that every country reads alike count as dates: 2024-03-01, 2024/03/01, and both with a time behind them.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from typing import Any, Final

import numpy as np
import numpy.typing as npt

__all__ = ["PARTS", "datetime_days", "days_of", "parts_of", "text_days"]

PARTS: Final = ("year", "month", "day", "weekday")
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_DATE: Final = re.compile(
    r"[0-9]{4}([-/])[0-9]{2}\1[0-9]{2}"
    r"(?:[T ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,6})?)?(?:Z|[+-][0-9]{2}:?[0-9]{2})?)?"
)


def text_days(text: str) -> float | None:
    """Return the days since 1970-01-01 of a date as a text, None if it is none.

    Examples
    --------
    >>> text_days("1970-01-02 12:00")
    1.5
    """
    if not _DATE.fullmatch(text):
        return None
    try:
        return days_of(datetime.fromisoformat(text.replace("/", "-")))
    except ValueError:
        return None


def days_of(moment: date) -> float:
    """Return the days since 1970-01-01 of a date or time; one without a zone is taken as it stands."""
    if not isinstance(moment, datetime):
        return float(moment.toordinal() - _EPOCH.toordinal())
    zoned = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment
    passed = zoned - _EPOCH
    return passed.days + (passed.seconds + passed.microseconds / 1e6) / 86400


def datetime_days(moments: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    """Return numpy's dates and times as days since 1970-01-01, NaN where there is none."""
    passed = moments.astype("datetime64[us]").astype(np.int64) / 86_400_000_000
    return np.where(np.isnat(moments), np.nan, passed)


def parts_of(days: float) -> tuple[int, int, int, int]:
    """Return the year, the month, the day of the month and the day of the week, 1 for Monday, of a number of days."""
    moment = date.fromordinal(_EPOCH.toordinal() + int(days // 1))
    return moment.year, moment.month, moment.day, moment.isoweekday()
