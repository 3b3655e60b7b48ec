"""Deletion by hand. Clauses: DEL-1 to DEL-4."""

import math
from itertools import accumulate
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from unit.core.builders import Bench, assert_spent, every_instance

from mlslcs_ref.core.deletion import Deletion, LogVotes, PlainVotes
from mlslcs_ref.core.population import Population
from mlslcs_ref.core.sets import CorrectSets
from mlslcs_ref.core.subsumption import Subsumption
from mlslcs_ref.core.update import Update
from mlslcs_ref.oracle.tapes import ReplayedDraws

THETA_DEL: Final = 20
INFINITY: Final = math.inf


def bench(power: float = 1.0) -> Bench:
    """Return a bench of 2 attributes and 1 label; exp in matches, nu = 1 by default."""
    return Bench(every_instance(2), 1, power=power)


def deletion(home: Bench, *u: float, authors: bool = False) -> tuple[Deletion, ReplayedDraws]:
    tape = ReplayedDraws(list(u))
    votes = PlainVotes(THETA_DEL) if authors else LogVotes(THETA_DEL)
    # a vote of the other domain is not to be taken for one of this
    for rule in home.population.rules():
        rule.forget()
    return Deletion(home.population, tape, votes), tape


def deleted(home: Bench, u: float, *, authors: bool = False) -> int:
    """Return the serial of the rule of num > 1 that a draw deletes from; P is mended afterwards."""
    mechanism, tape = deletion(home, u, authors=authors)
    rule = mechanism.delete_from_population()
    assert_spent(tape, 1)
    home.population.gain(rule)
    return rule.serial


@pytest.mark.parametrize(
    ("matches", "correct", "cs", "log_vote"),
    [
        (19, 19, 9.0, 1.0),  # exp < theta_del: 1/F = 1, cs does not count
        (16, 8, 9.0, 2.0),  # 1/0.5
        (20, 20, 9.0, 8.0),  # 9 - 1 - ln 1
        (20, 10, 3.0, 2.0 + 0.6931471805599453),  # 3 - 1 - ln 0.5, and ln 2 = 0.693147...
        (0, 0, 1.0, 1.0),  # F = 1 before the first update
    ],
)
def test_the_vote_is_exp_of_1_over_f_or_of_cs_minus_1_over_f(
    matches: int, correct: int, cs: float, log_vote: float
) -> None:
    """Eq. 12 of the paper; `paper` compares ln d. Clauses: DEL-2, DEL-3."""
    home = bench()
    rule = home.rule("1# -> 1", matches=matches, correct=correct, cs=cs)

    assert LogVotes(THETA_DEL).vote(rule) == pytest.approx(log_vote, rel=1e-15)
    assert PlainVotes(THETA_DEL).vote(rule) == pytest.approx(math.exp(log_vote), rel=1e-14)


@pytest.mark.parametrize("authors", [False, True])
@pytest.mark.parametrize(("u", "serial"), [(0.0, 1), (0.59, 1), (0.61, 2), (0.99, 2)])
def test_rules_are_deleted_in_proportion_to_numerosity_times_vote(u: float, serial: int, *, authors: bool) -> None:
    """6 times e^(1/0.5) = e^2, twice e^(3 - 1)/0.5 = 2e^2: 6 of 10, Eqs. 11 and 12. Clauses: DEL-1, DEL-2."""
    home = bench()
    home.insert("1# -> 1", num=6, matches=10, correct=5)
    home.insert("#1 -> 1", num=2, matches=20, correct=10, cs=3.0)

    assert deleted(home, u, authors=authors) == serial


def test_a_deletion_takes_one_micro_classifier_and_the_rule_goes_with_its_last() -> None:
    """Clauses: DEL-1."""
    home = bench()
    rule = home.insert("1# -> 1", num=2)
    mechanism, tape = deletion(home, 0.5, 0.5)

    assert mechanism.delete_from_population() is rule
    assert (rule.num, home.population.micro, home.population.macro) == (1, 1, 1)
    assert mechanism.delete_from_population() is rule
    assert (rule.num, home.population.micro, home.population.rules()) == (0, 0, [])
    assert_spent(tape, 2)


@pytest.mark.parametrize(("u", "serial"), [(0.26, 1), (0.28, 2)])
def test_logarithms_keep_the_probabilities_that_doubles_lose(u: float, serial: int) -> None:
    """Cs = 1000 and 1001, F = 1: ln d = 999 and 1000; weights e^-1 = 0.3679 and 1, and 0.3679/1.3679 = 0.2689.

    In `authors` both votes overflow, and the first rule goes at any draw. Clauses: DEL-3.
    """
    home = bench()
    home.insert("1# -> 1", num=2, matches=20, correct=20, cs=1000.0)
    home.insert("#1 -> 1", num=2, matches=20, correct=20, cs=1001.0)

    assert deleted(home, u) == serial
    assert deleted(home, u, authors=True) == 1


