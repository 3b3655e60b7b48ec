"""A run as JUnit XML: well-formed whatever was said, each vector once, counted by what became of it."""

from dataclasses import replace
from xml.etree import ElementTree as ET

from unit.oracle.test_report_file import RUN

from mlslcs_ref.oracle.junit import junit_text
from mlslcs_ref.oracle.runner import Run


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
    for suite in parsed(RUN):
        assert suite.get("failures") == str(len(suite.findall("*/failure")))
        assert suite.get("errors") == str(len(suite.findall("*/error")))


def test_characters_that_xml_cannot_hold_do_not_break_it() -> None:
    results = tuple(replace(result, message="\x00\x1b<&\ud800") for result in RUN.results)

    assert parsed(Run(RUN.description, results)).tag == "testsuites"
