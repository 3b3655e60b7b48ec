"""Why a ruleset decides an instance as it does: who voted, how, and which tests the decision hangs on.

Every number comes from the functions that predict, so an explanation cannot differ from the prediction. Clauses: INF-1,
INF-2, INF-5, INF-6.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from mlslcs_ref.documents.document import Block, Column, Paragraph, Table
from mlslcs_ref.documents.html import html_fragment
from mlslcs_ref.errors import DataError, SettingsError
from mlslcs_ref.inference.votes import (
    active_labels,
    best_labels,
    decisions,
    matched_instances,
    normalised_votes,
    raw_votes,
)
from mlslcs_ref.rulesets.arguments import coded_row
from mlslcs_ref.rulesets.consultation import METHODS, Method
from mlslcs_ref.rulesets.rule import Rule
from mlslcs_ref.rulesets.ruleset import RuleSet, ruleset_of

__all__ = ["Explanation", "LabelDecision", "MatchingRule", "explain", "explain_coded"]

Values = npt.NDArray[np.float64]
MOST_SHOWN: Final = 10
Matched = list[npt.NDArray[np.intp]]


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
        0 if it has no experience and so does not vote (INF-1).
    decisions : tuple of int, length n_labels
        1 where it votes for the label, -1 where against, 0 where it is indifferent.
    tested : tuple of int
        The attributes, from 0, that its condition tests and the instance has.
    """

    id: int
    rule: Rule
    weight: float
    decisions: tuple[int, ...]
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
        w, the sum of what the matching rules add and take (INF-1).
    vote : float
        The normalised vote, in [0, 1] (INF-2).
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
    threshold : float or None
        What a normalised vote has to reach; None if the best rules decide (BEST).
    rules : tuple of MatchingRule
        The rules that match, in population order; none if no rule does, and then no label is active (INF-6).
    labels : tuple of LabelDecision, length n_labels
        The labels, in schema order.
    """

    ruleset: RuleSet = field(repr=False)
    threshold: float | None
    rules: tuple[MatchingRule, ...]
    labels: tuple[LabelDecision, ...]

    def _heaviest(self) -> list[MatchingRule]:
        return sorted(self.rules, key=lambda match: -match.weight)[:MOST_SHOWN]

    def __repr__(self) -> str:
        active = [self.ruleset.schema.labels[one.label] for one in self.labels if one.active]
        return f"<Explanation: {', '.join(active) or 'no label'}, by {len(self.rules)} of {len(self.ruleset)} rules>"

    def _repr_html_(self) -> str:
        schema = self.ruleset.schema
        labels = tuple(
            (
                schema.labels[one.label],
                "yes" if one.active else "no",
                one.vote,
                ", ".join(schema.attributes[index].name for index in one.hinges_on),
            )
            for one in self.labels
        )
        rules = tuple((match.id, match.weight, match.rule.display) for match in self._heaviest())
        columns = (Column("label", "text"), Column("active", "text"), Column("vote"), Column("hangs on", "long"))
        blocks: list[Block] = [Table(columns, labels)]
        if rules:
            blocks.append(Table((Column("id"), Column("weight"), Column("rule", "long")), rules))
        blocks.append(Paragraph(f"{len(self.rules)} of {len(self.ruleset)} rules match; .rules has all of them"))
        return html_fragment(blocks)

    def __str__(self) -> str:
        schema = self.ruleset.schema
        lines = [
            f"{len(self.rules)} of {len(self.ruleset)} rules match"
            if self.rules
            else "no rule matches: no label is active"
        ]
        # the heaviest first: of many rules, few decide
        for match in self._heaviest():
            weight = f"{match.weight:.4g}" if match.votes else "no vote yet"
            lines.append(f"  {match.id}: {match.rule.display} ({weight})")
        if len(self.rules) > MOST_SHOWN:
            lines.append(f"  ... {len(self.rules) - MOST_SHOWN} more, all in .rules")
        by = "BEST" if self.threshold is None else f"votes from {self.threshold:.4g} on"
        lines.append(f"decided by {by}")
        for decision in self.labels:
            name = schema.labels[decision.label]
            because = ", ".join(schema.attributes[index].name for index in decision.hinges_on)
            lines.append(
                f"  {name}: {'yes' if decision.active else 'no'}, vote {decision.vote:.4f}"
                + (f", hangs on {because}" if because else "")
            )
        return "\n".join(lines)


def explain(source: Any, row: Any, threshold: Method | float | None = "ival") -> Explanation:
    """Explain how rules decide the labels of one instance.

    Parameters
    ----------
    source : RuleSet, Model or fitted estimator
        The rules.
    row : sequence, mapping, Series, or table of one row
        The instance, in the schema's own values; None or NaN where one is missing.
    threshold : {"ival", "pcut", "best"}, float or None
        How votes become labels: by the model's thresholds, by the best rules, or by this threshold; None is "best".

    Raises
    ------
    DataError
        If it is no instance of the schema, or a ruleset alone is asked for the threshold of a model.
    """
    ruleset = ruleset_of(source)
    if isinstance(threshold, str):
        if threshold not in METHODS:
            raise SettingsError("threshold", f"one of {', '.join(METHODS)}, a number, or None", repr(threshold))
        thresholds = getattr(getattr(source, "model_", source), "thresholds", None)
        if threshold != "best" and thresholds is None:
            raise DataError(f"a ruleset has no threshold {threshold}: give the Model, or a number, or None for BEST")
        threshold = None if threshold == "best" else getattr(thresholds, threshold)
    return explain_coded(ruleset, coded_row(row, ruleset.schema)[0], threshold)


def explain_coded(ruleset: RuleSet, instance: Values, threshold: float | None) -> Explanation:
    """Explain how a ruleset decides the labels of one instance.

    Parameters
    ----------
    ruleset : RuleSet
        The rules.
    instance : ndarray of shape (n_attributes,)
        Coded by the ruleset's schema; NaN where missing, -1 for an undeclared nominal value.
    threshold : float or None
        The threshold on normalised votes, as PCUT or IVAL gives it; None for BEST.

    Returns
    -------
    Explanation
        Votes and decisions are those of `Consultation` on this instance.

    Raises
    ------
    DataError
        If the instance is not one row of numbers of the schema's width, or the threshold is none.
    """
    if threshold is not None and not (_is_number(threshold) and 0.0 <= threshold <= 1.0):
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
    n_labels = ruleset.schema.n_labels
    by_accuracy = ruleset.settings.votes_by_accuracy
    return Explanation(
        ruleset,
        threshold,
        tuple(
            MatchingRule(
                place + 1, rule, _weight(rule, by_accuracy), tuple(decisions(rule, n_labels).tolist()), attributes
            )
            for place, rule, attributes in zip(matching, rules, tested, strict=True)
        ),
        _decided(ruleset, rules, tested, threshold),
    )


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
    ruleset: RuleSet, rules: list[Rule], tested: list[tuple[int, ...]], threshold: float | None
) -> tuple[LabelDecision, ...]:
    """Vote once as it is, and once more for every tested attribute without the rules that test it."""
    attributes = sorted({index for indices in tested for index in indices})
    n_cases, n_labels = 1 + len(attributes), ruleset.schema.n_labels
    settings = ruleset.settings
    matched: Matched = [
        np.array([0, *(case for case, index in enumerate(attributes, start=1) if index not in indices)], dtype=np.intp)
        for indices in tested
    ]
    raw = raw_votes(rules, matched, n_cases, n_labels, settings.votes_by_accuracy)
    votes = normalised_votes(raw)
    if threshold is None:
        active = best_labels(rules, matched, n_cases, n_labels, settings.best_by_num_accuracy)
    else:
        active = active_labels(votes, threshold, settings.active_above)
    turned = active[1:] != active[0]
    return tuple(
        LabelDecision(
            label,
            float(raw[0, label]),
            float(votes[0, label]),
            bool(active[0, label]),
            tuple(index for case, index in enumerate(attributes) if turned[case, label]),
        )
        for label in range(n_labels)
    )
