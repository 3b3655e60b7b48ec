"""Reading ARFF files: dense and sparse rows, every spelling that Weka accepts, and errors that name file and line.

Accepted: rows of both kinds in one file; quoted names and values; ``%`` comments on lines of their own and behind
anything outside quotes (so ``1,X,0 % note`` is a row with a note); a byte order mark; any kind of line ends. A value
that a sparse row leaves out is 0 (of dates 1970-01-01), or the first declared value. Refused: instance weights, numbers
that are not finite, and types that a rule cannot test, unless dropped by name. This module knows nothing about labels.
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import closing
from os import fspath

from mlslcs_ref.data.formats.arff_header import ArffHeader, Lines, read_header
from mlslcs_ref.data.formats.arff_rows import RowReader
from mlslcs_ref.data.formats.table import FileTable, Wanted
from mlslcs_ref.data.label_specs import LabelNames
from mlslcs_ref.data.text_lines import PathName, numbered_lines
from mlslcs_ref.data.words import listed_names
from mlslcs_ref.errors import DataError


def read_arff(
    path: PathName,
    encoding: str = "utf-8",
    *,
    drop: Collection[str] = (),
    wanted: Wanted | None = None,
    as_spelled: Collection[str] = (),
) -> FileTable:
    """Read an ARFF file.

    Parameters
    ----------
    encoding : str, default="utf-8"
        How its text is encoded. A byte order mark is skipped.
    drop : collection of str, optional
        Names of columns to leave out, whatever their type; the file has to declare each of them.
    wanted : callable, optional
        Whether the column of a name is read, beside those that are dropped; by default all are.
    as_spelled : collection of str, optional
        Names of columns whose cells are nominal values as they stand in the file, whatever their type: 007 and 7 are
        two, and ? is one. They are for identifiers.

    Raises
    ------
    DataError
        If the file cannot be read, is not legal ARFF, uses what a rule cannot test, or holds no row. The error names
        the file and, where there is one, the line.
    """
    file = fspath(path)
    drop = listed_names(drop, "drop")
    as_spelled = frozenset(listed_names(as_spelled, "as_spelled"))
    left_out = frozenset(drop)

    def dropped(name: str) -> bool:
        return name in left_out or (wanted is not None and not wanted(name))

    with closing(numbered_lines(path, encoding)) as lines:
        header = read_header(lines, file, dropped, as_spelled)
        _require_columns(header, drop, file)
        rows = _read_rows(lines, header, file)
    if not rows.lines:
        raise DataError("no data rows, expected at least one below @data", file, header.data_line)
    read = rows.columns()
    # a file of KEEL may declare what is neither an input nor an output
    used = {*header.inputs, *header.outputs, *as_spelled} if header.inputs else {column.name for column in read}
    kept = tuple(column for column in read if column.name in used)
    outputs = tuple(name for name in header.outputs if not dropped(name))
    return FileTable(
        file=file,
        relation=header.relation,
        columns=kept,
        declared=tuple(column.name for column in header.columns),
        values=rows.matrix().selected([place for place, column in enumerate(read) if column.name in used]),
        lines=tuple(rows.lines),
        first_omitted=tuple(rows.first_omitted[column.position] for column in kept),
        labels=LabelNames(outputs) if outputs else None,
    )


def _read_rows(lines: Lines, header: ArffHeader, file: str) -> RowReader:
    rows = RowReader(header, file)
    for line, text in lines:
        stripped = text.strip()
        if stripped and stripped[0] != "%":
            rows.add(stripped, line)
    rows.close()
    return rows


def _require_columns(header: ArffHeader, drop: Collection[str], file: str) -> None:
    """Refuse to drop what is not there, and to drop or leave out everything."""
    declared = {column.name for column in header.columns}
    if unknown := [name for name in drop if name not in declared]:
        raise DataError("cannot be dropped: the file has no such attribute", file, argument="drop", column=unknown[0])
    if all(column.kind == "dropped" for column in header.columns):
        raise DataError(
            "expected at least one attribute to read, found none: all are dropped, or these are other data",
            file,
            header.data_line,
        )
