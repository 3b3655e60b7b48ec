"""Votes, active labels and BEST by hand. Clauses: INF-1, INF-2, INF-5, INF-6."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pytest
from unit.core.builders import Bench, every_instance

from mlslcs_ref.core.classifier import Classifier
from mlslcs_ref.inference.votes import (
    active_labels,
    best_labels,
    decisions,
    matched_instances,
    normalised_votes,
    raw_votes,
)

BOTH: Final = (False, True)
SUM_OF_ZERO: Final = ([0.0, 0.0, 0.0], [-1.0, -1.0, -1.0])


def bench(n_labels: int, power: float = 1.0) -> Bench:
    """Return a bench over 00, 01, 10, 11; what is indifferent counts nothing, so acc = correct/decided."""
    return Bench(every_instance(2), n_labels, omega=0.0, phi=0.0, power=power)


def voted(home: Bench, rules: Sequence[Classifier], *, authors: bool = False) -> list[list[float]]:
    """Return w of 00, 01, 10 and 11."""
    found = raw_votes(rules, matched_instances(rules, home.index), 4, home.layout.n_labels, by_accuracy=authors)
    rows: list[list[float]] = found.tolist()
    return rows


def best(home: Bench, rules: Sequence[Classifier], *, authors: bool = False) -> list[str]:
    """Return BEST's labels of 00, 01, 10 and 11, as texts of 0 and 1."""
    found = best_labels(rules, matched_instances(rules, home.index), 4, home.layout.n_labels, by_num_accuracy=authors)
    return ["".join(str(int(active)) for active in row) for row in found]


def shares(*rows: list[float], authors: bool = False) -> npt.NDArray[np.float64]:
    """Return normalised votes as 64-bit numbers."""
    votes: npt.NDArray[np.floating[Any]] = np.array(rows, dtype=np.float32 if authors else np.float64)
    return normalised_votes(votes).astype(np.float64)


def test_a_decision_is_1_or_minus_1_and_indifference_0() -> None:
    assert decisions(bench(4).rule("## -> 10#1"), 4).tolist() == [1, -1, 0, 1]


def test_value_bits_of_labels_that_are_not_decided_say_nothing() -> None:
    """Activation 0 reads # whatever the value bit is. Clauses: REP-2."""
    assert decisions(bench(2).rule("0000 01 11"), 2).tolist() == [0, 1]


def test_matched_instances_are_positions_beyond_the_first_byte_too() -> None:
    home = Bench(every_instance(4), 1)
    rules = [home.rule("###1 -> 1"), home.rule("11## -> 1"), home.rule("#### -> 1")]

    assert [found.tolist() for found in matched_instances(rules, home.index)] == [
        [1, 3, 5, 7, 9, 11, 13, 15],
        [12, 13, 14, 15],
        list(range(16)),
    ]


def test_a_vote_is_numerosity_times_fitness_for_1_and_against_0() -> None:
    """Eq. 14 of the paper, nu = 2.

    1# -> 10, num 3: acc 6/8, F 9/16, vote 27/16 = 1.6875. ## -> 1#, num 2: acc 2/4, F 1/4, vote 0.5.
    1#: 1.6875 + 0.5 for label 1, -1.6875 for label 2; 0#: 0.5 and nothing. Clauses: INF-1.
    """
    home = bench(2, power=2.0)
    rules = [home.rule("1# -> 10", num=3, matches=4, correct=6), home.rule("## -> 1#", num=2, matches=4, correct=2)]

    assert voted(home, rules) == [[0.5, 0.0], [0.5, 0.0], [2.1875, -1.6875], [2.1875, -1.6875]]


def test_in_authors_a_vote_is_numerosity_times_accuracy() -> None:
    """The same rules: 3 * 0.75 = 2.25 and 2 * 0.5 = 1, whatever nu is. Clauses: INF-1."""
    home = bench(2, power=2.0)
    rules = [home.rule("1# -> 10", num=3, matches=4, correct=6), home.rule("## -> 1#", num=2, matches=4, correct=2)]

    assert voted(home, rules, authors=True) == [[1.0, 0.0], [1.0, 0.0], [3.25, -2.25], [3.25, -2.25]]


@pytest.mark.parametrize("authors", BOTH)
def test_a_rule_without_experience_does_not_vote(*, authors: bool) -> None:
    """Its F is 1 (PAR-0). Clauses: INF-1."""
    home = bench(1)

    assert voted(home, [home.rule("## -> 1", num=7)], authors=authors) == [[0.0]] * 4


@pytest.mark.parametrize("authors", BOTH)
def test_no_rules_give_no_votes(*, authors: bool) -> None:
    assert voted(bench(2), [], authors=authors) == [[0.0, 0.0]] * 4


@pytest.mark.parametrize("authors", BOTH)
def test_a_rule_that_is_never_right_has_a_vote_of_0(*, authors: bool) -> None:
    """Acc = 0, so num*F = num*acc = 0. Clauses: INF-1."""
    home = bench(1)

    assert voted(home, [home.rule("## -> 1", num=7, matches=3, correct=0)], authors=authors) == [[0.0]] * 4


