"""Draws that are written down, and what becomes of the values of a data set; numbers by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlslcs_ref.core.draws import PcgDraws
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.schema import Attribute, BinaryAttribute, ContinuousAttribute, NominalAttribute, Schema
from mlslcs_ref.errors import DataError
from mlslcs_ref.experiments.rivals.rival import FARTHEST, Features, bag, distinct, index, seed, shuffled
from mlslcs_ref.oracle.tapes import ReplayedDraws

NAN = float("nan")
NUMBER = ContinuousAttribute("size")
FLAG = BinaryAttribute("flag", ("no", "yes"))
COLOUR = NominalAttribute("colour", ("red", "green", "blue"))


def rows(attribute: Attribute, train: list[float], values: list[float]) -> list[list[float]]:
    """Give the features of `values` of one attribute, measured on `train`."""
    labels = np.zeros((len(train), 1), dtype=bool)
    dataset = Dataset(Schema((attribute,), ("l",)), np.array([train], dtype=float).T, labels)
    found: list[list[float]] = Features.of(dataset).rows(np.array([values], dtype=float).T).tolist()
    return found


def test_a_number_becomes_its_place_between_the_smallest_and_the_largest_of_training() -> None:
    assert rows(NUMBER, [10, 30, 20], [10, 15, 30, 50, 0]) == [[0], [0.25], [1], [2], [-0.5]]


def test_a_missing_number_is_the_mean_of_training() -> None:
    assert rows(NUMBER, [0, 4, NAN, 2, 2], [NAN]) == [[0.5]]


def test_a_number_that_does_not_vary_says_nothing() -> None:
    assert rows(NUMBER, [7, 7, NAN], [7, 8, NAN]) == [[0], [0], [0]]


def test_a_number_that_is_missing_in_all_of_training_says_nothing() -> None:
    assert rows(NUMBER, [NAN, NAN], [3, NAN]) == [[0], [0]]


def test_a_number_far_away_or_infinite_is_set_back() -> None:
    assert rows(NUMBER, [0, 1], [1e9, float("inf"), -float("inf")]) == [[FARTHEST], [FARTHEST], [-FARTHEST]]


def test_the_largest_numbers_have_a_place_too() -> None:
    assert rows(NUMBER, [-1.7e308, 1.7e308, NAN], [0, NAN]) == [[0.5], [0.5]]


def test_a_binary_attribute_is_one_column() -> None:
    assert rows(FLAG, [0, 1], [0, 1]) == [[0], [1]]


@pytest.mark.parametrize("unknown", [NAN, -1.0])
def test_an_unknown_binary_value_is_the_more_frequent_one(unknown: float) -> None:
    assert rows(FLAG, [1, 1, 0, NAN], [unknown]) == [[1]]


def test_a_nominal_attribute_is_a_column_for_each_value() -> None:
    assert rows(COLOUR, [0, 1, 2], [0, 1, 2]) == [[1, 0, 0], [0, 1, 0], [0, 0, 1]]


@pytest.mark.parametrize("unknown", [NAN, -1.0])
def test_an_unknown_nominal_value_is_the_most_frequent_one_and_the_first_of_several(unknown: float) -> None:
    assert rows(COLOUR, [2, 1, 2, 1, 0, NAN, NAN, NAN], [unknown]) == [[0, 1, 0]]


def test_a_nominal_attribute_that_is_missing_in_all_of_training_is_its_first_value() -> None:
    assert rows(COLOUR, [NAN], [NAN, 2]) == [[1, 0, 0], [0, 0, 1]]


def test_columns_stand_in_the_order_of_the_attributes() -> None:
    values = np.array([[0.0, 0.0, 0.0], [2.0, 4.0, 1.0]])
    dataset = Dataset(Schema((COLOUR, NUMBER, FLAG), ("l",)), values, np.array([[False], [True]]))

    assert Features.of(dataset).rows(np.array([[1.0, 1.0, 1.0]])).tolist() == [[0, 1, 0, 0.25, 1]]


def test_training_data_that_cannot_be_learned_from_are_refused() -> None:
    with pytest.raises(DataError):
        rows(NUMBER, [float("inf")], [0])


@given(
    st.lists(st.tuples(st.integers(0, 4), st.integers(0, 1), st.integers(0, 2)), min_size=2, max_size=8, unique=True)
)
def test_with_weights_every_attribute_counts_as_much_in_a_distance(values: list[tuple[int, int, int]]) -> None:
    """The squared difference of a number in training ranges, and 1 for two different values of any other attribute."""
    X = np.array(values, dtype=float)
    dataset = Dataset(Schema((NUMBER, FLAG, COLOUR), ("l",)), X, np.zeros((len(X), 1), dtype=bool))
    features = Features.of(dataset)
    places = features.rows(X)
    extent = np.ptp(X[:, 0]) or 1.0

    for one, place in zip(X, places, strict=True):
        found = ((place - places) ** 2 @ features.weights).tolist()
        expected = [((one[0] - two[0]) / extent) ** 2 + (one[1] != two[1]) + (one[2] != two[2]) for two in X]
        assert found == pytest.approx(expected)


def test_a_draw_chooses_by_its_place_between_0_and_1() -> None:
    draws = ReplayedDraws([0.0, 0.24, 0.25, 0.5, 0.99])

    assert [index(draws, 4, "") for _ in range(5)] == [0, 0, 1, 2, 3]


@given(st.integers(1, 2**53))
def test_the_largest_draw_chooses_the_last_number(n: int) -> None:
    assert index(ReplayedDraws([1 - 2**-53]), n, "") == n - 1


def test_different_numbers_are_taken_from_those_that_are_left() -> None:
    assert distinct(ReplayedDraws([0.5, 0.5, 0.0]), 4, 3, "") == [2, 1, 0]


def test_an_order_takes_all_numbers() -> None:
    assert shuffled(ReplayedDraws([0.9, 0.0, 0.0]), 3, "") == [2, 0, 1]


def test_a_bootstrap_sample_may_take_a_number_again() -> None:
    assert bag(ReplayedDraws([0.0, 0.9, 0.9]), 3, "") == [0, 2, 2]


def test_a_seed_is_one_that_scikit_learn_takes() -> None:
    assert seed(ReplayedDraws([1 - 2**-53]), "") == 2**31 - 1


@given(st.integers(0, 2**32), st.integers(1, 20))
def test_an_order_is_a_permutation(chosen: int, n: int) -> None:
    assert sorted(shuffled(PcgDraws(chosen), n, "")) == list(range(n))
