"""Where units run: in this process, or in processes of this machine. The results are the same.

Work is given out in the order in which it comes, and results are given as they come. Nobody but this process writes
files, so the others may be killed at any moment.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from typing import NamedTuple

from mlslcs_ref._signals import awaited
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.experiments.grid.child import DIED, Child
from mlslcs_ref.experiments.grid.results import UnitResult
from mlslcs_ref.experiments.grid.tasks import Data, Task, perform


class Work(NamedTuple):
    """A task, and the data that its own are a part of."""

    task: Task
    data: Data

    def arguments(self) -> tuple[Task, Dataset, Dataset]:
        """Return what `perform` is called with."""
        return self.task, *self.data.pair(self.task.unit.fold)


def done_here(work: Iterable[Work]) -> Iterator[UnitResult]:
    """Do work that has no time limit in this process, one unit after the other."""
    for some in work:
        yield perform(*some.arguments())


def done_by_processes(work: Iterable[Work], n: int) -> Iterator[UnitResult]:
    """Do work in `n` processes; a unit whose process dies is tried once more, alone, and fails if that dies too."""
    children = [Child() for _number in range(n)]
    idle: SimpleQueue[Child] = SimpleQueue()
    for child in children:
        idle.put(child)

    def done(some: Work) -> UnitResult:
        child = idle.get()
        try:
            return child.perform(*some.arguments())
        finally:
            idle.put(child)

    threads = ThreadPoolExecutor(n)
    try:
        given = {threads.submit(done, some): some for some in work}
        dead = []
        for future in awaited(given):
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
