"""Who absorbs an offspring, and which rules merge after update-only passes. Clauses: SUB-1 to SUB-5, FIN-1."""

from typing import Final

import pytest
from unit.core.builders import Bench, every_instance, notation_of

from mlslcs_ref.core.classifier import Classifier
from mlslcs_ref.core.genes import Gene, NominalGene
from mlslcs_ref.core.subsumption import AuthorsSubsumption, FinalMerge, Subsumption

THETA_EXP: Final = 10
ACC0: Final = 0.75
DISCOUNT: Final = 20


def subsumption(bench: Bench, *, authors: bool = False) -> Subsumption:
    """Return the choice with theta_exp 10, acc0 0.75; F_d is 0 below exp 10, in `authors` below 20."""
    choice = AuthorsSubsumption if authors else Subsumption
    return choice(bench.layout, bench.population, THETA_EXP, ACC0, DISCOUNT if authors else THETA_EXP, authors)


def bench() -> Bench:
    """Return a bench of 2 attributes and 1 label, with nu = 1 and exp in matches."""
    return Bench(every_instance(2), 1)


@pytest.mark.parametrize(
    ("matches", "correct", "able"),
    [
        (10, 10, False),  # exp 10 is not above 10
        (11, 11, True),
        (12, 9, False),  # 9/12 = 0.75 is not above 0.75
        (12, 10, True),
        (11, 8, False),
    ],
)
def test_a_subsumer_needs_more_than_theta_exp_and_more_than_acc0(matches: int, correct: int, *, able: bool) -> None:
    """Clauses: SUB-1."""
    home = bench()
    rule = home.insert("## -> 1", matches=matches, correct=correct)

    assert subsumption(home).could_subsume(rule) == able
    assert (subsumption(home).rule_for(home.rule("1# -> 1")) is rule) == able


@pytest.mark.parametrize(
    ("stamped_at", "able"),
    [
        (-1, False),  # never stamped: ts = 0
        (10, True),  # stamped after the tenth update, and updated since
        (11, False),  # stamped after its last update
        (0, True),
    ],
)
def test_in_authors_a_subsumer_needs_a_timestamp_before_its_last_update(stamped_at: int, *, able: bool) -> None:
    """Ability is that of the last update, and ts > 0 then. Clauses: SUB-1."""
    home = bench()
    rule = home.rule("## -> 1", matches=11, correct=11)
    rule.stamped_at = stamped_at

    assert subsumption(home, authors=True).could_subsume(rule) == able
    assert subsumption(home).could_subsume(rule)


def able(home: Bench, text: str, *, num: int = 1, matches: int = 20, correct: int = 20) -> Classifier:
    """Insert a rule that is able to subsume in both profiles."""
    rule = home.insert(text, num=num, matches=matches, correct=correct, ts=1)
    assert rule.stamped_at == 0
    return rule


def test_the_strongest_general_rule_absorbs() -> None:
    """num*F: 2*20/20 = 2, 3*16/20 = 2.4, 1*20/20 = 1. The fourth is not general, the fifth not able. Clauses: SUB-5."""
    home = bench()
    able(home, "## -> 1", num=2)
    strongest = able(home, "1# -> 1", num=3, correct=16)
    able(home, "#1 -> 1")
    able(home, "0# -> 1", num=9)
    home.insert("## -> 1", num=9, matches=9, correct=9)

    assert subsumption(home).rule_for(home.rule("11 -> 1")) is strongest


@pytest.mark.parametrize("authors", [False, True])
def test_among_equally_strong_rules_the_more_experienced_absorbs_then_the_later(authors: bool) -> None:
    """All weigh 1*1; exp 24, 24 and 20. Clauses: SUB-5."""
    home = bench()
    able(home, "## -> 1", matches=24, correct=24)
    later = able(home, "#1 -> 1", matches=24, correct=24)
    able(home, "1# -> 1")

    assert subsumption(home, authors=authors).rule_for(home.rule("11 -> 1")) is later


@pytest.mark.parametrize("authors", [False, True])
def test_general_rules_come_before_equal_ones(authors: bool) -> None:
    """The equal rule has 9 times the weight but is not able: acc 15/20 = 0.75. Clauses: SUB-5."""
    home = bench()
    general = able(home, "1# -> 1")
    equal = home.insert("11 -> 1", num=9, matches=20, correct=15)

    assert subsumption(home, authors=authors).rule_for(home.rule("11 -> 1")) is general
    home.population.lose(general)
    assert subsumption(home, authors=authors).rule_for(home.rule("11 -> 1")) is equal


def test_an_equal_rule_keeps_an_offspring_out_but_need_not_absorb_it() -> None:
    """Equal and able (so general): weight 1; the other general one: 2. Clauses: SUB-3."""
    home = bench()
    equal = able(home, "11 -> 1")
    general = able(home, "1# -> 1", num=2)

    assert subsumption(home).rule_for(home.rule("11 -> 1")) is general
    home.population.lose(general, 2)
    assert subsumption(home).rule_for(home.rule("11 -> 1")) is equal


