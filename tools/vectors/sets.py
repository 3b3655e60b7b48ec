"""Vectors of match sets, correct sets, the GA clock and control of the match set (MAT, CYC, CTL, REP-7)."""

from __future__ import annotations

from collections.abc import Iterator

from suite.notation import AUTHORS, PAPER, binary, continuous, data, interval, nominal, problem, rule
from suite.source import Topic

__all__ = ["topics"]

SQUARE = problem(2, "00 -> 1", "01 -> 1", "10 -> 0", "11 -> 0")
"""All instances of two binary attributes."""


def topics() -> Iterator[Topic]:
    """Return the topics of the formats `coverage`, `correct-sets`, `ga-due` and `control`."""
    yield _coverage()
    yield _refused()
    yield _correct_sets()
    yield _ga_due()
    yield _control()


def _coverage() -> Topic:
    topic = Topic("coverage", "rules")
    group = topic.group("binary", PAPER, **SQUARE)
    group.hand(
        "every-active-test-accepts",
        "MAT-1 MAT-2",
        "0#: 00, 01; #1: 01, 11; 01: 01 alone",
        {"coverage": ["1100", "0101", "0100"], "match_sets": [[0], [0, 1, 2], [], [1]]},
        rules=[rule("0# -> 1"), rule("#1 -> 1"), rule("01 -> 1")],
    )
    group.hand(
        "rule-without-tests-matches-all",
        "MAT-1",
        "## accepts everything",
        {"coverage": ["1111"], "match_sets": [[0], [0], [0], [0]]},
        rules=[rule("## -> 1")],
    )
    group.hand(
        "consequent-does-not-match",
        "MAT-1",
        "labels of the instances play no part",
        {"coverage": ["0011", "0011"]},
        rules=[rule("1# -> 1"), rule("1# -> 0")],
    )
    group.hand(
        "match-sets-in-population-order",
        "CYC-0 MAT-1",
        "order of insertion, not of generality or num",
        {"match_sets": [[0, 1, 3], [1, 3], [3], [2, 3]]},
        rules=[rule("00 -> 1"), rule("0# -> 1", num=9), rule("11 -> 1"), rule("## -> 1", num=2)],
    )
    group.hand(
        "missing-value-matches-every-test",
        "REP-7 MAT-2",
        "?1 has no first value: 0# and 1# match it, #0 does not",
        {"coverage": ["110", "101", "000"]},
        **problem(2, "?1 -> 1", "01 -> 1", "11 -> 0"),
        rules=[rule("0# -> 1"), rule("1# -> 1"), rule("#0 -> 1")],
    )
    group.hand(
        "authors-read-a-missing-binary-value-as-one",
        "REP-7",
        "?1 reads 11",
        {"coverage": ["010", "101"]},
        **problem(2, "?1 -> 1", "01 -> 1", "11 -> 0"),
        rules=[rule("0# -> 1"), rule("1# -> 1")],
        settings=AUTHORS,
    )
    group.hand(
        "instance-beyond-a-machine-word",
        "MAT-2",
        "the 65th of 65 instances alone is 1",
        {"coverage": [64 * "0" + "1"]},
        **problem(1, *(64 * ["0 -> 1"]), "1 -> 1"),
        rules=[rule("1 -> 1")],
    )

    three = data("2.0 0 -> 1", "4.0 1 -> 0", "12.0 2 -> 1", "? ? -> 0")
    group = topic.group("mixed", PAPER, attributes=[continuous(), nominal(3)], n_labels=1, instances=three)
    group.hand(
        "range-is-that-of-the-present-values",
        "REP-4 REP-7 MAT-2",
        "2..12: q = 6 is 3.935, q = 7 is 4.258: 2.0 alone, then 2.0 and 4.0; the missing value always",
        {"coverage": ["1001", "1101", "0011"]},
        rules=[
            rule(interval(1, 0, 6) + "0000" + "11", 1),
            rule(interval(1, 0, 7) + "0000" + "11", 1),
            rule(interval(1, 8, 31) + "0000" + "11", 1),
        ],
    )
    group.hand(
        "tests-of-all-kinds-together",
        "MAT-1 MAT-2",
        "x <= 4.258 and value in {1, 2}: the second, and the one without values",
        {"coverage": ["0101"]},
        rules=[rule(interval(1, 0, 7) + "1011" + "11", 1)],
    )
    group.hand(
        "bounds-of-many-bits",
        "REP-4",
        "k = 10, 2..12: 204 is 3.994, 205 is 4.004",
        {"coverage": ["1001", "1101"]},
        settings={"precision_bits": 10},
        rules=[
            rule(interval(1, 0, 204, 10) + "0000" + "11", 1),
            rule(interval(1, 0, 205, 10) + "0000" + "11", 1),
        ],
    )
    group.hand(
        "authors-match-no-missing-number",
        "REP-7",
        "a missing number is in no interval; a missing nominal value reads the first",
        {"coverage": ["1110", "1001"]},
        settings=AUTHORS,
        rules=[rule(interval(1, 0, 31) + "0000" + "11", 1), rule(interval(0, 0, 31) + "1100" + "11", 1)],
    )
    group = topic.group("no-range", PAPER, attributes=[continuous(), *binary(1)], n_labels=1)
    group.hand(
        "attribute-without-present-values",
        "REP-6 REP-7",
        "all values missing: the active test is none",
        {"coverage": ["01"]},
        instances=data("? 0 -> 1", "? 1 -> 0"),
        rules=[rule(interval(1, 3, 4) + "11" + "11", 1)],
    )
    group.hand(
        "constant-attribute",
        "REP-6",
        "5 everywhere: the active test is none",
        {"coverage": ["11"]},
        instances=data("5 0 -> 1", "5 1 -> 0"),
        rules=[rule(interval(1, 3, 4) + "00" + "11", 1)],
    )
    return topic


