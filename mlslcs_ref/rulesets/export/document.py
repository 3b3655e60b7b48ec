"""Rules as a JSON document that needs no knowledge of chromosomes; its JSON Schema stands in `rules.schema.json`."""

from __future__ import annotations

import json
from typing import Final

from mlslcs_ref.rulesets.model import Model
from mlslcs_ref.rulesets.model_file import attribute_document
from mlslcs_ref.rulesets.notation import json_seen
from mlslcs_ref.rulesets.rule import projected

__all__ = ["json_text"]

FORMAT: Final = "mlslcs_ref.rules"
VERSION: Final = 1
_FIELDS: Final = "rule if then num F acc exp coverage correct wrong indifferent"


def json_text(model: Model) -> str:
    """Return the rules in population order, each with its tests, decisions and counts by name."""
    ruleset = model.ruleset
    document = {
        "format": FORMAT,
        "version": VERSION,
        "run": dict(vars(model.record)),
        "instances": ruleset.n_instances,
        "attributes": [
            attribute_document(attribute, ruleset.ranges[n]) for n, attribute in enumerate(ruleset.schema.attributes)
        ],
        "labels": list(ruleset.schema.labels),
        "thresholds": model.thresholds._asdict(),
        "settings": ruleset.settings.as_dict(),
        "rules": [{"id": place, **projected(rule.to_dict(), _FIELDS)} for place, rule in enumerate(ruleset, start=1)],
    }
    return json_seen(json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False)) + "\n"
