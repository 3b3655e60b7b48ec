"""The list of changes of the specification tells of its version and its vectors (`tools/changelog.py`)."""

import json
from pathlib import Path
from typing import Final

import pytest
from changelog import changelog_faults, suite_line
from repo.source import ROOT

from mlslcs_ref._build import SPECIFICATION

ENTRIES: Final = "# Changes\n\n## 0.2.0\n\n{line}\n\n- More.\n\n## 0.1.0\n\n- The first.\n"


@pytest.fixture
def specs(tmp_path: Path) -> Path:
    """Make a specification of version 0.2.0 with one vector, in whose list of changes nothing is wrong."""
    (tmp_path / "VERSION").write_text("0.2.0\n", encoding="utf-8")
    (tmp_path / "index.json").write_text(json.dumps({"vectors": {"a.json": [{"id": "a"}]}}), encoding="utf-8")
    (tmp_path / "CHANGELOG.md").write_text(ENTRIES.format(line=suite_line(tmp_path)), encoding="utf-8")
    return tmp_path


def test_the_list_of_changes_tells_of_this_version_and_these_vectors() -> None:
    assert changelog_faults(ROOT / "specs") == []


def test_the_package_knows_which_version_it_does() -> None:
    assert (ROOT / "specs" / "VERSION").read_text(encoding="utf-8").strip() == SPECIFICATION


def test_a_list_that_tells_of_all_has_no_faults(specs: Path) -> None:
    assert suite_line(specs).startswith("1 vectors; SHA-256 of `index.json`: `")
    assert changelog_faults(specs) == []


@pytest.mark.parametrize("version", ["0.3.0", "0.1.0"])
def test_another_version_demands_an_entry(specs: Path, version: str) -> None:
    (specs / "VERSION").write_text(version, encoding="utf-8")

    (fault,) = changelog_faults(specs)
    assert f"VERSION is {version}, the newest entry 0.2.0: raise VERSION" in fault


@pytest.mark.parametrize("vectors", [[], [{"id": "a"}, {"id": "b"}], [{"id": "b"}]])
def test_other_vectors_demand_an_entry(specs: Path, vectors: list[dict[str, str]]) -> None:
    (specs / "index.json").write_text(json.dumps({"vectors": {"a.json": vectors}}), encoding="utf-8")

    (fault,) = changelog_faults(specs)
    assert fault.endswith(suite_line(specs))


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("- More.", "", "0.2.0: expected a list of what changed"),
        ("## 0.1.0", "## 0.2.0", "0.2.0 stands above 0.2.0"),
        ("## 0.1.0", "## 0.10.0", "0.2.0 stands above 0.10.0"),
        ("## 0.1.0", "## first", "expected headings `## MAJOR.MINOR.PATCH`, found first"),
    ],
)
def test_an_entry_out_of_order_or_without_content_is_told(specs: Path, old: str, new: str, told: str) -> None:
    path = specs / "CHANGELOG.md"
    path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")

    assert any(told in fault for fault in changelog_faults(specs))


def test_a_specification_without_a_list_of_changes_is_told(specs: Path) -> None:
    (specs / "CHANGELOG.md").unlink()

    assert changelog_faults(specs) == ["specs/CHANGELOG.md: there is no such file"]
