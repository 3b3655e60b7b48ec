"""The units of a plan as tasks for any process: with their data, and a digest of everything that decides the result."""

from __future__ import annotations

import importlib
import importlib.metadata
import os
import platform
import time
import traceback
import warnings
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from typing import Any, Final

from mlslcs_ref._build import __version__, is_compiled
from mlslcs_ref._code import LENGTH, digest, this_code
from mlslcs_ref._extra import MissingLibraryError, needed_by
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.digest import data_digest
from mlslcs_ref.data.loading import load_dataset
from mlslcs_ref.errors import PlanError, SettingsError, WorkersError
from mlslcs_ref.experiments.folds import Fold, folds, rows_of
from mlslcs_ref.experiments.grid.plan import MLS_LCS, DatasetEntry, Plan
from mlslcs_ref.experiments.grid.results import Failure, UnitResult, require_outcome
from mlslcs_ref.experiments.grid.units import Unit
from mlslcs_ref.experiments.methods import method_for
from mlslcs_ref.settings import Settings

LONGEST_MESSAGE: Final = 2000
NEEDED: Final = ("threadpoolctl", "tomli_w")
"""What every run of a plan needs."""
LIBRARIES: Final = ("numpy", "scikit-learn", "scipy")


@dataclass(frozen=True)
class Data:
    """A data set of a plan, and how it is divided."""

    train: Dataset
    test: Dataset
    """`train`, `test`: Where training and test instances come from: the same data set, unless two were given."""
    folds: tuple[Fold, ...]
    """Which instances of them; empty if all."""
    sha256: str
    """Of what is divided."""

    def pair(self, number: int) -> tuple[Dataset, Dataset]:
        """Return the training and the test data of a fold, from 1; made at each call, as all at once may be large."""
        if not self.folds:
            return self.train, self.test
        fold = self.folds[number - 1]
        if len(fold.train) == len(fold.test) == self.train.n_instances:
            return self.train, self.test
        return rows_of(self.train, fold.train), rows_of(self.test, fold.test)


@dataclass(frozen=True)
class Task:
    """A unit with all that decides it but its data."""

    unit: Unit
    """Which."""
    digest: str
    """Of all that decides the outcome, the data and the code of this package included."""
    kind: str
    """Of the method."""
    options: Mapping[str, Any]
    """Of the method."""
    code: str
    """The SHA-256 of the code of this package that the digest is for."""
    time_limit: float = 0.0
    """Seconds that it may take; 0 is no limit. No result depends on it, so that it is not in the digest."""


def require_methods(plan: Plan) -> None:
    """Make every method of a plan once, so that a wrong one is found before anything is run."""
    for missing in missing_libraries(plan):
        raise missing


def missing_libraries(plan: Plan) -> Iterator[MissingLibraryError]:
    """Make every method of a plan once, and yield which libraries it or the run of any plan lacks."""
    for library in NEEDED:
        try:
            with needed_by("an experiment"):
                importlib.import_module(library)
        except MissingLibraryError as error:
            yield error
    for unit in dict.fromkeys(unit._replace(fold=1, seed=0) for unit in plan.units()):
        kind, options = plan.call(unit)
        try:
            method_for(kind, options)
        except SettingsError as error:
            raise PlanError(str(error), place=f"{unit.label} on {unit.dataset}") from None
        except MissingLibraryError as error:
            yield error


def load_data(plan: Plan, entry: DatasetEntry, data_dir: str | None = None) -> Data:
    """Load a data set of a plan and divide it."""
    if entry.scheme == "split":
        first, second = (
            (entry.file, entry.test_file) if entry.file else (f"{entry.source}-train", f"{entry.source}-test")
        )
        train = load_dataset(first, entry.labels, reading=entry.reading, data_dir=data_dir)
        # a file that stands by its name alone has the labels of the training data
        reading = train.reading or entry.reading
        test = load_dataset(second, entry.labels, schema=train.schema, reading=reading, data_dir=data_dir)
        return Data(train, test, (), digest({"train": data_digest(train), "test": data_digest(test)}))
    whole = load_dataset(entry.file or entry.source, entry.labels, reading=entry.reading, data_dir=data_dir)
    try:
        divided = folds(whole, entry.scheme, entry.n_folds, plan.folds_seed)
    except SettingsError as error:
        raise PlanError(
            f"expected {error.expected}, found {error.found}", place=f"data set {entry.name!r}: {error.name}"
        ) from None
    return Data(whole, whole, divided, data_digest(whole))


