"""The update component by hand. Clauses: UPD-1 to UPD-4, REP-11."""

import pytest
from unit.core.builders import Bench, correct_sets, every_instance

from mlslcs_ref.core.update import Update


def update(home: Bench, labels: list[int], step: int, beta: float = 0.2) -> None:
    """Update for instance 1 with these label masks."""
    Update(beta).update_set(correct_sets(home, labels, step))


def test_one_instance_counts_every_label_of_every_matching_rule() -> None:
    """Labels 1, 0, 1 (mask 5), omega 0.9, phi 1, nu 2.

    10#: right 2, indifferent 1: tp 2.9 of 3. 011: right 1 (label 2), wrong 2: tp 1 of 3, F = 1/9.
    The rule that does not match stays as it is. Clauses: UPD-1, UPD-4.
    """
    home = Bench(every_instance(1), 3, power=2.0)
    good, bad = home.insert("1 -> 10#"), home.insert("# -> 011")
    other = home.insert("0 -> 101")
    update(home, [5], 1)

    assert (good.correct, good.wrong, good.indifferent) == (2, 0, 1)
    assert (good.tp, good.msa) == (2.9, 3.0)
    assert good.fitness == pytest.approx((2.9 / 3.0) ** 2, rel=1e-15)
    assert (bad.correct, bad.wrong, bad.tp, bad.msa) == (1, 2, 1.0, 3.0)
    assert bad.fitness == pytest.approx(1 / 9, rel=1e-15)
    assert (other.exp, other.msa, other.fitness) == (0, 0.0, 1.0)


@pytest.mark.parametrize(("per_label", "exp"), [(True, 6), (False, 2)])
def test_experience_rises_by_the_number_of_labels_and_in_authors_by_one(per_label: bool, exp: int) -> None:
    """Two updates with 3 labels, wrong and indifferent ones included. Clauses: UPD-2."""
    home = Bench(every_instance(1), 3, exp_per_label=per_label)
    rule = home.insert("1 -> 00#")
    update(home, [7], 1)
    update(home, [7], 2)

    assert rule.exp == exp


def test_cs_moves_by_beta_towards_the_smallest_correct_set() -> None:
    """C[0] = 2 + 4 = 6, C[1] = 2, beta = 0.25.

    10: 1 + 0.25*(2 - 1) = 1.25, then 1.25 + 0.25*(2 - 1.25) = 1.4375. 1#: 1 + 0.25*(6 - 1) = 2.25, then
    2.25 + 0.25*(6 - 2.25) = 3.1875. Clauses: UPD-3.
    """
    home = Bench(every_instance(1), 2)
    both, one = home.insert("1 -> 10", num=2), home.insert("# -> 1#", num=4)
    update(home, [1], 1, beta=0.25)

    assert (both.cs, one.cs) == (1.25, 2.25)

    update(home, [1], 2, beta=0.25)

    assert (both.cs, one.cs) == (1.4375, 3.1875)


def test_with_the_default_beta_a_fifth_of_the_distance_is_taken() -> None:
    """1 + 0.2*(6 - 1) = 2. Clauses: UPD-3, PAR-2."""
    home = Bench(every_instance(1), 1)
    rule = home.insert("1 -> 1", num=6)
    update(home, [1], 1)

    assert rule.cs == 2.0


def test_a_rule_that_is_in_no_correct_set_keeps_its_cs() -> None:
    """One is wrong, the other decides nothing; its acc is 0.9/1. Clauses: UPD-3, REP-11."""
    home = Bench(every_instance(1), 1)
    wrong, silent = home.insert("1 -> 0", cs=5.0), home.insert("1 -> #")
    update(home, [1], 1)

    assert (wrong.cs, wrong.acc) == (5.0, 0.0)
    assert (silent.cs, silent.acc, silent.exp) == (1.0, 0.9, 1)


def test_seventy_labels_are_counted_to_the_last() -> None:
    """All labels 0 but the last: 70 decided, 69 right; the other decides only that, rightly. Clauses: UPD-1."""
    home = Bench(every_instance(1), 70)
    most, last = home.insert("1 -> " + "0" * 70), home.insert("1 -> " + "#" * 69 + "1")
    update(home, [0, 2**9], 1)

    assert (most.correct, most.wrong, most.indifferent) == (69, 1, 0)
    assert (last.correct, last.wrong, last.indifferent) == (1, 0, 69)
