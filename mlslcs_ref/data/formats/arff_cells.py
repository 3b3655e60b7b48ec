"""From the text of a cell to its number, for each kind of column."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from mlslcs_ref.data.formats.arff_dates import reader_of
from mlslcs_ref.data.formats.arff_scanner import Token
from mlslcs_ref.data.spelling import DECIMAL, is_held
from mlslcs_ref.data.tables import TableColumn
from mlslcs_ref.data.words import listed, shown

Convert: TypeAlias = Callable[[str], float]

NULL: Final = "<null>"
MISSING: Final = frozenset({"?", NULL})
"""Of ARFF, and of KEEL, which has both."""


class Cells(NamedTuple):
    """How the cells of one column are read; where both functions accept one, they agree."""

    strict: Convert
    """Conversion of unquoted text; raises KeyError or ValueError if it is not legal."""
    careful: Callable[[Token], float]
    """Conversion of any value; raises ValueError with a message for people."""
    codes: Mapping[str, float] = MappingProxyType({})
    """Of the values of a nominal column; of a spelled one those of its texts so far."""


def cells_of(column: TableColumn) -> Cells:
    """Return the way to read a column's cells."""
    codes = {value: float(code) for code, value in enumerate(column.values)}
    if column.kind == "dropped":
        return Cells(lambda _text: math.nan, lambda _token: math.nan)
    if column.kind == "nominal":
        return _nominal(codes)
    if column.kind == "spelled":
        return _spelled(codes)
    return _measured(_date_reader(column.dates) if column.dates else _number)


def _measured(strict: Convert) -> Cells:
    def careful(token: Token) -> float:
        if token.quoted and token.text == "?":
            raise ValueError("expected a value, found '?' in quotes; write ? without quotes for a missing value")
        return strict(token.text.strip())

    return Cells(strict, careful)


def _number(text: str) -> float:
    if text in MISSING:
        return math.nan
    if not DECIMAL.fullmatch(text):
        raise ValueError(f"expected a number, found {shown(text)}")
    number = float(text)
    if not is_held(text, number):
        raise ValueError(f"expected a number that a 64-bit float can hold, found {shown(text)}")
    return number


def _date_reader(pattern: str) -> Convert:
    read = reader_of(pattern)

    def strict(text: str) -> float:
        days = math.nan if text in MISSING or read is None else read(text)
        if days is None:
            raise ValueError(f"expected a date as {pattern}, found {shown(text)}")
        return days

    return strict


def _nominal(codes: dict[str, float]) -> Cells:
    # Unquoted, an empty cell is an error and ? is a missing value, whatever is declared; <null> can be a value.
    unquoted = {NULL: math.nan} | {value: code for value, code in codes.items() if value} | {"?": math.nan}

    def careful(token: Token) -> float:
        code = None if token.is_missing else codes.get(token.text)
        if code is None and not token.quoted and token.text in MISSING:
            return math.nan
        if code is None:
            declared = listed(tuple(codes))
            raise ValueError(f"expected one of the declared values {{{declared}}}, found {shown(token.text)}")
        return code

    return Cells(unquoted.__getitem__, careful, codes)


def _spelled(codes: dict[str, float]) -> Cells:
    def strict(text: str) -> float:
        if not text:
            raise ValueError("expected a value, found an empty one")
        return codes.setdefault(text, float(len(codes)))

    return Cells(strict, lambda token: codes.setdefault(token.text, float(len(codes))), codes)
