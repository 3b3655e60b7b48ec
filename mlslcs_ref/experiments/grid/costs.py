"""Estimates of how long units take, improved by every unit that is finished."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping

from mlslcs_ref.data import Dataset
from mlslcs_ref.experiments.grid.plan import MLS_LCS
from mlslcs_ref.experiments.grid.results import UnitResult
from mlslcs_ref.experiments.grid.tasks import Task
from mlslcs_ref.experiments.grid.units import Unit
from mlslcs_ref.settings import Settings


def guessed_cost(task: Task, train: Dataset) -> float:
    """Return the estimated cost of a unit, relative to that of others."""
    size = train.n_instances * train.n_labels
    if task.kind != MLS_LCS:
        return size * train.n_attributes / 1e6
    settings = Settings.profile(task.options.get("profile", "paper"), **task.options.get("settings", {}))
    return size * settings.passes * (1 + settings.population_size / 1000) / 1e6


class Forecast:
    """An estimate of the time of units.

    Parameters
    ----------
    costs : mapping of Unit to float
        The units to be run, with their relative costs.
    n_workers : int
        How many are run at once.
    clock : callable
        Seconds.
    """

    def __init__(
        self, costs: Mapping[Unit, float], n_workers: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._left = dict(costs)
        self._costs = dict(costs)
        self._n_workers = n_workers
        self._clock = clock
        self._start = clock()
        self._seconds: dict[tuple[str, str], list[float]] = {}
        self._done_cost = self._done_seconds = 0.0

    def finished(self, result: UnitResult) -> None:
        """Learn how long a unit took."""
        unit = result.unit
        del self._left[unit]
        self._seconds.setdefault((unit.dataset, unit.method), []).append(result.seconds)
        self._done_cost += self._costs[unit]
        self._done_seconds += result.seconds

    @property
    def seconds_left(self) -> float | None:
        """How long it will take from now on; None while nothing is known."""
        if not self._left:
            return 0.0
        if not self._done_cost:
            return None
        expected = [self._expected(unit) for unit in self._left]
        left = math.fsum(expected) / self._n_workers
        # what is being run has begun: time that has passed and is not in any result yet
        begun = max(self._clock() - self._start - self._done_seconds / self._n_workers, 0.0)
        return max(left - begun, max(expected) - begun, 0.0)

    def _expected(self, unit: Unit) -> float:
        known = self._seconds.get((unit.dataset, unit.method))
        if known:
            return math.fsum(known) / len(known)
        return self._costs[unit] * self._done_seconds / self._done_cost
