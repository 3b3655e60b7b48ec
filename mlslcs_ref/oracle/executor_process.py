"""One process of an executor: a line goes in, a line comes out, and whatever it does ends in bounded time.

The process leads a group of its own, so that all it has started ends with it. Its three pipes are served by one loop
that never waits for one of them alone: a full standard input cannot block while standard output is full too. Nothing
here knows what the lines say.
"""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from mlslcs_ref.errors import MlsLcsError
from mlslcs_ref.oracle.protocol import shown

Fault: TypeAlias = Literal["died", "timeout", "protocol"]
"""What an executor may do instead of answering a case."""

CHUNK: Final = 1 << 16
KEPT: Final = 1 << 13
LAST_LINES: Final = 20
REAP: Final = 1.0
GLANCE: Final = 0.1


@dataclass(frozen=True)
class Limits:
    """Time limits, and how many failures are tolerated."""

    case: float = 30.0
    start: float = 30.0
    stop: float = 5.0
    """`case`, `start`, `stop`: Seconds for an answer, for the response to `start`, and for the end after `stop`."""
    line: int = 1 << 24
    """Bytes of a line."""
    faults: int = 5
    """Processes in a row that are lost before it is given up."""


class ExecutorFault(MlsLcsError):  # noqa: N818 - not ours: the executor has failed
    """What an executor did instead of answering; its process has to be ended.

    Parameters
    ----------
    kind : str
        `died`, `timeout` or `protocol`.
    message : str
        What happened.
    late : bool
        Whether it was noticed before the request was sent, so that the case before is concerned.
    """

    code = "executor"

    def __init__(self, kind: Fault, message: str, late: bool = False) -> None:
        super().__init__(kind, message, late)
        self.kind: Fault = kind
        self.message = message
        self.late = late
        self.stderr: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.message


