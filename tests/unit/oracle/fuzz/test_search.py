"""What the search finds is a difference, as small as it gets, and becomes a vector."""

import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from folders import Write
from local_clients import LocalClient
from specification import whole_suite

from mlslcs_ref.oracle.executor import answer, description
from mlslcs_ref.oracle.fuzz.search import Disagreement, Fuzzing, FuzzOptions, fuzzed, vector_file
from mlslcs_ref.oracle.fuzz.shrinking import shrunk
from mlslcs_ref.oracle.protocol import Answer, Errored, Out
from mlslcs_ref.oracle.suite import Suite
from mlslcs_ref.oracle.vectors.files import vectors_of

Respond = Callable[[Mapping[str, Any]], Answer]


@pytest.fixture(scope="module")
def suite() -> Suite:
    return whole_suite()


def found_by(suite: Suite, respond: Respond, *formats: str, cases: int = 40) -> Fuzzing:
    return fuzzed(LocalClient(description(), respond), suite, FuzzOptions(1, formats, cases, 300.0))


def changed(format_name: str, wrong: Callable[[Mapping[str, Any]], bool], change: Callable[[Any], Any]) -> Respond:
    """The reference, but that it gives another answer to some cases of a format."""

    def respond(case: Mapping[str, Any]) -> Answer:
        found = answer(case)
        if isinstance(found, Out) and case["format"] == format_name and wrong(case):
            return Out(change(dict(found.value)))
        return found

    return respond


def test_the_reference_agrees_with_itself(suite: Suite) -> None:
    found = found_by(suite, answer, cases=120)

    assert found.findings == []
    assert sum(found.asked.values()) > 100


@pytest.mark.parametrize("answers", [1, 2, 3])
def test_what_is_found_before_an_interrupt_is_kept(suite: Suite, answers: int) -> None:
    """The interrupt comes as a case is shrunk: what differs is a difference still, however large."""
    left = iter(range(answers))
    kept: list[Disagreement] = []

    def respond(_case: Mapping[str, Any]) -> Answer:
        if next(left, None) is None:
            raise KeyboardInterrupt
        return Errored("wrong")

    client = LocalClient(description(), respond)
    with pytest.raises(KeyboardInterrupt):
        fuzzed(client, suite, FuzzOptions(1, ("generality",), 40, 300.0), keep=kept.append)
    (finding,) = kept
    assert finding.number == 1
    assert finding.result.bad
    assert finding.vector.out is not None
    assert Out(finding.vector.out) == answer(finding.vector.case)


def test_a_fault_of_many_labels_is_shrunk_to_the_fewest_that_show_it(suite: Suite) -> None:
    respond = changed(
        "generality", lambda case: case["in"]["n_labels"] > 3, lambda out: {"general": not out["general"]}
    )

    found = found_by(suite, respond, "generality")

    (finding,) = found.findings
    inputs = finding.vector.case["in"]
    assert (inputs["n_labels"], len(inputs["attributes"])) == (4, 1)
    assert set(finding.vector.case["settings"]) == {"profile"}
    assert finding.result.difference is not None
    assert finding.result.difference.path == "general"


def test_one_place_that_differs_is_told_once(suite: Suite) -> None:
    respond = changed(
        "roulette", lambda case: len(case["in"]["weights"]) > 1, lambda out: {"chosen": out["chosen"] + 1}
    )

    assert len(found_by(suite, respond, "roulette").findings) == 1


def test_an_executor_that_fails_is_a_finding(suite: Suite) -> None:
    found = found_by(suite, lambda _case: Errored("no"), "layout", cases=5)

    assert [finding.result.status for finding in found.findings] == ["error"]


def test_a_finding_is_written_as_a_file_of_vectors(suite: Suite, write: Write) -> None:
    respond = changed("update", lambda _case: True, lambda _out: {"rules": []})
    (finding,) = found_by(suite, respond, "update", cases=10).findings
    file = write(json.dumps(vector_file([finding.vector])), "found.json")

    (read,) = vectors_of(file)

    assert read == finding.vector
    assert set(read.clauses) <= set(suite.clauses)


def test_the_same_seed_finds_the_same(suite: Suite) -> None:
    respond = changed("votes", lambda case: len(case["in"]["rules"]) > 4, lambda out: out | {"n_unmatched": -1})
    first, second = (found_by(suite, respond, "votes") for _ in range(2))

    assert [finding.vector for finding in first.findings] == [finding.vector for finding in second.findings]
    assert [finding.number for finding in first.findings] == [finding.number for finding in second.findings]


def test_only_the_formats_that_are_asked_for_are_searched(suite: Suite) -> None:
    assert set(found_by(suite, answer, "layout", "decode", cases=6).asked) == {"layout", "decode"}


WHEEL = {
    "format": "roulette",
    "settings": {"profile": "paper"},
    "in": {"weights": [1.0] * 64},
    "draws": [0.5],
}


def test_what_a_failing_case_does_not_need_goes() -> None:
    assert shrunk(WHEEL, lambda case: len(case["in"]["weights"]) >= 3)["in"]["weights"] == [1.0] * 3


def test_nothing_is_tried_on_it_when_time_is_over() -> None:
    tried: list[int] = []

    def fails(case: Mapping[str, Any]) -> bool:
        tried.append(len(case["in"]["weights"]))
        return True

    found = shrunk(WHEEL, fails, lambda: len(tried) == 2)

    assert tried == [32, 16]
    assert len(found["in"]["weights"]) == 16
