"""Where units run: in this process, or in processes of this machine. The results are the same.

Work is given out in the order in which it comes, and results are given as they come. Nobody but this process writes
files, so the others may be killed at any moment. A process does one unit after the other, and is ended when a unit
takes too long, or with the process that asks. Nothing else ends every method: only Python code reacts to a signal or
another thread, and a library may compute for hours before it returns to Python.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from queue import SimpleQueue
from typing import Final, NamedTuple

from mlslcs_ref._signals import awaited, end_with
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.experiments.grid.results import Failure, UnitResult
from mlslcs_ref.experiments.grid.tasks import Data, Task, perform
from mlslcs_ref.experiments.methods import method_for

PROGRAM: Final = (
    "import pickle, sys; sys.path[:] = pickle.load(sys.stdin.buffer); "
    "from mlslcs_ref.experiments.grid.workers import serve; serve()"
)
READY: Final = b"+"
DIED: Final = Failure("WorkersError", "its process was killed, or ran out of memory", "")


class Child:
    """A process that runs units. It is started at the first use, and again after it has died."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._over = False
        self._process: subprocess.Popen[bytes] | None = None

    def perform(self, task: Task, train: Dataset, test: Dataset) -> UnitResult:
        """Do a task; one that is not done within its time limit, or that the process dies of, has failed.

        The time is that of the work: it runs from the moment in which the process has loaded what it needs.
        """
        start = time.perf_counter()
        process = self._started()
        late = threading.Event()

        def end() -> None:
            late.set()
            _kill(process)

        timer = threading.Timer(task.time_limit, end) if task.time_limit else None
        try:
            result = _asked(process, (task, train, test), timer)
        finally:
            if timer is not None:
                timer.cancel()
        if result is not None and not late.is_set():
            return result
        self._end()
        failure = DIED
        if late.is_set():
            unit = "second" if task.time_limit == 1 else "seconds"
            message = f"not done within its time limit of {task.time_limit:g} {unit}, and was ended"
            failure = Failure("TimeoutError", message, "")
        seconds = round(time.perf_counter() - start, 3)
        return UnitResult(task.unit, task.digest, failure=failure, seconds=seconds)

    def kill(self) -> None:
        """End the process whatever it does, and start no other; any thread may ask for it."""
        with self._lock:
            self._over = True
            if self._process is not None:
                _kill(self._process)

    def close(self) -> None:
        """End the process, when no thread waits for it."""
        self.kill()
        self._end()

    def _started(self) -> subprocess.Popen[bytes]:
        with self._lock:
            if self._over:
                raise RuntimeError("this process was ended")
            if self._process is None:
                # -P: what the program imports before it has the path of its parent is no file of the current directory
                self._process = subprocess.Popen(  # noqa: S603 -- this interpreter, with a program that stands above
                    [sys.executable, "-P", "-c", PROGRAM],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    start_new_session=True,
                )
                _send(self._process, sys.path)
                _send(self._process, os.getpid())
            return self._process

    def _end(self) -> None:
        with self._lock:
            process, self._process = self._process, None
        if process is not None:
            _kill(process)
            with suppress(BrokenPipeError), process:
                # its pipes are closed behind this
                process.wait()


def _send(process: subprocess.Popen[bytes], value: object) -> None:
    # a process that has died reads nothing
    if process.stdin is not None:
        with suppress(BrokenPipeError):
            pickle.dump(value, process.stdin)
            process.stdin.flush()


def _asked(process: subprocess.Popen[bytes], request: object, timer: threading.Timer | None) -> UnitResult | None:
    """Send a task, start the timer when the process is ready for it, and return the result; None of one that died."""
    _send(process, request)
    if process.stdout is None or not process.stdout.read(len(READY)):
        return None
    if timer is not None:
        timer.daemon = True
        timer.start()
    try:
        # of a process that this one has started
        result: UnitResult = pickle.load(process.stdout)  # noqa: S301
    except (EOFError, pickle.UnpicklingError):
        return None
    return result


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End a process that leads a group, with all that it has started."""
    if sys.platform == "win32":
        process.kill()
    elif process.returncode is None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)


def serve() -> None:
    """Do the tasks that come by standard input, and give their results by standard output."""
    answers = os.fdopen(os.dup(1), "wb")
    # what a method prints is no answer
    os.dup2(2, 1)
    with suppress(EOFError, BrokenPipeError):
        end_with(pickle.load(sys.stdin.buffer), _end)  # noqa: S301
        while True:
            task, train, test = pickle.load(sys.stdin.buffer)  # noqa: S301 -- from the process that has started this
            with suppress(Exception):
                # this loads libraries; an error is reported when the method is made again
                method_for(task.kind, task.options)
            answers.write(READY)
            answers.flush()
            pickle.dump(perform(task, train, test), answers)
            answers.flush()
    # the parent is gone
    _end()


def _end() -> None:
    """End this process, with all that it has started."""
    if sys.platform == "win32":
        os._exit(1)
    os.killpg(0, signal.SIGKILL)


class Work(NamedTuple):
    """A task, and the data that its own are a part of."""

    task: Task
    data: Data

    def arguments(self) -> tuple[Task, Dataset, Dataset]:
        """Return what `perform` is called with."""
        return self.task, *self.data.pair(self.task.unit.fold)


def done_here(work: Iterable[Work]) -> Iterator[UnitResult]:
    """Do work that has no time limit in this process, one unit after the other."""
    for some in work:
        yield perform(*some.arguments())


def done_by_processes(work: Iterable[Work], n: int) -> Iterator[UnitResult]:
    """Do work in `n` processes; a unit whose process dies is tried once more, alone, and fails if that dies too."""
    children = [Child() for _number in range(n)]
    idle: SimpleQueue[Child] = SimpleQueue()
    for child in children:
        idle.put(child)

    def done(some: Work) -> UnitResult:
        child = idle.get()
        try:
            return child.perform(*some.arguments())
        finally:
            idle.put(child)

    threads = ThreadPoolExecutor(n)
    try:
        given = {threads.submit(done, some): some for some in work}
        dead = []
        for future in awaited(given):
            if future.result().failure == DIED:
                dead.append(given[future])
            else:
                yield future.result()
        yield from map(done, dead)
    finally:
        for child in children:
            child.kill()
        threads.shutdown(cancel_futures=True)
        for child in children:
            child.close()
