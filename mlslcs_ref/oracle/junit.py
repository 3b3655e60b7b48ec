"""A run as JUnit XML, which continuous integration shows."""

from __future__ import annotations

import json
import re
from typing import Final
from xml.etree import ElementTree as ET

from mlslcs_ref.oracle.judging import Result
from mlslcs_ref.oracle.report_file import storable
from mlslcs_ref.oracle.runner import Run

UNRUN: Final = frozenset({"skip", "known", "not-run"})
FORBIDDEN: Final = re.compile("[^\\t\\n\\r\\x20-\\ud7ff\\ue000-\\ufffd\\U00010000-\\U0010ffff]")
"""What XML 1.0 cannot hold, not even written as a number."""


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
        cases = [_case(name, result) for result in results]
        counts = {
            kind: str(sum(case.find(tag) is not None for case in cases))
            for kind, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped"))
        }
        suite = ET.SubElement(root, "testsuite", {"name": name, "tests": str(len(cases)), **counts})
        suite.extend(cases)
    ET.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(root, encoding="unicode")}\n'


def _case(name: str, result: Result) -> ET.Element:
    short = result.id.partition("/")[2] or result.id
    case = ET.Element("testcase", classname=name, name=_clean(short), time=f"{result.ms / 1000.0:.6f}")
    if result.status in UNRUN:
        ET.SubElement(case, "skipped", message=_clean(result.known or result.message))
    elif result.bad:
        kind = "failure" if result.status in {"fail", "unexpected-pass"} else "error"
        told = ET.SubElement(case, kind, type=result.status, message=_clean(_message(result)))
        told.text = _clean("\n".join((f"clauses: {' '.join(result.clauses)}", *result.stderr)))
    return case


def _message(result: Result) -> str:
    difference = result.difference
    if difference is None:
        return result.message or result.known
    wanted, found = (json.dumps(storable(value)) for value in (difference.wanted, difference.found))
    return f"{difference.path}: expected {wanted}, found {found}"


def _clean(text: str) -> str:
    return FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", text)
