"""EXT-10: what selected rules lack."""

import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from unit.extension.builders import World, cells_of, value, worlds

from mlslcs_ref import Dataset, Schema, train
from mlslcs_ref.core.genes import BinaryGene, IntervalGene, NominalGene
from mlslcs_ref.data.schema import Attribute, BinaryAttribute, ContinuousAttribute, NominalAttribute
from mlslcs_ref.extension.growing import grown
from mlslcs_ref.extension.pruning import label_surplus
from mlslcs_ref.extension.settings import auto_settings
from mlslcs_ref.extension.shortening import ShortRules, telling


def grown_of(world: World, max_tests: int | None) -> tuple[ShortRules, ShortRules]:
    genes, rows, truth, conditions, signs = world
    cells = cells_of(genes, rows)
    rules = ShortRules(conditions, signs != 0)
    more = rules.support(cells, truth)[1].more
    return rules, grown(rules, more, cells, truth, max_tests)


@given(worlds(), st.none() | st.integers(1, 4))
def test_grown_rules_have_as_many_tests_as_allowed_and_votes_that_tell(world: World, max_tests: int | None) -> None:
    genes, rows, truth, *_rest = world
    rules, found = grown_of(world, max_tests)
    cells = cells_of(genes, rows)

    assert all(1 <= len(condition) <= (max_tests or 3) for condition in found.conditions)
    assert len(set(found.conditions)) == len(found.conditions)
    assert not (found.decided & ~rules.decided.any(axis=0)).any()
    assert not (found.decided & ~telling(cells.matched(found.conditions), label_surplus(truth))).any()


def test_the_first_of_equal_tests_is_found_among_more_attributes_than_are_looked_at_in_one_go() -> None:
    rng = np.random.default_rng(3)
    rows = (rng.random((700, 2000)) < 0.5).astype(float)
    rows[:, 300] = rows[:, 1500]
    truth = ((rows[:, 0] == 1) & (rows[:, 1500] == 1))[:, None]
    cells = cells_of([BinaryGene()] * 2000, rows.tolist())
    rules = ShortRules([((0, value(1)),)], np.array([[True]]))

    found = grown(rules, np.array([[True]]), cells, truth)

    assert found.conditions == [((0, value(1)), (300, value(1)))]


def test_an_undeclared_value_is_in_no_test() -> None:
    """All instances with the label have a value that the schema does not declare, beside the test of the rule."""
    rows = [[1.0, -1.0]] * 4 + [[1.0, 0.0]] * 4 + [[0.0, 1.0]] * 8
    truth = np.array([[True]] * 4 + [[False]] * 12)
    cells = cells_of([BinaryGene(), NominalGene(2)], rows)

    assert not grown(ShortRules([((0, value(1)),)], np.array([[True]])), np.array([[True]]), cells, truth).conditions


def test_an_inactive_attribute_is_not_tested() -> None:
    """Only instances without a value have the label: a test that refuses the one value there is would tell them."""
    rows = [[1.0, math.nan]] * 4 + [[1.0, 2.0]] * 4 + [[0.0, 2.0]] * 8
    truth = np.array([[True]] * 4 + [[False]] * 12)
    gene = IntervalGene(2.0, 2.0, 2, constant_inactive=True)
    cells = cells_of([BinaryGene(), gene], rows)

    assert not grown(ShortRules([((0, value(1)),)], np.array([[True]])), np.array([[True]]), cells, truth).conditions


def test_a_model_has_rules_of_two_tests_where_a_label_needs_two() -> None:
    """Twelve labels, each of which needs two attributes of twelve: six pairs. A run of two passes finds some."""
    rng = np.random.default_rng(5)
    X = np.column_stack([rng.random((300, 4)), rng.integers(0, 2, (300, 4)), rng.integers(0, 3, (300, 4))])
    holds = np.column_stack([X[:, :4] > 0.6, X[:, 4:8] == 1, X[:, 8:] == 2])
    Y = np.column_stack([holds[:, label] & holds[:, (7 * label + 3) % 12] for label in range(12)])
    kinds: list[Attribute] = [
        *(ContinuousAttribute(f"c{index}") for index in range(4)),
        *(BinaryAttribute(f"b{index}", ("0", "1")) for index in range(4)),
        *(NominalAttribute(f"n{index}", ("p", "q", "r")) for index in range(4)),
    ]
    data = Dataset(Schema(tuple(kinds), tuple(f"y{label}" for label in range(12))), X, Y)

    model = train(data, auto_settings(12, passes=2), 1, profile="auto")
    pairs = {frozenset((kinds[label].name, kinds[(7 * label + 3) % 12].name)) for label in range(12)}

    assert {frozenset(rule.condition) for rule in model.rules[: len(pairs)]} == pairs
