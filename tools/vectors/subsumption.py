"""Vectors of subsumption (SUB)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from suite.notation import AUTHORS, PAPER, chromosome, continuous, interval, problem, rule
from suite.source import Topic

__all__ = ["topics"]

SQUARE = problem(2, "00 -> 10", "01 -> 10", "10 -> 10", "11 -> 10")
CHILD = chromosome("11 -> 1#")


def topics() -> Iterator[Topic]:
    """Return the topics of the format `subsumption`."""
    yield _in_population()
    yield _parents()
    yield _authors()


def able(text: str, **fields: Any) -> dict[str, Any]:
    """Return a rule of exp 12 that decides all its labels rightly."""
    decided = sum(letter in "01" for letter in text.split("->")[1].strip())
    return rule(text, matches=6, correct=6 * decided, **fields)


def by_rule(position: int) -> dict[str, Any]:
    """Return the answer that a rule of P absorbs the child."""
    return {"absorber": {"rule": position, "parent": False}}


def by_parent(position: int) -> dict[str, Any]:
    """Return the answer that a parent absorbs the child."""
    return {"absorber": {"rule": position, "parent": True}}


NOBODY = {"absorber": None}


def _in_population() -> Topic:
    topic = Topic("subsumption", "in-population")
    group = topic.group("candidates", {**PAPER, "omega": 1}, **SQUARE, child=CHILD)
    young = rule("1# -> 1#", matches=5, correct=5)
    for name, clauses, comment, rules, out in (
        (
            "able-and-general",
            "SUB-1 SUB-2 SUB-4",
            "exp 12, acc 1, 1# covers 11",
            [able("1# -> 1#")],
            {"able": [True], "general": [True], "equal": [False], **by_rule(0)},
        ),
        (
            "general-but-young",
            "SUB-1",
            "exp 10 is not above 10",
            [young],
            {"able": [False], "general": [True], **NOBODY},
        ),
        (
            "general-but-wrong",
            "SUB-1",
            "acc 22/24 is below 0.99",
            [rule("1# -> 1#", matches=12, correct=10)],
            {"able": [False], "general": [True], **NOBODY},
        ),
        (
            "able-but-narrow",
            "SUB-2",
            "01 does not cover 11",
            [able("01 -> 1#")],
            {"able": [True], "general": [False], **NOBODY},
        ),
        (
            "able-but-silent",
            "SUB-2",
            "the child decides label 1, ## decides nothing",
            [able("1# -> ##")],
            {"able": [True], "general": [False], **NOBODY},
        ),
        ("more-decisions", "SUB-2", "10 decides label 2 in addition", [able("1# -> 10")], by_rule(0)),
        (
            "equal-rule-absorbs-unable",
            "SUB-3 SUB-5",
            "exp 0, but equal",
            [rule("11 -> 1#")],
            {"able": [False], "equal": [True], **by_rule(0)},
        ),
        (
            "equal-but-for-open-bits",
            "SUB-3 REP-10",
            "the value bit of its open label is set",
            [rule("11 -> 1~")],
            by_rule(0),
        ),
        ("nobody", "SUB-4", "P holds no candidate", [rule("0# -> 1#"), rule("1# -> 1#")], NOBODY),
        ("empty-population", "SUB-4", "P is empty", [], NOBODY),
        (
            "general-comes-before-equal",
            "SUB-5 SUB-3",
            "num 9 of the equal one is no matter: it is not able",
            [rule("11 -> 1#", num=9, matches=5, correct=5), able("1# -> 1#")],
            by_rule(1),
        ),
        (
            "general-comes-before-a-later-equal",
            "SUB-5 SUB-3",
            "the order in P is no matter",
            [able("1# -> 1#"), rule("11 -> 1#", num=9, matches=5, correct=5)],
            by_rule(0),
        ),
        (
            "rule-outside-every-instance",
            "SUB-2",
            "coverage is no matter, meaning is: 0# is not general",
            [able("0# -> 1#", num=50), able("## -> 1#")],
            by_rule(1),
        ),
    ):
        group.hand(name, clauses, comment, out, rules=rules)

    group = topic.group(
        "strongest", {**PAPER, "omega": 1, "accuracy_threshold": 0.5, "accuracy_power": 1}, **SQUARE, child=CHILD
    )
    fair = {"matches": 8, "correct": 6}
    for name, comment, rules, absorber in (
        ("larger-numerosity", "num*F_d 3 > 1", [able("1# -> 1#", num=3), able("#1 -> 1#")], 0),
        ("larger-numerosity-later", "num*F_d 1 < 3", [able("1# -> 1#"), able("#1 -> 1#", num=3)], 1),
        ("larger-fitness", "F 14/16 < 1", [rule("1# -> 1#", **fair), able("#1 -> 1#")], 1),
        ("numerosity-times-fitness", "2*14/16 = 1.75 > 1", [rule("1# -> 1#", num=2, **fair), able("#1 -> 1#")], 0),
        (
            "larger-experience-among-equals",
            "exp 14 > 12",
            [rule("1# -> 1#", matches=7, correct=7), able("#1 -> 1#")],
            0,
        ),
        (
            "later-rule-among-equals",
            "weights and exp are equal",
            [able("1# -> 1#"), able("#1 -> 1#"), rule("0# -> 1#")],
            1,
        ),
        (
            "equal-rules-by-weight",
            "two equal rules: F_d 0 (exp 8) and 2 (exp 10)",
            [rule("11 -> 1#", num=9, matches=4, correct=4), rule("11 -> 1#", num=2, matches=5, correct=5)],
            1,
        ),
        (
            "equal-rules-by-experience",
            "F_d 0 twice, exp 8 > 6; num is no matter",
            [rule("11 -> 1#", matches=4, correct=4), rule("11 -> 1#", num=5, matches=3, correct=3)],
            0,
        ),
    ):
        group.hand(name, "SUB-5", comment, by_rule(absorber), rules=rules)
    group.hand(
        "weights-are-doubles",
        "SUB-5",
        "F 1 - 1e-8 < 1, although they are the same 32-bit float",
        by_rule(1),
        rules=[rule("1# -> 10", matches=100000000, correct=199999998), able("#1 -> 10")],
    )
    group.hand(
        "unable-equal-rule-never-comes-first",
        "SUB-5",
        "F_d 0 for both (exp < 100): the equal rule stands first and has exp 30 > 12, but the other is general",
        by_rule(1),
        rules=[rule("11 -> 1#", matches=15), able("1# -> 1#")],
        settings={"discount_threshold": "theta_del", "theta_del": 100, "omega": 0.5},
    )
    group.hand(
        "general-without-weight",
        "SUB-5 GEN-1",
        "theta_del 100 as discount: F_d 0 for both; exp 14 > 12",
        by_rule(0),
        rules=[rule("1# -> 1#", matches=7, correct=7), able("#1 -> 1#", num=4)],
        settings={"discount_threshold": "theta_del", "theta_del": 100},
    )
    return topic


def _parents() -> Topic:
    topic = Topic("subsumption", "parents")
    group = topic.group(
        "paper", {**PAPER, "omega": 1, "accuracy_threshold": 0.5, "accuracy_power": 1}, **SQUARE, child=CHILD
    )
    fair = {"matches": 8, "correct": 6}
    for name, clauses, comment, rules, parents, out in (
        (
            "parents-come-before-population",
            "SUB-4",
            "the third is stronger, but no parent",
            [able("1# -> 1#"), rule("00 -> 1#"), able("## -> 1#", num=9)],
            [0, 1],
            by_parent(0),
        ),
        ("second-parent", "SUB-4", "the first is narrow", [able("01 -> 1#"), able("1# -> 1#")], [0, 1], by_parent(1)),
        (
            "unable-parents-leave-it-to-population",
            "SUB-4 SUB-1",
            "exp 0 twice",
            [rule("1# -> 1#"), rule("#1 -> 1#"), able("## -> 1#")],
            [0, 1],
            by_rule(2),
        ),
        (
            "stronger-parent",
            "SUB-5",
            "num*F_d 1.75 > 1",
            [rule("1# -> 1#", num=2, **fair), able("#1 -> 1#")],
            [0, 1],
            by_parent(0),
        ),
        (
            "ties-go-to-the-second-parent",
            "SUB-5",
            "equal weight and exp",
            [able("1# -> 1#"), able("#1 -> 1#")],
            [0, 1],
            by_parent(1),
        ),
        (
            "second-parent-not-later-in-population",
            "SUB-5",
            "the second parent stands first in P",
            [able("1# -> 1#"), able("#1 -> 1#")],
            [1, 0],
            by_parent(0),
        ),
        ("parent-drawn-twice", "SUB-5", "one candidate", [able("1# -> 1#"), able("#1 -> 1#")], [0, 0], by_parent(0)),
        (
            "general-parent-before-equal-parent",
            "SUB-5",
            "the equal one, of num*F_d 9, is not able",
            [able("1# -> 1#"), rule("11 -> 1#", num=9, matches=5, correct=5)],
            [0, 1],
            by_parent(0),
        ),
        (
            "equal-parent-before-general-rule",
            "SUB-3 SUB-4",
            "a parent that is equal absorbs, able or not",
            [rule("11 -> 1#"), rule("00 -> 1#"), able("## -> 1#", num=9)],
            [0, 1],
            by_parent(0),
        ),
        (
            "more-experienced-parent",
            "SUB-5",
            "equal weight, exp 14 > 12",
            [rule("1# -> 1#", matches=7, correct=7), able("#1 -> 1#")],
            [0, 1],
            by_parent(0),
        ),
        (
            "parents-that-cannot-absorb",
            "SUB-4",
            "the child goes into P",
            [rule("1# -> 1#"), rule("00 -> 1#")],
            [0, 1],
            NOBODY,
        ),
    ):
        group.hand(name, clauses, comment, out, rules=rules, parents=parents)
    return topic


def _authors() -> Topic:
    topic = Topic("subsumption", "authors")
    settings = {**AUTHORS, "omega": 1, "accuracy_power": 1}
    group = topic.group("ability", settings, **SQUARE, child=CHILD)
    counts = {"by_match": True, "matches": 20, "correct": 20}
    stamped = {**counts, "ts": 3, "stamped": True}
    group.hand(
        "stamp-is-needed",
        "SUB-1",
        "general, exp 20, acc 1, but no ts at its last update",
        {"able": [False, False, True], **by_rule(2)},
        rules=[rule("1# -> 1#", num=9, **counts), rule("1# -> 1#", num=9, ts=5, **counts), rule("#1 -> 1#", **stamped)],
    )
    group.hand(
        "experience-counts-matches",
        "SUB-1 UPD-2",
        "10 matches: exp 10 is not above 10; in labels it is 20",
        {"able": [False], **NOBODY},
        rules=[rule("1# -> 1#", by_match=True, matches=10, correct=10, ts=3, stamped=True)],
    )

    group = topic.group("in-population", {**settings, "accuracy_threshold": 0.5}, **SQUARE, child=CHILD)
    group.hand(
        "larger-weight",
        "SUB-5",
        "num*F_d 3 > 1",
        by_rule(0),
        rules=[rule("1# -> 1#", num=3, **stamped), rule("#1 -> 1#", **stamped)],
    )
    group.hand(
        "later-rule-among-equals",
        "SUB-5",
        "equal weight and exp",
        by_rule(1),
        rules=[rule("1# -> 1#", **stamped), rule("#1 -> 1#", **stamped)],
    )
    group.hand(
        "weight-is-a-float",
        "SUB-5",
        "F 1 - 1e-8 and 1 are the same 32-bit float: the larger exp wins; in doubles the second would",
        by_rule(0),
        rules=[
            rule("1# -> 10", by_match=True, matches=100000000, correct=199999998, ts=3, stamped=True),
            rule("#1 -> 10", by_match=True, matches=20, correct=40, ts=3, stamped=True),
        ],
    )
    group.hand(
        "starts-from-the-first-of-all",
        "SUB-5",
        "F_d 0 for both (exp < 20): the unable equal rule is first of all, and exp 14 is below its 15",
        by_rule(0),
        rules=[
            rule("11 -> 1#", by_match=True, matches=15, correct=0, ts=3),
            rule("1# -> 1#", by_match=True, matches=14, correct=14, ts=3, stamped=True),
        ],
        settings={"omega": 0, "phi": 0},
    )
    group.hand(
        "equal-experience-replaces-the-first-of-all",
        "SUB-5",
        "F_d 0 for both: exp 15 is not below 15, so the general rule takes over",
        by_rule(1),
        rules=[
            rule("11 -> 1#", by_match=True, matches=15, correct=0, ts=3),
            rule("1# -> 1#", by_match=True, matches=15, correct=15, ts=3, stamped=True),
        ],
        settings={"omega": 0, "phi": 0},
    )
    group.hand(
        "later-equal-rule-is-not-the-first",
        "SUB-5",
        "the general rule stands before the equal one: it starts, and nobody takes over",
        by_rule(0),
        rules=[
            rule("1# -> 1#", by_match=True, matches=14, correct=14, ts=3, stamped=True),
            rule("11 -> 1#", by_match=True, matches=15, correct=0, ts=3),
        ],
        settings={"omega": 0, "phi": 0},
    )
    group.hand(
        "unable-equal-rule-absorbs",
        "SUB-3 SUB-5",
        "not able, but equal",
        by_rule(0),
        rules=[rule("11 -> 1#", **counts)],
    )
    group = topic.group(
        "equal-by-first-bound",
        settings,
        attributes=[continuous(0, 31)],
        n_labels=1,
        instances=[{"x": [7], "y": "1"}, {"x": [15], "y": "1"}],
        child=interval(1, 5, 20) + "11",
    )
    narrow = interval(1, 5, 9) + "11"
    group.hand(
        "able-rule-absorbs-only-what-it-covers",
        "SUB-3 REP-10",
        "5..9 equals 5..20 by its first bound, is able, and does not enclose it",
        {"able": [True], "general": [False], "equal": [True], **NOBODY},
        rules=[rule(narrow, 1, by_match=True, matches=20, correct=20, ts=3, stamped=True)],
    )
    group.hand(
        "unable-rule-absorbs-its-equal",
        "SUB-3 REP-10",
        "not able: being equal by the first bound is enough",
        {"able": [False], "general": [False], "equal": [True], **by_rule(0)},
        rules=[rule(narrow, 1, by_match=True, matches=20, correct=20)],
    )

    group = topic.group("parents", {**settings, "accuracy_threshold": 0.5}, **SQUARE, child=CHILD)
    fair = {"by_match": True, "matches": 20, "correct": 14, "ts": 3, "stamped": True}
    for name, comment, rules, parents, out in (
        (
            "fitness-without-numerosity",
            "F 0.85 < 1, although num 9",
            [rule("1# -> 1#", num=9, **fair), rule("#1 -> 1#", **stamped)],
            [0, 1],
            by_parent(1),
        ),
        (
            "fitter-first-parent",
            "F 1 > 0.85",
            [rule("1# -> 1#", **stamped), rule("#1 -> 1#", num=9, **fair)],
            [0, 1],
            by_parent(0),
        ),
        (
            "ties-go-to-the-second-parent",
            "equal F and exp",
            [rule("1# -> 1#", **stamped), rule("#1 -> 1#", **stamped)],
            [0, 1],
            by_parent(1),
        ),
        (
            "equal-parents-credit-the-first",
            "the parents are equal to each other: the first, although exp is equal",
            [rule("1# -> 1#", **stamped), rule("1# -> 1~", **stamped)],
            [0, 1],
            by_parent(0),
        ),
        (
            "equal-parents-credit-the-first-even-unable",
            "the second alone is able; the credit goes to the first",
            [rule("1# -> 1#", **counts), rule("1# -> 1~", **stamped)],
            [0, 1],
            by_parent(0),
        ),
        (
            "general-and-equal-alike",
            "an unable equal parent of F 1 beats an able general one of F 0.85",
            [rule("1# -> 1#", **fair), rule("11 -> 1#", **counts)],
            [0, 1],
            by_parent(1),
        ),
        (
            "parents-come-first",
            "the third is stronger, but no parent",
            [rule("1# -> 1#", **fair), rule("00 -> 1#"), rule("## -> 1#", num=9, **stamped)],
            [0, 1],
            by_parent(0),
        ),
    ):
        group.hand(name, "SUB-5 SUB-4", comment, out, rules=rules, parents=parents)
    return topic
