"""Vectors of single genes and chromosomes: layout, decoding, matching, REPAIR (REP, MAT-1)."""

from __future__ import annotations

from collections.abc import Iterator

from suite.notation import AUTHORS, PAPER, binary, bits, continuous, interval, nominal
from suite.source import Topic

__all__ = ["topics"]

WIDE = continuous(0, 31)
"""With 5 bits a bound, bound q stands for the number q."""
THIRD = continuous(-0.1, 0.2)
"""Its range, 0.2 + 0.1, is no double, and -0.1 + range is above 0.2."""


def topics() -> Iterator[Topic]:
    """Return the topics of the formats `layout`, `decode`, `match` and `repair`."""
    yield _layout()
    yield _decode()
    yield _match()
    yield _match_continuous()
    yield _repair()


def _layout() -> Topic:
    topic = Topic("layout", "places")
    group = topic.group("genes", PAPER)
    group.hand(
        "attributes-come-before-labels",
        "REP-1 REP-2",
        "two binary attributes of 2 bits, one label of 2 bits: 0, 2, label at 4, size 6",
        {"attribute_starts": [0, 2], "label_starts": [4], "size": 6},
        attributes=binary(2),
        n_labels=1,
    )
    group.hand(
        "nominal-gene-has-an-activation-bit-too",
        "REP-3",
        "3 values: 1 + 3 bits; then the binary one at 4, the label at 6",
        {"attribute_starts": [0, 4], "label_starts": [6], "size": 8},
        attributes=[nominal(3), *binary(1)],
        n_labels=1,
    )
    group.hand(
        "nominal-with-two-values-is-binary",
        "REP-3",
        "2 values: 2 bits, not 3",
        {"attribute_starts": [0, 2], "label_starts": [4], "size": 6},
        attributes=[nominal(2), *binary(1)],
        n_labels=1,
    )
    group.hand(
        "nominal-with-one-value-is-binary",
        "REP-3",
        "1 value: 2 bits",
        {"attribute_starts": [0, 2], "size": 6},
        attributes=[nominal(1), *binary(1)],
        n_labels=1,
    )
    group.hand(
        "continuous-gene-has-two-bounds-and-an-activation-bit",
        "REP-4 PAR-2",
        "k = 5: 2*5 + 1 = 11 bits",
        {"attribute_starts": [0, 11], "label_starts": [13], "size": 15},
        attributes=[WIDE, *binary(1)],
        n_labels=1,
    )
    group.hand(
        "bits-of-a-bound-are-the-setting",
        "REP-4",
        "k = 3: 2*3 + 1 = 7 bits",
        {"attribute_starts": [0, 7], "label_starts": [9, 11], "size": 13},
        attributes=[WIDE, *binary(1)],
        n_labels=2,
        settings={"precision_bits": 3},
    )
    group.hand(
        "schema-order-not-order-of-kinds",
        "REP-1 REP-2 REP-3 REP-4",
        "continuous 11, binary 2, nominal 5, binary 2, three labels: 0, 11, 13, 18, labels 20, 22, 24",
        {"attribute_starts": [0, 11, 13, 18], "label_starts": [20, 22, 24], "size": 26},
        attributes=[WIDE, *binary(1), nominal(4), *binary(1)],
        n_labels=3,
    )
    group.reject(
        "range-that-overflows",
        "REP-4",
        "31 times 3e307 is no double: bounds have no value",
        "range-overflow",
        attributes=[continuous(0.0, 3e307)],
        n_labels=1,
    )
    return topic


