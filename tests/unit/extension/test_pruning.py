"""EXT-4, EXT-5: shorter and better rules."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from unit.extension.builders import World, cells_of, value, worlds

from mlslcs_ref.core.genes import BinaryGene, IntervalGene, NominalGene
from mlslcs_ref.extension.cells import Cells, Condition
from mlslcs_ref.extension.moves import certainty
from mlslcs_ref.extension.pruning import SURPLUS_UNIT, TEST_PRICE, label_surplus, pruned, refined

YES = np.array([[1]], dtype=np.int8)
HALF = np.array([[1], [1], [0], [0]], dtype=bool)
CORNERS = cells_of([BinaryGene(), BinaryGene()], [[1, 1], [1, 0], [0, 1], [0, 0]])
BOTH: Condition = ((0, value(1)), (1, value(1)))


def prices(conditions: list[Condition], signs: np.ndarray, cells: Cells, truth: np.ndarray) -> list[float]:
    """Return C times 0.9 for each test, by which conditions are compared; C itself if it is below 0 (EXT-4)."""
    found = certainties(conditions, signs, cells, truth)
    return [
        value * TEST_PRICE ** len(condition) if value > 0.0 else value
        for value, condition in zip(found, conditions, strict=True)
    ]


def certainties(conditions: list[Condition], signs: np.ndarray, cells: Cells, truth: np.ndarray) -> list[float]:
    """Return C of rules, by its definition."""
    worth = label_surplus(truth) @ signs.T.astype(float)
    coverage = cells.matched(conditions)
    return [float(certainty(worth[row, place].sum(), row.sum())) for place, row in enumerate(coverage)]


def test_the_surplus_of_a_label_is_its_distance_from_the_mean_in_standard_deviations() -> None:
    """EXT-4: (1 - 0.5)/0.5 = 1."""
    assert (label_surplus(HALF) / SURPLUS_UNIT).ravel().tolist() == [1.0, 1.0, -1.0, -1.0]


def test_a_constant_label_has_no_surplus() -> None:
    assert label_surplus(np.ones((3, 1), dtype=bool)).ravel().tolist() == [0.0, 0.0, 0.0]


def test_a_test_that_adds_no_certainty_goes() -> None:
    """EXT-4: 11 -> 1 has 1/sqrt(3), 1# -> 1 has 2/sqrt(4) = 1."""
    assert pruned([BOTH], YES, CORNERS, label_surplus(HALF)) == [((0, value(1)),)]


def test_a_rule_that_says_nothing_loses_all_its_tests() -> None:
    assert pruned([((1, value(1)),)], YES, CORNERS, label_surplus(HALF)) == [()]


def test_a_rule_with_too_many_tests_loses_the_one_that_is_worth_least() -> None:
    """All three tests are worth having: 1/4 of the instances have the label, by an exact conjunction."""
    rows = [[a, b, c] for a in (0, 1) for b in (0, 1) for c in (0, 1)]
    truth = np.array([[a and b and c] for a, b, c in rows], dtype=bool)
    cells = cells_of([BinaryGene()] * 3, rows)
    whole: Condition = tuple((index, value(1)) for index in range(3))
    surplus = label_surplus(truth)
    assert pruned([whole], YES, cells, surplus) == [whole]
    assert pruned([whole], YES, cells, surplus, max_tests=2) == [whole[1:]]


def test_a_bound_moves_to_where_certainty_is_largest() -> None:
    """EXT-5: x >= 1 has (2 - 1)/sqrt(5), x >= 2 has 2/sqrt(4) = 1."""
    gene = IntervalGene(0.0, 3.0, 2)
    cells = cells_of([gene], [[3], [2], [1], [0]])
    assert refined([((0, gene.code(True, 1, 3)),)], YES, cells, label_surplus(HALF)) == [((0, gene.code(True, 2, 3)),)]


def test_a_bound_beyond_all_instances_is_opened() -> None:
    """EXT-5: nothing lies above 2, so that up to 2 is up to the last bound."""
    gene = IntervalGene(0.0, 3.0, 2)
    cells = cells_of([gene], [[2], [2], [1], [0]])
    assert refined([((0, gene.code(True, 2, 2)),)], YES, cells, label_surplus(HALF)) == [((0, gene.code(True, 2, 3)),)]


def test_a_value_joins_a_set_where_that_makes_it_more_certain() -> None:
    cells = cells_of([NominalGene(3)], [[0], [1], [2], [2]])
    assert refined([((0, 0b0011),)], YES, cells, label_surplus(HALF)) == [((0, 0b0111),)]


@given(worlds(), st.none() | st.integers(1, 2))
def test_pruning_leaves_a_part_of_the_tests(world: World, max_tests: int | None) -> None:
    """EXT-4: a rule only becomes wider, and has no more tests than it may."""
    genes, rows, truth, conditions, signs = world
    found = pruned(conditions, signs, cells_of(genes, rows), label_surplus(truth), max_tests)
    for condition, short in zip(conditions, found, strict=True):
        assert set(short) <= set(condition)
        assert max_tests is None or len(short) <= max_tests


@given(worlds())
def test_pruning_never_lowers_certainty_by_more_than_tests_are_worth(world: World) -> None:
    genes, rows, truth, conditions, signs = world
    cells = cells_of(genes, rows)
    found = pruned(conditions, signs, cells, label_surplus(truth))
    before, after = (prices(rules, signs, cells, truth) for rules in (conditions, found))
    assert all(later >= earlier - 1e-6 for earlier, later in zip(before, after, strict=True))


@given(worlds())
def test_refining_never_lowers_certainty_by_more_than_tests_are_worth_and_adds_none(world: World) -> None:
    """EXT-5."""
    genes, rows, truth, conditions, signs = world
    cells = cells_of(genes, rows)
    found = refined(conditions, signs, cells, label_surplus(truth))
    before, after = (prices(rules, signs, cells, truth) for rules in (conditions, found))
    assert all(later >= earlier - 1e-6 for earlier, later in zip(before, after, strict=True))
    for condition, short in zip(conditions, found, strict=True):
        assert {index for index, _code in short} <= {index for index, _code in condition}


@given(worlds())
def test_a_refined_rule_stays_as_it_is(world: World) -> None:
    """EXT-5: no move is left to a rule that says what the data say; one that says the contrary is best off empty.

    That bounds are opened at the end opens a way to intervals of none, which missing values alone would pass.
    """
    genes, rows, truth, conditions, signs = world
    cells, surplus = cells_of(genes, np.nan_to_num(np.array(rows)).tolist()), label_surplus(truth)
    once = refined(conditions, signs, cells, surplus)
    worth = (cells.matched(once) * (signs.astype(float) @ surplus.T)).sum(axis=1)
    twice = refined(once, signs, cells, surplus)
    assert [twice[at] for at in np.flatnonzero(worth > 0.0)] == [once[at] for at in np.flatnonzero(worth > 0.0)]


@given(worlds())
def test_rules_that_are_changed_side_by_side_become_what_each_becomes_alone(world: World) -> None:
    genes, rows, truth, conditions, signs = world
    cells, surplus = cells_of(genes, rows), label_surplus(truth)
    together = refined(conditions, signs, cells, surplus)
    alone = [refined([condition], signs[[at]], cells, surplus)[0] for at, condition in enumerate(conditions)]
    assert together == alone
