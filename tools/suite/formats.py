"""The formats of vectors: what a case gives, what an answer holds, and how its fields are compared.

`fill` writes this table as JSON Schemas into `specs/schema`. What a format means stands in `specs/formats`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

__all__ = ["COMMON", "FORMATS", "Format", "Schema", "clauses_of"]

Schema = Mapping[str, Any]

BITS: Final = {"type": "string", "pattern": "^[01]+$", "description": "Bits, first bit first."}
COUNT: Final = {"type": "integer", "minimum": 0}
SIZE: Final = {"type": "integer", "minimum": 1}
FLAG: Final = {"type": "boolean"}
NUMBER: Final = {"oneOf": [{"type": "number"}, {"enum": ["inf", "-inf", "nan"]}]}
CELL: Final = {"oneOf": [{"type": "number"}, {"enum": ["inf", "-inf"]}, {"type": "null", "description": "Missing."}]}
TEXT: Final = {"type": "string"}


def ref(name: str) -> Schema:
    """Return the reference to a common definition."""
    return {"$ref": f"common.schema.json#/$defs/{name}"}


def listed(items: Schema) -> Schema:
    """Return an array."""
    return {"type": "array", "items": items}


def record(fields: Mapping[str, Schema], optional: tuple[str, ...] = (), **more: Any) -> Schema:
    """Return an object with these fields and no others."""
    return {
        "type": "object",
        "properties": dict(fields),
        "required": [name for name in fields if name not in optional],
        "additionalProperties": False,
        **more,
    }


STATE: Final[Mapping[str, Schema]] = {
    "bits": BITS,
    "num": SIZE,
    "exp": COUNT,
    "tp": NUMBER,
    "fp": COUNT,
    "msa": NUMBER,
    "acc": NUMBER,
    "fitness": NUMBER,
    "cs": NUMBER,
    "ts": COUNT,
    "created": COUNT,
    "able": FLAG,
}
RULE: Final[Mapping[str, Schema]] = {
    "bits": BITS,
    "num": {**SIZE, "default": 1},
    "exp": {**COUNT, "default": 0, "description": "In the unit of UPD-2."},
    "correct": {**COUNT, "default": 0},
    "wrong": {**COUNT, "default": 0},
    "indifferent": {**COUNT, "default": 0},
    "cs": {"type": "number", "default": 1.0},
    "ts": {**COUNT, "default": 0},
    "stamped": {**FLAG, "default": False, "description": "Whether ts was above 0 at the rule's last update (SUB-1)."},
    "created": {**COUNT, "default": 0},
}
COMMON: Final[Mapping[str, Schema]] = {
    "bits": BITS,
    "number": NUMBER,
    "cell": CELL,
    "attribute": {
        "oneOf": [
            record({"kind": {"const": "binary"}}),
            record({"kind": {"const": "nominal"}, "n_values": SIZE}),
            record(
                {
                    "kind": {"const": "continuous"},
                    "minimum": {"type": ["number", "null"]},
                    "maximum": {"type": ["number", "null"]},
                },
                ("minimum", "maximum"),
                description="Without minimum and maximum they are those of the instances; null: no present value.",
                dependentRequired={"minimum": ["maximum"], "maximum": ["minimum"]},
            ),
        ]
    },
    "attributes": {"type": "array", "items": {"$ref": "#/$defs/attribute"}, "minItems": 1},
    "instance": record({"x": listed({"$ref": "#/$defs/cell"}), "y": {"type": "string", "pattern": "^[01?]+$"}}),
    "instances": listed({"$ref": "#/$defs/instance"}),
    "rows": listed(listed({"$ref": "#/$defs/cell"})),
    "flags": listed({"type": "string", "pattern": "^[01]+$"}),
    "rule": record(RULE, tuple(name for name in RULE if name != "bits")),
    "rules": listed({"$ref": "#/$defs/rule"}),
    "state": record(STATE),
    "states": listed({"$ref": "#/$defs/state"}),
    "positions": listed(COUNT),
}
"""Definitions that the formats share."""

REL: Final = {"rel": 1e-9}
ATTRIBUTES: Final = {"attributes": ref("attributes"), "n_labels": SIZE}
DATA: Final = {**ATTRIBUTES, "instances": ref("instances")}
POPULATION: Final = {**DATA, "rules": ref("rules")}
RULESET: Final = {**ATTRIBUTES, "rules": ref("rules"), "x": ref("rows")}
VOTES: Final = {"n_labels": SIZE, "votes": ref("rows")}
METRIC: Final = {"enum": ["accuracy", "exact_match", "hamming_loss"], "default": "accuracy"}
SOLUTIONS: Final = listed(listed(TEXT))


def state_fields(prefix: str) -> dict[str, Any]:
    """Return how the reals of a rule are compared."""
    return {f"{prefix}/{name}": REL for name in ("tp", "msa", "acc", "fitness", "cs")}


def newborn(prefix: str) -> dict[str, str]:
    """Return what gives the parameters of rules where none is updated: what a rule starts with."""
    return {f"{prefix}/{name}": "PAR-0" for name in ("exp", "tp", "fp", "msa", "acc", "fitness", "cs")}


STATES: Final = state_fields("rules/*")
FOLLOWS: Final[Mapping[str, str]] = {
    "exp": "UPD-2",
    "tp": "UPD-1",
    "fp": "UPD-1",
    "msa": "UPD-1",
    "acc": "PAR-1",
    "fitness": "UPD-4",
    "discounted_fitness": "GEN-1",
    "cs": "UPD-3",
    "ts": "CYC-3",
    "created": "PAR-0",
    "able": "SUB-1",
    "clock": "CYC-2",
    "raw": "INF-1",
    "normalised": "INF-2",
    "ival": "INF-3",
    "pcut": "INF-4",
}
"""Fields of answers that one clause above all gives: where such a field differs first, the clause is suspicious."""
FOLLOWS_IN: Final[Mapping[str, Mapping[str, str]]] = {
    "decode": {"values": "REP-3", "values/*": "REP-3", "bounds/*": "REP-4", "reals/*": "REP-4"},
    "clustering": {
        **newborn("rules/*"),
        "rules/*/bits": "INI-1",
        "rules/*/ts": "PAR-0",
        "rules": "INI-3",
        "rules/*/num": "INI-4",
        "n_centroids": "INI-6",
        "n_unmatched": "INI-3",
        "deletions_commenced": "INI-4",
    },
    "k-means": {"centroids": "INI-6"},
    "control": {"loser": "CTL-1", "num/*": "CTL-1"},
    "deletion": {"votes/*": "DEL-2", "deleted": "DEL-1", "deleted/*": "DEL-3", "num/*": "DEL-1"},
    "ga": {
        **newborn("offspring/*/rule"),
        "offspring/*/rule/num": "PAR-0",
        "offspring/*/rule/ts": "PAR-0",
        "offspring": "GEN-7",
        "offspring/*/parents/*": "GEN-1",
    },
    "discovery": newborn("rules/*"),
    "parameters": dict.fromkeys(("tp", "fp", "msa"), "PAR-1"),
    "subsumption": {
        "general/*": "SUB-2",
        "equal/*": "REP-10",
        "absorber": "SUB-5",
        "absorber/rule": "SUB-5",
        "absorber/parent": "SUB-4",
    },
    "step": {"deletions_commenced": "DEL-1"},
    "final-merge": {"rules": "FIN-1", "rules/*/bits": "FIN-1", "rules/*/num": "FIN-1"},
    "run": {"length": "CYC-4", "final": "FIN-1", "final/*/*": "FIN-1"},
    "votes": {"n_unmatched": "INF-6"},
    "best": {"labels/*": "INF-5", "n_unmatched": "INF-6"},
    "evaluation": {
        "n_unmatched": "INF-6",
        "labels_pcut/*": "INF-2",
        "labels_ival/*": "INF-2",
        "labels_best/*": "INF-5",
        **{f"accuracy_{method}": "MET-A" for method in ("pcut", "ival", "best")},
    },
}
"""The same of one format, by paths as in `comparison`; the path of a list stands for how long it is."""


@dataclass(frozen=True)
class Format:
    """One format.

    Parameters
    ----------
    title : str
        What the operator does, in a line.
    given : mapping of str to schema
        The fields of `in`.
    out : mapping of str to schema
        The fields of `out`.
    comparison : mapping of str to object
        Fields of `out` that are not compared exactly.
    optional, out_optional : tuple of str
        Fields of `in` and of `out` that may be missing.
    """

    title: str
    given: Schema
    out: Schema
    comparison: Mapping[str, Any] = field(default_factory=dict)
    optional: tuple[str, ...] = ()
    out_optional: tuple[str, ...] = ()


def clauses_of(name: str) -> dict[str, str]:
    """Return the clause that gives a field of `out`, for the fields that have one; paths as in `comparison`."""
    paths = [path for field, schema in FORMATS[name].out.items() for path in _paths(schema, (field,))]
    fields = {path: [part for part in path if part != "*"][-1] for path in paths}
    usual = {"/".join(path): FOLLOWS[field] for path, field in fields.items() if field in FOLLOWS}
    return usual | dict(FOLLOWS_IN.get(name, {}))


def _paths(schema: Schema, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    if "$ref" in schema:
        schema = COMMON[schema["$ref"].rpartition("/")[2]]
    if "properties" in schema:
        for name, part in schema["properties"].items():
            yield from _paths(part, (*path, name))
    elif "items" in schema:
        yield from _paths(schema["items"], (*path, "*"))
    else:
        yield path


FORMATS: Final[Mapping[str, Format]] = {
    "layout": Format(
        "Where the genes of a chromosome stand.",
        ATTRIBUTES,
        {"attribute_starts": ref("positions"), "label_starts": ref("positions"), "size": SIZE},
    ),
    "decode": Format(
        "What the bits of one attribute's gene say.",
        {"attribute": ref("attribute"), "bits": BITS},
        {"active": FLAG, "values": ref("positions"), "bounds": ref("positions"), "reals": listed(NUMBER)},
        out_optional=("values", "bounds", "reals"),
    ),
    "match": Format(
        "Which values of one attribute its test accepts.",
        {"attribute": ref("attribute"), "bits": BITS, "x": listed(ref("cell"))},
        {"accepted": listed(FLAG)},
    ),
    "generality": Format(
        "Whether a rule is general for another.",
        {**ATTRIBUTES, "rule": BITS, "other": BITS},
        {"general": FLAG},
    ),
    "equality": Format(
        "Whether two rules are equal.",
        {**ATTRIBUTES, "rule": BITS, "other": BITS},
        {"equal": FLAG},
    ),
    "repair": Format("REPAIR of a chromosome.", {**ATTRIBUTES, "rule": BITS}, {"rule": BITS}),
    "notation": Format("A rule as text.", {**ATTRIBUTES, "rule": ref("rule")}, {"text": TEXT}),
    "parameters": Format(
        "What follows from the counts of a rule.",
        {**ATTRIBUTES, "rule": ref("rule")},
        {
            "tp": NUMBER,
            "fp": COUNT,
            "msa": NUMBER,
            "acc": NUMBER,
            "fitness": NUMBER,
            "discounted_fitness": NUMBER,
            "able": FLAG,
        },
        dict.fromkeys(("tp", "msa", "acc", "fitness", "discounted_fitness"), REL),
    ),
    "coverage": Format(
        "Which instances each rule matches, and which rules match each instance.",
        POPULATION,
        {"coverage": ref("flags"), "match_sets": listed(ref("positions"))},
    ),
    "correct-sets": Format(
        "The correct sets of an instance.",
        {**POPULATION, "instance": COUNT},
        {"correct_sets": listed(record({"members": ref("positions"), "num": COUNT}))},
    ),
    "update": Format(
        "The update component on instances, one after the other.",
        {**POPULATION, "presented": ref("positions")},
        {"rules": ref("states")},
        STATES,
    ),
    "ga-due": Format(
        "The clock of the GA, and for which correct sets a GA is due.",
        {"clock": COUNT, "step": COUNT, "correct_sets": listed(listed(record({"num": SIZE, "ts": COUNT})))},
        {"labels": listed(record({"clock": COUNT, "due": FLAG}))},
    ),
    "control": Format(
        "Control of the match set.",
        {**POPULATION, "instance": COUNT, "step": COUNT},
        {"loser": {"oneOf": [COUNT, {"type": "null"}]}, "num": ref("positions")},
    ),
    "roulette": Format(
        "One spin of the wheel.", {"weights": listed({"type": "number", "minimum": 0})}, {"chosen": COUNT}
    ),
    "deletion": Format(
        "Deletion while there are more than N micro-classifiers.",
        POPULATION,
        {"votes": listed(NUMBER), "deleted": ref("positions"), "num": ref("positions")},
        {"votes/*": REL},
    ),
    "covering": Format(
        "The rule that covering makes.",
        {**ATTRIBUTES, "x": listed(ref("cell")), "y": BITS, "label": COUNT},
        {"rule": BITS},
    ),
    "selection": Format("Selection of parents.", {**ATTRIBUTES, "rules": ref("rules")}, {"parents": ref("positions")}),
    "crossover": Format(
        "Crossover of two rules.",
        {**ATTRIBUTES, "first": BITS, "second": BITS, "label": COUNT},
        {"children": listed(BITS)},
    ),
    "ga": Format(
        "One run of the GA on a correct set.",
        {**POPULATION, "label": COUNT, "clock": COUNT},
        {"offspring": listed(record({"rule": ref("state"), "parents": ref("positions")}))},
        state_fields("offspring/*/rule"),
    ),
    "subsumption": Format(
        "Who absorbs a child.",
        {**POPULATION, "child": BITS, "parents": ref("positions")},
        {
            "able": listed(FLAG),
            "general": listed(FLAG),
            "equal": listed(FLAG),
            "absorber": {"oneOf": [record({"rule": COUNT, "parent": FLAG}), {"type": "null"}]},
        },
        optional=("parents",),
    ),
    "discovery": Format(
        "The discovery component on one instance: new rules, absorbed or inserted.",
        {**POPULATION, "instance": COUNT, "step": SIZE, "clock": COUNT},
        {"rules": ref("states"), "clock": COUNT},
        STATES,
    ),
    "step": Format(
        "Whole training steps.",
        {
            **POPULATION,
            "presented": ref("positions"),
            "step": SIZE,
            "clock": COUNT,
            "deletions_commenced": FLAG,
            "update_only": FLAG,
        },
        {"rules": ref("states"), "clock": COUNT, "deletions_commenced": FLAG},
        STATES,
        ("deletions_commenced", "update_only"),
    ),
    "run": Format(
        "A run from its beginning.",
        {**DATA, "n_steps": COUNT},
        {
            "steps": COUNT,
            "length": COUNT,
            "clock": COUNT,
            "rules": ref("states"),
            "final": listed({"type": "array", "prefixItems": [BITS, SIZE], "minItems": 2, "maxItems": 2}),
        },
        STATES,
    ),
    "clustering": Format(
        "The clustering-based initialisation.",
        DATA,
        {"rules": ref("states"), "n_centroids": COUNT, "n_unmatched": COUNT, "deletions_commenced": FLAG},
        STATES,
    ),
    "k-means": Format(
        "The centroids of one partition.",
        {**ATTRIBUTES, "points": ref("rows"), "k": SIZE},
        {"centroids": ref("rows")},
        {"centroids/*/*": REL},
    ),
    "final-merge": Format(
        "What the authors' program does with P at the end.", POPULATION, {"rules": ref("states")}, STATES
    ),
    "votes": Format(
        "The votes of a ruleset on instances.",
        RULESET,
        {"raw": listed(listed(NUMBER)), "normalised": listed(listed(NUMBER)), "n_unmatched": COUNT},
        {"raw/*/*": REL, "normalised/*/*": REL},
    ),
    "active-labels": Format(
        "The labels that votes activate.", {**VOTES, "threshold": NUMBER}, {"labels": ref("flags")}
    ),
    "thresholds": Format(
        "The thresholds of IVAL and PCUT.",
        {**VOTES, "truth": ref("flags"), "metric": METRIC},
        {"ival": NUMBER, "pcut": NUMBER},
        {"ival": REL, "pcut": REL},
        ("metric",),
    ),
    "best": Format("The labels by BEST.", RULESET, {"labels": ref("flags"), "n_unmatched": COUNT}),
    "evaluation": Format(
        "A ruleset evaluated on labelled instances.",
        {**RULESET, "truth": ref("flags"), "metric": METRIC},
        {
            "pcut": NUMBER,
            "ival": NUMBER,
            "n_unmatched": COUNT,
            **{f"labels_{method}": ref("flags") for method in ("pcut", "ival", "best")},
            **{f"accuracy_{method}": NUMBER for method in ("pcut", "ival", "best")},
        },
        dict.fromkeys(("pcut", "ival", "accuracy_pcut", "accuracy_ival", "accuracy_best"), REL),
        ("metric",),
    ),
    "metrics": Format(
        "The metrics of a prediction.",
        {"n_labels": SIZE, "truth": ref("flags"), "predicted": ref("flags")},
        {"accuracy": NUMBER, "exact_match": NUMBER, "hamming_loss": NUMBER},
        dict.fromkeys(("accuracy", "exact_match", "hamming_loss"), REL),
    ),
    "scs": Format(
        "How much of a shortest complete solution a ruleset holds.",
        {**ATTRIBUTES, "rules": ref("rules"), "solutions": SOLUTIONS},
        {"share": NUMBER},
        {"share": REL},
    ),
    "compaction": Format("Compaction of a ruleset.", RULESET, {"kept": ref("positions")}),
    "settings": Format(
        "All settings of a profile.",
        {"problem": {"enum": ["toy6x4", "mlposition4"]}},
        {"settings": {"type": "object"}},
        optional=("problem",),
    ),
    "problem": Format(
        "The instances and solutions of an artificial problem.",
        {"name": TEXT},
        {"instances": listed(TEXT), "solutions": SOLUTIONS},
    ),
    "pcg64": Format(
        "Draws of the default stream.",
        {
            "seed": {"oneOf": [COUNT, {"type": "string", "pattern": "^[0-9]+$"}]},
            "state": {"type": "string", "pattern": "^[0-9]+$"},
            "increment": {"type": "string", "pattern": "^[0-9]+$"},
            "skip": COUNT,
            "count": SIZE,
        },
        {"numbers": listed(NUMBER)},
        optional=("state", "increment"),
    ),
    "java-random": Format(
        "Draws of java.util.Random.",
        {"seed": {"type": "string", "pattern": "^-?[0-9]+$"}, "skip": COUNT, "count": SIZE},
        {"numbers": listed(NUMBER)},
    ),
}
"""Every format by its name."""
