"""Compaction strategies do what specs/compaction.md says, whatever the rules: against naive predictions made anew."""

from collections.abc import Iterable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from recount import generalises
from snapshots import snapshot
from strategies import assembly, datasets, rules, settings, share

from mlslcs_ref.core.assembly import index_for
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.inference.votes import decisions
from mlslcs_ref.rulesets.best_cells import BestCells
from mlslcs_ref.rulesets.consultation import Consultation
from mlslcs_ref.rulesets.losses import worth
from mlslcs_ref.rulesets.ruleset import RuleSet
from mlslcs_ref.rulesets.strategies import STRATEGIES, Strategy, compact

KEEPING = [strategy for strategy in STRATEGIES if strategy != "select"]
"""Those that keep rules as they are; `select` makes new ones."""


@st.composite
def rulesets(draw: st.DrawFn, dataset: Dataset) -> RuleSet:
    """Rulesets of some rules, of which some are equal or general for others."""
    run = draw(settings(["paper", "authors"]))
    parts = assembly(dataset, run)
    found = draw(st.lists(rules(parts), max_size=5))
    for relative in list(found):
        found += draw(st.lists(rules(parts, relative=relative), max_size=1))
    return snapshot(dataset.schema, dataset.ranges(), run, found, dataset.n_instances)


def n_right(ruleset: RuleSet, places: Iterable[int], dataset: Dataset) -> int:
    """Count the cells that a rule decides and BEST predicts rightly; who decides is looked up rule by rule."""
    chosen = ruleset.at(sorted(places))
    decided = np.zeros(dataset.Y.shape, dtype=bool)
    index = index_for(ruleset.layout, dataset.X, ruleset.settings)
    for rule in chosen:
        # in `authors` a rule whose num*acc is 0 decides nothing (INF-5)
        silent = ruleset.settings.best_order == "num_accuracy" and rule.acc == 0.0
        if rule.exp > 0 and not silent:
            rows = np.array(index.matched(rule.chromosome).tolist(), dtype=bool)
            labels = decisions(rule, dataset.n_labels) != 0
            decided |= rows[:, None] & labels[None, :]
    return int((decided & (Consultation(chosen, dataset.X).best() == dataset.Y)).sum())


@given(dataset=datasets(), data=st.data())
@share(0.25)
def test_cells_that_best_gets_right_are_counted_as_rules_go(dataset: Dataset, data: st.DataObject) -> None:
    """Clauses: INF-5."""
    ruleset = data.draw(rulesets(dataset))
    present = set(data.draw(st.sets(st.integers(0, len(ruleset) - 1)))) if len(ruleset) else set()
    cells = BestCells(ruleset, present, dataset)

    assert cells.right == n_right(ruleset, present, dataset)
    for place in data.draw(st.permutations(sorted(present))):
        for other in present:
            assert cells.right_without(other) == n_right(ruleset, present - {other}, dataset)
        cells.remove(place)
        present.discard(place)
        assert cells.right == n_right(ruleset, present, dataset)


@pytest.mark.parametrize("strategy", KEEPING)
@given(dataset=datasets(), data=st.data())
@share(0.25)
def test_what_is_kept_is_part_of_the_ruleset_and_has_experience(
    strategy: Strategy, dataset: Dataset, data: st.DataObject
) -> None:
    """In population order; only absorption changes num, and it loses none. Clauses: MET-D."""
    ruleset = data.draw(rulesets(dataset))
    found = compact(ruleset, dataset, strategy)
    originals = [ruleset.rules[place] for place in found.places]

    assert list(found.places) == sorted(set(found.places))
    assert [rule.chromosome for rule in found.ruleset] == [rule.chromosome for rule in originals]
    assert all(rule.exp > 0 for rule in found.ruleset)
    assert [rule.exp for rule in found.ruleset] == [rule.exp for rule in originals]
    if strategy == "subsumed":
        assert found.ruleset.n_micro == sum(rule.num for rule in ruleset if rule.exp > 0)
    else:
        assert [rule.num for rule in found.ruleset] == [rule.num for rule in originals]
    before, after = worth(ruleset, dataset), worth(found.ruleset, dataset)
    assert (after.rules, after.decided <= before.decided) == (len(found.places), True)
    if strategy in {"paper", "greedy"}:
        assert after.decided == before.decided


@pytest.mark.parametrize("strategy", KEEPING)
@given(dataset=datasets(), data=st.data())
@share(0.25)
def test_what_is_compacted_twice_is_the_same_as_after_the_first_time(
    strategy: Strategy, dataset: Dataset, data: st.DataObject
) -> None:
    found = compact(data.draw(rulesets(dataset)), dataset, strategy).ruleset

    assert list(compact(found, dataset, strategy).ruleset) == list(found)


@given(dataset=datasets(), data=st.data())
@share(0.25)
def test_no_rule_is_left_that_another_one_takes_in(dataset: Dataset, data: st.DataObject) -> None:
    """Clauses: SUB-1, SUB-2, SUB-3."""
    ruleset = data.draw(rulesets(dataset))
    found = compact(ruleset, dataset, "subsumed").ruleset
    run = ruleset.settings

    for rule in found:
        for other in found:
            if rule is not other:
                able = other.exp > run.theta_exp and other.acc > run.accuracy_threshold
                assert not (able and generalises(other, rule))
                assert rule.equality_key != other.equality_key


@given(dataset=datasets(), data=st.data())
@share(0.25)
def test_every_rule_of_a_greedy_cover_is_needed_for_a_cell(dataset: Dataset, data: st.DataObject) -> None:
    """Going back from the last: without it, some cell is decided by no better rule."""
    ruleset = data.draw(rulesets(dataset))
    found = compact(ruleset, dataset, "greedy").ruleset
    decided = np.zeros(dataset.Y.shape, dtype=bool)

    for rule in found.best(order="weight"):
        alone = worth(found.with_rules([rule]), dataset).decided
        before = int(decided.sum())
        decided |= _decided(found, [rule], dataset)
        assert alone
        assert int(decided.sum()) > before


def _decided(ruleset: RuleSet, chosen: list[object], dataset: Dataset) -> np.ndarray:
    found = np.zeros(dataset.Y.shape, dtype=bool)
    for rule in chosen:
        one = ruleset.with_rules([rule])  # type: ignore[list-item]
        (instances,) = Consultation(one, dataset.X).matched
        for label in range(dataset.n_labels):
            if one.rules[0].chromosome[one.layout.label_start(label)]:
                found[instances, label] = True
    return found