def _refused() -> Topic:
    topic = Topic("coverage", "refused-data")
    group = topic.group("training-data", PAPER, n_labels=1, rules=[])
    one, number = binary(1), [continuous()]
    for name, clauses, comment, error, attributes, values, labels in (
        ("missing-label", "REP-7", "a label is missing", "missing-label", one, (1, 0), "1?"),
        ("undeclared-value", "REP-7", "a value that is not declared", "undeclared-value", [nominal(3)], (-1,), "1"),
        ("undeclared-binary-value", "REP-7", "neither of the two", "undeclared-value", one, (-1,), "1"),
        ("infinite-value", "REP-4", "a range without an end", "infinite-value", number, (1.5, "inf"), "10"),
        ("no-instances", "REP-4", "nothing has a range, nothing to present", "no-instances", one, (), ""),
        ("range-that-overflows", "REP-4", "31 times the range is infinite", "range-overflow", number, (1e308, 0), "10"),
    ):
        instances = [{"x": [value], "y": label} for value, label in zip(values, labels, strict=True)]
        group.reject(name, clauses, comment, error, attributes=attributes, instances=instances)
    settings = topic.group("settings", PAPER, attributes=one, n_labels=1, rules=[], instances=data("1 -> 1"))
    for name, clause, comment, changes, error in (
        ("omega-above-phi", "UPD-5", "omega 0.9, phi 0.5", {"phi": 0.5}, "omega-above-phi"),
        ("phi-above-one", "UPD-5", "0 <= omega <= phi <= 1", {"phi": 1.5}, "setting-out-of-range"),
        ("negative-omega", "UPD-5", "0 <= omega", {"omega": -0.1}, "setting-out-of-range"),
        ("gamma-zero", "INI-1", "0 < gamma", {"clustering_gamma": 0}, "setting-out-of-range"),
        ("gamma-above-one", "INI-1", "gamma <= 1", {"clustering_gamma": 1.01}, "setting-out-of-range"),
        ("no-bits", "REP-4", "bounds of 0 bits", {"precision_bits": 0}, "setting-out-of-range"),
        ("no-room", "DEL-1", "N = 0", {"population_size": 0}, "setting-out-of-range"),
        ("power-zero", "UPD-4", "acc^0 is 1 for every rule", {"accuracy_power": 0}, "setting-out-of-range"),
    ):
        settings.reject(name, clause, comment, error, settings=changes)
    return topic


