"""Drawn vectors: random cases at and beyond the sizes at which words, buckets and blocks end, and of mixed settings.

Nobody worked their answers out: they are those of the package, and the naive model gives the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, Final, NamedTuple

from suite.drawing import INPUTS, MANY_LABELS
from suite.notation import AUTHORS, PAPER
from suite.sampler import Sampler, Shape, covering_array, fitted
from suite.source import Topic

__all__ = ["drawn_case", "mixed_settings", "topics"]

Json = dict[str, Any]
EAGER: Final = {"theta_ga": 20, "theta_exp": 6, "theta_del": 12, "accuracy_threshold": 0.7703, "p_hash": 0.4}
SLOW: Final = {"theta_ga": 48}
CROWDED: Final = frozenset({"deletion", "step"})
"""Formats whose cases hold about as many micro-classifiers as there may be."""

LABELS: Final = (1, 4, 5, 8, 9, 31, 32, 33, 62, 63, 64, 65, 66, 124, 125, 128, 130)
SOME_LABELS: Final = (1, 5, 9, 33, 63, 65, 126)
FEW_LABELS: Final = (1, 5, 33, 65)
WIDTHS: Final = (31, 32, 33, 63, 64, 65)
VALUES: Final = (4, 5, 31, 32, 33, 63, 64, 65, 70)
FEW_VALUES: Final = (5, 33, 65)
RULES: Final = (1, 4, 5, 16, 17, 33, 65)
PRECISIONS: Final = (1, 2, 8, 12, 16)


class Drawn(NamedTuple):
    """What is drawn of a format: its clauses, the first being its topic, and the sizes."""

    clauses: str
    labels: Sequence[int] = ()
    attributes: Sequence[int] = ()
    values: Sequence[int] = ()
    rules: Sequence[int] = ()
    instances: Sequence[int] = ()
    precisions: Sequence[int] = ()
    plain: int = 3
    mixed: bool = True
    kinds: str = "bbnc"


DRAWN: Final[Mapping[str, Drawn]] = {
    "layout": Drawn("REP-1 REP-3 REP-4", (65, 130), (33, 65), FEW_VALUES, (), (), (1, 16), 1, mixed=False),
    "decode": Drawn("REP-4 REP-3 REP-2", (), (), VALUES, (), (), PRECISIONS, 3, kinds="c"),
    "match": Drawn("MAT-1 REP-3 REP-4 REP-7 REP-8", (), (), VALUES, (), (), PRECISIONS, 3, kinds="c"),
    "generality": Drawn("SUB-2", SOME_LABELS, WIDTHS, VALUES, (), (), PRECISIONS, 6),
    "equality": Drawn("REP-10", SOME_LABELS, WIDTHS, VALUES, (), (), PRECISIONS, 6),
    "repair": Drawn("REP-5 REP-6", (5, 65), (33, 65), VALUES, (), (), PRECISIONS, 4, kinds="bncf"),
    "notation": Drawn("REP-9", (5, 33, 65), (1, 33, 63, 64), (), (), (), (), 2, mixed=False, kinds="bbb"),
    "parameters": Drawn("PAR-1 UPD-4 GEN-1 SUB-1", (1, 5, 65), (), (), (), (), (), 6),
    "coverage": Drawn("MAT-2 MAT-1 REP-3 REP-4", (65,), WIDTHS, VALUES, RULES, (64, 65, 128, 257), PRECISIONS),
    "correct-sets": Drawn("CYC-0 MAT-1", LABELS, (), (), RULES, (), (), 2, mixed=False),
    "update": Drawn("UPD-1 UPD-2 UPD-3 UPD-4 UPD-5", SOME_LABELS, (33,), (), RULES, (), (), 4),
    "ga-due": Drawn("CYC-2", (1, 5, 33), (), (), (), (), (), 6),
    "control": Drawn("CTL-1 CTL-2 MAT-2", (5,), (), (), RULES, (65, 129, 257), (), 6),
    "roulette": Drawn("GEN-3 RND-1", (), (), (), RULES, (), (), 4),
    "deletion": Drawn("DEL-1 DEL-2 DEL-3 DEL-4", (5,), (), (), RULES, (), (), 6),
    "covering": Drawn(
        "COV-3 COV-1 COV-2 COV-4 COV-6", SOME_LABELS, WIDTHS, VALUES, (), (), PRECISIONS, 6, kinds="bncf"
    ),
    "selection": Drawn("GEN-2 GEN-1 GEN-3", (), (), (), RULES, (), (), 6),
    "crossover": Drawn("GEN-4 GEN-5", LABELS, WIDTHS, FEW_VALUES, (), (), (1, 8, 16), 4),
    "ga": Drawn(
        "GEN-6 GEN-4 GEN-5 GEN-7 GEN-1 GEN-2 GEN-3", SOME_LABELS, (33, 65), FEW_VALUES, (17,), (65,), (8, 12), 5
    ),
    "subsumption": Drawn("SUB-5 SUB-1 SUB-2 SUB-3 SUB-4", FEW_LABELS, (33, 65), FEW_VALUES, RULES, (), (2, 8), 8),
    "discovery": Drawn(
        "CYC-3 SUB-4 CYC-2 CYC-0 COV-5 GEN-7 SUB-5", SOME_LABELS, (33,), (33,), (17, 33), (65,), (8,), 6
    ),
    "step": Drawn("CYC-0 CYC-2 CYC-3 UPD-3 SUB-4 DEL-1 CTL-1", SOME_LABELS, (33,), (33,), (17, 65), (65,), (8,), 8),
    "run": Drawn("CYC-1 INI-1 CYC-0 CYC-4 FIN-1 DEL-1", (1, 5), (), (5,), (), (), (8,), 3, kinds="bnc"),
    "clustering": Drawn("INI-1 INI-3 INI-4 INI-6 INI-7", (1, 5, 65), (33,), FEW_VALUES, (), (17, 33), (8,), 4),
    "k-means": Drawn(
        "INI-7 INI-2 INI-5 INI-6", (), (9, 33), FEW_VALUES, (), (1, 8, 9, 17, 33, 65), (), 4, kinds="bncf"
    ),
    "final-merge": Drawn("FIN-1 SUB-5 SUB-3", (5, 65), (), (), RULES, (), (), 4),
    "votes": Drawn("INF-1 INF-2 INF-6", SOME_LABELS, (33,), (33,), RULES, (17,), (), 4),
    "active-labels": Drawn("INF-2", LABELS, (), (), (), (17,), (), 4),
    "thresholds": Drawn("INF-3 INF-4 MET-A", SOME_LABELS, (), (), (), (1, 17, 65, 129), (), 6),
    "best": Drawn("INF-5 INF-6", SOME_LABELS, (33,), (), RULES, (17,), (), 4),
    "evaluation": Drawn("INF-4 INF-3 INF-5 INF-6 MET-A", FEW_LABELS, (), (), (17, 33), (17, 65), (), 4),
    "metrics": Drawn("MET-A", LABELS, (), (), (), (1, 17, 65, 257), (), 4),
    "scs": Drawn("MET-B REP-10", (9, 65), (33, 65), (), (1, 17), (), (), 3, mixed=False, kinds="bbb"),
    "compaction": Drawn("MET-D", (1, 5, 9, 65), (), (), RULES, (17,), (), 4),
    "java-random": Drawn("RND-4", (), (), (), (), (), (), 8, mixed=False),
}
SALTS: Final[Mapping[str, str]] = {
    "best/drawn/mixed/row-a": "b",
}
"""Another stream for a case of which a decision would hang on the last digits of a real."""


@cache
def topics() -> tuple[Topic, ...]:
    """Return a topic `drawn` of every format that has random cases."""
    return tuple(_topic(name, drawn) for name, drawn in DRAWN.items())


def _topic(name: str, drawn: Drawn) -> Topic:
    topic = Topic(name, "drawn")
    for group_name, cases in _cases(name, drawn).items():
        group = topic.group(group_name, {})
        for slug, settings, shape in cases:
            identity = f"{name}/drawn/{group_name}/{slug}"
            case = drawn_case(name, identity + SALTS.get(identity, ""), settings, shape)
            tie = ("INF-3", ["in/votes", "in/threshold"]) if "votes" in case["in"] else None
            group.filled(
                slug, drawn.clauses, told(shape), settings=case["settings"], draws=case["draws"], tie=tie, **case["in"]
            )
    return topic


def told(shape: Shape) -> str:
    """Return the sizes of a case in words."""
    return (
        f"drawn: {len(shape.kinds)} attributes ({shape.n_values} values where nominal), {shape.n_labels} labels, "
        f"{shape.n_rules} rules, {shape.n_instances} instances"
    )


def drawn_case(name: str, seed: str, settings: Mapping[str, Any], shape: Shape) -> Json:
    """Return a random case with its tape."""
    sampler = Sampler(seed, settings, shape)
    given = INPUTS[name](sampler)
    changed = dict(settings)
    if name in CROWDED:
        micro = sum(rule["num"] for rule in given["rules"])
        changed["population_size"] = max(1, micro + sampler.random.randint(-3, 1))
    return fitted({"format": name, "settings": changed, "in": given}, sampler.draw)


Cases = list[tuple[str, Json, Shape]]


def _cases(name: str, drawn: Drawn) -> dict[str, Cases]:
    """Return the groups of a format: test, settings, sizes; both profiles take turns."""
    shape = Shape(kinds=drawn.kinds, n_instances=4 if name == "run" else 6)
    small = replace(shape, n_instances=4, n_rules=3)
    nominal = small if len(drawn.kinds) > 1 else replace(small, kinds="n")
    groups: dict[str, Cases] = {
        "labels": [(f"{n}-labels", SLOW if n > MANY_LABELS else {}, _many_labels(small, n)) for n in drawn.labels],
        "attributes": [
            (f"{n}-attributes", {}, replace(small, kinds=_repeated(drawn.kinds, n))) for n in drawn.attributes
        ],
        "values": [(f"{n}-values", {}, replace(nominal, n_values=n)) for n in drawn.values],
        "rules": [(f"{n}-rules", {}, replace(shape, n_rules=n)) for n in drawn.rules],
        "instances": [(f"{n}-instances", {}, replace(small, n_instances=n)) for n in drawn.instances],
        "precision": [(f"{k}-bits", {"precision_bits": k}, replace(small, n_values=4)) for k in drawn.precisions],
        "plain": [(f"case-{letter}", {}, shape) for letter in "abcdefgh"[: drawn.plain]],
    }
    found: dict[str, Cases] = {
        group: [
            (f"{slug}-{profile['profile']}", {**profile, **EAGER, **settings}, sizes)
            for place, (slug, settings, sizes) in enumerate(cases)
            for profile in ((PAPER, AUTHORS) if group == "plain" else ((PAPER, AUTHORS)[place % 2],))
        ]
        for group, cases in groups.items()
        if cases
    }
    if drawn.mixed:
        rows = enumerate(mixed_settings(name))
        found["mixed"] = [(f"row-{chr(97 + place)}", settings, shape) for place, settings in rows]
    return found


def _many_labels(shape: Shape, n_labels: int) -> Shape:
    """Return a shape whose rules decide nearly all of many labels, so that covering leaves most of them alone."""
    if n_labels <= MANY_LABELS:
        return replace(shape, n_labels=n_labels)
    return replace(shape, n_labels=n_labels, deciding=0.97, right=0.9, testing=0.1)


def _repeated(kinds: str, n: int) -> str:
    return (kinds * n)[:n]


@cache
def mixed_settings(name: str) -> tuple[Json, ...]:
    """Return settings in which every two settings meet with all pairs of their values (a covering array)."""
    return tuple({**PAPER, **row} for row in covering_array(f"settings of {name}", FACTORS))


FACTORS: Final[Mapping[str, Sequence[Any]]] = {
    "ga_clock": ("label", "step"),
    "ga_due": ("exact", "truncated"),
    "discovery_order": ("by_label", "in_phases"),
    "birth_timestamp": ("clock", "zero"),
    "experience_unit": ("label", "match"),
    "covering_focus": ("specific", "generalised"),
    "covering_bounds": ("corrected", "raw"),
    "covering_duplicates": ("merge", "append"),
    "interval_arithmetic": ("double", "float32"),
    "interval_order": ("unordered", "ordered"),
    "interval_equality": ("both_bounds", "first_bound"),
    "constant_attribute": ("inactive", "drawn"),
    "missing_values": ("match", "unhandled"),
    "discount_threshold": ("theta_exp", "theta_del"),
    "zero_fitness_parents": ("numerosity", "first"),
    "roulette_zero_weights": ("skip", "allow"),
    "crossover_cut": ("shared", "per_child"),
    "zero_coverage_test": ("after_repair", "before_repair"),
    "subsumer_ability": ("current", "last_update"),
    "nominal_generality": ("superset", "equal"),
    "absorption": ("strongest", "authors"),
    "deletion_domain": ("log", "plain"),
    "vote_weight": ("fitness", "accuracy"),
    "active_labels": ("at_least", "above"),
    "ival_search": ("exact", "halving"),
    "pcut_search": ("exact", "halving"),
    "best_order": ("fitness", "num_accuracy"),
    "empty_label_sets": ("count_one", "skip"),
    "compaction_weight": ("fitness", "discounted"),
    "final_merge": (False, True),
    "match_set_control": (True, False),
    "clustering": (True, False),
    "omega": (0.9, 1, 0.47),
    "accuracy_power": (10, 1, 2.37),
    "theta_exp": (10, 4),
    "theta_del": (20, 7),
    "theta_ga": (13, 0),
    "mutation_rate": (0.04, 0.13),
    "crossover_rate": (0.83, 1),
    "learning_rate": (0.23, 1),
    "p_hash": (0.37, 0),
    "p_label_hash": (0.23, 0),
    "accuracy_threshold": (0.7903, 0.9703),
    "update_only": (0, 0.43),
    "passes": (5, 2),
}
