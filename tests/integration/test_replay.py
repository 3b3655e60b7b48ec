"""The recorded runs of the authors' program, replayed to their last step."""

import gzip
import json
from pathlib import Path

import pytest

from mlslcs_ref.data import load_dataset, problem
from mlslcs_ref.errors import ReplayError
from mlslcs_ref.oracle import Difference, ReplayReport, open_recording, replay

TRACES = Path(__file__).parents[2] / "specs" / "traces" / "authors"
RECORDINGS = sorted(path.name for path in TRACES.glob("*.jsonl.gz"))


def replayed(path: Path) -> ReplayReport:
    run = open_recording(path)
    known = problem(run.train)
    assert known is not None
    return replay(run, known.dataset)


def altered(path: Path, target: Path, line: int, **changes: object) -> Path:
    """Write a copy of a recording with fields of one line changed."""
    with gzip.open(path, "rt", encoding="utf-8") as stream:
        lines = stream.readlines()
    lines[line - 1] = json.dumps(json.loads(lines[line - 1]) | changes) + "\n"
    with gzip.open(target, "wt", encoding="utf-8") as stream:
        stream.writelines(lines)
    return target


def test_recordings_are_there() -> None:
    assert len(RECORDINGS) == 5


@pytest.mark.parametrize("name", RECORDINGS)
def test_every_recorded_state_threshold_and_metric_is_reproduced(name: str) -> None:
    report = replayed(TRACES / name)

    with gzip.open(TRACES / name, "rt", encoding="utf-8") as stream:
        n_lines = sum(1 for _ in stream)
    assert report.difference is None
    assert report.n_states == n_lines - 1
    assert report.evaluated
    assert report.n_evaluations == 11


@pytest.mark.parametrize("name", ["flags", "emotions"])
def test_recordings_on_real_data_are_reproduced(name: str, shared: Path) -> None:
    run = open_recording(shared / "authors-runs" / f"{name}-small.jsonl.gz")
    train = load_dataset(shared / "data" / name / run.train, -run.n_labels)
    test = load_dataset(shared / "data" / name / str(run.test), -run.n_labels, schema=train.schema)

    report = replay(run, train, test)

    assert report.difference is None
    assert report.n_evaluations == 11
    assert report.n_states == {"flags": 1290, "emotions": 1564}[name]


def test_without_the_test_file_only_states_are_compared(shared: Path) -> None:
    run = open_recording(shared / "authors-runs" / "flags-small.jsonl.gz")
    train = load_dataset(shared / "data" / "flags" / run.train, -run.n_labels)

    report = replay(run, train)

    assert (report.evaluated, report.n_evaluations, report.difference) == (False, 0, None)


@pytest.mark.parametrize(
    ("changes", "field", "rule"),
    [
        ({"draws": 41}, "draws", None),
        ({"macro": 5}, "macro", None),
        ({"micro": 5}, "micro", None),
        ({"crc32": "00000000"}, "crc32", None),
        ({"instance": 3}, "instance", None),
    ],
)
def test_a_changed_state_is_the_first_difference(
    tmp_path: Path, changes: dict[str, object], field: str, rule: int | None
) -> None:
    path = altered(TRACES / "toy6x4-tiny.jsonl.gz", tmp_path / "run.jsonl.gz", 2, **changes)

    difference = replayed(path).difference

    assert difference is not None
    assert (difference.step, difference.rule, difference.field) == (1, rule, field)
    assert difference.wanted == changes[field]


def test_a_changed_rule_is_named_by_position_and_field(tmp_path: Path) -> None:
    with gzip.open(TRACES / "toy6x4-tiny.jsonl.gz", "rt", encoding="utf-8") as stream:
        population = json.loads(stream.readlines()[2])["population"]
    population[1][6] += 1e-6
    path = altered(TRACES / "toy6x4-tiny.jsonl.gz", tmp_path / "run.jsonl.gz", 3, population=population)

    difference = replayed(path).difference

    assert difference == Difference(2, 1, "cs", population[1][6], 1.0)


def test_a_changed_metric_is_found_after_all_states(tmp_path: Path) -> None:
    with gzip.open(TRACES / "toy6x4-tiny.jsonl.gz", "rt", encoding="utf-8") as stream:
        evaluation = json.loads(stream.readline())["evaluation"]
    evaluation["accuracy_best"] += 0.001
    path = altered(TRACES / "toy6x4-tiny.jsonl.gz", tmp_path / "run.jsonl.gz", 1, evaluation=evaluation)

    report = replayed(path)

    assert report.n_states == 1280
    assert report.difference is not None
    assert (report.difference.step, report.difference.field) == (None, "accuracy_best")


@pytest.mark.parametrize(
    "content",
    [b"", b"not gzip", gzip.compress(b""), gzip.compress(b"[1]\n"), gzip.compress(b'{"kind": "authors-run"}\n'),
     gzip.compress(b'{"kind": "authors-run", "settings": {"omega": 7, "train": "toy6x4", "seed": 1, "labels": 4}}\n'),
     gzip.compress(b'{"kind": "authors-run", "settings": 3}\n'), gzip.compress(b"\xff\xfe"),
     gzip.compress(b"{" * 9000)],
    ids=["empty", "plain", "no lines", "no object", "no settings", "omega", "settings", "bytes", "deep"],
)  # fmt: skip
def test_what_is_no_recording_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "run.jsonl.gz"
    path.write_bytes(content)

    with pytest.raises(ReplayError):
        open_recording(path)


def test_a_recording_cut_short_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl.gz"
    path.write_bytes((TRACES / "toy6x4-tiny.jsonl.gz").read_bytes()[:20000])

    with pytest.raises(ReplayError, match="damaged or cut short"):
        replayed(path)


def test_states_beyond_the_run_are_refused(tmp_path: Path) -> None:
    with gzip.open(TRACES / "toy6x4-tiny.jsonl.gz", "rt", encoding="utf-8") as stream:
        settings = json.loads(stream.readline())["settings"]
    path = altered(TRACES / "toy6x4-tiny.jsonl.gz", tmp_path / "run.jsonl.gz", 1, settings=settings | {"passes": 1})

    with pytest.raises(ReplayError, match="at most 64 steps"):
        replayed(path)
