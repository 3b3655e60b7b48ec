"""Faults that people reported of other programs of this kind, and the tests that keep them out of this one.

Each line of ``field_reports.txt`` is the id of a report and a test of its whole kind, or the reason why there is none.
"""

import ast
from typing import Final

import pytest
from hypothesis import settings
from repo.source import ROOT

LINES: Final = (ROOT / "tests" / "repo" / "field_reports.txt").read_text(encoding="utf-8").splitlines()
REPORTS: Final = {
    "DL": (1, 4, 6, 9, 11, 12, 15, 17, 20, 22, 23, 25),
    "LT": (1, 3, 5, 6, 9, 11),
    "MV": (1, 3, 6),
    "NE": (1, 2, 5, 8),
    "API": (1, 2, 5, 7, 8, 11, 13, 14, 15),
    "ME": (1, 4, 5, 8, 10),
    "RE": (1, 3, 6),
    "EX": (1, 3, 5, 8, 9),
}
"""Loading data, labels, missing values, numbers, the estimator, metrics, reproducibility, experiments and tests."""


def functions(path: str) -> set[str]:
    """Give the names of the functions of a test file, methods included."""
    tree = ast.parse((ROOT / "tests" / path).read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def test_every_report_has_a_test_or_a_reason() -> None:
    assert list(dict.fromkeys(line.partition(" ")[0] for line in LINES)) == [
        f"{chapter}-{number:02}" for chapter, numbers in REPORTS.items() for number in numbers
    ]


def test_every_test_that_is_named_exists() -> None:
    named = [line.split(" ")[1].split("::") for line in LINES if "::" in line]
    known = {path: functions(path) for path in {path for path, _name in named}}

    assert [f"{path}::{name}" for path, name in named if name not in known[path]] == []
    assert len(named) > 60


@pytest.mark.parametrize("profile", ["ci", "dev", "deep"])
def test_no_property_has_a_deadline_and_those_of_ci_have_the_same_examples_every_time(profile: str) -> None:
    """A machine that is busy with other things is slow, and must not make a property fail."""
    assert settings.get_profile(profile).deadline is None
    assert settings.get_profile(profile).derandomize == (profile == "ci")
    given = "deadline" + "="
    assert [path for path in (ROOT / "tests").rglob("*.py") if f"settings({given}" in path.read_text("utf-8")] == []
