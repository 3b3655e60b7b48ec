"""Vectors of ranges, lengths, seeds and numbers of values far beyond the usual ones: genes, settings, streams."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from suite.notation import AUTHORS, PAPER, PROFILES, binary, continuous, interval, nominal, problem, rule
from suite.source import Topic, made_topics

__all__ = ["topics"]


def topics() -> Iterator[Topic]:
    """Return a topic `many` of each of these formats."""
    return made_topics("many", _repair, _decode, _match, _coverage, _ga_due, _run, _settings, _pcg64, _notation)


def _repair(topic: Topic) -> None:
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


RANGES: Final = (
    ("below-zero", -9.5, -2.25),
    ("below-minus-32-bit-floats", -2e301, -1e301),
    ("beyond-32-bit-floats", 1e301, 2e301),
    ("close-to-zero-below", -3e-300, -1e-300),
    ("close-to-zero-above", 1e-300, 3e-300),
)


def _decode(topic: Topic) -> None:
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


def _match(topic: Topic) -> None:
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
    group = topic.group("floats", AUTHORS)
    group.hand(
        "beyond-32-bits",
        "REP-4",
        "1e39, -1e39 and 1e300 are infinite as 32-bit floats, and in no range; 9.5 is in 0 to 10",
        {"accepted": [False, False, False, True]},
        attribute=continuous(0, 10),
        bits=interval(1, 0, 31),
        x=[1e39, -1e39, 1e300, 9.5],
    )
    group.reject(
        "range-beyond-32-bits",
        "REP-4",
        "1e39 is infinite as a 32-bit float",
        "range-overflow",
        attribute=continuous(0, 1e39),
        bits=interval(1, 0, 31),
        x=[5.0],
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


def _coverage(topic: Topic) -> None:
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

    for name, comment, attributes, xs in (
        ("last-of-300-values", "only the last of 300 is undeclared", [nominal(3)], [[2]] * 299 + [[3]]),
        ("value-behind-an-infinite-one", "asked first", [continuous(), *binary(1)], [["inf", 1], [1.5, 2]]),
    ):
        instances = [{"x": x, "y": "1"} for x in xs]
        group.reject(name, "REP-7", comment, "undeclared-value", attributes=attributes, instances=instances, rules=[])


def _ga_due(topic: Topic) -> None:
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
        "mean-of-next-to-nothing-below-zero",
        "CYC-2",
        "the same a step earlier: 2 - 0 is 2, less than 3",
        {"labels": [{"clock": 2, "due": False}]},
        clock=1,
        correct_sets=[[{"num": 2**32 - 2, "ts": 1}]],
    )
    group.hand(
        "mean-far-below-zero",
        "CYC-2",
        "2^16 times 2^15 wraps to -2^31, by 2^16 -2^15: 40001 + 32768 is 72769",
        {"labels": [{"clock": 40_001, "due": True}]},
        settings={"theta_ga": 50_000},
        clock=40_000,
        correct_sets=[[{"num": 2**16, "ts": 2**15}]],
    )
    group.hand(
        "num-beyond-31-bits-and-a-mean-of-one",
        "CYC-2",
        "2^31 + 2 once, ts 0 and 1: the mean is 0; of 31 bits it would be another",
        {"labels": [{"clock": 3, "due": True}]},
        clock=2,
        correct_sets=[[{"num": 2**31 + 2, "ts": 0}, {"num": 2**31 - 3, "ts": 1}]],
    )


def _run(topic: Topic) -> None:
    for profile, settings in PROFILES:
        group = topic.group(profile, {**settings, "clustering": False}, **problem(1, *["1 -> 1"] * 5), n_steps=0)
        group.hand(
            "length-beyond-32-bits",
            "CYC-1 CYC-4",
            "10^9 passes of five instances, and half as many that only update",
            {"steps": 0, "length": 7_500_000_000, "rules": []},
            settings={"passes": 10**9, "update_only": 0.5},
            tie=("CYC-4", ["settings/update_only"]),
        )


def _settings(topic: Topic) -> None:
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


def _pcg64(topic: Topic) -> None:
    group = topic.group("seeds", PAPER, count=2)
    for bits in (160, 288, 600):
        group.filled(f"{bits}-bits", "RND-3", "a word at a time", seed=str(2**bits - 2 ** (bits // 2) - 1), skip=0)
    group.filled("skip-of-5000-numbers", "RND-2", "beyond a block of 4096", seed=7, skip=5000)


def _notation(topic: Topic) -> None:
    group = topic.group("labels", PAPER, attributes=binary(64), n_labels=130)
    text = "01#1" * 16 + " -> " + "1#0" * 43 + "1"
    group.hand(
        "64-attributes-and-130-labels", "REP-9", "one letter each", {"text": text}, rule={"bits": rule(text)["bits"]}
    )
