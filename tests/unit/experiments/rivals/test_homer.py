"""HOMER's tree on four labels by hand.

Label a is the first feature and c the second; b and d come with them, but where the third feature is off.
"""

from typing import Final

import numpy as np
import pytest

from mlslcs_ref.core.draws import PcgDraws
from mlslcs_ref.experiments.rivals.binary_relevance import LabelwiseModel
from mlslcs_ref.experiments.rivals.homer import Homer, Node

X = np.array([[0, 0, 1], [1, 0, 1], [1, 0, 1], [1, 0, 0], [0, 1, 1], [0, 1, 1], [0, 1, 0], [1, 1, 1]], dtype=float)
Y = np.column_stack([X[:, 0], X[:, 0] * X[:, 2], X[:, 1], X[:, 1] * X[:, 2]]) == 1


GOOD: Final = 0
"""A seed whose first centres lead to the clusters {a, b} and {c, d}; from a and b they would be {a, c} and {b, d}."""


@pytest.mark.parametrize("seed", range(6))
def test_labels_that_always_come_together_are_a_cluster(seed: int) -> None:
    together = Y[:, [0, 0, 2, 2]]
    root = Homer("tree", n_clusters=2).fit(X, together, PcgDraws(seed)).root

    assert sorted(root.clusters) == [(0, 1), (2, 3)]
    assert [sorted(child.clusters) for child in root.children if child] == [
        [(label,) for label in cluster] for cluster in root.clusters
    ]
    assert root.n_nodes == 3


def test_the_tree_decides_all_labels() -> None:
    model = Homer("tree", n_clusters=2).fit(np.repeat(X, 2, axis=0), np.repeat(Y, 2, axis=0), PcgDraws(GOOD))

    assert model.predict(X).tolist() == Y.tolist()
    assert model.facts == {"n_nodes": 3}


def test_a_child_learns_from_the_instances_of_its_meta_label_alone() -> None:
    """Among the instances with a or b all have a, so that a is constant in the child, and b is the third feature.

    Where the meta-label is off the child would say a as well; it is not asked.
    """
    model = Homer("tree", n_clusters=2).fit(np.repeat(X, 2, axis=0), np.repeat(Y, 2, axis=0), PcgDraws(GOOD))
    first = model.root.children[model.root.clusters.index((0, 1))]

    assert first is not None
    places = [cluster[0] for cluster in first.clusters]
    assert first.model.predict(np.array([[0.0, 1.0, 1.0], [0.0, 1.0, 0.0]]))[:, np.argsort(places)].tolist() == [
        [True, True],
        [True, False],
    ]
    assert model.predict(np.array([[0.0, 1.0, 1.0]])).tolist() == [[False, False, True, True]]


def test_the_root_of_few_labels_is_binary_relevance() -> None:
    model = Homer("svm", n_clusters=4).fit(X, Y, PcgDraws(GOOD))

    assert model.root.clusters == ((0,), (1,), (2,), (3,))
    assert model.root.children == (None, None, None, None)


def test_labels_that_are_never_on_make_a_cluster_without_a_child() -> None:
    labels = np.column_stack([Y[:, :2], np.zeros((8, 2), dtype=bool)])
    model = Homer("svm", n_clusters=2).fit(X, labels, PcgDraws(GOOD))

    assert model.root.children[model.root.clusters.index((2, 3))] is None
    assert not model.predict(np.ones((1, 3)))[:, 2:].any()


@pytest.mark.parametrize(("n_labels", "n_nodes"), [(6, 4), (14, 9), (27, 13)])
def test_three_clusters_make_as_many_nodes_as_in_mulan(n_labels: int, n_nodes: int) -> None:
    """Mulan's tree has 4 nodes for the 6 labels of emotions, 9 for 14 (yeast) and 13 for 27 (genbase)."""
    columns = np.eye(n_labels, dtype=bool)
    model = Homer("tree", n_clusters=3).fit(columns.astype(float), columns, PcgDraws(2))

    assert model.root.n_nodes == n_nodes


def test_only_rows_whose_meta_label_is_predicted_are_decided_below() -> None:
    class Says:
        def __init__(self, labels: list[list[int]]) -> None:
            self.labels = np.array(labels)

        def predict(self, X: object) -> object:
            return self.labels[: len(X)]  # type: ignore[arg-type]

    below = Node(((2,), (0,)), LabelwiseModel(Says([[1, 0], [1, 1]])), (None, None))
    root = Node(((1,), (0, 2)), LabelwiseModel(Says([[1, 0], [0, 1], [0, 1]])), (None, below))
    decided = np.zeros((3, 3), dtype=bool)
    root.decide(np.zeros((3, 1)), np.arange(3), decided)

    assert decided.tolist() == [[False, True, False], [False, False, True], [True, False, True]]
