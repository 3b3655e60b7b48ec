"""Vectors of the discovery component: covering or GA label by label, then the pool (CYC-3, COV-5, SUB-4)."""

from __future__ import annotations

from collections.abc import Iterator

from suite.notation import AUTHORS, COPIES, PAPER, chromosome, flips, problem, rule, state
from suite.source import Topic

__all__ = ["topics"]

PAIR = problem(1, "1 -> 10", "0 -> 01")
STILL = flips(6)


def topics() -> Iterator[Topic]:
    """Return the topics of the format `discovery`."""
    yield _covering()
    yield _genetic()
    yield _pool()
    yield _authors()


def _covering() -> Topic:
    topic = Topic("discovery", "covering")
    group = topic.group("paper", PAPER, **PAIR, instance=0, step=3, clock=5)
    group.hand(
        "later-label-raises-the-earlier-rule",
        "COV-5 CYC-0 COV-1",
        "both sets are empty: 1 -> 10 for label 0; for label 1 the same rule: num 2; covering raises no clock",
        {"rules": [state("1 -> 10", num=2, exp=0, ts=5, created=3)], "clock": 5},
        rules=[],
        draws=[0.9, 0.9, 0.9, 0.9],
    )
    group.hand(
        "different-rules-for-two-labels",
        "COV-5 COV-1 COV-2",
        "1 -> 1~ for label 0 (0.05 < 0.1), # -> 10 for label 1 (0.4 < 0.5, its bit stays)",
        {"rules": [state("1 -> 1#", num=1), state("~ -> 10", num=1)], "clock": 5},
        rules=[],
        draws=[0.9, 0.05, 0.4, 0.9],
    )
    group.hand(
        "earlier-covering-fills-no-later-set",
        "CYC-0 COV-1",
        "1 -> 10 of label 0 decides label 1 rightly, but the sets were formed before: # -> 10 is made",
        {"rules": [state("1 -> 10", num=1), state("~ -> 10", num=1)]},
        rules=[],
        draws=[0.9, 0.9, 0.4, 0.9],
    )
    group.hand(
        "birth-at-the-clock-of-the-label",
        "PAR-0 CYC-2 COV-1",
        "C[0] raises the clock to 6, no GA is due; the rule for label 1 has ts 6",
        {"rules": [state("1 -> 1#", ts=2), state("1 -> ~0", ts=6, created=3, num=1)], "clock": 6},
        rules=[rule("1 -> 1#", ts=2)],
        draws=[0.9, 0.05],
    )
    group.hand(
        "birth-before-a-later-raise",
        "PAR-0 CYC-2",
        "the rule for label 0 has ts 5; C[1] raises the clock afterwards",
        {"rules": [state("1 -> #0", ts=2), state("1 -> 1#", ts=5)], "clock": 6},
        rules=[rule("1 -> #0", ts=2)],
        draws=[0.9, 0.05],
    )
    group.hand(
        "rules-that-decide-wrongly-fill-nothing",
        "COV-1 CYC-0",
        "1 -> 01 is wrong on both labels: covering twice",
        {"rules": [state("1 -> 01", num=1), state("1 -> 10", num=2)]},
        rules=[rule("1 -> 01")],
        draws=[0.9, 0.9, 0.9, 0.9],
    )
    group.hand(
        "merged-numerosity-comes-after-the-last-label",
        "CYC-0 COV-5",
        "covering for label 0 equals rule 0 of C[1]; the parents of label 1 are drawn with num 1 and 1: 0.4, 0.6",
        {
            "rules": [
                state("1 -> ~0", num=2, ts=21),
                state("1 -> 00", num=1, ts=21),
                state("~ -> ~0", num=1, created=3),
                state("~ -> 00", num=1, created=3),
            ],
            "clock": 21,
        },
        rules=[rule("1 -> ~0"), rule("1 -> 00")],
        clock=20,
        settings={"covering_focus": "generalised", "theta_ga": 10},
        draws=[0.9, 0.05, 0.9, 0.4, 0.6, 0.9, *flips(6, 0), *flips(6, 0)],
    )
    return topic


