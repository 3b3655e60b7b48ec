"""What is wrong with a model, by hand; and of a run nothing ever is."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from raising import raising
from strategies import datasets, settings, share
from unit.rulesets.builders import Spec, binary_schema, plain, ruleset
from unit.rulesets.short import mixed, short_model

from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.problems import toy6x4
from mlslcs_ref.data.schema import ContinuousAttribute, Schema
from mlslcs_ref.errors import DataError
from mlslcs_ref.extension.settings import AutoOptions, auto_settings
from mlslcs_ref.inference.thresholds import Thresholds
from mlslcs_ref.learning.held_out import held_out_of
from mlslcs_ref.learning.train import train
from mlslcs_ref.learning.training import Training
from mlslcs_ref.rulesets.checking import check_model
from mlslcs_ref.rulesets.consultation import Consultation
from mlslcs_ref.rulesets.model import Model, RunRecord
from mlslcs_ref.rulesets.strategies import STRATEGIES, compact
from mlslcs_ref.settings import Settings


@given(dataset=datasets(), run=settings(), data=st.data())
@share(0.3)
def test_nothing_is_wrong_with_the_model_of_a_run(dataset: Dataset, run: Settings, data: st.DataObject) -> None:
    """Nor with what a strategy makes of it, but `select`, which does not know all settings."""
    model = Training(dataset, run, data.draw(st.integers(0, 1000))).complete()
    smaller = compact(
        model.ruleset, dataset, data.draw(st.sampled_from([name for name in STRATEGIES if name != "select"]))
    )
    compacted = replace(
        model,
        ruleset=smaller.ruleset,
        thresholds=Consultation(smaller.ruleset, dataset.X).thresholds(dataset.Y),
        record=replace(model.record, compaction=smaller.strategy),
    )

    for found in (model, compacted):
        assert [finding for finding in check_model(found, dataset) if finding.severity == "error"] == []


@pytest.mark.parametrize("profile", ["paper", "authors"])
@pytest.mark.parametrize("values", [[np.nan], [np.nan, np.nan]])
def test_a_rule_that_covers_a_missing_number_may_match_nothing(values: list[float], profile: str) -> None:
    """With missing values `unhandled` no active test accepts one, not even that of the rule that covers it (REP-7)."""
    X = np.array(values)[:, None]
    dataset = Dataset(Schema((ContinuousAttribute("a"),), ("l",)), X, np.ones((len(values), 1), dtype=bool))
    chosen: dict[str, Any] = {"missing_values": "unhandled", "constant_attribute": "drawn", "p_hash": 0.0}
    model = Training(dataset, Settings.profile(profile, passes=1, clustering=False, **chosen), 1).complete()

    assert min(rule.coverage for rule in model.ruleset) == 0
    assert codes(model, dataset) == []


@pytest.fixture(scope="module")
def toy() -> Model:
    return Training(toy6x4(), Settings.paper(passes=3, clustering=False), 1).complete()


def codes(model: Model, dataset: Dataset | None = None) -> list[tuple[str, int | None]]:
    return [(finding.code, finding.place) for finding in check_model(model, dataset) if finding.severity == "error"]


def changed(model: Model, place: int, **values: int) -> Model:
    """The model with other counts of one rule."""
    rules: list[Any] = list(model.ruleset)
    rules[place] = replace(rules[place], **values)
    return replace(model, ruleset=model.ruleset.with_rules(rules))


def test_a_changed_population_is_not_the_one_of_the_run(toy: Model) -> None:
    """Num, exp and ts are in the checksum; a missing rule and another order change it too."""
    assert codes(toy, toy6x4()) == []
    assert codes(changed(toy, 4, num=7)) == [("crc32", None)]
    assert codes(replace(toy, ruleset=toy.ruleset.at(range(1, len(toy.ruleset))))) == [("crc32", None)]
    assert codes(replace(toy, ruleset=toy.ruleset.with_rules(toy.ruleset.rules[::-1]))) == [("crc32", None)]


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"coverage": 0}, "coverage"),
        ({"coverage": 63}, "coverage"),
        ({"created": 193}, "created"),
        ({"ts": 769}, "ts"),
    ],
)
def test_a_rule_that_no_run_makes_is_named(toy: Model, values: dict[str, int], code: str) -> None:
    """3 passes of 64 instances are 192 steps, and 4 * 192 = 768 ticks of the clock. Clauses: GEN-7, MAT-2, CYC-2."""
    found = codes(changed(toy, 2, **values), toy6x4())

    assert (code, 2) in found


def test_thresholds_that_the_data_do_not_ask_for_are_found(toy: Model) -> None:
    """Clauses: INF-3, INF-4."""
    turned = replace(toy, thresholds=Thresholds(toy.thresholds.pcut, 0.01))

    assert codes(turned) == []
    assert codes(turned, toy6x4()) == [("thresholds", None)]


def test_experience_is_limited_by_coverage_and_age() -> None:
    """In 640 steps of 4 instances a rule that covers 2 of them matches 320 times; born at step 600 20 times at most.

    A rule that was there at the beginning can have more, from the run before.
    """
    rules = ruleset(binary_schema(2, 2), [Spec("1# -> 1#", 1, 999), Spec("0# -> 0#", 1, 321), Spec("#1 -> 0#", 1, 21)])
    rules = rules.with_rules(
        replace(rule, coverage=2, created=created) for rule, created in zip(rules, (0, 1, 600), strict=True)
    )
    record = RunRecord("data", "paper", "pcg64", 1, 640, 12345, "0a1b2c3d", 0, 0, "greedy")
    found = check_model(Model(rules, Thresholds(0.5, 0.5), record))

    assert [(finding.code, finding.place) for finding in found] == [("exp", 1), ("exp", 2)]
    assert ("640" in found[0].message, "642" in found[0].message) == (True, True)


def test_nothing_is_wrong_with_a_run_that_goes_on_from_another(toy: Model) -> None:
    more = train(toy6x4(), replace(toy.ruleset.settings, passes=2), 5, init=toy)
    assert max(rule.exp for rule in more.rules) > 2 * 64
    assert codes(more, toy6x4()) == []


def test_a_short_ruleset_of_several_runs_may_be_larger_than_each_of_their_populations() -> None:
    few = auto_settings(4, passes=4, population_size=20)
    model = train(mixed(150), few, 1, profile="auto", options=AutoOptions(n_runs=6))
    assert len(model.ruleset) > 20
    assert codes(model, mixed(150)) == []
    population = model.populations[0]
    crowded = population.with_rules([replace(population[0], num=21), *population[1:]])
    assert ("size", None) in codes(replace(model, populations=(crowded, *model.populations[1:])))


def test_duplicates_and_a_population_that_is_too_large_are_found() -> None:
    """The same rule with other bits behind #. In authors covering makes such rules. Clauses: REP-10, COV-5, DEL-1."""
    specs = [Spec("1# -> 1#", 5, 1), Spec("11 01 11 01", 6, 1)]
    for profile, severity in (("paper", "error"), ("authors", "note")):
        rules = ruleset(binary_schema(2, 2), specs, plain(profile, population_size=10))
        rules = rules.with_rules(replace(rule, coverage=2) for rule in rules)
        record = RunRecord("data", profile, "pcg64", 1, 640, 12345, "0a1b2c3d", 0, 0, "greedy")
        found = check_model(Model(rules, Thresholds(0.5, 0.5), record))
        assert [(finding.severity, finding.code, finding.place) for finding in found] == [
            ("error", "size", None),
            (severity, "duplicate", 1),
        ]
        assert "rule 1" in found[1].message


