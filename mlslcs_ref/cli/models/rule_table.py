"""Rules as a table: the numbers of each, and its text in the paper's notation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mlslcs_ref.documents.document import Block, Column, Paragraph, Table, Value
from mlslcs_ref.rulesets import Rule, RuleSet

__all__ = ["is_cut", "ranked_table", "rule_table", "shown_rules", "untried"]

# on a terminal a ruleset is cut to so many rules, and to fewer if they are long
MOST_RULES: Final = 25
LEAST_RULES: Final = 5
MOST_CHARACTERS: Final = 4000

NUMBERS: Final = (Column("num"), Column("F"), Column("acc"), Column("exp"), Column("coverage"))
TEXT: Final = Column("rule", "long")


def rule_table(ruleset: RuleSet, places: Sequence[int], brief: bool = False) -> Table:
    """Return a table of rules in the given order, each with its id: its place in population order, from 1.

    Parameters
    ----------
    ruleset : RuleSet
        What they are rules of.
    places : sequence of int
        The rules, by place from 0.
    brief : bool
        Whether long rules are cut.
    """
    rows = tuple((place + 1, *_cells(ruleset.rules[place], brief)) for place in places)
    return Table((Column("id"), *_numbers(ruleset), TEXT), rows)


def ranked_table(ruleset: RuleSet, rules: Sequence[Rule], brief: bool = False) -> Table:
    """Return a table of rules that are in no saved model yet, and so are counted as they come."""
    rows = tuple((rank, *_cells(rule, brief)) for rank, rule in enumerate(rules, start=1))
    return Table((Column("rank"), *_numbers(ruleset), TEXT), rows)


def _numbers(ruleset: RuleSet) -> tuple[Column, ...]:
    # a rule of a short ruleset has its numbers in its text
    return (Column("coverage"),) if ruleset.is_short else NUMBERS


def _cells(rule: Rule, brief: bool) -> tuple[Value, ...]:
    if rule.seen is not None:
        return rule.coverage, rule.told(brief)
    return rule.num, rule.fitness, rule.acc, rule.exp, rule.coverage, rule.display if brief else rule.text


def untried(ruleset: RuleSet, places: Sequence[int]) -> list[Block]:
    """Return a remark on those of the rules that were never updated, if there are any."""
    n_untried = sum(ruleset.rules[place].exp == 0 for place in places)
    if not n_untried:
        return []
    found = (
        "1 rule was never updated (exp 0): its"
        if n_untried == 1
        else f"{n_untried} rules were never updated (exp 0): their"
    )
    return [Paragraph(f"{found} F is 1 by birth, and says nothing")]


def shown_rules(rules: Sequence[Rule]) -> Sequence[Rule]:
    """Return the first rules, as many as a person is shown unless all are asked for."""
    characters = 0
    for number, rule in enumerate(rules[:MOST_RULES]):
        characters += len(rule.display)
        if number >= LEAST_RULES and characters > MOST_CHARACTERS:
            return rules[:number]
    return rules[:MOST_RULES]


def is_cut(rule: Rule) -> bool:
    """Tell whether a brief text leaves anything of a rule out."""
    return rule.display != rule.told()