def _correct_sets() -> Topic:
    topic = Topic("correct-sets", "members")
    group = topic.group("two-labels", PAPER, **problem(1, "1 -> 10", "0 -> 11"), instance=0)
    group.hand(
        "right-decisions-only",
        "CYC-0 UPD-1",
        "labels 10; 1#: C[1]; #0: C[2]; 11: C[1]; 01 and ##: none",
        {"correct_sets": [{"members": [0, 2], "num": 2}, {"members": [1], "num": 1}]},
        rules=[rule("1 -> 1#"), rule("1 -> #0"), rule("1 -> 11"), rule("1 -> 01"), rule("1 -> ##")],
    )
    group.hand(
        "micro-classifiers-are-counted",
        "CYC-0",
        "num 3 + 4",
        {"correct_sets": [{"members": [0, 1], "num": 7}, {"members": [1], "num": 4}]},
        rules=[rule("1 -> 1#", num=3), rule("# -> 10", num=4)],
    )
    group.hand(
        "matching-rules-only",
        "CYC-0 MAT-1",
        "0 -> 10 does not match 1",
        {"correct_sets": [{"members": [1], "num": 1}, {"members": [], "num": 0}]},
        rules=[rule("0 -> 10", num=5), rule("# -> 1#")],
    )
    group.hand(
        "empty-sets",
        "CYC-0",
        "nobody is right",
        {"correct_sets": [{"members": [], "num": 0}, {"members": [], "num": 0}]},
        rules=[rule("1 -> 01"), rule("1 -> ##", num=3)],
    )
    group.hand(
        "labels-of-the-presented-instance",
        "CYC-0",
        "the second instance has labels 11",
        {"correct_sets": [{"members": [0, 1], "num": 2}, {"members": [1], "num": 1}]},
        instance=1,
        rules=[rule("# -> 10"), rule("0 -> 11")],
    )
    group.hand(
        "value-bit-of-an-open-label",
        "CYC-0 REP-2",
        "~ is open with its value bit set: no decision",
        {"correct_sets": [{"members": [], "num": 0}, {"members": [0], "num": 1}]},
        rules=[rule("1 -> ~0")],
    )
    nine = problem(1, "1 -> 101010101")
    group.hand(
        "nine-labels-one-by-one",
        "CYC-0",
        "labels 101010101: rule 0 right on 0, 4, 5, 8; rule 1 on 3, 4, 7; rule 2 on 8",
        {
            "correct_sets": [
                {"members": members, "num": num}
                for members, num in (
                    ([0], 2),
                    ([], 0),
                    ([], 0),
                    ([1], 3),
                    ([0, 1], 5),
                    ([0], 2),
                    ([], 0),
                    ([1], 3),
                    ([0, 2], 7),
                )
            ]
        },
        **nine,
        rules=[rule("1 -> 1###100#1", num=2), rule("1 -> 01#01#00#", num=3), rule("1 -> ########1", num=5)],
    )
    wide = problem(1, "1 -> " + 62 * "1" + "01")
    group.hand(
        "labels-beyond-a-machine-word",
        "CYC-0",
        "64 labels, the last two 01: rule 0 is right on both, rule 1 on the first and the last",
        {
            "correct_sets": [
                {"members": [1], "num": 3},
                *(61 * [{"members": [], "num": 0}]),
                {"members": [0], "num": 2},
                {"members": [0, 1], "num": 5},
            ]
        },
        **wide,
        rules=[rule("1 -> " + 62 * "#" + "01", num=2), rule("1 -> 1" + 62 * "#" + "1", num=3)],
    )
    return topic


