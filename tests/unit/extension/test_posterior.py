"""EXT-1, EXT-2: what rules have seen, and the estimates of labels."""

import numpy as np
import pytest
from hypothesis import given
from unit.extension.builders import World, cells_of, matches, worlds

from mlslcs_ref.extension.posterior import estimates, held_out_estimates, support_of

TRUTH = np.array([[1], [1], [0], [0]], dtype=bool)
COVERAGE = np.array([[1, 1, 1, 0]], dtype=bool)
MATCHED = [np.array([0, 1, 2])]
SUPPORT = support_of(COVERAGE, np.array([[True]]), TRUTH)


def places(coverage: np.ndarray) -> list[np.ndarray]:
    """Return the instances that each rule matches, by place."""
    return [np.flatnonzero(row) for row in coverage]


def test_a_rule_says_what_share_of_its_instances_has_the_label_and_two_more_by_the_frequency() -> None:
    """EXT-1: (2 + 2*0.5)/(3 + 2) = 0.6."""
    assert SUPPORT.posterior().tolist() == [[600_000.0]]


def test_an_estimate_is_the_mean_of_rules_and_frequency() -> None:
    """EXT-1: (0.5 + 0.6)/2 where the rule matches, 0.5 where none does."""
    found = estimates([np.array([0])], SUPPORT, 2)
    assert found.tolist() == [[0.55], [0.5]]


def test_a_rule_has_no_vote_on_a_label_that_it_does_not_decide() -> None:
    support = support_of(COVERAGE, np.array([[False]]), TRUTH)
    assert estimates(MATCHED, support, 4).tolist() == [[0.5]] * 4


def test_held_out_estimates_are_those_worked_out_by_hand() -> None:
    """EXT-2: for the first instance pi = 1/3 and p = (1 + 2/3)/4, for the third pi = 2/3 and p = (2 + 4/3)/4."""
    found = held_out_estimates(MATCHED, SUPPORT, TRUTH)
    assert found.ravel().tolist() == [0.375, 0.375, 0.75, 0.666667]


@given(worlds())
def test_held_out_estimates_are_those_of_the_data_without_the_instance(world: World) -> None:
    """EXT-2: counting anew without the instance gives the same."""
    genes, rows, truth, conditions, signs = world
    coverage = cells_of(genes, rows).matched(conditions)
    found = held_out_estimates(places(coverage), support_of(coverage, signs != 0, truth), truth)
    for at in range(len(rows)):
        left = np.delete(np.arange(len(rows)), at)
        support = support_of(coverage[:, left], signs != 0, truth[left])
        assert found[at].tolist() == estimates(places(coverage[:, [at]]), support, 1)[0].tolist()


@given(worlds())
def test_cells_match_what_genes_accept(world: World) -> None:
    """MAT-1, REP-7: a condition matches by its cells what it matches by the meaning of its tests."""
    genes, rows, _truth, conditions, _signs = world
    found = cells_of(genes, rows).matched(conditions)
    assert found.tolist() == [[matches(genes, condition, row) for row in rows] for condition in conditions]


@given(worlds())
def test_a_test_reads_back_from_its_cells(world: World) -> None:
    genes, rows, _truth, conditions, _signs = world
    cells = cells_of(genes, rows)
    for condition in conditions:
        for test in condition:
            assert cells.test(test[0], cells.accepted(test)) == test


def test_more_instances_than_are_multiplied_at_a_time_are_all_counted() -> None:
    n = 20_000
    truth = np.arange(n)[:, None] % 2 == 0
    support = support_of(np.ones((1, n), dtype=bool), np.array([[True]]), truth)
    assert (support.n[0], support.k[0, 0]) == (n, n / 2)
    assert estimates([np.arange(n)], support, n)[-1, 0] == pytest.approx(0.5)
