"""Columns as they are found, in memory or in a file. What their cells hold is decided in `kinds`.

A cell of a table in memory says itself whether it is a number, a text or missing: None, NaN, and the NA and NaT of
pandas are. One of a file of separated values is a text, of which `Spelling` tells. Nominal values are matched by what
they are, never by their place: numbers by number (1, 1.0, True and the texts true and True are one value, written as it
is declared), anything else by its text. Clauses: REP-3, REP-7, REP-8.
"""

from __future__ import annotations

import decimal
import numbers
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from mlslcs_ref._given import brief
from mlslcs_ref.data.dataset import UNDECLARED
from mlslcs_ref.data.dates import datetime_days, days_of
from mlslcs_ref.data.stores import Column
from mlslcs_ref.errors import DataError

Numbers = npt.NDArray[np.float64]
_MISSING_TYPES: Final = frozenset({"NAType", "NaTType"})
BOOLEAN: Final = ("0", "1")
TRUTH: Final = {"false": "0", "true": "1"}
"""How files spell what a boolean column holds."""
_END: Final = "\0"
MOST_EXACT: Final = 2.0**53
"""The whole numbers below it are all different as 64-bit floats; from here on two of them may be one."""


@dataclass(eq=False)
class RawColumn:
    """One column, before anybody knows what it holds."""

    name: str
    """Its name."""
    cells: npt.NDArray[Any] | Column | None = field(default=None, repr=False)
    """Of shape (n_rows,). Numbers or booleans of any type, NaN where missing; None if a present cell is a text."""
    packed: Sequence[str | Sequence[str | None]] = field(default=(), repr=False)
    """If there are no numbers: the texts of some rows after the other, None where missing. Those of a file are packed
    by `packed_texts`, for a million short texts take many times the memory of a long one."""
    position: int = 0
    """Its place in the table, from 0."""
    declared: tuple[str, ...] = ()
    """The values of a categorical or boolean column, in order, whether they occur or not; empty for others."""
    of_dates: bool = False
    """Whether the numbers are days since 1970-01-01, made of dates."""
    first: Sequence[str] = ()
    """The first cells of a column of numbers in a file."""
    order_by: str = ""
    """The other column that tells of these dates whether the day comes first; empty if none has to."""

    @property
    def numbers(self) -> Numbers | None:
        """The cells as 64-bit floats, converted from any other type; None if a present cell is no number."""
        return None if self.cells is None else numbers_of(self.cells)

    @property
    def texts(self) -> list[str | None]:
        """The texts, made again at each access."""
        return [text for block in self.packed for text in (block.split(_END) if isinstance(block, str) else block)]


def numbers_of(cells: npt.NDArray[Any] | Column) -> Numbers:
    """Return cells as 64-bit floats."""
    return cells.astype(np.float64, copy=False) if isinstance(cells, np.ndarray) else cells.numbers


def packed_texts(texts: Sequence[str]) -> str | Sequence[str]:
    """Return texts as one, if none holds the character that is put between them."""
    joined = _END.join(texts)
    return joined if joined.count(_END) == len(texts) - 1 else texts


def column_of_cells(name: str, cells: Iterable[Any], categories: Sequence[Any] | None = None) -> RawColumn:
    """Return the column of any Python values; `categories` are all values of a categorical column, in order."""
    occurring = list(cells)
    if (
        categories is not None
        and len(categories)
        and all(isinstance(value, date | np.datetime64) for value in categories)
    ):
        # dates have an order, also as categories
        categories = None
    plain = _plain_cells(occurring, name)
    declared = () if categories is None else tuple(_text(_plain(value, name, 0), name) for value in categories)
    if any(isinstance(cell, str) for cell in plain):
        return RawColumn(
            name, packed=[[None if cell is None else _text(cell, name) for cell in plain]], declared=declared
        )
    if categories is None and plain and all(isinstance(cell, bool) for cell in plain if cell is not None):
        declared = BOOLEAN if any(cell is not None for cell in plain) else ()
    found = np.array([np.nan if cell is None else float(cell) for cell in plain], dtype=np.float64)
    present = [cell for cell in occurring if not is_missing(cell)]
    of_dates = bool(present) and all(isinstance(cell, date | np.datetime64) for cell in present)
    return RawColumn(name, found, declared=declared, of_dates=of_dates)


