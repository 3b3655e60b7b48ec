"""What all rivals share: their draws, a data set as numbers, how they learn, and how they are measured.

Orders and samples come from a stream of draws, so that they are the same on every platform and with every release of
numpy. Data are prepared as Weka does for its SMO, which the paper's rivals rest on: a missing value becomes the mean or
the most frequent value, a nominal attribute one indicator for each value, a number its place between the smallest and
the largest (which leaves the splits of a tree what they are). All of that is measured on training rows alone.
"""

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
from mlslcs_ref.data.dataset import UNDECLARED, Dataset
from mlslcs_ref.data.schema import Attribute, ContinuousAttribute, NominalAttribute, Schema
from mlslcs_ref.errors import DataError, SettingsError
from mlslcs_ref.experiments.methods import Outcome
from mlslcs_ref.metrics import scores

Numbers = npt.NDArray[np.float64]
FARTHEST: Final = 1e6
"""Training ranges that a number may lie away: farther ones, infinity too, are set back, for trees count in 32 bits."""
Flags = npt.NDArray[np.bool_]
BASES: Final = ("c45", "tree", "logistic", "forest", "svm")
"""Base learners: CART with the stopping and pruning of C4.5; a tree of depth 3; logistic regression; a forest of 100
trees; a support vector machine with a linear kernel, one against one for several classes. Who names one loads none."""


def index(draws: Draws, n: int, purpose: str) -> int:
    """Draw one of 0 ... n - 1, all equally likely."""
    # the largest draw is 1 - 2^-53, and that times n is never rounded up to n
    return int(draws.unit(purpose) * n)


def distinct(draws: Draws, n: int, k: int, purpose: str) -> list[int]:
    """Draw `k` different numbers of 0 ... n - 1, in the order drawn; k <= n."""
    left = list(range(n))
    return [left.pop(index(draws, len(left), purpose)) for _ in range(k)]


def shuffled(draws: Draws, n: int, purpose: str) -> list[int]:
    """Draw an order of 0 ... n - 1."""
    return distinct(draws, n, n, purpose)


def bag(draws: Draws, n: int, purpose: str) -> list[int]:
    """Draw `n` numbers of 0 ... n - 1 with replacement: a bootstrap sample."""
    return [index(draws, n, purpose) for _ in range(n)]


def seed(draws: Draws, purpose: str) -> int:
    """Draw a seed for scikit-learn, below 2 ** 31."""
    return index(draws, 1 << 31, purpose)


@dataclass(frozen=True, eq=False)
class Features:
    """Measurements of training rows, by which rows of a data set become numbers."""

    schema: Schema
    """The attributes of the data."""
    low: Numbers
    high: Numbers
    """`low`, `high`: Of shape (n_attributes,). Smallest and largest present training value of continuous attributes;
    NaN where there is none."""
    filling: Numbers
    """Of shape (n_attributes,). What replaces a missing or undeclared value: the most frequent training code, the
    lowest of several, or the mean of the scaled training values; 0 where no training value is present."""

    @classmethod
    def of(cls, train: Dataset) -> Features:
        """Measure a training set."""
        train.require_trainable()
        ranges = np.array(train.ranges(), dtype=np.float64)
        low, high = ranges[:, 0], ranges[:, 1]
        filling = np.zeros(train.n_attributes)
        for number, attribute in enumerate(train.schema.attributes):
            column = train.matrix.column(number).numbers
            present = column[~np.isnan(column)]
            if not present.size:
                continue
            if isinstance(attribute, ContinuousAttribute):
                filling[number] = np.cumsum(_scaled(present, low[number], high[number]))[-1] / present.size
            else:
                filling[number] = np.argmax(np.bincount(present.astype(np.int64)))
        return cls(train.schema, low, high, filling)

    def rows(self, X: Numbers) -> Numbers:
        """Return the features of instances, of shape (n, n_features), without NaN.

        There is one column for each binary or continuous attribute, one for each value of another nominal one. Training
        rows lie in [0, 1]; a number that never varied in training is 0.
        """
        columns = [self._columns(X[:, number], number, each) for number, each in enumerate(self.schema.attributes)]
        return np.ascontiguousarray(np.hstack(columns))

    @property
    def weights(self) -> Numbers:
        """What each feature counts in a squared distance, of shape (n_features,).

        An indicator counts 1/2, because two different values of a nominal attribute differ in two of them; so they are
        1 apart, as in Weka, and as far as the ends of the range of a number.
        """
        return np.concatenate(
            [
                np.full(len(each.values), 0.5) if isinstance(each, NominalAttribute) else np.ones(1)
                for each in self.schema.attributes
            ]
        )

    def _columns(self, column: Numbers, number: int, attribute: Attribute) -> Numbers:
        unknown = np.isnan(column)
        if isinstance(attribute, ContinuousAttribute):
            column = _scaled(column, self.low[number], self.high[number])
        else:
            unknown |= column == UNDECLARED
        column = np.where(unknown, self.filling[number], column)
        if isinstance(attribute, NominalAttribute):
            return np.eye(len(attribute.values))[column.astype(np.int64)]
        return column[:, np.newaxis]


def _scaled(column: Numbers, low: float, high: float) -> Numbers:
    """Return (x - low) / (high - low), in halves, for the difference of two large numbers may be too large."""
    if not low < high:
        return np.zeros(len(column))
    return np.clip((column / 2 - low / 2) / (high / 2 - low / 2), -FARTHEST, FARTHEST)


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
