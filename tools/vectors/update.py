"""Vectors of the update component (UPD, PAR-1, CYC-0)."""

from __future__ import annotations

from collections.abc import Iterator

from suite.notation import AUTHORS, PAPER, problem, rule
from suite.source import Topic

__all__ = ["topics"]


def topics() -> Iterator[Topic]:
    """Return the topics of the format `update`."""
    yield _counts()
    yield _set_size()


def _counts() -> Topic:
    topic = Topic("update", "counts")
    one = problem(1, "1 -> 10")
    group = topic.group("right-wrong-indifferent", {**PAPER, "accuracy_power": 1}, **one, presented=[0])
    group.hand(
        "wrong-decision-adds-to-fp-and-msa",
        "UPD-1",
        "labels 10, decided 11: one right, one wrong; tp 1, fp 1, msa 2, acc 1/2",
        {"rules": [{"tp": 1, "fp": 1, "msa": 2, "acc": 0.5, "fitness": 0.5}]},
        rules=[rule("1 -> 11")],
    )
    group.hand(
        "indifferent-label-adds-omega-not-one",
        "UPD-1",
        "label 1 right, label 2 open: tp 1 + 0.9, msa 1 + 1, acc 0.95; fp stays 0",
        {"rules": [{"tp": 1.9, "fp": 0, "msa": 2, "acc": 0.95}]},
        rules=[rule("1 -> 1#")],
    )
    group.hand(
        "indifferent-label-adds-phi-to-msa",
        "UPD-1",
        "omega 0.3, phi 0.5: tp 1 + 0.3, msa 1 + 0.5, acc 1.3/1.5",
        {"rules": [{"tp": 1.3, "msa": 1.5, "acc": 0.8666666666666667}]},
        rules=[rule("1 -> 1#")],
        settings={"omega": 0.3, "phi": 0.5},
    )
    group.hand(
        "decision-zero-is-right-where-the-label-is-absent",
        "UPD-1",
        "labels 10, decided #0: the 0 is right; tp 0.9 + 1, fp 0",
        {"rules": [{"tp": 1.9, "fp": 0, "msa": 2}]},
        rules=[rule("1 -> #0")],
    )
    group.hand(
        "value-bit-of-an-indifferent-label-is-no-decision",
        "UPD-1 REP-2",
        "label 2 inactive with its value bit set: indifferent, tp 1 + 0.9, fp 0",
        {"rules": [{"tp": 1.9, "fp": 0}]},
        rules=[rule("1 -> 1~")],
    )
    group.hand(
        "rule-that-decides-nothing-has-acc-omega-over-phi",
        "REP-11 UPD-1",
        "both labels open: tp 1.8, msa 2, acc 0.9; in no correct set, so cs stays 1",
        {"rules": [{"tp": 1.8, "fp": 0, "msa": 2, "acc": 0.9, "cs": 1}, {}]},
        rules=[rule("1 -> ##"), rule("1 -> 10", num=8)],
    )
    group.hand(
        "rule-outside-the-match-set-learns-nothing",
        "UPD-1 CYC-0 MAT-1",
        "0 -> 10 does not match 1: exp 0, F 1, as at birth",
        {"rules": [{"exp": 0, "tp": 0, "msa": 0, "fitness": 1, "cs": 1}]},
        rules=[rule("0 -> 10")],
    )
    group.hand(
        "numerosity-weighs-no-count",
        "UPD-1 PAR-1",
        "num 5: counts are those of one rule; tp 2, msa 2, num stays 5",
        {"rules": [{"num": 5, "tp": 2, "fp": 0, "msa": 2}]},
        rules=[rule("1 -> 10", num=5)],
    )
    group.hand(
        "counts-go-on-from-earlier-ones",
        "UPD-1 PAR-1",
        "before: 3 matches, 2 right, 1 wrong, 3 open; now 1 right, 1 open: tp 3 + 0.9*4, fp 1, msa 8, acc 6.6/8",
        {"rules": [{"exp": 8, "tp": 6.6, "fp": 1, "msa": 8, "acc": 0.825}]},
        rules=[rule("1 -> 1#", matches=3, correct=2)],
    )
    group.hand(
        "every-label-of-a-second-word-counts",
        "UPD-1",
        "65 labels, all 1, all decided 1 but the last: 64 right, 1 wrong",
        {"rules": [{"exp": 65, "tp": 64, "fp": 1, "msa": 65}]},
        **problem(1, "1 -> " + 65 * "1"),
        rules=[rule("1 -> " + 64 * "1" + "0")],
    )

    group = topic.group("fitness", PAPER, **one, presented=[0])
    group.hand(
        "power-is-nu-not-one",
        "UPD-4 PAR-2",
        "acc 1/2, nu 10: F = 1/1024 = 0.0009765625",
        {"rules": [{"acc": 0.5, "fitness": 0.0009765625}]},
        rules=[rule("1 -> 11")],
    )
    group.hand(
        "power-three-is-two-multiplications",
        "UPD-4 PAR-1",
        "acc 1/2, nu 3: F = 1/8",
        {"rules": [{"fitness": 0.125}]},
        rules=[rule("1 -> 11")],
        settings={"accuracy_power": 3},
    )
    group.hand(
        "power-need-not-be-whole",
        "UPD-4",
        "acc 1/2, nu 2.5: F = 2^-2.5 = 0.17677669529663687",
        {"rules": [{"fitness": 0.17677669529663687}]},
        rules=[rule("1 -> 11")],
        settings={"accuracy_power": 2.5},
    )
    group.hand(
        "fitness-is-not-weighed-by-numerosity",
        "UPD-4",
        "num 4, acc 1/2, nu 1: F = 1/2, not 2",
        {"rules": [{"fitness": 0.5}]},
        rules=[rule("1 -> 11", num=4)],
        settings={"accuracy_power": 1},
    )
    group.hand(
        "no-decision-and-phi-zero-is-accuracy-zero",
        "UPD-5 REP-11",
        "phi = omega = 0, nothing decided: msa 0, acc 0, F 0, not 1 as before the first update",
        {"rules": [{"exp": 2, "msa": 0, "acc": 0, "fitness": 0}]},
        rules=[rule("1 -> ##")],
        settings={"omega": 0, "phi": 0},
    )
    group.hand(
        "phi-zero-forgets-open-labels",
        "UPD-5 UPD-1",
        "phi = omega = 0: tp 1, msa 1, acc 1, F 1",
        {"rules": [{"tp": 1, "msa": 1, "acc": 1, "fitness": 1}]},
        rules=[rule("1 -> 1#")],
        settings={"omega": 0, "phi": 0},
    )
    group.hand(
        "omega-equal-to-phi-is-legal",
        "UPD-5",
        "omega = phi = 0.7: tp 1.7, msa 1.7, acc 1",
        {"rules": [{"tp": 1.7, "msa": 1.7, "acc": 1}]},
        rules=[rule("1 -> 1#")],
        settings={"omega": 0.7, "phi": 0.7},
        tie=("UPD-5", ("settings/omega", "settings/phi")),
    )
    group.reject(
        "omega-above-phi",
        "UPD-5",
        "omega 0.6, phi 0.5: accuracy could exceed 1",
        "omega-above-phi",
        rules=[rule("1 -> 1#")],
        settings={"omega": 0.6, "phi": 0.5},
    )

    group = topic.group("experience", PAPER, **one, rules=[rule("1 -> 10")], presented=[0])
    group.hand("paper-counts-every-label", "UPD-2", "|L| = 2: exp 0 + 2", {"rules": [{"exp": 2}]})
    group.hand(
        "authors-count-every-match",
        "UPD-2",
        "exp 0 + 1, whatever |L|",
        {"rules": [{"exp": 1, "tp": 2, "msa": 2}]},
        settings=AUTHORS,
    )
    group.hand(
        "three-presentations-are-three-matches",
        "UPD-2 UPD-1",
        "three times 2 labels: exp 6, tp 6",
        {"rules": [{"exp": 6, "tp": 6, "fp": 0, "msa": 6}]},
        presented=[0, 0, 0],
    )
    return topic


