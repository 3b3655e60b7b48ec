"""HOMER: a tree of small problems, each of which chooses among clusters of labels that balanced k-means makes.

G. Tsoumakas, I. Katakis, I. Vlahavas: Effective and efficient multilabel classification in domains with large number of
labels. ECML PKDD 2008 Workshop on Mining Multidimensional Data.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from mlslcs_ref._given import whole
from mlslcs_ref.core.draws import Draws
from mlslcs_ref.experiments.rivals.chains import BinaryRelevance, LabelwiseModel
from mlslcs_ref.experiments.rivals.rival import Flags, Numbers, Transformation, distinct

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


@dataclass(frozen=True)
class Homer(Transformation):
    """HOMER with balanced k-means and binary relevance at each node; the kind `homer`.

    The labels of a node are divided into clusters by their columns in the training data of the node. A cluster is on in
    an instance if one of its labels is: its meta-label. The node learns the meta-labels; a cluster of several labels
    becomes a child, which learns from the instances whose meta-label is on.
    """

    base: str = "svm"
    """The base learner of binary relevance, see `Transformation`."""
    n_clusters: int = 3
    """k of the paper, from 2."""

    def __post_init__(self) -> None:
        """Check the options."""
        super().__post_init__()
        whole("n_clusters", self.n_clusters, 2)

    def fit(self, X: Numbers, Y: Flags, draws: Draws) -> HomerModel:
        """Learn the tree from its root down."""
        return HomerModel(Y.shape[1], self._node(X, Y, tuple(range(Y.shape[1])), draws))

    def _node(self, X: Numbers, Y: Flags, labels: tuple[int, ...], draws: Draws) -> Node:
        columns = Y[:, labels]
        divided = balanced_kmeans(columns.T.astype(np.float64), self.n_clusters, draws)
        meta_labels = np.column_stack([columns[:, members].any(axis=1) for members in divided])
        relevance = BinaryRelevance(self.base)
        model = relevance.fit(X, meta_labels, draws)
        clusters = tuple(tuple(labels[member] for member in members) for members in divided)
        children = tuple(
            # without an instance there is nothing to learn, and the meta-label is never predicted
            self._node(X[on], Y[on], cluster, draws) if len(cluster) > 1 and on.any() else None
            for cluster, on in zip(clusters, meta_labels.T, strict=True)
        )
        return Node(clusters, model, children)


@dataclass(frozen=True)
class Node:
    """An inner node of the tree."""

    clusters: tuple[tuple[int, ...], ...]
    """Of length <= n_clusters. The labels of each cluster, as numbers from 0."""
    model: LabelwiseModel
    """Predicts the meta-label of each cluster."""
    children: tuple[Node | None, ...]
    """None for a cluster of one label, a leaf, or one that was never on in training."""

    @property
    def n_nodes(self) -> int:
        """The inner nodes from here down."""
        below = [child.n_nodes for child in self.children if child is not None]
        return 1 + sum(below)

    def decide(self, X: Numbers, rows: npt.NDArray[np.int64], decided: Flags) -> None:
        """Set in `decided`, of shape (n, n_labels), the labels that these rows of `X` have below this node."""
        meta_labels = self.model.predict(X[rows])
        for cluster, child, on in zip(self.clusters, self.children, meta_labels.T, strict=True):
            if len(cluster) == 1:
                decided[rows[on], cluster[0]] = True
            elif child is not None and on.any():
                child.decide(X, rows[on], decided)


@dataclass(frozen=True)
class HomerModel:
    """A tree of clusters of labels."""

    n_labels: int
    """All labels."""
    root: Node
    """Where every instance begins."""

    @property
    def facts(self) -> Mapping[str, float]:
        """The number of inner nodes."""
        return {"n_nodes": self.root.n_nodes}

    def predict(self, X: Numbers) -> Flags:
        """Return the labels of instances, of shape (n, n_labels); only predicted meta-labels are looked into."""
        decided = np.zeros((len(X), self.n_labels), dtype=np.bool_)
        self.root.decide(X, np.arange(len(X)), decided)
        return decided
