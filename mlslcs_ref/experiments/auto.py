"""The profile `auto` as a method of experiments: the kind `mls-lcs-auto`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from mlslcs_ref._given import require_given
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.experiments.methods import Outcome
from mlslcs_ref.extension.settings import AutoOptions, auto_settings
from mlslcs_ref.learning.train import train as learned
from mlslcs_ref.metrics import scores
from mlslcs_ref.rulesets.consultation import Consultation
from mlslcs_ref.rulesets.quality import held_out_labels


@dataclass(frozen=True)
class Auto:
    """A short ruleset, made for the training data (EXT-8).

    Notes
    -----
    The facts are `n_rules`, `n_tests` (the median of a rule), `n_unmatched` (test instances that no rule matches),
    `train_accuracy`, and `held_out_accuracy`, that on training instances each without itself (EXT-2).
    """

    max_rules: int | None = None
    max_tests: int | None = None
    """`max_rules`, `max_tests`: The most rules, and the most tests of a rule; see `AutoOptions`."""
    n_runs: int = 1
    """Runs whose rules are put together."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    """Settings of the runs that differ from the profile's."""

    def __post_init__(self) -> None:
        require_given("settings", self.settings, Mapping, "a table of settings")
        self._options()
        auto_settings(1, **self.settings)

    def _options(self) -> AutoOptions:
        return AutoOptions(max_rules=self.max_rules, max_tests=self.max_tests, n_runs=self.n_runs)

    def evaluate(self, train: Dataset, test: Dataset, seed: int) -> Outcome:
        """Learn from `train` and return the scores on `test`, under `labels`."""
        settings = auto_settings(train.n_attributes, **self.settings)
        model = learned(train, settings, seed, profile="auto", options=self._options())
        trained, asked = Consultation(model.ruleset, train.matrix), Consultation(model.ruleset, test.matrix)
        held_out = held_out_labels(model.thresholds, trained, train.Y)
        facts = {
            "n_rules": len(model.ruleset),
            "n_tests": float(np.median([len(rule.tests) for rule in model.rules])) if model.rules else 0.0,
            "n_unmatched": asked.n_unmatched,
            "train_accuracy": scores(train.Y, trained.predicted(None, model.thresholds)).accuracy,
            "held_out_accuracy": scores(train.Y, held_out).accuracy,
        }
        return Outcome({"labels": scores(test.Y, asked.predicted(None, model.thresholds))}, facts)
