"""Choosing the few rules that together tell the labels of the training instances best (EXT-6).

Forward selection: again and again the rule that lowers the loss most. What a candidate would gain is a sum over its
instances, whose parts change only on the instances of the rule that was taken last, so a step costs little.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from mlslcs_ref.extension.exact import Flags, Numbers, on_grid, summed
from mlslcs_ref.extension.posterior import Support

__all__ = ["selected"]

SHRINKAGE: Final = 50.0
"""Instances that the frequency of a label counts for in the estimate of a rule, beside its own."""
GREATEST_WEIGHT: Final = 20.0
LOSS_UNIT: Final = 1 << 24

Places = npt.NDArray[np.intp]


def selected(coverage: Flags, support: Support, truth: Flags, max_rules: int) -> list[int]:
    """Return the places of the selected rules, in the order of their selection.

    Parameters
    ----------
    coverage : ndarray of bool, of shape (n_rules, n_instances)
        Which training instances each rule matches.
    support : Support
        What the training data say of the rules.
    truth : ndarray of bool, of shape (n_instances, n_labels)
        The labels of D.
    max_rules : int
        At most so many.

    Returns
    -------
    list of int
        Fewer where no further rule lowers the loss.
    """
    search = _Search(coverage, support, truth)
    chosen: list[int] = []
    while len(chosen) < min(max_rules, len(coverage)):
        gains = search.gains()
        gains[chosen] = -np.inf
        best = int(gains.argmax())
        if gains[best] <= 0.0:
            break
        chosen.append(best)
        search.take(best)
    return chosen


class _Search:
    """The loss of the rules taken so far, and what every other would gain.

    An instance's estimate for a label is the mean of the frequency in D and of the estimates of the rules taken that
    match it and decide the label, each without the instance itself; the loss is its squared error, times a weight.
    """

    def __init__(self, coverage: Flags, support: Support, truth: Flags) -> None:
        self._coverage = coverage
        self._decided = support.decided
        self._truth = truth
        frequency = support.frequency
        spread = frequency * (1.0 - frequency)
        self._weight = np.where(spread > 0.0, 1.0 / np.maximum(spread, 1.0 / GREATEST_WEIGHT), 0.0)
        n = (support.n - 1.0 + SHRINKAGE)[:, None]
        self._estimates = [(support.k - has_label + SHRINKAGE * frequency) / n for has_label in (0.0, 1.0)]
        self._sum = np.broadcast_to(frequency, truth.shape).copy()
        self._voters = np.ones(truth.shape)
        everywhere = np.arange(len(truth))
        labels = np.arange(truth.shape[1])
        self._parts = self._terms(everywhere, labels)
        self._totals = [summed(coverage, part) for part in self._parts]

    def _terms(self, instances: Places, labels: Places) -> list[Numbers]:
        """Return the parts of the gain of any further estimate e: constant - e*linear - e^2*square, by label held."""
        cell = np.ix_(instances, labels)
        truth = self._truth[cell].astype(np.float64)
        total, voters, weight = self._sum[cell], self._voters[cell], self._weight[labels]
        wide = (voters + 1.0) ** 2
        off = total - truth * (voters + 1.0)
        present = (total / voters - truth) ** 2
        constant = weight * (present - off**2 / wide)
        linear, square = weight * 2.0 * off / wide, weight / wide
        parts = [constant, linear * (1.0 - truth), square * (1.0 - truth), linear * truth, square * truth]
        return [on_grid(part, LOSS_UNIT) for part in parts]

    def gains(self) -> Numbers:
        """Return by how much each rule would lower the loss."""
        constant, linear_0, square_0, linear_1, square_1 = self._totals
        without, with_label = self._estimates
        gain = constant - without * (linear_0 + without * square_0) - with_label * (linear_1 + with_label * square_1)
        whole: Numbers = on_grid(np.where(self._decided, gain, 0.0), 1.0).sum(axis=1)
        return whole

    def take(self, rule: int) -> None:
        """Let a rule vote, and bring the gains up to date."""
        instances = np.flatnonzero(self._coverage[rule])
        labels = np.flatnonzero(self._decided[rule])
        cell = np.ix_(instances, labels)
        truth = self._truth[cell]
        self._sum[cell] += np.where(truth, self._estimates[1][rule, labels], self._estimates[0][rule, labels])
        self._voters[cell] += 1.0
        for part, total, new in zip(self._parts, self._totals, self._terms(instances, labels), strict=True):
            total[:, labels] += summed(self._coverage[:, instances], new - part[cell])
            part[cell] = new
