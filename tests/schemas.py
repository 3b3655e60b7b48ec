"""The JSON schemas of the specification, and that of rules which are exported."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

import jsonschema
from referencing import Registry
from referencing.jsonschema import DRAFT202012
from repo.source import ROOT

import mlslcs_ref.rulesets.export


@cache
def documents() -> dict[str, Any]:
    """Return every schema by the name of its file."""
    exported = Path(mlslcs_ref.rulesets.export.__file__).with_name("rules.schema.json")
    paths = [*(ROOT / "specs" / "schema").glob("*.json"), exported]
    return {path.name: json.loads(path.read_text(encoding="utf-8")) for path in paths}


ITEMS: Final = jsonschema.Draft202012Validator.VALIDATORS["items"]


def different_items(check: Any, items: Any, value: Any, schema: Any) -> Iterator[jsonschema.ValidationError]:
    """Check items that are equal once: of long lists of numbers and bits that is a small part."""
    if isinstance(value, list) and "prefixItems" not in schema:
        different = list({repr(item): item for item in value}.values())
        if not any(True for _ in ITEMS(check, items, different, schema)):
            return
    yield from ITEMS(check, items, value, schema)


Validator: Final = jsonschema.validators.extend(jsonschema.Draft202012Validator, {"items": different_items})


@cache
def validator(reference: str) -> Any:
    """Return what checks documents against a schema, or a part of one, as `FILE#/$defs/PART`."""
    # whoever names a dialect is checked by its own class
    plain = {name: {key: part for key, part in one.items() if key != "$schema"} for name, one in documents().items()}
    schemas = ((name, DRAFT202012.create_resource(one)) for name, one in plain.items())
    registry: Registry[Any] = Registry().with_resources(schemas)
    return Validator({"$ref": reference}, registry=registry)
