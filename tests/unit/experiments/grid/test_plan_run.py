"""Running plans: the same results however they are come by, and nothing that is lost or mixed up."""

import dataclasses
import json
import math
import os
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

import pytest
from folders import units
from raising import raising

from mlslcs_ref._code import Code, this_code
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.loading import load_dataset
from mlslcs_ref.errors import DataError, DataWarning, OutputError, PlanError
from mlslcs_ref.experiments.folds import folds
from mlslcs_ref.experiments.grid import plan_run as plan_run_module
from mlslcs_ref.experiments.grid import tasks as tasks_module
from mlslcs_ref.experiments.grid.plan import DatasetEntry, MethodEntry, Plan
from mlslcs_ref.experiments.grid.plan_run import Watcher, run_plan
from mlslcs_ref.experiments.grid.results import UnitResult
from mlslcs_ref.experiments.grid.store import load_results
from mlslcs_ref.experiments.grid.summary import summary
from mlslcs_ref.experiments.grid.units import Unit
from mlslcs_ref.experiments.methods import Outcome
from mlslcs_ref.metrics import Scores

SETTINGS = {"passes": 1, "population_size": 50, "clustering": False, "theta_ga": 20}
SYSTEM = MethodEntry("MlS-LCS", "mls-lcs")
TEN = Plan("ten", (DatasetEntry("toy6x4", n_folds=10, settings=SETTINGS),), (SYSTEM,))
ARFF = "@relation r\n@attribute a numeric\n@attribute l1 {0,1}\n@attribute l2 {0,1}\n@data\n"
ROWS = "".join(f"{row % 7},{row % 2},{row // 4 % 2}\n" for row in range(16))


class Notes(Watcher):
    """Keeps what it hears."""

    def __init__(self) -> None:
        self.loaded: list[str] = []
        self.costs: dict[Unit, float] = {}
        self.kept: list[UnitResult] = []
        self.done: list[UnitResult] = []

    def loading(self, name: str) -> None:
        self.loaded.append(name)

    def begins(self, costs: Mapping[Unit, float], kept: Sequence[UnitResult]) -> None:
        self.costs, self.kept = dict(costs), list(kept)

    def finished(self, result: UnitResult) -> None:
        self.done.append(result)


