"""Points of continuous, binary and nominal attributes: which are near, and where the middle of some is.

Points are rows of an array, NaN where a value is missing, codes of declared values where it is binary or nominal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

Points: TypeAlias = npt.NDArray[np.float64]
Places: TypeAlias = npt.NDArray[np.intp]

# a table has so many cells at a time, and a product of matrices so many multiplications
CELLS: Final = 1 << 20
PRODUCTS: Final = 1 << 28
EPSILON: Final = 2.0**-52
# squares beyond it are too near to the end of the doubles to be trusted, and those below its inverse to the other end
HUGE: Final = 1e300


class MixedSpace:
    """Distances and centres of k-means, to the last tie (INI-2, INI-5, INI-7).

    A distance is a sum over the attributes in their order. A product of matrices gives all of them nearly, and within a
    bound that is known. So it tells which centres may be the nearest, one for most points, and these alone are measured
    as the clause says. In the product an attribute counts as z = (x - least)/range, a nominal one as one z per value.

    Parameters
    ----------
    widths : sequence of float
        For each continuous attribute its range, 0 if it has none; anything for others.
    n_values : sequence of int
        How many values are declared for each binary or nominal attribute; 0 for a continuous one.
    """

    def __init__(self, widths: Sequence[float], n_values: Sequence[int]) -> None:
        self._widths = np.array(widths, dtype=np.float64)
        self._numeric = np.flatnonzero(np.array(n_values, dtype=np.intp) == 0)
        self._coded = np.flatnonzero(n_values)
        self._most_values = max(n_values, default=0)
        known = np.zeros(len(n_values), dtype=np.intp)
        known[self._numeric] = self._widths[self._numeric] > 0.0
        known[self._coded] = np.array(n_values, dtype=np.intp)[self._coded]
        self._of = np.repeat(np.arange(len(known)), known)
        """The attribute that each z is of."""
        self._codes = np.array([code for n in known.tolist() for code in range(n)], dtype=np.float64)
        self._codes[np.isin(self._of, self._numeric)] = np.nan
        # two different values differ in two places, by half a square each
        self._scales = np.where(np.isnan(self._codes), self._widths[self._of], np.sqrt(2.0))

    def nearest(self, points: Points, centres: Points, again: Callable[[], object]) -> Places:
        """Return the index of each point's nearest centre, the lowest of equally near ones.

        There is at least one of each. An attribute that all points have, all centres have. `again` is called every
        moment.
        """
        nearest = np.empty(len(points), dtype=np.intp)
        lows = np.fmin.reduce(points, axis=0)
        whole = not np.isnan(points).any()
        right, sizes = self._factors(centres, lows, whole, right=True)
        n_rows = max(min(CELLS // max(right.shape), PRODUCTS // max(right.size, 1)), 1)
        for start in range(0, len(points), n_rows):
            again()
            some = points[start : start + n_rows]
            left, own = self._factors(some, lows, whole, right=False)
            with np.errstate(all="ignore"):
                near = left @ right.T
                largest = own + sizes.max()
                # both of two distances that are compared may be wrong, also as the clause says it rounds
                error = 16.0 * (right.shape[1] + 16) * EPSILON * largest + 1.0 / HUGE
                error[~(largest < HUGE)] = np.inf
                # written so that NaN is near
                rows, places = np.nonzero(~(near > (near.min(axis=1) + error)[:, None]))
            distances = self._distances(some, rows, centres, places)
            least = np.minimum.reduceat(distances, np.searchsorted(rows, np.arange(len(some))))
            # from the last to the first, of which the first stays
            hits = np.flatnonzero(distances == least[rows])[::-1]
            nearest[start + rows[hits]] = places[hits]
        return nearest

    def _factors(self, values: Points, lows: Points, whole: bool, right: bool) -> tuple[Points, Points]:
        """Return factors of the product, and the sum of the squares of every z of each row."""
        x = values[:, self._of]
        present = ~np.isnan(x)
        with np.errstate(all="ignore"):
            z = np.where(np.isnan(self._codes), x - lows[self._of], x == self._codes) / self._scales
            z[~present] = 0.0
            squares = z * z
            sums: Points = squares.sum(axis=1)
        if whole:
            # all z of a row meet the same, and one number will do for all squares
            squares, present = sums[:, None], np.ones((len(values), 1), dtype=bool)
        return np.hstack([-2.0 * z, present, squares] if right else [z, squares, present]), sums

    def _distances(self, points: Points, rows: Places, centres: Points, places: Places) -> Points:
        """Return the distance of a point in each of these rows from the centre at the place beside it (INI-5)."""
        total = np.zeros(len(rows))
        for columns in _blocks(np.arange(points.shape[1]), len(rows)):
            parts = points[rows[:, None], columns] - centres[places[:, None], columns]
            missing = np.isnan(parts)
            numeric = np.isin(columns, self._numeric)
            widths = np.where(numeric, self._widths[columns], 1.0)
            parts[:, ~numeric] = parts[:, ~numeric] != 0.0
            with np.errstate(over="ignore", divide="ignore", invalid="ignore"):
                parts = (parts / widths) ** 2
            parts[missing | (widths == 0.0)] = 0.0
            # one after the other, which a plain sum does not promise
            total = np.add.accumulate(np.column_stack([total, parts]), axis=1)[:, -1]
        return total

    def centres(self, points: Points, assigned: Places) -> Points:
        """Return each cluster's means and modes, of equal modes the value declared first; NaN if no member has one.

        `assigned` has the cluster of each point, from 0; none is left out.
        """
        n_clusters = int(assigned.max()) + 1
        centres = np.full((n_clusters, points.shape[1]), np.nan)
        for columns in _blocks(self._numeric, len(points)):
            x, cells = _present(points, assigned, columns)
            # it adds one after the other, from 0
            sums = np.bincount(cells, weights=x, minlength=n_clusters * len(columns))
            with np.errstate(invalid="ignore"):
                means = sums / np.bincount(cells, minlength=len(sums))
            centres[:, columns] = means.reshape(n_clusters, -1)
        for columns in _blocks(self._coded, max(len(points), n_clusters * self._most_values)):
            x, cells = _present(points, assigned, columns)
            shape = (n_clusters, len(columns), self._most_values)
            places = cells * self._most_values + x.astype(np.intp)
            counts = np.bincount(places, minlength=int(np.prod(shape))).reshape(shape)
            centres[:, columns] = np.where(counts.any(axis=2), counts.argmax(axis=2), np.nan)
        return centres


def _blocks(columns: Places, n_rows: int) -> Iterator[Places]:
    """Yield columns, as many at a time as have a bounded number of cells."""
    n = max(CELLS // n_rows, 1)
    for start in range(0, len(columns), n):
        yield columns[start : start + n]


def _present(points: Points, assigned: Places, columns: Places) -> tuple[Points, Any]:
    """Return the present values of some columns, point by point, and the number of the cell of each in a table.

    The table has a row for each cluster and a cell for each of the columns.
    """
    x = points[:, columns]
    present = ~np.isnan(x)
    return x[present], (assigned[:, None] * len(columns) + np.arange(len(columns)))[present]
