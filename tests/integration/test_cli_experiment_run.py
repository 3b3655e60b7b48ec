"""`experiment run` and its pages."""

import json
import re
import sys
import warnings
from pathlib import Path

import pytest
from terminals import CommandLine

from mlslcs_ref.atomic import write_text
from mlslcs_ref.cli.experiment.run import results_page
from mlslcs_ref.cli.screen import page_text
from mlslcs_ref.data.reading import Reading
from mlslcs_ref.documents.look import Look
from mlslcs_ref.errors import OutputError
from mlslcs_ref.experiments.grid.store import load_results
from mlslcs_ref.experiments.rivals.boomer import PYTHON_VARIABLE

PLAN = """
name = "pair"
title = "Two data sets"
seeds = [1, 2]
[[datasets]]
name = "toy6x4"
scheme = "training"
settings = { population_size = 50, passes = 1, clustering = false }
[[datasets]]
name = "mlposition3"
n_folds = 2
settings = { population_size = 50, passes = 1, clustering = false }
[[methods]]
name = "MlS-LCS"
kind = "mls-lcs"
"""
# BOOMER runs in another Python, and there is none here
FAILING = PLAN + '[[methods]]\nname = "BOOMER"\nkind = "boomer"\ndatasets = ["toy6x4"]\n'


@pytest.fixture
def plan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a file of a plan in the current folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(PYTHON_VARIABLE, "/nowhere/python")
    (tmp_path / "pair.toml").write_text(PLAN)
    (tmp_path / "failing.toml").write_text(FAILING)
    return tmp_path / "pair.toml"


def test_a_pipe_gets_a_record_for_each_data_set_method_and_way_of_deciding(cli: CommandLine, plan: Path) -> None:
    outcome = cli.piped("experiment", "run", plan)
    lines = outcome.out.splitlines()
    records = [line.split("\t") for line in lines if not line.startswith("#")]

    assert outcome.status == 0
    assert lines[0] == "# pair: 6 of 6 units done"
    assert lines[-1] == "# results: pair-results"
    assert [record[:7] for record in records[1:]] == [
        [data, "MlS-LCS", "", way, n, "0", n] for data, n in (("toy6x4", "2"), ("mlposition3", "4")) for way in WAYS
    ]
    assert len({len(record) for record in records}) == 1


WAYS = ("pcut", "ival", "best")


def test_own_data_are_read_as_the_plan_says(cli: CommandLine, plan: Path) -> None:
    """With semicolons and decimal commas, and a cell that is a missing value: read otherwise, x would be nominal."""
    rows = "".join(f"{number},5;{number % 2};{1 - number % 2}\n" for number in range(8))
    (plan.parent / "own.csv").write_text(f"x;a;b\nNA;0;1\n{rows}")
    (plan.parent / "own.toml").write_text(
        """
        name = "own"
        [[datasets]]
        name = "own"
        file = "own.csv"
        labels = -2
        scheme = "training"
        reading = { delimiter = ";", decimal = ",", missing = ["NA"] }
        settings = { population_size = 50, passes = 1, clustering = false }
        [[methods]]
        name = "MlS-LCS"
        kind = "mls-lcs"
        """
    )
    outcome = cli.piped("experiment", "run", "own.toml")

    (entry,) = load_results(plan.parent / "own-results").plan.datasets
    assert (outcome.status, outcome.out.splitlines()[0]) == (0, "# own: 1 of 1 units done")
    assert entry.reading == Reading(delimiter=";", decimal=",", missing=("NA",))
    assert cli.piped("experiment", "tune", "own.csv", "--labels=-2", *FAST).status == 2
    assert cli.piped("experiment", "tune", "own.csv", "--labels=-2", *FAST, *READING, "--out", "tuned").status == 0
    assert json.loads((plan.parent / "tuned" / "search.json").read_text())["dataset"]["reading"] == {
        "delimiter": ";",
        "decimal": ",",
        "missing": ["NA"],
    }
    assert cli.piped("experiment", "tune", "--resume", "tuned").status == 0


READING = ("--delimiter", ";", "--decimal", ",", "--missing", "NA")
FAST = (
    *("--quiet", "--passes", "2", "--most-passes", "2", "--every", "1", "--no-clustering"),
    *("--candidates", "p_label_hash=0.1", "--candidates", "p_hash=0.3"),
    *("--candidates", "theta_ga=20", "--candidates", "population_size=50"),
)


