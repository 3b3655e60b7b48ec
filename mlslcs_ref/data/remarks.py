"""What a person should know of data as they were read: columns that are an index or an identifier."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from mlslcs_ref.data.formats.table import FileTable
from mlslcs_ref.data.text_lines import shown

__all__ = ["index_remark", "remarks_on"]

MOST: Final = 8
"""Remarks on one file; what is left out is counted."""
LEAST_ROWS: Final = 20
"""With fewer rows, different whole numbers in all of them are no surprise."""
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
        if column.kind == "numeric" and (remark := index_remark(column.name, table.values[:, position])):
            found.append(remark)
    return found if len(found) <= MOST else [*found[:MOST], f"{len(found) - MOST} more columns are like these"]


def index_remark(name: str, numbers: npt.NDArray[np.float64], by_name: bool = False) -> str:
    """Say of a column of numbers that it looks like an index of the rows or an identifier, if it does.

    Parameters
    ----------
    name : str
        Its name.
    numbers : ndarray of shape (n_rows,)
        Its numbers.
    by_name : bool
        Whether its name has to say so too.
    """
    if len(numbers) < 2 or np.isnan(numbers).any() or (numbers != np.floor(numbers)).any():
        return ""
    steps = np.diff(numbers)
    drop = f"leave it out with drop=[{name!r}]"
    if _UNNAMED.fullmatch(name) and (steps == 1).all():
        return f"{shown(name)} counts the rows, so that rules can only memorise it; {drop}"
    differ = len(np.unique(numbers)) == len(numbers)
    named = bool(_IDENTIFIER.fullmatch(name) or _CAMEL.fullmatch(name))
    if differ and ((named and len(numbers) > 2) or (len(numbers) >= LEAST_ROWS and not by_name)):
        return (
            f"{shown(name)} is another whole number in every row; if it is an index or an identifier, rules can only "
            f"memorise it: {drop}"
        )
    return ""
