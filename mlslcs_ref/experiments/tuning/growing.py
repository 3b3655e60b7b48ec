"""A run that is measured at intervals, and stopped when it is good enough: the kind `mls-lcs-growing`."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from mlslcs_ref._given import brief, choice, require_given, whole
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.errors import SettingsError
from mlslcs_ref.experiments.methods import Outcome
from mlslcs_ref.experiments.mls_lcs import model_scores, run_point
from mlslcs_ref.learning.training import Training
from mlslcs_ref.rulesets.consultation import METHODS, Consultation, Method
from mlslcs_ref.settings import Settings


@dataclass(frozen=True)
class Growing:
    """MlS-LCS, trained until its accuracy on the other data exceeds a goal.

    Those other data decide how long training lasts, so that they are no test data: what is measured on them is no
    estimate of what the rules do on new data.

    Notes
    -----
    The facts are `n_passes`, how many were done, and `reached`, 1 if the goal was exceeded. The curve has a point for
    each look.
    """

    profile: str = "paper"
    """The profile that `settings` change. Its update-only passes are left out."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    """Settings that differ from the profile's; `passes` is how many there are at most."""
    every: int = 100
    """After how many passes accuracy is looked at; it is so after the last, too."""
    goal: float = 1.0
    """What accuracy is to exceed, in [0, 1]."""
    method: Method = "ival"
    """The way of deciding."""

    def __post_init__(self) -> None:
        require_given("settings", self.settings, Mapping, "a table of settings")
        self._settings()
        whole("every", self.every, 1)
        if type(self.goal) not in {int, float} or not 0.0 <= self.goal <= 1.0:
            raise SettingsError("goal", "a number from 0 to 1", brief(self.goal))
        choice("method", self.method, METHODS)

    def _settings(self) -> Settings:
        return Settings.profile(self.profile, **{**self.settings, "update_only": 0.0})

    def evaluate(self, train: Dataset, test: Dataset, seed: int) -> Outcome:
        """Do a run on `train` until it is good enough on `test`."""
        training = Training(train, self._settings(), seed, profile=self.profile)
        most = training.learner.n_steps // train.n_instances
        curve = []
        reached = False
        for number in training.passes():
            if number % self.every == 0 or number == most:
                point = run_point(training, "accuracy", test)
                curve.append(point)
                accuracy = point[f"test_accuracy_{self.method}"]
                # a mean over nothing, which is not a number, exceeds nothing
                reached = not math.isnan(accuracy) and accuracy > self.goal
                if reached:
                    break
        model = training.model()
        facts = {"n_passes": training.learner.steps // train.n_instances, "reached": int(reached)}
        return Outcome(model_scores(model, Consultation(model.ruleset, test.matrix), test), facts, tuple(curve))
