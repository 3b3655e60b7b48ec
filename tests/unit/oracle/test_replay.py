"""Comparing a run with a recording, state by state."""

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from raising import raising
from unit.oracle.builders import N_STEPS, records, written

from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.problems import mlposition, toy6x4
from mlslcs_ref.errors import TraceError
from mlslcs_ref.oracle.traces.diff import TraceDifference, TraceReport, replay_trace
from mlslcs_ref.oracle.traces.files import open_trace, write_trace
from mlslcs_ref.oracle.traces.recordings import open_recording

Records = list[dict[str, Any]]
Change = Callable[[Records], None]
FIELDS: Final = ("bits", "num", "exp", "tp", "msa", "fitness", "cs", "ts")
OTHER_KINDS: Final[tuple[object, ...]] = ("x", [], {}, float("nan"), float("inf"))
LAST: Final = 48
"""A line with a population: the state after the last step."""


@pytest.fixture(scope="module")
def recorded() -> Records:
    """A run, recorded; to be copied before it is changed."""
    return records()


def replayed(
    lines: Records,
    folder: Path,
    train: Dataset | None = None,
    test: Dataset | None = None,
    progress: Callable[[int], None] | None = None,
) -> TraceReport:
    """Replay a recording, and its conversion, of which the same must be said."""
    run = open_recording(written(folder / "run.jsonl.gz", lines))
    trace = run.trace(mlposition(3) if train is None else train, test)
    report = replay_trace(trace, progress)
    write_trace(folder / "run.trace.jsonl", (record for _line, record in trace.lines()))
    assert replay_trace(open_trace(folder / "run.trace.jsonl")) == report
    return report


def difference_of(report: TraceReport) -> TraceDifference:
    assert report.difference is not None
    return report.difference


def changed(recorded: Records, line: int, **changes: object) -> Records:
    lines = copy.deepcopy(recorded)
    lines[line].update(changes)
    return lines


def with_rule(recorded: Records, line: int, rule: int, field: str, value: object) -> Records:
    lines = copy.deepcopy(recorded)
    lines[line]["population"][rule][FIELDS.index(field)] = value
    return lines


def test_a_run_agrees_with_its_own_recording(recorded: Records, tmp_path: Path) -> None:
    report = replayed(recorded, tmp_path)

    assert report == TraceReport(50, 48, 12, 11, 48, None)
    assert report.agrees


def test_states_may_be_few_and_the_run_is_completed_before_it_is_evaluated(recorded: Records, tmp_path: Path) -> None:
    report = replayed([recorded[0], recorded[5], recorded[48]], tmp_path)

    assert report == TraceReport(4, 2, 1, 11, N_STEPS, None)


@pytest.mark.parametrize(
    ("n_states", "what"), [(0, "no states"), (1, "end at step 1, the run at step 48"), (47, "end at step 47")]
)
def test_a_recording_cut_at_the_end_of_a_line_is_incomplete(
    n_states: int, what: str, recorded: Records, tmp_path: Path
) -> None:
    report = replayed(recorded[: n_states + 1], tmp_path)

    assert report.difference is None
    assert not report.agrees
    assert what in str(report.incomplete)


def test_a_run_whose_states_end_early_is_not_completed(recorded: Records, tmp_path: Path) -> None:
    """It may have a billion passes to go, by what its header says."""
    settings = recorded[0]["settings"] | {"passes": 10**9}
    report = replayed(changed(recorded[:31], 0, settings=settings), tmp_path)

    assert (report.difference, report.agrees, report.n_evaluations, report.steps) == (None, False, 0, 30)
    assert "end at step 30" in str(report.incomplete)


def test_a_recording_without_an_evaluation_is_incomplete(recorded: Records, tmp_path: Path) -> None:
    none = replayed(changed(recorded, 0, evaluation={}), tmp_path)
    lacking = {name: value for name, value in recorded[0]["evaluation"].items() if name != "exactmatch_ival"}
    one_less = replayed(changed(recorded, 0, evaluation=lacking), tmp_path)

    assert (none.agrees, none.n_evaluations, none.steps) == (False, 0, N_STEPS)
    assert (one_less.agrees, one_less.n_evaluations) == (False, 10)
    assert "exactmatch_ival" in str(one_less.incomplete)


def test_without_the_test_file_that_is_named_nothing_is_evaluated(recorded: Records, tmp_path: Path) -> None:
    lines = copy.deepcopy(recorded)
    lines[0]["settings"]["test"] = "t.arff"

    without, other = replayed(lines, tmp_path), replayed(lines, tmp_path, test=mlposition(3).reordered([7, *range(7)]))
    assert (without.agrees, without.n_evaluations) == (True, 0)
    assert (other.agrees, other.n_evaluations) == (True, 11)


def test_progress_is_told_after_every_state(recorded: Records, tmp_path: Path) -> None:
    steps: list[int] = []
    replayed(recorded, tmp_path, progress=steps.append)

    assert steps == list(range(1, N_STEPS + 1))


