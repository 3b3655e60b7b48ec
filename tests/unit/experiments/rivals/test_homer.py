"""HOMER's tree on four labels by hand.

Label a is the first feature and c the second; b and d come with them, but where the third feature is off.
"""

from typing import Final

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlslcs_ref.core.draws import PcgDraws
from mlslcs_ref.experiments.rivals.chains import LabelwiseModel
from mlslcs_ref.experiments.rivals.homer import Homer, Node, balanced_kmeans
from mlslcs_ref.oracle.tapes import ReplayedDraws

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


def on_a_line(*places: float) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    return np.array([[place] for place in places], dtype=float)


def test_the_farthest_member_leaves_a_full_cluster() -> None:
    """Centres 0 and 1, at most two members. 1, 2 and 10 come to centre 1; 10 lies farthest and has to go to 0.

    Then the centres are 5 and 1.5. 0, 1 and 2 come to 1.5, where 0 lies farthest and goes to 5, as does 10: the same
    clusters again, so it ends.
    """
    assert balanced_kmeans(on_a_line(0, 1, 2, 10), 2, ReplayedDraws([0.0, 0.0])) == ((0, 3), (1, 2))


def test_one_round_is_enough_to_divide() -> None:
    """Centres 0 and 1 as above; with the points in another order the second round would change the clusters."""
    points = on_a_line(0, 1, 9, 10)

    # 9 and 10 come to 1, which keeps 1 and 9; 10 goes to 0
    assert balanced_kmeans(points, 2, ReplayedDraws([0.0, 0.0]), max_rounds=1) == ((0, 3), (1, 2))
    # centres 5 and 5: all come to the first, which keeps the nearest two and of those equally near the earlier ones
    assert balanced_kmeans(points, 2, ReplayedDraws([0.0, 0.0]), max_rounds=2) == ((1, 2), (0, 3))
    # the same centres again, so that more rounds change nothing
    assert balanced_kmeans(points, 2, ReplayedDraws([0.0, 0.0])) == ((1, 2), (0, 3))


def test_of_members_that_lie_equally_far_the_later_one_leaves() -> None:
    """All lie at both centres, so they come to the first cluster one by one, and the third and fourth have to leave."""
    assert balanced_kmeans(on_a_line(5, 5, 5, 5), 2, ReplayedDraws([0.9, 0.9])) == ((0, 1), (2, 3))


def test_a_cluster_without_members_is_left_out() -> None:
    """Clusters of at most two of four points: the first two take all."""
    assert balanced_kmeans(on_a_line(5, 5, 5, 5), 3, ReplayedDraws([0.0, 0.0, 0.0])) == ((0, 1), (2, 3))


def test_no_more_points_than_clusters_are_single() -> None:
    assert balanced_kmeans(on_a_line(1, 1, 1), 3, ReplayedDraws([])) == ((0,), (1,), (2,))


@given(st.lists(st.tuples(*[st.integers(0, 1)] * 3), min_size=1, max_size=14), st.integers(2, 6), st.integers(0, 99))
def test_clusters_are_balanced_and_divide_the_points(points: list[tuple[int, ...]], k: int, seed: int) -> None:
    found = balanced_kmeans(np.array(points, dtype=float), k, PcgDraws(seed))

    assert sorted(point for members in found for point in members) == list(range(len(points)))
    assert len(found) <= k
    assert all(1 <= len(members) <= -(-len(points) // k) for members in found)
