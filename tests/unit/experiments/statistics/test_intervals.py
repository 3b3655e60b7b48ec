"""Intervals, and whether numbers of other runs can be those of ours: by hand, from tables of the quantiles."""

import importlib.util
import math
import random
import sys
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("scipy", reason="scipy is in the extras `experiments` and `dev`")

from mlslcs_ref.errors import DataError
from mlslcs_ref.experiments.paper.tables import paper
from mlslcs_ref.experiments.statistics import intervals
from mlslcs_ref.experiments.statistics.intervals import (
    Estimate,
    Share,
    Spread,
    chance_difference,
    estimate_mean,
    estimate_share,
    same_share_p_value,
)

T4, T9, Z = 2.776445, 2.262157, 1.959964


def test_a_mean_has_the_interval_of_student() -> None:
    """Of 1 to 5: mean 3, sd sqrt(10/4), half width t * sd / sqrt(5), t with 4 degrees of freedom."""
    half = T4 * math.sqrt(2.5) / math.sqrt(5)

    assert estimate_mean([1, 2, 3, 4, 5]) == pytest.approx((3.0, math.sqrt(2.5), 3.0 - half, 3.0 + half, 5), rel=1e-6)


def test_another_level_is_another_quantile() -> None:
    """With 1 degree of freedom the quantile of 0.75 is 1."""
    assert estimate_mean([0.0, 2.0], level=0.5) == pytest.approx((1.0, math.sqrt(2), 0.0, 2.0, 2))


def test_overlapping_training_sets_widen_the_interval() -> None:
    """Ten folds: sqrt(1/10 + 1/9) in place of sqrt(1/10)."""
    values = [float(value) for value in range(10)]
    found = estimate_mean(values, overlap=1 / 9)
    sd = math.sqrt(82.5 / 9)

    assert found.high is not None
    assert found.high - found.mean == pytest.approx(T9 * sd * math.sqrt(19 / 90), rel=1e-6)


def test_of_one_number_no_spread_is_known() -> None:
    assert estimate_mean([0.5]) == Estimate(0.5, None, None, None, 1)


@pytest.mark.parametrize("values", [[], [0.5, math.nan], [math.inf]])
def test_what_has_no_mean_is_refused(values: list[float]) -> None:
    with pytest.raises(DataError):
        estimate_mean(values)


def test_a_share_has_the_interval_of_wilson() -> None:
    """14 of 30: middle (p + z^2/2n) / (1 + z^2/n), half width z sqrt(p(1-p)/n + z^2/4n^2) / (1 + z^2/n)."""
    p, n = 14 / 30, 30
    middle = (p + Z**2 / (2 * n)) / (1 + Z**2 / n)
    half = Z * math.sqrt(p * (1 - p) / n + Z**2 / (4 * n**2)) / (1 + Z**2 / n)

    assert estimate_share(14, 30) == pytest.approx((14, 30, middle - half, middle + half), rel=1e-6)


def test_a_share_of_all_or_nothing_has_an_interval_within_0_and_1() -> None:
    """All of n: from n / (n + z^2) to 1."""
    assert estimate_share(30, 30) == pytest.approx((30, 30, 30 / (30 + Z**2), 1.0), rel=1e-6)
    assert estimate_share(0, 30) == pytest.approx((0, 30, 0.0, Z**2 / (30 + Z**2)), rel=1e-6, abs=1e-12)


@pytest.mark.parametrize(("hits", "n"), [(1, 0), (0, 0), (-1, 3), (4, 3)])
def test_what_is_no_share_is_refused(hits: int, n: int) -> None:
    with pytest.raises(DataError):
        estimate_share(hits, n)


def test_more_hits_are_a_higher_interval() -> None:
    found = [estimate_share(hits, 10) for hits in range(11)]

    assert all(isinstance(share, Share) for share in found)
    assert all(one.low < other.low and one.high < other.high for one, other in pairwise(found))


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    """About 95 of 100 in 400 samples: five standard deviations are 5.4 of 100."""
    numbers = np.random.default_rng(1).normal(size=(400, 10))
    held = [found.low < 0 < found.high for found in map(estimate_mean, numbers.tolist()) if found.low and found.high]

    assert len(held) == 400
    assert 0.896 < sum(held) / 400 < 1.0


