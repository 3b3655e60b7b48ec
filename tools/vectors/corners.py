"""Vectors that close what samples have shown: settings that meet, roundings of a search, means over nothing."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any, Final

from suite.notation import AUTHORS, PAPER, binary, continuous, fit, interval, problem, rule
from suite.source import Topic

__all__ = ["topics"]

ORDERS: Final = ("unordered", "ordered")
EQUALITIES: Final = ("both_bounds", "first_bound")


def topics() -> Iterator[Topic]:
    """Return a topic `corners` of some formats."""
    yield _equality()
    yield _generality()
    yield _covering()
    yield _roulette()
    yield _selection()
    yield _deletion()
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
    group = topic.group("two", {**PAPER, "interval_equality": "first_bound"}, n_labels=1)
    for place in (0, 1):
        genes = [interval(1, 5, 9), interval(1, 5, 9)]
        genes[place] = interval(1, 5, 12)
        group.hand(
            f"second-bound-of-the-{('first', 'last')[place]}-attribute",
            "REP-10",
            "5..9 and 5..12 in one of two attributes: only first bounds count",
            {"equal": True},
            attributes=[continuous(0, 1)] * 2,
            rule=interval(1, 5, 9) * 2 + "11",
            other="".join(genes) + "11",
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


def _covering() -> Topic:
    topic = Topic("covering", "corners")
    group = topic.group("floats", {**AUTHORS, "p_hash": 0.3}, n_labels=1, y="1", label=0)
    for name, comment, attribute, x, draws, bounds in (
        (
            "distance-above-is-rounded",
            "7.3 - 3.3 is 4.0000002 of 32-bit floats and 4 as one: (9.6 - u*4)/9.6*31 is a little above 22: 23",
            continuous(-2.3, 7.3),
            3.3,
            [0.1, 0.6967742005],
            (1, 23),
        ),
        (
            "distance-below-is-rounded",
            "3.9 - 1.9 is 2.0000001 of 32-bit floats and 2 as one: u*2/4*31 is a little below 9: 8",
            continuous(1.9, 5.9),
            3.9,
            [0.580645144, 0.1],
            (8, 30),
        ),
        (
            "value-is-rounded-before-its-distance",
            "2.7 - 2.6 is 0.10000014 of 32-bit floats: u times it is a little above 1 of 31",
            continuous(2.6, 3.3),
            2.7,
            [0.2258061944, 0.1],
            (1, 29),
        ),
    ):
        wanted = {"rule": interval(1, *bounds) + "01"}
        group.hand(name, "COV-3 REP-4", comment, wanted, attributes=[attribute], x=[x], draws=[*draws, 0.1, 0.0])
    return topic


def _roulette() -> Topic:
    topic = Topic("roulette", "corners")
    group = topic.group("sums", PAPER)
    tie = ("GEN-3", ["draws/0", "in/weights"])
    group.hand(
        "total-is-summed-from-the-left",
        "GEN-3",
        "1 + 1 + 2^-52 is 2, twice: half of it is 1; from the right it is 2 + 2^-51",
        {"chosen": 0},
        weights=[1, 1, 2.0**-52, 2.0**-52],
        draws=[0.5],
        tie=tie,
    )
    group.hand(
        "running-sum-is-summed-from-the-left",
        "GEN-3",
        "2^-51 + 1 + 1: half is 1 + 2^-52, and 1 + 2^-51 is beyond it",
        {"chosen": 2},
        weights=[2.0**-52, 2.0**-52, 1, 1],
        draws=[0.5],
        tie=tie,
    )
    return topic


def _selection() -> Topic:
    topic = Topic("selection", "corners")
    group = topic.group("sums", {**PAPER, "theta_exp": 0}, attributes=binary(1), n_labels=1)
    group.hand(
        "small-weights-are-lost-one-by-one",
        "GEN-3 GEN-1",
        "2^54 + 1 rounds to 2^54, eight times: half of 2^55 is reached at once; an exact sum is larger",
        {"parents": [0, 0]},
        rules=[fit("# -> 1", 10, num=2**54), *[fit("# -> 1", 10)] * 8, fit("# -> 1", 10, num=2**54)],
        draws=[0.5, 0.5],
        tie=("GEN-3", ["draws"]),
    )
    group.hand(
        "total-is-summed-from-the-left",
        "GEN-3 GEN-1",
        "2^55 + 1 is 2^55, eight times: half of it is reached at once; from the right it is larger",
        {"parents": [0, 0]},
        rules=[*[fit("# -> 1", 10, num=2**54)] * 2, *[fit("# -> 1", 10)] * 8],
        draws=[0.5, 0.5],
        tie=("GEN-3", ["draws"]),
    )
    return topic


def _deletion() -> Topic:
    topic = Topic("deletion", "corners")
    rules = [_voting(39.0), *[_voting(1.0)] * 8, _voting(39.0)]
    for name, profile in (("log", PAPER), ("plain", AUTHORS)):
        settings = {**profile, "accuracy_power": 1, "population_size": 9, "theta_del": 0}
        group = topic.group(name, settings, **problem(1, "1 -> 1"))
        group.hand(
            "small-votes-are-lost-one-by-one",
            "DEL-3 GEN-3",
            "e^-38 times the first vote is lost in the sum, eight times: half of it is reached at once",
            {"deleted": [0]},
            rules=rules,
            draws=[0.5],
            tie=("DEL-3", ["draws", "in/rules"]),
        )
        group.hand(
            "sum-of-votes-is-made-from-the-left",
            "DEL-3 GEN-3",
            "the large votes come first, and the small ones are lost: half of the sum is reached at once",
            {"deleted": [0]},
            rules=[rules[0], rules[9], *rules[1:9]],
            draws=[0.5],
            tie=("DEL-3", ["draws", "in/rules"]),
        )
    return topic


def _voting(cs: float) -> dict[str, Any]:
    return rule("1 -> 1", matches=30, correct=30, by_match=True, cs=cs)


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
