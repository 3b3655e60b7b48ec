"""HOMER: a tree of small problems, each of which chooses among clusters of labels.

G. Tsoumakas, I. Katakis, I. Vlahavas: Effective and efficient multilabel classification in domains with large number of
labels. ECML PKDD 2008 Workshop on Mining Multidimensional Data.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from mlslcs_ref._given import whole
from mlslcs_ref.core.draws import Draws
from mlslcs_ref.experiments.rivals.balanced_kmeans import balanced_kmeans
from mlslcs_ref.experiments.rivals.binary_relevance import BinaryRelevance, LabelwiseModel
from mlslcs_ref.experiments.rivals.features import Numbers
from mlslcs_ref.experiments.rivals.rival import Flags, Transformation


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
