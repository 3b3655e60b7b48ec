"""What a person should know of data as they were read: indexes, identifiers, values that training did not have."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from mlslcs_ref.data.columns import MOST_EXACT
from mlslcs_ref.data.dataset import UNDECLARED, ContinuousAttribute, Schema
from mlslcs_ref.data.formats.table import FileTable
from mlslcs_ref.data.matrix import Matrix
from mlslcs_ref.data.text_lines import shown

__all__ = [
    "dates_for_numbers",
    "index_remark",
    "is_inexact",
    "memorised",
    "remarks_on",
    "undeclared_counts",
    "undeclared_remark",
]

MOST: Final = 8
"""Remarks on one file; what is left out is counted."""
LEAST_ROWS: Final = 20
"""With fewer rows, different whole numbers in all of them are no surprise."""
MANY_VALUES: Final = 20
"""So many nominal values are no identifier, however few the rows."""
_UNNAMED: Final = re.compile(
    r"|Unnamed(: ?|_)[0-9]+(_level_[0-9]+)?|level_[0-9]+|index|rownames?|row\.names?|row|\.\.\.1|X\.?1?|V1",
    re.IGNORECASE,
)
_IDENTIFIER: Final = re.compile(
    r"(.*[ _.\-])?(id|ids|uuid|guid|key|identifier|no|nr|number|num|row|index|code)", re.IGNORECASE
)
_CAMEL: Final = re.compile(r".*[a-z](Id|ID|Key|Nr|No|Index)")


def remarks_on(table: FileTable, positions: Sequence[int]) -> list[str]:
    """Return remarks on the attributes of a file of separated values; other formats declare what their columns are."""
    if table.relation or any(column.line for column in table.columns):
        return []
    kept = {table.columns[position].name for position in positions}
    found = [remark for name, remark in table.remarks if name in kept]
    for position in positions:
        column = table.columns[position]
        # of dates all has been said
        if column.kind != "numeric" or any(name == column.name for name, _remark in table.remarks):
            continue
        if remark := index_remark(column.name, table.values.column(position).numbers):
            found.append(remark)
    return found if len(found) <= MOST else [*found[:MOST], f"{len(found) - MOST} more columns have the same problem"]


def index_remark(name: str, numbers: npt.NDArray[np.float64], drop: str | None = None) -> str:
    """Say of a column of numbers that it has none, or looks like an index of the rows or an identifier, if it does.

    Parameters
    ----------
    name : str
        Its name.
    numbers : ndarray of shape (n_rows,)
        Its numbers.
    drop : str, optional
        What leaves it out; by default an argument of the functions that read files.
    """
    cure = f"leave it out with {drop or f'drop=[{name!r}]'}"
    if len(numbers) > 1 and np.isnan(numbers).all():
        return f"{shown(name)} has only missing values, from which nothing can be learned; {cure}"
    if is_inexact(numbers):
        return f"{shown(name)} has whole numbers so large that 64-bit floats cannot distinguish all of them; {cure}"
    if len(numbers) < 2 or np.isnan(numbers).any() or (numbers != np.floor(numbers)).any():
        return ""
    steps = np.diff(numbers)
    if _UNNAMED.fullmatch(name) and (steps == 1).all():
        return f"{shown(name)} counts the rows, so rules can only memorise it; {cure}"
    differ = len(np.unique(numbers)) == len(numbers)
    named = bool(_IDENTIFIER.fullmatch(name) or _CAMEL.fullmatch(name))
    if differ and ((named and len(numbers) > 2) or len(numbers) >= LEAST_ROWS):
        return (
            f"{shown(name)} has a different whole number in every row; if it is an index or an identifier, rules can "
            f"only memorise it: {cure}"
        )
    return ""


def dates_for_numbers(name: str) -> str:
    """Say of a column of a later file that it has dates where the training data had numbers."""
    return f"{shown(name)} has dates, which are read as days since 1970-01-01, but the training data had numbers there"


def is_inexact(numbers: npt.NDArray[np.float64]) -> bool:
    """Tell whether all of some numbers are whole, as those of identifiers, and some too large to be told apart."""
    present = numbers[np.isfinite(numbers)]
    return len(present) > 1 and bool((np.abs(present) >= MOST_EXACT).any() and (present == np.floor(present)).all())


def memorised(name: str, n_values: int, n_present: int, drop: str | None = None) -> str:
    """Say of a nominal column that it has another value in nearly every row, if it has."""
    if n_values <= max(MANY_VALUES, n_present // 2):
        return ""
    found = f"{shown(name)} has {n_values} nominal values in {n_present} rows, which rules can only memorise"
    return f"{found}; if it is an identifier, leave it out with {drop or f'drop=[{name!r}]'}"


def undeclared_counts(values: Matrix, schema: Schema) -> dict[str, int]:
    """Return by the names of nominal attributes in how many rows they have a value that the schema does not declare."""
    found = {}
    for attribute, column in zip(schema.attributes, values.columns(), strict=True):
        if not isinstance(attribute, ContinuousAttribute) and (column.kinds == UNDECLARED).any():
            found[attribute.name] = int((column.numbers == UNDECLARED).sum())
    return {name: count for name, count in found.items() if count}


def undeclared_remark(values: Matrix, schema: Schema) -> str:
    """Say which attributes have values that the training data did not have, if any do."""
    counts = undeclared_counts(values, schema)
    if not counts:
        return ""
    told = [f"{shown(name)} in {count} of {len(values)} rows" for name, count in counts.items()]
    listed = ", ".join(told[:MOST]) + (f" and {len(told) - MOST} more columns" if len(told) > MOST else "")
    return f"values that the training data did not have, and that pass no test: {listed}"