def _ga_due() -> Topic:
    topic = Topic("ga-due", "clock")

    def members(*pairs: tuple[int, int]) -> list[dict[str, int]]:
        return [{"num": num, "ts": ts} for num, ts in pairs]

    group = topic.group("paper", {**PAPER, "theta_ga": 10}, step=1)
    for name, comment, clock, sets, labels in (
        ("at-the-threshold-is-not-due", "15 - 5 = 10 is not above 10", 14, [members((1, 5))], [(15, False)]),
        ("above-the-threshold", "15 - 4 = 11 > 10", 14, [members((1, 4))], [(15, True)]),
        ("mean-is-weighted-by-numerosity", "(3*0 + 1*20)/4 = 5; 16 - 5 = 11 > 10; unweighted: 16 - 10 = 6", 15,
         [members((3, 0), (1, 20))], [(16, True)]),
        ("mean-weighed-against", "(1*0 + 3*20)/4 = 15; 24 - 15 = 9; unweighted: 24 - 10 = 14", 23,
         [members((1, 0), (3, 20))], [(24, False)]),
        ("mean-is-not-rounded", "mean 4.5; 15 - 4.5 = 10.5 > 10; rounded up: 10", 14, [members((1, 4), (1, 5))],
         [(15, True)]),
        ("every-label-raises-the-clock", "10 - 0 = 10 is not above 10, 11 - 0 is", 9, 2 * [members((1, 0))],
         [(10, False), (11, True)]),
        ("empty-set-raises-nothing", "the first set is empty: 10 - 0 for the second", 9, [[], members((1, 0))],
         [(9, False), (10, False)]),
        ("empty-set-is-never-due", "nobody to select", 99, [[]], [(99, False)]),
        ("newly-stamped-set", "ts 15 = clock", 14, [members((1, 15))], [(15, False)]),
    ):  # fmt: skip
        group.hand(
            name,
            "CYC-2",
            comment,
            {"labels": [{"clock": now, "due": due} for now, due in labels]},
            clock=clock,
            correct_sets=sets,
        )
    group.hand(
        "default-threshold",
        "CYC-2 PAR-2",
        "theta_GA 2000: 2000 - 0 is not above it, 2001 - 0 is",
        {"labels": [{"clock": 2000, "due": False}, {"clock": 2001, "due": True}]},
        clock=1999,
        correct_sets=[members((1, 0)), members((1, 0))],
        settings={"theta_ga": 2000},
    )
    group.hand(
        "sum-does-not-wrap",
        "CYC-2",
        "num 1000, ts 3,000,000: the sum 3e9 is above 2^31; the mean is 3,000,000, and 1 is not above 10",
        {"labels": [{"clock": 3000001, "due": False}]},
        clock=3000000,
        correct_sets=[members((1000, 3000000))],
    )

    group = topic.group("step-clock", {**PAPER, "theta_ga": 10, "ga_clock": "step"})
    group.hand(
        "clock-is-the-step",
        "CYC-2",
        "step 11: 11 for both labels; 11 - 0 > 10, 11 - 1 = 10",
        {"labels": [{"clock": 11, "due": True}, {"clock": 11, "due": False}]},
        clock=10,
        step=11,
        correct_sets=[members((1, 0)), members((1, 1))],
    )

    group = topic.group("authors", {**AUTHORS, "theta_ga": 10}, step=1)
    for name, comment, settings, clock, sets, labels in (
        ("at-the-threshold-is-due", "15 - 5 = 10 >= 10", {}, 14, [members((1, 5))], [(15, True)]),
        ("below-the-threshold", "15 - 6 = 9", {}, 14, [members((1, 6))], [(15, False)]),
        ("mean-is-truncated", "mean 5.5, truncated 5; 15 - 5 = 10 >= 10; exact: 9.5", {}, 14,
         [members((1, 5), (1, 6))], [(15, True)]),
        ("sum-wraps-at-thirty-two-bits", "3e9 - 2^32 = -1294967296, mean -1294967: due", {}, 3000000,
         [members((1000, 3000000))], [(3000001, True)]),
        ("negative-mean-is-truncated-towards-zero", "3000001 + 1294967 = 4294968 < 4294969; floored it is due",
         {"theta_ga": 4294969}, 3000000, [members((1000, 3000000))], [(3000001, False)]),
        ("sum-just-below-the-wrap", "2^31 - 1 does not wrap: 2147483648 - 2147483647 = 1", {}, 2147483647,
         [members((1, 2147483647))], [(2147483648, False)]),
        ("sum-at-the-wrap", "2^31 wraps to -2^31: due", {}, 2147483648, [members((1, 2147483648))],
         [(2147483649, True)]),
        ("empty-set-raises-nothing-either", "9 + 1 for the second label", {}, 9, [[], members((1, 1))],
         [(9, False), (10, False)]),
    ):  # fmt: skip
        group.hand(
            name,
            "CYC-2",
            comment,
            {"labels": [{"clock": now, "due": due} for now, due in labels]},
            clock=clock,
            correct_sets=sets,
            settings=settings,
        )
    return topic