def number_text(x: float) -> str:
    """Return a number as a nominal value: a whole one without a point, any other as Python writes it."""
    return str(int(x)) if np.isfinite(x) and x == int(x) else repr(float(x))


def is_missing(cell: Any) -> bool:
    """Tell whether a cell is None, NaN, or the NA or NaT of pandas."""
    if cell is None or type(cell).__name__ in _MISSING_TYPES:
        return True
    return isinstance(cell, numbers.Real | decimal.Decimal) and bool(cell != cell)  # noqa: PLR0124


def _plain_cells(cells: list[Any], name: str) -> list[str | bool | float | None]:
    """Return the cells as plain values; each that occurs is looked at once, where it occurs first."""
    # 1, 1.0 and True are equal, but of different types
    keys = list(zip(map(type, cells), cells, strict=True))
    try:
        first = dict(zip(reversed(keys), range(len(keys), 0, -1), strict=True))
    except TypeError:
        # a cell that has no hash is no value either
        return [_plain(cell, name, row) for row, cell in enumerate(cells, start=1)]
    plain = {key: _plain(key[1], name, first[key]) for key in sorted(first, key=first.__getitem__)}
    return [plain[key] for key in keys]


def _plain(cell: Any, name: str, row: int) -> str | bool | float | None:
    if is_missing(cell):
        return None
    if isinstance(cell, str):
        return str(cell)
    if isinstance(cell, bool | np.bool_):
        return bool(cell)
    if isinstance(cell, date):
        return days_of(cell)
    if isinstance(cell, np.datetime64):
        return float(datetime_days(np.asarray(cell)))
    if isinstance(cell, numbers.Real | decimal.Decimal):
        try:
            return float(cell)
        except OverflowError:
            raise DataError(
                f"expected a number that a 64-bit float can hold, found {brief(cell)}", column=name, row=row
            ) from None
    hint = "" if isinstance(cell, Collection) else "; convert the column, as with .astype(str)"
    raise DataError(
        f"expected a number, a text or a missing value, found a value of type {type(cell).__name__}{hint}",
        column=name,
        row=row,
    )


def _text(cell: str | bool | float | None, name: str) -> str:
    return cell if isinstance(cell, str) else value_text(float(cell or 0.0), name)


def value_text(x: float, name: str) -> str:
    """Return a number of a column as a nominal value; refuse one too large to tell from the next."""
    if MOST_EXACT <= abs(x) < np.inf:
        raise DataError(
            f"expected whole numbers below 2**53 as nominal values, because 64-bit floats "
            f"cannot distinguish larger ones, found {number_text(x)[:60]}; convert them to texts",
            column=name,
        )
    return number_text(x)


def is_decimal(text: str) -> bool:
    """Tell whether Python reads a text as a number."""
    try:
        float(text)
    except ValueError:
        return False
    return True


def only_zero_and_one(values: Numbers) -> bool:
    """Tell whether there are zeros, ones and nothing else but missing values."""
    zeros, ones = values == 0, values == 1
    return bool(zeros.any() and ones.any() and (zeros | ones | np.isnan(values)).all())


def declared_truth(text: str, declared: Sequence[str]) -> str:
    """Return the declared value that means the same truth as a text, as True for 1; else the text."""
    wanted = TRUTH.get(text.lower(), text)
    # most texts are none, and much may be declared
    found = [value for value in declared if TRUTH.get(value.lower(), value) == wanted] if wanted in BOOLEAN else []
    return found[0] if len(found) == 1 else text


def recoded(
    codes: npt.NDArray[np.float64], declared: tuple[str, ...], wanted: tuple[str, ...]
) -> npt.NDArray[np.float64]:
    """Turn codes of a file's declared values into those of a schema's, by text; NaN stays NaN."""
    code_of = {value: float(code) for code, value in enumerate(wanted)}
    recode = np.array([*(code_of.get(declared_truth(text, wanted), UNDECLARED) for text in declared), np.nan])
    return recode[np.where(np.isnan(codes), len(declared), codes).astype(np.intp)]
