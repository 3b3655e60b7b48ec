"""Long runs: rows held out, callbacks, early stopping, and checkpoints.

Only early stopping changes what is learned: a watched run draws the same numbers as any other.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeAlias

import numpy as np

from mlslcs_ref._given import whole
from mlslcs_ref._signals import held_back
from mlslcs_ref.core.building import unheard
from mlslcs_ref.core.clustering import Told
from mlslcs_ref.core.events import Event, Observer
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.digest import data_parts
from mlslcs_ref.errors import SettingsError
from mlslcs_ref.extension.informed import Informed
from mlslcs_ref.learning.checkpoint import Best, Checkpoint, Stored, checkpoint_file
from mlslcs_ref.learning.history import History
from mlslcs_ref.learning.snapshot import Snapshot, rules_digest
from mlslcs_ref.learning.training import Kept, Stream, Training
from mlslcs_ref.learning.watch import Moment, Watch, steps_between
from mlslcs_ref.metrics import Metric
from mlslcs_ref.parts import Parts
from mlslcs_ref.rulesets.context import RuleContext
from mlslcs_ref.rulesets.model import Model
from mlslcs_ref.rulesets.pass_record import PassRecord
from mlslcs_ref.rulesets.ruleset import RuleSet
from mlslcs_ref.settings import Settings

Advance: TypeAlias = Callable[[Training, int, PassRecord | None], object]
"""Does so many steps of a run, and may show where it is, and what the last pass was like."""


class WatchedRun:
    """A watched run. The parameters are those of `Training`, and the following.

    Parameters
    ----------
    watch : Watch
        What accompanies it.
    place : int
        Number of this run among several, from 1, for the name of its checkpoint file.
    history : History, optional
        Records the passes; by default one is made if the watch needs it.
    """

    def __init__(
        self,
        dataset: Dataset,
        settings: Settings,
        seed: int,
        watch: Watch,
        *,
        profile: str = "paper",
        stream: Stream = "pcg64",
        observer: Observer | None = None,
        init: RuleSet | None = None,
        parts: Parts | None = None,
        place: int = 1,
        history: History | None = None,
        clustered: Told = unheard,
        informed: Informed | None = None,
    ) -> None:
        self.watch = watch
        if history is None and watch.is_recording:
            history = History(held_out=watch.validation)
        self.history = history
        self._n_before = 0 if history is None else len(history.records)
        self._best: Best | None = None
        self._stopped = self._is_hurried = False
        self._called_at = self._written_at = -1
        self._stored: Stored | None = None
        if watch.checkpoint is not None:
            if parts is not None:
                raise SettingsError(
                    "checkpoint", "no parts of your own, because their state is unknown", repr(parts.names)
                )
            run = {
                "profile": profile,
                "stream": stream,
                "seed": whole("seed", seed),
                # some settings are chosen by the data
                "data": data_parts(dataset, "data"),
                "settings": settings.as_dict(),
                "rules to start from": None if init is None else rules_digest(init),
                "rows held out": None if watch.validation is None else data_parts(watch.validation, "rows held out"),
                "patience": watch.patience,
                "record of passes": history is not None,
            }
            self._stored = Stored(checkpoint_file(watch.checkpoint, place), run)
        resumed: Callable[[RuleContext], Snapshot] | None = None
        if watch.resume and self._stored is not None and self._stored.file.exists():
            resumed = partial(self._taken_up, self._stored)
        self.training = Training(
            dataset,
            settings,
            seed,
            profile=profile,
            stream=stream,
            observer=_both(observer, history),
            init=init,
            parts=parts,
            resumed=resumed,
            clustered=clustered,
            informed=informed,
        )

    def _taken_up(self, stored: Stored, context: RuleContext) -> Snapshot:
        found = stored.read(context)
        if self.history is not None and found.counts is not None:
            self.history.go_on([*self.history.records, *found.records], found.counts)
        self._best = found.best
        self._written_at = found.snapshot.steps
        if found.called:
            self._called_at = self._written_at
        return found.snapshot

    def complete(self, advance: Advance | None = None) -> None:
        """Do the rest of the run.

        A signal takes effect after the current step: a checkpoint is written, and KeyboardInterrupt is raised. `model`
        then has the run so far, and the run can continue.

        `advance` is called in place of `Training.advance`.
        """
        do = advance or _advance
        try:
            self._write()
            while not self._is_over():
                do(self.training, self._steps_to_do(), self.records[-1] if self.records else None)
        except KeyboardInterrupt:
            self._is_hurried = True
            self._write()
            # no second signal came meanwhile: there is time to make a model
            self._is_hurried = False
            raise

    def _is_over(self) -> bool:
        """Do what is due between two steps, and return whether the run is over."""
        learner, n_instances = self.training.learner, self.training.dataset.n_instances
        history = self.history
        record: PassRecord | None = None
        if history is not None:
            if learner.steps and learner.steps % n_instances == 0:
                if len(history.records) - self._n_before < learner.steps // n_instances:
                    record = history.record_of(learner)
                    # a checkpoint must not have one of both without the other
                    with held_back():
                        history.keep(record)
                        self._compare(record)
                record = history.records[-1]
            if learner.steps != self._called_at:
                self._call(Moment(self.training, history, record))
                # only now: a callback that a signal prevented or interrupted is called when the run is resumed
                self._called_at = learner.steps
        is_over = self._stopped or self._is_patience_over() or learner.steps >= learner.n_steps
        every = self.watch.every or n_instances
        if is_over or learner.steps // every > self._written_at // every:
            self._write()
        return is_over

    def _call(self, moment: Moment) -> None:
        for callback in self.watch.callbacks:
            every = steps_between(callback)
            if moment.step and (moment.record is not None if every is None else moment.step % every == 0):
                found = callback(moment)
                self._stopped = self._stopped or (isinstance(found, bool | np.bool_) and bool(found))

    def _compare(self, record: PassRecord) -> None:
        if self.watch.patience is None:
            return
        if self._best is None or _worth(record) > _worth(self.records[self._best.number - 1]):
            self._best = Best(record.number, self.training.kept())

    @property
    def records(self) -> Sequence[PassRecord]:
        """The records of the passes so far."""
        return () if self.history is None else self.history.records

    def _is_patience_over(self) -> bool:
        patience = self.watch.patience
        return patience is not None and self._best is not None and len(self.records) - self._best.number >= patience

    def _steps_to_do(self) -> int:
        learner, n_instances = self.training.learner, self.training.dataset.n_instances
        marks = [] if self.history is None else [n_instances]
        marks += [every for every in map(steps_between, self.watch.callbacks) if every is not None]
        if self._stored is not None:
            marks.append(self.watch.every or n_instances)
        return min([mark - learner.steps % mark for mark in marks] + [learner.n_steps - learner.steps])

    def _write(self) -> None:
        """Write a checkpoint, if any are wanted and there is none of this step."""
        learner, history = self.training.learner, self.history
        if self._stored is None or learner.steps == self._written_at:
            return
        counts = None if history is None else history.counts
        records = self.records[self._n_before :]
        called = self._called_at == learner.steps
        self._stored.write(Checkpoint(self.training.snapshot(), called, records, counts, self._best))
        self._written_at = learner.steps

    @property
    def has_model(self) -> bool:
        """Whether something was learned, and there is time to make a model of it."""
        return self.training.learner.steps > 0 and not self._is_hurried

    @property
    def is_hurried(self) -> bool:
        """Whether a second signal came while the checkpoint of the first was written."""
        return self._is_hurried

    @property
    def steps_left(self) -> int:
        """Steps up to the end of the run; 0 if patience or a callback has ended it."""
        learner = self.training.learner
        return 0 if self._stopped or self._is_patience_over() else learner.n_steps - learner.steps

    def kept(self) -> Kept:
        """Return the result: with `patience` the rules of the best pass, else the current ones."""
        return self.training.kept() if self._best is None else self._best.kept

    def model(self, metric: Metric = "accuracy") -> Model:
        """Return the model of the run, with its history, and thresholds chosen on the training data."""
        model = self.training.model(metric, self.records, self.kept())
        return replace(model, record=replace(model.record, steps_left=self.steps_left))


def _advance(training: Training, n_steps: int, _last: PassRecord | None) -> None:
    training.advance(n_steps)


def _worth(record: PassRecord) -> float:
    """Return the accuracy on rows held out; without any, a value below all accuracies."""
    found = record.validation
    return -1.0 if found is None or math.isnan(found) else found


def _both(observer: Observer | None, history: History | None) -> Observer | None:
    if observer is None or history is None:
        return observer or history

    def told(event: Event) -> None:
        history(event)
        observer(event)

    return told