def _decode() -> Topic:
    topic = Topic("decode", "readings")
    group = topic.group("coded", PAPER)
    for name, clauses, comment, attribute, code, out in (
        ("binary-one", "REP-2", "11: active, value 1", nominal(2), "11", {"active": True, "values": [1]}),
        ("binary-zero", "REP-2", "10: active, value 0", nominal(2), "10", {"active": True, "values": [0]}),
        ("activation-stands-first", "REP-2", "01: inactive with value bit 1", nominal(2), "01", {"active": False}),
        (
            "first-value-bit-is-the-first-value",
            "REP-3",
            "1 100: value 0 of three",
            nominal(3),
            "1 100",
            {"active": True, "values": [0]},
        ),
        ("set-of-values", "REP-3", "1 0110: values 1 and 2 of four", nominal(4), "1 0110", {"values": [1, 2]}),
        ("no-value", "REP-3", "1 000: active without a value", nominal(3), "1 000", {"active": True, "values": []}),
        ("inactive-set", "REP-3", "0 101: inactive", nominal(3), "0 101", {"active": False, "values": [0, 2]}),
    ):
        group.hand(name, clauses, comment, out, attribute=attribute, bits=bits(code))

    group = topic.group("bounds", PAPER)
    group.hand(
        "least-significant-bit-first",
        "REP-4",
        "10000 is 1, 01000 is 2, not 16 and 8",
        {"active": True, "bounds": [1, 2], "reals": [1.0, 2.0]},
        attribute=WIDE,
        bits=bits("1 10000 01000"),
    )
    group.hand(
        "levels-are-one-less-than-the-codes",
        "REP-4",
        "k = 1: 0 is x_min, 1 is x_max, 2^1 - 1 = 1",
        {"bounds": [0, 1], "reals": [2.0, 6.0]},
        attribute=continuous(2, 6),
        bits="101",
        settings={"precision_bits": 1},
    )
    group.hand(
        "bound-is-scaled-and-moved",
        "REP-4",
        "x in 1..11, q = 16: 16*10/31 + 1 = 6.161290322580645; q = 8: 8*10/31 + 1 = 3.5806451612903225",
        {"bounds": [16, 8], "reals": [6.161290322580645, 3.5806451612903225]},
        attribute=continuous(1, 11),
        bits=interval(1, 16, 8),
    )
    group.hand(
        "largest-bound-is-the-maximum-exactly",
        "REP-4",
        "q = 31: 0.2, not 31*0.3/31 - 0.1 = 0.20000000000000004; q = 0: -0.1",
        {"bounds": [0, 31], "reals": [-0.1, 0.2]},
        attribute=THIRD,
        bits=interval(1, 0, 31),
    )
    group.hand(
        "order-of-the-bounds-is-kept",
        "REP-4",
        "b1 = 20, b2 = 5 read as they stand",
        {"bounds": [20, 5], "reals": [20.0, 5.0]},
        attribute=WIDE,
        bits=interval(1, 20, 5),
    )
    group.hand(
        "constant-attribute-reads-its-value",
        "REP-4 REP-6",
        "x_min = x_max = 3: every bound is 3",
        {"reals": [3.0, 3.0]},
        attribute=continuous(3, 3),
        bits=interval(1, 7, 31),
    )
    for name, q1, q2 in (("both-ends-are-rounded", 16, 28), ("both-ends-are-rounded-on-all-levels", 8, 31)):
        group.filled(
            name,
            "REP-4",
            "2.9 and 11.2 are no floats: to leave out the rounding of either end, or of both, gives other numbers",
            attribute=continuous(2.9, 11.2),
            bits=interval(1, q1, q2),
            settings={"interval_arithmetic": "float32"},
        )
    group.hand(
        "sixteen-bits",
        "REP-4",
        "k = 16, 0..65535: 2^15 = 32768 and 2^0 = 1",
        {"bounds": [32768, 1], "reals": [32768.0, 1.0]},
        attribute=continuous(0, 65535),
        bits=interval(1, 32768, 1, 16),
        settings={"precision_bits": 16},
    )

    group = topic.group("authors", AUTHORS)
    group.hand(
        "floats-of-thirty-two-bits",
        "REP-4",
        "q = 10 of 0..10: float(10/31)*10 = 3.22580623626709; in doubles 3.225806451612903",
        {"reals": [3.22580623626709, 1.612903118133545]},
        attribute=continuous(0, 10),
        bits=interval(1, 10, 5),
    )
    group.hand(
        "minimum-is-rounded-first",
        "REP-4",
        "float(0.2)..3.3, q = 1: 0.30000001192092896; with 0.2 in doubles 0.29999998211860657",
        {"bounds": [1, 31], "reals": [0.30000001192092896, 3.299999952316284]},
        attribute=continuous(0.2, 3.3),
        bits=interval(1, 1, 31),
    )
    group.hand(
        "division-comes-before-multiplication",
        "REP-4",
        "-3..4, q = 23: float(float(23/31)*7) - 3 = 2.1935482025146484; 23*7/31 first gives 2.1935484409332275",
        {"reals": [2.1935482025146484, 3.322580337524414]},
        attribute=continuous(-3, 4),
        bits=interval(1, 23, 28),
    )
    return topic


