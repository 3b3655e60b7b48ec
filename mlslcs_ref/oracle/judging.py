"""From the response of an executor to the result of a vector, and to the first draw that does not fit it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any, Final, Literal, TypeAlias

from mlslcs_ref.oracle.executor_process import ExecutorFault
from mlslcs_ref.oracle.known import KnownFailures
from mlslcs_ref.oracle.operators.case import REFUSED_BY, CaseError, Reject
from mlslcs_ref.oracle.operators.run_case import FORMATS, purposes
from mlslcs_ref.oracle.protocol import Answer, Errored, Out, Refused, Skipped
from mlslcs_ref.oracle.vectors.comparison import Comparison, FirstDifference
from mlslcs_ref.oracle.vectors.files import Level, Vector

ORDERED_BY: Final[Mapping[str, str]] = {"cluster": "INI-6", "cover": "COV-6", "ga": "GEN-8", "delete": "DEL-1"}
"""The clause that orders the draws of a mechanism, by the first word of their purposes."""
CUT: Final = "ga.cut"
LABEL: Final = "cover.label"
PARENT: Final = "ga.parent"
WHOLE: Final = frozenset({"discovery", "step", "run"})
"""Formats in which a GA is run if it is due."""
NONE: Final = "no draw"
Status: TypeAlias = Literal[
    "pass", "other", "skip", "known", "fail", "unexpected-pass", "error", "died", "timeout", "protocol", "not-run"
]
STATUSES: Final[Mapping[Status, str]] = {
    "pass": "the expected answer",
    "other": "a different answer to a vector of level may",
    "skip": "the executor does not support it",
    "known": "fails, as the file of known failures says",
    "fail": "a different answer",
    "unexpected-pass": "passes, although it is a known failure",
    "error": "the executor reported an error",
    "died": "the executor's process ended",
    "timeout": "no answer in time",
    "protocol": "no valid response",
    "not-run": "not run, because the run was given up",
}
"""The possible results of a vector."""
BAD: Final[tuple[Status, ...]] = ("fail", "unexpected-pass", "error", "died", "timeout", "protocol", "not-run")
"""What makes a run fail."""
DRAWING: Final = "RND-1"
"""What every vector with draws relies on, besides the clauses that it names: that draws are taken in order."""
EXCUSABLE: Final[tuple[Status, ...]] = ("fail", "error", "died", "timeout")


def first_misfit(case: Mapping[str, Any], made: Sequence[str]) -> FirstDifference | None:
    """Return the first draw of a case with a tape that is used for something else; None if none is known to be.

    `made` is what an executor made its draws for; an empty text fits everything.
    """
    if not isinstance(case.get("draws"), Sequence) or case["format"] not in FORMATS:
        return None
    wanted: tuple[str, ...] = ()
    with suppress(Reject, CaseError):
        wanted = purposes(case)
    for index, (one, other) in enumerate(zip_longest(wanted, made)):
        if one != other and not (one is not None and other == ""):
            before = wanted[index - 1] if index else ""
            clause = _decided_by(one, other, before, case["format"]) or _ordered_by(one, other, wanted)
            return FirstDifference(f"draws/{index}", one or NONE, NONE if other is None else other or "a draw", clause)
    return None


def _decided_by(one: str | None, other: str | None, before: str, format_name: str) -> str:
    """Return the clause that decides whether a draw of the GA or of a label is made; an empty text if it is another."""
    if CUT in {one, other}:
        return "GEN-4"
    # the labels of a rule have one draw more, or one less
    if LABEL in {one, other} and (before == LABEL or _clause_of_draws(one) != _clause_of_draws(other)):
        return "INI-1" if format_name == "clustering" else "COV-2"
    if format_name not in WHOLE or PARENT not in {one, other} or _clause_of_draws(one) == _clause_of_draws(other):
        return ""
    # a GA begins where there is none, or another mechanism has its turn
    return "CYC-2"


def _ordered_by(one: str | None, other: str | None, wanted: Sequence[str]) -> str:
    """Return the clause that puts draws of this purpose in order, or those before them."""
    return _clause_of_draws(one) or _clause_of_draws(other) or _clause_of_draws(wanted[-1] if wanted else None)


def _clause_of_draws(purpose: str | None) -> str:
    """Return the clause that orders draws of a purpose; an empty text if none is known."""
    return ORDERED_BY.get((purpose or "").partition(".")[0], "")


@dataclass(frozen=True)
class Result:
    """The result of a vector."""

    id: str
    """The vector."""
    status: Status
    """One of `STATUSES`."""
    level: Level
    """Of the vector: `must`, `reject` or `may`."""
    clauses: tuple[str, ...]
    """Of the vector; if it has draws, RND-1 is one of them."""
    difference: FirstDifference | None = None
    """Where the answer first differs from the expected one, or the first draw that was used for something else."""
    message: str = ""
    """Why, in words; an empty text where the difference says it all."""
    stderr: tuple[str, ...] = ()
    """The last lines of standard error of a process that was lost, or of a traceback."""
    known: str = ""
    """Why the failure is known, if it is."""
    ms: float = 0.0
    """Milliseconds until the answer came."""
    answer: Any = None
    """The whole answer, `out` or `reject`, if it is not the expected one."""

    @property
    def bad(self) -> bool:
        """Whether it makes the run fail."""
        return self.status in BAD


def judged(vector: Vector, answer: Answer, comparison: Comparison) -> Result:
    """Return the result of a vector that was answered."""
    if isinstance(answer, Skipped):
        where = f" ({answer.issue_url})" if answer.issue_url else ""
        return _result(vector, "skip", message=f"{answer.reason}{where}")
    if isinstance(answer, Errored):
        trace = tuple((answer.traceback or "").splitlines())
        misfit = None if answer.draws is None else first_misfit(vector.case, answer.draws)
        return _result(vector, "error", message=answer.message, stderr=trace, difference=misfit)
    difference = _difference(vector, answer, comparison)
    if difference is None:
        return _result(vector, "pass")
    said = {"reject": answer.reason} if isinstance(answer, Refused) else {"out": answer.value}
    return _result(vector, "other" if vector.level == "may" else "fail", difference=difference, answer=said)


def _difference(vector: Vector, answer: Out | Refused, comparison: Comparison) -> FirstDifference | None:
    if isinstance(answer, Refused):
        if answer.reason == vector.error:
            return None
        clause = REFUSED_BY.get(vector.error or answer.reason, "")
        return FirstDifference("reject", vector.error or "an answer", answer.reason, clause)
    if vector.error is not None:
        return FirstDifference("reject", vector.error, "an answer", REFUSED_BY.get(vector.error, ""))
    return comparison.first_difference(vector.out, answer.value)


def lost(vector: Vector, fault: ExecutorFault) -> Result:
    """Return the result of a vector that was not answered."""
    return _result(vector, fault.kind, message=fault.message, stderr=fault.stderr)


def unasked(vector: Vector, status: Literal["skip", "not-run"], message: str) -> Result:
    """Return the result of a vector that the executor was not asked."""
    return _result(vector, status, message=message)


def excused(result: Result, vector: Vector, known: KnownFailures) -> Result:
    """Return a result in the light of what is known: a known failure, or a known failure that passes."""
    entry = known.of(vector)
    if entry is None:
        return result
    if known.expired(entry):
        note = f"known until {entry.expires}: {entry.reason}"
        return replace(result, known=note) if result.status in EXCUSABLE else result
    if result.status in EXCUSABLE:
        return replace(result, status="known", known=entry.reason)
    if result.status in {"pass", "other"}:
        return replace(result, status="unexpected-pass", known=entry.reason)
    return result


def _result(vector: Vector, status: Status, **facts: Any) -> Result:
    clauses = (
        (*vector.clauses, DRAWING) if vector.case.get("draws") and DRAWING not in vector.clauses else vector.clauses
    )
    return Result(vector.id, status, vector.level, clauses, **facts)