class Stop(Notes):
    """Presses Ctrl-C when a number of units are done."""

    def __init__(self, after: int) -> None:
        super().__init__()
        self._after = after

    def finished(self, result: UnitResult) -> None:
        super().finished(result)
        if len(self.done) == self._after:
            raise KeyboardInterrupt


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a run of all ten folds."""
    folder = tmp_path_factory.mktemp("grid") / "whole"
    run_plan(TEN, folder)
    return folder


def test_a_run_gives_what_its_folder_holds(whole: Path) -> None:
    results = load_results(whole)

    assert results.plan == TEN
    assert [result.status for result in results] == ["done"] * 10
    assert set(results[TEN.units()[0]].scores) == {"pcut", "ival", "best"}
    assert results[TEN.units()[0]].versions["build"] in {"pure", "compiled"}


def test_folds_2_to_4_are_those_of_the_whole_run_with_their_numbers(whole: Path, tmp_path: Path) -> None:
    results = run_plan(TEN, tmp_path / "some", folds=(2, 4))

    assert [result.unit.fold for result in results.with_status("done")] == [2, 3, 4]
    assert sorted(units(tmp_path / "some")) == [f"toy6x4--MlS-LCS--fold-{n:02}--seed-1.json" for n in (2, 3, 4)]
    assert units(tmp_path / "some").items() <= units(whole).items()
    run_plan(TEN, tmp_path / "some", resume=True)
    assert units(tmp_path / "some") == units(whole)


@pytest.mark.parametrize("wanted", [(0, 1), (3, 2), (9, 11), (11, 11)])
def test_folds_that_the_plan_does_not_have_are_refused(tmp_path: Path, wanted: tuple[int, int]) -> None:
    with pytest.raises(PlanError):
        run_plan(TEN, tmp_path / "r", folds=wanted)

    assert not (tmp_path / "r").exists()


def test_the_number_of_jobs_changes_no_result(whole: Path, tmp_path: Path) -> None:
    run_plan(TEN, tmp_path / "r", jobs=3)

    assert units(tmp_path / "r") == units(whole)


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="children are looked up as Linux lists them")
def test_a_process_that_is_killed_loses_nothing(whole: Path, tmp_path: Path) -> None:
    class Killer(Notes):
        def finished(self, result: UnitResult) -> None:
            super().finished(result)
            if len(self.done) == 1:
                os.kill(next(iter(children())), signal.SIGKILL)

    watch = Killer()
    run_plan(TEN, tmp_path / "r", jobs=2, watch=watch)

    assert units(tmp_path / "r") == units(whole)
    assert len(watch.done) == 10
    assert children() == set()


def children() -> set[int]:
    """Return the processes that do units for this one."""
    lists = [path.read_text().split() for path in Path("/proc/self/task").glob("*/children")]
    found = {int(child) for listed in lists for child in listed}
    return {child for child in found if b"grid.workers" in Path(f"/proc/{child}/cmdline").read_bytes()}


class Falling:
    """A method that fails on one fold of toy6x4, or on none."""

    def __init__(self, fold: int) -> None:
        toy = load_dataset("toy6x4")
        self._test = toy.X[list(folds(toy, "label_sets", 10, 1)[fold - 1].test)] if fold else None

    def evaluate(self, train: Dataset, test: Dataset, seed: int) -> Outcome:  # noqa: ARG002
        if self._test is not None and (test.X[:3] == self._test[:3]).all():
            raise ValueError("this fold is too hard")
        return Outcome({"labels": Scores(0.5, 0.5, 0.5)}, {})


def test_a_fold_that_fails_is_told_and_counted_and_run_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks_module, "method_for", lambda *_call: Falling(2))
    results = run_plan(TEN, tmp_path / "r")
    (failed,) = results.with_status("failed")

    assert failed.unit.fold == 2
    assert failed.failure is not None
    assert failed.failure[:2] == ("ValueError", "this fold is too hard")
    assert "in evaluate" in failed.failure.where
    assert [(row.n_done, row.n_failed, row.n_units, row.complete) for row in summary(results)] == [(9, 1, 10, False)]
    assert len(units(tmp_path / "r")) == 10

    monkeypatch.setattr(tasks_module, "method_for", lambda *_call: Falling(0))
    watch = Notes()
    results = run_plan(TEN, tmp_path / "r", resume=True, watch=watch)
    assert [result.unit.fold for result in watch.done] == [2]
    assert len(watch.kept) == 9
    assert [(row.n_done, row.n_failed, row.complete) for row in summary(results)] == [(10, 0, True)]


def test_a_run_that_is_stopped_goes_on_where_it_was(whole: Path, tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        run_plan(TEN, tmp_path / "r", watch=Stop(3))
    kept = {path: path.read_bytes() for path in (tmp_path / "r" / "units").iterdir()}
    # what a run leaves that is killed while it writes
    (tmp_path / "r" / "units" / ".toy6x4--MlS-LCS--fold-04--seed-1.json.0123456789abcdef").write_text("{")
    watch = Notes()
    run_plan(TEN, tmp_path / "r", resume=True, watch=watch)

    assert len(kept) == 3
    assert {path: path.read_bytes() for path in kept} == kept
    assert len(watch.done) == 7
    assert units(tmp_path / "r") == units(whole)


def test_nothing_is_loaded_where_nothing_is_left_to_do(whole: Path) -> None:
    watch = Notes()
    run_plan(TEN, whole, resume=True, watch=watch)

    assert (watch.loaded, watch.costs, watch.done, len(watch.kept)) == ([], {}, [], 10)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seeds": (2,)}, "its seeds was (1,) and is (2,)"),
        ({"folds_seed": 2}, "its folds_seed was 1 and is 2"),
        ({"methods": (SYSTEM, MethodEntry("M", "mls-lcs"))}, "its methods were MlS-LCS and are MlS-LCS, M"),
        (
            {"methods": (MethodEntry("MlS-LCS", "mls-lcs", {"profile": "authors"}),)},
            "options of the method MlS-LCS was {} and is {'profile': 'authors'}",
        ),
        (
            {"datasets": (DatasetEntry("toy6x4", n_folds=5, settings=SETTINGS),)},
            "n_folds of the data set toy6x4 was 10",
        ),
    ],
)
def test_results_of_another_plan_are_not_resumed(whole: Path, change: dict[str, Any], message: str) -> None:
    before = units(whole)
    with pytest.raises(PlanError) as caught:
        run_plan(dataclasses.replace(TEN, **change), whole, resume=True)

    assert f"another plan: {message}" in caught.value.message
    assert units(whole) == before


def test_a_title_and_the_order_of_settings_make_no_other_plan(whole: Path) -> None:
    turned = dict(reversed(SETTINGS.items()))
    data = (DatasetEntry("toy6x4", n_folds=10, settings=turned),)

    assert not run_plan(Plan("ten", data, (SYSTEM,), title="ten folds"), whole, resume=True).with_status("missing")


def file_plan(folder: Path) -> Plan:
    data = (DatasetEntry("mine", file=str(folder / "d.arff"), labels=-2, n_folds=2, settings=SETTINGS),)
    return Plan("file", data, (SYSTEM,))


def test_results_of_other_data_are_not_resumed(tmp_path: Path) -> None:
    (tmp_path / "d.arff").write_text(ARFF + ROWS)
    run_plan(file_plan(tmp_path), tmp_path / "r", folds=(1, 1))
    (tmp_path / "d.arff").write_text(ARFF + ROWS.replace("3,", "4,", 1))
    with raising(PlanError, file=str(tmp_path / "r")):
        run_plan(file_plan(tmp_path), tmp_path / "r", resume=True)

    # the same data under another relation's name, with comments, are the same
    (tmp_path / "d.arff").write_text("% moved\n" + ARFF.replace("@relation r", "@relation s") + ROWS)
    assert not run_plan(file_plan(tmp_path), tmp_path / "r", resume=True).with_status("missing")


def test_results_of_other_code_are_not_resumed_and_what_differs_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_plan(TEN, tmp_path / "r", folds=(1, 1))
    before = units(tmp_path / "r")
    now = this_code()
    changed = Code("0.0.1", {**now.parts, "core": "0", "inference": "0"})
    monkeypatch.setattr(plan_run_module, "this_code", lambda: changed)
    with pytest.raises(PlanError) as caught:
        run_plan(TEN, tmp_path / "r", resume=True)

    for told in (now.release, "0.0.1", "core, inference", "--out"):
        assert told in caught.value.message
    assert units(tmp_path / "r") == before
    # what was run can still be looked at
    assert len(load_results(tmp_path / "r").with_status("done")) == 1


def test_code_that_is_installed_under_another_version_is_the_same_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_plan(TEN, tmp_path / "r", folds=(1, 1))
    monkeypatch.setattr(plan_run_module, "this_code", lambda: Code("9.9", this_code().parts))

    assert not run_plan(TEN, tmp_path / "r", folds=(1, 2), resume=True).with_status("failed")


def test_a_result_that_is_damaged_or_belongs_elsewhere_is_not_resumed(tmp_path: Path) -> None:
    run_plan(TEN, tmp_path / "r", folds=(1, 2))
    first, second = sorted((tmp_path / "r" / "units").iterdir())
    text = first.read_text()
    for changed in (text[: len(text) // 2], second.read_text(), text.replace('"digest": "', '"digest": "0')):
        first.write_text(changed)
        with pytest.raises(PlanError) as caught:
            run_plan(TEN, tmp_path / "r", resume=True)
        assert first.name in str(caught.value)


class Odd:
    """A method that ends in a way that is no result."""

    def __init__(self, end: Callable[[], Any]) -> None:
        self._end = end

    def evaluate(self, train: Dataset, test: Dataset, seed: int) -> Any:  # noqa: ARG002
        return self._end()


def outcome_of(score: float, fact: float = 0.0) -> Outcome:
    return Outcome({"labels": Scores(score, 0.5, 0.5)}, {"x": fact})


class MuteError(Exception):
    """An error that cannot say what it is."""

    def __str__(self) -> str:
        raise ValueError


def raised(error: BaseException) -> NoReturn:
    raise error


@pytest.mark.parametrize(
    ("end", "kind", "message"),
    [
        (lambda: sys.exit(3), "SystemExit", "3"),
        (
            lambda: outcome_of(math.inf),
            "ExperimentError",
            "accuracy by labels: expected a number from 0 to 1, found inf",
        ),
        (lambda: outcome_of(0.5, math.inf), "ExperimentError", "x: expected a finite number, found inf"),
        (lambda: Outcome({}, {}), "ExperimentError", "expected scores of at least one way of deciding, found none"),
        (lambda: None, "AttributeError", "'NoneType' object has no attribute 'scores'"),
        (lambda: raised(MuteError()), "MuteError", "no message"),
        (lambda: raised(ValueError("\ud800")), "ValueError", r"\ud800"),
    ],
)
def test_whatever_a_method_ends_in_is_the_failure_of_its_unit_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, end: Callable[[], Any], kind: str, message: str
) -> None:
    monkeypatch.setattr(tasks_module, "method_for", lambda *_call: Odd(end))
    results = run_plan(TEN, tmp_path / "r", folds=(1, 2))
    failures = [result.failure for result in results.with_status("failed")]

    assert [(failure.type, failure.message) for failure in failures if failure is not None] == [(kind, message)] * 2


def test_results_that_are_not_of_the_plan_beside_them_are_not_shown(tmp_path: Path) -> None:
    run_plan(TEN, tmp_path / "r", folds=(1, 2))
    plan, basis = tmp_path / "r" / "plan.toml", tmp_path / "r" / "experiment.json"
    text = plan.read_text()
    plan.write_text(text.replace("folds_seed = 1", "folds_seed = 2"))
    with pytest.raises(PlanError):
        load_results(tmp_path / "r")

    plan.write_text(text)
    basis.write_text(json.dumps({**json.loads(basis.read_text()), "data": {}}))
    with raising(PlanError, file=str(basis)):
        load_results(tmp_path / "r")


def test_a_folder_whose_code_is_not_what_its_digest_says_is_not_shown_and_not_resumed(tmp_path: Path) -> None:
    run_plan(TEN, tmp_path / "r", folds=(1, 1))
    basis = tmp_path / "r" / "experiment.json"
    document = json.loads(basis.read_text())
    for part, said in (("core", "0" * 12), ("more", "0" * 12), ("core", 1)):
        basis.write_text(json.dumps({**document, "code": {**document["code"], part: said}}))
        with pytest.raises(PlanError) as shown:
            load_results(tmp_path / "r")
        with pytest.raises(PlanError) as resumed:
            run_plan(TEN, tmp_path / "r", resume=True)
        assert {shown.value.file, resumed.value.file} == {str(basis)}


def test_a_new_folder_is_new_or_empty_or_was_only_just_begun(tmp_path: Path) -> None:
    (tmp_path / "r" / "units").mkdir(parents=True)
    (tmp_path / "r" / "plan.toml").touch()
    (tmp_path / "r" / ".experiment.json.0123456789abcdef").touch()
    run_plan(TEN, tmp_path / "r", folds=(1, 1))
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "notes.txt").touch()
    (tmp_path / "file").touch()

    for name in ("r", "other", "file"):
        with pytest.raises(OutputError):
            run_plan(TEN, tmp_path / name)


@pytest.mark.parametrize("name", ["nowhere", "empty"])
def test_a_folder_without_results_is_not_resumed(tmp_path: Path, name: str) -> None:
    (tmp_path / "empty").mkdir()
    with raising(PlanError, file=str(tmp_path / name)):
        run_plan(TEN, tmp_path / name, resume=True)


def test_data_that_cannot_be_had_or_divided_end_a_run_before_it_begins(tmp_path: Path) -> None:
    missing = dataclasses.replace(TEN, datasets=(*TEN.datasets, DatasetEntry("x", file=str(tmp_path / "x.arff"))))
    many = dataclasses.replace(TEN, datasets=(DatasetEntry("toy6x4", n_folds=65),))
    with pytest.raises(DataError):
        run_plan(missing, tmp_path / "r")
    with raising(PlanError, place="data set 'toy6x4': n_folds"):
        run_plan(many, tmp_path / "r")

    assert not (tmp_path / "r").exists()


def test_training_data_may_be_tested_on_and_given_files_may_be_the_split(tmp_path: Path) -> None:
    (tmp_path / "a.arff").write_text(ARFF + ROWS)
    (tmp_path / "b.arff").write_text(ARFF + "3,1,0\n3,1,0\n0,1,1\n")
    data = (
        DatasetEntry("toy6x4", scheme="training", settings=SETTINGS),
        DatasetEntry(
            "pair",
            file=str(tmp_path / "a.arff"),
            test_file=str(tmp_path / "b.arff"),
            labels=("l1", "l2"),
            scheme="split",
            settings={**SETTINGS, "passes": 20},
        ),
    )
    results = run_plan(Plan("p", data, (SYSTEM,), seeds=(1, 2)), tmp_path / "r")

    assert [result.status for result in results] == ["done"] * 4
    toy, _other, pair, _fourth = results
    assert toy.scores["best"].accuracy == toy.facts["train_accuracy_best"]
    assert pair.scores["best"].accuracy != pair.facts["train_accuracy_best"]


def test_a_test_file_is_read_as_its_training_file_was(tmp_path: Path, recwarn: pytest.WarningsRecorder) -> None:
    """The days of the first 12 rows could be months too; the training file tells."""
    rows = [f"{day:02d}/03/2021,{day}.5,{day % 2}" for day in range(1, 29)]
    (tmp_path / "a.csv").write_text("\n".join(["since,cost,dear", *rows, ""]))
    (tmp_path / "b.csv").write_text("\n".join(["since,cost,dear", *rows[2:5], ""]))
    entry = DatasetEntry(
        "pair", file=str(tmp_path / "a.csv"), test_file=str(tmp_path / "b.csv"), labels=("dear",), scheme="split"
    )
    found = tasks_module.load_data(Plan("p", (entry,), (SYSTEM,)), entry)

    assert found.test.X.tolist() == found.train.X[2:5].tolist()
    assert [str(warning.message) for warning in recwarn if warning.category is DataWarning] == []
