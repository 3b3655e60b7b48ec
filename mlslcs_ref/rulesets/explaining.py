"""Explaining instances: asking the rules that match, with and without the tests on each attribute.

Every number comes from the functions that predict, so an explanation cannot differ from the prediction. Clauses: INF-1,
INF-2, INF-5, INF-6, EXT-1, EXT-3.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from mlslcs_ref._given import brief
from mlslcs_ref.data.reading import Reading
from mlslcs_ref.errors import DataError
from mlslcs_ref.extension.label_thresholds import active
from mlslcs_ref.extension.posterior import UNIT, estimates
from mlslcs_ref.inference.thresholds import Thresholds
from mlslcs_ref.inference.votes import decisions, matched_instances, vote_of
from mlslcs_ref.rulesets.arguments import coded_row
from mlslcs_ref.rulesets.consultation import Asked, Method, known_method, warn_of_votes
from mlslcs_ref.rulesets.explanation import Decider, Explanation, LabelDecision, MatchingRule, Values
from mlslcs_ref.rulesets.rule import Rule
from mlslcs_ref.rulesets.ruleset import RuleSet, ruleset_of

Matched = list[npt.NDArray[np.intp]]


def explain(source: Any, row: Any, threshold: Method | float | None = None) -> Explanation:
    """Explain how rules decide the labels of one instance.

    Parameters
    ----------
    source : RuleSet, Model or fitted estimator
        The rules.
    row : sequence, mapping, Series, table of one row, or Dataset of one row, as `dataset.taken([0])`
        The instance, in the schema's own values; None or NaN where one is missing.
    threshold : {"ival", "pcut", "best", "posterior"} or float, optional
        How votes become labels: by the model's thresholds, by the best rules, or by this threshold on votes; by default
        as the model predicts.

    Raises
    ------
    DataError
        If it is no instance of the schema, or a ruleset alone is asked for the threshold of a model.
    """
    ruleset = ruleset_of(source)
    decider: Decider
    by: Method | float
    if threshold is None or isinstance(threshold, str):
        by = method = known_method(ruleset, threshold)
        thresholds = getattr(getattr(source, "model_", source), "thresholds", None)
        if method != "best" and thresholds is None:
            raise DataError(f"a ruleset has no threshold {method}; pass the Model, a number, or 'best'")
        decider = None if thresholds is None else decider_of(thresholds, method)
    else:
        decider = by = threshold
    kept = getattr(getattr(source, "model_", source), "reading", None)
    reading = None if kept is None else Reading.from_dict(kept)
    found = explain_coded(ruleset, coded_row(row, ruleset.schema, reading).rows()[0], decider)
    if not isinstance(decider, Thresholds):
        warn_of_votes(ruleset, by)
    return found


def decider_of(thresholds: Thresholds, method: Method) -> Decider:
    """Return what makes labels of votes by a method."""
    return {
        "best": None,
        "pcut": thresholds.pcut,
        "ival": thresholds.ival,
        "posterior": thresholds,
    }[method]


def explain_coded(ruleset: RuleSet, instance: Values, threshold: Decider) -> Explanation:
    """Explain how a ruleset decides the labels of one instance, coded by its schema, as `Consultation` does.

    The threshold is that on normalised votes, as PCUT or IVAL gives it, or those on estimates (EXT-3); None for BEST.
    """
    known = (
        threshold is None or isinstance(threshold, Thresholds) or (_is_number(threshold) and 0.0 <= threshold <= 1.0)
    )
    if not known:
        raise DataError(f"expected a threshold from 0 to 1, or None for BEST, found {brief(threshold)}")
    try:
        values = np.asarray(instance, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise DataError(f"expected one instance as a row of numbers, coded by the schema: {error}") from None
    if values.shape != (ruleset.schema.n_attributes,):
        raise DataError(f"expected one instance of shape ({ruleset.schema.n_attributes},), found shape {values.shape}")
    table = values[None, :]
    found = matched_instances(ruleset.rules, ruleset.coverage_index(table))
    matching = [place for place, instances in enumerate(found) if len(instances)]
    rules = [ruleset.rules[place] for place in matching]
    tested = [_tested(rule, values) for rule in rules]
    by_estimates = isinstance(threshold, Thresholds)
    matches = []
    for row, place in enumerate(matching):
        rule = rules[row]
        signs: list[int] = decisions(rule, ruleset.schema.n_labels).tolist()
        if by_estimates:
            adds = [points / UNIT for points in rule.points or [0] * ruleset.schema.n_labels]
            weight = max(map(abs, adds))
        else:
            weight = vote_of(rule, ruleset.settings.votes_by_accuracy) if rule.exp else 0.0
            adds = [weight * sign for sign in signs]
        matches.append(MatchingRule(place + 1, rule, weight, tuple(signs), tuple(adds), tested[row]))
    return Explanation(ruleset, threshold, tuple(matches), _decided(ruleset, matching, tested, threshold), values)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float | np.number) and not isinstance(value, bool)


def _tested(rule: Rule, values: Values) -> tuple[int, ...]:
    """Return the attributes that a rule tests; a missing value that matches every test has passed none."""
    skip_missing = rule.context.settings.missing_match
    return tuple(
        index
        for index, _code in rule.context.layout.active_codes(rule.chromosome)
        if not (skip_missing and np.isnan(values[index]))
    )


def _decided(
    ruleset: RuleSet, matching: list[int], tested: list[tuple[int, ...]], threshold: Decider
) -> tuple[LabelDecision, ...]:
    """Vote once as it is, and once more for every tested attribute without the rules that test it."""
    attributes = sorted({index for indices in tested for index in indices})
    n_cases, n_labels = 1 + len(attributes), ruleset.schema.n_labels
    matched: Matched = [
        np.array([0, *(case for case, index in enumerate(attributes, start=1) if index not in indices)], dtype=np.intp)
        for indices in tested
    ]
    if isinstance(threshold, Thresholds):
        votes: npt.NDArray[Any] = estimates(matched, ruleset.at(matching).points(), n_cases)
        found = active(votes, np.array(threshold.labels), threshold.at_least_one)
        raw: npt.NDArray[Any] = ruleset.at(matching).points().added.sum(axis=0, keepdims=True) / UNIT
    else:
        asked = Asked(ruleset.settings, [ruleset[place] for place in matching], matched, (n_cases, n_labels))
        raw, votes = asked.raw_votes(), asked.votes()
        found = asked.best() if threshold is None else asked.voted(threshold)
    turned = found[1:] != found[0]
    return tuple(
        LabelDecision(
            label,
            float(raw[0, label]),
            float(votes[0, label]),
            bool(found[0, label]),
            tuple(index for case, index in enumerate(attributes) if turned[case, label]),
        )
        for label in range(n_labels)
    )
