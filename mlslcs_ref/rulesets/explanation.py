"""Why a ruleset decides an instance as it does: which rules voted, how, and on which tests the decision depends.

Every number comes from the functions that predict, so an explanation cannot differ from the prediction. Clauses: INF-1,
INF-2, INF-5, INF-6, EXT-1, EXT-3.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from mlslcs_ref.data.reading import Reading
from mlslcs_ref.documents.document import Block, Column, Paragraph, Table
from mlslcs_ref.errors import DataError
from mlslcs_ref.extension.label_thresholds import active
from mlslcs_ref.extension.posterior import UNIT, estimates
from mlslcs_ref.inference.thresholds import Thresholds
from mlslcs_ref.inference.votes import (
    active_labels,
    best_labels,
    decisions,
    matched_instances,
    normalised_votes,
    raw_votes,
)
from mlslcs_ref.rulesets.arguments import coded_row
from mlslcs_ref.rulesets.consultation import Method, known_method, warn_of_votes
from mlslcs_ref.rulesets.rule import Rule
from mlslcs_ref.rulesets.ruleset import RuleSet, ruleset_of
from mlslcs_ref.rulesets.showing import notebook_html

Values = npt.NDArray[np.float64]
MOST_SHOWN: Final = 10
Matched = list[npt.NDArray[np.intp]]
Decider: TypeAlias = float | Thresholds | None
"""What makes labels of votes: a threshold on normalised votes, those on the estimates of labels, or None for BEST."""


@dataclass(frozen=True)
class MatchingRule:
    """A rule that matches the instance.

    Parameters
    ----------
    id : int
        Its place in the ruleset, in population order, from 1.
    rule : Rule
        The rule.
    weight : float
        What it adds to the vote of each label it decides, or takes from it: num*F, or num*acc if the settings say so.
        0 if it has no experience and so does not vote (INF-1). By estimates the most that it adds to that of any label,
        or takes from it.
    decisions : tuple of int, length n_labels
        1 where it votes for the label, -1 where against, 0 where it is indifferent.
    adds : tuple of float, length n_labels
        What it adds to the raw vote of each label, or to its estimate (EXT-1).
    tested : tuple of int
        The attributes, from 0, that its condition tests and the instance has.
    """

    id: int
    rule: Rule
    weight: float
    decisions: tuple[int, ...]
    adds: tuple[float, ...]
    tested: tuple[int, ...]

    @property
    def votes(self) -> bool:
        """Whether it has the experience to vote."""
        return self.rule.exp > 0


@dataclass(frozen=True)
class LabelDecision:
    """How one label came out.

    Parameters
    ----------
    label : int
        The label, from 0.
    raw_vote : float
        w, the sum of what the matching rules add and take (INF-1); by estimates, what they add to the frequency in D.
    vote : float
        The normalised vote (INF-2) or the estimate (EXT-1), in [0, 1].
    active : bool
        The decision.
    hinges_on : tuple of int
        The attributes, from 0, on which the decision hangs, each alone: had the instance failed the tests on that
        attribute, so that none of the rules testing it matched, the label would have come out the other way. Rules that
        would match in their place are not asked.
    """

    label: int
    raw_vote: float
    vote: float
    active: bool
    hinges_on: tuple[int, ...]


@dataclass(frozen=True, repr=False)
class Explanation:
    """Why one instance gets its labels.

    Parameters
    ----------
    ruleset : RuleSet
        The rules that were asked.
    threshold : float, Thresholds, or None
        What a normalised vote has to reach; or what the estimates of labels have to exceed, in `labels`; None if the
        best rules decide (BEST).
    rules : tuple of MatchingRule
        The rules that match, in population order; none if no rule does. Then no label is active (INF-6), or by
        estimates each as its frequency in D says.
    labels : tuple of LabelDecision, length n_labels
        The labels, in schema order.
    """

    ruleset: RuleSet = field(repr=False)
    threshold: Decider
    rules: tuple[MatchingRule, ...]
    labels: tuple[LabelDecision, ...]

    @property
    def usual(self) -> tuple[float, ...]:
        """The frequency of each label in D, to which the rules add, of six decimals (EXT-1); by votes 0 for each."""
        if not isinstance(self.threshold, Thresholds):
            return (0.0,) * self.ruleset.schema.n_labels
        return tuple((self.ruleset.points().usual / UNIT).tolist())

    def _heaviest(self) -> list[MatchingRule]:
        deciding = [match for match in self.rules if any(match.decisions)]
        return sorted(deciding, key=lambda match: -match.weight)[:MOST_SHOWN]

    def __repr__(self) -> str:
        active = [self.ruleset.schema.labels[one.label] for one in self.labels if one.active]
        return f"<Explanation: {', '.join(active) or 'no label'}, by {len(self.rules)} of {len(self.ruleset)} rules>"

    def _repr_html_(self) -> str:
        schema = self.ruleset.schema
        limits = self.threshold.labels if isinstance(self.threshold, Thresholds) else None
        usual = self.usual
        labels = tuple(
            (
                schema.labels[one.label],
                "yes" if one.active else "no",
                one.vote,
                *(() if limits is None else (usual[one.label], one.raw_vote, told_threshold(limits[one.label]))),
                ", ".join(schema.attributes[index].name for index in one.hinges_on),
            )
            for one in self.labels
        )
        value: tuple[Column, ...] = (Column("vote"),)
        if limits is not None:
            value = (Column("estimate"), Column("in all"), Column("rules add"), Column("limit", "text"))
        columns = (Column("label", "text"), Column("predicted", "text"), *value, Column("depends on", "long"))
        blocks: list[Block] = [Table(columns, labels)]
        if self.rules:
            rules = tuple(
                (match.id, match.weight if limits is None else match.rule.adds(brief=True), match.rule.display)
                for match in self._heaviest()
            )
            weight = Column("weight") if limits is None else Column("adds", "long")
            blocks.append(Table((Column("id"), weight, Column("rule", "long")), rules))
        blocks.append(Paragraph(f"{len(self.rules)} of {len(self.ruleset)} rules match; .rules has all of them"))
        return notebook_html(blocks)

    def __str__(self) -> str:
        schema = self.ruleset.schema
        by_estimates = isinstance(self.threshold, Thresholds)
        lines = [f"{len(self.rules)} of {len(self.ruleset)} rules match"]
        if not self.rules:
            then = "the labels' frequencies decide" if by_estimates else "no label is active"
            lines = [f"no rule matches: {then}"]
        # the heaviest first: of many rules, few decide
        heaviest = self._heaviest()
        for match in heaviest:
            weight = f" ({match.weight:.4g})" if match.votes else " (no vote yet)"
            adds = f" adds {match.rule.adds(brief=True)}"
            lines.append(f"  {match.id}: {match.rule.display}{adds if by_estimates else weight}")
        if len(self.rules) > len(heaviest):
            lines.append(f"  ... {len(self.rules) - len(heaviest)} more, all in .rules")
        by = "BEST"
        if isinstance(self.threshold, Thresholds):
            by = told_estimates(self.threshold)
        elif self.threshold is not None:
            by = f"votes of at least {self.threshold:.4g}"
        lines.append(f"decided by {by}")
        usual = self.usual
        for decision in self.labels:
            name = schema.labels[decision.label]
            because = ", ".join(schema.attributes[index].name for index in decision.hinges_on)
            vote = f"vote {decision.vote:.4f}"
            if isinstance(self.threshold, Thresholds):
                vote = f"{usual[decision.label]:.4f} in all {decision.raw_vote:+.4f}: estimate {decision.vote:.4f}, "
                vote += told_threshold((self.threshold.labels or ())[decision.label])
            if because:
                vote += f", depends on {because}"
            lines.append(f"  {name}: {'yes' if decision.active else 'no'}, {vote}")
        return "\n".join(lines)


def told_estimates(thresholds: Thresholds) -> str:
    """Return how estimates make labels, in words (EXT-3)."""
    found = (
        "estimates, each the share of a label in all rows and what the rules add, cut to 0 and 1; each label has its "
        "own threshold"
    )
    return f"{found}; if none is reached, the largest decides" if thresholds.at_least_one else found


def told_threshold(threshold: float) -> str:
    """Return when a label is predicted by its estimate, in words (EXT-3)."""
    if math.isinf(threshold):
        return "never predicted"
    return "always predicted" if threshold < 0.0 else f"predicted above {threshold:.4f}"


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
    """Explain how a ruleset decides the labels of one instance.

    Parameters
    ----------
    ruleset : RuleSet
        The rules.
    instance : ndarray of shape (n_attributes,)
        Coded by the ruleset's schema; NaN where missing, -1 for an undeclared nominal value.
    threshold : float, Thresholds, or None
        The threshold on normalised votes, as PCUT or IVAL gives it; those on estimates (EXT-3); None for BEST.

    Returns
    -------
    Explanation
        Votes and decisions are those of `Consultation` on this instance.

    Raises
    ------
    DataError
        If the instance is not one row of numbers of the schema's width, or the threshold is none.
    """
    known = (
        threshold is None or isinstance(threshold, Thresholds) or (_is_number(threshold) and 0.0 <= threshold <= 1.0)
    )
    if not known:
        raise DataError(f"expected a threshold from 0 to 1, or None for BEST, found {threshold!r:.60}")
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
            weight = _weight(rule, ruleset.settings.votes_by_accuracy)
            adds = [weight * sign for sign in signs]
        matches.append(MatchingRule(place + 1, rule, weight, tuple(signs), tuple(adds), tested[row]))
    return Explanation(ruleset, threshold, tuple(matches), _decided(ruleset, matching, tested, threshold))


def _is_number(value: object) -> bool:
    return isinstance(value, int | float | np.number) and not isinstance(value, bool)


def _weight(rule: Rule, by_accuracy: bool) -> float:
    if rule.exp == 0:
        return 0.0
    return rule.num * (rule.acc if by_accuracy else rule.fitness)


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
    settings = ruleset.settings
    matched: Matched = [
        np.array([0, *(case for case, index in enumerate(attributes, start=1) if index not in indices)], dtype=np.intp)
        for indices in tested
    ]
    rules = [ruleset[place] for place in matching]
    if isinstance(threshold, Thresholds):
        votes: npt.NDArray[Any] = estimates(matched, ruleset.at(matching).points(), n_cases)
        found = active(votes, np.array(threshold.labels), threshold.at_least_one)
        raw: npt.NDArray[Any] = ruleset.at(matching).points().added.sum(axis=0, keepdims=True) / UNIT
    else:
        raw = raw_votes(rules, matched, n_cases, n_labels, settings.votes_by_accuracy)
        votes = normalised_votes(raw)
        found = (
            active_labels(votes, threshold, settings.active_above)
            if threshold is not None
            else best_labels(rules, matched, n_cases, n_labels, settings.best_by_num_accuracy)
        )
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
