"""Traces: what they say, where they differ, and what is none."""

import copy
import gzip
import hashlib
import json
import math
import struct
from functools import reduce
from operator import getitem
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest
from hypothesis import given
from raising import raising
from strategies import datasets, settings, share
from unit.oracle.builders import records, written

from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.problems import mlposition
from mlslcs_ref.data.schema import BinaryAttribute, ContinuousAttribute, NominalAttribute, Schema
from mlslcs_ref.errors import TraceError
from mlslcs_ref.learning.training import Training
from mlslcs_ref.oracle.traces.diff import TraceDifference, TraceReport, first_trace_difference, replay_trace
from mlslcs_ref.oracle.traces.files import open_trace, write_trace
from mlslcs_ref.oracle.traces.header import TraceHeader, TracePlan, data_hash, data_record
from mlslcs_ref.oracle.traces.recordings import open_recording
from mlslcs_ref.oracle.traces.traced_run import TracedRun
from mlslcs_ref.settings import Settings

Record = dict[str, Any]

SMALL: Final = Settings.paper(
    population_size=12, theta_ga=6, theta_exp=3, theta_del=5, p_hash=0.4, p_label_hash=0.3, passes=10, clustering=False
)


def header(plan: TracePlan = TracePlan(40, 5, 2), seed: int = 3, **changes: object) -> TraceHeader:  # noqa: B008 - frozen
    return TraceHeader.of_run(mlposition(3), Settings.paper(**{**SMALL.as_dict(), **changes}), seed, plan)


@pytest.fixture(scope="module")
def trace() -> list[Record]:
    """The records of a run with everything in it."""
    found = list(TracedRun(header()).records())
    assert set(found[-1]["events"]) >= {"covering", "ga", "absorption", "insertion", "deletion", "end"}
    return found


def saved(path: Path, lines: list[Record]) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def compared(wanted: list[Record], found: list[Record], folder: Path) -> TraceReport:
    return first_trace_difference(
        open_trace(saved(folder / "wanted.jsonl", wanted)), open_trace(saved(folder / "found.jsonl", found))
    )


def first_of(lines: list[Record], phase: str) -> int:
    return next(place for place, record in enumerate(lines) if record["phase"] == phase)


def test_a_trace_has_checkpoints_where_its_plan_says_and_whole_populations_at_both_ends() -> None:
    lines = list(TracedRun(header(TracePlan(13, 5, 2))).records())
    checkpoints = [record for record in lines if record["phase"] == "checkpoint"]

    assert [record["step"] for record in checkpoints] == [0, 5, 10, 13]
    assert ["population" in record for record in checkpoints] == [True, False, True, True]
    assert [record["phase"] for record in (lines[0], lines[-1])] == ["header", "footer"]
    assert lines[-1]["lines"] == len(lines)
    assert "evaluation" not in lines[-1]


def test_a_trace_ends_with_its_run_and_is_evaluated_then() -> None:
    lines = list(TracedRun(header(TracePlan(10**6, 20, 2))).records())

    assert (lines[0]["steps"], lines[-1]["step"]) == (80, 80)
    assert len(lines[-1]["evaluation"]) == 11


def test_no_steps_are_a_trace_too() -> None:
    lines = list(TracedRun(header(TracePlan(0))).records())

    assert [record["phase"] for record in lines] == ["header", "checkpoint", "footer"]


def test_whoever_watches_a_run_does_not_change_it(trace: list[Record]) -> None:
    alone = Training(mlposition(3), SMALL, 3)
    alone.advance(40)
    last = trace[-2]

    assert (last["crc32"], last["draws"]) == (alone.learner.digest(), alone.learner.draws.count)


def test_the_hash_is_over_the_exact_fields_of_each_rule_in_the_stated_order(trace: list[Record]) -> None:
    for record in trace:
        if "population" in record:
            text = "".join(
                f"{rule['rule']} {rule['bits']} {rule['num']} {rule['exp']} {rule['correct']} {rule['wrong']} "
                f"{rule['indifferent']} {rule['ts']} {rule['created']} {struct.pack('>d', rule['cs']).hex()}\n"
                for rule in record["population"]
            )
            assert record["hash"] == hashlib.sha256(text.encode()).hexdigest()


