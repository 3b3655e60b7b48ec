"""Which clause is most likely wrong, with scores worked out by hand."""

import math
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlslcs_ref.oracle.judging import STATUSES, Result, Status
from mlslcs_ref.oracle.suspects import DOUBT, FAILING, suspects
from mlslcs_ref.oracle.vectors.comparison import FirstDifference


def result(status: Status, *clauses: str, gives: str | None = None, of: str = "update", group: str = "group") -> Result:
    difference = None if gives is None else FirstDifference("rules/0/tp", 1, 2, gives)
    return Result(f"{of}/topic/{group}/test", status, "must", clauses, difference)


def score(f: float, r: float, a: float) -> Any:
    return pytest.approx(f / math.sqrt((DOUBT + r) * a))


def test_where_nothing_fails_nothing_is_suspicious() -> None:
    assert suspects([result("pass", "ABC-1"), result("skip", "ABC-2"), result("protocol", "ABC-3")]) == ()


def test_a_clause_whose_vectors_alone_fail_is_the_surer_the_more_they_are() -> None:
    (one,) = suspects([result("fail", "ABC-1"), result("pass", "ABC-2", group="other")])
    many = [result("fail", "ABC-1", group=f"group-{turn}") for turn in range(100)]
    (all_of_many,) = suspects([*many, result("pass", "ABC-2", group="other")])

    assert (one.clause, one.failed, one.ran, one.elsewhere) == ("ABC-1", 1, 1, 0)
    assert one.score == score(2, 2, 2)
    assert all_of_many.score == score(200, 200, 200)
    assert one.score < all_of_many.score


def test_the_only_vector_of_a_clause_says_less_than_most_of_many() -> None:
    """A = 100 + 1. ABC-1: F = 100, R = 120; ABC-2: F = R = 1."""
    failing = [result("fail", "ABC-1", group=f"group-{turn}") for turn in range(49)]
    passing = [result("pass", "ABC-1", group=f"other-{turn}") for turn in range(10)]

    first, second = suspects([*failing, *passing, result("fail", "ABC-1", "ABC-2", group="one")])

    assert (first.clause, second.clause) == ("ABC-1", "ABC-2")
    assert [first.score, second.score] == [score(100, 120, 100), score(1, 1, 100)]


def test_the_score_counts_first_citations_twice() -> None:
    """Of three in a group each says a third. ABC-3: F = R = 2 + 1, A = 2*2; XYZ-0: F = 2, R = 2 + 2."""
    first, second = suspects([result("fail", "ABC-3"), result("fail", "XYZ-0", "ABC-3"), result("pass", "XYZ-0")])

    assert (first.clause, first.failed, first.ran, first.elsewhere) == ("ABC-3", 2, 2, 0)
    assert first.score == score(1, 1, 4 / 3)
    assert (second.clause, second.failed, second.ran, second.elsewhere) == ("XYZ-0", 1, 2, 1)
    assert second.score == score(2 / 3, 4 / 3, 4 / 3)


def test_the_clause_that_gives_what_differs_first_counts_most() -> None:
    """Each says a quarter. A = 4 + 4. ABC-9: F = 4 + 4, R = 4 + 4 + 1 + 1; each other ABC: F = R = 2."""
    given = [result("fail", "ABC-1", gives="ABC-9"), result("fail", "ABC-2", "ABC-9", gives="ABC-9")]

    passing = [result("pass", "XYZ-0", "ABC-9", gives="ABC-9"), result("pass", "XYZ-0", "ABC-9")]
    first, *others = suspects([*given, *passing])

    assert (first.clause, first.failed, first.ran, first.elsewhere) == ("ABC-9", 2, 4, 0)
    assert first.score == score(2, 2.5, 2)
    assert [other.clause for other in others] == ["ABC-1", "ABC-2"]
    assert [other.score for other in others] == [score(0.5, 0.5, 2)] * 2


@pytest.mark.parametrize("topic", ["drawn", "large", "three-hundred"])
def test_a_random_case_has_no_topic(topic: str) -> None:
    """A = 1 + 2. ABC-2: F = 1 + 2, R = 3 + 1. ABC-1: F = R = 1."""
    drawn = replace(result("fail", "ABC-1", "ABC-2"), id=f"update/{topic}/group/test")
    passing = replace(result("pass", "ABC-2", "ABC-3"), id=f"update/{topic}/other/test")

    first, second = suspects([drawn, result("fail", "ABC-2"), passing])

    assert (first.clause, second.clause) == ("ABC-2", "ABC-1")
    assert [first.score, second.score] == [score(3, 4, 3), score(1, 1, 3)]


def test_where_a_part_fails_too_the_whole_says_a_64th() -> None:
    """`ga-due` is part of `step`. A = 2 + 32*2/64 = 3. ABC-1: F = R = 2; XYZ-0: F = R = 1."""
    whole = [result("fail", "XYZ-0", of="step", group=f"group-{turn}") for turn in range(32)]

    first, second = suspects([*whole, result("fail", "ABC-1", of="ga-due")])

    assert (first.clause, second.clause) == ("ABC-1", "XYZ-0")
    assert [first.score, second.score] == [score(2, 2, 3), score(1, 1, 3)]


