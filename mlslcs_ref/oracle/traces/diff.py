"""The first difference between two traces."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, Final, TypeAlias

from mlslcs_ref.oracle.traces.files import Numbered, TraceFile
from mlslcs_ref.oracle.traces.header import compared_part
from mlslcs_ref.oracle.traces.records import CHECKPOINT, HEADER, Record
from mlslcs_ref.oracle.vectors.comparison import Comparison, FirstDifference

_END: Final = "the end of the trace"
_RULES: Final = "population"
_OF_ALL_RULES: Final = ("macro", "micro", "crc32", "hash")


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


Pairs: TypeAlias = Iterator[tuple[Numbered | None, Record | None]]
"""Wanted records with the number of their line, and what was found in their place; None behind the end."""


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