@pytest.mark.parametrize(("cs", "serial"), [(37.0, 1), (36.984375, 2)])
def test_a_vote_more_than_64_below_the_largest_weighs_nothing(cs: float, serial: int) -> None:
    """F = 1: ln d = 36 and 100, 64 apart, or 1/64 more; u = 0 takes the first of weight above 0. Clauses: DEL-4."""
    home = bench()
    home.insert("1# -> 1", num=2, matches=20, correct=20, cs=cs)
    home.insert("#1 -> 1", num=2, matches=20, correct=20, cs=101.0)

    assert deleted(home, 0.0) == serial


def test_near_and_distant_votes_are_told_apart_by_the_largest_wherever_it_stands() -> None:
    """Ln d = 0, 50, 100, 50: the first is near the second and still far from the third. Clauses: DEL-4."""
    home = bench()
    for cs in (1.0, 51.0, 101.0, 51.0):
        home.insert("1# -> 1", num=2, matches=20, correct=20, cs=cs)

    assert deleted(home, 0.0) == 2


def test_a_cs_of_711_overflows_a_double_and_one_of_710_does_not() -> None:
    """Ln of the largest double is 1024*ln 2 = 709.78: e^709 fits, e^710 does not. Clauses: DEL-3."""
    home = bench()
    fits = home.rule("1# -> 1", matches=20, correct=20, cs=710.0)
    overflows = home.rule("1# -> 1", matches=20, correct=20, cs=711.0)

    assert PlainVotes(THETA_DEL).vote(fits) < INFINITY
    assert PlainVotes(THETA_DEL).vote(overflows) == INFINITY
    assert (LogVotes(THETA_DEL).vote(fits), LogVotes(THETA_DEL).vote(overflows)) == (709.0, 710.0)


def test_a_young_rule_of_accuracy_one_half_overflows_a_double() -> None:
    """Nu = 10: F = 2^-10, 1/F = 1024 > 709.78. Clauses: DEL-3."""
    home = bench(10.0)
    rule = home.rule("1# -> 1", matches=2, correct=1)

    assert LogVotes(THETA_DEL).vote(rule) == 1024.0
    assert PlainVotes(THETA_DEL).vote(rule) == INFINITY


@pytest.mark.parametrize(("u", "serial"), [(0.0, 2), (0.25, 2), (0.26, 3), (0.99, 3)])
def test_rules_of_fitness_zero_compete_alone_by_numerosity(u: float, serial: int) -> None:
    """Numerosities 2 and 6 of the two rules with F = 0: u = 0.25 has goal 2. Clauses: DEL-3."""
    home = bench()
    home.insert("## -> 1", num=9, matches=20, correct=20, cs=5000.0)
    home.insert("1# -> 1", num=2, matches=20, correct=0)
    home.insert("#1 -> 1", num=6, matches=1, correct=0)

    assert deleted(home, u) == serial


def test_a_logarithm_that_is_not_finite_competes_like_fitness_zero() -> None:
    """Acc = 1/2, nu = 1030: F = 2^-1030 is no normal double, and 1/F = 2^1030 is beyond the largest. Clauses: DEL-3."""
    home = bench(1030.0)
    home.insert("## -> 1", num=9, matches=19, correct=19)
    home.insert("1# -> 1", num=2, matches=2, correct=1)

    assert LogVotes(THETA_DEL).vote(home.population.rules()[1]) == INFINITY
    assert [deleted(home, u) for u in (0.0, 0.5, 0.99)] == [2, 2, 2]


@pytest.mark.parametrize("u", [0.0, 0.5, 1.0 - 2.0**-53])
def test_in_authors_an_infinite_total_selects_where_the_running_sum_becomes_infinite(u: float) -> None:
    """A finite vote, then cs = 711 twice: the second rule. The draw is made all the same. Clauses: DEL-3."""
    home = bench()
    home.insert("## -> 1", num=9, matches=20, correct=20, cs=3.0)
    home.insert("1# -> 1", num=2, matches=20, correct=20, cs=711.0)
    home.insert("#1 -> 1", num=2, matches=20, correct=20, cs=712.0)

    assert deleted(home, u, authors=True) == 2


def test_in_authors_finite_votes_may_have_an_infinite_sum() -> None:
    """e^709 = 8.2e307: 2*e^709 = 1.64e308 fits below the largest double 1.8e308, 4*e^709 does not. Clauses: DEL-3."""
    home = bench()
    for _turn in range(2):
        home.insert("1# -> 1", num=2, matches=20, correct=20, cs=710.0)

    assert [deleted(home, u, authors=True) for u in (0.0, 0.5, 0.51)] == [2, 2, 2]
    assert [deleted(home, u) for u in (0.0, 0.5, 0.51)] == [1, 1, 2]


