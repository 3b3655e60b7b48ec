"""`replay`: recorded runs that agree, that differ, and that cannot be replayed."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from terminals import CommandLine
from unit.oracle.builders import TINY, records, written

from mlslcs_ref.data.formats.arff_writer import save_arff
from mlslcs_ref.data.problems import mlposition


def recorded() -> list[dict[str, Any]]:
    with gzip.open(TINY, "rt", encoding="utf-8") as stream:
        return [json.loads(line) for line in stream]


def facts(text: str) -> dict[str, str]:
    return dict(line.split("\t") for line in text.splitlines() if line.count("\t") == 1)


def test_a_run_that_agrees_ends_with_status_0(cli: CommandLine) -> None:
    lines = recorded()
    outcome = cli.piped("replay", TINY, "--quiet")
    found = facts(outcome.out)

    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out.startswith("# toy6x4-tiny: agrees\n")
    assert found["records that agree"] == str(len(lines) + 1)
    assert found["of these checkpoints"] == str(len(lines) - 1)
    assert found["of these with the whole population"] == str(sum("population" in line for line in lines[1:]))
    assert found["thresholds and metrics that agree"] == str(len(lines[0]["evaluation"]))
    assert found["last step"] == str(lines[-1]["step"])


def test_the_first_difference_is_told_and_the_status_is_1(cli: CommandLine, tmp_path: Path) -> None:
    lines = recorded()
    wanted = next(line for line in lines[100:] if line.get("population"))
    rule = wanted["population"][2]
    old = rule[1]
    rule[1] = old + 5
    path = written(tmp_path / "changed.jsonl.gz", lines)
    outcome = cli.piped("replay", path, "--json")
    difference = json.loads(outcome.out)["difference"]

    assert [cli.piped("replay", path).status, outcome.status] == [1, 1]
    assert (difference["step"], difference["field"]) == (wanted["step"], "population/2/num")
    assert (difference["wanted"], difference["found"]) == (old + 5, old)


def test_data_is_asked_for_where_it_is_needed(cli: CommandLine, tmp_path: Path) -> None:
    train, test = tmp_path / "train.arff", tmp_path / "test.arff"
    for path in (train, test):
        save_arff(mlposition(3), path)
    header, *states = records()
    header["settings"] |= {"train": "train.arff", "test": "test.arff"}
    run = written(tmp_path / "run.jsonl.gz", [header, *states])
    without = cli.piped("replay", run)
    alone = cli.piped("replay", run, "--data", train)
    whole = cli.piped("replay", run, "--data", train, "--test", test, "--json")
    surplus = cli.piped("replay", TINY, "--test", test)

    assert [(outcome.status, outcome.out) for outcome in (without, surplus)] == [(2, "")] * 2
    assert "train.arff" in without.err
    assert "--data" in without.err
    assert alone.status == 0
    assert "test.arff" in alone.out
    assert "--test" in alone.out
    assert whole.status == 0
    report = json.loads(whole.out)
    assert (report["agrees"], report["n_evaluations"]) == (True, 11)


def test_other_data_is_named_where_a_run_differs(cli: CommandLine, shared: Path) -> None:
    run, data = shared / "authors-runs" / "flags-small.jsonl.gz", shared / "data" / "flags"
    outcome = cli.shown("replay", run, "--data", data / "flags-test.arff", width=300)

    assert outcome.status == 1
    assert "the run was made on flags-train.arff, the data that was given is " in outcome.out


@pytest.mark.parametrize(
    ("content", "part"),
    [
        (b"", "empty"),
        (b"{}\n", "line 1"),
        (gzip.compress(b"{}\n"), "line 1"),
        (gzip.compress(b"not json\n"), "line 1"),
        (gzip.compress(b"[" * 100000), ""),
        (gzip.compress(b"\xff\xfe\n"), ""),
        (gzip.compress(b'{"kind": "authors-run"}\n'), "settings"),
        (gzip.compress(b'{"kind": "authors-run"}\n')[:20], ""),
    ],
    # compressed bytes hold the time, and every worker must give a test the same name
    ids=["empty", "plain", "no header", "no json", "deep", "bytes", "no settings", "cut"],
)
def test_what_is_no_recording_is_an_error_in_one_line(
    cli: CommandLine, tmp_path: Path, content: bytes, part: str
) -> None:
    path = tmp_path / "run.jsonl.gz"
    path.write_bytes(content)
    error = cli.refused("replay", path)

    assert error.startswith(f"mlslcs_ref: error: {path}")
    assert part in error


def test_a_recording_that_is_cut_short_is_an_error(cli: CommandLine, tmp_path: Path) -> None:
    path = tmp_path / "cut.jsonl.gz"
    path.write_bytes(TINY.read_bytes()[:-2000])
    assert "damaged or cut short" in cli.refused("replay", path)
