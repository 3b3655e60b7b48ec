"""The options of all actions of `experiment` that run units, running the units by them, and the progress."""

from __future__ import annotations

import argparse
import math
import re
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from mlslcs_ref.cli.call import names
from mlslcs_ref.cli.call.numbers import count, found, real
from mlslcs_ref.cli.call.options import option_name
from mlslcs_ref.cli.screen import complain
from mlslcs_ref.documents.document import Block, Paragraph
from mlslcs_ref.documents.look import Look
from mlslcs_ref.documents.progress import Display, display_on_stderr, duration
from mlslcs_ref.errors import OutputError, UsageError
from mlslcs_ref.experiments.grid.plan import LONGEST, Plan
from mlslcs_ref.experiments.grid.plan_run import Watcher, run_plan
from mlslcs_ref.experiments.grid.results import Results, UnitResult
from mlslcs_ref.experiments.grid.store import UNITS
from mlslcs_ref.experiments.grid.units import Unit

FOLDS: Final = re.compile(r"([1-9][0-9]{0,5})(?:-([1-9][0-9]{0,5}))?")
UNSAFE: Final = re.compile(r"[^A-Za-z0-9_.-]+")
FAILED: Final = 1
MOST_FAILURES: Final = 10
TICK_SECONDS: Final = 0.5


def add_running_options(parser: Any, folds_chosen: bool = True) -> None:
    """Add options for processes, results and progress, and for running only some folds where that makes sense."""
    work = parser.add_argument_group("work")
    work.add_argument(
        "--jobs", type=count, default=1, metavar="N", help="number of processes that run units in parallel (1)"
    )
    if folds_chosen:
        work.add_argument(
            "--folds",
            type=folds,
            metavar="2-4",
            help="run only these folds, numbered from 1 as in the whole plan; run the others later with --resume",
        )
    work.add_argument(
        "--time-limit",
        type=seconds,
        metavar="SECONDS",
        help="end a unit that takes longer, and count it as failed; 0 is no limit (default: the plan's limit, or 0)",
    )
    work.add_argument(
        "--data-dir",
        type=names.file,
        metavar="DIR",
        help="folder of known data sets, searched before $MLSLCS_REF_DATA, the cache and the web",
    )
    output = parser.add_argument_group("output")
    output.add_argument(
        "--out", type=names.new_folder, metavar="DIR", help="a new folder for the results (NAME-results)"
    )
    output.add_argument(
        "--resume",
        type=names.file,
        metavar="DIR",
        help="resume a folder of results: run the units that are missing or have failed",
    )
    output.add_argument("--json", action="store_true", help="print everything as one JSON document")
    output.add_argument("--quiet", action="store_true", help="show no progress, and no advice at the end")


def folds(text: str) -> tuple[int, int]:
    """Return the first and the last of some folds; ArgumentTypeError if the text is wrong."""
    match = FOLDS.fullmatch(text)
    if match is None or int(match[1]) > int(match[2] or match[1]):
        raise argparse.ArgumentTypeError(f"expected folds such as 2-4 or 3, found {found(text)}")
    return int(match[1]), int(match[2] or match[1])


def seconds(text: str) -> float:
    """Return a time limit; ArgumentTypeError if the text is wrong."""
    try:
        limit = real(text)
    except ValueError:
        limit = math.nan
    if not 0.0 <= limit <= LONGEST:
        raise argparse.ArgumentTypeError(f"expected seconds from 0 (no limit) to {LONGEST:,}, found {found(text)}")
    return limit


def limited(plan: Plan, arguments: argparse.Namespace) -> Plan:
    """Return a plan with the time limit that is asked for, if one is."""
    return plan if arguments.time_limit is None else replace(plan, time_limit=arguments.time_limit)


def results_folder(arguments: argparse.Namespace, plan_name: str) -> Path:
    """Return the folder that results are written to."""
    if arguments.resume is not None:
        if arguments.out is not None:
            raise UsageError("expected --out (a new folder) or --resume (an old one), found both")
        return Path(arguments.resume)
    folder = Path(arguments.out or f"{UNSAFE.sub('-', plan_name)}-results")
    if holds_results(folder):
        raise UsageError(
            f"{folder} already has results: resume them with --resume, or choose another folder with --out"
        )
    return folder


def refuse_with_resume(arguments: argparse.Namespace, names: Iterable[str], settings: Iterable[str] = ()) -> None:
    """Refuse options that say what to run if a folder is resumed, because the folder already says it."""
    for name in (*(name for name in names if getattr(arguments, name, None) not in (None, [])), *settings):
        option = "DATA" if name == "data" and arguments.action == "tune" else option_name(name)
        raise UsageError(f"{option}: {arguments.resume} already says what to run; leave this option out with --resume")


def run_as_asked(plan: Plan, arguments: argparse.Namespace) -> tuple[Path, Results]:
    """Run a plan by the options, with progress on standard error, and return the folder and the results."""
    folder = results_folder(arguments, plan.name)
    try:
        with watched(arguments.quiet, log=not arguments.json) as watch:
            found_results = run_plan(
                limited(plan, arguments),
                folder,
                jobs=arguments.jobs,
                data_dir=arguments.data_dir,
                folds=getattr(arguments, "folds", None),
                resume=arguments.resume is not None,
                watch=watch,
            )
    except KeyboardInterrupt:
        if not arguments.quiet and holds_results(folder):
            complain(f"finished units are kept: continue with --resume {folder}")
        raise
    except OutputError as error:
        if error.file is not None and Path(error.file).parent == folder / UNITS:
            raise OutputError(
                f"{error.message}; finished units are kept: continue with --resume {folder}", error.file
            ) from None
        raise
    return folder, found_results


def holds_results(folder: Path) -> bool:
    """Tell whether a folder is one of results, whole or not."""
    return (folder / "experiment.json").exists()


@dataclass(frozen=True)
class ExperimentStatus:
    """The progress of an experiment."""

    done: int
    failed: int
    n_units: int
    """`done`, `failed`, `n_units`: Units that have been run, how many of them failed, and all of this run."""
    seconds_left: float | None
    """Estimate of the remaining time; None if it is not known yet."""
    last: str = ""
    """The unit that was finished last."""

    @property
    def share(self) -> float:
        """The share that is done, in [0, 1]."""
        return self.done / max(self.n_units, 1)

    def words(self) -> tuple[str, str]:
        """Return the text before the bar and after it."""
        parts = [] if self.seconds_left is None else [f"{duration(self.seconds_left)} left"]
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
            left = None if self._left is None else max(self._left - (self._clock() - self._at), 0.0)
            self._display.show(ExperimentStatus(self._done, self._failed, len(self._costs), left, self._last))


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
