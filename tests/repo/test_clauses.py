"""The clauses of the specification, the code that implements them and the tests that pin them down.

``clauses.txt`` lists the ids of all clauses, one a line; an id stays forever.
"""

import re
from typing import Final

from repo.source import ROOT, docstrings, modules

CLAUSES: Final = tuple((ROOT / "tests" / "repo" / "clauses.txt").read_text(encoding="utf-8").split())
CHAPTERS: Final = sorted({clause.partition("-")[0] for clause in CLAUSES})
CITATION: Final = re.compile(rf"(?<![\w-])(?:{'|'.join(CHAPTERS)})-[0-9A-Z]+\b")


def citations(text: str) -> set[str]:
    """Give the ids that `text` cites, whether there are such clauses or not."""
    return set(CITATION.findall(text))


def texts_of_tests() -> dict[str, str]:
    """Give the text of every test and its helpers, those of the repository itself left out, by path."""
    folder = ROOT / "tests"
    return {
        path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(folder.rglob("*.py"))
        if path.relative_to(folder).parts[0] != "repo"
    }


def test_the_list_of_clauses_holds_each_id_once() -> None:
    assert len(CLAUSES) == len(set(CLAUSES))
    assert {"REP-1", "CYC-2", "MET-A", "FIN-1", "PRB-1"} <= set(CLAUSES)
    assert all(CITATION.fullmatch(clause) for clause in CLAUSES)


def test_no_module_cites_a_clause_that_does_not_exist() -> None:
    unknown = {module.path: sorted(citations(module.text) - set(CLAUSES)) for module in modules()}

    assert {path: ids for path, ids in unknown.items() if ids} == {}


def test_no_test_cites_a_clause_that_does_not_exist() -> None:
    unknown = {path: sorted(citations(text) - set(CLAUSES)) for path, text in texts_of_tests().items()}

    assert {path: ids for path, ids in unknown.items() if ids} == {}


def test_every_clause_is_cited_by_the_docstring_of_the_code_that_implements_it() -> None:
    cited = set[str]().union(*(citations(docstrings(module.tree)) for module in modules()))

    assert [clause for clause in CLAUSES if clause not in cited] == []


def test_every_clause_is_cited_by_a_test() -> None:
    """A helper that cites a clause tests nothing, so only the files of tests count."""
    tests = [text for path, text in texts_of_tests().items() if path.rpartition("/")[2].startswith("test_")]
    cited = set[str]().union(*map(citations, tests))

    assert [clause for clause in CLAUSES if clause not in cited] == []


def test_a_citation_is_an_id_of_a_chapter_that_exists() -> None:
    assert citations("Clauses: UPD-4, MET-A; not UTF-8, XUPD-1 or ISO-UPD-1. (DEL-3)") == {"UPD-4", "MET-A", "DEL-3"}
    assert citations("UPD-99") == {"UPD-99"}
