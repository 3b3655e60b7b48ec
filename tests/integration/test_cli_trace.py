"""`trace`: writing, comparing, verifying, converting and summing up, from the command line."""

import gzip
import json
from pathlib import Path
from typing import Any, Final

import pytest
from folders import Write
from terminals import CommandLine
from unit.oracle.builders import TINY

from mlslcs_ref.oracle.traces.files import open_trace

RUN: Final = ("mlposition3", "--population-size", 12, "--theta-ga", 8, "--theta-exp", 3)


@pytest.fixture
def written(cli: CommandLine, tmp_path: Path) -> Path:
    """Return a trace of 40 steps."""
    path = tmp_path / "wanted.jsonl"
    assert cli.piped("trace", *RUN, "--steps", 40, "--checkpoint-every", 10, "--out", path).status == 0
    return path


def changed(path: Path, target: Path, line: int, **changes: object) -> Path:
    lines = path.read_text("utf-8").splitlines()
    lines[line - 1] = json.dumps(json.loads(lines[line - 1]) | changes)
    target.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return target


def test_a_trace_is_written_and_verified(cli: CommandLine, written: Path) -> None:
    n_lines = len(written.read_text("utf-8").splitlines())
    verified = cli.piped("trace", "replay", written)
    document = json.loads(cli.piped("trace", "replay", written, "--json").out)

    assert (verified.status, verified.err) == (0, "")
    assert verified.out.startswith(f"# {written}: agrees\nfact\tvalue\nrecords that agree\t{n_lines}\n")
    assert (document["agrees"], document["n_checkpoints"], document["difference"]) == (True, 5, None)


def test_a_trace_takes_the_settings_of_a_run(cli: CommandLine, tmp_path: Path) -> None:
    out = tmp_path / "run.jsonl.gz"
    outcome = cli.piped("trace", *RUN, "--profile", "authors", "--seed", 5, "--stream", "java", "--shuffle", 2,
                        "--steps", 7, "--out", out, "--json")  # fmt: skip
    header = open_trace(out).header
    document = json.loads(outcome.out)

    assert gzip.decompress(out.read_bytes()).startswith(b'{"phase":"header"')
    assert (header.profile, header.seed, header.stream, header.settings.theta_ga) == ("authors", 5, "java", 8)
    assert header.settings.passes == 1500
    assert (document["steps"], document["lines"]) == (7, len(gzip.decompress(out.read_bytes()).splitlines()))


def test_the_first_difference_is_told_to_people_and_programs(cli: CommandLine, written: Path, tmp_path: Path) -> None:
    other = changed(written, tmp_path / "found.jsonl", 3, label=2)
    piped, shown, document = (
        cli.piped("trace", "diff", written, other),
        cli.shown("trace", "diff", written, other, width=200),
        cli.piped("trace", "diff", written, other, "--json"),
    )

    assert [outcome.status for outcome in (piped, shown, document)] == [1, 1, 1]
    assert piped.out.endswith(
        "\n# The first difference\nline\tstep\tphase\trule\tfield\twanted\tfound\n3\t1\tcovering\t1\tlabel\t0\t2\n"
    )
    assert "line 3, step 1, covering, rule 1, field label\nexpected 0\nfound    2\n" in shown.out
    assert json.loads(document.out)["difference"] == {
        "line": 3, "step": 1, "phase": "covering", "rule": 1, "field": "label", "wanted": 0, "found": 2,
    }  # fmt: skip
    assert cli.piped("trace", "diff", written, written).status == 0


def test_a_differing_checksum_tells_how_to_go_on(cli: CommandLine, written: Path, tmp_path: Path) -> None:
    lines = [json.loads(line) for line in written.read_text("utf-8").splitlines()]
    place = next(place for place, line in enumerate(lines) if line["phase"] == "checkpoint" and line["step"] == 10)
    other = changed(written, tmp_path / "found.jsonl", place + 1, hash="0" * 64)

    assert "--population-every 1 to find the rule" in cli.shown("trace", "diff", written, other, width=200).out


def test_another_event_is_shown_whole_and_a_long_one_is_cut(cli: CommandLine, written: Path, tmp_path: Path) -> None:
    other = changed(written, tmp_path / "found.jsonl", 2, phase="end", note="x" * 1000)
    outcome = cli.piped("trace", "diff", written, other)

    assert outcome.status == 1
    assert '\tevent\t{"step":0,"phase":"checkpoint",' in outcome.out
    assert outcome.out.endswith("xxx...\n")


@pytest.mark.parametrize("n_lines", [1, 20])
def test_a_trace_that_is_cut_short_is_an_error(n_lines: int, cli: CommandLine, written: Path, write: Write) -> None:
    cut = write("".join(written.read_text("utf-8").splitlines(keepends=True)[:n_lines]), "cut.jsonl")
    for words in (("replay", cut), ("diff", written, cut), ("diff", cut, written)):
        cli.refused("trace", *words)


def test_a_recording_is_converted_and_verified(cli: CommandLine, tmp_path: Path) -> None:
    out = tmp_path / "tiny.trace.jsonl.gz"
    assert cli.piped("trace", "convert", TINY, "--out", out).out == f"# {out}\nfact\tvalue\nlines\t1282\n"
    assert cli.piped("trace", "replay", out, "--quiet").status == 0


