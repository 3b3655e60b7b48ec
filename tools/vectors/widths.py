"""Vectors of whole numbers beyond 16 and 32 bits wherever one is kept, of 300 of everything, and of long ties.

70000 is 4464 in 16 bits, 2^32 + 1 is 1 in 32 bits, 300 is 44 in 8 bits. Sorting by insertion, which is stable, ends at
16 elements in usual libraries: ties of 20 show a sort that is not.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from suite.notation import AUTHORS, PAPER, binary, data, fit, nominal, problem, rule
from suite.source import Group, Topic

__all__ = ["topics"]

PLAIN: Final = {"accuracy_power": 1, "omega": 0, "phi": 0}
WIDTHS: Final = (("beyond-16-bits", 70_000, 4_500), ("beyond-31-bits", 2**31 + 8, 5), ("beyond-32-bits", 2**32 + 1, 5))
"""A name, a number, and one that is less, but more than what is left of the first in fewer bits."""
MANY: Final = 20
LONG: Final = 300


def topics() -> Iterator[Topic]:
    """Return a topic `widths` of every format that keeps whole numbers."""
    yield _selection()
    yield _deletion()
    yield _control()
    yield _correct_sets()
    yield _update()
    yield _parameters()
    yield _subsumption()
    yield _discovery()
    yield _step()
    yield _final_merge()
    yield _votes()
    yield _best()
    yield _compaction()
    yield _relations()
    yield _repair()
    yield _coverage()
    yield _crossover()
    yield _covering()
    yield _metrics()


def _selection() -> Topic:
    topic = Topic("selection", "widths")
    group = topic.group("num", {**PAPER, "theta_exp": 2}, attributes=binary(1), n_labels=1)
    for name, large, small in WIDTHS:
        comment = f"num {small} and {large}: 0.3 is past the first"
        rules = [fit("# -> 1", 10, num=small), fit("# -> 1", 10, num=large)]
        group.hand(name, "GEN-1 GEN-3", comment, {"parents": [1, 1]}, rules=rules, draws=[0.3, 0.3])
        rules = [rule("# -> 1", num=small), rule("# -> 1", num=large)]
        group.hand(f"{name}-of-young", "GEN-2", comment, {"parents": [1, 1]}, rules=rules, draws=[0.3, 0.3])
        group.hand(
            f"experience-{name}",
            "GEN-1",
            f"exp {large} is enough, {small} is not: always the second",
            {"parents": [1, 1]},
            settings={"theta_exp": small + 1},
            rules=[rule("# -> 1", matches=n, correct=n) for n in (small, large)],
            draws=[0.3, 0.3],
        )
    return topic


def _deletion() -> Topic:
    topic = Topic("deletion", "widths")
    for profile, settings in (("log", PAPER), ("plain", AUTHORS)):
        group = topic.group(profile, {**settings, "theta_del": 5}, **problem(1, "1 -> 1"))
        for name, large, small in WIDTHS:
            if large + small > 10**9:
                continue
            group.hand(
                f"num-{name}",
                "DEL-1 DEL-3",
                f"num {small} and {large}: 0.3 is past the first",
                {"deleted": [1], "num": [small, large - 1]},
                settings={"population_size": small + large - 1},
                rules=[fit("1 -> 1", 10, num=small), fit("1 -> 1", 10, num=large)],
                draws=[0.3],
            )
        for name, large, small in WIDTHS:
            group.filled(
                f"experience-{name}",
                "DEL-2",
                f"exp {large} is at least theta_del: cs counts",
                settings={"theta_del": small + 1, "population_size": 1},
                rules=[
                    rule("1 -> 1", matches=large, correct=large, by_match=True, cs=3.0),
                    rule("1 -> 1", matches=small, correct=small, by_match=True, cs=9.0),
                ],
                draws=[0.7],
            )
    return topic


def _control() -> Topic:
    topic = Topic("control", "widths")
    group = topic.group("numbers", PAPER, **problem(1, "1 -> 1"), instance=0, step=9)
    for name, large, _ in WIDTHS:
        group.hand(
            f"num-{name}",
            "CTL-1",
            "the second is as fit: it loses one of its num",
            {"loser": 1, "num": [2, large - 1]},
            rules=[fit("1 -> 1", 8, num=2), fit("1 -> 1", 8, num=large)],
        )
        group.hand(
            f"step-{name}",
            "CTL-2",
            f"step {large}: the second was made in it and is not known yet",
            {"loser": 2, "num": [1, 1, 0]},
            step=large,
            rules=[
                fit("1 -> 1", 8, created=large - 1),
                fit("1 -> 1", 1, created=large),
                fit("1 -> 1", 3, created=large - 1),
            ],
        )
    group = topic.group("coverage", PAPER, attributes=binary(1), n_labels=1, instance=0, step=LONG)
    group.hand(
        "more-than-255-instances-covered",
        "CTL-1 MAT-2",
        "all 300 are covered by the first, 100 by the others: the lowest level is theirs, not that of 300 - 256 = 44",
        {"loser": 2, "num": [1, 1, 0]},
        instances=data(*["1 -> 1"] * 100, *["0 -> 1"] * 200),
        rules=[fit("# -> 1", 1), fit("1 -> 1", 9), fit("1 -> 1", 8)],
    )
    return topic


def _correct_sets() -> Topic:
    topic = Topic("correct-sets", "widths")
    group = topic.group("num", PAPER, **problem(1, "1 -> 1"), instance=0)
    for name, large, small in WIDTHS:
        group.hand(
            f"sum-{name}",
            "CYC-0",
            "both decide rightly, each with a num of its own",
            {"correct_sets": [{"members": [0, 1], "num": large + small}]},
            rules=[rule("1 -> 1", num=large), rule("# -> 1", num=small)],
        )
    group = topic.group("rules", PAPER, **problem(1, "1 -> 1"), instance=0)
    group.hand(
        "more-than-255-rules",
        "CYC-0",
        "300 rules with num 1000 each",
        {"correct_sets": [{"members": list(range(LONG)), "num": LONG * 1000}]},
        rules=[rule("1 -> 1", num=1000)] * LONG,
    )
    return topic


def _update() -> Topic:
    topic = Topic("update", "widths")
    group = topic.group("cs", {**PAPER, "learning_rate": 1}, **problem(1, "1 -> 11"), presented=[0])
    for name, large, small in WIDTHS:
        group.hand(
            f"smallest-set-{name}",
            "UPD-3",
            f"C[0] holds {large + small}, C[1] {large}: the smaller one is cs of the first",
            {"rules": [{"cs": float(large)}, {"cs": float(large + small)}]},
            rules=[rule("1 -> 11", num=large), rule("1 -> 1#", num=small)],
        )
    group = topic.group("counts", {**PAPER, **PLAIN}, presented=[0], attributes=binary(1))
    for name, large, _ in WIDTHS:
        group.hand(
            f"counts-{name}",
            "UPD-1 UPD-2",
            f"{large} matches of two labels, and one more; all wrong on the first",
            {"rules": [{"exp": 2 * large + 2, "fp": large + 1, "tp": float(large + 1), "msa": float(2 * large + 2)}]},
            n_labels=2,
            instances=data("1 -> 11"),
            rules=[rule("1 -> 01", matches=large, correct=large)],
        )
    group.hand(
        "more-than-255-labels",
        "UPD-1 UPD-2",
        "300 labels: 299 right, the last wrong",
        {"rules": [{"exp": LONG, "fp": 1, "tp": float(LONG - 1), "msa": float(LONG)}]},
        n_labels=LONG,
        instances=data("1 -> " + "1" * LONG),
        rules=[rule("1 -> " + "1" * (LONG - 1) + "0")],
    )
    return topic


def _parameters() -> Topic:
    topic = Topic("parameters", "widths")
    group = topic.group("counts", {**PAPER, "accuracy_power": 1}, attributes=binary(1), n_labels=1)
    for name, large, small in WIDTHS:
        group.hand(
            f"experience-{name}",
            "SUB-1 GEN-1 PAR-1",
            "more than theta_exp, all right: able, and not discounted",
            {"tp": float(large), "fp": 0, "acc": 1.0, "able": True, "discounted_fitness": 1.0},
            settings={"theta_exp": small + 1},
            rule=rule("1 -> 1", matches=large, correct=large),
        )
    return topic


def _subsumption() -> Topic:
    topic = Topic("subsumption", "widths")
    known = {**problem(1, "1 -> 1", "0 -> 1"), "child": "1111"}
    group = topic.group("paper", {**PAPER, "theta_exp": 2}, **known)
    for name, large, small in WIDTHS:
        group.hand(
            f"num-{name}",
            "SUB-5",
            f"{large} > {small}: the first is stronger",
            {"absorber": {"rule": 0, "parent": False}},
            rules=[fit("# -> 1", 10, num=large), fit("# -> 1", 10, num=small)],
        )
        group.hand(
            f"experience-{name}",
            "SUB-5",
            f"as strong, but of exp {large} > {small}",
            {"absorber": {"rule": 0, "parent": False}},
            rules=[rule("# -> 1", matches=n, correct=n) for n in (large, small)],
        )
    return topic


def _discovery() -> Topic:
    topic = Topic("discovery", "widths")
    settings = {**PAPER, "theta_ga": 0, "theta_exp": 2}
    group = topic.group("paper", settings, **problem(1, "1 -> 1"), instance=0, step=5)
    for name, large, _ in WIDTHS:
        for what, clock, num in (("clock", large, 1), ("num", 6, large - 1)):
            group.hand(
                f"{what}-{name}",
                "SUB-4 CYC-2 CYC-3",
                f"both children are equal to the parent, whose num {num} grows by two; the clock is {clock}",
                {"rules": [{"num": num + 2, "ts": clock}], "clock": clock},
                clock=clock - 1,
                rules=[fit("1 -> 1", 10, num=num)],
                draws=[0.5, 0.5, *[0.9] * 9],
            )
    return topic


def _step() -> Topic:
    topic = Topic("step", "widths")
    settings = {**PAPER, "theta_ga": 0, "match_set_control": False, "population_size": 10**9}
    group = topic.group("paper", settings, **problem(1, "1 -> 11"), presented=[0])
    for name, large, _ in WIDTHS:
        group.hand(
            f"made-in-step-{name}",
            "PAR-0 COV-5",
            "covering's rule knows the step of its birth",
            {"rules": [{"bits": "100000"}, {"bits": "111101", "created": large}, {"bits": "110111", "created": large}]},
            step=large,
            clock=large,
            rules=[rule("0 -> ##")],
            settings={"p_hash": 0, "p_label_hash": 0.5},
            draws=[0.5, 0.1, 0.5, 0.1],
        )
    group.hand(
        "num-beyond-16-bits-beside-a-lone-rule",
        "UPD-3",
        "C[0] holds 70001, C[1] 1: 1 + 0.2*(1 - 1), and 1 + 0.2*(70001 - 1)",
        {"rules": [{"cs": 1.0}, {"cs": 14001.0}]},
        settings={"theta_ga": 10**6},
        step=1,
        clock=1,
        rules=[rule("1 -> 11"), rule("1 -> 1#", num=70_000)],
    )
    return topic


def _final_merge() -> Topic:
    topic = Topic("final-merge", "widths")
    settings = {**AUTHORS, **PLAIN, "theta_del": 2}
    group = topic.group("authors", settings, **problem(1, "1 -> 1", "0 -> 1"))
    for name, large, small in WIDTHS:
        group.hand(
            f"num-{name}",
            "FIN-1",
            "the equal later rule takes the num of the first; the sum comes first",
            {"rules": [{"bits": "1111", "num": 2 * large}, {"bits": "1011", "num": small}]},
            rules=[_old("1 -> 1", num=large), _old("0 -> 1", num=small), _old("1 -> 1", num=large)],
        )
    wide = problem(5, *(f"{number:05b} -> 1" for number in range(MANY)))
    group = topic.group("ties", settings, **wide)
    texts = [f"{number * 7 % MANY:05b} -> 1" for number in range(MANY)]
    group.hand(
        "twenty-rules-of-one-weight",
        "FIN-1",
        "none absorbs another; all have the same num*F_d and stay in their order",
        {"rules": [{"bits": rule(text)["bits"]} for text in texts]},
        rules=[_old(text) for text in texts],
    )
    return topic


def _old(text: str, **fields: Any) -> dict[str, Any]:
    return rule(text, matches=10, correct=5, by_match=True, **fields)


def _votes() -> Topic:
    topic = Topic("votes", "widths")
    group = topic.group("paper", {**PAPER, **PLAIN}, attributes=binary(1), n_labels=2, x=[[1]])
    for name, large, _ in WIDTHS:
        group.hand(
            f"num-{name}",
            "INF-1 INF-2",
            f"{large}*0.3 and 0.3",
            {"raw": [[large * 0.3, 0.3]], "n_unmatched": 0},
            rules=[fit("# -> 1#", 3, num=large), fit("# -> #1", 3)],
        )
    group.hand(
        "more-than-255-labels",
        "INF-1 INF-2",
        "the last of 300 labels has all votes",
        {"raw": [[*[0.0] * (LONG - 1), 1.0]], "normalised": [[*[0.0] * (LONG - 1), 1.0]]},
        n_labels=LONG,
        rules=[fit("# -> " + "#" * (LONG - 1) + "1", 10)],
    )
    group.hand(
        "more-than-255-rules-and-instances",
        "INF-1 INF-6",
        "300 rules vote 0.1 each, one after the other; no rule matches the last of 300 instances",
        {"n_unmatched": 1},
        n_labels=1,
        x=[*[[1]] * (LONG - 1), [0]],
        rules=[fit("1 -> 1", 1)] * LONG,
    )
    return topic


def _best() -> Topic:
    topic = Topic("best", "widths")
    group = topic.group("paper", {**PAPER, **PLAIN}, attributes=binary(1), n_labels=1, x=[[1]])
    for name, large, small in WIDTHS:
        group.hand(
            f"num-{name}",
            "INF-5",
            f"as fit: num {large} is asked before {small}",
            {"labels": ["1"]},
            rules=[fit("# -> 0", 7, num=small), fit("# -> 1", 7, num=large)],
        )
        group.hand(
            f"experience-{name}",
            "INF-5",
            f"as fit, as many: exp {large} is asked before {small}",
            {"labels": ["1"]},
            rules=[rule(text, matches=n, correct=n) for text, n in (("# -> 0", small), ("# -> 1", large))],
        )
        group.hand(
            f"num-and-accuracy-{name}",
            "INF-5",
            f"{large}*0.7 is asked before {small}*0.7",
            {"labels": ["1"]},
            settings={"best_order": "num_accuracy"},
            rules=[fit("# -> 0", 7, num=small), fit("# -> 1", 7, num=large)],
        )
    _long_ties(group, "INF-5", {"labels": ["1"]}, ["1", *"0" * MANY])
    _long_ties(group, "INF-5", {"labels": ["0"]}, ["0", *"1" * MANY], {"best_order": "num_accuracy"})
    return topic


def _long_ties(
    group: Group, clauses: str, wanted: dict[str, Any], decisions: list[str], settings: dict[str, Any] | None = None
) -> None:
    group.hand(
        "first-of-twenty-one-equals" + "-by-num-and-accuracy" * bool(settings),
        clauses,
        "equals keep their order: the first decides",
        wanted,
        settings=settings,
        rules=[fit(f"# -> {decision}", 7) for decision in decisions],
    )


def _compaction() -> Topic:
    topic = Topic("compaction", "widths")
    group = topic.group("order", {**PAPER, **PLAIN, "theta_exp": 0}, attributes=binary(1), n_labels=1, x=[[1]])
    for weight in ("fitness", "discounted"):
        for name, large, small in WIDTHS:
            group.hand(
                f"num-{name}-by-{weight}",
                "MET-D",
                f"{large}*0.7 comes before {small}*0.7 and suffices",
                {"kept": [1]},
                settings={"compaction_weight": weight},
                rules=[fit("# -> 1", 7, num=small), fit("# -> 1", 7, num=large)],
            )
        group.hand(
            f"first-of-twenty-one-equals-by-{weight}",
            "MET-D",
            "equals keep their order: the first suffices",
            {"kept": [0]},
            settings={"compaction_weight": weight},
            rules=[fit("# -> 1", 7)] * (MANY + 1),
        )
    return topic


def _relations() -> Topic:
    topic = Topic("generality", "widths")
    group = topic.group("last", PAPER, n_labels=1)
    for n in (128, LONG, 520):
        for name, one, other, general in (
            ("same", "1", "1", True),
            ("other-value", "1", "0", False),
            ("open", "#", "0", True),
            ("closed", "1", "#", False),
        ):
            group.hand(
                f"{name}-in-the-last-of-{n}-attributes",
                "SUB-2",
                f"{n} attributes, the last is {one} and {other}",
                {"general": general},
                attributes=binary(n),
                rule=_last(n, one),
                other=_last(n, other),
            )
    return topic


def _last(n: int, letter: str) -> str:
    return str(rule("#" * (n - 1) + letter + " -> 1")["bits"])


def _repair() -> Topic:
    topic = Topic("repair", "widths")
    group = topic.group("last", PAPER, n_labels=1)
    group.hand(
        "last-gene-beyond-1024-bits",
        "REP-5",
        "510 binary attributes, then a nominal one without a value at bit 1020: inactive",
        {"rule": "10" * 510 + "0000" + "11"},
        attributes=[*binary(510), nominal(3)],
        rule="10" * 510 + "1000" + "11",
    )
    topic_values = LONG
    group.hand(
        "all-of-300-values",
        "REP-5 REP-3",
        "every value is set: inactive",
        {"rule": "0" + "1" * topic_values + "11"},
        attributes=[nominal(topic_values)],
        rule="1" + "1" * topic_values + "11",
    )
    return topic


def _coverage() -> Topic:
    topic = Topic("coverage", "widths")
    group = topic.group("last", PAPER, n_labels=1)
    for n in (LONG, 520):
        group.hand(
            f"last-of-{n}-attributes",
            "REP-1 MAT-1",
            "the last attribute alone is tested",
            {"coverage": ["01"], "match_sets": [[], [0]]},
            attributes=binary(n),
            instances=data("0" * n + " -> 1", "0" * (n - 1) + "1 -> 1"),
            rules=[rule("#" * (n - 1) + "1 -> 1")],
        )
    group.hand(
        "last-of-300-values",
        "REP-3 MAT-1",
        "value 299 is accepted, its neighbour and 299 - 256 = 43 are not",
        {"coverage": ["100"], "match_sets": [[0], [], []]},
        attributes=[nominal(LONG)],
        instances=[{"x": [value], "y": "1"} for value in (299, 298, 43)],
        rules=[{"bits": "1" + "0" * (LONG - 1) + "1" + "11"}],
    )
    return topic


def _crossover() -> Topic:
    topic = Topic("crossover", "widths")
    first, second = "11" * 520 + "11", "10" * 520 + "10"
    group = topic.group("cut", PAPER, attributes=binary(520), n_labels=1, first=first, second=second, label=0)
    group.hand(
        "cut-beyond-1024-bits",
        "GEN-4",
        "0.9883*1042 = 1029.8: the bits from 1029 on are exchanged, and the label",
        {
            "children": [
                second[:1029] + first[1029:1040] + "11",
                first[:1029] + second[1029:1040] + "10",
            ]
        },
        draws=[0.1, 0.9883],
    )
    return topic


def _covering() -> Topic:
    topic = Topic("covering", "widths")
    group = topic.group("values", {**PAPER, "p_hash": 0.3}, n_labels=1, y="1", label=0)
    group.hand(
        "last-of-300-values",
        "COV-4 COV-6",
        "the last value, and 43 by its draw",
        {"rule": "1" + "0" * 43 + "1" + "0" * 255 + "1" + "11"},
        attributes=[nominal(LONG)],
        x=[LONG - 1],
        draws=[0.1, *[0.9] * 43, 0.1, *[0.9] * 256],
    )
    return topic


def _metrics() -> Topic:
    topic = Topic("metrics", "widths")
    group = topic.group("labels", PAPER, n_labels=LONG)
    group.hand(
        "more-than-255-labels",
        "MET-A",
        "of 300 labels 290 are true, 280 predicted, all rightly: 280/290; ten of 300 are wrong",
        {"accuracy": 280 / 290, "exact_match": 0.0, "hamming_loss": 10 / 300},
        truth=["1" * 290 + "0" * 10],
        predicted=["1" * 280 + "0" * 20],
    )
    group = topic.group("instances", PAPER, n_labels=1)
    group.hand(
        "more-than-255-instances",
        "MET-A",
        "299 of 300 are right",
        {"accuracy": 299 / 300, "exact_match": 299 / 300, "hamming_loss": 1 / 300},
        truth=["1"] * LONG,
        predicted=[*["1"] * (LONG - 1), "0"],
    )
    return topic
