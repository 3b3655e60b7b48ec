"""Control of the match set. Clauses: CTL-1 to CTL-3."""

from unit.core.builders import Bench, every_instance

from mlslcs_ref.core.control import MatchSetControl


def bench() -> Bench:
    """Return a bench of the four instances of 2 attributes, 1 label and nu = 1."""
    return Bench(every_instance(2), 1)


def test_the_least_fit_rule_of_the_lowest_coverage_level_loses_one_micro_classifier() -> None:
    """Coverage 4, 2, 2, 2 with F 0.1, 0.8, 0.5, 0.9: the third. Clauses: CTL-1."""
    home = bench()
    home.insert("## -> 1", matches=10, correct=1)
    home.insert("1# -> 1", matches=10, correct=8)
    loser = home.insert("#1 -> 1", num=3, matches=10, correct=5)
    home.insert("1# -> 0", matches=10, correct=9)
    control = MatchSetControl(home.population)

    assert control.control(home.population.match_set(3), 4) is loser
    assert (loser.num, home.population.micro) == (2, 5)


def test_a_rule_that_loses_its_last_micro_classifier_is_gone() -> None:
    """Clauses: CTL-1."""
    home = bench()
    stays, goes = home.insert("1# -> 1", matches=10, correct=8), home.insert("#1 -> 1", matches=10, correct=5)
    MatchSetControl(home.population).control(home.population.match_set(3), 4)

    assert goes.num == 0
    assert home.population.match_set(3) == [stays]


def test_of_equally_unfit_rules_the_last_loses() -> None:
    """Clauses: CTL-1."""
    home = bench()
    rules = [home.insert(text, matches=4, correct=2) for text in ("1# -> 1", "#1 -> 1", "1# -> 0")]

    assert MatchSetControl(home.population).control(home.population.match_set(3), 4) is rules[2]


def test_a_lowest_level_of_one_rule_loses_nothing() -> None:
    """One rule of coverage 1, two of coverage 2. Clauses: CTL-1."""
    home = bench()
    home.insert("11 -> 1", num=5, matches=10, correct=1)
    home.insert("1# -> 1", matches=10, correct=2)
    home.insert("#1 -> 1", matches=10, correct=3)

    assert MatchSetControl(home.population).control(home.population.match_set(3), 4) is None
    assert home.population.micro == 7


def test_a_match_set_without_known_coverage_loses_nothing() -> None:
    """Clauses: CTL-1, CTL-2."""
    home = bench()

    assert MatchSetControl(home.population).control([], 9) is None


def test_coverage_is_known_once_as_many_steps_have_passed_as_there_are_instances() -> None:
    """|D| = 4: created at 5, known from step 9 on; until then the lowest level is one rule. Clauses: CTL-2."""
    home = bench()
    old = home.insert("11 -> 1", matches=10, correct=9, step=1)
    young = home.insert("11 -> 0", num=2, matches=10, correct=1, step=5)
    control = MatchSetControl(home.population)

    assert control.control(home.population.match_set(3), 8) is None
    assert control.control(home.population.match_set(3), 9) is young
    assert (old.num, young.num) == (1, 1)
