"""Balanced k-means: clusters of about equal size.

G. Tsoumakas, I. Katakis, I. Vlahavas: Effective and efficient multilabel classification in domains with large number of
labels. ECML PKDD 2008 Workshop on Mining Multidimensional Data.
"""

from __future__ import annotations

from bisect import insort

import numpy as np

from mlslcs_ref.core.draws import Draws
from mlslcs_ref.experiments.rivals.chance import distinct
from mlslcs_ref.experiments.rivals.features import Numbers

Members = tuple[tuple[int, ...], ...]


def balanced_kmeans(points: Numbers, k: int, draws: Draws, max_rounds: int = 20) -> Members:
    """Divide points, one at least, into at most `k` clusters of at most n / k points, rounded up.

    A point that comes to a full cluster stays if a member lies farther from the centre, which then has to look for
    another cluster; of two that lie equally far the later one leaves. The centres begin at `k` different points, which
    the draws choose, and the rounds end as soon as one changes nothing. The members of a cluster ascend, and none is
    empty.
    """
    n = len(points)
    if n <= k:
        return tuple((number,) for number in range(n))
    centres = points[distinct(draws, n, k, "first centres")]
    clusters: Members = ()
    for _ in range(max_rounds):
        before, clusters = clusters, _assigned(points, centres)
        if clusters == before:
            break
        centres = np.array(
            [
                points[list(members)].mean(axis=0) if members else centre
                for members, centre in zip(clusters, centres, strict=True)
            ]
        )
    return tuple(members for members in clusters if members)


def _assigned(points: Numbers, centres: Numbers) -> Members:
    """Put each point in turn into the nearest cluster that has room for it or makes it."""
    capacity = -(-len(points) // len(centres))
    distances = ((points[:, np.newaxis, :] - centres[np.newaxis, :, :]) ** 2).sum(axis=2)
    # each cluster is kept in the order of (distance, order of coming, number of the point)
    clusters: list[list[tuple[float, int, int]]] = [[] for _ in centres]
    comings = 0
    for number in range(len(points)):
        homeless: int | None = number
        while homeless is not None:
            nearest = int(np.argmin(distances[homeless]))
            insort(clusters[nearest], (float(distances[homeless, nearest]), comings, homeless))
            comings += 1
            homeless = None
            if len(clusters[nearest]) > capacity:
                homeless = clusters[nearest].pop()[2]
                distances[homeless, nearest] = np.inf
    return tuple(tuple(sorted(point for _distance, _coming, point in members)) for members in clusters)
