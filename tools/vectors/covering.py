"""Vectors of covering (COV, REP-6, REP-7)."""

from __future__ import annotations

from collections.abc import Iterator

from suite.notation import AUTHORS, PAPER, binary, bits, continuous, interval, nominal
from suite.source import Topic

__all__ = ["topics"]

COVER = {"p_hash": 0.33, "p_label_hash": 0.5}
WIDE = continuous(0, 31)
LAST_DRAW = 0.9999999999999999


def topics() -> Iterator[Topic]:
    """Return the topics of the format `covering`."""
    yield _binary()
    yield _nominal()
    yield _continuous()
    yield _special()


def _binary() -> Topic:
    topic = Topic("covering", "binary-and-labels")
    group = topic.group("attributes", {**PAPER, **COVER}, attributes=binary(1), n_labels=1, y="1", label=0)
    for name, comment, x, u, code in (
        ("below-p-hash-is-inactive", "0.32 < 0.33: inactive, its value bit stays", 1, 0.32, "01"),
        ("above-p-hash-is-active", "0.34 >= 0.33: active, value 1", 1, 0.34, "11"),
        ("value-zero", "0.34 >= 0.33: active, value 0", 0, 0.34, "10"),
        ("value-zero-inactive", "0.1 < 0.33: inactive, value bit 0", 0, 0.1, "00"),
    ):
        group.hand(name, "COV-1 COV-6", comment, {"rule": code + "11"}, x=[x], draws=[u])
    group.hand(
        "draw-equal-to-p-hash-is-active",
        "COV-6",
        "0.33 < 0.33 is false",
        {"rule": "1111"},
        x=[1],
        draws=[0.33],
        tie=("COV-6", ("draws/0", "settings/p_hash")),
    )
    group.hand(
        "default-probability",
        "COV-1 PAR-2",
        "P# 0.5: 0.49 is inactive",
        {"rule": "0111"},
        x=[1],
        draws=[0.49],
        settings={"p_hash": 0.5},
    )
    group.hand(
        "probability-zero-and-one",
        "COV-1",
        "P# 1: always inactive, whatever the draw",
        {"rule": "0111"},
        x=[1],
        draws=[0.999],
        settings={"p_hash": 1},
    )
    group.hand(
        "one-draw-for-each-attribute-in-order",
        "COV-6",
        "0.1, 0.9, 0.2: inactive, active, inactive",
        {"rule": "01100111"},
        attributes=binary(3),
        x=[1, 0, 1],
        draws=[0.1, 0.9, 0.2],
    )

    group = topic.group("labels", {**PAPER, **COVER}, attributes=binary(1), n_labels=3, x=[1], y="101")
    for name, clauses, comment, label, draws, code in (
        ("focus-draws-nothing", "COV-2 COV-6", "label 0: 0.4 and 0.6 are for labels 1 and 2", 0, (0.4, 0.6), "110011"),
        ("focus-in-the-middle", "COV-2 COV-6", "label 1: 0.4 and 0.6 are for labels 0 and 2", 1, (0.4, 0.6), "011011"),
        ("focus-at-the-end", "COV-2 COV-6", "label 2: 0.6 and 0.4 are for labels 0 and 1", 2, (0.6, 0.4), "110011"),
        ("value-bit-of-an-open-label-stays", "COV-1", "inactive, but set to the label", 1, (0.4, 0.4), "011001"),
    ):
        group.hand(name, clauses, comment, {"rule": "11" + code}, label=label, draws=[0.9, *draws])
    group.hand(
        "labels-come-after-attributes",
        "COV-6",
        "0.9 for the attribute, 0.1 and 0.9 for labels 1 and 2",
        {"rule": "11110011"},
        label=0,
        draws=[0.9, 0.1, 0.9],
    )
    group.hand(
        "default-label-probability",
        "COV-1 PAR-2",
        "P_label# 0.1: 0.09 is inactive, 0.11 active",
        {"rule": "11110011"},
        label=0,
        draws=[0.9, 0.09, 0.11],
        settings={"p_label_hash": 0.1},
    )
    group.hand(
        "draw-equal-to-label-probability-is-active",
        "COV-6",
        "0.5 < 0.5 is false",
        {"rule": "11111011"},
        label=0,
        draws=[0.9, 0.5, 0.6],
        tie=("COV-6", ("draws/1", "settings/p_label_hash")),
    )

    group = topic.group("labels-authors", {**AUTHORS, **COVER}, attributes=binary(1), n_labels=3, x=[1], y="101")
    group.hand(
        "focus-is-drawn-like-the-others",
        "COV-2 COV-6",
        "0.4, 0.6, 0.6: label 0 is open although it triggered covering",
        {"rule": "11011011"},
        label=0,
        draws=[0.9, 0.4, 0.6, 0.6],
    )
    group.hand(
        "nothing-decided",
        "COV-2 REP-11",
        "all open",
        {"rule": "11010001"},
        label=2,
        draws=[0.9, 0.4, 0.4, 0.4],
    )
    return topic


