"""Label sets in memory as the names of their labels: a list or set of names for each row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from mlslcs_ref._given import brief
from mlslcs_ref.data.frames import is_frame, names_of
from mlslcs_ref.data.label_columns import meaning_of
from mlslcs_ref.data.words import shown
from mlslcs_ref.errors import DataError

_LISTS = (list, tuple, set, frozenset, np.ndarray)


def named_sets(labels: Any, known: Sequence[str] | None = None) -> tuple[npt.NDArray[np.bool_], tuple[str, ...]] | None:
    """Return which row has which label, and the names of the labels; None if `labels` does not list names.

    Parameters
    ----------
    labels : object
        A sequence, a series, or a data frame of one column, whose cells are lists, tuples, arrays or sets. Names are
        texts, in sets whole numbers, too. Lists of words for yes and no are rows of an indicator, and so are nested
        lists that are all as long.
    known : sequence of str, optional
        The labels of a training schema; by default those that occur, in the order of their characters.

    Raises
    ------
    DataError
        If a cell is missing, holds anything else, or names a label that is not known, or if no label occurs.
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
    rows = [_names(cell, kinds, row) for row, cell in enumerate(cells, 1)]
    names = tuple(sorted({name for row in rows for name in row}) if known is None else known)
    if not names:
        raise DataError("expected at least one label, found none")
    places = {name: place for place, name in enumerate(names)}
    decisions = np.zeros((len(rows), len(names)), dtype=np.bool_)
    for row, found in enumerate(rows):
        for name in found:
            if name not in places:
                raise DataError(f"expected the labels of the training data, found {shown(name)}", row=row + 1)
            decisions[row, places[name]] = True
    return decisions, names


def _is_table(cells: Sequence[Any], items: Sequence[Any], is_nested: bool) -> bool:
    """Tell whether lists are rows of an indicator, perhaps with faults: all as long, nested, or not only of names."""
    said = [isinstance(item, str) and meaning_of((item,), ()) is None for item in items]
    is_even = len({len(cell) if isinstance(cell, _LISTS) else -1 for cell in cells}) == 1
    return is_nested or not all(said) if is_even else not any(said)


def _cells(labels: Any) -> list[Any] | None:
    """Return the cells of what has one for each row, None of anything that cannot hold lists."""
    if is_frame(labels):
        names = names_of(labels)
        return _cells(labels[names[0]]) if len(names) == 1 and hasattr(labels[names[0]], "to_list") else None
    if isinstance(labels, list | tuple):
        return list(labels)
    if isinstance(labels, np.ndarray):
        return labels.tolist() if labels.ndim == 1 and labels.dtype == object else None
    if not hasattr(labels, "to_list") or str(labels.dtype)[:4].lower() not in {"obje", "list"}:
        return None
    found: list[Any] = labels.to_list()
    return found


def _names(cell: Any, kinds: tuple[type, ...], row: int) -> list[str]:
    if not isinstance(cell, _LISTS):
        raise DataError(
            f"expected a list or set of the names of labels, found {brief(cell)}; where no label applies, give []",
            row=row,
        )
    for name in cell:
        if not isinstance(name, kinds) or isinstance(name, bool):
            raise DataError(f"expected names of labels as texts, found {brief(name)}", row=row)
    # a set has no order of its own
    return sorted(map(str, cell))
