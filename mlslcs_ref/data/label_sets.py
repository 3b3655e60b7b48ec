"""Label sets as the names of their labels: in one column with a character between them, or lists of names in memory.

That is ``drama;horror``, or ``["drama", "horror"]``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from mlslcs_ref._given import brief
from mlslcs_ref.data.columns import number_text
from mlslcs_ref.data.frames import frame_of, is_frame
from mlslcs_ref.data.label_columns import BRACKETED, meaning_of, separator_in
from mlslcs_ref.data.looks import is_spelled_missing
from mlslcs_ref.data.remarks import two_spellings
from mlslcs_ref.data.tables import Table, TableOrigin
from mlslcs_ref.data.words import shown
from mlslcs_ref.errors import DataError, DataWarning

_LISTS: Final = (list, tuple, set, frozenset, np.ndarray)
_QUOTED: Final = re.compile(r"'.*'|\".*\"|\u201c.*\u201d", re.DOTALL)


def label_sets(
    table: Table, place: int, separator: str, labels: Sequence[str] | None = None
) -> tuple[tuple[str, ...], npt.NDArray[np.bool_]]:
    """Return the labels that a column of a table lists, and which row has which, of shape (n_rows, n_labels).

    `labels` are those of a training schema; by default those that occur, in the order of their characters.
    """
    column = table.columns[place]
    cells = _texts(table, place)
    for row, cell in enumerate(cells):
        if BRACKETED.fullmatch(cell):
            raise table.error(
                f"expected names of labels with {separator!r} between them, found brackets around them: "
                f"{shown(cell)}; write the names alone",
                row,
                column=column.name,
            )
    sets = [frozenset(label for label in map(str.strip, cell.split(separator)) if label) for cell in cells]
    names, decisions = decisions_of_sets(table, sets, labels, column.name, f", separated by {separator!r}")
    if labels is None:
        for remark in _remarks(names, sets, column.name, separator):
            table.warned(remark)
    return names, decisions


def decisions_of_sets(
    origin: TableOrigin,
    sets: Sequence[frozenset[str]],
    known: Sequence[str] | None,
    column: str | None = None,
    how: str = "",
) -> tuple[tuple[str, ...], npt.NDArray[np.bool_]]:
    """Return the names of labels, those that occur if none are known, and which of the sets, written so, has which."""
    names = tuple(sorted(frozenset[str]().union(*sets)) if known is None else known)
    if not names:
        raise origin.error("expected at least one label, found none", column=column)
    for row, found in enumerate(sets):
        if unknown := sorted(found.difference(names)):
            message = f"expected the labels of the training data{how}, found {shown(unknown[0])}"
            raise origin.error(f"{message}; correct it, or leave the row out", row, column=column)
    return names, np.array([[name in found for name in names] for found in sets], dtype=np.bool_)


def _remarks(
    names: Sequence[str], sets: Sequence[frozenset[str]], column: str, separator: str
) -> Iterator[DataWarning]:
    """Say of labels that they seem to be lists or quoted, to mean that there is none, or to be spelled in two ways."""
    if max(map(len, sets)) == 1 and (other := separator_in(names)):
        name = next(name for name in names if other in name)
        found = f"no row of {shown(column)} has {separator!r}, so that {shown(name)} is read as one label"
        yield DataWarning(f"{found}; if {other!r} stands between labels, give label_separator={other!r}", column)
    if quoted := next(filter(_QUOTED.fullmatch, names), None):
        found = f"{shown(column)} has quotes around {shown(quoted)}, which are read as a part of the label"
        yield DataWarning(f"{found}; write the names alone", column)
    for name in filter(is_spelled_missing, names):
        sizes = [len(found) for found in sets if name in found]
        if max(sizes) == 1:
            found = f"{shown(column)} has {shown(name)} in {len(sizes)} rows, which is read as a label"
            yield DataWarning(f"{found}; if it means that there is none, give missing=[{name!r}]", column)
    if twice := two_spellings(column, names, "labels"):
        yield twice


def _texts(table: Table, place: int) -> list[str]:
    """Return the cells of a column as texts, an empty one where missing."""
    column, cells = table.columns[place], table.numbers(place).tolist()
    if column.kind == "nominal":
        return ["" if cell != cell else column.values[int(cell)] for cell in cells]  # noqa: PLR0124
    return ["" if cell != cell else number_text(cell) for cell in cells]  # noqa: PLR0124


# ------------------------------------------------------------------------------------------------------ lists of names


def named_sets(labels: Any, known: Sequence[str] | None = None) -> tuple[npt.NDArray[np.bool_], tuple[str, ...]] | None:
    """Return which row has which label, and the names of the labels; None if `labels` does not list names.

    They are a sequence, a series, or a frame of one column, whose cells are lists, tuples, arrays or sets. Names are
    texts, in sets whole numbers, too. Lists of words for yes and no are rows of an indicator, and so are nested lists
    that are all as long. `known` are the labels of a training schema.
    """
    cells = _cells(labels)
    if cells is None or not any(isinstance(cell, _LISTS) for cell in cells):
        return None
    are_sets = all(isinstance(cell, set | frozenset) for cell in cells)
    items = [item for cell in cells if isinstance(cell, _LISTS) for item in cell]
    is_nested = isinstance(labels, list | tuple)
    if not are_sets and (_is_table(cells, items, is_nested) if items else known is None):
        return None
    kinds = (str, int, np.integer) if are_sets else (str,)
    origin = TableOrigin(file=None, lines=range(1, len(cells) + 1))
    names, decisions = decisions_of_sets(origin, [_names(cell, kinds, row) for row, cell in enumerate(cells, 1)], known)
    return decisions, names


def _is_table(cells: Sequence[Any], items: Sequence[Any], is_nested: bool) -> bool:
    """Tell whether lists are rows of an indicator, perhaps with faults: all as long, nested, or not only of names."""
    said = [isinstance(item, str) and meaning_of((item,), ()) is None for item in items]
    is_even = len({len(cell) if isinstance(cell, _LISTS) else -1 for cell in cells}) == 1
    return is_nested or not all(said) if is_even else not any(said)


def _cells(labels: Any) -> list[Any] | None:
    """Return the cells of what has one for each row, None of anything that cannot hold lists."""
    if is_frame(labels):
        names = list(frame_of(labels).columns)
        return _cells(labels[names[0]]) if len(names) == 1 and hasattr(labels[names[0]], "to_list") else None
    if isinstance(labels, list | tuple):
        return list(labels)
    if isinstance(labels, np.ndarray):
        return labels.tolist() if labels.ndim == 1 and labels.dtype == object else None
    if not hasattr(labels, "to_list") or str(labels.dtype)[:4].lower() not in {"obje", "list"}:
        return None
    found: list[Any] = labels.to_list()
    return found


def _names(cell: Any, kinds: tuple[type, ...], row: int) -> frozenset[str]:
    if not isinstance(cell, _LISTS):
        raise DataError(
            f"expected a list or set of the names of labels, found {brief(cell)}; where no label applies, give []",
            row=row,
        )
    for name in cell:
        if not isinstance(name, kinds) or isinstance(name, bool) or name == "":
            raise DataError(f"expected names of labels as texts, found {brief(name)}", row=row)
    return frozenset(map(str, cell))
