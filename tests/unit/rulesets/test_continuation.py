"""Rules that go on learning. Clauses: REP-4, REP-10, PAR-0."""

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from bitarray import bitarray, frozenbitarray
from hypothesis import given
from hypothesis import strategies as st
from raising import raising
from strategies import datasets, share

from mlslcs_ref.core.assembly import index_for
from mlslcs_ref.core.genes import IntervalGene
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.problems import toy6x4
from mlslcs_ref.data.schema import ContinuousAttribute, NominalAttribute, Schema, nominal
from mlslcs_ref.errors import DataError
from mlslcs_ref.learning.train import train
from mlslcs_ref.learning.training import Training
from mlslcs_ref.rulesets.continuation import continued
from mlslcs_ref.rulesets.ruleset import RuleSet
from mlslcs_ref.settings import Settings

QUICK = Settings.paper(passes=3, population_size=60, theta_ga=20, clustering=False, precision_bits=3)
COLOUR = NominalAttribute("c", ("r", "g", "b"))
MIXED = Schema((ContinuousAttribute("n"), nominal("b", ["no", "yes"]), COLOUR), ("l1", "l2"))


def mixed(n_rows: int = 12, low: float = 0.0, high: float = 7.0) -> Dataset:
    places = np.arange(n_rows)
    X = np.column_stack([np.linspace(low, high, n_rows), places % 2, places % 3])
    return Dataset(MIXED, X, np.column_stack([places % 2 == 0, places % 3 == 1]))


def learned(data: Dataset, settings: Settings = QUICK) -> RuleSet:
    return train(data, settings, 1).ruleset


def counts(ruleset: RuleSet) -> list[tuple[object, ...]]:
    return [(rule.num, rule.exp, rule.correct, rule.cs, rule.exp, rule.acc, rule.fitness) for rule in ruleset]


@given(datasets(), st.integers(0, 3))
@share(0.3)
def test_on_the_same_data_every_bit_and_count_stays(data: Dataset, seed: int) -> None:
    ruleset = train(data, Settings.paper(passes=1, population_size=20), seed).ruleset

    further = continued(ruleset, data, ruleset.settings)

    assert [rule.chromosome for rule in further] == [rule.chromosome for rule in ruleset]
    assert counts(further) == counts(ruleset)
    assert repr(further.ranges) == repr(ruleset.ranges)


def test_a_wider_range_moves_bounds_outwards_to_the_next_step() -> None:
    """With 3 bits, 0 to 7 has the steps 0, 1 ... 7 and 0 to 14 has 0, 2 ... 14: [3, 5] becomes [2, 6], [2, 4] stays."""
    ruleset = learned(mixed())
    gene = ruleset.layout.conditions[0]
    assert isinstance(gene, IntervalGene)
    changed = []
    for rule, bounds in zip(ruleset[:2], ((3, 5), (2, 4)), strict=True):
        bits = bitarray(rule.chromosome)
        ruleset.layout.put(bits, 0, gene.code(True, *bounds))
        changed.append(replace(rule, chromosome=frozenbitarray(bits)))
    ruleset = ruleset.with_rules([*changed, *ruleset[2:]])

    further = continued(ruleset, mixed(high=14.0), QUICK)

    assert further.ranges[0] == (0.0, 14.0)
    texts = [rule.text for rule in further.rules[:2]]
    assert "n in [2, 6]" in texts[0]
    assert "n in [2, 4]" in texts[1]
    assert counts(further) == counts(ruleset)


@pytest.mark.parametrize("profile", ["paper", "authors"])
def test_a_rule_accepts_at_least_what_it_accepted(profile: str) -> None:
    settings = Settings.profile(profile, passes=3, population_size=60, theta_ga=20, precision_bits=3)
    data = mixed(30)
    ruleset = learned(data, settings)

    further = continued(ruleset, mixed(30, -3.3, 9.1), settings)

    before = [index_for(ruleset.layout, data.X, settings).matched(rule.chromosome) for rule in ruleset]
    after = [index_for(further.layout, data.X, settings).matched(rule.chromosome) for rule in further]
    assert all((old & new) == old for old, new in zip(before, after, strict=True))


