"""What Ctrl-C, SIGTERM and SIGHUP do to the program: it ends with a line and 128 plus the signal's number."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any, Final, NoReturn, TypeAlias

__all__ = ["Stopped", "end_at_once", "held_back", "raising"]

Handler: TypeAlias = Callable[[int, FrameType | None], None]
WORDS: Final = {"SIGINT": "interrupted", "SIGTERM": "terminated", "SIGHUP": "the terminal is gone"}
# a signal is often sent twice, to a group and to a process: the second must not stop the tidying up
REPEATED_SECONDS: Final = 1.0


class Stopped(KeyboardInterrupt):
    """A signal asks the program to end.

    Parameters
    ----------
    number : int
        The signal.
    """

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.status = 128 + number
        self.message = f"mlslcs_ref: {WORDS[signal.Signals(number).name]}"


def end_at_once() -> None:
    """Let a signal end the process from now on, wherever it is: for times at which there is nothing to tidy up."""

    def end(number: int, _frame: FrameType | None) -> NoReturn:
        stopped = Stopped(number)
        with suppress(OSError):
            os.write(2, f"{stopped.message}\n".encode())
        os._exit(stopped.status)

    _handle(end)


@contextmanager
def raising() -> Iterator[None]:
    """Raise `Stopped` where a signal comes, so that what is half done is undone."""
    last = -REPEATED_SECONDS

    def stop(number: int, _frame: FrameType | None) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= REPEATED_SECONDS:
            last = now
            raise Stopped(number)

    before = _handle(stop)
    try:
        yield
    finally:
        for handled, former in before.items():
            signal.signal(handled, former)


@contextmanager
def held_back() -> Iterator[None]:
    """Let a signal wait until the end of this, where what is begun in it can be undone."""
    came: list[int] = []
    before = _handle(lambda number, _frame: came.append(number))
    try:
        yield
    finally:
        for handled, former in before.items():
            signal.signal(handled, former)
        if came:
            signal.raise_signal(came[0])


def _handle(handler: Handler) -> dict[int, Any]:
    """Set a handler for the signals that are not ignored (as `nohup` ignores SIGHUP), and return what was there."""
    before: dict[int, Any] = {}
    if threading.current_thread() is not threading.main_thread():
        return before
    for name in WORDS:
        number = getattr(signal, name, None)
        # None: set by other code than Python's, which can't be set back
        if number is not None and signal.getsignal(number) not in {signal.SIG_IGN, None}:
            before[number] = signal.signal(number, handler)
    return before
