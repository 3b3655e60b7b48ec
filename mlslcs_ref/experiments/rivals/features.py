"""A data set as the numbers that trees, support vector machines and neighbours are computed from.

As Weka prepares data for its SMO, which the paper's rivals rest on: a missing value becomes the mean or the most
frequent value, a nominal attribute one indicator for each value, a number its place between the smallest and the
largest (which leaves the splits of a tree what they are). All of that is measured on training rows alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from mlslcs_ref.data.dataset import UNDECLARED, Dataset
from mlslcs_ref.data.schema import Attribute, ContinuousAttribute, NominalAttribute, Schema

Numbers = npt.NDArray[np.float64]

FARTHEST: Final = 1e6
"""Training ranges that a number may lie away: farther ones, infinity too, are set back, for trees count in 32 bits."""


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
    """Of shape (n_attributes,). What stands for a missing or undeclared value: the most frequent training code, the
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
