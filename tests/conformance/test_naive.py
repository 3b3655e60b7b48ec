"""The second implementation passes all, and a fault in it is traced to the clause that it breaks."""

import importlib.util
import itertools
import sys
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import pytest
from executors import naive
from repo.source import ROOT

from mlslcs_ref.oracle.answers import Answer
from mlslcs_ref.oracle.clients import LocalClient, ProcessClient
from mlslcs_ref.oracle.known import KnownFailures
from mlslcs_ref.oracle.protocol import parsed_answer, parsed_description
from mlslcs_ref.oracle.runner import Run, judge_of, run_vectors
from mlslcs_ref.oracle.session import Limits
from mlslcs_ref.oracle.suite import Suite, load_suite
from mlslcs_ref.oracle.suspects import suspects

SOURCE: Final = ROOT / "tools" / "executors" / "naive.py"
TRACES: Final = sorted((ROOT / "specs" / "traces").glob("*.trace.jsonl.gz"))
RECORDED: Final = ("mlposition4-small", "toy6x4-small", "toy6x4-tiny")
"""The recorded runs that are short enough: the others take hours here."""

FAULTS: Final[Mapping[str, tuple[str, str, str]]] = {
    "cs moves towards the largest correct set": ("UPD-3", "cs_min = min(sizes)", "cs_min = max(sizes)"),
    "an update counts a wrong decision as indifference": ("UPD-1", "rule.wrong += 1", "rule.indifferent += 1"),
    "crossover exchanges another label": (
        "GEN-4",
        "for i in (world.label_start(label), world.label_start(label) + 1):",
        "for i in (world.label_start(0), world.label_start(0) + 1):",
    ),
    "mutation draws once for two bits": (
        "GEN-6",
        "        if draw() < world.settings.mutation_rate:",
        "        u = draw() if i % 2 == 0 else u\n        if u < world.settings.mutation_rate:",
    ),
    "experience equal to theta_exp is enough for subsumption": (
        "SUB-1",
        "able = rule.exp > settings.theta_exp",
        "able = rule.exp >= settings.theta_exp",
    ),
    "the first of equally strong rules absorbs": (
        "SUB-5",
        "        merit = (rule.num * discounted_of(world.settings, rule), rule.exp)\n        if merit >= best:",
        "        merit = (rule.num * discounted_of(world.settings, rule), rule.exp)\n        if merit > best:",
    ),
    "deletion leaves num out": ("DEL-1", "spin([rule.num * exponential(", "spin([exponential("),
    "a rule of experience theta_del votes as a young one": (
        "DEL-2",
        "young = rule.exp < settings.theta_del",
        "young = rule.exp <= settings.theta_del",
    ),
    "a vote goes to another label": (
        "INF-1",
        "            votes[label] = round32(w) if by_accuracy else w",
        "            votes[-1 - label] = round32(w) if by_accuracy else w",
    ),
    "the label that triggered covering never becomes indifferent": (
        "COV-2",
        'if label == focus and world.settings.covering_focus == "specific":',
        "if label == focus:",
    ),
    "covering draws for the label that triggered it": (
        "COV-6",
        'if label == focus and world.settings.covering_focus == "specific":',
        'if label == focus and world.settings.covering_focus == "specific" and draw() < 1:',
    ),
    "a GA is due a moment too early": (
        "CYC-2",
        "return (clock - settings.theta_ga) * S > T",
        "return (clock - settings.theta_ga) * S >= T",
    ),
    "control takes from the first of equally unfit rules": (
        "CTL-1",
        "if fitness_of(world.settings, rule) <= fitness_of(world.settings, loser):",
        "if fitness_of(world.settings, rule) < fitness_of(world.settings, loser):",
    ),
    "the wheel does not stop at equality": ("GEN-3", "if run >= goal and", "if run > goal and"),
    "two empty label sets count nothing": (
        "MET-A",
        "(1.0 if either == 0 else both / either)",
        "(both / max(either, 1))",
    ),
}
"""Single faults: the clause that each breaks, a text of the source, and what stands there instead."""


def described(module: Any) -> Any:
    """What the implementation says of itself."""
    return parsed_description(module.description())


def answering(module: Any) -> Callable[[Mapping[str, Any]], Answer]:
    """How the implementation answers, in this process."""
    seq = itertools.count()

    def answer(case: Mapping[str, Any]) -> Answer:
        number = next(seq)
        return parsed_answer({"seq": number, **module.respond(case)}, number)

    return answer


def run_of(module: Any) -> Run:
    """The run of the whole suite."""
    client = LocalClient(described(module), answering(module))
    return run_vectors(suite().vectors, client, judge_of(suite()), KnownFailures(), 3)


@cache
def suite() -> Suite:
    return load_suite(ROOT / "specs")


def loaded(path: Path) -> ModuleType:
    """The module of a file that is no part of anything."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module  # dataclasses look there
    try:
        spec.loader.exec_module(module)
    finally:
        del sys.modules[path.stem]
    return module


def test_it_passes_every_vector() -> None:
    run = run_of(naive)

    assert run.verdict == "passed"
    assert {result.status for result in run.results} <= {"pass", "other"}
    assert {vector.format for vector in suite().vectors} == set(naive.FORMATS)


def test_it_speaks_the_protocol() -> None:
    limits = Limits(case=60.0, start=60.0, stop=60.0, line=10_000_000, faults=3)

    with ProcessClient([sys.executable, str(SOURCE)], limits) as client:
        run = run_vectors(
            suite().selected(["settings", "pcg64", "update"]), client, judge_of(suite()), KnownFailures(), 3
        )

    assert run.verdict == "passed"
    assert run.description == described(naive)


@pytest.mark.parametrize(
    "path",
    [pytest.param(path, id=path.name, marks=[pytest.mark.slow] if "toy6x4" in path.name else []) for path in TRACES],
)
def test_it_replays_every_trace(path: Path) -> None:
    assert naive.replay_trace(naive.read_lines(path)) is None


@pytest.mark.slow
@pytest.mark.parametrize("name", RECORDED)
def test_it_replays_recorded_runs(name: str) -> None:
    assert naive.replay_recording(naive.read_lines(ROOT / "specs" / "traces" / "authors" / f"{name}.jsonl.gz")) is None


def test_a_trace_that_was_changed_is_refuted_where_it_was_changed() -> None:
    lines = naive.read_lines(ROOT / "specs" / "traces" / "whole-run-paper.trace.jsonl.gz")
    place, event = next((place, line) for place, line in enumerate(lines) if line["phase"] == "deletion")
    changed = [*lines[:place], event | {"num": event["num"] + 1}, *lines[place + 1 :]]

    difference = naive.replay_trace(changed)

    assert difference is not None
    assert difference.startswith(f"step {event['step']}, deletion: num:")
    assert naive.replay_trace(lines[:-1]) is not None


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_located_at_the_clause_that_it_breaks(name: str, tmp_path: Path) -> None:
    clause, sound, faulty = FAULTS[name]
    source = SOURCE.read_text(encoding="utf-8")
    assert source.count(sound) == 1
    copy = tmp_path / "faulty_naive.py"
    copy.write_text(source.replace(sound, faulty), encoding="utf-8")

    run = run_of(loaded(copy))

    assert run.verdict == "failed"
    assert clause in [suspect.clause for suspect in suspects(run.results)][:3]
