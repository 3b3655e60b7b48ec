"""The clauses of the specification: each is implemented, tested and shown by a vector, and says what it must.

`tools/speclint.py` joins clauses, code, tests and vectors; here it is run on the repository, and on small ones that are
wrong in one way each.
"""

import json
import re
from pathlib import Path
from typing import Final

import pytest
import speclint
from changelog import suite_line
from repo.source import ROOT
from speclint import Specification, coverage_text

from mlslcs_ref._setting_info import SettingInfo
from mlslcs_ref.settings import setting_infos

SPECS: Final = ROOT / "specs"
CHOICE: Final = re.compile(r"`(\w+)` = (`\w+` \(paper\)) or (`\w+` \(authors\))")
LINK: Final = re.compile(r"(?<!!)\[[^\]\n]+\]\(([^)#\s]+)(#[^)\s]*)?\)")


@pytest.fixture(scope="module")
def specification() -> Specification:
    return Specification(ROOT)


def test_every_clause_is_known_implemented_tested_and_shown(specification: Specification) -> None:
    assert specification.faults() == []
    assert len(specification.clauses) > 70


def test_the_coverage_matrix_is_up_to_date(specification: Specification) -> None:
    found = (SPECS / "coverage.md").read_text(encoding="utf-8")

    assert found == coverage_text(specification), "run `python3 tools/speclint.py`"


def test_a_setting_is_named_by_the_clause_that_the_table_gives_it(specification: Specification) -> None:
    named = {clause.id: set(clause.settings) for clause in specification.clauses}

    assert [info.name for info in setting_infos() if info.name not in named[info.clause]] == []


def test_a_clause_names_settings_that_exist(specification: Specification) -> None:
    names = {info.name for info in setting_infos()}

    assert {clause.id: set(clause.settings) - names for clause in specification.clauses if clause.settings} == {
        clause.id: set() for clause in specification.clauses if clause.settings
    }


def test_a_field_of_an_answer_follows_from_a_clause_that_exists(specification: Specification) -> None:
    current = {clause.id for clause in specification.clauses if not clause.successor}
    schemas = [json.loads(path.read_text(encoding="utf-8")) for path in (SPECS / "schema").glob("vector-*.json")]
    named = {clause for schema in schemas for clause in schema["follows"].values()}

    assert named <= current
    assert len(named) > 10


def test_the_clause_of_a_choice_says_which_profile_has_which_value() -> None:
    pages = " ".join(" ".join(page.read_text(encoding="utf-8").split()) for page in (SPECS / "clauses").glob("*.md"))
    said = {name: (paper, authors) for name, paper, authors in CHOICE.findall(pages)}

    assert said == {
        info.name: (f"`{info.paper}` (paper)", f"`{info.authors}` (authors)")
        for info in setting_infos()
        if info.paper != info.authors and info.choices
    }


def test_the_table_of_settings_is_that_of_the_package() -> None:
    text = (SPECS / "clauses" / "parameters.md").read_text(encoding="utf-8")

    assert re.findall(r"^\| `.*$", text, flags=re.MULTILINE) == [row_of(info) for info in setting_infos()]


def row_of(info: SettingInfo) -> str:
    choices = ", ".join(f"`{choice}`" for choice in info.choices)
    return (
        f"| `{info.name}` | {info.symbol} | {choices or info.expected} | {shown(info.paper)} | {shown(info.authors)} "
        f"| {info.clause} |"
    )


def shown(value: object) -> str:
    if isinstance(value, str):
        return f"`{value}`"
    return f"{value:.16g}" if isinstance(value, float) else str(value).lower()


def test_every_link_of_the_specification_leads_to_a_file() -> None:
    dead = [
        f"{page.relative_to(ROOT).as_posix()}: {target}"
        for page in sorted(SPECS.rglob("*.md"))
        for target, _anchor in LINK.findall(page.read_text(encoding="utf-8"))
        if "://" not in target and not (page.parent / target).exists()
    ]

    assert dead == []


CLAUSE: Final = """

Status: paper (all of it). Source: Section 1,
line 2. Settings: `theta_ga`; `x` = `a` or `b`.

Text.
"""
SUPERSEDED: Final = CLAUSE.replace("paper (all of it)", "superseded by UPD-1")


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """Make a repository of two clauses, UPD-1 and the superseded UPD-2, in which nothing is wrong."""
    for folder in ("clauses", "decisions", "vectors/update"):
        (tmp_path / "specs" / folder).mkdir(parents=True)
    (tmp_path / "tests").mkdir()
    (tmp_path / "mlslcs_ref" / "oracle").mkdir(parents=True)
    write(tmp_path, "specs/clauses/README.md", "[UPD](update.md)\n")
    write(
        tmp_path,
        "specs/clauses/update.md",
        f"# UPD\n\n## UPD-1 It's a rule{CLAUSE}\n## UPD-2 Old{SUPERSEDED}",
    )
    write(tmp_path, "specs/decisions/0001-why.md", "# 1. Why\n")
    write(tmp_path, "specs/not_applicable.toml", "")
    write(tmp_path, "mlslcs_ref/update.py", '"""Update (UPD-1)."""\n')
    write(tmp_path, "tests/test_update.py", "# UPD-1\n")
    cite(tmp_path, "UPD-1")
    write(tmp_path, "specs/VERSION", "1.0.0\n")
    write(tmp_path, "specs/index.json", '{"vectors": {}}')
    write(tmp_path, "specs/CHANGELOG.md", f"## 1.0.0\n\n{suite_line(tmp_path / 'specs')}\n\n- All.\n")
    return tmp_path


