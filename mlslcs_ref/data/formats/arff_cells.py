"""From the text of a cell to its number: one class for each kind of column, all with the same two parts.

``strict`` reads unquoted text; ``careful`` also knows quotes and says what is wrong. Where both accept, they agree.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Final, Protocol, TypeAlias

from mlslcs_ref.data.formats.arff_dates import ReadDate, reader_of
from mlslcs_ref.data.formats.arff_scanner import Token
from mlslcs_ref.data.formats.table import FileColumn
from mlslcs_ref.data.words import shown

Convert: TypeAlias = Callable[[str], float]

DECIMAL = re.compile(r"[+-]?(?:[0-9]++(?:\.[0-9]*+)?|\.[0-9]++)(?:[eE][+-]?[0-9]++)?")
_SMALL: Final = re.compile("[eE]-[0-9]{3}")
_ZEROS: Final = 200 * "0"
_NOT_ZERO: Final = re.compile(r"[+-]?[0.]*+[1-9]")
_SHOWN_VALUES = 8
NULL: Final = "<null>"
MISSING: Final = frozenset({"?", NULL})
"""Of ARFF, and of KEEL, which has both."""


class CellReader(Protocol):
    """How the cells of one column are read."""

    @property
    def strict(self) -> Convert:
        """Conversion of unquoted text; raises KeyError or ValueError if it is not legal."""

    def careful(self, token: Token, /) -> float:
        """Conversion of any value; raises ValueError with a message for people."""


def may_be_small(text: str) -> bool:
    """Tell whether some number of a text may be too small for a 64-bit float, as is true of few others."""
    # a pattern takes many times as long to find that there is none
    may_be_power = "e-" in text or "E-" in text
    return _ZEROS in text or (may_be_power and _SMALL.search(text) is not None)


def is_held(text: str, number: float) -> bool:
    """Tell whether a 64-bit float holds the number of a text: it is not infinite, and 0 only if the text is."""
    return not math.isinf(number) and (number != 0.0 or not _NOT_ZERO.match(text))


def cells_of(column: FileColumn) -> CellReader:
    """Return the way to read a column's cells."""
    if column.kind == "nominal":
        return _NominalCells(column.values)
    if column.kind == "spelled":
        return SpelledCells(column.values)
    if read := reader_of(column.dates):
        return _DateCells(column.dates, read)
    return _NumericCells() if column.kind == "numeric" else _DroppedCells()


class _NumericCells:
    @staticmethod
    def strict(text: str) -> float:
        if text in MISSING:
            return math.nan
        if not DECIMAL.fullmatch(text):
            raise ValueError(f"expected a number, found {shown(text)}")
        number = float(text)
        if not is_held(text, number):
            raise ValueError(f"expected a number that a 64-bit float can hold, found {shown(text)}")
        return number

    def careful(self, token: Token) -> float:
        if token.quoted and token.text == "?":
            raise ValueError("expected a number, found '?' in quotes; write ? without quotes for a missing value")
        return self.strict(token.text.strip())


class _DateCells:
    def __init__(self, pattern: str, read: ReadDate) -> None:
        self._pattern = pattern
        self._read = read

    def strict(self, text: str) -> float:
        if text in MISSING:
            return math.nan
        days = self._read(text)
        if days is None:
            raise ValueError(f"expected a date as {self._pattern}, found {shown(text)}")
        return days

    def careful(self, token: Token) -> float:
        if token.quoted and token.text in MISSING:
            raise ValueError(f"expected a date, found {shown(token.text)} in quotes; write ? for a missing value")
        return self.strict(token.text.strip())


class _NominalCells:
    def __init__(self, values: tuple[str, ...]) -> None:
        self._values = values
        self._codes = {value: float(code) for code, value in enumerate(values)}
        # Unquoted, an empty cell is an error and ? is a missing value, whatever is declared; <null> can be a value.
        unquoted = {NULL: math.nan} | {value: code for value, code in self._codes.items() if value} | {"?": math.nan}
        self.strict: Convert = unquoted.__getitem__

    def careful(self, token: Token) -> float:
        if token.is_missing:
            return math.nan
        code = self._codes.get(token.text)
        if code is None and token.text == NULL and not token.quoted:
            return math.nan
        if code is None:
            raise ValueError(f"expected one of the declared values {self._declared()}, found {shown(token.text)}")
        return code

    def _declared(self) -> str:
        listed = ", ".join(shown(value) for value in self._values[:_SHOWN_VALUES])
        more = f", ... {len(self._values)} in all" if len(self._values) > _SHOWN_VALUES else ""
        return f"{{{listed}{more}}}"


class SpelledCells:
    """Any texts, each a value from where it occurs first."""

    def __init__(self, values: tuple[str, ...]) -> None:
        self._codes = {value: float(code) for code, value in enumerate(values)}

    @property
    def values(self) -> tuple[str, ...]:
        """All texts so far, by their codes."""
        return tuple(self._codes)

    def strict(self, text: str) -> float:
        """Return a number for an unquoted text; raises ValueError if it is empty."""
        if not text:
            raise ValueError("expected a value, found an empty one")
        return self._codes.setdefault(text, float(len(self._codes)))

    def careful(self, token: Token) -> float:
        """Return a number for any text."""
        return self._codes.setdefault(token.text, float(len(self._codes)))


class _DroppedCells:
    @staticmethod
    def strict(_text: str) -> float:
        return math.nan

    def careful(self, _token: Token) -> float:
        return math.nan
