"""When a GA is due. Clauses: CYC-2."""

import pytest

from mlslcs_ref.core.clock import GaClock, GaDue, StepClock, TruncatedGaDue


@pytest.mark.parametrize(
    ("now", "paper", "authors"),
    [
        (12, False, False),  # 12 - 10/3 = 8.67; 12 - 3 = 9
        (13, False, True),  # 13 - 10/3 = 9.67; 13 - 3 = 10
        (14, True, True),  # 14 - 10/3 = 10.67; 11
    ],
)
def test_a_ga_is_due_when_the_mean_time_since_the_last_exceeds_theta(now: int, *, paper: bool, authors: bool) -> None:
    """With theta_GA = 10, 3 micro-classifiers and a sum of num*ts of 10; `authors`: the mean is 3. Clauses: CYC-2."""
    assert GaDue(10).is_due(now, 3, 10) == paper
    assert TruncatedGaDue(10).is_due(now, 3, 10) == authors


def test_exactly_theta_is_not_enough_but_in_authors_it_is() -> None:
    """25 - 10/2 = 20. Clauses: CYC-2."""
    assert not GaDue(20).is_due(25, 2, 10)
    assert TruncatedGaDue(20).is_due(25, 2, 10)


def test_the_comparison_is_exact_for_integers_beyond_doubles() -> None:
    """(now - theta)*num = 2^60 is not more than 2^60, but more than 2^60 - 1; doubles cannot tell. Clauses: CYC-2."""
    assert not GaDue(0).is_due(2**30, 2**30, 2**60)
    assert GaDue(0).is_due(2**30, 2**30, 2**60 - 1)


@pytest.mark.parametrize(
    ("now", "num", "num_ts", "due"),
    [
        # 2^31 wraps to -2^31; mean -2^31/3 = -715827882.67 -> -715827882, towards zero
        (10, 3, 2**31, True),  # 10 + 715827882 >= 715827892
        (9, 3, 2**31, False),
        (10, 3, 2**31 - 1, False),  # the largest sum that does not wrap: mean 715827882
        (715827892, 1, 2**32, True),  # wraps to 0
        (715827891, 1, 2**32, False),
        (715827893, 1, 2**32 + 1, True),  # wraps to 1
        (715827892, 1, 2**32 + 1, False),
        (715827892, 3, 2**32 - 2, True),  # wraps to -2: -2/3 -> 0
        (715827891, 3, 2**32 - 2, False),
        (715827892, 3, 2, True),  # 2/3 -> 0
    ],
)
def test_in_authors_the_sum_wraps_at_32_bits_and_the_mean_is_cut_towards_zero(
    now: int, num: int, num_ts: int, *, due: bool
) -> None:
    """theta_GA = 715827892. Clauses: CYC-2."""
    assert TruncatedGaDue(715827892).is_due(now, num, num_ts) == due


def test_the_label_clock_is_raised_by_each_label_and_the_step_clock_by_steps() -> None:
    """Clauses: CYC-2."""
    by_label, by_step = GaClock(), StepClock()
    for clock in (by_label, by_step):
        clock.begin_step(5)
        clock.tick()
        clock.tick()

    assert (by_label.now, by_step.now) == (2, 5)
