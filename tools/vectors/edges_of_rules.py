"""Vectors at the edges of words, counters and doubles: rules, sets, updates and discovery."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from suite.notation import AUTHORS, PAPER, binary, continuous, data, nominal, problem, rule, state
from suite.source import Topic

__all__ = ["topics"]

SURE = {"omega": 1, "accuracy_power": 1}
MIDDLE, KEEP, FLIP = 0.5, 0.9, 0.0


def topics() -> Iterator[Topic]:
    """Return a topic `edges` of the formats about rules and steps."""
    yield _generality()
    yield _coverage()
    yield _covering()
    yield _correct_sets()
    yield _update()
    yield _ga_due()
    yield _ga()
    yield _subsumption()
    yield _discovery()
    yield _step()


def lone_label(n_labels: int, last: str) -> dict[str, Any]:
    """Return a problem and a rule that decides its last label alone."""
    open_genes = "#" * (n_labels - 1)
    return {**problem(1, f"1 -> {'0' * (n_labels - 1)}{last}"), "rules": [rule(f"# -> {open_genes}{last}", num=2)]}


def _generality() -> Topic:
    topic = Topic("generality", "edges")
    group = topic.group("last", PAPER, attributes=[*binary(1), continuous(0, 31)], n_labels=1)
    group.hand(
        "last-attribute-is-narrower",
        "SUB-2",
        "the binary tests are equal, 4..25 (of 17, 4) does not hold 1..29 of the last attribute",
        {"general": False},
        rule="111110001001011",
        other="111100000010111",
    )
    return topic


def _coverage() -> Topic:
    topic = Topic("coverage", "edges")
    group = topic.group("sizes", PAPER, n_labels=1)
    group.hand(
        "eight-bits-of-a-bound",
        "REP-4 MAT-1",
        "k = 8: 15..255 of 0..255 holds 255, not 0",
        {"coverage": ["01"], "match_sets": [[], [0]]},
        settings={"precision_bits": 8},
        attributes=[continuous(0, 255)],
        instances=[{"x": [0], "y": "1"}, {"x": [255], "y": "1"}],
        rules=[{"bits": "1111000001111111111"}],
    )
    group.hand(
        "forty-values",
        "REP-3 MAT-1",
        "the last of forty values is accepted",
        {"coverage": ["1"], "match_sets": [[0]]},
        attributes=[nominal(40)],
        instances=[{"x": [39], "y": "1"}],
        rules=[{"bits": "1" + "0" * 39 + "1" + "11"}],
    )
    group.hand(
        "bits-beyond-two-words",
        "REP-1 MAT-1",
        "66 binary attributes: bits 130 and 131 test the last",
        {"coverage": ["01"], "match_sets": [[], [0]]},
        attributes=binary(66),
        instances=data("0" * 66 + " -> 1", "0" * 65 + "1 -> 1"),
        rules=[rule("#" * 65 + "1 -> 1")],
    )
    group.hand(
        "instances-beyond-two-words",
        "MAT-2",
        "129 instances, the last alone is matched",
        {"coverage": ["0" * 128 + "1"], "match_sets": [*([] for _ in range(128)), [0]]},
        attributes=binary(1),
        instances=data(*["0 -> 1"] * 128, "1 -> 1"),
        rules=[rule("1 -> 1")],
    )
    return topic


def _covering() -> Topic:
    topic = Topic("covering", "edges")
    group = topic.group("values", {**PAPER, "p_hash": 0.5}, n_labels=1, y="1", label=0)
    group.hand(
        "u-equal-to-one-less-p-hash",
        "COV-6 COV-4",
        "u = 0.5 is not below 1 - 0.5: inactive; the value itself and nothing else",
        {"rule": "001011"},
        attributes=[nominal(3)],
        x=[1],
        draws=[0.5, KEEP, KEEP, KEEP],
        tie=("COV-6", ["draws/0", "settings/p_hash"]),
    )
    group.hand(
        "fourth-value",
        "COV-4 COV-6",
        "four values, the first is there, the last is drawn",
        {"rule": "1100111"},
        attributes=[nominal(4)],
        x=[0],
        draws=[0.1, KEEP, KEEP, KEEP, 0.1],
    )
    group = topic.group("floats", AUTHORS, n_labels=1, y="1", label=0)
    group.hand(
        "range-that-rounding-closes",
        "REP-6 REP-4",
        "1 and 1.000000001 are one 32-bit float: no range, bounds 0 and 0, though the doubles differ",
        {"rule": "0000000000011"},
        attributes=[continuous(1, 1.000000001)],
        x=[1.0],
        draws=[MIDDLE, MIDDLE, MIDDLE, KEEP],
        tie=("REP-6", ["settings", "draws", "in/x"]),
    )
    return topic


def _correct_sets() -> Topic:
    topic = Topic("correct-sets", "edges")
    group = topic.group("words", PAPER, instance=0)
    for n_labels in (8, 9, 31, 32, 33, 62, 63, 64, 65, 124, 125, 128, 129):
        for last, word in (("1", "one"), ("0", "zero")):
            group.hand(
                f"last-of-{n_labels}-labels-is-{word}",
                "CYC-0",
                f"{n_labels} labels: the rule decides the last alone, rightly",
                {"correct_sets": [{"members": [], "num": 0}] * (n_labels - 1) + [{"members": [0], "num": 2}]},
                **lone_label(n_labels, last),
            )
    return topic


def _update() -> Topic:
    topic = Topic("update", "edges")
    group = topic.group("counters", PAPER, **problem(1, "1 -> 11"), presented=[0])
    for name, matches in (("16", 2**15), ("unsigned-16", 2**16), ("32", 2**30), ("unsigned-32", 2**31)):
        before, after = 2 * matches - 2, 2 * matches
        group.hand(
            f"counts-beyond-{name}-bits",
            "UPD-1 UPD-2 PAR-1",
            f"two labels more, both right: {after}, F = (k/k)^10 = 1",
            {"rules": [{"exp": after, "tp": after, "fp": 0, "msa": after, "acc": 1, "fitness": 1, "cs": 1}]},
            rules=[{"bits": "001111", "exp": before, "correct": before, "wrong": 0, "indifferent": 0}],
        )
        group.hand(
            f"wrong-counts-beyond-{name}-bits",
            "UPD-1 UPD-2 PAR-1",
            f"two labels more, both wrong: fp = msa = {after}, acc 0",
            {"rules": [{"exp": after, "tp": 0, "fp": after, "msa": after, "acc": 0, "fitness": 0}]},
            rules=[{"bits": "001010", "exp": before, "correct": 0, "wrong": before, "indifferent": 0}],
        )
        group.hand(
            f"open-counts-beyond-{name}-bits",
            "UPD-1 UPD-2 PAR-1",
            f"two labels more, both open: msa = {after}, tp = 0.9 of it",
            {"rules": [{"exp": after, "tp": 0.9 * after, "fp": 0, "msa": after, "acc": 0.9}]},
            rules=[{"bits": "000000", "exp": before, "correct": 0, "wrong": 0, "indifferent": before}],
        )
    return topic


def _ga_due() -> Topic:
    topic = Topic("ga-due", "edges")
    group = topic.group("doubles", PAPER, step=1)
    group.hand(
        "mean-that-a-double-rounds",
        "CYC-2",
        "(c - 5)*3 = 3(2^52 + 1) is above T = 3*2^52 + 2 by one; T/3 rounds to 2^52 + 1, and c less that is 5",
        {"labels": [{"clock": 2**52 + 6, "due": True}]},
        settings={"theta_ga": 5},
        clock=2**52 + 5,
        correct_sets=[[{"num": 1, "ts": 2**52}, {"num": 2, "ts": 2**52 + 1}]],
    )
    return topic


def _ga() -> Topic:
    topic = Topic("ga", "edges")
    group = topic.group("mutation", {**PAPER, "theta_exp": 0}, **problem(1, "1 -> 1"), label=0, clock=5)
    group.hand(
        "rate-is-a-double",
        "GEN-6 FIN-2",
        "0.0399999998 is below 0.04, not below the 32-bit float 0.0399999991: the first bit flips",
        {"offspring": [{"rule": {"bits": "1111"}, "parents": [0, 0]}, {"rule": {"bits": "0111"}, "parents": [0, 0]}]},
        rules=[{"bits": "0111"}],
        draws=[MIDDLE, MIDDLE, KEEP, 0.0399999998, *[KEEP] * 7],
    )
    return topic


def _subsumption() -> Topic:
    topic = Topic("subsumption", "edges")
    group = topic.group("equal", {**PAPER, **SURE}, **problem(2, "00 -> 10", "01 -> 10", "10 -> 10", "11 -> 10"))
    group.hand(
        "subsumer-may-be-equal",
        "SUB-2 SUB-5",
        "the able equal rule is general too: 5*1 against 1*1",
        {
            "able": [True, True],
            "general": [True, True],
            "equal": [True, False],
            "absorber": {"rule": 0, "parent": False},
        },
        child="11111100",
        rules=[
            rule("11 -> 1#", matches=30, correct=30, num=5),
            rule("1# -> 1#", matches=30, correct=30) | {"bits": "11001100"},
        ],
    )
    return topic


def _discovery() -> Topic:
    topic = Topic("discovery", "edges")
    group = topic.group("words", {**PAPER, "theta_ga": 70}, **problem(1, "1 -> " + "1" * 65), instance=0, step=9)
    first_and_63rd = rule("# -> 1" + "#" * 61 + "1##")
    others = rule("# -> #" + "1" * 61 + "#11", ts=100)
    group.hand(
        "stamp-of-another-word",
        "CYC-3 CYC-2",
        "clock 101 - 70 > 0: due for label 0, ts 101; 163 - 70 < 101: no GA for label 62; a parent absorbs both",
        {"rules": [{"num": 3, "ts": 101}, {"num": 1, "ts": 100}], "clock": 165},
        clock=100,
        rules=[first_and_63rd, others],
        draws=[KEEP] * 267,
    )
    group = topic.group("doubles", {**PAPER, "theta_ga": 5}, **problem(1, "1 -> 1"), instance=0, step=9)
    group.hand(
        "sum-beyond-53-bits",
        "CYC-2",
        "clock c+1 - 5 = ts: 3*ts is not above 3*ts; doubles round one of them",
        {"rules": [{"num": 3, "ts": 2**52 + 3}], "clock": 2**52 + 8},
        clock=2**52 + 7,
        rules=[{"bits": "0011", "num": 3, "ts": 2**52 + 3}],
    )
    group = topic.group(
        "order",
        {**PAPER, "covering_focus": "generalised", "theta_ga": 0, "omega": 1, "p_label_hash": 0.5, "theta_exp": 0},
        **problem(2, "11 -> 10"),
        instance=0,
        step=9,
        clock=5,
    )
    group.hand(
        "merged-numerosity-comes-before-the-pool",
        "CYC-0 COV-5 SUB-5",
        "covering's rule joins rule 0: num 2, so that 2*1 absorbs what 1*1 of the more experienced one would",
        {"rules": [{"num": 4}, {"num": 1}, {"num": 1}], "clock": 6},
        rules=[
            rule("1# -> 1#", matches=100, correct=100),
            rule("#1 -> 1#", matches=200, correct=200),
            {"bits": "01011100"},
        ],
        draws=[*[KEEP] * 3, FLIP, KEEP, FLIP, *[KEEP] * 5, FLIP, KEEP, FLIP, *[KEEP] * 6, 0.1, KEEP, 0.1],
    )
    return topic


def _step() -> Topic:
    topic = Topic("step", "edges")
    group = topic.group("clock", {**PAPER, "ga_clock": "step"}, presented=[0])
    group.hand(
        "clock-of-steps-is-set-before-covering",
        "CYC-2 PAR-0",
        "step 5: the clock is 5, and so is the ts of covering's rule",
        {"rules": [state("1 -> 1", ts=5, created=5)], "clock": 5},
        **problem(1, "1 -> 1"),
        clock=3,
        step=5,
        rules=[],
        draws=[KEEP],
    )
    group = topic.group("dead", {**PAPER, "theta_ga": 0, "omega": 1}, **problem(1, "0 -> 10", "1 -> 11"), presented=[1])
    group.hand(
        "rule-that-control-removed-absorbs-nobody",
        "SUB-4 SUB-5 CTL-2",
        "control takes the last of rule 0; its former equal is a child of the step and enters anew",
        {
            "rules": [{"bits": "001101", "num": 1}, {"bits": "111111", "num": 1}, {"bits": "001111", "num": 2}],
            "clock": 11,
        },
        clock=10,
        deletions_commenced=True,
        step=9,
        rules=[
            {"bits": "001111", "exp": 200, "correct": 199, "wrong": 1, "indifferent": 0},
            {"bits": "001101", "exp": 200, "correct": 100, "wrong": 0, "indifferent": 100},
        ],
        draws=[MIDDLE, MIDDLE, *[KEEP] * 5, FLIP, *[KEEP] * 5, FLIP, *[KEEP] * 3],
    )
    return topic
