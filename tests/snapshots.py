"""Rulesets of classifiers that a test has put together."""

from collections.abc import Iterable

from mlslcs_ref.core.assembly import Ranges
from mlslcs_ref.core.classifier import Classifier
from mlslcs_ref.data.schema import Schema
from mlslcs_ref.rulesets.bridge import rules_of
from mlslcs_ref.rulesets.context import RuleContext
from mlslcs_ref.rulesets.ruleset import RuleSet
from mlslcs_ref.settings import Settings


def snapshot(
    schema: Schema, ranges: Ranges, settings: Settings, classifiers: Iterable[Classifier] = (), n_instances: int = 1
) -> RuleSet:
    """Return the ruleset of these classifiers, in this population order."""
    context = RuleContext(schema, ranges, settings, n_instances)
    return RuleSet(context, rules_of(classifiers, context))
