"""The metrics by hand. Clauses: MET-A."""

import math
from operator import methodcaller
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pandas as pd
import pytest
from scipy import sparse

from mlslcs_ref.errors import DataError
from mlslcs_ref.metrics import LabelScores, Scores, accuracy, exact_match, hamming_loss, label_scores, scores

# |Y and H|/|Y or H|: 1/2, both empty, 0/1, 0/1. Wrong labels: 1, 0, 1, 1 of 12 in all. Rows that are right: the second.
TRUTH: Final = ("110", "000", "000", "010")
PREDICTED: Final = ("100", "000", "100", "000")


def flags(*rows: str) -> npt.NDArray[np.bool_]:
    """Return label sets written as texts of 0 and 1."""
    found = np.array([[digit == "1" for digit in row] for row in rows])
    # no metric changes what it is given
    found.flags.writeable = False
    return found


@pytest.mark.parametrize(
    ("skip_empty", "expected"),
    [(False, (1 / 2 + 1 + 0 + 0) / 4), (True, (1 / 2 + 0 + 0) / 3)],  # 0.375 and 0.1666...
)
def test_two_empty_label_sets_count_1_but_in_authors_leave_the_mean(skip_empty: bool, expected: float) -> None:
    """Mulan and MEKA say 0.375 here, the authors' program 0.166667. Clauses: MET-A."""
    assert accuracy(flags(*TRUTH), flags(*PREDICTED), skip_empty) == expected


@pytest.mark.parametrize("skip_empty", [False, True])
def test_empty_label_sets_matter_in_accuracy_alone(skip_empty: bool) -> None:
    """3 wrong of 12 labels, 1 of 4 rows right, under every convention. Clauses: MET-A."""
    found = scores(flags(*TRUTH), flags(*PREDICTED), skip_empty)

    assert (found.exact_match, found.hamming_loss) == (1 / 4, 3 / 12)
    assert found.accuracy == accuracy(flags(*TRUTH), flags(*PREDICTED), skip_empty)


def test_scores_are_named_and_in_the_order_accuracy_exact_match_hamming_loss() -> None:
    assert scores(flags(*TRUTH), flags(*PREDICTED)) == Scores(accuracy=0.375, exact_match=0.25, hamming_loss=0.25)
    assert Scores._fields == ("accuracy", "exact_match", "hamming_loss")


@pytest.mark.parametrize(
    ("truth", "predicted", "expected"),
    [
        ("1111", "1111", 1.0),
        ("1100", "0011", 0.0),
        ("1110", "0110", 2 / 3),
        ("0100", "1110", 1 / 3),
        ("1101", "1011", 2 / 4),
        ("0000", "0001", 0.0),
        ("0001", "0000", 0.0),
    ],
)
def test_accuracy_of_an_instance_is_intersection_over_union(truth: str, predicted: str, expected: float) -> None:
    for skip_empty in (False, True):
        assert accuracy(flags(truth), flags(predicted), skip_empty) == expected
        assert accuracy(flags(predicted), flags(truth), skip_empty) == expected


def test_if_all_label_sets_are_empty_accuracy_is_1_and_in_authors_not_a_number() -> None:
    """No instance is left in the mean. Clauses: MET-A."""
    empty = np.zeros((2, 3), dtype=bool)

    assert accuracy(empty, empty) == 1.0
    assert math.isnan(accuracy(empty, empty, skip_empty=True))
    assert (exact_match(empty, empty), hamming_loss(empty, empty)) == (1.0, 0.0)


def test_without_instances_no_metric_is_a_number() -> None:
    none = np.zeros((0, 3), dtype=bool)

    for skip_empty in (False, True):
        assert all(math.isnan(value) for value in scores(none, none, skip_empty))


def test_hamming_loss_is_divided_by_instances_times_labels() -> None:
    """5 wrong of 2 * 4. Clauses: MET-A."""
    assert hamming_loss(flags("1111", "0000"), flags("0000", "1000")) == 5 / 8


def test_one_label_is_a_label_set_like_any_other() -> None:
    """Accuracies 1, 0, 1 (both empty) and 0; 2 of 4 right. A single column is not split into two classes."""
    truth, predicted = flags("1", "1", "0", "0"), flags("1", "0", "0", "1")

    assert scores(truth, predicted) == Scores(0.5, 0.5, 0.5)
    assert accuracy(truth, predicted, skip_empty=True) == 1 / 3


def test_accuracies_are_summed_from_left_to_right() -> None:
    """((1/10 + 2/10) + 3/10) = 0.6000000000000001 in doubles, and ((3/10 + 2/10) + 1/10) = 0.6. Clauses: MET-A."""
    truth = flags("1000000000", "1100000000", "1110000000")
    predicted = flags("1111111111", "1111111111", "1111111111")

    assert accuracy(truth, predicted) == 0.6000000000000001 / 3
    assert accuracy(truth[::-1], predicted) == 0.6 / 3