def _genetic() -> Topic:
    topic = Topic("discovery", "genetic")
    group = topic.group("paper", {**PAPER, "theta_ga": 10}, **PAIR, instance=0, step=3)
    group.hand(
        "stamp-counts-for-the-next-label",
        "CYC-3 CYC-2 SUB-3",
        "21 - 0 > 10: due, ts 21; label 1: 22 - 21 is not; both children equal their parent: num 3",
        {"rules": [state("1 -> 10", num=3, ts=21)], "clock": 22},
        rules=[rule("1 -> 10")],
        clock=20,
        draws=[*COPIES, *STILL, *STILL],
    )
    group.hand(
        "stamp-is-the-clock-of-the-label",
        "CYC-3 CYC-2",
        "C[0] 11 - 1 = 10 is not due; C[1] 12 - 0 = 12 is: ts 12",
        {"rules": [state("1 -> 1#", num=1, ts=1), state("1 -> #0", num=3, ts=12)], "clock": 12},
        rules=[rule("1 -> 1#", ts=1), rule("1 -> #0")],
        clock=10,
        draws=[*COPIES, *STILL, *STILL],
    )
    group.hand(
        "all-members-are-stamped",
        "CYC-3",
        "three members of C[0], whoever is a parent; the rule outside is not",
        {
            "rules": [
                state("1 -> 1#", ts=41),
                state("# -> 1#", ts=41),
                state("1 -> 1#", ts=41),
                state("0 -> 1#", ts=3),
                {},
            ]
        },
        rules=[rule("1 -> 1#", num=7), rule("# -> 1#", ts=9), rule("1 -> 1#", ts=30), rule("0 -> 1#", ts=3)],
        clock=40,
        draws=[0.1, 0.1, 0.9, *STILL, *STILL, 0.9, 0.05],
    )
    group.hand(
        "numerosity-of-the-set-counts",
        "CYC-2 CYC-0",
        "mean (9*0 + 1*30)/10 = 3; 14 - 3 = 11 > 10: due",
        {"rules": [state("1 -> 10", ts=14), state("# -> 10", ts=14)]},
        rules=[rule("1 -> 10", num=9), rule("# -> 10", ts=30)],
        clock=13,
        draws=[0.1, 0.1, 0.9, *STILL, *STILL],
    )
    group.hand(
        "members-of-several-consequents",
        "CYC-2 CYC-0",
        "C[0]: ts 30 and 0, mean 15; 21 - 15 = 6; the last consequent alone has mean 0",
        {"rules": [state("1 -> 1#", ts=30), state("1 -> 11", ts=0), state("1 -> ~0", ts=21, num=1)], "clock": 21},
        rules=[rule("1 -> 1#", ts=30), rule("1 -> 11")],
        clock=20,
        draws=[0.9, 0.05],
    )
    group.hand(
        "nothing-is-due",
        "CYC-2 CYC-3",
        "11 - 1 = 10 and 12 - 2 = 10",
        {"rules": [state("1 -> 1#", ts=1, num=1), state("1 -> #0", ts=2, num=1)], "clock": 12},
        rules=[rule("1 -> 1#", ts=1), rule("1 -> #0", ts=2)],
        clock=10,
    )
    group.hand(
        "restamped-members-of-two-sets",
        "CYC-3 CYC-2",
        "label 0: rules 0, 1, mean 0; then C[1] = 1, 2: (31 + 15)/2 = 23, 32 - 23 = 9; unstamped: (0 + 15)/2, due",
        {"rules": [state("1 -> 1#", ts=31), state("1 -> 10", ts=31), state("1 -> #0", ts=15)], "clock": 32},
        rules=[rule("1 -> 1#"), rule("1 -> 10"), rule("1 -> #0", ts=15)],
        clock=30,
        draws=[0.1, 0.1, 0.9, *STILL, *STILL],
    )
    group.hand(
        "stamped-before-it-becomes-due",
        "CYC-3 CYC-2",
        "C[0]: 21 - (0 + 11)/2 = 15.5; C[1] = {11}: 22 - 11 = 11 is due, but at 21, when it is stamped, it was not yet",
        {"rules": [state("1 -> 1#", num=3, ts=21), state("1 -> 10", num=1, ts=21)], "clock": 22},
        rules=[rule("1 -> 1#"), rule("1 -> 10", ts=11)],
        clock=20,
        draws=[0.1, 0.1, 0.9, *STILL, *STILL],
    )
    group.hand(
        "a-stamp-that-lowers-a-sum",
        "CYC-3 CYC-2",
        "C[0]: 21 - (9*0 + 40)/10 = 17; C[1]: ts 40 and 0, 22 - 20 = 2; stamped 21 and 0, 22 - 10.5 = 11.5: due",
        {"rules": [{"num": 11, "ts": 21}, {"num": 3, "ts": 22}, {"num": 1, "ts": 22}], "clock": 22},
        rules=[rule("1 -> 1#", num=9), rule("1 -> 10", ts=40), rule("1 -> #0")],
        clock=20,
        draws=2 * [0.1, 0.1, 0.9, *STILL, *STILL],
    )
    group.hand(
        "a-stamp-that-makes-a-sum-wrap",
        "CYC-3 CYC-2",
        "truncated: C[0]: 1024 - 510; C[1]: 1025 - 1020 = 5; stamped, 2^21 * 1024 = 2^31 is -2^31, mean -1024: due",
        {"rules": [{"num": 2**21 + 2, "ts": 1024}, {"num": 2**21 + 2, "ts": 1025}], "clock": 1025},
        rules=[rule("1 -> 1#", num=2**21), rule("1 -> 10", num=2**21, ts=1020)],
        clock=1023,
        settings={"ga_due": "truncated"},
        draws=2 * [0.1, 0.1, 0.9, *STILL, *STILL],
    )
    copies = [0.1, 0.1, 0.9, *flips(8), *flips(8)]
    group.hand(
        "stamped-twice-in-a-step",
        "CYC-3 CYC-2",
        "21 - 0; 22 - (21 + 0)/2 = 11.5; 23 - (22 + 0)/2 = 12: due three times, each after the last stamp",
        {"rules": [{"num": 7, "ts": 23}, {"num": 1, "ts": 22}, {"num": 1, "ts": 23}], "clock": 23},
        **problem(1, "1 -> 111"),
        rules=[rule("1 -> 111"), rule("1 -> #1#"), rule("1 -> ##1")],
        clock=20,
        draws=3 * copies,
    )
    group.hand(
        "step-as-clock",
        "CYC-2 PAR-0",
        "ga_clock step: 30 for both labels; ts of the inserted child 30",
        {"rules": [state("1 -> 10", num=2, ts=30), state("# -> 10", num=1, ts=30, created=30)], "clock": 30},
        rules=[rule("1 -> 10")],
        clock=29,
        step=30,
        settings={"ga_clock": "step"},
        draws=[*COPIES, *flips(6, 0, 1), *STILL],
    )
    group.hand(
        "parents-of-the-right-set",
        "CYC-3 GEN-1",
        "C[1] = rule 1 alone: its copies, not those of rule 0",
        {"rules": [state("1 -> 1#", num=1, ts=15), state("# -> #0", num=3, ts=22)], "clock": 22},
        rules=[rule("1 -> 1#", ts=15), rule("# -> #0")],
        clock=20,
        draws=[*COPIES, *STILL, *STILL],
    )
    return topic


