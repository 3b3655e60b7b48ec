"""Vectors of BEST and of whole evaluations (INF-5, INF-6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from suite.notation import AUTHORS, PAPER, binary, fit, rule
from suite.source import Topic

__all__ = ["topics"]

PLAIN = {"accuracy_power": 1, "omega": 0, "phi": 0}
"""F is the share of right decisions."""


def topics() -> Iterator[Topic]:
    """Return the topics of the formats `best` and `evaluation`."""
    yield _best()
    yield _evaluation()


def counted(text: str, tenths: int, **fields: Any) -> dict[str, Any]:
    """Return what `fit` does, with experience by match."""
    return fit(text, tenths, by_match=True, **fields)


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