def _control() -> Topic:
    topic = Topic("control", "lowest-level")
    two = problem(1, "1 -> 11", "0 -> 11", "1 -> 00")
    group = topic.group("choice", {**PAPER, "accuracy_power": 1}, **two, instance=0, step=9)
    good, bad = {"matches": 4, "correct": 6}, {"matches": 4, "correct": 2}
    worst = {"matches": 4, "correct": 0}
    for name, comment, rules, loser, num in (
        ("least-fit-of-the-lowest-level", "coverage 2, 2, 3: F 0.75, 0.25; the third, F 0, covers more",
         [rule("1 -> 11", **good), rule("1 -> 11", **bad), rule("# -> 11", **worst)], 1, [1, 0, 1]),
        ("lower-level-replaces-a-higher-one", "the first, F 0, covers 3; the others 2",
         [rule("# -> 11", **worst), rule("1 -> 11", **good), rule("1 -> 11", **bad)], 2, [1, 1, 0]),
        ("rules-that-cover-everything", "coverage 3 of 3", [rule("# -> 11", **good), rule("# -> 11", **bad)], 1,
         [1, 0]),
        ("first-may-be-the-least-fit", "F 0.25, 0.75", [rule("1 -> 11", **bad), rule("1 -> 11", **good)], 0, [0, 1]),
        ("ties-go-to-the-last", "F 0.25 three times", [rule("1 -> 11", **bad)] * 3, 2, [1, 1, 0]),
        ("one-micro-classifier-only", "num 3 becomes 2", [rule("1 -> 11", **good), rule("1 -> 11", num=3, **bad)], 1,
         [1, 2]),
        ("lone-rule-of-its-level-stays", "one rule of coverage 2, two of 3",
         [rule("1 -> 11", **bad), rule("# -> 11", **bad), rule("# -> 11", **bad)], None, [1, 1, 1]),
        ("micro-classifiers-are-no-rules", "one rule of num 9 is one rule", [rule("1 -> 11", num=9, **bad)], None, [9]),
        ("numerosity-does-not-weigh", "F 0.25 with num 9 is below F 0.75 with num 1",
         [rule("1 -> 11", num=9, **bad), rule("1 -> 11", **good)], 0, [8, 1]),
        ("rule-outside-the-match-set", "0 covers one instance, but does not match",
         [rule("0 -> 11", **worst), rule("1 -> 11", **bad), rule("1 -> 11", **good)], 1, [1, 0, 1]),
        ("new-rule-has-fitness-one", "F 1 before the first update",
         [rule("1 -> 11"), rule("1 -> 11", **good)], 1, [1, 0]),
        ("empty-match-set", "nobody matches", [rule("0 -> 11")], None, [1]),
    ):  # fmt: skip
        group.hand(name, "CTL-1", comment, {"loser": loser, "num": num}, rules=rules)

    group = topic.group("known-coverage", {**PAPER, "accuracy_power": 1}, **two, instance=0)
    for name, comment, step, created, loser in (
        ("known-after-all-instances", "9 - 6 >= |D| = 3", 9, 6, 1),
        ("unknown-one-step-earlier", "8 - 6 = 2 < 3: only one known rule is left", 8, 6, None),
        ("initial-rules-count-from-zero", "created 0: known at step 3", 3, 0, 1),
        ("initial-rules-before-the-first-pass", "created 0: unknown at step 2", 2, 0, None),
    ):
        group.hand(
            name,
            "CTL-2",
            comment,
            {"loser": loser},
            rules=[rule("1 -> 11", **good), rule("1 -> 11", created=created, **bad)],
            step=step,
        )
    group.hand(
        "unknown-rule-sets-no-level",
        "CTL-2 CTL-1",
        "11 covers less but is too young: the level is that of the two others",
        {"loser": 1, "num": [1, 0, 1]},
        **problem(2, "11 -> 11", "01 -> 11", "10 -> 00"),
        rules=[rule("1# -> 11", **good), rule("1# -> 11", **bad), rule("11 -> 11", created=7, **worst)],
        step=9,
    )

    group = topic.group("authors", {**AUTHORS, "accuracy_power": 1}, **two, instance=0, step=9)
    counted = {name: {**fields, "by_match": True} for name, fields in (("good", good), ("bad", bad))}
    rules = [rule("1 -> 11", **counted["good"]), rule("1 -> 11", **counted["bad"])]
    group.hand("off-in-the-profile", "CTL-3", "nothing happens", {"loser": None, "num": [1, 1]}, rules=rules)
    group.hand(
        "same-when-on",
        "CTL-3 CTL-1",
        "F 0.75, 0.25",
        {"loser": 1, "num": [1, 0]},
        rules=rules,
        settings={"match_set_control": True},
    )
    return topic
