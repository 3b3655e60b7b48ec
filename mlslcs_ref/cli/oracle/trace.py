"""`trace` and `replay`: write, compare, verify and convert traces, and sum up whole runs."""

from __future__ import annotations

import argparse
import dataclasses
import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from mlslcs_ref.cli.call.loading import known_problem, load_file, load_training_data, require_output, shuffled
from mlslcs_ref.cli.call.setting_options import run_settings
from mlslcs_ref.cli.screen import print_json, print_page, stdout_look
from mlslcs_ref.data.files import label_xml_beside
from mlslcs_ref.data.label_specs import LabelCount
from mlslcs_ref.data.problems import problem
from mlslcs_ref.documents.document import Block, Column, Heading, Paragraph, Table, Value
from mlslcs_ref.documents.progress import Display, display_on_stderr
from mlslcs_ref.errors import UsageError
from mlslcs_ref.learning.shown_steps import StepWatcher
from mlslcs_ref.learning.training import require_seed
from mlslcs_ref.oracle.runs import RunsHeader, run_summary, write_runs
from mlslcs_ref.oracle.traces.diff import TraceDifference, TraceReport, first_trace_difference, lacking, replay_trace
from mlslcs_ref.oracle.traces.files import TraceFile, open_trace, write_trace
from mlslcs_ref.oracle.traces.header import TraceHeader, TracePlan
from mlslcs_ref.oracle.traces.recordings import RecordedRun, open_recording
from mlslcs_ref.oracle.traces.traced_run import TracedRun

DIFFERS: Final = 1
FORMAT: Final = "mlslcs_ref.trace-report"
WRITTEN_FORMAT: Final = "mlslcs_ref.trace-written"
VERSION: Final = 1
LONGEST: Final = 400