def test_two_means_differ_by_chance_as_their_spread_and_their_numbers_say() -> None:
    """Of 1 to 5, sd sqrt(10/4), and twenty others with the same sd: t with 4 degrees of freedom."""
    ours = estimate_mean([1, 2, 3, 4, 5])

    assert chance_difference(ours, 20) == pytest.approx(T4 * math.sqrt(2.5 / 5 + 2.5 / 20), rel=1e-6)


@pytest.mark.parametrize(("least", "taken"), [(1.0, math.sqrt(2.5)), (3.0, 3.0)])
def test_a_spread_that_is_known_to_be_larger_is_taken(least: float, taken: float) -> None:
    ours = estimate_mean([1, 2, 3, 4, 5])

    assert chance_difference(ours, 20, least) == pytest.approx(T4 * math.sqrt(2.5 / 5 + taken**2 / 20), rel=1e-6)


def test_of_one_run_nothing_can_be_told() -> None:
    with pytest.raises(DataError):
        chance_difference(estimate_mean([0.5]), 30)


def test_shares_are_told_apart_by_fishers_exact_test() -> None:
    """Of 3 and 3, all and none: both tables of 20 are as unlikely."""
    assert same_share_p_value(estimate_share(3, 3), 0, 3) == pytest.approx(2 / 20)
    assert same_share_p_value(estimate_share(2, 3), 2, 3) == 1.0


def test_the_papers_perfect_runs_tell_how_alike_its_runs_can_be() -> None:
    """28 of 30 with 1 and a mean of 0.9903 leave 0.8545 to each of two: sd 0.0369. Of rule counts nothing is told."""
    entry = paper().artificial["toy6x4"]
    same = estimate_mean(28 * [1.0] + 2 * [0.8545])

    assert same.mean == pytest.approx(entry.accuracy)
    assert entry.least_sd("accuracy") == pytest.approx(same.sd)
    assert entry.least_sd("n_compacted") == 0.0
    assert entry._replace(runs_with_all_scs=30, scs=1.0).least_sd("scs") == 0.0


def test_the_deviation_is_that_of_a_sample() -> None:
    """Of 2, 4, 4, 4, 5, 5, 7, 9: mean 5, squares of distances 32, over 7 of them."""
    assert Spread.of([2, 4, 4, 4, 5, 5, 7, 9]) == pytest.approx((5.0, math.sqrt(32 / 7)))


def test_one_value_has_no_spread_and_none_no_mean() -> None:
    assert Spread.of([0.25]).mean == 0.25
    assert math.isnan(Spread.of([0.25]).sd)
    assert math.isnan(Spread.of([]).mean)


def test_a_mean_over_nothing_among_the_values_leaves_neither_mean_nor_spread() -> None:
    assert all(map(math.isnan, Spread.of([0.5, math.nan, 1.0])))


@given(st.lists(st.floats(0, 1), min_size=2, max_size=9), st.randoms(use_true_random=False))
def test_the_order_of_values_decides_nothing(values: list[float], chance: random.Random) -> None:
    mixed = chance.sample(values, len(values))

    assert Spread.of(mixed) == Spread.of(values)


def test_the_module_loads_without_scipy(monkeypatch: pytest.MonkeyPatch) -> None:
    """As what shows results on a terminal uses it, and scipy may be missing there."""
    spec = importlib.util.spec_from_file_location("alone", intervals.__file__)
    assert spec is not None
    assert spec.loader is not None
    alone = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "alone", alone)
    monkeypatch.setitem(sys.modules, "scipy", None)
    spec.loader.exec_module(alone)

    assert alone.Spread.of([1.0, 3.0]) == (2.0, math.sqrt(2))
