"""Traces: what happens in a run, record by record, for whoever looks for the first difference."""

from mlslcs_ref.oracle.traces.converting import converted
from mlslcs_ref.oracle.traces.diff import TraceDifference, TraceReport, first_trace_difference
from mlslcs_ref.oracle.traces.files import TraceFile, open_trace, write_trace
from mlslcs_ref.oracle.traces.header import Plan, TraceHeader
from mlslcs_ref.oracle.traces.replaying import replay_trace
from mlslcs_ref.oracle.traces.traced_run import TracedRun

__all__ = [
    "Plan",
    "TraceDifference",
    "TraceFile",
    "TraceHeader",
    "TraceReport",
    "TracedRun",
    "converted",
    "first_trace_difference",
    "open_trace",
    "replay_trace",
    "write_trace",
]