def _nominal() -> Topic:
    topic = Topic("covering", "nominal")
    group = topic.group("values", {**PAPER, **COVER}, attributes=[nominal(3)], n_labels=1, y="1", label=0)
    for name, clauses, comment, x, draws, code in (
        ("activation-first", "COV-6", "0.66 < 0.67: active; values 0.4, 0.6, 0.6", 0, (0.66, 0.4, 0.6, 0.6), "1100"),
        ("inactive-above-one-minus-p-hash", "COV-6", "0.68 >= 0.67: inactive", 0, (0.68, 0.4, 0.6, 0.6), "0100"),
        ("own-value-is-set", "COV-4", "no draw below 0.5: the value 1 alone", 1, (0.1, 0.6, 0.6, 0.6), "1010"),
        ("own-value-is-added", "COV-4", "0.4, 0.6, 0.4 set 0 and 2; 1 is its own", 1, (0.1, 0.4, 0.6, 0.4), "1111"),
        ("draw-below-a-half-sets", "COV-4", "0.49 sets the last value", 0, (0.1, 0.6, 0.6, 0.49), "1101"),
        ("all-values-are-not-repaired", "COV-4", "active with every value", 0, (0.1, 0.4, 0.4, 0.4), "1111"),
        ("values-of-an-inactive-test-too", "COV-4 COV-6", "the bits are drawn all the same", 2,
         (0.9, 0.4, 0.6, 0.6), "0101"),
    ):  # fmt: skip
        group.hand(name, clauses, comment, {"rule": code + "11"}, x=[x], draws=draws)
    group.hand(
        "draw-of-a-half-sets-nothing",
        "COV-4",
        "0.5 < 0.5 is false",
        {"rule": "110011"},
        x=[0],
        draws=[0.1, 0.6, 0.5, 0.6],
        tie=("COV-4", ("draws/2",)),
    )
    group.hand(
        "never-generalised",
        "COV-6",
        "P# 0: 0.999 < 1",
        {"rule": "110011"},
        x=[0],
        draws=[0.999, 0.6, 0.6, 0.6],
        settings={"p_hash": 0},
    )
    group.hand(
        "two-values-take-one-draw",
        "COV-6 REP-3",
        "a binary test: 0.34 >= 0.33 is active",
        {"rule": "1111"},
        attributes=[nominal(2)],
        x=[1],
        draws=[0.34],
    )
    return topic


