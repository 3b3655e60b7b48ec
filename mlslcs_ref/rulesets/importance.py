"""How much the voting rules of a ruleset look at each attribute."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from mlslcs_ref.inference.votes import decisions
from mlslcs_ref.rulesets.ruleset import ruleset_of

__all__ = ["FeatureImportance", "feature_importance"]


class FeatureImportance(NamedTuple):
    """Specificity of the attributes, weighted by macro-fitness.

    Parameters
    ----------
    overall : ndarray of shape (n_attributes,)
        For each attribute the share of the rules' macro-fitness that stands on rules testing it, in [0, 1].
    by_label : ndarray of shape (n_labels, n_attributes)
        The same over the rules that decide the label alone; 0 if none does.
    """

    overall: npt.NDArray[np.float64]
    by_label: npt.NDArray[np.float64]


def feature_importance(source: Any) -> FeatureImportance:
    """Return how much the rules that vote look at each attribute.

    The importance of attribute a is sum(w*s_a) / sum(w) over the rules with experience: w is num*F, or num*F_d if the
    settings weigh rules so (MET-D), and the specificity s_a is 1 if the rule tests a, else 0. The values of different
    attributes do not add up to 1, and this is no impurity measure: an attribute that every rule tests has importance 1.

    Parameters
    ----------
    source : RuleSet, Model or fitted estimator
        The rules; without rules that vote, every importance is 0.
    """
    ruleset = ruleset_of(source)
    n_attributes, n_labels = ruleset.schema.n_attributes, ruleset.schema.n_labels
    weights = np.zeros(1 + n_labels)
    tested = np.zeros((1 + n_labels, n_attributes))
    # rule by rule in population order, so that the sums are the same everywhere
    for rule in ruleset:
        if rule.exp == 0:
            continue
        weight = ruleset.macro_fitness(rule)
        counted = np.flatnonzero(np.append(True, decisions(rule, n_labels) != 0))
        attributes = np.array([index for index, _code in ruleset.layout.active_codes(rule.chromosome)], dtype=np.intp)
        weights[counted] += weight
        tested[np.ix_(counted, attributes)] += weight
    shares = tested / np.where(weights > 0.0, weights, 1.0)[:, None]
    return FeatureImportance(shares[0], shares[1:])
