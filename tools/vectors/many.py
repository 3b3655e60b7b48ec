"""Vectors of more than 64, 128 or 256 of what a loop takes, of draws that decide nothing and are made all the same.

A table, a stack or a mask of fixed length loses what stands behind its end: here it is the last one that matters.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from suite.notation import AUTHORS, COPIES, PAPER, binary, continuous, fit, interval, nominal, problem, rule
from suite.source import Topic

__all__ = ["topics"]

PLAIN: Final = {"accuracy_power": 1, "omega": 0, "phi": 0}
SIZES: Final = (65, 257)


def topics() -> Iterator[Topic]:
    """Return a topic `many` of every format with a loop, or with draws that a setting makes certain."""
    yield _control()
    yield _deletion()
    yield _discovery()
    yield _step()
    yield _subsumption()
    yield _selection()
    yield _best()
    yield _votes()
    yield _compaction()
    yield _metrics()
    yield _active_labels()
    yield _thresholds()
    yield _k_means()
    yield _clustering()
    yield _covering()
    yield _ga()
    yield _crossover()
    yield _roulette()
    yield _repair()
    yield _decode()
    yield _match()
    yield _coverage()
    yield _ga_due()
    yield _run()
    yield _settings()
    yield _pcg64()
    yield _notation()


def _control() -> Topic:
    topic = Topic("control", "many")
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
    return topic


def _deletion() -> Topic:
    topic = Topic("deletion", "many")
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
    return topic


def _discovery() -> Topic:
    topic = Topic("discovery", "many")
    for profile, settings in (("paper", PAPER), ("authors", AUTHORS)):
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
    return topic


def _step() -> Topic:
    topic = Topic("step", "many")
    for profile, settings in (("paper", PAPER), ("authors", AUTHORS)):
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
    return topic


def _subsumption() -> Topic:
    topic = Topic("subsumption", "many")
    known = {**problem(1, "1 -> 1", "0 -> 1"), "child": "1111"}
    for profile, settings in (("paper", PAPER), ("authors", AUTHORS)):
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
    return topic


def _selection() -> Topic:
    topic = Topic("selection", "many")
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
    return topic


def _best() -> Topic:
    topic = Topic("best", "many")
    for profile, settings in (("paper", PAPER), ("authors", AUTHORS)):
        group = topic.group(profile, {**settings, **PLAIN}, attributes=binary(1), n_labels=2)
        known = partial(_met_twice, by_match=profile == "authors")
        for n in SIZES:
            group.hand(
                f"last-of-{n}-rules-decides",
                "INF-5",
                "the others leave the second label open",
                {"labels": ["11"], "n_unmatched": 0},
                x=[[1]],
                rules=[known("1 -> 1#", 2)] * (n - 1) + [known("1 -> #1", 1)],
            )
        group.hand(
            "three-hundred-without-a-rule",
            "INF-5 INF-6",
            "no rule matches 0",
            {"labels": ["11", *["00"] * 300], "n_unmatched": 300},
            x=[[1], *[[0]] * 300],
            rules=[known("1 -> 11", 2)],
        )
    return topic


def _met_twice(text: str, correct: int, *, by_match: bool) -> dict[str, Any]:
    return rule(text, matches=2, correct=correct, by_match=by_match)


def _votes() -> Topic:
    topic = Topic("votes", "many")
    for profile, settings in (("paper", PAPER), ("authors", AUTHORS)):
        group = topic.group(profile, {**settings, **PLAIN}, attributes=binary(1))
        for n in (*SIZES, 130):
            group.filled(
                f"least-vote-of-{n}-labels-is-the-last",
                "INF-1 INF-2",
                "the first has a vote, the last one against it: shifted they are 2, 1, ..., 1, 0",
                n_labels=n,
                x=[[1]],
                rules=[rule("1 -> 1" + "#" * (n - 2) + "0", matches=1, correct=2, by_match=profile == "authors")],
            )
        group.hand(
            "three-hundred-without-a-rule",
            "INF-6",
            "no rule matches 0",
            {"n_unmatched": 300},
            n_labels=1,
            x=[[1], *[[0]] * 300],
            rules=[fit("1 -> 1", 9)],
        )
    return topic


def _compaction() -> Topic:
    topic = Topic("compaction", "many")
    for profile, settings in (("paper", PAPER), ("authors", AUTHORS)):
        group = topic.group(profile, {**settings, **PLAIN, "theta_exp": 0, "theta_del": 0}, attributes=binary(1))
        by_match = profile == "authors"
        for n in (33, 63, 64, 65, 125, 127, 128, 129, 257):
            group.hand(
                f"last-of-{n}-labels-is-open",
                "MET-D",
                "the best rule decides all labels but the last: the second is kept too, the third is not",
                {"kept": [0, 1]},
                n_labels=n,
                x=[[1]],
                rules=[
                    rule("1 -> " + "1" * (n - 1) + "#", matches=9, correct=9 * (n - 1), num=3, by_match=by_match),
                    rule("1 -> " + "#" * (n - 1) + "1", matches=9, correct=9, num=2, by_match=by_match),
                    rule("1 -> " + "1" * n, matches=9, correct=9, num=1, by_match=by_match),
                ],
            )
        for n in SIZES:
            group.hand(
                f"last-of-{n}-instances",
                "MET-D",
                "the last instance alone needs the second rule",
                {"kept": [0, 1]},
                n_labels=1,
                x=[[1]] * (n - 1) + [[0]],
                rules=[fit("1 -> 1", 9, num=3), fit("0 -> 1", 9, num=2), fit("# -> 1", 9)],
            )
            group.hand(
                f"{n}-rules-before-one-that-suffices",
                "MET-D",
                "all but the last two match nothing; the last is not needed",
                {"kept": list(range(n + 1))},
                n_labels=1,
                x=[[1]],
                rules=[fit("0 -> 1", 10)] * n + [fit("1 -> 1", 8), fit("# -> 1", 7)],
            )
    return topic


def _metrics() -> Topic:
    topic = Topic("metrics", "many")
    n_labels, n_instances = 130, 520
    group = topic.group("wrong", PAPER, n_labels=n_labels)
    group.hand(
        "more-than-16-bits",
        "MET-A",
        "520 instances of 130 labels, one of them right: 67470 of 67600 are wrong",
        {"accuracy": 1 / n_instances, "exact_match": 1 / n_instances, "hamming_loss": 67470 / 67600},
        truth=["1" * n_labels] * n_instances,
        predicted=["0" * n_labels] * (n_instances - 1) + ["1" * n_labels],
    )
    return topic


def _active_labels() -> Topic:
    topic = Topic("active-labels", "many")
    above, below = 0.3 + 2.0**-54, 0.3 - 2.0**-54
    group = topic.group("neighbours", PAPER, n_labels=3, votes=[[below, 0.3, above]], threshold=0.3)
    for active_labels, wanted in (("at_least", "011"), ("above", "001")):
        group.hand(
            active_labels.replace("_", "-"),
            "INF-2",
            "the double below 0.3, 0.3, and the one above",
            {"labels": [wanted]},
            settings={"active_labels": active_labels},
            tie=("INF-2", ["in/votes", "in/threshold"]),
        )
    return topic


def _thresholds() -> Topic:
    topic = Topic("thresholds", "many")
    tie = ("INF-3", ["in/votes"])
    n_labels = 130
    for profile, settings in (("paper", PAPER), ("authors", AUTHORS)):
        group = topic.group(profile, settings, n_labels=n_labels)
        for n, levels in ((12, (0.1, 0.2, 0.3, 0.4)), (16, (0.05, 0.15, 0.25, 0.35, 0.45))):
            stream = random.Random(n)  # noqa: S311 - no secret
            for metric in ("accuracy", "hamming_loss", "exact_match"):
                group.filled(
                    f"{n}-instances-of-130-labels-{metric.replace('_', '-')}",
                    "INF-3 INF-4 MET-A",
                    "more than 100 labels are true or predicted, more than 1000 votes above thresholds",
                    votes=[[stream.choice(levels) for _ in range(n_labels)] for _ in range(n)],
                    truth=["".join("01"[stream.random() < 0.8] for _ in range(n_labels)) for _ in range(n)],
                    metric=metric,
                    tie=tie,
                )
    return topic


def _k_means() -> Topic:
    topic = Topic("k-means", "many")
    group = topic.group("clusters", PAPER, n_labels=1)
    for k in (65, 129):
        group.filled(
            f"{k}-clusters",
            "INI-6 INI-7",
            "a cluster for every second point, the last ones too",
            attributes=[continuous(0, 2000)],
            points=[[13 * i + i * i % 7] for i in range(k + 20)],
            k=k,
            draws=[0.0] * k,
        )
    stream = random.Random(5)  # noqa: S311 - no secret
    for n, k in ((200, 12), (300, 20)):
        group.filled(
            f"{n}-points-in-many-rounds",
            "INI-7",
            "all start at one end: the clusters move along for 85 rounds and more",
            attributes=[continuous(0, 1000 * n)],
            points=[[1000 * i + stream.randrange(100)] for i in range(n)],
            k=k,
            draws=[0.0] * k,
            tie=("INI-6", ["draws"]),
        )
    group = topic.group("counts", PAPER, attributes=[nominal(3)], n_labels=1, k=1)
    for name, n in (("256", 256), ("300", 300)):
        group.hand(
            f"{name}-of-the-most-frequent-value",
            "INI-2",
            f"{n} times 2, 90 times 0: the mode is 2",
            {"centroids": [[2]]},
            points=[[2]] * n + [[0]] * 90,
            draws=[0.5],
        )
    group = topic.group("distances", PAPER, attributes=[continuous(0, 2)], n_labels=1)
    group.filled(
        "nearest-by-less-than-a-float",
        "INI-5 INI-7",
        "1 + 1e-9 is nearer to 2 than to 0, which 32-bit floats don't tell",
        points=[[0.0], [2.0], [1.0 + 1e-9]],
        k=2,
        draws=[0.1, 0.1],
        tie=("INI-5", ["in/points"]),
    )
    return topic


def _clustering() -> Topic:
    topic = Topic("clustering", "many")
    for rate in (0, 1):
        group = topic.group(f"rate-{rate}-of-all", PAPER, n_labels=2)
        group.filled(
            "a-draw-for-every-gene",
            "INI-1 COV-4",
            f"rates of {rate}: every draw is made",
            attributes=[*binary(1), nominal(3), continuous()],
            instances=[{"x": [1, 2, 0.5], "y": "10"}, {"x": [0, 1, 1.5], "y": "11"}],
            settings={"p_hash_init": rate, "p_label_hash_init": rate},
            draws=[0.5, 0.5, *([0.3, 0.3, 0.3, 0.7, 0.3, 0.9, 0.9, 0.3, 0.3, 0.3] * 2)],
        )
    return topic


def _covering() -> Topic:
    topic = Topic("covering", "many")
    attributes = [*binary(1), nominal(3), continuous(0, 10)]
    for profile, settings in (("paper", PAPER), ("authors", AUTHORS)):
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
    return topic


def _ga() -> Topic:
    topic = Topic("ga", "many")
    for profile, base in (("paper", PAPER), ("authors", AUTHORS)):
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
    return topic


def _crossover() -> Topic:
    topic = Topic("crossover", "many")
    group = topic.group("cuts", AUTHORS, attributes=binary(2), n_labels=1, first="101010", second="111111", label=0)
    group.hand(
        "draw-so-small-that-one-less-is-minus-one",
        "GEN-5",
        "1e-18*6 - 1 is -1 of doubles: the cut is before the first bit, and a child a plain copy",
        {"children": ["111111", "101111"]},
        draws=[0.1, 1e-18, 0.5],
    )
    return topic


def _roulette() -> Topic:
    topic = Topic("roulette", "many")
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
    return topic


def _repair() -> Topic:
    topic = Topic("repair", "many")
    n = 300
    group = topic.group("values", PAPER, attributes=[nominal(n)], n_labels=1)
    for name, comment, values in (
        ("last-alone", "the last value alone", "0" * (n - 1) + "1"),
        ("all-but-the-last", "all but the last", "1" * (n - 1) + "0"),
        ("all-but-the-first", "all but the first", "0" + "1" * (n - 1)),
        *((f"first-{m}-values", f"{m} of 300", "1" * m + "0" * (n - m)) for m in (31, 32, 44, 63, 64, 128, 256)),
        *(
            (f"all-behind-{m}-values", f"all from the {m + 1}th on", "0" * m + "1" * (n - m))
            for m in (31, 32, 63, 64, 128, 256)
        ),
    ):
        group.hand(name, "REP-5", f"{comment}: the test stays", {"rule": f"1{values}11"}, rule=f"1{values}11")
    return topic


RANGES: Final = (
    ("below-zero", -9.5, -2.25),
    ("below-minus-32-bit-floats", -2e301, -1e301),
    ("beyond-32-bit-floats", 1e301, 2e301),
    ("close-to-zero-below", -3e-300, -1e-300),
    ("close-to-zero-above", 1e-300, 3e-300),
)


def _decode() -> Topic:
    topic = Topic("decode", "many")
    group = topic.group("ranges", PAPER)
    for name, low, high in RANGES:
        for part, (first, second) in (("ends", (0, 31)), ("inside", (7, 20))):
            group.filled(
                f"{name}-{part}",
                "REP-4",
                f"from {low} to {high}",
                attribute=continuous(low, high),
                bits=interval(1, first, second),
            )
    group = topic.group("floats", AUTHORS)
    for name, low, high in (RANGES[0], ("close-to-zero-below", -3e-30, -1e-30), ("far-below-zero", -3e30, -1e30)):
        group.filled(
            name,
            "REP-4",
            f"from {low} to {high}",
            attribute=continuous(low, high),
            bits=interval(1, 0, 31),
        )
    return topic


def _match() -> Topic:
    topic = Topic("match", "many")
    group = topic.group("ranges", PAPER)
    for name, low, high in RANGES:
        step = (high - low) / 31
        group.filled(
            name,
            "REP-4",
            f"from {low} to {high}, bounds 0 and 30: below, in and above",
            attribute=continuous(low, high),
            bits=interval(1, 0, 30),
            x=[low - step, low + step / 2, high - 1.5 * step, high - 0.5 * step, high + step, 0.0],
        )
    group = topic.group("values", PAPER)
    for name, attribute, bits, accepted in (
        ("binary", binary(1)[0], "11", [False, True, False, False]),
        ("nominal", nominal(3), "1011", [False, True, True, False]),
    ):
        group.hand(
            f"{name}-and-undeclared",
            "REP-2 REP-3",
            "a value that is not declared is accepted by no test",
            {"accepted": accepted},
            attribute=attribute,
            bits=bits,
            x=[0, 1, 2, -1],
        )
    return topic


def _coverage() -> Topic:
    topic = Topic("coverage", "many")
    group = topic.group("undeclared", PAPER, n_labels=1)
    for name, attribute, x in (
        ("half-a-binary", binary(1)[0], 0.5),
        ("half-a-nominal", nominal(3), 1.5),
        ("one-too-many", nominal(3), 3),
        ("one-too-many-of-300", nominal(300), 300),
    ):
        group.reject(
            f"{name}-value",
            "REP-7",
            f"{x} is no declared value",
            "undeclared-value",
            attributes=[attribute],
            instances=[{"x": [x], "y": "1"}],
            rules=[{"bits": "0" * (2 if attribute["kind"] == "binary" else attribute["n_values"] + 1) + "11"}],
        )
    return topic


def _ga_due() -> Topic:
    topic = Topic("ga-due", "many")
    group = topic.group("authors", {**AUTHORS, "theta_ga": 3}, step=3)
    group.hand(
        "num-beyond-31-bits",
        "CYC-2",
        "2^32 - 2 times ts 1 wraps to -2, and -2 by so many is 0: 3 - 0 is 3",
        {"labels": [{"clock": 3, "due": True}]},
        clock=2,
        correct_sets=[[{"num": 2**32 - 2, "ts": 1}]],
    )
    group.hand(
        "num-beyond-31-bits-and-a-mean-of-one",
        "CYC-2",
        "2^31 + 2 once, ts 0 and 1: the mean is 0; of 31 bits it would be another",
        {"labels": [{"clock": 3, "due": True}]},
        clock=2,
        correct_sets=[[{"num": 2**31 + 2, "ts": 0}, {"num": 2**31 - 3, "ts": 1}]],
    )
    return topic


def _run() -> Topic:
    topic = Topic("run", "many")
    for profile, settings in (("paper", PAPER), ("authors", AUTHORS)):
        group = topic.group(profile, {**settings, "clustering": False}, **problem(1, *["1 -> 1"] * 5), n_steps=0)
        group.hand(
            "length-beyond-32-bits",
            "CYC-1 CYC-4",
            "10^9 passes of five instances, and half as many that only update",
            {"steps": 0, "length": 7_500_000_000, "rules": []},
            settings={"passes": 10**9, "update_only": 0.5},
            tie=("CYC-4", ["settings/update_only"]),
        )
    return topic


def _settings() -> Topic:
    topic = Topic("settings", "many")
    group = topic.group("largest", PAPER)
    largest = {
        "population_size": 10**9,
        "passes": 10**9,
        "theta_ga": 2**31 - 1,
        "theta_exp": 2**31 - 1,
        "theta_del": 2**31 - 1,
        "accuracy_power": 1000,
        "precision_bits": 16,
    }
    group.hand(
        "of-all-counts", "PAR-2", "the largest numbers that are settings", {"settings": largest}, settings=largest
    )
    for name, value in largest.items():
        group.reject(
            f"one-more-of-{name.replace('_', '-')}",
            "PAR-2",
            f"{value + 1}",
            "setting-out-of-range",
            settings={name: value + 1},
        )
    return topic


def _pcg64() -> Topic:
    topic = Topic("pcg64", "many")
    group = topic.group("seeds", PAPER, count=2)
    for bits in (160, 288, 600):
        group.filled(f"{bits}-bits", "RND-3", "a word at a time", seed=str(2**bits - 2 ** (bits // 2) - 1), skip=0)
    group.filled("skip-of-5000-numbers", "RND-2", "beyond a block of 4096", seed=7, skip=5000)
    return topic


def _notation() -> Topic:
    topic = Topic("notation", "many")
    group = topic.group("labels", PAPER, attributes=binary(64), n_labels=130)
    text = "01#1" * 16 + " -> " + "1#0" * 43 + "1"
    group.hand(
        "64-attributes-and-130-labels", "REP-9", "one letter each", {"text": text}, rule={"bits": rule(text)["bits"]}
    )
    return topic
