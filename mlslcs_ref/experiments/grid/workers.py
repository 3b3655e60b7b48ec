"""Where units run: in this process, in processes of this machine, or on a Dask cluster. The results are the same.

Work is given out in the order in which it comes, and results are given as they come. Nobody but this process writes
files, so workers may be killed at any moment.
"""

from __future__ import annotations

import logging
import re
import warnings
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from itertools import islice
from queue import SimpleQueue
from typing import Any, Final, NamedTuple, Protocol

from mlslcs_ref._build import __version__, is_compiled
from mlslcs_ref._code import LENGTH, this_code
from mlslcs_ref._extra import needed_by
from mlslcs_ref.data import Dataset
from mlslcs_ref.errors import WorkersError
from mlslcs_ref.experiments.grid.child import DIED, Child, perform_in_time
from mlslcs_ref.experiments.grid.results import UnitResult
from mlslcs_ref.experiments.grid.tasks import Data, Task, perform

ANSWER_SECONDS: Final = 10
ADDRESS: Final = re.compile(r"(?:(?:tcp|tls|ucx|ws|wss)://)?[^/\s]+:[0-9]+")


class Work(NamedTuple):
    """A task, and the data that its own are a part of."""

    task: Task
    data: Data

    def arguments(self) -> tuple[Task, Dataset, Dataset]:
        """Return what `perform` is called with."""
        return self.task, *self.data.pair(self.task.unit.fold)


class Workers(Protocol):
    """What does the work."""

    n: int
    """How many units are done at once."""

    def results(self, work: Iterable[Work]) -> Iterator[UnitResult]:
        """Do the work, and give the results as they come."""
        ...


class Here:
    """The calling process, for work without a time limit."""

    n = 1

    def results(self, work: Iterable[Work]) -> Iterator[UnitResult]:
        """Do the work, one unit after the other."""
        for some in work:
            yield perform(*some.arguments())


class Processes:
    """Processes of this machine.

    Parameters
    ----------
    n : int
        How many.
    """

    def __init__(self, n: int) -> None:
        self.n = n

    def results(self, work: Iterable[Work]) -> Iterator[UnitResult]:
        """Do the work; a unit whose process dies is tried once more, alone, and has failed if that dies too."""
        children = [Child() for _number in range(self.n)]
        idle: SimpleQueue[Child] = SimpleQueue()
        for child in children:
            idle.put(child)

        def done(some: Work) -> UnitResult:
            child = idle.get()
            try:
                return child.perform(*some.arguments())
            finally:
                idle.put(child)

        threads = ThreadPoolExecutor(self.n)
        try:
            given = {threads.submit(done, some): some for some in work}
            dead = []
            for future in as_completed(given):
                if future.result().failure == DIED:
                    dead.append(given[future])
                else:
                    yield future.result()
            yield from map(done, dead)
        finally:
            for child in children:
                child.kill()
            threads.shutdown(cancel_futures=True)
            for child in children:
                child.close()


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
            If there is no answer, there are no workers, or they have other code or another build of this package.
        """
        with needed_by("an experiment on a cluster"):
            from distributed import Client  # noqa: PLC0415 - an extra
        if not ADDRESS.fullmatch(address):
            raise WorkersError(
                f"expected the address of a Dask scheduler, such as tcp://localhost:8786, found {address!r}"
            )
        connect: Any = Client
        with _quiet("distributed", "tornado"):
            try:
                client = connect(address, timeout=ANSWER_SECONDS, set_as_default=False)
            except OSError as error:
                raise WorkersError(f"no answer from a Dask scheduler at {address}: {error}") from None
            with client:
                _require_same_build(client, address)
                yield cls(client)

    def results(self, work: Iterable[Work]) -> Iterator[UnitResult]:
        """Do the work; a unit that workers die of, as often as the cluster allows, has failed.

        Raises
        ------
        WorkersError
            If the cluster is lost.
        """
        from distributed import KilledWorker  # noqa: PLC0415 - an extra
        from distributed import as_completed as completed  # noqa: PLC0415 - an extra

        given: dict[Any, Work] = {}

        def submitted(some: Work) -> Any:
            with warnings.catch_warnings():
                # of data that are large
                warnings.simplefilter("ignore")
                future = self._client.submit(perform_in_time, *some.arguments(), pure=False)
            given[future] = some
            return future

        left = iter(work)
        try:
            # no more at once than keeps all busy: each has data with it
            running = completed([submitted(some) for some in islice(left, self.n + 1)], loop=self._client.loop)
            for future in running:
                some = given.pop(future)
                for another in islice(left, 1):
                    running.add(submitted(another))
                try:
                    result = future.result()
                except KilledWorker:
                    result = UnitResult(some.task.unit, some.task.digest, failure=DIED)
                yield result
        except Exception as error:  # noqa: BLE001 - there are many ways to lose machines
            raise WorkersError(
                f"the connection to the Dask cluster is lost; finished units are kept: {error}"
            ) from None


@contextmanager
def _quiet(*libraries: str) -> Iterator[None]:
    """Silence the logs of loaded libraries; an error says what went wrong."""
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
            f"the workers at {address} cannot load mlslcs_ref; install the same version there: {error}"
        ) from None
    for worker, build in builds.items():
        if tuple(build) != _build():
            here, there = (_told(*some) for some in (_build(), build))
            raise WorkersError(f"{worker}: expected {here} of mlslcs_ref as here, found {there}; install it there")


def _told(release: str, code: str, compiled: bool) -> str:
    return f"the {'compiled' if compiled else 'pure'} build of version {release} (code {code})"
