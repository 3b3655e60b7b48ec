"""Rules as a table: the numbers of each, and its text in the paper's notation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mlslcs_ref.cli.blocks import Cell, Column, Table
from mlslcs_ref.core.classifier import Classifier
from mlslcs_ref.rulesets import RuleSet, rule_text

__all__ = ["is_cut", "rule_table", "shown_rules"]

# on a terminal a ruleset is cut to so many rules, and to fewer if they are long
MOST_RULES: Final = 25
LEAST_RULES: Final = 5
MOST_CHARACTERS: Final = 4000

COLUMNS: Final = (
    Column("rank"),
    Column("num"),
    Column("F"),
    Column("acc"),
    Column("exp"),
    Column("coverage"),
    Column("rule", "long"),
)


def rule_table(ruleset: RuleSet, rules: Sequence[Classifier], brief: bool = False) -> Table:
    """Return a table of rules in the given order.

    Parameters
    ----------
    ruleset : RuleSet
        What they are rules of.
    rules : sequence of Classifier
        The rules.
    brief : bool
        Whether long rules are cut.
    """
    rows: list[tuple[Cell, ...]] = [
        (
            number,
            rule.num,
            rule.fitness,
            rule.acc,
            rule.exp,
            rule.n_covered,
            rule_text(ruleset, rule, brief),
        )
        for number, rule in enumerate(rules, start=1)
    ]
    return Table(COLUMNS, tuple(rows))


def shown_rules(ruleset: RuleSet, rules: Sequence[Classifier]) -> Sequence[Classifier]:
    """Return the first rules, as many as a person is shown unless all are asked for."""
    characters = 0
    for number, rule in enumerate(rules[:MOST_RULES]):
        characters += len(rule_text(ruleset, rule, brief=True))
        if number >= LEAST_RULES and characters > MOST_CHARACTERS:
            return rules[:number]
    return rules[:MOST_RULES]


def is_cut(ruleset: RuleSet, rule: Classifier) -> bool:
    """Tell whether a brief text leaves anything of a rule out."""
    return rule_text(ruleset, rule, brief=True) != rule_text(ruleset, rule)
