"""ML-kNN: for each label, what the number of neighbours with the label makes most probable.

M.-L. Zhang, Z.-H. Zhou: ML-kNN: a lazy learning approach to multi-label learning. Pattern Recognition 40, 2007.

Of instances that lie equally far, the neighbours are those that Weka takes. Data of nominal attributes are full of
equal distances: on enron the choice among them alone moves the accuracy of ML-kNN with ten neighbours from 29.9 to
31.85, the number of Mulan. Weka's `LinearNNSearch` keeps the nearest so far in a heap, the farthest on top, and a
nearer instance takes the place of that; an equal one does not. So which of several at the last distance stay is a
matter of where they stand in the heap. (It then lists all at that distance, behind the k, but Mulan looks at the first
k.)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt
from scipy.spatial.distance import cdist

from mlslcs_ref._given import whole
from mlslcs_ref.core.draws import Draws
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.experiments.rivals.rival import Features, Flags, Numbers, Rival, require_positive

Places = npt.NDArray[np.int64]
Counts = npt.NDArray[np.int64]
DISTANCES_AT_ONCE: Final = 4_000_000


def nearest_places(distances: npt.NDArray[np.float64], k: int) -> Places:
    """Return the places of the k smallest distances, ascending; distances stand in the order of the search."""
    heap = _Heap()
    first = distances[:k].tolist()
    for place, distance in enumerate(first):
        heap.put(distance, place)
    start = k
    while heap and start < len(distances):
        # ever larger parts, for the farthest comes nearer and ever fewer can take its place
        part = distances[start : 2 * start]
        for offset in np.flatnonzero(part < heap.farthest).tolist():
            distance = float(part[offset])
            if distance < heap.farthest:
                heap.take()
                heap.put(distance, start + offset)
        start *= 2
    return np.sort(np.array(heap.places(), dtype=np.int64))


class _Heap:
    """A heap with the largest on top, whose children of i are 2i and 2i + 1; equal ones stand as Weka's do."""

    def __init__(self) -> None:
        self._nodes: list[tuple[float, int]] = [(np.inf, -1)]

    def __len__(self) -> int:
        return len(self._nodes) - 1

    @property
    def farthest(self) -> float:
        """The distance on top."""
        return self._nodes[1][0]

    def places(self) -> list[int]:
        """Return the places of all, in no order."""
        return [place for _distance, place in self._nodes[1:]]

    def put(self, distance: float, place: int) -> None:
        """Add one at the end, which rises above what is smaller."""
        nodes = self._nodes
        nodes.append((distance, place))
        i = len(nodes) - 1
        while i > 1 and nodes[i // 2][0] < distance:
            nodes[i], nodes[i // 2] = nodes[i // 2], nodes[i]
            i //= 2

    def take(self) -> None:
        """Remove the one on top; the last takes its place and sinks below what is larger, of equals the right one."""
        nodes = self._nodes
        last = nodes.pop()
        if len(nodes) == 1:
            return
        nodes[1] = last
        i = 1
        while True:
            children = [child for child in (2 * i, 2 * i + 1) if child < len(nodes)]
            if not any(nodes[i][0] < nodes[child][0] for child in children):
                return
            larger = max(children, key=lambda child: (nodes[child][0], child))
            nodes[i], nodes[larger] = nodes[larger], nodes[i]
            i = larger


@dataclass(frozen=True)
class MlKnn(Rival):
    """ML-kNN with Euclidean distances; the kind `mlknn`.

    The article has numbers alone; of nominal attributes, two different values are 1 apart, as in Mulan, and of
    neighbours that lie equally far those count that count there.
    """

    k: int = 10
    """Neighbours, from 1; at most the number of other training instances."""
    smoothing: float = 1.0
    """s of the paper, > 0; 1 is Laplace's."""

    def __post_init__(self) -> None:
        """Check the options."""
        whole("k", self.k, 1)
        require_positive("smoothing", self.smoothing)

    def learned(self, features: Features, train: Dataset, draws: Draws) -> MlKnnModel:
        """Learn with distances in which a nominal attribute counts as much as a number."""
        return self.fit(features.rows(train.X), train.Y, draws, features.weights)

    def fit(self, X: Numbers, Y: Flags, draws: Draws, weights: Numbers | None = None) -> MlKnnModel:  # noqa: ARG002 -- nothing is left to chance
        """Count for each label how many neighbours with it instances with and without it have.

        `weights` are what each feature counts in a squared distance, by default 1.
        """
        n, n_labels = Y.shape
        k = min(self.k, n - 1)
        n_near = Y[nearest(X, X, k, leave_one_out=True, weights=weights)].sum(axis=1)
        with_label = np.zeros((k + 1, n_labels), dtype=np.int64)
        without = np.zeros((k + 1, n_labels), dtype=np.int64)
        for j in range(k + 1):
            with_label[j] = ((n_near == j) & Y).sum(axis=0)
            without[j] = ((n_near == j) & ~Y).sum(axis=0)
        return MlKnnModel(X, Y, with_label, without, float(self.smoothing), weights)


@dataclass(frozen=True, eq=False)
class MlKnnModel:
    """Training data with the counts of their neighbours."""

    X: Numbers
    """Of shape (n, n_features). The training instances."""
    Y: Flags
    """Of shape (n, n_labels). Their labels."""
    with_label: Counts
    without: Counts
    """`with_label`, `without`: Of shape (k + 1, n_labels). c and c' of the paper: how many training instances with and
    without the label have j neighbours with it."""
    smoothing: float
    """s of the paper."""
    weights: Numbers | None = None
    """Of shape (n_features,). What each feature counts in a squared distance; by default 1."""

    @property
    def facts(self) -> Mapping[str, float]:
        """The number of neighbours."""
        return {"n_neighbours": len(self.with_label) - 1}

    def predict(self, X: Numbers) -> Flags:
        """Return the labels that are more probable than not, of shape (n, n_labels)."""
        n_near = self.Y[nearest(X, self.X, len(self.with_label) - 1, weights=self.weights)].sum(axis=1)
        return np.take_along_axis(self.probable(), n_near, axis=0)

    def probable(self) -> Flags:
        """Tell for j neighbours with a label whether it is more probable than not, of shape (k + 1, n_labels).

        It is if P(H1) P(E_j | H1) > P(H0) P(E_j | H0).
        """
        s, k = self.smoothing, len(self.with_label) - 1
        n, n_with = len(self.Y), self.Y.sum(axis=0)
        prior = (s + n_with) / (2 * s + n)
        likelihood = (s + self.with_label) / (s * (k + 1) + self.with_label.sum(axis=0))
        likelihood_without = (s + self.without) / (s * (k + 1) + self.without.sum(axis=0))
        more: Flags = prior * likelihood > (1 - prior) * likelihood_without
        return more


def nearest(X: Numbers, among: Numbers, k: int, leave_one_out: bool = False, weights: Numbers | None = None) -> Counts:
    """Return which of the instances `among` lie nearest to each row, as ascending numbers, of shape (n, k).

    Of those that lie equally far it is Weka's choice, see `nearest_places`. With `leave_one_out`, `among` is `X` and no
    instance is its own neighbour. `weights` are what each feature counts in a squared distance, by default 1.
    """
    step = max(DISTANCES_AT_ONCE // max(len(among), 1), 1)
    found = np.empty((len(X), k), dtype=np.int64)
    for start in range(0, len(X), step):
        # added up coordinate by coordinate: a matrix product would round otherwise on another machine
        distances = cdist(X[start : start + step], among, "sqeuclidean", w=weights)
        for row, own in enumerate(distances, start):
            if leave_one_out:
                places = nearest_places(np.delete(own, row), k)
                found[row] = places + (places >= row)
            else:
                found[row] = nearest_places(own, k)
    return found
