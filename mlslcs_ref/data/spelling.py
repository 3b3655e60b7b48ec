"""How texts of data spell numbers, dates and missing values: in files, and in tables in memory beside such files."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import numpy.typing as npt

from mlslcs_ref.data.columns import MOST_EXACT, TableColumn, declared_truth, number_text
from mlslcs_ref.data.dates import PARTS, columns_of_parts, text_days
from mlslcs_ref.data.formats.arff_cells import DECIMAL, is_held
from mlslcs_ref.data.looks import is_spelled_missing
from mlslcs_ref.data.reading import Reading
from mlslcs_ref.data.schema import Attribute, ContinuousAttribute
from mlslcs_ref.data.words import shown
from mlslcs_ref.errors import DataError

_INFINITE: Final = frozenset({"inf", "+inf", "-inf", "infinity", "+infinity", "-infinity"})


@dataclass(frozen=True)
class Spelling:
    """How numbers and missing values are written."""

    missing: frozenset[str]
    decimal: str
    thousands: str
    grouped: re.Pattern[str] | None = None
    missing_numbers: tuple[float, ...] = ()

    @classmethod
    def of(cls, reading: Reading) -> Spelling:
        """Return what a reading says."""
        comma, point = re.escape(reading.thousands), re.escape(reading.decimal)
        grouped = re.compile(rf"[+-]?[1-9][0-9]{{0,2}}(?:{comma}[0-9]{{3}})+(?:{point}.*)?") if comma else None
        plain = cls(reading.missing_texts, reading.decimal, reading.thousands, grouped)
        found = (plain.number(text) for text in sorted(plain.missing))
        return replace(plain, missing_numbers=tuple(number for number in found if number is not None))

    @property
    def is_plain(self) -> bool:
        """Whether numbers are written as in Python, and each of them is one."""
        return self.decimal == "." and self.grouped is None and not self.missing_numbers

    def is_missing(self, text: str) -> bool:
        """Tell whether a text is a missing value; if -999 is one, -999.0 is one too."""
        return text in self.missing or (bool(self.missing_numbers) and self.number(text) in self.missing_numbers)

    def number(self, text: str) -> float | None:
        """Return a text as a number, None if it is none; infinity for one that a 64-bit float cannot hold."""
        if self.grouped is not None and self.grouped.fullmatch(text):
            text = text.replace(self.thousands, "")
        if self.decimal != ".":
            if "." in text:
                return None
            text = text.replace(self.decimal, ".")
        if DECIMAL.fullmatch(text):
            number = float(text)
            return number if is_held(text, number) else np.inf
        return np.inf if text.lower() in _INFINITE else None

    def value(self, text: str, declared: Sequence[str], numeric: bool = False) -> str:
        """Return a text as a nominal value; 1.0 is 1 if all are numbers, or that is declared, as True is true."""
        number = None if text in declared else self.number(text)
        plain = text if number is None or abs(number) >= MOST_EXACT else number_text(number)
        plain = declared_truth(plain, declared)
        return plain if numeric or plain in declared else text


def read_as_file(column: TableColumn, attribute: Attribute, reading: Reading, spelling: Spelling) -> TableColumn:
    """Return a column in memory as the reader of the training file would have read it.

    Numbers, missing values and words are spelled by `spelling` if that file had separated values; dates also if they
    were dates in another format or in memory. A text that is none of what the column holds is an error.
    """
    is_date = attribute.name in reading.date_columns
    if not (is_date or reading.delimiter is not None):
        return column
    if column.cells is not None and not spelling.missing_numbers:
        return column
    if (known := column.numbers) is not None:
        missing = np.isin(known, spelling.missing_numbers)
        return replace(column, cells=np.where(missing, np.nan, known)) if missing.any() else column
    plain = {text: text.strip() for text in column.texts if text is not None}
    present = {text: cell for text, cell in plain.items() if not spelling.is_missing(cell)}
    if not isinstance(attribute, ContinuousAttribute):
        value = {text: spelling.value(cell, attribute.values) for text, cell in present.items()}
        return replace(column, texts=tuple(None if text is None else value.get(text) for text in column.texts))
    read = _days_by(reading) if is_date else spelling.number
    numbers = {text: read(cell) for text, cell in present.items()}
    for row, text in enumerate(column.texts, 1):
        if text in numbers and numbers[text] is None:
            raise _unread(column.name, row, text, is_date)
    return TableColumn(column.name, _cells(column, numbers), of_dates=is_date)


def parts_in_memory(column: TableColumn, reading: Reading) -> tuple[TableColumn, ...]:
    """Return the parts of a column of dates in memory, named as those of a file's column."""
    dated = replace(reading, date_columns=(column.name,))
    days = (
        column if column.of_dates else read_as_file(column, ContinuousAttribute(column.name), dated, Spelling.of(dated))
    )
    if not days.of_dates or days.numbers is None:
        raise DataError("expected dates as in the training data, found numbers", column=column.name)
    return tuple(
        TableColumn(f"{column.name} {part}", cells)
        for part, cells in zip(PARTS, columns_of_parts(days.numbers), strict=True)
    )


def _days_by(reading: Reading) -> Callable[[str], float | None]:
    return lambda text: text_days(text, reading.day_first)


def _cells(column: TableColumn, numbers: Mapping[str, float | None]) -> npt.NDArray[np.float64]:
    found = (None if text is None else numbers.get(text) for text in column.texts)
    return np.array([np.nan if number is None else number for number in found])


def _unread(name: str, row: int, text: str, is_date: bool) -> DataError:
    hint = ""
    if is_spelled_missing(text):
        hint = "; if it is a missing value, give None"
    elif is_date and any(text_days(text.strip(), order) is not None for order in (True, False)):
        hint = f"; convert the column, as with pandas.to_datetime(X[{name!r}], dayfirst=...)"
    return DataError(
        f"expected a {'date' if is_date else 'number'} as the training data have it, "
        f"found the text {shown(text)}{hint}",
        column=name,
        row=row,
    )
