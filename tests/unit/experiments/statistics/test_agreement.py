"""Whether numbers of other runs can be those of ours: by hand, from tables of the quantiles."""

import math

import pytest

pytest.importorskip("scipy", reason="scipy is in the extras `experiments` and `dev`")

from mlslcs_ref.errors import DataError
from mlslcs_ref.experiments.paper.tables import paper
from mlslcs_ref.experiments.statistics.agreement import chance_difference, same_share_p_value
from mlslcs_ref.experiments.statistics.intervals import estimate_mean, estimate_share

T4 = 2.776445


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