def test_where_a_part_of_a_part_fails_too_the_whole_says_a_64th_of_a_64th() -> None:
    """`match` is part of `coverage`, which is part of `update`. A = 2 + 2/64 + 2/64/64; of each clause F = R."""
    nested = [result("fail", f"ABC-{turn}", of=name) for turn, name in enumerate(("match", "coverage", "update"))]

    found = suspects(nested)

    weights = [2, 2 / 64, 2 / 64**2]
    assert [suspect.clause for suspect in found] == ["ABC-0", "ABC-1", "ABC-2"]
    assert [suspect.score for suspect in found] == [score(weight, weight, sum(weights)) for weight in weights]


def test_the_vectors_of_a_group_say_as_much_together_as_one_elsewhere() -> None:
    """A = 2 + 3*2/3 = 4. ABC-1: F = R = 2; XYZ-0: F = 3*2/3 = 2 = R."""
    many = [result("fail", "XYZ-0", group="many") for _turn in range(3)]

    found = suspects([*many, result("fail", "ABC-1", group="one")])

    assert [(suspect.clause, suspect.failed) for suspect in found] == [("ABC-1", 1), ("XYZ-0", 3)]
    assert [suspect.score for suspect in found] == [score(2, 2, 4)] * 2


def test_of_a_group_those_count_that_ran() -> None:
    """A = 2/2. ABC-1: F = 2/2, R = 4/2."""
    (found,) = suspects([result("fail", "ABC-1"), result("pass", "ABC-1"), result("died", "ABC-1")])

    assert found.score == score(1, 2, 1)


def test_a_draw_that_is_used_otherwise_says_as_much_as_a_name() -> None:
    """A = 2. ABC-1: F = R = 2; XYZ-9: F = R = 1."""
    misfit = replace(result("error", "ABC-1"), difference=FirstDifference("draws/3", "ga.cut", "no draw", "XYZ-9"))

    found = [(suspect.clause, suspect.score) for suspect in suspects([misfit])]

    assert found == [("ABC-1", score(2, 2, 2)), ("XYZ-9", score(1, 1, 2))]


def test_a_clause_of_which_all_own_vectors_pass_has_a_quarter_of_its_score() -> None:
    """Each says a half. A = 4. ABC-9: F = 4, R = 4 + 2; ABC-1: F = R = 2."""
    first, second = suspects([result("fail", "ABC-1", gives="ABC-9"), result("pass", "ABC-9")])

    assert (first.clause, second.clause) == ("ABC-1", "ABC-9")
    assert [first.score, 4 * second.score] == [score(1, 1, 2), score(2, 3, 2)]


def test_a_clause_of_which_any_own_vector_fails_keeps_its_score() -> None:
    """Each says a third. A = 4 + 2. ABC-9: F = 4 + 2, R = 4 + 2 + 2."""
    own = [result("fail", "ABC-9"), result("pass", "ABC-9")]

    first, *_ = suspects([result("fail", "ABC-1", gives="ABC-9"), *own])

    assert first.clause == "ABC-9"
    assert first.score == score(2, 8 / 3, 2)


def test_where_no_part_fails_the_whole_says_all_that_it_has_to_say() -> None:
    whole = [result("fail", "XYZ-0", of="step"), result("pass", "ABC-1", of="ga-due")]

    assert [(suspect.clause, suspect.score) for suspect in suspects(whole)] == [("XYZ-0", score(2, 2, 2))]


def test_a_field_that_no_clause_gives_points_to_nothing() -> None:
    assert [suspect.clause for suspect in suspects([result("fail", "ABC-1", gives="")])] == ["ABC-1"]


def test_equal_scores_stand_in_the_order_of_names() -> None:
    found = suspects([result("fail", "ABC-2"), result("fail", "ABC-1")])

    assert [suspect.clause for suspect in found] == ["ABC-1", "ABC-2"]


@pytest.mark.parametrize("status", FAILING)
def test_every_way_to_fail_speaks_against_a_clause(status: Status) -> None:
    assert [suspect.clause for suspect in suspects([result(status, "ABC-1")])] == ["ABC-1"]


@pytest.mark.parametrize("status", ["skip", "known", "died", "timeout", "protocol", "not-run"])
def test_what_did_not_run_or_is_known_says_nothing(status: Any) -> None:
    (found,) = suspects([result("fail", "ABC-1"), result(status, "ABC-1")])

    assert (found.ran, found.score) == (1, score(2, 2, 2))


results = st.lists(
    st.builds(
        result,
        st.sampled_from(list(STATUSES)),
        st.sampled_from(["ABC-1", "ABC-2"]),
        st.sampled_from(["XYZ-0", "XYZ-1", "XYZ-2"]),
        gives=st.sampled_from([None, "", "XYZ-0", "ABC-9"]),
        group=st.sampled_from(["one", "other"]),
    ),
    max_size=12,
)


@given(results)
def test_scores_are_shares_and_every_failing_vector_is_counted_for_every_clause(found: list[Result]) -> None:
    n_failing = len([one for one in found if one.status in FAILING])

    for suspect in suspects(found):
        assert 0.0 < suspect.score < 1.0
        assert 0 < suspect.failed <= suspect.ran
        assert suspect.failed + suspect.elsewhere == n_failing


@given(results)
def test_the_order_of_results_is_of_no_consequence(found: list[Result]) -> None:
    assert suspects(found) == suspects(found[::-1])
