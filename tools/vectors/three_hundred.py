"""Vectors of 300 attributes, labels, members or rules, the last of which decides: more than any table of 256 holds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from suite.notation import AUTHORS, COPIES, PAPER, PROFILES, binary, chromosome, continuous, data, fit, nominal, rule
from suite.source import Topic, made_topics

__all__ = ["topics"]

N: Final = 300
ATTRIBUTES: Final = binary(N)
BEFORE: Final = N - 1
ONES, NOUGHTS, OPEN = "1" * BEFORE, "0" * BEFORE, "#" * BEFORE
PLAIN: Final = {"accuracy_power": 1, "omega": 0, "phi": 0}


def topics() -> Iterator[Topic]:
    """Return a topic `three-hundred` of each of these formats."""
    return made_topics(
        "three-hundred",
        _layout,
        _equality,
        _generality,
        _repair,
        _coverage,
        _correct_sets,
        _update,
        _ga_due,
        _control,
        _covering,
        _ga,
        _discovery,
        _subsumption,
        _deletion,
        _k_means,
        _clustering,
        _final_merge,
        _votes,
        _active_labels,
        _best,
        _thresholds,
        _metrics,
        _compaction,
        _scs,
    )


def _layout(topic: Topic) -> None:
    group = topic.group("genes", PAPER, n_labels=N)
    group.filled("binary", "REP-1", "600 bits, then 600", attributes=ATTRIBUTES)
    group.filled(
        "mixed",
        "REP-1",
        "2, 4 and 11 bits a hundred times",
        attributes=[*binary(1), nominal(3), continuous(0, 1)] * 100,
    )


def _pair(topic: Topic, clause: str, field: str, other: str, *, opened: bool) -> None:
    """Add rules that differ in the last attribute, in the last label, and in nothing."""
    for place, one, two, n_labels in (
        ("attribute", f"{OPEN}1 -> 1", f"{OPEN}{other} -> 1", 1),
        ("label", f"1 -> {OPEN}1", f"1 -> {OPEN}{other}", N),
    ):
        attributes = ATTRIBUTES if n_labels == 1 else binary(1)
        group = topic.group(place, PAPER, attributes=attributes, n_labels=n_labels)
        first, second = chromosome(one), chromosome(two)
        group.hand(f"other-last-{place}", clause, "the last decides", {field: False}, rule=first, other=second)
        wanted = {field: opened and place == "label"}
        group.hand(f"other-way-round-by-{place}", clause, "the last decides", wanted, rule=second, other=first)
        group.hand(f"same-last-{place}", clause, "all are the same", {field: True}, rule=first, other=first)


def _equality(topic: Topic) -> None:
    _pair(topic, "REP-10", "equal", "0", opened=False)


def _generality(topic: Topic) -> None:
    _pair(topic, "SUB-2", "general", "0", opened=False)


def _repair(topic: Topic) -> None:
    group = topic.group("last", PAPER, n_labels=1)
    before = [nominal(3)] * BEFORE
    out = {"rule": "0000" * BEFORE + "0111" + "11"}
    group.hand(
        "test-of-everything",
        "REP-5",
        "1111 is left out",
        out,
        attributes=[*before, nominal(3)],
        rule="0000" * BEFORE + "111111",
    )


def _coverage(topic: Topic) -> None:
    group = topic.group("attributes", PAPER, attributes=ATTRIBUTES, n_labels=1)
    out = {"coverage": ["10", "01", "11"], "match_sets": [[0, 2], [1, 2]]}
    instances, rules = data(f"{ONES}1 -> 1", f"{ONES}0 -> 1"), [f"{OPEN}1 -> 1", f"{OPEN}0 -> 1", f"{ONES}# -> 1"]
    group.hand(
        "last-decides",
        "MAT-1",
        "tests of the last alone",
        out,
        instances=instances,
        rules=[rule(text) for text in rules],
    )


def _labels(*instances: str) -> dict[str, Any]:
    """Return inputs of one attribute and 300 labels."""
    return {"attributes": binary(1), "n_labels": N, "instances": data(*instances)}


def _correct_sets(topic: Topic) -> None:
    group = topic.group("labels", PAPER, **_labels(f"1 -> {NOUGHTS}1"), instance=0)
    out = {"correct_sets": [{"members": [], "num": 0}] * BEFORE + [{"members": [0], "num": 2}]}
    rules = [rule(f"1 -> {OPEN}1", num=2), rule(f"1 -> {OPEN}0")]
    group.hand("last-decides", "CYC-0", "one is right, one wrong", out, rules=rules)


def _update(topic: Topic) -> None:
    for profile, settings in PROFILES:
        group = topic.group(profile, settings, **_labels(f"1 -> {NOUGHTS}1"), presented=[0])
        rules = [rule(f"1 -> {OPEN}1"), rule(f"1 -> {OPEN}0"), rule(f"1 -> {ONES}1", num=4)]
        group.filled("last-decides", "UPD-1 UPD-3", "right, wrong, and wrong but for the last", rules=rules)


def _ga_due(topic: Topic) -> None:
    for n in (65, 257, N):
        for profile, settings in PROFILES:
            group = topic.group(f"{n}-of-{profile}", {**settings, "theta_ga": 5}, clock=9, step=10)
            members = [{"num": 1, "ts": 0}] * (n - 1) + [{"num": 1, "ts": 10 * n}]
            out = {"labels": [{"clock": 10, "due": False}]}
            group.hand("last-member-is-young", "CYC-2", "the mean is 10 by the last alone", out, correct_sets=[members])
            members = [{"num": 1, "ts": 10}] * (n - 1) + [{"num": 9 * n, "ts": 0}]
            out = {"labels": [{"clock": 10, "due": True}]}
            group.hand("last-member-is-many", "CYC-2", "the mean is below 2 by the last", out, correct_sets=[members])
    group = topic.group("labels", {**PAPER, "theta_ga": 5}, clock=9, step=10)
    sets: list[list[dict[str, int]]] = [[{"num": 1, "ts": 1000}]] * BEFORE + [[{"num": 1, "ts": 0}]]
    wanted = [{"clock": 10 + i, "due": i == BEFORE} for i in range(N)]
    group.hand("last-is-due", "CYC-2", "the clock rises 300 times", {"labels": wanted}, correct_sets=sets)


def _control(topic: Topic) -> None:
    group = topic.group("attributes", PAPER, attributes=ATTRIBUTES, n_labels=1, instance=0, step=9)
    instances = data(f"{ONES}1 -> 1", f"{ONES}0 -> 1")
    rules = [fit(f"{OPEN}# -> 1", 5), fit(f"{OPEN}1 -> 1", 9), fit(f"{OPEN}1 -> 1", 8)]
    group.hand(
        "last-narrows",
        "CTL-1",
        "the first covers two",
        {"loser": 2, "num": [1, 1, 0]},
        instances=instances,
        rules=rules,
    )


def _covering(topic: Topic) -> None:
    group = topic.group("last", {**PAPER, "p_hash": 0.5, "p_label_hash": 0.5}, attributes=ATTRIBUTES, n_labels=N)
    bits = "00" * BEFORE + "11" + "00" * BEFORE + "11"
    draws = [0.3] * BEFORE + [0.7] + [0.3] * BEFORE
    group.hand(
        "last-are-active",
        "COV-1 COV-2",
        "the last label is the focus",
        {"rule": bits},
        x=[0] * BEFORE + [1],
        y=f"{NOUGHTS}1",
        label=BEFORE,
        draws=draws,
    )


def _ga(topic: Topic) -> None:
    group = topic.group("bits", {**PAPER, "crossover_rate": 0}, attributes=ATTRIBUTES, n_labels=1, label=0, clock=5)
    size = 2 * N + 2
    text = f"{OPEN}1 -> 1"
    flipped = chromosome(text)[:-1] + "0"
    group.hand(
        "last-bit-is-flipped",
        "GEN-6",
        "that of the first child",
        {"offspring": [{"rule": {"bits": flipped}}, {"rule": {"bits": chromosome(text)}}]},
        instances=data(f"{ONES}1 -> 1"),
        rules=[rule(text)],
        draws=[*COPIES, *[0.5] * (size - 1), 0.01, *[0.5] * size],
    )


def _discovery(topic: Topic) -> None:
    for profile, settings in PROFILES:
        changes = {**settings, "theta_ga": 2**31 - 1, "p_hash": 0, "p_label_hash": 0}
        group = topic.group(profile, changes, **_labels(f"1 -> {NOUGHTS}1"), instance=0, step=5, clock=4)
        group.filled(
            "last-label-is-covered",
            "CYC-0 CYC-2",
            "the clock rises 299 times, and the last set is empty",
            rules=[rule(f"1 -> {NOUGHTS}#")],
            draws=[0.5] * (N if profile == "paper" else N + 1),
        )


def _subsumption(topic: Topic) -> None:
    known = {"attributes": ATTRIBUTES, "n_labels": 1, "instances": data(f"{ONES}1 -> 1")}
    for absorption in ("strongest", "authors"):
        group = topic.group(absorption, {**PAPER, **PLAIN, "absorption": absorption}, **known)
        texts = (f"{OPEN}0 -> 1", f"{OPEN}1 -> 1")
        out = {"general": [False, True], "equal": [False, True], "absorber": {"rule": 1, "parent": False}}
        rules = [fit(text, 10, num=2) for text in texts]
        group.hand("last-attribute-decides", "SUB-2 REP-10", "the second", out, child=chromosome(texts[1]), rules=rules)


def _deletion(topic: Topic) -> None:
    for profile, cs in (("log", 901.0), ("log", 1901.0), ("plain", 701.0)):
        domain = {"deletion_domain": profile, "theta_del": 1, "population_size": N - 1}
        group = topic.group(f"{profile}-{cs:.0f}", {**PAPER, **domain}, **_labels_of_one())
        rules = [rule("1 -> 1", matches=10, correct=10, cs=1.0)] * BEFORE + [
            rule("1 -> 1", matches=10, correct=10, cs=cs)
        ]
        out = {"deleted": [BEFORE]}
        group.hand(
            "vote-of-the-last",
            "DEL-3",
            f"e^{cs - 1:.0f} against 1",
            out,
            rules=rules,
            draws=[0.0 if profile == "log" else 0.5],
        )


def _labels_of_one() -> dict[str, Any]:
    return {"attributes": binary(1), "n_labels": 1, "instances": data("1 -> 1")}


def _k_means(topic: Topic) -> None:
    group = topic.group("attributes", PAPER, attributes=ATTRIBUTES, n_labels=1, k=2)
    points = [[*[0] * BEFORE, 0], [*[0] * BEFORE, 1], [*[0] * BEFORE, 1]]
    group.hand(
        "last-tells-them-apart",
        "INI-5 INI-6",
        "two clusters",
        {"centroids": points[:2]},
        points=points,
        draws=[0.0, 0.0],
    )


def _clustering(topic: Topic) -> None:
    group = topic.group("attributes", {**PAPER, "clustering_gamma": 1}, attributes=ATTRIBUTES, n_labels=1)
    instances = data(f"{ONES}1 -> 1", f"{ONES}0 -> 1")
    out = {"rules": [{"bits": chromosome(f"{ONES}1 -> 1")}, {"bits": chromosome(f"{ONES}0 -> 1")}], "n_centroids": 2}
    group.hand(
        "last-tells-them-apart",
        "INI-1",
        "two clusters",
        out,
        instances=instances,
        draws=[0.0, 0.0, *[0.5] * (2 * (N + 1))],
    )


def _final_merge(topic: Topic) -> None:
    group = topic.group("attributes", AUTHORS, attributes=ATTRIBUTES, n_labels=1, instances=data(f"{ONES}1 -> 1"))
    rules = [rule(f"{OPEN}{last} -> 1", num=num) for last, num in (("1", 1), ("0", 2), ("1", 4))]
    out = {"rules": [{"num": 2}, {"num": 5}]}
    group.hand("last-tells-them-apart", "FIN-1 REP-10", "the first goes to the third", out, rules=rules)


def _votes(topic: Topic) -> None:
    for profile, settings in PROFILES:
        group = topic.group(profile, {**settings, **PLAIN}, attributes=binary(1), n_labels=N, x=[[1]])
        by_match = profile == "authors"
        rules = [
            rule(f"1 -> {OPEN}{last}", matches=2, correct=right, num=num, by_match=by_match)
            for last, right, num in (("1", 2, 3), ("0", 1, 1))
        ]
        group.filled("last-has-votes", "INF-1 INF-2", "3 - 0.5 for the last, 0 for the others", rules=rules)


def _active_labels(topic: Topic) -> None:
    group = topic.group("labels", PAPER, n_labels=N, threshold=0.5)
    group.hand(
        "last-is-active", "INF-2", "0 but for the last", {"labels": [f"{NOUGHTS}1"]}, votes=[[0.0] * BEFORE + [1.0]]
    )


def _best(topic: Topic) -> None:
    for profile, settings in PROFILES:
        group = topic.group(profile, {**settings, **PLAIN}, attributes=binary(1), n_labels=N, x=[[1]])
        by_match = profile == "authors"
        rules = [
            rule(f"1 -> {text}", matches=2, correct=right, by_match=by_match)
            for text, right in ((f"{ONES}#", 598), (f"{OPEN}1", 2))
        ]
        group.hand("last-is-left-open", "INF-5", "the second decides it", {"labels": [f"{ONES}1"]}, rules=rules)


def _thresholds(topic: Topic) -> None:
    for profile, settings in PROFILES:
        group = topic.group(profile, settings, n_labels=N)
        group.filled(
            "last-label-is-true",
            "INF-3 INF-4",
            "votes of 0.3 and 0.2, of which the last are right",
            votes=[[0.2] * BEFORE + [0.3], [0.3] * BEFORE + [0.2]],
            truth=[f"{NOUGHTS}1", f"{NOUGHTS}1"],
            tie=("INF-3", ["in/votes"]),
        )


def _metrics(topic: Topic) -> None:
    group = topic.group("labels", PAPER, n_labels=N)
    out = {"accuracy": 0.0, "exact_match": 0.0, "hamming_loss": 2 / (2 * N)}
    group.hand(
        "last-is-wrong",
        "MET-A",
        "once missed, once too many",
        out,
        truth=[f"{NOUGHTS}1", f"{NOUGHTS}0"],
        predicted=[f"{NOUGHTS}0", f"{NOUGHTS}1"],
    )


def _compaction(topic: Topic) -> None:
    group = topic.group("labels", {**PAPER, **PLAIN}, attributes=binary(1), n_labels=N, x=[[1]])
    rules = [
        rule(f"1 -> {ONES}#", matches=9, correct=9 * BEFORE, num=3),
        rule(f"1 -> {OPEN}1", matches=9, correct=9, num=2),
        fit(f"1 -> {ONES}1", 5),
    ]
    group.hand("last-is-left-open", "MET-D", "the second decides it", {"kept": [0, 1]}, rules=rules)


def _scs(topic: Topic) -> None:
    group = topic.group("rules", PAPER, attributes=binary(9), n_labels=1)
    texts = [f"{i:09b} -> 1" for i in range(N)]
    group.hand(
        "last-of-a-solution",
        "MET-B",
        "299 of 300",
        {"share": BEFORE / N},
        rules=[rule(text) for text in texts[:-1]],
        solutions=[texts],
    )
    group.hand(
        "last-of-the-rules",
        "MET-B",
        "one of one",
        {"share": 1.0},
        rules=[rule(text) for text in texts],
        solutions=[texts[-1:]],
    )
    group.hand(
        "last-of-the-solutions",
        "MET-B",
        "the last is there",
        {"share": 1.0},
        rules=[rule(texts[-1])],
        solutions=[[text] for text in texts],
    )