@pytest.mark.parametrize(("order", "total"), [([1, 2, 3], 0.6000000000000001), ([3, 2, 1], 0.6)])
def test_votes_are_summed_in_population_order(order: list[int], total: float) -> None:
    """In doubles (0.1 + 0.2) + 0.3 = 0.6000000000000001, and (0.3 + 0.2) + 0.1 = 0.6. Clauses: INF-1."""
    home = bench(1)
    rules = [home.rule("## -> 1", matches=10, correct=correct) for correct in order]

    assert voted(home, rules) == [[total]] * 4


def test_in_authors_each_sum_of_votes_is_rounded_to_32_bits() -> None:
    """2^24 + 1 lies between 2^24 and 2^24 + 2 and is rounded to even, twice; in doubles the sum is 2^24 + 2.

    Clauses: INF-1.
    """
    home = bench(1)
    rules = [home.rule("## -> 1", num=num, matches=1, correct=1) for num in (2**24, 1, 1)]

    assert voted(home, rules, authors=True)[0] == [2.0**24]
    assert voted(home, rules)[0] == [2.0**24 + 2]


@pytest.mark.parametrize("authors", BOTH)
@pytest.mark.parametrize(
    ("votes", "normalised"),
    [
        ([3.0, 1.0, 0.0], [0.75, 0.25, 0.0]),  # min(0, min w) = 0; 3/4, 1/4, 0/4
        ([2.0, 1.0, 1.0], [0.5, 0.25, 0.25]),  # votes above 0 are not moved
        ([1.0, -1.0, 5.0], [0.25, 0.0, 0.75]),  # + 1: 2, 0, 6 of 8
        ([-3.0, -1.0, -2.0], [0.0, 2 / 3, 1 / 3]),  # + 3: 0, 2, 1 of 3
        ([2.0, 2.0, 2.0, 2.0], [0.25, 0.25, 0.25, 0.25]),  # all equal and > 0: 1/|L|
        ([0.0, 0.0, 0.0], [0.0, 0.0, 0.0]),  # no vote
        ([-1.0, -1.0, -1.0], [0.0, 0.0, 0.0]),  # all equal and < 0
        ([5.0], [1.0]),
        ([-5.0], [0.0]),
    ],
)
def test_votes_are_moved_to_start_at_0_and_divided_by_their_sum(
    votes: list[float], normalised: list[float], *, authors: bool
) -> None:
    """Clauses: INF-2."""
    expected = [float(np.float32(share)) if authors else share for share in normalised]

    assert shares(votes, authors=authors).tolist() == [expected]


def test_in_authors_difference_sum_and_quotient_are_rounded_to_32_bits() -> None:
    """Difference: 2^24 - 1 + 2 = 2^24 + 1 becomes 2^24; of 2^24 + 2 that is 1 - 2^-23, where 2^24 + 1 is 1 - 2^-24.

    Sum: 2^24 + 1 becomes 2^24. Quotient: 1/3 in 32 bits is 11184811/2^25 = 0.3333333432674408. Clauses: INF-2.
    """
    assert shares([2.0**24 - 1, -2.0, 0.0], authors=True).tolist() == [[1 - 2.0**-23, 0.0, 2.0**-23 - 2.0**-46]]
    rows = shares([2.0**24, 1.0], [1.0, 2.0], authors=True)
    assert rows.tolist() == [[1.0, 2.0**-24], [11184811 / 2**25, 11184811 / 2**24]]
    assert shares([2.0**24, 1.0]).tolist() == [[2**24 / (2**24 + 1), 1 / (2**24 + 1)]]


def test_votes_of_every_instance_are_normalised_on_their_own() -> None:
    assert shares([1.0, 3.0], [-1.0, -1.0], [4.0, -4.0]).tolist() == [[0.25, 0.75], [0.0, 0.0], [1.0, 0.0]]


@pytest.mark.parametrize(("authors", "labels"), [(False, [True, True, False]), (True, [False, True, False])])
def test_a_vote_equal_to_the_threshold_is_active_but_in_authors_not(authors: bool, labels: list[bool]) -> None:
    """Votes 1/4, 5/8 and 1/8 at threshold 1/4. Clauses: INF-2."""
    assert active_labels(np.array([[0.25, 0.625, 0.125]]), 0.25, above=authors).tolist() == [labels]


def test_a_vote_of_32_bits_is_compared_with_the_threshold_in_doubles() -> None:
    """The 32-bit number next to 0.1 is 0.100000001490..., which is above 0.1. Clauses: INF-2."""
    votes = np.array([[0.1, 0.9]], dtype=np.float32)

    assert active_labels(votes, 0.1, above=True).tolist() == [[True, True]]
    assert active_labels(votes, 0.10000000149011612, above=True).tolist() == [[False, True]]


