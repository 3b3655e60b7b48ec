"""What tests ask of processes, and how long they wait: no test fails because a machine is slow."""

import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import AnyStr, Final

__all__ = ["PATIENCE", "children", "communicated", "heed_signals", "is_running", "wait_until"]

PATIENCE: Final = 600.0
"""Seconds after which a test gives up on what never comes; nothing that works needs a tenth of it anywhere."""
LOOK: Final = 0.02
SIGNALS: Final = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


def is_running(process: int) -> bool:
    """Whether a process has not ended; one that has may wait for somebody to ask how."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    status = Path("/proc", str(process), "stat")
    return not status.exists() or status.read_text().rpartition(")")[2].split()[0] != "Z"


def children(parent: int) -> set[int]:
    """Return the processes that a process has started, and that run; none where they are not looked up as on Linux."""
    found = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == parent and fields[0] != "Z":
            found.add(int(stat.parent.name))
    return found


def wait_until(holds: Callable[[], object]) -> None:
    """Wait until something holds; fail if it never does."""
    last = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < last, "waited in vain"
        time.sleep(LOOK)


def communicated(process: "subprocess.Popen[AnyStr]") -> tuple[AnyStr, AnyStr]:
    """Return what a process wrote until its end; kill one that never ends, for which its block would wait."""
    try:
        return process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        raise


def heed_signals() -> None:
    """Undo what a background job inherits: signals that are ignored or blocked, and stay so in every child."""
    for number in SIGNALS:
        if signal.getsignal(number) == signal.SIG_IGN:
            signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
