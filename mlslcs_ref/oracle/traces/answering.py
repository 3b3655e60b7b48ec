"""Traces as cases: an executor returns the events of a run, without files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from mlslcs_ref.core.learner import Learner
from mlslcs_ref.errors import TraceError
from mlslcs_ref.oracle.judging import Result, judged
from mlslcs_ref.oracle.operators.bench import Bench
from mlslcs_ref.oracle.operators.case import Case, CaseError, count_of, overflow_rejected
from mlslcs_ref.oracle.operators.run_case import perform
from mlslcs_ref.oracle.protocol import Answer
from mlslcs_ref.oracle.tapes import stream_of
from mlslcs_ref.oracle.traces.files import open_trace
from mlslcs_ref.oracle.traces.records import CHECKPOINT, FOOTER, Record, checkpoint_record, event_record
from mlslcs_ref.oracle.vectors.comparison import Comparison
from mlslcs_ref.oracle.vectors.files import Vector
from mlslcs_ref.origin import Origin
from mlslcs_ref.untrusted import Untrusted

TRACE: Final = "trace"
"""The format of cases that ask for the events of a run."""


def answered_trace(case: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the package answers to a case of the format `trace`."""
    if not isinstance(case.get("draws"), dict):
        raise CaseError("expected the state of a stream", "draws")
    return perform(case, stream_of(Untrusted(dict(case["draws"]), "draws", Origin("case"))), {TRACE: _trace})


def _trace(case: Case) -> dict[str, Any]:
    bench = Bench(case)
    n_steps = count_of(case.inputs.field("n_steps"))
    events: list[Record] = []
    with overflow_rejected():
        learner = Learner(bench.dataset, case.settings, case.draws, lambda event: events.append(event_record(event)))
    learner.advance(n_steps)
    return {"events": events, "population": checkpoint_record(learner, whole=True)["population"]}


@dataclass(frozen=True)
class TracedCase:
    """A trace as a case with the answer that is wanted."""

    vector: Vector
    """The case: settings, data and stream of the header; the answer: all events, and P at the end."""
    comparison: Comparison
    """How reals of P are compared, as the header says."""

    def judged(self, answer: Answer) -> Result:
        """Return the result of an answer; a difference is named by its step, phase and field."""
        result = judged(self.vector, answer, self.comparison)
        difference = result.difference
        if difference is None or self.vector.out is None or not difference.path.startswith("events/"):
            return result
        place, _, rest = difference.path.removeprefix("events/").partition("/")
        event = self.vector.out["events"][int(place)]
        path = f"step {event['step']}, {event['phase']}{f', {rest}' if rest else ''}"
        return replace(result, difference=replace(difference, path=path))


def traced_case(file: Path) -> TracedCase:
    """Read a trace as a case."""
    trace = open_trace(file)
    header = trace.header_record
    if header["source"] != "run":
        raise TraceError("expected a trace with events, found a recording with states only", str(file), 1)
    records = [record for _, record in trace.records()]
    events = [record for record in records if record["phase"] not in {CHECKPOINT, FOOTER}]
    population = [record["population"] for record in records if "population" in record][-1]
    stream = {"stream": header["stream"]["name"], **header["stream"]}
    del stream["name"]
    data = {name: value for name, value in header["data"].items() if name in {"attributes", "n_labels", "instances"}}
    case = {
        "format": TRACE,
        "settings": {"profile": header["profile"], **header["settings"]},
        "in": data | {"n_steps": header["steps"]},
        "draws": stream,
    }
    name = file.name.partition(".")[0]
    vector = Vector(
        f"{TRACE}/{name}",
        "",
        ("CYC-0",),
        "must",
        "filled",
        case,
        {"events": events, "population": population},
        None,
        (),
    )
    return TracedCase(vector, Comparison(header["compare"]))
