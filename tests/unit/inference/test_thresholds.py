"""The searches for thresholds by hand. Clauses: INF-3, INF-4."""

from typing import Final

import numpy as np
import numpy.typing as npt
import pytest

from mlslcs_ref.inference.thresholds import ival, ival_by_halving, pcut, pcut_by_halving
from mlslcs_ref.metrics import METRICS, Metric

HALF: Final = 0.5
# Labels active at each candidate, where a vote may equal the threshold, with |Y and H|/|Y or H| and |Y xor H| per row:
# 0.1: 111 111 111; 2/3 2/3 1/3, together 5/3; wrong 1 + 1 + 2 = 4
# 0.2: 011 111 111; 1/3 2/3 1/3, together 4/3; wrong 2 + 1 + 2 = 5
# 0.3: 011 101 110; 1/3 1   0,   together 4/3; wrong 2 + 0 + 3 = 5; row 2 is exact
# 0.4: 011 001 110; 1/3 1/2 0,   together 5/6; wrong 2 + 1 + 3 = 6
# 0.5: 001 001 000; 1/2 1/2 0,   together 1;   wrong 1 + 1 + 1 = 3
# none (above 0.5): 000 000 000; 0; wrong 2 + 2 + 1 = 5
VOTES: Final = ((0.1, 0.4, 0.5), (0.3, 0.2, 0.5), (0.4, 0.4, 0.2))
TRUTH: Final = ("101", "101", "001")


def table(rows: tuple[tuple[float, ...], ...], *, authors: bool = False) -> npt.NDArray[np.floating]:
    return np.array(rows, dtype=np.float32 if authors else np.float64)


def labels(*rows: str) -> npt.NDArray[np.bool_]:
    """Return labels written as texts of 0 and 1."""
    return np.array([[digit == "1" for digit in row] for row in rows])


def test_the_metrics_are_those_of_the_paper() -> None:
    assert METRICS == ("accuracy", "exact_match", "hamming_loss")


@pytest.mark.parametrize(
    ("metric", "above", "threshold"),
    [
        ("accuracy", False, 0.1),  # 5/3
        ("exact_match", False, 0.3),  # 1 of 3
        ("hamming_loss", False, 0.5),  # 3 of 9: the smallest loss
        ("accuracy", True, 0.1),  # above 0.1 is from 0.2: 4/3, and again at 0.2: the first
        ("exact_match", True, 0.2),
        ("hamming_loss", True, 0.4),
    ],
)
def test_ival_takes_the_first_candidate_with_the_best_metric(metric: Metric, above: bool, threshold: float) -> None:
    """The table is at the head of this file. Clauses: INF-3."""
    assert ival(table(VOTES), labels(*TRUTH), metric, above) == threshold


@pytest.mark.parametrize(
    ("truth", "above", "threshold"),
    [
        # from 0.1: 9 labels; 0.2: 8; 0.3: 6; 0.4: 5; 0.5: 2
        (("111", "111", "111"), False, 0.1),
        (("111", "111", "110"), False, 0.2),
        (("111", "111", "100"), False, 0.2),  # 7: 8 and 6 miss it by 1, the smaller threshold wins
        (("101", "101", "001"), False, 0.4),  # 5, which labels they are does not count
        (("110", "100", "000"), False, 0.5),  # 3: 5 misses it by 2, 2 by 1
        (("000", "000", "000"), False, 0.5),
        # above 0.1: 8; 0.2: 6; 0.3: 5; 0.4: 2; 0.5: 0
        (("111", "111", "111"), True, 0.1),
        (("111", "111", "100"), True, 0.1),
        (("101", "101", "001"), True, 0.3),
        (("000", "100", "000"), True, 0.4),  # 1: 2 and 0 miss it by 1
        (("000", "000", "000"), True, 0.5),
    ],
)
def test_pcut_takes_the_smallest_threshold_that_comes_nearest_to_the_number_of_labels(
    truth: tuple[str, ...], above: bool, threshold: float
) -> None:
    """Clauses: INF-4."""
    assert pcut(table(VOTES), labels(*truth), above) == threshold


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("above", [False, True])
def test_candidates_are_votes_above_0_and_below_a_half_and_then_a_half(metric: Metric, above: bool) -> None:
    """Votes of 0, 0.5, 0.75 and 1 leave 0.5 alone. Clauses: INF-3, INF-4."""
    votes, truth = table(((0.0, 1.0), (0.5, 0.5), (0.25 + 0.5, 0.25))), labels("01", "11", "10")
    only_half = table(((0.0, 1.0), (0.5, 0.5)))

    assert ival(only_half, labels("01", "11"), metric, above) == HALF
    assert pcut(only_half, labels("01", "11"), above) == HALF
    # from 0.5 on all labels are right, above 0.25 too
    assert ival(votes, truth, metric, above) == (0.25 if above else HALF)


