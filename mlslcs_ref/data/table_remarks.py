"""What a person should know of a table in memory as it was read: names that are data, identifiers, numbers as texts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final

from mlslcs_ref.data.columns import TableColumn, is_decimal
from mlslcs_ref.data.looks import OTHER_DATE, OTHER_NUMBER, foreign_number, is_spelled_missing
from mlslcs_ref.data.remarks import grouped_text, index_remark, is_inexact, memorised, sentinel_remarks, two_spellings
from mlslcs_ref.data.words import shown
from mlslcs_ref.errors import DataWarning

MISSING_TEXTS: Final = frozenset({"", "?"})
MOST_CODES: Final = 20


def remarks_in_memory(names: Sequence[Any], columns: Sequence[TableColumn], inferred: bool) -> list[DataWarning]:
    """Return remarks on the columns of a table.

    `names` is empty for a table without names; `inferred` says whether cells tell which columns are nominal.
    """
    remarks = [_header_remark(names, columns), *(_remark(column, bool(names), inferred) for column in columns)]
    numeric = ((column.name, column.numbers) for column in columns if not column.of_dates)
    remarks += sentinel_remarks(((name, x) for name, x in numeric if x is not None), "replace it by NaN")
    return [remark for remark in remarks if remark is not None]


def _header_remark(names: Sequence[Any], columns: Sequence[TableColumn]) -> DataWarning | None:
    """Say of the names of a data frame's columns that they look like a row of data, if they do.

    Then every column of numbers has a number for a name. Numbers that grow from column to column, as of wavelengths or
    years, are names.
    """
    of_numbers = [name for name, column in zip(names, columns, strict=False) if column.numbers is not None]
    told = [name for name in of_numbers if isinstance(name, str) and is_decimal(name)]
    grows = all(float(first) < float(second) for first, second in pairwise(told))
    if not told or len(told) < len(of_numbers) or (grows and not any("." in name for name in told)):
        return None
    return DataWarning(
        f"the column name {shown(told[0])} is a number; if the first row of a file became names, read it without a "
        "header, as with pandas.read_csv(..., header=None)",
        told[0],
    )


def _remark(column: TableColumn, is_named: bool, inferred: bool) -> DataWarning | None:
    """Say of a column that it is not what it looks like; identifiers are looked for only where columns have names."""
    drop = f".drop(columns=[{column.name!r}])" if is_named else "numpy.delete"
    if column.numbers is not None:
        is_told = not column.of_dates and (is_named or is_inexact(column.numbers))
        return index_remark(column.name, column.numbers, drop) if is_told else None
    counts = Counter(text for text in column.texts if text is not None)
    if inferred and not column.declared and (told := _look(column.name, counts)):
        return DataWarning(told, column.name)
    found = memorised(column.name, len(counts), counts.total(), drop) if is_named else None
    return found or (None if column.declared else two_spellings(column.name, counts, "nominal values"))


def _look(name: str, counts: Counter[str]) -> str:
    """Say of texts that they look like numbers, dates or missing values, if they do."""
    told = sorted(counts, key=lambda text: (-counts[text], text))
    numbers = [text for text in told if is_decimal(text) and not is_spelled_missing(text)]
    others = [text for text in told if text not in set(numbers)]
    missing = [text for text in others if text.strip() in MISSING_TEXTS or is_spelled_missing(text)]
    present = [text for text in others if text not in set(missing)]
    found = f"{shown(name)} is read as {len(told)} nominal values"
    if present and not numbers and all(map(OTHER_DATE.fullmatch, present)):
        cure = "convert them to dates or numbers, as with pandas.to_datetime(x, dayfirst=...)"
        return f"{shown(name)} has dates as texts, which are read as nominal values; {cure}"
    if foreign := foreign_number(others):
        cure = "write them with a point before decimals and nothing between thousands, and convert them to numbers"
        return f"{found}, as {shown(foreign[0])}; if they are numbers, {cure}"
    # texts that are a few whole numbers may well be names
    are_measured = len(numbers) > MOST_CODES or any("." in text for text in numbers)
    if are_measured and 2 * sum(counts[text] for text in numbers) >= counts.total():
        beside = f" beside {shown(others[0])}" if others else ""
        cure = "convert them, as with pandas.to_numeric(x, errors='coerce')"
        if grouped := grouped_text(numbers, "."):
            cure = (
                f"convert them, and say whether {shown(grouped)} is {grouped.replace('.', '')}: remove the points then"
            )
        return f"{found}, as {shown(numbers[0])}{beside}; if they are numbers, {cure}"
    if present and all(map(OTHER_NUMBER.fullmatch, present)):
        return f"{found}, as {shown(present[0])}; if they are numbers or times, convert them"
    if missing and len(told) > 1:
        return f"{shown(name)} has {shown(missing[0])} among its nominal values; if it is a missing value, give None"
    return ""
