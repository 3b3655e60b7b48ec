"""Sums by combinations of right decisions. Clauses: CYC-0, UPD-1."""

from mlslcs_ref.core.consequent import Decisions
from mlslcs_ref.core.tally import Buckets


def right_on(mask: int, num: int, num_ts: int) -> Decisions:
    """Decisions that are right on the labels of a mask, with the sums of their consequent."""
    decisions = Decisions(mask, mask)
    decisions.right, decisions.num, decisions.num_ts = mask, num, num_ts
    return decisions


def test_a_label_gets_the_sums_of_every_combination_that_holds_it() -> None:
    """Labels 4 to 7 of the word: 1010, 0010, 1010 and none; labels 0 to 3 don't count here. Clauses: CYC-0."""
    found = [right_on(0b0101_1111, 2, 20), right_on(0b0100_0000, 3, 7), right_on(0b0101_0000, 1, 1), right_on(1, 9, 9)]
    buckets = Buckets()
    buckets.fill(found, 4)

    sums = [[(bucket.num, bucket.num_ts) for bucket in holding if bucket.num] for holding in buckets.holding]
    assert sums == [[(3, 21)], [], [(3, 7), (3, 21)], []]
    assert [decisions.n_right for decisions in found] == [2, 1, 2, 0]


def test_buckets_are_emptied_before_they_are_filled_again() -> None:
    """Clauses: CYC-0."""
    buckets = Buckets()
    buckets.fill([right_on(0b1111, 5, 50)], 0)
    buckets.fill([right_on(0b0001, 1, 2)], 0)

    assert [[bucket.num for bucket in holding if bucket.num] for holding in buckets.holding] == [[1], [], [], []]
