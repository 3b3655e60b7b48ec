"""How long a search takes, by the first moments of one of its runs."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, replace
from typing import Final

from mlslcs_ref._meant import counted
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.documents.progress import duration
from mlslcs_ref.experiments.tuning.search import EVERY, FOLDS, MOST_PASSES, Request
from mlslcs_ref.experiments.tuning.steps import CANDIDATES, PASSES
from mlslcs_ref.learning.training import Training
from mlslcs_ref.settings import Settings

TRIAL_SECONDS: Final = 2.0
LONG: Final = 300.0
PAPER: Final = Settings.paper().passes


@dataclass(frozen=True)
class Effort:
    """How fast the runs of a search are."""

    request: Request
    set_up: float
    a_pass: float
    """`set_up`, `a_pass`: Seconds until a run does its first step, and that a pass takes."""
    jobs: int = 1
    """How many runs are done at once."""

    @classmethod
    def of(cls, request: Request, dataset: Dataset, jobs: int) -> Effort:
        """Measure the first two seconds of a run."""
        start = time.perf_counter()
        training = Training(dataset, request.run_settings, request.seeds[0], profile=request.profile)
        begun = time.perf_counter()
        while not training.advance() and time.perf_counter() < begun + TRIAL_SECONDS:
            pass
        a_step = (time.perf_counter() - begun) / max(training.learner.steps, 1)
        return cls(request, begun - start, a_step * dataset.n_instances * (FOLDS - 1) / FOLDS, jobs)

    def seconds(self, passes: int, last_passes: int, by_size: bool = False) -> float:
        """Return how long the search takes with so many passes in the runs that compare candidates, and in the last.

        Runs take as long whatever N is, or `by_size` in proportion to it; both have been seen.
        """
        n_seeds, size = len(self.request.seeds), self.request.run_settings.population_size
        steps = [
            [max(n / size, 1.0) if by_size and name == "population_size" else 1.0 for n in values]
            for name, values in self._tried().items()
        ]
        largest = max((weight for step in steps for weight in step), default=1.0)
        runs = [(math.fsum(step), len(step), passes) for step in steps] + [(largest, 1, last_passes)]
        return math.fsum(
            weight * n_seeds / min(n * n_seeds, self.jobs) * (self.set_up + n_passes * self.a_pass)
            for weight, n, n_passes in runs
        )

    def ahead(self) -> str:
        """Say what the search will do, and how long that takes."""
        request, passes = self.request, self.request.run_settings.passes
        n_seeds = len(request.seeds)
        runs = counted(sum(map(len, self._tried().values())) * n_seeds, "run")
        least, most = min(request.every, request.most_passes), request.most_passes
        low, high = self.seconds(passes, least), self.seconds(passes, most, by_size=True)
        last = f"{counted(n_seeds, 'run')} with passes = {least} to {most}: {duration(low)} to {duration(high)}"
        advice = "; --minutes 5 does less, and `run` with the profile auto needs no tuning" if high > LONG else ""
        return f"{runs} with passes = {passes}, then {last} at the speed of the first steps{advice}"

    def within(self, seconds: float) -> Effort:
        """Return the search with as many passes as fit into this time, from 1 to those of the paper."""
        begin = self.seconds(0, 0, by_size=True)
        fit = (seconds - begin) / (self.seconds(PAPER, MOST_PASSES, by_size=True) - begin)
        passes, most, every = (max(1, int(n * min(fit, 1.0))) for n in (PAPER, MOST_PASSES, EVERY))
        settings = {**self.request.settings, PASSES: passes}
        return replace(self, request=replace(self.request, settings=settings, most_passes=most, every=every))

    def _tried(self) -> dict[str, tuple[float, ...]]:
        """Return the candidates that are compared, by setting."""
        tried = {name: tuple(self.request.candidates.get(name, values)) for name, values in CANDIDATES.items()}
        return {name: values for name, values in tried.items() if len(values) > 1}
