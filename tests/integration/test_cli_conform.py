"""`conform`: the command line around vectors, executors and reports."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, Self

import pytest
from folders import Write
from local_clients import LocalClient
from processes import communicated, is_running, wait_until
from repo.source import ROOT
from rich.cells import cell_len
from specification import suite_of
from terminals import CommandLine, Outcome, program, started, variables
from unit.oracle.suites import fake

from mlslcs_ref.cli.oracle import conform as conform_module
from mlslcs_ref.oracle.executor import answer, description
from mlslcs_ref.oracle.protocol import Answer
from mlslcs_ref.oracle.report_file import read_report

pytestmark = pytest.mark.skipif(os.name != "posix", reason="process groups and pipes of Unix")

PACKAGE: Final = shlex.join([sys.executable, "-m", "mlslcs_ref.oracle.executor"])
SKIPPED: Final = "it does not support the format"


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let executors in processes of their own find the package that is tested; thousands of vectors are read once."""
    monkeypatch.setattr(conform_module, "load_suite", suite_of)
    monkeypatch.setenv("PYTHONPATH", variables()["PYTHONPATH"])


def records(report: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in report.read_text(encoding="utf-8").splitlines()]


def conform(cli: CommandLine, action: str, *argv: object) -> Outcome:
    return cli.piped("conform", action, *argv)


