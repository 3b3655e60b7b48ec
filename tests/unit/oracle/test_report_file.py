"""Reports: what their lines say, that they fit the schema, and what two of them tell differently."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from folders import Write
from raising import raising
from schemas import validator
from unit.oracle.suites import DESCRIPTION, suite, vector

from mlslcs_ref.errors import DataError
from mlslcs_ref.oracle.judging import STATUSES, Result
from mlslcs_ref.oracle.report_file import (
    Change,
    RunOptions,
    StoredReport,
    changes,
    counts,
    junit_text,
    read_report,
    report_text,
    storable,
)
from mlslcs_ref.oracle.runner import Run
from mlslcs_ref.oracle.vectors.comparison import FirstDifference

WRONG = FirstDifference("rules/0/cs", 1.5, 2.5)
RESULTS = (
    Result("update/a/b/pass", "pass", "must", ("ABC-1",), ms=1.5),
    Result("update/a/b/other", "other", "may", ("ABC-1",), FirstDifference("x", 1, 2)),
    Result("update/a/b/skip", "skip", "must", ("ABC-2",), message="later"),
    Result("update/a/b/known", "known", "must", ("ABC-2",), WRONG, known="not yet"),
    Result("update/a/b/fail", "fail", "must", ("ABC-1", "ABC-2"), WRONG),
    Result("update/a/b/fixed", "unexpected-pass", "must", ("ABC-1",), known="not yet"),
    Result("update/a/b/error", "error", "reject", ("ABC-1",), message="m", stderr=("line",)),
    Result("update/a/b/died", "died", "must", ("ABC-1",), message="m", stderr=("a", "b")),
    Result("update/a/b/timeout", "timeout", "must", ("ABC-1",), message="m"),
    Result("update/a/b/protocol", "protocol", "must", ("ABC-1",), message="m"),
    Result("update/a/b/not-run", "not-run", "must", ("ABC-1",), message="m"),
)
RUN = Run(DESCRIPTION, RESULTS, gave_up="3 processes in a row were lost", stderr=("last words",))
CHOSEN = RunOptions("./mine --fast", ("update",), ("ABC-7",), "known.toml")


def lines_of(run: Run = RUN) -> list[dict[str, Any]]:
    vectors = [vector(result.id, None, *result.clauses) for result in run.results]
    return [json.loads(line) for line in report_text(run, suite(vectors), CHOSEN).splitlines()]


def stored(folder: Path, run: Run = RUN, name: str = "report.jsonl") -> StoredReport:
    file = folder / name
    file.write_text("".join(json.dumps(line) + "\n" for line in lines_of(run)), encoding="utf-8")
    return read_report(file)


def test_every_status_is_reported_here() -> None:
    assert {result.status for result in RESULTS} == set(STATUSES)


def test_every_line_fits_the_schema() -> None:
    for line in [*lines_of(), *lines_of(Run(DESCRIPTION, ()))]:
        validator("report.schema.json").validate(line)


def test_the_header_says_who_asked_whom_what() -> None:
    header = lines_of()[0]

    assert header["suite"] == {"version": "1.0.0", "sha256": "0" * 64, "vectors": len(RESULTS)}
    assert header["executor"]["command"] == "./mine --fast"
    assert header["executor"]["implementation"] == {"name": "fake", "version": "1", "language": "Python"}
    assert header["selection"] == {"select": ["update"], "skip": ["ABC-7"], "known": "known.toml"}


def test_a_result_tells_path_want_and_have() -> None:
    failed = next(line for line in lines_of() if line.get("status") == "fail")

    assert failed["difference"] == {"path": "rules/0/cs", "want": 1.5, "have": 2.5}
    assert failed["clauses"] == ["ABC-1", "ABC-2"]


def test_the_footer_counts_by_status_level_and_clause() -> None:
    footer = lines_of()[-1]

    assert (footer["verdict"], footer["total"]) == ("protocol", 11)
    assert footer["counts"] == dict.fromkeys(STATUSES, 1)
    assert footer["by_level"]["reject"] == {"error": 1}
    assert footer["by_level"]["may"] == {"other": 1}
    assert footer["by_clause"]["ABC-2"] == {"skip": 1, "known": 1, "fail": 1}
    assert [suspect["clause"] for suspect in footer["suspects"]] == ["ABC-1", "ABC-2"]
    assert footer["gave_up"] == "3 processes in a row were lost"


def test_counts_leave_out_what_is_not_there() -> None:
    assert counts([RESULTS[4], RESULTS[0], RESULTS[0]]) == {"pass": 2, "fail": 1}


def test_what_is_too_much_for_a_report_becomes_text() -> None:
    deep: list[Any] = []
    for _turn in range(100_000):
        deep = [deep]

    assert storable(deep) == "(nested too deeply)"
    assert len(storable("x" * 1_000_000)) < 3000
    assert storable(float("inf")) == "inf"
    assert storable({"x": [1, None]}) == {"x": [1, None]}


# -------------------------------------------------------------------------------------------------------------- reading


def test_a_report_is_read_as_it_was_written(tmp_path: Path) -> None:
    found = stored(tmp_path)

    assert [result["id"] for result in found.results] == [result.id for result in RESULTS]
    assert found.footer["total"] == len(found.results)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 1),
        ("no\n", 1),
        ("[]\n", 1),
        ('{"format": "mlslcs_ref.replay", "version": 1}\n', 1),
        ('{"format": "mlslcs_ref.conformance", "version": 9}\n', 1),
        ('{"format": "mlslcs_ref.conformance", "version": 1}\n', 1),
        ('{"format": "mlslcs_ref.conformance", "version": 1}\n{"record": "x"}\n{"record": "footer"}\n', 2),
    ],
)
def test_what_is_no_whole_report_is_an_error_with_its_line(text: str, line: int, write: Write) -> None:
    file = write(text, "report.jsonl")

    with raising(DataError, file=str(file), line=line):
        read_report(file)


# ------------------------------------------------------------------------------------------------------------ comparing


def test_a_report_tells_the_same_as_itself_whatever_the_time_it_took(tmp_path: Path) -> None:
    slower = tuple(Result(**{**vars(result), "ms": 99.0}) for result in RESULTS)

    assert changes(stored(tmp_path), stored(tmp_path, Run(DESCRIPTION, slower), "slow.jsonl")) == ()


def test_what_has_changed_is_told_in_the_order_of_the_second_report(tmp_path: Path) -> None:
    one = Run(DESCRIPTION, (Result("a", "pass", "must", ("ABC-1",)), Result("b", "fail", "must", ("ABC-1",), WRONG)))
    other = Run(
        DESCRIPTION,
        (
            Result("c", "pass", "must", ("ABC-1",)),
            Result("b", "fail", "must", ("ABC-1",), FirstDifference("rules/0/cs", 1.5, 9)),
        ),
    )

    assert changes(stored(tmp_path, one, "1.jsonl"), stored(tmp_path, other, "2.jsonl")) == (
        Change("c", "absent", "pass", None),
        Change("b", "fail", "fail", FirstDifference("rules/0/cs", 1.5, 9)),
        Change("a", "pass", "absent", None),
    )


OTHER_FIELDS: dict[str, list[Any]] = {
    "status": [None, 1, "", [], {}, ["pass"]],
    "id": [None, 1, [], {}, "update/a/b/other"],
    "record": [None, [], "header"],
}


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in OTHER_FIELDS.items() for value in values], ids=str
)
def test_a_report_with_a_result_of_another_kind_or_twice_is_refused_with_its_line(
    tmp_path: Path, name: str, value: Any
) -> None:
    lines = lines_of()
    lines[-2][name] = value
    (tmp_path / "r.jsonl").write_text("\n".join(map(json.dumps, lines)))

    with raising(DataError, file=str(tmp_path / "r.jsonl"), line=len(lines) - 1):
        read_report(tmp_path / "r.jsonl")


def parsed(run: Run) -> ET.Element:
    return ET.fromstring(junit_text(run))  # noqa: S314 - the text is our own


def test_every_vector_is_a_case_of_the_suite_of_its_format() -> None:
    found = {
        f"{suite.get('name')}/{case.get('name')}" for suite in parsed(RUN) for case in suite if case.tag == "testcase"
    }

    assert found == {result.id for result in RUN.results}


def test_what_fails_is_a_failure_what_is_lost_an_error_what_did_not_run_skipped() -> None:
    cases = {f"{case.get('classname')}/{case.get('name')}": case for case in parsed(RUN).iter("testcase")}
    tags = {result.status: [child.tag for child in cases[result.id]] for result in RUN.results}

    expected = {"pass": [], "fail": ["failure"], "died": ["error"], "skip": ["skipped"], "known": ["skipped"]}
    assert {status: tags[status] for status in expected if status in tags} == {
        status: expected[status] for status in expected if status in tags
    }
    for listed in parsed(RUN):
        assert listed.get("failures") == str(len(listed.findall("*/failure")))
        assert listed.get("errors") == str(len(listed.findall("*/error")))


def test_characters_that_xml_cannot_hold_do_not_break_it() -> None:
    results = tuple(replace(result, message="\x00\x1b<&\ud800") for result in RUN.results)

    assert parsed(Run(RUN.description, results)).tag == "testsuites"
