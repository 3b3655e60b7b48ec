"""Units that may take so long and no longer: each is done by a process of its own, which is ended when its time is up.

Nothing less ends every method: a signal or another thread is heard by what is written in Python alone, and a library
may compute for hours before it looks. A worker of any kind, here, loky's or Dask's, starts the process and waits.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import replace
from typing import Final

from mlslcs_ref.data import Dataset
from mlslcs_ref.experiments.grid.orphans import end_with
from mlslcs_ref.experiments.grid.results import Failure, UnitResult
from mlslcs_ref.experiments.grid.tasks import Task, perform
from mlslcs_ref.experiments.methods import method_for

__all__ = ["DIED", "perform_in_time", "serve"]

PROGRAM: Final = (
    "import pickle, sys; sys.path[:] = pickle.load(sys.stdin.buffer); "
    "from mlslcs_ref.experiments.grid.time_limit import serve; serve()"
)
READY: Final = b"+"
DIED: Final = Failure("WorkersError", "its process was killed, or ran out of memory", "")


def perform_in_time(task: Task, train: Dataset, test: Dataset) -> UnitResult:
    """Do a task; with a time limit, in a process of its own, and one that is not done in time has failed.

    The time is that of the work: it runs from the moment in which the process has loaded what it needs.
    """
    if not task.time_limit:
        return perform(task, train, test)
    start = time.perf_counter()
    late = threading.Event()
    # -P: what the program imports before it has the path of its parent must not be a file of the current directory
    with subprocess.Popen(  # noqa: S603 -- this interpreter, with a program that stands above
        [sys.executable, "-P", "-c", PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
    ) as child:

        def end() -> None:
            late.set()
            _kill(child)

        timer = threading.Timer(task.time_limit, end)
        timer.daemon = True
        try:
            answer = _asked(child, [sys.path, (replace(task, time_limit=0.0), train, test, os.getpid())], timer)
        finally:
            timer.cancel()
            _kill(child)
    seconds = round(time.perf_counter() - start, 3)
    if late.is_set():
        unit = "second" if task.time_limit == 1 else "seconds"
        message = f"not done within its time limit of {task.time_limit:g} {unit}, and ended"
        return UnitResult(task.unit, task.digest, failure=Failure("TimeoutError", message, ""), seconds=seconds)
    try:
        # of a process that this one has started
        result: UnitResult = pickle.loads(answer)  # noqa: S301
    except (EOFError, pickle.UnpicklingError):
        return UnitResult(task.unit, task.digest, failure=DIED, seconds=seconds)
    return result


def _asked(child: subprocess.Popen[bytes], request: list[object], timer: threading.Timer) -> bytes:
    """Send everything, start the timer when it has been loaded, and return the answer; what there is of it, if any."""
    if child.stdin is None or child.stdout is None:
        return b""
    # a process that has died reads nothing
    with suppress(BrokenPipeError), child.stdin as questions:
        for one in request:
            pickle.dump(one, questions)
    if child.stdout.read(len(READY)):
        timer.start()
    return child.stdout.read()


def _kill(child: subprocess.Popen[bytes]) -> None:
    """End a process that leads a group, with all that it has started."""
    if sys.platform == "win32":
        child.kill()
    elif child.returncode is None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, signal.SIGKILL)


def serve() -> None:
    """Do the task that comes by standard input, and give its result by standard output."""
    answers = os.fdopen(os.dup(1), "wb")
    # what a method prints is no answer
    os.dup2(2, 1)
    task, train, test, parent = pickle.load(sys.stdin.buffer)  # noqa: S301 -- from the process that has started this
    end_with(parent, _end)
    with suppress(Exception):
        # libraries are loaded; what is wrong is said by the next one who makes it
        method_for(task.kind, task.options)
    answers.write(READY)
    answers.flush()
    with answers:
        pickle.dump(perform(task, train, test), answers)


def _end() -> None:
    if sys.platform == "win32":
        os._exit(1)
    os.killpg(0, signal.SIGKILL)
