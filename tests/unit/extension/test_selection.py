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
from mlslcs_ref.extension.shortening import ShortRules, merged, shortened, telling


def loss(coverage: Flags, decided: Flags, truth: Flags) -> float:
    """Return the loss of rules, by its definition."""
    n, total = len(truth), 0.0
    for label in range(truth.shape[1]):
        frequency = truth[:, label].mean()
        if frequency in {0.0, 1.0}:
            continue
        weight = min(20.0, 1.0 / (frequency * (1.0 - frequency)))
        for at in range(n):
            held = float(truth[at, label])
            votes = [frequency]
            for row, votes_on in zip(coverage, decided, strict=True):
                if row[at] and votes_on[label]:
                    votes.append(
                        (float((row & truth[:, label]).sum()) - held + 50.0 * frequency) / (row.sum() - 1.0 + 50.0)
                    )
            total += weight * (sum(votes) / len(votes) - held) ** 2
    return total


def test_the_rule_that_tells_the_label_is_taken_before_one_that_tells_half_of_it() -> None:
    truth = np.array([[1]] * 4 + [[0]] * 4, dtype=bool)
    coverage = np.array([[1, 1, 0, 0, 0, 0, 0, 0], [1, 1, 1, 1, 0, 0, 0, 0]], dtype=bool)
    support = support_of(coverage, np.ones((2, 1), dtype=bool), truth)
    assert selected(coverage, support, truth, 1) == [1]


def test_a_rule_that_is_as_good_as_no_rule_is_not_taken() -> None:
    truth = np.array([[1], [0]] * 4, dtype=bool)
    coverage = np.ones((1, 8), dtype=bool)
    assert selected(coverage, support_of(coverage, np.array([[True]]), truth), truth, 5) == []


@given(worlds(), st.integers(0, 4))
def test_every_step_takes_the_rule_that_lowers_the_loss_most(world: World, max_rules: int) -> None:
    """EXT-6, against a loss that is worked out anew for every candidate."""
    genes, rows, truth, conditions, signs = world
    coverage, decided = cells_of(genes, rows).matched(conditions), signs != 0
    found = selected(coverage, support_of(coverage, decided, truth), truth, max_rules)
    assert len(found) == len(set(found)) <= max_rules
    for step in range(len(found) + 1):
        taken = found[:step]
        now = loss(coverage[taken], decided[taken], truth)
        others = [at for at in range(len(conditions)) if at not in taken]
        after = {at: loss(coverage[[*taken, at]], decided[[*taken, at]], truth) for at in others}
        if step < len(found):
            assert after[found[step]] == pytest.approx(min(after.values()), abs=1e-4)
            assert after[found[step]] < now + 1e-4
        elif step < max_rules:
            assert not after or min(after.values()) > now - 1e-4


def test_rules_with_equal_conditions_become_one_that_decides_what_any_decides() -> None:
    first, second = ((0, value(1)),), ((0, value(0)),)
    rules = merged([first, second, first, ()], np.array([[1, 0], [1, 1], [0, 1], [1, 1]], dtype=bool))
    assert rules.conditions == [first, second]
    assert rules.decided.tolist() == [[True, True], [True, True]]


@given(worlds(), st.integers(0, 4))
def test_a_selected_set_is_a_part_of_the_rules(world: World, max_rules: int) -> None:
    genes, rows, truth, conditions, signs = world
    cells = cells_of(genes, rows)
    rules = shortened(conditions, signs, cells, truth)
    found = selected(*rules.support(cells, truth), truth, max_rules)
    assert len(found) == len(set(found)) <= max_rules
    assert set(found) <= set(range(len(rules.conditions)))


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
    assert selected(*nothing.support(cells, truth), truth, 5) == []
