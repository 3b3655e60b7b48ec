"""What all rivals share: how they learn, and how they are measured."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np
import numpy.typing as npt

from mlslcs_ref._given import brief, choice, whole
from mlslcs_ref.core.draws import Draws, PcgDraws
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.errors import DataError, SettingsError
from mlslcs_ref.experiments.methods import Outcome
from mlslcs_ref.experiments.rivals.features import Features, Numbers
from mlslcs_ref.metrics import scores

Flags = npt.NDArray[np.bool_]

BASES: Final = ("c45", "tree", "logistic", "forest", "svm")
"""Base learners: CART with the stopping and pruning of C4.5; a tree of depth 3; logistic regression; a forest of 100
trees; a support vector machine with a linear kernel, one against one for several classes. Who names one loads none."""


class LabelModel(Protocol):
    """The model of a rival."""

    @property
    def facts(self) -> Mapping[str, float]:
        """Numbers that describe the model, by name."""
        ...

    def predict(self, X: Numbers) -> Flags:
        """Return the labels of instances, at least one."""
        ...


class Rival(ABC):
    """A method that learns labels from numbers, without weights or missing values."""

    @abstractmethod
    def fit(self, X: Numbers, Y: Flags, draws: Draws) -> LabelModel:
        """Learn from features in [0, 1] and labels of at least one instance; draws decide what is left to chance."""

    def evaluate(self, train: Dataset, test: Dataset, seed: int) -> Outcome:
        """Learn from `train` and return the scores on `test`, of the same schema, under `labels`.

        The seed decides every draw.
        """
        require_shared_schema(train, test)
        whole("seed", seed, 0)
        features = Features.of(train)
        model = self.learned(features, train, PcgDraws(seed))
        return Outcome({"labels": scores(test.Y, model.predict(features.rows(test.X)))}, model.facts)

    def learned(self, features: Features, train: Dataset, draws: Draws) -> LabelModel:
        """Learn from a data set with its measurements; for a method that needs more than numbers."""
        return self.fit(features.rows(train.X), train.Y, draws)


@dataclass(frozen=True)
class Transformation(Rival):
    """A rival that turns many labels into problems that a base learner solves."""

    base: str = "c45"
    """One of `c45`, `tree`, `logistic`, `forest`, `svm`. The base learner, one of `BASES`."""

    def __post_init__(self) -> None:
        """Check the option."""
        choice("base", self.base, BASES)


def require_positive(name: str, value: object) -> None:
    """Refuse an option that is no finite number above 0."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < math.inf:
        raise SettingsError(name, "a finite number above 0", brief(value))


def require_shared_schema(train: Dataset, test: Dataset) -> None:
    """Refuse test data that a model of the training data cannot be measured on."""
    if train.schema != test.schema:
        raise DataError(f"expected the attributes and labels of {train.name}, found others", test.name)
    if test.n_instances == 0:
        raise DataError("no data rows, expected at least one to test on", test.name)
