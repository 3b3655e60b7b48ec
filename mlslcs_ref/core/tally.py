"""Sums over the correct sets of a word of labels, for many consequents at once.

Adding every consequent to every label that it decides rightly costs consequents times labels. Four neighbouring
labels have only sixteen combinations of right decisions, so consequents are added to the bucket of their combination
first, and the buckets to the labels afterwards.
"""

from __future__ import annotations

from typing import Final

from mlslcs_ref.core.building import i64, mypyc_attr

__all__ = ["Bucket", "Tally"]

GROUP: Final = 4
COMBINATIONS: Final = 1 << GROUP


@mypyc_attr(allow_interpreted_subclasses=True)
class Bucket:
    """The sums over consequents that are right on the same labels of a group.

    Attributes
    ----------
    n_right : int
        How many labels those are.
    num, num_ts : int
        Micro-classifiers, and the sum of num*ts.
    """

    def __init__(self, n_right: i64) -> None:
        self.n_right = n_right
        self.num: i64 = 0
        self.num_ts: i64 = 0


@mypyc_attr(allow_interpreted_subclasses=True)
class Tally:
    """A bucket for every combination of right decisions on four neighbouring labels, for all labels of a word.

    Parameters
    ----------
    n_labels : int
        How many labels the word has.
    """

    def __init__(self, n_labels: int) -> None:
        self._groups = [
            [Bucket(combination.bit_count()) for combination in range(COMBINATIONS)]
            for _first in range(0, n_labels, GROUP)
        ]
        # for each label the buckets of the consequents that are right on it
        self._holding = [
            [bucket for combination, bucket in enumerate(group) if combination >> label & 1]
            for group in self._groups
            for label in range(GROUP)
        ]

    def clear(self) -> None:
        """Empty the buckets."""
        for group in self._groups:
            for bucket in group:
                bucket.num = 0
                bucket.num_ts = 0

    def add(self, right: i64, num: i64, num_ts: i64) -> i64:
        """Add the sums of a consequent to the labels in the mask `right`, and return how many labels those are."""
        n_right: i64 = 0
        for group in self._groups:
            bucket = group[right & (COMBINATIONS - 1)]
            bucket.num += num
            bucket.num_ts += num_ts
            n_right += bucket.n_right
            right >>= GROUP
        return n_right

    def sums(self, label: int) -> tuple[i64, i64]:
        """Return num and num*ts, summed over what was added to the label at this place of the word."""
        num: i64 = 0
        num_ts: i64 = 0
        for bucket in self._holding[label]:
            num += bucket.num
            num_ts += bucket.num_ts
        return num, num_ts
