"""Intervals: numbers worked out by hand, from tables of the quantiles."""

import math
from itertools import pairwise

import numpy as np
import pytest

pytest.importorskip("scipy", reason="scipy is in the extras `experiments` and `dev`")

from mlslcs_ref.errors import DataError
from mlslcs_ref.experiments.statistics.intervals import Estimate, Share, estimate_mean, estimate_share

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
