"""Running a plan into a folder of results."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from mlslcs_ref._build import version
from mlslcs_ref.experiments.grid.plan import Plan
from mlslcs_ref.experiments.grid.results import Results, UnitResult
from mlslcs_ref.experiments.grid.store import Basis, Store
from mlslcs_ref.experiments.grid.tasks import load_data, perform, require_methods, tasks

__all__ = ["run_plan"]


def run_plan(
    plan: Plan,
    folder: str | Path,
    *,
    data_dir: str | None = None,
    watch: Callable[[UnitResult], None] | None = None,
) -> Results:
    """Run all units of a plan, and write each to the folder as soon as it is done.

    Parameters
    ----------
    plan : Plan
        What to run.
    folder : str or Path
        Where to; new or empty.
    data_dir : str, optional
        Where data sets of the literature are looked for first.
    watch : callable, optional
        Told of every unit that has been run.

    Raises
    ------
    PlanError
        If a method of the plan cannot be made, or its data cannot be divided.
    DataError
        If the data cannot be had.
    OutputError
        If the folder or a file cannot be written.
    """
    require_methods(plan)
    data = {entry.name: load_data(plan, entry, data_dir) for entry in plan.datasets}
    store = Store(folder)
    store.create(plan, Basis(version(), {name: loaded.sha256 for name, loaded in data.items()}))
    for task in tasks(plan, data).values():
        result = perform(task)
        store.write(result)
        if watch is not None:
            watch(result)
    return store.results()
