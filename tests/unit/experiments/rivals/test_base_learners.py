import numpy as np
import pytest

from mlslcs_ref.errors import SettingsError
from mlslcs_ref.experiments.rivals.base_learners import BaseLearner
from mlslcs_ref.oracle.tapes import ReplayedDraws

X = np.array([[0.0], [0.2], [0.8], [1.0]])


@pytest.mark.parametrize("base", ["c45", "tree", "svm"])
def test_a_single_class_is_answered_always(base: str) -> None:
    classifier = BaseLearner(base).classifier(ReplayedDraws([0.5]))

    assert classifier.fit(X, np.array([3, 3, 3, 3])).predict(X).tolist() == [3, 3, 3, 3]


@pytest.mark.parametrize("base", ["c45", "tree", "svm"])
def test_two_classes_are_told_apart(base: str) -> None:
    classifier = BaseLearner(base).classifier(ReplayedDraws([0.5]))

    assert classifier.fit(X, np.array([0, 0, 1, 1])).predict(X).tolist() == [0, 0, 1, 1]


def test_a_leaf_has_two_instances_unless_said_otherwise() -> None:
    """The middle alone is of class 1, so that no split can single it out and keep two instances in each leaf."""
    points, classes = np.array([[0.0], [0.5], [1.0]]), np.array([0, 1, 0])

    def learned(**options: int) -> list[int]:
        found: list[int] = (
            BaseLearner("tree", **options)
            .classifier(ReplayedDraws([0.5]))
            .fit(points, classes)
            .predict(points)
            .tolist()
        )
        return found

    assert learned() == [0, 0, 0]
    assert learned(min_samples_leaf=1) == [0, 1, 0]


def test_pruning_at_a_high_cost_of_leaves_leaves_the_root() -> None:
    classifier = BaseLearner("tree", ccp_alpha=0.6).classifier(ReplayedDraws([0.5]))

    assert classifier.fit(X, np.array([0, 0, 1, 1])).predict(X).tolist() == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("base", {"name": "trees"}),
        ("base", {"name": 3}),
        ("min_samples_leaf", {"min_samples_leaf": 0}),
        ("min_samples_leaf", {"min_samples_leaf": 2.0}),
        ("min_samples_leaf", {"min_samples_leaf": True}),
        ("min_samples_leaf", {"name": "svm", "min_samples_leaf": 3}),
        ("confidence", {"name": "c45", "confidence": 0}),
        ("confidence", {"name": "c45", "confidence": 0.6}),
        ("confidence", {"confidence": 0.1}),
        ("ccp_alpha", {"ccp_alpha": -0.1}),
        ("ccp_alpha", {"ccp_alpha": "0.1"}),
        ("ccp_alpha", {"ccp_alpha": float("nan")}),
        ("ccp_alpha", {"name": "c45", "ccp_alpha": 0.1}),
        ("C", {"name": "svm", "C": 0}),
        ("C", {"name": "svm", "C": float("inf")}),
        ("C", {"name": "svm", "C": True}),
        ("C", {"C": 2.0}),
    ],
)
def test_an_option_out_of_its_range_is_refused_by_name(name: str, options: dict[str, object]) -> None:
    with pytest.raises(SettingsError) as caught:
        BaseLearner(**{"name": "tree", **options})  # type: ignore[arg-type]

    assert caught.value.name == name
