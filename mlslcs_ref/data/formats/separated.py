"""Files of separated values: comma, tab or another character between cells, the columns named in the first line.

A file whose cells are plain numbers, as most large ones are, is read many rows at a time; any other cell by cell. What
a column holds is told by `kinds`.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from itertools import chain, islice
from os import fspath
from typing import Any, Final

import numpy as np

from mlslcs_ref._meant import did_you_mean
from mlslcs_ref.data.columns import MOST_EXACT, RawColumn, packed_texts
from mlslcs_ref.data.formats.plain_rows import plain_numbers
from mlslcs_ref.data.formats.separated_names import named, of_excel, require_header, require_names
from mlslcs_ref.data.kinds import in_parts, order_of_dates, read_column, table_of
from mlslcs_ref.data.matrix import BLOCK_CELLS, Matrix
from mlslcs_ref.data.memory import require_room
from mlslcs_ref.data.reading import Reading
from mlslcs_ref.data.strips import Strips
from mlslcs_ref.data.tables import Known, Source, Table, Wanted
from mlslcs_ref.data.text_lines import PathName, numbered_lines
from mlslcs_ref.data.words import listed, shown
from mlslcs_ref.errors import DataError

DELIMITERS: Final = {".csv": ",", ".tsv": "\t", ".tab": "\t"}
FIRST_ROWS: Final = 500
LONGEST_VALUE: Final = 131_072
"""Most characters of a value."""


def read_separated(path: PathName, reading: Reading, wanted: Wanted | None, known: Known) -> tuple[Table, Reading]:
    """Read a file of separated values, as a `Reader` does.

    Values of a known nominal column that are not declared follow the declared ones. The reading has the names of the
    columns, if the file has none.
    """
    file = fspath(path)
    reading = replace(reading, delimiter=reading.delimiter or _delimiter(file))

    def is_left_out(name: str) -> bool:
        return name in reading.drop or not (wanted is None or wanted(name) or in_parts(name, known, reading))

    source = Source(file=file, reading=reading, known=known, said=dict.fromkeys(reading.nominal, True))
    names, lines, columns, numbers = _plain_rows(path, source, is_left_out) or _all_rows(path, source, is_left_out)
    source = replace(source, lines=lines)
    if reading.header is False:
        reading = replace(reading, names=names)
    require_names(names, (*reading.drop, *reading.nominal), source)
    kept = [cells for cells in columns if not is_left_out(cells.name)]
    require_header(names, kept, source)
    if reading.dates != "text" and reading.day_first is None:
        reading = replace(reading, day_first=order_of_dates(kept, source))
        source = replace(source, reading=reading)
    table = table_of(source, names, [part for cells in kept for part in read_column(cells, source)])
    if not table.columns and known:
        first = next(iter(known))
        raise source.error(
            f"the file has no column that the training data had, as {shown(first)}"
            f"{did_you_mean(first, names, shown)}; it has "
            f"{listed(names)}; if the first line is a row of data, put the names of the columns above it",
            line=1,
        )
    if not table.columns:
        message = "expected at least one column to read, found none: all are dropped, or these are other data"
        raise source.error(message, line=1)
    if not known:
        reading = replace(reading, date_columns=tuple(column.name for column in table.columns if column.dates))
    if numbers is not None:
        table = replace(table, cells=numbers.selected([cells.position for cells in kept]))
    return table, reading


def _delimiter(file: str) -> str:
    name = file.lower().removesuffix(".gz")
    return next((delimiter for ending, delimiter in DELIMITERS.items() if name.endswith(ending)), ",")


# ------------------------------------------------------------------------------------------------------ plain numbers


def _plain_rows(
    path: PathName, source: Source, is_left_out: Wanted
) -> tuple[tuple[str, ...], list[int], list[RawColumn], Matrix] | None:
    """Return the file as columns and as a matrix, None if any cell is no number or its text may be asked for."""
    reading, spelling, delimiter = source.reading, source.spelling, source.delimiter
    texts_matter = any(values not in (None, ("0", "1")) for values in source.known.values())
    if reading.nominal or not spelling.is_plain or texts_matter:
        return None
    with closing(numbered_lines(path, reading.encoding)) as lines:
        head = next(lines, (1, ""))
        first = _first_cells(head[1], delimiter)
        if not first:
            return None
        names = named(first, source, is_left_out)
        rows = chain([head], lines) if reading.header is False else lines
        lines_of: list[int] = []
        strips = Strips(len(names), fspath(path))
        declared = [place for place, name in enumerate(names) if source.known.get(name) is not None]
        first_rows: list[str] = []
        some_missing = False
        filled = ((number, text.rstrip("\n")) for number, text in rows if text != "\n")
        while block := list(islice(filled, strips.rows_at_once)):
            texts = [text for _number, text in block]
            found = plain_numbers(texts, len(names), delimiter, spelling.missing)
            # numbers that floats cannot distinguish are distinguished by their texts
            if found is None or (np.abs(found[0]) >= MOST_EXACT).any():
                return None
            if not np.isin(np.nan_to_num(found[0][:, declared]), (0.0, 1.0)).all():
                return None
            lines_of += [number for number, _text in block]
            first_rows = first_rows or texts[:FIRST_ROWS]
            some_missing |= bool(np.isnan(found[0]).any())
            strips.append(found[0], lines_of[-1])
    if not strips.n_rows:
        return None
    table = strips.matrix()
    beginnings: Iterable[Sequence[str]] = zip(*(row.split(delimiter) for row in first_rows), strict=True)
    if some_missing:
        beginnings = ([cell for cell in cells if cell not in spelling.missing] for cells in beginnings)
    return (
        names,
        lines_of,
        [
            RawColumn(name, table.column(place), position=place, first=cells)
            for place, (name, cells) in enumerate(zip(names, beginnings, strict=True))
        ],
        table,
    )


def _first_cells(line: str, delimiter: str) -> list[str]:
    """Return the cells of the first line; none if it is blank, continued in the next one, or of Excel's own."""
    try:
        with _limited():
            cells = [cell.strip() for cell in next(_reader([line], delimiter))]
    except csv.Error:
        return []
    return cells if line.strip() and not cells[0].startswith("sep=") else []


