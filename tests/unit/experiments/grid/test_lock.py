"""One run at a time in a folder, and nothing in the way when it has ended."""

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

import pytest
from processes import PATIENCE

from mlslcs_ref.errors import OutputError, PlanError
from mlslcs_ref.experiments.grid import lock as lock_module
from mlslcs_ref.experiments.grid.lock import LOCK, locked
from mlslcs_ref.experiments.grid.plan import DatasetEntry, MethodEntry, Plan
from mlslcs_ref.experiments.grid.plan_run import Watcher, run_plan
from mlslcs_ref.experiments.grid.results import UnitResult
from mlslcs_ref.experiments.grid.store import load_results

SETTINGS = {"passes": 1, "population_size": 50, "clustering": False}
PLAN = Plan(
    "p",
    (DatasetEntry("toy6x4", scheme="training", settings=SETTINGS),),
    (MethodEntry("MlS-LCS", "mls-lcs"),),
    seeds=(1, 2, 3),
)
HOLD = """
import sys
from pathlib import Path
from mlslcs_ref.experiments.grid.lock import locked
with locked(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_second_run_is_refused_and_told_who_is_there_and_how_to_go_on(tmp_path: Path) -> None:
    with locked(tmp_path), pytest.raises(OutputError) as caught, locked(tmp_path):
        pass

    assert caught.value.file == str(tmp_path)
    assert f"another run is writing to this folder: process {os.getpid()} on " in caught.value.message
    assert "--resume" in caught.value.message


def test_a_lock_ends_with_its_block_and_says_nothing_of_it_any_more(tmp_path: Path) -> None:
    for _time in range(2):
        with locked(tmp_path):
            assert (tmp_path / LOCK).read_text().startswith(f"process {os.getpid()} ")
        assert (tmp_path / LOCK).read_text() == ""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGKILL")
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
def test_a_disk_that_is_full_says_so_of_the_results_and_not_of_the_lock(tmp_path: Path) -> None:
    (tmp_path / LOCK).symlink_to("/dev/full")

    with locked(tmp_path):
        done = True

    assert done


def test_a_lock_ends_with_the_process_that_is_killed(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, tmp_path], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(OutputError, match=f"process {holder.pid} on"), locked(tmp_path):
            pass
        holder.send_signal(signal.SIGKILL)
        holder.wait(timeout=PATIENCE)
    with locked(tmp_path):
        pass


def test_a_file_system_without_locks_is_said_to_have_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(_file: object) -> NoReturn:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(lock_module, "_take", refused)
    with pytest.raises(OutputError):
        run_plan(PLAN, tmp_path / "r")


class Second(Watcher):
    """Begins a second run when the first unit is done, and looks at the folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.refused: list[str] = []
        self.seen: list[int] = []

    def finished(self, result: UnitResult) -> None:  # noqa: ARG002
        self.seen.append(len(load_results(self._folder).with_status("done")))
        for resume in (False, True):
            with pytest.raises(OutputError) as caught:
                run_plan(PLAN, self._folder, resume=resume)
            self.refused.append(caught.value.message)


def test_of_two_runs_into_one_folder_the_second_writes_nothing_and_readers_are_let_in(tmp_path: Path) -> None:
    watch = Second(tmp_path / "r")
    run_plan(PLAN, tmp_path / "r", watch=watch)

    assert watch.seen == [1, 2, 3]
    assert [message.partition(":")[0] for message in watch.refused] == [
        "expected a new or empty folder, found a folder with files",
        "another run is writing to this folder",
    ] * 3
    assert len(run_plan(PLAN, tmp_path / "r", resume=True).with_status("done")) == 3


def test_a_folder_that_another_run_has_just_begun_is_not_begun_again(tmp_path: Path) -> None:
    (tmp_path / "r" / "units").mkdir(parents=True)
    with locked(tmp_path / "r"), pytest.raises(OutputError, match=f"process {os.getpid()} on"):
        run_plan(PLAN, tmp_path / "r")

    assert sorted(path.name for path in (tmp_path / "r").iterdir()) == [LOCK, "units"]
    assert len(run_plan(PLAN, tmp_path / "r").with_status("done")) == 3


def test_no_lock_is_left_in_a_folder_that_is_none_of_ours(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").touch()
    with pytest.raises(OutputError):
        run_plan(PLAN, tmp_path)
    with pytest.raises(PlanError):
        run_plan(PLAN, tmp_path, resume=True)

    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


def test_who_may_not_write_to_a_folder_is_told_so(tmp_path: Path) -> None:
    (tmp_path / LOCK).mkdir()
    with pytest.raises(OutputError), locked(tmp_path):
        pass
