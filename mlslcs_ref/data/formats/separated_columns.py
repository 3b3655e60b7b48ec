"""Columns of separated values: what their cells mean, and what to say where a column is not what it looks like.

A column is numeric if every cell that is not missing is a number, or if every such cell is a date; and nominal
otherwise, with its values in the order of their characters. A column of numbers that holds both 0 and 1 and nothing
else is nominal too, as for tables in memory. A caller can say which columns are nominal. Missing are an empty cell,
``?``, ``NaN``, ``nan`` and what the caller says; any other text is a value. Numbers are decimals with a point, in every
locale, unless the caller says otherwise.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import filterfalse
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from mlslcs_ref.data.columns import only_zero_and_one
from mlslcs_ref.data.dates import PARTS, columns_of_parts, text_days
from mlslcs_ref.data.formats.plain_rows import plain_numbers
from mlslcs_ref.data.formats.raw_columns import RawColumn, Source
from mlslcs_ref.data.formats.separated_dates import may_be_either, remark_on_dates, wrong_date
from mlslcs_ref.data.formats.table import AS_SPELLED, FileColumn
from mlslcs_ref.data.looks import OTHER_DATE, OTHER_NUMBER, foreign_number, is_spelled_missing
from mlslcs_ref.data.reading import Reading
from mlslcs_ref.data.remarks import dates_for_numbers, memorised, numbers_for_dates, thousands_remark, two_spellings
from mlslcs_ref.data.spelling import Spelling
from mlslcs_ref.data.stores import Column
from mlslcs_ref.data.words import shown
from mlslcs_ref.errors import AdviceWarning, DataError, DataWarning

_MOST_TOLD: Final = 5
_LEAST_NUMBERS: Final = 3
Numbers = npt.NDArray[np.float64]


class Part(NamedTuple):
    """A column of the table that a column of the file makes, its numbers or codes, and what to say of it."""

    column: FileColumn
    values: Numbers | Column
    remark: DataWarning | None = None
    is_days: bool = False

    @property
    def numbers(self) -> Numbers:
        """Its numbers or codes."""
        return self.values if isinstance(self.values, np.ndarray) else self.values.numbers


def read_column(cells: RawColumn, lines: Sequence[int], source: Source) -> list[Part]:
    """Return what a column of a file holds, by the rule that the module states, or by what it is known to be.

    That is one part, or one for each part of a date. `lines` has the line of each row.

    Raises
    ------
    DataError
        If a column of numbers holds one that is too large, or another value than it is known to hold.
    """
    reading, known, spelling = source.reading, source.known, source.spelling
    if cells.numbers is not None:
        return [_of_numbers(cells, cells.numbers.numbers, cells.first, source)._replace(values=cells.numbers)]
    declared = known.get(cells.name)
    if declared is not None:
        return [_spelled(cells) if declared is AS_SPELLED else _nominal(cells, source, declared)]
    is_nominal = cells.name in reading.nominal
    texts = cells.texts
    numbers = _numbers(texts, spelling)
    if numbers is not None and not is_nominal:
        _require_finite(cells, numbers, lines, source)
        return [_of_numbers(cells, numbers, filterfalse(spelling.is_missing, texts), source)]
    distinct = dict.fromkeys(texts)
    days = None if numbers is not None or is_nominal or reading.dates == "text" else _days(distinct, spelling, reading)
    if days is not None:
        return _of_days(cells, np.array([days[text] for text in texts]), source)
    if cells.name in known:
        raise _no_number(cells, lines, source)
    part = _nominal(cells, source, (), numbers is not None)
    if is_nominal:
        return [part]
    return [part._replace(remark=_remark(cells, lines, source, len(part.column.values)))]


def _of_numbers(cells: RawColumn, numbers: Numbers, texts: Iterable[str], source: Source) -> Part:
    """Return a column of plain numbers; one that is known to be nominal holds 0 and 1 alone."""
    known, reading = source.known, source.reading
    remark: DataWarning | None = None
    if cells.name in known and cells.name in reading.date_columns and not np.isnan(numbers).all():
        remark = numbers_for_dates(cells.name)
    if known[cells.name] is not None if cells.name in known else only_zero_and_one(numbers):
        return Part(FileColumn(cells.name, "nominal", ("0", "1"), cells.position), numbers)
    if cells.name not in known and not reading.thousands:
        remark = thousands_remark(cells.name, texts, numbers, reading.decimal)
    return Part(FileColumn(cells.name, "numeric", (), cells.position), numbers, remark)


def _of_days(cells: RawColumn, days: Numbers, source: Source) -> list[Part]:
    reading, is_known = source.reading, bool(source.known)
    told = None if is_known else remark_on_dates(cells, days, reading)
    if reading.dates != "parts":
        remark = None if cells.name in reading.date_columns else dates_for_numbers(cells.name)
        if not is_known:
            remark = AdviceWarning(
                f"{shown(cells.name)} has dates, which are read as days since 1970-01-01; dates='parts' makes columns "
                f"of year, month, day and weekday, drop=[{cells.name!r}] leaves them out",
                cells.name,
            )
        return [Part(FileColumn(cells.name, "numeric", (), cells.position), days, told or remark, True)]
    return [
        Part(
            FileColumn(f"{cells.name} {part}", "numeric", (), cells.position),
            values,
            told if part == PARTS[0] else None,
        )
        for part, values in zip(PARTS, columns_of_parts(days), strict=True)
    ]


# ------------------------------------------------------------------------------------------------------ nominal values


def _spelled(cells: RawColumn) -> Part:
    texts = cells.texts
    code_of = {text: float(code) for code, text in enumerate(dict.fromkeys(texts))}
    column = FileColumn(cells.name, "nominal", tuple(code_of), cells.position)
    return Part(column, np.array([code_of[text] for text in texts]))


def _nominal(cells: RawColumn, source: Source, declared: tuple[str, ...], numeric: bool = False) -> Part:
    """Return a column of values; where all are numbers, or a number is declared so, 1.0 is the value 1.

    Numbers so large that floats do not tell them apart are matched by their text.
    """
    texts, spelling = cells.texts, source.spelling
    present = [text for text in dict.fromkeys(texts) if not spelling.is_missing(text)]
    value_of = {text: spelling.value(text, declared, numeric) for text in present}
    found = set(value_of.values()).difference(declared)
    values = (*declared, *(sorted(found, key=_size) if numeric else sorted(found)))
    if not values:
        raise source.error("expected a value of a nominal column, found only missing values", None, column=cells.name)
    code_of = {value: float(code) for code, value in enumerate(values)}
    codes = {text: code_of[value] for text, value in value_of.items()}
    column = FileColumn(cells.name, "nominal", values, cells.position)
    return Part(column, np.array([codes.get(text, np.nan) for text in texts]))


def _size(text: str) -> tuple[float, str]:
    try:
        return float(text), text
    except ValueError:
        return np.inf, text


def _remark(cells: RawColumn, lines: Sequence[int], source: Source, n_values: int) -> DataWarning | None:
    """Say of a nominal column that it looks like another kind, or that rules can only memorise it, if it does."""
    reading, spelling = source.reading, source.spelling
    counts = Counter(text for text in cells.texts if not spelling.is_missing(text))
    others = {text: count for text, count in counts.items() if spelling.number(text) is None}
    told = sorted(others, key=lambda text: (-others[text], text))
    read = f"is read as {n_values} nominal values"
    look = _look(cells.name, counts, others, told, read)
    if not look and reading.dates != "text":
        look = wrong_date(cells, lines, counts, reading.day_first)
    elif not look and told and all(text_days(text, True) is not None or OTHER_DATE.fullmatch(text) for text in told):
        return None
    if look := look or (_look_alike(cells.name, told, read) if told else ""):
        return DataWarning(look, cells.name)
    return memorised(cells.name, n_values, counts.total()) or two_spellings(cells.name, counts, "nominal values")


def _look(column: str, counts: Counter[str], others: Mapping[str, int], told: Sequence[str], read: str) -> str:
    """Say of texts that some of them are numbers or missing values, or look like these, if they do."""
    n_numbers, name = counts.total() - sum(others.values()), shown(column)
    if foreign := foreign_number(told):
        return f"{name} {read}, as {shown(foreign[0])}; if they are numbers, give {foreign[1]}"
    missing = [text for text in told if is_spelled_missing(text)]
    mostly = n_numbers >= _LEAST_NUMBERS and n_numbers * 2 >= counts.total()
    if n_numbers and (len(missing) == len(told) or (mostly and len(told) <= _MOST_TOLD)):
        listed = ", ".join(f"{shown(text)} ({others[text]}x)" for text in told[:_MOST_TOLD])
        found = f"{name} has {n_numbers} numbers and the text {listed}, so it {read}"
        return f"{found}; if the text is a missing value, give missing={told[:_MOST_TOLD]!r}"
    if mostly:
        found = f"{name} has {n_numbers} numbers and {sum(others.values())} texts (as {shown(told[0])}), so it {read}"
        return f"{found}; convert it to numbers, leave it out with drop=[{column!r}], or give nominal=[{column!r}]"
    if missing and len(told) > 1:
        found = f"{name} has {shown(missing[0])} among its nominal values"
        return f"{found}; if that is a missing value, give missing={missing[:_MOST_TOLD]!r}"
    return ""


def _look_alike(column: str, told: Sequence[str], read: str) -> str:
    """Say of texts that all of them look like dates, times or numbers with a unit, if they do."""
    found = f"{shown(column)} {read}, as {shown(told[0])}"
    if all(map(OTHER_NUMBER.fullmatch, told)):
        return f"{found}; if they are numbers or times, write them as numbers alone, without ':', brackets or a unit"
    if all(map(may_be_either, told)):
        return f"{found}; if they are dates, give day_first=True or day_first=False"
    if all(map(OTHER_DATE.fullmatch, told)):
        return f"{found}; if they are dates, write them as 2024-03-01, or leave them out with drop=[{column!r}]"
    return ""


# ------------------------------------------------------------------------------------------------------------- numbers


def _numbers(texts: Sequence[str], spelling: Spelling) -> Numbers | None:
    """Return the numbers of texts, None if one is no number."""
    at_once = plain_numbers(texts, 1, missing=spelling.missing) if spelling.is_plain else None
    if at_once is not None:
        return at_once[0][:, 0]
    found: dict[str, float] = {}
    for text in dict.fromkeys(texts):
        number = np.nan if spelling.is_missing(text) else spelling.number(text)
        if number is None:
            return None
        found[text] = number
    return np.array([found[text] for text in texts])


def _days(distinct: Iterable[str], spelling: Spelling, reading: Reading) -> dict[str, float] | None:
    """Return the days of texts, None if one is no date or none is there."""
    found: dict[str, float] = {}
    for text in distinct:
        days = np.nan if spelling.is_missing(text) else text_days(text, reading.day_first)
        if days is None:
            return None
        found[text] = days
    return found if any(days == days for days in found.values()) else None  # noqa: PLR0124


def _require_finite(cells: RawColumn, numbers: Numbers, lines: Sequence[int], source: Source) -> None:
    infinite = np.isinf(numbers)
    if infinite.any():
        place = int(np.argmax(infinite))
        found = list(dict.fromkeys(cells.texts[at] for at in np.flatnonzero(infinite).tolist()))[:_MOST_TOLD]
        message = (
            f"expected a number that a 64-bit float can hold, found {shown(cells.texts[place])}; if it is a missing "
            f"value, give missing={found!r}"
        )
        raise source.error(message, lines[place], argument="missing", column=cells.name)


def _no_number(cells: RawColumn, lines: Sequence[int], source: Source) -> DataError:
    reading, spelling = source.reading, source.spelling
    present = [(place, text) for place, text in enumerate(cells.texts) if not spelling.is_missing(text)]

    # among dates it is the one that is none that is wrong
    def days(text: str) -> float | None:
        return text_days(text, reading.day_first)

    is_of_dates = cells.name in reading.date_columns or any(days(text) is not None for _place, text in present)
    number = days if is_of_dates else spelling.number
    wrong = next(((place, text) for place, text in present if number(text) is None), None)
    if wrong is None:
        # each is one, and is asked to be read as a text
        return source.error(
            "expected numbers or dates, as which the training data read it, found that it "
            "is to be read as texts; leave out nominal and dates",
            None,
            column=cells.name,
        )
    place, text = wrong
    dated = {None: "a date, as 2024-03-01,", True: "a date, as 31/12/2024,", False: "a date, as 12/31/2024,"}
    wanted = dated[reading.day_first] if is_of_dates else "a number"
    hint = ""
    if is_spelled_missing(text) or (is_of_dates and spelling.number(text) is not None):
        hint = f"; if it is a missing value, give missing=[{text!r}]"
    elif not is_of_dates and (foreign := foreign_number([text])):
        hint = f"; if it is a number, give {foreign[1]}"
    if is_of_dates and reading.day_first is None and text_days(text, True) is not None:
        hint = "; give day_first=True or day_first=False"
    message = f"expected {wanted} as in the training data, found {shown(text)}{hint}"
    return source.error(message, lines[place], column=cells.name)
