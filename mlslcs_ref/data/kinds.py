"""What a column holds: the one place that decides it, for tables in memory and for files of separated values.

1. A column whose values a schema knows, or that a caller says is nominal, is nominal; one that a schema knows or a
   caller says to be numeric has numbers or dates.
2. In a file, texts that are all numbers, but for missing ones, are numbers, and texts that are all dates are dates. In
   memory a text is a text, unless the training data were such a file: then it is read as there.
3. A boolean or categorical column, and one of numbers with both 0 and 1 and nothing else, is nominal. Any other column
   of numbers is numeric, also one of whole numbers, and one without any present value. Dates and times are days since
   1970-01-01, with hours as decimals, or their parts.
4. Any other column is nominal: its values are in the order of their characters, and numbers in that of their size.

Formats that declare their columns, as ARFF, do not come here. Clauses: REP-3, REP-7, REP-8.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Final, NamedTuple

import numpy as np

from mlslcs_ref.data.columns import (
    BOOLEAN,
    RawColumn,
    declared_truth,
    is_decimal,
    numbers_of,
    only_zero_and_one,
    value_text,
)
from mlslcs_ref.data.dates import PARTS, columns_of_parts, days_first, may_be_either, text_days
from mlslcs_ref.data.formats.plain_rows import plain_numbers
from mlslcs_ref.data.looks import foreign_number, is_spelled_missing, remark_on_dates, remark_on_texts
from mlslcs_ref.data.narrowing import Numbers
from mlslcs_ref.data.reading import Reading
from mlslcs_ref.data.remarks import has_other_decimals, may_be_thousands, other_kind, padded_remark, thousands_remark
from mlslcs_ref.data.spelling import IN_MEMORY, Spelling
from mlslcs_ref.data.tables import AS_SPELLED, DAYS, Source, Table, TableColumn
from mlslcs_ref.data.words import shown
from mlslcs_ref.errors import DataError, DataWarning

Texts = Sequence[str | None]
_FIRST_CELLS: Final = 500
_A_DATE: Final = {None: "a date, as 2024-03-01,", True: "a date, as 31/12/2024,", False: "a date, as 12/31/2024,"}


class Part(NamedTuple):
    """A column of the table that a column makes, its numbers or codes, and what to say of it."""

    column: TableColumn
    numbers: Callable[[], Numbers]
    remark: DataWarning | None = None
    thousands: DataWarning | None = None
    """What to say of it unless another column shows what the decimal point is."""
    tells_point: bool = False
    """Whether it shows that."""


def read_column(cells: RawColumn, source: Source) -> list[Part]:
    """Return what a column holds, by the rule that the module states: one part, or one for each part of a date."""
    name, known, reading = cells.name, source.known, source.reading
    declared, said, spelling = known.get(name), source.said.get(name), source.spelling_of(name)
    texts, numbers = cells.texts, cells.numbers
    if declared is AS_SPELLED:
        return [_nominal(cells, source, IN_MEMORY, ())]
    if declared is not None or said:
        part = _nominal(cells, source, spelling, declared or ())
        if declared is None and name in known:
            raise _no_number(cells, source)
        return [part]
    as_parts = in_parts(name, known, reading)
    of_dates = cells.of_dates and not cells.declared
    if numbers is None:
        numbers = _numbers(texts, spelling)
        if numbers is None and spelling.has_numbers and reading.dates != "text":
            numbers = _days(texts, spelling, reading.day_first)
            of_dates = numbers is not None
    if numbers is None:
        if name in known or as_parts or said is not None:
            raise _no_number(cells, source)
        return [_nominal(cells, source, spelling, ())._replace(remark=remark_on_texts(cells, source))]
    _require_finite(cells, numbers, source)
    if of_dates or (as_parts and np.isnan(numbers).all()):
        return _of_days(cells, numbers, source)
    if as_parts:
        raise source.error("expected dates as in the training data, found numbers", column=name)
    return [_of_numbers(cells, numbers, source)]


def in_parts(name: str, known: Collection[str], reading: Reading) -> bool:
    """Tell whether parts of the dates of a column are known."""
    return reading.dates == "parts" and any(f"{name} {part}" in known for part in PARTS)


def label_part(cells: RawColumn) -> Part:
    """Return a column of labels in memory as it is: numbers, also 0 and 1, or texts."""
    if cells.numbers is None:
        return _nominal(replace(cells, declared=()), Source(file=None), IN_MEMORY, ())
    return Part(TableColumn(cells.name, "numeric"), _later(cells, cells.numbers))


def table_of(source: Source, declared: Sequence[str], parts: Sequence[Part]) -> Table:
    """Return the table of columns of the names `declared`, of which `parts` are what is read of them."""
    is_clear = any(part.tells_point for part in parts)
    remarks = [remark for part in parts for remark in (part.remark, None if is_clear else part.thousands)]
    return Table(
        file=source.file,
        lines=source.lines,
        is_named=source.is_named,
        columns=tuple(part.column for part in parts),
        declared=tuple(declared),
        cells=[part.numbers for part in parts],
        remarks=tuple(remark for remark in remarks if remark is not None),
    )


# ------------------------------------------------------------------------------------------------------ nominal values


def _nominal(cells: RawColumn, source: Source, spelling: Spelling, declared: tuple[str, ...]) -> Part:
    """Return a column of values: those that are declared or are its categories, and behind them those that occur."""
    texts, numbers, first = cells.texts, cells.numbers, declared or cells.declared
    if numbers is not None:
        if spelling.missing_numbers:
            numbers = np.where(np.isin(numbers, spelling.missing_numbers), np.nan, numbers)
            cells = replace(cells, cells=numbers)
        if first in ((), BOOLEAN) and (only_zero_and_one(numbers) or cells.declared == BOOLEAN):
            return Part(TableColumn(cells.name, "nominal", BOOLEAN, cells.position), _later(cells, numbers))
        is_there = ~np.isnan(numbers)
        distinct, places = np.unique(numbers[is_there], return_inverse=True)
        value_at = [declared_truth(value_text(x, cells.name), declared) for x in distinct.tolist()]
        code_of = _codes(cells, dict.fromkeys([*first, *value_at]), source)
        codes = np.full(len(numbers), np.nan)
        codes[is_there] = np.array([code_of[value] for value in value_at] or [0.0])[places]
    else:
        present = [text for text in dict.fromkeys(texts) if text is not None and not spelling.is_missing(text)]
        # where all are numbers 1.0 is the value 1; those so large that floats do not tell them apart are their texts
        numeric = not declared and all(spelling.number(text) is not None for text in present)
        value_of = {text: spelling.value(text, declared, numeric) for text in present}
        new = sorted(set(value_of.values()).difference(first), key=_size if numeric else None)
        code_of = _codes(cells, (*first, *new), source)
        coded: dict[str | None, float] = {text: code_of[value] for text, value in value_of.items()}
        codes = np.array([coded.get(text, np.nan) for text in texts])
    return Part(TableColumn(cells.name, "nominal", tuple(code_of), cells.position), lambda: codes)


def _codes(cells: RawColumn, values: Iterable[str], source: Source) -> dict[str, float]:
    code_of = {value: float(code) for code, value in enumerate(values)}
    if not code_of:
        raise source.error("expected a value of a nominal column, found only missing values", column=cells.name)
    return code_of


def _size(text: str) -> tuple[float, str]:
    return (float(text) if is_decimal(text) else np.inf, text)


# -------------------------------------------------------------------------------------------------- numbers and dates


def _of_numbers(cells: RawColumn, numbers: Numbers, source: Source) -> Part:
    name, reading, is_known = cells.name, source.reading, cells.name in source.known
    if not is_known and name not in source.said and (cells.declared or only_zero_and_one(numbers)):
        return _nominal(cells if cells.cells is not None else replace(cells, cells=numbers), source, IN_MEMORY, ())
    part = Part(TableColumn(name, "numeric", (), cells.position), _later(cells, numbers))
    if is_known and name in reading.date_columns and not np.isnan(numbers).all():
        return part._replace(remark=other_kind(name, "numbers", "dates"))
    if source.file is None or is_known or reading.thousands:
        return part
    part = part._replace(remark=padded_remark(name, islice(_first_texts(cells, source), _FIRST_CELLS), numbers))
    if not may_be_thousands(numbers):
        return part._replace(tells_point=bool((numbers[~np.isnan(numbers)] % 1.0 != 0.0).any()))
    if has_other_decimals(_first_texts(cells, source), reading.decimal):
        return part._replace(tells_point=True)
    return part._replace(thousands=thousands_remark(name, _first_texts(cells, source), reading.decimal))


def _first_texts(cells: RawColumn, source: Source) -> Iterable[str]:
    """Return the texts of the first present cells, or of all."""
    return cells.first or (text for text in cells.texts if text is not None and not source.spelling.is_missing(text))


def _later(cells: RawColumn, numbers: Numbers) -> Callable[[], Numbers]:
    """Return what returns some numbers; those of narrower cells are made again at each call, which takes no memory."""
    narrow = cells.cells
    if narrow is None:
        return lambda: numbers
    return lambda: numbers_of(narrow)


def _of_days(cells: RawColumn, days: Numbers, source: Source) -> list[Part]:
    name, in_parts = cells.name, source.reading.dates == "parts"
    remark = remark_on_dates(cells, days, source)
    if not in_parts:
        return [Part(TableColumn(name, "numeric", (), cells.position, dates=DAYS), _later(cells, days), remark)]
    return [
        Part(
            TableColumn(f"{name} {part}", "numeric", (), cells.position),
            partial(np.asarray, values),
            remark if part == PARTS[0] else None,
        )
        for part, values in zip(PARTS, columns_of_parts(days), strict=True)
    ]


def _numbers(texts: Texts, spelling: Spelling) -> Numbers | None:
    """Return the numbers of texts, None if one is no number."""
    told = [text for text in texts if text is not None] if spelling.is_plain else []
    if told and len(told) == len(texts) and (at_once := plain_numbers(told, 1, missing=spelling.missing)) is not None:
        return at_once[0][:, 0]
    return _by_text(texts, spelling, spelling.number)


def _days(texts: Texts, spelling: Spelling, day_first: bool | None) -> Numbers | None:
    """Return the days of texts, None if one is no date or none is there."""
    days = _by_text(texts, spelling, lambda text: text_days(text, day_first))
    return None if days is None or np.isnan(days).all() else days


def _by_text(texts: Texts, spelling: Spelling, read: Callable[[str], float | None]) -> Numbers | None:
    """Return what each text is read as, NaN if it is missing; None if one cannot be read."""
    found: dict[str | None, float] = {}
    for text in dict.fromkeys(texts):
        number = np.nan if text is None or spelling.is_missing(text) else read(text)
        if number is None:
            return None
        found[text] = number
    return np.array([found[text] for text in texts])


def _require_finite(cells: RawColumn, numbers: Numbers, source: Source) -> None:
    infinite = np.isinf(numbers)
    if not infinite.any():
        return
    row, wanted = int(np.argmax(infinite)), "expected a number that a 64-bit float can hold"
    if source.file is None:
        raise source.error(f"{wanted}, found infinity; if it is a missing value, give NaN", row, column=cells.name)
    texts = [str(cells.texts[place]) for place in np.flatnonzero(infinite).tolist()]
    message = (
        f"{wanted}, found {shown(texts[0])}; if it is a missing value, give missing={[*dict.fromkeys(texts)][:5]!r}"
    )
    raise source.error(message, row, argument="missing", column=cells.name)


def _no_number(cells: RawColumn, source: Source) -> DataError:
    """Return the error of a text in a column that is known or said to be numeric, with what seems to help."""
    name, reading, spelling = cells.name, source.reading, source.spelling_of(cells.name)
    present = [
        (row, text) for row, text in enumerate(cells.texts) if text is not None and not spelling.is_missing(text)
    ]

    # among dates it is the one that is none that is wrong
    def days(text: str) -> float | None:
        return text_days(text, reading.day_first)

    if not spelling.has_numbers:
        return _text_in_memory(cells, present, source)
    is_of_dates = name in reading.date_columns or any(days(text) is not None for _row, text in present)
    number = days if is_of_dates else spelling.number
    wrong = next(((row, text) for row, text in present if number(text) is None), None)
    if wrong is None:
        # each is one, and is asked to be read as a text
        return source.error(
            "expected numbers or dates, as which the training data read it, found that it "
            "is to be read as texts; leave out nominal and dates",
            column=name,
        )
    row, text = wrong
    wanted = _A_DATE[reading.day_first] if is_of_dates else "a number"
    hint = ""
    if is_spelled_missing(text) or (is_of_dates and spelling.number(text) is not None):
        hint = f"; if it is a missing value, give {'None' if source.file is None else f'missing=[{text!r}]'}"
    elif not is_of_dates and (foreign := foreign_number([text])):
        hint = f"; if it is a number, give {foreign[1]}"
    if is_of_dates and reading.day_first is None and text_days(text, True) is not None:
        hint = "; give day_first=True or day_first=False"
        if source.file is None:
            hint = f"; convert the column, as with pandas.to_datetime(X[{name!r}], dayfirst=...)"
    message = f"expected {wanted} as in the training data, found {shown(text)}{hint}"
    return source.error(message, row, column=name)


def _text_in_memory(cells: RawColumn, present: list[tuple[int, str]], source: Source) -> DataError:
    """Return the error of a text where it is not said how texts spell numbers."""
    row, text = next((place for place in present if not is_decimal(place[1])), present[0])
    how = "the column was learned as a continuous one"
    if cells.name in source.said:
        how = "if the column is not continuous, add it to nominal"
    if is_decimal(text):
        how = "the numbers of this column are texts; convert them to numbers"
    elif text_days(text, day_first=True) is not None or text_days(text, day_first=False) is not None:
        first = {None: "...", True: "True", False: "False"}[days_first(text for _row, text in present)]
        order = "" if text_days(text) is not None else f", dayfirst={first}"
        how = (
            f"the dates of this column are texts; convert them, as with "
            f"pandas.to_datetime(X[{cells.name!r}]{order}), or give a Model the file itself"
        )
    return source.error(f"expected a number, found the text {shown(text)}; {how}", row, column=cells.name)


def order_of_dates(columns: Iterable[RawColumn], source: Source) -> bool | None:
    """Tell from all columns of dates that end in the year whether the day comes first; None if none tells it.

    Two columns that tell different things are an error.
    """
    told: dict[bool, str] = {}
    untold = []
    for cells in columns:
        if cells.cells is None and cells.name not in source.said and source.known.get(cells.name) is None:
            distinct = dict.fromkeys(cells.texts)
            present = [text for text in distinct if text is not None and not source.spelling.is_missing(text)]
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
            argument="dates",
            column=told[False],
        )
    for order, name in told.items():
        for cells in untold:
            cells.order_by = name
        return order
    return None
