"""`explain`: why a saved model labels a row as it does."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Final

import numpy as np
import numpy.typing as npt

from mlslcs_ref.cli.call.loading import shown_source
from mlslcs_ref.cli.models.model_data import instances_of, noted, row_of
from mlslcs_ref.cli.models.rule_table import MOST_RULES, SHOW_ALL
from mlslcs_ref.cli.screen import print_page, stdout_look
from mlslcs_ref.data.schema import ContinuousAttribute
from mlslcs_ref.documents.document import Block, Column, Heading, Paragraph, Table
from mlslcs_ref.rulesets.consultation import known_method, warn_of_votes
from mlslcs_ref.rulesets.display import shown_date
from mlslcs_ref.rulesets.explaining import decider_of, explain_coded
from mlslcs_ref.rulesets.explanation import Explanation
from mlslcs_ref.rulesets.model_file import load_model
from mlslcs_ref.rulesets.notation import name_text, value_text
from mlslcs_ref.rulesets.ruleset import RuleSet

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
        *found.blocks(MOST_RULES if brief else None, None if truth is None else truth[row], SHOW_ALL),
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
    state = dict.fromkeys(found.missing, "missing") | dict.fromkeys(found.new, "new to the model")
    rows = tuple(
        (attribute.name, _value(ruleset, place, values), state.get(place, ""))
        for place, attribute in enumerate(ruleset.schema.attributes)
    )
    yield Table((Column("attribute", "text"), Column("value", "text"), Column("state", "text")), rows)


def _value(ruleset: RuleSet, place: int, values: npt.NDArray[np.float64]) -> str:
    attribute, x = ruleset.schema.attributes[place], float(values[place])
    if np.isnan(x):
        return "?"
    if isinstance(attribute, ContinuousAttribute):
        return shown_date(ruleset.context, place, x) or f"{x:.15g}"
    return "(new)" if x < 0 else value_text(attribute.values[int(x)])
