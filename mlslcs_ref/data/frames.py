"""Taking tables of any kind apart into columns: arrays, lists, data frames, sparse matrices.

A sparse matrix of numbers stays sparse. Data frames are read through narwhals, which knows pandas, polars, pyarrow and
others without loading them. Nothing that is given is changed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from mlslcs_ref.data.columns import BOOLEAN, RawColumn, column_of_cells, is_missing
from mlslcs_ref.data.memory import require_room
from mlslcs_ref.data.stores import Column, Sparse
from mlslcs_ref.errors import DataError

_NUMBER_KINDS: Final = "biuf"
_NO_VALUES: Final = {
    "m": "durations; divide them by a unit, as numpy.timedelta64(1, 'h')",
    "c": "complex numbers; give their real and imaginary parts as columns",
    "V": "records; pandas.DataFrame makes columns of their fields",
    "S": "bytes; decode them to texts",
}
HOW: Final = {
    "dict": "pandas.DataFrame makes one of it",
    "LazyFrame": "its method collect makes one of it",
    "generator": "list makes one of it",
    "Series": "its method to_frame makes one column of it, to_frame().T one row",
}
"""What makes a table of that which is none, by the name of its type."""


def is_frame(table: Any) -> bool:
    """Tell whether a table has named columns that narwhals may know."""
    # a lazy frame has no shape, and warns of being asked for its columns
    return hasattr(table, "shape") and hasattr(table, "columns") and not isinstance(table, np.ndarray)


class Columns(NamedTuple):
    """A table in memory, taken apart."""

    names: tuple[str, ...]
    """What its columns are called; unnamed ones by a prefix and their place from 0, or the number that they have."""
    n_rows: int
    is_named: bool
    """Whether it has other names than places."""
    at: Callable[[int], RawColumn]
    """Returns the column at a place."""


def columns_of(table: Any, prefix: str = "x") -> Columns:
    """Take a table apart; missing cells are None, NaN, NA, NaT, or masked."""
    if is_frame(table):
        known = frame_of(table)
        given = tuple(known.columns)
        names = tuple(_name(name, prefix, place) for place, name in enumerate(given))
        n_rows, is_named = known.shape[0], given != tuple(range(len(given)))
        return Columns(
            names, n_rows, is_named, lambda place: _column_of_series(names[place], known.get_column(given[place]))
        )
    values = None if _is_sparse(table) else table_of(table)
    n_rows, n_columns = table.shape if values is None else values.shape
    names = tuple(f"{prefix}{place}" for place in range(n_columns))
    if values is None:
        return Columns(names, n_rows, False, _columns_of_sparse(table, names))
    if values.dtype.kind in _NUMBER_KINDS:
        return Columns(names, n_rows, False, lambda place: _of_numbers(names[place], values[:, place], values.dtype))
    return Columns(names, n_rows, False, lambda place: column_of_cells(names[place], values[:, place].tolist()))


def table_of(table: Any) -> npt.NDArray[Any]:
    """Return a table without column names as an array of shape (n_rows, n_columns), of numbers or of objects."""
    if hasattr(table, "toarray"):
        table = table.toarray()
    values = np.asarray(table) if isinstance(table, np.ndarray) else array_of(table)
    if values.dtype.kind == "M":
        # objects that are dates, so that the columns know that they are
        values = values.astype("datetime64[us]").astype(object)
    if values.dtype.kind in _NO_VALUES:
        raise DataError(f"expected numbers or texts, found {_NO_VALUES[values.dtype.kind]}")
    if isinstance(table, np.ma.MaskedArray):
        values = values.astype(object)
        values[np.ma.getmaskarray(table)] = None
    if values.ndim != 2:
        kind = type(table).__name__
        found = f"shape {values.shape}" if values.ndim else f"a value of type {kind}"
        one = "reshape(-1, 1) makes one column of it, reshape(1, -1) one row" if values.ndim == 1 else ""
        of_records = values.ndim == 1 and values.size > 0 and isinstance(values[0], Mapping)
        how = HOW.get("dict" if of_records else kind, one)
        raise DataError(f"expected a table of shape (n_rows, n_columns), found {found}{how and '; '}{how}")
    return values


def _is_sparse(table: Any) -> bool:
    """Tell whether a table is a sparse matrix of scipy, of numbers or booleans."""
    return hasattr(table, "tocsc") and table.ndim == 2 and table.dtype.kind in _NUMBER_KINDS


def _columns_of_sparse(table: Any, names: Sequence[str]) -> Callable[[int], RawColumn]:
    require_room(table.shape[0], table.shape[1], 0)
    by_column = table.tocsc()
    if not by_column.has_canonical_format:
        by_column = by_column.copy()
        by_column.sum_duplicates()
    store = Sparse.of(
        by_column.indptr, by_column.indices, by_column.data.astype(np.float64, copy=False), table.shape[0]
    )
    return lambda place: _of_numbers(names[place], Column(store, place), table.dtype)


def _of_numbers(name: str, cells: npt.NDArray[Any] | Column, kind: np.dtype[Any]) -> RawColumn:
    return RawColumn(name, cells, declared=BOOLEAN if kind.kind == "b" else ())


def array_of(table: Any) -> npt.NDArray[Any]:
    """Return rows as an array, of objects unless all are numbers.

    Numpy would turn numbers beside texts into texts, and booleans beside numbers into numbers.
    """
    try:
        values = np.asarray(table)
    except ValueError as error:
        raise DataError(f"expected rows of equal length: {error}") from None
    are_rows = values.ndim == 2 and not isinstance(table, memoryview)
    mixed = are_rows and values.dtype.kind in "iuf" and any(map(_has_boolean, table))
    return np.array(table, dtype=object) if mixed or values.dtype.kind in "US" else values


def _has_boolean(row: Any) -> bool:
    return isinstance(row, list | tuple) and any(isinstance(cell, bool | np.bool_) for cell in row)


def has_names(table: Any) -> bool:
    """Tell whether a table has columns with other names than their places."""
    names = list(frame_of(table).columns) if is_frame(table) else []
    return names != list(range(len(names)))


def _name(name: Any, prefix: str, place: int) -> str:
    """Return the name of a column as a text: all its levels, or its number or place behind a prefix."""
    if isinstance(name, tuple):
        return " ".join(map(str, name))
    return name if isinstance(name, str) else f"{prefix}{place if is_missing(name) else name}"


def frame_of(frame: Any) -> Any:
    """Return a data frame as narwhals shows it; two columns of one name are an error."""
    try:
        import narwhals.stable.v1 as nw  # noqa: PLC0415 -- an extra
    except ImportError:
        raise DataError("data frames need narwhals: pip install 'mlslcs_ref[data]'") from None
    try:
        return nw.from_native(frame, eager_only=True)
    except (TypeError, ValueError) as error:
        found = " ".join(str(error).split())
        raise DataError(
            "expected a data frame of pandas, polars or pyarrow, with a different name for each column; rename "
            f"columns, or leave one out: {found}"
        ) from None


def _column_of_series(name: str, series: Any) -> RawColumn:
    import narwhals.stable.v1 as nw  # noqa: PLC0415 -- an extra

    kind = series.dtype
    if kind in (nw.Date, nw.Datetime):
        return column_of_cells(name, series.to_list())
    if kind.is_temporal() or kind.is_nested():
        how = "; divide it by a unit, as datetime.timedelta(hours=1)" if kind == nw.Duration else ""
        raise DataError(f"expected numbers or texts, found the type {kind}{how}", column=name)
    if kind in (nw.Categorical, nw.Enum):
        categories: Sequence[Any] = series.cat.get_categories().to_list()
        return column_of_cells(name, series.to_list(), categories)
    if kind in (nw.Int128, nw.UInt128):
        # numpy has no such numbers
        return column_of_cells(name, series.to_list())
    values = series.to_numpy()
    if values.dtype.kind in _NUMBER_KINDS:
        return _of_numbers(name, values, values.dtype)
    return column_of_cells(name, series.to_list())
