"""The package and the model of the specification, which share no code, are the same system, draw for draw."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from strategies import ANY_LABELS, datasets, settings, share
from twins import twins

from mlslcs_ref.core.classifier import Classifier
from mlslcs_ref.core.events import Absorbed, Controlled, Covered, Deleted, Event, GeneticRun, Inserted
from mlslcs_ref.core.learner import Learner
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.files import load_file
from mlslcs_ref.data.problems import mlposition, toy6x4
from mlslcs_ref.settings import PROFILES, Settings
from model.cycle import run_step
from model.final import final_rules
from model.matching import matches
from model.parameters import Rule, acc_of, fitness_of, msa_of, tp_of
from model.representation import write_bits
from model.state import State
from model.traces import checkpoint


def of_rule(rule: Classifier) -> dict[str, object]:
    """All that a rule of the package is."""
    return {
        "bits": rule.chromosome.to01(),
        "num": rule.num,
        "exp": rule.exp,
        "ts": rule.ts,
        "cs": rule.cs,
        "tp": rule.tp,
        "msa": rule.msa,
        "F": rule.fitness,
        "acc": rule.acc,
        "counts": (rule.correct, rule.wrong, rule.indifferent),
        "covers": rule.coverage.to01(),
        "created": rule.created,
    }


def of_model_rule(state: State, rule: Rule) -> dict[str, object]:
    """All that a rule of the model is, by the same names."""
    settings = state.world.settings
    return {
        "bits": write_bits(rule.bits),
        "num": rule.num,
        "exp": rule.exp,
        "ts": rule.ts,
        "cs": rule.cs,
        "tp": tp_of(settings, rule),
        "msa": msa_of(settings, rule),
        "F": fitness_of(settings, rule),
        "acc": acc_of(settings, rule),
        "counts": (rule.correct, rule.wrong, rule.indifferent),
        "covers": "".join(str(int(matches(state.world, rule.bits, each.x))) for each in state.world.instances),
        "created": rule.created,
    }


def assert_same(learner: Learner, state: State) -> None:
    """Both have drawn as many numbers, and have the same rules with the same parameters in the same order."""
    found = [of_rule(rule) for rule in learner.population.rules()]
    expected = [of_model_rule(state, rule) for rule in state.P]
    told = checkpoint(state, whole=False)

    assert (learner.steps, learner.draws.count, learner.clock.now) == (state.t, told["draws"], state.clock)
    assert found == expected, f"after step {state.t}"
    assert learner.digest() == told["crc32"]


def steps_together(learner: Learner, state: State, n_steps: int) -> Iterator[int]:
    """Present instances to both, step by step."""
    for _step in range(min(n_steps, learner.n_steps)):
        run_step(state)
        learner.step()
        yield state.t


def assert_same_run(learner: Learner, state: State, n_steps: int = 1_000_000, every: int = 1) -> None:
    """Both agree before the run, after every so many steps, at its end and after what follows it (FIN-1)."""
    assert_same(learner, state)
    for step in steps_together(learner, state, n_steps):
        if step % every == 0:
            assert_same(learner, state)
    assert_same(learner, state)
    if learner.steps == learner.n_steps:
        final = [(rule.chromosome.to01(), rule.num) for rule in learner.final_rules()]
        assert final == [(write_bits(rule.bits), rule.num) for rule in final_rules(state.world, state.P)]


BUSY: Final[Mapping[str, object]] = {
    "population_size": 60,
    "passes": 5,
    "theta_ga": 40,
    "p_hash": 0.33,
    "p_label_hash": 0.3,
    "theta_exp": 3,
    "theta_del": 8,
    "update_only": 0.2,
}
"""Numbers with which a short run reaches the GA, subsumption and deletion."""

CROWDED: Final[Mapping[str, object]] = {
    "population_size": 8,
    "passes": 20,
    "theta_ga": 0,
    "p_hash": 1.0,
    "p_label_hash": 0.5,
    "theta_exp": 0,
    "mutation_rate": 0.1,
    "accuracy_threshold": 0.0,
    "accuracy_power": 1.0,
    "clustering": False,
}
"""Numbers with which nearly every rule matches everything, so that whatever one label does, the next one meets."""


def assert_same_busy_run(dataset: Dataset, settings: Settings, every: int = 1) -> None:
    """Both agree on a run in which everything happens that can happen."""
    seen: list[Event] = []
    learner, state = twins(dataset, settings, seed=7, observer=seen.append)

    assert_same_run(learner, state, every=every)

    happened = {type(event) for event in seen}
    assert {Covered, GeneticRun, Absorbed, Inserted, Deleted} <= happened
    assert (Controlled in happened) == settings.match_set_control


@pytest.mark.parametrize("clock", ["label", "step"])
@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("dataset", [toy6x4(), mlposition(4)], ids=["toy6x4", "mlposition4"])
def test_both_agree_on_the_artificial_problems(dataset: Dataset, profile: str, clock: str) -> None:
    """At 16 instances a pass, mlposition4 needs some more of them."""
    passes = 5 * (64 // dataset.n_instances)
    assert_same_busy_run(dataset, Settings.profile(profile, **{**BUSY, "ga_clock": clock, "passes": passes}), every=8)


@pytest.mark.parametrize("profile", PROFILES)
@given(dataset=datasets(), run=st.data(), seed=st.integers(0, 2**31), java=st.booleans())
def test_both_agree_on_random_problems(
    profile: str, dataset: Dataset, run: st.DataObject, seed: int, java: bool
) -> None:
    learner, state = twins(dataset, run.draw(settings([profile])), seed, java)

    assert_same_run(learner, state)


@pytest.mark.parametrize("profile", PROFILES)
@given(dataset=datasets(["binary"], ANY_LABELS), run=st.data(), seed=st.integers(0, 2**31))
@share(0.3)
def test_both_agree_whatever_the_number_of_labels(
    profile: str, dataset: Dataset, run: st.DataObject, seed: int
) -> None:
    learner, state = twins(dataset, run.draw(settings([profile])), seed)

    assert_same_run(learner, state, 40, every=5)


@given(dataset=datasets(), run=settings(["mixture"]), seed=st.integers(0, 2**31))
@example(dataset=mlposition(3), run=Settings.paper(covering_focus="generalised", **CROWDED), seed=47)
@example(dataset=mlposition(3), run=Settings.paper(discovery_order="in_phases", **CROWDED), seed=1)
@example(dataset=mlposition(3), run=Settings.paper(final_merge=True, update_only=0.5, **CROWDED), seed=1)
def test_both_agree_under_any_mixture_of_the_switches(dataset: Dataset, run: Settings, seed: int) -> None:
    learner, state = twins(dataset, run, seed)

    assert_same_run(learner, state)


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize(("name", "n_instances"), [("flags", 65), ("emotions", 40)])
def test_both_agree_on_benchmark_files(shared: Path, name: str, n_instances: int, profile: str) -> None:
    """The first instances of a file, one more than a word of them among it, in two passes and one of updates alone."""
    whole = load_file(shared / "data" / name / f"{name}-train.arff")
    dataset = Dataset(whole.schema, whole.X[:n_instances], whole.Y[:n_instances])
    changes = {**BUSY, "population_size": 60, "p_hash": 0.9, "update_only": 0.5, "passes": 2}

    assert_same_busy_run(dataset, Settings.profile(profile, **changes), every=50)