def _match() -> Topic:
    topic = Topic("match", "coded-values")
    for name, clauses, comment, attribute, code, x, accepted in (
        ("binary-one-accepts-one", "MAT-1 REP-2", "11 accepts 1, not 0", nominal(2), "11", (0, 1), "01"),
        ("binary-zero-accepts-zero", "MAT-1 REP-2", "10 accepts 0, not 1", nominal(2), "10", (0, 1), "10"),
        ("inactive-accepts-all", "MAT-1 REP-2", "01 is inactive", nominal(2), "01", (0, 1, None), "111"),
        ("single-value-is-zero", "REP-3", "one declared value: its code is 0", nominal(1), "10", (0,), "1"),
        ("single-value-is-not-one", "REP-3", "a value bit of 1 names no value", nominal(1), "11", (0,), "0"),
        ("nominal-value", "MAT-1 REP-3", "1 010 accepts 1 alone", nominal(3), "1010", (0, 1, 2), "010"),
        ("nominal-set", "MAT-1 REP-3", "1 101 accepts 0 and 2", nominal(3), "1101", (0, 1, 2), "101"),
        ("nominal-without-value", "REP-3", "1 000 accepts no present value", nominal(3), "1000", (0, 1, 2), "000"),
        ("nominal-with-all-values", "REP-3", "1 111 accepts all declared", nominal(3), "1111", (0, 1, 2), "111"),
        ("nominal-inactive", "REP-3 MAT-1", "0 010: the values don't count", nominal(3), "0010", (0, 1, 2), "111"),
        ("last-of-many-values", "REP-3", "the last of nine", nominal(9), "1000000001", (7, 8), "01"),
        ("undeclared-value", "REP-8", "-1 is in no set, not even in the full one", nominal(3), "1111", (-1,), "0"),
        ("undeclared-value-and-inactive", "REP-8", "an inactive test accepts -1", nominal(3), "0111", (-1,), "1"),
        ("undeclared-binary-value", "REP-8", "-1 is neither 0 nor 1", nominal(2), "10", (-1,), "0"),
    ):  # fmt: skip
        group = topic.groups[0] if topic.groups else topic.group("values", PAPER)
        group.hand(
            name, clauses, comment, {"accepted": [bit == "1" for bit in accepted]}, attribute=attribute, bits=code, x=x
        )

    for group, settings in ((topic.group("missing", PAPER), "paper"), (topic.group("missing-authors", AUTHORS), "")):
        for name, comment, attribute, code, paper, authors in (
            ("binary-one", "authors: a missing binary value reads 1", nominal(2), "11", True, True),
            ("binary-zero", "authors: a missing binary value reads 1, not 0", nominal(2), "10", True, False),
            ("nominal-first", "authors: a missing nominal value reads the first", nominal(3), "1100", True, True),
            ("nominal-other", "authors: a missing nominal value reads the first", nominal(3), "1011", True, False),
            ("nominal-none", "authors: the first value is not in an empty set", nominal(3), "1000", True, False),
            ("continuous", "authors: a missing number is in no interval", WIDE, interval(1, 0, 31), True, False),
            ("continuous-inactive", "an inactive test accepts all", WIDE, interval(0, 0, 0), True, True),
        ):
            text = "a missing value matches every test" if settings else comment
            accepted_too = paper if settings else authors
            group.hand(name, "REP-7", text, {"accepted": [accepted_too]}, attribute=attribute, bits=code, x=[None])
    return topic


