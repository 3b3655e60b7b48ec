"""Vectors of the roulette and of deletion (GEN-3, DEL)."""

from __future__ import annotations

from collections.abc import Iterator

from suite.notation import AUTHORS, PAPER, problem, rule
from suite.source import Topic

__all__ = ["topics"]


def topics() -> Iterator[Topic]:
    """Return the topics of the formats `roulette` and `deletion`."""
    yield _roulette()
    yield _votes()
    yield _choice()
    yield _authors()


def _roulette() -> Topic:
    topic = Topic("roulette", "wheel")
    group = topic.group("paper", PAPER, weights=[1, 2, 3])
    for name, comment, u, chosen in (
        ("first-slice", "0.1*6 = 0.6 <= 1", 0.1, 0),
        ("second-slice", "0.2*6 = 1.2 <= 3", 0.2, 1),
        ("third-slice", "0.51*6 = 3.06 <= 6", 0.51, 2),
        ("end-of-the-wheel", "0.999*6 = 5.994 <= 6", 0.999, 2),
        ("start-of-the-wheel", "u = 0: the first weight", 0.0, 0),
    ):
        group.hand(name, "GEN-3", comment, {"chosen": chosen}, draws=[u])
    group.hand(
        "border-belongs-to-the-slice-before-it",
        "GEN-3",
        "0.5*6 = 3: the running sum 3 is enough",
        {"chosen": 1},
        draws=[0.5],
        tie=("GEN-3", ("draws/0",)),
    )
    group.hand(
        "weight-zero-is-never-chosen",
        "GEN-3",
        "u = 0: the sum 0 is enough, but the weight has to be above 0",
        {"chosen": 1},
        weights=[0, 2, 0, 2],
        draws=[0.0],
    )
    group.hand(
        "weight-zero-in-the-middle",
        "GEN-3",
        "0.6*4 = 2.4: past the second 0",
        {"chosen": 3},
        weights=[0, 2, 0, 2],
        draws=[0.6],
    )
    group.hand("single-weight", "GEN-3", "one member", {"chosen": 0}, weights=[0.25], draws=[0.9])
    group = topic.group("authors", AUTHORS)
    group.hand(
        "weight-zero-can-be-chosen",
        "GEN-3",
        "u = 0: the sum 0 of the first is enough",
        {"chosen": 0},
        weights=[0, 2, 0, 2],
        draws=[0.0],
    )
    group.hand("weight-zero-is-passed-otherwise", "GEN-3", "0.25*4 = 1", {"chosen": 1}, weights=[0, 4], draws=[0.25])
    return topic


ONE = problem(1, "1 -> 11")
HALF = {"matches": 4, "correct": 4}
"""exp 8, acc 1/2."""
OLD_HALF = {"matches": 10, "correct": 10}
"""exp 20, acc 1/2."""


