"""The match set and the correct sets of one step, with their sums.

Whether a rule is in C[l] depends on its consequent alone, so sums over C[l] are sums over the consequents that occur
in M, each weighted by its holders. Nothing here changes a rule but its ts (CYC-3).
"""

from __future__ import annotations

from mlslcs_ref.core.classifier import Classifier
from mlslcs_ref.core.consequent import WORD, Consequent

__all__ = ["CorrectSets"]


class CorrectSets:
    """C[l] for every label l of one instance, formed from M after its control (CYC-0).

    Parameters
    ----------
    match_set : list of Classifier
        M, in population order.
    labels : list of int
        The instance's labels as masks, 62 labels a word.
    n_labels : int
        |L|.
    step : int
        The step t, different for every instance of this class.

    Attributes
    ----------
    num : list of int, length n_labels
        Micro-classifiers of each C[l].
    num_ts : list of int, length n_labels
        Sum of num*ts over each C[l].
    """

    def __init__(self, match_set: list[Classifier], labels: list[int], n_labels: int, step: int) -> None:
        self.match_set = match_set
        self.n_labels = n_labels
        self.num = [0] * n_labels
        self.num_ts = [0] * n_labels
        self._consequents = self._gather(match_set, step)
        for consequent in self._consequents:
            self._judge(consequent, labels)
        self._find_smallest()

    def _gather(self, match_set: list[Classifier], step: int) -> list[Consequent]:
        """Return the consequents that occur in M, each with its micro-classifiers summed."""
        found = []
        for classifier in match_set:
            consequent = classifier.consequent
            if consequent.step != step:
                consequent.step = step
                consequent.num = 0
                consequent.num_ts = 0
                found.append(consequent)
            consequent.num += classifier.num
            consequent.num_ts += classifier.num * classifier.ts
        return found

    def _judge(self, consequent: Consequent, labels: list[int]) -> None:
        """Work out which decisions are right and add the holders to those labels' sums."""
        n_right = 0
        start = 0
        for index in range(len(labels)):
            right = consequent.decides[index] & ~(consequent.asserts[index] ^ labels[index])
            consequent.right[index] = right
            label = start
            while right:
                if right & 1:
                    n_right += 1
                    self.num[label] += consequent.num
                    self.num_ts[label] += consequent.num_ts
                right >>= 1
                label += 1
            start += WORD
        consequent.n_right = n_right

    def _find_smallest(self) -> None:
        """Find for every consequent the smallest correct set among its right labels (UPD-3)."""
        by_size = sorted(range(self.n_labels), key=self.num.__getitem__)
        for consequent in self._consequents:
            if consequent.n_right:
                for label in by_size:
                    if consequent.is_right(label):
                        consequent.smallest = self.num[label]
                        break

    def is_empty(self, label: int) -> bool:
        """Tell whether no rule of M decides `label` rightly."""
        return not self.num[label]

    def members(self, label: int) -> list[Classifier]:
        """Return C[label] in population order."""
        return [classifier for classifier in self.match_set if classifier.consequent.is_right(label)]

    def stamp(self, label: int, clock: int) -> None:
        """Set ts of every member of C[label] to `clock`; later sums of num*ts know it (CYC-3)."""
        for classifier in self.members(label):
            if classifier.stamped_at < 0:
                classifier.stamped_at = classifier.matches
            classifier.ts = clock
        for consequent in self._consequents:
            if consequent.is_right(label):
                self._restamp(consequent, clock)

    def _restamp(self, consequent: Consequent, clock: int) -> None:
        younger = consequent.num * clock - consequent.num_ts
        consequent.num_ts += younger
        if younger:
            for label in range(self.n_labels):
                if consequent.is_right(label):
                    self.num_ts[label] += younger