# ---------------------------------------------------------------------------------------------------------- any cells


def _all_rows(
    path: PathName, source: Source, is_left_out: Wanted
) -> tuple[tuple[str, ...], list[int], list[RawColumn], None]:
    """Split the file into cells, column by column; blank lines are no rows, and no matrix holds what they say."""
    names: tuple[str, ...] = ()
    blocks: list[list[str | Sequence[str]]] = []
    pending: list[list[str]] = []
    row_lines: list[int] = []
    line = 1

    def close_block() -> None:
        if pending:
            # every cell, whose text is referred to, becomes a code or number of 64 bits first
            require_room(len(row_lines), len(names), 8 * len(row_lines) * len(names), source.file, row_lines[-1])
            columns = zip(*pending, strict=True)
            blocks.append([packed_texts([text.strip() for text in column]) for column in columns])
            pending.clear()

    with closing(numbered_lines(path, source.reading.encoding)) as lines, _limited():
        reader = _reader((text for _number, text in lines), source.delimiter)
        try:
            for row in reader:
                if row and not names:
                    if row[0] == "sep=" or (len(row) == 1 and row[0].startswith("sep=")):
                        raise of_excel(row, source)
                    names = named([name.strip() for name in row], source, is_left_out)
                    if source.reading.header is False:
                        pending.append(row)
                        row_lines.append(line)
                elif row:
                    if len(row) != len(names):
                        raise _other_length(names, row, source, line)
                    row_lines.append(line)
                    pending.append(row)
                    if len(pending) * len(names) >= BLOCK_CELLS:
                        close_block()
                line = reader.line_num + 1
        except csv.Error as error:
            raise source.error(
                f"expected values separated by {source.delimiter!r}, found a row that cannot be split ({error}); a "
                f"text in quotes ends with a quote, a quote inside it is written twice, and no value has more than "
                f"{LONGEST_VALUE:,} characters",
                line=line,
            ) from None
    close_block()
    if not row_lines:
        raise source.error("no data rows, expected at least one below the names of the columns")
    columns = [
        RawColumn(name, packed=[block[place] for block in blocks], position=place) for place, name in enumerate(names)
    ]
    return names, row_lines, columns, None


def _reader(lines: Iterable[str], delimiter: str) -> Any:
    if delimiter == " ":
        # columns that are aligned have several blanks between them, and some behind the last
        lines = (line.rstrip(" \n") + "\n" for line in lines)
    return csv.reader(lines, delimiter=delimiter, skipinitialspace=True, strict=True)


@contextmanager
def _limited() -> Iterator[None]:
    """Refuse values that are too long, whatever limit another library has set for the whole process."""
    elsewhere = csv.field_size_limit(LONGEST_VALUE)
    try:
        yield
    finally:
        csv.field_size_limit(elsewhere)


def _other_length(names: tuple[str, ...], row: Sequence[str], source: Source, line: int) -> DataError:
    length = len(row)
    if len(names) == 1:
        return source.error(
            f"expected 1 value, because the first line, {shown(names[0])}, names one column, found {length}; the "
            f"first line must name the columns",
            line=line,
        )
    hint = ""
    if length == len(names) + 1 and not row[-1].strip():
        hint = "; does each row end in a separator? End the first line in one, too, and give drop=['']"
    elif length == len(names) + 1:
        hint = '; does a value need quotes ("), or each row start with a name, as in files of R? Leave such names out'
    return source.error(f"expected {len(names)} values, one for each column, found {length}{hint}", line=line)
