"""Vectors of the clustering-based initialisation (INI)."""

from __future__ import annotations

from collections.abc import Iterator

from suite.notation import PAPER, binary, continuous, interval, nominal, problem, state
from suite.source import Topic

__all__ = ["topics"]

TEN = continuous(0, 10)


def topics() -> Iterator[Topic]:
    """Return the topics of the formats `k-means` and `clustering`."""
    yield _centroids()
    yield _starts()
    yield _initialisation()


def _centroids() -> Topic:
    topic = Topic("k-means", "centroids")
    group = topic.group("paper", PAPER, n_labels=1)
    one = [[0], [1], [9], [10]]
    for name, clauses, comment, attributes, points, k, draws, centroids in (
        (
            "means-of-two-clusters",
            "INI-6 INI-7",
            "starts 0 (0.1*4) and 10 (0.9*3): {0, 1}, {9, 10}",
            [TEN],
            one,
            2,
            (0.1, 0.9),
            [[0.5], [9.5]],
        ),
        (
            "assigned-again-until-nothing-changes",
            "INI-7",
            "starts 0 and 1: {0}, {1, 9, 10}, means 0, 6.667; then {0, 1}, {9, 10}",
            [TEN],
            one,
            2,
            (0.1, 0.1),
            [[0.5], [9.5]],
        ),
        (
            "order-of-the-starts",
            "INI-6 INI-7",
            "starts 10 (0.9*4), then 0 (0.1*3)",
            [TEN],
            one,
            2,
            (0.9, 0.1),
            [[9.5], [0.5]],
        ),
        ("one-cluster", "INI-7", "mean of all", [TEN], one, 1, (0.6,), [[5.0]]),
        (
            "squared-distances",
            "INI-5",
            "0,0 to 6,6: 0.36 + 0.36 < 0.81 + 0.01 to 9,1; unsquared 1.2 > 1.0",
            [TEN, TEN],
            [[6, 6], [9, 1], [0, 0]],
            2,
            (0.1, 0.1),
            [[3, 3], [9, 1]],
        ),
        (
            "continuous-differences-are-scaled",
            "INI-5",
            "3,0 to 0,0: 0.09; to 4,1: 0.01 + 1; unscaled 9 > 2",
            [TEN, *binary(1)],
            [[0, 0], [4, 1], [3, 0]],
            2,
            (0.1, 0.1),
            [[1.5, 0], [4, 1]],
        ),
        (
            "nominal-differences-are-one",
            "INI-5",
            "value 0 is as far from 2 as from 1: the first cluster; as numbers nearer 1",
            [nominal(3), TEN],
            [[2, 0], [1, 2], [0, 1]],
            2,
            (0.1, 0.1),
            [[0, 0.5], [1, 2]],
        ),
        (
            "ties-go-to-the-lowest-index",
            "INI-7",
            "5 is as near to 0 as to 10",
            [TEN],
            [[0], [10], [5]],
            2,
            (0.1, 0.1),
            [[2.5], [10]],
        ),
        ("mode-of-a-binary-attribute", "INI-2", "1 twice, 0 once", binary(1), [[1], [0], [1]], 1, (0.1,), [[1]]),
        (
            "mode-ties-go-to-the-first-value",
            "INI-2",
            "2, 1, 1, 2: 1 comes first in the schema",
            [nominal(3)],
            [[2], [1], [1], [2]],
            1,
            (0.1,),
            [[1]],
        ),
        (
            "mode-of-a-nominal-attribute",
            "INI-2",
            "2 twice, 0 once, 1 once",
            [nominal(3)],
            [[0], [2], [1], [2]],
            1,
            (0.1,),
            [[2]],
        ),
        ("missing-values-leave-the-mean", "INI-7", "(2 + 4)/2", [TEN], [[2], [None], [4]], 1, (0.1,), [[3]]),
        (
            "missing-values-leave-the-mode",
            "INI-2 INI-7",
            "1 once, missing twice",
            [nominal(3)],
            [[None], [1], [None]],
            1,
            (0.5,),
            [[1]],
        ),
        (
            "cluster-without-values",
            "INI-7",
            "nothing present in the second attribute",
            [TEN, TEN],
            [[2, None], [4, None]],
            1,
            (0.1,),
            [[3, None]],
        ),
        (
            "missing-adds-nothing",
            "INI-5",
            "?,10: 0 + 1 to 0,0 and 0 + 0.01 to 9,9: the second",
            [TEN, TEN],
            [[0, 0], [9, 9], [None, 10]],
            2,
            (0.1, 0.1),
            [[0, 0], [9, 9.5]],
        ),
        (
            "empty-cluster-is-dropped",
            "INI-7 INI-5",
            "starts ? and 5: everything is at 0 from ?; the mean is 6",
            [TEN],
            [[None], [5], [7]],
            2,
            (0.1, 0.1),
            [[6]],
        ),
        (
            "clusters-after-a-dropped-one",
            "INI-7",
            "starts 0,?; 0,9; 9,9: the second is at 0 from the first, and empty",
            [TEN, TEN],
            [[0, None], [0, 9], [9, 9]],
            3,
            (0.1, 0.1, 0.1),
            [[0, 9], [9, 9]],
        ),
        (
            "constant-attribute-is-no-distance",
            "INI-5 REP-6",
            "5, 5: the second attribute decides",
            [continuous(5, 5), TEN],
            [[5, 0], [5, 9], [5, 6]],
            2,
            (0.1, 0.1),
            [[5, 0], [5, 7.5]],
        ),
        (
            "range-is-that-of-the-data",
            "INI-5",
            "0..100 and 0..10: 30,0 to 0,0: 0.09; to 40,4: 0.01 + 0.16; unscaled 900 > 116",
            [continuous(0, 100), TEN],
            [[0, 0], [40, 4], [30, 0]],
            2,
            (0.1, 0.1),
            [[15, 0], [40, 4]],
        ),
    ):
        group.hand(
            name, clauses, comment, {"centroids": centroids}, attributes=attributes, points=points, k=k, draws=draws
        )
    group.reject(
        "sum-that-overflows",
        "INI-7",
        "1.1e308 + 1e308 is no number",
        "range-overflow",
        attributes=[continuous(1e308, 1.1e308)],
        points=[[1.1e308], [1e308]],
        k=1,
    )
    return topic


