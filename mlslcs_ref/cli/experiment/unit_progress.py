"""The progress of an experiment, on standard error, and why units failed."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from mlslcs_ref.documents.document import Block, Paragraph
from mlslcs_ref.documents.look import Look
from mlslcs_ref.documents.progress import Display, display_on_stderr, duration
from mlslcs_ref.experiments.grid.plan_run import Watcher
from mlslcs_ref.experiments.grid.results import Results, UnitResult
from mlslcs_ref.experiments.grid.units import Unit

MOST_FAILURES: Final = 10
TICK_SECONDS: Final = 0.5


@dataclass(frozen=True)
class ExperimentStatus:
    """The progress of an experiment."""

    done: int
    failed: int
    n_units: int
    """`done`, `failed`, `n_units`: Units that have been run, how many of them failed, and all of this run."""
    seconds_left: float | None
    """Estimate of the remaining time; None if it is not known yet."""
    seconds: float
    """Since the beginning."""
    last: str = ""
    """The unit that was finished last."""

    @property
    def share(self) -> float:
        """The share that is done, in [0, 1]."""
        return self.done / max(self.n_units, 1)

    def words(self) -> tuple[str, str]:
        """Return the text before the bar and after it."""
        left = self.seconds_left
        parts = [f"{duration(self.seconds)} so far" if left is None else f"{duration(left)} left"]
        if self.failed:
            parts.append(f"{self.failed} failed")
        last = f" ({self.last})" if self.last else ""
        return f"unit {self.done}/{self.n_units}", ", ".join(parts) + last


class ExperimentWatcher(Watcher):
    """Shows the progress of an experiment, even while no unit is finished."""

    def __init__(self, display: Display, clock: Callable[[], float] = time.monotonic) -> None:
        self._display = display
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._clock = clock
        self._costs: Mapping[Unit, float] = {}
        self._start = self._at = 0.0
        self._left: float | None = None
        self._cost_left = 0.0
        self._done = self._failed = 0
        self._last = ""

    def loading(self, name: str) -> None:
        """Show that a data set is being loaded."""
        self._display.say(f"loading {name} ...")

    def begins(self, costs: Mapping[Unit, float], kept: Sequence[UnitResult]) -> None:
        """Show what will be run, and keep showing it."""
        if kept:
            self._display.note(f"{len(kept)} of {len(kept) + len(costs)} units were done before")
        self._costs, self._cost_left = costs, sum(costs.values())
        self._start = self._clock()
        threading.Thread(target=self._tick, daemon=True).start()

    def finished(self, result: UnitResult) -> None:
        """Show that a unit is finished, and why if it failed."""
        with self._lock:
            self._done += 1
            self._cost_left -= self._costs[result.unit]
            self._at = self._clock()
            # as long for what is left as for what is done, by their costs
            done = sum(self._costs.values()) - self._cost_left
            self._left = (self._at - self._start) * self._cost_left / done if done else None
            self._last = str(result.unit)
            if result.failure is not None:
                self._failed += 1
                self._display.note(failure_text(result))
        self._show()

    def end(self) -> None:
        """Stop showing anything."""
        with self._lock:
            self._over.set()

    def _tick(self) -> None:
        while not self._over.wait(TICK_SECONDS):
            self._show()

    def _show(self) -> None:
        with self._lock:
            if self._over.is_set() or not self._costs:
                return
            now = self._clock()
            left = None if self._left is None else max(self._left - (now - self._at), 0.0)
            counts = self._done, self._failed, len(self._costs)
            self._display.show(ExperimentStatus(*counts, left, now - self._start, self._last))


def failure_text(result: UnitResult) -> str:
    """Return why a unit failed, in a line."""
    failure = result.failure
    if failure is None:
        return f"failed: {result.unit}"
    where = f" ({failure.where})" if failure.where else ""
    return f"failed: {result.unit}: {failure.type}: {failure.message}{where}"


def failure_blocks(results: Results, look: Look) -> Iterator[Block]:
    """Yield why units failed: on a terminal of the first ten, elsewhere of all."""
    failed = results.with_status("failed")
    shown = failed[:MOST_FAILURES] if look.terminal else failed
    for result in shown:
        yield Paragraph(failure_text(result))
    if len(shown) < len(failed):
        yield Paragraph(f"and {len(failed) - len(shown)} more failed; the folder of results has all of them")


@contextmanager
def watched(quiet: bool, log: bool) -> Iterator[ExperimentWatcher]:
    """Give the watcher that fits standard error, and end it."""
    with display_on_stderr(quiet, log) as display:
        watcher = ExperimentWatcher(display)
        try:
            yield watcher
        finally:
            watcher.end()
