"""Vectors of more than 64 and 256 rules, of which the last one matters; draws that rates of 0 and 1 make certain."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from suite.notation import AUTHORS, COPIES, PAPER, PROFILES, binary, continuous, data, fit, nominal, problem, rule
from suite.source import Topic, made_topics

__all__ = ["topics"]

SIZES: Final = (65, 257)


def topics() -> Iterator[Topic]:
    """Return a topic `many` of each of these formats."""
    return made_topics(
        "many", _control, _deletion, _discovery, _step, _subsumption, _selection, _roulette, _covering, _ga, _crossover
    )


def _control(topic: Topic) -> None:
    group = topic.group("level", PAPER, **problem(1, "1 -> 1"), instance=0, step=9)
    for n in SIZES:
        group.hand(
            f"last-of-{n}-rules",
            "CTL-1",
            "all cover one instance: the last is the least fit",
            {"loser": n - 1, "num": [1] * (n - 1) + [0]},
            rules=[fit("1 -> 1", 9)] * (n - 1) + [fit("1 -> 1", 8)],
        )
    group = topic.group("age", PAPER, **problem(1, "1 -> 1", "0 -> 1"), instance=0)
    for name, step in (("beyond-16-bits", 2**16 + 1), ("beyond-32-bits", 2**32 + 1)):
        group.hand(
            name,
            "CTL-2",
            f"made in step 0, {step} steps ago: known",
            {"loser": 1, "num": [1, 0]},
            step=step,
            rules=[fit("1 -> 1", 9), fit("1 -> 1", 8)],
        )


def _deletion(topic: Topic) -> None:
    for profile, settings in (("log", PAPER), ("plain", AUTHORS)):
        group = topic.group(profile, {**settings, "theta_del": 1}, **problem(1, "1 -> 1"))
        by_match = profile == "plain"
        for n in SIZES:
            group.hand(
                f"last-of-{n}-rules",
                "DEL-2 DEL-3",
                "cs 1 but for the last, whose vote is e^80 times theirs",
                {"deleted": [n - 1], "num": [1] * (n - 1) + [0]},
                settings={"population_size": n - 1},
                rules=[rule("1 -> 1", matches=10, correct=10, by_match=by_match, cs=1.0)] * (n - 1)
                + [rule("1 -> 1", matches=10, correct=10, by_match=by_match, cs=81.0)],
                draws=[0.5],
            )
        group.hand(
            "three-hundred-at-once",
            "DEL-1",
            "N 20, 320 of one rule: 300 deletions, each with its draw",
            {"deleted": [0] * 300, "num": [20]},
            settings={"population_size": 20},
            rules=[fit("1 -> 1", 10, num=320)],
            draws=[0.5] * 300,
        )
    group = topic.group("infinite", {**AUTHORS, "theta_del": 1}, **problem(1, "1 -> 1"))
    group.hand(
        "total-of-finite-votes-and-a-draw-of-zero",
        "DEL-3 DEL-4",
        "e^709 three times: the third makes the sum infinite and is deleted; 0 times the sum would be no number",
        {"deleted": [2], "num": [1, 1, 0, 1]},
        settings={"population_size": 3},
        rules=[rule("1 -> 1", matches=10, correct=10, by_match=True, cs=cs) for cs in (710.0, 710.0, 710.0, 1.0)],
        draws=[0.0],
    )


def _discovery(topic: Topic) -> None:
    for profile, settings in PROFILES:
        changes = {**settings, "theta_ga": 3, "crossover_rate": 0, "mutation_rate": 0, "population_size": 1000}
        group = topic.group(profile, changes, **problem(1, "1 -> 1"), instance=0, step=9, clock=8)
        by_match = profile == "authors"
        for n in SIZES:
            rules = [rule("1 -> 1", matches=30, correct=30, by_match=by_match) for _ in range(n)]
            group.filled(
                f"all-of-{n}-are-stamped",
                "CYC-3 SUB-5",
                "all members of C[0] get the clock 9; rates of 0, and a draw for the crossover and for each bit",
                rules=rules,
                draws=[0.5, 0.999, 0.5, *[0.5] * 8],
            )
    settings = {**PAPER, "covering_focus": "generalised", "p_hash": 0.5, "p_label_hash": 0.5}
    group = topic.group("equal", settings, **problem(1, "1 -> 1", "0 -> 1"), instance=1, step=9, clock=8)
    group.hand(
        "covering-gives-to-the-first-of-two-equal-rules",
        "COV-5 REP-10",
        "0 -> #, which P has twice already: the first gains",
        {"rules": [{"num": 1}, {"num": 3}, {"num": 2}]},
        rules=[rule("1 -> #"), rule("0 -> #", num=2), rule("0 -> ~", num=2)],
        draws=[0.7, 0.3],
    )


def _step(topic: Topic) -> None:
    for profile, settings in PROFILES:
        changes = {**settings, "theta_ga": 1000, "population_size": 1000}
        group = topic.group(profile, changes, **problem(1, "1 -> 1"), presented=[0], clock=8, step=9)
        for n in SIZES:
            group.hand(
                f"all-of-{n}-are-updated",
                "UPD-2 CYC-0",
                "all match, and have experience afterwards",
                {"rules": [{"exp": 1}] * n},
                rules=[rule("1 -> 1")] * n,
            )
    removed = data("1 -> 1", "1 -> 1")
    group = topic.group("removal", AUTHORS, **(problem(1, "1 -> 1") | {"instances": removed}), presented=[0], clock=8)
    for bits in (16, 32):
        last = 2**bits + 5
        for name, created, is_left in (("gone", last - 9, False), ("one-too-young", last - 1, True)):
            group.hand(
                f"beyond-{bits}-bits-{name}",
                "GEN-7",
                f"made in step {created}, now {last}, |D| 2: {'still there' if is_left else 'gone'}",
                {"rules": [{"exp": 1}, *([{"exp": 0}] if is_left else [])]},
                rules=[rule("1 -> 1"), rule("0 -> 1", created=created)],
                step=last,
            )


def _subsumption(topic: Topic) -> None:
    known = {**problem(1, "1 -> 1", "0 -> 1"), "child": "1111"}
    for profile, settings in PROFILES:
        by_match = profile == "authors"
        group = topic.group(profile, {**settings, "theta_exp": 2, "theta_del": 2}, **known)
        for n in SIZES:
            group.hand(
                f"last-of-{n}-rules",
                "SUB-5",
                "all are able and general: the last has the greatest num",
                {"absorber": {"rule": n - 1, "parent": False}},
                rules=[
                    rule("# -> 1", matches=10, correct=10, by_match=by_match, stamped=True, ts=1, num=num)
                    for num in [1] * (n - 1) + [2]
                ],
            )
        group.hand(
            "experience-belongs-to-the-strongest",
            "SUB-5",
            "the second is stronger than the first, of more exp; the third is as strong as the second, exp 30 > 20",
            {"absorber": {"rule": 2, "parent": False}},
            rules=[
                rule("# -> 1", matches=n, correct=n, by_match=by_match, stamped=True, ts=1, num=num)
                for n, num in ((50, 1), (20, 2), (30, 2))
            ],
        )
        group.hand(
            "less-experience-and-as-strong",
            "SUB-5",
            "the second is stronger than the first; the third as strong as the second, of less experience",
            {"absorber": {"rule": 1, "parent": False}},
            rules=[
                rule("# -> 1", matches=n, correct=n, by_match=by_match, stamped=True, ts=1, num=num)
                for n, num in ((10, 1), (40, 2), (30, 2))
            ],
        )


def _selection(topic: Topic) -> None:
    for profile, settings, parents in (("paper", PAPER, lambda n: [n - 1, 0]), ("authors", AUTHORS, lambda _: [0, 0])):
        group = topic.group(profile, settings, attributes=binary(1), n_labels=1)
        for n in SIZES:
            group.hand(
                f"none-of-{n}-has-fitness",
                "GEN-2",
                "0.999 is in the last of equal parts, 0.001 in the first; the first with zero_fitness_parents first",
                {"parents": parents(n)},
                rules=[rule("# -> 1", matches=100, by_match=profile == "authors")] * n,
                draws=[0.999, 0.001],
            )
            group.hand(
                f"last-of-{n}-rules-has-fitness",
                "GEN-1 GEN-3",
                "the fitness of all others is 0",
                {"parents": [n - 1, n - 1]},
                rules=[
                    rule("# -> 1", matches=100, correct=right, by_match=profile == "authors")
                    for right in [0] * (n - 1) + [100]
                ],
                draws=[0.5, 0.001],
            )


def _roulette(topic: Topic) -> None:
    group = topic.group("sums", PAPER)
    group.hand(
        "sum-grows-from-the-left",
        "GEN-3",
        "64 weights of 2^-55 are 2^-49, which 1 + 2^-50 would lose one by one; 0.5*(2 + 2^-49) is in the 65th",
        {"chosen": 64},
        weights=[2.0**-55] * 64 + [1.0, 1.0],
        draws=[0.5],
        tie=("GEN-3", ["draws", "in/weights"]),
    )
    for n in SIZES:
        group.hand(
            f"last-of-{n}-weights",
            "GEN-3",
            "0.9999 is in the last part",
            {"chosen": n - 1},
            weights=[1.0] * n,
            draws=[0.9999],
        )


def _covering(topic: Topic) -> None:
    attributes = [*binary(1), nominal(3), continuous(0, 10)]
    for profile, settings in PROFILES:
        group = topic.group(profile, settings, attributes=attributes, n_labels=2, x=[1, 2, 5.3], y="10", label=0)
        labels = [0.4] if profile == "paper" else [0.4, 0.4]
        for name, in_condition, of_labels in (
            ("open", 1, 1),
            ("closed", 0, 0),
            ("half-open", 1, 0),
            ("other-half", 0, 1),
        ):
            group.filled(
                f"certainly-{name}",
                "COV-1 COV-2 COV-3 COV-4",
                f"P# {in_condition}, P#_label {of_labels}: every draw is made",
                settings={"p_hash": in_condition, "p_label_hash": of_labels},
                draws=[0.3, 0.3, 0.3, 0.7, 0.3, 0.55, 0.55, 0.3, *labels],
            )


def _ga(topic: Topic) -> None:
    for profile, base in PROFILES:
        settings = {**base, "theta_exp": 0, "theta_del": 0}
        group = topic.group(profile, settings, **problem(2, "11 -> 10", "01 -> 11"), label=1, clock=7)
        rules = [rule("1# -> 1#"), rule("#1 -> #1")]
        cuts = 1 if profile == "paper" else 2
        for chi, mu in ((0, 0), (0, 1), (1, 0), (1, 1)):
            group.filled(
                f"{chi}-is-chi-and-{mu}-is-mu",
                "GEN-4 GEN-6",
                "a draw for the crossover and one for every bit, whatever they decide",
                settings={"crossover_rate": chi, "mutation_rate": mu, "zero_coverage_test": "before_repair"},
                rules=rules,
                draws=[0.2, 0.9, 0.3, *[0.55] * (cuts * chi), *[0.6] * 16],
            )
        group.filled(
            "one-parent-is-drawn-twice",
            "GEN-1 GEN-4",
            "one rule: two draws for the parents all the same, and no cut as both are equal",
            settings={"mutation_rate": 0},
            rules=rules[:1],
            draws=[*COPIES[:2], 0.1, *[0.6] * 16],
        )


def _crossover(topic: Topic) -> None:
    group = topic.group("cuts", AUTHORS, attributes=binary(2), n_labels=1, first="101010", second="111111", label=0)
    group.hand(
        "draw-so-small-that-one-less-is-minus-one",
        "GEN-5",
        "1e-18*6 - 1 is -1 of doubles: the cut is before the first bit, and a child a plain copy",
        {"children": ["111111", "101111"]},
        draws=[0.1, 1e-18, 0.5],
    )
