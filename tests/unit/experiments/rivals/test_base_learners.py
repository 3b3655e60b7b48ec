import numpy as np
import pytest

from mlslcs_ref.experiments.rivals.base_learners import base_classifier
from mlslcs_ref.experiments.rivals.rival import BASES
from mlslcs_ref.oracle.tapes import ReplayedDraws

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
