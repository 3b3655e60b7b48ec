"""EXT-1, EXT-2: what rules add to the estimates of labels."""

import numpy as np
import pytest
from hypothesis import given
from unit.extension.builders import World, cells_of, matches, worlds

from mlslcs_ref.extension.posterior import Points, estimates, held_out_estimates, support_of

TRUTH = np.array([[1], [1], [0], [0]], dtype=bool)
MATCHED = [np.array([0, 1, 2]), np.array([0])]


def points_of(*added: float, n_runs: int = 1) -> Points:
    """Return what two rules add to a label that half of four instances have."""
    counts, decided = np.array([3.0, 1.0]), np.array([[True], [True]])
    return Points(np.array([500_000.0]), np.array([[one] for one in added]), counts, decided, n_runs)


def places(coverage: np.ndarray) -> list[np.ndarray]:
    """Return the instances that each rule matches, by place."""
    return [np.flatnonzero(row) for row in coverage]


def test_an_estimate_is_the_frequency_and_what_all_matching_rules_add() -> None:
    """EXT-1."""
    found = estimates(MATCHED, points_of(125_000.0, 250_000.0), 4)
    assert found.ravel().tolist() == [0.875, 0.625, 0.625, 0.5]


def test_an_estimate_ends_at_nothing_and_at_certainty() -> None:
    """EXT-1."""
    assert estimates(MATCHED, points_of(600_000.0, 0.0), 4).ravel().tolist() == [1.0, 1.0, 1.0, 0.5]
    assert estimates(MATCHED, points_of(-600_000.0, 0.0), 4).ravel().tolist() == [0.0, 0.0, 0.0, 0.5]


def test_an_instance_without_itself_is_as_far_from_its_label_or_further() -> None:
    """EXT-2."""
    points = points_of(125_000.0, 250_000.0)
    found, held_out = estimates(MATCHED, points, 4), held_out_estimates(MATCHED, points, TRUTH)
    assert (np.abs(held_out - TRUTH) >= np.abs(found - TRUTH)).all()
    assert (held_out == found).ravel().tolist() == [False, False, False, True]


def test_an_instance_is_a_smaller_part_of_what_several_runs_say() -> None:
    """EXT-2."""
    alone, among = (held_out_estimates(MATCHED, points_of(100_000.0, 0.0, n_runs=n), TRUTH) for n in (1, 2))
    found = estimates(MATCHED, points_of(100_000.0, 0.0), 4)
    assert among - found == pytest.approx((alone - found) / 2.0)


@given(worlds())
def test_held_out_estimates_are_those_of_points_that_never_saw_the_instance(world: World) -> None:
    """EXT-2: of a single rule, whose points are worked out anew without the instance; the frequency stays."""
    genes, rows, truth, conditions, signs = world
    coverage = cells_of(genes, rows).matched(conditions)
    support = support_of(coverage, signs != 0, truth)
    for at in range(len(conditions)):
        lack = truth * 1e6 - support.usual
        added = np.where(signs[at] != 0, lack[coverage[at]].sum(axis=0) / (support.n[at] + 50.0), 0.0)
        points = Points(support.usual, added[None], support.n[[at]], signs[[at]] != 0)
        found = held_out_estimates(places(coverage[[at]]), points, truth)
        for instance in np.flatnonzero(coverage[at]):
            others = coverage[at] & (np.arange(len(rows)) != instance)
            without = lack[others].sum(axis=0) / (others.sum() + 50.0)
            wanted = (support.usual + np.where(signs[at] != 0, without, 0.0)) / 1e6
            assert found[instance] == pytest.approx(np.clip(wanted, 0.0, 1.0), abs=1e-8)


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