def _pool() -> Topic:
    topic = Topic("discovery", "pool")
    group = topic.group("paper", {**PAPER, "theta_ga": 10}, **PAIR, instance=0, step=3, clock=20)
    group.hand(
        "earlier-offspring-absorbs-its-equal",
        "SUB-4 SUB-3",
        "both children are # -> 10: the first is inserted, the second raises it",
        {"rules": [state("1 -> 10", num=1, ts=21), state("~ -> 10", num=2, ts=21, created=3, exp=0)]},
        rules=[rule("1 -> 10")],
        draws=[*COPIES, *flips(6, 0), *flips(6, 0)],
    )
    group.hand(
        "covering-rule-absorbs-its-equal",
        "SUB-4 SUB-3 COV-5",
        "child 1 of label 0 is 1 -> 10, and so is covering's for label 1, which is in P first",
        {"rules": [state("1 -> 1#", num=2, ts=21), state("1 -> 10", num=2, ts=21, created=3)], "clock": 21},
        rules=[rule("1 -> 1#")],
        draws=[*COPIES, *flips(6, 4), *STILL, 0.9, 0.9],
    )
    group.hand(
        "offspring-come-after-covering",
        "SUB-4 COV-5",
        "covering's rule for label 1 stands before the offspring of label 0, in order of creation",
        {"rules": [state("1 -> 1#"), state("1 -> 10", ts=21), state("~ -> 1#", ts=21), state("1 -> ##", ts=21)]},
        rules=[rule("1 -> 1#")],
        draws=[*COPIES, *flips(6, 0), *flips(6, 2, 3), 0.9, 0.9],
    )
    group.hand(
        "dropped-child-leaves-the-other",
        "GEN-7 SUB-4",
        "0 -> 10 matches an instance, 1 -> 10 equals its parent",
        {"rules": [state("1 -> 10", num=2), state("0 -> 10", num=1)]},
        rules=[rule("1 -> 10")],
        draws=[*COPIES, *flips(6, 1), *STILL],
    )
    group.hand(
        "child-that-matches-nothing",
        "GEN-7",
        "D has no 0: 0 -> 10 is dropped",
        {"rules": [state("1 -> 10", num=2)]},
        **problem(1, "1 -> 10"),
        rules=[rule("1 -> 10")],
        draws=[*COPIES, *flips(6, 1), *STILL],
    )
    group.hand(
        "child-of-a-later-label-is-born-later",
        "PAR-0 CYC-3",
        "label 0 is not due; the child of label 1 has ts 22",
        {"rules": [state("1 -> 1#", ts=15), state("1 -> #0", ts=22, num=2), state("~ -> #0", ts=22)], "clock": 22},
        rules=[rule("1 -> 1#", ts=15), rule("1 -> #0")],
        draws=[*COPIES, *flips(6, 0), *STILL],
    )

    cube = problem(3, "111 -> 1", "101 -> 1", "110 -> 1")
    able = {"matches": 30, "correct": 30}
    group = topic.group("credits", {**PAPER, "theta_ga": 10, "theta_exp": 10}, **cube, instance=0, step=3, clock=20)
    group.hand(
        "absorption-counts-for-the-next",
        "SUB-4 SUB-5",
        "101 raises 1## to num 3; then 110: weights 3 and 3, exp 30 > 20: 1## again; uncredited #1# would win",
        {"rules": [{"num": 4}, {"num": 3}, {"num": 1}]},
        rules=[
            rule("1## -> 1", num=2, **able),
            rule("#1# -> 1", num=3, matches=20, correct=20),
            rule("111 -> 1", matches=10, correct=10),
        ],
        draws=[0.9, 0.9, 0.9, *flips(8, 3), *flips(8, 5)],
    )
    group.hand(
        "inserted-child-may-be-equal-to-the-next",
        "SUB-4",
        "101 twice: inserted, then raised",
        {"rules": [{"num": 1}, {"num": 2, "bits": chromosome("101 -> 1")}]},
        rules=[rule("111 -> 1", matches=10, correct=10)],
        draws=[*COPIES, *flips(8, 3), *flips(8, 3)],
    )
    return topic


