"""Rules as a JSON document that needs no knowledge of chromosomes; its JSON Schema stands in `rules.schema.json`."""

from __future__ import annotations

import json
from typing import Any, Final

from mlslcs_ref.data.columns import number_text
from mlslcs_ref.data.reading import Reading
from mlslcs_ref.data.spelling import Spelling
from mlslcs_ref.rulesets.model import Model
from mlslcs_ref.rulesets.model_document import attribute_document
from mlslcs_ref.rulesets.notation import json_seen
from mlslcs_ref.rulesets.rule import projected

FORMAT: Final = "mlslcs_ref.rules"
VERSION: Final = 1
_FIELDS: Final = "rule if then num F acc exp coverage correct wrong indifferent"


def date_notes(model: Model) -> tuple[str, ...]:
    """Return which attributes are days, for the users of an export."""
    return tuple(
        f"{name!a} is a number: days since 1970-01-01, with hours as decimals"
        for name in model.reading.get("date_columns", ())
    )


def is_separated(model: Model) -> bool:
    """Tell whether the model read separated values, where blanks around texts and spellings of numbers mean nothing."""
    return model.reading.get("delimiter") is not None


def missing_texts(model: Model) -> tuple[str, ...]:
    """Return the texts that mean a missing value in a table, as in a file, unless an attribute declares them.

    Of a number that is a missing value these are what databases and Python make of it.
    """
    reading = Reading.from_dict(model.reading)
    numbers = Spelling.of(reading).missing_numbers
    return tuple(sorted({*reading.missing_texts, *map(number_text, numbers), *map(repr, numbers)}))


def json_text(model: Model) -> str:
    """Return the rules in population order, each with its tests, decisions and counts by name.

    A short ruleset is all that is needed to predict: a test without `at_least` or `at_most` is open there, and
    `positives`, `points` and the thresholds of labels, null for one that is never predicted, give the estimates (EXT-1,
    EXT-3); with `at_least_one` an instance whose estimates exceed no threshold gets the likeliest label.
    """
    ruleset = model.ruleset
    document: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "run": dict(vars(model.record)),
        "instances": ruleset.n_instances,
        "attributes": [attribute_document(ruleset.context, n) for n in range(ruleset.schema.n_attributes)],
        "labels": list(ruleset.schema.labels),
        "thresholds": model.thresholds.to_dict(),
        "settings": ruleset.settings.as_dict(),
    }
    if ruleset.context.date_columns:
        document["date_columns"] = sorted(ruleset.context.date_columns)
    fields = _FIELDS
    if ruleset.context.positives is not None:
        document["positives"] = list(ruleset.context.positives)
        fields += " seen points"
    document["rules"] = [
        {"id": place, **projected(rule.to_dict(), fields)} for place, rule in enumerate(ruleset, start=1)
    ]
    return json_seen(json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False)) + "\n"
