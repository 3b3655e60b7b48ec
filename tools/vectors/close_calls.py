"""Vectors of choices between numbers that are tiny, or close together, and of limits that the last of many passes."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, Final

from suite.notation import AUTHORS, PAPER, PROFILES, binary, continuous, data, fit, interval, nominal, problem, rule
from suite.source import Topic, made_topics

__all__ = ["topics"]

SMALL: Final = {"omega": 0, "phi": 0, "theta_exp": 0, "theta_del": 0, "accuracy_threshold": 0}
KNOWN: Final = problem(1, "1 -> 1", "0 -> 0")
TINY: Final = (("tiny", {"accuracy_power": 10}, 1000, 1), ("close", {"accuracy_power": 1}, 10**8, 5 * 10**7))
"""Fitness of 1e-30 against 1e-27, and 0.5 against 0.50000001: updates, and how many of them are right."""
MANY: Final = 300
_CONSTANTS: Final[tuple[tuple[str, tuple[float | None, ...]], ...]] = (
    ("one-value", (1.0, None, 1.0)),
    ("no-value", (None, None)),
)


def topics() -> Iterator[Topic]:
    """Return a topic `close-calls` of each of these formats."""
    return made_topics(
        "close-calls",
        _best,
        _compaction,
        _control,
        _subsumption,
        _final_merge,
        _votes,
        _active_labels,
        _thresholds,
        _run,
        _covering,
        _clustering,
        _deletion,
        _k_means,
        _coverage,
        _match,
        _ga_due,
        _generality,
    )


def _of_two(text: str, updates: int, right: int, **fields: Any) -> dict[str, Any]:
    return rule(text, matches=updates, correct=right, **fields)


def _best(topic: Topic) -> None:
    for profile, settings in PROFILES:
        by_match = profile == "authors"
        for name, changes, updates, right in TINY:
            group = topic.group(f"{name}-{profile}", {**settings, **SMALL, **changes}, attributes=binary(1), n_labels=1)
            weaker = _of_two("1 -> 0", updates, right, by_match=by_match)
            stronger = _of_two("1 -> 1", updates, right + 1, by_match=by_match)
            for order, rules in (("first", [stronger, weaker]), ("second", [weaker, stronger])):
                group.hand(f"{order}-is-stronger", "INF-5", "it decides 1", {"labels": ["1"]}, x=[[1]], rules=rules)


def _compaction(topic: Topic) -> None:
    for weight in ("fitness", "discounted"):
        for name, changes, updates, right in TINY:
            settings = {**PAPER, **SMALL, **changes, "compaction_weight": weight}
            group = topic.group(f"{name}-by-{weight}", settings, attributes=binary(1), n_labels=1)
            rules = [_of_two("1 -> 1", updates, right), _of_two("1 -> 1", updates, right + 1)]
            group.hand("second-is-fitter", "MET-D", "it suffices", {"kept": [1]}, x=[[1]], rules=rules)


def _control(topic: Topic) -> None:
    for name, changes, updates, right in TINY:
        group = topic.group(name, {**PAPER, **SMALL, **changes}, **KNOWN, instance=0, step=9)
        rules = [_of_two("1 -> 1", updates, right), _of_two("1 -> 1", updates, right + 1)]
        group.hand("first-is-less-fit", "CTL-1", "it loses one", {"loser": 0, "num": [0, 1]}, rules=rules)
    group = topic.group("coverage", PAPER, attributes=binary(1), n_labels=1, instance=0, step=MANY)
    rules = [fit("# -> 1", 1), fit("1 -> 1", 9), fit("1 -> 1", 8)]
    instances = data(*["1 -> 1"] * (MANY - 1), "0 -> 1")
    out = {"loser": 2, "num": [1, 1, 0]}
    group.hand("last-of-300-instances", "CTL-1 MAT-2", "300 of the first, 299", out, instances=instances, rules=rules)


def _subsumption(topic: Topic) -> None:
    for absorption in ("strongest", "authors"):
        for name, changes, updates, right in TINY:
            settings = {**PAPER, **SMALL, **changes, "absorption": absorption}
            group = topic.group(f"{name}-{absorption}", settings, **KNOWN, child="1111")
            # weights of P are compared as 32-bit floats in authors, which 0.50000001 is not
            places = (False, True) if absorption == "strongest" or name == "tiny" else (True,)
            for parents in places:
                rules = [_of_two("1 -> 1", updates, right + 1), _of_two("# -> 1", updates, right)]
                asked: dict[str, Any] = {"parents": [0, 1]} if parents else {}
                for order, given in (("first", rules), ("second", rules[::-1])):
                    group.hand(
                        f"{order}-{'parent' if parents else 'rule'}-is-stronger",
                        "SUB-5",
                        "num 1 both",
                        {"absorber": {"rule": 0 if order == "first" else 1, "parent": parents}},
                        rules=given,
                        **asked,
                    )
        group = topic.group(
            f"experience-{absorption}", {**PAPER, **SMALL, "absorption": absorption}, **KNOWN, child="1111"
        )
        rules = [_of_two("1 -> 1", 30, 30), _of_two("# -> 1", 20, 20)]
        for order, given in (("first", rules), ("second", rules[::-1])):
            out = {"absorber": {"rule": 0 if order == "first" else 1, "parent": True}}
            group.hand(f"{order}-parent-has-more", "SUB-5", "30 against 20", out, rules=given, parents=[0, 1])


def _final_merge(topic: Topic) -> None:
    for name, changes, updates, right in TINY:
        group = topic.group(name, {**AUTHORS, **SMALL, **changes}, **KNOWN)
        weaker = _of_two("1 -> 1", updates, right, by_match=True)
        stronger = _of_two("0 -> 0", updates, right + 1, by_match=True)
        out = {"rules": [{"bits": stronger["bits"]}, {"bits": weaker["bits"]}]}
        group.hand("second-is-fitter", "FIN-1", "it comes first", out, rules=[weaker, stronger])


def _votes(topic: Topic) -> None:
    for profile, settings in PROFILES:
        by_match = profile == "authors"
        power = {"accuracy_power": 10 if profile == "paper" else 1}
        updates = 1000 if profile == "paper" else 10**12
        group = topic.group(profile, {**settings, **SMALL, **power}, attributes=binary(1), n_labels=2, x=[[1]])
        rules = [_of_two("1 -> 1#", updates, 1, by_match=by_match)]
        group.hand("tiny-vote-is-one", "INF-2", "w 1e-30 or 1e-12 and 0", {"normalised": [[1.0, 0.0]]}, rules=rules)

    group = topic.group("constant", PAPER, n_labels=1)
    for missing in ("match", "unhandled"):
        for name, bounds in (("one-value", (1.0, 1.0)), ("no-value", (None, None))):
            group.hand(
                f"test-of-{name}-with-{missing}",
                "REP-6 REP-7",
                "its activation bit is set all the same: it accepts everything",
                {"n_unmatched": 0},
                settings={"missing_values": missing},
                attributes=[continuous(*bounds)],
                rules=[rule(interval(1, 3, 9) + "11", 1)],
                x=[[1.0], [0.5], [None], ["inf"]],
                tie=("REP-4", ["in/attributes", "in/x"]),
            )


def _active_labels(topic: Topic) -> None:
    for name, vote in (("1e-12", 1e-12), ("smallest-double", 5e-324)):
        group = topic.group(f"vote-of-{name}", PAPER, n_labels=2, votes=[[vote, 0.0]])
        for active_labels, threshold, wanted in (
            ("at_least", 0.0, "11"),
            ("above", 0.0, "10"),
            ("at_least", vote, "10"),
        ):
            group.hand(
                f"{active_labels.replace('_', '-')}-{'zero' if threshold == 0 else 'itself'}",
                "INF-2",
                "the sum is above 0",
                {"labels": [wanted]},
                settings={"active_labels": active_labels},
                threshold=threshold,
                tie=("INF-2", ["in/votes", "in/threshold"]),
            )


def _thresholds(topic: Topic) -> None:
    tie = ("INF-3", ["in/votes"])
    for active_labels in ("at_least", "above"):
        group = topic.group(
            f"tiny-{active_labels.replace('_', '-')}", {**PAPER, "active_labels": active_labels}, n_labels=2
        )
        for metric in ("accuracy", "exact_match", "hamming_loss"):
            group.filled(
                f"vote-of-1e-12-by-{metric.replace('_', '-')}",
                "INF-3 INF-4",
                "the labels are those of all votes, 1e-12 included",
                votes=[[1e-12, 0.4], [0.4, 2e-12]],
                truth=["11", "10"],
                metric=metric,
                tie=tie,
            )
    for n in (3, 5, 7, 31, 130):
        group = topic.group(f"shares-of-{n}", PAPER, n_labels=n, metric="accuracy")
        noughts = [0.0] * (n - 2)
        group.hand(
            "tie-of-fractions",
            "INF-3",
            f"at 0.1: 1/{n} + {n - 1}/{n}; at 0.2: 0 and 1: the first",
            {"ival": 0.1},
            votes=[[0.1, 0.0, *noughts], [0.2] * (n - 1) + [0.1]],
            truth=["1" * n, "1" * (n - 1) + "0"],
            tie=tie,
        )
    group = topic.group("skipped", {**PAPER, "empty_label_sets": "skip"}, n_labels=2)
    for metric in ("accuracy", "exact_match"):
        group.filled(
            f"fewer-are-left-in-the-mean-of-{metric.replace('_', '-')}",
            "INF-3 MET-A",
            "instances without labels leave the mean one by one",
            votes=[[0.1, 0.0], [0.2, 0.0], [0.3, 0.0], [0.4, 0.45]],
            truth=["00", "00", "10", "01"],
            metric=metric,
            tie=tie,
        )
    for n, active_labels in ((65, "at_least"), (65, "above"), (257, "at_least"), (257, "above")):
        settings = {**PAPER, "active_labels": active_labels}
        group = topic.group(f"{n}-of-a-vote-{active_labels.replace('_', '-')}", settings, n_labels=1)
        votes = [[0.2]] * n + [[0.3]] * n
        for name, truth in (
            ("upper-half", ["0"] * n + ["1"] * n),
            ("all", ["1"] * 2 * n),
            ("none", ["0"] * 2 * n),
        ):
            group.filled(
                f"labels-of-the-{name}", "INF-3 INF-4", "many votes are equal", votes=votes, truth=truth, tie=tie
            )


def _run(topic: Topic) -> None:
    settings = {**AUTHORS, "p_hash": 0, "p_label_hash": 0, "passes": 1}
    group = topic.group("merge", settings, **problem(1, "1 -> 11"), n_steps=1)
    for name, share in (("smallest-double", 5e-324), ("a-little", 1e-12)):
        group.filled(
            f"update-only-of-{name}",
            "FIN-1 CYC-4",
            "above 0, though no pass only updates: the two rules of covering merge",
            settings={"update_only": share},
            draws=[0.5] * 6,
            tie=("CYC-4", ["settings/update_only"]),
        )


def _covering(topic: Topic) -> None:
    attributes = {"binary": binary(1)[0], "nominal": nominal(3), "continuous": continuous(0, 1)}
    group = topic.group("probability", {**PAPER, "p_hash": 0.3, "p_label_hash": 0}, n_labels=1, y="1", label=0)
    for kind, attribute in attributes.items():
        at = 0.3 if kind == "binary" else 0.7
        for name, u in (
            ("below", at - 1e-8),
            ("just-below", math.nextafter(at, 0)),
            ("just-above", math.nextafter(at, 1)),
        ):
            before = [0.5, 0.5] if kind == "continuous" else []
            after = [0.6] * 3 if kind == "nominal" else []
            group.filled(
                f"{name}-of-a-{kind}-test",
                "COV-6",
                f"{u!r}",
                attributes=[attribute],
                x=[1],
                draws=[*before, u, *after],
                tie=("COV-6", ["draws", "settings"]),
            )
    group = topic.group("reach", PAPER, n_labels=1, y="1", label=0)
    for name, x in (("within", 1e307 / 31 * 17), ("below-zero", -1e307 / 31 * 17)):
        group.filled(
            f"{name}-reach",
            "COV-3",
            "31 times the distance is below 1.8e308",
            attributes=[continuous(0, 1)],
            x=[x],
            draws=[0.5, 0.5, 0.9],
        )
        group.reject(
            f"{name}-but-for-the-levels",
            "COV-3",
            "31 times 1e307",
            "range-overflow",
            attributes=[continuous(0, 1)],
            x=[math.copysign(1e307, x)],
        )


def _clustering(topic: Topic) -> None:
    group = topic.group(
        "probability", {**PAPER, "p_hash_init": 0.3}, n_labels=1, attributes=[*binary(1), nominal(3), continuous()]
    )
    instances = [{"x": [1, 2, 0.0], "y": "1"}, {"x": [1, 2, 1.0], "y": "0"}]
    for name, low, high in (("below", 0.3 - 1e-8, 0.7 - 1e-8), ("above", 0.3 + 1e-8, 0.7 + 1e-8)):
        draws = [0.5, low, high, 0.6, 0.6, 0.6, 0.5, 0.5, high, 0.5]
        group.filled(f"draws-{name}", "INI-1 COV-6", "by 1e-8", instances=instances, draws=draws * 2)


def _deletion(topic: Topic) -> None:
    for domain, cs in (("log", 901.0), ("plain", 701.0)):
        settings = {**PAPER, "deletion_domain": domain, "theta_del": 1, "population_size": MANY - 1}
        group = topic.group(f"{domain}-votes", settings, **problem(1, "1 -> 1"))
        rules = [rule("1 -> 1", matches=10, correct=10, cs=value) for value in (cs, *[1.0] * (MANY - 1))]
        for name, u in (("nought", 0.0), ("a-half", 0.5), ("the-largest-draw", 1.0 - 2.0**-53)):
            group.hand(
                f"first-is-all-at-{name}",
                "DEL-3",
                f"e^{cs - 1:.0f} against 1",
                {"deleted": [0]},
                rules=rules,
                draws=[u],
                tie=("GEN-3", ["draws", "in/rules"]),
            )


def _k_means(topic: Topic) -> None:
    mixed = [*binary(1), continuous(0, 1), continuous(0, 1)]
    group = topic.group("distances", PAPER, attributes=mixed, n_labels=1, k=2)
    for name, far, nearest in (("by-more-than-one", 0.75, 0), ("by-less-than-one", 0.5, 1)):
        group.filled(
            f"numbers-differ-{name}",
            "INI-5",
            f"another code is 1, two numbers are {2 * far * far}: the point goes to start {nearest}",
            points=[[0, 0, 0], [1, far, far], [1, 0, 0]],
            draws=[0.0, 0.0],
        )
    group = topic.group("counts", PAPER, n_labels=1, k=1)
    points = [[0]] * 256 + [[1]] * MANY
    group.hand(
        "mode-behind-256-others",
        "INI-2",
        "256 times 0, then 300 times 1",
        {"centroids": [[1]]},
        attributes=binary(1),
        points=points,
        draws=[0.5],
    )
    for n in (65, 257):
        nought: list[float] = [0]
        numbers = [nought] * (n - 1) + [[1e308]]
        group.reject(
            f"largest-is-the-last-of-{n}-points",
            "INI-7",
            f"{n} times 1e308",
            "range-overflow",
            attributes=[continuous(0, 1e306)],
            points=numbers,
        )


def _coverage(topic: Topic) -> None:
    group = topic.group("last-of-300", PAPER, n_labels=1, rules=[])
    for name, error, attribute, x, bad in (
        ("undeclared-value", "undeclared-value", binary(1)[0], 1, 2),
        ("infinite-value", "infinite-value", continuous(), 1.0, "inf"),
        ("overflow", "range-overflow", continuous(), -1e308, 1e308),
        ("out-of-reach", "range-overflow", continuous(0, 1e-9), 0.0, 1e300),
    ):
        instances: list[dict[str, Any]] = [{"x": [x], "y": "1"}] * (MANY - 1) + [{"x": [bad], "y": "1"}]
        group.reject(
            f"instances-{name}", "REP-7", "the last instance alone", error, attributes=[attribute], instances=instances
        )
        attributes = [*[continuous()] * (MANY - 1), attribute]
        rows: list[dict[str, Any]] = [{"x": [1.0] * (MANY - 1) + [value], "y": "1"} for value in (x, bad)]
        group.reject(
            f"attributes-{name}", "REP-7", "the last attribute alone", error, attributes=attributes, instances=rows
        )
    instances = [{"x": [1], "y": "1"}] * (MANY - 1) + [{"x": [1], "y": "?"}]
    group.reject(
        "instances-missing-label", "REP-7", "the last alone", "missing-label", attributes=binary(1), instances=instances
    )
    rules = [rule(interval(1, *ends) + "11", 1) for ends in ((0, 0), (3, 9), (9, 3), (31, 31))]
    for constant in ("inactive", "drawn"):
        for missing in ("match", "unhandled"):
            settings = {**PAPER, "constant_attribute": constant, "missing_values": missing}
            group = topic.group(f"{constant}-{missing}", settings, attributes=[continuous()], n_labels=1, rules=rules)
            for name, values in _CONSTANTS:
                instances = [{"x": [x], "y": "1"} for x in values]
                group.filled(
                    f"test-of-{name}",
                    "REP-6 REP-7",
                    "its bit is set",
                    instances=instances,
                    tie=("REP-4", ["in/instances"]),
                )
    group = topic.group("infinite-floats", AUTHORS, attributes=[continuous()], n_labels=1, rules=[])
    for name, values in (
        ("above", (1e39, 2e39)),
        ("below", (-1e39, -2e39)),
        ("one-value", (1e39,)),
        ("one-end", (0.0, 1e39)),
    ):
        group.reject(
            name,
            "REP-4",
            "infinite as 32-bit floats",
            "range-overflow",
            instances=[{"x": [x], "y": "1"} for x in values],
        )


def _match(topic: Topic) -> None:
    group = topic.group("infinite-floats", AUTHORS, bits="1" + "0" * 10, x=[0.0])
    for name, bounds in (("above", (1e39, 2e39)), ("below", (-2e39, -1e39)), ("one-value", (1e39, 1e39))):
        group.reject(name, "REP-4", "infinite as 32-bit floats", "range-overflow", attribute=continuous(*bounds))


def _ga_due(topic: Topic) -> None:
    group = topic.group("exact", {**PAPER, "theta_ga": 1}, step=1)
    out = {"labels": [{"clock": 2, "due": True}]}
    members = [{"num": 2**53, "ts": 1}, {"num": 1, "ts": 0}]
    group.hand(
        "micro-classifiers-that-are-no-double",
        "CYC-2",
        "1*(2^53 + 1) against 2^53",
        out,
        clock=1,
        correct_sets=[members],
    )
    group = topic.group("truncated", {**AUTHORS, "theta_ga": 4}, step=3)
    out = {"labels": [{"clock": 3, "due": False}]}
    members = [{"num": 3, "ts": (2**32 - 1) // 3}]
    group.hand("sum-of-minus-one", "CYC-2", "-1 by 3 is 0: 3 - 0", out, clock=2, correct_sets=[members])


def _generality(topic: Topic) -> None:
    group = topic.group("reversed", {**PAPER, "interval_order": "ordered"}, attributes=[continuous(0, 1)], n_labels=1)
    for name, clause, first, second, wanted in (
        ("lower-is-the-first-bound", "5 <= 4 fails", (5, 3), (4, 3), False),
        ("upper-is-the-second-bound", "4 <= 3 fails", (5, 3), (5, 4), False),
        ("both-hold", "4 <= 5 and 3 <= 3", (4, 3), (5, 3), True),
        ("a-reversed-one-inside", "2 <= 5 and 3 <= 4", (2, 4), (5, 3), True),
        ("an-ordered-one-inside", "5 <= 3 fails", (5, 3), (3, 3), False),
    ):
        rules = [interval(1, *bounds) + "11" for bounds in (first, second)]
        group.hand(name, "SUB-2", clause, {"general": wanted}, rule=rules[0], other=rules[1])
