"""How a rule is put together, and what its counts are worth.

Clauses: MAT-2, SUB-1, REP-2, PAR-0, PAR-1, UPD-1, UPD-2, UPD-4, UPD-5, REP-11, GEN-1.
"""

import copy
from collections.abc import Callable

import pytest
from raising import raising
from unit.core.builders import Bench, bits, every_instance

from mlslcs_ref.core.classifier import Accounting, Classifier
from mlslcs_ref.errors import SettingsError
from mlslcs_ref.settings import Settings


def bench(n_labels: int = 4, *, omega: float = 0.9, phi: float = 1.0, per_label: bool = True) -> Bench:
    return Bench(every_instance(1), n_labels, omega=omega, phi=phi, power=10.0, exp_per_label=per_label)


@pytest.mark.parametrize("per_label", [True, False])
def test_a_new_rule_has_fitness_one_accuracy_zero_and_correct_set_size_one(per_label: bool) -> None:
    """The same at birth in both profiles, but for ts. Clauses: PAR-0."""
    rule = bench(per_label=per_label).rule("1 -> 01##", ts=7)

    assert (rule.num, rule.exp, rule.tp, rule.wrong, rule.msa) == (1, 0, 0.0, 0, 0.0)
    assert (rule.acc, rule.fitness, rule.cs, rule.ts) == (0.0, 1.0, 1.0, 7)


def test_the_two_rules_of_section_3_earn_3_8_and_3_7_of_4() -> None:
    """1##### -> 01## and 1##### -> 0### see an instance of labels 0100 once, with omega = 0.9 and phi = 1.

    The first: 1 + 1 + 0.9 + 0.9 = 3.8 of 4, acc 0.95; the second: 1 + 3*0.9 = 3.7 of 4, acc 0.925. For label 2 alone
    these are the 1 and 0.9 of the paper. 0.95^2 = 0.9025, ^4 = 0.81450625, ^5 = 0.7737809375,
    ^10 = 0.7737809375^2 = 0.59873693923837890625. 0.925^2 = 0.855625, ^4 = 0.732094140625, ^5 = 0.677187080078125,
    ^10 = 0.677187080078125^2 = 0.458582341424... Clauses: UPD-1, UPD-4.
    """
    first = bench().rule("1 -> 01##", matches=1, correct=2)
    second = bench().rule("1 -> 0###", matches=1, correct=1)

    assert (first.tp, first.msa, first.wrong, first.indifferent) == (3.8, 4.0, 0, 2)
    assert second.tp == pytest.approx(3.7, rel=1e-15)
    assert (second.msa, second.wrong, second.indifferent) == (4.0, 0, 3)
    assert (first.acc, second.acc) == pytest.approx((0.95, 0.925), rel=1e-15)
    assert first.fitness == pytest.approx(0.59873693923837890625, rel=1e-14)
    assert second.fitness == pytest.approx(0.458582341424, rel=1e-11)


def test_right_wrong_and_indifferent_decisions_add_up() -> None:
    """Of 3 labels 2 are decided; 4 matches, 5 right: wrong 8 - 5 = 3, indifferent 4.

    With omega 0.25 and phi 0.5: tp = 5 + 0.25*4 = 6, fp = 3, msa = 5 + 3 + 0.5*4 = 10, acc = 0.6.
    Clauses: UPD-1, PAR-1.
    """
    rule = bench(3, omega=0.25, phi=0.5).rule("1 -> 01#", matches=4, correct=5)

    assert (rule.correct, rule.wrong, rule.indifferent) == (5, 3, 4)
    assert (rule.tp, rule.msa, rule.acc) == (6.0, 10.0, 0.6)


def test_counts_are_exact_where_sums_of_doubles_are_not() -> None:
    """Ten times 0.9 is 9.0; adding 0.9 ten times gives 9.000000000000002 or so. Clauses: PAR-1."""
    rule = bench(1).rule("1 -> #", matches=10)
    added = 0.0
    for _match in range(10):
        added += 0.9

    assert rule.tp == 9.0
    assert added != 9.0


def test_experience_counts_labels_in_paper_and_matches_in_authors() -> None:
    """3 matches with 4 labels: 12 and 3. Clauses: UPD-2."""
    assert bench(per_label=True).rule("1 -> 01##", matches=3).exp == 12
    assert bench(per_label=False).rule("1 -> 01##", matches=3).exp == 3


@pytest.mark.parametrize(
    ("power", "accuracy", "fitness"),
    [
        (1.0, 0.3, 0.3),  # no multiplication
        (3.0, 0.5, 0.125),
        (10.0, 0.5, 1 / 1024),
        (0.5, 0.25, 0.5),  # square root
        (2.5, 0.25, 1 / 32),  # 2^-2 to the 2.5 is 2^-5
        (10.0, 1.0, 1.0),
        (10.0, 0.0, 0.0),
        (0.5, 0.0, 0.0),
    ],
)
def test_fitness_is_accuracy_to_the_power_of_nu(power: float, accuracy: float, fitness: float) -> None:
    """Clauses: UPD-4."""
    assert Accounting(1, 0.9, 1.0, power, False).fitness(accuracy) == fitness