def _authors() -> Topic:
    topic = Topic("discovery", "in-phases")
    group = topic.group(
        "authors", {**AUTHORS, "theta_ga": 10, "p_hash": 0.5, "p_label_hash": 0.1}, **PAIR, instance=0, step=3, clock=20
    )
    group.hand(
        "stamp-counts-for-the-next-label",
        "CYC-3",
        "21 - 0 >= 10, 22 - 21 is not; the credits come at the end: num 3",
        {"rules": [state("1 -> 10", num=3, ts=21)], "clock": 22},
        rules=[rule("1 -> 10")],
        draws=[*COPIES, *STILL, *STILL],
    )
    group.hand(
        "offspring-do-not-see-each-other",
        "SUB-4",
        "# -> 10 twice: tested against P as at the start, both inserted",
        {"rules": [state("1 -> 10", num=1), state("~ -> 10", num=1, ts=0), state("~ -> 10", num=1, created=3)]},
        rules=[rule("1 -> 10")],
        draws=[*COPIES, *flips(6, 0), *flips(6, 0)],
    )
    group.hand(
        "covering-comes-after-all-offspring",
        "COV-5 CYC-3 SUB-4",
        "child 1 and covering's rule are both 1 -> 10: two rules, the offspring first; covering draws last",
        {
            "rules": [
                state("1 -> 1#", num=2, ts=21),
                state("1 -> 10", num=1, ts=0, created=3),
                state("1 -> 10", num=1, ts=0, created=3),
            ],
            "clock": 21,
        },
        rules=[rule("1 -> 1#")],
        draws=[*COPIES, *flips(6, 4), *STILL, 0.9, 0.9, 0.9],
    )
    group.hand(
        "genetic-draws-come-before-covering",
        "CYC-3 COV-6",
        "label 0 is empty, label 1 due: the GA draws first, covering's 0.9, 0.05, 0.9 last",
        {"rules": [state("1 -> #0", num=3, ts=21), state("1 -> ~0", num=1, created=3)], "clock": 21},
        rules=[rule("1 -> #0")],
        draws=[*COPIES, *STILL, *STILL, 0.9, 0.05, 0.9],
    )
    group.hand(
        "equal-covering-rules-are-appended",
        "COV-5",
        "1 -> 10 for both labels: two rules of num 1, ts 0",
        {"rules": [state("1 -> 10", num=1, ts=0), state("1 -> 10", num=1, ts=0)], "clock": 20},
        rules=[],
        draws=6 * [0.9],
    )
    group.hand(
        "two-labels-are-stamped-before-either-runs",
        "CYC-3 CYC-2",
        "rule 0: 21 - 0; rule 1: 22 - 0; the draws of label 0 come first: bit 0 and bit 1",
        {
            "rules": [
                state("1 -> 1#", num=2, ts=21),
                state("1 -> #0", num=2, ts=22),
                state("~ -> 1#", num=1, ts=0),
                state("0 -> #0", num=1, ts=0),
            ],
            "clock": 22,
        },
        rules=[rule("1 -> 1#"), rule("1 -> #0")],
        draws=[*COPIES, *flips(6, 0), *STILL, *COPIES, *flips(6, 1), *STILL],
    )
    group.hand(
        "credits-count-for-nobody-in-the-step",
        "SUB-4 SUB-5",
        "weights as at the start: #1# has 3 against 2 for both children, although 1## is credited first",
        {"rules": [{"num": 3}, {"num": 4}, {"num": 1}]},
        **problem(3, "111 -> 1", "101 -> 1", "110 -> 1"),
        instance=0,
        rules=[
            rule("1## -> 1", num=2, matches=30, correct=30, by_match=True, ts=1, stamped=True),
            rule("#1# -> 1", num=3, matches=20, correct=20, by_match=True, ts=1, stamped=True),
            rule("111 -> 1", matches=10, correct=10, by_match=True),
        ],
        settings={"discount_threshold": "theta_exp", "theta_ga": 5, "zero_fitness_parents": "first", "theta_exp": 10},
        draws=[0.9, 0.9, 0.9, *flips(8, 3), *flips(8, 5)],
    )
    return topic