@pytest.mark.parametrize("above", BOTH)
@pytest.mark.parametrize("votes", SUM_OF_ZERO)
def test_a_sum_of_0_activates_no_label_even_at_threshold_0(votes: list[float], *, above: bool) -> None:
    """Clauses: INF-2, INF-6."""
    assert active_labels(shares(votes), 0.0, above).tolist() == [[False, False, False]]


def test_at_threshold_0_labels_above_0_are_active_in_authors_and_all_in_paper() -> None:
    votes = np.array([[0.25, 0.75, 0.0]])

    assert active_labels(votes, 0.0, above=True).tolist() == [[True, True, False]]
    assert active_labels(votes, 0.0, above=False).tolist() == [[True, True, True]]


def test_best_takes_each_label_from_the_fittest_rule_that_decides_it() -> None:
    """F 0.9 decides label 1, F 0.8 label 1 and 2, F 0.7 all: 1 of the first, 1 of the second, 0 of the third.

    In authors num*acc is 0.9, 4 * 0.8 = 3.2 and 0.7: 0 and 1 of the second, 0 of the third. Clauses: INF-5.
    """
    home = bench(3)
    rules = [
        home.rule("## -> 110", matches=10, correct=21),
        home.rule("## -> 01#", num=4, matches=10, correct=16),
        home.rule("## -> 1##", matches=10, correct=9),
    ]

    assert [rule.fitness for rule in rules] == [0.7, 0.8, 0.9]
    assert best(home, rules) == ["110"] * 4
    assert best(home, rules, authors=True) == ["010"] * 4


@pytest.mark.parametrize(
    ("first", "second", "label"),
    [
        # (num, matches, correct): F = correct/matches
        ((1, 10, 9), (9, 99, 88), "1"),  # 0.9 above 8/9
        ((1, 10, 8), (2, 10, 8), "0"),  # equal F: the larger num
        ((1, 20, 16), (2, 10, 8), "0"),  # num before exp
        ((2, 10, 8), (2, 20, 16), "0"),  # equal num: the larger exp
        ((2, 10, 8), (2, 10, 8), "1"),  # all equal: the first of the population
        ((3, 10, 0), (1, 10, 1), "0"),
        ((1, 10, 0), (1, 0, 0), "1"),  # F = 0 decides, exp = 0 does not
    ],
)
def test_best_breaks_ties_by_numerosity_then_experience_then_population_order(
    first: tuple[int, int, int], second: tuple[int, int, int], label: str
) -> None:
    """The first rule of the population says 1, the second 0. Clauses: INF-5."""
    home = bench(1)
    rules = [
        home.rule(text, num=num, matches=matches, correct=correct)
        for text, (num, matches, correct) in (("## -> 1", first), ("## -> 0", second))
    ]

    assert best(home, rules) == [label] * 4


@pytest.mark.parametrize(
    ("first", "second", "label"),
    [
        ((1, 10, 8), (2, 10, 4), "1"),  # 0.8 = 2 * 0.4: the first of the population, whatever num and exp are
        ((2, 10, 4), (1, 10, 8), "1"),
        ((1, 10, 8), (1, 20, 16), "1"),
        ((1, 10, 8), (3, 10, 3), "0"),  # 0.8 below 3 * 0.3
        ((1, 10, 1), (9, 10, 0), "1"),  # num*acc = 0 decides nothing
        ((9, 10, 0), (1, 10, 1), "0"),
        ((9, 0, 0), (1, 10, 1), "0"),  # exp = 0
    ],
)
def test_in_authors_best_takes_the_largest_num_times_accuracy_and_of_equals_the_first(
    first: tuple[int, int, int], second: tuple[int, int, int], label: str
) -> None:
    """The first rule of the population says 1, the second 0. Clauses: INF-5."""
    home = bench(1, power=7.0)
    rules = [
        home.rule(text, num=num, matches=matches, correct=correct)
        for text, (num, matches, correct) in (("## -> 1", first), ("## -> 0", second))
    ]

    assert best(home, rules, authors=True) == [label] * 4


def test_in_authors_a_rule_of_accuracy_0_leaves_a_label_undecided() -> None:
    """In paper it decides: nobody else does. Clauses: INF-5."""
    home = bench(1)
    rules = [home.rule("## -> 1", num=5, matches=2, correct=0)]

    assert best(home, rules, authors=True) == ["0"] * 4
    assert best(home, rules) == ["1"] * 4


@pytest.mark.parametrize("authors", BOTH)
def test_best_asks_only_the_rules_that_match(*, authors: bool) -> None:
    """00 and 01: 1 by the rule 0#. 10: only # and 0 by the rule #0. 11: none, so no label. Clauses: INF-5, INF-6."""
    home = bench(2)
    rules = [home.rule("0# -> 1#", matches=10, correct=9), home.rule("#0 -> 01", matches=10, correct=16)]

    assert best(home, rules, authors=authors) == ["11", "10", "01", "00"]


@pytest.mark.parametrize("authors", BOTH)
def test_without_rules_best_activates_nothing(*, authors: bool) -> None:
    assert best(bench(2), [], authors=authors) == ["00"] * 4
