"""Between the rules of a run and those that a caller holds: the only place that makes one of the other."""

from __future__ import annotations

from collections.abc import Iterable

from bitarray import bitarray, frozenbitarray

from mlslcs_ref.core.classifier import Classifier, restored
from mlslcs_ref.rulesets.context import RuleContext
from mlslcs_ref.rulesets.rule import COUNTS, Rule


def rule_of(classifier: Classifier, context: RuleContext, coverage: int | None = None) -> Rule:
    """Return a classifier as a rule, with a coverage of its own if the classifier does not know what it covers."""
    return Rule(
        context=context,
        chromosome=frozenbitarray(classifier.chromosome),
        coverage=classifier.n_covered if coverage is None else coverage,
        **{name: getattr(classifier, name) for name in COUNTS},
    )


def rules_of(classifiers: Iterable[Classifier], context: RuleContext) -> tuple[Rule, ...]:
    """Return the classifiers of a run as rules."""
    return tuple(rule_of(classifier, context) for classifier in classifiers)


def classifier_of(rule: Rule, context: RuleContext, chromosome: bitarray | None = None) -> Classifier:
    """Return a classifier with a rule's num, cs and counts, outside any population and without coverage.

    `chromosome` has its bits, if they are not those of the rule.
    """
    bits = bitarray(rule.chromosome) if chromosome is None else chromosome
    found = restored(bits, context.layout, context.accounting, bitarray(0, "little"))
    found.num, found.correct, found.cs = rule.num, rule.correct, rule.cs
    found.matches = rule.exp // rule.context.accounting.exp_per_match
    return found