def test_without_a_general_or_equal_rule_nobody_absorbs() -> None:
    """More special condition; less specific consequent; other decision. Clauses: SUB-2, SUB-4."""
    home = Bench(every_instance(2), 2)
    able(home, "11 -> 11", correct=40)
    able(home, "1# -> 1#", correct=20)
    able(home, "1# -> 10", correct=40)

    assert subsumption(home).rule_for(home.rule("1# -> 11")) is None


def test_a_general_rule_is_general_by_its_bits_and_not_by_its_coverage() -> None:
    """D holds only 11, so that 1# and #1 match the same. Clauses: SUB-2."""
    home = Bench([[1.0, 1.0]], 1)
    able(home, "#1 -> 1")

    assert subsumption(home).rule_for(home.rule("1# -> 1")) is None


def test_in_authors_a_nominal_test_absorbs_only_the_same_set_of_values() -> None:
    """{0, 1} and {0}. Clauses: SUB-2."""
    found = []
    for authors in (False, True):
        genes: list[Gene] = [NominalGene(3, superset=not authors)]
        home = Bench([[0.0], [1.0]], 1, genes=genes)
        able(home, "1 110 11")
        found.append(subsumption(home, authors=authors).rule_for(home.rule("1 100 11")) is not None)

    assert found == [True, False]


def test_in_authors_the_first_candidate_absorbs_while_no_weight_exceeds_zero_and_no_exp_is_larger() -> None:
    """F_d is 0 below exp 20, so all weigh 0: exp 12, 11, 12 from best weight 0 and exp 12: the last with exp >= 12.

    The unable equal rule is first of all candidates with exp 13, and nobody has as much: it absorbs. Clauses: SUB-5.
    """
    home = bench()
    first = able(home, "## -> 1", matches=12, correct=12)
    able(home, "#1 -> 1", matches=11, correct=11)
    last = able(home, "1# -> 1", matches=12, correct=12)
    choice = subsumption(home, authors=True)

    assert choice.rule_for(home.rule("11 -> 1")) is last

    home.population.lose(last)
    assert choice.rule_for(home.rule("11 -> 1")) is first

    other = bench()
    equal = other.insert("11 -> 1", matches=13, correct=0)
    able(other, "## -> 1", matches=12, correct=12)
    assert subsumption(other, authors=True).rule_for(other.rule("11 -> 1")) is equal


def test_in_authors_weights_are_compared_as_32_bit_floats() -> None:
    """num*F of 1 and of 1 - 2^-26 round to the same float, so the later one wins by exp.

    A double tells them apart. acc = (2^26 - 1)/2^26 with nu = 1, exp 2^26 against 20. Clauses: SUB-5.
    """
    home = bench()
    sharp = able(home, "## -> 1")
    blurred = able(home, "1# -> 1", matches=2**26, correct=2**26 - 1)

    assert subsumption(home).rule_for(home.rule("11 -> 1")) is sharp
    assert subsumption(home, authors=True).rule_for(home.rule("11 -> 1")) is blurred


def test_in_authors_an_able_equal_rule_absorbs_only_as_a_general_one() -> None:
    """Both are able and equal to the offspring: the heavier wins, 2 against 1. Clauses: SUB-3."""
    home = bench()
    able(home, "11 -> 1")
    heavier = able(home, "11 -> 1", num=2)

    assert subsumption(home, authors=True).rule_for(home.rule("11 -> 1")) is heavier


def test_the_stronger_parent_absorbs_and_in_authors_the_fitter() -> None:
    """num*F: 3*16/20 = 2.4 and 2*20/20 = 2; F alone: 0.8 and 1. Clauses: SUB-5, SUB-4."""
    home = bench()
    first, second = able(home, "1# -> 1", num=3, correct=16), able(home, "#1 -> 1", num=2)
    child = home.rule("11 -> 1")

    assert subsumption(home).parent_for(child, first, second) is first
    assert subsumption(home, authors=True).parent_for(child, first, second) is second


@pytest.mark.parametrize("authors", [False, True])
def test_between_parents_alike_the_second_absorbs(authors: bool) -> None:
    """Clauses: SUB-5."""
    home = bench()
    first, second = able(home, "1# -> 1"), able(home, "#1 -> 1")

    assert subsumption(home, authors=authors).parent_for(home.rule("11 -> 1"), first, second) is second


def test_between_equal_parents_the_second_absorbs_and_in_authors_the_first() -> None:
    """Two equal rules in P, as `authors` can have them. Clauses: SUB-5."""
    home = bench()
    first, second = able(home, "1# -> 1"), able(home, "1# -> 1")
    child = home.rule("11 -> 1")

    assert subsumption(home).parent_for(child, first, second) is second
    assert subsumption(home, authors=True).parent_for(child, first, second) is first


@pytest.mark.parametrize("authors", [False, True])
def test_a_rule_drawn_twice_is_one_candidate(authors: bool) -> None:
    """Clauses: SUB-5, GEN-1."""
    home = bench()
    parent = able(home, "1# -> 1")

    assert subsumption(home, authors=authors).parent_for(home.rule("11 -> 1"), parent, parent) is parent
    assert subsumption(home, authors=authors).parent_for(home.rule("#1 -> 1"), parent, parent) is None


