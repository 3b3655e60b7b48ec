"""The compiled build is the pure one, only faster: same results, and objects that do what objects of Python do."""

import copy
import dataclasses
import inspect
import multiprocessing
import operator
import os
import pickle
import signal
import sys
from array import array
from collections.abc import Callable, Iterator
from pathlib import Path
from types import MappingProxyType
from typing import Any

import joblib
import numpy as np
import pytest
from bitarray import bitarray
from builds import ROOT, environment_of, has_compiled_build, mixed, report_of
from processes import children, communicated
from terminals import TELLING, started

from mlslcs_ref import Settings, Training, toy6x4, train
from mlslcs_ref.core.chromosome import Layout
from mlslcs_ref.core.classifier import Classifier
from mlslcs_ref.core.coverage import CoverageIndex
from mlslcs_ref.core.deletion import Deletion, LogVotes
from mlslcs_ref.core.draws import Draws, JavaDraws, PcgDraws
from mlslcs_ref.core.genes import BinaryGene, IntervalGene, NominalGene
from mlslcs_ref.core.learner import Learner
from mlslcs_ref.core.subsumption import Subsumption
from mlslcs_ref.rulesets.model_file import model_text
from mlslcs_ref.settings import PROFILES


@pytest.mark.parametrize("profile", PROFILES)
def test_both_builds_give_the_same_digests_model_files_and_printed_rules(profile: str) -> None:
    if not has_compiled_build():
        pytest.skip("no compiled build is installed, so there is nothing to compare")
    data = Path(os.environ.get("MLSLCS_REF_SHARED", ROOT.parent / "shared")) / "data"

    pure, compiled = report_of("pure", profile, data), report_of("compiled", profile, data)

    assert (pure.pop("build"), compiled.pop("build")) == (["pure"], ["compiled"])
    assert len(pure) >= 9
    assert pure.keys() == compiled.keys()
    assert [name for name in pure if pure[name] != compiled[name]] == []
    assert pure["0 and 1 for labels"][0] == pure["mixed, 4 labels"][0]


# ------------------------------------------------------------------------------------------------------ copy and pickle


def attributes(value: object) -> Iterator[str]:
    """Name the attributes of an object of either build, properties among them, or the fields of a data class."""
    if dataclasses.is_dataclass(value):
        yield from (field.name for field in dataclasses.fields(value))
        return
    yield from getattr(value, "__dict__", ())
    for cls in type(value).__mro__:
        for name, member in vars(cls).items():
            if inspect.isdatadescriptor(member) and not name.startswith("__"):
                yield name


def laid_out(value: Any, seen: dict[int, tuple[int, object]]) -> Any:  # noqa: PLR0911 - a case for each kind of value
    """Write down an object with all that it holds, as plain values; an object that comes again is only numbered."""
    if value is None or isinstance(value, bool | int | float | str | bytes):
        return repr(value)
    if isinstance(value, np.ndarray):  # not numbered: a dataset makes its arrays anew, which others may share
        return value.dtype.str, value.shape, value.tobytes()
    if id(value) in seen:
        return f"object {seen[id(value)][0]}"
    seen[id(value)] = len(seen), value  # kept, so that no other object gets its id
    if isinstance(value, bitarray):
        return value.to01(), value.endian
    if isinstance(value, np.random.PCG64):
        return repr(value.state)
    if isinstance(value, dict | MappingProxyType):
        return [(laid_out(key, seen), laid_out(entry, seen)) for key, entry in value.items()]
    if isinstance(value, list | tuple):
        return [type(value).__name__, *(laid_out(entry, seen) for entry in value)]
    if isinstance(value, frozenset):
        return ["frozenset", *sorted(repr(laid_out(entry, seen)) for entry in value)]
    if isinstance(value, array):
        return value.typecode, value.tobytes()
    assert type(value).__module__.startswith("mlslcs_ref."), f"what is in a {type(value)}?"
    found = {name: laid_out(getattr(value, name, "unset"), seen) for name in sorted(set(attributes(value)))}
    assert found, f"a {type(value)} without attributes"
    return type(value).__name__, found