def test_the_hash_of_data_is_over_kinds_codes_bits_of_numbers_and_labels() -> None:
    """0.1 is 3fb999999999999a, -2 is c000000000000000."""
    schema = Schema(
        (BinaryAttribute("a", ("x", "y")), NominalAttribute("b", ("p", "q", "r")), ContinuousAttribute("c")), ("l", "m")
    )
    data = Dataset(schema, np.array([[1.0, 2.0, 0.1], [0.0, math.nan, -2.0]]), np.array([[1, 0], [0, 0]]))
    text = "binary\nnominal 3\ncontinuous\nlabels 2\n1 2 3fb999999999999a 10\n0 ? c000000000000000 00\n"

    assert data_hash(data) == hashlib.sha256(text.encode()).hexdigest()
    assert data_record(data)["instances"] == [{"x": [1, 2, 0.1], "y": "10"}, {"x": [0, None, -2.0], "y": "00"}]


@share(0.3)
@given(datasets(), settings())
def test_a_trace_of_any_run_is_reproduced_from_its_file_alone(
    tmp_path_factory: pytest.TempPathFactory, dataset: Dataset, chosen: Settings
) -> None:
    path = tmp_path_factory.mktemp("traces") / "run.jsonl.gz"
    made = TracedRun(TraceHeader.of_run(dataset, chosen, 5, TracePlan(25, 7, 2)))
    n_lines = write_trace(path, made.records())
    n_checkpoints = (made.learner.steps + 6) // 7 + 1
    n_evaluations = 11 if made.learner.steps == made.learner.n_steps else 0

    assert replay_trace(open_trace(path)) == TraceReport(
        n_lines, n_checkpoints, n_checkpoints // 2 + 1, n_evaluations, made.learner.steps, None
    )


def test_equal_traces_have_no_difference_whoever_wrote_them(trace: list[Record], tmp_path: Path) -> None:
    other = copy.deepcopy(trace)
    other[0]["implementation"] = {"name": "mine", "version": "7", "language": "C"}
    other[0]["data"]["name"] = "another"
    report = compared(trace, [dict(reversed(record.items())) for record in other], tmp_path)

    assert report == TraceReport(len(trace), 9, 5, 0, 40, None)


@pytest.mark.parametrize(
    ("phase", "field", "value"),
    [
        ("covering", "label", 7), ("covering", "rule", 99), ("covering", "merged", True), ("covering", "bits", "0"),
        ("ga", "clock", 77), ("ga", "first", 77), ("ga", "second", 77), ("absorption", "parent", None),
        ("absorption", "rule", 77), ("insertion", "bits", "1"), ("deletion", "rule", 77), ("deletion", "num", 9),
        ("end", "instance", 6), ("end", "macro", 0), ("end", "draws", 0), ("checkpoint", "hash", "0"),
        ("checkpoint", "crc32", "0"), ("checkpoint", "draws", 1),
    ],
)  # fmt: skip
def test_a_changed_field_is_the_first_difference(
    phase: str, field: str, value: object, trace: list[Record], tmp_path: Path
) -> None:
    place = first_of(trace, phase)
    changed = copy.deepcopy(trace)
    changed[place][field] = value
    difference = compared(trace, changed, tmp_path).difference
    wanted = trace[place][field]

    assert difference == TraceDifference(
        place + 1, trace[place]["step"], phase, trace[place].get("rule"), field, wanted, value
    )


def test_a_child_is_named_by_its_place(trace: list[Record], tmp_path: Path) -> None:
    place = first_of(trace, "ga")
    changed = copy.deepcopy(trace)
    changed[place]["children"][1]["bits"] = "01"
    difference = compared(trace, changed, tmp_path).difference

    assert difference is not None
    assert (difference.line, difference.field, difference.found) == (place + 1, "children/1/bits", "01")


@pytest.mark.parametrize("field", ["bits", "num", "exp", "correct", "tp", "fitness", "cs", "ts", "created"])
def test_a_rule_of_a_population_says_more_than_counts_and_checksums(
    field: str, trace: list[Record], tmp_path: Path
) -> None:
    changed = copy.deepcopy(trace)
    last = changed[-2]
    rule = last["population"][2]
    rule[field] = "0" if field == "bits" else rule[field] + 1
    last |= {"hash": "x", "crc32": "y", "micro": 99, "macro": 98}
    difference = compared(trace, changed, tmp_path).difference

    assert difference is not None
    assert (difference.phase, difference.rule, difference.field) == (
        "checkpoint",
        rule["rule"],
        f"population/2/{field}",
    )
    assert (difference.wanted, difference.found) == (trace[-2]["population"][2][field], rule[field])