def _votes() -> Topic:
    topic = Topic("deletion", "votes")
    group = topic.group("logarithms", {**PAPER, "accuracy_power": 1}, **ONE)
    group.hand(
        "young-rule-votes-by-fitness",
        "DEL-2 DEL-3",
        "exp 8 < 20, F 1/2: ln d = 1/F = 2; cs plays no part",
        {"votes": [2.0], "deleted": [], "num": [1]},
        rules=[rule("1 -> 11", cs=50.0, **HALF)],
    )
    group.hand(
        "experience-at-the-threshold-votes-by-cs",
        "DEL-2 DEL-3",
        "exp 20 = theta_del, cs 3, F 1/2: ln d = 3 - 1 - ln 0.5 = 2.6931471805599454",
        {"votes": [2.6931471805599454]},
        rules=[rule("1 -> 11", cs=3.0, **OLD_HALF)],
    )
    group.hand(
        "experience-below-the-threshold",
        "DEL-2",
        "exp 18 < 20, F 1/2: ln d = 2",
        {"votes": [2.0]},
        rules=[rule("1 -> 11", cs=3.0, matches=9, correct=9)],
    )
    group.hand(
        "threshold-is-the-setting",
        "DEL-2",
        "theta_del 8, exp 8, cs 3: ln d = 2 - ln 0.5",
        {"votes": [2.6931471805599454]},
        rules=[rule("1 -> 11", cs=3.0, **HALF)],
        settings={"theta_del": 8},
    )
    group.hand(
        "fitness-not-accuracy",
        "DEL-2",
        "nu 2, acc 1/2, F 1/4: ln d = 4, and 3 - 1 - ln 0.25 = 3.386294361119891",
        {"votes": [4.0, 3.386294361119891]},
        rules=[rule("1 -> 11", **HALF), rule("1 -> 11", cs=3.0, **OLD_HALF)],
        settings={"accuracy_power": 2},
    )
    group.hand(
        "new-rule-has-fitness-one",
        "DEL-2 PAR-0",
        "exp 0, F 1: ln d = 1",
        {"votes": [1.0]},
        rules=[rule("1 -> 11")],
    )
    group.hand(
        "large-sets-do-not-overflow",
        "DEL-3",
        "cs 5000, F 1: ln d = 4999; exp(4999) is no double",
        {"votes": [4999.0]},
        rules=[rule("1 -> 11", cs=5000.0, matches=10, correct=20)],
    )
    group.hand(
        "low-fitness-does-not-overflow",
        "DEL-3",
        "nu 10, acc 1/2: 1/F = 1024; exp(1024) is no double",
        {"votes": [1024.0]},
        rules=[rule("1 -> 11", **HALF)],
        settings={"accuracy_power": 10},
    )
    group.hand(
        "fitness-zero-is-infinite",
        "DEL-3",
        "acc 0: F 0, young or old",
        {"votes": ["inf", "inf"]},
        rules=[rule("1 -> 11", matches=4), rule("1 -> 11", matches=10)],
    )
    group.hand(
        "inverse-of-fitness-may-be-infinite",
        "DEL-3",
        "acc 1/100, nu 155: F 1e-310 is above 0, 1/F is not finite",
        {"votes": ["inf"]},
        rules=[rule("1 -> 11", matches=50, correct=1)],
        settings={"accuracy_power": 155, "theta_del": 1000},
    )

    group = topic.group("plain", {**AUTHORS, "accuracy_power": 1}, **ONE)
    half = {"matches": 8, "correct": 8, "by_match": True}
    old_half = {"matches": 20, "correct": 20, "by_match": True}
    group.hand(
        "plain-doubles",
        "DEL-2 DEL-3",
        "exp(1/F) = e^2 = 7.38905609893065; exp(cs-1)/F = e^2/0.5 = 14.7781121978613",
        {"votes": [7.38905609893065, 14.7781121978613]},
        rules=[rule("1 -> 11", **half), rule("1 -> 11", cs=3.0, **old_half)],
    )
    group.hand(
        "plain-doubles-overflow",
        "DEL-3",
        "1/F = 1024: exp(1024) is infinite; so are F 0 and cs 5000",
        {"votes": ["inf", "inf", "inf"]},
        rules=[
            rule("1 -> 11", **half),
            rule("1 -> 11", matches=8, by_match=True),
            rule("1 -> 11", cs=5000.0, matches=20, correct=40, by_match=True),
        ],
        settings={"accuracy_power": 10},
    )
    return topic


