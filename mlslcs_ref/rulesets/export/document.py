"""Rules as a JSON document that needs no knowledge of chromosomes; its JSON Schema stands in `rules.schema.json`."""

from __future__ import annotations

import json
from typing import Any, Final

from mlslcs_ref.core.classifier import Classifier
from mlslcs_ref.rulesets.conditions import AttributeTest, ValueTest, active_tests, decisions_of
from mlslcs_ref.rulesets.model import Model
from mlslcs_ref.rulesets.model_file import attribute_document
from mlslcs_ref.rulesets.notation import json_seen, rule_text
from mlslcs_ref.rulesets.ruleset import RuleSet

__all__ = ["json_text"]

FORMAT: Final = "mlslcs_ref.rules"
VERSION: Final = 1


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
        "rules": [_rule(ruleset, place, rule) for place, rule in enumerate(ruleset.rules)],
    }
    return json_seen(json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False)) + "\n"


def _rule(ruleset: RuleSet, place: int, rule: Classifier) -> dict[str, Any]:
    return {
        "id": place + 1,
        "rule": rule_text(ruleset, rule),
        "if": [_test(ruleset, test) for test in active_tests(ruleset, rule)],
        "then": [{"label": ruleset.schema.labels[n], "is": decision} for n, decision in decisions_of(ruleset, rule)],
        "num": rule.num,
        "F": rule.fitness,
        "acc": rule.acc,
        "exp": rule.exp,
        "coverage": rule.n_covered,
        "correct": rule.correct,
        "wrong": rule.wrong,
        "indifferent": rule.indifferent,
    }


def _test(ruleset: RuleSet, test: AttributeTest) -> dict[str, Any]:
    found: dict[str, Any] = {"attribute": ruleset.schema.attributes[test.attribute].name}
    if isinstance(test, ValueTest):
        found["in"] = list(test.values)
    elif test.lower <= test.upper:
        found |= {"at_least": test.lower, "at_most": test.upper}
    else:
        # bounds in the wrong order accept nothing (REP-4, `authors`)
        found["in"] = []
    return {**found, "accepts_missing": test.accepts_missing}
