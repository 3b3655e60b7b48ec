"""What short rules have seen of the training data, and what they add to estimates, as tables (EXT-1, EXT-8)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mlslcs_ref.errors import DataError
from mlslcs_ref.extension.posterior import Points, Support
from mlslcs_ref.rulesets.context import RuleContext
from mlslcs_ref.rulesets.rule import Rule


def support_of_rules(context: RuleContext, rules: Sequence[Rule]) -> Support:
    """Return the counts of short rules in the training data."""
    if context.positives is None:
        raise DataError("these rules have no label counts, because they do not belong to a short ruleset")
    n_labels = context.schema.n_labels
    seen = [(0,) * n_labels if rule.seen is None else rule.seen for rule in rules]
    decided = np.zeros((len(rules), n_labels), dtype=np.bool_)
    for place, rule in enumerate(rules):
        decided[place, [label for label, _decision in rule.decisions]] = True
    return Support(
        n=np.array([rule.coverage for rule in rules], dtype=np.float64),
        k=np.array(seen, dtype=np.float64).reshape(-1, n_labels),
        decided=decided,
        n_instances=context.n_instances,
        positives=np.array(context.positives, dtype=np.float64),
    )


def points_of_rules(context: RuleContext, rules: Sequence[Rule]) -> Points:
    """Return what short rules add to the estimates of labels; errors are those of `support_of_rules`."""
    support, n_labels = support_of_rules(context, rules), context.schema.n_labels
    added = [(0,) * n_labels if rule.points is None else rule.points for rule in rules]
    return Points(
        usual=support.usual,
        added=np.array(added, dtype=np.float64).reshape(-1, n_labels),
        n=support.n,
        decided=support.decided,
        n_runs=context.n_runs,
    )
