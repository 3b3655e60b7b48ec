"""Vectors of inference: votes, active labels, thresholds, BEST, whole evaluations (INF)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from suite.notation import AUTHORS, PAPER, binary, fit, rule
from suite.source import Topic

__all__ = ["topics"]

PLAIN = {"accuracy_power": 1, "omega": 0, "phi": 0}
"""F is the share of right decisions."""


def topics() -> Iterator[Topic]:
    """Return the topics of the formats `votes`, `active-labels`, `thresholds`, `best` and `evaluation`."""
    yield _votes()
    yield _authors_votes()
    yield _active()
    yield _exact()
    yield _halving()
    yield _best()
    yield _evaluation()


def counted(text: str, tenths: int, **fields: Any) -> dict[str, Any]:
    """Return what `fit` does, with experience by match."""
    return fit(text, tenths, by_match=True, **fields)


def _votes() -> Topic:
    topic = Topic("votes", "sums")
    group = topic.group("paper", {**PAPER, **PLAIN}, attributes=binary(1), n_labels=2)
    for name, clauses, comment, rules, x, out in (
        (
            "for-and-against",
            "INF-1 INF-2",
            "2*0.8 on both, -0.5 on the first: 1.1, 1.6, sum 2.7",
            [fit("1 -> 11", 8, num=2), fit("# -> 0#", 5)],
            [[1]],
            {"raw": [[1.1, 1.6]], "normalised": [[0.4074074074074074, 0.5925925925925926]], "n_unmatched": 0},
        ),
        (
            "matching-rules-only",
            "INF-1",
            "1 -> 11 does not match 0: -0.5, 0; moved by 0.5: 0, 0.5",
            [fit("1 -> 11", 8, num=2), fit("# -> 0#", 5)],
            [[0]],
            {"raw": [[-0.5, 0.0]], "normalised": [[0.0, 1.0]]},
        ),
        (
            "rule-without-experience-has-no-vote",
            "INF-1 INF-6",
            "exp 0 does not vote, but the instance is matched",
            [rule("1 -> 11", num=9)],
            [[1]],
            {"raw": [[0.0, 0.0]], "normalised": [[0.0, 0.0]], "n_unmatched": 0},
        ),
        (
            "unmatched-instance",
            "INF-6 INF-2",
            "nobody matches 0",
            [fit("1 -> 11", 8)],
            [[0], [1], [0]],
            {"raw": [[0, 0], [0.8, 0.8], [0, 0]], "normalised": [[0, 0], [0.5, 0.5], [0, 0]], "n_unmatched": 2},
        ),
        (
            "equal-votes-above-zero",
            "INF-2",
            "0.8 twice: 1/|L| each",
            [fit("1 -> 11", 8)],
            [[1]],
            {"normalised": [[0.5, 0.5]]},
        ),
        (
            "equal-votes-below-zero",
            "INF-2",
            "-0.8 twice: moved to 0, no vote",
            [fit("1 -> 00", 8)],
            [[1]],
            {"raw": [[-0.8, -0.8]], "normalised": [[0, 0]]},
        ),
        (
            "positive-votes-are-not-moved",
            "INF-2",
            "0.2 and 0.6: 0.25 and 0.75; moved they would be 0 and 1",
            [fit("1 -> 1#", 2), fit("1 -> #1", 6)],
            [[1]],
            {"raw": [[0.2, 0.6]], "normalised": [[0.25, 0.75]]},
        ),
        (
            "negative-votes-are-moved-to-zero",
            "INF-2",
            "-0.6 and 0.2: 0 and 0.8: 0 and 1",
            [fit("1 -> 0#", 6), fit("1 -> #1", 2)],
            [[1]],
            {"raw": [[-0.6, 0.2]], "normalised": [[0, 1]]},
        ),
        (
            "open-label-gets-no-vote",
            "INF-1",
            "~ is open with its value bit set",
            [fit("1 -> 1~", 6)],
            [[1]],
            {"raw": [[0.6, 0.0]], "normalised": [[1, 0]]},
        ),
        (
            "missing-value-matches",
            "REP-7 INF-1",
            "the value is missing: both rules match",
            [fit("1 -> 1#", 2), fit("0 -> #1", 6)],
            [[None]],
            {"raw": [[0.2, 0.6]]},
        ),
    ):
        group.hand(name, clauses, comment, out, rules=rules, x=x)
    group.hand(
        "fitness-not-accuracy",
        "INF-1",
        "nu 2: 0.8^2 = 0.64",
        {"raw": [[0.64, 0.64]]},
        rules=[fit("1 -> 11", 8)],
        x=[[1]],
        settings={"accuracy_power": 2},
    )
    group.hand(
        "inexperienced-rules-vote-with-full-fitness",
        "INF-1",
        "theta_exp 100: F_d is 0, F votes",
        {"raw": [[0.8, 0.8]]},
        rules=[fit("1 -> 11", 8)],
        x=[[1]],
        settings={"theta_exp": 100, "theta_del": 100},
    )
    group.hand(
        "three-labels",
        "INF-2",
        "0.5, -0.5, 0: moved 1, 0, 0.5: 2/3, 0, 1/3",
        {"normalised": [[0.6666666666666667, 0.0, 0.3333333333333333]]},
        n_labels=3,
        rules=[rule("1 -> 10#", matches=10, correct=10)],
        x=[[1]],
    )
    return topic


def _authors_votes() -> Topic:
    topic = Topic("votes", "authors")
    group = topic.group("floats", {**AUTHORS, "omega": 0, "phi": 0}, attributes=binary(1), n_labels=2)

    for name, clauses, comment, rules, x, out in (
        (
            "accuracy-not-fitness",
            "INF-1",
            "num*acc = 0.8, whatever nu is, as a 32-bit float",
            [counted("1 -> 1#", 8)],
            [[1]],
            {"raw": [[0.800000011920929, 0.0]], "normalised": [[1.0, 0.0]]},
        ),
        (
            "numerosity-is-a-factor",
            "INF-1",
            "3*0.5 and 0.5: 0.75 and 0.25",
            [counted("1 -> 1#", 5, num=3), counted("1 -> #1", 5)],
            [[1]],
            {"raw": [[1.5, 0.5]], "normalised": [[0.75, 0.25]]},
        ),
        (
            "every-addition-is-rounded",
            "INF-1",
            "0.1 three times, each sum a 32-bit float: 0.30000001192092896",
            3 * [counted("1 -> 1#", 1)],
            [[1]],
            {"raw": [[0.30000001192092896, 0.0]]},
        ),
        (
            "division-is-rounded",
            "INF-2 INF-1",
            "float 0.8 / (0.8 + 0.3): 0.7272727489471436, not 0.7272727272727273",
            [counted("1 -> 1#", 8), counted("1 -> #1", 3)],
            [[1]],
            {"normalised": [[0.7272727489471436, 0.27272728085517883]]},
        ),
        (
            "msa-zero-has-no-vote",
            "INF-1 UPD-5",
            "nothing decided with phi 0: acc 0",
            [counted("1 -> ##", 0)],
            [[1]],
            {"raw": [[0.0, 0.0]], "n_unmatched": 0},
        ),
        (
            "rule-without-experience-has-no-vote",
            "INF-1",
            "exp 0",
            [rule("1 -> 11", by_match=True)],
            [[1]],
            {"raw": [[0.0, 0.0]]},
        ),
        (
            "against",
            "INF-1 INF-2",
            "-0.5 and 0.5: 0 and 1",
            [counted("1 -> 01", 5)],
            [[1]],
            {"raw": [[-0.5, 0.5]], "normalised": [[0.0, 1.0]]},
        ),
    ):
        group.hand(name, clauses, comment, out, rules=rules, x=x)
    return topic


def _active() -> Topic:
    topic = Topic("active-labels", "threshold")
    paper, authors = (topic.group(name, {"profile": name}, n_labels=2) for name in ("paper", "authors"))
    for group, at_least in ((paper, True), (authors, False)):
        group.hand(
            "at-the-threshold",
            "INF-2",
            "0.25 >= 0.25; authors want more",
            {"labels": ["11" if at_least else "01"]},
            votes=[[0.25, 0.75]],
            threshold=0.25,
            tie=("INF-2", ("in/votes/0/0", "in/threshold")),
        )
        group.hand(
            "above-and-below",
            "INF-2",
            "0.3 > 0.25, 0.2 < 0.25",
            {"labels": ["10", "01"]},
            votes=[[0.8, 0.2], [0.2, 0.8]],
            threshold=0.25,
        )
        group.hand(
            "no-vote-is-no-label",
            "INF-2 INF-6",
            "all zero: nothing, whatever the threshold",
            {"labels": ["00"]},
            votes=[[0, 0]],
            threshold=0.25,
        )
    paper.hand(
        "no-vote-is-no-label-even-at-zero",
        "INF-2 INF-6",
        "0 >= 0, but there is no vote",
        {"labels": ["00"]},
        votes=[[0, 0]],
        threshold=0,
    )
    authors.hand(
        "threshold-zero",
        "INF-2",
        "0 is not above 0",
        {"labels": ["01", "11", "00"]},
        votes=[[0, 1], [0.5, 0.5], [0, 0]],
        threshold=0,
    )
    authors.hand(
        "votes-are-floats-and-the-threshold-is-not",
        "INF-2 INF-1",
        "float(0.3) = 0.30000001192092896 is above 0.3",
        {"labels": ["11"]},
        votes=[[0.3, 0.7]],
        threshold=0.3,
    )
    return topic


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


def _best() -> Topic:
    topic = Topic("best", "order")
    group = topic.group("paper", {**PAPER, **PLAIN}, attributes=binary(1), n_labels=2)
    for name, clauses, comment, rules, x, out in (
        (
            "fittest-rule-decides",
            "INF-5",
            "F 0.8 before 0.5, whatever num",
            [fit("1 -> 01", 5, num=9), fit("1 -> 10", 8)],
            [[1]],
            {"labels": ["10"], "n_unmatched": 0},
        ),
        (
            "next-rule-decides-what-is-open",
            "INF-5",
            "label 1 by F 0.8, label 2 by F 0.5",
            [fit("1 -> 01", 5), fit("1 -> 1#", 8)],
            [[1]],
            {"labels": ["11"]},
        ),
        (
            "decision-zero-closes-a-label",
            "INF-5",
            "0 by F 0.8 stays 0",
            [fit("1 -> 11", 5), fit("1 -> 0#", 8)],
            [[1]],
            {"labels": ["01"]},
        ),
        (
            "ties-go-to-larger-numerosity",
            "INF-5",
            "F 0.5 twice, num 1 < 2",
            [fit("1 -> 01", 5), fit("1 -> 10", 5, num=2)],
            [[1]],
            {"labels": ["10"]},
        ),
        (
            "then-to-larger-experience",
            "INF-5",
            "F 0.5, num 1 twice; exp 20 < 40",
            [fit("1 -> 01", 5), rule("1 -> 10", matches=20, correct=20)],
            [[1]],
            {"labels": ["10"]},
        ),
        ("then-to-the-first", "INF-5", "all equal", [fit("1 -> 01", 5), fit("1 -> 10", 5)], [[1]], {"labels": ["01"]}),
        (
            "undecided-labels-are-zero",
            "INF-5",
            "nobody decides label 2",
            [fit("1 -> 1#", 5)],
            [[1]],
            {"labels": ["10"]},
        ),
        (
            "rule-without-experience-is-not-asked",
            "INF-5",
            "exp 0, F 1",
            [rule("1 -> 01"), fit("1 -> 10", 1)],
            [[1]],
            {"labels": ["10"]},
        ),
        (
            "unmatched-instance-has-no-labels",
            "INF-6",
            "nobody matches 0",
            [fit("1 -> 11", 5)],
            [[0], [1]],
            {"labels": ["00", "11"], "n_unmatched": 1},
        ),
        (
            "matching-rules-only",
            "INF-5 MAT-1",
            "F 0.9 does not match 1",
            [fit("0 -> 01", 9), fit("1 -> 10", 5)],
            [[1]],
            {"labels": ["10"]},
        ),
        ("fitness-zero-still-decides", "INF-5", "F 0, but exp above 0", [fit("1 -> 11", 0)], [[1]], {"labels": ["11"]}),
    ):
        group.hand(name, clauses, comment, out, rules=rules, x=x)

    group = topic.group("authors", {**AUTHORS, "omega": 0, "phi": 0}, attributes=binary(1), n_labels=2)

    for name, comment, rules, labels in (
        ("numerosity-times-accuracy", "9*0.5 before 0.8", [counted("1 -> 10", 8), counted("1 -> 01", 5, num=9)], "01"),
        (
            "ties-go-to-the-first",
            "0.5 twice, exp is no matter",
            [counted("1 -> 01", 5), rule("1 -> 10", matches=20, correct=20, by_match=True)],
            "01",
        ),
        ("accuracy-zero-decides-nothing", "num*acc = 0", [counted("1 -> 11", 0, num=9)], "00"),
        (
            "accuracy-zero-leaves-labels-to-others",
            "num*acc 0 and 0.1",
            [counted("1 -> 00", 0), counted("1 -> 11", 1)],
            "11",
        ),
        ("rule-without-experience", "exp 0", [rule("1 -> 11", by_match=True)], "00"),
    ):
        group.hand(name, "INF-5", comment, {"labels": [labels]}, rules=rules, x=[[1]])
    return topic


def _evaluation() -> Topic:
    topic = Topic("evaluation", "methods")
    group = topic.group("paper", {**PAPER, **PLAIN}, attributes=binary(1), n_labels=2)
    rules = [fit("1 -> 11", 8, num=2), fit("# -> 0#", 5), fit("0 -> #1", 2)]
    group.hand(
        "three-methods",
        "INF-1 INF-2 INF-3 INF-4 INF-5 MET-A",
        "1: 0.407, 0.593; 0: 0, 1; labels 01, 01: IVAL and PCUT 0.5: 01, 01; BEST: 11 and 01: 1/2 and 1",
        {
            "ival": 0.5,
            "pcut": 0.5,
            "n_unmatched": 0,
            "labels_pcut": ["01", "01"],
            "labels_ival": ["01", "01"],
            "labels_best": ["11", "01"],
            "accuracy_best": 0.75,
            "accuracy_ival": 1,
        },
        rules=rules,
        x=[[1], [0]],
        truth=["01", "01"],
    )
    group.filled(
        "thresholds-differ",
        "INF-3 INF-4",
        "IVAL by Hamming loss, PCUT by the number of labels",
        rules=rules,
        x=[[1], [0], [1], [0]],
        truth=["11", "11", "10", "00"],
        metric="hamming_loss",
    )
    group.filled(
        "authors",
        "INF-1 INF-2 INF-3 INF-4 INF-5 MET-A",
        "32-bit votes, halving searches, num*acc, empty pairs left out",
        settings={**AUTHORS, "omega": 0.9, "phi": 1},
        rules=[
            rule("1 -> 11", matches=20, correct=31, by_match=True, num=2),
            rule("# -> 0#", matches=40, correct=22, by_match=True),
            rule("0 -> #1", matches=20, correct=7, by_match=True),
        ],
        x=[[1], [0], [1], [0]],
        truth=["11", "00", "10", "01"],
    )
    return topic
