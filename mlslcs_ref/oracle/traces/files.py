"""Files of traces: JSON Lines in UTF-8, gzipped or not, from the header to the footer or not at all."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

from mlslcs_ref.atomic import write_bytes
from mlslcs_ref.errors import TraceError
from mlslcs_ref.oracle.traces.header import TraceHeader
from mlslcs_ref.oracle.traces.records import CHECKPOINT, FOOTER, HEADER, Record
from mlslcs_ref.origin import Origin

Numbered: TypeAlias = tuple[int, Record]
"""A record and the number of its line, from 1."""
_FAST: Final = 1
"""A trace of many steps takes a fifteenth of the time that the best compression needs, for a file a quarter larger."""


def trace_line(record: Record) -> str:
    """Return a record as a line of ASCII text."""
    return json.dumps(record, separators=(",", ":"), allow_nan=False) + "\n"


def write_trace(path: str | Path, records: Iterable[Record], compression: int = _FAST) -> int:
    """Write a trace, gzipped if the name ends in .gz, and return how many lines it has.

    `compression` is from 1, fast, to 9, small. What was there before stays if the trace cannot be written.
    """
    lines = [trace_line(record).encode("ascii") for record in records]
    data = b"".join(lines)
    # no time in the file, so that the same trace is the same file
    write_bytes(path, gzip.compress(data, compression, mtime=0) if str(path).endswith(".gz") else data)
    return len(lines)


@dataclass(frozen=True)
class TraceFile:
    """A trace, its records still to be read."""

    file: str
    header_record: Record
    """Its first line."""
    header: TraceHeader
    """What that says."""
    rest: Callable[[], Iterator[Numbered]]
    """Returns an iterator over all that stands behind the header, the footer last."""

    def lines(self) -> Iterator[Numbered]:
        """Yield (line number, record) of the whole trace."""
        yield 1, self.header_record
        yield from self.records()

    def records(self) -> Iterator[Numbered]:
        """Yield (line number, record) of everything after the header, the footer last."""
        last = 0
        for line, record in self.rest():
            if self.header.source == "recording":
                self._require_state(line, record, last)
                last = record["step"]
            yield line, record

    def _require_state(self, line: int, record: Record, last: int) -> None:
        if record["phase"] == FOOTER:
            return
        if record["phase"] != CHECKPOINT:
            raise TraceError("expected the states of a recording, found an event", self.file, line)
        most = self.header.plan.steps
        if not last < record["step"] <= most:
            raise TraceError(
                f"expected a step after {last} and at most {most}, found {record['step']}", self.file, line
            )


def open_trace(path: str | Path) -> TraceFile:
    """Read the header of a trace."""
    file = str(path)
    for _line, record in _numbered_records(file):
        if record["phase"] != HEADER:
            raise TraceError("expected the header of a trace", file, 1)
        return TraceFile(file, record, TraceHeader.from_record(record, file), partial(_records, file))
    raise TraceError("expected a trace, found an empty file", file)


def _records(file: str) -> Iterator[Numbered]:
    line = 1
    ended = False
    for line, record in _numbered_records(file):
        if line == 1:
            continue
        if ended:
            raise TraceError("expected the end of the file after the footer, found more lines", file, line)
        ended = record["phase"] == FOOTER
        if ended and record.get("lines") != line:
            raise TraceError(
                f"the file is incomplete: expected {record.get('lines')} lines by its footer, found {line}", file, line
            )
        yield line, record
    if not ended:
        raise TraceError("the file is incomplete: it ends without a footer", file, line)


def _numbered_records(file: str) -> Iterator[Numbered]:
    for line, record in Origin(file, "a trace", TraceError).records():
        if not isinstance(record, dict) or not isinstance(record.get("phase"), str):
            raise TraceError("expected a record with a phase", file, line)
        step = record.get("step")
        if line > 1 and (not isinstance(step, int) or isinstance(step, bool) or step < 0):
            raise TraceError(f"expected a step, a whole number from 0, found {step!r}", file, line)
        yield line, record
