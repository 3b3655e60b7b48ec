"""ML-kNN: for each label, what the number of neighbours with the label makes most probable.

M.-L. Zhang, Z.-H. Zhou: ML-kNN: a lazy learning approach to multi-label learning. Pattern Recognition 40, 2007.
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
from mlslcs_ref.experiments.rivals.features import Features, Numbers
from mlslcs_ref.experiments.rivals.neighbours import nearest_places
from mlslcs_ref.experiments.rivals.rival import Flags, Rival, require_positive

Counts = npt.NDArray[np.int64]

DISTANCES_AT_ONCE: Final = 4_000_000


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

    Of those that lie equally far it is Weka's choice, see `neighbours`. With `leave_one_out`, `among` is `X` and no
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