def test_other_rules_are_a_difference(trace: list[Record], tmp_path: Path) -> None:
    """One more, one less, none, or the same in another order."""
    rules = trace[-2]["population"]
    for others in (rules[:-1], [*rules, rules[0]], []):
        difference = compared(trace, [*trace[:-2], trace[-2] | {"population": others}, trace[-1]], tmp_path).difference
        assert difference is not None
        assert (difference.field, difference.wanted) == ("population", f"{len(rules)} elements")
    turned = trace[-2] | {"population": [rules[1], rules[0], *rules[2:]]}
    difference = compared(trace, [*trace[:-2], turned, trace[-1]], tmp_path).difference
    assert difference is not None
    assert difference.field.startswith("population/0/")


def test_numbers_behind_powers_are_compared_with_tolerance_and_others_are_not(
    trace: list[Record], tmp_path: Path
) -> None:
    for field, agrees in (("fitness", True), ("tp", True), ("msa", True), ("cs", False)):
        changed = copy.deepcopy(trace)
        rule = changed[-2]["population"][0]
        rule[field] = math.nextafter(rule[field], math.inf)
        assert (compared(trace, changed, tmp_path).difference is None) == agrees, field


def test_another_event_is_shown_whole(trace: list[Record], tmp_path: Path) -> None:
    place = next(place for place, record in enumerate(trace) if record["phase"] == "end") - 1
    changed = [*trace[:place], *trace[place + 1 :]]
    changed[-1] = changed[-1] | {"lines": len(changed)}

    assert compared(trace, changed, tmp_path).difference == TraceDifference(
        place + 1, 1, "covering", trace[place]["rule"], "event", trace[place], trace[place + 1]
    )


def test_a_shorter_trace_ends_where_the_other_goes_on(tmp_path: Path) -> None:
    long, short = (list(TracedRun(header(TracePlan(steps, 100))).records()) for steps in (6, 5))
    short[0]["steps"] = 6
    difference = compared(long, short, tmp_path).difference
    extra = compared(short, long, tmp_path).difference

    assert difference is not None
    assert extra is not None
    assert (difference.step, difference.field) == (6, "event")
    assert difference.found["phase"] == "checkpoint"
    assert extra.wanted["phase"] == "checkpoint"


@pytest.mark.parametrize(("changes", "field"), [({"seed": 4}, "stream/seed"), ({"theta_ga": 7}, "settings/theta_ga")])
def test_headers_that_differ_are_the_first_difference(
    changes: dict[str, Any], field: str, trace: list[Record], tmp_path: Path
) -> None:
    difference = compared(trace, list(TracedRun(header(**changes)).records()), tmp_path).difference

    assert difference is not None
    assert (difference.line, difference.step, difference.phase, difference.field) == (1, None, "header", field)


def test_other_instances_are_told_by_their_hash_first(trace: list[Record], tmp_path: Path) -> None:
    other = TraceHeader.of_run(mlposition(3).reordered([1, 0, *range(2, 8)]), SMALL, 3, TracePlan(40, 5, 2))
    difference = compared(trace, list(TracedRun(other).records()), tmp_path).difference

    assert difference is not None
    assert difference.field == "data/sha256"


def with_header(trace: list[Record], path: tuple[Any, ...], value: object) -> list[Record]:
    """The trace with another value in its header."""
    changed = copy.deepcopy(trace)
    reduce(getitem, path[:-1], changed[0])[path[-1]] = value
    return changed


@pytest.mark.parametrize(
    ("path", "value"), [(("stream", "state"), "1"), (("data", "sha256"), "0" * 64), (("steps",), 39)]
)
def test_a_header_that_contradicts_itself_is_a_difference_of_the_replay(
    path: tuple[str, ...], value: object, trace: list[Record], tmp_path: Path
) -> None:
    changed = with_header(trace, path, value)

    assert replay_trace(open_trace(saved(tmp_path / "run.jsonl", changed))).difference is not None


