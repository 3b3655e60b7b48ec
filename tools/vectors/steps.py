"""Vectors of whole steps (CYC, GEN-7, CTL, DEL)."""

from __future__ import annotations

from collections.abc import Iterator

from suite.notation import AUTHORS, COPIES, PAPER, data, flips, problem, rule, state
from suite.source import Topic

__all__ = ["topics"]

PAIR = problem(1, "1 -> 10", "0 -> 01")
STILL = flips(6)


def topics() -> Iterator[Topic]:
    """Return the topics of the format `step`."""
    yield _order()
    yield _sequences()
    yield _authors()
    yield _mixed()


def _order() -> Topic:
    topic = Topic("step", "order")
    group = topic.group("paper", {**PAPER, "accuracy_power": 1}, **PAIR, presented=[0], step=9, clock=5)
    fair, poor = {"matches": 4, "correct": 6}, {"matches": 4, "correct": 2}
    group.hand(
        "covering-rule-is-not-updated",
        "CYC-0 COV-1",
        "made after the update: exp 0, F 1, cs 1",
        {"rules": [state("1 -> 10", num=2, exp=0, tp=0, fitness=1, cs=1, created=9, ts=5)], "clock": 5},
        rules=[],
        draws=[0.9, 0.9, 0.9, 0.9],
    )
    group.hand(
        "update-comes-before-selection",
        "CYC-0 GEN-1",
        "exp 8 + 2 = 10 at selection: F_d 8/10, both parents; before the update it would be 0 for both, by num 1 to 9",
        {"rules": [{"num": 3, "exp": 10, "ts": 6}, {"num": 9, "exp": 2, "ts": 6}], "clock": 7},
        rules=[rule("1 -> 10", matches=4, correct=6), rule("# -> 10", num=9)],
        settings={"theta_ga": 5},
        draws=[0.9, 0.9, 0.9, *STILL, *STILL],
    )
    group.hand(
        "control-needs-a-deletion-in-the-past",
        "CYC-0 CTL-1",
        "no deletion so far: nobody loses anything",
        {"rules": [{"num": 1, "exp": 10}, {"num": 1, "exp": 10}], "deletions_commenced": False},
        rules=[rule("1 -> 10", **fair), rule("1 -> 10", **poor)],
    )
    group.hand(
        "controlled-rule-is-out-of-the-step",
        "CYC-0 CTL-1",
        "F 0.75, 0.25: the second is gone before the update; C[0] = C[1] = 1: cs 1, not 1.2",
        {"rules": [state("1 -> 10", num=1, exp=10, cs=1)], "clock": 7, "deletions_commenced": True},
        rules=[rule("1 -> 10", **fair), rule("1 -> 10", **poor)],
        deletions_commenced=True,
    )
    group.hand(
        "controlled-numerosity-is-that-of-the-sets",
        "CYC-0 CTL-1 UPD-3",
        "num 1 and 5 - 1 = 4: cs 1 + 0.2*(5 - 1) = 1.8, not 1 + 0.2*(6 - 1) = 2",
        {"rules": [{"num": 1, "cs": 1.8, "exp": 10}, {"num": 4, "cs": 1.8, "exp": 10}]},
        rules=[rule("1 -> 10", **fair), rule("1 -> 10", num=5, **poor)],
        deletions_commenced=True,
    )
    group.hand(
        "covering-after-control",
        "CYC-0 CTL-1 COV-1",
        "1 -> 1# alone is right on label 0, and is gone: covering makes 1 -> 1#; C[1] raises the clock after it",
        {"rules": [state("1 -> 00", num=1), state("1 -> 1#", num=1, exp=0, ts=5)], "clock": 6},
        rules=[rule("1 -> 00", **fair), rule("1 -> 1#", matches=4)],
        deletions_commenced=True,
        draws=[0.9, 0.05],
    )
    group.hand(
        "control-takes-one-at-most",
        "CTL-1",
        "three rules of one level: one micro-classifier of the last of the least fit",
        {"rules": [{"num": 2}, {"num": 2}, {"num": 1}]},
        rules=[rule("1 -> 10", num=2, **fair), rule("1 -> 10", num=2, **poor), rule("1 -> 10", num=2, **poor)],
        deletions_commenced=True,
    )
    group.hand(
        "deletion-comes-last",
        "CYC-0 DEL-1",
        "N 2: num 2, covering's makes 3; ln d 1/F 1.111 and 1: weights 2 and 0.895, 0.9*2.895: it goes",
        {"rules": [state("1 -> 1#", num=2)], "deletions_commenced": True},
        rules=[rule("1 -> 1#", num=2, matches=4, correct=3)],
        settings={"population_size": 2},
        draws=[0.9, 0.05, 0.9],
    )
    group.hand(
        "deletion-knows-the-update",
        "CYC-0 DEL-2",
        "exp 18 + 2 = 20 = theta_del: cs 4 counts: ln d 4 - 1 - ln F; else 1/F; the first goes at 0.5 of 2.8 and 1",
        {"rules": [{"num": 2, "exp": 20}], "deletions_commenced": True},
        rules=[rule("1 -> 10", num=3, cs=4.0, matches=9, correct=18)],
        settings={"population_size": 2},
        draws=[0.5],
    )
    group.hand(
        "two-deletions-in-a-step",
        "DEL-1 CYC-0",
        "N 1 of 3; acc 1, 6/8, 6.6/8: weights 0.717, 1, 0.886: 0.1*2.602 takes the first, then 0.1*1.886 the second",
        {"rules": [state("0 -> 0#", num=1)], "deletions_commenced": True},
        rules=[rule("1 -> 10"), rule("0 -> 01", **fair), rule("0 -> 0#", matches=4, correct=3)],
        settings={"population_size": 1},
        draws=[0.1, 0.1],
    )
    group.hand(
        "no-deletion-at-the-limit",
        "DEL-1 CYC-0",
        "N 4, num 3 + 1",
        {"rules": [{"num": 3}, {"num": 1}], "deletions_commenced": False},
        rules=[rule("1 -> 10", num=3), rule("0 -> 01")],
        settings={"population_size": 4},
    )
    group.hand(
        "instances-that-do-not-match",
        "CYC-0 MAT-1",
        "0 -> 01 learns nothing from instance 0",
        {"rules": [{"exp": 2}, {"exp": 0, "ts": 0}], "clock": 7},
        rules=[rule("1 -> 10"), rule("0 -> 01")],
    )
    group.hand(
        "rule-without-coverage-stays",
        "GEN-7 INI-3",
        "0 matches nothing of D; only the authors' program removes it",
        {"rules": [{"num": 1}, {"num": 5}]},
        **problem(1, "1 -> 10"),
        rules=[rule("1 -> 10"), rule("0 -> 10", num=5)],
    )

    group.hand(
        "covering-rule-is-in-no-set-of-the-step",
        "CYC-0 CYC-3 COV-5",
        "covering's 1 -> ~0 decides as # -> ~0 does, in C[1]; it is made in this step: not stamped, no parent",
        {"rules": [state("# -> ~0", num=3, ts=21), state("1 -> ~0", num=1, ts=20)], "clock": 21},
        rules=[rule("# -> ~0")],
        settings={"covering_focus": "generalised", "theta_ga": 10},
        clock=20,
        draws=[0.9, 0.05, 0.9, *COPIES, *STILL, *STILL],
    )
    group = topic.group("update-only", {**PAPER, "accuracy_power": 1}, **PAIR, step=9, clock=5, update_only=True)
    group.hand(
        "no-discovery",
        "CYC-4",
        "C[1] is empty, a GA would be due: nothing is made, the clock stands still",
        {"rules": [{"exp": 2, "num": 3, "ts": 0, "fp": 1}], "clock": 5},
        rules=[rule("1 -> 11", num=3)],
        settings={"theta_ga": 1},
        presented=[0],
    )
    group.hand(
        "no-control-and-no-deletion",
        "CYC-4 CTL-1 DEL-1",
        "N 1: P keeps its rules and num; cs 1, 1.8, 1.8 + 0.2*(5 - 1.8) = 2.44",
        {"rules": [{"num": 3, "exp": 12, "cs": 2.44}, {"num": 2, "exp": 12}], "clock": 5, "deletions_commenced": True},
        rules=[rule("1 -> 10", num=3, **fair), rule("1 -> 10", num=2, **poor)],
        settings={"population_size": 1},
        deletions_commenced=True,
        presented=[0, 1, 0],
    )
    return topic


