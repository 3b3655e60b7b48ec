"""Ranks and their tests: numbers worked out by hand, Demsar's own example, and another program's p-values."""

import math
from random import Random
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("scipy", reason="scipy is in the extras `experiments` and `dev`")

from mlslcs_ref.errors import DataError
from mlslcs_ref.experiments.statistics.comparison import Gap, ScoreTable, compare, score_table

DEMSAR: Final[tuple[tuple[float, ...], ...]] = (
    (4, 3, 2, 1),
    (1, 2, 3, 4),
    (4, 1, 2, 3),
    (4, 1, 3, 2),
    (4, 2, 3, 1),
    (1, 2.5, 4, 2.5),
    (3, 2, 4, 1),
    (2.5, 2.5, 4, 1),
    (4, 3, 2, 1),
    (2.5, 2.5, 2.5, 2.5),
    (4, 2.5, 1, 2.5),
    (3, 2, 4, 1),
    (4, 1, 2, 3),
    (3, 1, 4, 2),
)
"""Ranks of C4.5, C4.5+m, C4.5+cf and C4.5+m+cf on 14 data sets (Demsar 2006, Table 6)."""


def table(rows: tuple[tuple[float, ...], ...], smaller_is_better: bool = True) -> ScoreTable:
    """Give a table whose data sets are 1, 2, ... and whose methods are a, b, ..."""
    cells = {
        str(number): dict(zip("abcdefghijkl", map(float, row), strict=False)) for number, row in enumerate(rows, 1)
    }
    return score_table(cells, smaller_is_better)


def test_equal_values_share_the_mean_of_their_ranks() -> None:
    assert table(((0.5, 0.7, 0.7, 0.1),), smaller_is_better=False).ranks == ((3.0, 1.5, 1.5, 4.0),)
    assert table(((0.5, 0.7, 0.7, 0.1),)).ranks == ((2.0, 3.5, 3.5, 1.0),)
    assert table(((3.0, 3.0, 3.0),)).ranks == ((2.0, 2.0, 2.0),)


@given(st.integers(2, 300), st.lists(st.integers(0, 2), min_size=10, max_size=10), st.randoms(use_true_random=False))
def test_the_same_hits_in_other_folds_share_their_rank(n: int, misses: list[int], chance: Random) -> None:
    """Ten folds of n instances: the misses of one method are moved to other folds, and sums of shares are rounded."""
    moved = [chance.randrange(10) for _miss in range(sum(misses))]
    shares = ([(n - count) / n for count in misses], [(n - moved.count(fold)) / n for fold in range(10)])
    means = [0.0, 0.0]
    for method, values in enumerate(shares):
        for value in values:
            means[method] += value
    one_more = (sum(shares[0]) - 1 / n) / 10

    assert table(((means[0] / 10, means[1] / 10, one_more),), smaller_is_better=False).ranks == ((1.5, 1.5, 3.0),)


def test_methods_with_equal_mean_ranks_share_their_place() -> None:
    """Mean ranks 1.5, 1.5 and 3."""
    found = table(((1, 2, 3), (2, 1, 3)))

    assert found.average_ranks == (1.5, 1.5, 3.0)
    assert found.positions == (1.5, 1.5, 3.0)


def test_a_gap_is_refused_by_name() -> None:
    cells = {"flags": {"br": 0.5, "cc": 0.6}, "enron": {"br": math.nan}, "scene": {"br": 0.1, "cc": 0.2}}
    with pytest.raises(DataError, match="br on enron, cc on enron"):
        score_table(cells, smaller_is_better=False)


def test_a_data_set_with_a_gap_is_left_out_only_on_demand_and_the_table_says_so() -> None:
    cells = {"flags": {"br": 0.5, "cc": 0.6}, "enron": {"cc": 0.3}, "scene": {"br": 0.1, "cc": 0.2}}
    found = score_table(cells, smaller_is_better=False, leave_out=True)

    assert found.datasets == ("flags", "scene")
    assert found.gaps == (Gap("enron", "br"),)
    # a method that failed everywhere is a gap as well, if it was named
    with pytest.raises(DataError, match="ecc on flags, br on enron, ecc on enron, ecc on scene"):
        score_table(cells, smaller_is_better=False, methods=["br", "ecc"], leave_out=True)
    with pytest.raises(DataError):
        score_table({}, smaller_is_better=False)


