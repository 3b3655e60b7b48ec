"""Seeding faults: who is tried, what is reported, and how it ends."""

import subprocess
from pathlib import Path

import mutants
import pytest
from suite.fault import Fault, faults_of

EXPLAINED = "Nobody can tell."
FAULTS = faults_of(
    "metrics.py",
    ("MET-A", "one", "two", "one is two"),
    ("MET-A", "three", "four", "three is four"),
    ("MET-B", "five", "six", "five is six", EXPLAINED),
)


@pytest.fixture
def survivors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The words of the faults that nothing notices, in a package of one module."""
    unnoticed: set[str] = set()

    def first_failure(fault: Fault | None) -> str:
        return "" if fault is None or fault.words in unnoticed else "metrics/values/paper/all-right"

    (tmp_path / "metrics.py").write_text("one three five\n", encoding="utf-8")
    monkeypatch.setattr(mutants, "PACKAGE", tmp_path)
    monkeypatch.setattr(mutants, "REPORT", tmp_path / "mutants.md")
    monkeypatch.setattr(mutants, "faults", lambda: FAULTS)
    monkeypatch.setattr(mutants, "first_failure", first_failure)
    return unnoticed


def test_a_survivor_that_is_explained_is_all_right(survivors: set[str]) -> None:
    survivors.add("five is six")

    assert mutants.main([]) == 0
    report = mutants.REPORT.read_text(encoding="utf-8")
    assert "Of 3 faults 2 are noticed." in report
    assert f"- MET-B, `metrics.py`: five is six. {EXPLAINED}\n" in report
    assert "| MET-A | `metrics.py` | one is two | `metrics/values/paper/all-right` |" in report


def test_a_survivor_that_is_not_explained_is_a_failure(survivors: set[str], capsys: pytest.CaptureFixture[str]) -> None:
    survivors |= {"one is two", "five is six"}

    assert mutants.main([]) == 1
    assert "survives: MET-A metrics.py: one is two" in capsys.readouterr().out
    assert "**Not explained.**" in mutants.REPORT.read_text(encoding="utf-8")


@pytest.mark.usefixtures("survivors")
def test_an_explanation_that_is_wrong_is_a_failure(capsys: pytest.CaptureFixture[str]) -> None:
    assert mutants.main([]) == 1
    assert "noticed, but explained: MET-B" in capsys.readouterr().out


@pytest.mark.usefixtures("survivors")
def test_some_faults_can_be_chosen_and_nothing_is_written(capsys: pytest.CaptureFixture[str]) -> None:
    assert mutants.main(["--only", "MET-A"]) == 0
    assert "2 faults, 2 noticed" in capsys.readouterr().out
    assert not mutants.REPORT.exists()


@pytest.mark.usefixtures("survivors")
def test_a_fault_without_a_place_stops_everything(capsys: pytest.CaptureFixture[str]) -> None:
    (mutants.PACKAGE / "metrics.py").write_text("one three three five\n", encoding="utf-8")

    assert mutants.main([]) == 2
    assert "three is four: the text is there 2 times" in capsys.readouterr().err


def test_a_package_that_fails_as_it_is_stops_everything(
    survivors: set[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(mutants, "first_failure", lambda fault: "" if fault else "scs/share/solutions/half")

    assert survivors == set()
    assert mutants.main([]) == 2
    assert "fails scs/share/solutions/half as it is" in capsys.readouterr().err


def test_a_copy_that_never_answers_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(*_words: object, **_options: object) -> None:
        raise subprocess.TimeoutExpired("python", mutants.SECONDS)

    monkeypatch.setattr(subprocess, "run", run)

    assert mutants.first_failure(None) == f"no answer within {mutants.SECONDS} seconds"


def test_a_real_fault_is_noticed_by_a_vector_of_its_clause() -> None:
    """One copy of the package, one fault, all vectors: what the tool does for each."""
    fault = next(fault for fault in mutants.faults() if fault.words == "an indifferent label adds 1 to tp")

    assert mutants.first_failure(fault).count("/") == 3