@pytest.mark.parametrize(("width", "decimals"), [(60, 1), (80, 2), (140, 2)])
def test_a_terminal_gets_tables_that_fit(
    cli: CommandLine,
    plan: Path,
    width: int,
    decimals: int,
) -> None:
    cli.piped("experiment", "run", plan, "--quiet")
    shown = cli.shown("experiment", "run", "--resume", "pair-results", width=width)
    rows = [line for line in shown.out.splitlines() if line.startswith("MlS-LCS")]

    assert max(map(len, shown.out.splitlines())) <= width
    assert shown.out.count("method ") == 2
    assert len(rows) == 6
    for row, way in zip(rows, WAYS * 2, strict=True):
        number = rf"\d+\.\d{{{decimals}}} ±\d+\.\d{{{decimals}}}"
        assert re.fullmatch(rf"MlS-LCS +{way.upper()} +[24] +{number} +{number} +{number}", row)


def test_everything_is_one_document(cli: CommandLine, plan: Path) -> None:
    document = json.loads(cli.piped("experiment", "run", plan, "--json", "--folds", "2").out)

    assert document["counts"] == {"units": 6, "done": 2, "failed": 0, "missing": 4}
    assert [unit["status"] for unit in document["units"]] == [*["missing"] * 4, "done", "done"]
    assert [row["n_done"] for row in document["summary"]] == [0, 2, 2, 2]
    assert document["summary"][0]["accuracy"] == {"mean": None, "sd": None}
    assert set(document["units"][4]["scores"]) == set(WAYS)


def test_a_unit_that_fails_is_told_at_once_and_at_the_end_and_by_the_status(cli: CommandLine, plan: Path) -> None:
    outcome = cli.piped("experiment", "run", plan.with_name("failing.toml"), "--out", "r")
    shown = cli.shown("experiment", "run", "--resume", "r")

    assert (outcome.status, shown.status) == (1, 1)
    assert len(re.findall(r"^failed: toy6x4, BOOMER, fold 1, seed [12]: UsageError: ", outcome.err, re.MULTILINE)) == 2
    assert outcome.out.startswith("# pair: 6 of 8 units done, 2 failed\n")
    assert "\ntoy6x4\tBOOMER\t\t\t0\t2\t2\tundefined\t" in outcome.out
    assert re.search(r"^BOOMER +0 of 2 +- +- +-$", shown.out, re.MULTILINE)
    assert shown.out.count("failed: toy6x4, BOOMER") == 2
    assert shown.out.endswith("  python -m mlslcs_ref experiment run --resume r\n")


def test_calls_that_cannot_be_meant_are_refused(cli: CommandLine, plan: Path) -> None:
    cli.piped("experiment", "run", plan, "--folds", "1", "--quiet")
    for argv, message in [
        ((), "expected a plan: a file, or one of "),
        ((plan,), "pair-results already has results"),
        ((plan, "--resume", "pair-results", "--out", "x"), "or --resume (an old one), found both"),
        ((plan, "--folds", "3-2", "--out", "x"), "expected folds such as 2-4 or 3, found '3-2'"),
        ((plan, "--folds", "0", "--out", "x"), "expected folds such as 2-4 or 3, found '0'"),
        ((plan, "--folds", "2-3", "--out", "x"), "folds 2-3: expected folds from 1 to 2"),
        ((plan, "--jobs", "0", "--out", "x"), "expected a whole number from 1, found '0'"),
        (("pare", "--out", "x"), "'pare': expected a file or a plan of the package"),
        ((plan.with_name("failing.toml"), "--resume", "pair-results"), "its methods were MlS-LCS and are MlS-LCS, BOO"),
        (("--resume", "nowhere"), "nowhere: expected a folder of results, found no experiment.json in it"),
    ]:
        assert message in cli.refused("experiment", "run", *argv)
    assert not Path("x").exists()


def test_a_terminal_without_the_sign_gets_two_letters_for_it(cli: CommandLine, plan: Path) -> None:
    cli.piped("experiment", "run", plan, "--quiet")
    look = Look(terminal=True, colour=False, width=80, ascii=True)
    text = page_text(results_page(Path("r"), load_results("pair-results"), look), look)

    assert " +-" in text
    assert text.isascii()


def test_the_comparison_does_not_go_on_with_another_plan(cli: CommandLine, plan: Path) -> None:
    cli.piped("experiment", "run", plan, "--folds", "1", "--quiet")
    before = sorted(path.name for path in Path("pair-results").rglob("*"))
    assert "experiment run --resume pair-results" in cli.refused("experiment", "benchmark", "--resume", "pair-results")
    assert sorted(path.name for path in Path("pair-results").rglob("*")) == before


