"""The merge after update-only passes, by hand. Clauses: FIN-1."""

from typing import Final

from unit.core.builders import Bench, every_instance, notation_of

from mlslcs_ref.core.subsumption import AuthorsSubsumption, FinalMerge

EXPERIENCED: Final = 30


def rule(home: Bench, text: str, *, num: int = 1, matches: int = EXPERIENCED, wrong: int = 0) -> None:
    """Insert a rule that decides one label and has had a timestamp since its birth."""
    home.insert(text, num=num, matches=matches, correct=matches - wrong, ts=1)


def merged(home: Bench) -> list[str]:
    """Return the merged rules as texts of notation and num; theta_exp 10, acc0 0.75, F_d 0 below exp 20, nu = 1."""
    subsumption = AuthorsSubsumption(home.layout, home.population, 10, 0.75, 20, at_last_update=True)
    rules = FinalMerge(subsumption).merged(home.population.rules())
    return [f"{notation_of(each, 2)} num {each.num}" for each in rules]


def bench() -> Bench:
    return Bench(every_instance(2), 1)


def test_a_later_rule_that_is_able_and_general_takes_over_the_num() -> None:
    """3 + 1 = 4; the earlier #1 -> 1 is general for 11 -> 1 too, but does not come after it. P stays as it was.

    Clauses: FIN-1.
    """
    home = bench()
    rule(home, "#1 -> 1", num=2)
    rule(home, "11 -> 1", num=3)
    rule(home, "1# -> 1")

    assert merged(home) == ["1# -> 1 num 4", "#1 -> 1 num 2"]
    assert [each.num for each in home.population.rules()] == [2, 3, 1]


def test_the_rule_that_slides_into_the_place_of_an_absorbed_one_is_skipped() -> None:
    """Place 0: the first 11 -> 1 goes to 1# -> 1, the second slides to place 0, and place 1 is 1# -> 1: 2*1 > 1*1.

    Clauses: FIN-1.
    """
    home = bench()
    rule(home, "11 -> 1")
    rule(home, "11 -> 1", wrong=15)
    rule(home, "1# -> 1")

    assert merged(home) == ["1# -> 1 num 2", "11 -> 1 num 1"]


def test_without_a_general_rule_a_later_equal_one_that_is_not_able_takes_over() -> None:
    """2 + 1 = 3 with acc 0.5. The able one of another decision is no candidate. Clauses: FIN-1."""
    home = bench()
    rule(home, "11 -> 1", num=2, wrong=15)
    rule(home, "1# -> 0")
    rule(home, "11 -> 1", wrong=15)

    assert merged(home) == ["11 -> 1 num 3", "1# -> 0 num 1"]


def test_the_heaviest_later_rule_wins_then_the_most_experienced_then_the_last() -> None:
    """num*F_d of 2, 1 and 2 with exp 30, 99 and 30: the third takes 11 -> 1. Clauses: FIN-1."""
    home = bench()
    rule(home, "11 -> 1")
    rule(home, "1# -> 1", num=2)
    rule(home, "#1 -> 1", matches=99)
    rule(home, "## -> 1", num=2)

    # place 0 is 1# after that and is skipped; place 1, #1, goes to ## as well
    assert merged(home) == ["## -> 1 num 4", "1# -> 1 num 2"]


def test_the_rest_is_sorted_by_discounted_weight_and_equal_weights_keep_their_order() -> None:
    """num*F_d: 1*0.5, 5*0 (exp 19), 2*1, 1*0.5, 5*0 (exp 1). Clauses: FIN-1."""
    home = bench()
    rule(home, "11 -> 1", wrong=15)
    rule(home, "10 -> 1", num=5, matches=19)
    rule(home, "01 -> 1", num=2)
    rule(home, "00 -> 1", wrong=15)
    rule(home, "00 -> 0", num=5, matches=1)

    assert merged(home) == [
        "01 -> 1 num 2",
        "11 -> 1 num 1",
        "00 -> 1 num 1",
        "10 -> 1 num 5",
        "00 -> 0 num 5",
    ]
