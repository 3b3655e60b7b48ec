"""How much of what a ruleset decides rests on each attribute."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from mlslcs_ref.extension.posterior import UNIT
from mlslcs_ref.inference.votes import decisions
from mlslcs_ref.rulesets.ruleset import ruleset_of


class FeatureImportance(NamedTuple):
    """The share of attributes in what a ruleset decides."""

    overall: npt.NDArray[np.float64]
    """Of shape (n_attributes,). For each attribute the share of all votes on training rows that is cast by rules
    testing it, in [0, 1]."""
    by_label: npt.NDArray[np.float64]
    """Of shape (n_labels, n_attributes). The same of the votes on each label alone; 0 if there are none."""


def feature_importance(source: Any) -> FeatureImportance:
    """Return how much of what decides the labels of the training rows rests on each attribute.

    The importance of attribute a is sum(v*s_a) / sum(v) over the rules with experience. The votes v of a rule on a
    label that it decides are n*num*F, or n*num*F_d if the settings weigh rules so (MET-D), with n the training rows
    that it matches; in a short ruleset n*|b|: by how much it moves the estimate of the label (EXT-1). The specificity
    s_a is 1 if the rule tests a, else 0. The values of different attributes do not add up to 1, and this is no
    impurity measure: an attribute that every rule tests has importance 1.

    Parameters
    ----------
    source : RuleSet, Model or fitted estimator
        The rules; without rules that vote, every importance is 0.
    """
    ruleset = ruleset_of(source)
    n_attributes, n_labels = ruleset.schema.n_attributes, ruleset.schema.n_labels
    added = np.abs(ruleset.points().added) / UNIT if ruleset.is_short else None
    votes = np.zeros(n_labels)
    tested = np.zeros((n_labels, n_attributes))
    # rule by rule in population order, so that the sums are the same everywhere
    for place, rule in enumerate(ruleset):
        if rule.exp == 0:
            continue
        of_row = added[place] if added is not None else ruleset.macro_fitness(rule) * np.abs(decisions(rule, n_labels))
        cast = rule.coverage * of_row
        votes += cast
        tested[:, [index for index, _code in ruleset.layout.active_codes(rule.chromosome)]] += cast[:, None]
    # label by label, not in pairs as numpy adds up
    overall = _shares(np.cumsum(tested, axis=0)[-1], np.cumsum(votes)[-1:])
    return FeatureImportance(overall, _shares(tested, votes[:, None]))


def _shares(part: npt.NDArray[np.float64], whole: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    found: npt.NDArray[np.float64] = part / np.where(whole > 0.0, whole, 1.0)
    return found
