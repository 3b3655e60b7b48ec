"""The JSON schemas of the specification, and that of rules which are exported."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
from referencing import Registry, Resource
from repo.source import ROOT

import mlslcs_ref.rulesets.export


@cache
def documents() -> dict[str, Any]:
    """Return every schema by the name of its file."""
    exported = Path(mlslcs_ref.rulesets.export.__file__).with_name("rules.schema.json")
    paths = [*(ROOT / "specs" / "schema").glob("*.json"), exported]
    return {path.name: json.loads(path.read_text(encoding="utf-8")) for path in paths}


@cache
def validator(reference: str) -> jsonschema.Draft202012Validator:
    """Return what checks documents against a schema, or a part of one, as `FILE#/$defs/PART`."""
    schemas = ((name, Resource.from_contents(one)) for name, one in documents().items())
    registry: Registry[Any] = Registry().with_resources(schemas)
    return jsonschema.Draft202012Validator({"$ref": reference}, registry=registry)
