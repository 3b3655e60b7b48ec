"""Vectors of data and settings that are refused, in every format that has training instances, and in which order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from suite.notation import PAPER, binary, continuous, data, nominal
from suite.source import Topic

__all__ = ["topics"]

PLACES: Final[Mapping[str, Mapping[str, Any]]] = {
    "correct-sets": {"instance": 0},
    "update": {"presented": [0]},
    "control": {"instance": 0, "step": 9},
    "deletion": {},
    "ga": {"label": 0, "clock": 0},
    "subsumption": {},
    "discovery": {"instance": 0, "step": 1, "clock": 0},
    "step": {"presented": [0], "step": 1, "clock": 0},
    "clustering": {},
    "final-merge": {},
    "run": {"n_steps": 0},
}
"""What else the formats take that have training instances and no refusals of their own."""

FAR: Final = continuous(0, 1e-9)
FAULTS: Final = (
    ("no-instances", "REP-7", "nothing to learn from", "no-instances", binary(1), ()),
    ("missing-label", "REP-7", "the label of the last instance is missing", "missing-label", binary(1), ("1", "0?")),
    ("undeclared-binary-value", "REP-7", "2", "undeclared-value", binary(1), ("0", "2")),
    ("undeclared-nominal-value", "REP-7", "3 of 0 to 2", "undeclared-value", [nominal(3)], ("0", "3")),
    ("infinite-value", "REP-7", "minus infinity", "infinite-value", [continuous()], ("1.5", "-inf")),
    ("range-that-overflows", "REP-4", "31 times the range", "range-overflow", [continuous()], ("1e308", "0.0")),
    ("value-out-of-reach", "COV-3", "1e300 by 1e-9 is infinite", "range-overflow", [FAR], ("0.0", "1e300")),
)


def topics() -> Iterator[Topic]:
    """Return a topic of each format that has training instances."""
    for name, place in PLACES.items():
        yield _refused(name, place)
    yield _order()


def _refused(name: str, place: Mapping[str, Any]) -> Topic:
    topic = Topic(name, "refusals")
    rules: dict[str, Any] = {} if name in {"clustering", "run"} else {"rules": []}
    group = topic.group("data", PAPER, n_labels=1, **rules, **place)
    for fault, clause, comment, error, attributes, values in FAULTS:
        if name == "run" and attributes == [FAR]:
            # its ranges are those of the instances
            continue
        given = {"attributes": attributes, "instances": _instances(values), **_child(name, attributes[0]["kind"])}
        group.reject(fault, clause, comment, error, **given)
    group = topic.group("settings", PAPER, **rules, **place)
    given = {"attributes": binary(1), "n_labels": 1, "instances": data("1 -> 1"), **_child(name, "binary")}
    group.reject("omega-above-phi", "UPD-5", "0.9, 0.5", "omega-above-phi", settings={"phi": 0.5}, **given)
    return topic


def _child(name: str, kind: str) -> dict[str, Any]:
    """Return a child for the format that asks for one, of the width that an attribute has with 5 bits."""
    widths = {"binary": 2, "nominal": 4, "continuous": 11}
    return {"child": "0" * widths[kind] + "11"} if name == "subsumption" else {}


def _instances(values: tuple[str, ...]) -> list[dict[str, Any]]:
    found = []
    for value in values:
        x = value.rstrip("?")
        number: Any = x if "inf" in x else float(x) if "." in x or "e" in x else int(x)
        found.append({"x": [number], "y": "?" if "?" in value else "1"})
    return found


def _order() -> Topic:
    topic = Topic("coverage", "refusals")
    group = topic.group("order", PAPER, n_labels=1, rules=[])
    both = [*binary(1), continuous()]
    for name, error, comment, settings, attributes, rows in (
        ("settings-before-data", "omega-above-phi", "no instances either", {"phi": 0.5}, binary(1), ()),
        (
            "range-of-a-setting-before-omega",
            "setting-out-of-range",
            "phi too",
            {"phi": 0.5, "passes": -1},
            binary(1),
            (),
        ),
        ("label-before-value", "missing-label", "a value too", {}, binary(1), (((2,), "1"), ((1,), "?"))),
        (
            "value-before-infinity",
            "undeclared-value",
            "the first is infinite",
            {},
            both,
            (((1, "inf"), "1"), ((2, 1), "1")),
        ),
        (
            "infinity-before-overflow",
            "infinite-value",
            "the other attribute's range overflows",
            {},
            [continuous(), continuous()],
            (((1e308, 1), "1"), ((-1e308, "inf"), "1")),
        ),
    ):
        instances = [{"x": list(x), "y": y} for x, y in rows]
        group.reject(name, "REP-7", comment, error, settings=settings, attributes=attributes, instances=instances)
    return topic
