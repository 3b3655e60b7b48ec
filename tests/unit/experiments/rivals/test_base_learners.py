"""Base learners, and stopping and pruning as in C4.5, by hand."""

from typing import Any

import numpy as np
import pytest

from mlslcs_ref.experiments.rivals.base_learners import C45Tree, base_classifier, pessimistic_errors
from mlslcs_ref.experiments.rivals.rival import BASES
from mlslcs_ref.oracle.tapes import ReplayedDraws

MIDDLE = np.array([0, 0, 1, 1, 0, 0])


def fitted(places: list[float], classes: Any, **options: Any) -> C45Tree:
    return C45Tree(**{"min_samples_leaf": 1, **options}).fit(np.array(places)[:, np.newaxis], np.array(classes))


def decided(tree: C45Tree, places: list[float]) -> list[int]:
    found: list[int] = tree.predict(np.array(places)[:, np.newaxis]).tolist()
    return found


@pytest.mark.parametrize(("n", "share"), [(6, 0.206), (9, 0.143), (1, 0.75)])
def test_the_errors_of_a_pure_leaf_are_those_of_quinlans_book(n: int, share: float) -> None:
    """U25%(0, n), chapter 4.2: 0.206, 0.143 and 0.750."""
    assert pessimistic_errors(n, 0, 0.25) / n == pytest.approx(share, abs=5e-4)


def test_the_errors_of_another_leaf_are_close_to_those_of_quinlans_book() -> None:
    """U25%(1, 16) = 0.157 there, and 0.1547 by the approximation, which J48 and we share.

    z = 0.6745, f = 1.5 / 16 = 0.09375: (0.09375 + 0.01422 + 0.6745 * 0.07586) / (1 + 0.02843) = 0.1547.
    """
    assert pessimistic_errors(16, 1, 0.25) / 16 == pytest.approx(0.1547, abs=5e-5)


@pytest.mark.parametrize(("n", "wrong"), [(2, 1), (5, 3), (1000, 400)])
def test_no_estimate_is_below_the_errors_of_training_or_above_all(n: int, wrong: int) -> None:
    assert wrong < pessimistic_errors(n, wrong, 0.25) <= n


def test_a_split_that_gains_less_than_its_threshold_costs_is_not_made() -> None:
    """The best split of six different numbers gains 0.918 - 4/6 = 0.252 bits.

    One of five thresholds costs log2(5) / 6 = 0.387 bits.
    """
    assert decided(fitted([0, 1, 2, 3, 4, 5], MIDDLE), [0, 2, 5]) == [0, 0, 0]


def test_the_same_split_of_fewer_numbers_is_made() -> None:
    """One of two thresholds costs 1/6 bit; the next split, by the only threshold there is, costs nothing.

    Each of the three leaves is estimated to make 2 * (1 - 0.25 ** (1/2)) = 1 error, the root 3.3.
    """
    tree = fitted([0, 0, 1, 1, 2, 2], MIDDLE)

    assert decided(tree, [0, 1, 2]) == [0, 1, 0]
    assert tree.n_leaves_ == 3


def test_the_smaller_the_confidence_the_more_is_pruned() -> None:
    """With CF = 0.01 each leaf is estimated to make 1.8 errors, and the root 4.8, less than 5.4 + 0.1."""
    assert fitted([0, 0, 1, 1, 2, 2], MIDDLE, confidence=0.01).n_leaves_ == 1


def test_a_subtree_that_makes_no_fewer_errors_becomes_a_leaf() -> None:
    """The leaf is estimated to make 2.17 errors, its parts 1.79 (one of two wrong) and 1.00."""
    tree = fitted([0, 0, 1, 1], [0, 1, 0, 0])

    assert tree.n_leaves_ == 1
    assert decided(tree, [0, 1]) == [0, 0]


def test_a_subtree_that_makes_hardly_fewer_errors_becomes_a_leaf_too() -> None:
    """Parts with 1 of 5 and 2 of 5 wrong are estimated to make 2.25 + 3.22 errors, the leaf with 4 of 10 5.56."""
    tree = fitted([0.0] * 5 + [1.0] * 5, [0, 0, 0, 0, 1, 1, 1, 1, 0, 0])

    assert pessimistic_errors(5, 1, 0.25) + pessimistic_errors(5, 2, 0.25) == pytest.approx(5.472, abs=1e-3)
    assert pessimistic_errors(10, 4, 0.25) == pytest.approx(5.560, abs=1e-3)
    assert tree.n_leaves_ == 1


def test_what_stays_of_a_tree_below_a_split_that_stays_is_decided_there() -> None:
    """The right half is pure. The left half of eight is split no further, whatever is grown there, and has class 2."""
    left = [2, 2, 1, 2, 2, 2, 1, 2]
    tree = fitted([*range(8), *range(100, 108)], [*left, *[5] * 8])

    assert tree.n_leaves_ == 2
    assert decided(tree, [0, 2, 6, 104]) == [2, 2, 2, 5]


def test_a_leaf_has_two_instances_unless_said_otherwise() -> None:
    tree = C45Tree().fit(np.array([[0.0], [1.0], [1.0]]), np.array([0, 1, 1]))

    assert tree.n_leaves_ == 1


X = np.array([[0.0], [0.2], [0.8], [1.0]])


def learned(base: str, X: np.ndarray, y: np.ndarray) -> list[int]:
    found: list[int] = base_classifier(base, ReplayedDraws([0.5])).fit(X, y).predict(X).tolist()
    return found


@pytest.mark.parametrize("base", BASES)
def test_a_single_class_is_answered_always(base: str) -> None:
    assert learned(base, X, np.array([3, 3, 3, 3])) == [3, 3, 3, 3]


@pytest.mark.parametrize("base", BASES)
def test_two_classes_are_told_apart(base: str) -> None:
    assert learned(base, X, np.array([0, 0, 1, 1])) == [0, 0, 1, 1]


@pytest.mark.parametrize("base", ["c45", "tree"])
def test_a_leaf_has_two_instances(base: str) -> None:
    """The middle alone is of class 1, so that no split can single it out and keep two instances in each leaf."""
    assert learned(base, np.array([[0.0], [0.5], [1.0]]), np.array([0, 1, 0])) == [0, 0, 0]


def test_a_shallow_tree_asks_three_questions_at_most() -> None:
    """Sixteen runs of equal classes would need four."""
    points, classes = np.arange(32.0)[:, None], np.arange(32) // 2 % 2

    assert base_classifier("tree", ReplayedDraws([0.5])).fit(points, classes).estimator_.get_depth() == 3
