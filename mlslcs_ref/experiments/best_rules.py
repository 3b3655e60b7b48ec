"""How many rules a model has if it decides by BEST."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from mlslcs_ref.core.assembly import index_for
from mlslcs_ref.inference.votes import best_order, decisions, matched_instances
from mlslcs_ref.rulesets.ruleset import RuleSet

__all__ = ["best_places"]


def best_places(ruleset: RuleSet, X: npt.NDArray[np.float64]) -> tuple[int, ...]:
    """Return the places of the rules that BEST decides a label of an instance by (INF-5), ascending.

    All others could be left out: PCUT and IVAL let every matching rule vote, and BEST asks none of them.

    Parameters
    ----------
    ruleset : RuleSet
        The rules.
    X : ndarray of shape (n, n_attributes)
        The training instances.
    """
    index = index_for(ruleset.layout, X, ruleset.settings)
    n_labels = ruleset.schema.n_labels
    undecided = np.ones((len(X), n_labels), dtype=bool)
    found = []
    for place in best_order(ruleset.rules, ruleset.settings.best_order == "num_accuracy"):
        if not undecided.any():
            break
        rule = ruleset.rules[place]
        (instances,) = matched_instances([rule], index)
        decided = undecided[instances] & (decisions(rule, n_labels) != 0)
        if decided.any():
            found.append(place)
            undecided[instances] &= ~decided
    return tuple(sorted(found))
