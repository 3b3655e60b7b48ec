"""Vectors that close what samples have shown: settings that meet, roundings of a search, means over nothing."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final

from suite.notation import AUTHORS, PAPER, continuous, interval
from suite.source import Topic

__all__ = ["topics"]

ORDERS: Final = ("unordered", "ordered")
EQUALITIES: Final = ("both_bounds", "first_bound")


def topics() -> Iterator[Topic]:
    """Return a topic `corners` of some formats."""
    yield _equality()
    yield _generality()
    yield _thresholds()


def _equality() -> Topic:
    topic = Topic("equality", "corners")
    group = topic.group("bounds", PAPER, attributes=[continuous(0, 1)], n_labels=1)
    for order, equality in product(ORDERS, EQUALITIES):
        first_alone = equality == "first_bound"
        for name, comment, other, equal in (
            ("mirrored", "5..9 and 9..5", (9, 5), order == "unordered" and not first_alone),
            ("other-second", "5..9 and 5..12", (5, 12), first_alone),
            ("other-first", "5..9 and 4..9", (4, 9), False),
            ("second-below-the-first", "5..9 and 5..2", (5, 2), first_alone),
        ):
            group.hand(
                f"{name}-{order}-{equality.replace('_', '-')}",
                "REP-10",
                comment,
                {"equal": equal},
                settings={"interval_order": order, "interval_equality": equality},
                rule=interval(1, 5, 9) + "11",
                other=interval(1, *other) + "11",
            )
    return topic


def _generality() -> Topic:
    topic = Topic("generality", "corners")
    group = topic.group("bounds", PAPER, attributes=[continuous(0, 1)], n_labels=1)
    for order in ORDERS:
        by_size = order == "unordered"
        for name, comment, one, other, general in (
            ("reversed-inside", "2..20 and 9..5", (2, 20), (9, 5), True),
            ("reversed-outside", "20..2 and 5..9", (20, 2), (5, 9), by_size),
            ("reversed-around-reversed", "20..2 and 9..5", (20, 2), (9, 5), by_size),
            ("reversed-reaching-beyond", "2..8 and 9..5", (2, 8), (9, 5), not by_size),
        ):
            group.hand(
                f"{name}-{order}",
                "SUB-2 REP-4",
                comment,
                {"general": general},
                settings={"interval_order": order},
                rule=interval(1, *one) + "11",
                other=interval(1, *other) + "11",
            )
    return topic


def _thresholds() -> Topic:
    topic = Topic("thresholds", "corners")
    group = topic.group("halving", {**AUTHORS, "ival_search": "exact", "vote_weight": "fitness"}, n_labels=3)
    group.hand(
        "share-of-active-labels-is-not-rounded",
        "INF-4",
        "4/3 and 2/3 are as far from 3/3, rounded at the end alone: the first, which the search halves to the end",
        {"pcut": 2.0**-17},
        votes=[[0.7, 0.3, 0.0], [0.7, 0.3, 0.0], [0.0, 0.0, 0.0]],
        truth=["100", "100", "010"],
    )
    group.hand(
        "distances-are-rounded-before-they-are-compared",
        "INF-4",
        "7/3 and 5/3 are as far from 6/3 as 32-bit floats, not as doubles: the first, and its last step above 0.1",
        {"pcut": 13108 * 2.0**-17},
        votes=[[0.45, 0.45, 0.1], [0.45, 0.45, 0.1], [0.4, 0.3, 0.3]],
        truth=["110", "110", "110"],
        tie=("INF-3", ["in/votes"]),
    )
    group = topic.group("nothing", {**PAPER, "active_labels": "above", "empty_label_sets": "skip"}, n_labels=3)
    group.hand(
        "mean-over-nothing-at-every-candidate",
        "INF-3 MET-A",
        "no label is true, none is above 0.25: every mean is 0, and the first candidate stays",
        {"ival": 0.25},
        votes=[[0.25, 0.25, 0.25]],
        truth=["000"],
    )
    group.hand(
        "mean-over-nothing-comes-later",
        "INF-3 MET-A",
        "at 0.2 a label is active that is not true: 0; from 0.3 on nothing is left: 0 too",
        {"ival": 0.2},
        votes=[[0.2, 0.3, 0.2]],
        truth=["000"],
        tie=("INF-3", ["in/votes"]),
    )
    return topic
