"""A table of numbers that takes as little memory as its columns allow, and is never made dense as a whole.

A column of 0 and 1 is kept as bits, one of small whole numbers as bytes, one of numbers that 32-bit floats hold as
such, any other as 64-bit floats; of one that is 0 nearly everywhere only the others are kept, with their rows. What is
asked for comes as 64-bit floats, a row, a column or some rows at a time, the same to the last bit as it was given, but
that there is one NaN and one zero: which of two zeros is the smallest of a column would depend on the order of rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from mlslcs_ref._given import brief
from mlslcs_ref.data.narrowing import Kind, Numbers, kind_of, size
from mlslcs_ref.data.stores import Bits, Column, Places, Rows, Sparse, Store, Whole
from mlslcs_ref.errors import DataError

__all__ = ["BLOCK_CELLS", "Column", "Matrix"]

BLOCK_CELLS: Final = 1 << 14
"""So many cells are made dense at a time."""


class Matrix:
    """Numbers in rows and columns, which cannot be changed.

    `parts` are places of columns and what keeps these; every place once.
    """

    def __init__(self, shape: tuple[int, int], parts: Sequence[tuple[Places, Store]]) -> None:
        self.shape = shape
        self._parts = tuple(parts)
        self._store_of = np.zeros(shape[1], dtype=np.int8)
        self._place_in = np.zeros(shape[1], dtype=np.int32)
        for number, (places, _store) in enumerate(parts):
            self._store_of[places] = number
            self._place_in[places] = np.arange(len(places))
        is_plain = len(parts) == 1 and bool((self._place_in == np.arange(shape[1])).all())
        self._alone = parts[0][1] if is_plain else None
        """What keeps all columns in their order, as mostly one store does."""

    @classmethod
    def of(cls, table: Matrix | npt.NDArray[np.float64]) -> Matrix:
        """Return the matrix of a table of 64-bit floats as it is, which is not to change; a matrix is its own."""
        if isinstance(table, Matrix):
            return table
        wide = np.asarray(table, dtype=np.float64)
        return cls(wide.shape, [(np.arange(wide.shape[1]), Whole(wide.T))])

    @classmethod
    def narrow(cls, table: Matrix | npt.ArrayLike) -> Matrix:
        """Return the matrix of a two-dimensional table of numbers, NaN where it is masked; a matrix is its own.

        Raises
        ------
        TypeError, ValueError, OverflowError
            If it is no such table.
        """
        if isinstance(table, Matrix):
            return table
        given: Any = table if isinstance(table, np.ndarray) else np.asarray(table)
        if given.dtype.kind in "cmMV":
            raise TypeError(f"found values of type {given.dtype}")
        if given.dtype.kind not in "biuf":
            given = given.astype(np.float64)
        if given.ndim != 2:
            raise ValueError(f"found shape {given.shape}")
        values = np.asarray(given)
        # most tables are plain, and masks take a while to load
        masked = np.ma.getmaskarray(given) if type(given) is not np.ndarray and np.ma.is_masked(given) else None

        def column(place: int) -> Numbers:
            numbers = values[:, place].astype(np.float64, copy=False)
            return numbers if masked is None else np.where(masked[:, place], np.nan, numbers)

        return cls.made(values.shape, column)

    @classmethod
    def made(
        cls, shape: tuple[int, int], column: Callable[[int], Numbers], told: Callable[[int], object] = id
    ) -> Matrix:
        """Return the matrix of columns, which are asked for by their places, each of them twice.

        `told` is called, before it is made, with the most bytes that it takes.
        """
        n_rows, n_columns = shape

        def numbers(place: int) -> Numbers:
            found = column(place) + 0.0
            found[np.isnan(found)] = np.nan
            return found

        kinds = np.array([kind_of(numbers(place)) for place in range(n_columns)], dtype=np.int8)
        # one that is sparse takes less than it would as bytes
        told(sum(size(Kind.BYTES if kind == Kind.SPARSE else Kind(kind), n_rows) for kind in kinds.tolist()))
        parts: list[tuple[Places, Store]] = []
        for kind in Kind:
            places = np.flatnonzero(kinds == kind)
            if len(places):
                columns = map(numbers, places.tolist())
                parts.append((places, _filled(kind, columns, len(places), n_rows)))
        return cls(shape, parts)

    @classmethod
    def joined(cls, parts: Sequence[Matrix]) -> Matrix:
        """Return the rows of matrices of the same columns, one matrix after the other."""
        n_rows = sum(map(len, parts))
        return cls.made(
            (n_rows, parts[0].shape[1]),
            lambda place: np.concatenate([part.column(place).numbers for part in parts]),
        )

    def __len__(self) -> int:
        """Return how many rows there are."""
        return self.shape[0]

    def row(self, place: int) -> list[float]:
        """Return the numbers of a row."""
        row: list[float] = self._dense(slice(place, place + 1))[0].tolist()
        return row

    def rows(self, rows: slice | npt.ArrayLike = slice(None)) -> Numbers:
        """Return rows, dense: those of a slice, at places, or that an array of bool marks; all by default."""
        return np.array(self._dense(self.places(rows)), order="C")

    def places(self, rows: slice | npt.ArrayLike) -> Rows:
        """Return the places of rows: those of a slice, at places, or that an array of bool marks."""
        if isinstance(rows, slice):
            start, stop, step = rows.indices(len(self))
            return slice(start, max(start, stop)) if step == 1 else np.arange(start, stop, step)
        asked = np.asarray(rows)
        if not asked.size:
            asked = asked.astype(np.intp)
        try:
            places: Places = np.arange(len(self))[asked]
        except IndexError:
            places = np.zeros((), dtype=np.intp)
        if places.ndim != 1:
            raise DataError(
                f"expected rows as a slice, as places below {len(self)}, or as {len(self)} times True or False, "
                f"found {brief(rows)}"
            )
        return places

    def _dense(self, rows: Rows) -> Numbers:
        if self._alone is not None:
            return self._alone.rows(rows)
        n_rows = rows.stop - rows.start if isinstance(rows, slice) else len(rows)
        dense = np.empty((n_rows, self.shape[1]))
        for places, store in self._parts:
            dense[:, places] = store.rows(rows)
        return dense

    def blocks(self) -> Iterator[tuple[slice, Numbers]]:
        """Yield all rows, dense, a bounded number of cells at a time, each time with where they stand."""
        size = max(BLOCK_CELLS // max(self.shape[1], 1) // 8, 1) * 8
        for start in range(0, len(self), size):
            rows = slice(start, min(start + size, len(self)))
            yield rows, self.rows(rows)

    def column(self, place: int) -> Column:
        """Return a column."""
        return Column(self._parts[self._store_of[place]][1], int(self._place_in[place]))

    def columns(self) -> Iterator[Column]:
        """Yield the columns in their order."""
        return map(self.column, range(self.shape[1]))

    def taken(self, rows: slice | npt.ArrayLike) -> Matrix:
        """Return the matrix of some rows, chosen as by `rows`."""
        chosen = self.places(rows)
        n_rows = chosen.stop - chosen.start if isinstance(chosen, slice) else len(chosen)
        return Matrix((n_rows, self.shape[1]), [(places, store.taken(chosen)) for places, store in self._parts])

    def selected(self, columns: Sequence[int]) -> Matrix:
        """Return the matrix of some columns, in the order of these places, each given once."""
        place_of = np.full(self.shape[1], -1, dtype=np.intp)
        place_of[columns] = np.arange(len(columns))
        parts = []
        for places, store in self._parts:
            kept = np.flatnonzero(place_of[places] >= 0)
            if len(kept):
                parts.append((place_of[places[kept]], store.selected(kept)))
        return Matrix((len(self), len(columns)), parts)


def _filled(kind: Kind, columns: Iterator[Numbers], n_columns: int, n_rows: int) -> Store:
    if kind == Kind.BITS:
        return Bits.filled(columns, n_columns, n_rows)
    return Sparse.filled(columns, n_rows) if kind == Kind.SPARSE else Whole.filled(columns, n_columns, n_rows, kind)
