"""The package as an executor, by its streams."""

import io
import json
from collections.abc import Mapping
from typing import Any

import pytest
from local_clients import LocalClient
from specification import whole_suite

from mlslcs_ref.oracle import executor
from mlslcs_ref.oracle.executor import answer, description, serve
from mlslcs_ref.oracle.known import KnownFailures
from mlslcs_ref.oracle.operators.run_case import FORMATS
from mlslcs_ref.oracle.protocol import Errored, MessageError, Out, Refused, Skipped, parsed_description
from mlslcs_ref.oracle.runner import judge_of, run_vectors
from mlslcs_ref.oracle.smoke import judged_echo, smoke_vectors

CASE = {"format": "pcg64", "settings": {"profile": "paper"}, "draws": []}
START = {"cmd": "start", "protocol": 1}
STOP = {"cmd": "stop"}


def served(*requests: Any) -> tuple[int, list[Any]]:
    """The exit status and the responses."""
    responses = io.BytesIO()
    lines = b"".join(json.dumps(request).encode() + b"\n" for request in requests)
    status = serve(io.BytesIO(lines), responses)
    return status, [json.loads(line) for line in responses.getvalue().splitlines()]


def case_of(identity: str) -> Mapping[str, Any]:
    return next(one.case for one in whole_suite().vectors if one.id.startswith(identity))


def test_a_session_is_a_start_cases_and_a_stop() -> None:
    echo = {"format": "echo", "settings": {}, "in": {"out": {"x": 1}}, "draws": []}
    status, responses = served(START, {"cmd": "run", "seq": 1, "case": echo}, STOP)

    assert status == 0
    assert parsed_description(responses[0]) == description()
    assert responses[1:] == [{"seq": 1, "out": {"x": 1}}]


def test_it_supports_every_format_and_profile() -> None:
    assert set(description().formats) == {*FORMATS, "trace"}
    assert description().profiles == ("paper", "authors")


def test_it_ends_with_its_input() -> None:
    assert served(START) == (0, served(START)[1])


def test_nothing_after_stop_is_read() -> None:
    assert served(STOP, "no request") == (0, [])


@pytest.mark.parametrize(
    "request_",
    [
        {"cmd": "start", "protocol": 2},
        {"cmd": "configure"},
        {"cmd": "run", "seq": "1", "case": CASE},
        {"cmd": "run", "seq": 1, "case": []},
        {"cmd": "run", "seq": 1, "case": {"format": "echo"}},
        {},
        [],
    ],
)
def test_what_is_no_request_ends_it(request_: Any) -> None:
    with pytest.raises(MessageError):
        served(request_)


def test_the_package_passes_a_vector_of_every_format() -> None:
    """All vectors are asked of its operators in `tests/conformance`."""
    first = tuple({vector.format: vector for vector in reversed(whole_suite().vectors)}.values())
    run = run_vectors(first, LocalClient(description(), answer), judge_of(whole_suite()), KnownFailures(), 1)

    assert [(one.id, one.difference or one.message) for one in run.results if one.status != "pass"] == []
    assert (run.verdict, len(run.results)) == ("passed", len(whole_suite().comparisons))


def test_a_case_has_an_answer() -> None:
    assert isinstance(answer(case_of("update/")), Out)


def test_a_case_may_be_refused() -> None:
    refused = {**case_of("update/"), "settings": {"profile": "paper", "omega": 0.9, "phi": 0.5}}

    assert answer(refused) == Refused("omega-above-phi")


def test_an_unknown_format_is_skipped() -> None:
    assert answer({**CASE, "format": "telepathy", "in": {}}) == Skipped("there is no format 'telepathy'")


def test_what_is_no_case_is_an_error_that_was_noticed() -> None:
    found = answer({**CASE, "in": {}})

    assert isinstance(found, Errored)
    assert found.traceback is None


@pytest.mark.parametrize("cs", ["nan", "inf", "-inf", None, True])
def test_a_correct_set_size_is_a_number(cs: Any) -> None:
    """Deletion would else meet a total that is no number; the schema of the vectors has numbers alone."""
    rule = {"bits": "111111", "cs": cs}
    found = answer(
        {
            "format": "update",
            "settings": {"profile": "paper"},
            "in": {
                "attributes": [{"kind": "binary"}],
                "n_labels": 2,
                "instances": [{"x": [1], "y": "10"}],
                "presented": [0],
                "rules": [rule],
            },
            "draws": [],
        }
    )

    assert isinstance(found, Errored)
    assert "in.rules[0].cs: expected a number" in found.message
    assert found.traceback is None


def test_a_fault_of_an_operator_is_an_error_that_was_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_case: Any) -> Any:
        raise ZeroDivisionError("by nothing")

    monkeypatch.setattr(executor, "run_case", broken)
    found = answer({**CASE, "in": {}})

    assert isinstance(found, Errored)
    assert found.message == "ZeroDivisionError: by nothing"
    assert "broken" in (found.traceback or "")


# ------------------------------------------------------------------------------------------------------------ smoke set


def test_the_smoke_set_wants_what_it_asks() -> None:
    """Whoever answers with the inputs passes, whatever kind of answer they are."""
    vectors = smoke_vectors()
    said = []
    for one in vectors:
        status, (response,) = served({"cmd": "run", "seq": 5, "case": one.case})
        said.append((status, response))

    assert said == [(0, {"seq": 5, **one.case["in"]}) for one in vectors]


def test_the_smoke_set_finds_reals_that_lose_digits() -> None:
    def shortened(case: Mapping[str, Any]) -> Any:
        numbers = case["in"].get("out", {}).get("x", [])
        short = [float(f"{x:.6g}") if isinstance(x, float) else x for x in numbers]
        return Out({**case["in"].get("out", {}), "x": short})

    run = run_vectors(smoke_vectors(), LocalClient(description(), shortened), judged_echo, KnownFailures(), 1)

    assert {"echo/numbers/digits", "echo/kinds/reject"} <= {one.id for one in run.results if one.bad}
    assert run.results[0].status == "pass"


def test_the_smoke_set_has_every_kind_of_answer_and_a_long_line() -> None:
    said = [one.case["in"] for one in smoke_vectors()]

    assert {name for one in said for name in one} == {"out", "reject", "skipped", "errored"}
    assert max(len(json.dumps(one)) for one in said) > 1 << 16
    assert len({one.id for one in smoke_vectors()}) == len(said)