def test_the_example_of_demsar() -> None:
    """His 9.28 and 3.69 are without the correction for ties, which divides by 1 - (6 + 6 + 60 + 6) / (14 * 60)."""
    found = compare(table(DEMSAR))
    chi2 = (12 / (14 * 4 * 5) * (44**2 + 28**2 + 40.5**2 + 27.5**2) - 3 * 14 * 5) / (1 - 78 / 840)

    assert found.table.ranks == DEMSAR
    assert [round(rank, 3) for rank in found.table.average_ranks] == [3.143, 2.0, 2.893, 1.964]
    assert round(chi2 * (1 - 78 / 840), 2) == 9.28
    assert found.friedman.chi2 == pytest.approx(chi2)
    assert found.friedman.f == pytest.approx(13 * chi2 / (14 * 3 - chi2))
    assert [round(found.critical_difference(alpha), 2) for alpha in (0.05, 0.1)] == [1.25, 1.12]
    # C4.5 differs from C4.5+m+cf by 1.18 and from C4.5+m by 1.14: at 0.1 alone
    assert found.groups(0.05) == (("d", "b", "c", "a"),)
    assert found.groups(0.1) == (("d", "b", "c"), ("c", "a"))
    assert found.p_value("a", "d") == found.p_value("d", "a")
    assert 0.05 < found.p_value("a", "d") < 0.1


def test_friedman_by_hand() -> None:
    """Rank sums 4, 5 and 9: chi2 = 12/36 * 122 - 36 = 14/3, and F = 2 * 14/3 / (6 - 14/3) = 7.

    With 2 degrees of freedom p is exp(-chi2 / 2); with 2 and 4 it is (1 + F / 2)^-2.
    """
    found = compare(table(((1, 2, 3), (1, 2, 3), (2, 1, 3)))).friedman

    assert found == pytest.approx((14 / 3, math.exp(-7 / 3), 7.0, 4.5**-2))
    assert [found.rejects(alpha) for alpha in (0.05, 0.04)] == [True, False]


def test_nothing_but_ties_is_no_difference() -> None:
    found = compare(table(((1, 1, 1), (2, 2, 2))))

    assert found.friedman == (0.0, 1.0, 0.0, 1.0)
    assert found.p_values == ((1.0,) * 3,) * 3
    assert found.groups(0.05) == (("a", "b", "c"),)


def test_the_same_order_everywhere_is_the_greatest_difference() -> None:
    """It is chi2 = n_datasets * (n_methods - 1)."""
    found = compare(table(((1, 2, 3, 4),) * 9)).friedman

    assert found.chi2 == pytest.approx(27.0)
    assert (found.f, found.p_f) == (math.inf, 0.0)


@pytest.mark.parametrize("rows", [((1, 2), (2, 1)), ((1, 2, 3),)])
def test_too_little_to_compare_is_refused(rows: tuple[tuple[float, ...], ...]) -> None:
    with pytest.raises(DataError):
        compare(table(rows))


def test_p_values_are_those_of_scikit_posthocs() -> None:
    posthocs = pytest.importorskip("scikit_posthocs", reason="scikit-posthocs is in the extra `dev`")
    import numpy as np

    rows = np.random.default_rng(3).integers(0, 9, (6, 5)).astype(float)
    expected = posthocs.posthoc_nemenyi_friedman(rows).to_numpy()
    found = compare(table(tuple(map(tuple, rows.tolist())))).p_values

    assert np.abs(np.array(found) - expected).max() < 1e-9


@given(st.lists(st.lists(st.integers(0, 3), min_size=4, max_size=4), min_size=2, max_size=5))
def test_ranks_of_a_row_sum_to_the_same_and_turning_the_table_turns_them(rows: list[list[int]]) -> None:
    """The sum is k(k + 1)/2; where larger is better instead, a rank r is k + 1 - r, and the tests see no difference."""
    given_rows = tuple(map(tuple, rows))
    lower, higher = table(given_rows), table(given_rows, smaller_is_better=False)

    assert all(math.fsum(row) == 10.0 for row in lower.ranks)
    assert [[5.0 - rank for rank in row] for row in higher.ranks] == [list(row) for row in lower.ranks]
    assert compare(higher).friedman == pytest.approx(compare(lower).friedman)
