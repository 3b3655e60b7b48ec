"""Executors as the runner sees them: they describe themselves and answer cases."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import Any, Protocol, Self, TypeAlias, TypeVar

from mlslcs_ref._signals import held_back
from mlslcs_ref.oracle.executor_process import ExecutorFault, ExecutorProcess, Limits
from mlslcs_ref.oracle.protocol import (
    Answer,
    Description,
    MessageError,
    encoded,
    parsed_answer,
    parsed_description,
    parsed_line,
    request_run,
    request_start,
    request_stop,
)

Parsed = TypeVar("Parsed")
Object: TypeAlias = Mapping[str, Any]


class StartFault(ExecutorFault):
    """An executor that cannot be started, or does not describe itself."""

    @classmethod
    def of(cls, fault: ExecutorFault) -> StartFault:
        """Return the fault of a process that has just been started."""
        found = cls(fault.kind, fault.message)
        found.stderr = fault.stderr
        return found


class Client(Protocol):
    """An executor that answers cases."""

    @property
    def description(self) -> Description:
        """How it describes itself."""

    def ask(self, case: Object) -> Answer:
        """Return its answer to a case; raise `ExecutorFault` if it gives none."""

    def finish(self) -> None:
        """Let it end; raise `ExecutorFault` if it does so in another way than it has to."""


class ProcessClient:
    """An executor in a process of its own, which is replaced by a new one when it fails.

    Use it in a `with` statement: at its end no process is left, however it ends.
    """

    def __init__(self, command: Sequence[str], limits: Limits) -> None:
        self._command = tuple(command)
        self._limits = limits
        self._seq = 0
        self._session: ExecutorProcess | None = None
        self.description = self._started()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end()

    def ask(self, case: Object) -> Answer:
        """Return the answer to a case, by a new process if the last one has failed."""
        if self._session is None:
            self._started()
        self._seq += 1
        seq = self._seq
        return self._call(request_run(seq, case), self._limits.case, lambda message: parsed_answer(message, seq))

    def finish(self) -> None:
        """Let the process end."""
        if self._session is None:
            return
        try:
            self._session.stop(encoded(request_stop()), self._limits.stop)
        except ExecutorFault as fault:
            raise self._lost(fault) from None
        self._end()

    def _started(self) -> Description:
        try:
            # a signal must wait until the new process is known, so that it can be ended
            with held_back():
                self._session = ExecutorProcess(self._command, self._limits.line)
            return self._call(request_start(), self._limits.start, parsed_description)
        except ExecutorFault as fault:
            raise StartFault.of(fault) from None
        except BaseException:
            self._end()
            raise

    def _call(self, request: Object, seconds: float, parsed: Callable[[Object], Parsed]) -> Parsed:
        """Send a request and return what the response says."""
        if self._session is None:
            raise ExecutorFault("died", "its process has ended")
        try:
            return parsed(parsed_line(self._session.exchange(encoded(request), seconds)))
        except MessageError as error:
            raise self._lost(ExecutorFault("protocol", str(error))) from None
        except ExecutorFault as fault:
            raise self._lost(fault) from None
        except BaseException:
            self._end()
            raise

    def _lost(self, fault: ExecutorFault) -> ExecutorFault:
        """End the process, and return the fault with its last lines on standard error."""
        fault.stderr = self._end()
        return fault

    def _end(self) -> tuple[str, ...]:
        session, self._session = self._session, None
        if session is None:
            return ()
        session.kill()
        return session.stderr()