def test_a_general_parent_comes_before_an_equal_one() -> None:
    """General: 1*16/20 = 0.8. Equal, and not able with exp 10: 9*10/10 = 9. Clauses: SUB-5."""
    home = bench()
    general = able(home, "1# -> 1", correct=16)
    equal = home.insert("11 -> 1", num=9, matches=10, correct=10)
    choice = subsumption(home)

    assert choice.parent_for(home.rule("11 -> 1"), general, equal) is general
    assert choice.parent_for(home.rule("11 -> 1"), equal, equal) is equal


def test_in_authors_an_equal_parent_that_is_not_able_competes_with_a_general_one() -> None:
    """F_d = 0.8 of the general one; 1 of the equal one, which has no timestamp. Clauses: SUB-5, SUB-3."""
    home = bench()
    general = able(home, "1# -> 1", num=9, correct=16)
    equal = home.insert("11 -> 1", matches=30, correct=30)
    choice = subsumption(home, authors=True)

    assert not choice.could_subsume(equal)
    assert choice.parent_for(home.rule("11 -> 1"), general, equal) is equal


def candidate(home: Bench, text: str, *, num: int = 1, matches: int = 30, wrong: int = 0) -> None:
    """Insert a rule that decides one label and has had a timestamp since its birth."""
    home.insert(text, num=num, matches=matches, correct=matches - wrong, ts=1)


def merged(home: Bench) -> list[str]:
    """Return the merged rules as texts of notation and num; theta_exp 10, acc0 0.75, F_d 0 below exp 20, nu = 1."""
    rules = FinalMerge(subsumption(home, authors=True)).merged(home.population.rules())
    return [f"{notation_of(each, 2)} num {each.num}" for each in rules]


def test_a_later_rule_that_is_able_and_general_takes_over_the_num() -> None:
    """3 + 1 = 4; the earlier #1 -> 1 is general for 11 -> 1 too, but does not come after it. P stays as it was.

    Clauses: FIN-1.
    """
    home = Bench(every_instance(2), 1)
    candidate(home, "#1 -> 1", num=2)
    candidate(home, "11 -> 1", num=3)
    candidate(home, "1# -> 1")

    assert merged(home) == ["1# -> 1 num 4", "#1 -> 1 num 2"]
    assert [each.num for each in home.population.rules()] == [2, 3, 1]


def test_the_rule_that_slides_into_the_place_of_an_absorbed_one_is_skipped() -> None:
    """Place 0: the first 11 -> 1 goes to 1# -> 1, the second slides to place 0, and place 1 is 1# -> 1: 2*1 > 1*1.

    Clauses: FIN-1.
    """
    home = Bench(every_instance(2), 1)
    candidate(home, "11 -> 1")
    candidate(home, "11 -> 1", wrong=15)
    candidate(home, "1# -> 1")

    assert merged(home) == ["1# -> 1 num 2", "11 -> 1 num 1"]


def test_without_a_general_rule_a_later_equal_one_that_is_not_able_takes_over() -> None:
    """2 + 1 = 3 with acc 0.5. The able one of another decision is no candidate. Clauses: FIN-1."""
    home = Bench(every_instance(2), 1)
    candidate(home, "11 -> 1", num=2, wrong=15)
    candidate(home, "1# -> 0")
    candidate(home, "11 -> 1", wrong=15)

    assert merged(home) == ["11 -> 1 num 3", "1# -> 0 num 1"]


def test_the_heaviest_later_rule_wins_then_the_most_experienced_then_the_last() -> None:
    """num*F_d of 2, 1 and 2 with exp 30, 99 and 30: the third takes 11 -> 1. Clauses: FIN-1."""
    home = Bench(every_instance(2), 1)
    candidate(home, "11 -> 1")
    candidate(home, "1# -> 1", num=2)
    candidate(home, "#1 -> 1", matches=99)
    candidate(home, "## -> 1", num=2)

    # place 0 is 1# after that and is skipped; place 1, #1, goes to ## as well
    assert merged(home) == ["## -> 1 num 4", "1# -> 1 num 2"]


def test_the_rest_is_sorted_by_discounted_weight_and_equal_weights_keep_their_order() -> None:
    """num*F_d: 1*0.5, 5*0 (exp 19), 2*1, 1*0.5, 5*0 (exp 1). Clauses: FIN-1."""
    home = Bench(every_instance(2), 1)
    candidate(home, "11 -> 1", wrong=15)
    candidate(home, "10 -> 1", num=5, matches=19)
    candidate(home, "01 -> 1", num=2)
    candidate(home, "00 -> 1", wrong=15)
    candidate(home, "00 -> 0", num=5, matches=1)

    assert merged(home) == [
        "01 -> 1 num 2",
        "11 -> 1 num 1",
        "00 -> 1 num 1",
        "10 -> 1 num 5",
        "00 -> 0 num 5",
    ]