def _choice() -> Topic:
    topic = Topic("deletion", "choice")
    full, half = {"matches": 4, "correct": 8}, HALF
    group = topic.group("weights", {**PAPER, "accuracy_power": 1, "population_size": 1}, **ONE)
    pair = [rule("1 -> 11", **full), rule("1 -> 11", **half)]
    for name, comment, u, deleted in (
        ("votes-are-weights", "ln d 1 and 2: weights e^-1 = 0.368 and 1, total 1.368; 0.2*1.368 = 0.274", 0.2, 0),
        ("second-slice", "0.3*1.368 = 0.410 > 0.368", 0.3, 1),
    ):
        num = [int(place != deleted) for place in range(2)]
        group.hand(name, "DEL-1 DEL-3", comment, {"deleted": [deleted], "num": num}, rules=pair, draws=[u])
    group.hand(
        "numerosity-weighs",
        "DEL-1",
        "3*0.368 = 1.104 and 1, total 2.104; 0.5*2.104 = 1.052: the first; without num it is the second",
        {"deleted": [0], "num": [2, 1]},
        rules=[rule("1 -> 11", num=3, **full), rule("1 -> 11", **half)],
        settings={"population_size": 3},
        draws=[0.5],
    )
    group.hand(
        "nothing-to-do-at-the-limit",
        "DEL-1",
        "3 micro-classifiers, N 3: no draw",
        {"deleted": [], "num": [2, 1]},
        rules=[rule("1 -> 11", num=2), rule("1 -> 11")],
        settings={"population_size": 3},
    )
    group.hand(
        "micro-classifiers-count-against-the-limit",
        "DEL-1",
        "2 rules, 5 micro-classifiers, N 4: one deletion; weights 3 and 2, 0.7*5 = 3.5",
        {"deleted": [1], "num": [3, 1]},
        rules=[rule("1 -> 11", num=3), rule("1 -> 11", num=2)],
        settings={"population_size": 4},
        draws=[0.7],
    )
    group.hand(
        "as-many-as-there-are-too-many",
        "DEL-1",
        "num 2, 2, N 1; 0.1*4: first; 0.1*3: first, gone; then the second alone",
        {"deleted": [0, 0, 1], "num": [0, 1]},
        rules=[rule("1 -> 11", num=2), rule("1 -> 11", num=2)],
        draws=[0.1, 0.1, 0.9],
    )
    group.hand(
        "total-is-computed-anew",
        "DEL-1 GEN-3",
        "num 1, 3, N 2; 0.2*4 = 0.8: first, gone; 0.2*3: the second, not the one that is gone",
        {"deleted": [0, 1], "num": [0, 2]},
        rules=[rule("1 -> 11"), rule("1 -> 11", num=3)],
        settings={"population_size": 2},
        draws=[0.2, 0.2],
    )
    group.hand(
        "rules-outside-the-match-set-too",
        "DEL-1",
        "all of P takes part; 0.9*2 = 1.8: the second",
        {"deleted": [1], "num": [1, 0]},
        rules=[rule("1 -> 11"), rule("0 -> 11")],
        draws=[0.9],
    )
    group.hand(
        "largest-vote-is-that-of-the-moment",
        "DEL-3",
        "ln d 1, 1, 1000; the last goes first; then weights 1 and 1: 0.6*2 = 1.2",
        {"deleted": [2, 1], "num": [1, 0, 0]},
        rules=[
            rule("1 -> 11", **full),
            rule("1 -> 11", **full),
            rule("1 -> 11", cs=1001.0, matches=10, correct=20),
        ],
        draws=[0.5, 0.6],
    )
    group.hand(
        "weight-that-underflows-is-never-chosen",
        "DEL-3 GEN-3",
        "ln d 1 and 1000: e^-999 is 0; u = 0 takes the second",
        {"deleted": [1], "num": [1, 0]},
        rules=[rule("1 -> 11", **full), rule("1 -> 11", cs=1001.0, matches=10, correct=20)],
        draws=[0.0],
    )

    old = {"matches": 20, "correct": 40}
    for name, comment, far, u, deleted in (
        ("vote-at-sixty-four-below-is-near", "ln d 36 and 100: e^-64 is above 0: u = 0 takes the first", 37.0, 0.0, 0),
        ("vote-farther-below-weighs-nothing", "ln d 35.5 and 100, 64.5 below: u = 0 takes the second", 36.5, 0.0, 1),
        ("near-vote-has-its-share", "ln d 99 and 100: weights 0.368 and 1; 0.2*1.368 = 0.274", 100.0, 0.2, 0),
    ):
        group.hand(
            name,
            "DEL-4",
            comment,
            {"deleted": [deleted]},
            rules=[rule("1 -> 11", cs=far, **old), rule("1 -> 11", cs=101.0, **old)],
            draws=[u],
            tie=("DEL-4", ("in/rules/0/cs", "in/rules/1/cs")) if far == 37.0 else None,
        )
    group.hand(
        "numerosity-brings-no-vote-nearer",
        "DEL-4",
        "num 9 of ln d 35.5, against 100: weight 0 all the same",
        {"deleted": [1], "num": [9, 0]},
        rules=[rule("1 -> 11", num=9, cs=36.5, **old), rule("1 -> 11", cs=101.0, **old)],
        settings={"population_size": 9},
        draws=[0.0],
    )
    group.hand(
        "distant-vote-is-not-allowed-either",
        "DEL-4 GEN-3",
        "ln d 35.5 and 100: the first does not compete, even where the wheel may stop at weight 0",
        {"deleted": [1]},
        rules=[rule("1 -> 11", cs=36.5, **old), rule("1 -> 11", cs=101.0, **old)],
        settings={"roulette_zero_weights": "allow"},
        draws=[0.0],
    )
    group.hand(
        "border-moves-with-the-largest-vote",
        "DEL-4 DEL-3",
        "ln d 0, 0, 100: the third goes; then weights 1 and 1, u = 0: the first",
        {"deleted": [2, 0], "num": [0, 1, 0]},
        rules=[rule("1 -> 11", cs=cs, **old) for cs in (1.0, 1.0, 101.0)],
        draws=[0.0, 0.0],
    )
    group.hand(
        "distance-is-from-the-largest-of-all",
        "DEL-4",
        "ln d 0, 50, 100, 50: the first is near the second, and too far from the third",
        {"deleted": [1], "num": [1, 0, 1, 1]},
        rules=[rule("1 -> 11", cs=cs, **old) for cs in (1.0, 51.0, 101.0, 51.0)],
        settings={"population_size": 3},
        draws=[0.0],
    )
    group = topic.group("fitness-zero", {**PAPER, "accuracy_power": 1, "population_size": 8}, **ONE)
    lost = [rule("1 -> 11", matches=4), rule("1 -> 11", num=5, **full), rule("1 -> 11", num=3, matches=10, cs=90.0)]
    for name, comment, u, deleted in (
        ("compete-alone-by-numerosity", "F 0 twice, num 1 and 3: 0.2*4 = 0.8", 0.2, 0),
        ("compete-alone-last", "0.3*4 = 1.2: the third, never the second", 0.3, 2),
    ):
        group.hand(name, "DEL-3", comment, {"deleted": [deleted]}, rules=lost, draws=[u])
    group.hand(
        "others-come-after-them",
        "DEL-3 DEL-1",
        "the only rule of F 0 goes first; then weights 4 and 5 of equal d: 0.5*9 = 4.5",
        {"deleted": [1, 2], "num": [4, 0, 4]},
        rules=[rule("1 -> 11", num=4, **full), rule("1 -> 11", matches=4), rule("1 -> 11", num=5, **full)],
        draws=[0.5, 0.5],
    )
    return topic


