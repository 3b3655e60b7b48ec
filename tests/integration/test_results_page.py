"""Folders of results as a page: what it tells, what it keeps to itself, and how it looks in a browser."""

import dataclasses
import json
import re
import shutil
from pathlib import Path
from typing import Any, Final

import pytest
from browsers import CONTRAST, accessible, assert_quiet, opened
from html_pages import Markup
from terminals import CommandLine
from unit.experiments.made_results import made_plan, made_results, paper_plan, paper_results

pytest.importorskip("matplotlib", reason="matplotlib is in the extras `experiments` and `dev`")
pytest.importorskip("scipy", reason="scipy is in the extras `experiments` and `dev`")
pytest.importorskip("tomli_w", reason="tomli-w is in the extras `experiments` and `dev`")

from mlslcs_ref._code import Code
from mlslcs_ref.cli.experiment.benchmark import benchmark_page
from mlslcs_ref.documents.look import Look
from mlslcs_ref.documents.terminal import terminal_text
from mlslcs_ref.experiments.artificial.study import Study, artificial_plan
from mlslcs_ref.experiments.benchmark.board import Board
from mlslcs_ref.experiments.benchmark.tables import duel, way_rows
from mlslcs_ref.experiments.grid.plan import MethodEntry
from mlslcs_ref.experiments.grid.plan_run import run_plan
from mlslcs_ref.experiments.grid.results import Results
from mlslcs_ref.experiments.grid.store import Basis, ResultStore
from mlslcs_ref.experiments.grid.tasks import task_of
from mlslcs_ref.experiments.grid.units import Unit
from mlslcs_ref.metrics import METRICS

CODE: Final = Code("0.1.0", {"core": "0123456789ab"})
HOSTILE: Final = "<img src=x onerror=alert(1)> | **b** {{ 7 }}"


def write(results: Results, folder: Path) -> Path:
    """Write results that nobody has run as a folder of them."""
    store = ResultStore(folder)
    data = {entry.name: "of no data" for entry in results.plan.datasets}
    with store.begun(results.plan, Basis(CODE.sha256, data), CODE):
        for unit, result in results.found.items():
            digest = task_of(results.plan, unit, data[unit.dataset], CODE.sha256).digest
            store.write(dataclasses.replace(result, digest=digest))
    return folder


def faulty() -> Results:
    """Return results with a method of a hostile name, a failure, and a fold that was not run."""
    methods = [MethodEntry("MlS-LCS", "mls-lcs"), MethodEntry("BR", "br"), MethodEntry(HOSTILE, "cc")]

    def accuracy(unit: Unit, _way: str) -> float | None:
        if (unit.method, unit.fold) == ("BR", 2):
            return None
        return float("nan") if (unit.method, unit.fold) == (HOSTILE, 3) else 0.5

    return made_results(made_plan(methods=methods, title=f"made {HOSTILE}"), accuracy)


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder that holds the paper's numbers as results, a real study of a few runs, and faulty results."""
    whole = tmp_path_factory.mktemp("results")
    write(paper_results(paper_plan()), whole / "a-benchmark")
    run_plan(artificial_plan("paper", [Study("toy6x4", "toy6x4", 4)], [0.0, 0.9], 2, 4), whole / "b-artificial")
    write(faulty(), whole / "c-faulty")
    return whole


