"""The rows of an ARFF file, dense or sparse, as one table of numbers.

Each row is first tried the quick way: split at the commas and convert. A row with quotes, comments or other unusual
spelling, or one that is wrong, is read again with the scanner, which understands everything and says what is wrong. So
plain files are read fast and every error still names its line.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

import numpy as np
import numpy.typing as npt

from mlslcs_ref.data.formats.arff_cells import MISSING, Cells, Convert, cells_of
from mlslcs_ref.data.formats.arff_header import ArffHeader
from mlslcs_ref.data.formats.arff_scanner import Scanner, Token
from mlslcs_ref.data.formats.plain_rows import plain_numbers
from mlslcs_ref.data.matrix import BLOCK_CELLS
from mlslcs_ref.data.strips import Strips
from mlslcs_ref.data.tables import TableColumn
from mlslcs_ref.data.words import shown
from mlslcs_ref.errors import DataError

# What only the scanner understands. The control characters count as blanks for str.strip(), a tab separates values.
_NOT_PLAIN = re.compile(r"[\t\x0b\x0c\x1c-\x1f'\"%{}]")
_MAX_INDEX_DIGITS = 9


class RowReader:
    """Collects rows."""

    def __init__(self, header: ArffHeader, file: str) -> None:
        self.lines: list[int] = []
        """The line of each row so far."""
        self.first_omitted = [0] * len(header.columns)
        """For each column the line of the first sparse row that leaves it out; 0 if none does."""
        self._file = file
        self._columns = header.columns
        self._width = len(header.columns)
        self._kept = [column.position for column in header.columns if column.kind != "dropped"]
        self._cells = _shared_cells(header.columns)
        self._runs = _runs([cells.strict for cells in self._cells])
        self._never_omitted = set(range(self._width))
        self._binary = [column.position for column in header.columns if column.kind == "nominal"]
        self._has_plain_cells = all(_has_plain_cells(column) for column in header.columns)
        self._waiting: list[tuple[str, int]] = []
        self.strips = Strips(len(self._kept), file)
        """The kept columns of all rows that are read: numbers and codes, NaN for a missing value."""
        self._rows_at_once = max(1, BLOCK_CELLS // self._width)

    def add(self, text: str, line: int) -> None:
        """Take one row: its text has no blanks at its ends, and is neither empty nor only a comment."""
        self.lines.append(line)
        self._waiting.append((text, line))
        if len(self._waiting) == self._rows_at_once:
            self.close()

    def close(self) -> None:
        """Read the rows that wait, all at once if they are plain numbers."""
        waiting, self._waiting = self._waiting, []
        if not waiting:
            return
        texts = [text for text, _line in waiting]
        may_be_plain = self._has_plain_cells and not any(text[0] == "{" for text in texts)
        found = plain_numbers(texts, self._width, missing=MISSING) if may_be_plain else None
        if found is not None and self._are_codes(*found):
            rows = found[0]
        else:
            # what a sparse row leaves out is 0, in a column that is kept
            rows = np.zeros((len(waiting), self._width))
            for row, (text, line) in zip(rows, waiting, strict=True):
                if text[0] == "{":
                    given = self._sparse(text, line)
                    row[list(given)] = list(given.values())
                else:
                    row[:] = self._dense(text, line)
        self.strips.append(rows if len(self._kept) == self._width else rows[:, self._kept], self.lines[-1])

    def _are_codes(self, numbers: npt.NDArray[np.float64], lengths: npt.NDArray[np.intp]) -> bool:
        """Tell whether the cells of nominal columns are 0 and 1 as they are declared, which are their codes."""
        codes = numbers[:, self._binary]
        return bool((lengths[:, self._binary] == 1).all() and ((codes == 0) | (codes == 1)).all())

    def columns(self) -> list[TableColumn]:
        """Return the kept columns after all rows are closed; columns of texts are nominal ones with these values."""
        return [
            replace(column, kind="nominal", values=tuple(self._cells[column.position].codes))
            if column.kind == "spelled"
            else column
            for column in self._columns
            if column.kind != "dropped"
        ]

    def _dense(self, text: str, line: int) -> list[float]:
        row = self._dense_quickly(text)
        return row if row is not None else self._dense_carefully(Scanner(text, self._file, line))

    def _dense_quickly(self, text: str) -> list[float] | None:
        """Return the row, or None if the scanner has to look at it."""
        if _NOT_PLAIN.search(text):
            return None
        cells = text.split(",")
        if len(cells) != self._width:
            return None
        if " " in text or not text.isascii():
            cells = [cell.strip() for cell in cells]
        try:
            return [number for convert, columns in self._runs for number in map(convert, cells[columns])]
        except (KeyError, ValueError):
            return None

    def _dense_carefully(self, scanner: Scanner) -> list[float]:
        tokens: list[Token] = []
        more = True
        while more:
            if tokens and scanner.next_character() == "{":
                raise _weighted(scanner)
            tokens.append(scanner.value())
            more = scanner.another()
        if len(tokens) != self._width:
            raise scanner.error(
                f"expected {self._width} values, one for each attribute, separated by commas, found {len(tokens)}"
            )
        return [self._careful(position, token, scanner) for position, token in enumerate(tokens)]

    def _sparse(self, text: str, line: int) -> dict[int, float]:
        """Return the numbers by position; a column of any kind that is left out has the default 0."""
        given = self._sparse_quickly(text)
        if given is None:
            given = self._sparse_carefully(Scanner(text, self._file, line))
        if self._never_omitted:
            for position in self._never_omitted.difference(given):
                self.first_omitted[position] = line
            self._never_omitted.intersection_update(given)
        return given

    def _sparse_quickly(self, text: str) -> dict[int, float] | None:
        """Return the numbers by position, or None if the scanner has to look at the row."""
        inside = text[1:-1]
        if text[-1] != "}" or _NOT_PLAIN.search(inside) or not text.isascii():
            return None
        items = inside.split(",") if inside.strip() else []
        given: dict[int, float] = {}
        try:
            for item in items:
                index, value = item.split()
                if not index.isdecimal():  # int() would take a sign
                    return None
                position = int(index)
                given[position] = self._cells[position].strict(value)
        except (IndexError, KeyError, ValueError):
            return None
        return given if len(given) == len(items) else None

    def _sparse_carefully(self, scanner: Scanner) -> dict[int, float]:
        scanner.take("{")
        given: dict[int, float] = {}
        more = scanner.next_character() != "}"
        while more:
            position = self._position(scanner)
            if position in given:
                raise scanner.error(f"expected each index once in a sparse row, found {position} twice")
            given[position] = self._careful(position, scanner.value(), scanner)
            more = scanner.another("}")
        scanner.take("}")
        if scanner.take(",") and scanner.next_character() == "{":
            raise _weighted(scanner)
        if not scanner.ended:
            raise scanner.error(f"expected nothing after a sparse row, found {shown(scanner.rest)}")
        return given

    def _position(self, scanner: Scanner) -> int:
        digits = scanner.index()
        position = int(digits) if len(digits) <= _MAX_INDEX_DIGITS else self._width
        if position >= self._width:
            raise scanner.error(f"expected an index from 0 to {self._width - 1}, found {shown(digits)}")
        return position

    def _careful(self, position: int, token: Token, scanner: Scanner) -> float:
        try:
            return self._cells[position].careful(token)
        except ValueError as error:
            raise scanner.error(str(error), self._columns[position].name) from None


def _has_plain_cells(column: TableColumn) -> bool:
    return (column.kind == "numeric" and not column.dates) or (column.kind == "nominal" and column.values == ("0", "1"))


def _shared_cells(columns: Sequence[TableColumn]) -> list[Cells]:
    """Return how to read each column; columns of the same type share one object, so that they form runs."""
    shared: dict[tuple[str, tuple[str, ...], str], Cells] = {}
    for column in columns:
        shared.setdefault((column.kind, column.values, column.dates), cells_of(column))
    return [shared[column.kind, column.values, column.dates] for column in columns]


def _runs(conversions: Sequence[Convert]) -> list[tuple[Convert, slice]]:
    """Group neighbouring columns with the same conversion, because one `map` over many cells is fast."""
    runs: list[tuple[Convert, slice]] = []
    start = 0
    for convert, group in groupby(conversions):
        stop = start + len(list(group))
        runs.append((convert, slice(start, stop)))
        start = stop
    return runs


def _weighted(scanner: Scanner) -> DataError:
    return scanner.error(
        f"expected the end of the row, found the instance weight {shown(scanner.rest)}; weights are not supported, "
        "remove them"
    )