@pytest.mark.parametrize("metric", METRICS)
def test_without_votes_the_threshold_is_a_half(metric: Metric) -> None:
    votes, truth = table(((0.0, 0.0), (0.0, 0.0))), labels("11", "00")

    assert ival(votes, truth, metric) == HALF
    assert pcut(votes, truth) == HALF


@pytest.mark.parametrize("metric", METRICS)
def test_instances_without_votes_count_in_the_metrics_and_have_no_label(metric: Metric) -> None:
    """Row 1 has no votes and no labels. Row 2 is right from 0.4 on. Clauses: INF-2, INF-3."""
    votes, truth = table(((0.0, 0.0), (0.6, 0.4), (0.7, 0.3))), labels("00", "11", "10")

    assert ival(votes, truth, metric) == 0.4
    assert pcut(votes, truth) == 0.4


def test_equal_accuracies_are_equal_though_their_sums_of_doubles_are_not() -> None:
    """From 0.05: 2/4 + 2/3 + 1/3; from 0.1: 2/4 + 2/2 + 0/3; both are 3/2, from left to right in doubles they differ.

    Clauses: INF-3.
    """
    votes = table(((0.1, 0.5, 0.4, 0.0, 0.0), (0.0, 0.85, 0.05, 0.1, 0.0), (0.0, 0.1, 0.85, 0.05, 0.0)))
    truth = labels("11001", "01010", "00010")

    assert (2 / 4 + 2 / 3) + 1 / 3 < (2 / 4 + 2 / 2) + 0 / 3
    assert ival(votes, truth) == 0.05


@pytest.mark.parametrize(("skip_empty", "threshold"), [(False, 0.5), (True, 0.25)])
def test_empty_label_sets_count_1_or_leave_the_mean(skip_empty: bool, threshold: float) -> None:
    """Above 1/4: 11 11 11 01, accuracies 1 0 0 1, mean 1/2. Above 1/2: 00 00 00 01, accuracies 0 - - 1.

    The two empty ones make the second mean 3/4, or leave it at 1/2, where the first threshold wins. Clauses: MET-A.
    """
    votes = table(((0.5, 0.5), (0.5, 0.5), (0.5, 0.5), (0.25, 0.75)))

    assert ival(votes, labels("11", "00", "00", "01"), "accuracy", above=True, skip_empty=skip_empty) == threshold


@pytest.mark.parametrize("metric", ["exact_match", "hamming_loss"])
def test_empty_label_sets_always_count_in_the_other_metrics(metric: Metric) -> None:
    """The same votes. Exact: 2 of 4, then 3 of 4. Wrong labels: 4 of 8, then 2 of 8. Clauses: MET-A."""
    votes = table(((0.5, 0.5), (0.5, 0.5), (0.5, 0.5), (0.25, 0.75)))

    assert ival(votes, labels("11", "00", "00", "01"), metric, above=True, skip_empty=True) == HALF


def test_a_mean_over_nothing_is_no_better_than_0() -> None:
    """Above 1/4: 10, accuracy 0 for no labels. Above 1/2: no instance is left in the mean.

    Votes of 1/3: none is left above 1/3 nor above 1/2, the first wins. Clauses: MET-A.
    """
    votes, equal = table(((0.5, 0.25, 0.25),)), table(((1 / 3, 1 / 3, 1 / 3),))

    assert ival(votes, labels("000"), "accuracy", above=True, skip_empty=True) == 0.25
    assert ival(equal, labels("000"), "accuracy", above=True, skip_empty=True) == 1 / 3


# The search of the authors' program: from max(0, c - s) in steps of s/2 to min(0.5, c + s), c = s = 0.25 at first


def test_halving_closes_in_on_the_smallest_threshold_of_the_best_metric() -> None:
    """Votes 0.7 and 0.3 of labels 10, so 1/2 below 0.3 and 1 from 0.3 on.

    Round 1, 0 to 0.5 in steps of 0.125: 0.375. Round 2, 0.25 to 0.5 in steps of 0.0625: 0.3125. Round 3, 0.25 to 0.375
    in steps of 0.03125: 0.3125. And so on to steps of 0.25/2^9/2 = 2^-12 in round 10: the smallest multiple of 2^-12
    that is not below 0.3 = 1228.8 * 2^-12. Clauses: INF-3.
    """
    assert ival_by_halving(table(((0.7, 0.3),)), labels("10")) == 1229 * 2.0**-12
    assert ival_by_halving(table(((0.7, 0.3),)), labels("10"), "exact_match") == 1229 * 2.0**-12


def test_halving_takes_the_first_of_equal_thresholds_each_round() -> None:
    """A vote of 1 for the only label: every threshold is right, the first is 0, and around 0 it is 0 again.

    Clauses: INF-3.
    """
    assert ival_by_halving(table(((1.0, 0.0),)), labels("10")) == 0.0