def _continuous() -> Topic:
    topic = Topic("covering", "continuous")
    group = topic.group("bounds", {**PAPER, **COVER}, attributes=[WIDE], n_labels=1, y="1", label=0)
    for name, clauses, comment, x, draws, code in (
        ("lower-is-rounded-down-and-upper-up", "COV-3", "x 10: floor(0.55*10) = 5; ceil(31 - 0.5*21) = ceil(20.5) = 21",
         10, (0.55, 0.5, 0.1), interval(1, 5, 21)),
        ("lower-upper-activation", "COV-6", "0.1, 0.9, 0.66: floor(1), ceil(31 - 18.9) = 13, 0.66 < 0.67",
         10.5, (0.1, 0.9, 0.66), interval(1, 1, 13)),
        ("inactive-above-one-minus-p-hash", "COV-6", "0.68 >= 0.67; the bounds stay", 10, (0.55, 0.5, 0.68),
         interval(0, 5, 21)),
        ("draw-zero-is-the-whole-range", "COV-3", "floor(0), ceil(31)", 10, (0.0, 0.0, 0.1), interval(1, 0, 31)),
        ("large-draws-are-near-the-value", "COV-3", "floor(0.95*10) = 9, ceil(31 - 0.96*21) = ceil(10.84) = 11", 10,
         (0.95, 0.96, 0.1), interval(1, 9, 11)),
        ("value-at-the-minimum", "COV-3", "x 0: floor(0), ceil(31 - 0.5*31) = 16", 0, (0.7, 0.5, 0.1),
         interval(1, 0, 16)),
        ("value-at-the-maximum", "COV-3", "x 31: floor(0.7*31) = 21, ceil(31 - 0) = 31", 31, (0.7, 0.5, 0.1),
         interval(1, 21, 31)),
    ):  # fmt: skip
        group.hand(name, clauses, comment, {"rule": code + "11"}, x=[x], draws=draws)
    group.hand(
        "range-scales-the-distance",
        "COV-3",
        "1..11, x 6: floor(0.5*5/10*31) = floor(7.75); ceil((10 - 0.3*5)/10*31) = ceil(26.35)",
        {"rule": interval(1, 7, 27) + "11"},
        attributes=[continuous(1, 11)],
        x=[6],
        draws=[0.5, 0.3, 0.1],
    )
    group.hand(
        "levels-of-the-setting",
        "COV-3 REP-4",
        "k 3, m 7, 0..7, x 4: floor(0.7*4) = 2, ceil(7 - 0.5*3) = 6",
        {"rule": interval(1, 2, 6, 3) + "11"},
        attributes=[continuous(0, 7)],
        x=[4],
        draws=[0.7, 0.5, 0.1],
        settings={"precision_bits": 3},
    )
    for name, comment, bounds, at, two, paper, raw in (
        ("lower-bound-is-corrected", "value(14) is 1 ulp above x: b1 = 13", (-1.9, 0.5), -0.8161290322580644,
         (LAST_DRAW, 0.0), (13, 31), (14, 31)),
        ("upper-bound-is-corrected", "value(27) is 1 ulp below x: b2 = 28", (0.6, 2.8), 2.5161290322580645,
         (0.0, LAST_DRAW), (0, 28), (0, 27)),
    ):  # fmt: skip
        inputs = ("draws/0", "draws/1", "in/x/0", "in/attributes/0/minimum", "in/attributes/0/maximum")
        for ending, changes, wanted in (("", {}, paper), ("-unless-raw", {"covering_bounds": "raw"}, raw)):
            group.hand(
                name + ending,
                "COV-3",
                comment if not ending else "as computed",
                {"rule": interval(1, *wanted) + "11"},
                attributes=[continuous(*bounds)],
                x=[at],
                draws=[*two, 0.1],
                settings=changes,
                tie=("COV-3", inputs),
            )
    group.hand(
        "bounds-are-clipped",
        "COV-3",
        "x 32 is outside: ceil(31 - 0.5*(31 - 32)) = ceil(31.5) = 32, clipped to 31; floor(0.99*32) = 31",
        {"rule": interval(1, 31, 31) + "11"},
        x=[32],
        draws=[0.99, 0.5, 0.1],
    )
    group.hand(
        "bounds-are-clipped-below",
        "COV-3",
        "x -1: floor(0.5*-1) = -1, clipped to 0; ceil(31 - 0.99*32) = ceil(-0.68) = 0",
        {"rule": interval(1, 0, 0) + "11"},
        x=[-1],
        draws=[0.5, 0.99, 0.1],
    )
    group.reject(
        "value-beyond-all-numbers",
        "COV-3",
        "x 1e308 above a range of 1e-300: 1e608 of its widths",
        "range-overflow",
        attributes=[continuous(0, 1e-300)],
        x=[1e308],
    )

    group = topic.group("authors", {**AUTHORS, **COVER}, attributes=[WIDE], n_labels=1, y="1", label=0)
    group.hand(
        "bounds",
        "COV-3",
        "x 10: floor(0.55*10) = 5; ceil(31 - 0.5*21) = 21; the label is drawn",
        {"rule": interval(1, 5, 21) + "11"},
        x=[10],
        draws=[0.55, 0.5, 0.1, 0.9],
    )
    group.hand(
        "differences-in-floats",
        "COV-3",
        "0..10, float(3.3) = 3.299999952: u1*x/10*31 = 4.99999996, so 4; in doubles it is 5.00000004",
        {"rule": interval(1, 4, 31) + "11"},
        attributes=[continuous(0, 10)],
        x=[3.3],
        draws=[0.48875855680586777, 0.0, 0.1, 0.9],
    )
    return topic


