"""Vectors of whole runs and what comes after them (CYC-1, CYC-4, INI, FIN-1)."""

from __future__ import annotations

from collections.abc import Iterator

from suite.notation import AUTHORS, PAPER, chromosome, flips, problem, rule, state
from suite.source import Topic

__all__ = ["topics"]


def topics() -> Iterator[Topic]:
    """Return the topics of the formats `run` and `final-merge`."""
    yield _runs()
    yield _final_merge()


def _runs() -> Topic:
    topic = Topic("run", "order")
    group = topic.group(
        "paper",
        {**PAPER, "clustering": False, "p_hash": 0, "p_label_hash": 0, "accuracy_power": 1},
        **problem(1, "1 -> 1", "0 -> 0"),
    )
    one, zero = state("1 -> 1", num=1, created=1), state("0 -> 0", num=1, created=2)
    for name, comment, n_steps, passes, wanted in (
        (
            "dataset-order",
            "1 -> 1 is made first",
            2,
            5,
            {"steps": 2, "rules": [{**one, "exp": 0}, {**zero, "exp": 0}], "clock": 0},
        ),
        (
            "pass-after-pass",
            "step 3 presents instance 0 again",
            3,
            5,
            {"steps": 3, "length": 10, "rules": [{**one, "exp": 1}, {**zero, "exp": 0}], "clock": 1},
        ),
        (
            "end-of-the-run",
            "2 passes of 2 instances: 4 steps",
            99,
            2,
            {"steps": 4, "length": 4, "rules": [{**one, "exp": 1}, {**zero, "exp": 1}], "clock": 2},
        ),
    ):
        group.hand(name, "CYC-1", comment, wanted, n_steps=n_steps, draws=[0.5, 0.5], settings={"passes": passes})
    for name, comment, share, passes, out in (
        (
            "update-only-passes",
            "5 passes and int(0.5*5) = 2 more: 14 steps; the clock stands at 8",
            0.5,
            5,
            {"steps": 14, "length": 14, "rules": [{**one, "exp": 6}, {**zero, "exp": 6}], "clock": 8},
        ),
        ("share-is-truncated", "int(0.9*2) = 1: 6 steps", 0.9, 2, {"steps": 6, "length": 6, "clock": 2}),
        ("share-below-one-pass", "int(0.1*5) = 0: 10 steps", 0.1, 5, {"steps": 10, "length": 10}),
    ):
        group.hand(
            name, "CYC-4", comment, out, n_steps=99, draws=[0.5, 0.5], settings={"passes": passes, "update_only": share}
        )
    group.hand(
        "steps-go-on-in-update-only-passes",
        "CYC-4 CYC-1",
        "step 5 of 4 + 2 presents instance 0",
        {"steps": 5, "length": 6, "rules": [{**one, "exp": 2}, {**zero, "exp": 1}], "clock": 2},
        n_steps=5,
        draws=[0.5, 0.5],
        settings={"passes": 2, "update_only": 0.6},
    )
    group.hand(
        "nothing-is-merged-or-sorted-in-paper",
        "FIN-1 CYC-1",
        "exp 5 and 11: F_d 0 and 1; P stays as it is",
        {"final": [[chromosome("1 -> 1"), 1], [chromosome("0 -> 0"), 1]], "rules": [{"exp": 5}, {"exp": 11}]},
        **problem(1, "1 -> 1", "0 -> 0", "0 -> 0"),
        n_steps=18,
        draws=[0.5, 0.5],
        settings={"passes": 6},
    )
    group.hand(
        "starts-empty",
        "CYC-1",
        "no step yet",
        {"steps": 0, "rules": [], "final": [], "clock": 0},
        n_steps=0,
        settings={"passes": 2},
    )
    group.hand(
        "initialisation-comes-first",
        "INI-1 CYC-1",
        "two partitions of one instance: a start, an attribute, a label each; created 0",
        {"steps": 0, "rules": [state("1 -> 1", created=0, ts=0), state("0 -> 0", created=0, ts=0)]},
        n_steps=0,
        draws=[0.5, 0.5, 0.5, 0.5, 0.5, 0.5],
        settings={"clustering": True},
    )
    group.hand(
        "initial-surplus-counts-for-control",
        "INI-4 CTL-1 CTL-2",
        "N 2; 0#, 0#, #0 with two decisions: one goes at step 0; step 1 knows no coverage yet: nobody else loses",
        {"steps": 1, "rules": [{"created": 0, "num": 1}, {"created": 0, "num": 1}]},
        **problem(2, "00 -> 10", "01 -> 11", "00 -> 01"),
        n_steps=1,
        draws=[*(0.5, 0.5, 0.5, 0.5, 0.5), *(0.5, 0.5, 0.5, 0.5, 0.5), *(0.5, 0.5, 0.5, 0.5, 0.5), 0.5],
        settings={"clustering": True, "population_size": 2},
    )

    group = topic.group(
        "authors",
        {**AUTHORS, "p_hash": 0, "p_label_hash": 0, "passes": 20, "theta_ga": 1000},
        **problem(1, "1 -> 1", "0 -> 0"),
    )
    group.hand(
        "tenth-of-the-passes-updates-only",
        "CYC-4 FIN-1",
        "20 passes and int(2.0) more: 44 steps; each rule matches 19 + 2 times; final: by num*F_d, equal, in order",
        {
            "steps": 44,
            "length": 44,
            "rules": [{"exp": 21}, {"exp": 21}],
            "clock": 38,
            "final": [[chromosome("1 -> 1"), 1], [chromosome("0 -> 0"), 1]],
        },
        n_steps=99,
        draws=4 * [0.5],
    )
    still = flips(6)
    group.filled(
        "final-merge-after-update-only-passes",
        "FIN-1 CYC-4 SUB-1",
        "1# -> 1, a child of 11 -> 1, is stamped by the second GA and able at the end, when it takes over its parent",
        **problem(2, "11 -> 1", "00 -> 0"),
        n_steps=199,
        settings={"passes": 40, "p_hash": 0.0, "theta_ga": 30, "theta_exp": 3, "theta_del": 5, "update_only": 0.11},
        draws=[
            *(0.6, 0.6, 0.5, 0.7, 0.7, 0.5),
            *(0.5, 0.5, 0.9, *still, *still),
            *(0.5, 0.5, 0.9, *flips(6, 2), *still),
            *(0.5, 0.5, 0.9, *still, *still),
            *(0.1, 0.1, 0.9, *still, *still),
        ],
    )
    return topic