def task_of(plan: Plan, unit: Unit, sha256: str, code: str) -> Task:
    """Return the task of a unit, on data of this SHA-256, for code of this package of that one."""
    kind, options = plan.call(unit)
    entry = plan.dataset(unit.dataset)
    decides = {
        "data": sha256,
        "folds": [entry.scheme, entry.n_folds, plan.folds_seed, unit.fold],
        "method": [kind, options],
        "seed": unit.seed,
        "package": code,
    }
    return Task(unit, digest(decides), kind, options, code, plan.time_limit)


def perform(task: Task, train: Dataset, test: Dataset) -> UnitResult:
    """Do a task in this process; any error of its method becomes its result.

    It runs in one thread and shows no warnings.
    """
    outcome = failure = None
    start = time.perf_counter()
    with warnings.catch_warnings(), _one_thread():
        warnings.simplefilter("ignore")
        try:
            if this_code().sha256 != task.code:
                raise WorkersError(
                    "expected the code of mlslcs_ref that the run began with, found other code: it has changed, or "
                    "another version is installed here; resume with the unchanged code"
                )
            found = method_for(task.kind, task.options).evaluate(train, test, task.unit.seed)
            require_outcome(found)
            outcome = found
        # a method of any library may fail in any way, and none may end the others
        except (Exception, SystemExit) as error:  # noqa: BLE001
            failure = _failure(error)
    seconds = round(time.perf_counter() - start, 3)
    return UnitResult(task.unit, task.digest, outcome, failure, seconds, _versions())


def _one_thread() -> AbstractContextManager[Any]:
    """Let linear algebra use one thread: its sums differ between numbers of threads, and jobs share the processors."""
    with needed_by("an experiment"):
        from threadpoolctl import threadpool_limits  # noqa: PLC0415 - an extra
    limits: AbstractContextManager[Any] = threadpool_limits(1)
    return limits


def _failure(error: BaseException) -> Failure:
    frame, line = list(traceback.walk_tb(error.__traceback__))[-1]
    where = f"{frame.f_globals.get('__name__', '?')}, line {line}, in {frame.f_code.co_name}"
    try:
        message = str(error)
    except Exception:  # noqa: BLE001 - this is code of any library too
        message = "no message"
    # as a file of text can hold it
    message = message.encode("utf-8", "backslashreplace").decode("utf-8")
    return Failure(type(error).__name__, message[:LONGEST_MESSAGE], where)


def _versions() -> dict[str, str]:
    found = {
        "mlslcs_ref": __version__,
        "code": this_code().sha256[:LENGTH],
        "build": "compiled" if is_compiled() else "pure",
    }
    found["python"] = platform.python_version()
    found["system"] = f"{platform.system()} {platform.machine()}"
    found["cores"] = str(os.cpu_count())
    for library in LIBRARIES:
        with suppress(importlib.metadata.PackageNotFoundError):
            found[library] = importlib.metadata.version(library)
    return found


def guessed_cost(task: Task, train: Dataset) -> float:
    """Return the estimated cost of a unit, relative to that of others."""
    size = train.n_instances * train.n_labels
    if task.kind != MLS_LCS:
        return size * train.n_attributes / 1e6
    settings = Settings.profile(task.options.get("profile", "paper"), **task.options.get("settings", {}))
    return size * settings.passes * (1 + settings.population_size / 1000) / 1e6