def test_new_values_belong_to_no_set_and_two_values_can_become_three() -> None:
    ruleset = learned(mixed())
    schema = Schema(
        (
            MIXED.attributes[0],
            NominalAttribute("b", ("yes", "no", "perhaps")),
            NominalAttribute("c", ("b", "g", "r", "new")),
        ),
        MIXED.labels,
    )
    data = Dataset(schema, np.array([[0.0, 2, 3], [7.0, 0, 0], [3.0, 1, 2]]), np.array([[1, 0], [0, 1], [0, 0]]))

    further = continued(ruleset, data, QUICK)

    old = [rule.text for rule in ruleset]
    new = [rule.text for rule in further]
    assert any("b = yes" in text for text in old)
    assert [text.count("b = yes") for text in old] == [text.count("b in {yes}") for text in new]
    assert not any("perhaps" in text and "not in" not in text for text in new)
    index = index_for(further.layout, np.array([[3.0, 2, 3]]), QUICK)
    for rule in further:
        tested = {place for place, _code in further.layout.active_codes(rule.chromosome)}
        assert not (tested & {1, 2} and index.matched(rule.chromosome).any())


def test_a_column_that_gets_its_first_values_is_tested_by_no_rule() -> None:
    data = mixed()
    empty = Dataset(MIXED, np.column_stack([np.full(12, math.nan), data.X[:, 1:]]), data.Y)

    further = continued(learned(empty), data, QUICK)

    assert further.ranges[0] == (0.0, 7.0)
    assert all(index != 0 for rule in further for index, _code in further.layout.active_codes(rule.chromosome))
    assert continued(learned(data), empty, QUICK).ranges[0] == (0.0, 7.0)


@pytest.mark.parametrize(
    ("schema", "column"),
    [
        (Schema(MIXED.attributes, ("l1", "l3")), None),
        (Schema(MIXED.attributes[:2], MIXED.labels), None),
        (Schema((*MIXED.attributes[:2], ContinuousAttribute("c")), MIXED.labels), "c"),
        (Schema((*MIXED.attributes[:2], NominalAttribute("c", ("r", "g", "x"))), MIXED.labels), "c"),
    ],
    ids=["labels", "fewer", "kind", "values"],
)
def test_other_data_are_refused(schema: Schema, column: str | None) -> None:
    data = Dataset(schema, np.zeros((2, schema.n_attributes)), np.ones((2, schema.n_labels), dtype=bool))

    with raising(DataError, column=column):
        continued(learned(mixed()), data, QUICK)


def test_a_run_starts_from_the_rules_it_is_given() -> None:
    """With their counts, their coverage taken anew, and clocks at 0."""
    data = toy6x4()
    ruleset = learned(data)

    training = Training(data, Settings.paper(passes=0, population_size=60), 1, init=ruleset)
    rules = training.learner.population.rules()

    assert training.learner.initialisation is None
    assert counts(training.ruleset()) == counts(ruleset)
    assert [rule.chromosome for rule in rules] == [rule.chromosome for rule in ruleset]
    assert [rule.n_covered for rule in rules] == [rule.coverage for rule in ruleset]
    assert all(rule.ts == rule.created == 0 for rule in rules)
    assert [rule.serial for rule in rules] == list(range(1, len(rules) + 1))


def test_more_rules_than_fit_are_deleted_at_once() -> None:
    training = Training(toy6x4(), Settings.paper(passes=0, population_size=10), 1, init=learned(toy6x4()))

    assert training.learner.population.micro == 10


def test_going_on_is_learning_more() -> None:
    """On toy6x4: rules learned for 5 passes and then for 20 decide better than those of 5."""
    settings = {"population_size": 1000, "theta_ga": 300, "p_hash": 0.33, "p_label_hash": 0.5, "clustering": False}
    data = toy6x4()
    few = train(data, Settings.paper(passes=5, **settings), 3)

    more = Training(data, Settings.paper(passes=20, **settings), 3, init=few.ruleset).complete()

    assert more.evaluate(data)["best"].accuracy > few.evaluate(data)["best"].accuracy


@pytest.mark.parametrize("start", [3, "rules", [], toy6x4()])
def test_only_a_ruleset_can_be_started_from(start: Any) -> None:
    with raising(DataError, argument="init"):
        Training(mixed(), QUICK, 1, init=start)
