"""Label sets as people have them: any table of 0 and 1, of False and True, or of yes and no; a column for each label.

Or lists of the names of labels (`named_sets`). Nothing else is taken: not -1 and 1, since -1 is true elsewhere, nor
other texts, unless one is said to be positive; not missing values.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from mlslcs_ref.data.frames import array_of, columns_of, is_frame
from mlslcs_ref.data.kinds import label_part, table_of
from mlslcs_ref.data.label_columns import AN_INDICATOR, decisions_of
from mlslcs_ref.data.label_sets import named_sets
from mlslcs_ref.data.tables import Source
from mlslcs_ref.errors import DataError

_HOW: Final = f"expected an indicator of labels, of shape (n_rows, n_labels) with 0 and 1; {AN_INDICATOR}"


def indicator(
    labels: Any, positive: Collection[str] = (), known: Sequence[str] | None = None
) -> tuple[npt.NDArray[np.bool_], tuple[str, ...]]:
    """Return which instance has which label, of shape (n_rows, n_labels), and the names of the labels.

    The labels are a table, or one dimension that stands for one label or has lists or sets of the names of labels, see
    `named_sets`; those without names are y0, y1, ... In words of `positive` a label holds. `known` are the labels of
    the training data, which had both words of each, so that one alone that is not in `positive` is the other.
    """
    if (found := named_sets(labels, known)) is not None:
        return found
    try:
        columns = columns_of(_table(labels), "y")
        parts = [label_part(columns.at(place)) for place in range(len(columns.names))]
    except DataError as error:
        raise DataError(f"{_HOW}: {error.message}", column=error.column, row=error.row) from None
    if not parts:
        raise DataError(f"{_HOW}, found no column")
    source = Source(file=None, lines=range(1, columns.n_rows + 1))
    decisions = decisions_of(table_of(source, columns.names, parts), range(len(parts)), positive, known is not None)
    return decisions, columns.names


def _table(labels: Any) -> Any:
    """Return labels as a table, a series as its only column."""
    if is_frame(labels):
        return labels
    if hasattr(labels, "to_frame"):
        # a series of polars is called "" if it is not called anything
        return labels.to_frame() if getattr(labels, "name", None) else labels.to_frame("y0")
    if isinstance(labels, str | bytes | set | frozenset | dict):
        raise DataError(f"found a {type(labels).__name__}")
    if not hasattr(labels, "toarray") and not isinstance(labels, np.ndarray):
        labels = array_of(labels)
    return labels[:, None] if isinstance(labels, np.ndarray) and labels.ndim == 1 else labels
