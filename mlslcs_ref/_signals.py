"""What Ctrl-C, SIGTERM and SIGHUP do to the program: it ends with a line and 128 plus the signal's number."""

from __future__ import annotations

import os
import signal
import threading
import time
import weakref
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeAlias, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Future

T = TypeVar("T")
Handler: TypeAlias = Callable[[int, FrameType | None], None]
WORDS: Final = {"SIGINT": "interrupted", "SIGTERM": "terminated", "SIGHUP": "the terminal is gone"}
# a signal is often sent twice, to a group and to a process: the second must not stop the tidying up
REPEATED_SECONDS: Final = 1.0
# code in which what is raised is lost: the frames of imports, and what the interpreter calls as an object goes
LOSING_FILES: Final = frozenset(
    {
        "<frozen importlib._bootstrap>",
        weakref.finalize.__call__.__code__.co_filename,
        weakref.WeakSet.add.__code__.co_filename,
    }
)
LOSING_NAME: Final = "__del__"
LATER_SECONDS: Final = 0.02
PARENT_SECONDS: Final = 0.2
WAKE_SECONDS: Final = 0.2


class Stopped(KeyboardInterrupt):
    """A signal asks the program to end."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.status = 128 + number
        self.message = f"mlslcs_ref: {WORDS[signal.Signals(number).name]}"


def end_with(parent: int, end: Callable[[], object] = lambda: os._exit(1)) -> None:
    """End this process, by `end`, soon after the one that has started it, however that ended."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(PARENT_SECONDS)
        end()

    threading.Thread(target=watch, daemon=True).start()


def end_at_once() -> None:
    """Let a signal end the process at once from now on: for times when there is nothing to tidy up."""
    _handle(_end)


@contextmanager
def ending_at_once() -> Iterator[None]:
    """Let a signal end the process meanwhile, as where large modules load and nothing is begun yet."""
    before = _handle(_end)
    try:
        yield
    finally:
        _set_back(before)


def _end(number: int, _frame: FrameType | None) -> NoReturn:
    stopped = Stopped(number)
    with suppress(OSError):
        os.write(2, f"{stopped.message}\n".encode())
    os._exit(stopped.status)


@contextmanager
def raising() -> Iterator[None]:
    """Raise `Stopped` where a signal comes, so that what is half done is undone.

    A signal that comes during an import waits for its end: extension modules turn whatever is raised while they load
    into an ImportError. So does one that comes as an object goes: the interpreter ignores what is raised there.
    """
    last = -REPEATED_SECONDS

    def stop(number: int, frame: FrameType | None) -> None:
        nonlocal last
        if _loses(frame):
            _send_later(number)
            return
        now = time.monotonic()
        if now - last >= REPEATED_SECONDS:
            last = now
            raise Stopped(number)

    before = _handle(stop)
    try:
        yield
    finally:
        _set_back(before)


def awaited(futures: Iterable[Future[T]]) -> Iterator[Future[T]]:
    """Yield futures as they are done, in any order.

    The wait is never long: a signal that comes just before one begins, or to another thread, does not end it.
    """
    # most runs have no use for it
    from concurrent.futures import FIRST_COMPLETED, wait  # noqa: PLC0415

    left = set(futures)
    while left:
        done, left = wait(left, WAKE_SECONDS, FIRST_COMPLETED)
        yield from done


@contextmanager
def held_back() -> Iterator[list[int]]:
    """Let signals wait until the end of this block; give the list of those that have come."""
    came: list[int] = []
    before = _handle(lambda number, _frame: came.append(number))
    try:
        yield came
    finally:
        _set_back(before)
        if came:
            signal.raise_signal(came[0])


def _loses(frame: FrameType | None) -> bool:
    """Whether what is raised in a frame is lost in it or in one that called it."""
    while frame is not None:
        if frame.f_code.co_filename in LOSING_FILES or frame.f_code.co_name == LOSING_NAME:
            return True
        frame = frame.f_back
    return False


def _send_later(number: int) -> None:
    """Send a signal to the main thread once more, in a moment."""
    main = threading.get_ident()

    def send() -> None:
        if hasattr(signal, "pthread_kill"):
            # to the main thread, so that what it waits for is interrupted
            signal.pthread_kill(main, number)
        else:
            signal.raise_signal(number)

    timer = threading.Timer(LATER_SECONDS, send)
    timer.daemon = True
    timer.start()


def _handle(handler: Handler) -> dict[int, Any]:
    """Set a handler for the signals that are not ignored (as `nohup` ignores SIGHUP), and return what was there."""
    before: dict[int, Any] = {}
    if threading.current_thread() is not threading.main_thread():
        return before
    try:
        for name in WORDS:
            number = getattr(signal, name, None)
            former = None if number is None else signal.getsignal(number)
            # None: set by other code than Python's, which can't be set back
            if number is not None and former not in {signal.SIG_IGN, None}:
                before[number] = former
                signal.signal(number, handler)
    except BaseException:
        _set_back(before)
        raise
    return before


def _set_back(before: dict[int, Any]) -> None:
    """Set former handlers again: all of them, also if one that is set already raises meanwhile."""
    raised: BaseException | None = None
    left = list(before.items())
    while left:
        try:
            signal.signal(*left[-1])
            left.pop()
        except BaseException as error:  # noqa: BLE001 - raised again below
            raised = raised or error
    if raised is not None:
        raise raised
