"""Time limits: what takes longer is ended and has failed, whoever does the work, and nothing else changes."""

import dataclasses
import math
import os
from contextlib import closing
from pathlib import Path

import pytest
from processes import is_running, wait_until
from raising import raising

from mlslcs_ref._code import this_code
from mlslcs_ref.data.problems import toy6x4
from mlslcs_ref.errors import PlanError
from mlslcs_ref.experiments.grid import workers as workers_module
from mlslcs_ref.experiments.grid.plan import DatasetEntry, MethodEntry, Plan
from mlslcs_ref.experiments.grid.plan_file import parse_plan, plan_text
from mlslcs_ref.experiments.grid.plan_run import run_plan
from mlslcs_ref.experiments.grid.results import Results, UnitResult
from mlslcs_ref.experiments.grid.store import load_results
from mlslcs_ref.experiments.grid.summary import summary
from mlslcs_ref.experiments.grid.tasks import Task, perform, task_of
from mlslcs_ref.experiments.grid.workers import Child
from mlslcs_ref.experiments.rivals.boomer import PYTHON_VARIABLE

SETTINGS = {"population_size": 50, "clustering": False}
DATA = DatasetEntry("toy6x4", scheme="training", settings=SETTINGS)
QUICK = MethodEntry("quick", "mls-lcs", {"settings": {"passes": 1}})
ENDLESS = MethodEntry("endless", "mls-lcs", {"settings": {"passes": 100_000_000}})
BOTH = Plan("both", (DATA,), (QUICK, ENDLESS), time_limit=2)
LATE = ("TimeoutError", "not done within its time limit of 2 seconds, and was ended")


def task(method: MethodEntry, time_limit: float) -> Task:
    plan = Plan("p", (DATA,), (method,), time_limit=time_limit)
    return task_of(plan, plan.units()[0], "", this_code().sha256)


def in_process(some: Task) -> UnitResult:
    with closing(Child()) as child:
        return child.perform(some, toy6x4(), toy6x4())


def told(results: Results) -> list[tuple[str, str, str]]:
    """Return what has become of each unit: a status, and of a failure the type and the message."""
    return [(result.status, *(result.failure[:2] if result.failure else ("", ""))) for result in results]


def test_a_method_that_never_ends_fails_alone_and_is_no_number(tmp_path: Path) -> None:
    """With one job, too, as `experiment run --time-limit` in `tests/integration` has it."""
    results = run_plan(BOTH, tmp_path / "r", jobs=2)

    assert told(results) == [("done", "", ""), ("failed", *LATE)]
    assert results.with_status("failed")[0].seconds >= 2
    assert told(load_results(tmp_path / "r")) == told(results)
    row = summary(results)[-1]
    assert (row.method, row.way, row.n_done, row.n_failed) == ("endless", "", 0, 1)
    assert math.isnan(row.accuracy.mean)


def test_a_limit_that_is_not_reached_changes_no_result_and_no_digest(tmp_path: Path) -> None:
    plan = Plan("p", (DATA,), (QUICK,))
    free = run_plan(plan, tmp_path / "free")
    limited = run_plan(dataclasses.replace(plan, time_limit=600), tmp_path / "limited")

    assert [dataclasses.replace(result, seconds=0.0) for result in free] == [
        dataclasses.replace(result, seconds=0.0) for result in limited
    ]


def test_a_run_is_resumed_with_another_limit_or_none(tmp_path: Path) -> None:
    plan = Plan("p", (DATA,), (QUICK,), time_limit=0.0001)
    assert run_plan(plan, tmp_path / "r").with_status("failed")

    results = run_plan(dataclasses.replace(plan, time_limit=0.0), tmp_path / "r", resume=True)
    assert told(results) == [("done", "", "")]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no groups of processes")
def test_what_a_unit_has_started_ends_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """BOOMER is a program of another Python, here one that writes who it is and sleeps."""
    program, note = tmp_path / "python", tmp_path / "pid"
    program.write_text(f"#!/bin/sh\necho $$ > {note}\nexec sleep 100\n")
    program.chmod(0o755)
    monkeypatch.setenv(PYTHON_VARIABLE, str(program))
    result = in_process(task(MethodEntry("B", "boomer"), 1))
    wait_until(lambda: not is_running(int(note.read_text())))

    assert result.failure is not None
    assert result.failure.type == "TimeoutError"


def test_a_process_that_dies_before_its_time_is_a_failure_of_its_unit(monkeypatch: pytest.MonkeyPatch) -> None:
    for program in ("raise SystemExit(3)", "import os; os.write(1, b'+half'); os.abort()"):
        monkeypatch.setattr(workers_module, "PROGRAM", program)
        result = in_process(task(QUICK, 60))

        assert result.failure == workers_module.DIED


NOISE = """
import mlslcs_ref.experiments.mls_lcs as module
quiet = module.MlsLcs.evaluate
module.MlsLcs.evaluate = lambda *call: print("noise", flush=True) or quiet(*call)
"""


def test_what_a_method_prints_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    head, serve = workers_module.PROGRAM.rsplit("; ", 1)
    monkeypatch.setattr(workers_module, "PROGRAM", f"{head}{NOISE}{serve}")

    assert in_process(task(QUICK, 60)).status == "done"


def test_an_error_of_a_method_is_told_as_without_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PYTHON_VARIABLE, "/nowhere/python")
    wrong = task(MethodEntry("B", "boomer"), 60)
    alone = perform(dataclasses.replace(wrong, time_limit=0.0), toy6x4(), toy6x4())
    result = in_process(wrong)

    assert isinstance(result, UnitResult)
    assert result.failure == alone.failure
    assert alone.failure is not None


@pytest.mark.parametrize("limit", [-1.0, float("nan"), float("inf"), 1e9])
def test_a_limit_that_cannot_be_kept_is_refused(limit: float) -> None:
    with raising(PlanError, place="time_limit"):
        dataclasses.replace(BOTH, time_limit=limit)


def test_a_plan_tells_its_limit_and_one_without_is_silent() -> None:
    assert parse_plan(plan_text(BOTH)) == BOTH
    assert "time_limit" not in plan_text(dataclasses.replace(BOTH, time_limit=0.0))
    with raising(PlanError, place="time_limit"):
        parse_plan(plan_text(BOTH).replace("time_limit = 2", 'time_limit = "long"'))
