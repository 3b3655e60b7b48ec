"""The match set and the correct sets of one step, with their sums.

Whether a rule is in C[l] depends on its consequent alone, so sums over C[l] are sums over the consequents that occur
in M, each weighted by its holders. Nothing here changes a rule but its ts (CYC-3).
"""

from __future__ import annotations

from mlslcs_ref.core.building import i64, mypyc_attr
from mlslcs_ref.core.classifier import Classifier
from mlslcs_ref.core.clock import GaClock
from mlslcs_ref.core.consequent import WORD, Consequent
from mlslcs_ref.core.tally import Tally

__all__ = ["CorrectSet", "CorrectSets"]


@mypyc_attr(allow_interpreted_subclasses=True)
class CorrectSet:
    """C[l]: the rules of M that decide label l rightly.

    Parameters
    ----------
    label : int
        l.

    Attributes
    ----------
    word, bit : int
        Where the label stands in masks.
    num : int
        Its micro-classifiers.
    num_ts : int
        Sum of num*ts over it.
    """

    def __init__(self, label: int) -> None:
        self.label = label
        self.num = 0
        self.num_ts: i64 = 0
        self.word: i64 = label // WORD
        self.bit: i64 = 1 << (label % WORD)

    def holds(self, consequent: Consequent) -> bool:
        """Tell whether rules of M with this consequent are in the set."""
        return consequent.on_word(self.word).right & self.bit != 0


@mypyc_attr(allow_interpreted_subclasses=True)
class CorrectSets:
    """C[l] for every label l; formed anew in each step, from M after its control (CYC-0).

    Parameters
    ----------
    n_labels : int
        |L|.

    Attributes
    ----------
    match_set : list of Classifier
        M, in population order.
    by_label : list of CorrectSet, length n_labels
        C[l] of every label.
    """

    def __init__(self, n_labels: int) -> None:
        self.match_set: list[Classifier] = []
        self.by_label = [CorrectSet(label) for label in range(n_labels)]
        self._by_word = [self.by_label[start : start + WORD] for start in range(0, n_labels, WORD)]
        self._tallies = [Tally(len(group)) for group in self._by_word]
        self._consequents: list[Consequent] = []

    def form(self, match_set: list[Classifier], labels: list[int], step: int) -> None:
        """Form the sets of a step.

        Parameters
        ----------
        match_set : list of Classifier
            M, in population order.
        labels : list of int
            The instance's labels as masks, 62 labels a word.
        step : int
            The step t, another one each time.
        """
        self.match_set = match_set
        self._gather(step)
        for word, group in enumerate(self._by_word):
            self._judge(word, group, labels[word])
        self._find_smallest()

    def _gather(self, step: i64) -> None:
        """Find the consequents that occur in M, each with its micro-classifiers summed."""
        found: list[Consequent] = []
        for classifier in self.match_set:
            consequent = classifier.consequent
            if consequent.step != step:
                consequent.step = step
                consequent.n_right = 0
                consequent.num = 0
                consequent.num_ts = 0
                found.append(consequent)
            consequent.num += classifier.num
            consequent.num_ts += classifier.num * classifier.ts
        self._consequents = found

    def _judge(self, word: int, group: list[CorrectSet], labels: i64) -> None:
        """Find which decisions are right on the labels of one word, and the sums over their correct sets."""
        tally = self._tallies[word]
        tally.clear()
        for consequent in self._consequents:
            decisions = consequent.on_word(word)
            right = decisions.decides & ~(decisions.asserts ^ labels)
            decisions.right = right
            if right:
                consequent.n_right += tally.add(right, consequent.num, consequent.num_ts)
        for index, correct_set in enumerate(group):
            correct_set.num, correct_set.num_ts = tally.sums(index)

    def _find_smallest(self) -> None:
        """Find for every consequent the smallest correct set among its right labels (UPD-3)."""
        by_size = self._by_size()
        for consequent in self._consequents:
            if consequent.n_right:
                for correct_set in by_size:
                    if correct_set.holds(consequent):
                        consequent.smallest = float(correct_set.num)
                        break

    def _by_size(self) -> list[CorrectSet]:
        """Return the correct sets from the smallest to the largest."""
        # sorted as plain numbers: a key function would be called for every label in every step
        n_labels = len(self.by_label)
        ranks = sorted([correct_set.num * n_labels + correct_set.label for correct_set in self.by_label])
        return [self.by_label[rank % n_labels] for rank in ranks]

    def members(self, correct_set: CorrectSet) -> list[Classifier]:
        """Return the rules of a correct set in population order."""
        return [classifier for classifier in self.match_set if correct_set.holds(classifier.consequent)]

    def stamp(self, correct_set: CorrectSet, clock: GaClock) -> list[Classifier]:
        """Set ts of every member of a correct set to the time of the GA's clock, and return the members.

        Sums of num*ts examined later know it (CYC-3); those that don't matter any more are not kept up.
        """
        members = self.members(correct_set)
        waiting = self._waiting(correct_set.label, clock)
        now = clock.now
        for classifier in members:
            if classifier.stamped_at < 0:
                classifier.stamped_at = classifier.matches
            classifier.ts = now
        for consequent in self._consequents:
            if correct_set.holds(consequent):
                self._restamp(consequent, now, waiting)
        return members

    def _restamp(self, consequent: Consequent, now: i64, waiting: list[list[CorrectSet]]) -> None:
        """Let the sums that matter know that the rules with a consequent have the same ts now."""
        younger = consequent.num * now - consequent.num_ts
        consequent.num_ts += younger
        for group in waiting:
            right = consequent.on_word(group[0].word).right
            for later in group:
                if right & later.bit:
                    later.num_ts += younger

    def _waiting(self, label: int, clock: GaClock) -> list[list[CorrectSet]]:
        """Return the correct sets, of later labels, that may yet turn out to be due in this step, by words.

        A stamp raises sums, and who is not due with the smaller one is not due with the larger one. Only if rules are
        stamped later than the clock, as no run leaves them, can it lower a sum; then all labels wait.
        """
        later_than_now = any(consequent.num_ts > consequent.num * clock.now for consequent in self._consequents)
        waiting = [
            [
                later
                for later in group
                if later.label > label
                and (later_than_now or clock.may_be_due(later.num, later.num_ts, later.label - label))
            ]
            for group in self._by_word
        ]
        return [group for group in waiting if group]