@pytest.fixture(scope="module")
def page(folders: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a page about all of them."""
    from mlslcs_ref.cli import main

    out = tmp_path_factory.mktemp("page")
    assert main(["experiment", "report", str(folders), "--out", str(out)]) == 0
    return out


# ---------------------------------------------------------------------------------------------------------- the files


def test_the_page_is_html_and_markdown_with_its_figures(page: Path) -> None:
    names = sorted(path.name for path in page.iterdir())
    figures = [name for name in names if name.endswith(".svg")]
    markdown = (page / "report.md").read_text(encoding="utf-8")

    assert set(names) == {"index.html", "report.md", *figures}
    assert len(figures) == 4
    for name in figures:
        assert f"]({name})" in markdown
        assert (page / name).read_text(encoding="utf-8").startswith("<svg xmlns=")


def test_the_page_asks_for_nothing_outside_and_runs_nothing(page: Path) -> None:
    found = Markup((page / "index.html").read_text(encoding="utf-8"))
    ids = {attrs["id"] for _tag, attrs in found.tags if "id" in attrs}

    assert not set(found.names) & {"script", "img", "iframe", "object"}
    found.assert_alone()
    assert {(attrs["href"] or "")[1:] for tag, attrs in found.tags if tag == "a"} <= ids
    assert HOSTILE in found.text


@pytest.mark.parametrize("name", ["index.html", "report.md"])
def test_the_page_tells_what_is_in_the_folders(page: Path, name: str) -> None:
    text = (page / name).read_text(encoding="utf-8")
    plain = re.sub(r"\\(?=[^\w\s])", "", text).replace("&lt;", "<")

    # every part
    for heading in (
        "claims",
        "Artificial problems",
        "Table 4",
        "Table 5",
        "Data",
        "How it was run: benchmark",
    ):
        assert heading in plain
    # the paper's numbers, as ours and as the paper's, with the spread of equal folds
    assert "64.33" in plain
    assert "± 0.00" in plain
    assert "paper 64.33" in plain
    # a failure, without the folder in which it happened
    assert "could not read x.arff" in plain
    assert "somewhere" not in plain
    assert "Units that were not run: 1 of " in plain
    # a mean over fewer folds is marked
    assert "50.00*" in plain or "50.00\\*" in text
    assert "2 of 3 units" in plain
    # verdicts of each kind
    for outcome in ("reproduced", "not reproduced", "not testable"):
        assert outcome in plain


def test_no_folder_of_this_machine_is_on_the_page(folders: Path, page: Path) -> None:
    for path in page.iterdir():
        text = path.read_text(encoding="utf-8")
        assert str(folders) not in text
        assert str(Path.home()) not in text


def test_the_same_folders_give_the_same_bytes(cli: CommandLine, folders: Path, page: Path, tmp_path: Path) -> None:
    outcome = cli.piped("experiment", "report", folders, "--out", tmp_path / "again")

    assert outcome == (0, f"{tmp_path / 'again' / 'index.html'}\n{tmp_path / 'again' / 'report.md'}\n", "")
    for path in page.iterdir():
        assert (tmp_path / "again" / path.name).read_bytes() == path.read_bytes()


def test_one_folder_has_its_page_inside(cli: CommandLine, folders: Path, tmp_path: Path) -> None:
    shutil.copytree(folders / "c-faulty", tmp_path / "results")
    outcome = cli.piped("experiment", "report", tmp_path / "results")

    assert outcome.status == 0
    assert (tmp_path / "results" / "page" / "index.html").is_file()


@pytest.mark.parametrize(
    ("argv", "part"),
    [
        (["nowhere"], "expected a folder of results, found none"),
        (["empty"], "found no plan.toml"),
        (["damaged"], "expected JSON of the result of a unit"),
        (["c-faulty", "--out", "file"], "expected a directory for the page, found a file"),
        (["c-faulty", "--out", "deep/deeper"], "the directory does not exist"),
    ],
)
def test_what_is_no_folder_of_results_is_refused(
    cli: CommandLine, folders: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, argv: list[str], part: str
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("c-faulty", "damaged"):
        shutil.copytree(folders / "c-faulty", name)
    next(Path("damaged/units").iterdir()).write_text("{", encoding="utf-8")
    Path("empty").mkdir()
    Path("file").touch()
    before = sorted(map(str, Path().rglob("*")))
    assert part in cli.refused("experiment", "report", *argv)
    assert sorted(map(str, Path().rglob("*"))) == before


# ------------------------------------------------------------------------------------------------------- the terminal


@pytest.mark.parametrize("width", [60, 80, 140])
def test_tables_fit_a_terminal_with_every_number(width: int) -> None:
    results = paper_results(paper_plan())
    board = Board(results)
    duels = [duel(board, metric) for metric in METRICS]
    look = Look(terminal=True, colour=False, width=width, ascii=False)
    text = terminal_text(benchmark_page(Path("r"), results, way_rows(board), duels, look, advice=False), look)

    assert max(map(len, text.splitlines())) <= width
    # a row in a line, not a number in a line
    assert re.search(r"^flags +IVAL +64\.33 +0\.00 +0\.00 +64\.33$", text, re.MULTILINE)
    assert re.search(r"^scene +RAkEL +67\.56 +0\.00 +0\.00 +3 +67\.56 +3$", text, re.MULTILINE)
    assert re.search(r"^RAkEL +2\.71 +2\.29 +1\.43 +2\.14$", text, re.MULTILINE)
    assert "rejected at 0.05" in text


def test_failures_are_told_on_the_terminal() -> None:
    results = faulty()
    board = Board(results)
    look = Look(terminal=True, colour=False, width=100, ascii=False)
    duels = [duel(board, metric) for metric in METRICS]
    text = terminal_text(benchmark_page(Path("r"), results, way_rows(board), duels, look), look)

    assert "Of 12 units 1 failed and 1 were not run" in text
    assert "50.00*" in text
    assert "ValueError: could not read" in text


# -------------------------------------------------------------------------------------------------------- the command


def test_the_comparison_is_run_shown_written_and_resumed(
    cli: CommandLine, shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With flags itself, two methods and one pass: first three folds, then the others."""
    monkeypatch.setenv("MLSLCS_REF_DATA", str(shared / "data"))
    out = tmp_path / "results"
    part = ("--data", "flags", "--methods", "CC,MlS-LCS", "--passes-share", "0.001")
    first = cli.shown("experiment", "benchmark", *part, "--folds", "1-3", "--out", out, width=80)
    again = cli.piped("experiment", "benchmark", "--resume", out, "--json", "--quiet")
    document = json.loads(again.out)

    assert first.status == 0
    assert "14 were not run" in first.out
    assert again.status == 0
    assert {record["n_done"] for record in document["records"]} == {10}
    assert (out / "tables.csv").read_text(encoding="utf-8").count("\n") == 1 + len(document["records"])
    assert [record["paper"] for record in document["records"]][:3] == [63.46, 64.33, 58.19]
    assert "with --resume" in cli.refused("experiment", "benchmark", "--resume", out, "--data", "flags")


def test_a_data_set_that_nobody_has_is_refused(cli: CommandLine, tmp_path: Path) -> None:
    error = cli.refused("experiment", "benchmark", "--data", "flag", "--out", tmp_path / "results")

    assert "did you mean flags?" in error
    assert list(tmp_path.iterdir()) == []


def test_an_interpreter_that_nobody_has_is_refused_before_anything_is_run(cli: CommandLine, tmp_path: Path) -> None:
    out = tmp_path / "results"
    error = cli.refused("experiment", "benchmark", "--data", "flags", "--boomer", tmp_path / "none", "--out", out)

    assert "--boomer: expected a Python interpreter" in error
    assert not out.exists()


# -------------------------------------------------------------------------------------------------------- the browser


@pytest.mark.parametrize(("width", "dark"), [(1400, False), (800, True), (400, False), (320, True)])
def test_no_screen_has_errors_scrolls_sideways_or_hides_a_text(
    browser: Any, page: Path, width: int, dark: bool
) -> None:
    assert_quiet(browser, page / "index.html", width, dark)
    contrast, where = browser.execute_script(CONTRAST)
    assert contrast >= 4.5, where


def test_a_screen_reader_meets_tables_on_a_phone_too(browser: Any, page: Path) -> None:
    for width in (1400, 400):
        opened(browser, page / "index.html", width)
        roles = [node["role"]["value"] for node in accessible(browser)]

        assert roles.count("table") >= 15
        assert roles.count("rowheader") >= 60
        assert roles.count("main") == 1
        assert "navigation" in roles
