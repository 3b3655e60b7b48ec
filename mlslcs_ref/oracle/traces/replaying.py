"""Verifying a trace against this package."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import zip_longest

from mlslcs_ref.oracle.evaluation import EVALUATED
from mlslcs_ref.oracle.traces.diff import Pairs, TraceReport, compared
from mlslcs_ref.oracle.traces.files import TraceFile
from mlslcs_ref.oracle.traces.header import TraceHeader
from mlslcs_ref.oracle.traces.records import FOOTER, HEADER, Record
from mlslcs_ref.oracle.traces.traced_run import TracedRun


def replay_trace(trace: TraceFile, progress: Callable[[int], None] | None = None) -> TraceReport:
    """Repeat the run of a trace and compare record by record.

    `progress` is called with the step after every checkpoint.
    """
    run = TracedRun(trace.header, trace.file)
    if trace.header.source == "run":
        return compared(trace.header.compare, zip_longest(trace.lines(), run.records()), progress)
    footer: Record = {}
    report = compared(trace.header.compare, _states_alone(trace, run, footer), progress)
    return report if report.difference is not None else replace(report, incomplete=lacking(trace.header, footer))


def lacking(header: TraceHeader, footer: Record) -> str | None:
    """Say what a recording lacks, if anything, so that agreement with it proves less than it seems to."""
    n_steps = header.settings.n_steps(header.dataset.n_instances)
    if not footer["step"]:
        return "the recording has no states"
    if footer["step"] < n_steps:
        return f"the states end at step {footer['step']}, the run at step {n_steps}"
    missing = [name for name in EVALUATED if name not in footer.get("evaluation", EVALUATED)]
    return f"missing in the evaluation: {', '.join(missing)}" if missing else None


def _states_alone(trace: TraceFile, run: TracedRun, footer: Record) -> Pairs:
    """Pair the states of a recording with what this run has after the same steps; the last record fills `footer`."""
    for line, wanted in trace.lines():
        if wanted["phase"] == HEADER:
            yield (line, wanted), trace.header.record()
        elif wanted["phase"] == FOOTER:
            footer |= wanted
            is_done = run.learner.steps == run.learner.n_steps
            # how far it has to go else is what the header says, and may take years: its end is not compared then
            asked = {name: value for name, value in wanted.items() if is_done or name != "evaluation"}
            yield (line, asked), _footer(asked, run)
        else:
            yield (line, wanted), run.state_after(wanted["step"], "population" in wanted)


def _footer(wanted: Record, run: TracedRun) -> Record:
    found: Record = {"step": run.learner.steps, "phase": FOOTER, "lines": wanted["lines"]}
    if "evaluation" in wanted:
        asked = wanted["evaluation"]
        evaluation = run.evaluation() if asked else {}
        found["evaluation"] = {
            name: value for name, value in evaluation.items() if isinstance(asked, dict) and name in asked
        }
    return found
