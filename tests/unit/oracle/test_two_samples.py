"""Statistics of two samples, by hand."""

import math
from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from mlslcs_ref.oracle.two_samples import PermutationTest, holm, needed_runs, shift, superiority

samples = st.lists(st.sampled_from((0.0, 1.0, 2.0, 3.5)), min_size=2, max_size=6)


def cramer_von_mises(first: list[float], second: list[float]) -> int:
    """The sum over all values of the squared difference of both distributions, times both sizes: a whole number."""
    total = 0
    for value in [*first, *second]:
        below = sum(x <= value for x in first) * len(second) - sum(x <= value for x in second) * len(first)
        total += below * below
    return total


def exact_p(first: list[float], second: list[float]) -> float:
    """The share of all divisions whose statistic is at least the observed one."""
    pooled = [*first, *second]
    observed = cramer_von_mises(first, second)
    at_least = n_divisions = 0
    for chosen in combinations(range(len(pooled)), len(first)):
        one = [pooled[place] for place in chosen]
        other = [pooled[place] for place in range(len(pooled)) if place not in chosen]
        n_divisions += 1
        at_least += cramer_von_mises(one, other) >= observed
    return at_least / n_divisions


@given(samples, samples)
def test_the_p_value_is_near_that_of_all_divisions(first: list[float], second: list[float]) -> None:
    """9,999 divisions: a standard error of at most 0.005."""
    assert PermutationTest().p_value(first, second) == pytest.approx(exact_p(first, second), abs=0.025)


def test_the_p_value_of_samples_apart_is_that_of_the_two_extreme_divisions() -> None:
    """4 against 4 values that all differ: 2 of the 70 divisions."""
    assert PermutationTest().p_value([1, 2, 3, 4], [5, 6, 7, 8]) == pytest.approx(2 / 70, abs=0.006)


def test_equal_values_tell_nothing() -> None:
    assert PermutationTest().p_value([3.0] * 9, [3.0] * 7) == 1.0


def test_the_p_value_is_always_the_same_and_symmetric_up_to_chance() -> None:
    first, second = [0.1, 0.4, 0.2, 0.9, 0.5], [0.3, 0.8, 0.95, 0.7, 0.85, 0.99]

    assert PermutationTest().p_value(first, second) == PermutationTest().p_value(first, second)
    assert PermutationTest().p_value(first, second) == pytest.approx(PermutationTest().p_value(second, first), abs=0.03)


def test_spread_alone_is_seen() -> None:
    """The same median and no variance in one: a test of ranks would say nothing."""
    spread = [float(x) for x in range(-15, 16)]

    assert PermutationTest().p_value(spread, [0.0] * 31) < 0.001


@given(st.lists(st.floats(0.0, 1.0), min_size=1, max_size=8))
def test_holm_adjusts_upwards_in_order_and_never_above_1(p_values: list[float]) -> None:
    adjusted = holm(p_values)
    pairs = sorted(zip(p_values, adjusted, strict=True))

    assert all(p <= q <= 1.0 for p, q in pairs)
    assert all(one <= other for (_, one), (_, other) in pairwise(pairs))
    assert min(adjusted) == min(1.0, len(p_values) * min(p_values))


def test_holm_by_hand() -> None:
    """0.01*4, then max(0.04, 0.02*3), then max(0.06, 0.03*2), then 0.5."""
    assert holm([0.5, 0.02, 0.01, 0.03]) == pytest.approx([0.5, 0.06, 0.04, 0.06])


def test_superiority_counts_pairs_and_half_of_ties() -> None:
    """2 > 1; 2 = 2; 3 > 1, 2: 3 + 1/2 of 4."""
    assert superiority([2.0, 3.0], [1.0, 2.0]) == 3.5 / 4
    assert superiority([1.0], [1.0]) == 0.5


@given(samples, samples)
def test_superiority_is_that_of_mann_and_whitney(first: list[float], second: list[float]) -> None:
    u = stats.mannwhitneyu(first, second).statistic if len({*first, *second}) > 1 else len(first) * len(second) / 2

    assert superiority(first, second) == pytest.approx(u / (len(first) * len(second)))


def test_a_shift_is_in_pooled_standard_deviations() -> None:
    """Means 1 and 3; squares 2 and 2, so sqrt(4/4) = 1."""
    assert shift([0.0, 1.0, 2.0], [2.0, 3.0, 4.0]) == 2.0
    assert shift([2.0, 3.0, 4.0], [0.0, 1.0, 2.0]) == -2.0
    assert shift([5.0, 5.0], [5.0]) == 0.0
    assert shift([1.0], [2.0]) == math.inf


def test_needed_runs_follow_the_normal_approximation() -> None:
    """One test: 1.959964 + 1.281552 = 3.241515; 2*10.50742/0.72 = 29.2, and with an effect of 2 a quarter."""
    assert needed_runs(0.05, 0.9, 1.0, 1) == 30
    assert needed_runs(0.05, 0.9, 2.0, 1) == 8
    assert needed_runs(0.05, 0.9, 1.0, 20) > needed_runs(0.05, 0.9, 1.0, 1)


def test_needed_runs_can_be_told_apart() -> None:
    """However large the effect: C(16, 8) = 12870 divisions, and 20 of them are below 0.05/23; C(14, 7) = 3432."""
    assert needed_runs(0.05, 0.9, 100.0, 23) == 8
    assert PermutationTest().p_value([*map(float, range(8))], [*map(float, range(100, 108))]) <= 0.05 / 23


def test_null_p_values_are_spread_evenly() -> None:
    """400 pairs of samples of 20 from one distribution: about 5% are at most 0.05."""
    generator = np.random.Generator(np.random.PCG64(1))
    test = PermutationTest()
    below = sum(
        test.p_value(generator.normal(size=20).tolist(), generator.normal(size=20).tolist()) <= 0.05 for _ in range(400)
    )

    assert 8 <= below <= 34
