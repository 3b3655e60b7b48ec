"""`replay`: verify a recorded run of the authors' program."""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from mlslcs_ref.cli.blocks import Block, Column, Heading, Prose, Table
from mlslcs_ref.cli.loading import load_file
from mlslcs_ref.cli.pages import print_json, print_page, stdout_look
from mlslcs_ref.cli.progress import Display, Status, display_on_stderr
from mlslcs_ref.data import Dataset, LabelCount, problem
from mlslcs_ref.errors import UsageError
from mlslcs_ref.oracle import Difference, RecordedRun, ReplayReport, open_recording
from mlslcs_ref.oracle import replay as replay_run

__all__ = ["replay"]

FORMAT: Final = "mlslcs_ref.replay"
VERSION: Final = 1
DIFFERS: Final = 1


def replay(arguments: argparse.Namespace) -> int:
    """Do the command and return the exit status: 0 if all agrees, 1 if something differs."""
    run = open_recording(arguments.recording)
    train = _training_data(arguments, run)
    test = None
    if arguments.test is not None:
        test = load_file(arguments.test, arguments.encoding, [], schema=train.schema)
    with display_on_stderr(arguments.quiet, log=not arguments.json) as display:
        report = replay_run(run, train, test, _watcher(display, run, train.n_instances))
    if arguments.json:
        print_json(_document(report))
    else:
        look = stdout_look()
        print_page(_page(report, run, arguments, terminal=look.terminal), look)
    return 0 if report.difference is None else DIFFERS


def _training_data(arguments: argparse.Namespace, run: RecordedRun) -> Dataset:
    if arguments.data is not None:
        return load_file(arguments.data, arguments.encoding, [], labels=LabelCount(-run.n_labels))
    known = problem(run.train)
    if known is None:
        raise UsageError(f"{run.file}: this run was made on {run.train}; name that file with --data")
    return known.dataset


def _watcher(display: Display, run: RecordedRun, n_instances: int) -> Callable[[int], None]:
    passes = run.settings.passes
    n_steps = (passes + int(run.settings.update_only * passes)) * n_instances
    start = time.monotonic()

    def watch(step: int) -> None:
        passed = time.monotonic() - start
        speed = step / passed if passed > 0.0 else 0.0
        display.show(Status(step, n_steps, step // n_instances, n_steps // n_instances, speed))

    return watch


def _page(report: ReplayReport, run: RecordedRun, arguments: argparse.Namespace, terminal: bool) -> list[Block]:
    agrees = report.difference is None
    page: list[Block] = [Heading(f"{report.name}: {'agrees' if agrees else 'differs'}")]
    facts = (
        ("states that agree", report.n_states),
        ("of these with the whole population", report.n_populations),
        ("thresholds and metrics that agree", report.n_evaluations),
        ("last step", report.steps),
    )
    page.append(Table((Column("fact", "text"), Column("value")), facts))
    if report.difference is not None:
        page += _difference(report.difference, terminal)
        if arguments.data is not None and Path(arguments.data).name != Path(run.train).name:
            page.append(Prose(f"the run was made on {run.train}, the data that was given is {arguments.data}"))
    elif not report.evaluated:
        page.append(Prose(_why_not_evaluated(run)))
    return page


def _why_not_evaluated(run: RecordedRun) -> str:
    if not run.evaluation:
        return "the run records no thresholds and metrics"
    return f"thresholds and metrics were not compared: they were found on {run.test}; name that file with --test"


def _difference(difference: Difference, terminal: bool) -> list[Block]:
    step = "after the run" if difference.step is None else str(difference.step)
    rule = "none" if difference.rule is None else str(difference.rule)
    wanted, found = (_value(value) for value in (difference.wanted, difference.found))
    heading = Heading("The first difference")
    if not terminal:
        columns = tuple(Column(name, "text") for name in ("step", "rule", "field", "wanted", "found"))
        return [heading, Table(columns, ((step, rule, difference.field, wanted, found),))]
    where = "after the run" if difference.step is None else f"step {step}"
    if difference.rule is not None:
        where += f", rule {rule} (the first is 0)"
    return [heading, Prose(f"{where}, field {difference.field}"), Prose(f"wanted {wanted}"), Prose(f"found  {found}")]


def _value(value: object) -> str:
    return value if isinstance(value, str) else repr(value)


def _document(report: ReplayReport) -> dict[str, Any]:
    difference = None
    if report.difference is not None:
        difference = {name: _jsonable(value) for name, value in vars(report.difference).items()}
    return {
        "format": FORMAT,
        "version": VERSION,
        "agrees": difference is None,
        **vars(report),
        "difference": difference,
    }


def _jsonable(value: object) -> object:
    """Return a value as it is, but as text if JSON has no such number."""
    return repr(value) if isinstance(value, float) and not math.isfinite(value) else value
