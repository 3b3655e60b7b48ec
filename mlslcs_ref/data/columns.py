"""Columns of a table in memory: what their cells mean, which attribute they make, and which codes.

The rule by which a column is nominal or continuous:

1. A column with a text in it, and a categorical one, is nominal.
2. A boolean column is binary with the values 0 and 1, as is a column of numbers with both 0 and 1 and nothing else.
3. Any other column of numbers is continuous, also one of whole numbers, and one without any present value. Dates and
   times are numbers: days since 1970-01-01, with hours as decimals; texts that look like dates stay texts.

A caller can say which columns are nominal instead, and a data frame that `to_frame` made knows which are continuous.
Nominal values are matched by what they are, never by their place: numbers by number (1, 1.0, True and the texts true
and True are one value, written as it is declared), anything else by its text. Missing are None, NaN, and the NA and NaT
of pandas. Clauses: REP-3, REP-7, REP-8.
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
from mlslcs_ref.data.dates import datetime_days, days_first, days_of, text_days
from mlslcs_ref.data.schema import Attribute, ContinuousAttribute, nominal
from mlslcs_ref.data.words import shown
from mlslcs_ref.errors import DataError

Numbers = npt.NDArray[np.float64]
_MISSING_TYPES: Final = frozenset({"NAType", "NaTType"})
BOOLEAN: Final = ("0", "1")
TRUTH: Final = {"false": "0", "true": "1"}
"""How files spell what a boolean column holds."""
MOST_EXACT: Final = 2.0**53
"""The whole numbers below it are all different as 64-bit floats; from here on two of them may be one."""


@dataclass(frozen=True, eq=False)
class SparseCells:
    """A column of a sparse matrix: it is 0 but in some rows."""

    rows: npt.NDArray[Any]
    """Of shape (n,). These rows."""
    cells: npt.NDArray[Any]
    """Of shape (n,). What stands there."""
    n_rows: int
    """How many rows there are."""

    def __len__(self) -> int:
        """Return how many rows there are."""
        return self.n_rows

    def dense(self) -> Numbers:
        """Return the numbers of all rows."""
        numbers = np.zeros(self.n_rows)
        numbers[self.rows] = self.cells
        return numbers


@dataclass(frozen=True, eq=False)
class TableColumn:
    """One column of a table."""

    name: str
    """Its name."""
    cells: npt.NDArray[Any] | SparseCells | None = field(repr=False)
    """Of shape (n_rows,). Numbers or booleans of any type, NaN where missing; None if a present cell is no number."""
    texts: tuple[str | None, ...] = field(default=(), repr=False)
    """Of length n_rows. If there are no numbers: the values, None where missing."""
    declared: tuple[str, ...] = ()
    """The values of a categorical or boolean column, in order, whether they occur or not; empty for others."""
    of_dates: bool = False
    """Whether the numbers are days since 1970-01-01, made of dates."""

    def __len__(self) -> int:
        """Return how many rows there are."""
        return len(self.texts) if self.cells is None else len(self.cells)

    @property
    def numbers(self) -> Numbers | None:
        """The cells as 64-bit floats, converted from any other type; None if a present cell is no number."""
        if self.cells is None:
            return None
        return self.cells.dense() if isinstance(self.cells, SparseCells) else self.cells.astype(np.float64, copy=False)

    @property
    def is_nominal(self) -> bool:
        """Whether it is nominal by the rule above."""
        numbers = self.numbers
        return numbers is None or bool(self.declared) or only_zero_and_one(numbers)

    def attribute(self, as_nominal: bool) -> Attribute:
        """Return the attribute that the column makes.

        Raises
        ------
        DataError
            If it is to be continuous, but holds a text or infinity; or nominal without any value, or with whole
            numbers that a 64-bit float does not tell apart.
        """
        if not as_nominal:
            self._require_finite_numbers("if the column is not continuous, add it to nominal")
            return ContinuousAttribute(self.name)
        values = self.declared or self.occurring()
        if not values:
            raise DataError("expected a value of a nominal column, found only missing values", column=self.name)
        return nominal(self.name, values)

    def codes(self, attribute: Attribute) -> Numbers:
        """Return the column in the numbers or codes of an attribute, NaN where missing, -1 for an undeclared value.

        Raises
        ------
        DataError
            If the attribute is continuous, but a cell is a text or infinite; or nominal, but a cell is a whole number
            that a 64-bit float does not tell from the next.
        """
        if isinstance(attribute, ContinuousAttribute):
            return self._require_finite_numbers("the column was learned as a continuous one")
        numbers = self.numbers
        if numbers is None:
            present = tuple(dict.fromkeys(text for text in self.texts if text is not None))
            code_of: dict[str | None, float] = dict(zip(present, _codes(present, attribute.values), strict=True))
            return np.array([code_of.get(text, np.nan) for text in self.texts])
        if attribute.values == BOOLEAN and only_zero_and_one(numbers):
            # which has one zero then
            return numbers + 0.0
        is_there = ~np.isnan(numbers)
        distinct, places = np.unique(numbers[is_there], return_inverse=True)
        codes = np.full(len(numbers), np.nan)
        texts = [_value_text(x, self.name) for x in distinct.tolist()]
        codes[is_there] = np.array(_codes(texts, attribute.values) or [0.0])[places]
        return codes

    def _require_finite_numbers(self, otherwise: str) -> Numbers:
        numbers = self.numbers
        if numbers is None:
            present = [(row, text) for row, text in enumerate(self.texts, 1) if text is not None]
            row, text = next((place for place in present if not is_decimal(place[1])), present[0])
            how = otherwise
            if is_decimal(text):
                how = "the numbers of this column are texts; convert them to numbers"
            elif text_days(text, day_first=True) is not None or text_days(text, day_first=False) is not None:
                first = {None: "...", True: "True", False: "False"}[days_first(text for _row, text in present)]
                order = "" if text_days(text) is not None else f", dayfirst={first}"
                how = (
                    f"the dates of this column are texts; convert them, as with "
                    f"pandas.to_datetime(X[{self.name!r}]{order}), or give a Model the file itself"
                )
            raise DataError(f"expected a number, found the text {shown(text)}; {how}", column=self.name, row=row)
        infinite = np.isinf(numbers)
        if infinite.any():
            raise DataError(
                "expected a finite number, found infinity; replace it by a number or by NaN for a missing value",
                column=self.name,
                row=int(np.argmax(infinite)) + 1,
            )
        return numbers

    def occurring(self) -> tuple[str, ...]:
        """Return the present values: numbers by size, texts by their characters."""
        numbers = self.numbers
        if numbers is not None:
            if only_zero_and_one(numbers):
                return BOOLEAN
            distinct = np.unique(numbers[~np.isnan(numbers)])
            return tuple(_value_text(x, self.name) for x in distinct.tolist())
        return tuple(sorted({text for text in self.texts if text is not None}))


def column_of_numbers(name: str, values: npt.NDArray[Any] | SparseCells) -> TableColumn:
    """Return the column of numbers or booleans."""
    kind = (values.cells if isinstance(values, SparseCells) else values).dtype.kind
    return TableColumn(name, values, (), BOOLEAN if kind == "b" else ())


def column_of_cells(name: str, cells: Iterable[Any], categories: Sequence[Any] | None = None) -> TableColumn:
    """Return the column of any Python values; `categories` are all values of a categorical column, in order."""
    occurring = list(cells)
    plain = _plain_cells(occurring, name)
    declared = () if categories is None else tuple(_text(_plain(value, name, 0), name) for value in categories)
    if any(isinstance(cell, str) for cell in plain):
        return TableColumn(name, None, tuple(None if cell is None else _text(cell, name) for cell in plain), declared)
    if categories is None and plain and all(isinstance(cell, bool) for cell in plain if cell is not None):
        declared = BOOLEAN if any(cell is not None for cell in plain) else ()
    found = np.array([np.nan if cell is None else float(cell) for cell in plain], dtype=np.float64)
    present = [cell for cell in occurring if not is_missing(cell)]
    of_dates = bool(present) and all(isinstance(cell, date | np.datetime64) for cell in present)
    return TableColumn(name, found, (), declared, of_dates)


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
    return cell if isinstance(cell, str) else _value_text(float(cell or 0.0), name)


def _value_text(x: float, name: str) -> str:
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
    """Return the declared value that is as true as a text, since true, True and 1 are one; else the text."""
    wanted = TRUTH.get(text.lower(), text)
    # most texts are none, and much may be declared
    found = [value for value in declared if TRUTH.get(value.lower(), value) == wanted] if wanted in BOOLEAN else []
    return found[0] if len(found) == 1 else text


def _codes(texts: Iterable[str], declared: Sequence[str]) -> list[float]:
    """Return the codes of values, -1 for those that are not declared."""
    code_of = {value: float(code) for code, value in enumerate(declared)}
    return [code_of.get(declared_truth(text, declared), UNDECLARED) for text in texts]


def recoded(
    codes: npt.NDArray[np.float64], declared: tuple[str, ...], wanted: tuple[str, ...]
) -> npt.NDArray[np.float64]:
    """Turn codes of a file's declared values into those of a schema's, by text; NaN stays NaN."""
    recode = np.array([*_codes(declared, wanted), np.nan])
    return recode[np.where(np.isnan(codes), len(declared), codes).astype(np.intp)]
