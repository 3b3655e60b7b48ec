"""`explain`: why a saved model labels a row as it does."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Final

import numpy as np
import numpy.typing as npt

from mlslcs_ref.cli.call.loading import shown_source
from mlslcs_ref.cli.models.model_data import instances_of, noted, row_of
from mlslcs_ref.cli.models.rule_table import SHOW_ALL, shown_rules, silent_rules
from mlslcs_ref.cli.screen.pages import print_page, stdout_look
from mlslcs_ref.data import ContinuousAttribute
from mlslcs_ref.documents.document import Block, Column, Heading, Paragraph, Table, Value
from mlslcs_ref.inference.thresholds import Thresholds
from mlslcs_ref.rulesets import Explanation, Model, RuleSet, load_model
from mlslcs_ref.rulesets.consultation import known_method, warn_of_votes
from mlslcs_ref.rulesets.display import display_text, shown_date
from mlslcs_ref.rulesets.explanation import decider_of, explain_coded
from mlslcs_ref.rulesets.notation import name_text, value_text

# of the values of a row, so many are shown unless all are asked for
MOST_VALUES: Final = 20


def explain_row(arguments: argparse.Namespace) -> int:
    """Do the command and return the exit status."""
    model = noted(load_model(arguments.model), arguments)
    instances, truth = instances_of(model, arguments.file, arguments)
    row = row_of(arguments.row, len(instances), shown_source(arguments.file))
    instance = instances.rows([row])
    method = known_method(model.ruleset, arguments.method)
    warn_of_votes(model.ruleset, method)
    found = explain_coded(model.ruleset, instance[0], decider_of(model.thresholds, method))
    look = stdout_look()
    brief = look.terminal and not arguments.all
    page = [
        Heading(f"Row {arguments.row} of {shown_source(arguments.file)}, by {method.upper()}"),
        *_instance(model.ruleset, instance[0], found, look.terminal, brief),
        *_labels(model, found, None if truth is None else truth[row]),
        *_rules(model.ruleset, found, instance, brief),
    ]
    print_page(page, look)
    return 0


def _instance(
    ruleset: RuleSet, values: npt.NDArray[np.float64], found: Explanation, terminal: bool, brief: bool
) -> Iterator[Block]:
    """Yield the values of the instance; in brief those that a label depends on, and the first others."""
    if terminal:
        n_attributes = ruleset.schema.n_attributes
        hinges = {index for decision in found.labels for index in decision.hinges_on}
        ordered = sorted(range(n_attributes), key=lambda place: place not in hinges)
        shown = sorted(ordered[: max(len(hinges), MOST_VALUES)]) if brief else range(n_attributes)
        pairs = [
            f"{name_text(ruleset.schema.attributes[place].name)} = {_value(ruleset, place, values)}" for place in shown
        ]
        if len(shown) < n_attributes:
            pairs.append(f"... {n_attributes - len(shown)} more")
        yield Paragraph(", ".join(pairs))
        return
    rows = tuple(
        (attribute.name, _value(ruleset, place, values)) for place, attribute in enumerate(ruleset.schema.attributes)
    )
    yield Table((Column("attribute", "text"), Column("value", "text")), rows)


def _value(ruleset: RuleSet, place: int, values: npt.NDArray[np.float64]) -> str:
    attribute, x = ruleset.schema.attributes[place], float(values[place])
    if np.isnan(x):
        return "?"
    if isinstance(attribute, ContinuousAttribute):
        return shown_date(ruleset.context, place, x) or f"{x:.15g}"
    return "(unknown to the model)" if x < 0 else value_text(attribute.values[int(x)])


def _labels(model: Model, found: Explanation, truth: npt.NDArray[np.bool_] | None) -> Iterator[Block]:
    ruleset = model.ruleset
    yield Heading("Labels")
    thresholds = found.threshold
    if isinstance(thresholds, Thresholds):
        yield from _estimates(model, found, thresholds, truth)
        return
    if not found.rules:
        yield Paragraph("no rule matches, so no label is active")
    elif not any(match.votes for match in found.rules):
        yield Paragraph("no rule that matches has experience, so none votes and no label is active")
    if thresholds is None:
        yield Paragraph("for each label the best matching rule that decides it wins; votes are shown for comparison")
    else:
        compare = "above" if ruleset.settings.active_above else "of at least"
        yield Paragraph(f"a label is active with a vote {compare} {thresholds:.4g}")
    columns = [Column("label", "text"), Column("predicted"), Column("vote"), Column("w")]
    if truth is not None:
        columns.append(Column("true"))
    rows: list[tuple[Value, ...]] = []
    for decision in found.labels:
        numbers: list[Value] = [int(decision.active), decision.vote, decision.raw_vote]
        if truth is not None:
            numbers.append(int(truth[decision.label]))
        hinges = ", ".join(name_text(ruleset.schema.attributes[index].name) for index in decision.hinges_on)
        rows.append((ruleset.schema.labels[decision.label], *numbers, hinges))
    yield Table((*columns, Column("depends on", "long")), tuple(rows))


def _estimates(
    model: Model, found: Explanation, thresholds: Thresholds, truth: npt.NDArray[np.bool_] | None
) -> Iterator[Block]:
    """Yield how likely each label is by what the matching rules add to its frequency (EXT-1, EXT-3)."""
    ruleset = model.ruleset
    if not found.rules:
        yield Paragraph("no rule matches, so each label is as likely as in all training data")
    yield Paragraph(
        "the estimate of a label is its share in all training data and what the rules add, cut to 0 and 1; the label "
        "is predicted if that is above its own threshold"
    )
    if thresholds.at_least_one and not any(one.vote > (thresholds.labels or ())[one.label] for one in found.labels):
        yield Paragraph("no estimate is, so the label with the largest one is predicted")
    columns = [Column("label", "text"), Column("predicted"), Column("estimate"), Column("threshold")]
    columns += [Column("in all"), Column("rules add")]
    if truth is not None:
        columns.append(Column("true"))
    usual = found.usual
    rows: list[tuple[Value, ...]] = []
    for decision in found.labels:
        threshold = (thresholds.labels or ())[decision.label]
        told: Value = "never" if np.isinf(threshold) else "always" if threshold < 0.0 else threshold
        numbers: list[Value] = [int(decision.active), decision.vote, told, usual[decision.label], decision.raw_vote]
        if truth is not None:
            numbers.append(int(truth[decision.label]))
        hinges = ", ".join(name_text(ruleset.schema.attributes[index].name) for index in decision.hinges_on)
        rows.append((ruleset.schema.labels[decision.label], *numbers, hinges))
    yield Table((*columns, Column("depends on", "long")), tuple(rows))


def _rules(ruleset: RuleSet, found: Explanation, instance: npt.NDArray[np.float64], brief: bool) -> Iterator[Block]:
    """Yield the matching rules, those that add or take most first, by the ids of every other command."""
    if isinstance(found.threshold, Thresholds):
        yield Heading(f"{len(found.rules)} of {len(ruleset)} rules match, those that add or take most first")
        if found.rules:
            ordered = sorted(found.rules, key=lambda match: -match.weight)
            told = tuple((match.id, match.rule.adds(brief), match.rule.told(brief)) for match in ordered)
            yield Table((Column("id"), Column("adds", "long"), Column("rule", "long")), told)
        return
    # a rule that decides nothing votes on nothing, whatever its weight
    deciding = [match for match in found.rules if any(match.decisions)] if brief else found.rules
    ordered = sorted(deciding, key=lambda match: -match.weight)
    shown = ordered[: len(shown_rules([match.rule for match in ordered]))] if brief else ordered
    yield Heading(f"{len(found.rules)} of {len(ruleset)} rules match, the heaviest votes first")
    if not shown:
        return
    rows = [
        (
            match.id,
            match.weight,
            match.rule.num,
            match.rule.acc,
            match.rule.exp,
            display_text(ruleset.context, match.rule.chromosome, instance) if brief else match.rule.text,
        )
        for match in shown
    ]
    columns = (Column("id"), Column("vote"), Column("num"), Column("acc"), Column("exp"), Column("rule", "long"))
    yield Table(columns, tuple(rows))
    yield from silent_rules(len(found.rules) - len(ordered))
    if len(shown) < len(ordered):
        yield Paragraph(f"{len(shown)} of {len(found.rules)} rules; {SHOW_ALL}")