def test_halving_misses_what_lies_between_its_first_steps() -> None:
    """Votes 0.2 0.19 0.61 of labels 1#1: above 0.19 and below 0.2 alone they are right.

    Round 1: at 0 and 0.125 111, 2/3; from 0.25 on 001, 1/2: 0. Then 0 is the first of the best for ever.
    Clauses: INF-3.
    """
    assert ival_by_halving(table(((0.2, 0.19, 0.61),)), labels("101")) == 0.0
    assert ival(table(((0.2, 0.19, 0.61),)), labels("101"), above=True) == 0.19


def test_halving_stays_where_it_is_if_no_metric_is_above_0() -> None:
    """Nothing is ever right, or no instance is left in the mean. Clauses: INF-3, MET-A."""
    assert ival_by_halving(table(((1.0, 0.0),)), labels("01")) == 0.25
    assert ival_by_halving(table(((0.0, 0.0),)), labels("00")) == 0.25


@pytest.mark.parametrize("truth", ["10", "11", "00"])
def test_halving_never_moves_for_a_loss(truth: str) -> None:
    """A loss counts negative, and only what is above 0 moves the centre. Clauses: INF-3."""
    assert ival_by_halving(table(((0.7, 0.3),)), labels(truth), "hamming_loss") == 0.25


@pytest.mark.parametrize(("above", "threshold"), [(True, 0.25), (False, 0.25 + 2.0**-12)])
def test_halving_treats_a_vote_at_the_threshold_as_inference_does(above: bool, threshold: float) -> None:
    """Votes 3/4 and 1/4 of labels 10: right above 1/4, or from the next multiple of 2^-12 on. Clauses: INF-2, INF-3."""
    assert ival_by_halving(table(((0.75, 0.25),)), labels("10"), above=above) == threshold


@pytest.mark.parametrize(("skip_empty", "threshold"), [(False, 0.5), (True, 0.25)])
def test_halving_leaves_empty_label_sets_out_of_the_mean_or_counts_them(skip_empty: bool, threshold: float) -> None:
    """Above 0: 11 11 11 11, accuracies 1 0 0 1/2. From 0.25: 11 11 11 01, 1 0 0 1. At 0.5: 00 00 00 01, 0 - - 1.

    The means are 3/8, 1/2 and 3/4, or without the empty ones 1/2. Clauses: INF-3, MET-A.
    """
    votes = table(((0.5, 0.5), (0.5, 0.5), (0.5, 0.5), (0.25, 0.75)))

    assert ival_by_halving(votes, labels("11", "00", "00", "01"), skip_empty=skip_empty) == threshold


def test_pcut_by_halving_closes_in_in_15_rounds() -> None:
    """Votes 0.7 and 0.3 of one label: 2 labels up to 0.3, then 1, which is the cardinality.

    Round 1: 0.375, round 2: 0.3125, and so on as above, to steps of 0.25/2^14/2 = 2^-17 in round 15: the smallest
    multiple of 2^-17 that is not below 0.3 = 39321.6 * 2^-17. Clauses: INF-4.
    """
    assert pcut_by_halving(table(((0.7, 0.3),)), labels("10")) == 39322 * 2.0**-17


def test_pcut_by_halving_counts_votes_from_the_threshold_on() -> None:
    """Votes 3/4 and 1/4: at 1/4 there are 2, at the next multiple of 2^-17 there is 1. Clauses: INF-4."""
    assert pcut_by_halving(table(((0.75, 0.25),)), labels("10")) == 0.25 + 2.0**-17


@pytest.mark.parametrize(("truth", "threshold"), [("11", 0.0), ("00", 2.0**-17)])
def test_pcut_by_halving_counts_votes_of_0_at_threshold_0(truth: str, threshold: float) -> None:
    """No vote at all: 2 labels at 0, none from the first step on, which halves towards 0. Clauses: INF-4."""
    assert pcut_by_halving(table(((0.0, 0.0),)), labels(truth)) == threshold


def test_pcut_by_halving_takes_the_first_of_the_smallest_errors() -> None:
    """1 vote of 1 and 2 labels: at 0 both are counted, 2; later 1. With no label: always 1 or 2, the first 1 is best.

    Clauses: INF-4.
    """
    assert pcut_by_halving(table(((1.0, 0.0),)), labels("11")) == 0.0
    assert pcut_by_halving(table(((1.0, 0.0),)), labels("00")) == 2.0**-17


def test_pcut_by_halving_measures_errors_from_a_cardinality_of_32_bits() -> None:
    """10 instances with 7 labels; votes up to 0.3 are 8, beyond they are 6, both off by 0.1.

    0.7 in 32 bits is 0.699999988..., so 6 come nearer, though 8 come first. Exactly, it is a tie. Clauses: INF-4.
    """
    votes = table(((0.7, 0.3),) * 2 + ((1.0, 0.0),) * 4 + ((0.0, 0.0),) * 4, authors=True)
    truth = labels(*("10",) * 7, *("00",) * 3)

    assert pcut_by_halving(votes, truth) == 39322 * 2.0**-17
    assert pcut(votes, truth) == float(np.float32(0.3))
