"""Who does the work: this process, processes of this machine, or a Dask cluster. All give the same results.

Work is given out in the order in which it comes, and results are given as they come. Nobody but this process writes
files, so workers may be killed at any moment.
"""

from __future__ import annotations

import logging
import os
import re
import signal
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from typing import Any, Final, NamedTuple, Protocol

from mlslcs_ref._build import __version__, is_compiled
from mlslcs_ref.data import Dataset
from mlslcs_ref.errors import WorkersError
from mlslcs_ref.experiments.extra import needed_by
from mlslcs_ref.experiments.grid.code import LENGTH, this_code
from mlslcs_ref.experiments.grid.orphans import end_with
from mlslcs_ref.experiments.grid.results import UnitResult
from mlslcs_ref.experiments.grid.tasks import Data, Task
from mlslcs_ref.experiments.grid.time_limit import DIED, perform_in_time
from mlslcs_ref.experiments.grid.units import Unit

__all__ = ["Cluster", "Here", "Processes", "Work", "Workers"]

ANSWER_SECONDS: Final = 10
SAFE_PATH: Final = "PYTHONSAFEPATH"
ADDRESS: Final = re.compile(r"(?:(?:tcp|tls|ucx|ws|wss)://)?[^/\s]+:[0-9]+")


class Work(NamedTuple):
    """A task, and the data that its own are a part of."""

    task: Task
    data: Data

    def arguments(self) -> tuple[Task, Dataset, Dataset]:
        """Return what `perform_in_time` is called with."""
        return self.task, *self.data.pair(self.task.unit.fold)


class Workers(Protocol):
    """Whoever does work."""

    n: int
    """How many units are done at once."""

    def results(self, work: Iterable[Work]) -> Iterator[UnitResult]:
        """Do the work, and give the results as they come."""
        ...


class Here:
    """The process that asks."""

    n = 1

    def results(self, work: Iterable[Work]) -> Iterator[UnitResult]:
        """Do the work, one unit after the other."""
        for some in work:
            yield perform_in_time(*some.arguments())


class Processes:
    """Processes of this machine, started by loky.

    Parameters
    ----------
    n : int
        How many, from 2.
    """

    def __init__(self, n: int) -> None:
        self.n = n

    def results(self, work: Iterable[Work]) -> Iterator[UnitResult]:
        """Do the work; a unit whose process dies is tried once more, alone, and has failed if that dies too."""
        with needed_by("an experiment of several jobs"):
            from joblib.externals.loky.process_executor import TerminatedWorkerError  # noqa: PLC0415 - an extra
        try:
            with _search_path_handed_on():
                yield from _surviving(work, self._parallel, TerminatedWorkerError)
        finally:
            _end_processes()

    def _parallel(self, calls: Iterable[Any]) -> Iterator[UnitResult]:
        import joblib  # noqa: PLC0415 - an extra

        initializer = {"initializer": _in_worker, "initargs": (os.getpid(),)}
        with joblib.parallel_config(backend="loky", inner_max_num_threads=1, **initializer):
            # what is small needs no files to share memory by
            parallel = joblib.Parallel(
                self.n, return_as="generator_unordered", batch_size=1, pre_dispatch="n_jobs + 1", max_nbytes=None
            )
            yield from _unordered(parallel, calls)


class Cluster:
    """A Dask cluster that runs already.

    Parameters
    ----------
    client : distributed.Client
        Of the cluster.
    """

    def __init__(self, client: Any) -> None:
        self._client = client
        self.n = sum(client.ncores().values())

    @classmethod
    @contextmanager
    def at(cls, address: str) -> Iterator[Cluster]:
        """Connect to the scheduler at an address, for a while.

        Raises
        ------
        WorkersError
            If nobody answers there, there are no workers, or they have other code or another build of this package.
        """
        with needed_by("an experiment on a cluster"):
            from distributed import Client  # noqa: PLC0415 - an extra
        if not ADDRESS.fullmatch(address):
            raise WorkersError(f"expected the address of a Dask scheduler, as tcp://localhost:8786, found {address!r}")
        connect: Any = Client
        with _quiet("distributed", "tornado"):
            try:
                client = connect(address, timeout=ANSWER_SECONDS, set_as_default=False)
            except OSError as error:
                raise WorkersError(f"no Dask scheduler answers at {address}: {error}") from None
            with client:
                _require_same_build(client, address)
                yield cls(client)

    def results(self, work: Iterable[Work]) -> Iterator[UnitResult]:
        """Do the work; a unit that workers die of is tried once more, alone, and has failed if they die again.

        Raises
        ------
        WorkersError
            If the cluster is lost.
        """
        from distributed import KilledWorker  # noqa: PLC0415 - an extra

        try:
            yield from _surviving(work, self._parallel, KilledWorker)
        except Exception as error:  # noqa: BLE001 - there are many ways to lose machines
            raise WorkersError(f"the Dask cluster is lost, what was done is kept: {error}") from None

    def _parallel(self, calls: Iterable[Any]) -> Iterator[UnitResult]:
        import joblib  # noqa: PLC0415 - an extra

        with joblib.parallel_config(backend="dask", client=_Busy(self._client)):
            yield from _unordered(joblib.Parallel(self.n, return_as="generator_unordered", batch_size=1), calls)


