"""What watches a run: rows held out, callbacks, patience, checkpoints."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

from mlslcs_ref._given import brief, listed_given, truth, whole
from mlslcs_ref.atomic import make_folder, require_path, require_writable
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.errors import CheckpointError, SettingsError
from mlslcs_ref.learning.checkpoint import checkpoint_file
from mlslcs_ref.learning.history import History
from mlslcs_ref.learning.training import Training
from mlslcs_ref.rulesets.pass_record import PassRecord
from mlslcs_ref.rulesets.ruleset import RuleSet


class Moment:
    """The state of a run, as a callback sees it; nothing in it can change the run.

    Attributes
    ----------
    step, n_steps : int
        Steps done, and of the whole run.
    passes : int
        Passes done.
    record : PassRecord or None
        The record of the pass that has just ended; None within a pass.
    """

    def __init__(self, training: Training, history: History, record: PassRecord | None) -> None:
        learner = training.learner
        self.step, self.n_steps = learner.steps, learner.n_steps
        self.passes = learner.steps // training.dataset.n_instances
        self.record = record
        self.__training = training
        self.__history = history

    def __repr__(self) -> str:
        return f"<Moment: step {self.step} of {self.n_steps}>"

    @cached_property
    def _accuracies(self) -> tuple[float, float | None]:
        if self.record is not None:
            return self.record.accuracy, self.record.validation
        return self.__history.accuracies(self.__training.learner)

    @property
    def accuracy(self) -> float:
        """Accuracy by BEST on the training rows, in [0, 1]; NaN if none of them counts (MET-A)."""
        return self._accuracies[0]

    @property
    def validation(self) -> float | None:
        """The same on rows held out; None if there are none."""
        return self._accuracies[1]

    @cached_property
    def ruleset(self) -> RuleSet:
        """Copies of the rules; after the callback has returned, they may be later ones."""
        return self.__training.ruleset()


class Callback(Protocol):
    """Called at the end of each pass or, if it has an attribute `every`, after every so many steps.

    If it returns True the run ends; any other value is ignored.
    """

    def __call__(self, moment: Moment, /) -> object:
        """Look at a run."""


@dataclass(frozen=True, kw_only=True)
class Watch:
    """What accompanies a run."""

    validation: Dataset | None = None
    """Rows held out, with the schema of the training data: the record of every pass has the accuracy on them."""
    patience: int | None = None
    """A run ends after this many passes in a row without better accuracy by BEST on the rows held out. The model is
    that of the best pass (the first of equal ones), because the later passes brought nothing."""
    callbacks: Sequence[Callback] = ()
    """Called one after the other."""
    checkpoint: str | Path | None = None
    """A folder for checkpoints; it is created if it does not exist."""
    every: int | None = None
    """Steps between checkpoints; by default those of a pass."""
    resume: bool = False
    """Whether to resume from the checkpoint in the folder, if there is one. Otherwise a folder with checkpoints is
    refused."""
    history: bool = False
    """Whether to record passes even if nothing else needs it."""

    def __post_init__(self) -> None:
        for name in ("patience", "every"):
            if getattr(self, name) is not None:
                whole(name, getattr(self, name), 1)
        truth("resume", self.resume)
        if self.patience is not None and self.validation is None:
            raise SettingsError("patience", "rows held out (validation)", "none")
        if self.checkpoint is None and (self.every is not None or self.resume):
            name = "resume" if self.resume else "every"
            raise SettingsError(name, "a folder of checkpoints", "none")
        if self.checkpoint is not None:
            require_path("checkpoint", self.checkpoint, "a folder")
        object.__setattr__(self, "callbacks", listed_given("callbacks", self.callbacks, object, "functions"))
        for callback in self.callbacks:
            if not callable(callback):
                raise SettingsError("callbacks", "a function of a Moment", brief(callback))
            if steps_between(callback) is not None:
                whole("every of a callback", steps_between(callback), 1)

    @property
    def is_recording(self) -> bool:
        """Whether passes are recorded."""
        return self.history or self.validation is not None or bool(self.callbacks)

    def is_begun(self, run: int) -> bool:
        """Whether there is a checkpoint of a run, counted from 1."""
        return self.checkpoint is not None and os.path.exists(checkpoint_file(self.checkpoint, run))  # noqa: PTH110 - of a path too long

    def prepare(self, n_runs: int = 1) -> None:
        """Create the folder of checkpoints; without `resume` refuse one in which runs were begun."""
        if self.checkpoint is None:
            return
        for run in range(1, n_runs + 1):
            if self.is_begun(run) and not self.resume:
                file = str(checkpoint_file(self.checkpoint, run))
                raise CheckpointError("another run began in this folder; resume it, or choose another folder", file)
        make_folder(self.checkpoint)
        require_writable(checkpoint_file(self.checkpoint, 1))


def steps_between(callback: Callback) -> Any:
    """Return the number of steps between calls of a callback; None if it is called after each pass."""
    return getattr(callback, "every", None)
