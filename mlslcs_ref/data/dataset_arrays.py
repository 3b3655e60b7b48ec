"""The tables that a data set is made of: taken in any form, or refused. Clauses: REP-7, REP-8."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from mlslcs_ref._given import brief
from mlslcs_ref.data.matrix import Matrix
from mlslcs_ref.data.schema import Attribute, ContinuousAttribute
from mlslcs_ref.data.stores import Column
from mlslcs_ref.errors import DataError

UNDECLARED = -1.0
"""Code of a nominal value that the schema does not declare (REP-8); only data to predict may hold it."""


def require_shape(what: str, shape: tuple[int, ...], n_columns: int) -> None:
    """Refuse a table without a column for each attribute or label."""
    if len(shape) != 2 or shape[1] != n_columns:
        raise DataError(f"expected {what} of shape (n, {n_columns}), found {shape}")


def require_codes(column: Column, attribute: Attribute) -> None:
    """Refuse a number that is not a code of a binary or nominal attribute."""
    if isinstance(attribute, ContinuousAttribute):
        return
    codes = column.kinds
    whole = codes == np.floor(codes)
    legal = np.isnan(codes) | (whole & (codes >= UNDECLARED) & (codes < len(attribute.values)))
    if not legal.all() and not (rows := column.spread(legal)).all():
        row = int(np.argmin(rows))
        raise DataError(
            f"expected a code from 0 to {len(attribute.values) - 1}, "
            f"NaN for missing or -1 for undeclared, found {column.numbers[row]}",
            column=attribute.name,
            row=row + 1,
        )


def matrix_of(table: Matrix | npt.ArrayLike) -> Matrix:
    """Return the values of attributes, as narrow as they are."""
    try:
        return Matrix.narrow(table)
    except (TypeError, ValueError, OverflowError) as error:
        raise DataError(f"expected X as a table of numbers, found {brief(table)}: {error!s:.100}") from None


def decisions_of(array: npt.ArrayLike) -> npt.NDArray[np.bool_]:
    """Return read-only bool decisions; copy them unless they are read-only already."""
    if hasattr(array, "mask") and np.ma.is_masked(array):
        raise DataError("expected only 0 and 1 (or False and True) in Y, found a masked cell")
    if type(array) is np.ndarray and _is_locked(array) and array.dtype == np.bool_:
        return array
    try:
        given = np.asarray(array)
        decisions = np.array(given == 1, dtype=np.bool_, order="C")
        legal = bool(np.all(decisions | (given == 0)))
    except (TypeError, ValueError) as error:
        raise DataError(f"expected Y as a table of 0 and 1: {error}") from None
    if not legal:
        wrong = given[~(decisions | (given == 0))].flat[0] if given.ndim else array
        raise DataError(f"expected only 0 and 1 (or False and True) in Y, found {brief(wrong)}")
    decisions.flags.writeable = False
    return decisions


def _is_locked(array: npt.NDArray[Any]) -> bool:
    # A read-only view may still change through the array it looks at, so only an owner counts.
    return not array.flags.writeable and array.flags.owndata and array.flags.c_contiguous
