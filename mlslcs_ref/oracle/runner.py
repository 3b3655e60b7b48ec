"""A run of the suite: an executor answers every selected vector, and the answers are judged."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from mlslcs_ref.oracle.clients import Client, StartFault
from mlslcs_ref.oracle.executor_process import ExecutorFault
from mlslcs_ref.oracle.judging import Result, excused, judged, lost, unasked
from mlslcs_ref.oracle.known import KnownFailures
from mlslcs_ref.oracle.protocol import ECHO, Answer, Description
from mlslcs_ref.oracle.suite import Suite
from mlslcs_ref.oracle.vectors.files import Vector

Verdict: TypeAlias = Literal["passed", "failed", "protocol", "nothing-ran"]
Judge: TypeAlias = Callable[[Vector, Answer], Result]
Watcher: TypeAlias = Callable[[Result], None]

UNRUN = frozenset({"skip", "not-run"})
MOST_FORMATS = 3
"""Formats in a row that are given up before the run is."""


@dataclass(frozen=True)
class Run:
    """The result of a run."""

    description: Description
    """How the executor describes itself."""
    results: tuple[Result, ...]
    """One for every selected vector, in the order of the suite."""
    gave_up: str = ""
    """Why the run, or a format, was given up, or an empty text."""
    ending: str = ""
    """What was wrong about the executor's end, or an empty text."""
    stderr: tuple[str, ...] = field(default=())
    """What it last complained of, if the run was given up or its end was wrong."""

    @property
    def verdict(self) -> Verdict:
        """The whole in a word."""
        if self.gave_up or self.ending or any(result.status == "protocol" for result in self.results):
            return "protocol"
        if any(result.bad for result in self.results):
            return "failed"
        return "passed" if any(result.status not in UNRUN for result in self.results) else "nothing-ran"


def run_vectors(
    vectors: Sequence[Vector],
    client: Client,
    judge: Judge,
    known: KnownFailures,
    most_faults: int,
    watch: Watcher = lambda _result: None,
) -> Run:
    """Ask an executor vectors, one after the other.

    Parameters
    ----------
    judge : callable
        From a vector and the answer to it to the result, as `judge_of` gives it.
    most_faults : int
        Processes in a row that may be lost; with the last of them the format is given up, and with the third format in
        a row the run.
    watch : callable, optional
        Called with every result as soon as it is known.
    """
    return _Runner(client, judge, known, most_faults, watch).run(vectors)


def judge_of(suite: Suite) -> Judge:
    """Return how the answers to the vectors of a suite are judged."""
    return lambda vector, answer: judged(vector, answer, suite.comparisons[vector.format])


class _Runner:
    """The state of a run: its results, and how many processes were lost in a row."""

    def __init__(self, client: Client, judge: Judge, known: KnownFailures, most_faults: int, watch: Watcher) -> None:
        self._client = client
        self._judge = judge
        self._known = known
        self._most_faults = most_faults
        self._watch = watch
        self._results: list[Result] = []
        self._asked: Vector | None = None
        self._in_a_row = 0
        self._formats_in_a_row = 0
        self._given_up: dict[str, str] = {}
        self._gave_up = ""
        self._stderr: tuple[str, ...] = ()

    def run(self, vectors: Sequence[Vector]) -> Run:
        """Ask all vectors, and let the executor end."""
        for vector in vectors:
            self._take(vector)
        ending = self._finished()
        gave_up = self._gave_up or "; ".join(f"{name}: {reason}" for name, reason in self._given_up.items())
        return Run(self._client.description, tuple(self._results), gave_up, ending, self._stderr)

    def _take(self, vector: Vector) -> None:
        if self._stopped(vector):
            self._stands(self._unasked(vector))
            return
        reason = _unsupported(vector, self._client.description)
        self._stands(unasked(vector, "skip", reason) if reason else self._outcome(vector))

    def _outcome(self, vector: Vector) -> Result:
        """Ask a vector; a second time if the process turns out to be lost because of the vector before."""
        start = time.monotonic()
        try:
            answer = self._client.ask(vector.case)
        except StartFault as fault:
            self._give_up(f"it did not restart after a failure: {fault}", fault)
            return self._unasked(vector)
        except ExecutorFault as fault:
            self._count(fault, self._asked if fault.late and self._asked is not None else vector)
            if not fault.late:
                return excused(lost(vector, fault), vector, self._known)
            self._blame_last(fault)
            return self._unasked(vector) if self._stopped(vector) else self._outcome(vector)
        self._in_a_row, self._formats_in_a_row, self._asked = 0, 0, vector
        result = self._judge(vector, answer)
        return replace(excused(result, vector, self._known), ms=round(1000.0 * (time.monotonic() - start), 3))

    def _stopped(self, vector: Vector) -> bool:
        """Tell whether the run, or the format of a vector, was given up."""
        return bool(self._gave_up) or vector.format in self._given_up

    def _unasked(self, vector: Vector) -> Result:
        what = "the run" if self._gave_up else f"the format {vector.format}"
        return unasked(vector, "not-run", f"{what} was given up")

    def _count(self, fault: ExecutorFault, blamed: Vector) -> None:
        """Count a lost process: after several in a row the format is given up, after several formats the run."""
        self._in_a_row += 1
        if self._in_a_row < self._most_faults:
            return
        reason = f"{self._in_a_row} processes in a row were lost; the last time {fault}"
        self._given_up[blamed.format] = reason
        self._stderr = fault.stderr
        self._in_a_row, self._formats_in_a_row = 0, self._formats_in_a_row + 1
        if self._formats_in_a_row == MOST_FORMATS:
            self._give_up(f"{MOST_FORMATS} formats in a row were given up: {reason}", fault)

    def _give_up(self, reason: str, fault: ExecutorFault) -> None:
        self._gave_up, self._stderr = reason, fault.stderr

    def _blame_last(self, fault: ExecutorFault) -> None:
        """Correct the result of the last vector: its process has failed only now."""
        if self._asked is not None:
            place = max(place for place, result in enumerate(self._results) if result.id == self._asked.id)
            self._results[place] = lost(self._asked, fault)

    def _stands(self, result: Result) -> None:
        self._results.append(result)
        self._watch(result)

    def _finished(self) -> str:
        try:
            self._client.finish()
        except ExecutorFault as fault:
            self._stderr = fault.stderr
            return fault.message
        return ""


def _unsupported(vector: Vector, description: Description) -> str:
    """Return why an executor is not asked a vector, by its own description."""
    if vector.format == ECHO:
        return ""
    if vector.format not in description.formats:
        return f"it does not support the format {vector.format}"
    profile = vector.case["settings"]["profile"]
    return "" if profile in description.profiles else f"it does not support the profile {profile}"
