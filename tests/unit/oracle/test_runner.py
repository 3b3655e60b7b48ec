"""A run: what becomes of every vector, what is excused, when it is given up, and the verdict."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from unit.oracle.suites import DESCRIPTION, suite, vector

from mlslcs_ref.oracle.clients import StartFault
from mlslcs_ref.oracle.executor_process import ExecutorFault
from mlslcs_ref.oracle.judging import STATUSES, Result
from mlslcs_ref.oracle.known import Known, KnownFailures
from mlslcs_ref.oracle.protocol import Answer, Description, parsed_answer
from mlslcs_ref.oracle.runner import Run, judge_of, run_vectors
from mlslcs_ref.oracle.vectors.comparison import FirstDifference
from mlslcs_ref.oracle.vectors.files import Vector

Behaviour = Callable[[Mapping[str, Any]], Answer]
TODAY = dt.date(2030, 6, 1)


class Scripted:
    """An executor in this process that answers with the `in` of a case, or raises what stands there.

    Parameters
    ----------
    ending : ExecutorFault, optional
        How it ends.
    description : Description
        How it describes itself.
    """

    def __init__(self, ending: ExecutorFault | None = None, description: Description = DESCRIPTION) -> None:
        self.description = description
        self.asked: list[Any] = []
        self._ending = ending

    def ask(self, case: Mapping[str, Any]) -> Answer:
        """Answer, or raise."""
        said = case["in"]
        self.asked.append(said)
        if isinstance(said, list):
            said = said.pop(0)
        if isinstance(said, ExecutorFault):
            raise said
        return parsed_answer({"seq": 1, **said}, 1)

    def finish(self) -> None:
        """End."""
        if self._ending is not None:
            raise self._ending


def died(message: str = "it ended") -> ExecutorFault:
    return ExecutorFault("died", message)


def run(*vectors: Vector, client: Scripted | None = None, known: KnownFailures | None = None, faults: int = 3) -> Run:
    return run_vectors(vectors, client or Scripted(), judge_of(suite(vectors)), known or KnownFailures(), faults)


def only(found: Run) -> Result:
    (result,) = found.results
    return result


def known(*entries: Known) -> KnownFailures:
    return KnownFailures(entries, TODAY)


# -------------------------------------------------------------------------------------------------- what becomes of one


@pytest.mark.parametrize(
    ("asked", "status", "verdict"),
    [
        (vector("update/a/b/c"), "pass", "passed"),
        (vector("update/a/b/c", {"out": {"x": 1.0000000001}}), "pass", "passed"),
        (vector("update/a/b/c", {"out": {"x": 2}}), "fail", "failed"),
        (vector("update/a/b/c", {"out": {"x": 2}}, level="may"), "other", "passed"),
        (vector("update/a/b/c", {"reject": "no-instances"}), "fail", "failed"),
        (vector("update/a/b/c", level="reject", error="no-instances"), "pass", "passed"),
        (vector("update/a/b/c", {"reject": "other"}, level="reject", error="no-instances"), "fail", "failed"),
        (vector("update/a/b/c", {"out": {}}, level="reject", error="no-instances"), "fail", "failed"),
        (vector("update/a/b/c", {"skipped": {"reason": "r"}}), "skip", "nothing-ran"),
        (vector("update/a/b/c", {"errored": {"message": "m"}}), "error", "failed"),
        (vector("update/a/b/c", {"errored": {"message": "m"}}, level="may"), "error", "failed"),
        (vector("votes/a/b/c"), "skip", "nothing-ran"),
        (vector("update/a/b/c", profile="authors"), "skip", "nothing-ran"),
    ],
)
def test_a_vector_has_the_status_of_its_answer(asked: Vector, status: str, verdict: str) -> None:
    found = run(asked)

    assert (only(found).status, found.verdict) == (status, verdict)
    assert only(found).status in STATUSES


@pytest.mark.parametrize("kind", ["died", "timeout", "protocol"])
def test_a_vector_without_an_answer_says_why(kind: Any) -> None:
    fault = ExecutorFault(kind, "so it is")
    fault.stderr = ("last words",)
    result = only(run(vector("update/a/b/c", [fault])))  # type: ignore[arg-type]

    assert (result.status, result.message, result.stderr) == (kind, "so it is", ("last words",))


def test_a_failure_tells_the_first_difference() -> None:
    result = only(run(vector("update/a/b/c", {"out": {"rules": [{"cs": 2.5}], "y": 3}}, out={"rules": [{"cs": 1.5}]})))

    assert result.difference == FirstDifference("rules/0/cs", 1.5, 2.5)


def test_a_refusal_in_place_of_an_answer_is_a_difference_of_kinds() -> None:
    refused = only(run(vector("update/a/b/c", {"reject": "no-instances"})))
    answered = only(run(vector("update/a/b/c", {"out": {}}, level="reject", error="no-instances")))

    assert refused.difference == FirstDifference("reject", "an answer", "no-instances", "REP-7")
    assert answered.difference == FirstDifference("reject", "no-instances", "an answer", "REP-7")


def test_what_is_not_supported_is_not_asked() -> None:
    client = Scripted()
    found = run(vector("votes/a/b/c"), vector("update/a/b/c", profile="authors"), vector("match/a/b/c"), client=client)

    assert client.asked == [{"out": {"x": 1}}]
    assert [result.message for result in found.results] == [
        "it does not support the format votes",
        "it does not support the profile authors",
        "",
    ]


# ------------------------------------------------------------------------------------------------------- known failures


@pytest.mark.parametrize(
    ("said", "status", "verdict"),
    [
        ({"out": {"x": 2}}, "known", "passed"),
        ([ExecutorFault("died", "m")], "known", "passed"),
        ([ExecutorFault("timeout", "m")], "known", "passed"),
        # what passes is a failure, too, what is skipped stays skipped, and nothing excuses a broken protocol
        ({"out": {"x": 1}}, "unexpected-pass", "failed"),
        ({"skipped": {"reason": "r"}}, "skip", "nothing-ran"),
        ([ExecutorFault("protocol", "m")], "protocol", "protocol"),
    ],
)
def test_a_known_failure_is_excused(said: Any, status: str, verdict: str) -> None:
    found = run(vector("update/a/b/c", said), known=known(Known("update/*", "not yet")))

    assert (only(found).status, found.verdict) == (status, verdict)
    assert only(found).known == ("not yet" if status in {"known", "unexpected-pass"} else "")


@pytest.mark.parametrize(("day", "status"), [(TODAY, "known"), (TODAY - dt.timedelta(1), "fail")])
def test_a_known_failure_is_excused_through_its_last_day(day: dt.date, status: str) -> None:
    found = run(vector("update/a/b/c", {"out": {"x": 2}}), known=known(Known("update/*", "not yet", day)))

    assert only(found).status == status
    assert "not yet" in only(found).known


def test_an_entry_that_has_expired_hides_no_other() -> None:
    entries = known(Known("update/*", "old", dt.date(2020, 1, 1)), Known("update/a/*", "new"))

    assert only(run(vector("update/a/b/c", {"out": {"x": 2}}), known=entries)).known == "new"


# ---------------------------------------------------------------------------------------------- processes that are lost


def lost(name: str) -> Vector:
    return vector(f"update/a/b/{name}", [died()])  # type: ignore[arg-type]


def test_the_run_goes_on_after_a_loss() -> None:
    found = run(lost("a"), vector("update/a/b/b"), lost("c"), vector("update/a/b/d"))

    assert [result.status for result in found.results] == ["died", "pass", "died", "pass"]
    assert (found.verdict, found.gave_up) == ("failed", "")


def test_a_format_is_given_up_after_several_losses_in_a_row() -> None:
    client = Scripted()
    found = run(vector("update/a/b/0"), lost("a"), lost("b"), lost("c"), vector("update/a/b/d"), client=client)

    assert [result.status for result in found.results] == ["pass", "died", "died", "died", "not-run"]
    assert found.gave_up == "update: 3 processes in a row were lost; the last time it ended"
    assert found.verdict == "protocol"
    assert len(client.asked) == 4


def test_the_run_is_given_up_if_no_new_process_starts() -> None:
    fault = StartFault("died", "no licence")
    fault.stderr = ("expired",)
    found = run(lost("a"), vector("update/a/b/b", [fault]), vector("update/a/b/c"))  # type: ignore[arg-type]

    assert [result.status for result in found.results] == ["died", "not-run", "not-run"]
    assert found.gave_up == "it did not restart after a failure: no licence"
    assert found.stderr == ("expired",)


def test_what_comes_late_is_the_fault_of_the_vector_before_and_the_next_is_asked_again() -> None:
    late = ExecutorFault("protocol", "without a request", late=True)
    said = [late, {"out": {"x": 1}}]
    found = run(vector("update/a/b/a"), vector("votes/a/b/s"), vector("update/a/b/b", said))  # type: ignore[arg-type]

    assert [result.status for result in found.results] == ["protocol", "skip", "pass"]
    assert found.results[0].message == "without a request"


def test_a_wrong_end_breaks_the_protocol() -> None:
    found = run(vector("update/a/b/a"), client=Scripted(ending=ExecutorFault("protocol", "exit status 7")))

    assert (found.verdict, found.ending) == ("protocol", "exit status 7")


def test_a_run_of_nothing_is_none() -> None:
    assert run().verdict == "nothing-ran"


def test_results_are_told_as_they_come() -> None:
    seen: list[str] = []
    vectors = [vector("update/a/b/a"), vector("votes/a/b/b")]
    found = run_vectors(
        vectors, Scripted(), judge_of(suite(vectors)), KnownFailures(), 3, lambda result: seen.append(result.id)
    )

    assert seen == [result.id for result in found.results] == ["update/a/b/a", "votes/a/b/b"]