def test_a_whole_nu_multiplies_nu_minus_one_times_from_the_left() -> None:
    """Each product is rounded before the next, so that every platform agrees. Clauses: PAR-1."""
    a = 0.7

    assert Accounting(1, 0.9, 1.0, 10.0, False).fitness(a) == a * a * a * a * a * a * a * a * a * a
    assert Accounting(1, 0.9, 1.0, 4.0, False).fitness(a) == ((a * a) * a) * a


def test_a_rule_that_decides_no_label_has_accuracy_omega_over_phi() -> None:
    """4 labels, 1 match: tp 0.25*4 = 1, msa 0.5*4 = 2, acc 0.5, F = 2^-10. Clauses: REP-11, UPD-1."""
    rule = bench(omega=0.25, phi=0.5).rule("1 -> ####", matches=1)

    assert (rule.tp, rule.msa, rule.acc, rule.fitness) == (1.0, 2.0, 0.5, 1 / 1024)


def test_without_weight_for_indifference_a_rule_that_decides_no_label_has_fitness_zero() -> None:
    """With phi = 0 msa stays 0: acc 0, and F 0 from the first update on. Clauses: UPD-5, PAR-0."""
    rule = bench(omega=0.0, phi=0.0).rule("1 -> ####")

    assert (rule.msa, rule.acc, rule.fitness) == (0.0, 0.0, 1.0)

    rule.matches = 1

    assert (rule.msa, rule.acc, rule.fitness) == (0.0, 0.0, 0.0)


def test_without_weight_for_indifference_only_decisions_count() -> None:
    """Phi = 0: 2 decided of 4, 2 matches, 3 right: acc = 3/4. Clauses: UPD-1."""
    rule = bench(omega=0.0, phi=0.0).rule("1 -> 01##", matches=2, correct=3)

    assert (rule.tp, rule.msa, rule.acc) == (3.0, 4.0, 0.75)


def test_more_credit_than_weight_for_indifference_is_refused() -> None:
    """With omega > phi accuracy could exceed 1; omega = phi is the limit. Clauses: UPD-5."""
    with raising(SettingsError, name="omega"):
        Settings.paper(omega=0.9, phi=0.8)

    assert Settings.paper(omega=0.5, phi=0.5).phi == 0.5


@pytest.mark.parametrize(("matches", "discounted"), [(2, 0.0), (3, 1.0)])
def test_discounted_fitness_is_zero_below_the_threshold_of_experience(matches: int, discounted: float) -> None:
    """5 labels: 2 matches are exp 10, 3 are 15; with threshold 11 only the latter counts. Clauses: GEN-1, UPD-2."""
    rule = bench(5).rule("1 -> 01010", matches=matches, correct=5 * matches)

    assert rule.discounted_fitness(11) == discounted
    assert rule.discounted_fitness(rule.exp) == 1.0


@pytest.mark.parametrize("other", [lambda rule: rule, copy.copy, copy.deepcopy])
def test_a_rule_of_which_a_part_of_the_coverage_is_known_has_all_of_it(
    other: Callable[[Classifier], Classifier],
) -> None:
    """1# matches 10 and 11, of which 10 is near, later both and at last none. Clauses: MAT-2."""
    home = Bench(every_instance(2), 1)
    home.index.look_at(1, 3)
    rule = home.rule("1# -> 1")

    assert (rule.n_known, rule.known(1, 3)) == (1, bits("01"))

    home.index.look_at(2, 4)
    later = other(rule)

    assert (later.known(2, 4), later.known_from) == (bits("11"), 2)
    assert other(later).n_covered == 2
    assert other(rule).coverage == bits("0011")

    (later.index or home.index).look_at(0, 2)

    assert other(later).known(0, 2) == bits("00")


def test_a_new_rule_knows_its_coverage_decisions_and_timestamp() -> None:
    """1# -> 0#: instances 10 and 11; decides label 0 as 0. Clauses: PAR-0, MAT-2."""
    home = Bench(every_instance(2), 2)
    chromosome = bits("11 01 10 01")
    rule = home.factory.make(chromosome, home.factory.index.matched(chromosome), 9)

    assert (rule.coverage, rule.n_covered) == (bits("0011"), 2)
    assert (rule.consequent.decides, rule.consequent.asserts, rule.consequent.beyond) == (1, 0, [])
    assert rule.consequent.n_decided == 1
    assert (rule.num, rule.matches, rule.correct, rule.cs, rule.ts, rule.created) == (1, 0, 0, 1.0, 9, 0)
    assert rule.care == bits("11 00 11 00")


def test_a_timestamp_above_zero_at_birth_is_known_at_the_first_update() -> None:
    """Clauses: SUB-1."""
    home = Bench(every_instance(1), 1)

    assert [home.rule("1 -> 1", ts=ts).stamped_at for ts in (0, 1)] == [-1, 0]
