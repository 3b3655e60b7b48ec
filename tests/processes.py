"""What tests ask of processes that are not their own children."""

import os
from pathlib import Path

__all__ = ["is_running"]


def is_running(process: int) -> bool:
    """Whether a process has not ended; one that has may wait for somebody to ask how."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    status = Path("/proc", str(process), "stat")
    return not status.exists() or status.read_text().rpartition(")")[2].split()[0] != "Z"
