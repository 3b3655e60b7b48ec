"""The options of all actions of `experiment` that run units, and running the units by them."""

from __future__ import annotations

import argparse
import math
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from mlslcs_ref.cli.call import names
from mlslcs_ref.cli.call.numbers import count, found, real
from mlslcs_ref.cli.call.options import add_data_dir
from mlslcs_ref.cli.call.setting_options import option_name
from mlslcs_ref.cli.experiment.unit_progress import watched
from mlslcs_ref.cli.screen import complain
from mlslcs_ref.errors import OutputError, UsageError
from mlslcs_ref.experiments.grid.lock import LOCK
from mlslcs_ref.experiments.grid.plan import LONGEST, Plan
from mlslcs_ref.experiments.grid.plan_run import run_plan
from mlslcs_ref.experiments.grid.results import Results

FOLDS: Final = re.compile(r"([1-9][0-9]{0,5})(?:-([1-9][0-9]{0,5}))?")
UNSAFE: Final = re.compile(r"[^A-Za-z0-9_.-]+")
FAILED: Final = 1
EXPERIMENT: Final = "experiment.json"


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
    add_data_dir(work)
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
    with kept(folder, EXPERIMENT, arguments.quiet), watched(arguments.quiet, log=not arguments.json) as watch:
        found_results = run_plan(
            limited(plan, arguments),
            folder,
            jobs=arguments.jobs,
            data_dir=arguments.data_dir,
            folds=getattr(arguments, "folds", None),
            resume=arguments.resume is not None,
            watch=watch,
        )
    return folder, found_results


@contextmanager
def kept(folder: Path, begun: str, quiet: bool) -> Iterator[None]:
    """Say how to resume a folder after an interrupt, or a file that could not be written; `begun` is its first file."""
    resume = f"finished runs are kept: continue with --resume {folder}"
    try:
        yield
    except KeyboardInterrupt:
        if not quiet and (folder / begun).exists():
            complain(resume)
        raise
    except OutputError as error:
        place = Path(error.file or "")
        if place.name != LOCK and folder in place.parents and (folder / begun).exists():
            raise OutputError(f"{error.message}; {resume}", error.file) from None
        raise


def holds_results(folder: Path) -> bool:
    """Tell whether a folder is one of results, whole or not."""
    return (folder / EXPERIMENT).exists()
