"""The first difference between two traces, or between a trace and a run of this package."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any, Final, TypeAlias

from mlslcs_ref.oracle.traces.files import Numbered, TraceFile
from mlslcs_ref.oracle.traces.header import TraceHeader, compared_part
from mlslcs_ref.oracle.traces.records import CHECKPOINT, EVALUATED, FOOTER, HEADER, Record
from mlslcs_ref.oracle.traces.traced_run import TracedRun
from mlslcs_ref.oracle.vectors.comparison import Comparison, FirstDifference

_END: Final = "the end of the trace"
_RULES: Final = "population"
_OF_ALL_RULES: Final = ("macro", "micro", "crc32", "hash")
Pairs: TypeAlias = Iterator[tuple[Numbered | None, Record | None]]
"""Wanted records with the number of their line, and what was found in their place; None behind the end."""


@dataclass(frozen=True)
class TraceDifference:
    """The first place where two traces differ."""

    line: int
    """The line of the wanted trace, from 1."""
    step: int | None
    """The step; None in the header."""
    phase: str
    """The phase, as `covering` or `checkpoint`."""
    rule: int | None
    """The serial of the rule, None where the difference is in no rule. Rules of converted recordings have no serials;
    `field` has their position."""
    field: str
    """What differs, as `population/2/cs`; `event` where something else happened."""
    wanted: Any
    found: Any
    """`wanted`, `found`: The two values; whole records for `event`."""


@dataclass(frozen=True)
class TraceReport:
    """The result of a comparison."""

    n_records: int
    """Records that agree, header and footer among them."""
    n_checkpoints: int
    """Those of them that are checkpoints."""
    n_populations: int
    """Those of the checkpoints that hold the whole population."""
    n_evaluations: int
    """Thresholds and metrics that agree."""
    steps: int
    """The last step that was compared."""
    difference: TraceDifference | None
    """None if all agree."""
    incomplete: str | None = None
    """What a recording lacks, so that agreement with it proves less than it seems to; None if it lacks nothing."""

    @property
    def agrees(self) -> bool:
        """Whether nothing differs, and nothing is lacking."""
        return self.difference is None and self.incomplete is None


def first_trace_difference(wanted: TraceFile, found: TraceFile) -> TraceReport:
    """Compare two traces line by line, by the bounds of the wanted one."""
    return compared(wanted.header.compare, zip_longest(wanted.lines(), (record for _line, record in found.lines())))


def compared(bounds: Mapping[str, Any], pairs: Pairs, progress: Callable[[int], None] | None = None) -> TraceReport:
    """Compare pairs of records up to the first difference; `bounds` are those of a header.

    `progress` is called with the step of every checkpoint that agrees.
    """
    comparison = Comparison(bounds)
    n_records = n_checkpoints = n_populations = n_evaluations = steps = 0
    line = 0
    for numbered, found in pairs:
        line, wanted = (line + 1, None) if numbered is None else numbered
        difference = _difference_of(comparison, line, wanted, found)
        if difference is not None:
            return TraceReport(n_records, n_checkpoints, n_populations, n_evaluations, steps, difference)
        if wanted is None:
            continue
        n_records += 1
        n_populations += _RULES in wanted
        n_evaluations += len(wanted.get("evaluation", ()))
        steps = wanted.get("step", 0)
        if wanted["phase"] == CHECKPOINT:
            n_checkpoints += 1
            if progress is not None:
                progress(steps)
    return TraceReport(n_records, n_checkpoints, n_populations, n_evaluations, steps, None)


def _difference_of(
    comparison: Comparison, line: int, wanted: Record | None, found: Record | None
) -> TraceDifference | None:
    """Return the first difference between two records, None if they agree; a record is None behind the end."""
    if wanted is None or found is None:
        record: Record = wanted or found or {}
        return _difference(line, record, "event", wanted or _END, found or _END)
    if _is_other_event(wanted, found):
        return _difference(line, wanted, "event", wanted, found)
    if wanted["phase"] == HEADER:
        wanted, found = compared_part(wanted), compared_part(found)
    first = comparison.first_difference(wanted, found)
    return None if first is None else _located(comparison, line, wanted, found, first)


def _is_other_event(wanted: Record, found: Record) -> bool:
    return any(wanted.get(name) != found.get(name) for name in ("phase", "step"))


def _located(
    comparison: Comparison, line: int, wanted: Record, found: Record, first: FirstDifference
) -> TraceDifference:
    # a field of a rule says more than a sum or a checksum over all of them
    if first.path in _OF_ALL_RULES and _RULES in wanted and _RULES in found:
        in_rules = comparison.first_difference({_RULES: wanted[_RULES]}, {_RULES: found[_RULES]})
        first = in_rules or first
    return _difference(line, wanted, first.path, first.wanted, first.found)


def _difference(line: int, record: Record, field: str, wanted: Any, found: Any) -> TraceDifference:
    return TraceDifference(line, record.get("step"), record["phase"], _rule(record, field), field, wanted, found)


def _rule(record: Mapping[str, Any], field: str) -> int | None:
    """Return the serial of the rule that a field of a record is about."""
    parts = field.split("/")
    if parts[0] == _RULES and len(parts) > 1:
        rules = record[_RULES]
        place = int(parts[1])
        serial = rules[place].get("rule") if place < len(rules) and isinstance(rules[place], dict) else None
    else:
        serial = record.get("rule")
    return serial if isinstance(serial, int) else None


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
            yield (line, asked), _run_footer(asked, run)
        else:
            yield (line, wanted), run.state_after(wanted["step"], "population" in wanted)


def _run_footer(wanted: Record, run: TracedRun) -> Record:
    found: Record = {"step": run.learner.steps, "phase": FOOTER, "lines": wanted["lines"]}
    if "evaluation" in wanted:
        asked = wanted["evaluation"]
        evaluation = run.evaluation() if asked else {}
        found["evaluation"] = {
            name: value for name, value in evaluation.items() if isinstance(asked, dict) and name in asked
        }
    return found