def _sequences() -> Topic:
    topic = Topic("step", "sequences")
    group = topic.group("paper", {**PAPER, "accuracy_power": 1}, **PAIR, step=1, clock=0)
    group.hand(
        "clock-goes-on-over-steps",
        "CYC-2 CYC-0",
        "two non-empty sets a step: 2, 4, 6",
        {"rules": [{"exp": 6, "ts": 0}], "clock": 6},
        rules=[rule("1 -> 10")],
        presented=[0, 0, 0],
    )
    group.hand(
        "covering-rule-learns-in-the-next-step",
        "CYC-0 COV-1 UPD-1",
        "step 1 makes 1 -> 10 twice, step 2 makes 0 -> 01 twice, step 3 updates the first: C of 2: cs 1.2",
        {
            "rules": [
                state("1 -> 10", num=2, exp=2, tp=2, cs=1.2, created=1, ts=0),
                state("0 -> 01", num=2, exp=0, created=2, ts=0),
            ],
            "clock": 2,
        },
        rules=[],
        presented=[0, 1, 0],
        draws=8 * [0.9],
    )
    group.hand(
        "control-begins-after-the-first-deletion",
        "CYC-0 CTL-1 CTL-2 DEL-1",
        "step 5 deletes (N 5, num 6): 0.1 of 6; step 6 controls: F equal, the last loses; step 7 again",
        {"rules": [{"num": 2}, {"num": 1}], "deletions_commenced": True},
        rules=[rule("1 -> 10", num=3), rule("1 -> 10", num=3)],
        settings={"population_size": 5},
        presented=[0, 0, 0],
        step=5,
        draws=[0.1],
    )
    group.hand(
        "deleted-rule-is-in-no-match-set",
        "CTL-1 DEL-1",
        "step 5 deletes the second (0.9 of 3); step 6: one rule in the lowest level, nobody loses",
        {"rules": [{"num": 2, "exp": 4}], "deletions_commenced": True},
        rules=[rule("1 -> 10", num=2), rule("1 -> 10")],
        settings={"population_size": 2},
        presented=[0, 0],
        step=5,
        draws=[0.9],
    )
    group.hand(
        "step-is-the-clock",
        "CYC-2",
        "ga_clock step: 7, 8",
        {"rules": [{"exp": 4, "ts": 0}], "clock": 8},
        rules=[rule("1 -> 10")],
        settings={"ga_clock": "step"},
        presented=[0, 0],
        step=7,
    )
    group.filled(
        "genetic-algorithm-over-steps",
        "CYC-0 CYC-3 SUB-4 DEL-1 CTL-1",
        "three steps with GA, insertion, deletion and control",
        rules=[rule("1 -> 10", num=2), rule("# -> 1#"), rule("0 -> 01", num=2), rule("# -> 00")],
        settings={"theta_ga": 1, "population_size": 6},
        presented=[0, 1, 0],
        step=8,
        clock=20,
        draws=[
            *(0.3, 0.8, 0.1, 0.6, *flips(6, 0), *flips(6, 4)),
            *(0.2, 0.7, 0.9, *flips(6, 2), *STILL),
            *(0.15, 0.65),
            *(0.4, 0.6, 0.9, *flips(6, 5), *flips(6, 0, 1)),
            *(0.3, 0.9, 0.2, 0.35, *STILL, *flips(6, 1)),
            *(0.25, 0.55, 0.85),
            0.6,
        ],
    )
    return topic