def test_in_authors_a_rule_of_fitness_zero_is_deleted_first() -> None:
    """e^(1/0) is infinite. Clauses: DEL-3, DEL-2."""
    home = bench()
    home.insert("1# -> 1", matches=20, correct=20, cs=5.0)
    home.insert("#1 -> 1", num=2, matches=2, correct=0)

    assert deleted(home, 0.01, authors=True) == 2


def test_a_vote_follows_the_next_update() -> None:
    """Exp 19 votes 1/F = 1; at exp 20 cs - 1 = 4: u = 0.5 of e and e, then of e^4 and e. Clauses: DEL-2."""
    home = bench()
    first = home.insert("11 -> 1", matches=19, correct=19, cs=5.0)
    home.insert("#0 -> 1", matches=10, correct=10)
    mechanism, _tape = deletion(home, 0.51, 0.51)

    loser = mechanism.delete_from_population()
    home.population.gain(first if loser is first else loser)
    sets = CorrectSets(1)
    sets.form(home.population.match_set(3), [0], 1)
    Update(0.2).update_set(sets)

    assert loser is not first
    assert (first.exp, first.acc) == (20, 0.95)
    assert mechanism.delete_from_population() is first


@pytest.mark.parametrize("authors", [False, True])
def test_a_rule_that_has_left_is_never_deleted_again(*, authors: bool) -> None:
    """Its place may still be there; u = 0 takes the first that is in P, however large the vote that has left.

    Clauses: DEL-1, DEL-3, DEL-4.
    """
    home = bench()
    gone = home.insert("1# -> 1", matches=20, correct=20, cs=2000.0)
    for _turn in range(8):
        home.insert("#1 -> 1", num=2, matches=20, correct=20)
    home.population.lose(gone)

    assert deleted(home, 0.0, authors=authors) == 2


@pytest.mark.parametrize("authors", [False, True])
@given(
    rules=st.lists(st.tuples(st.integers(2, 4), st.integers(0, 40), st.integers(0, 8)), min_size=1, max_size=80),
    turns=st.lists(st.integers(0, 80) | st.floats(0.0, 1.0, exclude_max=True), max_size=4),
    spread=st.sampled_from([0.0, 1.0, 40.0, 90.0]),
)
def test_whoever_is_deleted_is_whom_one_wheel_over_all_of_p_chooses(
    rules: list[tuple[int, int, int]], turns: list[float], spread: float, *, authors: bool
) -> None:
    """Also where a draw falls upon the edge of a rule, an integer, and where votes are far apart, or change.

    With cs up to 721 votes overflow doubles. Clauses: DEL-1, DEL-3, DEL-4.
    """
    home = bench()
    votes = PlainVotes(THETA_DEL) if authors else LogVotes(THETA_DEL)
    for num, matches, worth in rules:
        home.insert("## -> 1", num=num, matches=matches, correct=matches * worth // 8, cs=1.0 + worth * spread)
    for turn in turns:
        found = home.population.rules()
        largest = max(map(votes.vote, found))
        sums = list(accumulate(float(rule.num) * votes.share(votes.vote(rule), largest) for rule in found))
        edge = sums[int(turn) % len(sums)] / sums[-1] if isinstance(turn, int) else turn
        u = edge if edge < 1.0 else 0.5
        goal = u * sums[-1] if sums[-1] < INFINITY else INFINITY
        expected = next(place for place, running in enumerate(sums) if running >= goal and running > 0.0)

        chosen = Deletion(home.population, ReplayedDraws([u]), votes).delete_from_population()

        assert chosen.serial == expected + 1
        home.population.gain(chosen)
        changed = found[len(sums) // 2]
        changed.matches += 1
        changed.forget()


def test_who_is_able_to_subsume_follows_every_update() -> None:
    """In blocks of one instance `#0` matches nothing of the block of 11: all of P is asked. Clauses: SUB-1, SUB-4."""
    home = bench()
    home.population = Population(home.index, 1)
    general = home.insert("## -> 1", matches=10, correct=10)
    home.population.match_set(3)
    subsumption = Subsumption(home.layout, home.population, 10, 0.75, 10, False)
    before = subsumption.rule_for(home.rule("#0 -> 1"))
    sets = CorrectSets(1)
    sets.form(home.population.match_set(3), [1], 1)
    Update(0.2).update_set(sets)

    assert before is None
    assert subsumption.rule_for(home.rule("#0 -> 1")) is general
