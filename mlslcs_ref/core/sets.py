"""The match set M and the correct sets C[l] of one step, with their sums.

Whether a rule is in C[l] depends on its consequent alone, so sums over C[l] are sums over the consequents that occur
in M, each weighted by its holders. Adding every consequent to every label that it decides rightly would still cost
consequents times labels. A few neighbouring labels have few combinations of right decisions, so consequents are added
to the bucket of their combination first, and the buckets to the labels afterwards. A rule changes in ts alone.
"""

from __future__ import annotations

from typing import Final, final

from mlslcs_ref.core.building import i64
from mlslcs_ref.core.classifier import Classifier
from mlslcs_ref.core.consequent import WORD, Consequent

# measured: as fast as 4 for four labels, faster for many
GROUP: Final = 5
COMBINATIONS: Final = 1 << GROUP
INFINITY: Final = float("inf")


@final
class CorrectSet:
    """C[l]: the rules of M that decide label l rightly; empty where `num` is 0.

    Attributes
    ----------
    word, bit : int
        Where the label stands in masks.
    num, num_ts : int
        Its micro-classifiers, and the sum of num*ts over them.
    """

    def __init__(self, label: int) -> None:
        self.label = label
        place: i64 = label
        shift: int = place % WORD
        self.word: i64 = place // WORD
        self.bit: i64 = 1 << shift
        self.num: i64 = 0
        self.num_ts: i64 = 0

    def __getnewargs__(self) -> tuple[object, ...]:
        """Return what a copy is made with."""
        return (self.label,)


@final
class Bucket:
    """The correct sets of some labels of a group, and the sums over the consequents that are right on just these.

    Attributes
    ----------
    rest : Bucket or None
        The bucket of all of these labels but the first.
    num, num_ts : int
        The sums that the correct sets do not know yet.
    cs_min : float
        Micro-classifiers of the smallest of the correct sets (UPD-3).
    """

    def __init__(self, held: list[CorrectSet], rest: Bucket | None) -> None:
        self.held = held
        self.first = held[0]
        self.rest = rest
        self.n_right: i64 = len(held)
        self.num: i64 = 0
        self.num_ts: i64 = 0
        self.cs_min = 0.0

    def __getnewargs__(self) -> tuple[object, ...]:
        """Return what a copy is made with."""
        return self.held, self.rest


@final
class Word:
    """The correct sets of up to 60 neighbouring labels, whose decisions are one mask."""

    def __init__(self, correct_sets: list[CorrectSet]) -> None:
        self._correct_sets = correct_sets
        # the bucket of a combination of right decisions stands at 2^GROUP times its group and the combination
        self._at: list[Bucket | None] = []
        self._buckets: list[Bucket] = []
        for start in range(0, len(correct_sets), GROUP):
            self._add_group(correct_sets[start : start + GROUP])

    def __getnewargs__(self) -> tuple[object, ...]:
        """Return what a copy is made with."""
        return (self._correct_sets,)

    def _add_group(self, group: list[CorrectSet]) -> None:
        start = len(self._at)
        self._at.append(None)
        for combination in range(1, 1 << len(group)):
            held = [correct_set for place, correct_set in enumerate(group) if combination >> place & 1]
            bucket = Bucket(held, self._at[start + (combination & (combination - 1))])
            self._at.append(bucket)
            self._buckets.append(bucket)

    def add(self, right: i64, num: i64, num_ts: i64) -> None:
        """Add to the sums of the labels in the mask `right`; the correct sets know of it after `spread`."""
        group: i64 = 0
        while right:
            bucket = self._at[group + (right & (COMBINATIONS - 1))]
            if bucket is not None:
                bucket.num += num
                bucket.num_ts += num_ts
            right >>= GROUP
            group += COMBINATIONS

    def spread(self) -> None:
        """Let the correct sets know what was added."""
        for bucket in self._buckets:
            if bucket.num or bucket.num_ts:
                for correct_set in bucket.held:
                    correct_set.num += bucket.num
                    correct_set.num_ts += bucket.num_ts
                bucket.num = 0
                bucket.num_ts = 0

    def compare(self) -> None:
        """Find the smallest of the correct sets of each combination."""
        for bucket in self._buckets:
            bucket.cs_min = float(bucket.first.num)
            if bucket.rest is not None:
                bucket.cs_min = min(bucket.cs_min, bucket.rest.cs_min)

    def judge(self, consequent: Consequent, right: i64) -> None:
        """Count the labels in the mask `right`, and find their smallest correct set (Algorithm 2, UPD-3)."""
        group: i64 = 0
        while right:
            bucket = self._at[group + (right & (COMBINATIONS - 1))]
            if bucket is not None:
                consequent.n_right += bucket.n_right
                consequent.cs_min = min(consequent.cs_min, bucket.cs_min)
            right >>= GROUP
            group += COMBINATIONS