class _Busy:
    """A client with at least two processors: joblib does the work of a cluster with one in the process that asks."""

    def __init__(self, client: Any) -> None:
        self._client = client

    def ncores(self) -> dict[str, int]:
        """Return the processors of each worker."""
        return {**self._client.ncores(), "another": 1}

    def __getattr__(self, name: str) -> Any:
        """Be the client in everything else."""
        return getattr(self._client, name)


def _surviving(
    work: Iterable[Work], run: Callable[[Iterable[Any]], Iterator[UnitResult]], death: type[Exception]
) -> Iterator[UnitResult]:
    """Do work by `run` and go on when workers die; what was with them then is tried again, one unit at a time."""
    left = list(work)
    while left:
        given: list[Work] = []
        done: set[Unit] = set()
        try:
            for result in run(_calls(left, given)):
                done.add(result.unit)
                yield result
        except death:
            for suspect in [some for some in given if some.task.unit not in done]:
                done.add(suspect.task.unit)
                yield _alone(suspect, run, death)
        left = [some for some in left if some.task.unit not in done]


def _alone(work: Work, run: Callable[[Iterable[Any]], Iterator[UnitResult]], death: type[Exception]) -> UnitResult:
    try:
        (result,) = run(_calls([work], []))
    except death:
        return UnitResult(work.task.unit, work.task.digest, failure=DIED)
    return result


def _calls(work: Iterable[Work], given: list[Work]) -> Iterator[Any]:
    """Give out work, and keep what has been given."""
    import joblib  # noqa: PLC0415 - an extra

    for some in work:
        given.append(some)
        yield joblib.delayed(perform_in_time)(*some.arguments())


def _unordered(parallel: Any, calls: Iterable[Any]) -> Iterator[UnitResult]:
    with warnings.catch_warnings(), closing(parallel(calls)) as found:
        # of results that are not fetched when a run is given up
        warnings.simplefilter("ignore")
        yield from found


@contextmanager
def _quiet(*libraries: str) -> Iterator[None]:
    """Let libraries that are loaded log nothing, as what is to be said of their troubles is said in an error."""
    names = [name for name in logging.root.manager.loggerDict if name.partition(".")[0] in libraries]
    before = {name: (logger.handlers, logger.propagate) for name in names for logger in [logging.getLogger(name)]}
    for name in names:
        logging.getLogger(name).handlers = [logging.NullHandler()]
        logging.getLogger(name).propagate = False
    try:
        yield
    finally:
        for name, (handlers, propagate) in before.items():
            logging.getLogger(name).handlers = handlers
            logging.getLogger(name).propagate = propagate


@contextmanager
def _search_path_handed_on() -> Iterator[None]:
    """Let processes that are started here keep the current directory off their search path, if this one does (-P)."""
    before = os.environ.get(SAFE_PATH)
    if sys.flags.safe_path:
        os.environ[SAFE_PATH] = "1"
    try:
        yield
    finally:
        if before is None:
            os.environ.pop(SAFE_PATH, None)


def _in_worker(parent: int) -> None:
    """Let a process end when its parent says so, and not be its own master: on Ctrl-C, or when the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with(parent, lambda: os._exit(1))


def _end_processes() -> None:
    from joblib.externals.loky import get_reusable_executor  # noqa: PLC0415 - an extra

    get_reusable_executor().shutdown(wait=True)


def _build() -> tuple[str, str, bool]:
    return __version__, this_code().sha256[:LENGTH], is_compiled()


def _require_same_build(client: Any, address: str) -> None:
    try:
        client.wait_for_workers(1, timeout=ANSWER_SECONDS)
        builds = client.run(_build)
    except TimeoutError:
        raise WorkersError(f"the Dask scheduler at {address} has no workers; start some") from None
    except Exception as error:  # noqa: BLE001 - what a worker lacks comes back as a bare exception
        raise WorkersError(
            f"the workers at {address} cannot load mlslcs_ref, install there what is installed here: {error}"
        ) from None
    for worker, build in builds.items():
        if tuple(build) != _build():
            here, there = (_told(*some) for some in (_build(), build))
            raise WorkersError(f"{worker}: expected {here} of mlslcs_ref as here, found {there}; install it there")


def _told(release: str, code: str, compiled: bool) -> str:
    return f"the {'compiled' if compiled else 'pure'} build of version {release} (code {code})"