class ExecutorProcess:
    """A process of an executor."""

    def __init__(self, command: Sequence[str], longest: int) -> None:
        try:
            self._process = subprocess.Popen(  # noqa: S603 - running it is what the user asked for
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise ExecutorFault("died", f"it cannot be started: {reason}: {command[0]}") from None
        self._longest = longest
        self._stdin, self._stdout, self._stderr = (
            _descriptor(pipe) for pipe in (self._process.stdin, self._process.stdout, self._process.stderr)
        )
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._stdout, selectors.EVENT_READ)
        self._selector.register(self._stderr, selectors.EVENT_READ)
        self._open = {self._stdin, self._stdout, self._stderr}
        self._received = bytearray()
        self._complaints = bytearray()

    def stderr(self) -> tuple[str, ...]:
        """Return the last lines that it wrote to standard error."""
        text = self._complaints.decode("utf-8", "replace")
        return tuple(line for line in text.splitlines() if line.strip())[-LAST_LINES:]

    def exchange(self, request: bytes, seconds: float) -> bytes:
        """Send a line, with its line feed, and return the one line that has to come back in so many seconds."""
        self._pump(b"", time.monotonic(), wait=False)
        if self._received:
            found = shown(bytes(self._received))
            raise ExecutorFault("protocol", f"it wrote to standard output without a request: {found}", late=True)
        deadline = time.monotonic() + seconds
        left: bytes | memoryview = memoryview(request)
        searched = 0
        while (end := self._received.find(b"\n", searched)) < 0:
            searched = len(self._received)
            if searched > self._longest:
                raise ExecutorFault("protocol", f"it wrote more than {self._longest} bytes without a line feed")
            if self._stdout not in self._open or self._has_ended():
                raise ExecutorFault("died", f"{self._ending()} before it answered")
            if time.monotonic() >= deadline:
                raise ExecutorFault("timeout", self._late(seconds, len(left)))
            left = self._pump(left, deadline)
        if left:
            raise ExecutorFault("protocol", "it answered before it read the whole request")
        self._pump(b"", deadline, wait=False)
        line, more = bytes(self._received[:end]), bytes(self._received[end + 1 :])
        self._received.clear()
        if more:
            raise ExecutorFault("protocol", f"it wrote more than one line; after the answer: {shown(more)}")
        return line

    def stop(self, request: bytes, seconds: float) -> None:
        """Send the last line, and wait for the end: in time, without another line, and with the exit status 0."""
        deadline = time.monotonic() + seconds
        left: bytes | memoryview = memoryview(request)
        while self._stdout in self._open and time.monotonic() < deadline and not self._has_ended():
            if len(self._received) > self._longest:
                break
            left = self._pump(left, deadline)
            if not left:
                self._close(self._stdin)
        if self._received:
            raise ExecutorFault("protocol", f"it wrote to standard output after stop: {shown(bytes(self._received))}")
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(max(0.0, deadline - time.monotonic()))
        if self._process.returncode is None:
            raise ExecutorFault("protocol", f"it did not end within {seconds:g} s of stop")
        self._pump(b"", deadline, wait=False)
        if self._process.returncode != 0:
            raise ExecutorFault("protocol", f"{self._ending()} after stop; expected exit status 0")

    def kill(self) -> None:
        """End the process and all it has started, whatever state they are in."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(REAP)
        with suppress(OSError):
            self._pump(b"", time.monotonic(), wait=False)
        for descriptor in (self._stdin, self._stdout, self._stderr):
            self._close(descriptor)
        self._selector.close()

    def _pump(self, left: bytes | memoryview, deadline: float, wait: bool = True) -> bytes | memoryview:
        """Move what can be moved, in both directions, and return what is left of the request."""
        if left and self._stdin in self._open:
            self._selector.register(self._stdin, selectors.EVENT_WRITE)
        elif not self._selector.get_map():
            return left
        for key, _ in self._selector.select(min(max(0.0, deadline - time.monotonic()), GLANCE) if wait else 0.0):
            if key.fd == self._stdin:
                left = self._written(left)
            else:
                self._read(key.fd)
        if self._stdin in self._selector.get_map():
            self._selector.unregister(self._stdin)
        return left

    def _written(self, left: bytes | memoryview) -> bytes | memoryview:
        try:
            return left[os.write(self._stdin, left[:CHUNK]) :]
        except BlockingIOError:
            return left
        except OSError:
            # it reads no more; why, its standard output or the deadline will tell
            self._selector.unregister(self._stdin)
            self._close(self._stdin)
            return left

    def _read(self, descriptor: int) -> None:
        try:
            part = os.read(descriptor, CHUNK)
        except BlockingIOError:
            return
        if not part:
            self._selector.unregister(descriptor)
            self._close(descriptor)
        elif descriptor == self._stdout:
            self._received += part
        else:
            self._complaints += part
            del self._complaints[:-KEPT]

    def _close(self, descriptor: int) -> None:
        if descriptor in self._open:
            self._open.remove(descriptor)
            for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
                if pipe is not None and not pipe.closed and pipe.fileno() == descriptor:
                    pipe.close()

    def _has_ended(self) -> bool:
        """Tell whether the process has ended and left nothing to read; what it has started may still hold its pipes."""
        if self._process.poll() is None:
            return False
        before = len(self._received)
        self._pump(b"", time.monotonic(), wait=False)
        return len(self._received) == before

    def _late(self, seconds: float, unread: int) -> str:
        if unread:
            return f"it did not read its request within {seconds:g} s"
        if self._received:
            return f"it wrote {len(self._received)} bytes, but no line feed, within {seconds:g} s"
        return f"it did not answer within {seconds:g} s"

    def _ending(self) -> str:
        """Return how the process ended, in words."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(REAP)
        self._pump(b"", time.monotonic(), wait=False)
        status = self._process.returncode
        if status is None:
            return "it closed its standard output"
        if status >= 0:
            return f"it ended with exit status {status}"
        with suppress(ValueError):
            return f"it was ended by {signal.Signals(-status).name}"
        return f"it was ended by signal {-status}"


def _descriptor(pipe: Any) -> int:
    descriptor: int = pipe.fileno()
    os.set_blocking(descriptor, False)
    return descriptor
