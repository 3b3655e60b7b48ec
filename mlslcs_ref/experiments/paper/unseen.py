"""How well a learner can do on unseen instances that answers with label sets it has seen in training.

Where most label sets are different, as in CAL500, that is a low bound, which results on unseen data keep and results on
training data break. It holds for every learner over label sets, such as LP or the nearest neighbour, however good.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.errors import DataError


class UnseenBounds(NamedTuple):
    """The best conceivable means over instances, each answered with the best label set of another instance.

    Parameters
    ----------
    accuracy, exact_match : float
        No mean is larger; in [0, 1].
    hamming_loss : float
        No mean is smaller; in [0, 1].
    n_label_sets, n_instances : int
        How many label sets the data have, and how many instances.
    """

    accuracy: float
    exact_match: float
    hamming_loss: float
    n_label_sets: int
    n_instances: int


def unseen_bounds(dataset: Dataset) -> UnseenBounds:
    """Return the bounds of a data set, if every instance is tested by a learner that was trained on some of the others.

    Parameters
    ----------
    dataset : Dataset
        At least two instances.

    Raises
    ------
    DataError
        If there are fewer.
    """
    if dataset.n_instances < 2:
        raise DataError("expected at least two instances, one to learn from and one to test", dataset.name)
    labels = dataset.Y.astype(np.float64)
    both = labels @ labels.T
    sizes = labels.sum(axis=1)
    either = sizes[:, np.newaxis] + sizes - both
    # two empty label sets agree
    alike = np.where(either == 0, 1.0, both / np.where(either == 0, 1.0, either))
    wrong = (either - both) / dataset.n_labels
    own = np.eye(dataset.n_instances, dtype=bool)
    best = np.where(own, -1.0, alike).max(axis=1)
    least = np.where(own, 2.0, wrong).min(axis=1)
    return UnseenBounds(
        float(np.cumsum(best)[-1]) / dataset.n_instances,
        int((least == 0).sum()) / dataset.n_instances,
        float(np.cumsum(least)[-1]) / dataset.n_instances,
        dataset.n_label_combinations,
        dataset.n_instances,
    )
