"""`replay`: verify a recorded run of the authors' program."""

from __future__ import annotations

import argparse
import math
from pathlib import Path
from typing import Any, Final

from mlslcs_ref.cli.call.loading import load_file
from mlslcs_ref.cli.screen.pages import print_json, print_page, stdout_look
from mlslcs_ref.cli.screen.progress import display_on_stderr
from mlslcs_ref.cli.screen.watching import StepWatcher
from mlslcs_ref.data import Dataset, LabelCount, problem
from mlslcs_ref.documents.document import Block, Column, Heading, Paragraph, Table
from mlslcs_ref.errors import UsageError
from mlslcs_ref.oracle import Difference, RecordedRun, ReplayReport, open_recording
from mlslcs_ref.oracle import replay as replay_run

__all__ = ["recorded_training_data", "replay"]

FORMAT: Final = "mlslcs_ref.replay"
VERSION: Final = 1
DIFFERS: Final = 1


def replay(arguments: argparse.Namespace) -> int:
    """Do the command and return the exit status: 0 if all agrees, 1 if something differs."""
    _require_recording(arguments.recording)
    run = open_recording(arguments.recording)
    train = recorded_training_data(arguments, run)
    test = None
    if arguments.test is not None:
        test = load_file(arguments.test, arguments, schema=train.schema)
    with display_on_stderr(arguments.quiet, log=not arguments.json) as display:
        passes = run.settings.passes
        n_steps = (passes + int(run.settings.update_only * passes)) * train.n_instances
        report = replay_run(run, train, test, StepWatcher(display, n_steps, train.n_instances))
    if arguments.json:
        print_json(_document(report))
    else:
        look = stdout_look()
        print_page(_page(report, run, arguments, terminal=look.terminal), look)
    return 0 if report.agrees else DIFFERS


def _require_recording(name: str) -> None:
    if not Path(name).exists() and problem(name) is not None:
        raise UsageError(
            f"{name} is an artificial problem, but replay verifies a recorded run, a file as RUN.jsonl.gz; "
            f"`run {name}` trains on the problem, `trace {name}` records a run"
        )


def recorded_training_data(arguments: argparse.Namespace, run: RecordedRun) -> Dataset:
    """Return the training data of a recorded run: a problem, or the file that was named with --data.

    Raises
    ------
    UsageError
        If a file is named for a problem, or none where one is needed.
    """
    known = problem(run.train)
    if known is not None and arguments.data is not None:
        raise UsageError(f"{run.file}: this run was made on the artificial problem {run.train}; leave --data out")
    if arguments.data is not None:
        return load_file(arguments.data, arguments, labels=LabelCount(-run.n_labels))
    if known is None:
        raise UsageError(f"{run.file}: this run was made on {run.train}; name that file with --data")
    return known.dataset


def _page(report: ReplayReport, run: RecordedRun, arguments: argparse.Namespace, terminal: bool) -> list[Block]:
    page: list[Block] = [Heading(f"{report.name}: {_verdict(report)}")]
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
            page.append(Paragraph(f"the run was made on {run.train}, the data that was given is {arguments.data}"))
    elif report.incomplete is not None:
        page.append(Paragraph(f"incomplete: {report.incomplete}"))
    elif not report.evaluated:
        page.append(Paragraph(_why_not_evaluated(run)))
    return page


def _verdict(report: ReplayReport) -> str:
    if report.difference is not None:
        return "differs"
    return "agrees" if report.incomplete is None else "incomplete"


def _why_not_evaluated(run: RecordedRun) -> str:
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
    return [
        heading,
        Paragraph(f"{where}, field {difference.field}"),
        Paragraph(f"wanted {wanted}"),
        Paragraph(f"found  {found}"),
    ]


def _value(value: object) -> str:
    return value if isinstance(value, str) else repr(value)


def _document(report: ReplayReport) -> dict[str, Any]:
    difference = None
    if report.difference is not None:
        difference = {name: _jsonable(value) for name, value in vars(report.difference).items()}
    return {
        "format": FORMAT,
        "version": VERSION,
        "agrees": report.agrees,
        **vars(report),
        "difference": difference,
    }


def _jsonable(value: object) -> object:
    """Return a value as it is, but as text if JSON has no such number."""
    return repr(value) if isinstance(value, float) and not math.isfinite(value) else value
