"""Models as JSON documents, and documents as texts: what is said of a model, and in what order.

The text depends on the model alone: the same model gives the same bytes. Reals are written as the shortest
decimals that read back as the same doubles; tp, msa, acc and F follow from the counts and are not written.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping
from typing import Any, Final

from mlslcs_ref.data.schema import BinaryAttribute, ContinuousAttribute
from mlslcs_ref.rulesets.context import RuleContext
from mlslcs_ref.rulesets.cuts import Cuts
from mlslcs_ref.rulesets.model import Model
from mlslcs_ref.rulesets.notation import number_text
from mlslcs_ref.rulesets.pass_record import pass_document
from mlslcs_ref.rulesets.rule import counts_document, projected
from mlslcs_ref.rulesets.ruleset import RuleSet

OPTIONS: Final = ("max_rules", "max_tests", "n_runs")
"""The options of the profile `auto` that a model keeps."""
RULE: Final = "bits num exp correct wrong indifferent cs ts created coverage"
"""The fields of every rule."""
_LINES: Final = ("history", "rules", "population")


def document_text(form: str, version: int, document: Mapping[str, Any]) -> str:
    """Return the text of a document with its digest; in `history`, `rules` and `population` an element is a line."""
    whole = {"format": form, "version": version, "digest": digest_of_document(document), **document}
    parts = [f' "{name}": {_text_of(name, value)}' for name, value in whole.items()]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _text_of(name: str, value: Any) -> str:
    if name not in _LINES:
        return json.dumps(value, ensure_ascii=False, indent=1, allow_nan=False).replace("\n", "\n ")
    lines = ",\n".join("  " + json.dumps(item, ensure_ascii=False, allow_nan=False) for item in value)
    return f"[\n{lines}\n ]" if value else "[]"


def digest_of_document(document: Mapping[str, Any]) -> str:
    """Return the SHA-256 of what a document says, whatever its order, blanks and spelling of numbers."""
    text = json.dumps(document, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def model_document(model: Model) -> dict[str, Any]:
    """Return a model as JSON; passes and rules are lists of records."""
    ruleset = model.ruleset
    run = {**vars(model.record), "parts": list(model.record.parts)}
    if not model.record.steps_left:
        # said only of a run that was cut short
        del run["steps_left"]
    document = {
        "run": run,
        "reading": dict(model.reading),
        "instances": ruleset.n_instances,
        "schema": {
            "attributes": [
                {**attribute_document(ruleset.context, index), **_cuts_document(cuts)}
                for index, cuts in enumerate(ruleset.context.cuts)
            ],
            "labels": list(ruleset.schema.labels),
        },
        "settings": ruleset.settings.as_dict(),
        "thresholds": model.thresholds.to_dict(),
    }
    if model.extension is not None:
        document["extension"] = {name: getattr(model.extension, name) for name in OPTIONS}
    if ruleset.context.positives is not None:
        document["positives"] = list(ruleset.context.positives)
    document["history"] = [pass_document(record) for record in model.history]
    document["rules"] = rules_document(ruleset)
    if ruleset.is_short:
        document["population"] = [
            {"run": run, **rule}
            for run, rules in enumerate(model.populations, start=1)
            for rule in rules_document(rules)
        ]
    return document


def rules_document(ruleset: RuleSet) -> list[dict[str, Any]]:
    """Return rules as JSON, with all that does not follow from the rest."""
    found = [projected({**counts_document(rule), "coverage": rule.coverage}, RULE) for rule in ruleset]
    for rule, document in zip(ruleset, found, strict=True):
        if rule.seen is not None:
            document["seen"] = list(rule.seen)
        if rule.points is not None:
            document["points"] = list(rule.points)
    return found


def attribute_document(context: RuleContext, index: int) -> dict[str, Any]:
    """Return an attribute as JSON: its name, its kind, and its declared values, its range or its listed steps."""
    attribute, bounds = context.schema.attributes[index], context.ranges[index]
    if isinstance(attribute, ContinuousAttribute) and len(bounds) > 2:
        return {"name": attribute.name, "kind": "continuous", "steps": list(bounds[1:-1])}
    if isinstance(attribute, ContinuousAttribute):
        low, high = (None if math.isnan(bound) else bound for bound in (bounds[0], bounds[-1]))
        return {"name": attribute.name, "kind": "continuous", "minimum": low, "maximum": high}
    kind = "binary" if isinstance(attribute, BinaryAttribute) else "nominal"
    code = context.new_as.get(index)
    new = {} if code is None else {"new_as": attribute.values[code]}
    return {"name": attribute.name, "kind": kind, "values": list(attribute.values), **new}


def _cuts_document(cuts: Cuts | None) -> dict[str, Any]:
    """Return cuts as fields of an attribute; where the two numbers of a bound differ, a stroke stands between them."""
    if cuts is None:
        return {}
    pairs = zip(map(number_text, cuts.lower), map(number_text, cuts.upper), strict=True)
    text = " ".join(lower if lower == upper else f"{lower}/{upper}" for lower, upper in pairs)
    return {"missing": cuts.missing, "cuts": text}