def _match_continuous() -> Topic:
    topic = Topic("match", "intervals")
    group = topic.group("bounds", PAPER, attribute=WIDE)
    group.hand(
        "both-bounds-are-in",
        "REP-4 MAT-1",
        "10 <= x <= 20: 10 and 20 are in, 9.5 and 20.5 are not",
        {"accepted": [False, True, True, True, False]},
        bits=interval(1, 10, 20),
        x=[9.5, 10, 15.25, 20, 20.5],
    )
    group.hand(
        "order-of-the-bounds-is-free",
        "REP-4",
        "b1 = 20, b2 = 10 is the interval from 10 to 20",
        {"accepted": [False, True, True, True, False]},
        bits=interval(1, 20, 10),
        x=[9.5, 10, 15.25, 20, 20.5],
    )
    group.hand(
        "one-number",
        "REP-4",
        "b1 = b2 = 10 accepts 10 alone",
        {"accepted": [False, True, False]},
        bits=interval(1, 10, 10),
        x=[9.75, 10, 10.25],
    )
    group.hand(
        "outside-the-range-as-it-is",
        "REP-8",
        "0..31 against -5 and 40: not clipped into the range",
        {"accepted": [False, True, True, False]},
        bits=interval(1, 0, 31),
        x=[-5, 0, 31, 40],
    )
    group.hand(
        "inactive-accepts-outside-the-range",
        "REP-8 MAT-1",
        "an inactive test accepts all",
        {"accepted": [True, True]},
        bits=interval(0, 3, 4),
        x=[-5, 40],
    )
    group.hand(
        "maximum-exactly",
        "REP-4",
        "q = 31 is 0.2: 0.20000000000000004, which 31*0.3/31 - 0.1 would give, is out",
        {"accepted": [True, True, False, False]},
        attribute=THIRD,
        bits=interval(1, 0, 31),
        x=[-0.1, 0.2, 0.20000000000000004, -0.10000000000000002],
        tie=("REP-4", ("in/x/0", "in/x/1", "in/x/2", "in/x/3", "in/attribute/minimum", "in/attribute/maximum")),
    )
    group.hand(
        "bound-between-levels",
        "REP-4",
        "1..11, q = 16: 6.1612903; 6.15 is below, 6.17 above",
        {"accepted": [False, True]},
        attribute=continuous(1, 11),
        bits=interval(1, 16, 31),
        x=[6.15, 6.17],
    )
    group.hand(
        "constant-attribute-is-never-tested",
        "REP-6",
        "x_min = x_max: active or not, everything is accepted",
        {"accepted": [True, True]},
        attribute=continuous(3, 3),
        bits=interval(1, 0, 0),
        x=[3, 4.5],
    )
    group.hand(
        "attribute-without-present-values-is-never-tested",
        "REP-6",
        "no present value in D: a value at prediction is accepted",
        {"accepted": [True]},
        attribute=continuous(None, None),
        bits=interval(1, 0, 31),
        x=[4.5],
    )

    group = topic.group("authors", AUTHORS, attribute=WIDE)
    group.hand(
        "reversed-bounds-match-nothing",
        "REP-4",
        "b1 = 20 > b2 = 10: nothing, until REPAIR",
        {"accepted": [False, False, False]},
        bits=interval(1, 20, 10),
        x=[10, 15.25, 20],
    )
    group.hand(
        "ordered-bounds",
        "REP-4",
        "10 <= x <= 20",
        {"accepted": [False, True, True, False]},
        bits=interval(1, 10, 20),
        x=[9.5, 10, 20, 20.5],
    )
    group.hand(
        "equal-bounds-are-no-reversed-ones",
        "REP-4",
        "b1 = b2 = 10 accepts 10",
        {"accepted": [True]},
        bits=interval(1, 10, 10),
        x=[10],
    )
    group.hand(
        "values-are-rounded-to-floats-too",
        "REP-4",
        "x_min is float(0.1) = 0.100000001...; the value 0.1 is rounded likewise and is in",
        {"accepted": [True, True]},
        attribute=continuous(0.1, 0.4),
        bits=interval(1, 0, 31),
        x=[0.1, 0.4],
        tie=("REP-4", ("in/x/0", "in/x/1", "in/attribute/minimum", "in/attribute/maximum")),
    )
    group.hand(
        "constant-attribute-is-tested",
        "REP-6",
        "x_min = x_max = 3, active: 3 is in, 4.5 is not",
        {"accepted": [True, False]},
        attribute=continuous(3, 3),
        bits=interval(1, 0, 0),
        x=[3, 4.5],
    )
    return topic