def write(root: Path, name: str, text: str) -> None:
    (root / name).write_text(text, encoding="utf-8")


def cite(root: Path, *clauses: str) -> None:
    document = {"format": "update", "groups": [{"id": "a", "tests": [{"id": "b", "clauses": list(clauses)}]}]}
    write(root, "specs/vectors/update/a.json", json.dumps(document))


def test_a_repository_in_which_all_is_cited_has_no_faults(small: Path) -> None:
    specification = Specification(small)

    assert specification.faults() == []
    assert [clause.settings for clause in specification.clauses] == [("theta_ga", "x"), ("theta_ga", "x")]


def test_the_matrix_has_a_row_for_each_clause(small: Path) -> None:
    assert coverage_text(Specification(small)).splitlines()[-2:] == [
        "| [UPD-1](clauses/update.md#upd-1-its-a-rule) It's a rule | paper | `update` | `test_update` | `update` 1 |",
        "| [UPD-2](clauses/update.md#upd-2-old) Old | superseded by UPD-1 |  |  |  |",
    ]


@pytest.mark.parametrize(
    ("name", "text", "fault"),
    [
        ("mlslcs_ref/update.py", '"""Update."""\nx = "UPD-1"  # UPD-1\n', "UPD-1: is unimplemented"),
        ("tests/test_update.py", "", "UPD-1: is untested"),
        ("specs/vectors/update/a.json", '{"format": "update", "groups": []}', "UPD-1: has no vector"),
        ("mlslcs_ref/update.py", '"""UPD-1"""  # UPD-9\n', "mlslcs_ref/update.py: cites UPD-9, which is no clause"),
        ("tests/test_update.py", "# UPD-1, UPD-2\n", "cites UPD-2, which is superseded by UPD-1"),
        ("specs/clauses/update.md", "## UPD-1 A rule\n\nText.\n", "UPD-1: expected a paragraph `Status:"),
        ("specs/clauses/update.md", f"## UPD-1 A{CLAUSE}\n## UPD-1 B{CLAUSE}", "more than one clause of this id"),
        ("specs/decisions/0001-why.md", "See decisions 0001 and 0007.\n", "there is no decision 0007"),
        ("specs/decisions/0001-or-why-not.md", "", "specs/decisions: there is more than one decision 0001"),
        ("specs/not_applicable.toml", '[UPD-1]\ntest = "none"\n', "UPD-1, test: the cell is not empty"),
        ("specs/not_applicable.toml", '[UPD-2]\ntest = "none"\n', "UPD-2, test: there is no such cell"),
        ("specs/not_applicable.toml", '[UPD-1]\nproof = "none"\n', "UPD-1, proof: there is no such cell"),
    ],
)
def test_a_fault_is_told(small: Path, name: str, text: str, fault: str) -> None:
    write(small, name, text)

    assert any(fault in found for found in Specification(small).faults())


def test_a_vector_of_an_unknown_or_superseded_clause_is_told(small: Path) -> None:
    cite(small, "UPD-1", "UPD-2", "UPD-3")

    assert Specification(small).faults() == [
        "vectors of update: cites UPD-2, which is superseded by UPD-1",
        "vectors of update: cites UPD-3, which is no clause",
    ]


def test_a_written_reason_fills_an_empty_cell(small: Path) -> None:
    cite(small)
    write(small, "specs/not_applicable.toml", '[UPD-1]\nvector = "nothing to see"\n')

    assert Specification(small).faults() == []
    assert "| *nothing to see* |" in coverage_text(Specification(small))


def test_operators_and_helpers_of_tests_fill_no_cell(small: Path) -> None:
    (small / "mlslcs_ref/update.py").rename(small / "mlslcs_ref/oracle/update.py")
    (small / "tests/test_update.py").rename(small / "tests/helper.py")

    assert [fault.partition(",")[0] for fault in Specification(small).faults()] == [
        "UPD-1: is unimplemented",
        "UPD-1: is untested",
    ]


def test_check_writes_nothing_and_tells_a_stale_matrix(
    small: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(speclint, "ROOT", small)

    assert speclint.main(["--check"]) == 1
    assert "coverage.md is stale" in capsys.readouterr().err
    assert not (small / "specs/coverage.md").exists()
    assert speclint.main([]) == 0
    assert speclint.main(["--check"]) == 0


def test_a_citation_is_an_id_of_a_chapter_that_exists(specification: Specification) -> None:
    text = "Clauses: UPD-4, MET-A; not UTF-8, XUPD-1 or ISO-UPD-1. (DEL-3) UPD-99"

    assert specification.citations(text) == {"UPD-4", "MET-A", "DEL-3", "UPD-99"}
