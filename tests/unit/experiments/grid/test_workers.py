"""Who does the work: what becomes of it when workers die, and a cluster in this process."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from folders import units

from mlslcs_ref.data import toy6x4
from mlslcs_ref.errors import WorkersError
from mlslcs_ref.experiments.grid import DatasetEntry, MethodEntry, Plan, Unit, run_plan
from mlslcs_ref.experiments.grid import child as child_module
from mlslcs_ref.experiments.grid import workers as workers_module
from mlslcs_ref.experiments.grid.tasks import Data, Task, perform
from mlslcs_ref.experiments.grid.workers import Cluster, Processes, Work

SETTINGS = {"passes": 1, "population_size": 50, "clustering": False}
PLAN = Plan(
    "p",
    (DatasetEntry("toy6x4", scheme="training", settings=SETTINGS),),
    (MethodEntry("MlS-LCS", "mls-lcs"),),
    seeds=(1, 2),
)


def work(seeds: Iterable[int]) -> list[Work]:
    data = Data(toy6x4(), toy6x4(), (), "")
    return [Work(Task(Unit("toy6x4", "m", "", 1, seed), "", "mls-lcs", {}, ""), data) for seed in seeds]


DEADLY = """
import os, pathlib
from mlslcs_ref.experiments.grid import child as module
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
    head, serve = child_module.PROGRAM.rsplit("; ", 1)
    deadly = DEADLY.replace("FOLDER", repr(str(tmp_path))).replace("DEATHS", repr(deaths))
    monkeypatch.setattr(child_module, "PROGRAM", f"{head}\n{deadly}{serve}")
    results = list(Processes(2).results(work(range(1, 5))))

    assert sorted(result.unit.seed for result in results) == [1, 2, 3, 4]
    assert [result.unit.seed for result in results if result.failure == child_module.DIED] == [4]
    for seed, n_deaths in deaths.items():
        assert len(list(tmp_path.glob(f"{seed} *"))) == min(n_deaths + 1, 2)


def test_a_worker_with_other_code_does_nothing() -> None:
    result = perform(*work([1])[0].arguments())

    assert result.failure is not None
    assert result.failure.message.startswith("expected the code of mlslcs_ref that the run began with, found other")


@pytest.mark.parametrize("address", ["nonsense", "tcp://", "tcp://host", "foo://host:1", "host:port", ":1", ""])
def test_what_is_no_address_is_not_asked(address: str) -> None:
    with (
        pytest.raises(WorkersError),
        Cluster.at(address),
    ):
        pass


def test_a_cluster_with_another_version_or_build_is_refused() -> None:
    class Client:
        def wait_for_workers(self, _number: int, timeout: float) -> None:
            assert timeout > 0

        def run(self, _function: Any) -> dict[str, list[Any]]:
            return {"tcp://far:1": ["0.0.1", "0123456789ab", False]}

    class Empty(Client):
        def run(self, _function: Any) -> dict[str, list[Any]]:
            raise Exception("ModuleNotFoundError(\"No module named 'mlslcs_ref'\")")  # noqa: TRY002 - as Dask does

    with pytest.raises(WorkersError, match="ModuleNotFoundError"):
        workers_module._require_same_build(Empty(), "tcp://near:2")
    with pytest.raises(WorkersError) as caught:
        workers_module._require_same_build(Client(), "tcp://near:2")

    assert str(caught.value).startswith("tcp://far:1: expected the ")
    assert "found the pure build of version 0.0.1 (code 0123456789ab); install it there" in str(caught.value)


# the library leaves sockets and tasks to the garbage collector
@pytest.mark.filterwarnings("ignore")
def test_a_cluster_gives_the_same_results_and_ends_what_takes_too_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One processor too: the work is done by the cluster, not by the process that asks."""
    distributed = pytest.importorskip("distributed")
    endless = MethodEntry("endless", "mls-lcs", {"settings": {"passes": 100_000_000}}, seeds=(1,))
    both = replace(PLAN, methods=(*PLAN.methods, endless), time_limit=2)
    run_plan(PLAN, tmp_path / "here")
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None, protocol="tcp"
    ) as cluster:
        address = cluster.scheduler_address
        (late,) = run_plan(both, tmp_path / "there", dask=address).with_status("failed")
        monkeypatch.setattr(workers_module, "ANSWER_SECONDS", 1)
        cluster.scale(0)
        with pytest.raises(WorkersError, match=address):
            run_plan(PLAN, tmp_path / "none", dask=address)
    with pytest.raises(WorkersError, match=address):
        run_plan(PLAN, tmp_path / "none", dask=address)

    assert not (tmp_path / "none").exists()
    assert late.failure is not None
    assert (late.unit.method, late.failure.type) == ("endless", "TimeoutError")
    assert units(tmp_path / "here").items() <= units(tmp_path / "there").items()
