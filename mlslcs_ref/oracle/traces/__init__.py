"""Traces: what happens in a run, record by record, to find the first difference."""

from mlslcs_ref.oracle.traces.diff import TraceDifference, TraceReport, first_trace_difference
from mlslcs_ref.oracle.traces.files import TraceFile, open_trace, write_trace
from mlslcs_ref.oracle.traces.header import TraceHeader, TracePlan
from mlslcs_ref.oracle.traces.recordings import RecordedRun, open_recording
from mlslcs_ref.oracle.traces.replaying import lacking, replay_trace
from mlslcs_ref.oracle.traces.traced_run import TracedRun

__all__ = [
    "RecordedRun",
    "TraceDifference",
    "TraceFile",
    "TraceHeader",
    "TracePlan",
    "TraceReport",
    "TracedRun",
    "first_trace_difference",
    "lacking",
    "open_recording",
    "open_trace",
    "replay_trace",
    "write_trace",
]