def _repair() -> Topic:
    topic = Topic("repair", "genes")
    paper = topic.group("paper", PAPER)
    authors = topic.group("authors", AUTHORS)
    three = [nominal(3)]
    for name, clauses, comment, attributes, before, after in (
        ("bounds-are-swapped", "REP-5", "b1 = 20 > b2 = 5", [WIDE], interval(1, 20, 5), interval(1, 5, 20)),
        ("bounds-of-an-inactive-test-too", "REP-5", "active or not", [WIDE], interval(0, 20, 5), interval(0, 5, 20)),
        ("ordered-bounds-stay", "REP-5", "5 <= 20", [WIDE], interval(1, 5, 20), interval(1, 5, 20)),
        ("equal-bounds-stay", "REP-5", "20 <= 20", [WIDE], interval(1, 20, 20), interval(1, 20, 20)),
        ("no-value-becomes-inactive", "REP-5", "active without a value", three, "1000", "0000"),
        ("every-value-becomes-inactive", "REP-5", "active with all; the bits stay", three, "1111", "0111"),
        ("some-values-stay", "REP-5", "active with two of three", three, "1101", "1101"),
        ("inactive-set-stays", "REP-5", "inactive with all", three, "0111", "0111"),
        ("inactive-empty-set-stays", "REP-5", "inactive without a value", three, "0000", "0000"),
        ("two-values-are-binary", "REP-5 REP-3", "a binary test needs none", [nominal(2)], "11", "11"),
        ("inactive-binary-keeps-its-bit", "REP-5", "binary genes need none", binary(1), "01", "01"),
        ("second-gene-is-found", "REP-5", "the gene after another", [*three, WIDE], "1010" + interval(1, 9, 8),
         "1010" + interval(1, 8, 9)),
    ):  # fmt: skip
        for group in (paper, authors):
            group.hand(
                name, clauses, comment, {"rule": after + "01"}, attributes=attributes, n_labels=1, rule=before + "01"
            )
    two = [WIDE, *binary(1), WIDE]
    for name, comment, bounds in (
        ("first-of-two-intervals", "20..5 is swapped, 5..20 is not", ((20, 5), (5, 20))),
        ("second-of-two-intervals", "5..20 is not swapped, 20..5 is", ((5, 20), (20, 5))),
        ("both-intervals", "31..0 and 1..0 are swapped", ((31, 0), (1, 0))),
        ("neither-interval", "0..31 and 31..31 stay", ((0, 31), (31, 31))),
    ):
        given = "11".join(interval(1, *pair) for pair in bounds) + "11"
        wanted = "11".join(interval(1, *sorted(pair)) for pair in bounds) + "11"
        for group in (paper, authors):
            group.hand(
                name,
                "REP-5",
                comment,
                {"rule": wanted},
                attributes=two,
                n_labels=1,
                rule=given,
            )
    constant = [continuous(3, 3)]
    paper.hand(
        "constant-attribute-becomes-inactive",
        "REP-6",
        "x_min = x_max: activation 0; the bounds are ordered like any other's",
        {"rule": interval(0, 5, 20) + "11"},
        attributes=constant,
        n_labels=1,
        rule=interval(1, 20, 5) + "11",
    )
    paper.hand(
        "constant-attribute-with-ordered-bounds",
        "REP-6",
        "nothing to swap; activation 0 all the same",
        {"rule": interval(0, 5, 20) + "11"},
        attributes=constant,
        n_labels=1,
        rule=interval(1, 5, 20) + "11",
    )
    authors.hand(
        "constant-attribute-keeps-its-activation",
        "REP-6",
        "activation as drawn; bounds ordered",
        {"rule": interval(1, 5, 20) + "11"},
        attributes=constant,
        n_labels=1,
        rule=interval(1, 20, 5) + "11",
    )
    return topic
