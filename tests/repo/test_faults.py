"""The table of faults follows the package, and says of every clause of the learner how it can be got wrong."""

from collections import Counter
from pathlib import Path

import mutants
import pytest
from repo.source import ROOT
from speclint import read_clauses
from suite.fault import Fault

FAULTS = mutants.faults()
CLAUSES = tuple(clause.id for clause in read_clauses(ROOT) if not clause.successor and clause.kinds != "extension")


def test_every_fault_has_its_place() -> None:
    """The text that a fault replaces is there exactly once; where code has changed, the table changes with it."""
    assert [text for text in map(mutants.misplaced, FAULTS) if text] == []


def test_there_are_faults_of_every_clause() -> None:
    counted = Counter(fault.clause for fault in FAULTS)

    assert set(counted) == set(CLAUSES)
    assert len(FAULTS) >= 120


def test_no_fault_is_there_twice() -> None:
    assert [
        words for words, times in Counter((fault.file, fault.old, fault.new) for fault in FAULTS).items() if times > 1
    ] == []
    assert [words for words, times in Counter((fault.file, fault.words) for fault in FAULTS).items() if times > 1] == []


def test_the_report_knows_every_fault() -> None:
    report = mutants.REPORT.read_text(encoding="utf-8")

    assert [fault.words for fault in FAULTS if f"| {fault.words} |" not in report] == []
    assert "Not explained" not in report


def test_a_fault_that_has_lost_its_place_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "metrics.py").write_text("x = 1\nx = 1\n", encoding="utf-8")
    monkeypatch.setattr(mutants, "PACKAGE", tmp_path)
    fault = Fault("MET-A", "metrics.py", "x = 1", "x = 2", "another number", "")

    assert "2 times" in mutants.misplaced(fault)
    assert "0 times" in mutants.misplaced(fault._replace(old="y = 1"))
