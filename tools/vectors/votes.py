"""Vectors of votes and the labels that they activate (INF-1, INF-2, INF-6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from suite.notation import AUTHORS, PAPER, binary, fit, rule
from suite.source import Topic

__all__ = ["topics"]

PLAIN = {"accuracy_power": 1, "omega": 0, "phi": 0}
"""F is the share of right decisions."""


def topics() -> Iterator[Topic]:
    """Return the topics of the formats `votes` and `active-labels`."""
    yield _votes()
    yield _authors_votes()
    yield _active()


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