def _authors() -> Topic:
    topic = Topic("step", "authors")
    group = topic.group("removal", AUTHORS, **PAIR, clock=5)
    removed = {**PAIR, "instances": data("1 -> 10", "1 -> 11")}
    for name, comment, step, created, left in (
        ("after-all-instances", "created 0, |D| 2, step 2: gone with all its num", 2, 0, False),
        ("one-step-earlier", "created 0, step 1: still there", 1, 0, True),
        ("counted-from-creation", "created 3, step 5: gone", 5, 3, False),
        ("counted-from-creation-earlier", "created 3, step 4: still there", 4, 3, True),
    ):
        group.hand(
            name,
            "GEN-7",
            comment,
            {
                "rules": [state("1 -> 10", num=1, exp=1), *([state("0 -> 10", num=5, exp=0)] if left else [])],
                "deletions_commenced": False,
            },
            **{**removed, "rules": [rule("1 -> 10"), rule("0 -> 10", num=5, created=created)]},
            presented=[0],
            step=step,
        )

    group = topic.group("order", {**AUTHORS, "accuracy_power": 1}, **PAIR, presented=[0], step=9, clock=5)
    group.hand(
        "no-control",
        "CTL-3 CYC-0",
        "deletions have commenced, but control is off",
        {"rules": [{"num": 1, "exp": 5}, {"num": 1, "exp": 5}], "clock": 7},
        rules=[rule("1 -> 10", matches=4, correct=6, by_match=True), rule("1 -> 10", matches=4, by_match=True)],
        deletions_commenced=True,
    )
    group.hand(
        "stamp-makes-able-at-the-next-update",
        "SUB-1 CYC-3",
        "step 1 stamps after its update: not able; step 2 updates: able (exp 21 > 10, acc 1)",
        {"rules": [{"ts": 6, "able": True, "num": 3}], "clock": 9},
        rules=[rule("1 -> 10", matches=19, correct=38, by_match=True)],
        settings={"theta_ga": 6},
        presented=[0, 0],
        draws=[*COPIES, *STILL, *STILL],
    )
    group.hand(
        "stamp-alone-makes-nobody-able",
        "SUB-1 CYC-3",
        "stamped in this step, after its update",
        {"rules": [{"ts": 6, "able": False, "num": 3}], "clock": 7},
        rules=[rule("1 -> 10", matches=19, correct=38, by_match=True)],
        settings={"theta_ga": 6},
        draws=[*COPIES, *STILL, *STILL],
    )
    group.hand(
        "first-stamp-counts",
        "SUB-1 CYC-3",
        "stamped before, and again in this step: able all the same",
        {"rules": [{"ts": 6, "able": True}], "clock": 7},
        rules=[rule("1 -> 10", matches=19, correct=38, by_match=True, ts=1, stamped=True)],
        settings={"theta_ga": 5},
        draws=[*COPIES, *STILL, *STILL],
    )
    group.hand(
        "controlled-rule-is-no-parent",
        "CTL-1 CTL-3 GEN-2",
        "the first is gone; F_d 0 (exp < 20): the first of what is left, whose copies it absorbs",
        {"rules": [state("1 -> 10", num=3, ts=6)], "clock": 7},
        rules=[rule("1 -> 1#", matches=4, by_match=True), rule("1 -> 10", matches=4, correct=8, by_match=True)],
        settings={"match_set_control": True, "theta_ga": 6},
        deletions_commenced=True,
        draws=[*COPIES, *STILL, *STILL],
    )
    group.hand(
        "ts-at-birth-is-a-stamp",
        "SUB-1 PAR-0",
        "birth_timestamp clock: made in step 9 with ts 5, updated in step 10: exp 1 > 0, acc 1, able",
        {"rules": [state("1 -> 10", num=1, ts=5, exp=1, able=True), state("1 -> 10", num=1, exp=1, able=True)]},
        rules=[],
        settings={"birth_timestamp": "clock", "theta_exp": 0},
        presented=[0, 0],
        draws=6 * [0.9],
    )
    four = [*COPIES, *flips(4), *flips(4)]
    group.hand(
        "votes-follow-the-counts",
        "DEL-2 DEL-3 DEL-1",
        "exp 20, cs 1.4 in the second step: 5*e^0.4 = 7.459 and e = 2.718: 0.8*10.18 = 8.14; before it 5e and e",
        {"rules": [state("1 -> 1", num=4, exp=20, cs=1.4)], "deletions_commenced": True},
        **problem(1, "1 -> 1", "0 -> 0"),
        rules=[
            rule("1 -> 1", matches=18, correct=18, by_match=True),
            rule("0 -> 0", num=3, matches=18, correct=18, by_match=True),
        ],
        settings={"theta_ga": 0, "population_size": 4},
        presented=[0, 0],
        draws=[*four, 0.9, 0.9, *four, 0.8, 0.5],
    )
    group.filled(
        "phases-and-deletion",
        "CYC-3 COV-5 SUB-4 DEL-3",
        "GA for label 1, covering for label 0, deletion by plain doubles",
        rules=[rule("1 -> #0", num=2), rule("# -> 00", matches=25, correct=30, by_match=True, ts=1, stamped=True)],
        settings={"theta_ga": 4, "population_size": 4},
        draws=[0.3, 0.7, 0.1, 0.6, 0.4, *flips(6, 0), *STILL, 0.9, 0.2, 0.9],
    )
    return topic


def _mixed() -> Topic:
    topic = Topic("step", "many-labels")
    right = "10" * 32 + "1"
    group = topic.group(
        "words", {**PAPER, "accuracy_power": 1}, **problem(1, f"1 -> {right}"), presented=[0], step=2, clock=0
    )
    group.hand(
        "labels-of-two-words",
        "CYC-0 CYC-2 UPD-1 UPD-3",
        "65 labels, all decided rightly: the clock rises by 65; C of 7: cs 1 + 0.2*6",
        {"rules": [{"exp": 65, "tp": 65, "cs": 2.2}], "clock": 65},
        rules=[rule(f"1 -> {right}", num=7)],
    )
    group.hand(
        "due-in-the-second-word",
        "CYC-3 CYC-2",
        "rule 1 decides the last label alone: 65 - 0 > 64; its set holds both; rule 0 has ts 65 too",
        {"rules": [{"ts": 65, "num": 3}, {"ts": 65, "num": 1}], "clock": 65},
        rules=[rule(f"1 -> {right}"), rule("1 -> " + 64 * "#" + "1")],
        settings={"theta_ga": 64},
        draws=[0.1, 0.1, 0.9, *flips(132), *flips(132)],
    )
    return topic
