"""The units of a plan as tasks that can be done anywhere: with their data, and a digest of all that decides them."""

from __future__ import annotations

import importlib.metadata
import platform
import time
import traceback
import warnings
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from typing import Any, Final

from mlslcs_ref._build import is_compiled, version
from mlslcs_ref.data import Dataset, load_dataset
from mlslcs_ref.errors import PlanError, SettingsError
from mlslcs_ref.experiments.folds import Fold, folds
from mlslcs_ref.experiments.grid.digests import data_digest, digest
from mlslcs_ref.experiments.grid.plan import DatasetEntry, Plan
from mlslcs_ref.experiments.grid.results import Failure, UnitResult
from mlslcs_ref.experiments.grid.units import Unit
from mlslcs_ref.experiments.methods import method_for

__all__ = ["Data", "Task", "load_data", "perform", "require_methods", "tasks"]

LIBRARIES: Final = ("numpy", "scikit-learn", "scipy")


@dataclass(frozen=True)
class Data:
    """A data set of a plan, divided.

    Parameters
    ----------
    entry : DatasetEntry
        What the plan says of it.
    pairs : tuple of (Dataset, Dataset)
        Training and test data of each fold.
    sha256 : str
        Of what was divided.
    """

    entry: DatasetEntry
    pairs: tuple[tuple[Dataset, Dataset], ...]
    sha256: str


@dataclass(frozen=True)
class Task:
    """A unit with everything that it needs."""

    unit: Unit
    digest: str
    kind: str
    options: Mapping[str, Any]
    train: Dataset
    test: Dataset


def require_methods(plan: Plan) -> None:
    """Make every method of a plan once, so that a wrong one is found before anything is run.

    Raises
    ------
    PlanError
        If a kind or an option does not exist or is out of range.
    """
    for unit in dict.fromkeys(unit._replace(fold=1, seed=0) for unit in plan.units()):
        kind, options = plan.call(unit)
        try:
            method_for(kind, options)
        except SettingsError as error:
            raise PlanError(f"{unit.label} on {unit.dataset}: {error}") from None


def load_data(plan: Plan, entry: DatasetEntry, data_dir: str | None = None) -> Data:
    """Load a data set of a plan and divide it.

    Raises
    ------
    DataError
        If it cannot be had.
    PlanError
        If it cannot be divided so.
    """
    if entry.scheme == "split":
        first, second = (
            (entry.file, entry.test_file) if entry.file else (f"{entry.source}-train", f"{entry.source}-test")
        )
        train = load_dataset(first, entry.labels, drop=entry.drop, data_dir=data_dir)
        # a file that stands by its name alone has the labels of the training data
        test = load_dataset(second, entry.labels, schema=train.schema, drop=entry.drop, data_dir=data_dir)
        return Data(entry, ((train, test),), digest({"train": data_digest(train), "test": data_digest(test)}))
    whole = load_dataset(entry.file or entry.source, entry.labels, drop=entry.drop, data_dir=data_dir)
    try:
        divided = folds(whole, entry.scheme, entry.n_folds, plan.folds_seed)
    except SettingsError as error:
        raise PlanError(f"data set {entry.name!r}: {error}") from None
    return Data(entry, tuple(_pair(whole, fold) for fold in divided), data_digest(whole))


def _pair(whole: Dataset, fold: Fold) -> tuple[Dataset, Dataset]:
    if len(fold.train) == len(fold.test) == whole.n_instances:
        return whole, whole
    return _rows(whole, fold.train), _rows(whole, fold.test)


def _rows(dataset: Dataset, rows: tuple[int, ...]) -> Dataset:
    positions = list(rows)
    return Dataset(dataset.schema, dataset.X[positions], dataset.Y[positions], dataset.name)


def tasks(plan: Plan, data: Mapping[str, Data]) -> dict[Unit, Task]:
    """Return the tasks of a plan whose data are loaded, in the order of the plan."""
    found = {}
    for unit in plan.units():
        kind, options = plan.call(unit)
        entry = data[unit.dataset].entry
        decides = {
            "data": data[unit.dataset].sha256,
            "folds": [entry.scheme, entry.n_folds, plan.folds_seed, unit.fold],
            "method": [kind, options],
            "seed": unit.seed,
            "package": version(),
        }
        train, test = data[unit.dataset].pairs[unit.fold - 1]
        found[unit] = Task(unit, digest(decides), kind, options, train, test)
    return found


def perform(task: Task) -> UnitResult:
    """Do a task, here and now; whatever goes wrong in its method becomes its result."""
    outcome = failure = None
    start = time.perf_counter()
    with ExitStack() as stack:
        # in the same number of threads everywhere, or sums of floats differ
        with suppress(ImportError):
            from threadpoolctl import threadpool_limits  # noqa: PLC0415 - an extra

            stack.enter_context(threadpool_limits(1))
        stack.enter_context(warnings.catch_warnings())
        warnings.simplefilter("ignore")
        try:
            outcome = method_for(task.kind, task.options).evaluate(task.train, task.test, task.unit.seed)
        except Exception as error:  # noqa: BLE001 - a method of any library may fail in any way
            failure = _failure(error)
    seconds = round(time.perf_counter() - start, 3)
    return UnitResult(task.unit, task.digest, outcome, failure, seconds, _versions())


def _failure(error: Exception) -> Failure:
    last = list(traceback.walk_tb(error.__traceback__))[-1]
    frame, line = last
    where = f"{frame.f_globals.get('__name__', '?')}, line {line}, in {frame.f_code.co_name}"
    return Failure(type(error).__name__, str(error), where)


def _versions() -> dict[str, str]:
    found = {"mlslcs_ref": version(), "build": "compiled" if is_compiled() else "pure"}
    found["python"] = platform.python_version()
    for library in LIBRARIES:
        with suppress(importlib.metadata.PackageNotFoundError):
            found[library] = importlib.metadata.version(library)
    return found