def test_a_recording_on_a_file_needs_it(cli: CommandLine, shared: Path, tmp_path: Path) -> None:
    run, data, out = shared / "authors-runs" / "flags-small.jsonl.gz", shared / "data" / "flags", tmp_path / "f.jsonl"
    train, test = data / "flags-train.arff", data / "flags-test.arff"

    assert "--data" in cli.piped("trace", "convert", run, "--out", out).err
    assert not out.exists()
    assert cli.piped("trace", "convert", run, "--data", train, "--test", test, "--out", out).status == 0
    assert open_trace(out).header.test is not None


def test_calls_that_cannot_be_meant_are_errors(cli: CommandLine, write: Write, tmp_path: Path) -> None:
    out = write("kept", "x.jsonl")
    calls: tuple[tuple[Any, ...], ...] = (
        ("trace",),
        ("trace", "toy6x4"),
        ("trace", "nothing", "--out", out),
        ("trace", "toy6x4", "--out", tmp_path),
        ("trace", "toy6x4", "--out", out, "--steps", "-1"),
        ("trace", "toy6x4", "--out", out, "--checkpoint-every", "0"),
        ("trace", "toy6x4", "--out", out, "--seed", "-1"),
        ("trace", "toy6x4", "--out", out, "--labels", "3"),
        ("trace", "diff", TINY),
        ("trace", "replay", TINY),
        ("trace", "replay", tmp_path / "missing"),
        ("trace", "convert", TINY, "--out", TINY),
        ("trace", "convert", TINY, "--out", out, "--data", "x.arff"),
        ("trace", "convert", TINY, "--out", out, "--test", "x.arff"),
        ("trace", "summary", "toy6x4", "--out", out),
        ("trace", "summary", "toy6x4", "--out", out, "--seeds", "3-1"),
        ("trace", "summary", "toy6x4", "--out", out, "--seeds", "0-100000"),
        ("trace", "summary", "toy6x4", "--out", out, "--seeds", "a"),
    )
    for words in calls:
        cli.refused(*words)
    assert out.read_text("utf-8") == "kept"


def test_a_problem_is_no_recording_and_needs_no_data(cli: CommandLine) -> None:
    problem, data = (
        cli.piped("replay", "toy6x4", "--data", "x.arff"),
        cli.piped("replay", TINY, "--data", "x.arff"),
    )

    assert (problem.status, data.status) == (2, 2)
    assert "`trace toy6x4`" in problem.err
    assert "--data" in data.err


def test_a_recording_cut_at_the_end_of_a_line_is_incomplete(cli: CommandLine, tmp_path: Path) -> None:
    lines = gzip.decompress(TINY.read_bytes()).splitlines(keepends=True)
    for n_lines, what in ((1, "has no states"), (101, "the states end at step 100, the run at step 1280")):
        path = tmp_path / "cut.jsonl.gz"
        path.write_bytes(gzip.compress(b"".join(lines[:n_lines])))
        outcome, document = cli.piped("replay", path), cli.piped("replay", path, "--json")

        converted = cli.piped("trace", "convert", path, "--out", tmp_path / "cut.trace.jsonl")
        verified = cli.piped("trace", "replay", tmp_path / "cut.trace.jsonl", "--json")

        assert (outcome.status, document.status, converted.status, verified.status) == (1, 1, 0, 1)
        assert what in converted.out
        assert verified.out == document.out
        assert outcome.out.startswith("# toy6x4-tiny: incomplete\n")
        assert what in outcome.out
        assert json.loads(document.out)["agrees"] is False
        assert what in json.loads(document.out)["incomplete"]


def test_runs_are_summed_up_and_compared(cli: CommandLine, tmp_path: Path) -> None:
    first, second, report = tmp_path / "a.jsonl", tmp_path / "b.jsonl.gz", tmp_path / "report.json"
    outcomes = [
        cli.piped("trace", "summary", *RUN, "--passes", 3, "--seeds", seeds, "--out", out)
        for out, seeds in ((first, "0-7,30"), (second, "8-15"))
    ]
    assert [outcome.status for outcome in outcomes] == [0, 0]
    assert outcomes[1].out == f"# {second}\nfact\tvalue\nruns\t8\n"

    verdict = cli.piped("conform", "equivalence", first, second, "--report", report)
    page = verdict.out
    document = json.loads(report.read_text("utf-8"))

    assert (verdict.status, verdict.err) == (3, "")
    assert page.startswith("# undecided: mlslcs_ref ")
    assert "\naccuracy_ival\t" in page
    assert document["verdict"] == "undecided"
    assert {"scs", "macro", "ga_runs", "mean_coverage"} <= {each["name"] for each in document["quantities"]}
    lenient = cli.piped("conform", "equivalence", first, second, "--effect", "9", "--power", "0.5", "--json")
    assert (lenient.status, json.loads(lenient.out)["needed_runs"]) == (0, 8)


def test_runs_that_differ_have_status_1(tmp_path: Path, cli: CommandLine) -> None:
    first, second = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    assert cli.piped("trace", "summary", *RUN, "--passes", 1, "--seeds", "0-9", "--out", first).status == 0
    lines = [json.loads(line) for line in first.read_text("utf-8").splitlines()]
    for line in lines[1:]:
        line["quantities"]["coverings"] += 1000
    second.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")

    verdict = cli.piped("conform", "equivalence", first, second, "--json")
    assert verdict.status == 1
    different = [each["name"] for each in json.loads(verdict.out)["quantities"] if each["verdict"] == "different"]
    assert different == ["coverings"]
