"""Mechanisms of a caller's own: what they see, what they decide, and how a model remembers them."""

import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from raising import raising
from strategies import datasets

from mlslcs_ref import Dataset, Parts, Settings, load_model, save_model, toy6x4, train
from mlslcs_ref.core.events import Deleted
from mlslcs_ref.errors import ModelError, SettingsError
from mlslcs_ref.learning.training import Training
from mlslcs_ref.parts import Cover, InstanceView, RulesView, RuleView
from mlslcs_ref.rulesets.model_file import model_text

SMALL = Settings.paper(passes=4, population_size=40, clustering=False, theta_ga=20, p_hash=0.3, p_label_hash=0.5)


class Uniform:
    """Every micro-classifier alike."""

    def votes(self, rules: RulesView) -> Any:
        return np.ones(len(rules))


class Newest:
    """The newest rule, always."""

    def votes(self, rules: RulesView) -> Any:
        return [float(place == len(rules) - 1) for place in range(len(rules))]


class Exact:
    """Rules that match one combination of values and decide all labels."""

    def cover(self, instance: InstanceView, _draw: Callable[[], float]) -> Cover:
        tests = {
            place: (x, x) if kind == "continuous" else {int(x)}
            for place, (x, kind) in enumerate(zip(instance.values, instance.kinds, strict=True))
            if not math.isnan(x)
        }
        return Cover(tests, range(len(instance.labels)))


class Nobody:
    def could_subsume(self, _rule: RuleView) -> bool:
        return False


@pytest.mark.parametrize("profile", ["paper", "authors"])
def test_a_run_with_parts_is_a_function_of_data_settings_seed_and_parts(profile: str) -> None:
    parts = Parts(deletion=Uniform, covering=Exact, subsumption=Nobody)
    changes = {"passes": 4, "population_size": 40, "clustering": False, "theta_ga": 20}
    settings = Settings.profile(profile, **changes)
    one, two = (train(toy6x4(), settings, 3, profile=profile, parts=parts) for _turn in range(2))

    assert model_text(one) == model_text(two)
    assert one.ruleset.n_micro <= 40
    assert model_text(one) != model_text(train(toy6x4(), settings, 3, profile=profile))


def test_without_parts_a_run_is_that_of_the_paper() -> None:
    assert model_text(train(toy6x4(), SMALL, 3, parts=Parts())) == model_text(train(toy6x4(), SMALL, 3))


def test_deletion_takes_from_the_rules_that_have_votes() -> None:
    """All weight is on the last rule of P, so that whoever loses is younger than all that are left."""
    gone: list[int] = []

    def watch(event: object) -> None:
        if isinstance(event, Deleted):
            assert event.serial >= max(rule.serial for rule in run.learner.population.rules())
            gone.append(event.serial)

    run = Training(toy6x4(), SMALL, 1, parts=Parts(deletion=Newest), observer=watch)
    run.complete()

    assert len(gone) > 10


def test_where_no_rule_has_a_vote_all_micro_classifiers_have_the_same() -> None:
    class Nothing:
        def votes(self, rules: RulesView) -> Any:
            return np.zeros(len(rules))

    rules = [train(toy6x4(), SMALL, 2, parts=Parts(deletion=part)).ruleset for part in (Nothing, Uniform)]
    assert rules[0] == rules[1]


@given(dataset=datasets(), seed=st.integers(0, 99))
def test_a_rule_of_covering_matches_its_instance_and_decides_its_labels(dataset: Dataset, seed: int) -> None:
    """Every rule of a run without GA comes of covering: it matches something, and was right about all it decided."""
    settings = replace(SMALL, passes=1, theta_ga=10**6, population_size=1000)
    model = train(dataset, settings, seed, parts=Parts(covering=Exact))

    assert all(rule.coverage > 0 for rule in model.ruleset)
    assert all(len(rule.decisions) == dataset.n_labels for rule in model.ruleset)


