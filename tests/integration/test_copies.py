"""Copies of what a run ends in, in this process and in others: each is worth the original."""

import copy
import multiprocessing
import pickle
from collections.abc import Callable
from typing import Any

import joblib
import pytest

from mlslcs_ref import Model, Rule, RuleSet, Settings, Training, toy6x4, train
from mlslcs_ref.rulesets.model_file import model_text

# 0 and 1 are older than classes that are written in C or compiled to it
PROTOCOLS = range(2, pickle.HIGHEST_PROTOCOL + 1)


def pickled(protocol: int) -> Callable[[Any], Any]:
    return lambda original: pickle.loads(pickle.dumps(original, protocol))  # noqa: S301 - ours


HOW = [copy.copy, copy.deepcopy, *map(pickled, PROTOCOLS)]
NAMES = ["copy", "deepcopy", *(f"pickle {protocol}" for protocol in PROTOCOLS)]
copying = pytest.mark.parametrize("copied", HOW, ids=NAMES)


@pytest.fixture(scope="module")
def model() -> Model:
    """Return a model of some hundred rules."""
    return train(toy6x4(), Settings.paper(passes=4, clustering=False, p_hash=0.33, p_label_hash=0.5), 1)


def facts(rule: Rule) -> tuple[object, ...]:
    """Return all that a rule is asked for."""
    numbers = (rule.num, rule.exp, rule.cs, rule.ts, rule.created, rule.coverage, rule.tp, rule.msa)
    return rule.text, rule.chromosome, rule.acc, rule.fitness, *numbers


@copying
def test_a_copy_of_a_model_has_the_same_file_and_predictions(model: Model, copied: Callable[[Any], Any]) -> None:
    other: Model = copied(model)

    assert model_text(other) == model_text(model)
    assert other.evaluate(toy6x4()) == model.evaluate(toy6x4())


@copying
def test_a_copy_of_a_ruleset_and_of_each_rule_says_the_same(model: Model, copied: Callable[[Any], Any]) -> None:
    other: RuleSet = copied(model.ruleset)
    wanted = [facts(rule) for rule in model.ruleset]

    assert [facts(rule) for rule in other] == wanted
    assert [facts(copied(rule)) for rule in model.ruleset] == wanted


def test_nothing_done_to_a_rule_changes_the_run_that_it_came_from() -> None:
    training = Training(toy6x4(), Settings.paper(passes=4, clustering=False), 1)
    training.advance(100)
    before = training.learner.digest()
    rule = training.ruleset()[0]

    with pytest.raises(TypeError):
        rule.chromosome.invert()
    with pytest.raises(AttributeError):
        rule.num = 7  # type: ignore[misc]
    with pytest.raises(TypeError):
        rule.consequent["l1"] = True  # type: ignore[index]
    rule.to_dict()["then"].clear()
    assert training.learner.digest() == before
    assert all(type(held).__module__.startswith("mlslcs_ref.core") is False for held in vars(rule).values())


def test_a_model_goes_to_a_process_that_starts_anew_and_comes_back(model: Model) -> None:
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(model_text, (model,)) == model_text(model)
        assert model_text(pool.apply(copy.copy, (model,))) == model_text(model)


def test_two_workers_of_joblib_give_what_one_gives(model: Model) -> None:
    """Loky starts its workers anew and pickles by cloudpickle."""
    seeds = (1, 2)
    settings = Settings.paper(passes=1, clustering=False)
    alone = [model_text(train(toy6x4(), settings, seed)) for seed in seeds]
    with joblib.parallel_config(backend="loky", n_jobs=2):
        together = joblib.Parallel()(joblib.delayed(train)(toy6x4(), settings, seed) for seed in seeds)
        texts = joblib.Parallel()(joblib.delayed(model_text)(model) for _turn in seeds)

    assert [model_text(other) for other in together] == alone
    assert texts == [model_text(model)] * 2
