"""Balanced clusters by hand."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from mlslcs_ref.core.draws import PcgDraws
from mlslcs_ref.experiments.rivals.balanced_kmeans import balanced_kmeans
from mlslcs_ref.oracle.tapes import ReplayedDraws


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
