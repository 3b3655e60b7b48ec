"""Lines of the protocol: what is a message, what is none, and that the schema says the same."""

from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from schemas import validator
from unit.oracle.fake_executor import DESCRIPTION, DESCRIPTIONS, WRITES

from mlslcs_ref.oracle.protocol import (
    Answer,
    Description,
    Errored,
    MessageError,
    Out,
    Refused,
    Skipped,
    encoded,
    parsed_answer,
    parsed_description,
    parsed_line,
    request_run,
    request_start,
    request_stop,
    response_answer,
    response_description,
)

SEQ: Final = 7
SINGLE: Final = sorted(set(WRITES) - {"windows-line", "extra-line", "two-lines"})
"""What is wrong in a line, not in the number of lines."""
FIELDS: Final = ("seq", "out", "reject", "skipped", "errored", "message", "reason", "issue_url", "traceback", "more")


VALID_ANSWER: Final = validator("protocol.schema.json#/$defs/answer")
VALID_START: Final = validator("protocol.schema.json#/$defs/started")


@pytest.mark.parametrize("name", SINGLE)
def test_what_is_no_answer_is_an_error_in_a_line_of_text(name: str) -> None:
    line = WRITES[name].replace(b"SEQ", str(SEQ).encode()).removesuffix(b"\n")

    with pytest.raises(MessageError) as caught:
        parsed_answer(parsed_line(line), SEQ)
    assert len(str(caught.value)) < 300
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("name", sorted(DESCRIPTIONS))
def test_what_is_no_description_is_an_error(name: str) -> None:
    with pytest.raises(MessageError):
        parsed_description(DESCRIPTIONS[name])
    assert not VALID_START.is_valid(DESCRIPTIONS[name])


def test_a_description_may_tell_home_and_build() -> None:
    described = Description("n", "1", "C", "https://example.org", "native", ("update",), ("paper",))

    assert parsed_description(response_description(described)) == described
    assert VALID_START.is_valid(response_description(described))
    assert parsed_description(DESCRIPTION) == Description(
        "fake", "1", "Python", None, None, ("update", "match"), ("paper",)
    )


@pytest.mark.parametrize(
    "answer",
    [Out({"x": "inf"}), Refused("c"), Skipped("r"), Skipped("r", "u"), Errored("m"), Errored("m", "t")],
)
def test_an_answer_survives_the_wire(answer: Answer) -> None:
    message = response_answer(SEQ, answer)

    assert parsed_answer(parsed_line(encoded(message)), SEQ) == answer
    assert VALID_ANSWER.is_valid(message)


def test_seq_may_be_spelled_as_a_real() -> None:
    assert parsed_answer(parsed_line(b'{"seq": 7.0, "out": {}}'), SEQ) == Out({})


def test_requests_are_those_of_the_schema() -> None:
    case = {"format": "update", "settings": {"profile": "paper"}, "in": {}, "draws": [0.5], "out": {}, "comment": ""}
    run = request_run(SEQ, case)

    for request in (request_start(), run, request_stop()):
        assert validator("protocol.schema.json#/$defs/request").is_valid(request)
    assert set(run["case"]) == {"format", "settings", "in", "draws"}


values = st.recursive(
    st.none() | st.booleans() | st.integers(-3, SEQ) | st.just(SEQ) | st.text("ab", max_size=2),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(FIELDS), inner, max_size=3),
    max_leaves=4,
)
answers = st.dictionaries(st.sampled_from(FIELDS), values, max_size=3).map(lambda fields: {"seq": SEQ, **fields})


@given(answers | values)
def test_the_schema_and_the_reader_take_the_same_answers(message: Any) -> None:
    try:
        parsed_answer(parsed_line(encoded(message)), SEQ)
    except MessageError:
        taken = False
    else:
        taken = True

    # the schema does not know which request it is
    assert taken == (VALID_ANSWER.is_valid(message) and message["seq"] == SEQ)


@given(st.binary(max_size=40) | st.text(max_size=40).map(str.encode))
def test_no_line_is_more_than_an_error(line: bytes) -> None:
    try:
        assert isinstance(parsed_line(line), dict)
    except MessageError as error:
        assert "\n" not in str(error)
