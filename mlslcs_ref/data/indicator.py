"""Label sets as people have them: any table of 0 and 1, of False and True, or of yes and no; a column for each label.

Or lists of the names of labels (`named_sets`). Nothing else is taken: not -1 and 1, since -1 is true elsewhere, nor
other texts, unless one is said to be positive; not missing values.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from mlslcs_ref._given import brief
from mlslcs_ref.data.columns import TableColumn, number_text
from mlslcs_ref.data.frames import columns_of, is_frame
from mlslcs_ref.data.label_columns import decided_by_number, likely_first, meaning_of
from mlslcs_ref.data.named_sets import named_sets
from mlslcs_ref.data.words import shown
from mlslcs_ref.errors import DataError

_BINARIZER: Final = "sklearn.preprocessing.MultiLabelBinarizer makes an indicator of lists or sets of names"
_HOW: Final = f"expected an indicator of labels, of shape (n_rows, n_labels) with 0 and 1; {_BINARIZER}"


def indicator(
    labels: Any, positive: Collection[str] = (), known: Sequence[str] | None = None
) -> tuple[npt.NDArray[np.bool_], tuple[str, ...]]:
    """Return which instance has which label, of shape (n_rows, n_labels), and the names of the labels.

    Labels without names are y0, y1, ...

    Parameters
    ----------
    labels : DataFrame, Series, ndarray, sparse matrix or sequence, of shape (n_rows, n_labels) or (n_rows,)
        0 and 1 of any type, booleans, or words for yes and no. One dimension stands for one label, or has lists or sets
        of the names of labels, see `named_sets`.
    positive : collection of str
        Further words by which a label holds.
    known : sequence of str, optional
        The labels of the training data, which had both words of each, so that one alone that is not in `positive` is
        the other.

    Raises
    ------
    DataError
        If anything says neither that a label holds nor that it does not; the error names column and row.
    """
    if (found := named_sets(labels, known)) is not None:
        return found
    columns = _columns(labels)
    is_further = known is not None
    if not columns:
        raise DataError(f"{_HOW}, found no column")
    decisions = np.column_stack([_decided(column, positive, is_further) for column in columns])
    return decisions, tuple(column.name for column in columns)


def _columns(labels: Any) -> tuple[TableColumn, ...]:
    if is_frame(labels):
        return columns_of(labels, "y")
    if hasattr(labels, "to_frame"):
        name = getattr(labels, "name", None)
        # a series of polars is called "" if it is not called anything
        frame = labels.to_frame() if name else labels.to_frame("y0")
        return columns_of(frame, "y")
    if isinstance(labels, str | bytes | set | frozenset | dict):
        raise DataError(f"{_HOW}, found a {type(labels).__name__}")
    if not hasattr(labels, "toarray") and not isinstance(labels, np.ndarray):
        labels = _array(labels)
    if isinstance(labels, np.ndarray) and labels.ndim == 1:
        labels = labels[:, None]
    try:
        return columns_of(labels, "y")
    except DataError as error:
        raise DataError(f"{_HOW}: {error.message}", column=error.column, row=error.row) from None


def _array(labels: Any) -> npt.NDArray[Any]:
    try:
        values = np.asarray(labels)
    except ValueError:
        raise DataError(f"{_HOW}, found rows of different lengths") from None
    if values.dtype.kind in "US":
        values = np.array(labels, dtype=object)
    if values.ndim == 0:
        raise DataError(f"{_HOW}, found {brief(labels)}")
    return values


def _decided(column: TableColumn, positive: Collection[str], is_further: bool) -> npt.NDArray[np.bool_]:
    if column.numbers is None:
        return _decided_by_text(column, positive, is_further)
    numbers = column.numbers
    missing = np.isnan(numbers)
    if missing.any():
        values = tuple(map(number_text, np.unique(numbers[~missing]).tolist()))
        raise _missing(column, int(np.argmax(missing)) + 1, values, "a missing value (NaN)")
    decisions = decided_by_number(numbers, positive, is_further)
    if decisions is None:
        row = int(np.argmin((numbers == 0) | (numbers == 1)))
        alone = " alone, which may mean either" if (numbers == 1).all() else ""
        raise _error(column, row + 1, number_text(float(numbers[row])) + alone)
    return decisions


def _decided_by_text(column: TableColumn, positive: Collection[str], is_further: bool) -> npt.NDArray[np.bool_]:
    present = [text for text in column.texts if text is not None]
    values = tuple(dict.fromkeys(present))
    meaning = meaning_of(values, positive, is_further)
    if len(present) < len(column.texts):
        raise _missing(column, column.texts.index(None) + 1, values, "a missing value")
    if meaning is None or set(values) <= {"0", "1"}:
        # a number among texts is a text too, and no fault
        odd = next((text for text in values if text not in {"0", "1"} and meaning_of((text,), ()) is None), values[0])
        how = "" if odd in {"0", "1"} else f"; {_BINARIZER}"
        if how and len(values) == 2:
            word = likely_first(values)[0]
            how = f"; if {shown(word)} means that the label applies, give the table compared with it, y == {word!r}"
        raise _error(column, column.texts.index(odd) + 1, f"the text {shown(odd)}{how}")
    says = dict(zip(values, meaning, strict=True))
    return np.array([says[text] for text in present])


def _missing(column: TableColumn, row: int, values: tuple[str, ...], found: str) -> DataError:
    # beside a no alone it is no mark that is missing
    if len(values) == 1 and meaning_of(values, ()) != [False]:
        found += "; if it means that the label does not apply, give y.notna() for this column"
    return _error(column, row, found)


def _error(column: TableColumn, row: int, found: str) -> DataError:
    return DataError(
        f"Unknown label type: expected 0 or 1 (or False or True, no or yes), found {found}", column=column.name, row=row
    )
