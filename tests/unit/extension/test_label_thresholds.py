"""EXT-3: thresholds by label."""

from itertools import product

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from mlslcs_ref.extension.label_thresholds import ALWAYS, NEVER, active, label_thresholds
from mlslcs_ref.metrics import accuracy

Table = tuple[np.ndarray, np.ndarray]


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Estimates in tenths, and labels."""
    shape = draw(st.integers(1, 8)), draw(st.integers(1, 3))
    n = shape[0] * shape[1]
    estimate = draw(st.lists(st.integers(0, 10), min_size=n, max_size=n))
    truth = draw(st.lists(st.booleans(), min_size=n, max_size=n))
    return np.array(estimate).reshape(shape) / 10.0, np.array(truth).reshape(shape)


def test_a_threshold_stands_halfway_between_two_estimates() -> None:
    found, _ = label_thresholds(np.array([[0.75], [0.5], [0.25], [0.0]]), np.array([[1], [1], [0], [0]], dtype=bool))
    assert found.tolist() == [0.375]


def test_a_label_that_all_instances_have_is_always_predicted() -> None:
    assert label_thresholds(np.array([[0.5], [0.2]]), np.ones((2, 1), dtype=bool))[0].tolist() == [ALWAYS]


def test_a_label_is_never_predicted_where_that_is_best() -> None:
    """The estimates are the wrong way round, and three of four instances have no label: none is right for three."""
    truth = np.array([[0], [0], [0], [1]], dtype=bool)
    assert label_thresholds(np.array([[0.9], [0.8], [0.7], [0.1]]), truth)[0].tolist() == [NEVER]


def test_each_label_has_a_threshold_of_its_own() -> None:
    """A common threshold can't tell both labels: the rare one's estimates are lower throughout."""
    estimate = np.array([[0.9, 0.2], [0.8, 0.1], [0.5, 0.2], [0.4, 0.1]])
    truth = np.array([[1, 1], [1, 0], [0, 1], [0, 0]], dtype=bool)
    assert active(estimate, *label_thresholds(estimate, truth)).tolist() == truth.tolist()


def test_an_instance_gets_the_likeliest_label_where_each_has_one_and_estimates_differ_in_height() -> None:
    estimate = np.array([[0.9, 0.2], [0.4, 0.1], [0.3, 0.5], [0.1, 0.2]])
    truth = np.array([[1, 0], [1, 0], [0, 1], [0, 1]], dtype=bool)
    assert active(estimate, *label_thresholds(estimate, truth)).tolist() == truth.tolist()


@given(tables())
def test_at_least_one_label_leaves_no_instance_without_and_none_that_has_one_as_another(table: Table) -> None:
    estimate, truth = table
    thresholds, _ = label_thresholds(estimate, truth)
    without, with_one = active(estimate, thresholds), active(estimate, thresholds, True)
    assert with_one.any(axis=1).all()
    has_one = without.any(axis=1)
    assert (with_one[has_one] == without[has_one]).all()
    assert (with_one[~has_one].sum(axis=1) == 1).all()
    assert (estimate[~has_one][with_one[~has_one]] == estimate[~has_one].max(axis=1)).all()


@given(tables())
def test_at_least_one_label_is_given_only_where_that_is_better(table: Table) -> None:
    estimate, truth = table
    thresholds, at_least_one = label_thresholds(estimate, truth)
    if at_least_one:
        common = max(accuracy(truth, (estimate > limit) & truth.any(axis=0)) for limit in np.arange(-0.05, 1.1, 0.1))
        assert accuracy(truth, active(estimate, thresholds, True)) > common - 1e-9


def test_with_half_of_all_instances_without_a_label_none_is_given_without_need() -> None:
    truth = np.array([[1, 0], [0, 1], [0, 0], [0, 0]], dtype=bool)
    assert not label_thresholds(np.array([[0.9, 0.2], [0.3, 0.8], [0.3, 0.2], [0.2, 0.1]]), truth)[1]


@given(tables())
def test_a_label_without_positives_is_never_predicted(table: Table) -> None:
    estimate, truth = table
    truth = truth.copy()
    truth[:, 0] = False
    assert label_thresholds(estimate, truth)[0][0] == NEVER


@given(tables())
def test_no_common_threshold_is_better(table: Table) -> None:
    estimate, truth = table
    found = accuracy(truth, active(estimate, *label_thresholds(estimate, truth)))
    known = truth.any(axis=0)
    for threshold in (-1.0, *np.arange(-0.05, 1.1, 0.1)):
        assert found >= accuracy(truth, (estimate > threshold) & known) - 1e-9


@given(tables())
def test_with_one_label_no_threshold_is_better(table: Table) -> None:
    estimate, truth = table[0][:, :1], table[1][:, :1]
    found = accuracy(truth, active(estimate, *label_thresholds(estimate, truth)))
    for threshold, predicts in product((-1.0, *np.arange(-0.05, 1.1, 0.1)), (True, False)):
        assert found >= accuracy(truth, (estimate > threshold) & predicts) - 1e-9
