"""Comma- and tab-separated files with a header, read into the same table as ARFF files.

A column is numeric if every cell that is not missing is a number, and nominal otherwise, with its values in the order
of their characters; a column of numbers that holds both 0 and 1 and nothing else is nominal too, as for tables in
memory. A caller can say which columns are nominal. Missing are an empty cell, ``?``, ``NaN`` and ``nan``; any other
text is a value, ``NA``, ``None`` and ``null`` among them. Numbers are decimals with a point, in every locale.
"""

from __future__ import annotations

import csv
from collections.abc import Collection, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from os import fspath
from pathlib import Path
from types import MappingProxyType
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from mlslcs_ref.data.arff import ArffTable
from mlslcs_ref.data.arff_cells import DECIMAL
from mlslcs_ref.data.arff_header import ArffColumn
from mlslcs_ref.data.columns import MOST_EXACT, number_text
from mlslcs_ref.data.text_lines import PathName, listed_names, numbered_lines, shown
from mlslcs_ref.errors import DataError

__all__ = ["MISSING_CELLS", "is_csv", "read_csv"]

MISSING_CELLS: Final = frozenset({"", "?", "NaN", "nan"})
_INFINITE: Final = frozenset({"inf", "+inf", "-inf", "infinity", "+infinity", "-infinity"})
_DELIMITERS: Final = {".csv": ",", ".tsv": "\t"}
Kinds: TypeAlias = Mapping[str, tuple[str, ...] | None]


def is_csv(path: PathName) -> bool:
    """Tell from its ending whether a file holds separated values."""
    return Path(path).suffix.lower() in _DELIMITERS


@dataclass
class _Cells:
    """The cells of one column as they stand in the file, with the lines of all rows."""

    name: str
    position: int
    texts: list[str] = field(default_factory=list)


def read_csv(
    path: PathName,
    encoding: str = "utf-8",
    *,
    drop: Collection[str] = (),
    nominal: Collection[str] = (),
    keep: Collection[str] | None = None,
    known: Kinds = MappingProxyType({}),
) -> ArffTable:
    """Read a file of separated values.

    Parameters
    ----------
    path : str or path-like
        The file; a tab separates values if its name ends in ``.tsv``, a comma otherwise. Its first line names the
        columns.
    encoding : str, default="utf-8"
        How its text is encoded. A byte order mark is skipped.
    drop : collection of str, optional
        Names of columns to leave out.
    nominal : collection of str, optional
        Names of columns that are nominal whatever they hold.
    keep : collection of str, optional
        Names of the columns to read, as far as the file has them; by default all are read.
    known : mapping of str to (tuple of str, or None), optional
        What columns are known to be: the declared values of a nominal one, None for a numeric one. Values that a file
        has beyond the declared ones follow them.

    Returns
    -------
    ArffTable
        At least one row and one column; its relation is empty.

    Raises
    ------
    DataError
        If the file cannot be read or is not such a file, or its columns are all named by numbers that do not count up,
        which is a row of data; the error names the file and, where there is one, the line.
    """
    file = fspath(path)
    drop, nominal = listed_names(drop, "drop"), listed_names(nominal, "nominal")
    with closing(numbered_lines(path, encoding)) as lines:
        declared, columns, row_lines = _cells(lines, file, _DELIMITERS.get(Path(path).suffix.lower(), ","))
    if keep is None and all(DECIMAL.fullmatch(name) for name in declared) and not _counts_up(declared):
        raise DataError(
            "expected the names of the columns in the first line, found only numbers: is it a row of data?", file, 1
        )
    for name in (*drop, *nominal):
        if name not in declared:
            raise DataError(f"the file has no column {shown(name)}", file, 1)
    kept = [column for column in columns if column.name not in drop and (keep is None or column.name in keep)]
    if not kept:
        raise DataError(
            "expected at least one column to read, found none that is wanted: all dropped, or other data",
            file,
            1,
        )
    read = [_column(cells, row_lines, file, nominal, known) for cells in kept]
    return ArffTable(
        file=file,
        relation="",
        columns=tuple(column for column, _values in read),
        declared=declared,
        values=np.column_stack([values for _column, values in read]),
        lines=tuple(row_lines),
        first_omitted=(0,) * len(read),
    )


def _cells(
    lines: Iterator[tuple[int, str]], file: str, delimiter: str
) -> tuple[tuple[str, ...], list[_Cells], list[int]]:
    """Split the file into cells, column by column; blank lines are no rows."""
    reader = csv.reader((text for _number, text in lines), delimiter=delimiter, skipinitialspace=True, strict=True)
    header: tuple[str, ...] = ()
    columns: list[_Cells] = []
    row_lines: list[int] = []
    shared: dict[str, str] = {}
    line = 1
    try:
        for row in reader:
            if row and not columns:
                header = _header(row, file, delimiter)
                columns = [_Cells(name, position) for position, name in enumerate(header)]
            elif row:
                if len(row) != len(header):
                    raise _other_length(header, len(row), file, line)
                row_lines.append(line)
                for column, cell in zip(columns, row, strict=True):
                    text = cell.strip()
                    column.texts.append(shared.setdefault(text, text))
            line = reader.line_num + 1
    except csv.Error as error:
        raise DataError(f"expected values separated by {delimiter!r}: {error}", file, line) from None
    if not row_lines:
        raise DataError("no data rows, expected at least one below the names of the columns", file)
    return header, columns, row_lines


