"""The recorded runs of the authors' program, replayed to their last step."""

import gzip
from pathlib import Path
from typing import Any

import pytest

from mlslcs_ref._build import is_compiled
from mlslcs_ref.data.loading import load_dataset
from mlslcs_ref.data.problems import problem
from mlslcs_ref.oracle.traces.diff import TraceReport, replay_trace
from mlslcs_ref.oracle.traces.recordings import open_recording

TRACES = Path(__file__).parents[2] / "specs" / "traces" / "authors"
RECORDINGS = sorted(path.name for path in TRACES.glob("*.jsonl.gz"))
LONG = ("toy6x4-paper.jsonl.gz", "toy6x4-full-population.jsonl.gz", "emotions")
"""Up to 105,600 steps with 10,000 micro-classifiers: for the build that is not compiled these are slow tests."""


def each(*names: str) -> list[Any]:
    return [pytest.param(name, marks=pytest.mark.slow if name in LONG and not is_compiled() else ()) for name in names]


def replayed(path: Path) -> TraceReport:
    run = open_recording(path)
    known = problem(run.train)
    assert known is not None
    return replay_trace(run.trace(known.dataset))


def test_recordings_are_there() -> None:
    assert len(RECORDINGS) == 5


@pytest.mark.parametrize("name", each(*RECORDINGS))
def test_every_recorded_state_threshold_and_metric_is_reproduced(name: str) -> None:
    report = replayed(TRACES / name)

    with gzip.open(TRACES / name, "rt", encoding="utf-8") as stream:
        n_lines = sum(1 for _ in stream)
    assert report.agrees
    assert report.n_checkpoints == n_lines - 1
    assert report.n_evaluations == 11


@pytest.mark.parametrize("name", each("flags", "emotions"))
def test_recordings_on_real_data_are_reproduced(name: str, shared: Path) -> None:
    run = open_recording(shared / "authors-runs" / f"{name}-small.jsonl.gz")
    train = load_dataset(shared / "data" / name / run.train, -run.n_labels)
    test = load_dataset(shared / "data" / name / str(run.test), -run.n_labels, schema=train.schema)

    report = replay_trace(run.trace(train, test))

    assert report.agrees
    assert report.n_evaluations == 11
    assert report.n_checkpoints == {"flags": 1290, "emotions": 1564}[name]
