"""Vectors of whole numbers that no double tells apart, and of doubles at the very ends of what is allowed."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, Final

from suite.notation import AUTHORS, COPIES, PAPER, binary, continuous, interval, nominal, problem, rule
from suite.source import Topic, made_topics

from mlslcs_ref.settings import setting_infos

__all__ = ["topics"]

EVEN: Final = 2**53
ODD: Final = 2**53 + 1
"""The first whole number that is no double: it would be EVEN."""
KNOWN: Final = problem(1, "1 -> 1")


def topics() -> Iterator[Topic]:
    """Return a topic `apart` of each of these formats."""
    return made_topics(
        "apart",
        _correct_sets,
        _control,
        _update,
        _ga_due,
        _ga,
        _discovery,
        _subsumption,
        _step,
        _final_merge,
        _best,
        _settings,
        _coverage,
        _match,
        _k_means,
    )


def _right(text: str, updates: int, correct: int | None = None, **fields: Any) -> dict[str, Any]:
    """Return a rule for one label, right in all its updates or in some."""
    return rule(text, matches=updates, correct=updates if correct is None else correct, **fields)


def _correct_sets(topic: Topic) -> None:
    group = topic.group("num", PAPER, **KNOWN, instance=0)
    rules = [rule("1 -> 1", num=EVEN), rule("1 -> 1", num=1)]
    out = {"correct_sets": [{"members": [0, 1], "num": ODD}]}
    group.hand("sum-that-is-no-double", "CYC-0", "2^53 + 1", out, rules=rules)


def _control(topic: Topic) -> None:
    group = topic.group("numbers", PAPER, **KNOWN, instance=0)
    rules = [_right("1 -> 1", 9, num=EVEN + 2), _right("1 -> 1", 10)]
    out = {"loser": 0, "num": [ODD, 1]}
    rules[0] |= {"correct": 8, "wrong": 1}
    group.hand("num-that-is-no-double", "CTL-1", "2^53 + 2 less one", out, rules=rules, step=9)
    for name, step, loser in (("known", ODD, 0), ("unknown-by-one", EVEN, None)):
        group.hand(
            f"{name}-at-an-age-beyond-doubles",
            "CTL-2",
            f"made at 2^53, now 2^53 + {step - EVEN}: |D| is 1",
            {"loser": loser},
            step=step,
            rules=[each | {"created": EVEN} for each in rules],
        )


def _update(topic: Topic) -> None:
    for profile, settings in (("paper", PAPER), ("authors", AUTHORS)):
        group = topic.group(profile, settings, **KNOWN, presented=[0])
        group.hand(
            "counts-that-are-no-doubles",
            "UPD-1 UPD-2",
            "2^53 updates, all wrong, and one more",
            {"rules": [{"exp": ODD, "fp": ODD}]},
            rules=[_right("1 -> 0", EVEN, 0)],
        )


def _ga_due(topic: Topic) -> None:
    group = topic.group("exact", {**PAPER, "theta_ga": 1}, step=1)
    for name, clock, due in (("due-by-one", EVEN + 1, True), ("not-due-by-one", EVEN, False)):
        group.hand(
            f"{name}-beyond-doubles",
            "CYC-2",
            f"(2^53 + {clock + 1 - EVEN} - 1)*1 against 2^53",
            {"labels": [{"clock": clock + 1, "due": due}]},
            clock=clock,
            correct_sets=[[{"num": 1, "ts": EVEN}]],
        )


def _ga(topic: Topic) -> None:
    group = topic.group("birth", {**PAPER, "mutation_rate": 0}, **KNOWN, label=0)
    group.hand(
        "clock-that-is-no-double",
        "PAR-0",
        "2^53 + 1",
        {"offspring": [{"rule": {"ts": ODD}}, {"rule": {"ts": ODD}}]},
        clock=ODD,
        rules=[_right("1 -> 1", 10)],
        draws=[*COPIES, *[0.5] * 8],
    )


def _discovery(topic: Topic) -> None:
    changes = {**PAPER, "theta_ga": 2**31 - 1, "p_hash": 0, "p_label_hash": 0}
    group = topic.group("covering", changes, **problem(1, "1 -> 1", "0 -> 0"), instance=1)
    group.hand(
        "times-of-a-rule",
        "PAR-0 COV-5",
        "ts and created are 2^53 + 1 and 2^53 + 3",
        {"rules": [{"ts": ODD, "created": EVEN + 3}]},
        clock=ODD,
        step=EVEN + 3,
        rules=[],
        draws=[0.5],
    )
    for order in ("by_label", "in_phases"):
        changes = {
            **PAPER,
            "discovery_order": order,
            "theta_ga": 0,
            "mutation_rate": 0,
            "covering_focus": "generalised",
        }
        _stamps_and_gains(topic, order.replace("_", "-"), {**changes, "p_hash": 0, "p_label_hash": 1})


def _stamps_and_gains(topic: Topic, order: str, settings: Mapping[str, Any]) -> None:
    group = topic.group(order, settings, **KNOWN, instance=0)
    for name, clock, num in (("clock", EVEN, 1), ("num", 4, EVEN - 1)):
        wanted = {"num": num + 2, "ts": clock + 1}
        group.hand(
            f"{name}-that-is-no-double",
            "CYC-3 SUB-4",
            f"the clock {clock + 1} is the stamp; both children are copies: {num} and two more",
            {"rules": [wanted], "clock": clock + 1},
            clock=clock,
            step=5,
            rules=[_right("1 -> 1", 10, num=num)],
            draws=[*COPIES, *[0.5] * 8],
        )
    group.hand(
        "rule-that-covering-makes-again-gains",
        "COV-5 REP-10",
        "2^53 and one more; the rule that is there decides no label that covering makes it for",
        {"rules": [{"num": ODD}]},
        clock=5,
        step=5,
        rules=[rule("1 -> #", num=EVEN, created=1)],
        draws=[0.5, 0.5],
    )


def _subsumption(topic: Topic) -> None:
    for absorption in ("strongest", "authors"):
        settings = {**PAPER, "absorption": absorption, "accuracy_threshold": 0.5, "omega": 0, "phi": 0}
        group = topic.group(absorption, settings, **KNOWN, child="1111")
        rules = [_right("1 -> 1", ODD), _right("1 -> 1", EVEN)]
        for name, order, winner in (("first", rules, 0), ("second", rules[::-1], 1)):
            group.hand(
                f"{name}-has-more-experience-than-a-double-tells",
                "SUB-5",
                "2^53 + 1 against 2^53",
                {"absorber": {"rule": winner, "parent": False}},
                rules=order,
            )
            group.hand(
                f"{name}-parent-has-more-experience-than-a-double-tells",
                "SUB-5",
                "2^53 + 1 against 2^53; one is more general than the other",
                {"absorber": {"rule": winner, "parent": True}},
                rules=[each | {"bits": bits} for each, bits in zip(order, ("1111", "0011"), strict=True)],
                parents=[0, 1],
            )


def _step(topic: Topic) -> None:
    settings = {**AUTHORS, "theta_ga": 2**31 - 1, "missing_values": "unhandled"}
    group = topic.group("removal", settings, **KNOWN, presented=[0], clock=0)
    for name, step, n in (("in-time", ODD, 1), ("a-step-too-early", EVEN, 2)):
        group.hand(
            f"{name}-beyond-doubles",
            "GEN-7",
            f"0 -> 1 matches nothing; made at 2^53, now 2^53 + {step - EVEN}",
            {"rules": [{"bits": "1011"}, {"bits": "1111"}][-n:]},
            step=step,
            rules=[rule("0 -> 1", created=EVEN), rule("1 -> 1", created=EVEN)],
        )
    group = topic.group("clock", {**PAPER, "theta_ga": 2**31 - 1, "ga_clock": "step"}, **KNOWN, presented=[0])
    group.hand(
        "step-that-is-no-double", "CYC-2", "2^53 + 1", {"clock": ODD}, clock=0, step=ODD, rules=[rule("1 -> 1", ts=ODD)]
    )


def _final_merge(topic: Topic) -> None:
    group = topic.group("num", AUTHORS, **KNOWN)
    rules = [rule("1 -> 1", num=EVEN), rule("1 -> 1", num=1)]
    group.hand("sum-that-is-no-double", "FIN-1", "2^53 + 1", {"rules": [{"num": ODD}]}, rules=rules)


def _best(topic: Topic) -> None:
    group = topic.group("ties", {**PAPER, "omega": 0, "phi": 0}, attributes=binary(1), n_labels=1, x=[[1]])
    of_zero = partial(_right, "1 -> 0")
    for name, first, second in (
        ("num", of_zero(9, num=EVEN), _right("1 -> 1", 9, num=ODD)),
        ("experience", of_zero(EVEN), _right("1 -> 1", ODD)),
    ):
        out = {"labels": ["1"]}
        group.hand(f"{name}-by-one-beyond-doubles", "INF-5", "the second has one more", out, rules=[first, second])


def _settings(topic: Topic) -> None:
    group = topic.group("ends", PAPER)
    for info in setting_infos():
        if info.kind is float:
            name, low, high = info.name.replace("_", "-"), float(info.low), float(info.high)
            changes = {info.name: math.nextafter(high, math.inf)}
            group.reject(
                f"{name}-a-little-above", "PAR-2", f"{high:g} is the largest", "setting-out-of-range", settings=changes
            )
            below = 0.0 if info.above else -5e-324
            group.reject(
                f"{name}-a-little-below", "PAR-2", f"{low:g}", "setting-out-of-range", settings={info.name: below}
            )
    group = topic.group("shares", PAPER)
    below, above = math.nextafter(0.7, 0.0), math.nextafter(0.7, 1.0)
    changes = {"omega": above, "phi": 0.7}
    group.reject("omega-a-little-above-phi", "UPD-5", "the next double", "omega-above-phi", settings=changes)
    for name, omega in (("omega-a-little-below-phi", below), ("omega-is-phi", 0.7)):
        changes = {"omega": omega, "phi": 0.7}
        group.hand(name, "UPD-5", f"{omega!r}", {"settings": changes}, settings=changes, tie=("UPD-5", ["settings"]))


def _coverage(topic: Topic) -> None:
    group = topic.group("ranges", PAPER, attributes=[continuous()], n_labels=1)
    for name, values in (
        ("largest-by-a-little-last", [0.0, 5.0, 5.0 + 1e-12]),
        ("largest-by-a-little-first", [5.0 + 1e-12, 5.0, 0.0]),
        ("smallest-by-a-little-last", [9.0, -5.0, -5.0 - 1e-12]),
        ("smallest-by-a-little-first", [-5.0 - 1e-12, -5.0, 9.0]),
        ("next-to-each-other", [1.0, math.nextafter(1.0, 2.0), 1.0]),
    ):
        group.filled(
            name,
            "REP-4",
            "tests of the ends alone, and of all",
            instances=[{"x": [x], "y": "1"} for x in values],
            rules=[rule(interval(1, *bounds) + "11", 1) for bounds in ((0, 0), (31, 31), (0, 31))],
            tie=("REP-4", ["in/instances"]),
        )
    group = topic.group("declared", PAPER, n_labels=1, rules=[])
    for name, attribute, x in (
        ("binary", binary(1)[0], math.nextafter(1.0, 2.0)),
        ("nominal", nominal(4), math.nextafter(2.0, 1.0)),
    ):
        instances = [{"x": [x], "y": "1"}]
        group.reject(
            f"next-to-a-{name}-value",
            "REP-7",
            f"{x!r}",
            "undeclared-value",
            attributes=[attribute],
            instances=instances,
        )


def _match(topic: Topic) -> None:
    for profile, settings in (("paper", PAPER), ("authors", AUTHORS)):
        group = topic.group(profile, settings, bits=interval(1, 0, 0), x=[1.0, math.nextafter(1.0, 2.0), 2.0])
        for name, high in (("range-of-two-doubles", math.nextafter(1.0, 2.0)), ("range-of-two-floats", 1.0 + 2.0**-23)):
            attribute = continuous(1.0, high)
            group.filled(
                name, "REP-4 REP-6", f"1 to {high!r}", attribute=attribute, tie=("REP-4", ["in/attribute", "in/x"])
            )


def _k_means(topic: Topic) -> None:
    group = topic.group("sums", PAPER, n_labels=1, k=1)
    for n in (65, 257):
        out = {"centroids": [[1.0]]}
        points = [[0]] * (n - 1) + [[n]]
        group.hand(
            f"last-of-{n}-members",
            "INI-7",
            f"0 but for {n}",
            out,
            attributes=[continuous(0, n)],
            points=points,
            draws=[0.5],
        )
