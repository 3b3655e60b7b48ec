"""k-means on points of mixed attributes (INI-2, INI-5 to INI-7)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

import numpy as np

from mlslcs_ref.data.mixed import MixedSpace, Points
from mlslcs_ref.errors import DataError

MAX_ROUNDS: Final = 500


class KMeans:
    """Centroids are means, or modes, the first declared of equals; `widths` and `n_values` are as for `MixedSpace`.

    `draw` returns the next number of the run's stream, in [0, 1).
    """

    def __init__(self, widths: Sequence[float], n_values: Sequence[int], draw: Callable[[], float]) -> None:
        self._draw = draw
        self._n_values = n_values
        self._space = MixedSpace(widths, n_values)

    def centroids(self, points: Points, k: int, told: Callable[[int], object] = lambda _round: None) -> Points:
        """Return at most `k` centroids of `points`, of shape (n_clusters, n_attributes); NaN where missing.

        `told` is called now and then with the number of the round, from 1.
        """
        centroids = self._start(points, k)
        assigned: Any = np.full(len(points), -1)
        for index in range(MAX_ROUNDS):
            nearest = self._space.nearest(points, centroids, partial(told, index + 1))
            if np.array_equal(nearest, assigned):
                break
            # clusters that are left, renumbered in their order
            _left, assigned = np.unique(nearest, return_inverse=True)
            centroids = self._space.centres(points, assigned)
        return centroids

    def require_means(self, points: Points) -> None:
        """Refuse points of which some sum could be infinite, as a `DataError` (INI-7)."""
        largest = np.nanmax(np.abs(points), axis=0, initial=0.0)
        for index, size in enumerate(largest.tolist()):
            if not self._n_values[index] and not math.isfinite(size * len(points)):
                raise DataError(
                    f"attribute {index + 1}: expected numbers of which means can be taken, found {size:g} among "
                    f"{len(points)} instances with the same labels; scale the attribute, or start without clustering"
                )

    def _start(self, points: Points, k: int) -> Points:
        """Return up to `k` instances that differ from each other, by one draw each (INI-6)."""
        # with one zero and one NaN equal rows have equal bytes
        rows = [row.tobytes() for row in np.where(np.isnan(points), math.nan, points + 0.0)]
        alike: dict[bytes, list[int]] = {}
        for place, row in enumerate(rows):
            alike.setdefault(row, []).append(place)
        left: Any = np.arange(len(rows))
        chosen: list[int] = []
        while len(chosen) < k and len(left):
            chosen.append(int(left[math.floor(self._draw() * len(left))]))
            left = np.delete(left, np.searchsorted(left, alike[rows[chosen[-1]]]))
        return points[chosen]
