"""The settings and the sizes of random cases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Final

from mlslcs_ref.oracle.fuzz.chance import Chance
from mlslcs_ref.settings import PROFILES, setting_infos

Json = dict[str, Any]

NUMBERS: Final[Mapping[str, tuple[float, ...]]] = {
    "population_size": (1, 2, 3, 5, 8, 12, 40, 300),
    "passes": (0, 1, 2, 3),
    "theta_ga": (0, 1, 2, 5, 25, 2000),
    "p_hash": (0, 0.1, 0.33, 0.5, 0.9, 1),
    "p_label_hash": (0, 0.1, 0.5, 1),
    "crossover_rate": (0, 0.5, 0.8, 1),
    "mutation_rate": (0, 0.04, 0.2, 1),
    "learning_rate": (0, 0.2, 0.3, 1),
    "accuracy_power": (1, 2, 3, 10, 2.5),
    "accuracy_threshold": (0, 0.3, 0.7, 0.99),
    "theta_exp": (0, 1, 4, 10),
    "theta_del": (0, 1, 7, 20),
    "update_only": (0, 0.5, 1),
    "clustering_gamma": (0.07, 0.1, 0.14, 0.2, 0.28, 0.5, 0.55, 1),
    "p_hash_init": (0, 0.3),
    "p_label_hash_init": (0, 0.3),
}
"""Settings that are numbers, with values at which something happens in a few steps."""

SHARES: Final = ((0.9, 1), (1, 1), (0, 0), (0.1, 0.3), (0.3, 0.7))
"""Pairs of omega and phi."""

POWERS: Final = (309, 1000)
"""Values of `accuracy_power` with which fitness is no normal double, or 0, for rules that are not bad."""
RATES: Final = ("p_hash", "p_label_hash", "crossover_rate", "mutation_rate", "p_hash_init", "p_label_hash_init")
"""Settings with which draws are compared."""
MOST_TESTS: Final = 12_000
"""Tests of values by rules in a case: larger ones would take a plain executor seconds."""


def chosen_settings(chance: Chance) -> Json:
    """Return a profile with some changes: none, a few, or a mixture of both profiles."""
    chosen: Json = {"profile": chance.among(tuple(PROFILES))}
    mixing = chance.among((0.0, 0.2, 0.5, 0.5))
    for info in setting_infos():
        if info.kind in {bool, str} and chance.flag(mixing):
            chosen[info.name] = chance.among(info.choices or (False, True))
    for name, values in NUMBERS.items():
        if chance.flag(0.6):
            chosen[name] = chance.among(values)
    if chance.flag(0.15):
        # where nothing is left to chance, rules are made that are there already
        chosen |= {name: chance.integer(0, 1) for name in RATES}
    if chance.flag(0.08):
        chosen["accuracy_power"] = chance.among(POWERS)
    if chance.flag():
        chosen["omega"], chosen["phi"] = chance.among(SHARES)
    chosen["precision_bits"] = chance.edge("bits") if chance.flag(0.3) else chance.integer(1, 5)
    return chosen


@dataclass(frozen=True)
class Shape:
    """How large a case is."""

    attributes: int
    labels: int
    rules: int
    instances: int
    """`attributes`, `labels`, `rules`, `instances`: How many of each."""
    values: int
    """Values of a nominal attribute, at most."""


SIZES: Final = tuple(field.name for field in fields(Shape))


def chosen_shape(chance: Chance, varied: Sequence[str] = SIZES) -> Shape:
    """Return small sizes, one or two of them perhaps at an edge, such that the whole does not become too large."""
    while True:
        sizes = {
            "attributes": chance.integer(1, 4),
            "labels": chance.integer(1, 4),
            "rules": chance.integer(1, 8),
            "instances": chance.integer(1, 6),
            "values": chance.integer(1, 4),
        }
        for _ in range(chance.among((0, 1, 1, 1, 2))):
            kind = chance.among(varied)
            sizes[kind] = chance.edge(kind)
        shape = Shape(**sizes)
        if shape.rules * shape.instances * (shape.attributes + shape.labels) <= MOST_TESTS:
            return shape