@pytest.mark.parametrize(
    ("truth", "predicted"),
    [((4, 3), (4, 2)), ((4, 3), (3, 3)), ((4, 3), (12,)), ((3,), (3,)), ((4, 1), (1, 4)), ((1, 3), (4, 3))],
)
def test_arrays_of_other_shapes_are_refused_and_both_shapes_named(
    truth: tuple[int, ...], predicted: tuple[int, ...]
) -> None:
    """Nothing is broadcast."""
    for metric in (accuracy, exact_match, hamming_loss, scores):
        with pytest.raises(ValueError) as caught:
            metric(np.zeros(truth, dtype=bool), np.zeros(predicted, dtype=bool))
        assert str(truth) in str(caught.value)
        assert str(predicted) in str(caught.value)


CONTAINERS: Final = {
    "list": np.ndarray.tolist,
    "sparse": sparse.csr_matrix,
    "pandas": pd.DataFrame,
    **{kind: methodcaller("astype", kind) for kind in ("uint8", "int64", "float64", "object")},
}


@pytest.mark.parametrize("container", CONTAINERS)
def test_indicators_of_any_kind_are_taken(container: str) -> None:
    """ME-10 of the field reports."""
    make: Any = CONTAINERS[container]
    truth, predicted = flags(*TRUTH), flags(*PREDICTED)

    for first, second in ((make(truth), make(predicted)), (make(truth), predicted), (truth, make(predicted * 1))):
        assert scores(first, second) == scores(truth, predicted)


def test_the_labels_of_two_frames_are_matched_by_name() -> None:
    """ME-10 of the field reports."""
    truth = pd.DataFrame(flags(*TRUTH), columns=["a", "b", "c"])
    predicted = pd.DataFrame(flags(*PREDICTED), columns=["a", "b", "c"])

    assert scores(truth, predicted[["c", "a", "b"]]) == scores(truth, predicted)
    with pytest.raises(DataError):
        scores(truth, predicted.rename(columns={"a": "z"}))


@pytest.mark.parametrize("cell", [2, -1, 0.5, np.nan])
def test_what_is_neither_0_nor_1_is_refused(cell: float) -> None:
    with pytest.raises(DataError):
        scores(np.array([[cell, 1]]), flags("11"))


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("skip_empty", [False, True])
def test_a_label_that_nobody_has_and_nobody_predicts_changes_no_metric_but_by_its_right_cells(skip_empty: bool) -> None:
    """No metric is a mean over labels, in which such a label would be 0/0.

    Without the third label, which is none of the example's: 3 wrong of 8 cells. With it, 3 of 12 (ME-04; MET-A).
    """
    truth, predicted = flags(*TRUTH), flags(*PREDICTED)
    assert not truth[:, 2].any()
    assert not predicted[:, 2].any()

    found = scores(truth, predicted, skip_empty)

    without = scores(truth[:, :2], predicted[:, :2], skip_empty)
    assert (found.accuracy, found.exact_match) == (without.accuracy, without.exact_match)
    assert (found.hamming_loss, without.hamming_loss) == (3 / 12, 3 / 8)


def test_a_label_has_the_precision_and_recall_of_its_column() -> None:
    """The first label is wanted once and given twice, once rightly: 1/2, 1 and 2/3. The second is wanted twice."""
    first, second, third = label_scores(flags(*TRUTH), flags(*PREDICTED))

    assert first == LabelScores(n_wanted=1, n_predicted=2, n_right=1)
    assert (first.precision, first.recall, first.f1) == (1 / 2, 1.0, 2 / 3)
    assert second == LabelScores(n_wanted=2, n_predicted=0, n_right=0)
    assert math.isnan(second.precision)
    assert (second.recall, second.f1) == (0.0, 0.0)
    assert third.to_dict() == {
        "n_wanted": 0,
        "n_predicted": 0,
        "n_right": 0,
        "precision": None,
        "recall": None,
        "f1": None,
    }


def test_precision_recall_and_f1_are_those_of_scikit_learn() -> None:
    metrics = pytest.importorskip("sklearn.metrics", reason="scikit-learn is in the extras `sklearn` and `dev`")
    draws = np.random.default_rng(3)
    truth, predicted = draws.random((2, 50, 6)) < np.array([0.02, 0.1, 0.3, 0.5, 0.9, 1.0])

    found = label_scores(truth, predicted)
    wanted = metrics.precision_recall_fscore_support(truth, predicted, zero_division=np.nan)

    np.testing.assert_allclose([one.precision for one in found], wanted[0], rtol=1e-15)
    np.testing.assert_allclose([one.recall for one in found], wanted[1], rtol=1e-15)
    np.testing.assert_allclose([one.f1 for one in found], wanted[2], rtol=1e-15)
    assert [one.n_wanted for one in found] == list(wanted[3])