def _authors() -> Topic:
    topic = Topic("deletion", "plain-doubles")
    group = topic.group("choice", {**AUTHORS, "accuracy_power": 1, "population_size": 1}, **ONE)
    full = {"matches": 4, "correct": 8, "by_match": True}
    half = {"matches": 4, "correct": 4, "by_match": True}
    zero = {"matches": 4, "by_match": True}
    group.hand(
        "finite-votes",
        "DEL-1 DEL-3",
        "e = 2.718 and e^2 = 7.389, total 10.107; 0.3*10.107 = 3.032: the second",
        {"deleted": [1]},
        rules=[rule("1 -> 11", **full), rule("1 -> 11", **half)],
        draws=[0.3],
    )
    group.hand(
        "plain-votes-have-no-border",
        "DEL-4 DEL-3",
        "d = e^0 and e^100: no logarithm, no border; u = 0 takes the first",
        {"deleted": [0], "num": [0, 1]},
        rules=[rule("1 -> 11", cs=cs, matches=40, correct=80, by_match=True) for cs in (1.0, 101.0)],
        draws=[0.0],
    )
    group.hand(
        "numerosity-weighs",
        "DEL-1",
        "3*2.718 = 8.155 and 7.389, total 15.544; 0.5*15.544 = 7.772: the first; without num the second",
        {"deleted": [0], "num": [2, 1]},
        rules=[rule("1 -> 11", num=3, **full), rule("1 -> 11", **half)],
        settings={"population_size": 3},
        draws=[0.5],
    )
    for name, u in (("infinite-total-takes-the-first-infinite-sum", 0.9), ("infinite-total-at-the-start", 0.0)):
        group.hand(
            name,
            "DEL-3",
            "e, infinite, infinite: the running sum is infinite at the second, whatever u",
            {"deleted": [1], "num": [2, 0, 1]},
            rules=[rule("1 -> 11", num=2, **full), rule("1 -> 11", **zero), rule("1 -> 11", **zero)],
            settings={"population_size": 3},
            draws=[u],
        )
    return topic