@pytest.fixture
def faulty(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Put an executor with a fault in the place of processes: cs moves by too much of the distance (UPD-3)."""

    class Faulty(LocalClient):
        def __init__(self, *_command: object) -> None:
            super().__init__(description(), self._wrong)

        def _wrong(self, case: Any) -> Answer:
            settings = {**case["settings"], "learning_rate": 0.35}
            return answer({**case, "settings": settings})

        def __enter__(self) -> Self:
            return self

        def __exit__(self, *_error: object) -> None:
            pass

    with monkeypatch.context() as patch:
        patch.setattr(conform_module, "ProcessClient", Faulty)
        yield


# ------------------------------------------------------------------------------------------------------------------ run


def test_the_package_passes_in_a_process_of_its_own(cli: CommandLine, tmp_path: Path) -> None:
    """In the formats whose answers have every kind of value; `tests/conformance` asks its operators all vectors."""
    report = tmp_path / "report.jsonl"
    formats = ("control", "decode", "final-merge", "ga-due", "metrics", "votes")
    chosen = [*(word for name in formats for word in ("--select", name)), "--skip", "*/large/*"]
    outcome = conform(cli, "run", "--executor", PACKAGE, "--report", report, "--quiet", *chosen)
    header, *results, footer = records(report)

    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out.startswith("# mlslcs_ref ")
    assert {line["status"] for line in results} == {"pass"}
    assert (footer["verdict"], footer["total"]) == ("passed", len(results))
    assert header["suite"]["vectors"] > len(results) > 300
    assert [line["id"] for line in results] == [
        line.split("\t")[0] for line in conform(cli, "list", *chosen).out.splitlines()[1:]
    ]


@pytest.mark.usefixtures("faulty")
def test_a_fault_is_found_and_its_clause_named_with_its_text(cli: CommandLine, tmp_path: Path) -> None:
    report = tmp_path / "report.jsonl"
    chosen = [word for name in ("deletion", "match", "subsumption", "update") for word in ("--select", name)]
    outcome = conform(cli, "run", "--executor", "x", *chosen, "--skip", "*/drawn/*", "--report", report)
    lines = outcome.out.splitlines()

    assert outcome.status == 1
    assert "# The clause most likely wrong: UPD-3" in lines
    assert "# Status: paper. Source: Algorithm 2, UPDATE_CS; Algorithm 1, lines of the update loop." in outcome.out
    assert any(line.startswith("update/correct-set-size/") and "rules/0/cs: " in line for line in lines)
    assert read_report(report).footer["suspects"][0]["clause"] == "UPD-3"


@pytest.mark.usefixtures("faulty")
def test_the_page_of_failures_fits_a_terminal(cli: CommandLine) -> None:
    argv = ("conform", "run", "--executor", "x", "--select", "update/correct-set-size")
    narrow, wide, whole = (cli.shown(*argv, *more, width=width).out for width, *more in ((60,), (140,), (60, "--all")))

    for page, width in ((narrow, 60), (wide, 140), (whole, 60)):
        lines = page.splitlines()
        assert [line for line in lines if cell_len(line) > width and "python -m" not in line] == []
        assert "The clause most likely wrong: UPD-3" in lines
        assert any("--all shows them" in line for line in lines) == (page is not whole)


@pytest.mark.usefixtures("faulty")
def test_the_first_command_on_the_page_shows_the_smallest_case(cli: CommandLine) -> None:
    page = conform(cli, "run", "--executor", "x", "--select", "update/correct-set-size").out
    line = next(line for line in page.splitlines() if "conform show" in line)
    outcome = cli.piped(*shlex.split(line.partition("python -m mlslcs_ref ")[2]))

    assert outcome.status == 0
    assert "UPD-3" in outcome.out


@pytest.mark.usefixtures("faulty")
def test_known_failures_are_excused_and_their_repair_is_noticed(cli: CommandLine, write: Write) -> None:
    known = write('["UPD-3"]\nreason = "another rate"\n', "known.toml")
    excused = conform(cli, "run", "--executor", "x", "--select", "update/correct-set-size", "--known", known)
    known.write_text('["match/*"]\nreason = "no reason"\n')
    repaired = conform(cli, "run", "--executor", "x", "--select", "match", "--known", known)

    assert excused.status == 0
    assert "known\t" in excused.out
    assert repaired.status == 1
    assert "# Known failures that pass: " in repaired.out


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (("run",), "--executor"),
        (("run", "--executor", ""), "expected a program and its arguments, found nothing"),
        (("run", "--executor", "'"), "No closing quotation"),
        (("run", "--executor", "no-such-program-at-all"), "cannot be started"),
        (
            ("run", "--executor", shlex.join(fake("dies-at-start"))),
            "exit status 1 before it answered; it wrote: no lic",
        ),
        (("run", "--executor", "x", "--timeout", "0"), "expected a number above 0"),
        (("run", "--executor", "x", "--timeout", "1e9"), "expected at most 86400 seconds"),
        (("run", "--executor", "x", "--give-up", "0"), "expected a whole number from 1"),
        (("run", "--executor", "x", "--skip", "updat"), "no vector matches 'updat'"),
        (("run", "--executor", "x", "--select", "upd"), "'upd'"),
        (("run", "--executor", "x", "--known", "known.toml"), "no vector matches 'updates/*'"),
        (("list", "--select", "upd"), "'upd'"),
        (("fuzz", "--executor", "x", "--format", "nothing"), "nothing"),
        (("run", "--executor", "x", "--report", "no/such/folder/r"), "the directory does not exist"),
        (("run", "--executor", "x", "--specs", "no-such-folder"), "expected a specification"),
        (("show", "UPT-3"), "no vector, format or clause 'UPT-3' (did you mean UPD-3?)"),
        (("diff", "no-file", "no-file"), "No such file"),
        (("walk",), "invalid choice: 'walk'"),
        ((), "ACTION"),
    ],
)
def test_a_wrong_call_is_an_error_in_one_line(
    cli: CommandLine, write: Write, monkeypatch: pytest.MonkeyPatch, argv: tuple[str, ...], words: str
) -> None:
    monkeypatch.chdir(write('["updates/*"]\nreason = "r"\n', "known.toml").parent)
    assert words in cli.refused("conform", *argv)


@pytest.mark.parametrize(
    ("behaviour", "status", "words"),
    [
        ("good", 3, SKIPPED),
        ("ends-with-7", 2, "exit status 7 after stop"),
    ],
)
def test_where_nothing_ran_the_status_says_so(cli: CommandLine, behaviour: str, status: int, words: str) -> None:
    executor = shlex.join(fake(behaviour))
    outcome = conform(cli, "run", "--executor", executor, "--select", "votes")

    assert outcome.status == status
    assert words in outcome.out


def test_a_selection_of_nothing_runs_nothing(cli: CommandLine) -> None:
    assert conform(cli, "run", "--executor", PACKAGE, "--skip", "*").status == 3
    assert conform(cli, "list", "--skip", "*").status == 3


def test_an_executor_that_is_lost_again_and_again_is_given_up(cli: CommandLine, tmp_path: Path) -> None:
    report = tmp_path / "report.jsonl"
    dying = shlex.join(["sh", "-c", shlex.join(fake()) + " | head -n 1"])
    outcome = conform(cli, "run", "--executor", dying, "--select", "update", "--give-up", "2", "--report", report)

    assert outcome.status == 2
    assert "# Given up\n# update: 2 processes in a row were lost" in outcome.out
    asked = [line["status"] for line in records(report)[1:-1] if line["status"] != "skip"]
    assert asked[:3] == ["died", "died", "not-run"]
    assert records(report)[-1]["gave_up"].startswith("update: 2 processes in a row were lost")


def test_an_answer_that_never_comes_is_not_waited_for(cli: CommandLine) -> None:
    silent = shlex.join(["sh", "-c", f"{shlex.join(fake())} | {{ head -n 1; sleep 60; }}"])
    outcome = conform(
        cli, "run", "--executor", silent, "--select", "UPD-5", "--timeout", "0.2", "--give-up", "1", "--quiet"
    )

    assert outcome.status == 2
    assert "timeout\t1\t" in outcome.out
    assert re.match(r"# fake 1 \(Python\): given up, \d+ of \d+ vectors were not run\n", outcome.out)
    assert "# Lost processes: 1\n" in outcome.out
    assert "most likely wrong" not in outcome.out


# ---------------------------------------------------------------------------------------------------------------- smoke


def test_the_package_passes_the_smoke_set(cli: CommandLine) -> None:
    outcome = conform(cli, "smoke", "--executor", PACKAGE, "--quiet")

    assert (outcome.status, outcome.err) == (0, "")
    assert "passes" in outcome.out


def test_an_executor_that_breaks_the_protocol_at_its_end_fails_the_smoke_set(cli: CommandLine) -> None:
    outcome = conform(cli, "smoke", "--executor", shlex.join(fake("says-goodbye")))

    assert outcome.status == 2
    assert "# The end of the executor\n# it wrote to standard output after stop: 'goodbye" in outcome.out


# ----------------------------------------------------------------------------------------------------- list, show, diff


def test_the_list_has_a_line_for_every_vector_that_is_selected(cli: CommandLine) -> None:
    head, *lines = conform(cli, "list", "--select", "UPD-3", "--skip", "step").out.splitlines()

    assert head.split("\t") == ["vector", "level", "source", "clauses"]
    assert lines
    assert all("UPD-3" in line.split("\t")[3].split() and not line.startswith("step/") for line in lines)


def test_a_vector_is_shown_with_its_case_and_its_clauses(cli: CommandLine) -> None:
    identity = conform(cli, "list", "--select", "UPD-3").out.splitlines()[1].split("\t")[0]
    page = conform(cli, "show", identity).out
    document = json.loads(conform(cli, "show", identity, "--json").out)

    assert page.startswith(f"# {identity}\n")
    assert 'settings/profile\t"' in page
    assert "# UPD-3 Correct set size moves towards the smallest correct set" in page
    assert (document["id"], set(document["case"])) == (identity, {"format", "settings", "in", "draws"})


def test_a_refusal_is_shown_with_its_code(cli: CommandLine) -> None:
    listed = conform(cli, "list").out.splitlines()
    identity = next(line.split("\t")[0] for line in listed if line.split("\t")[1] == "reject")

    assert "\nreject\t" in conform(cli, "show", identity).out
    assert "error" in json.loads(conform(cli, "show", identity, "--json").out)


def test_a_clause_is_shown_with_its_vectors(cli: CommandLine) -> None:
    page = conform(cli, "show", "UPD-3").out

    assert page.startswith("# UPD-3 Correct set size moves")
    assert "\nupdate/correct-set-size/" in page


def test_two_reports_are_compared(cli: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, executor in (("good", PACKAGE), ("fake", shlex.join(fake())), ("again", shlex.join(fake()))):
        conform(cli, "run", "--executor", executor, "--select", "update/counts", "--report", f"{name}.jsonl")
    same = conform(cli, "diff", "fake.jsonl", "again.jsonl")
    other = conform(cli, "diff", "good.jsonl", "fake.jsonl")

    assert (same.status, same.out) == (0, "# The reports do not differ\n")
    assert other.status == 1
    assert "\tpass\t" in other.out


# -------------------------------------------------------------------------------------------------------------- signals


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_runner_and_its_executor(number: signal.Signals, tmp_path: Path) -> None:
    note, specs = tmp_path / "pid", tmp_path / "specs"
    (specs / "vectors").mkdir(parents=True)
    for name in ("VERSION", "clauses", "index.json", "schema", "vectors/update"):
        (specs / name).symlink_to(ROOT / "specs" / name)
    slow = f"echo $$ > {shlex.quote(str(note))}; trap '' INT TERM; sleep 60"
    executor = shlex.join(["sh", "-c", slow])
    argv = ("conform", "run", "--executor", executor, "--report", tmp_path / "report.jsonl", "--specs", specs)
    with started(*program(*argv)) as process:
        wait_until(lambda: note.exists() and note.read_text())
        process.send_signal(number)
        out, err = communicated(process)

    assert process.returncode == 128 + number
    assert (out, err.count("\n")) == ("", 1)
    assert not (tmp_path / "report.jsonl").exists()
    wait_until(lambda: not is_running(int(note.read_text())))


def test_random_cases_find_what_differs_and_write_it_as_vectors(cli: CommandLine, write: Write, tmp_path: Path) -> None:
    """The file is asked again by `run`: the faulty program fails it, the package passes."""
    faulty = write(
        "import sys\n"
        "from mlslcs_ref.oracle import executor\n"
        "from mlslcs_ref.oracle.protocol import Out\n"
        "right = executor.answer\n"
        "def wrong(case):\n"
        "    found = right(case)\n"
        "    many = case['format'] == 'repair' and case['in']['n_labels'] > 2\n"
        "    return Out({'rule': found.value['rule'][::-1]}) if many and isinstance(found, Out) else found\n"
        "executor.answer = wrong\n"
        "sys.exit(executor.main())\n",
        "faulty.py",
    )
    command = f"{shlex.quote(sys.executable)} {shlex.quote(str(faulty))}"
    options = ("--format", "repair", "--cases", "60", "--time", "300", "--out", str(tmp_path), "--quiet")

    assert conform(cli, "fuzz", "--executor", PACKAGE, *options).status == 0
    assert list(tmp_path.glob("*.json")) == []
    found = conform(cli, "fuzz", "--executor", command, *options[:-1])
    (file,) = tmp_path.glob("repair-fuzz-*.json")
    assert found.status == 1
    # as it is found, and at the end
    assert file.name in found.err
    assert file.name in found.out
    assert conform(cli, "run", "--executor", command, "--vectors", str(file)).status == 1
    assert conform(cli, "run", "--executor", PACKAGE, "--vectors", str(file)).status == 0


@pytest.mark.parametrize("last", ["version 1", ""], ids=["version", "error"])
def test_of_an_executor_that_does_not_start_its_error_is_told(cli: CommandLine, write: Write, last: str) -> None:
    """Some programs write their version behind it."""
    broken = write(f"import sys\nsys.exit('Error: no such thing\\n{last}')\n", "broken.py")
    command = shlex.join([sys.executable, str(broken)])
    assert "no such thing" in cli.refused("conform", "run", "--executor", command)


def test_a_format_is_shown_with_its_page_and_its_vectors(cli: CommandLine) -> None:
    page = conform(cli, "show", "roulette").out

    assert "GEN-3" in page
    assert "roulette/" in page


def test_traces_are_asked_event_by_event(cli: CommandLine, tmp_path: Path) -> None:
    """A trace that was changed in one event is refuted at its step."""
    trace = tmp_path / "short.trace.jsonl"
    assert cli.piped("trace", "toy6x4", "--passes", "2", "--steps", "40", "--out", str(trace)).status == 0
    assert conform(cli, "trace", "--executor", PACKAGE, str(trace)).status == 0
    lines = trace.read_text(encoding="utf-8").splitlines()
    place = next(place for place, line in enumerate(lines) if json.loads(line)["phase"] == "covering")
    lines[place] = json.dumps(json.loads(lines[place]) | {"rule": 999})
    trace.write_text("\n".join(lines) + "\n", encoding="utf-8")

    outcome = conform(cli, "trace", "--executor", PACKAGE, str(trace))

    assert outcome.status == 1
    assert f"step {json.loads(lines[place])['step']}, covering, rule" in outcome.out


def test_the_results_are_written_as_junit_xml(cli: CommandLine, tmp_path: Path) -> None:
    file = tmp_path / "results.xml"

    assert conform(cli, "run", "--executor", PACKAGE, "--select", "roulette", "--junit", str(file)).status == 0
    assert file.read_text(encoding="utf-8").count("<testcase") > 3