@pytest.mark.parametrize("field", ["instance", "draws", "macro", "micro", "crc32"])
def test_every_value_of_a_state_is_compared(field: str, recorded: Records, tmp_path: Path) -> None:
    for line in (1, 7):
        wanted = "ffffffff" if field == "crc32" else recorded[line][field] + 1
        report = replayed(changed(recorded, line, **{field: wanted}), tmp_path)
        found = recorded[line][field]
        assert report.difference == TraceDifference(line + 1, line, "checkpoint", None, field, wanted, found)
        assert (report.n_checkpoints, report.steps, report.n_evaluations) == (line - 1, line - 1, 0)


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("rule", [0, -1])
def test_every_field_of_every_rule_is_compared(field: str, rule: int, recorded: Records, tmp_path: Path) -> None:
    """Reals differ from 1e-9 * max(1, |recorded|) on, whole numbers by 1, bits by one. Clauses: PAR-1."""
    population = recorded[LAST]["population"]
    found = population[rule][FIELDS.index(field)]
    wanted = found[:-1] + ("0" if found[-1] == "1" else "1") if field == "bits" else found + 1
    report = replayed(with_rule(recorded, LAST, rule, field, wanted), tmp_path)

    path = f"population/{rule % len(population)}/{field}"
    assert report.difference == TraceDifference(LAST + 1, LAST, "checkpoint", None, path, wanted, found)
    assert (report.n_checkpoints, report.n_populations) == (47, 11)


@pytest.mark.parametrize("field", ["tp", "msa", "fitness", "cs"])
@pytest.mark.parametrize(("share", "agrees"), [(0.5e-9, True), (-0.5e-9, True), (2e-9, False), (-2e-9, False)])
def test_reals_agree_within_1e_9_of_the_larger_of_1_and_the_recorded_one(
    field: str, share: float, agrees: bool, recorded: Records, tmp_path: Path
) -> None:
    """Clauses: PAR-1."""
    position = FIELDS.index(field)
    population = recorded[LAST]["population"]
    rule = max(range(len(population)), key=lambda rule: float(population[rule][position]))
    found = population[rule][position]
    report = replayed(with_rule(recorded, LAST, rule, field, found + share * max(1.0, found)), tmp_path)

    assert (report.difference is None) is agrees


@pytest.mark.parametrize(
    ("field", "wanted"),
    [*((field, None) for field in FIELDS), *(("cs", wanted) for wanted in OTHER_KINDS)],
    ids=repr,
)
def test_a_recorded_value_of_another_kind_is_a_difference(
    field: str, wanted: object, recorded: Records, tmp_path: Path
) -> None:
    difference = difference_of(replayed(with_rule(recorded, LAST, 0, field, wanted), tmp_path))

    assert (difference.step, difference.field) == (LAST, f"population/0/{field}")


EVALUATED: Final = (
    "threshold_pcut",
    "threshold_ival",
    *(
        f"{metric}_{method}"
        for method in ("pcut", "ival", "best")
        for metric in ("accuracy", "hammingloss", "exactmatch")
    ),
)


def moved(recorded: Records, *names: str, by: float) -> Records:
    evaluation = recorded[0]["evaluation"]
    return changed(recorded, 0, evaluation=evaluation | {name: evaluation[name] + by for name in names})


def test_thresholds_and_metrics_agree_within_1e_6(recorded: Records, tmp_path: Path) -> None:
    report = replayed(moved(recorded, *EVALUATED, by=0.9e-6), tmp_path)

    assert (report.difference, report.n_evaluations) == (None, 11)


@pytest.mark.parametrize(
    ("name", "change"),
    [*((name, 1.1e-6) for name in EVALUATED), ("threshold_ival", -1.1e-6), ("accuracy_best", 0.5)],
)
def test_every_threshold_and_metric_is_compared(name: str, change: float, recorded: Records, tmp_path: Path) -> None:
    report = replayed(moved(recorded, name, by=change), tmp_path)
    wanted = recorded[0]["evaluation"][name] + change
    difference = difference_of(report)

    assert (difference.step, difference.phase, difference.field) == (N_STEPS, "footer", f"evaluation/{name}")
    assert (difference.wanted, difference.found) == (wanted, pytest.approx(recorded[0]["evaluation"][name]))
    assert (report.n_checkpoints, report.n_evaluations) == (48, 0)


def test_states_after_the_end_of_the_run_are_refused(recorded: Records, tmp_path: Path) -> None:
    with raising(TraceError, line=50):
        replayed([*recorded, recorded[1] | {"step": 49}], tmp_path)


def test_data_with_another_number_of_labels_are_refused(recorded: Records, tmp_path: Path) -> None:
    with raising(TraceError, file=str(tmp_path / "run.jsonl.gz")):
        replayed(recorded, tmp_path, toy6x4())


def test_other_data_differ(recorded: Records, tmp_path: Path) -> None:
    """The same instances in another order."""
    report = replayed(recorded, tmp_path, mlposition(3).reordered([7, 6, 5, 4, 3, 2, 1, 0]))

    assert difference_of(report).step == 1


@pytest.mark.parametrize("seed", [2**63, -(2**63) - 1, 10**30])
def test_a_seed_that_java_does_not_have_is_refused(seed: int, recorded: Records, tmp_path: Path) -> None:
    """As something wrong with the file."""
    lines = copy.deepcopy(recorded)
    lines[0]["settings"]["seed"] = seed

    with pytest.raises(TraceError):
        replayed(lines, tmp_path)
