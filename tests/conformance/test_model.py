"""The model passes all, cites the clauses that it follows, and a fault in it is traced to the clause that it breaks."""

import ast
import re
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest
from local_clients import model_client
from model_copies import faulty_copy, imported_copy
from repo.source import ROOT
from specification import whole_suite
from speclint import Specification

from mlslcs_ref.oracle.clients import ProcessClient
from mlslcs_ref.oracle.executor_process import Limits
from mlslcs_ref.oracle.known import KnownFailures
from mlslcs_ref.oracle.protocol import parsed_description
from mlslcs_ref.oracle.runner import Run, judge_of, run_vectors
from mlslcs_ref.oracle.suspects import suspects
from model import executor as model_executor
from model.formats import FORMATS
from model.recordings import replay_recording
from model.traces import read_lines, replay_trace

MODEL: Final = ROOT / "specs" / "model"
TRACES: Final = sorted((ROOT / "specs").glob("*/*.trace.jsonl.gz"))
RECORDED: Final = ("mlposition4-small", "toy6x4-small", "toy6x4-tiny")
"""The recorded runs that are short enough: the others take hours here."""

SLOW: Final = re.compile("toy6x4|crowd-|half-|many-instances")
"""The traces that take the model seconds."""

MANY: Final = (
    *("*/drawn/*", "*/large/*", "*/many/*", "*/three-hundred/*", "*/*/*/more-than-255-*"),
    *("compaction/*", "k-means/*"),
)
"""The vectors that take the model long; faults, of which none is in clustering or compaction, are located without."""

CLAUSE: Final = re.compile(r"\b(?:REP|PAR|CYC|MAT|UPD|COV|GEN|SUB|DEL|CTL|INI|INF|MET|PRB|FIN|RND|EXT)-(?:\d+|[A-D])\b")
PAGE: Final = re.compile(r"README|`[\w/-]+\.md`")

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


def run_of(executor: Any, skip: Sequence[str] = ()) -> Run:
    """The run of the suite, but for what is skipped."""
    return run_vectors(
        whole_suite().selected(skip=skip), model_client(executor), judge_of(whole_suite()), KnownFailures(), 3
    )


def cited(function: ast.FunctionDef | ast.ClassDef) -> set[str]:
    """The clauses that a docstring names."""
    return set(CLAUSE.findall(ast.get_docstring(function) or ""))


def definitions(path: Path) -> list[ast.FunctionDef | ast.ClassDef]:
    """The functions and classes of a chapter, methods included."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef)]


def test_every_function_cites_a_clause_or_a_page() -> None:
    """By its id, or by the page of `specs/` and the heading that it follows."""
    found = [(path.name, each) for path in sorted(MODEL.glob("*.py")) for each in definitions(path)]
    silent = [
        (name, each.name)
        for name, each in found
        if not cited(each) and not PAGE.search(ast.get_docstring(each) or "") and name != "__main__.py"
    ]

    assert [pair for pair in silent if pair[1] not in {"rounded", "predicted", "__init__"}] == []
    assert set().union(*(cited(each) for _, each in found)) <= set(clauses())


def test_every_chapter_of_the_reference_is_a_chapter_of_the_model() -> None:
    """And every clause that holds is cited somewhere in it, but for the one that puts the extension together."""
    chapters = {path.stem for path in (ROOT / "specs" / "clauses").glob("*.md")} - {"README"}
    everywhere = set().union(*(set(CLAUSE.findall(path.read_text(encoding="utf-8"))) for path in MODEL.glob("*.py")))

    assert chapters <= {path.stem for path in MODEL.glob("*.py")}
    assert set(clauses()) - {"EXT-8"} <= everywhere


@cache
def clauses() -> list[str]:
    """The ids of all clauses that hold."""
    return [clause.id for clause in Specification(ROOT).clauses if not clause.successor]


def test_it_passes_every_vector() -> None:
    run = run_of(model_executor)

    assert run.verdict == "passed"
    assert {result.status for result in run.results} <= {"pass", "other"}
    assert {vector.format for vector in whole_suite().vectors} | {"trace"} == set(FORMATS)


def test_it_speaks_the_protocol() -> None:
    limits = Limits(case=60.0, start=60.0, stop=60.0, line=10_000_000, faults=3)

    with ProcessClient([sys.executable, str(MODEL)], limits) as client:
        run = run_vectors(
            whole_suite().selected(["settings", "pcg64", "update"]), client, judge_of(whole_suite()), KnownFailures(), 3
        )

    assert run.verdict == "passed"
    assert run.description == parsed_description(model_executor.description())


@pytest.mark.parametrize(
    "path",
    [pytest.param(path, id=path.name, marks=[pytest.mark.slow] if SLOW.search(path.name) else []) for path in TRACES],
)
def test_it_replays_every_trace(path: Path) -> None:
    assert replay_trace(read_lines(path)) is None


@pytest.mark.slow
@pytest.mark.parametrize("name", RECORDED)
def test_it_replays_recorded_runs(name: str) -> None:
    assert replay_recording(read_lines(ROOT / "specs" / "traces" / "authors" / f"{name}.jsonl.gz")) is None


def test_a_trace_that_was_changed_is_refuted_where_it_was_changed() -> None:
    lines = read_lines(ROOT / "specs" / "traces" / "whole-run-paper.trace.jsonl.gz")
    place, event = next((place, line) for place, line in enumerate(lines) if line["phase"] == "deletion")
    changed = [*lines[:place], event | {"num": event["num"] + 1}, *lines[place + 1 :]]

    difference = replay_trace(changed)

    assert difference is not None
    assert difference.startswith(f"step {event['step']}, deletion: num:")
    assert replay_trace(lines[:-1]) is not None


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_located_at_the_clause_that_it_breaks(name: str, tmp_path: Path) -> None:
    clause, sound, faulty = FAULTS[name]
    with imported_copy(faulty_copy(tmp_path, sound, faulty)) as executor:
        run = run_of(executor, MANY)

    assert run.verdict == "failed"
    assert clause in [suspect.clause for suspect in suspects(run.results)][:3]