def _special() -> Topic:
    topic = Topic("covering", "missing-and-constant")
    group = topic.group("missing", {**PAPER, **COVER}, n_labels=1, y="1", label=0, x=[None])
    authors = topic.group("missing-authors", {**AUTHORS, **COVER}, n_labels=1, y="1", label=0, x=[None])
    for name, comment, attributes, draws, there in (
        ("binary", "its draw is made; every bit is 0; authors read 1", binary(1), (0.9,), "11"),
        ("nominal", "1 + 3 draws; every bit is 0; authors read the first value", [nominal(3)], (0.1, 0.6, 0.6, 0.4),
         "1101"),
        ("continuous", "3 draws; every bit is 0; authors: as drawn, bounds 0", [WIDE], (0.5, 0.5, 0.1),
         interval(1, 0, 0)),
    ):  # fmt: skip
        group.hand(name, "REP-7 COV-6", comment, {"rule": len(there) * "0" + "11"}, attributes=attributes, draws=draws)
        authors.hand(name, "REP-7", comment, {"rule": there + "11"}, attributes=attributes, draws=[*draws, 0.9])
    group.hand(
        "draws-of-the-next-attribute",
        "REP-7 COV-6",
        "0.9 for the missing one, 0.1 for the next: inactive",
        {"rule": "000111"},
        attributes=binary(2),
        x=[None, 1],
        draws=[0.9, 0.1],
    )

    group = topic.group("constant", {**PAPER, **COVER}, n_labels=1, y="1", label=0, attributes=[continuous(3, 3)])
    group.hand(
        "three-draws-and-inactive",
        "REP-6 COV-6",
        "x_min = x_max: inactive with bounds 0, although 0.1 < 0.67",
        {"rule": interval(0, 0, 0) + "11"},
        x=[3],
        draws=[0.5, 0.5, 0.1],
    )
    group.hand(
        "no-present-value",
        "REP-6 REP-7",
        "missing everywhere: 3 draws, every bit 0",
        {"rule": interval(0, 0, 0) + "11"},
        attributes=[continuous(None, None)],
        x=[None],
        draws=[0.5, 0.5, 0.1],
    )
    group = topic.group("constant-authors", {**AUTHORS, **COVER}, attributes=[continuous(3, 3)], n_labels=1, y="1")
    for name, comment, u, active in (
        ("activation-as-drawn", "0.1 < 0.67: active, bounds 0", 0.1, 1),
        ("inactive-as-drawn", "0.7 >= 0.67: inactive, bounds 0", 0.7, 0),
    ):
        group.hand(
            name,
            "REP-6",
            comment,
            {"rule": interval(active, 0, 0) + "11"},
            x=[3],
            label=0,
            draws=[0.5, 0.5, u, 0.9],
        )
    group = topic.group("mixed", {**PAPER, **COVER}, n_labels=2, y="01", label=1)
    group.hand(
        "all-kinds-in-schema-order",
        "COV-6 COV-1",
        "continuous 3 draws, nominal 1 + 3, binary 1, label 0 one",
        {"rule": bits(interval(1, 5, 21) + "1101" + "01" + "00" + "11")},
        attributes=[WIDE, nominal(3), *binary(1)],
        x=[10, 2, 1],
        draws=[0.55, 0.5, 0.1, 0.1, 0.4, 0.6, 0.6, 0.2, 0.3],
    )
    return topic
