"""Which clause is most likely wrong, with scores worked out by hand."""

import math
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlslcs_ref.oracle.judging import STATUSES, Result, Status
from mlslcs_ref.oracle.suspects import FAILING, suspects
from mlslcs_ref.oracle.vectors import FirstDifference


def result(status: Status, *clauses: str, gives: str | None = None, of: str = "update", group: str = "group") -> Result:
    difference = None if gives is None else FirstDifference("rules/0/tp", 1, 2, gives)
    return Result(f"{of}/topic/{group}/test", status, "must", clauses, difference)


def test_where_nothing_fails_nothing_is_suspicious() -> None:
    assert suspects([result("pass", "ABC-1"), result("skip", "ABC-2"), result("protocol", "ABC-3")]) == ()


def test_a_clause_whose_vectors_alone_fail_has_score_one() -> None:
    (found,) = suspects([result("fail", "ABC-1"), result("fail", "ABC-1"), result("pass", "ABC-2")])

    assert (found.clause, found.failed, found.ran, found.elsewhere, found.score) == ("ABC-1", 2, 2, 0, 1.0)


def test_the_score_counts_first_citations_twice() -> None:
    """ABC-3: F = 2 + 1, R = 2 + 1, A = 2*2: 3/sqrt(12). XYZ-0: F = 2, R = 2 + 2: 2/sqrt(16)."""
    first, second = suspects([result("fail", "ABC-3"), result("fail", "XYZ-0", "ABC-3"), result("pass", "XYZ-0")])

    assert (first.clause, first.failed, first.ran, first.elsewhere) == ("ABC-3", 2, 2, 0)
    assert first.score == pytest.approx(3 / math.sqrt(12))
    assert (second.clause, second.failed, second.ran, second.elsewhere) == ("XYZ-0", 1, 2, 1)
    assert second.score == pytest.approx(0.5)


def test_the_clause_that_gives_what_differs_first_counts_most() -> None:
    """A = 4 + 4. ABC-9: F = 4 + 4, R = 4 + 4 + 1 + 1: 8/sqrt(80); each ABC: F = 2, R = 2: 2/sqrt(16)."""
    given = [result("fail", "ABC-1", gives="ABC-9"), result("fail", "ABC-2", "ABC-9", gives="ABC-9")]

    passing = [result("pass", "XYZ-0", "ABC-9", gives="ABC-9"), result("pass", "XYZ-0", "ABC-9")]
    first, *others = suspects([*given, *passing])

    assert (first.clause, first.failed, first.ran, first.elsewhere) == ("ABC-9", 2, 4, 0)
    assert first.score == pytest.approx(8 / math.sqrt(80))
    assert [other.clause for other in others] == ["ABC-1", "ABC-2"]
    assert [other.score for other in others] == pytest.approx([0.5, 0.5])


@pytest.mark.parametrize("topic", ["drawn", "large", "three-hundred"])
def test_a_random_case_has_no_topic(topic: str) -> None:
    """A = 1 + 2. ABC-2: F = 1 + 2, R = 3 + 1: 3/sqrt(12). ABC-1: F = R = 1: 1/sqrt(3)."""
    drawn = replace(result("fail", "ABC-1", "ABC-2"), id=f"update/{topic}/group/test")
    passing = replace(result("pass", "ABC-2", "ABC-3"), id=f"update/{topic}/other/test")

    first, second = suspects([drawn, result("fail", "ABC-2"), passing])

    assert (first.clause, second.clause) == ("ABC-2", "ABC-1")
    assert [first.score, second.score] == pytest.approx([3 / math.sqrt(12), 1 / math.sqrt(3)])


def test_where_a_part_fails_too_the_whole_says_a_64th() -> None:
    """`ga-due` is part of `step`. A = 2 + 32*2/64 = 3. ABC-1: F = R = 2: 2/sqrt(6); XYZ-0: F = R = 1: 1/sqrt(3)."""
    whole = [result("fail", "XYZ-0", of="step", group=f"group-{turn}") for turn in range(32)]

    first, second = suspects([*whole, result("fail", "ABC-1", of="ga-due")])

    assert (first.clause, second.clause) == ("ABC-1", "XYZ-0")
    assert first.score == pytest.approx(2 / math.sqrt(6))
    assert second.score == pytest.approx(1 / math.sqrt(3))


def test_the_vectors_of_a_group_say_as_much_together_as_one_elsewhere() -> None:
    """A = 2 + 3*2/3 = 4. ABC-1: F = R = 2; XYZ-0: F = 3*2/3 = 2 = R: both 2/sqrt(8)."""
    many = [result("fail", "XYZ-0", group="many") for _turn in range(3)]

    found = suspects([*many, result("fail", "ABC-1", group="one")])

    assert [(suspect.clause, suspect.failed) for suspect in found] == [("ABC-1", 1), ("XYZ-0", 3)]
    assert [suspect.score for suspect in found] == pytest.approx([2 / math.sqrt(8)] * 2)


def test_of_a_group_those_count_that_ran() -> None:
    """A = 2/2. ABC-1: F = 2/2, R = 4/2: 1/sqrt(2)."""
    (found,) = suspects([result("fail", "ABC-1"), result("pass", "ABC-1"), result("died", "ABC-1")])

    assert found.score == pytest.approx(1 / math.sqrt(2))


def test_a_draw_that_is_used_otherwise_says_as_much_as_a_topic() -> None:
    """A = 2. Both: F = R = 2: 2/sqrt(4)."""
    misfit = replace(result("error", "ABC-1"), difference=FirstDifference("draws/3", "ga.cut", "no draw", "XYZ-9"))

    assert [(suspect.clause, suspect.score) for suspect in suspects([misfit])] == [("ABC-1", 1.0), ("XYZ-9", 1.0)]


def test_a_clause_of_which_all_own_vectors_pass_has_a_quarter_of_its_score() -> None:
    """A = 4. ABC-9: F = 4, R = 4 + 2: a quarter of 4/sqrt(24); ABC-1: F = R = 2: 2/sqrt(8)."""
    first, second = suspects([result("fail", "ABC-1", gives="ABC-9"), result("pass", "ABC-9")])

    assert (first.clause, second.clause) == ("ABC-1", "ABC-9")
    assert second.score == pytest.approx(1 / math.sqrt(24))


def test_a_clause_of_which_any_own_vector_fails_keeps_its_score() -> None:
    """A = 4 + 2. ABC-9: F = 4 + 2, R = 4 + 2 + 2: 6/sqrt(48)."""
    own = [result("fail", "ABC-9"), result("pass", "ABC-9")]

    first, *_ = suspects([result("fail", "ABC-1", gives="ABC-9"), *own])

    assert first.clause == "ABC-9"
    assert first.score == pytest.approx(6 / math.sqrt(48))


def test_where_no_part_fails_the_whole_says_all_that_it_has_to_say() -> None:
    whole = [result("fail", "XYZ-0", of="step"), result("pass", "ABC-1", of="ga-due")]

    assert [(suspect.clause, suspect.score) for suspect in suspects(whole)] == [("XYZ-0", 1.0)]


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

    assert (found.ran, found.score) == (1, 1.0)


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
        assert 0.0 < suspect.score <= 1.0
        assert 0 < suspect.failed <= suspect.ran
        assert suspect.failed + suspect.elsewhere == n_failing


@given(results)
def test_the_order_of_results_is_of_no_consequence(found: list[Result]) -> None:
    assert suspects(found) == suspects(found[::-1])