def _starts() -> Topic:
    topic = Topic("k-means", "starts")
    group = topic.group("paper", PAPER, n_labels=1)
    for name, comment, attributes, points, k, draws, centroids in (
        (
            "copies-are-no-second-start",
            "0 three times: one draw, one cluster",
            [TEN],
            [[0], [0], [0]],
            2,
            (0.9,),
            [[0]],
        ),
        (
            "copies-are-left-out",
            "0, 0, 8: start 0; of those that differ 8 alone, whatever the draw",
            [TEN],
            [[0], [0], [8]],
            2,
            (0.1, 0.05),
            [[0], [8]],
        ),
        (
            "fewer-than-asked-for",
            "three different points, k 5: three draws",
            [TEN],
            [[0], [5], [9]],
            5,
            (0.9, 0.9, 0.9),
            [[9], [5], [0]],
        ),
        (
            "draw-counts-what-is-left",
            "0.6*3 = 1.8: 5; then of 0, 9: 0.6*2 = 1.2: 9",
            [TEN],
            [[0], [5], [9]],
            2,
            (0.6, 0.6),
            [[2.5], [9]],
        ),
        (
            "missing-equals-only-missing",
            "start ?: 0 differs from it, the other ? does not",
            [TEN],
            [[None], [0], [None]],
            3,
            (0.1, 0.9),
            [[0]],
        ),
        (
            "one-attribute-is-enough-to-differ",
            "0,1 differs from 0,0",
            [TEN, *binary(1)],
            [[0, 0], [0, 1]],
            2,
            (0.1, 0.1),
            [[0, 0], [0, 1]],
        ),
        ("as-many-as-asked-for", "k 1: one draw", [TEN], [[0], [10]], 1, (0.4,), [[5]]),
    ):
        group.hand(
            name, "INI-6", comment, {"centroids": centroids}, attributes=attributes, points=points, k=k, draws=draws
        )
    return topic