def trace(arguments: argparse.Namespace) -> int:
    """Write a trace of a run."""
    known = known_problem(arguments.problem)
    settings = run_settings(arguments, known)
    require_seed(arguments.stream, arguments.seed)
    _require_target(arguments)
    dataset = shuffled(load_training_data(arguments, known), arguments.shuffle)
    header = TraceHeader.of_run(
        dataset,
        settings,
        arguments.seed,
        TracePlan(arguments.steps, arguments.checkpoint_every, arguments.population_every),
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
    """Refuse an output that cannot be written or is also an input, before any work is done."""
    beside = label_xml_beside(arguments.problem)
    require_output(arguments.out, "--out", arguments.problem, arguments.labels, beside)


def trace_diff(arguments: argparse.Namespace) -> int:
    """Compare two traces."""
    report = first_trace_difference(open_trace(arguments.wanted), open_trace(arguments.found))
    agree = "agree" if report.agrees else "differ"
    return _told(arguments, report, f"{arguments.wanted} and {arguments.found} {agree}")


def trace_replay(arguments: argparse.Namespace) -> int:
    """Check a trace against this package."""
    return _verified(arguments, open_trace(arguments.file), arguments.file)


def replay(arguments: argparse.Namespace) -> int:
    """Check a recorded run of the authors' program."""
    run = _opened_recording(arguments)
    return _verified(arguments, _recorded_trace(arguments, run), run.name, run)


def _verified(arguments: argparse.Namespace, trace: TraceFile, title: str, run: RecordedRun | None = None) -> int:
    header = trace.header
    with display_on_stderr(arguments.quiet, log=not arguments.json) as display:
        report = replay_trace(trace, StepWatcher(display, header.plan.steps, header.dataset.n_instances))
    verdict = "agrees" if report.agrees else "incomplete" if report.difference is None else "differs"
    return _told(arguments, report, f"{title}: {verdict}", None if run is None else _note(arguments, report, run))


def _note(arguments: argparse.Namespace, report: TraceReport, run: RecordedRun) -> str | None:
    """Return what the user may have done differently."""
    if report.difference is not None:
        if arguments.data is None or Path(arguments.data).name == Path(run.train).name:
            return None
        return f"the run was made on {run.train}, the data that was given is {arguments.data}"
    if run.test is None or arguments.test is not None:
        return None
    return f"thresholds and metrics were not compared, because they belong to {run.test}; give that file with --test"


def _told(arguments: argparse.Namespace, report: TraceReport, title: str, note: str | None = None) -> int:
    if arguments.json:
        print_json(report_document(report))
    else:
        look = stdout_look()
        print_page(comparison_page(report, title, note, look.terminal), look)
    return 0 if report.agrees else DIFFERS


def trace_convert(arguments: argparse.Namespace) -> int:
    """Turn a recorded run into a trace."""
    run = _opened_recording(arguments)
    require_output(arguments.out, "--out", arguments.recording, arguments.data, arguments.test)
    trace = _recorded_trace(arguments, run)
    records = [record for _line, record in trace.lines()]
    n_lines = write_trace(arguments.out, records)
    print_page(counts_page(arguments.out, {"lines": n_lines}, lacking(trace.header, records[-1])), stdout_look())
    return 0


def _opened_recording(arguments: argparse.Namespace) -> RecordedRun:
    name = arguments.recording
    if not Path(name).exists() and problem(name) is not None:
        raise UsageError(
            f"{name} is an artificial problem, but {arguments.command} reads a recorded run, a file such as "
            f"RUN.jsonl.gz; "
            f"`run {name}` trains on the problem, `trace {name}` records a run"
        )
    return open_recording(name)


def _recorded_trace(arguments: argparse.Namespace, run: RecordedRun) -> TraceFile:
    """Return a recorded run as a trace of the problem, or the files, that it was made on."""
    known = problem(run.train)
    if known is not None and arguments.data is not None:
        raise UsageError(f"{run.file}: this run was made on the artificial problem {run.train}; leave out --data")
    if known is None and arguments.data is None:
        raise UsageError(f"{run.file}: this run was made on {run.train}; give that file with --data")
    if run.test is None and arguments.test is not None:
        raise UsageError(f"{run.file}: this run was evaluated on its training data; leave out --test")
    train = load_file(arguments.data, arguments, labels=LabelCount(-run.n_labels)) if known is None else known.dataset
    test = None if arguments.test is None else load_file(arguments.test, arguments, schema=train.schema)
    return run.trace(train, test)


def trace_summary(arguments: argparse.Namespace) -> int:
    """Make whole runs, and write a line of results for each."""
    known = known_problem(arguments.problem)
    settings = run_settings(arguments, known)
    _require_target(arguments)
    dataset = shuffled(load_training_data(arguments, known), arguments.shuffle)
    header = RunsHeader(dataset, settings, arguments.profile, arguments.stream)
    solutions = None if known is None else known.solutions
    with display_on_stderr(arguments.quiet, log=True) as display:
        n_runs = write_runs(arguments.out, header, _summaries(header, arguments.seeds, solutions, display))
    print_page(counts_page(arguments.out, {"runs": n_runs}), stdout_look())
    return 0


def _summaries(
    header: RunsHeader, seeds: list[int], solutions: tuple[tuple[str, ...], ...] | None, display: Display
) -> Iterator[dict[str, Any]]:
    for place, seed in enumerate(seeds, start=1):
        display.say(f"run {place} of {len(seeds)}, seed {seed}")
        yield run_summary(header, seed, solutions)


def written_page(file: str, n_lines: int, run: TracedRun) -> list[Block]:
    """Return the page of a trace that was written."""
    return counts_page(file, _written(n_lines, run))


def counts_page(title: str, counts: dict[str, Value], incomplete: str | None = None) -> list[Block]:
    """Return a page of a few counts, and of what a recording lacks."""
    page: list[Block] = [Heading(title), _facts(*counts.items())]
    return page if incomplete is None else [*page, _incomplete(incomplete)]


def _incomplete(what: str) -> Paragraph:
    return Paragraph(f"incomplete: {what}")


def written_document(file: str, n_lines: int, run: TracedRun) -> dict[str, Any]:
    """Return a trace that was written as values for JSON."""
    return {"format": WRITTEN_FORMAT, "version": VERSION, "file": file, **_written(n_lines, run)}


def _written(n_lines: int, run: TracedRun) -> dict[str, Value]:
    learner = run.learner
    return {
        "lines": n_lines,
        "steps": learner.steps,
        "draws": learner.draws.count,
        "macro": learner.population.macro,
        "micro": learner.population.micro,
        "crc32": learner.digest(),
    }


def comparison_page(report: TraceReport, title: str, note: str | None, terminal: bool) -> list[Block]:
    """Return the page of a comparison."""
    page: list[Block] = [
        Heading(title),
        _facts(
            ("records that agree", report.n_records),
            ("of these checkpoints", report.n_checkpoints),
            ("of these with the whole population", report.n_populations),
            ("thresholds and metrics that agree", report.n_evaluations),
            ("last step", report.steps),
        ),
    ]
    if report.difference is not None:
        page += _difference(report.difference, terminal)
    if report.incomplete is not None:
        page.append(_incomplete(report.incomplete))
    return page if note is None else [*page, Paragraph(note)]


def _facts(*facts: tuple[str, Value]) -> Table:
    return Table((Column("fact", "text"), Column("value")), facts)


def _difference(difference: TraceDifference, terminal: bool) -> list[Block]:
    step = "none" if difference.step is None else str(difference.step)
    rule = "none" if difference.rule is None else str(difference.rule)
    wanted, found = _text(difference.wanted), _text(difference.found)
    heading = Heading("The first difference")
    if not terminal:
        names = ("line", "step", "phase", "rule", "field", "wanted", "found")
        row = (str(difference.line), step, difference.phase, rule, difference.field, wanted, found)
        return [heading, Table(tuple(Column(name, "text") for name in names), (row,))]
    where = f"line {difference.line}" + ("" if difference.step is None else f", step {step}")
    where += f", {difference.phase}" + ("" if difference.rule is None else f", rule {rule}")
    page: list[Block] = [heading, Paragraph(f"{where}, field {difference.field}")]
    page += [Paragraph(f"expected {wanted}"), Paragraph(f"found    {found}")]
    if difference.field == "hash":
        page.append(
            Paragraph("make the trace with --checkpoint-every 1 --population-every 1 to find the rule and the field")
        )
    return page


def _text(value: Any) -> str:
    """Return a value as it stands in a trace, cut to what fits a page; the document has all of it."""
    text = value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."


def report_document(report: TraceReport) -> dict[str, Any]:
    """Return a comparison as values for JSON."""
    return {"format": FORMAT, "version": VERSION, "agrees": report.agrees, **dataclasses.asdict(report)}
