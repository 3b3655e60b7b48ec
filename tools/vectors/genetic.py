"""Vectors of the genetic algorithm: selection, crossover, mutation, zero coverage (GEN)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from suite.notation import (
    AUTHORS,
    COPIES,
    PAPER,
    binary,
    chromosome,
    continuous,
    data,
    flips,
    interval,
    nominal,
    problem,
    rule,
)
from suite.source import Group, Topic

__all__ = ["topics"]


def topics() -> Iterator[Topic]:
    """Return the topics of the formats `selection`, `crossover` and `ga`."""
    yield _selection()
    yield _crossover()
    yield _mutation()
    yield _zero_coverage()


def ten(tenths: int, **fields: Any) -> dict[str, Any]:
    """Return a rule with exp 10 and acc tenths/10."""
    return rule("1 -> 11", matches=5, correct=tenths, **fields)


def _selection() -> Topic:
    topic = Topic("selection", "parents")
    group = topic.group("paper", {**PAPER, "accuracy_power": 1}, attributes=binary(1), n_labels=2)
    young = rule("1 -> 11", matches=4, correct=8)
    for name, clauses, comment, rules, draws, parents in (
        ("fitness-is-the-weight", "GEN-1", "F 0.2, 0.8: 0.1 in the first slice, 0.3 in the second", [ten(2), ten(8)],
         (0.1, 0.3), [0, 1]),
        ("numerosity-is-a-factor", "GEN-1", "4*0.2 = 0.8 and 0.8, total 1.6: 0.4*1.6 = 0.64; without num 0.4 > 0.2",
         [ten(2, num=4), ten(8)], (0.4, 0.6), [0, 1]),
        ("inexperienced-rule-has-no-weight", "GEN-1", "exp 8 < 10: F_d 0 although F 1; u = 0.0 is not for it",
         [young, ten(5)], (0.0, 0.9), [1, 1]),
        ("same-member-twice", "GEN-1", "0.5 and 0.6 of a total of 1: both in the slice of 0.8", [ten(2), ten(8)],
         (0.5, 0.6), [1, 1]),
        ("order-of-selection", "GEN-1 GEN-8", "0.9, then 0.1", [ten(2), ten(8)], (0.9, 0.1), [1, 0]),
        ("all-young-by-numerosity", "GEN-2", "F_d 0 everywhere; num 1 and 3: 0.2*4 = 0.8, 0.3*4 = 1.2",
         [young, {**young, "num": 3}], (0.2, 0.3), [0, 1]),
        ("all-wrong-by-numerosity", "GEN-2", "F 0 everywhere; num 3 and 1: 0.7*4 = 2.8, 0.8*4 = 3.2",
         [ten(0, num=3), ten(0)], (0.7, 0.8), [0, 1]),
        ("middle-of-three", "GEN-1 GEN-3", "0.1, 0.5, 0.4, total 1: 0.3 and 0.65", [ten(1), ten(5), ten(4)],
         (0.3, 0.65), [1, 2]),
        ("member-without-weight-in-the-middle", "GEN-3", "0.2, 0, 0.8: 0.15 and 0.25", [ten(2), young, ten(8)],
         (0.15, 0.25), [0, 2]),
    ):  # fmt: skip
        group.hand(name, clauses, comment, {"parents": parents}, rules=rules, draws=draws)
    group.hand(
        "fitness-not-accuracy",
        "GEN-1",
        "nu 2: 0.2^2 = 0.04 and 0.8^2 = 0.64, total 0.68: 0.1*0.68 = 0.068 > 0.04",
        {"parents": [1, 0]},
        rules=[ten(2), ten(8)],
        draws=[0.1, 0.05],
        settings={"accuracy_power": 2},
    )
    group.hand(
        "threshold-is-theta-exp",
        "GEN-1",
        "theta_exp 11: exp 10 is below it for both; by num",
        {"parents": [0, 1]},
        rules=[ten(2), ten(8)],
        draws=[0.4, 0.6],
        settings={"theta_exp": 11},
    )

    group = topic.group("authors", {**AUTHORS, "accuracy_power": 1}, attributes=binary(1), n_labels=2)
    young = rule("1 -> 11", matches=19, correct=38, by_match=True)
    old = rule("1 -> 11", matches=20, correct=20, by_match=True)
    for name, clauses, comment, rules, draws, parents in (
        ("threshold-is-theta-del", "GEN-1", "exp 19 < 20: F_d 0; exp 20 counts", [young, old], (0.1, 0.9), [1, 1]),
        ("all-young-take-the-first", "GEN-2", "the draws are made all the same", [young, {**young, "num": 9}],
         (0.8, 0.9), [0, 0]),
        ("weight-zero-at-the-start", "GEN-3", "u = 0: the first, although its weight is 0", [young, old], (0.0, 0.1),
         [0, 1]),
    ):  # fmt: skip
        group.hand(name, clauses, comment, {"parents": parents}, rules=rules, draws=draws)
    return topic


def _crossover() -> Topic:
    topic = Topic("crossover", "cuts")
    ones, zeros = chromosome("11 -> 11"), "0000" + "1010"
    group = topic.group("paper", PAPER, attributes=binary(2), n_labels=2, first=ones, second=zeros, label=0)

    def cut(where: Group, name: str, comment: str, u: float, children: list[str], **given: Any) -> None:
        where.hand(name, "GEN-4 GEN-5", comment, {"children": children}, draws=[0.1, u], **given)

    cut(group, "cut-in-the-condition", "size_x = 8 - 2 = 6; floor(0.35*6) = 2; child 1 is parent 2 with 1's bits 2, 3",
        0.35, ["00111110", "11001011"])  # fmt: skip
    cut(group, "cut-at-the-start", "floor(0.1*6) = 0: the whole condition", 0.1, ["11111110", "00001011"])
    cut(group, "cut-at-the-last-bit-of-the-condition", "floor(0.6*6) = 3 < 4: bit 3", 0.6, ["00011110", "11101011"])
    cut(group, "cut-in-the-label", "floor(0.7*6) = 4: the label alone", 0.7, ["00001110", "11111011"])
    cut(group, "cut-at-the-end", "floor(0.95*6) = 5: the label alone", 0.95, ["00001110", "11111011"])
    cut(group, "other-label", "label 1: its two bits, not those of label 0", 0.35, ["00111011", "11001110"], label=1)
    three: dict[str, Any] = {
        "attributes": binary(2),
        "n_labels": 3,
        "first": ones + "11",
        "second": zeros + "10",
        "label": 2,
    }
    cut(group, "size-holds-one-label-only", "3 labels: size_x = 10 - 4 = 6; floor(0.7*6) = 4: the label alone", 0.7,
        ["0000101011", "1111111110"], **three)  # fmt: skip
    cut(group, "other-labels-are-never-exchanged", "3 labels, label 1, cut 2", 0.35,
        ["0011101110", "1100111011"], **{**three, "label": 1})  # fmt: skip
    cut(group, "single-label", "|L| 1: size_x = size = 6; floor(0.35*6) = 2", 0.35, ["001111", "110010"],
        n_labels=1, first="111111", second="000010")  # fmt: skip
    cut(group, "cut-inside-a-gene", "interval of 11 bits: size_x 13, floor(0.5*13) = 6: b2 is exchanged, b1 is not",
        0.5, [interval(0, 3, 21) + "1110", interval(1, 7, 9) + "1011"],
        attributes=[continuous(0, 31)], first=interval(1, 7, 21) + "1111",
        second=interval(0, 3, 9) + "1010")  # fmt: skip

    group.hand(
        "no-crossover",
        "GEN-4 GEN-5",
        "0.81 >= chi 0.8: copies in order, no cut drawn",
        {"children": [ones, zeros]},
        draws=[0.81],
    )
    group.hand(
        "draw-equal-to-chi-is-none",
        "GEN-4 PAR-2",
        "0.8 < 0.8 is false",
        {"children": [ones, zeros]},
        draws=[0.8],
        settings={"crossover_rate": 0.8},
        tie=("GEN-4", ("draws/0", "settings/crossover_rate")),
    )
    group.hand(
        "below-chi",
        "GEN-4 PAR-2",
        "0.79 < 0.8",
        {"children": ["00001110", "11111011"]},
        draws=[0.79, 0.7],
    )
    group.hand(
        "equal-parents-draw-no-cut",
        "GEN-4 REP-10",
        "equal but for the bits of an open test: the decision is drawn, the children are copies",
        {"children": [chromosome("1~ -> 1#"), chromosome("1# -> 1#")]},
        first=chromosome("1~ -> 1#"),
        second=chromosome("1# -> 1#"),
        draws=[0.1],
    )
    group.hand(
        "parents-that-differ-in-a-label-are-not-equal",
        "GEN-4 REP-10",
        "label 1 differs: a cut is drawn; label 0 and the condition are the same",
        {"children": [chromosome("1# -> 10"), chromosome("1# -> 1#")]},
        first=chromosome("1# -> 1#"),
        second=chromosome("1# -> 10"),
        draws=[0.1, 0.35],
    )

    group = topic.group("authors", AUTHORS, attributes=binary(2), n_labels=2, first=ones, second=zeros, label=0)
    for name, comment, draws, children in (
        ("one-cut-for-each-child", "ceil(0.35*6 - 1) = 2, ceil(0.6*6 - 1) = 3", (0.1, 0.35, 0.6),
         ["00111110", "11101011"]),
        ("cuts-in-order-of-the-children", "ceil(0.6*6 - 1) = 3, ceil(0.1*6 - 1) = 0", (0.1, 0.6, 0.1),
         ["00011110", "00001011"]),
        ("rounded-up-not-down", "0.3*6 - 1 = 0.8: 1; 0.45*6 - 1 = 1.7: 2", (0.1, 0.3, 0.45), ["01111110", "11001011"]),
        ("cut-in-the-label", "ceil(0.7*6 - 1) = 4, ceil(0.95*6 - 1) = 5: the label alone", (0.1, 0.7, 0.95),
         ["00001110", "11111011"]),
        ("last-bit-of-the-condition", "ceil(0.66*6 - 1) = 3, ceil(0.68*6 - 1) = 4", (0.1, 0.66, 0.68),
         ["00011110", "11111011"]),
        ("draw-zero-is-a-plain-copy", "ceil(-1) = -1: child 1 copies parent 2, child 2 parent 1", (0.1, 0.0, 0.0),
         [zeros, ones]),
        ("draw-zero-for-one-child", "child 1 copies parent 2; child 2 takes everything from bit 0 on", (0.1, 0.0, 0.1),
         [zeros, "00001011"]),
    ):  # fmt: skip
        group.hand(name, "GEN-4 GEN-5", comment, {"children": children}, draws=draws)
    group.hand(
        "equal-by-the-first-bound",
        "GEN-4 REP-10",
        "5..20 and 5..9 are equal in authors: no cut",
        {"children": [interval(1, 5, 20) + "11", interval(1, 5, 9) + "11"]},
        attributes=[continuous(0, 31)],
        n_labels=1,
        first=interval(1, 5, 20) + "11",
        second=interval(1, 5, 9) + "11",
        draws=[0.1],
    )
    group.hand(
        "rate-is-a-float",
        "FIN-2 GEN-4",
        "chi is 0.800000011920929: 0.800000005 is below it",
        {"children": [zeros, ones]},
        draws=[0.800000005, 0.0, 0.0],
    )
    return topic


def _mutation() -> Topic:
    topic = Topic("ga", "mutation")
    still = flips(6)
    group = topic.group("paper", PAPER, **problem(1, "1 -> 11", "0 -> 11"), label=0, clock=77)
    parent = rule("1 -> 1#", num=4, matches=6, correct=6, cs=3.0, ts=70)
    group.hand(
        "children-inherit-no-parameters",
        "PAR-0 GEN-5",
        "num 1, exp 0, acc 0, F 1, cs 1, ts = clock 77, whatever the parent has",
        {
            "offspring": 2
            * [
                {
                    "rule": {
                        "bits": "111100",
                        "num": 1,
                        "exp": 0,
                        "tp": 0,
                        "fp": 0,
                        "msa": 0,
                        "acc": 0,
                        "fitness": 1,
                        "cs": 1,
                        "ts": 77,
                        "able": False,
                    },
                    "parents": [0, 0],
                }
            ]
        },
        rules=[parent],
        draws=[*COPIES, *still, *still],
    )
    group.hand(
        "authors-are-born-without-a-time",
        "PAR-0",
        "ts 0",
        {"offspring": [{"rule": {"ts": 0}}, {"rule": {"ts": 0}}]},
        rules=[rule("1 -> 1#", num=4, matches=6, correct=6, by_match=True)],
        draws=[*COPIES, *still, *still],
        settings=AUTHORS,
    )
    for name, comment, first, second, children in (
        ("activation-flips", "bit 0 of the first child", (0,), (), ["011100", "111100"]),
        ("second-child-after-the-first", "bit 2 of the second child: draw 6 + 2", (), (2,), ["111100", "110100"]),
        ("value-flips", "bit 1 of both: 0", (1,), (1,), ["101100", "101100"]),
        (
            "all-labels-mutate",
            "bits 4 and 5 of the first: label 1, not that of the set",
            (4, 5),
            (),
            ["111111", "111100"],
        ),
        ("last-bit-mutates", "bit 5 of the second child", (), (5,), ["111100", "111101"]),
        ("decision-of-the-set-mutates", "bits 2 and 3 of the first: label 0", (2, 3), (), ["110000", "111100"]),
        ("several-bits", "bits 0, 3, 4 and 1, 2", (0, 3, 4), (1, 2), ["011010", "100100"]),
    ):
        group.hand(
            name,
            "GEN-6",
            comment,
            {"offspring": [{"rule": {"bits": child}} for child in children]},
            rules=[parent],
            draws=[*COPIES, *flips(6, *first), *flips(6, *second)],
        )
    group.hand(
        "rule-that-decides-nothing-is-legal",
        "REP-11 GEN-6",
        "bit 2 of both: 1 -> ##",
        {"offspring": [{"rule": {"bits": "110100"}}, {"rule": {"bits": "110100"}}]},
        rules=[parent],
        draws=[*COPIES, *flips(6, 2), *flips(6, 2)],
    )
    group.hand(
        "draw-equal-to-mu-flips-nothing",
        "GEN-6 PAR-2",
        "0.04 < 0.04 is false, 0.039 flips",
        {"offspring": [{"rule": {"bits": "101100"}}, {"rule": {"bits": "111100"}}]},
        rules=[parent],
        draws=[*COPIES, 0.04, 0.039, *still[2:], *still],
        settings={"mutation_rate": 0.04},
        tie=("GEN-6", ("draws/3", "settings/mutation_rate")),
    )
    group.hand(
        "rate-is-a-float",
        "FIN-2 GEN-6",
        "authors: mu is 0.03999999910593033: 0.0399999995 flips nothing",
        {"offspring": [{"rule": {"bits": "111100"}}, {"rule": {"bits": "111100"}}]},
        rules=[rule("1 -> 1#", by_match=True)],
        draws=[*COPIES, 0.0399999995, *still[1:], *still],
        settings=AUTHORS,
    )
    group.hand(
        "draws-in-order",
        "GEN-8 GEN-4 GEN-5",
        "parents 0 and 1, crossover, floor(0.55*4) = 2: label alone; child 1 is 0 -> 11, child 2 1 -> 1#; bit 5, bit 0",
        {
            "offspring": [
                {"rule": {"bits": "101110"}, "parents": [0, 1]},
                {"rule": {"bits": "011100"}, "parents": [0, 1]},
            ]
        },
        rules=[rule("1 -> 1#"), rule("0 -> 11")],
        draws=[0.4, 0.6, 0.1, 0.55, *flips(6, 5), *flips(6, 0)],
    )
    group.hand(
        "authors-draw-both-cuts-before-mutation",
        "GEN-8 GEN-4",
        "cuts ceil(0.9*4 - 1) = 3 and ceil(0.8*4 - 1) = 3: the label alone; bit 0 of child 1, bit 5 of child 2",
        {"offspring": [{"rule": {"bits": "001111"}}, {"rule": {"bits": "111101"}}]},
        rules=[rule("1 -> 1#", matches=20, correct=20, by_match=True),
               rule("0 -> 11", matches=20, correct=40, by_match=True)],
        draws=[0.0001, 0.9, 0.1, 0.9, 0.8, *flips(6, 0), *flips(6, 5)],
        settings={**AUTHORS, "accuracy_power": 1},
    )  # fmt: skip
    wide = problem(33, 33 * "0" + " -> 1")
    group.hand(
        "chromosome-longer-than-a-word",
        "GEN-6",
        "68 bits: bit 66, the activation of the label, and bit 1 of the second child's first test, which then is 1",
        {"offspring": [{"rule": {"bits": 66 * "0" + "01"}}, {"rule": {"bits": "01" + 64 * "0" + "11"}}]},
        **wide,
        rules=[rule(33 * "#" + " -> 1")],
        draws=[*COPIES, *flips(68, 66), *flips(68, 1)],
    )
    group.hand(
        "draw-equal-to-mu-in-a-long-chromosome",
        "GEN-6",
        "68 bits: 0.04 < 0.04 is false for bit 66",
        {"offspring": 2 * [{"rule": {"bits": 66 * "0" + "11"}}]},
        **wide,
        rules=[rule(33 * "#" + " -> 1")],
        draws=[*COPIES, *flips(66), 0.04, 0.5, *flips(68)],
        settings={"mutation_rate": 0.04},
        tie=("GEN-6", ("draws/69", "settings/mutation_rate")),
    )
    return topic


def _zero_coverage() -> Topic:
    topic = Topic("ga", "zero-coverage")
    group = topic.group("paper", PAPER, **problem(1, "1 -> 1"), label=0, clock=9)
    none: dict[str, Any] = {"offspring": []}
    for name, comment, first, second, out in (
        ("first-child-is-dropped", "bit 1: 0 -> 1 matches nothing; the second is kept", (1,), (),
         {"offspring": [{"rule": {"bits": "1111"}, "parents": [0, 0]}]}),
        ("both-children-are-dropped", "0 -> 1 twice", (1,), (1,), none),
        ("open-child-is-kept", "bits 0 and 1: # matches everything", (0, 1), (1,),
         {"offspring": [{"rule": {"bits": "0011"}}]}),
    ):  # fmt: skip
        group.hand(
            name, "GEN-7", comment, out, rules=[rule("1 -> 1")], draws=[*COPIES, *flips(4, *first), *flips(4, *second)]
        )
    values: dict[str, Any] = {"attributes": [nominal(3)], "n_labels": 1, "instances": data("0 -> 1", "2 -> 1")}
    numbers: dict[str, Any] = {
        "attributes": [continuous()],
        "n_labels": 1,
        "instances": [{"x": [0], "y": "1"}, {"x": [31], "y": "1"}],
    }
    authors = topic.group("authors", AUTHORS, label=0, clock=9)
    for where, kept in ((topic.group("repair-first", PAPER, label=0, clock=9), True), (authors, False)):
        repaired: list[dict[str, Any]] = [{"rule": {"bits": "000011"}}] if kept else []
        swapped: list[dict[str, Any]] = [{"rule": {"bits": interval(1, 0, 16) + "11"}}] if kept else []
        comment = "paper repairs, then tests" if kept else "authors test, then repair"
        where.hand(
            "set-that-loses-its-last-value",
            "GEN-7 REP-5",
            f"1 000 matches nothing, 0 000 everything; {comment}",
            {"offspring": [*repaired, {"rule": {"bits": "110011"}}]},
            **values,
            rules=[rule("110011", 1)],
            draws=[*COPIES, *flips(6, 1), *flips(6)],
        )
        where.hand(
            "bounds-that-are-reversed",
            "GEN-7 REP-5 REP-4",
            f"b1 16 > b2 0 is an interval in paper and nothing in authors; {comment}",
            {"offspring": [*swapped, {"rule": {"bits": interval(1, 0, 0) + "11"}}]},
            **numbers,
            rules=[rule(interval(1, 0, 0) + "11", 1)],
            draws=[*COPIES, *flips(13, 5), *flips(13)],
        )
        where.hand(
            "set-that-gains-its-last-value",
            "GEN-7 REP-5",
            "1 111 matches everything and is repaired to # in both",
            {"offspring": [{"rule": {"bits": "011111"}}, {"rule": {"bits": "110111"}}]},
            **values,
            rules=[rule("110111", 1)],
            draws=[*COPIES, *flips(6, 2), *flips(6)],
        )
        where.hand(
            "undersized-set-is-dropped",
            "GEN-7",
            "1 010: no instance has value 1",
            {"offspring": [{"rule": {"bits": "110011"}}]},
            **values,
            rules=[rule("110011", 1)],
            draws=[*COPIES, *flips(6, 1, 2), *flips(6)],
        )
    return topic
