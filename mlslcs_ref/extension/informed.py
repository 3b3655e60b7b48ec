"""Covering that prefers attributes that say something about the labels, and present words to absent ones (EXT-9)."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from bitarray import bitarray

from mlslcs_ref.core.assembly import Assembly
from mlslcs_ref.core.covering import Covering
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.schema import BinaryAttribute, ContinuousAttribute
from mlslcs_ref.extension.exact import Flags, Numbers, on_grid, summed

UNIT: Final = 1 << 20
"""Weights are counted in this part of 1."""
GROUPS: Final = 6
"""Into how many groups of about as many instances the values of a continuous attribute are put."""
TOGETHER: Final = 256
"""Groups whose labels are counted in one go."""


class Informed:
    """How readily covering tests each attribute of an instance."""

    def __init__(self, dataset: Dataset) -> None:
        telling = _telling(dataset)
        total = float(telling.sum())
        share = telling * dataset.n_attributes / (2.0 * total) if total else 0.5
        self._of_attribute = on_grid(0.5 + share, UNIT) * np.ones(dataset.n_attributes)
        self._is_binary = np.array([isinstance(one, BinaryAttribute) for one in dataset.schema.attributes], dtype=bool)
        present = np.array([int((~np.isnan(column.numbers)).sum()) for column in dataset.matrix.columns()])
        with_one = np.array([int((column.numbers == 1.0).sum()) for column in dataset.matrix.columns()])
        others = (with_one, present - with_one)
        self._rarity = tuple(2.0 * count / np.maximum(present, 1) for count in others)

    def weights(self, values: list[float]) -> Numbers:
        """Return w of every attribute for an instance, in whole parts of 2^-20; 0 where its value is missing."""
        row = np.array(values)
        rarity = np.where(self._is_binary, np.where(row == 1.0, self._rarity[1], self._rarity[0]), 1.0)
        weights: Numbers = np.where(np.isnan(row), 0.0, np.rint(self._of_attribute * rarity))
        return weights


def activation(weights: Numbers, expected: float) -> Numbers:
    """Return the probabilities min(1, c w) of attributes of these weights that sum to the tests expected on average.

    All above 0 are 1 if there are no more of them. Weights are whole numbers from 0.
    """
    falling = np.sort(weights[weights > 0.0])[::-1]
    if len(falling) <= expected:
        return (weights > 0.0).astype(np.float64)
    rest, left = float(falling.sum()), expected
    for weight in falling.tolist():
        if left * weight <= rest:
            break
        rest, left = rest - weight, left - 1.0
    probabilities: Numbers = np.minimum(1.0, weights * (left / rest))
    return probabilities


def _telling(dataset: Dataset) -> Numbers:
    """Return s of every attribute, in whole parts of 2^-20."""
    found: list[float] = []
    waiting: list[Flags] = []
    n_waiting = 0
    for index in range(dataset.n_attributes):
        waiting.append(_groups(dataset, index))
        n_waiting += len(waiting[-1])
        if n_waiting >= TOGETHER or index == dataset.n_attributes - 1:
            ends = np.cumsum([len(groups) for groups in waiting])[:-1]
            together = np.concatenate(waiting)
            counts = np.split(summed(together, dataset.Y), ends)
            sizes = np.split(together.sum(axis=1).astype(np.float64), ends)
            surplus = [_surplus(*both) for both in zip(counts, sizes, strict=True)]
            found += np.rint(np.sqrt(np.array(surplus) * UNIT)).tolist()
            waiting, n_waiting = [], 0
    return np.array(found)


def _groups(dataset: Dataset, index: int) -> Flags:
    """Return which instances are in which group of an attribute, of shape (n_groups, n_instances)."""
    column = dataset.matrix.column(index).numbers
    present = column[~np.isnan(column)]
    if len(present) and isinstance(dataset.schema.attributes[index], ContinuousAttribute):
        edges = np.sort(present)[np.arange(1, GROUPS) * len(present) // GROUPS]
        column = np.where(np.isnan(column), np.nan, np.searchsorted(edges, column, side="right"))
        present = column[~np.isnan(column)]
    flags: Flags = column == np.unique(present)[:, None]
    return flags


def _surplus(counts: Numbers, sizes: Numbers) -> float:
    """Return what the groups of instances explain of all labels beyond chance, in whole parts of 2^-20.

    Parameters
    ----------
    counts : ndarray of shape (n_groups, n_labels)
        Instances of each group that have the label.
    sizes : ndarray of shape (n_groups,)
        All of them.
    """
    n = float(sizes.sum())
    frequency = counts.sum(axis=0) / max(n, 1.0)
    spread = n * frequency * (1.0 - frequency)
    explained = np.zeros(counts.shape[1])
    for count, size in zip(counts, sizes.tolist(), strict=True):
        explained += (count - size * frequency) ** 2 / size
    share = np.where(spread > 0.0, explained / np.where(spread > 0.0, spread, 1.0), 0.0)
    chance = (len(sizes) - 1) / n if n else 0.0
    return float(on_grid(np.maximum(share - chance, 0.0), UNIT).sum())


class InformedAssembly(Assembly):
    """The parts of a run whose covering knows what attributes tell."""

    def __init__(self, informed: Informed | None, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._informed = informed

    def covering(self, p_hash: float, p_label_hash: float, missing_draws: bool) -> Covering:
        """Return the operator that makes rules of instances."""
        own = super().covering(p_hash, p_label_hash, missing_draws)
        return own if self._informed is None else _InformedCovering(own, self._informed)


class CoveringLike(Covering):
    """The base of a covering that does otherwise with the parameters of another."""

    def __init__(self, own: Covering) -> None:
        super().__init__(
            own.layout,
            own.draws,
            own.p_hash,
            own.p_label_hash,
            own.focus_specific,
            own.bounds_corrected,
            own.missing_draws,
            own.missing_match,
        )


class _InformedCovering(CoveringLike):
    def __init__(self, own: Covering, informed: Informed) -> None:
        super().__init__(own)
        self._informed = informed

    def generate(self, values: list[float], labels: bitarray, focus: int) -> bitarray:
        expected = (1.0 - self.p_hash) * len(values)
        p_hashes = (1.0 - activation(self._informed.weights(values), expected)).tolist()
        return self.layout.assembled(self.conditions(values, p_hashes), self.decided(len(labels), focus), labels)
