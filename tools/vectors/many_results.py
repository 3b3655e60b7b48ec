"""Vectors of more than 64 and 256 rules, labels and instances where results are made, the last of which matters."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from suite.notation import PAPER, PROFILES, binary, fit, rule
from suite.source import Topic, made_topics

__all__ = ["topics"]

PLAIN: Final = {"accuracy_power": 1, "omega": 0, "phi": 0}
SIZES: Final = (65, 257)


def topics() -> Iterator[Topic]:
    """Return a topic `many` of each of these formats."""
    return made_topics("many", _best, _votes, _compaction, _metrics, _active_labels, _thresholds)


def _best(topic: Topic) -> None:
    for profile, settings in PROFILES:
        group = topic.group(profile, {**settings, **PLAIN}, attributes=binary(1), n_labels=2)
        known = partial(_met_twice, by_match=profile == "authors")
        for n in SIZES:
            group.hand(
                f"last-of-{n}-rules-decides",
                "INF-5",
                "the others leave the second label open",
                {"labels": ["11"], "n_unmatched": 0},
                x=[[1]],
                rules=[known("1 -> 1#", 2)] * (n - 1) + [known("1 -> #1", 1)],
            )
        group.hand(
            "three-hundred-without-a-rule",
            "INF-5 INF-6",
            "no rule matches 0",
            {"labels": ["11", *["00"] * 300], "n_unmatched": 300},
            x=[[1], *[[0]] * 300],
            rules=[known("1 -> 11", 2)],
        )


def _met_twice(text: str, correct: int, *, by_match: bool) -> dict[str, Any]:
    return rule(text, matches=2, correct=correct, by_match=by_match)


def _votes(topic: Topic) -> None:
    for profile, settings in PROFILES:
        group = topic.group(profile, {**settings, **PLAIN}, attributes=binary(1))
        for n in (*SIZES, 130):
            group.filled(
                f"least-vote-of-{n}-labels-is-the-last",
                "INF-1 INF-2",
                "the first has a vote, the last one against it: shifted they are 2, 1, ..., 1, 0",
                n_labels=n,
                x=[[1]],
                rules=[rule("1 -> 1" + "#" * (n - 2) + "0", matches=1, correct=2, by_match=profile == "authors")],
            )
        group.hand(
            "three-hundred-without-a-rule",
            "INF-6",
            "no rule matches 0",
            {"n_unmatched": 300},
            n_labels=1,
            x=[[1], *[[0]] * 300],
            rules=[fit("1 -> 1", 9)],
        )


def _compaction(topic: Topic) -> None:
    for profile, settings in PROFILES:
        group = topic.group(profile, {**settings, **PLAIN, "theta_exp": 0, "theta_del": 0}, attributes=binary(1))
        by_match = profile == "authors"
        for n in (33, 63, 64, 65, 125, 127, 128, 129, 257):
            group.hand(
                f"last-of-{n}-labels-is-open",
                "MET-D",
                "the best rule decides all labels but the last: the second is kept too, the third is not",
                {"kept": [0, 1]},
                n_labels=n,
                x=[[1]],
                rules=[
                    rule("1 -> " + "1" * (n - 1) + "#", matches=9, correct=9 * (n - 1), num=3, by_match=by_match),
                    rule("1 -> " + "#" * (n - 1) + "1", matches=9, correct=9, num=2, by_match=by_match),
                    rule("1 -> " + "1" * n, matches=9, correct=9, num=1, by_match=by_match),
                ],
            )
        for n in SIZES:
            group.hand(
                f"last-of-{n}-instances",
                "MET-D",
                "the last instance alone needs the second rule",
                {"kept": [0, 1]},
                n_labels=1,
                x=[[1]] * (n - 1) + [[0]],
                rules=[fit("1 -> 1", 9, num=3), fit("0 -> 1", 9, num=2), fit("# -> 1", 9)],
            )
            group.hand(
                f"{n}-rules-before-one-that-suffices",
                "MET-D",
                "all but the last two match nothing; the last is not needed",
                {"kept": list(range(n + 1))},
                n_labels=1,
                x=[[1]],
                rules=[fit("0 -> 1", 10)] * n + [fit("1 -> 1", 8), fit("# -> 1", 7)],
            )


def _metrics(topic: Topic) -> None:
    n_labels, n_instances = 130, 520
    group = topic.group("wrong", PAPER, n_labels=n_labels)
    group.hand(
        "more-than-16-bits",
        "MET-A",
        "520 instances of 130 labels, one of them right: 67470 of 67600 are wrong",
        {"accuracy": 1 / n_instances, "exact_match": 1 / n_instances, "hamming_loss": 67470 / 67600},
        truth=["1" * n_labels] * n_instances,
        predicted=["0" * n_labels] * (n_instances - 1) + ["1" * n_labels],
    )


def _active_labels(topic: Topic) -> None:
    above, below = 0.3 + 2.0**-54, 0.3 - 2.0**-54
    group = topic.group("neighbours", PAPER, n_labels=3, votes=[[below, 0.3, above]], threshold=0.3)
    for active_labels, wanted in (("at_least", "011"), ("above", "001")):
        group.hand(
            active_labels.replace("_", "-"),
            "INF-2",
            "the double below 0.3, 0.3, and the one above",
            {"labels": [wanted]},
            settings={"active_labels": active_labels},
            tie=("INF-2", ["in/votes", "in/threshold"]),
        )


def _thresholds(topic: Topic) -> None:
    tie = ("INF-3", ["in/votes"])
    n_labels = 130
    for profile, settings in PROFILES:
        group = topic.group(profile, settings, n_labels=n_labels)
        for n, levels in ((12, (0.1, 0.2, 0.3, 0.4)), (16, (0.05, 0.15, 0.25, 0.35, 0.45))):
            stream = random.Random(n)  # noqa: S311 - no secret
            for metric in ("accuracy", "hamming_loss", "exact_match"):
                group.filled(
                    f"{n}-instances-of-130-labels-{metric.replace('_', '-')}",
                    "INF-3 INF-4 MET-A",
                    "more than 100 labels are true or predicted, more than 1000 votes above thresholds",
                    votes=[[stream.choice(levels) for _ in range(n_labels)] for _ in range(n)],
                    truth=["".join("01"[stream.random() < 0.8] for _ in range(n_labels)) for _ in range(n)],
                    metric=metric,
                    tie=tie,
                )
    group = topic.group("empty", PAPER, metric="accuracy")
    for n in (30, 45, 130):
        none = [0.0] * (n - 1)
        group.hand(
            f"two-empty-sets-of-{n}-labels",
            "INF-3 MET-A",
            "at 0.2: 0, 0, 1; at 0.3: 0, 0, 0; at 0.5: 1, 1, 0, the best; labels: 3, 2 and 0, and D has 1",
            {"ival": 0.5, "pcut": 0.3},
            n_labels=n,
            votes=[[0.3, *none], [0.3, *none], [0.2, *none]],
            truth=["0" * n, "0" * n, f"1{'0' * (n - 1)}"],
            tie=tie,
        )
