"""Sums by combinations of right decisions. Clauses: CYC-0, UPD-1."""

from mlslcs_ref.core.tally import Tally


def sums(tally: Tally, n_labels: int) -> list[tuple[int, int]]:
    return [tally.sums(label) for label in range(n_labels)]


def test_a_label_gets_the_sums_of_every_combination_that_holds_it() -> None:
    """Labels 4 to 6 are held by 2 + 1, by 3 and by 2 + 1 + 3, labels 0 to 3 by 2, label 0 by 9 more, label 7 by none.

    The masks hold 4 + 2, 2, 2 and 1 labels. Clauses: CYC-0, UPD-1.
    """
    tally = Tally(8)
    added = [(0b0101_1111, 2, 20), (0b0110_0000, 3, 7), (0b0101_0000, 1, 1), (0b0000_0001, 9, 9)]

    assert [tally.add(*each) for each in added] == [6, 2, 2, 1]
    assert sums(tally, 8) == [(11, 29), (2, 20), (2, 20), (2, 20), (3, 21), (3, 7), (6, 28), (0, 0)]


def test_labels_of_a_word_need_not_fill_its_last_group() -> None:
    """Five labels. Clauses: CYC-0."""
    tally = Tally(5)

    assert tally.add(0b1_0010, 4, 12) == 2
    assert sums(tally, 5) == [(0, 0), (4, 12), (0, 0), (0, 0), (4, 12)]


def test_nothing_is_left_of_what_was_added_before_the_buckets_were_emptied() -> None:
    """Clauses: CYC-0."""
    tally = Tally(4)
    tally.add(0b1111, 5, 50)
    tally.clear()
    tally.add(0b0001, 1, 2)

    assert sums(tally, 4) == [(1, 2), (0, 0), (0, 0), (0, 0)]