def _final_merge() -> Topic:
    topic = Topic("final-merge", "absorption")
    square = problem(2, "00 -> 10", "01 -> 10", "10 -> 10", "11 -> 10")
    group = topic.group("authors", {**AUTHORS, "omega": 1, "accuracy_power": 1}, **square)
    counts = {"by_match": True, "matches": 30, "correct": 30}
    able = {**counts, "ts": 3, "stamped": True}
    for name, comment, rules, out in (
        (
            "later-rule-absorbs-an-earlier-one",
            "11 is gone, its num 2 goes to 1#",
            [rule("11 -> 1#", num=2, **counts), rule("1# -> 1#", **able)],
            [("1# -> 1#", 3)],
        ),
        (
            "earlier-rule-absorbs-no-later-one",
            "only later rules compete; by num*F_d",
            [rule("1# -> 1#", **able), rule("11 -> 1#", num=2, **counts)],
            [("11 -> 1#", 2), ("1# -> 1#", 1)],
        ),
        (
            "unable-rule-absorbs-nothing",
            "no stamp",
            [rule("11 -> 1#", num=2, **counts), rule("1# -> 1#", **counts)],
            [("11 -> 1#", 2), ("1# -> 1#", 1)],
        ),
        (
            "rule-that-slides-up-is-skipped",
            "11 is absorbed; 10 slides into its place and is not examined",
            [rule("11 -> 1#", num=2, **counts), rule("10 -> 1#", num=4, **counts), rule("1# -> 1#", **able)],
            [("10 -> 1#", 4), ("1# -> 1#", 3)],
        ),
        (
            "rule-after-the-next-is-examined",
            "11 absorbed, 10 skipped, 01 examined: ## takes 1 and 3",
            [
                rule("11 -> 1#", **counts),
                rule("10 -> 1#", num=2, **counts),
                rule("01 -> 1#", num=3, **counts),
                rule("## -> 1#", **able),
            ],
            [("## -> 1#", 5), ("10 -> 1#", 2)],
        ),
        (
            "unable-equal-rule-absorbs",
            "equal and not able",
            [rule("11 -> 1#", num=2, **counts), rule("11 -> 1~", num=3, **counts)],
            [("11 -> 1~", 5)],
        ),
        (
            "strongest-later-rule-wins",
            "num*F_d 1 < 4",
            [rule("11 -> 1#", num=2, **counts), rule("1# -> 1#", **able), rule("#1 -> 1#", num=4, **able)],
            [("#1 -> 1#", 6), ("1# -> 1#", 1)],
        ),
        (
            "last-of-equal-ones-wins",
            "weights and exp are equal",
            [rule("11 -> 1#", num=2, **counts), rule("1# -> 1#", **able), rule("#1 -> 1#", **able)],
            [("#1 -> 1#", 3), ("1# -> 1#", 1)],
        ),
        (
            "winner-is-examined-with-its-gain",
            "1# takes 2, ## takes all 3 of it; 1# stood at place 1, examined after 01",
            [
                rule("11 -> 1#", num=2, **counts),
                rule("01 -> 1#", **counts),
                rule("1# -> 1#", **able),
                rule("## -> 1#", num=9, **able),
            ],
            [("## -> 1#", 12), ("01 -> 1#", 1)],
        ),
        (
            "sorted-by-weight-and-stable",
            "num*F_d 1, 3, 1, 0 (exp 19 < theta_del)",
            [
                rule("00 -> 1#", **counts),
                rule("01 -> 1#", num=3, **counts),
                rule("10 -> 1#", **counts),
                rule("11 -> 1#", num=9, by_match=True, matches=19, correct=19),
            ],
            [("01 -> 1#", 3), ("00 -> 1#", 1), ("10 -> 1#", 1), ("11 -> 1#", 9)],
        ),
        ("empty", "nothing to do", [], []),
    ):
        wanted = [state(text, num=num) for text, num in out]
        group.hand(name, "FIN-1", comment, {"rules": wanted}, rules=rules)
    return topic
