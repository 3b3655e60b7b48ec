"""Compaction: the shortest prefix of the best rules that does the work of all (MET-C)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from mlslcs_ref.core.assembly import index_for
from mlslcs_ref.inference.votes import decisions, matched_instances
from mlslcs_ref.rulesets.ruleset import RuleSet

__all__ = ["compacted"]


def compacted(ruleset: RuleSet, instances: npt.NDArray[np.float64]) -> RuleSet:
    """Return the rules by macro-fitness, cut where they match every instance and decide every label of each.

    A label may be decided wrongly. If all rules together fall short, all are returned.

    Parameters
    ----------
    ruleset : RuleSet
        The rules.
    instances : ndarray of shape (n_instances, n_attributes)
        D.
    """
    rules = ruleset.best_first()
    matched = matched_instances(rules, index_for(ruleset.layout, instances, ruleset.settings))
    n_labels = ruleset.schema.n_labels
    # deciding every label of an instance includes matching it
    open_labels = np.ones((len(instances), n_labels), dtype=bool)
    for length, rule in enumerate(rules, start=1):
        open_labels[matched[length - 1]] &= decisions(rule, n_labels) == 0
        if not open_labels.any():
            return ruleset.with_rules(rules[:length])
    return ruleset.with_rules(rules)