def trained(profile: str = "paper") -> Training:
    """A run with every kind of attribute, in its midst."""
    training = Training(
        mixed(4), Settings.profile(profile, population_size=100, passes=10, theta_ga=20, p_hash=0.5), seed=5
    )
    training.advance(250)
    return training


def specimens() -> dict[str, object]:
    """One of each thing that people keep."""
    training = trained()
    learner = training.learner
    rule = learner.population.rules()[-1]
    for draws in (java := JavaDraws(3), pcg := PcgDraws(7)):
        draws.unit("test")
        assert draws.count == 1
    return {
        "Classifier": rule,
        "Consequent": rule.consequent,
        "Layout": learner.layout,
        "BinaryGene": BinaryGene(),
        "NominalGene": NominalGene(4, True),
        "IntervalGene": IntervalGene(0.0, 2.5, 6),
        "JavaDraws": java,
        "PcgDraws": pcg,
        "Population": learner.population,
        "Learner": learner,
        "Rule": training.ruleset()[-1],
        "RuleSet": training.ruleset(),
        "Model": training.model(),
        "Settings": training.settings,
        "Dataset": training.dataset,
    }


SPECIMENS = specimens()


def pickled(protocol: int) -> Callable[[Any], Any]:
    """Return what pickles and reads back by a protocol."""
    return lambda value: pickle.loads(pickle.dumps(value, protocol))  # noqa: S301 - it was written here


WAYS: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    **{f"pickle {protocol}": pickled(protocol) for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)},
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", SPECIMENS)
def test_a_copy_keeps_every_attribute(name: str, way: str) -> None:
    value = SPECIMENS[name]

    made = WAYS[way](value)

    assert type(made) is type(value)
    assert laid_out(made, {}) == laid_out(value, {})


def test_a_comparison_of_copies_sees_every_kind_of_attribute() -> None:
    """Otherwise the test above would prove nothing."""
    text = repr(laid_out(SPECIMENS["Learner"], {}))

    for name in (
        "_losses",
        "_niches",
        "holders",
        "cs",
        "ts",
        "d",
        "stamped_at",
        "_block",
        "_next",
        "theta_exp",
    ):
        assert f"'{name}'" in text
    assert "unset" not in text


def test_objects_travel_to_a_spawned_process_and_back() -> None:
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        back = pool.apply(copy.copy, (SPECIMENS,))
        digest = pool.apply(operator.methodcaller("digest"), (SPECIMENS["Learner"],))

    assert repr(laid_out(back, {})) == repr(laid_out(SPECIMENS, {}))
    assert digest == operator.methodcaller("digest")(SPECIMENS["Learner"])


def test_two_workers_of_joblib_give_what_one_gives() -> None:
    """Loky starts its workers anew and pickles by cloudpickle."""
    seeds = (1, 2)
    settings = Settings.paper(passes=1, clustering=False)
    models = [train(toy6x4(), settings, seed) for seed in seeds]
    with joblib.parallel_config(backend="loky", n_jobs=2):
        together = joblib.Parallel()(joblib.delayed(train)(toy6x4(), settings, seed) for seed in seeds)
        texts = joblib.Parallel()(joblib.delayed(model_text)(model) for model in models)

    assert [model_text(model) for model in together] == texts == [model_text(model) for model in models]


def test_nothing_done_to_a_rule_changes_the_run_that_it_came_from() -> None:
    training = trained()
    before = training.learner.digest()
    rule = training.ruleset()[0]

    with pytest.raises(TypeError):
        rule.chromosome.invert()
    with pytest.raises(AttributeError):
        rule.num = 7  # type: ignore[misc]
    with pytest.raises(TypeError):
        rule.consequent[training.dataset.schema.labels[0]] = True  # type: ignore[index]
    rule.to_dict()["then"].clear()
    assert training.learner.digest() == before
    assert all(type(held).__module__.startswith("mlslcs_ref.core") is False for held in vars(rule).values())


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("way", [name for name in WAYS if name != "copy"])
def test_a_copied_learner_goes_on_as_the_original_does(profile: str, way: str) -> None:
    learner = trained(profile).learner

    made: Learner = WAYS[way](learner)
    made.advance(200)
    half_way = learner.digest()
    learner.advance(200)

    assert half_way != learner.digest()
    assert (made.digest(), made.draws.count, made.steps) == (learner.digest(), learner.draws.count, learner.steps)