def test_a_planted_fault_is_found_by_the_replay_at_its_first_event(trace: list[Record], tmp_path: Path) -> None:
    place = first_of(trace, "deletion")
    changed = copy.deepcopy(trace)
    changed[place]["rule"] += 1
    report = replay_trace(open_trace(saved(tmp_path / "run.jsonl", changed)))

    assert report.n_records == place
    assert report.difference is not None
    assert (report.difference.step, report.difference.phase, report.difference.field) == (
        trace[place]["step"], "deletion", "rule",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("lines", "place"),
    [
        (lambda trace: trace[:-1], -1),
        (lambda trace: trace[:1], 1),
        (lambda trace: [*trace, trace[5]], -1),
        (lambda trace: [*trace[:4], *trace[5:]], -1),
        (lambda trace: [*trace[:4], {"phase": "end"}, *trace[4:]], 5),
        (lambda trace: [*trace[:4], {"step": -1, "phase": "end"}, *trace[4:]], 5),
        (lambda trace: [*trace[:4], [1], *trace[4:]], 5),
        (lambda trace: [*trace[:4], {"step": 1}, *trace[4:]], 5),
    ],
    ids=["cut", "header alone", "goes on", "line lost", "no step", "step below 0", "no object", "no phase"],
)
def test_a_damaged_trace_is_refused_with_the_line(lines: Any, place: int, trace: list[Record], tmp_path: Path) -> None:
    damaged = lines(trace)
    path = saved(tmp_path / "run.jsonl", damaged)
    with raising(TraceError, file=str(path), line=place if place > 0 else len(damaged)):
        for _record in open_trace(path).records():
            pass


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("format",), "x"), (("version",), 2), (("source",), "x"), (("profile",), "x"), (("settings",), {}),
        (("settings", "omega"), 7), (("settings", "nu"), 7), (("settings", "theta_ga"), "x"), (("stream",), 3),
        (("stream", "name"), "x"), (("stream", "seed"), 1), (("stream", "seed"), "-1"), (("stream", "seed"), "1e3"),
        (("data",), None), (("data", "instances"), []), (("data", "instances", 0), {"x": [1, 0], "y": "101"}),
        (("data", "instances", 0), {"x": [1, 0, 7], "y": "101"}),
        (("data", "instances", 0), {"x": [0, 0, 0], "y": "1"}),
        (("data", "attributes", 0), {"kind": "x"}), (("data", "n_labels"), 0), (("test",), 3), (("steps",), -1),
        (("steps",), 81), (("checkpoint_every",), 0), (("population_every",), True), (("compare",), 3),
        (("compare", "x"), {}), (("compare", "x"), {"rel": -1}), (("compare", "x"), {"near": 1}), (("extra",), 1),
        (("data", "attributes", 0), {"kind": "continuous", "minimum": 0, "maximum": 1}),
    ],
    ids=str,
)  # fmt: skip
def test_a_header_that_cannot_be_used_is_refused(
    path: tuple[Any, ...], value: object, trace: list[Record], tmp_path: Path
) -> None:
    file = saved(tmp_path / "run.jsonl", with_header(trace, path, value))

    with raising(TraceError, file=str(file), line=1):
        replay_trace(open_trace(file))


def test_a_header_without_one_of_its_fields_is_refused_by_name(trace: list[Record], tmp_path: Path) -> None:
    for name in set(trace[0]) - {"phase"}:
        lacking = {field: value for field, value in trace[0].items() if field != name}
        with raising(TraceError, place=name):
            open_trace(saved(tmp_path / "run.jsonl", [lacking]))


def test_an_event_among_the_states_of_a_recording_is_refused(tmp_path: Path) -> None:
    run = open_recording(written(tmp_path / "recorded.jsonl.gz", records()))
    lines = [record for _line, record in run.trace(mlposition(3)).lines()]
    for wrong in ({"step": 1, "phase": "end"}, lines[1], lines[1] | {"step": 49}):
        changed = [lines[0], lines[1], wrong, *lines[2:]]
        with pytest.raises(TraceError):
            replay_trace(open_trace(saved(tmp_path / "run.jsonl", changed)))


def test_a_trace_is_the_same_file_whenever_it_is_written(tmp_path: Path) -> None:
    for name in ("a.jsonl.gz", "b.jsonl.gz", "c.jsonl"):
        write_trace(tmp_path / name, TracedRun(header()).records())

    assert (tmp_path / "a.jsonl.gz").read_bytes() == (tmp_path / "b.jsonl.gz").read_bytes()
    assert gzip.decompress((tmp_path / "a.jsonl.gz").read_bytes()) == (tmp_path / "c.jsonl").read_bytes()


def test_a_metric_that_is_not_defined_is_written_as_text(tmp_path: Path) -> None:
    """No instance has a label, and accuracy leaves those out."""
    nothing = Dataset(
        Schema((BinaryAttribute("a", ("0", "1")),), ("l",)), np.array([[0.0], [1.0]]), np.zeros((2, 1), dtype=bool)
    )
    chosen = Settings.paper(passes=3, clustering=False, empty_label_sets="skip")
    write_trace(tmp_path / "run.jsonl", TracedRun(TraceHeader.of_run(nothing, chosen, 1, TracePlan(6))).records())
    opened = open_trace(tmp_path / "run.jsonl")

    assert list(opened.records())[-1][1]["evaluation"]["accuracy_ival"] == "nan"
    assert replay_trace(opened).difference is None
