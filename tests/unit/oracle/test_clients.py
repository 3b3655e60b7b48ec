"""Executors that misbehave in every way: each is named as what it is, quickly, and leaves no process behind."""

import os
from dataclasses import replace
from pathlib import Path

import pytest
from processes import PATIENCE, is_running, wait_until
from raising import raising
from unit.oracle.fake_executor import DESCRIPTIONS
from unit.oracle.suites import DESCRIPTION, NOW, QUICK, fake

from mlslcs_ref.oracle.clients import ProcessClient, StartFault
from mlslcs_ref.oracle.executor_process import ExecutorFault, Fault, Limits
from mlslcs_ref.oracle.protocol import Answer, Errored, Out, Refused, Skipped

pytestmark = pytest.mark.skipif(os.name != "posix", reason="process groups and pipes of Unix")

LONG = replace(QUICK, case=PATIENCE, stop=PATIENCE)
"""For executors that are to be found out at once, not when time is up."""


def case(said: object) -> dict[str, object]:
    return {"format": "echo", "settings": {"profile": "paper"}, "in": said, "draws": []}


def fault_of(behaviour: str, limits: Limits = LONG) -> ExecutorFault:
    """What an executor does to the case at which it misbehaves."""
    with ProcessClient(fake(behaviour), limits) as client:
        assert client.ask(case({"out": {"x": 0}})) == Out({"x": 0})
        with pytest.raises(ExecutorFault) as caught:
            client.ask(case(NOW))
    return caught.value


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ({"out": {"x": [0.1, None]}}, Out({"x": [0.1, None]})),
        ({"reject": "no-instances"}, Refused("no-instances")),
        ({"skipped": {"reason": "later", "issue_url": "u"}}, Skipped("later", "u")),
        ({"errored": {"message": "m", "traceback": "t"}}, Errored("m", "t")),
    ],
)
def test_an_answer_is_what_the_executor_said(said: object, answer: Answer) -> None:
    with ProcessClient(fake(), LONG) as client:
        assert client.description == replace(DESCRIPTION, formats=("update", "match"))
        assert client.ask(case(said)) == answer
        client.finish()


def test_a_flood_of_complaints_harms_nothing() -> None:
    with ProcessClient(fake("complains"), LONG) as client:
        for _turn in range(3):
            assert client.ask(case(NOW)) == Out({"x": "now"})
        client.finish()


def test_a_line_may_end_as_on_windows() -> None:
    with ProcessClient(fake("windows-line"), LONG) as client:
        assert client.ask(case(NOW)) == Out({"x": "now"})


def test_a_request_may_be_longer_than_a_pipe_holds() -> None:
    said = {"out": {"x": "long " * 100_000}}
    with ProcessClient(fake(), replace(LONG, line=1 << 20)) as client:
        assert client.ask(case(said)) == Out(said["out"])


# ------------------------------------------------------------------------------------------------ misbehaving at a case


@pytest.mark.parametrize("behaviour", ["exits", "extra-line", "hangs"])
def test_a_new_process_takes_the_next_case(behaviour: str) -> None:
    with ProcessClient(fake(behaviour), QUICK) as client:
        with pytest.raises(ExecutorFault):
            client.ask(case(NOW))

        assert client.ask(case({"out": {"x": 1}})) == Out({"x": 1})


@pytest.mark.parametrize(
    "behaviour", ["text", "empty-line", "not-utf-8", "deep", "wrong-seq", "extra-line", "two-lines"]
)
def test_what_is_no_valid_response_breaks_the_protocol(behaviour: str) -> None:
    fault = fault_of(behaviour)

    assert fault.kind == "protocol"
    assert len(fault.message) < 400


@pytest.mark.parametrize(
    ("behaviour", "kind", "words"),
    [
        ("exits", "died", "exit status 3"),
        ("crashes", "died", "SIGSEGV"),
        ("half-a-line", "died", "exit status 0"),
        ("closes-standard-output", "died", "closed its standard output"),
        ("leaves-a-child", "died", "exit status 1"),
        ("endless", "protocol", "without a line feed"),
    ],
)
def test_an_executor_that_is_lost_is_found_out_before_time_is_up(behaviour: str, kind: Fault, words: str) -> None:
    fault = fault_of(behaviour)

    assert fault.kind == kind
    assert words in fault.message


@pytest.mark.parametrize(
    ("behaviour", "words"),
    [
        ("hangs", "did not answer within 0.5 s"),
        ("no-line-feed", "wrote 1000 bytes, but no line feed"),
        ("closes-standard-input", "did not answer"),
        ("endless-complaints", "did not answer"),
    ],
)
def test_an_executor_that_is_slow_is_not_waited_for(behaviour: str, words: str) -> None:
    fault = fault_of(behaviour, QUICK)

    assert fault.kind == "timeout"
    assert words in fault.message


def test_full_pipes_in_both_directions_are_no_deadlock() -> None:
    """It writes more than a pipe holds and does not read, while the request is longer than a pipe holds."""
    limits = replace(QUICK, line=1 << 20)
    with ProcessClient(fake("stops-reading"), limits) as client, pytest.raises(ExecutorFault) as caught:
        client.ask(case({"out": {"x": "long " * 100_000}}))

    assert caught.value.kind == "timeout"
    assert "did not read its request" in caught.value.message


def test_a_late_line_is_the_fault_of_the_case_before(tmp_path: Path) -> None:
    answered = tmp_path / "answered"
    with ProcessClient([*fake("late-line"), str(answered)], LONG) as client:
        assert client.ask(case(NOW)) == Out({"x": "now"})
        answered.touch()
        wait_until(lambda: not answered.exists())
        with pytest.raises(ExecutorFault) as caught:
            client.ask(case({"out": {"x": 1}}))

    assert (caught.value.kind, caught.value.late) == ("protocol", True)
    assert "by the way" in caught.value.message


def test_the_last_complaints_are_kept() -> None:
    assert fault_of("exits").stderr == ("line 1", "out of luck")


def test_what_an_executor_has_started_ends_with_it() -> None:
    (child,) = map(int, fault_of("leaves-a-child").stderr)

    wait_until(lambda: not is_running(child))


# --------------------------------------------------------------------------------------------- misbehaving at both ends


@pytest.mark.parametrize("behaviour", [*DESCRIPTIONS, "greets"])
def test_an_executor_that_does_not_describe_itself_is_not_started(behaviour: str) -> None:
    with raising(StartFault, kind="protocol"):
        ProcessClient(fake(behaviour), LONG)


def test_an_executor_that_dies_at_start_is_not_started() -> None:
    with raising(StartFault, kind="died", stderr=("no licence",)):
        ProcessClient(fake("dies-at-start"), LONG)


def test_an_executor_that_is_slow_at_start_is_not_started() -> None:
    with raising(StartFault, kind="timeout"):
        ProcessClient(fake("slow-start"), replace(QUICK, start=0.2))


@pytest.mark.parametrize("command", ["no-such-program-anywhere", "/", "\0"])
def test_a_program_that_is_not_there_is_not_started(command: str) -> None:
    with pytest.raises(StartFault) as caught:
        ProcessClient([command], LONG)

    assert "cannot be started" in caught.value.message


@pytest.mark.parametrize("behaviour", ["ignores-stop", "says-goodbye", "ends-with-7"])
def test_an_executor_has_to_end_quietly(behaviour: str) -> None:
    with ProcessClient(fake(behaviour), QUICK) as client, raising(ExecutorFault, kind="protocol"):
        client.finish()
