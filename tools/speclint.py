"""Join the clauses of the specification with code, tests and vectors.

    python3 tools/speclint.py            write specs/coverage.md, then report as --check does
    python3 tools/speclint.py --check    write nothing; status 1 if a clause is unknown, superseded and still cited,
                                         unimplemented, untested or without a vector, if coverage.md is stale, if
                                         not_applicable.toml explains a cell that is not empty, or if CHANGELOG.md
                                         does not tell of this version and these vectors

Code cites a clause in a docstring, a test anywhere in its file, a vector in its field `clauses`. The oracle's operators
call what they name and implement nothing, so they do not count as code.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from changelog import changelog_faults

__all__ = ["COLUMNS", "Clause", "Specification", "coverage_text", "docstrings", "read_clauses"]

ROOT: Final = Path(__file__).resolve().parents[1]
COLUMNS: Final = ("code", "test", "vector")
MISSING: Final = {"code": "is unimplemented", "test": "is untested", "vector": "has no vector"}
KINDS: Final = ("paper", "authors", "decision", "extension")

_HEADING: Final = re.compile(r"^## ([A-Z]{3}-[0-9A-Z]+) (.+)$", re.MULTILINE)
_FACTS: Final = re.compile(r"^Status: (.+?)\. Source: (.+?)\. Settings: (.+?)\.$", re.MULTILINE)
_SUCCESSOR: Final = re.compile(r"superseded by ([A-Z]{3}-[0-9A-Z]+)")
_OF_THE_PAST: Final = ("specs/clauses/", "specs/decisions/", "specs/CHANGELOG.md")
"""What may cite a clause that is superseded."""
_DECISION: Final = re.compile(r"\bdecisions? ((?:[0-9]{4}(?:, | and )?)+)")


@dataclass(frozen=True)
class Clause:
    """A clause as its page has it."""

    id: str
    title: str
    """`id`, `title`: What stands in the heading."""
    page: str
    """The file, relative to `specs`."""
    status: str
    """Which of `paper`, `authors`, `decision` and `extension` it is, in words; empty if its page does not say so."""
    settings: tuple[str, ...]
    """The settings that it names as switching it."""
    successor: str
    """The clause that supersedes it, or an empty string."""

    @property
    def anchor(self) -> str:
        """The link to its heading."""
        return f"{self.page}#" + re.sub(r"[^\w\- ]", "", f"{self.id} {self.title}".lower()).replace(" ", "-")

    @property
    def kinds(self) -> str:
        """Which of `paper`, `authors`, `decision` and `extension` it is, or by what it is superseded."""
        if self.successor:
            return f"superseded by {self.successor}"
        return ", ".join(kind for kind in KINDS if re.search(rf"(?:^|; ){kind}\b", self.status))


def read_clauses(root: Path) -> tuple[Clause, ...]:
    """Return the clauses of `specs/clauses`, page by page in the order of their README, and in the order of each."""
    folder = root / "specs" / "clauses"
    contents = (folder / "README.md").read_text(encoding="utf-8")
    pages = sorted(folder.glob("*.md"), key=lambda path: (_place(contents, path.name), path.name))
    return tuple(clause for page in pages for clause in _clauses_of(page))


def _place(contents: str, name: str) -> int:
    place = contents.find(f"({name})")
    return place if place >= 0 else len(contents)


def _clauses_of(page: Path) -> Iterator[Clause]:
    text = page.read_text(encoding="utf-8")
    headings = list(_HEADING.finditer(text))
    starts = [heading.start() for heading in headings] + [len(text)]
    for heading, end in zip(headings, starts[1:], strict=True):
        # the facts are one paragraph, whose lines are joined here
        paragraphs = (" ".join(part.split()) for part in text[heading.end() : end].split("\n\n"))
        facts = next((found for found in map(_FACTS.match, paragraphs) if found), None)
        status, settings = (facts.group(1), facts.group(3)) if facts else ("", "")
        successor = _SUCCESSOR.match(status)
        yield Clause(
            id=heading.group(1),
            title=heading.group(2),
            page=f"clauses/{page.name}",
            status=status,
            settings=tuple(re.findall(r"`([a-z_]+)`", re.sub(r"= `\w+`[^;,.]*(?: or `\w+`)?", "", settings))),
            successor=successor.group(1) if successor else "",
        )


def docstrings(tree: ast.Module) -> str:
    """Return the text of every docstring, those under fields and constants included, one after the other."""
    return "\n".join(
        node.value.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    )


class Specification:
    """The clauses of a repository and all that cites them.

    Parameters
    ----------
    root : Path
        The root of the repository.

    Attributes
    ----------
    clauses : tuple of Clause
        In the order in which they are shown.
    cells : dict of str to dict
        For each of `COLUMNS` and each clause id what fills the cell, and how often.
    reasons : dict of (str, str) to str
        Why the cell of a clause and a column is empty, from `not_applicable.toml`.
    """

    def __init__(self, root: Path = ROOT) -> None:
        self._root = root
        self.clauses = read_clauses(root)
        chapters = "|".join(sorted({clause.id[:3] for clause in self.clauses}))
        self._citation = re.compile(rf"(?<![\w-])(?:{chapters})-[0-9A-Z]+\b")
        self.cells: dict[str, dict[str, Counter[str]]] = {column: {} for column in COLUMNS}
        self.reasons = self._read_reasons()
        self._texts = dict(self._read_texts())
        self._fill_code()
        self._fill_tests()
        self._fill_vectors()

    def citations(self, text: str) -> set[str]:
        """Return the ids that `text` cites, whether there are such clauses or not."""
        return set(self._citation.findall(text))

    def _read_texts(self) -> Iterator[tuple[str, str]]:
        """Yield path and text of every file that may cite clauses; those about citing itself are left out."""
        for pattern in ("mlslcs_ref/**/*.py", "tests/**/*.py", "tools/**/*.py", "specs/**/*.md"):
            for path in sorted(self._root.glob(pattern)):
                name = path.relative_to(self._root).as_posix()
                if not name.startswith(("tests/repo/", "tools/speclint.py", "specs/coverage.md")):
                    yield name, path.read_text(encoding="utf-8")

    def _read_reasons(self) -> dict[tuple[str, str], str]:
        path = self._root / "specs" / "not_applicable.toml"
        table: dict[str, dict[str, str]] = tomllib.loads(path.read_text(encoding="utf-8"))
        return {(clause, column): reason for clause, row in table.items() for column, reason in row.items()}

    def _add(self, column: str, clauses: set[str], place: str) -> None:
        for clause in clauses:
            self.cells[column].setdefault(clause, Counter())[place] += 1

    def _fill_code(self) -> None:
        for name, text in self._texts.items():
            if name.startswith("mlslcs_ref/") and not name.startswith("mlslcs_ref/oracle/"):
                place = name.removeprefix("mlslcs_ref/").removesuffix(".py")
                self._add("code", self.citations(docstrings(ast.parse(text, name))), place)

    def _fill_tests(self) -> None:
        # a helper that cites a clause tests nothing, so only the files of tests count
        for name, text in self._texts.items():
            if name.startswith("tests/") and name.rpartition("/")[2].startswith("test_"):
                self._add("test", self.citations(text), name.removeprefix("tests/").removesuffix(".py"))

    def _fill_vectors(self) -> None:
        for path in sorted((self._root / "specs" / "vectors").rglob("*.json")):
            document = json.loads(path.read_text(encoding="utf-8"))
            for group in document["groups"]:
                for test in group["tests"]:
                    self._add("vector", set(test["clauses"]), document["format"])

    def faults(self) -> list[str]:
        """Return what is wrong, in words; coverage.md is not looked at."""
        return [*self._faults_of_clauses(), *self._faults_of_citations(), *self._faults_of_cells()]

    def _faults_of_clauses(self) -> Iterator[str]:
        ids = [clause.id for clause in self.clauses]
        for clause in self.clauses:
            if ids.count(clause.id) > 1:
                yield f"{clause.id}: there is more than one clause of this id"
            if not clause.kinds:
                kinds = "|".join(KINDS)
                yield f"{clause.id}: expected a paragraph `Status: {kinds}. Source: ... Settings: ...`"
            if clause.successor and clause.successor not in ids:
                yield f"{clause.id}: superseded by {clause.successor}, which is no clause"
        decisions = Counter(path.name[:4] for path in (self._root / "specs" / "decisions").glob("*.md"))
        for number in sorted(decisions):
            if decisions[number] > 1:
                yield f"specs/decisions: there is more than one decision {number}"
        for name, text in self._texts.items():
            if name.startswith("specs/"):
                named = {number for found in _DECISION.findall(text) for number in re.findall(r"[0-9]{4}", found)}
                for number in sorted(named - set(decisions)):
                    yield f"{name}: there is no decision {number}"

    def _faults_of_citations(self) -> Iterator[str]:
        known = {clause.id: clause.successor for clause in self.clauses}
        cited = [(name, self.citations(text)) for name, text in self._texts.items()]
        cited += [
            (f"vectors of {place}", {clause})
            for clause, row in sorted(self.cells["vector"].items())
            for place in sorted(row)
        ]
        for name, ids in cited:
            for clause in sorted(ids):
                if clause not in known:
                    yield f"{name}: cites {clause}, which is no clause"
                elif known[clause] and not name.startswith(_OF_THE_PAST):
                    yield f"{name}: cites {clause}, which is superseded by {known[clause]}"

    def _faults_of_cells(self) -> Iterator[str]:
        current = {clause.id for clause in self.clauses if not clause.successor}
        for clause in self.clauses:
            for column in COLUMNS:
                empty = clause.id in current and clause.id not in self.cells[column]
                if empty and not self.reasons.get((clause.id, column), "").strip():
                    yield f"{clause.id}: {MISSING[column]}, and not_applicable.toml has no reason"
        for clause_id, column in self.reasons:
            if clause_id not in current or column not in COLUMNS:
                yield f"not_applicable.toml: {clause_id}, {column}: there is no such cell"
            elif clause_id in self.cells[column]:
                yield f"not_applicable.toml: {clause_id}, {column}: the cell is not empty, so that its reason goes"


def coverage_text(specification: Specification) -> str:
    """Return the text of coverage.md."""
    current = [clause for clause in specification.clauses if not clause.successor]
    lines = [
        "# Coverage",
        "",
        "Generated by `python3 tools/speclint.py`; do not edit. Each clause with the modules that cite it in a",
        "docstring, the tests that cite it, and the formats of its vectors with their number. What stands in italics",
        "is the written reason of an empty cell, from `not_applicable.toml`.",
        "",
        f"{len(current)} clauses, {len(specification.clauses) - len(current)} superseded.",
        "",
        "| clause | status | code | tests | vectors |",
        "|---|---|---|---|---|",
    ]
    lines += [_row(specification, clause) for clause in specification.clauses]
    return "\n".join(lines) + "\n"


def _row(specification: Specification, clause: Clause) -> str:
    cells = [] if clause.successor else [_cell(specification, clause.id, column) for column in COLUMNS]
    return " | ".join([f"| [{clause.id}]({clause.anchor}) {clause.title}", clause.kinds, *(cells or [""] * 3)]) + " |"


def _cell(specification: Specification, clause: str, column: str) -> str:
    filled: Mapping[str, int] = specification.cells[column].get(clause, {})
    if not filled:
        reason = specification.reasons.get((clause, column), "")
        return f"*{reason}*" if reason else "**none**"
    return ", ".join(f"`{place}` {n}" if column == "vector" else f"`{place}`" for place, n in sorted(filled.items()))


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; status 1 if coverage.md is stale")
    options = parser.parse_args(arguments)
    specification = Specification(ROOT)
    faults = [*specification.faults(), *changelog_faults(ROOT / "specs")]
    path = ROOT / "specs" / "coverage.md"
    text = coverage_text(specification)
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        if options.check:
            faults.append("specs/coverage.md is stale: run `python3 tools/speclint.py`")
        else:
            path.write_text(text, encoding="utf-8", newline="\n")
            print("written: specs/coverage.md")
    for fault in faults:
        print(f"fault: {fault}", file=sys.stderr)
    print(f"{len(specification.clauses)} clauses, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
