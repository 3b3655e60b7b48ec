"""Every trace of the specification holds on the build that is installed, and is what it claims to be."""

import gzip
import json
from collections import Counter
from functools import cache
from typing import Any, Final

import pytest
from repo.source import ROOT
from schemas import documents, validator

from mlslcs_ref.oracle.traces.diff import replay_trace
from mlslcs_ref.oracle.traces.files import open_trace

SPECS: Final = ROOT / "specs"
PATHS: Final = {path.name: path for path in SPECS.glob("*/*.trace.jsonl.gz")}
TRACES: Final = sorted(PATHS)
MOST_BYTES: Final = {"traces": 600_000, "large": 2_000_000}
ENOUGH: Final = 25
"""Lines of a phase that are held against the schema, which takes its time."""


@cache
def records(name: str) -> list[dict[str, Any]]:
    with gzip.open(PATHS[name], "rt", encoding="utf-8") as stream:
        return [json.loads(line) for line in stream]


def test_the_folders_of_traces_stay_small() -> None:
    for folder, most in MOST_BYTES.items():
        assert sum(path.stat().st_size for path in (SPECS / folder).iterdir() if path.is_file()) < most


@pytest.mark.parametrize("name", TRACES)
def test_every_trace_is_reproduced(name: str) -> None:
    report = replay_trace(open_trace(PATHS[name]))

    assert report.difference is None
    assert report.n_records == len(records(name))


@pytest.mark.parametrize("name", ["whole-run-paper", "clustering-authors", "removal-authors"])
def test_the_lines_of_a_trace_have_the_shape_of_the_schema(name: str) -> None:
    check = validator("trace.schema.json")
    seen: Counter[str] = Counter()
    for record in records(f"{name}.trace.jsonl.gz"):
        seen[record["phase"]] += 1
        if seen[record["phase"]] <= ENOUGH:
            check.validate(record)


def test_the_traces_show_every_phase_both_profiles_both_streams_and_every_kind_of_attribute() -> None:
    headers = [records(name)[0] for name in TRACES]
    phases: Counter[str] = Counter(record["phase"] for name in TRACES for record in records(name))
    kinds = {attribute["kind"] for header in headers for attribute in header["data"]["attributes"]}

    assert set(phases) == set(documents()["trace.schema.json"]["$defs"]) - {"data", "state"}
    assert {header["profile"] for header in headers} == {"paper", "authors"}
    assert {header["stream"]["name"] for header in headers} == {"pcg64", "java"}
    assert kinds == {"binary", "nominal", "continuous"}
    assert any(None in instance["x"] for header in headers for instance in header["data"]["instances"])
    assert any("evaluation" in records(name)[-1] for name in TRACES)


def test_the_traces_show_children_that_match_nothing_covering_that_merges_and_deletion_before_the_first_step() -> None:
    found = [record for name in TRACES for record in records(name)]

    assert any(not child["matches"] for record in found for child in record.get("children", []))
    assert any(record.get("merged") for record in found)
    assert any(record["phase"] == "deletion" and record["step"] == 0 for record in found)


@pytest.mark.parametrize("name", TRACES)
def test_the_events_alone_account_for_every_rule_and_its_num(name: str) -> None:
    """P is kept by a reader who knows nothing but what specs/traces.md says of events."""
    rules: dict[int, tuple[str, int]] = {}
    for record in records(name)[1:-1]:
        phase, serial = record["phase"], int(record.get("rule", 0))
        if phase == "checkpoint" and "population" in record:
            found = {rule["rule"]: (rule["bits"], rule["num"]) for rule in record["population"]}
            if record["step"] == 0:
                rules = found
            assert rules == found
        elif phase == "insertion" or (phase == "covering" and not record["merged"]):
            assert serial not in rules
            rules[serial] = (record["bits"], 1)
        elif phase in {"absorption", "covering"}:
            rules[serial] = (rules[serial][0], rules[serial][1] + 1)
        elif phase == "removal":
            assert rules.pop(serial)[1] == record["num"]
        elif phase in {"deletion", "control"} and record["step"]:
            bits, num = rules.pop(serial)
            assert num - 1 == record["num"]
            if record["num"]:
                rules[serial] = (bits, record["num"])
        elif phase == "end":
            assert (len(rules), sum(num for _, num in rules.values())) == (record["macro"], record["micro"])
