"""Rules as a table: the numbers of each, and its text in the paper's notation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mlslcs_ref.cli.blocks import Cell, Column, Table
from mlslcs_ref.core.classifier import Classifier
from mlslcs_ref.rulesets import RuleSet, rule_text

__all__ = ["rule_table"]

COLUMNS: Final = (
    Column("rank"),
    Column("num"),
    Column("F"),
    Column("acc"),
    Column("exp"),
    Column("coverage"),
    Column("rule", "long"),
)


def rule_table(ruleset: RuleSet, rules: Sequence[Classifier], brief: bool) -> Table:
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
