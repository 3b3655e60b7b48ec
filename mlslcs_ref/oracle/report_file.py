"""The report of a run as a file of JSON Lines (a header, a line for every vector, a footer), and as JUnit XML."""

from __future__ import annotations

import json
import math
import platform
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree as ET

from mlslcs_ref._build import __version__, is_compiled
from mlslcs_ref.errors import DataError
from mlslcs_ref.oracle.judging import STATUSES, Result, Status
from mlslcs_ref.oracle.runner import Run
from mlslcs_ref.oracle.suite import Suite
from mlslcs_ref.oracle.suspects import suspects
from mlslcs_ref.oracle.vectors.comparison import FirstDifference
from mlslcs_ref.origin import Origin

FORMAT: Final = "mlslcs_ref.conformance"
VERSION: Final = 1
LONGEST: Final = 2000
UNRUN: Final = frozenset({"skip", "known", "not-run"})
FORBIDDEN: Final = re.compile("[^\\t\\n\\r\\x20-\\ud7ff\\ue000-\\ufffd\\U00010000-\\U0010ffff]")
"""What XML 1.0 cannot hold, not even written as a number."""


@dataclass(frozen=True)
class RunOptions:
    """The options of a run."""

    command: str
    """The executor's command."""
    select: tuple[str, ...] = ()
    skip: tuple[str, ...] = ()
    """`select`, `skip`: Globs."""
    known: str | None = None
    """The file of known failures."""


def report_text(run: Run, suite: Suite, options: RunOptions) -> str:
    """Return the report as its file holds it."""
    lines = [_header(run, suite, options), *map(_result, run.results), _footer(run)]
    return "".join(json.dumps(line, allow_nan=False) + "\n" for line in lines)


def _header(run: Run, suite: Suite, options: RunOptions) -> dict[str, Any]:
    described = run.description
    return {
        "record": "header",
        "format": FORMAT,
        "version": VERSION,
        "suite": {"version": suite.version, "sha256": suite.sha256, "vectors": len(suite.vectors)},
        "executor": {
            "command": options.command,
            "implementation": described.implementation(),
            "supports": {"formats": list(described.formats), "profiles": list(described.profiles)},
        },
        "runner": {
            "version": __version__,
            "build": "compiled" if is_compiled() else "pure",
            "python": platform.python_version(),
            "platform": platform.platform(),
        },
        "selection": {"select": list(options.select), "skip": list(options.skip), "known": options.known},
    }


def _result(result: Result) -> dict[str, Any]:
    line: dict[str, Any] = {"record": "result", "id": result.id, "status": result.status, "level": result.level}
    line["clauses"] = list(result.clauses)
    if result.difference is not None:
        difference = result.difference
        line["difference"] = {
            "path": difference.path,
            "want": storable(difference.wanted),
            "have": storable(difference.found),
        }
    if result.answer is not None:
        line["answer"] = storable(result.answer)
    texts = {"message": result.message, "known": result.known}
    line |= {name: text for name, text in texts.items() if text}
    if result.stderr:
        line["stderr"] = list(result.stderr)
    return {**line, "ms": result.ms}


def storable(value: Any) -> Any:
    """Return a value as a report can hold it: what is too long or nested too deeply becomes text that says so."""
    try:
        text = json.dumps(value)
    except RecursionError:
        return "(nested too deeply)"
    if len(text) > LONGEST:
        return f"{text[:LONGEST]}... ({len(text)} characters)"
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value


def _footer(run: Run) -> dict[str, Any]:
    clauses = sorted({clause for result in run.results for clause in result.clauses})
    levels = ("must", "reject", "may")
    return {
        "record": "footer",
        "verdict": run.verdict,
        "total": len(run.results),
        "counts": counts(run.results),
        "by_level": {level: counts(result for result in run.results if result.level == level) for level in levels},
        "by_clause": {
            clause: counts(result for result in run.results if clause in result.clauses) for clause in clauses
        },
        "suspects": [vars(suspect) for suspect in suspects(run.results)],
        "gave_up": run.gave_up,
        "ending": run.ending,
        "stderr": list(run.stderr),
    }


def counts(results: Iterable[Result]) -> dict[Status, int]:
    """Return how many results have each status, in the order of `STATUSES`, without those that none has."""
    found = [result.status for result in results]
    return {status: found.count(status) for status in STATUSES if status in found}


# ------------------------------------------------------------------------------------------------------------- reading


@dataclass(frozen=True)
class StoredReport:
    """A report that was read: everything as it stands in the file, in its order."""

    header: Mapping[str, Any]
    results: tuple[Mapping[str, Any], ...]
    footer: Mapping[str, Any]