# ----------------------------------------------------------------------------------------------------------- subclasses


def test_a_stream_of_ones_own_is_drawn_from() -> None:
    class Counted(PcgDraws):
        n_units = 0

        def unit(self, purpose: str) -> float:
            self.n_units += 1
            return super().unit(purpose)

        def below(self, rate: float, n: int, purpose: str) -> bitarray:
            self.n_units += n
            return super().below(rate, n, purpose)

    class Constant(Draws):
        purposes: list[str]

        def unit(self, purpose: str) -> float:
            self.purposes.append(purpose)
            return 0.75

    settings = Settings.paper(population_size=50, passes=3)
    counted, constant = Counted(3), Constant()
    constant.purposes = []
    learners = [Learner(toy6x4(), settings, draws) for draws in (PcgDraws(3), counted, constant)]
    for learner in learners:
        learner.advance(100)

    assert learners[0].digest() == learners[1].digest()
    assert counted.n_units == counted.count > 0
    assert len(set(constant.purposes)) > 2
    assert pickle.loads(pickle.dumps(PcgDraws(3))).unit("x") == PcgDraws(3).unit("x")  # noqa: S301


def test_a_deletion_of_ones_own_decides_by_its_own_votes() -> None:
    population = trained().learner.population
    chosen = population.rules()[3]

    class Merciless(LogVotes):
        def vote(self, rule: Classifier) -> float:
            return 1.0 if rule is chosen else -1e9

    for rule in population.rules():
        rule.forget()

    assert Deletion(population, PcgDraws(0), Merciless(20)).delete_from_population() is chosen


def test_a_subsumption_of_ones_own_decides_who_is_able() -> None:
    learner = trained().learner
    asked: list[int] = []

    class Generous(Subsumption):
        def could_subsume(self, rule: Classifier) -> bool:
            asked.append(rule.serial)
            return True

    subsumption = Generous(learner.layout, learner.population, 10**6, 1.0, 0, False)
    rules = learner.population.rules()

    assert subsumption.does_subsume(rules[0], rules[0])
    assert asked == [rules[0].serial]


def test_a_gene_of_ones_own_decides_what_its_bounds_stand_for() -> None:
    class Squared(IntervalGene):
        def value(self, q: int) -> float:
            return float(super().value(q) ** 2)

    values = np.arange(16.0)[:, None]
    matched = []
    for gene in (IntervalGene(0.0, 15.0, 4), Squared(0.0, 15.0, 4)):
        layout = Layout([gene], 1)
        chromosome = bitarray(layout.size, "little")
        chromosome.setall(0)
        layout.put(chromosome, 0, gene.code(True, 2, 3))
        matched.append(CoverageIndex(layout, values).matched(chromosome).search(1))

    assert [list(positions) for positions in matched] == [[2, 3], [4, 5, 6, 7, 8, 9]]


# --------------------------------------------------------------------------------------------------------------- Ctrl-C


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT to send to one process")
@pytest.mark.parametrize("build", ["pure", "compiled"])
def test_ctrl_c_ends_a_run_that_would_take_for_ever(build: str, tmp_path: Path) -> None:
    if build == "compiled" and not has_compiled_build():
        pytest.skip("no compiled build is installed")
    words = ["run", "mlposition5", "--passes", "1000000", "--save", "model.json"]
    with started(sys.executable, "-c", TELLING, *words, cwd=tmp_path, env=environment_of(build)) as run:
        assert run.stderr is not None
        assert run.stderr.readline() == "training\n"
        others = children(run.pid)
        run.send_signal(signal.SIGINT)
        output, errors = communicated(run)

    assert run.returncode == 130
    assert output == ""
    assert "Traceback" not in errors
    assert errors.splitlines()[-1].endswith("interrupted")
    assert others == set()
    assert [path.name for path in tmp_path.iterdir()] == ["model.json"]
