"""Who does the work: this process, processes of this machine, or a Dask cluster. All give the same results.

Work is given out in the order in which it comes, and results are given as they come. Nobody but this process writes
files, so workers may be killed at any moment.
"""

from __future__ import annotations

import os
import signal
import threading
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from typing import Any, Final, NamedTuple, Protocol

from mlslcs_ref._build import is_compiled, version
from mlslcs_ref.data import Dataset
from mlslcs_ref.errors import WorkersError
from mlslcs_ref.experiments.extra import needed_by
from mlslcs_ref.experiments.grid.results import Failure, UnitResult
from mlslcs_ref.experiments.grid.tasks import Task, perform

__all__ = ["Cluster", "Here", "Processes", "Work", "Workers"]

ANSWER_SECONDS: Final = 10
LOOK_SECONDS: Final = 1.0


class Work(NamedTuple):
    """A task with its data."""

    task: Task
    train: Dataset
    test: Dataset


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
        for task, train, test in work:
            yield perform(task, train, test)


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
        left = list(work)
        try:
            while left:
                given: list[Work] = []
                done = set()
                try:
                    for result in self._parallel(left, given):
                        done.add(result.unit)
                        yield result
                except _terminated():
                    for suspect in [some for some in given if some.task.unit not in done]:
                        done.add(suspect.task.unit)
                        yield self._alone(suspect)
                left = [some for some in left if some.task.unit not in done]
        finally:
            _end_processes()

    def _alone(self, work: Work) -> UnitResult:
        try:
            return next(iter(self._parallel([work], [])))
        except _terminated():
            failure = Failure("WorkersError", "its process was killed or ran out of memory", "unknown")
            return UnitResult(work.task.unit, work.task.digest, failure=failure)

    def _parallel(self, work: Sequence[Work], given: list[Work]) -> Iterator[UnitResult]:
        """Do the work, and keep in `given` what has been given out."""
        with needed_by("an experiment of several jobs"):
            import joblib  # noqa: PLC0415 - an extra
        initializer = {"initializer": _in_worker, "initargs": (os.getpid(),)}
        with joblib.parallel_config(backend="loky", inner_max_num_threads=1, **initializer):
            # no files in a folder for what is small
            parallel = joblib.Parallel(
                self.n, return_as="generator_unordered", batch_size=1, pre_dispatch="n_jobs + 1", max_nbytes=None
            )
            yield from _run(parallel, work, given.append)


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
            If nobody answers there, there are no workers, or they have another version or build of this package.
        """
        with needed_by("an experiment on a cluster"):
            from distributed import Client  # noqa: PLC0415 - an extra
        connect: Any = Client
        try:
            client = connect(address, timeout=ANSWER_SECONDS, set_as_default=False)
        except (OSError, ValueError) as error:
            raise WorkersError(f"no Dask scheduler answers at {address!r}: {error}") from None
        with client:
            _require_same_build(client, address)
            yield cls(client)

    def results(self, work: Iterable[Work]) -> Iterator[UnitResult]:
        """Do the work.

        Raises
        ------
        WorkersError
            If the cluster is lost.
        """
        import joblib  # noqa: PLC0415 - an extra, which the client is more than

        with joblib.parallel_config(backend="dask", client=self._client):
            parallel = joblib.Parallel(self.n, return_as="generator_unordered", batch_size=1, pre_dispatch="2 * n_jobs")
            yield from _run(parallel, list(work))


def _run(
    parallel: Any, work: Sequence[Work], tell: Callable[[Work], None] = lambda _work: None
) -> Iterator[UnitResult]:
    import joblib  # noqa: PLC0415 - an extra

    def calls() -> Iterator[Any]:
        for some in work:
            tell(some)
            yield joblib.delayed(perform)(*some)

    with warnings.catch_warnings(), closing(parallel(calls())) as found:
        # of results that are not fetched when a run is given up
        warnings.simplefilter("ignore")
        yield from found


def _in_worker(parent: int) -> None:
    """Let a process end when its parent says so, and not be its own master: on Ctrl-C, or when the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(LOOK_SECONDS)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _terminated() -> type[Exception]:
    from joblib.externals.loky.process_executor import TerminatedWorkerError  # noqa: PLC0415 - an extra

    kind: type[Exception] = TerminatedWorkerError
    return kind


def _end_processes() -> None:
    from joblib.externals.loky import get_reusable_executor  # noqa: PLC0415 - an extra

    get_reusable_executor().shutdown(wait=True)


def _build() -> tuple[str, bool]:
    return version(), is_compiled()


def _require_same_build(client: Any, address: str) -> None:
    try:
        client.wait_for_workers(1, timeout=ANSWER_SECONDS)
        builds = client.run(_build)
    except TimeoutError:
        raise WorkersError(f"the Dask scheduler at {address!r} has no workers; start some") from None
    except ModuleNotFoundError as error:
        raise WorkersError(
            f"the workers at {address!r} have no {error.name}; install there what is installed here"
        ) from None
    for worker, build in builds.items():
        if tuple(build) != _build():
            here, there = (_told(*some) for some in (_build(), build))
            raise WorkersError(f"{worker}: expected {here} of mlslcs_ref as here, found {there}; install it there")


def _told(package: str, compiled: bool) -> str:
    return f"the {'compiled' if compiled else 'pure'} build of version {package}"
