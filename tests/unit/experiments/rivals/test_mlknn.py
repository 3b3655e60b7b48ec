"""ML-kNN by hand: four points on a line at 0, 1, 3 and 7, of which the first two have the label, and one neighbour.

Leaving each out, the neighbour of 0 is 1, of 1 is 0, of 3 is 1 and of 7 is 3. So both points with the label have 1
neighbour with it (c = 0, 2), and of those without, 3 has one and 7 has none (c' = 1, 1). With s = 1 the prior is
(1 + 2) / (2 + 4) = 1/2; P(E | H1) is (1 + 0) / (2 + 2) = 1/4 for no neighbour with the label and 3/4 for one; P(E | H0)
is 2/4 for both.
"""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlslcs_ref.core.draws import Draws
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.schema import BinaryAttribute, ContinuousAttribute, NominalAttribute, Schema
from mlslcs_ref.experiments.rivals import mlknn
from mlslcs_ref.experiments.rivals.mlknn import MlKnn, MlKnnModel, nearest, nearest_places
from mlslcs_ref.experiments.rivals.rival import Features

LINE = np.array([[0.0], [1.0], [3.0], [7.0]])
LABEL = np.array([[True], [True], [False], [False]])
COLOUR = NominalAttribute("colour", ("red", "green", "blue"))


def test_neighbours_with_the_label_are_counted_leaving_the_instance_out() -> None:
    model = MlKnn(k=1).fit(LINE, LABEL, Draws())

    assert model.with_label.T.tolist() == [[0, 2]]
    assert model.without.T.tolist() == [[1, 1]]


def test_the_more_probable_decision_is_taken() -> None:
    """Without: 1/2 * 1/4 against 1/2 * 2/4; with one neighbour: 1/2 * 3/4 against 1/2 * 2/4."""
    model = MlKnn(k=1).fit(LINE, LABEL, Draws())

    assert model.probable().T.tolist() == [[False, True]]
    assert model.predict(np.array([[0.4], [2.5], [6.0]])).T.tolist() == [[True, False, False]]


@pytest.mark.parametrize(("smoothing", "on"), [(1.0, True), (10.0, False)])
def test_smoothing_decides_where_instances_are_few(smoothing: float, on: bool) -> None:
    """One of five has the label, and a neighbour with it; the others have none.

    With s = 1, 2/7 * 2/3 = 4/21 is more than 5/7 * 1/6 = 5/42; with s = 10, 11/25 * 11/21 = 0.2305 is less than
    14/25 * 10/24 = 0.2333.
    """
    labels = np.array([[True], [False], [False], [False], [False]])
    model = MlKnnModel(np.zeros((5, 1)), labels, np.array([[0], [1]]), np.array([[4], [0]]), smoothing)

    assert model.probable().T.tolist() == [[False, on]]


def test_of_two_neighbours_that_lie_equally_far_the_earlier_counts() -> None:
    assert nearest(np.array([[2.0]]), LINE, 1).tolist() == [[1]]
    assert nearest(np.array([[2.0]]), LINE[::-1], 1).tolist() == [[1]]


def test_a_twin_is_a_neighbour_but_the_instance_itself_is_not() -> None:
    points = np.array([[0.0], [0.0], [5.0]])

    assert nearest(points, points, 1, leave_one_out=True).tolist() == [[1], [0], [0]]
    assert nearest(points, points, 1).tolist() == [[0], [0], [2]]


def test_there_are_no_more_neighbours_than_other_instances() -> None:
    model = MlKnn(k=10).fit(LINE, LABEL, Draws())

    assert model.facts == {"n_neighbours": 3}
    assert model.predict(LINE).shape == (4, 1)


def test_a_single_instance_leaves_the_prior() -> None:
    """(1 + 1) / (2 + 1) = 2/3 for the label that it has, 1/3 for the other; there is nothing else to go by."""
    model = MlKnn().fit(np.zeros((1, 2)), np.array([[True, False]]), Draws())

    assert model.predict(np.ones((2, 2))).tolist() == [[True, False], [True, False]]


