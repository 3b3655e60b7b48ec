"""The tables of fields on the pages of formats, made from the same table as the schemas."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from suite.formats import COMMON, FORMATS, Format, Schema

from mlslcs_ref.oracle.suspects import PARTS

__all__ = ["format_pages"]

HEADING: Final = "\n## Fields\n"
"""What stands below it is generated."""
WORDS: Final[Mapping[str, str]] = {
    "bits": "bits",
    "number": "number",
    "cell": "value",
    "attribute": "attribute",
    "attributes": "list of attributes, not empty",
    "instance": "instance",
    "instances": "list of instances",
    "rows": "list of rows, each a list of values",
    "flags": "list of texts of 0 and 1",
    "rule": "rule",
    "rules": "list of rules",
    "state": "state",
    "states": "list of states",
    "positions": "list of whole numbers from 0",
}
"""The common definitions in words; the types in the singular are those of README.md, Types."""
KINDS: Final = {
    "number": "finite number",
    "boolean": "true or false",
    "string": "text",
    "null": "null",
    "object": "object",
}
RECORDS: Final = ("attribute", "instance", "rule", "state")
NOTE: Final = "Made by `tools/fill.py` from the schemas. "


def format_pages(specs: Path) -> dict[str, str]:
    """Return the text of every page of formats by its path in `specs`, its tables made anew."""
    found = {f"formats/{name}.md": "\n".join(_fields(described)) for name, described in FORMATS.items()}
    found["formats/README.md"] = "\n".join([*_types(), *_parts()])
    return {
        path: (specs / path).read_text(encoding="utf-8").partition(HEADING)[0].rstrip("\n") + f"\n{HEADING}\n{table}\n"
        for path, table in found.items()
        if (specs / path).is_file()
    }


def _fields(described: Format) -> Iterator[str]:
    """Yield the lines of the tables of a format."""
    yield f"{NOTE}[README.md](README.md#fields) has the types."
    yield from ["", "| `in` | type |", "|---|---|"]
    for name, schema in described.given.items():
        yield f"| `{name}` | {_words(schema)}{_may_lack(name, described.optional, schema)} |"
    yield from ["", "| `out` | type | compared |", "|---|---|---|"]
    for name, schema in described.out.items():
        bounds = [(path, how) for path, how in described.comparison.items() if path.split("/")[0] == name]
        words = f"{_words(schema)}{_may_lack(name, described.out_optional, schema)}"
        yield f"| `{name}` | {words} | {_compared(name, bounds)} |"


def _types() -> Iterator[str]:
    """Yield the lines of the tables of the types that are objects."""
    yield f"{NOTE}What the pages of formats call by these names is:"
    yield from ["", "| type | in JSON |", "|---|---|"]
    yield "| number | a number, or one of the texts `inf`, `-inf`, `nan` |"
    yield "| value | a number, or one of the texts `inf` and `-inf`; null: missing |"
    yield "| bits | a text of 0 and 1, not empty |"
    for name in RECORDS:
        for title, schema in _objects(name):
            yield from ["", f"| {title} | type |", "|---|---|"]
            for field, inner in schema["properties"].items():
                default = _default(inner)
                missing = "" if field in schema["required"] else f"; may be missing{default}"
                yield f"| `{field}` | {_words(inner)}{missing} |"


def _parts() -> Iterator[str]:
    """Yield the lines of the table of formats and what they are made of."""
    yield from ["", "## Parts", "", "What a format is made of; where a part fails too, look at the part first."]
    yield from ["", "| format | parts |", "|---|---|"]
    for name, parts in PARTS.items():
        if name in FORMATS:
            yield f"| `{name}` | {', '.join(f'`{part}`' for part in parts)} |"


def _objects(name: str) -> Iterator[tuple[str, Schema]]:
    """Yield an object of the common definitions, or each of which it may be one."""
    schema = COMMON[name]
    for each in schema.get("oneOf", [schema]):
        kind = each["properties"].get("kind", {}).get("const")
        yield (f"{name}, {kind}" if kind else name), each


def _may_lack(name: str, optional: tuple[str, ...], schema: Schema) -> str:
    return f"; may be missing{_default(schema)}" if name in optional else ""


def _default(schema: Schema) -> str:
    if "default" not in schema:
        return ""
    value = schema["default"]
    return f", then {str(value).lower() if isinstance(value, bool) else value}"


def _compared(name: str, bounds: list[tuple[str, Any]]) -> str:
    if not bounds:
        return "exactly"
    within = ", ".join(sorted({f"within {_plain(how['rel'])}, relatively" for _, how in bounds}))
    inner = [path.rpartition("/")[2] for path, _ in bounds if path.rpartition("/")[2] not in {"*", name}]
    return f"{', '.join(f'`{field}`' for field in inner)} {within}; else exactly" if inner else within


def _plain(x: float) -> str:
    """Return 1e-9 for 1e-09."""
    return f"{x:g}".replace("e-0", "e-")


def _words(schema: Schema) -> str:
    """Return a schema in words."""
    if "$ref" in schema:
        return WORDS[schema["$ref"].rpartition("/")[2]]
    if "enum" in schema:
        return " or ".join(f"`{value}`" for value in schema["enum"])
    if "const" in schema:
        return f"`{schema['const']}`"
    for name in ("bits", "number", "cell"):
        if dict(schema) == COMMON[name]:
            return WORDS[name]
    if "oneOf" in schema:
        return " or ".join(_words(each) for each in schema["oneOf"])
    return _of_kind(schema)


def _of_kind(schema: Schema) -> str:
    """Return a schema in words that has a `type`."""
    kind = schema["type"]
    if isinstance(kind, list):
        return " or ".join(_words({"type": each}) for each in kind)
    if kind == "array":
        return _array(schema)
    if kind == "object" and "properties" in schema:
        fields = (f"`{name}`: {_words(inner)}" for name, inner in schema["properties"].items())
        return f"object ({', '.join(fields)})"
    return _plain_kind(schema)


def _array(schema: Schema) -> str:
    if "prefixItems" in schema:
        return f"pair ({', '.join(_words(each) for each in schema['prefixItems'])})"
    return f"list of {_plural(_words(schema['items']))}"


def _plain_kind(schema: Schema) -> str:
    pattern = schema.get("pattern", "")
    if schema["type"] == "integer":
        return f"whole number from {schema['minimum']}"
    if pattern.startswith("^[01?]"):
        return "text of 0 and 1, `?` for a missing label"
    if "[0-9]" in pattern:
        return "whole number as decimal text"
    return KINDS[schema["type"]] + (" from 0" if schema.get("minimum") == 0 else "")


def _plural(words: str) -> str:
    """Return the plural of a type: of its noun, which comes first, or of a list's."""
    first, space, rest = words.partition(" ")
    if first == "bits":
        return "texts of bits"
    if words == "true or false":
        return words
    if first in {"whole", "finite"}:
        return f"{first} numbers{rest.removeprefix('number')}"
    return f"{first}s{space}{rest}"