@pytest.mark.usefixtures("plan")
def test_a_comparison_with_boomer_does_not_resume_without_its_python(
    cli: CommandLine, shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = ("--data-dir", shared / "data", "--folds", "1", "--quiet")
    made = ("--data", "flags", "--methods", "BOOMER", "--boomer", sys.executable, "--out", "b")
    assert cli.piped("experiment", "benchmark", *made, *there).status == 1
    before = sorted(Path("b/units").iterdir())
    monkeypatch.delenv(PYTHON_VARIABLE)

    assert PYTHON_VARIABLE in cli.refused("experiment", "benchmark", "--resume", "b", *there)
    assert sorted(Path("b/units").iterdir()) == before


ENDLESS = (
    PLAN.replace("[1, 2]", "[1]")
    + """[[methods]]
name = "endless"
kind = "mls-lcs"
datasets = ["toy6x4"]
settings = { passes = 100000000 }
"""
)


def test_a_unit_that_takes_longer_than_the_option_says_is_a_failure_with_its_reason(
    cli: CommandLine, plan: Path
) -> None:
    plan.write_text(ENDLESS)
    outcome = cli.piped("experiment", "run", plan, "--time-limit", "1.5", "--out", "r")
    shown = cli.shown("experiment", "run", plan, "--resume", "r", "--folds", "2", "--quiet")
    reason = "endless, fold 1, seed 1: TimeoutError: not done within its time limit of 1.5 seconds, and was ended"

    assert outcome.status == 1
    assert outcome.out.startswith("# pair: 3 of 4 units done, 1 failed\n")
    assert reason in outcome.out
    assert reason in outcome.err
    assert re.search(r"^endless +0 of 1 +- +- +-$", shown.out, re.MULTILINE)
    # the folder keeps the limit for those who go on
    assert "time_limit = 1.5\n" in Path("r", "plan.toml").read_text()


@pytest.mark.parametrize("limit", ["-1", "soon", "nan", "1e9"])
def test_a_time_limit_is_told_in_seconds(cli: CommandLine, plan: Path, limit: str) -> None:
    assert f"'{limit}'" in cli.refused("experiment", "run", plan, f"--time-limit={limit}")
    assert not Path("pair-results").exists()


@pytest.mark.parametrize("width", [60, 80, 140])
def test_a_dry_run_tells_what_would_be_run_and_writes_nothing(cli: CommandLine, plan: Path, width: int) -> None:
    before = sorted(path.name for path in plan.parent.iterdir())
    shown = cli.shown("experiment", "run", plan, "--dry-run", "--folds", "2", width=width)
    lines = shown.out.splitlines()

    assert (shown.status, shown.err) == (0, "")
    assert lines[0] == "pair: 2 of 6 units would be run"
    assert re.search(r"^mlposition3 +MlS-LCS +2$", shown.out, re.MULTILINE)
    assert "toy6x4" not in shown.out
    assert max(map(len, lines)) <= width
    assert sorted(path.name for path in plan.parent.iterdir()) == before


def test_a_dry_run_of_what_was_begun_tells_what_is_left(cli: CommandLine, plan: Path) -> None:
    cli.piped("experiment", "run", plan, "--folds", "1", "--quiet")
    before = {path: path.stat().st_mtime_ns for path in Path("pair-results").rglob("*")}
    document = json.loads(cli.piped("experiment", "run", "--resume", "pair-results", "--dry-run", "--json").out)

    assert [(unit["dataset"], unit["fold"], unit["seed"]) for unit in document["units"]] == [
        ("mlposition3", 2, 1),
        ("mlposition3", 2, 2),
    ]
    assert document["folder"] == "pair-results"
    assert {path: path.stat().st_mtime_ns for path in Path("pair-results").rglob("*")} == before


def test_a_dry_run_refuses_what_the_run_would_refuse(cli: CommandLine, plan: Path) -> None:
    cli.piped("experiment", "run", plan, "--folds", "1", "--quiet")
    wrong = plan.with_name("wrong.toml")
    wrong.write_text(PLAN + "population = 3\n")
    for argv, message in [
        ((plan,), "pair-results already has results"),
        ((plan, "--out", "."), "expected a new or empty folder"),
        ((plan, "--out", "x", "--folds", "3"), "expected folds from 1 to 2"),
        ((wrong, "--out", "x"), "population: expected one of "),
        ((plan.with_name("failing.toml"), "--resume", "pair-results"), "the results are from another plan"),
    ]:
        real, dry = (cli.piped("experiment", "run", *argv, *more) for more in ((), ("--dry-run",)))
        assert (dry.status, dry.out) == (2, "")
        assert message in dry.err
        assert dry.err == real.err


def test_a_dry_run_needs_no_library_and_names_those_that_the_run_needs(
    cli: CommandLine, plan: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert cli.piped("experiment", "run", plan, "--folds", "1", "--quiet").status == 0
    rivals = PLAN.replace("pair", "rivals") + '[[methods]]\nname = "BR"\nkind = "br"\n'
    Path("rivals.toml").write_text(rivals)
    for name in ("sklearn", "sklearn.multioutput", "threadpoolctl", "tomli_w"):
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.delitem(sys.modules, "mlslcs_ref.experiments.rivals.chains", raising=False)
    monkeypatch.delitem(sys.modules, "mlslcs_ref.experiments.rivals.base_learners", raising=False)

    new, resumed = (("rivals.toml",), ("--resume", "pair-results"))
    for argv, n_units, missing in (
        (new, 12, {"sklearn", "threadpoolctl", "tomli_w"}),
        (resumed, 2, {"threadpoolctl", "tomli_w"}),
    ):
        outcome = cli.piped("experiment", "run", *argv, "--dry-run", "--json")
        document = json.loads(outcome.out)
        assert len(document["units"]) == n_units
        assert {re.search(r"needs (\w+);", text)[1] for text in document["missing"]} == missing  # type: ignore[index]
        assert all(text in cli.piped("experiment", "run", *argv, "--dry-run").out for text in document["missing"])
        assert document["missing"][0] in cli.refused("experiment", "run", *argv)
    assert not Path("rivals-results").exists()


def test_every_plan_of_the_package_can_be_looked_at_before_its_data_are_there(cli: CommandLine, plan: Path) -> None:
    for name in ("toy", "quick", "benchmark", "benchmark-mediamill"):
        outcome = cli.piped("experiment", "run", name, "--dry-run")
        assert outcome.status == 0
        assert outcome.out.startswith(f"# {name}: ")
    assert [path.name for path in plan.parent.iterdir() if path.is_dir()] == []


def test_what_was_tested_on_training_data_is_said_to_be(cli: CommandLine, plan: Path) -> None:
    both = cli.shown("experiment", "run", plan, "--quiet", width=140).out
    plan.write_text(PLAN.replace("n_folds = 2", 'scheme = "training"'))
    alone = cli.shown("experiment", "run", plan, "--quiet", "--out", "r", width=140).out

    assert "on test data, which are the training data of toy6x4" in both
    assert "on the training data, which are also the test data" in alone


def test_who_has_results_is_told_how_to_show_them(cli: CommandLine, plan: Path) -> None:
    assert "  python -m mlslcs_ref experiment report pair-results" in cli.shown("experiment", "run", plan).out
    quiet = cli.shown("experiment", "run", "--resume", "pair-results", "--quiet").out
    assert "experiment report" not in quiet


def test_what_is_said_of_data_files_is_a_note_and_no_error_whatever_python_makes_of_warnings(
    cli: CommandLine, plan: Path
) -> None:
    """It is said once by what learns, in the words of the command line, and not at all by what shows results."""
    rows = "".join(f"{n % 7},2024-01-{n % 28 + 1:02},{n % 2}\n" for n in range(40))
    Path("days.csv").write_text(f"x,since,l\n{rows}")
    plan.write_text(PLAN.replace('name = "mlposition3"', 'name = "days"\nfile = "days.csv"\nlabels = -1'))
    tune = "--labels -1 --candidates p_label_hash=0.1 --candidates p_hash=0.3,0.5 --candidates theta_ga=300"
    tune += " --candidates population_size=50 --most-passes 1 --every 1 --out tuned"
    for argv, n_notes in (
        (["run", plan], 1),
        (["tune", "days.csv", *tune.split()], 1),
        (["report", "pair-results", "tuned"], 0),
    ):
        with warnings.catch_warnings(action="error"):
            outcome = cli.piped("experiment", *argv, *(["--quiet"] if n_notes else []))
        notes = [line for line in outcome.err.splitlines() if "'since'" in line]
        assert (outcome.status, len(notes)) == (0, n_notes), outcome.err
        assert all("--drop since" in line for line in notes)


@pytest.mark.parametrize("action", ["run", "tune"])
def test_a_disk_that_becomes_full_leaves_what_is_done_and_says_how_to_continue(
    cli: CommandLine, plan: Path, monkeypatch: pytest.MonkeyPatch, action: str
) -> None:
    tune = "mlposition3 --candidates p_label_hash=0.1 --candidates p_hash=0.3,0.5 --candidates theta_ga=300"
    tune += " --candidates population_size=50 --most-passes 1 --every 1 --out pair-results"
    words = ["experiment", action, *([str(plan)] if action == "run" else tune.split()), "--quiet"]
    written: list[str] = []

    def fills(path: str | Path, text: str) -> None:
        if len(written) > 4:
            raise OutputError("No space left on device", str(path))
        written.append(str(path))
        write_text(path, text)

    with monkeypatch.context() as patch:
        patch.setattr("mlslcs_ref.experiments.grid.store.write_text", fills)
        message = cli.refused(*words)
    resumed = cli.piped("experiment", action, "--resume", "pair-results", "--quiet")

    assert "--resume pair-results" in message
    assert resumed.status == 0
