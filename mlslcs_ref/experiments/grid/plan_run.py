"""Running a plan, or what is left of it, into a folder of results."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

from mlslcs_ref._code import this_code
from mlslcs_ref.errors import PlanError
from mlslcs_ref.experiments.grid.plan import Plan
from mlslcs_ref.experiments.grid.results import Results, UnitResult
from mlslcs_ref.experiments.grid.store import Basis, ResultStore
from mlslcs_ref.experiments.grid.tasks import Data, guessed_cost, load_data, missing_libraries, require_methods, task_of
from mlslcs_ref.experiments.grid.units import Unit
from mlslcs_ref.experiments.grid.workers import Work, done_by_processes, done_here


class Watcher:
    """Is told of the progress of a run; this one ignores it."""

    def loading(self, name: str) -> None:
        """Note that a data set is being loaded."""

    def begins(self, costs: Mapping[Unit, float], kept: Sequence[UnitResult]) -> None:
        """Note what will be run, with the relative cost of each unit, and what was done before."""

    def finished(self, result: UnitResult) -> None:
        """Note that a unit was run and written."""


def run_plan(
    plan: Plan,
    folder: str | Path,
    *,
    jobs: int = 1,
    data_dir: str | None = None,
    folds: tuple[int, int] | None = None,
    resume: bool = False,
    watch: Watcher | None = None,
) -> Results:
    """Run the units of a plan, and write each to the folder as soon as it is done.

    The results do not depend on the number of jobs. A run that ends early, for whatever reason, has written the units
    that were done, and another call resumes it.

    Parameters
    ----------
    plan : Plan
        What to run.
    folder : str or Path
        Where to; new or empty, or a folder of results to resume.
    jobs : int
        How many units are run at once on this machine, each in a process of its own if there are several.
    data_dir : str, optional
        Where data sets of the literature are looked for first.
    folds : tuple of (int, int), optional
        The first and the last fold to run, numbered as in the whole plan; all others are left for later.
    resume : bool
        Keep what the folder holds, and run what is missing or has failed.
    watch : Watcher, optional
        Receives the progress.

    Returns
    -------
    Results
        All that the folder holds now.

    Raises
    ------
    PlanError
        If a method of the plan cannot be made, its data cannot be divided, or the folder is of another plan, other data
        or other code of this package.
    DataError
        If the data are not available.
    OutputError
        If the folder or a file cannot be written, or another run is writing to the folder.
    """
    watch = watch or Watcher()
    require_methods(plan)
    chosen = _chosen(plan, folds)
    store = ResultStore(folder)
    with ExitStack() as stack:
        kept = stack.enter_context(store.resumed(plan, this_code())) if resume else Results(plan, {})
        todo = [unit for unit in chosen if kept[unit].status != "done"]
        # data of which all units are done are not loaded
        names = {unit.dataset for unit in todo} if resume else {entry.name for entry in plan.datasets}
        data = _loaded(plan, names, data_dir, watch)
        basis = Basis(this_code().sha256, {name: some.sha256 for name, some in data.items()})
        if resume:
            store.require_data(basis)
        if not resume:
            stack.enter_context(store.begun(plan, basis, this_code()))
        work = [
            Work(task_of(plan, unit, data[unit.dataset].sha256, this_code().sha256), data[unit.dataset])
            for unit in todo
        ]
        costs = {some.task.unit: guessed_cost(some.task, some.data.train) for some in work}
        watch.begins(costs, [kept[unit] for unit in chosen if kept[unit].status == "done"])
        # the longest first, so that no long one runs alone at the end
        work.sort(key=lambda some: -costs[some.task.unit])
        # a unit with a time limit needs a process that can be ended
        for result in done_by_processes(work, jobs) if jobs > 1 or plan.time_limit else done_here(work):
            store.write(result)
            watch.finished(result)
        return store.results()


def units_to_run(
    plan: Plan, folder: str | Path, *, folds: tuple[int, int] | None = None, resume: bool = False
) -> tuple[Unit, ...]:
    """Return the units that `run_plan` would run, and write nothing; no data are looked at.

    A method whose libraries are not installed is not looked at either; `missing_libraries` names them.
    """
    deque(missing_libraries(plan), maxlen=0)
    chosen = _chosen(plan, folds)
    store = ResultStore(folder)
    if not resume:
        store.require_new()
        return chosen
    kept = store.kept(plan, this_code())
    return tuple(unit for unit in chosen if kept[unit].status != "done")


def _chosen(plan: Plan, folds: tuple[int, int] | None) -> tuple[Unit, ...]:
    units = plan.units()
    if folds is None:
        return units
    first, last = folds
    chosen = tuple(unit for unit in units if first <= unit.fold <= last)
    most = max(unit.fold for unit in units)
    if not 1 <= first <= last <= most:
        raise PlanError(f"folds {first}-{last}: expected folds from 1 to {most}, the first before the last")
    return chosen


def _loaded(plan: Plan, names: set[str], data_dir: str | None, watch: Watcher) -> dict[str, Data]:
    data = {}
    for entry in plan.datasets:
        if entry.name in names:
            watch.loading(entry.name)
            data[entry.name] = load_data(plan, entry, data_dir)
    return data