def read_report(file: str | Path) -> StoredReport:
    """Read a report."""
    text = Origin(str(file), "a report of `conform run`", DataError).read()
    lines = [_line(line, str(file), number) for number, line in enumerate(text.splitlines(), start=1)]
    if not lines or lines[0].get("format") != FORMAT or lines[0].get("version") != VERSION:
        raise DataError(f"expected a report of format {FORMAT}, version {VERSION}, found another file", str(file), 1)
    if len(lines) < 2 or lines[-1].get("record") != "footer":
        raise DataError("expected a footer, found none: the report is incomplete", str(file), len(lines))
    seen: set[str] = set()
    for number, line in enumerate(lines[1:-1], start=2):
        # a status of another type can be one that has no hash
        is_told = isinstance(line.get("id"), str) and line.get("status") in tuple(STATUSES)
        if line.get("record") != "result" or not is_told:
            raise DataError("expected the result of a vector, found another record", str(file), number)
        if line["id"] in seen:
            raise DataError(f"expected one result of each vector, found another of {line['id']}", str(file), number)
        seen.add(line["id"])
    return StoredReport(lines[0], tuple(lines[1:-1]), lines[-1])


def _line(text: str, file: str, number: int) -> dict[str, Any]:
    try:
        line = json.loads(text)
    except (ValueError, RecursionError):
        line = None
    if not isinstance(line, dict):
        raise DataError("expected a JSON object in every line of a report", file, number)
    return line


@dataclass(frozen=True)
class Change:
    """A vector on which two reports differ."""

    id: str
    """The vector."""
    before: str
    after: str
    """`before`, `after`: Its statuses; `absent` where a report does not have it."""
    difference: FirstDifference | None
    """Where the answer of the second differs from the wanted one."""


def changes(before: StoredReport, after: StoredReport) -> tuple[Change, ...]:
    """Return the vectors whose status or first difference has changed, in the order of the second report."""
    first, second = _by_id(before.results), _by_id(after.results)
    names = [*second, *(name for name in first if name not in second)]
    return tuple(
        Change(name, _status(first.get(name)), _status(second.get(name)), _difference(second.get(name)))
        for name in names
        if _told(first.get(name)) != _told(second.get(name))
    )


def _by_id(results: Sequence[Mapping[str, Any]]) -> dict[str, Mapping[str, Any]]:
    return {result["id"]: result for result in results}


def _status(result: Mapping[str, Any] | None) -> str:
    return "absent" if result is None else str(result["status"])


def _told(result: Mapping[str, Any] | None) -> tuple[Any, ...]:
    return ("absent",) if result is None else (result["status"], result.get("difference"))


def _difference(result: Mapping[str, Any] | None) -> FirstDifference | None:
    found = None if result is None else result.get("difference")
    if not isinstance(found, dict):
        return None
    return FirstDifference(str(found.get("path")), found.get("want"), found.get("have"))


def junit_text(run: Run) -> str:
    """Return the results of a run as JUnit XML: a suite for every format, a case for every vector.

    A failure is an answer that is not the wanted one; an error is a lost process, or an answer that is none. What was
    skipped or is known to fail is skipped.
    """
    formats: dict[str, list[Result]] = {}
    for result in run.results:
        formats.setdefault(result.id.partition("/")[0], []).append(result)
    root = ET.Element("testsuites", name=_clean(f"{run.description.name} {run.description.version}"))
    for name, results in formats.items():
        cases = [_junit_case(name, result) for result in results]
        counts = {
            kind: str(sum(case.find(tag) is not None for case in cases))
            for kind, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped"))
        }
        suite = ET.SubElement(root, "testsuite", {"name": name, "tests": str(len(cases)), **counts})
        suite.extend(cases)
    ET.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(root, encoding="unicode")}\n'


def _junit_case(name: str, result: Result) -> ET.Element:
    short = result.id.partition("/")[2] or result.id
    case = ET.Element("testcase", classname=name, name=_clean(short), time=f"{result.ms / 1000.0:.6f}")
    if result.status in UNRUN:
        ET.SubElement(case, "skipped", message=_clean(result.known or result.message))
    elif result.bad:
        kind = "failure" if result.status in {"fail", "unexpected-pass"} else "error"
        told = ET.SubElement(case, kind, type=result.status, message=_clean(_junit_message(result)))
        told.text = _clean("\n".join((f"clauses: {' '.join(result.clauses)}", *result.stderr)))
    return case


def _junit_message(result: Result) -> str:
    difference = result.difference
    if difference is None:
        return result.message or result.known
    wanted, found = (json.dumps(storable(value)) for value in (difference.wanted, difference.found))
    return f"{difference.path}: expected {wanted}, found {found}"


def _clean(text: str) -> str:
    return FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", text)
