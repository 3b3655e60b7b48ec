"""The JSON Schemas of vector files, made from the table of formats."""

from __future__ import annotations

from typing import Any, Final

from suite.formats import COMMON, FORMATS, Format, clauses_of, ref

from mlslcs_ref.oracle.operators.case import REJECT_CODES
from mlslcs_ref.settings import setting_infos

__all__ = ["common_schema", "vector_schema"]

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
SLUG: Final = "^[a-z0-9]+(-[a-z0-9]+)*$"
KINDS: Final = {int: {"type": "integer"}, float: {"type": "number"}, bool: {"type": "boolean"}, str: {"type": "string"}}


def common_schema() -> dict[str, Any]:
    """Return the schema that holds the definitions the formats share."""
    settings = {info.name: {**KINDS[info.kind], "description": info.help} for info in setting_infos()}
    return {
        "$schema": DIALECT,
        "$id": "common.schema.json",
        "title": "What the formats of vectors share",
        "$defs": {
            **COMMON,
            "settings": {
                "type": "object",
                "description": "A profile, and the settings that differ from it.",
                "properties": {"profile": {"enum": ["paper", "authors"]}, **settings},
                "required": ["profile"],
                "additionalProperties": False,
            },
            "draws": {
                "type": "array",
                "description": "The tape: every draw of the case, in order.",
                "items": {"type": "number", "minimum": 0, "exclusiveMaximum": 1},
            },
            "slug": {"type": "string", "pattern": SLUG},
            "clause": {"type": "string", "pattern": "^[A-Z]{3}-[0-9A-Z]+$"},
            "tie": {
                "type": "object",
                "description": "An exact tie that the case is about: the clause that decides it, and the inputs in it.",
                "properties": {
                    "clause": {"$ref": "#/$defs/clause"},
                    "inputs": {"type": "array", "items": {"type": "string"}, "minItems": 1},
                },
                "required": ["clause", "inputs"],
                "additionalProperties": False,
            },
        },
    }


def vector_schema(name: str) -> dict[str, Any]:
    """Return the schema of the vector files of a format."""
    described = FORMATS[name]
    return {
        "$schema": DIALECT,
        "$id": f"vector-{name}.schema.json",
        "title": described.title,
        "comparison": dict(described.comparison),
        "follows": clauses_of(name),
        "type": "object",
        "properties": {
            "format": {"const": name},
            "format_version": {"const": 1},
            "schema": {"const": f"vector-{name}.schema.json"},
            "topic": ref("slug"),
            "groups": {"type": "array", "items": {"$ref": "#/$defs/group"}, "minItems": 1},
        },
        "required": ["format", "format_version", "schema", "topic", "groups"],
        "additionalProperties": False,
        "$defs": {
            "group": {
                "type": "object",
                "properties": {
                    "id": ref("slug"),
                    "tests": {"type": "array", "items": {"$ref": "#/$defs/test"}, "minItems": 1},
                },
                "required": ["id", "tests"],
                "additionalProperties": False,
            },
            "test": _test(described),
        },
    }


def _test(described: Format) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {
            "id": ref("slug"),
            "aliases": {"type": "array", "items": {"type": "string"}},
            "comment": {"type": "string", "minLength": 1, "maxLength": 160},
            "clauses": {"type": "array", "items": ref("clause"), "minItems": 1},
            "level": {"enum": ["must", "reject", "may"]},
            "source": {"enum": ["hand", "filled"]},
            "tie": ref("tie"),
            "settings": ref("settings"),
            "in": _object(described.given, described.optional),
            "draws": ref("draws"),
            "out": _object(described.out, described.out_optional),
            "error": {"enum": list(REJECT_CODES)},
        },
        "required": ["id", "comment", "clauses", "level", "source", "settings", "in", "draws"],
        "additionalProperties": False,
        "if": {"properties": {"level": {"const": "reject"}}},
        "then": {"required": ["error"], "not": {"required": ["out"]}},
        "else": {"required": ["out"], "not": {"required": ["error"]}},
    }


def _object(fields: Any, optional: tuple[str, ...]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": dict(fields),
        "required": [name for name in fields if name not in optional],
        "additionalProperties": False,
    }
