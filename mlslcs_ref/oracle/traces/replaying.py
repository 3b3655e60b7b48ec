"""Verifying a trace against this package."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, zip_longest

from mlslcs_ref.errors import TraceError
from mlslcs_ref.oracle.traces.diff import Tally, TraceReport, difference_of
from mlslcs_ref.oracle.traces.files import TraceFile
from mlslcs_ref.oracle.traces.records import CHECKPOINT, FOOTER, Record
from mlslcs_ref.oracle.traces.traced_run import TracedRun
from mlslcs_ref.oracle.vectors.comparison import Comparison

__all__ = ["replay_trace"]


def replay_trace(trace: TraceFile, progress: Callable[[int], None] | None = None) -> TraceReport:
    """Run again what a trace tells and compare record by record.

    Parameters
    ----------
    trace : TraceFile
        The trace.
    progress : callable, optional
        Called with the step after every checkpoint.

    Raises
    ------
    TraceError
        If the trace is damaged, incomplete, or of a run that cannot be made.
    """
    run = TracedRun(trace.header, trace.file)
    comparison = Comparison(trace.header.compare)
    tally = Tally()
    wanted_records = chain([(1, trace.header_record)], trace.records())
    if trace.header.source == "run":
        pairs = _with_events(wanted_records, run)
    else:
        pairs = _states_alone(wanted_records, trace, run)
    last = 0
    for line, wanted, found in pairs:
        last = line or last + 1
        difference = difference_of(comparison, last, wanted, found)
        if difference is not None:
            return tally.report(difference)
        if wanted is not None:
            tally.count(wanted)
            if progress is not None and wanted["phase"] == CHECKPOINT:
                progress(wanted["step"])
    return tally.report(None)


Pairs = Iterator[tuple[int, Record | None, Record | None]]


def _with_events(wanted_records: Iterator[tuple[int, Record]], run: TracedRun) -> Pairs:
    for numbered, found in zip_longest(wanted_records, run.records()):
        line, wanted = (0, None) if numbered is None else numbered
        yield line, wanted, found


def _states_alone(wanted_records: Iterator[tuple[int, Record]], trace: TraceFile, run: TracedRun) -> Pairs:
    """Pair the states of a recording with what this run has after the same steps."""
    last = 0
    for line, wanted in wanted_records:
        if line == 1:
            yield line, wanted, trace.header.record()
            continue
        step = wanted["step"]
        if wanted["phase"] == FOOTER:
            yield line, wanted, _footer(wanted, run, last)
            continue
        if wanted["phase"] != CHECKPOINT:
            raise TraceError("expected the states of a recording, found an event", trace.file, line)
        if not last < step <= trace.header.plan.steps:
            raise TraceError(
                f"expected a step after {last} and up to {trace.header.plan.steps}, found {step}", trace.file, line
            )
        last = step
        yield line, wanted, _recorded_part(wanted, run.state_after(step, "population" in wanted), trace)


def _footer(wanted: Record, run: TracedRun, last: int) -> Record:
    found: Record = {"step": last, "phase": FOOTER, "lines": wanted["lines"]}
    if "evaluation" in wanted:
        found["evaluation"] = run.evaluation()
    return found


def _recorded_part(wanted: Record, found: Record, trace: TraceFile) -> Record:
    """Return of a state of this package what recordings tell; rules are known by position."""
    found["instance"] = (found["step"] - 1) % trace.header.dataset.n_instances
    part = {name: found[name] for name in found if name in wanted and name != "population"}
    if "population" in wanted:
        names = ("bits", "num", "exp", "tp", "msa", "fitness", "cs", "ts")
        part["population"] = [{name: rule[name] for name in names} for rule in found["population"]]
    return part
