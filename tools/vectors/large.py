"""Large vectors: tens to hundreds of rules, 70 and 130 labels, 70 attributes of all kinds, hundreds of instances.

They are compressed, and come after all others. The smaller ones show that each mechanism is right; these show that it
still is where a table, a word, a sum or a queue has grown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any, Final

from suite.sampler import Shape
from suite.source import Topic
from vectors.drawn import DRAWN, drawn_case, mixed_settings, told

__all__ = ["topics"]

EAGER: Final = {"theta_ga": 55, "theta_exp": 6, "theta_del": 12, "accuracy_threshold": 0.7703, "p_hash": 0.4}
MANY: Final = Shape("bbnc", n_labels=70, n_instances=20, n_rules=60, deciding=0.9, right=0.85, testing=0.15, num=9)
WIDE: Final = Shape("bnc" * 23 + "f", n_labels=4, n_instances=30, n_rules=40, n_values=7, testing=0.04, num=5)
CROWD: Final = Shape("bbnc", n_labels=4, n_instances=30, n_rules=300, testing=0.25, num=40, matches=4000)

SHAPES: Final[Mapping[str, Mapping[str, Shape]]] = {
    "coverage": {"wide": WIDE, "crowd": CROWD, "long": replace(CROWD, n_instances=300, n_rules=30)},
    "correct-sets": {"labels": replace(MANY, n_labels=130), "crowd": CROWD},
    "update": {"labels": MANY, "crowd": replace(CROWD, n_rules=100)},
    "control": {"long": replace(CROWD, n_instances=300, n_rules=30), "crowd": replace(CROWD, n_rules=100)},
    "deletion": {"crowd": CROWD},
    "ga": {"wide": replace(WIDE, n_rules=20), "crowd": CROWD},
    "subsumption": {"wide": WIDE, "crowd": CROWD},
    "discovery": {"labels": replace(MANY, n_rules=30), "wide": replace(WIDE, n_labels=2), "crowd": CROWD},
    "step": {"labels": replace(MANY, n_rules=30), "wide": replace(WIDE, n_labels=2), "crowd": CROWD},
    "run": {
        "crowd": Shape("bbnc", n_labels=4, n_instances=12),
        "wide": Shape("bnc" * 5 + "f", n_labels=5, n_instances=12, n_values=5),
    },
    "clustering": {"long": replace(CROWD, n_instances=120)},
    "k-means": {"long": replace(CROWD, n_instances=120), "wide": WIDE},
    "final-merge": {"crowd": replace(CROWD, n_rules=120)},
    "votes": {"labels": replace(MANY, n_labels=130, n_instances=4), "crowd": replace(CROWD, n_instances=8)},
    "thresholds": {"labels": replace(MANY, n_labels=70, n_instances=12), "long": replace(CROWD, n_instances=60)},
    "best": {"labels": replace(MANY, n_labels=130, n_instances=4), "crowd": replace(CROWD, n_instances=20)},
    "evaluation": {"crowd": replace(CROWD, n_rules=60, n_instances=20)},
    "compaction": {"crowd": replace(CROWD, n_rules=100, n_instances=10)},
}
RUN: Final = {"population_size": 25, "passes": 2, "update_only": 0.6, "theta_ga": 20}
"""Two passes on twelve instances, and the first steps of one that only updates; deletions from the first pass on."""

UNSTEADY: Final = frozenset({"final-merge/large/crowd/row-h", "best/large/labels/row-d"})
"""Cases of which a decision hangs on the last digits of a real."""


@cache
def topics() -> tuple[Topic, ...]:
    """Return a topic `large` of the formats in which size can matter."""
    return (*(_topic(name, shapes) for name, shapes in SHAPES.items()), _codes())


def _topic(name: str, shapes: Mapping[str, Shape]) -> Topic:
    topic = Topic(name, "large")
    if name == "step":
        _many_instances(topic)
    for group_name, shape in shapes.items():
        group = topic.group(group_name, {})
        for slug, changes in _settings(name):
            settings = {**changes, **(RUN if name == "run" else {})}
            identity = f"{name}/large/{group_name}/{slug}"
            if identity in UNSTEADY:
                continue
            case = drawn_case(name, identity, settings, shape)
            tie = ("INF-3", ["in/votes"]) if "votes" in case["in"] else None
            clauses = DRAWN[name].clauses
            group.filled(
                slug, clauses, told(shape), settings=case["settings"], draws=case["draws"], tie=tie, **case["in"]
            )
    return topic


def _codes() -> Topic:
    """Return genes of more values than 15 or 16 bits can count."""
    topic = Topic("decode", "large")
    group = topic.group("codes", {"profile": "paper"})
    for n, accepted in ((40_000, (0, 32_767, 32_768, 39_999)), (70_000, (4_463, 65_535, 65_536, 69_999))):
        bits = "".join("1" if value in accepted else "0" for value in range(n))
        group.hand(
            f"{n}-values",
            "REP-3",
            f"the accepted ones are {', '.join(map(str, accepted))}",
            {"active": True, "values": list(accepted)},
            attribute={"kind": "nominal", "n_values": n},
            bits=f"1{bits}",
        )
    return topic


def _many_instances(topic: Topic) -> None:
    """Add steps on instances that are far apart, forwards and back."""
    n_instances, n_values, presented = 2100, 7, (2050, 0, 1030, 1024, 2099)
    group = topic.group("instances", {"profile": "paper", "theta_ga": 10**6})
    codes = ["".join("1" if value == number else "0" for value in range(n_values)) for number in range(n_values)]
    group.hand(
        "two-thousand-one-hundred",
        "CYC-1 MAT-1",
        "instance i has value i mod 7, and a rule for each value: 6, 0, 1, 2 and 6 have met one",
        {"rules": [{"exp": n} for n in (1, 1, 1, 0, 0, 0, 2)]},
        attributes=[{"kind": "nominal", "n_values": n_values}],
        n_labels=1,
        instances=[{"x": [number % n_values], "y": "1"} for number in range(n_instances)],
        rules=[{"bits": f"1{code}11"} for code in codes],
        presented=list(presented),
        step=1,
        clock=0,
    )


def _settings(name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield both profiles, and two of the mixed settings."""
    for profile in ("paper", "authors"):
        yield profile, {"profile": profile, **EAGER}
    for place in (3, 7):
        yield f"row-{chr(97 + place)}", {**mixed_settings(name)[place], "theta_ga": 55}
