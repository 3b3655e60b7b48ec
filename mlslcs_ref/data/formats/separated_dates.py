"""Dates in separated values: which number is the day, and what to say of a column of dates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from mlslcs_ref.data.dates import PARTS, days_first, text_days
from mlslcs_ref.data.formats.raw_columns import RawColumn, Source
from mlslcs_ref.data.reading import Reading
from mlslcs_ref.data.remarks import sentinel_of, sentinel_remark
from mlslcs_ref.data.words import shown
from mlslcs_ref.errors import DataWarning

Numbers = npt.NDArray[np.float64]


def order_of_dates(columns: Iterable[RawColumn], source: Source) -> bool | None:
    """Tell from all columns of dates that end in the year whether the day comes first; None if none tells it.

    Two columns that tell different things are an error.
    """
    told: dict[bool, str] = {}
    untold = []
    for cells in columns:
        if cells.numbers is None and cells.name not in source.reading.nominal and source.known.get(cells.name) is None:
            present = [text for text in dict.fromkeys(cells.texts) if not source.spelling.is_missing(text)]
            # most columns are of no dates, as their first text tells
            order = days_first(present)
            if order is not None:
                told.setdefault(order, cells.name)
            elif all(map(may_be_either, present)) and any(text_days(text) is None for text in present):
                untold.append(cells)
    if len(told) == 2:
        raise source.error(
            f"expected dates that are written alike, found the day first in {shown(told[True])} and the month first in "
            f"{shown(told[False])}; leave one out with drop=[{told[False]!r}], or read them as texts with dates='text'",
            None,
            argument="dates",
            column=told[False],
        )
    for order, name in told.items():
        for cells in untold:
            cells.order_by = name
        return order
    return None


def may_be_either(text: str) -> bool:
    """Tell whether a text is a date whichever of day and month comes first."""
    return all(text_days(text, order) is not None for order in (True, False))


def remark_on_dates(cells: RawColumn, days: Numbers, reading: Reading) -> DataWarning | None:
    """Say of a column of dates what may be read wrongly in it, if anything may."""
    found = "; ".join(filter(None, (_order(cells, reading), _missing_date(cells, days))))
    # the first of the columns that are made of it
    column = f"{cells.name} {PARTS[0]}" if reading.dates == "parts" else cells.name
    return DataWarning(found, column) if found else None


def _missing_date(cells: RawColumn, days: Numbers) -> str:
    """Say of a date as 9999-12-31 that it seems to be a missing value, if it does."""
    sentinel = sentinel_of(days, of_dates=True)
    if sentinel is None:
        return ""
    text = cells.texts[int(np.argmax(days == sentinel))]
    return sentinel_remark(text, [cells.name], "give missing=['{}']")


def _order(cells: RawColumn, reading: Reading) -> str:
    """Say by which other column it is told whether the day comes first, and how to read that column alone otherwise."""
    if not cells.order_by:
        return ""
    day_first = bool(reading.day_first)
    return (
        f"{shown(cells.name)} has dates, which are read with the {'day' if day_first else 'month'} first because "
        f"{shown(cells.order_by)} tells so; if they begin with the {'month' if day_first else 'day'}, give "
        f"day_first={not day_first} and drop=[{cells.order_by!r}]"
    )


def wrong_date(cells: RawColumn, lines: Sequence[int], counts: Counter[str], day_first: bool | None) -> str:
    """Say of a column most of which are dates, however they are read best, which cell is the first that is none."""
    if day_first is not None and counts and all(text_days(text, not day_first) is not None for text in counts):
        odd = next(text for text in counts if text_days(text, day_first) is None)
        return (
            f"{shown(cells.name)} is read as {len(counts)} nominal values, not as dates, because {shown(odd)} is no "
            f"date that begins with the {'day' if day_first else 'month'}; if all begin with the "
            f"{'month' if day_first else 'day'}, give day_first={not day_first}"
        )
    orders = (True, False) if day_first is None else (day_first,)
    dates = [{text for text in counts if text_days(text, order) is not None} for order in orders]
    n_dates, found = max(((sum(counts[text] for text in one), one) for one in dates), key=lambda one: one[0])
    if not counts.total() // 2 < n_dates < counts.total():
        return ""
    row = next(row for row, text in enumerate(cells.texts) if text in counts and text not in found)
    others = "" if (left := counts.total() - n_dates) == 1 else f", and {left - 1} more are none"
    return (
        f"{shown(cells.name)} is read as {len(counts)} nominal values, not as dates, because {shown(cells.texts[row])} "
        f"on line {lines[row]} is no date ({n_dates} of {counts.total()} are{others}); correct it, or read it "
        f"as missing with missing=[{cells.texts[row]!r}]"
    )
