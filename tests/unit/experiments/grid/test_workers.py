"""Who does the work: what becomes of it when a process dies, and how long units take beside each other."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from mlslcs_ref.data.problems import toy6x4
from mlslcs_ref.experiments.grid import workers as workers_module
from mlslcs_ref.experiments.grid.tasks import Data, Task, guessed_cost, perform
from mlslcs_ref.experiments.grid.units import Unit
from mlslcs_ref.experiments.grid.workers import Work, done_by_processes


def work(seeds: Iterable[int]) -> list[Work]:
    data = Data(toy6x4(), toy6x4(), (), "")
    return [Work(Task(Unit("toy6x4", "m", "", 1, seed), "", "mls-lcs", {}, ""), data) for seed in seeds]


DEADLY = """
import os, pathlib
from mlslcs_ref.experiments.grid import workers as module
def perform(task, train, test, orderly=module.perform):
    note = pathlib.Path(FOLDER, f"{task.unit.seed} {os.getpid()}")
    note.touch()
    if len(list(note.parent.glob(f"{task.unit.seed} *"))) <= DEATHS.get(task.unit.seed, 0):
        os.abort()
    return orderly(task, train, test)
module.perform = perform
"""


def test_what_a_process_dies_of_is_tried_once_more_and_the_others_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deaths = {1: 1, 4: 2}
    head, serve = workers_module.PROGRAM.rsplit("; ", 1)
    deadly = DEADLY.replace("FOLDER", repr(str(tmp_path))).replace("DEATHS", repr(deaths))
    monkeypatch.setattr(workers_module, "PROGRAM", f"{head}\n{deadly}{serve}")
    results = list(done_by_processes(work(range(1, 5)), 2))

    assert sorted(result.unit.seed for result in results) == [1, 2, 3, 4]
    assert [result.unit.seed for result in results if result.failure == workers_module.DIED] == [4]
    for seed, n_deaths in deaths.items():
        assert len(list(tmp_path.glob(f"{seed} *"))) == min(n_deaths + 1, 2)


def test_a_worker_with_other_code_does_nothing() -> None:
    result = perform(*work([1])[0].arguments())

    assert result.failure is not None
    assert result.failure.message.startswith("expected the code of mlslcs_ref that the run began with, found other")


SHORT, LONG = (Unit("flags", name, "", 1, 1) for name in ("BR", "MlS-LCS"))


def test_longer_runs_are_guessed_to_cost_more() -> None:
    def cost(**settings: int) -> float:
        return guessed_cost(Task(LONG, "", "mls-lcs", {"settings": settings}, ""), toy6x4())

    assert guessed_cost(Task(SHORT, "", "br", {}, ""), toy6x4()) < cost(passes=10) < cost(passes=100)
    assert cost(passes=100) < cost(passes=100, population_size=9000)
