"""Vectors of the thresholds of IVAL and PCUT (INF-3, INF-4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from suite.notation import AUTHORS, PAPER
from suite.source import Topic

__all__ = ["topics"]


def topics() -> Iterator[Topic]:
    """Return the topics of the formats `thresholds`."""
    yield _exact()
    yield _halving()


def _exact() -> Topic:
    topic = Topic("thresholds", "exact")
    group = topic.group("candidates", PAPER)
    for name, clauses, comment, votes, truth, out in (
        (
            "best-candidate-wins",
            "INF-3 INF-4",
            "0.2: 11, 11, 1/2 and 1; 0.4: 01, 11, 1 and 1; 0.5: 01, 01; labels 3 of 3 at 0.4",
            [[0.2, 0.8], [0.4, 0.6]],
            ["01", "11"],
            {"ival": 0.4, "pcut": 0.4},
        ),
        (
            "half-is-always-a-candidate",
            "INF-3",
            "0.2: 11, 1/2; 0.5: 01, 1",
            [[0.2, 0.8]],
            ["01"],
            {"ival": 0.5, "pcut": 0.5},
        ),
        (
            "first-of-equals",
            "INF-3",
            "0.2: 1 and 1/2; 0.5: 1/2 and 1: the same mean",
            [[0.2, 0.8], [0.2, 0.8]],
            ["11", "01"],
            {"ival": 0.2},
        ),
        (
            "zero-is-no-candidate",
            "INF-3 INF-4",
            "votes 0 and 1: 0.5 alone",
            [[0, 1]],
            ["11"],
            {"ival": 0.5, "pcut": 0.5},
        ),
        (
            "vote-of-a-half",
            "INF-3 INF-4",
            "0.5 and 0.5: the candidate 0.5 activates both",
            [[0.5, 0.5]],
            ["11"],
            {"ival": 0.5, "pcut": 0.5},
        ),
        (
            "votes-above-a-half-are-no-candidates",
            "INF-3",
            "0.1: 11, 1/2; 0.5: 01, 1; 0.9 would be as good",
            [[0.1, 0.9]],
            ["01"],
            {"ival": 0.5},
        ),
        (
            "no-label-is-best",
            "INF-3 INF-4 MET-A",
            "no labels: 0.2: 0; 0.4: 0; 0.5: nothing active in the first: 1",
            [[0.2, 0.4, 0.4]],
            ["000"],
            {"ival": 0.5, "pcut": 0.5},
        ),
        (
            "pcut-ties-go-to-the-smallest",
            "INF-4",
            "0.2: 3 active; 0.4: 2; 0.5: 0; one label: errors 2, 1, 1",
            [[0.2, 0.4, 0.4]],
            ["100"],
            {"pcut": 0.4},
        ),
        (
            "pcut-counts-labels-not-hits",
            "INF-4",
            "0.3: 2 active, 0.5: 1; two labels in D: 0.3, although none is hit",
            [[0.3, 0.7, 0.0], [0, 0, 0]],
            ["001", "001"],
            {"pcut": 0.3},
        ),
        (
            "pcut-of-too-few",
            "INF-4",
            "0.3: 2 active, the most there are; 3 labels",
            [[0.3, 0.7, 0.0]],
            ["111"],
            {"pcut": 0.3},
        ),
        (
            "candidates-of-all-instances",
            "INF-3",
            "0.1: 1/2, 1/2; 0.3: 1, 1/2; 0.5: 1, 1",
            [[0.1, 0.9], [0.3, 0.7]],
            ["01", "01"],
            {"ival": 0.5, "pcut": 0.5},
        ),
        (
            "lower-votes-go-together",
            "INF-3",
            "0.1: 1/3; 0.3: 001: 1/2 is missed by whoever drops one label at a time",
            [[0.1, 0.1, 0.3, 0.5]],
            ["0011"],
            {"ival": 0.3, "pcut": 0.3},
        ),
        (
            "instance-without-votes",
            "INF-3 INF-6",
            "the second has no votes and no labels: 1 at every candidate",
            [[0.2, 0.8], [0, 0]],
            ["11", "00"],
            {"ival": 0.2, "pcut": 0.2},
        ),
    ):
        group.hand(name, clauses, comment, out, n_labels=len(truth[0]), votes=votes, truth=truth)
    group.hand(
        "equal-votes-are-one-candidate",
        "INF-3",
        "0.1: 3/4, 2/4; 0.3: 2/3, 2/3; with only one vote of 0.1 gone it would be 1, 2/4",
        {"ival": 0.3, "pcut": 0.3},
        n_labels=4,
        votes=[[0.1, 0.1, 0.3, 0.52], [0.3, 0.3, 0.3, 0.1]],
        truth=["0111", "1100"],
        tie=("INF-3", [f"in/votes/{row}/{label}" for row in range(2) for label in range(4)]),
    )
    group.hand(
        "all-labels-right-not-one",
        "INF-3 MET-A",
        "exact match: 0.2: 11 is not 01; 0.5: 01",
        {"ival": 0.5},
        n_labels=2,
        votes=[[0.2, 0.8]],
        truth=["01"],
        metric="exact_match",
    )

    three: dict[str, Any] = {"n_labels": 3, "votes": [[0.6, 0.1, 0.3], [0.52, 0.28, 0.2]], "truth": ["001", "000"]}
    group = topic.group("metrics", PAPER, **three)
    for name, comment, metric, ival in (
        ("accuracy", "0.1: 1/3, 0; 0.2, 0.28 and 0.3: 1/2, 0; 0.5: 0, 0", "accuracy", 0.2),
        ("exact-match", "nowhere: the first", "exact_match", 0.1),
        ("hamming-loss-is-smallest", "wrong labels: 0.1: 5; 0.2: 4; 0.28: 3; 0.3: 2; 0.5: 3", "hamming_loss", 0.3),
    ):
        group.hand(name, "INF-3 MET-A", comment, {"ival": ival}, metric=metric)

    group = topic.group("above", {**PAPER, "active_labels": "above"}, n_labels=2)
    group.hand(
        "candidate-is-the-right-end",
        "INF-3 INF-2 INF-4",
        "above 0.2: 01; above 0.5: 01: the first",
        {"ival": 0.2, "pcut": 0.2},
        votes=[[0.2, 0.8]],
        truth=["01"],
    )
    group.hand(
        "half-is-not-above-a-half",
        "INF-2 INF-3",
        "0.5 alone, and it activates nothing",
        {"ival": 0.5, "pcut": 0.5},
        votes=[[0.5, 0.5]],
        truth=["11"],
    )
    group.hand(
        "half-goes-at-a-half",
        "INF-2 INF-3 INF-4",
        "above 0.3: 11, 0 and 01, 1; above 0.5: 00, 1 and 01, 1; active 3 and 1, one label",
        {"ival": 0.5, "pcut": 0.5},
        votes=[[0.5, 0.5], [0.3, 0.7]],
        truth=["00", "01"],
        tie=("INF-2", ("in/votes/0/0", "in/votes/0/1")),
    )
    group = topic.group("empty-sets", {**PAPER, "empty_label_sets": "skip"}, n_labels=2)
    group.hand(
        "empty-sets-leave-the-mean",
        "MET-A INF-3",
        "0.3: 1/2 and 0; 0.4: 1/2, 0; 0.5: 1 and an empty pair, which does not count: 1",
        {"ival": 0.5},
        votes=[[0.3, 0.7], [0.4, 0.4]],
        truth=["01", "00"],
    )
    group.hand(
        "mean-over-nothing-is-zero",
        "MET-A INF-3",
        "0.4: 0 of one instance; 0.5: no instance is left; both 0, the first",
        {"ival": 0.4},
        votes=[[0.4, 0.4]],
        truth=["00"],
    )
    return topic


def _halving() -> Topic:
    topic = Topic("thresholds", "halving")
    group = topic.group("authors", AUTHORS, n_labels=2)
    for name, clauses, comment, votes, truth, out in (
        ("zero-is-tried", "INF-3", "above 0: 01 already; c becomes 0 and stays", [[0, 1]], ["01"], {"ival": 0.0}),
        (
            "ten-rounds",
            "INF-3",
            "0: 11, 1/2; from 1e-7 on 1: c is halved ten times, 0.25/1024",
            [[0.0000001, 0.9999999]],
            ["01"],
            {"ival": 0.000244140625},
        ),
        (
            "centre-stays-where-nothing-is-right",
            "INF-3",
            "the accuracy is 0 everywhere",
            [[1, 0]],
            ["01"],
            {"ival": 0.25},
        ),
        (
            "fifteen-rounds",
            "INF-4",
            "0 activates 0 and 1: error 1; above it 0: c is halved 15 times, 0.25/32768",
            [[0, 1]],
            ["01"],
            {"pcut": 7.62939453125e-06},
        ),
        (
            "active-counts-from-the-threshold-on",
            "INF-4",
            "0: both active, 2 labels: error 0 at once",
            [[0, 1]],
            ["11"],
            {"pcut": 0.0},
        ),
        (
            "errors-are-shares",
            "INF-4",
            "2 active and 2 labels of 2 instances at 0.125 and later; at 0 all 4 are active",
            [[0, 1], [0, 1]],
            ["01", "01"],
            {"pcut": 7.62939453125e-06},
        ),
        (
            "highest-centre",
            "INF-3",
            "0.45 and 0.55: 1/2 until 0.45, then 1: 0.5, 0.5 - s/2 ... down to 0.4501953125",
            [[0.45, 0.55]],
            ["01"],
            {"ival": 0.4501953125},
        ),
    ):
        group.hand(name, clauses, comment, out, votes=votes, truth=truth)
    group.hand(
        "a-loss-never-moves-the-centre",
        "INF-3",
        "minus the loss is never above 0",
        {"ival": 0.25},
        votes=[[0.1, 0.9]],
        truth=["01"],
        metric="hamming_loss",
    )
    group.filled(
        "looks-no-further-than-a-half",
        "INF-3",
        "above 0.55 the first pair is empty and leaves the mean, which then is 1; 0.5 is the last that is tried",
        votes=[[0.55, 0.45], [0.4, 0.6]],
        truth=["00", "01"],
    )
    ten = [*(6 * [[0, 1]]), *(2 * [[0.3, 0]]), *(2 * [[0, 0]])]
    group.filled(
        "label-cardinality-is-a-float",
        "INF-4",
        "8 or 6 active, 7 labels of 10: float(0.7) is below 0.7, so 6 is nearer; with 0.7 it is a tie",
        votes=ten,
        truth=[*(7 * ["01"]), *(3 * ["00"])],
    )
    group.filled(
        "error-is-a-float",
        "INF-4",
        "8 or 2 active, 5 labels of 10: 0.8 - 0.5 and 0.5 - 0.2 are the same float and differ as doubles: the first",
        votes=[*(2 * [[0, 1]]), *(6 * [[0.3, 0]]), *(2 * [[0, 0]])],
        truth=[*(5 * ["01"]), *(5 * ["00"])],
    )
    group.filled(
        "several-instances",
        "INF-3 INF-4",
        "nine votes of three labels",
        n_labels=3,
        votes=[[0.62, 0.13, 0.25], [0.05, 0.31, 0.64], [0.41, 0.37, 0.22]],
        truth=["101", "001", "110"],
    )
    group.filled(
        "exact-match",
        "INF-3 INF-4",
        "the same by exact match",
        n_labels=3,
        votes=[[0.62, 0.13, 0.25], [0.05, 0.31, 0.64], [0.41, 0.37, 0.22]],
        truth=["101", "001", "110"],
        metric="exact_match",
    )
    return topic
