"""Compaction as in the paper: the shortest prefix of the best rules that replaces all (MET-D).

The strategies of the literature are in `strategies`; specs/compaction.md defines them all.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from mlslcs_ref.data.matrix import Matrix
from mlslcs_ref.inference.votes import decisions, matched_instances
from mlslcs_ref.rulesets.arguments import instances_of
from mlslcs_ref.rulesets.ruleset import RuleSet, ruleset_of


def compacted(source: Any, data: Any) -> RuleSet:
    """Return the shortest prefix of the best rules that matches every instance and decides every label of each.

    Parameters
    ----------
    source : RuleSet, Model or fitted estimator
        The rules.
    data : Dataset, DataFrame, ndarray, sequence of rows, or path of a file
        D, in the schema's own values.

    Returns
    -------
    RuleSet
        In population order. A rule with exp = 0 is never among them, because it predicts nothing; if all others
        together are not enough, all of them are returned. A label may be decided wrongly.

    Notes
    -----
    Clauses: MET-D.
    """
    ruleset = ruleset_of(source)
    return ruleset.at(prefix_places(ruleset, instances_of(data, ruleset.schema)))


def prefix_places(ruleset: RuleSet, instances: Matrix) -> list[int]:
    """Return the places, from 0 in population order and ascending, of the rules that `compacted` keeps (MET-D)."""
    candidates = [place for place in ruleset.places("weight") if ruleset.rules[place].exp > 0]
    index = ruleset.coverage_index(instances)
    matched = matched_instances([ruleset.rules[place] for place in candidates], index)
    n_labels = ruleset.schema.n_labels
    # deciding every label of an instance includes matching it
    open_labels = np.ones((len(instances), n_labels), dtype=bool)
    if not open_labels.size:
        return []
    for length, place in enumerate(candidates, start=1):
        open_labels[matched[length - 1]] &= decisions(ruleset.rules[place], n_labels) == 0
        if not open_labels.any():
            return sorted(candidates[:length])
    return sorted(candidates)
