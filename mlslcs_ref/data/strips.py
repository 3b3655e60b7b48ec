"""Rows of numbers as a reader finds them, kept in little memory until they become a `Matrix`."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from mlslcs_ref.data.matrix import BLOCK_CELLS, Matrix
from mlslcs_ref.data.memory import require_room
from mlslcs_ref.data.narrowing import Kind, Numbers, narrowed, narrowest, size, widened
from mlslcs_ref.data.stores import Places

ENTRY: Final = 16
"""Bytes that a number takes of which row and column are kept."""
SORTED: Final = 32
"""Bytes that it takes while these are put in order."""
PART: Final = 256
"""This part of a large table may be dense."""
MOST: Final = 512
"""So many strips of one kind become one, since each one takes a while to look at."""


class Strips:
    """Rows that are given one strip after the other, of the same columns."""

    def __init__(self, n_columns: int, file: str) -> None:
        self._file = file
        self.n_rows = 0
        self.n_bytes = 0
        self.rows_at_once = max(BLOCK_CELLS // max(n_columns, 1), 1)
        """So many rows make a strip; of more, the memory for them is the giver's."""
        self.n_columns = n_columns
        self._strips: list[tuple[int, Kind, npt.NDArray[Any]]] = []
        self._last: list[npt.NDArray[Any]] = []
        self._last_kind = Kind.BITS
        self._entries: list[tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint32], Numbers]] = []

    def append(self, rows: Numbers, line: int) -> None:
        """Keep rows, the last of which stands in this line; there has to be room for the matrix that they become."""
        require_room(self.n_rows + len(rows), self.n_columns, self.n_bytes, self._file, line)
        raw = rows.view(np.int64)
        kind = narrowest(rows)
        if np.count_nonzero(raw) * SORTED < size(kind, rows.size):
            places, columns = np.nonzero(raw)
            self._entries.append(
                ((places + self.n_rows).astype(np.uint32), columns.astype(np.uint32), rows[places, columns])
            )
            self.n_bytes += ENTRY * len(places)
            self._close()
        else:
            if kind != self._last_kind or len(self._last) == MOST:
                self._close()
            self._last_kind = kind
            self._last.append(np.packbits(rows != 0.0, axis=1) if kind == Kind.BITS else narrowed(rows, kind))
            self.n_bytes += self._last[-1].nbytes
        self.n_rows += len(rows)

    def _close(self) -> None:
        if self._last:
            n_rows = sum(map(len, self._last))
            self._strips.append((self.n_rows - n_rows, self._last_kind, np.concatenate(self._last)))
            self._last.clear()

    def matrix(self) -> Matrix:
        """Return the rows as a matrix, made of some columns at a time; nothing is left here."""
        self._close()
        starts, rows, numbers = self._sorted()
        n_rows = max(self.n_rows, 1)
        width = max(max(BLOCK_CELLS // 2, n_rows * self.n_columns // PART) // n_rows // 8, 1) * 8
        first, block = -width, np.zeros((0, 0))

        def column(place: int) -> Numbers:
            nonlocal first, block
            if not first <= place < first + width:
                first, block = place // width * width, np.zeros((0, 0))
                block = self._block(first, min(first + width, self.n_columns))
            # not a view, which would keep the block when the next is made
            found: Numbers = block[place - first].copy()
            some = slice(starts[place], starts[place + 1])
            found[rows[some]] = numbers[some]
            return found

        return Matrix.made((self.n_rows, self.n_columns), column)

    def _block(self, start: int, stop: int) -> Numbers:
        """Return what some columns hold that are not kept as entries, of shape (n_columns, n_rows)."""
        found = np.zeros((stop - start, self.n_rows))
        for first, kind, strip in self._strips:
            rows = found[:, first : first + len(strip)]
            if kind == Kind.BITS:
                rows[:] = np.unpackbits(strip[:, start // 8 : -(-stop // 8)], axis=1)[:, : stop - start].T
            else:
                rows[:] = widened(strip[:, start:stop].T)
        return found

    def _sorted(self) -> tuple[Places, npt.NDArray[np.uint32], Numbers]:
        """Return where the entries of each column begin, and of all their rows and numbers."""
        if not self._entries:
            return np.zeros(self.n_columns + 1, dtype=np.intp), np.zeros(0, dtype=np.uint32), np.zeros(0)
        rows, columns, numbers = (np.concatenate(parts) for parts in zip(*self._entries, strict=True))
        self._entries.clear()
        order = np.argsort(columns, kind="stable")
        starts = np.searchsorted(columns[order], np.arange(self.n_columns + 1))
        return starts, rows[order], numbers[order]
