"""The paper's three metrics of a multi-label prediction, and the usual ones of each label.

All take the labels `truth` and the prediction `predicted`, boolean arrays or other indicators of shape (n_instances,
n_labels), in this order, and are means over instances, summed from left to right. Clauses: MET-A.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple, TypeAlias, get_args

import numpy as np
import numpy.typing as npt

from mlslcs_ref.data.frames import is_frame
from mlslcs_ref.data.indicator import indicator
from mlslcs_ref.errors import DataError

Flags = npt.NDArray[np.bool_]


class Scores(NamedTuple):
    """The three metrics of one prediction.

    Parameters
    ----------
    accuracy : float
        Mean Jaccard index, in [0, 1], the larger the better.
    exact_match : float
        Subset accuracy, in [0, 1], the larger the better.
    hamming_loss : float
        Share of wrong labels, in [0, 1], the smaller the better.
    """

    accuracy: float
    exact_match: float
    hamming_loss: float

    def to_dict(self) -> dict[str, float | None]:
        """Return them as values for JSON; null stands where one is not defined."""
        return {name: None if math.isnan(value) else value for name, value in self._asdict().items()}


Metric: TypeAlias = Literal["accuracy", "exact_match", "hamming_loss"]
METRICS: Final[tuple[Metric, ...]] = get_args(Metric)
SMALLER_IS_BETTER: Final[frozenset[str]] = frozenset({"hamming_loss"})
"""The metrics that are losses."""
METRIC_NAMES: Final[Mapping[str, str]] = MappingProxyType(
    {"accuracy": "accuracy", "exact_match": "exact match", "hamming_loss": "Hamming loss"}
)
"""What tables call the metrics."""
METRIC_TITLES: Final[Mapping[str, str]] = MappingProxyType(
    {metric: name.capitalize() for metric, name in METRIC_NAMES.items()}
)
"""How a title begins with one."""


class LabelScores(NamedTuple):
    """How well one label is predicted.

    Parameters
    ----------
    n_wanted : int
        Instances that have it.
    n_predicted : int
        Instances for which it was predicted.
    n_right : int
        Instances that have it and for which it was predicted.
    """

    n_wanted: int
    n_predicted: int
    n_right: int

    @property
    def precision(self) -> float:
        """The share of the predictions that are right; NaN where there are none."""
        return self.n_right / self.n_predicted if self.n_predicted else float("nan")

    @property
    def recall(self) -> float:
        """The share of the instances with the label that were found; NaN where there are none."""
        return self.n_right / self.n_wanted if self.n_wanted else float("nan")

    @property
    def f1(self) -> float:
        """The harmonic mean of both; NaN if the label is neither true nor predicted."""
        n = self.n_wanted + self.n_predicted
        return 2.0 * self.n_right / n if n else float("nan")

    def to_dict(self) -> dict[str, int | float | None]:
        """Return all of it as values for JSON; null stands where a number is not defined."""
        shares = {"precision": self.precision, "recall": self.recall, "f1": self.f1}
        return {**self._asdict(), **{name: None if math.isnan(share) else share for name, share in shares.items()}}


def accuracy(truth: Flags, predicted: Flags, skip_empty: bool = False) -> float:
    """Return the mean of |Y and H| / |Y or H|.

    Parameters
    ----------
    truth, predicted : ndarray of shape (n_instances, n_labels)
        Y and H of every instance.
    skip_empty : bool
        What happens to an instance with both sets empty: it counts 1, or leaves the mean (`authors`).

    Returns
    -------
    float
        In [0, 1]; NaN if no instance is left in the mean.
    """
    shares = accuracies(truth, predicted, skip_empty)
    return _mean(shares[~np.isnan(shares)])


def accuracies(truth: Flags, predicted: Flags, skip_empty: bool = False) -> npt.NDArray[np.float64]:
    """Return |Y and H| / |Y or H| of every instance, NaN for those that leave the mean; see `accuracy`."""
    truth, predicted = _checked(truth, predicted)
    both = (truth & predicted).sum(axis=1)
    either = (truth | predicted).sum(axis=1)
    empty = either == 0
    return np.where(empty, np.nan if skip_empty else 1.0, both / np.where(empty, 1, either))


def exact_match(truth: Flags, predicted: Flags) -> float:
    """Return the share of instances whose labels are all right; NaN without instances."""
    truth, predicted = _checked(truth, predicted)
    return _mean((truth == predicted).all(axis=1).astype(float))


def hamming_loss(truth: Flags, predicted: Flags) -> float:
    """Return the share of wrong labels over all instances and labels; NaN without instances."""
    truth, predicted = _checked(truth, predicted)
    n_cells = truth.size
    return float((truth != predicted).sum()) / n_cells if n_cells else float("nan")


def scores(truth: Flags, predicted: Flags, skip_empty: bool = False) -> Scores:
    """Return all three metrics; `skip_empty` as in `accuracy`."""
    return Scores(accuracy(truth, predicted, skip_empty), exact_match(truth, predicted), hamming_loss(truth, predicted))


def label_scores(truth: Flags, predicted: Flags) -> tuple[LabelScores, ...]:
    """Return how well each label is predicted, in the order of the columns."""
    truth, predicted = _checked(truth, predicted)
    counts = (truth.sum(axis=0), predicted.sum(axis=0), (truth & predicted).sum(axis=0))
    return tuple(LabelScores(*found) for found in zip(*(count.tolist() for count in counts), strict=True))


def _checked(truth: Any, predicted: Any) -> tuple[Flags, Flags]:
    first, second = _flags(truth), _flags(predicted)
    if is_frame(truth) and is_frame(predicted):
        second = second[:, _places(list(truth.columns), list(predicted.columns))]
    if first.ndim != 2 or first.shape != second.shape:
        raise ValueError(
            f"expected two arrays of one shape (n_instances, n_labels), found {first.shape} and {second.shape}"
        )
    return first, second


def _flags(labels: Any) -> Flags:
    if isinstance(labels, np.ndarray) and labels.dtype == np.bool_:
        return labels
    return indicator(labels)[0]


def _places(wanted: list[Any], found: list[Any]) -> list[int]:
    if len(wanted) != len(found) or set(wanted) != set(found):
        raise DataError(f"expected the same labels in both, found {wanted} and {found}")
    return [found.index(name) for name in wanted]


def _mean(values: Any) -> float:
    # cumsum adds from left to right, sum does not
    return float(np.cumsum(values)[-1]) / len(values) if len(values) else float("nan")
