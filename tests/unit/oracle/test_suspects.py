"""Which clause is most likely wrong, with votes worked out by hand."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlslcs_ref.oracle.judging import STATUSES, Result, Status
from mlslcs_ref.oracle.operators.run_case import FORMATS
from mlslcs_ref.oracle.suspects import FAILING, PARTS, depths, parts_of, suspects
from mlslcs_ref.oracle.traces.answering import TRACE
from mlslcs_ref.oracle.vectors.comparison import FirstDifference


def result(status: Status, *clauses: str, gives: str | None = None, of: str = "update", group: str = "group") -> Result:
    difference = None if gives is None else FirstDifference("rules/0/tp", 1, 2, gives)
    return Result(f"{of}/topic/{group}/test", status, "must", clauses, difference)


def score(f: float, r: float, a: float) -> Any:
    return pytest.approx(f / math.sqrt((r + 32) * a))


def scores(results: Sequence[Result]) -> dict[str, float]:
    return {suspect.clause: suspect.score for suspect in suspects(results)}


def test_where_nothing_fails_nothing_is_suspicious() -> None:
    assert suspects([result("pass", "ABC-1"), result("skip", "ABC-2"), result("protocol", "ABC-3")]) == ()


def test_a_clause_has_all_votes_if_its_vectors_fail_and_no_others() -> None:
    (found,) = suspects([result("fail", "ABC-1"), result("fail", "ABC-1"), result("pass", "ABC-2")])

    assert (found.clause, found.failed, found.ran, found.elsewhere) == ("ABC-1", 2, 2, 0)
    assert found.score == score(2, 2, 2)


def test_three_witnesses_of_21_say_more_than_one_of_one() -> None:
    """Without the doubt of 32 votes ABC-2 would have 0.82 / sqrt(A), ABC-1 0.52 / sqrt(A)."""
    clear = [result("pass", "ABC-1") for _turn in range(18)]

    found = scores([result("fail", "ABC-2", "ABC-1"), result("fail", "ABC-1"), result("fail", "ABC-1"), *clear])

    assert found == {"ABC-1": score(2 + 1 / 3, 20 + 1 / 3, 3), "ABC-2": score(2 / 3, 2 / 3, 3)}
    assert list(found) == ["ABC-1", "ABC-2"]


def test_a_vote_is_divided_among_the_names_and_once_more_the_topic() -> None:
    """ABC-2 has two of four parts, the others one each; nothing else ran."""
    found = scores([result("fail", "ABC-2", "ABC-1", "ABC-3")])

    assert found == {"ABC-2": score(2 / 4, 2 / 4, 1), "ABC-1": score(1 / 4, 1 / 4, 1), "ABC-3": score(1 / 4, 1 / 4, 1)}
    assert list(found) == ["ABC-2", "ABC-1", "ABC-3"]


def test_the_clause_that_gives_what_differs_first_has_a_part_named_or_not() -> None:
    """Of two votes ABC-9 has 1/3 + 2/4, ABC-1 2/3, ABC-2 2/4."""
    first, *others = suspects(
        [
            result("fail", "ABC-1", gives="ABC-9"),
            result("fail", "ABC-2", "ABC-9", gives="ABC-9"),
            result("pass", "XYZ-0"),
        ]
    )

    assert (first.clause, first.failed, first.ran, first.elsewhere) == ("ABC-9", 2, 2, 0)
    assert first.score == score(5 / 6, 5 / 6, 2)
    assert [other.clause for other in others] == ["ABC-1", "ABC-2"]
    assert [other.score for other in others] == [score(2 / 3, 2 / 3, 2), score(2 / 4, 2 / 4, 2)]


def test_what_differs_says_nothing_of_a_vector_that_need_not_pass() -> None:
    """ABC-9 is not among what a vector of level may points to."""
    assert list(scores([result("other", "ABC-1", gives="ABC-9"), result("fail", "ABC-2")])) == ["ABC-2"]


def test_a_draw_that_is_used_otherwise_points_like_a_field() -> None:
    misfit = replace(result("error", "ABC-1"), difference=FirstDifference("draws/3", "ga.cut", "no draw", "XYZ-9"))

    assert scores([misfit]) == {"ABC-1": score(2 / 3, 2 / 3, 1), "XYZ-9": score(1 / 3, 1 / 3, 1)}


def test_what_passes_clears_the_clauses_that_it_names() -> None:
    """Each has half of an eighth of one that failed, ABC-2 another half of one that passed."""
    failing = replace(result("fail", "ABC-2", "ABC-1"), id="update/drawn/group/test")
    passing = replace(result("pass", "ABC-3", "ABC-2"), id="update/drawn/group/other")

    assert list(scores([failing])) == ["ABC-1", "ABC-2"]
    assert scores([failing, passing]) == {"ABC-1": score(1 / 16, 1 / 16, 1 / 8), "ABC-2": score(1 / 16, 1 / 8, 1 / 8)}


def test_a_random_case_has_an_eighth_of_a_vote_and_no_topic() -> None:
    drawn = replace(result("fail", "ABC-1", "ABC-2"), id="update/drawn/group/test")

    assert scores([drawn]) == {"ABC-1": score(1 / 16, 1 / 16, 1 / 8), "ABC-2": score(1 / 16, 1 / 16, 1 / 8)}


def test_a_case_that_names_more_than_three_clauses_has_an_eighth_of_a_vote_and_no_topic() -> None:
    """RND-1, which every case with draws has, is not counted, but has its part."""
    assert scores([result("fail", "A-1", "A-2", "A-3", "A-4")]) == dict.fromkeys(
        ("A-1", "A-2", "A-3", "A-4"), score(1 / 32, 1 / 32, 1 / 8)
    )
    assert scores([result("fail", "A-1", "A-2", "A-3", "RND-1")])["A-1"] == score(2 / 5, 2 / 5, 1)


def test_where_a_part_fails_too_the_whole_has_a_64th_of_its_votes() -> None:
    """`ga-due` is part of `step`: one vote against 32/64."""
    whole = [result("fail", "XYZ-0", of="step") for _turn in range(32)]

    found = scores([*whole, result("fail", "ABC-1", of="ga-due")])

    assert found == {"ABC-1": score(1, 1, 3 / 2), "XYZ-0": score(1 / 2, 1 / 2, 3 / 2)}


def test_where_a_part_of_a_part_fails_too_the_whole_has_a_64th_of_a_64th() -> None:
    """`match` is part of `coverage`, which is part of `update`."""
    nested = [result("fail", f"ABC-{turn}", of=name) for turn, name in enumerate(("match", "coverage", "update"))]

    votes = [1, 1 / 64, 1 / 64**2]
    assert scores(nested) == {f"ABC-{turn}": score(vote, vote, sum(votes)) for turn, vote in enumerate(votes)}


def test_where_no_part_fails_the_whole_says_all_that_it_has_to_say() -> None:
    whole = [result("fail", "XYZ-0", of="step"), result("pass", "ABC-1", of="ga-due")]

    assert scores(whole) == {"XYZ-0": score(1, 1, 1)}


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

    assert (found.failed, found.ran, found.score) == (1, 1, score(1, 1, 1))


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


def test_formats_and_parts_are_formats() -> None:
    assert {*PARTS, *(part for parts in PARTS.values() for part in parts)} <= {*FORMATS, TRACE}


@pytest.mark.parametrize("name", PARTS)
def test_no_format_is_part_of_itself(name: str) -> None:
    assert name not in parts_of(name)


def test_parts_of_parts_are_parts() -> None:
    assert {"step", "ga", "roulette", "decode"} <= parts_of("run")


def test_a_format_is_as_deep_as_its_longest_row_of_failing_parts_of_parts() -> None:
    assert depths({"run", "step", "ga-due", "votes"}) == {"run": 2, "step": 1, "ga-due": 0, "votes": 0}
    assert depths({"run", "step"}) == {"run": 1, "step": 0}
    assert depths({"step", "update", "coverage", "match"}) == {"match": 0, "coverage": 1, "update": 2, "step": 3}
    assert depths(()) == {}