def _set_size() -> Topic:
    topic = Topic("update", "correct-set-size")
    group = topic.group("average", PAPER, **problem(1, "1 -> 10"), presented=[0])
    group.hand(
        "moves-by-beta-towards-the-set",
        "UPD-3",
        "C[1] = {num 3, num 2}: cs 1 + 0.2*(5 - 1) = 1.8 for both",
        {"rules": [{"cs": 1.8}, {"cs": 1.8}]},
        rules=[rule("1 -> 1#", num=3), rule("# -> 1#", num=2)],
    )
    group.hand(
        "beta-is-the-setting",
        "UPD-3",
        "beta 0.5, C[1] of 5: cs 2 + 0.5*(5 - 2) = 3.5",
        {"rules": [{"cs": 3.5}]},
        rules=[rule("1 -> 1#", num=5, cs=2.0)],
        settings={"learning_rate": 0.5},
    )
    group.hand(
        "goes-down-too",
        "UPD-3",
        "C[1] of 2, cs 12: 12 + 0.2*(2 - 12) = 10",
        {"rules": [{"cs": 10}]},
        rules=[rule("1 -> 1#", num=2, cs=12.0)],
    )
    group.hand(
        "smallest-set-not-largest-or-mean",
        "UPD-3",
        "C[1] of 1 + 9 = 10, C[2] of 1 + 4 = 5: rule 0 is in both, cs 1 + 0.2*(5 - 1) = 1.8; rule 1: 1 + 0.2*9 = 2.8",
        {"rules": [{"cs": 1.8}, {"cs": 2.8}, {"cs": 1.8}]},
        rules=[rule("1 -> 10"), rule("1 -> 1#", num=9), rule("1 -> #0", num=4)],
    )
    group.hand(
        "sets-that-lack-the-rule-do-not-count",
        "UPD-3",
        "C[2] of 1 lacks rule 0, which is in C[1] of 6: cs 1 + 0.2*(6 - 1) = 2",
        {"rules": [{"cs": 2.0}, {"cs": 1.0}]},
        rules=[rule("1 -> 1#", num=6), rule("1 -> #0")],
    )
    group.hand(
        "wrong-everywhere-leaves-it",
        "UPD-3",
        "decided 01 for labels 10: in no correct set, cs stays 7",
        {"rules": [{"cs": 7.0}, {"cs": 1.6}]},
        rules=[rule("1 -> 01", cs=7.0), rule("1 -> 10", num=4)],
    )
    group.hand(
        "sets-of-micro-classifiers",
        "UPD-3 CYC-0",
        "one rule of num 11: cs 1 + 0.2*(11 - 1) = 3, not 1",
        {"rules": [{"cs": 3.0}]},
        rules=[rule("1 -> 1#", num=11)],
    )
    group.hand(
        "sets-hold-matching-rules-only",
        "UPD-3 CYC-0",
        "0 -> 1# of num 20 does not match: C[1] of 6, cs 2",
        {"rules": [{"cs": 2.0}, {"cs": 1.0}]},
        rules=[rule("1 -> 1#", num=6), rule("0 -> 1#", num=20)],
    )
    group.hand(
        "all-rules-see-the-sets-before-the-update",
        "UPD-3 CYC-0",
        "two steps with C[1] of 6: 1 -> 2, then 2 + 0.2*(6 - 2) = 2.8",
        {"rules": [{"cs": 2.8}]},
        rules=[rule("1 -> 1#", num=6)],
        presented=[0, 0],
    )
    group.hand(
        "open-label-is-in-no-correct-set",
        "UPD-3 CYC-0",
        "rule 1 is open to label 1 and wrong on label 2: no set, cs 1; rule 0 alone in C[1] of 6",
        {"rules": [{"cs": 2.0}, {"cs": 1.0}]},
        rules=[rule("1 -> 1#", num=6), rule("1 -> #1", num=3)],
    )
    wide = problem(1, "1 -> " + 64 * "0" + "1")
    group.hand(
        "label-beyond-a-machine-word",
        "UPD-3",
        "65 labels: rule 0 decides the last alone, C[65] of 6, cs 2; rule 1 decides the first, C[1] of 11, cs 3",
        {"rules": [{"cs": 2.0}, {"cs": 3.0}]},
        **wide,
        rules=[rule("1 -> " + 64 * "#" + "1", num=6), rule("1 -> 0" + 64 * "#", num=11)],
    )
    return topic
