"""Processes that do work for another one, and have to end when that is gone."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from typing import Final

__all__ = ["end_with"]

LOOK_SECONDS: Final = 1.0


def end_with(parent: int, end: Callable[[], object]) -> None:
    """Call `end` as soon as this process is no longer the child of the process `parent`."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(LOOK_SECONDS)
        end()

    threading.Thread(target=watch, daemon=True).start()
