"""Experiments as processes: what ends them at any moment, who does their work, and that none of it changes a result."""

import os
import re
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from folders import units
from processes import children, communicated, is_running, wait_until
from terminals import ESCAPES, CommandLine, in_process, in_terminal, program, ran, started, variables

from mlslcs_ref._build import is_compiled
from mlslcs_ref.cli import main

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="signals, and /proc in which children are looked up")

PLAN = """
name = "small"
seeds = { first = 1, count = 8 }
[[datasets]]
name = "toy6x4"
scheme = "training"
settings = { population_size = 300, passes = PASSES, clustering = false }
[[methods]]
name = "MlS-LCS"
kind = "mls-lcs"
"""
# passes: some tenths of a second a unit
LONG: Final = 1500 if is_compiled() else 30


def plan_of(folder: Path, passes: int, n_seeds: int = 8) -> Path:
    """Write a plan of some units, and return its file."""
    path = folder / "small.toml"
    path.write_text(PLAN.replace("PASSES", str(passes)).replace("count = 8", f"count = {n_seeds}"))
    return path


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    """Return a plan of eight units that take a moment each."""
    return plan_of(tmp_path, LONG)


def foreground() -> None:
    """Lead a group of processes, as a program that a terminal has started."""
    os.setpgid(0, 0)


@contextmanager
def begun(*argv: Any, after: Path, count: int) -> Iterator[subprocess.Popen[str]]:
    """Start the program, and give it when there are so many files."""
    # there is one thread
    with started(*program("experiment", "run", *argv), preexec_fn=foreground) as process:
        wait_until(lambda: process.poll() is not None or len(list(after.glob("*.json"))) >= count)
        assert process.poll() is None
        yield process


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a run that nothing ended."""
    folder = tmp_path_factory.mktemp("experiment")
    assert main(["experiment", "run", str(plan_of(folder, LONG)), "--out", str(folder / "r"), "--quiet"]) == 0
    return folder / "r"


@pytest.mark.parametrize(
    ("number", "jobs", "status"), [(signal.SIGINT, 2, 130), (signal.SIGKILL, 2, -9), (signal.SIGTERM, 1, 143)]
)
def test_a_run_that_is_ended_at_any_moment_leaves_whole_files_alone_and_is_resumed(
    cli: CommandLine, whole: Path, plan: Path, tmp_path: Path, number: int, jobs: int, status: int
) -> None:
    """Ctrl-C reaches all processes of a terminal, a kill only the one that started the others."""
    out = tmp_path / "r"
    with begun(plan, "--out", out, "--jobs", jobs, "--quiet", after=out / "units", count=1) as process:
        others = children(process.pid)
        if number == signal.SIGINT:
            os.killpg(process.pid, number)
        else:
            process.send_signal(number)
        printed, complaint = communicated(process)
    done = units(out) if number != signal.SIGKILL else {}

    assert (process.returncode, printed) == (status, "")
    # a process that is killed says nothing
    assert complaint.count("\n") == (number != signal.SIGKILL)
    assert len(others) == (jobs if jobs > 1 else 0)
    wait_until(lambda: not any(map(is_running, others)))
    assert len(done) < 8
    assert done.items() <= units(whole).items()
    resumed = cli.piped("experiment", "run", "--resume", out)
    assert resumed.status == 0
    assert re.match(r"[1-7] of 8 units were done before\n", resumed.err)
    assert units(out) == units(whole)


@pytest.mark.parametrize("jobs", [1, 2])
def test_nothing_in_the_current_folder_is_run_by_an_isolated_run_or_its_workers(jobs: int, tmp_path: Path) -> None:
    """`python -P` keeps that folder off the search path, and its workers do as well."""
    for name in ("joblib", "random", "numpy", "pickle"):
        (tmp_path / f"{name}.py").write_text(f"open({str(tmp_path / 'executed')!r}, 'a').write('{name} ')\n")
    run = ("experiment", "run", str(plan_of(tmp_path, 1, 2)), "--out", str(tmp_path / "r"), "--jobs", str(jobs))
    environment = {name: value for name, value in variables().items() if name != "PYTHONSAFEPATH"}
    done = ran(sys.executable, "-P", "-m", "mlslcs_ref", *run, cwd=tmp_path, env=environment)

    assert done.status == 0, done.err
    assert not (tmp_path / "executed").exists()
    assert len(units(tmp_path / "r")) == 2


def test_a_full_disk_ends_a_run_in_one_line_and_leaves_no_half_file(tmp_path: Path) -> None:
    out = tmp_path / "r"

    def little_space() -> None:
        # more than the plan and its basis need, less than any unit
        resource.setrlimit(resource.RLIMIT_FSIZE, (900, 900))

    argv = ("experiment", "run", plan_of(tmp_path, 1), "--out", out, "--jobs", "2", "--quiet")
    done = in_process(*argv, preexec_fn=little_space)

    assert (done.status, done.out) == (2, "")
    assert re.fullmatch(rf"mlslcs_ref: error: \S+seed-[1-8]\.json: File too large;.*--resume {out}\n", done.err)
    assert list((out / "units").iterdir()) == []


def test_the_order_in_which_python_hashes_strings_changes_no_result(tmp_path: Path) -> None:
    plan = plan_of(tmp_path, 1, 1)
    plan.write_text(plan.read_text() + '[[methods]]\nname = "HOMER"\nkind = "homer"\nbase = "tree"\n')
    found = []
    for seed in (0, 1):
        out = tmp_path / str(seed)
        argv = ("experiment", "run", plan, "--out", out, "--quiet")
        assert in_process(*argv, env=variables(PYTHONHASHSEED=str(seed))).status == 0
        found.append((units(out), (out / "plan.toml").read_text(), (out / "experiment.json").read_text()))

    assert len(found[0][0]) == 2
    assert found[1] == found[0]


def test_no_command_waits_for_what_it_does_not_use() -> None:
    """Others for experiments, and these for the libraries of rivals and pictures, which take a second to load."""

    def loaded(*argv: str) -> str:
        outcome = ran(sys.executable, "-X", "importtime", "-m", "mlslcs_ref", *argv, "--help")
        assert outcome.status == 0
        return outcome.err

    assert "mlslcs_ref.experiments" not in loaded("run")
    experiment = loaded("experiment", "run")
    assert experiment.count("mlslcs_ref.experiments.grid") > 5
    assert not any(f" {library}" in experiment for library in ("matplotlib", "pandas", "scipy", "sklearn"))


def test_progress_is_a_line_that_is_wiped_on_a_terminal(plan: Path, tmp_path: Path) -> None:
    status, text = in_terminal(
        "experiment", "run", plan, "--out", tmp_path / "r", env=variables(COLUMNS="70", TERM="xterm")
    )
    page = re.split("\r +\r", ESCAPES.sub("", text))[-1]

    assert status == 0
    assert re.search(r"\runit 1/8 .*\d:\d\d left", ESCAPES.sub("", text))
    assert page.startswith("small: 8 of 8 units done\n\ntoy6x4\n")
