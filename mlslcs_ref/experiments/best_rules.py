"""How many rules a model has if it decides by BEST."""

from __future__ import annotations

from mlslcs_ref.data.matrix import Matrix
from mlslcs_ref.inference.votes import best_decided, matched_instances
from mlslcs_ref.rulesets.ruleset import RuleSet

__all__ = ["best_places"]


def best_places(ruleset: RuleSet, X: Matrix) -> tuple[int, ...]:
    """Return the places of the rules that BEST decides a label of an instance by (INF-5), ascending.

    All others could be left out: PCUT and IVAL let every matching rule vote, and BEST asks none of them.

    Parameters
    ----------
    ruleset : RuleSet
        The rules.
    X : Matrix of shape (n, n_attributes)
        The training instances.
    """
    matched = matched_instances(ruleset.rules, ruleset.coverage_index(X))
    by_num_accuracy = ruleset.settings.best_by_num_accuracy
    turns = best_decided(ruleset.rules, matched, len(X), ruleset.schema.n_labels, by_num_accuracy)
    return tuple(sorted(place for place, decided in turns if decided.any()))
