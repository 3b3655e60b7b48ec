"""`trace`: write, compare, verify and convert traces, and sum up whole runs."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator
from types import MappingProxyType
from typing import Any, Final

from mlslcs_ref.atomic import require_writable
from mlslcs_ref.cli.call.loading import known_problem, load_file, load_training_data, require_other_file
from mlslcs_ref.cli.call.setting_options import run_settings
from mlslcs_ref.cli.oracle.replay import recorded_training_data
from mlslcs_ref.cli.oracle.trace_page import (
    comparison_page,
    counts_page,
    report_document,
    written_document,
    written_page,
)
from mlslcs_ref.cli.screen.pages import print_json, print_page, stdout_look
from mlslcs_ref.cli.screen.progress import Display, display_on_stderr
from mlslcs_ref.cli.screen.watching import StepWatcher
from mlslcs_ref.data import label_xml_beside
from mlslcs_ref.errors import UsageError
from mlslcs_ref.oracle import open_recording
from mlslcs_ref.oracle.runs import RunsHeader, run_summary, write_runs
from mlslcs_ref.oracle.traces import (
    Plan,
    TracedRun,
    TraceHeader,
    TraceReport,
    converted,
    first_trace_difference,
    open_trace,
    replay_trace,
    write_trace,
)

__all__ = ["trace"]

DIFFERS: Final = 1


def trace(arguments: argparse.Namespace) -> int:
    """Do one of the commands and return the exit status."""
    return COMMANDS[arguments.command](arguments)


def _write(arguments: argparse.Namespace) -> int:
    known = known_problem(arguments.problem)
    settings = run_settings(arguments, known)
    _require_target(arguments)
    dataset = load_training_data(arguments, known)
    header = TraceHeader.of_run(
        dataset,
        settings,
        arguments.seed,
        Plan(arguments.steps, arguments.checkpoint_every, arguments.population_every),
        arguments.profile,
        arguments.stream,
    )
    run = TracedRun(header)
    with display_on_stderr(arguments.quiet, log=not arguments.json) as display:
        records = _watched(run.records(), StepWatcher(display, header.plan.steps, dataset.n_instances))
        n_lines = write_trace(arguments.out, records)
    if arguments.json:
        print_json(written_document(arguments.out, n_lines, run))
        return 0
    print_page(written_page(arguments.out, n_lines, run), stdout_look())
    return 0


def _watched(records: Iterable[dict[str, Any]], watch: Callable[[int], None]) -> Iterator[dict[str, Any]]:
    for record in records:
        if record["phase"] == "end":
            watch(record["step"])
        yield record


def _require_target(arguments: argparse.Namespace) -> None:
    """Refuse, before work is done for it, an output that cannot be written or is read."""
    require_writable(arguments.out)
    beside = label_xml_beside(arguments.problem)
    require_other_file(
        arguments.out, "--out", arguments.problem, arguments.labels, None if beside is None else str(beside)
    )


def _diff(arguments: argparse.Namespace) -> int:
    report = first_trace_difference(open_trace(arguments.wanted), open_trace(arguments.found))
    agree = "agree" if report.difference is None else "differ"
    return _told(arguments, report, f"{arguments.wanted} and {arguments.found} {agree}")


def _replay(arguments: argparse.Namespace) -> int:
    opened = open_trace(arguments.file)
    header = opened.header
    with display_on_stderr(arguments.quiet, log=not arguments.json) as display:
        report = replay_trace(opened, StepWatcher(display, header.plan.steps, header.dataset.n_instances))
    agrees = "agrees" if report.difference is None else "differs"
    return _told(arguments, report, f"{arguments.file}: {agrees}")


def _told(arguments: argparse.Namespace, report: TraceReport, title: str) -> int:
    if arguments.json:
        print_json(report_document(report))
    else:
        look = stdout_look()
        print_page(comparison_page(report, title, look.terminal), look)
    return 0 if report.difference is None else DIFFERS


def _convert(arguments: argparse.Namespace) -> int:
    run = open_recording(arguments.recording)
    require_writable(arguments.out)
    require_other_file(arguments.out, "--out", arguments.recording, arguments.data, arguments.test)
    train = recorded_training_data(arguments, run)
    test = None
    if arguments.test is not None:
        if run.test is None:
            raise UsageError(f"{run.file}: this run was evaluated on its training data; leave --test out")
        test = load_file(arguments.test, arguments, schema=train.schema)
    n_lines = write_trace(arguments.out, converted(run, train, test))
    print_page(counts_page(arguments.out, lines=n_lines), stdout_look())
    return 0


def _summary(arguments: argparse.Namespace) -> int:
    known = known_problem(arguments.problem)
    settings = run_settings(arguments, known)
    _require_target(arguments)
    dataset = load_training_data(arguments, known)
    header = RunsHeader(dataset, settings, arguments.profile, arguments.stream)
    solutions = None if known is None else known.solutions
    with display_on_stderr(arguments.quiet, log=True) as display:
        n_runs = write_runs(arguments.out, header, _summaries(header, arguments.seeds, solutions, display))
    print_page(counts_page(arguments.out, runs=n_runs), stdout_look())
    return 0


def _summaries(
    header: RunsHeader, seeds: list[int], solutions: tuple[tuple[str, ...], ...] | None, display: Display
) -> Iterator[dict[str, Any]]:
    for place, seed in enumerate(seeds, start=1):
        display.say(f"run {place} of {len(seeds)}, seed {seed}")
        yield run_summary(header, seed, solutions)


COMMANDS: Final[MappingProxyType[str, Callable[[argparse.Namespace], int]]] = MappingProxyType(
    {
        "trace": _write,
        "trace diff": _diff,
        "trace replay": _replay,
        "trace convert": _convert,
        "trace summary": _summary,
    }
)