@final
class CorrectSets:
    """M, and C[l] for every label l; formed anew in each step, from M after its control (CYC-0).

    `match_set` is M in population order, `by_label` C[l] of every label.
    """

    def __init__(self, n_labels: int) -> None:
        self.match_set: list[Classifier] = []
        self.by_label = [CorrectSet(label) for label in range(n_labels)]
        self._words = [Word(self.by_label[start : start + WORD]) for start in range(0, n_labels, WORD)]
        self._consequents: list[Consequent] = []

    def __getnewargs__(self) -> tuple[object, ...]:
        """Return what a copy is made with."""
        return (len(self.by_label),)

    def form(self, match_set: list[Classifier], labels: list[int], step: i64) -> None:
        """Form the sets of M and of an instance, its labels given as masks, in step t, which is always a new one.

        What covering makes later in the step enters none of them.
        """
        self._gather(match_set, step)
        for correct_set in self.by_label:
            correct_set.num = 0
            correct_set.num_ts = 0
        for place, word in enumerate(self._words):
            truth: i64 = labels[place]
            for consequent in self._consequents:
                decisions = consequent.on_word(place)
                decisions.right = decisions.decides & ~(decisions.asserts ^ truth)
                word.add(decisions.right, consequent.num, consequent.num_ts)
            word.spread()
            word.compare()
            for consequent in self._consequents:
                word.judge(consequent, consequent.on_word(place).right)
        # M is P's own list, which a rule of covering joins at once; no other rule comes while the sets are in use
        self.match_set = match_set if all(correct_set.num for correct_set in self.by_label) else match_set.copy()

    def _gather(self, match_set: list[Classifier], step: i64) -> None:
        """Find the consequents that occur in M, each with its micro-classifiers summed."""
        # the list of the step before: making one takes longer
        found = self._consequents
        n: i64 = 0
        for classifier in match_set:
            consequent = classifier.consequent
            if consequent.step != step:
                consequent.step = step
                consequent.num = 0
                consequent.num_ts = 0
                consequent.n_right = 0
                consequent.cs_min = INFINITY
                if n < len(found):
                    found[n] = consequent
                else:
                    found.append(consequent)
                n += 1
            consequent.num += classifier.num
            consequent.num_ts += classifier.num * classifier.ts
        del found[n:]

    def members(self, correct_set: CorrectSet) -> list[Classifier]:
        """Return the rules of C[l] in population order."""
        word, bit = correct_set.word, correct_set.bit
        return [rule for rule in self.match_set if rule.consequent.on_word(word).right & bit != 0]

    def stamp(self, correct_set: CorrectSet, now: i64) -> list[Classifier]:
        """Set ts of every member of C[l] to the time of the GA's clock, and return the members (CYC-3).

        The sums of num*ts of all labels follow.
        """
        members = self.members(correct_set)
        for rule in members:
            if rule.stamped_at < 0:
                rule.stamped_at = rule.matches
            rule.ts = now
        for consequent in self._consequents:
            if consequent.on_word(correct_set.word).right & correct_set.bit != 0:
                change = consequent.num * now - consequent.num_ts
                consequent.num_ts += change
                for place, word in enumerate(self._words):
                    word.add(consequent.on_word(place).right, 0, change)
        for word in self._words:
            word.spread()
        return members
