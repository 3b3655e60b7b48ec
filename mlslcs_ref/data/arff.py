"""Reading ARFF files: dense and sparse rows, every spelling that Weka accepts, and errors that name file and line.

Accepted: rows of both kinds in one file; quoted names and values; ``%`` comments on lines of their own and behind
anything outside quotes (so ``1,X,0 % note`` is a row with a note); a byte order mark; any kind of line ends. A value
that a sparse row leaves out is 0, or the first declared value. Refused: instance weights, numbers that are not finite,
and types that a rule cannot test, unless dropped by name. This module knows nothing about labels.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import closing
from dataclasses import dataclass, field
from os import fspath

import numpy as np
import numpy.typing as npt

from mlslcs_ref.data.arff_header import ArffColumn, ArffHeader, Lines, read_header
from mlslcs_ref.data.arff_rows import RowReader
from mlslcs_ref.data.text_lines import PathName, listed_names, numbered_lines, shown
from mlslcs_ref.errors import DataError

__all__ = ["ArffColumn", "ArffTable", "read_arff"]


@dataclass(frozen=True, eq=False)
class ArffTable:
    """The contents of an ARFF file.

    Parameters
    ----------
    file : str
        The file it was read from.
    relation : str
        The relation's name; empty if there is none.
    columns : tuple of ArffColumn, length n_columns
        The kept columns in the file's order.
    declared : tuple of str
        Names of all columns that the file declares, in order, dropped ones included.
    values : ndarray of shape (n_rows, n_columns)
        Numbers of numeric columns, codes (from 0) of nominal ones, NaN for a missing value.
    lines : tuple of int, length n_rows
        The line of each row.
    first_omitted : tuple of int, length n_columns
        For each column the line of the first sparse row that leaves it out; 0 if none does.
    """

    file: str
    relation: str
    columns: tuple[ArffColumn, ...]
    declared: tuple[str, ...] = field(repr=False)
    values: npt.NDArray[np.float64] = field(repr=False)
    lines: tuple[int, ...] = field(repr=False)
    first_omitted: tuple[int, ...] = field(repr=False)


def read_arff(
    path: PathName,
    encoding: str = "utf-8",
    *,
    drop: Collection[str] = (),
    keep: Collection[str] | None = None,
) -> ArffTable:
    """Read an ARFF file.

    Parameters
    ----------
    path : str or path-like
        The file.
    encoding : str, default="utf-8"
        How its text is encoded. A byte order mark is skipped.
    drop : collection of str, optional
        Names of columns to leave out, whatever their type; the file has to declare each of them.
    keep : collection of str, optional
        Names of the columns to read, as far as the file has them; all others are left out. By default all are read.

    Returns
    -------
    ArffTable
        At least one row and one column.

    Raises
    ------
    DataError
        If the file cannot be read, is not legal ARFF, uses what a rule cannot test, or holds no row. The error names
        the file and, where there is one, the line.
    """
    file = fspath(path)
    drop = listed_names(drop, "drop")
    dropped = _dropping(drop, keep)
    with closing(numbered_lines(path, encoding)) as lines:
        header = read_header(lines, file, dropped)
        _require_columns(header, drop, file)
        rows = _read_rows(lines, header, file)
    if not rows.lines:
        raise DataError("no data rows, expected at least one below @data", file, header.data_line)
    kept = tuple(column for column in header.columns if column.kind != "dropped")
    return ArffTable(
        file=file,
        relation=header.relation,
        columns=kept,
        declared=tuple(column.name for column in header.columns),
        values=rows.table(),
        lines=tuple(rows.lines),
        first_omitted=tuple(rows.first_omitted[column.position] for column in kept),
    )


def _read_rows(lines: Lines, header: ArffHeader, file: str) -> RowReader:
    rows = RowReader(header, file)
    for line, text in lines:
        stripped = text.strip()
        if stripped and stripped[0] != "%":
            rows.add(stripped, line)
    return rows


def _dropping(drop: Collection[str], keep: Collection[str] | None) -> Callable[[str], bool]:
    left_out = frozenset(drop)
    if keep is None:
        return left_out.__contains__
    wanted = frozenset(keep) - left_out
    return lambda name: name not in wanted


def _require_columns(header: ArffHeader, drop: Collection[str], file: str) -> None:
    """Refuse to drop what is not there, and to drop or leave out everything."""
    declared = {column.name for column in header.columns}
    unknown = [shown(name) for name in drop if name not in declared]
    if unknown:
        raise DataError(f"cannot drop {', '.join(unknown)}: the file declares no such attribute", file)
    if all(column.kind == "dropped" for column in header.columns):
        raise DataError(
            "expected at least one attribute to read, found none that is wanted: all dropped, or other data",
            file,
            header.data_line,
        )