def test_what_is_of_no_use_is_noted() -> None:
    empty = Model(
        ruleset(binary_schema(2, 2)), Thresholds(0.5, 0.5), RunRecord("d", "paper", "pcg64", 1, 0, 0, "00000000", 0, 0)
    )
    other = Dataset(binary_schema(2, 2), np.zeros((3, 2)), np.zeros((3, 2), dtype=bool))

    assert [(finding.severity, finding.code) for finding in check_model(empty)] == [("note", "empty")]
    assert [finding.code for finding in check_model(empty, other)] == ["empty", "instances"]


@pytest.mark.parametrize("n_runs", [1, 2])
def test_other_rows_in_another_number_are_one_finding(n_runs: int) -> None:
    """What was counted on the training data, rule by rule and in each population, says nothing of others."""
    model = short_model(n_runs)

    assert codes(model, mixed(149)) == [("instances", None)]
    assert codes(replace(model, edited=True), mixed(151)) == [("digest", None), ("instances", None)]


@pytest.mark.parametrize(
    ("n_runs", "max_rules"), [(1, None), (1, 3), (2, None), (2, 5)], ids=["run", "few", "runs", "few-of-runs"]
)
def test_points_that_the_training_data_do_not_give_are_found(n_runs: int, max_rules: int | None) -> None:
    """Of every way to combine runs, and of a selection from the selected. Clauses: EXT-6, EXT-8."""
    model, data = short_model(n_runs, max_rules), mixed(150)
    for right in (model, model.compact(data, max_rules=2)):
        assert codes(right, data) == []
        points = right.ruleset[1].points or ()
        label = right.ruleset[1].decisions[0][0]
        moved = tuple(one + (place == label) for place, one in enumerate(points))
        rules = [*right.ruleset]
        rules[1] = replace(rules[1], points=moved)
        wrong = replace(right, ruleset=right.ruleset.with_rules(rules))
        assert codes(wrong) == []
        assert ("points", 1) in codes(wrong, data)


def test_rules_that_populations_of_several_runs_do_not_make_are_found() -> None:
    """Clause: EXT-8."""
    model, data = short_model(2), mixed(150)
    fewer = replace(model, ruleset=model.ruleset.at(range(1, len(model.ruleset))))
    assert ("selection", None) in codes(fewer, data)


@pytest.mark.parametrize("seed", [0, 5])
@pytest.mark.parametrize("profile", ["auto", "paper"])
def test_of_all_rows_those_are_left_out_that_the_run_held_out(profile: str, seed: int) -> None:
    """To check, to compact and to count sizes; other rows in the same number are refused as before."""
    chosen = auto_settings(6, passes=3) if profile == "auto" else Settings.paper(passes=3, clustering=False)
    found = train(toy6x4(), chosen, seed, profile=profile, validation=0.25)
    learned, _held_out = held_out_of(0.25, toy6x4(), seed)

    assert [finding for finding in check_model(found, toy6x4()) if finding.severity == "error"] == []
    assert found.compact(toy6x4()) == found.compact(learned)
    if profile == "auto":
        assert found.sizes(toy6x4()) == found.sizes(learned)
    others = toy6x4().reordered(range(63, -1, -1))
    assert "instances" in [finding.code for finding in check_model(found, others)]
    with raising(DataError):
        found.compact(others)
