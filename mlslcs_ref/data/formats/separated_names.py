"""The first line of a file of separated values: the names of its columns, or why they cannot be."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from mlslcs_ref._meant import did_you_mean
from mlslcs_ref.data.columns import RawColumn
from mlslcs_ref.data.spelling import DECIMAL
from mlslcs_ref.data.tables import Source, Wanted
from mlslcs_ref.data.words import listed, shown
from mlslcs_ref.errors import DataError

MAX_COLUMNS: Final = 2**20
"""Most columns of a file."""
_OTHERS: Final = ";\t|,:"


def named(row: list[str], source: Source, is_left_out: Wanted) -> tuple[str, ...]:
    """Return the names of the columns: the first row, or those that a model has, or x1, x2, ..."""
    reading = source.reading
    if len(row) > MAX_COLUMNS:
        raise _head_error(source, f"expected at most {MAX_COLUMNS} columns, found {len(row)}")
    if reading.header is False:
        is_known = any(cell in (source.known.get(name) or ()) for name, cell in zip(reading.names, row, strict=False))
        if set(row) <= set(reading.names) and not is_known:
            message = "expected a row of data, found the names of columns, which the training data did not have"
            raise _head_error(source, f"{message}; give header=True", argument="header")
        if len(reading.names) >= len(row):
            # without labels, where these are the last
            return reading.names[: len(row)]
        return tuple(f"x{place + 1}" for place in range(len(row)))
    _require_delimiter(row, source)
    names = tuple(row)
    unnamed = [place + 1 for place, name in enumerate(names) if not name]
    if unnamed and not is_left_out("") and "" not in source.known:
        whose = f"column {unnamed[0]}" if len(unnamed) == 1 else f"columns {', '.join(map(str, unnamed[:10]))}"
        what = ", which is often the index of the rows" if unnamed[0] == 1 else ""
        raise _head_error(
            source,
            f"expected a name for every column, found none for {whose}{what}; leave it out with drop=[''], or give "
            f"it a name",
            argument="drop",
            column="",
        )
    seen: set[str] = set()
    for name in names:
        if name in seen and not is_left_out(name):
            if DECIMAL.fullmatch(name) and reading.header is None:
                raise _of_data(name, source)
            raise _head_error(
                source,
                f"the name occurs twice; rename one, or leave both out with drop=[{name!r}]",
                argument="drop",
                column=name,
            )
        seen.add(name)
    return names


def _require_delimiter(row: list[str], source: Source) -> None:
    """Refuse a single column that another character would make several of."""
    if len(row) > 1:
        return
    counts = {other: row[0].count(other) for other in _OTHERS if other != source.delimiter}
    likely = max(counts, key=counts.__getitem__)
    if counts[likely]:
        raise _head_error(
            source,
            f"expected the names of the columns separated by {source.delimiter!r}, found one column {shown(row[0])}; "
            f"if {likely!r} separates them, give delimiter={likely!r}",
            argument="delimiter",
        )


def require_header(names: tuple[str, ...], kept: list[RawColumn], source: Source) -> None:
    """Refuse a first line that looks like a row of data, unless `header` is given or the schema knows its names."""
    if source.reading.header is not None or source.known:
        return
    number = next((name for name in names if DECIMAL.fullmatch(name)), None)
    if number is not None and not _counts_up(names):
        raise _of_data(number, source)
    for cells in kept:
        if not DECIMAL.fullmatch(cells.name) and cells.name in (texts := cells.texts):
            place = texts.index(cells.name)
            # a row of data has a number where the names have none
            rows = [(str(other.texts[0]), other.texts[place] == other.name) for other in kept]
            if any(DECIMAL.fullmatch(first) for first, _same in rows) and all(same for _first, same in rows):
                raise source.error("expected a row of data, found the names again; leave the line out", place)
            raise _head_error(
                source,
                "the column has its own name as a value: if the first line is a row of data, give header=False; if it "
                "has names, give header=True",
                argument="header",
                column=cells.name,
            )


def _of_data(number: str, source: Source) -> DataError:
    return _head_error(
        source,
        f"expected the names of the columns in the first line, found the number {shown(number)}: if the line is "
        f"a row of data, give header=False; if the number is a name, give header=True",
        argument="header",
        column=number,
    )


def _counts_up(names: tuple[str, ...]) -> bool:
    """Tell whether names are whole numbers one after the other, as tables without names are written."""
    first = names[0]
    return (
        first.isascii()
        and first.isdecimal()
        and len(first) < 10
        and all(name == str(int(first) + place) for place, name in enumerate(names))
    )


def require_names(names: tuple[str, ...], asked: Collection[str], source: Source) -> None:
    """Refuse names of columns that the file does not have."""
    for name in asked:
        if name not in names and (name or "" in names):
            hint = did_you_mean(name, names, shown)
            raise _head_error(source, f"the file has no such column{hint}; it has {listed(names)}", column=name)


def of_excel(row: list[str], source: Source) -> DataError:
    """Return the error of the line in which Excel names the separator."""
    said = row[0].removeprefix("sep=") or source.delimiter
    return _head_error(
        source,
        f"expected the names of columns, found 'sep=', which Excel writes; remove the line and give delimiter={said!r}",
        argument="delimiter",
    )


def _head_error(source: Source, message: str, argument: str | None = None, column: str | None = None) -> DataError:
    return source.error(message, line=1, argument=argument, column=column)
