"""Vectors of numbers that a 32-bit float takes for equal and a double does not, at every decision that reals make.

They lie a hundred-millionth apart: a tenth of what a 32-bit float tells apart, and ten times the margin of the guard.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from suite.notation import AUTHORS, PAPER, binary, continuous, data, interval, nominal, problem, rule
from suite.source import Topic

__all__ = ["topics"]

PLAIN: Final = {"accuracy_power": 1, "omega": 0, "phi": 0}
MANY: Final = 10**8


def near(text: str, **fields: Any) -> dict[str, Any]:
    """Return a rule with acc = 0.50000001."""
    return rule(text, matches=MANY, correct=MANY // 2 + 1, by_match=True, **fields)


def half(text: str, **fields: Any) -> dict[str, Any]:
    """Return a rule with acc = 0.5, as near() is in 32 bits."""
    return rule(text, matches=MANY, correct=MANY // 2, by_match=True, **fields)


def topics() -> Iterator[Topic]:
    """Return a topic `near` of every format in which a real decides."""
    yield _match()
    yield _covering()
    yield _roulette()
    yield _selection()
    yield _crossover()
    yield _ga()
    yield _subsumption()
    yield _control()
    yield _deletion()
    yield _k_means()
    yield _clustering()
    yield _final_merge()
    yield _active_labels()
    yield _thresholds()
    yield _best()
    yield _compaction()


def _match() -> Topic:
    topic = Topic("match", "near")
    group = topic.group("bounds", PAPER, attribute=continuous(0, 1))
    x = [0.322580642, 0.322580648]
    group.hand(
        "beside-a-lower-bound",
        "REP-4 MAT-1",
        "10/31 = 0.3225806452: a little below is refused",
        {"accepted": [False, True]},
        bits=interval(1, 10, 31),
        x=x,
    )
    group.hand(
        "beside-an-upper-bound",
        "REP-4 MAT-1",
        "10/31 = 0.3225806452: a little above is refused",
        {"accepted": [True, False]},
        bits=interval(1, 0, 10),
        x=x,
    )
    group.hand(
        "beside-bounds-of-many-bits",
        "REP-4 MAT-1",
        "k = 12: 1365/4095 = 1/3",
        {"accepted": [False, True]},
        settings={"precision_bits": 12},
        bits=interval(1, 1365, 4095, 12),
        x=[0.33333333, 0.333333337],
    )
    group.hand(
        "far-from-zero",
        "REP-4 MAT-1",
        "0..4 above 2^24, which a 32-bit float counts in twos: bounds 8 and 16 are 1.03 and 2.06",
        {"accepted": [False, True, False]},
        attribute=continuous(2**24, 2**24 + 4),
        bits=interval(1, 8, 16),
        x=[2**24 + 1, 2**24 + 2, 2**24 + 3],
    )
    return topic


def _covering() -> Topic:
    topic = Topic("covering", "near")
    group = topic.group("probabilities", PAPER, n_labels=1, y="1", label=0)
    group.hand(
        "draw-below-p-hash",
        "COV-6 COV-1",
        "0.099999999 < 0.1: inactive, with the value",
        {"rule": "0111"},
        settings={"p_hash": 0.1},
        attributes=binary(1),
        x=[1],
        draws=[0.099999999],
    )
    group.hand(
        "draw-below-one-less-p-hash",
        "COV-6 COV-4",
        "0.099999998 < 1 - 0.9: active; the value alone",
        {"rule": "101011"},
        settings={"p_hash": 0.9},
        attributes=[nominal(3)],
        x=[1],
        draws=[0.099999998, 0.9, 0.9, 0.9],
    )
    group.hand(
        "draw-below-a-half-sets-a-value",
        "COV-4 COV-6",
        "0.49999999 < 0.5: the first value too",
        {"rule": "111011"},
        settings={"p_hash": 0.3},
        attributes=[nominal(3)],
        x=[1],
        draws=[0.1, 0.49999999, 0.9, 0.9],
    )
    group.hand(
        "draw-below-p-label-hash",
        "COV-6 COV-2",
        "0.099999999 < 0.1: the second label is left open",
        {"rule": "111101"},
        settings={"p_hash": 0.3, "p_label_hash": 0.1},
        attributes=binary(1),
        n_labels=2,
        y="11",
        x=[1],
        draws=[0.9, 0.099999999],
    )
    group = topic.group("bounds", {**PAPER, "p_hash": 0.3}, n_labels=1, y="1", label=0)
    group.hand(
        "lower-bound-just-below-a-whole-number",
        "COV-3",
        "0.1935483864*0.5*31 = 2.99999999: 2; 1 - 0.1*0.5 = 0.95, times 31: 29.45: 30",
        {"rule": interval(1, 2, 30) + "11"},
        attributes=[continuous(0, 1)],
        x=[0.5],
        draws=[0.1935483864, 0.1, 0.1],
    )
    group.hand(
        "upper-bound-just-above-a-whole-number",
        "COV-3",
        "(1 - 0.709677407*0.5)*31 = 20.0000002: 21; 0.1*0.5*31 = 1.55: 1",
        {"rule": interval(1, 1, 21) + "11"},
        attributes=[continuous(0, 1)],
        x=[0.5],
        draws=[0.1, 0.709677407, 0.1],
    )
    group.hand(
        "distances-far-from-zero",
        "COV-3",
        "1 above 2^24 and 3 below 2^24 + 4: 0.9*1/4*31 = 6.975: 6; (4 - 0.5*3)/4*31 = 19.375: 20",
        {"rule": interval(1, 6, 20) + "11"},
        attributes=[continuous(2**24, 2**24 + 4)],
        x=[2**24 + 1],
        draws=[0.9, 0.5, 0.1],
    )
    group.hand(
        "bounds-are-corrected-by-a-little",
        "COV-3",
        "floor(0.99999999*0.322580648*31) = 9; ceil((1 - 0.99999999*0.677419352)*31) = 11; both hold the value",
        {"rule": interval(1, 9, 11) + "11"},
        attributes=[continuous(0, 1)],
        x=[0.322580648],
        draws=[0.99999999, 0.99999999, 0.1],
    )
    return topic


def _roulette() -> Topic:
    topic = Topic("roulette", "near")
    group = topic.group("wheel", PAPER)
    for name, comment, weights, u, chosen in (
        ("draw-beyond-a-border", "0.50000001*2 > 1", [1, 1], 0.50000001, 1),
        ("second-weight-is-a-little-larger", "half of 2.00000003 is more than 1", [1, 1.00000003], 0.5, 1),
        ("small-weight-in-the-middle", "half of 2.00000004 is 1.00000002, in the middle", [1, 4e-8, 1], 0.5, 1),
        (
            "weights-beyond-24-bits",
            "2^24 + 1 of 2^25 + 2: 0.50000001 is past it",
            [2**24 + 1, 2**24 + 1],
            0.50000001,
            1,
        ),
        ("weights-that-are-tiny", "1e-50 is above 0: 0.9*1.01e-50 <= 1e-50", [1e-50, 1e-52], 0.9, 0),
        ("weights-that-are-huge", "0.6*2e300 > 1e300", [1e300, 1e300], 0.6, 1),
        (
            "weight-below-the-smallest-normal-double",
            "u*total is below it, the weight 0 before it is none",
            [0, 1e-320],
            0.1,
            1,
        ),
    ):
        group.hand(name, "GEN-3", comment, {"chosen": chosen}, weights=weights, draws=[u])
    return topic


def _selection() -> Topic:
    topic = Topic("selection", "near")
    group = topic.group("wheel", {**PAPER, **PLAIN, "theta_exp": 0}, attributes=binary(1), n_labels=1)
    group.hand(
        "second-is-a-little-fitter",
        "GEN-1 GEN-3",
        "half of 0.5 + 0.50000001 is more than 0.5",
        {"parents": [1, 1]},
        rules=[half("# -> 1"), near("# -> 1")],
        draws=[0.5, 0.5],
    )
    group = topic.group("tiny", {**PAPER, "omega": 0, "phi": 0, "theta_exp": 0}, attributes=binary(1), n_labels=1)
    group.hand(
        "fitness-of-1e-50-is-no-zero",
        "GEN-1 GEN-2",
        "(1e-5)^10 and (6e-6)^10 = 6e-53: 0.9 is in the first; by num it would be in the second",
        {"parents": [0, 0]},
        rules=[rule("# -> 1", matches=10**5, correct=1), rule("# -> 1", matches=10**6, correct=6)],
        draws=[0.9, 0.9],
    )
    group.hand(
        "fitness-below-the-smallest-normal-double-is-no-zero",
        "GEN-1 GEN-2",
        "(1e-5)^64 = 1e-320 beside (1e-6)^64 = 0: always the second; by num 0.1 would be in the first",
        {"parents": [1, 1]},
        settings={"accuracy_power": 64},
        rules=[rule("# -> 1", matches=10**6, correct=1), rule("# -> 1", matches=10**5, correct=1)],
        draws=[0.1, 0.1],
    )
    return topic


def _crossover() -> Topic:
    topic = Topic("crossover", "near")
    group = topic.group(
        "cuts", PAPER, attributes=binary(4), n_labels=1, first="1111111111", second="1000101010", label=0
    )
    group.hand(
        "shared-cut-just-below-a-whole-number",
        "GEN-4",
        "0.29999999*10 = 2.9999999: cut 2; the label's gene is exchanged too",
        {"children": ["1011111111", "1100101010"]},
        draws=[0.1, 0.29999999],
    )
    group.hand(
        "cut-per-child-just-above-a-whole-number",
        "GEN-4",
        "ceil(0.30000001*10 - 1) = ceil(2.0000001) = 3; ceil(0.95*10 - 1) = 9 is behind the condition",
        {"children": ["1001111111", "1111111110"]},
        settings={"crossover_cut": "per_child"},
        draws=[0.1, 0.30000001, 0.95],
    )
    group.hand(
        "cut-of-the-second-child-just-above-a-whole-number",
        "GEN-4",
        "ceil(0.95*10 - 1) = 9 is behind the condition; ceil(0.30000001*10 - 1) = ceil(2.0000001) = 3",
        {"children": ["1000101011", "1110101010"]},
        settings={"crossover_cut": "per_child"},
        draws=[0.1, 0.95, 0.30000001],
    )
    group.hand(
        "draw-below-chi",
        "GEN-4",
        "0.79999999 < 0.8: exchanged from bit 5 on",
        {"children": ["1000111111", "1111101010"]},
        settings={"crossover_rate": 0.8},
        draws=[0.79999999, 0.55],
    )
    return topic


def _ga() -> Topic:
    topic = Topic("ga", "near")
    group = topic.group("mutation", {**PAPER, "mutation_rate": 0.1}, **problem(1, "1 -> 1"), label=0, clock=5)
    group.hand(
        "draw-below-mu",
        "GEN-6",
        "0.099999999 < 0.1: the activation bit of the test is flipped",
        {"offspring": [{"parents": [0, 0], "rule": {"bits": "0111"}}, {"parents": [0, 0], "rule": {"bits": "1111"}}]},
        rules=[rule("1 -> 1")],
        draws=[0.5, 0.5, 0.9, 0.099999999, *[0.9] * 7],
    )
    return topic


def _subsumption() -> Topic:
    topic = Topic("subsumption", "near")
    known = {**problem(1, "1 -> 1", "0 -> 1"), "child": "1111"}
    group = topic.group("able", {**PAPER, **PLAIN, "theta_exp": 0, "accuracy_threshold": 0.5}, **known)
    group.hand(
        "a-little-above-the-threshold",
        "SUB-1",
        "0.50000001 > 0.5 is able, 0.5 is not",
        {"able": [True, False], "absorber": {"rule": 0, "parent": False}},
        rules=[near("# -> 1"), half("# -> 1")],
        tie=("SUB-1", ["settings/accuracy_threshold"]),
    )
    group = topic.group("strongest", {**PAPER, **PLAIN, "theta_exp": 0, "accuracy_threshold": 0.1}, **known)
    two = [near("# -> 1"), half("# -> 1")]
    group.hand(
        "first-is-a-little-stronger",
        "SUB-5",
        "0.50000001 > 0.5: the later one would absorb if they were equal",
        {"absorber": {"rule": 0, "parent": False}},
        rules=two,
    )
    group.hand(
        "first-parent-is-a-little-stronger",
        "SUB-5 SUB-4",
        "0.50000001 > 0.5: the later one would absorb if they were equal",
        {"absorber": {"rule": 0, "parent": True}},
        rules=two,
        parents=[0, 1],
    )
    authors = {**AUTHORS, **PLAIN, "theta_del": 0, "theta_exp": 0, "accuracy_threshold": 0.1}
    group = topic.group("authors", authors, **known)
    stamped = [near("# -> 1", stamped=True), half("# -> 1", stamped=True)]
    group.hand(
        "equal-as-32-bit-floats",
        "SUB-5",
        "in P num*F_d is rounded to 32 bits: both are 0.5, and the later one absorbs",
        {"absorber": {"rule": 1, "parent": False}},
        rules=stamped,
    )
    group.hand(
        "parents-are-compared-as-doubles",
        "SUB-5 SUB-4",
        "F_d of parents is not rounded: 0.50000001 > 0.5",
        {"absorber": {"rule": 0, "parent": True}},
        rules=[near("# -> 1", stamped=True), half("1 -> 1", stamped=True)],
        parents=[0, 1],
    )
    return topic


def _control() -> Topic:
    topic = Topic("control", "near")
    group = topic.group("fitness", {**PAPER, **PLAIN}, **problem(1, "1 -> 1"), instance=0, step=9)
    group.hand(
        "first-is-a-little-less-fit",
        "CTL-1",
        "0.5 < 0.50000001: the later one would lose if they were equal",
        {"loser": 0, "num": [0, 1]},
        rules=[half("1 -> 1"), near("1 -> 1")],
    )
    return topic


def _deletion() -> Topic:
    topic = Topic("deletion", "near")
    for name, profile in (("log", PAPER), ("plain", AUTHORS)):
        settings = {**profile, **PLAIN, "population_size": 1, "theta_del": 0}
        group = topic.group(name, settings, **problem(1, "1 -> 1"))
        for test, comment, rules, u in (
            (
                "first-is-a-little-fitter",
                "d = 1/F: 1.99999996 and 2; half of their sum is past the first",
                [near("1 -> 1"), half("1 -> 1")],
                0.5,
            ),
            (
                "first-cs-is-a-little-smaller",
                "cs 2 and 2.00000004: half of the sum of d is past the first",
                [half("1 -> 1", cs=2.0), half("1 -> 1", cs=2.00000004)],
                0.5,
            ),
            ("draw-beyond-a-border", "equal votes; 0.50000001 is past the first", [half("1 -> 1")] * 2, 0.50000001),
        ):
            group.hand(test, "DEL-1 DEL-2 GEN-3", comment, {"deleted": [1]}, rules=rules, draws=[u])
    settings = {**PAPER, **PLAIN, "population_size": 1, "theta_del": 0}
    group = topic.group("limit", settings, **problem(1, "1 -> 1"))
    group.hand(
        "a-little-beyond-sixty-four-below",
        "DEL-4",
        "cs 1 and 65.000001: ln d of the first is 64.000001 below and does not compete, even at u = 0",
        {"deleted": [1]},
        rules=[half("1 -> 1", cs=1.0), half("1 -> 1", cs=65.000001)],
        draws=[0.0],
    )
    return topic


def _k_means() -> Topic:
    topic = Topic("k-means", "near")
    group = topic.group("points", PAPER, attributes=[continuous(0, 1)], n_labels=1)
    group.hand(
        "a-little-nearer-to-the-second",
        "INI-7 INI-5",
        "0.50000001 is nearer to 1, which is 0.49999999 away",
        {"centroids": [[0.0], [0.750000005]]},
        k=2,
        points=[[0], [1], [0.50000001]],
        draws=[0.1, 0.1],
    )
    group.hand(
        "draw-just-below-the-second-point",
        "INI-6",
        "floor(0.33333333*3) = 0: the first point",
        {"centroids": [[0.5]]},
        k=1,
        points=[[0.25], [1], [0.25]],
        draws=[0.33333333],
    )
    group.hand(
        "start-decides-which-cluster-is-first",
        "INI-6 INI-7",
        "floor(0.33333333*3) = 0: 0 is first, then of two floor(0.49999999*2) = 0: 0.25",
        {"centroids": [[0.0], [0.375]]},
        k=2,
        points=[[0], [0.25], [0.5]],
        draws=[0.33333333, 0.49999999],
    )
    return topic


def _clustering() -> Topic:
    topic = Topic("clustering", "near")
    group = topic.group("probabilities", {**PAPER, "clustering_gamma": 1}, **problem(1, "1 -> 1"))
    group.hand(
        "draws-below-the-probabilities",
        "INI-1",
        "0.099999999 < 0.1: the test is inactive, the label open",
        {"rules": [{"bits": "0101"}]},
        settings={"p_hash_init": 0.1, "p_label_hash_init": 0.1},
        draws=[0.5, 0.099999999, 0.099999999],
    )
    group = topic.group("clusters", PAPER, attributes=binary(5), n_labels=1)
    group.hand(
        "share-that-a-double-rounds-up",
        "INI-6",
        "0.28*25 = 7.000000000000001 in doubles: eight clusters",
        {"n_centroids": 8},
        settings={"clustering_gamma": 0.28},
        instances=data(*(f"{number:05b} -> 1" for number in range(25))),
        draws=[*[0.01] * 8, *[0.9] * 48],
        tie=("INI-6", ["settings/clustering_gamma"]),
    )
    return topic


def _final_merge() -> Topic:
    topic = Topic("final-merge", "near")
    settings = {**AUTHORS, **PLAIN, "theta_del": 0}
    group = topic.group("order", settings, **problem(1, "1 -> 1", "0 -> 1"))
    group.hand(
        "second-is-a-little-fitter",
        "FIN-1",
        "sorted by doubles: 0.50000001 comes before 0.5",
        {"rules": [{"bits": "1011"}, {"bits": "1111"}]},
        rules=[half("1 -> 1"), near("0 -> 1")],
    )
    return topic


def _active_labels() -> Topic:
    topic = Topic("active-labels", "near")
    group = topic.group("threshold", PAPER, n_labels=3, votes=[[0.29999999, 0.3, 0.30000001]], threshold=0.3)
    tie = ("INF-2", ["in/votes/0/1", "in/threshold"])
    group.hand("at-least", "INF-2", "0.29999999 is less than 0.3", {"labels": ["011"]}, tie=tie)
    group.hand(
        "above",
        "INF-2",
        "0.30000001 is more than 0.3",
        {"labels": ["001"]},
        settings={"active_labels": "above"},
        tie=tie,
    )
    return topic


def _thresholds() -> Topic:
    topic = Topic("thresholds", "near")
    group = topic.group("candidates", PAPER, n_labels=3, votes=[[0.3, 0.30000002, 0.39999998]])
    group.hand(
        "two-candidates-a-little-apart",
        "INF-3 INF-4",
        "at 0.3 all three are active, at 0.30000002 the two that are true",
        {"ival": 0.30000002, "pcut": 0.30000002},
        truth=["011"],
        tie=("INF-3", ["in/votes"]),
    )
    return topic


def _best() -> Topic:
    topic = Topic("best", "near")
    group = topic.group("order", {**PAPER, **PLAIN}, attributes=binary(1), n_labels=1, x=[[1]])
    rules = [half("# -> 0"), near("# -> 1")]
    group.hand("by-fitness", "INF-5", "0.50000001 is asked before 0.5", {"labels": ["1"]}, rules=rules)
    group.hand(
        "by-num-and-accuracy",
        "INF-5",
        "1*0.50000001 is asked before 1*0.5",
        {"labels": ["1"]},
        settings={"best_order": "num_accuracy"},
        rules=rules,
    )
    return topic


def _compaction() -> Topic:
    topic = Topic("compaction", "near")
    group = topic.group("order", {**PAPER, **PLAIN, "theta_exp": 0}, attributes=binary(1), n_labels=1, x=[[1]])
    rules = [half("# -> 1"), near("# -> 1")]
    for weight in ("fitness", "discounted"):
        group.hand(
            f"by-{weight}",
            "MET-D",
            "the second comes first, by a little, and suffices",
            {"kept": [1]},
            settings={"compaction_weight": weight},
            rules=rules,
        )
    return topic
