"""The suite: where it is found, what is selected, and the clauses of its chapters."""

import json
from pathlib import Path

import pytest
from raising import raising
from repo.source import ROOT
from specification import whole_suite
from unit.oracle.suites import CHAPTER, suite, vector

from mlslcs_ref.errors import DataError, UsageError
from mlslcs_ref.oracle.suite import clauses_of, load_suite, matches, specs_folder

ONE = vector("update/counts/a/one", None, "ABC-1", aliases=("update/old/a/one",))
TWO = vector("update/steps/a/two", None, "ABC-2", "ABC-1")
THREE = vector("match/binary/a/three", None, "MNO-1")
SUITE = suite([ONE, TWO, THREE])


@pytest.mark.parametrize(
    ("glob", "ids"),
    [
        ("update/counts/a/one", [ONE]),
        ("update/old/a/one", [ONE]),
        ("update", [ONE, TWO]),
        ("update/steps", [TWO]),
        ("update/*", [ONE, TWO]),
        ("*/a/t*", [TWO, THREE]),
        ("ABC-1", [ONE, TWO]),
        ("ABC-*", [ONE, TWO]),
        ("*", [ONE, TWO, THREE]),
        ("upd", []),
        ("UPDATE", []),
        ("update/count", []),
    ],
)
def test_a_glob_matches_ids_former_ids_beginnings_and_clauses(glob: str, ids: list[object]) -> None:
    assert [one for one in SUITE.vectors if matches(glob, one)] == ids


def test_all_are_selected_unless_it_is_said_which() -> None:
    assert SUITE.selected() == (ONE, TWO, THREE)
    assert SUITE.selected(["match", "ABC-2"]) == (TWO, THREE)
    assert SUITE.selected(["update"], ["ABC-2"]) == (ONE,)
    assert SUITE.selected(skip=["*"]) == ()


@pytest.mark.parametrize(("select", "skip"), [(["nothing"], []), (["update", "nothing"], []), ([], ["nothing"])])
def test_a_glob_that_matches_nothing_is_an_error(select: list[str], skip: list[str]) -> None:
    with pytest.raises(UsageError):
        SUITE.selected(select, skip)


def test_a_clause_is_a_heading_with_its_id_and_what_stands_below() -> None:
    first, second = clauses_of(CHAPTER)

    assert (first.id, first.title) == ("ABC-1", "What a decision adds")
    assert first.text == "First paragraph.\n\n    tp = tp + 1"
    assert (second.id, second.title, second.text) == ("ABC-2", "What experience counts", "Second clause.")


def test_the_suite_of_the_repository_is_whole() -> None:
    found = whole_suite()

    assert len(found.vectors) > 700
    assert found.version == (ROOT / "specs" / "VERSION").read_text(encoding="utf-8").strip()
    assert all(one.format in found.comparisons for one in found.vectors)


def test_every_clause_that_a_vector_cites_has_a_text() -> None:
    found = whole_suite()
    cited = {clause for one in found.vectors for clause in one.clauses}

    assert [clause for clause in sorted(cited) if clause not in found.clauses] == []
    assert [one.id for one in found.clauses.values() if not one.title or not one.text] == []


def test_the_specification_is_found_without_being_named() -> None:
    assert (specs_folder() / "index.json").read_bytes() == (ROOT / "specs" / "index.json").read_bytes()
    assert specs_folder(ROOT / "specs") == ROOT / "specs"


def test_a_folder_without_a_specification_is_an_error(tmp_path: Path) -> None:
    with raising(DataError, file=str(tmp_path)):
        specs_folder(tmp_path)


def test_a_format_without_a_schema_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "vectors" / "update").mkdir(parents=True)
    test = {"id": "c", "comment": "", "clauses": ["ABC-1"], "level": "must", "source": "hand", "settings": {}}
    test |= {"in": {}, "draws": [], "out": {}}
    document = {"format": "update", "topic": "a", "groups": [{"id": "b", "tests": [test]}]}
    (tmp_path / "vectors" / "update" / "a.json").write_text(json.dumps(document))
    (tmp_path / "index.json").write_text("{}")

    with raising(DataError, file=str(tmp_path / "schema")):
        load_suite(specs_folder(tmp_path))


def test_a_chapter_that_is_no_text_is_an_error(tmp_path: Path) -> None:
    for name in ("vectors", "schema"):
        (tmp_path / name).symlink_to(ROOT / "specs" / name)
    (tmp_path / "index.json").write_text("{}")
    (tmp_path / "VERSION").write_text("1.0.0\n")
    (tmp_path / "clauses").mkdir()
    (tmp_path / "clauses" / "update.md").write_bytes(b"\xff")

    with raising(DataError, file=str(tmp_path / "clauses" / "update.md")):
        load_suite(tmp_path)
