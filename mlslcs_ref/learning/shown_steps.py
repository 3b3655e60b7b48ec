"""Doing the steps of a run while showing where it is."""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

import numpy as np

from mlslcs_ref.core.assembly import index_for
from mlslcs_ref.documents.progress import Display, Status, display_on_stderr
from mlslcs_ref.learning.training import Training
from mlslcs_ref.metrics import accuracy
from mlslcs_ref.rulesets.consultation import RunConsultation
from mlslcs_ref.rulesets.pass_record import PassRecord

# between chunks of steps a signal is heard, also by a compiled core
CHUNK_SECONDS: Final = 0.1
MOST_STEPS: Final = 4096
WINDOW_SECONDS: Final = 15.0
FIRST_ESTIMATE_SECONDS: Final = 1.0
# an estimate takes its time once in so many times that time: 2.5% of the run
RARITY: Final = 40
MOST_INSTANCES: Final = 200


class AccuracyEstimate:
    """The training accuracy by BEST, estimated now and then on instances spread over the data."""

    def __init__(self, training: Training, clock: Callable[[], float] = time.monotonic) -> None:
        self.value: float | None = None
        self._training = training
        self._clock = clock
        self._due = clock() + FIRST_ESTIMATE_SECONDS
        n_instances = training.dataset.n_instances
        n_asked = min(n_instances, MOST_INSTANCES)
        asked = np.arange(n_asked) * n_instances // n_asked
        self._truth = training.dataset.Y[asked]
        self._index = index_for(training.learner.layout, training.dataset.matrix.taken(asked), training.settings)

    def renew(self) -> None:
        """Estimate again, unless that would slow the run down."""
        start = self._clock()
        if start < self._due:
            return
        predicted = RunConsultation(self._training.learner, self._index).best()
        found = accuracy(self._truth, predicted, self._training.settings.skip_empty)
        # NaN: there was nothing to average
        self.value = None if math.isnan(found) else found
        end = self._clock()
        self._due = end + max(FIRST_ESTIMATE_SECONDS, RARITY * (end - start))


class StepWatcher:
    """Shows where a run is that tells its steps."""

    def __init__(self, display: Display, n_steps: int, n_instances: int) -> None:
        self._display = display
        self._n_steps = n_steps
        self._n_instances = n_instances
        self._start = time.monotonic()

    def __call__(self, step: int) -> None:
        """Show that a step is done."""
        passed = time.monotonic() - self._start
        speed = step / passed if passed > 0.0 else 0.0
        self._display.show(
            Status(step, self._n_steps, step // self._n_instances, self._n_steps // self._n_instances, speed)
        )


class ShownSteps:
    """Does the steps of one run or of several in turn, and shows the progress between them."""

    def __init__(self, display: Display, clock: Callable[[], float] = time.monotonic) -> None:
        self._display = display
        self._clock = clock
        self._training: Training | None = None
        self._estimate: AccuracyEstimate | None = None
        self._marks: deque[tuple[float, int]] = deque()
        self._chunk = 1

    def __call__(self, training: Training, n_steps: int, last_pass: PassRecord | None = None) -> None:
        """Do so many steps, and show with where the run is how the last pass did on rows held out."""
        learner = training.learner
        if training is not self._training:
            self._training = training
            self._estimate = None if self._display.silent else AccuracyEstimate(training, self._clock)
            self._marks = deque([(self._clock(), learner.steps)])
            self._chunk = 1
        last = learner.steps + n_steps
        while learner.steps < last:
            self._advance(training, last - learner.steps, None if last_pass is None else last_pass.validation)

    def _advance(self, training: Training, most: int, held_out: float | None) -> None:
        learner, marks = training.learner, self._marks
        is_over = training.advance(min(self._chunk, most))
        now = self._clock()
        taken = now - marks[-1][0]
        marks.append((now, learner.steps))
        while len(marks) > 2 and now - marks[0][0] > WINDOW_SECONDS:
            marks.popleft()
        if taken > CHUNK_SECONDS:
            self._chunk = max(self._chunk // 2, 1)
        elif taken < CHUNK_SECONDS / 2 and self._chunk <= most:
            self._chunk = min(2 * self._chunk, MOST_STEPS)
        if is_over:
            # which can take longer than the steps did
            self._display.say("making the model ...")
            return
        if self._estimate is None:
            return
        self._estimate.renew()
        passed = now - marks[0][0]
        n_instances = training.dataset.n_instances
        self._display.show(
            Status(
                steps=learner.steps,
                n_steps=learner.n_steps,
                passes=learner.steps // n_instances,
                n_passes=learner.n_steps // n_instances,
                speed=(learner.steps - marks[0][1]) / passed if passed > 0.0 else 0.0,
                rules=learner.population.macro,
                accuracy=self._estimate.value,
                held_out=None if held_out is None or math.isnan(held_out) else held_out,
            )
        )


@contextmanager
def steps_on_stderr(wanted: bool) -> Iterator[ShownSteps | None]:
    """Give what does steps and shows on standard error where a run is; None if that is not wanted."""
    with display_on_stderr(quiet=not wanted) as display:
        yield ShownSteps(display) if wanted else None
