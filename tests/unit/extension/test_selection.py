"""EXT-6: the few rules that tell the labels best."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from unit.extension.builders import World, cells_of, value, worlds

from mlslcs_ref.core.genes import BinaryGene
from mlslcs_ref.extension.exact import Flags
from mlslcs_ref.extension.posterior import support_of
from mlslcs_ref.extension.pruning import label_surplus
from mlslcs_ref.extension.selection import selected
from mlslcs_ref.extension.shortening import ShortRules, merged, telling


def loss(coverage: Flags, points: np.ndarray, truth: Flags) -> float:
    """Return the loss of rules with points, by its definition."""
    frequency = truth.mean(axis=0)
    spread = frequency * (1.0 - frequency)
    weight = np.where(spread > 0.0, 1.0 / np.maximum(spread, 0.05), 0.0)
    lack = truth - np.rint(frequency * 1e6) / 1e6 - coverage.T.astype(float) @ points / 1e6
    return float((weight * lack**2).sum() + 50.0 * (weight * (points / 1e6) ** 2).sum())


def test_the_rule_that_tells_the_label_is_taken_before_one_that_tells_half_of_it() -> None:
    truth = np.array([[1]] * 4 + [[0]] * 4, dtype=bool)
    coverage = np.array([[1, 1, 0, 0, 0, 0, 0, 0], [1, 1, 1, 1, 0, 0, 0, 0]], dtype=bool)
    support = support_of(coverage, np.ones((2, 1), dtype=bool), truth)
    assert selected(coverage, support, 1).places == [1]


def test_a_rule_that_is_as_good_as_no_rule_is_not_taken() -> None:
    truth = np.array([[1], [0]] * 4, dtype=bool)
    coverage = np.ones((1, 8), dtype=bool)
    assert selected(coverage, support_of(coverage, np.array([[True]]), truth), 5).places == []


@given(worlds(), st.integers(0, 4))
def test_every_step_takes_the_rule_that_alone_would_lower_the_loss_most(world: World, max_rules: int) -> None:
    """EXT-6: the best points for every candidate, those of the others staying as they are."""
    genes, rows, truth, conditions, signs = world
    coverage, decided = cells_of(genes, rows).matched(conditions), signs != 0
    support = support_of(coverage, decided, truth)
    found = selected(coverage, support, max_rules).places
    assert len(found) == len(set(found)) <= max_rules
    for step in range(len(found)):
        taken, points = selected(coverage, support, step)
        assert taken == found[:step]
        lack = truth - support.usual / 1e6 - coverage[taken].T.astype(float) @ points / 1e6
        after = {}
        for at in (at for at in range(len(conditions)) if at not in taken):
            best = np.where(decided[at], lack[coverage[at]].sum(axis=0) / (support.n[at] + 50.0), 0.0) * 1e6
            after[at] = loss(coverage[[*taken, at]], np.vstack([points, best]), truth)
        assert after[found[step]] == pytest.approx(min(after.values()), abs=1e-5)
        assert after[found[step]] < loss(coverage[taken], points, truth) + 1e-5


@given(worlds(), st.integers(1, 4))
def test_points_brought_up_to_date_are_no_worse_and_whole(world: World, max_rules: int) -> None:
    """EXT-6: the loss of what was taken is at most that of no rules; points are 0 where a rule does not decide."""
    genes, rows, truth, conditions, signs = world
    coverage, decided = cells_of(genes, rows).matched(conditions), signs != 0
    taken, points = selected(coverage, support_of(coverage, decided, truth), max_rules)
    assert loss(coverage[taken], points, truth) <= loss(coverage[[]], points[:0], truth) + 1e-5
    assert (points == np.rint(points)).all()
    assert not points[~decided[taken]].any()


def test_evidence_of_rules_on_different_attributes_adds_up() -> None:
    """EXT-6: two signs of a label, each with half of the strength, that come together or apart by chance."""
    first, second = np.tile([1, 1, 0, 0], 500), np.tile([1, 0, 1, 0], 500)
    truth = (first + second + np.tile([0] * 4 + [1] * 4, 250) >= 2)[:, None]
    coverage = np.array([first, second], dtype=bool)
    _places, points = selected(coverage, support_of(coverage, np.ones((2, 1), dtype=bool), truth), 2)
    assert points.ravel() == pytest.approx([points[0, 0]] * 2, rel=0.1)
    assert points.sum() > 1.5 * points.max() > 0.0


def test_more_rules_than_are_brought_up_to_date_are_taken_one_after_another() -> None:
    truth = np.eye(70, dtype=bool)
    coverage = np.eye(70, dtype=bool)
    places, points = selected(coverage, support_of(coverage, np.eye(70, dtype=bool), truth), 70)
    assert places == list(range(70))
    assert np.diagonal(points).tolist() == pytest.approx([(1e6 - 1e6 / 70) / 51] * 70, abs=1.0)


def test_rules_with_equal_conditions_become_one_that_decides_what_any_decides() -> None:
    first, second = ((0, value(1)),), ((0, value(0)),)
    rules = merged([first, second, first, ()], np.array([[1, 0], [1, 1], [0, 1], [1, 1]], dtype=bool))
    assert rules.conditions == [first, second]
    assert rules.decided.tolist() == [[True, True], [True, True]]


def test_a_rule_has_no_vote_on_a_label_that_it_says_nothing_of() -> None:
    """EXT-5: two with the label of two have 2/sqrt(4) = 1, one of two 0."""
    truth = np.array([[1], [1], [0], [0]], dtype=bool)
    coverage = np.array([[1, 1, 0, 0], [0, 1, 1, 0], [0, 0, 1, 1]], dtype=bool)
    assert telling(coverage, label_surplus(truth)).ravel().tolist() == [True, False, True]


def test_a_vote_takes_two_standard_errors_from_a_hundred_instances_on() -> None:
    """EXT-5: six with the label of six have 6/sqrt(8) = 2.12, five 5/sqrt(7) = 1.89."""
    place = np.arange(100)
    assert telling(np.array([place < 6, place < 5]), label_surplus((place < 50)[:, None])).ravel().tolist() == [
        True,
        False,
    ]


def test_without_rules_there_is_nothing_to_select() -> None:
    cells = cells_of([BinaryGene()], [[0], [1]])
    truth = np.array([[1], [0]], dtype=bool)
    nothing = merged([], np.zeros((0, 1), dtype=bool))
    assert isinstance(nothing, ShortRules)
    assert selected(*nothing.support(cells, truth), 5).places == []