def _initialisation() -> Topic:
    topic = Topic("clustering", "rules")
    half = 0.5
    group = topic.group("paper", PAPER)
    group.hand(
        "partition-by-label-combination",
        "INI-1",
        "{0, 2} and {1}, in order of first appearance; a start, an attribute and two labels each; ts = created = 0",
        {
            "rules": [state("1 -> 10", num=1, ts=0, created=0, exp=0, cs=1), state("0 -> 01", num=1, ts=0, created=0)],
            "n_centroids": 2,
            "n_unmatched": 0,
            "deletions_commenced": False,
        },
        **problem(1, "1 -> 10", "0 -> 01", "1 -> 10"),
        draws=8 * [half],
    )
    group.hand(
        "no-label-is-exempt",
        "INI-1 COV-2",
        "P_label#_init 1: every label is drawn and open",
        {"rules": [state("1 -> ~#")], "n_centroids": 1},
        **problem(1, "1 -> 10"),
        settings={"p_label_hash_init": 1},
        draws=4 * [half],
    )
    group.hand(
        "its-own-probabilities",
        "INI-1",
        "P#_init 0.4, P_label#_init 0.3, not P# 0.5: 0.35 open, 0.45 active; 0.35 active, 0.25 open",
        {"rules": [state("~1 -> 1#")]},
        **problem(2, "11 -> 10"),
        settings={"p_hash_init": 0.4, "p_label_hash_init": 0.3},
        draws=[half, 0.35, 0.45, 0.35, 0.25],
    )
    group.hand(
        "clusters-are-rounded-up",
        "INI-1",
        "gamma 0.2, n 6: ceil(1.2) = 2 clusters, 00 and 11",
        {"rules": [state("00 -> 1"), state("11 -> 1")], "n_centroids": 2},
        **problem(2, "00 -> 1", "11 -> 1", "00 -> 1", "11 -> 1", "00 -> 1", "11 -> 1"),
        draws=[0.1, 0.1, *(6 * [half])],
    )
    group.hand(
        "whole-number-of-clusters",
        "INI-1",
        "gamma 0.2, n 5: 1 cluster; mode 00",
        {"rules": [state("00 -> 1")], "n_centroids": 1},
        **problem(2, "00 -> 1", "11 -> 1", "00 -> 1", "11 -> 1", "00 -> 1"),
        draws=[0.1, *(3 * [half])],
    )
    group.hand(
        "gamma-one-is-every-instance",
        "INI-1 INI-6",
        "gamma 1: as many clusters as different instances; all starts of a partition before its rules",
        {"rules": [state("0 -> 1"), state("1 -> 1")], "n_centroids": 2},
        **problem(1, "0 -> 1", "1 -> 1", "0 -> 1"),
        settings={"clustering_gamma": 1},
        draws=[0.1, 0.1, *(4 * [half])],
    )
    group.hand(
        "centroid-that-matches-nothing",
        "INI-3 INI-2",
        "01 and 10: modes 0 and 0: 00 is not in D",
        {"rules": [], "n_centroids": 1, "n_unmatched": 1},
        **problem(2, "01 -> 1", "10 -> 1"),
        draws=4 * [half],
    )
    group.hand(
        "equal-rules-merge",
        "INI-4 REP-10",
        "labels open: 1 -> ~# and 1 -> #~ are equal",
        {"rules": [state("1 -> ~#", num=2)], "n_centroids": 2},
        **problem(1, "1 -> 10", "1 -> 01"),
        settings={"p_label_hash_init": 1},
        draws=8 * [half],
    )
    group.hand(
        "surplus-is-deleted-at-the-end",
        "INI-4 DEL-1",
        "N 1, two rules of ln d 1: 0.3*2 = 0.6: the first goes",
        {"rules": [state("0 -> 01")], "n_centroids": 2, "deletions_commenced": True},
        **problem(1, "1 -> 10", "0 -> 01"),
        settings={"population_size": 1},
        draws=[*(8 * [half]), 0.3],
    )
    numbers = [{"x": [0], "y": "1"}, {"x": [10], "y": "1"}, {"x": [4], "y": "0"}]
    group.hand(
        "continuous-centroid",
        "INI-1 COV-3 INI-3",
        "{0, 10}: 5; floor(0.9*15.5) = 13, ceil(31 - 0.9*15.5) = 18: 4.19..5.81 holds nothing; {4}: 4 is held",
        {"rules": [{"bits": interval(1, 6, 21) + "10"}], "n_centroids": 2, "n_unmatched": 1},
        attributes=[continuous()],
        n_labels=1,
        instances=numbers,
        draws=[half, 0.9, 0.9, 0.9, half, half, 0.5, 0.55, 0.9, half],
    )
    group.hand(
        "missing-centroid-draws-nothing",
        "INI-1 REP-7",
        "no present value of the first attribute: bits 0, no draw; 0.6 >= 0.5 for the second, 0.5 for the label",
        {"rules": [{"bits": "001111"}], "n_centroids": 1},
        **problem(2, "?1 -> 1", "?1 -> 1"),
        settings={"p_hash_init": 0.5},
        draws=[half, 0.6, half],
    )
    group.hand(
        "nominal-centroid",
        "INI-1 INI-2 COV-4",
        "mode 2; activation 0.5 < 1; values 0.6, 0.4, 0.6 and its own",
        {"rules": [{"bits": "101111"}]},
        attributes=[nominal(3)],
        n_labels=1,
        instances=[{"x": [2], "y": "1"}, {"x": [0], "y": "1"}, {"x": [2], "y": "1"}],
        draws=[half, half, 0.6, 0.4, 0.6, half],
    )
    group.hand(
        "range-is-that-of-all-instances",
        "INI-5 REP-4",
        "the partition {4, 5} alone has range 1, D has 10: 4.5: floor(0.5*13.95) = 6, ceil(31 - 0.5*17.05) = 23",
        {"rules": [{"bits": interval(1, 6, 23) + "11"}, {}], "n_centroids": 2},
        attributes=[continuous()],
        n_labels=1,
        instances=[{"x": [4], "y": "1"}, {"x": [5], "y": "1"}, {"x": [0], "y": "0"}, {"x": [10], "y": "0"}],
        draws=[half, 0.5, 0.5, 0.9, half, half, 0.1, 0.1, 0.9, half],
    )
    return topic