def test_another_value_of_a_nominal_attribute_is_as_far_as_the_other_end_of_a_number() -> None:
    """From (0, no, red), (0, no, green) is 1 and (1, yes, red) 2 away; by two indicators both were 2.

    The second and the third are each other's neighbour, and both have the label: c = 0, 2.
    """
    schema = Schema((ContinuousAttribute("size"), BinaryAttribute("flag", ("no", "yes")), COLOUR), ("label",))
    X = np.array([[1.0, 1.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
    dataset = Dataset(schema, X, np.array([[False], [True], [True]]))
    model = MlKnn(k=1).learned(Features.of(dataset), dataset, Draws())

    assert model.with_label.T.tolist() == [[0, 2]]
    assert nearest(model.X, model.X, 1, leave_one_out=True, weights=model.weights)[1].tolist() == [2]
    # where nothing is weighed, they lie equally far and the earlier counts
    assert nearest(model.X, model.X, 1, leave_one_out=True)[1].tolist() == [0]


@pytest.mark.parametrize("at_once", [1, 5, 9, 1000])
def test_distances_in_parts_give_the_same_neighbours(at_once: int, monkeypatch: pytest.MonkeyPatch) -> None:
    points = np.arange(16).reshape(8, 2) % 5 / 4
    whole = nearest(points, points, 3, leave_one_out=True)
    monkeypatch.setattr(mlknn, "DISTANCES_AT_ONCE", at_once)

    assert nearest(points, points, 3, leave_one_out=True).tolist() == whole.tolist()


@given(st.lists(st.integers(0, 9), min_size=2, max_size=40), st.integers(1, 9))
def test_no_other_instance_lies_nearer_than_the_neighbours(places: list[int], k: int) -> None:
    points = np.array(places, dtype=float)[:, np.newaxis]
    k = min(k, len(places) - 1)
    for own, found in enumerate(nearest(points, points, k, leave_one_out=True).tolist()):
        away = {other: abs(places[other] - places[own]) for other in range(len(places)) if other != own}

        assert len(set(found)) == k
        assert sorted(away[other] for other in found) == sorted(away.values())[:k]


@given(st.lists(st.integers(0, 4), min_size=2, max_size=30), st.integers(1, 9))
def test_an_instance_that_is_left_out_is_as_one_that_is_not_there(places: list[int], k: int) -> None:
    points = np.array(places, dtype=float)[:, np.newaxis]
    k = min(k, len(places) - 1)
    whole = nearest(points, points, k, leave_one_out=True)
    for own in range(len(places)):
        others = [other for other in range(len(places)) if other != own]
        (found,) = nearest(points[[own]], points[others], k).tolist()

        assert whole[own].tolist() == [others[place] for place in found]


@pytest.mark.parametrize(
    ("distances", "k", "kept"),
    [
        # nothing to choose
        ([4, 2, 3, 1], 2, [1, 3]),
        ([4, 2, 3, 1], 4, [0, 1, 2, 3]),
        ([4, 2], 0, []),
        # an equal one takes nobody's place
        ([2, 2, 2], 1, [0]),
        ([2, 3, 3, 2, 2], 3, [0, 3, 4]),
        # 0 is on top of 1, goes first, and is not the later of the two
        ([3, 3, 1], 2, [1, 2]),
        # on top 0, below it 1 and 2; 0 goes, 2 comes in its place and sinks nowhere
        ([3, 3, 3, 1], 3, [1, 2, 3]),
        # then on top 2, below it 1 and 3; 2 goes, 3 comes to the top and sinks below 1; 4 is put below
        ([3, 3, 3, 1, 1], 3, [1, 3, 4]),
        # on top 0; 1, 2 below it and 3 below 1. 0 goes, 3 comes up; 1 and 2 are equally far, and it sinks to the right
        ([4, 3, 3, 1, 2, 0], 4, [1, 3, 4, 5]),
    ],
)
def test_the_farthest_on_top_makes_room(distances: list[float], k: int, kept: list[int]) -> None:
    assert nearest_places(np.array(distances, dtype=float), k).tolist() == kept


def literal(distances: list[int], k: int) -> list[int]:
    """Return the same by one comparison for each distance, with the heap as a table from 1 to its size."""
    table: dict[int, int] = {}

    def away(node: int) -> int:
        return distances[table[node]]

    def swap(one: int, other: int) -> int:
        table[one], table[other] = table[other], table[one]
        return other

    for place, distance in enumerate(distances):
        if len(table) == k:
            if distance >= away(1):
                continue
            table[1] = table[k]
            del table[k]
            node = 1
            while True:
                left, right = 2 * node, 2 * node + 1
                if right in table and away(right) > away(node) and away(right) >= away(left):
                    node = swap(node, right)
                elif left in table and away(left) > away(node):
                    node = swap(node, left)
                else:
                    break
        node = len(table) + 1
        table[node] = place
        while node > 1 and away(node) > away(node // 2):
            node = swap(node, node // 2)
    return sorted(table.values())


@given(st.lists(st.integers(0, 5), min_size=1, max_size=80), st.integers(1, 12))
def test_it_is_the_heap_of_weka(distances: list[int], k: int) -> None:
    k = min(k, len(distances))

    assert nearest_places(np.array(distances, dtype=float), k).tolist() == literal(distances, k)
