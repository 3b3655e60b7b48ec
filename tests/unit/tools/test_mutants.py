"""Making faults: what is changed, in which order, and what is said of those that nothing notices."""

import ast
import json
from pathlib import Path
from typing import Final

import mutants
import pytest
from folders import Write
from mutation.bench import Bench
from mutation.sites import faults_of, mutated
from mutation.trial import VOID, outcome
from specification import whole_suite

from mlslcs_ref import is_compiled

of_sources = pytest.mark.skipif(is_compiled(), reason="faults are made in sources, and the core is compiled")
OUTCOMES: Final = ("a/b/c/d", "", "", "trace t", VOID)
"""What notices faults: a vector, nothing twice, and a trace; the last changes nothing."""
SOURCE = '''"""A module."""

LIMIT: int = 3


def smallest(sizes, limit):
    """Return the smallest."""
    if not sizes and limit < LIMIT:
        raise ValueError("none at all, 3 < 4")
    found = sizes[0]
    for size in sizes[1:]:
        found = min(found, size)
    return found - limit
'''


@pytest.fixture(autouse=True)
def vectors_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mlslcs_ref.oracle.vectors.files.load_vectors", lambda _folder: whole_suite().vectors)


@pytest.fixture
def module(write: Write) -> Path:
    return write(SOURCE, "module.py")


def test_every_fault_is_another_program_and_each_is_made_once(module: Path) -> None:
    found = faults_of(module, "module.py")
    trees = [ast.unparse(mutated(module, fault.number)) for fault in found]

    assert [fault.number for fault in found] == list(range(len(found)))
    assert ast.unparse(ast.parse(SOURCE)) not in trees
    assert len({fault.name for fault in found}) == len(found)


def test_a_comparison_is_moved_turned_and_negated_and_a_condition_left_out(module: Path) -> None:
    words = {(fault.kind, fault.words) for fault in faults_of(module, "module.py")}

    assert {
        ("comparison", "Lt is LtE"),
        ("comparison", "Lt is Gt"),
        ("condition", "and, or exchanged"),
        ("condition", "condition 0 left out"),
        ("condition", "not left out"),
        ("constant", "0 is 1"),
        ("range", "slice without lower end"),
        ("loop", "loop from behind"),
        ("loop", "one round of a loop"),
        ("call", "min is max"),
        ("call", "arguments 0 and 1 exchanged"),
        ("arithmetic", "operands exchanged"),
        ("branch", "branch never taken"),
        ("width", "16 bits wide"),
        ("width", "unsigned"),
    } <= words


def test_annotations_docstrings_and_errors_are_left_alone(module: Path) -> None:
    found = faults_of(module, "module.py")

    assert {fault.place for fault in found} == {"smallest"}
    assert all(
        "none at all" in ast.unparse(mutated(module, fault.number)) for fault in found if fault.kind == "constant"
    )


def test_there_are_enough_faults_and_a_sample_is_the_same_every_time() -> None:
    assert len(mutants.faults("inference")) >= 1500
    assert mutants.sample("inference", 5) == mutants.sample("inference", 9)[:5]


@of_sources
@pytest.mark.parametrize(
    ("file", "model", "place"),
    [
        ("mlslcs_ref/core/roulette.py", False, "Roulette.spin"),
        ("specs/model/genetic.py", True, "spin"),
    ],
)
def test_a_comparison_turned_round_is_noticed_and_a_fault_that_changes_nothing_is_void(
    file: str, model: bool, place: str
) -> None:
    bench = Bench([file], model, {"roulette"})
    found = [fault for fault in faults_of(mutants.ROOT / file, file) if fault.place == place]
    turned = next(fault for fault in found if fault.words == "GtE is LtE")
    real_as_whole = next(fault for fault in found if fault.words == "16 bits wide")

    assert outcome(turned, bench).startswith("roulette/")
    assert outcome(real_as_whole, bench) == VOID


@of_sources
def test_a_fault_is_tried_on_the_cases_that_run_its_statement() -> None:
    file = "mlslcs_ref/core/clock.py"
    bench = Bench([file], False, {"ga-due"})
    found = faults_of(mutants.ROOT / file, file)
    of_authors = next(fault for fault in found if fault.place == "TruncatedGaDue.is_due")
    of_all = next(fault for fault in found if fault.place == "GaClock.__init__")

    settings = [bench.cases[number].vector.case["settings"] for number in bench.meeting(of_authors)]

    assert len(bench.meeting(of_all)) == len(bench.cases)
    assert 0 < len(settings) < len(bench.cases)
    assert all("authors" in each["profile"] or each.get("ga_due") == "truncated" for each in settings)


@pytest.mark.parametrize(
    ("noticed", "n", "ends"), [(97, 100, (0.9155, 0.9897)), (10, 10, (0.7225, 1.0)), (0, 0, (0.0, 1.0))]
)
def test_the_interval_is_wilsons(noticed: int, n: int, ends: tuple[float, float]) -> None:
    assert mutants.interval(noticed, n) == pytest.approx(ends, abs=1e-4)


def test_parts_are_tried_in_turn_as_long_as_there_is_time(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = {part: list(mutants.faults(part)[:n]) for part, n in (("core", 3), ("inference", 1))}
    monkeypatch.setattr(mutants, "verdicts_of", lambda _part, some: (mutants.Verdict(fault, "") for fault in some))

    in_time, too_late = mutants.tried(chosen, 60.0), mutants.tried(chosen, 0.0)

    assert {part: [verdict.fault for verdict in found] for part, found in in_time.items()} == chosen
    assert too_late == {"core": [], "inference": []}


def test_the_report_counts_no_equivalent_fault_and_names_what_is_not_explained() -> None:
    _first, second, third, *_others = faults = mutants.sample("core", 5)
    verdicts = {"core": list(map(mutants.Verdict, faults, OUTCOMES))}
    known = mutants.Reasons({second.name: "Nobody can tell."}, {})

    text = mutants.report([mutants.summary(7, verdicts)], known)

    assert f"| 7 | core | {len(mutants.faults('core'))} | 4 | 1 | 1 | 2 | 33.3% (" in text
    assert f"- {second.name}. Nobody can tell." in text
    assert f"- {third.name}. **Not explained.**" in text


def test_every_fault_that_nothing_noticed_is_explained_and_the_report_is_that_of_the_samples() -> None:
    known, samples = mutants.Reasons.read(), mutants.kept_samples()
    left = [name for name in mutants.unnoticed(samples) if not known.equivalent(name) and not known.closed(name)]

    assert left == []
    assert mutants.REPORT.read_text(encoding="utf-8") == mutants.report(samples, known)


def test_a_settled_sample_keeps_its_counts_and_no_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mutants, "SAMPLES", tmp_path)
    faults = mutants.sample("core", 4)
    found = {"core": list(map(mutants.Verdict, faults, OUTCOMES))}
    known = mutants.Reasons({faults[1].name: "Nobody can tell."}, {})
    sample = mutants.summary(7, found)
    (tmp_path / "7.json").write_text(json.dumps(sample), encoding="utf-8")

    mutants.settle(known)

    (settled,) = mutants.kept_samples()
    assert mutants.unnoticed([settled]) == []
    rows = [
        [line for line in mutants.report([one], reasons).splitlines() if line.startswith("|")]
        for one, reasons in ((sample, known), (settled, mutants.Reasons({}, {})))
    ]
    assert rows[0] == rows[1]
