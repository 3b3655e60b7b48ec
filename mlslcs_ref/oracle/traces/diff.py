"""The first difference between two traces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, Final

from mlslcs_ref.oracle.traces.files import TraceFile
from mlslcs_ref.oracle.traces.header import compared_part
from mlslcs_ref.oracle.traces.records import HEADER, Record
from mlslcs_ref.oracle.vectors.comparison import Comparison, FirstDifference

__all__ = ["TraceDifference", "TraceReport", "difference_of", "first_trace_difference"]

_END: Final = "the end of the trace"
_RULES: Final = "population"
_OF_ALL_RULES: Final = ("macro", "micro", "crc32", "hash")


@dataclass(frozen=True)
class TraceDifference:
    """The first place where two traces part.

    Parameters
    ----------
    line : int
        The line of the wanted trace, from 1.
    step : int or None
        The step; None in the header.
    phase : str
        The phase, as `covering` or `checkpoint`.
    rule : int or None
        The serial of the rule, None where the difference is in no rule. Rules of converted recordings have no serials;
        `field` has their position.
    field : str
        What differs, as `population/2/cs`; `event` where something else happened.
    wanted, found : object
        The two values; whole records for `event`.
    """

    line: int
    step: int | None
    phase: str
    rule: int | None
    field: str
    wanted: Any
    found: Any


@dataclass(frozen=True)
class TraceReport:
    """What a comparison found.

    Parameters
    ----------
    n_records : int
        Records that agree, header and footer among them.
    n_checkpoints : int
        Those of them that are checkpoints.
    steps : int
        The last step that was compared.
    difference : TraceDifference or None
        None if all agree.
    """

    n_records: int
    n_checkpoints: int
    steps: int
    difference: TraceDifference | None


def first_trace_difference(wanted: TraceFile, found: TraceFile) -> TraceReport:
    """Compare two traces line by line, by the bounds of the wanted one.

    Raises
    ------
    TraceError
        If either is damaged or incomplete.
    """
    comparison = Comparison(wanted.header.compare)
    report = Tally()
    pairs: Iterator[tuple[tuple[int, Record] | None, tuple[int, Record] | None]] = zip_longest(
        _with_header(wanted), _with_header(found)
    )
    last = 1
    for one, other in pairs:
        last = one[0] if one is not None else last + 1
        difference = difference_of(
            comparison, last, None if one is None else one[1], None if other is None else other[1]
        )
        if difference is not None:
            return report.report(difference)
        if one is not None:
            report.count(one[1])
    return report.report(None)


def _with_header(trace: TraceFile) -> Iterator[tuple[int, Record]]:
    yield 1, trace.header_record
    yield from trace.records()


class Tally:
    """Counts of what agrees."""

    def __init__(self) -> None:
        self._records = 0
        self._checkpoints = 0
        self._steps = 0

    def count(self, record: Record) -> None:
        """Count a record that agrees."""
        self._records += 1
        self._checkpoints += record["phase"] == "checkpoint"
        self._steps = record.get("step", 0)

    def report(self, difference: TraceDifference | None) -> TraceReport:
        """Return what was counted, and where it ended."""
        return TraceReport(self._records, self._checkpoints, self._steps, difference)


def difference_of(
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
