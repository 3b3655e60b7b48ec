"""Sums over the correct sets of a word of labels, for many consequents at once.

Adding every consequent to every label that it decides rightly costs consequents times labels. Four neighbouring
labels have only sixteen combinations of right decisions, so consequents are added to the bucket of their combination
first, and the buckets to the labels afterwards.
"""

from __future__ import annotations

from typing import Final

from mlslcs_ref.core.building import mypyc_attr
from mlslcs_ref.core.consequent import Decisions

__all__ = ["GROUP", "Bucket", "Buckets"]

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

    def __init__(self, n_right: int) -> None:
        self.n_right = n_right
        self.num = 0
        self.num_ts = 0


@mypyc_attr(allow_interpreted_subclasses=True)
class Buckets:
    """A bucket for every combination of right decisions on four labels.

    Attributes
    ----------
    holding : list of list of Bucket, length 4
        For each label of the group the buckets whose consequents are right on it.
    """

    def __init__(self) -> None:
        self._buckets = [Bucket(combination.bit_count()) for combination in range(COMBINATIONS)]
        self.holding = [
            [bucket for combination, bucket in enumerate(self._buckets) if combination >> label & 1]
            for label in range(GROUP)
        ]

    def fill(self, found: list[Decisions], shift: int) -> None:
        """Put consequents into the buckets, by their decisions on the labels from bit `shift` on."""
        for bucket in self._buckets:
            bucket.num = 0
            bucket.num_ts = 0
        for decisions in found:
            bucket = self._buckets[(decisions.right >> shift) & (COMBINATIONS - 1)]
            bucket.num += decisions.num
            bucket.num_ts += decisions.num_ts
            decisions.n_right += bucket.n_right
