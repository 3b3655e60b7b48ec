"""What keeps columns of one kind: as bits, as numbers of one type, or what is not 0 with its rows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from mlslcs_ref.data.narrowing import MISSING, TYPES, Kind, Numbers, narrowed, narrowest, widened


def locked(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return an array, read-only from now on."""
    array.flags.writeable = False
    return array


class Unchanging:
    """What holds arrays that cannot be changed; numpy forgets it of those that are copied or unpickled."""

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        for value in state.values():
            if isinstance(value, np.ndarray):
                value.flags.writeable = False


Places: TypeAlias = npt.NDArray[np.intp]
Rows: TypeAlias = slice | Places
"""Some rows: a slice of a step of 1 that is within them, or their places from 0."""


class Column:
    """A column: the few kinds of numbers that it holds, and which of them each row has."""

    __slots__ = ("_place", "_store")

    def __init__(self, store: Store, place: int) -> None:
        self._store = store
        self._place = place

    @property
    def kinds(self) -> Numbers:
        """Numbers, among them all that occur in the column; not to be changed."""
        return self._store.kinds(self._place)

    def spread(self, of_kinds: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Return for each row what is given for the number that it has; not to be changed."""
        return self._store.spread(self._place, of_kinds)

    @property
    def numbers(self) -> Numbers:
        """The number of each row; not to be changed."""
        return self.spread(self.kinds)


_BIT_KINDS: Final = np.array([0.0, 1.0])
_BYTE_KINDS: Final = widened(np.arange(MISSING, 128, dtype=np.int16).astype(np.int8))


class Bits(Unchanging):
    """Columns of 0 and 1: an array of uint8, of shape (n_columns, n_rows/8 rounded up).

    It has the rows of each column, the first one the lowest bit of the first byte.
    """

    def __init__(self, packed: npt.NDArray[np.uint8], n_rows: int) -> None:
        self._packed = locked(packed)
        self._n_rows = n_rows

    @classmethod
    def filled(cls, columns: Iterable[Numbers], n_columns: int, n_rows: int) -> Bits:
        """Return what keeps columns."""
        packed = np.empty((n_columns, -(-n_rows // 8)), dtype=np.uint8)
        for place, numbers in enumerate(columns):
            packed[place] = np.packbits(numbers != 0.0, bitorder="little")
        return cls(packed, n_rows)

    def rows(self, rows: Rows) -> Numbers:
        """Return rows, dense."""
        return _flags(self._packed, rows).T.astype(np.float64)

    def kinds(self, _place: int) -> Numbers:
        """Return the kinds of a `Column`."""
        return _BIT_KINDS

    def spread(self, place: int, of_kinds: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Return what is given for the kinds of a `Column`, row by row."""
        return of_kinds[np.unpackbits(self._packed[place], count=self._n_rows, bitorder="little")]

    def taken(self, rows: Rows) -> Bits:
        """Return what keeps some rows alone."""
        n_rows = rows.stop - rows.start if isinstance(rows, slice) else len(rows)
        if isinstance(rows, slice) and rows.start % 8 == 0:
            return Bits(self._packed[:, rows.start // 8 : -(-rows.stop // 8)], n_rows)
        # a column at a time, since as bytes they take more
        columns = (_flags(column[None, :], rows)[0] for column in self._packed)
        return Bits.filled(columns, len(self._packed), n_rows)

    def selected(self, columns: Places) -> Bits:
        """Return what keeps some columns alone; it shares memory where they stand in a row."""
        return Bits(_rows_at(self._packed, columns), self._n_rows)


def _flags(packed: npt.NDArray[np.uint8], rows: Rows) -> npt.NDArray[np.uint8]:
    """Return some of the bits of each row of an array as 0 and 1."""
    if isinstance(rows, slice):
        first = rows.start // 8
        some = np.unpackbits(packed[:, first : -(-rows.stop // 8)], axis=1, bitorder="little")
        return some[:, rows.start - 8 * first : rows.stop - 8 * first]
    return packed[:, rows >> 3] >> (rows & 7).astype(np.uint8) & np.uint8(1)


class Whole(Unchanging):
    """Columns of numbers of one type, `narrowed`, of shape (n_columns, n_rows)."""

    def __init__(self, narrow: npt.NDArray[Any]) -> None:
        self._narrow = locked(narrow)

    @classmethod
    def filled(cls, columns: Iterable[Numbers], n_columns: int, n_rows: int, kind: Kind) -> Whole:
        """Return what keeps columns."""
        narrow = np.empty((n_columns, n_rows), dtype=TYPES[kind])
        for place, numbers in enumerate(columns):
            narrow[place] = narrowed(numbers, kind)
        return cls(narrow)

    def rows(self, rows: Rows) -> Numbers:
        """Return rows, dense."""
        return widened(self._narrow[:, rows].T)

    def kinds(self, place: int) -> Numbers:
        """Return the kinds of a `Column`; of floats each row has its own."""
        return _BYTE_KINDS if self._narrow.dtype == np.int8 else widened(self._narrow[place])

    def spread(self, place: int, of_kinds: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Return what is given for the kinds of a `Column`, row by row."""
        narrow = self._narrow[place]
        return of_kinds[narrow.astype(np.intp) - MISSING] if narrow.dtype == np.int8 else of_kinds

    def taken(self, rows: Rows) -> Whole:
        """Return what keeps some rows alone."""
        return Whole(self._narrow[:, rows])

    def selected(self, columns: Places) -> Whole:
        """Return what keeps some columns alone; it shares memory where they stand in a row."""
        return Whole(_rows_at(self._narrow, columns))


class _Lists(Unchanging):
    """Numbers, `narrowed`, in lists one after the other, each with a place that it has in its list; places ascend.

    `counts` are the lengths of the lists, and there are `n_places` places.
    """

    def __init__(self, counts: Places, places: npt.NDArray[Any], narrow: npt.NDArray[Any], n_places: int) -> None:
        self.starts = np.concatenate([np.zeros(1, dtype=np.intp), np.cumsum(counts)])
        self.places = places.astype(np.uint32, copy=False)
        self.narrow = narrow
        self.n_places = n_places

    def selected(self, lists: Places) -> _Lists:
        """Return some of the lists."""
        starts = self.starts[lists]
        counts = self.starts[lists + 1] - starts
        where = np.arange(counts.sum()) + np.repeat(starts - np.cumsum(counts) + counts, counts)
        return _Lists(counts, self.places[where], self.narrow[where], self.n_places)

    def turned(self) -> _Lists:
        """Return the same with a list for each place."""
        order = np.argsort(self.places, kind="stable")
        counts = np.bincount(self.places, minlength=self.n_places)
        return _Lists(counts, self.lists()[order], self.narrow[order], len(self.starts) - 1)

    def lists(self) -> npt.NDArray[np.uint32]:
        """Return for each number in which list it is."""
        return np.repeat(np.arange(len(self.starts) - 1, dtype=np.uint32), np.diff(self.starts))


class Sparse(Unchanging):
    """Columns of which only what is not 0 is kept, by its rows.

    The same row by row, by its columns, is made when rows are first asked for.
    """

    def __init__(self, by_column: _Lists, by_row: _Lists | None = None) -> None:
        self._by_column = by_column
        self._by_row = by_row

    @classmethod
    def of(cls, starts: Places, rows: npt.NDArray[Any], numbers: Numbers, n_rows: int) -> Sparse:
        """Return what keeps columns that are one behind the other in `rows` and `numbers`, and where each starts."""
        return cls(_Lists(np.diff(starts), rows, numbers, n_rows))

    @classmethod
    def filled(cls, columns: Iterable[Numbers], n_rows: int) -> Sparse:
        """Return what keeps columns, of which there is one at least."""
        rows: list[npt.NDArray[np.uint32]] = []
        found: list[npt.NDArray[Any]] = []
        for numbers in columns:
            places = np.flatnonzero(numbers.view(np.int64))
            kept = numbers[places]
            rows.append(places.astype(np.uint32))
            found.append(narrowed(kept, max(narrowest(kept), Kind.BYTES)))
        # of the widest type among them; that of bytes has a mark of its own for NaN
        if len({some.dtype for some in found}) > 1:
            found = [widened(some).astype(np.result_type(*found)) for some in found]
        counts = np.array([len(places) for places in rows])
        return cls(_Lists(counts, np.concatenate(rows), np.concatenate(found), n_rows))

    def _rows(self) -> _Lists:
        if self._by_row is None:
            self._by_row = self._by_column.turned()
        return self._by_row

    def rows(self, rows: Rows) -> Numbers:
        """Return rows, dense."""
        chosen = _places(rows)
        found = self._rows().selected(chosen)
        dense = np.zeros((len(chosen), found.n_places))
        dense[found.lists(), found.places] = widened(found.narrow)
        return dense

    def kinds(self, place: int) -> Numbers:
        """Return the kinds of a `Column`: 0, and one for each row that has another number."""
        return np.concatenate([np.zeros(1), widened(self._by_column.narrow[self._of(place)])])

    def spread(self, place: int, of_kinds: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Return what is given for the kinds of a `Column`, row by row."""
        spread = np.full(self._by_column.n_places, of_kinds[0])
        spread[self._by_column.places[self._of(place)]] = of_kinds[1:]
        return spread

    def _of(self, place: int) -> slice:
        return slice(self._by_column.starts[place], self._by_column.starts[place + 1])

    def taken(self, rows: Rows) -> Sparse:
        """Return what keeps some rows alone."""
        by_row = self._rows().selected(_places(rows))
        return Sparse(by_row.turned(), by_row)

    def selected(self, columns: Places) -> Sparse:
        """Return what keeps some columns alone."""
        return Sparse(self._by_column.selected(columns))


Store: TypeAlias = Bits | Whole | Sparse
"""What keeps columns of one kind."""


def _places(rows: Rows) -> Places:
    return np.arange(rows.start, rows.stop) if isinstance(rows, slice) else rows


def _rows_at(array: npt.NDArray[Any], places: Places) -> npt.NDArray[Any]:
    """Return the rows at ascending places."""
    first, last = int(places[0]), int(places[-1])
    return array[first : last + 1] if len(places) == last - first + 1 else array[places]