def _other_length(header: tuple[str, ...], length: int, file: str, line: int) -> DataError:
    if len(header) == 1:
        return DataError(
            f"expected 1 value, since the first line, {shown(header[0])}, names one column, found {length}; the first "
            "line has to name the columns",
            file,
            line,
        )
    return DataError(f"expected {len(header)} values, one for each column, found {length}", file, line)


def _header(row: list[str], file: str, delimiter: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in row)
    if len(names) == 1 and any(other in names[0] for other in ";\t,"):
        raise DataError(
            f"expected the names of the columns separated by {delimiter!r}, found {shown(names[0])}; use a comma, or a "
            "tab in a file whose name ends in .tsv",
            file,
            1,
        )
    for position, name in enumerate(names):
        if not name:
            raise DataError(f"expected a name for every column, found none for column {position + 1}", file, 1)
        if name in names[:position]:
            raise DataError(f"the column {shown(name)} is named twice", file, 1)
    return names


def _counts_up(names: tuple[str, ...]) -> bool:
    """Tell whether names are whole numbers one after the other, as tables without names are written."""
    return all(name == str(int(float(names[0])) + place) for place, name in enumerate(names))


def _column(
    cells: _Cells, lines: list[int], file: str, nominal: Collection[str], known: Kinds
) -> tuple[ArffColumn, npt.NDArray[np.float64]]:
    declared = known.get(cells.name)
    if declared is not None:
        return _nominal_column(cells, file, declared)
    if cells.name in known:
        _require_numbers(cells, lines, file)
    as_nominal = cells.name in nominal
    numbers = _numbers(cells, lines, file)
    if numbers is None or as_nominal or (cells.name not in known and _only_zero_and_one(numbers)):
        return _nominal_column(cells, file, (), numeric=numbers is not None)
    return ArffColumn(cells.name, "numeric", (), cells.position, 0), numbers


def _nominal_column(
    cells: _Cells, file: str, declared: tuple[str, ...], numeric: bool = False
) -> tuple[ArffColumn, npt.NDArray[np.float64]]:
    """Return a column of values; where all are numbers, or a number is declared so, 1.0 is the value 1.

    Numbers so large that floats do not tell them apart are matched by their text.
    """
    present = [text for text in dict.fromkeys(cells.texts) if text not in MISSING_CELLS]
    value_of = {text: _value(text, declared, numeric) for text in present}
    found = set(value_of.values()).difference(declared)
    values = (*declared, *(sorted(found, key=_size) if numeric else sorted(found)))
    if not values:
        raise DataError(
            f"column {shown(cells.name)}: expected a value of a nominal column, found only missing ones", file
        )
    code_of = {value: float(code) for code, value in enumerate(values)}
    codes = {text: code_of[value] for text, value in value_of.items()}
    column = ArffColumn(cells.name, "nominal", values, cells.position, 0)
    return column, np.array([codes.get(text, np.nan) for text in cells.texts])


def _size(text: str) -> tuple[float, str]:
    return float(text), text


def _value(text: str, declared: tuple[str, ...], numeric: bool) -> str:
    if text in declared or not DECIMAL.fullmatch(text) or abs(float(text)) >= MOST_EXACT:
        return text
    plain = number_text(float(text))
    return plain if numeric or plain in declared else text


def _numbers(cells: _Cells, lines: list[int], file: str) -> npt.NDArray[np.float64] | None:
    """Return the cells as numbers, None if one is a text; infinity is refused where all others are numbers."""
    infinite = 0
    numbers: dict[str, float] = {}
    for text in dict.fromkeys(cells.texts):
        if text in MISSING_CELLS:
            numbers[text] = np.nan
        elif DECIMAL.fullmatch(text):
            numbers[text] = float(text)
        elif text.lower() in _INFINITE:
            numbers[text] = np.inf
        else:
            return None
        infinite = infinite or (abs(numbers[text]) == np.inf and 1 + cells.texts.index(text))
    if infinite:
        raise DataError(
            f"column {shown(cells.name)}: expected a number that a 64-bit float can hold, found "
            f"{shown(cells.texts[infinite - 1])}",
            file,
            lines[infinite - 1],
        )
    return np.array([numbers[text] for text in cells.texts])


def _require_numbers(cells: _Cells, lines: list[int], file: str) -> None:
    for line, text in zip(lines, cells.texts, strict=True):
        if text not in MISSING_CELLS and not DECIMAL.fullmatch(text) and text.lower() not in _INFINITE:
            raise DataError(
                f"column {shown(cells.name)}: expected a number as in the training schema, found {shown(text)}",
                file,
                line,
            )


def _only_zero_and_one(numbers: npt.NDArray[np.float64]) -> bool:
    present = set(numbers[~np.isnan(numbers)].tolist())
    return present == {0.0, 1.0}
