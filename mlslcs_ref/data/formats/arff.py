"""Reading ARFF files: dense and sparse rows, every spelling that Weka accepts, and errors that name file and line.

Accepted: rows of both kinds in one file; quoted names and values; ``%`` comments on lines of their own and behind
anything outside quotes (so ``1,X,0 % note`` is a row with a note); a byte order mark; any kind of line ends. A value
that a sparse row leaves out is 0 (of dates 1970-01-01), or the first declared value. Refused: instance weights, numbers
that are not finite, and types that a rule cannot test, unless dropped by name. This module knows nothing about labels.
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from os import fspath

from mlslcs_ref.data.formats.arff_dates import day_first_of
from mlslcs_ref.data.formats.arff_header import read_header
from mlslcs_ref.data.formats.arff_rows import RowReader
from mlslcs_ref.data.label_specs import LabelNames
from mlslcs_ref.data.reading import Reading
from mlslcs_ref.data.remarks import other_kind
from mlslcs_ref.data.tables import AS_SPELLED, Known, Table, Wanted
from mlslcs_ref.data.text_lines import PathName, numbered_lines
from mlslcs_ref.errors import DataError


def read_arff(
    path: PathName, reading: Reading, wanted: Wanted | None = None, known: Known | None = None
) -> tuple[Table, Reading]:
    """Read an ARFF file, or one of KEEL, as a `Reader` does; the file has to declare each column that is dropped."""
    file, known = fspath(path), known or {}
    as_spelled = frozenset(name for name, values in known.items() if values is AS_SPELLED)

    def dropped(name: str) -> bool:
        return name in reading.drop or (wanted is not None and not wanted(name))

    with closing(numbered_lines(path, reading.encoding)) as lines:
        header = read_header(lines, file, dropped, as_spelled)
        declared = tuple(column.name for column in header.columns)
        if unknown := [name for name in reading.drop if name not in declared]:
            message = "cannot be dropped: the file has no such attribute"
            raise DataError(message, file, argument="drop", column=unknown[0])
        if all(column.kind == "dropped" for column in header.columns):
            message = "expected at least one attribute to read, found none: all are dropped, or these are other data"
            raise DataError(message, file, header.data_line)
        rows = RowReader(header, file)
        for line, text in lines:
            stripped = text.strip()
            if stripped and stripped[0] != "%":
                rows.add(stripped, line)
        rows.close()
    if not rows.lines:
        raise DataError("no data rows, expected at least one below @data", file, header.data_line)
    read = rows.columns()
    # a file of KEEL may declare what is neither an input nor an output
    used = {*header.inputs, *header.outputs, *as_spelled} if header.inputs else {column.name for column in read}
    outputs = tuple(name for name in header.outputs if not dropped(name))
    dated = {column.name: column.dates for column in read if column.dates and column.name in used}
    news = [name for name in dated if name not in reading.date_columns]
    table = Table(
        file=file,
        relation=header.relation,
        columns=tuple(column for column in read if column.name in used),
        declared=declared,
        cells=rows.strips.matrix().selected([place for place, column in enumerate(read) if column.name in used]),
        lines=tuple(rows.lines),
        first_omitted=tuple(rows.first_omitted[column.position] for column in read if column.name in used),
        labels=LabelNames(outputs) if outputs else None,
        remarks=tuple(other_kind(name, "dates", "numbers") for name in news) if known else (),
    )
    if known:
        return table, reading
    orders = {day_first_of(pattern) for pattern in dated.values()} - {None}
    return table, replace(reading, date_columns=tuple(dated), day_first=orders.pop() if len(orders) == 1 else None)
