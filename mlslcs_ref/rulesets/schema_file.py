"""The schema in the file of a model: attributes, values or ranges, numbers to read in place of bounds, and labels."""

from __future__ import annotations

import math

from mlslcs_ref.core.assembly import Ranges
from mlslcs_ref.data.schema import Attribute, ContinuousAttribute, NominalAttribute, Schema, nominal
from mlslcs_ref.rulesets.cuts import Cuts
from mlslcs_ref.untrusted import Untrusted


def schema_of_file(
    node: Untrusted, bits: int, is_short: bool
) -> tuple[Schema, Ranges, tuple[Cuts | None, ...], dict[int, int]]:
    """Return a schema, its ranges for bounds of so many bits, their cuts, and what new values count as (EXT-11)."""
    node.only(("attributes", "labels"))
    attributes: list[Attribute] = []
    ranges: list[tuple[float, ...]] = []
    cuts: list[Cuts | None] = []
    new_as: dict[int, int] = {}
    for item in node.field("attributes").items():
        name = item.field("name").text()
        kind = item.field("kind").choice(("binary", "nominal", "continuous"))
        is_listed = "steps" in item.mapping()
        bounds: tuple[str, ...] = ("steps",) if is_listed else ("minimum", "maximum")
        cuts.append(_cuts(item, bits) if kind == "continuous" and "cuts" in item.mapping() else None)
        bounds += ("missing", "cuts") if cuts[-1] is not None else ()
        can_be_rare = is_short and kind == "nominal"
        values = ("values", "new_as") if can_be_rare else ("values",)
        item.only(("name", "kind", *(bounds if kind == "continuous" else values)))
        if kind == "continuous":
            attributes.append(ContinuousAttribute(name))
            ranges.append(_steps(item.field("steps"), bits) if is_listed else item.bounds())
            continue
        attribute = nominal(name, [value.text() for value in item.field("values").items()])
        if isinstance(attribute, NominalAttribute) != (kind == "nominal"):
            raise item.field("values").error("3 or more values of a nominal attribute, 1 or 2 of a binary one")
        if can_be_rare and "new_as" in item.mapping():
            new_as[len(attributes)] = attribute.values.index(item.field("new_as").choice(attribute.values))
        attributes.append(attribute)
        ranges.append((math.nan, math.nan))
    labels = tuple(label.text() for label in node.field("labels").items())
    return Schema(tuple(attributes), labels), tuple(ranges), tuple(cuts), new_as


def _steps(node: Untrusted, bits: int) -> tuple[float, ...]:
    """Return listed steps with the infinite ones at both ends (EXT-7)."""
    found = [item.number() for item in node.items()]
    if len(found) != (1 << bits) - 2 or found != sorted(found):
        raise node.error(f"{(1 << bits) - 2} numbers, never descending, for precision_bits = {bits}")
    return (-math.inf, *found, math.inf)


def _cuts(item: Untrusted, bits: int) -> Cuts:
    """Return the cuts of an attribute whose bounds have k bits: 2^k numbers, or pairs of numbers."""
    node = item.field("cuts")
    pairs = [text.split("/") for text in node.text().split(" ")]
    try:
        lower, upper = tuple(float(pair[0]) for pair in pairs), tuple(float(pair[-1]) for pair in pairs)
    except ValueError:
        lower, upper = (math.nan,), ()
    if any(map(math.isnan, (*lower, *upper))) or any(len(pair) > 2 for pair in pairs):
        raise node.error("numbers with blanks between them, or two with a stroke between")
    if len(lower) != 1 << bits:
        raise node.error(f"{1 << bits} numbers, as many as there are bounds")
    return Cuts(lower, upper, item.field("missing").boolean())