def test_where_nobody_can_subsume_only_equal_rules_absorb() -> None:
    """SUB-4 falls back on equal rules, whoever is able."""
    run = Training(toy6x4(), replace(SMALL, passes=20), 1, parts=Parts(subsumption=Nobody))
    seen: list[RuleView] = []

    class Watching:
        def could_subsume(self, rule: RuleView) -> bool:
            seen.append(rule)
            return False

    watched = Training(toy6x4(), replace(SMALL, passes=20), 1, parts=Parts(subsumption=Watching))
    assert run.complete().ruleset == watched.complete().ruleset
    assert seen
    assert all(0.0 <= rule.acc <= 1.0 and rule.num > 0 and rule.coverage > 0 for rule in seen)


def test_what_a_part_sees_cannot_be_changed_and_agrees_one_by_one_and_as_arrays() -> None:
    class Checking:
        def votes(self, rules: RulesView) -> Any:
            for name in RuleView._fields:
                column = getattr(rules, name)
                assert column.tolist() == [getattr(rule, name) for rule in rules]
                with pytest.raises(ValueError, match="read-only"):
                    column[0] = 0
            assert rules[0] == next(iter(rules)) == rules[:1][0]
            with pytest.raises(AttributeError):
                rules[0].num = 3
            return rules.num

    assert len(train(toy6x4(), SMALL, 1, parts=Parts(deletion=Checking)).ruleset) > 5


@pytest.mark.parametrize(
    "votes",
    [[1.0], [float("nan")] * 41, [-1.0] * 41, [float("inf")] * 41, ["a"] * 41, None],
    ids=["short", "nan", "negative", "infinite", "texts", "none"],
)
def test_votes_that_are_none_are_refused(votes: Any) -> None:
    class Wrong:
        def votes(self, rules: RulesView) -> Any:
            return votes if votes is None or len(votes) == 1 else [votes[0]] * len(rules)

    with raising(SettingsError, name="deletion"):
        train(toy6x4(), SMALL, 1, parts=Parts(deletion=Wrong))


@pytest.mark.parametrize(
    "cover",
    [Cover({0: {2}}, [0]), Cover({9: {0}}, [0]), Cover({}, [7]), Cover({0: set()}, [0])],
    ids=["another value", "no attribute", "no label", "no value"],
)
def test_covers_that_are_none_are_refused(cover: Cover) -> None:
    class Wrong:
        def cover(self, _instance: InstanceView, _draw: Callable[[], float]) -> Cover:
            return cover

    with raising(SettingsError, name="covering"):
        train(toy6x4(), SMALL, 1, parts=Parts(covering=Wrong))


@pytest.mark.parametrize(
    "given",
    [{"deletion": Nobody}, {"deletion": Uniform()}, {"covering": 3}],
    ids=["no method", "an object", "a number"],
)
def test_what_is_no_part_is_refused_at_once(given: dict[str, Any]) -> None:
    with pytest.raises(SettingsError) as refused:
        Parts(**given)
    assert refused.value.name in given


def test_a_model_names_its_parts_and_is_loaded_with_them_alone(tmp_path: Path) -> None:
    """F .0188 became .0406 without a word when a model of another mechanism was saved and loaded."""
    parts = Parts(deletion=Uniform, subsumption=Nobody)
    model = train(toy6x4(), SMALL, 1, parts=parts)
    save_model(model, tmp_path / "m.json")

    assert model.record.parts == (f"deletion: {__name__}.Uniform", f"subsumption: {__name__}.Nobody")
    loaded = load_model(tmp_path / "m.json", parts)
    assert [rule.to_dict() for rule in loaded.ruleset] == [rule.to_dict() for rule in model.ruleset]
    for other in (None, Parts(), Parts(deletion=Uniform), Parts(deletion=Newest, subsumption=Nobody)):
        with raising(ModelError, file=str(tmp_path / "m.json")):
            load_model(tmp_path / "m.json", other)
    save_model(train(toy6x4(), SMALL, 1), tmp_path / "plain.json")
    with raising(ModelError, file=str(tmp_path / "plain.json")):
        load_model(tmp_path / "plain.json", parts)
