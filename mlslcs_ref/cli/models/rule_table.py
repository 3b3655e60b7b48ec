"""Rules as a table: the numbers of each, and its text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mlslcs_ref.documents.document import Block, Cell, Column, Paragraph, Table, Value
from mlslcs_ref.rulesets.display import ADDED, COUNTED, CUT
from mlslcs_ref.rulesets.rule import Rule
from mlslcs_ref.rulesets.ruleset import RuleSet
from mlslcs_ref.rulesets.showing import new_refused, silent_rules

# on a terminal a ruleset is cut to so many rules, and to fewer if they are long
MOST_RULES: Final = 25
LEAST_RULES: Final = 5
MOST_CHARACTERS: Final = 4000

NUMBERS: Final = (Column("num"), Column("F"), Column("acc"), Column("exp"), Column("coverage"))
TEXT: Final = Column("rule", "long")
SHOW_ALL: Final = "--all shows every rule, in full"


def rule_blocks(
    ruleset: RuleSet,
    places: Sequence[int],
    brief: bool,
    how: str,
    limit: int | None = None,
    ranked: bool = False,
) -> list[Block]:
    """Return a table of rules, in the order of their places, and what is left out of it.

    `brief` means that rules are written to be read, those that decide nothing are left out, and long lists are cut.
    `how` tells how everything is shown. By default as many are shown as a terminal has room for. `ranked` is as in
    `rule_table`.
    """
    deciding = [place for place in places if ruleset[place].decisions] if brief else list(places)
    if limit is not None:
        shown = deciding[:limit]
    else:
        shown = deciding[: len(shown_rules([ruleset[place] for place in deciding]))] if brief else deciding
    blocks: list[Block] = [rule_table(ruleset, shown, brief, ranked) if shown else Paragraph("0 rules")]
    blocks += _untried(ruleset, shown)
    if brief and shown and ruleset.is_short:
        blocks += [Paragraph(COUNTED + new_refused([ruleset[place] for place in shown])), Paragraph(ADDED)]
    n_silent = len(places) - len(deciding)
    blocks += silent_rules(n_silent)
    if len(shown) < len(deciding):
        blocks.append(Paragraph(f"{len(shown)} of {len(places)} rules; {how}"))
    elif brief and (n_silent or any(is_cut(ruleset[place]) for place in shown)):
        blocks.append(Paragraph(how))
    elif brief and any(ruleset[place].display != ruleset[place].told() for place in shown):
        blocks.append(Paragraph(f"rules are written to be read; {how}"))
    if not brief and shown and ruleset.context.notation == "name":
        blocks.append(Paragraph("rules are written in full, for programs (REP-9)"))
    return blocks


def rule_table(ruleset: RuleSet, places: Sequence[int], brief: bool = False, ranked: bool = False) -> Table:
    """Return a table of rules in the given order, each with its id: its place in population order, from 1.

    Rules of no saved model are `ranked`: counted as they come.
    """
    rows = tuple(
        (rank if ranked else place + 1, *_cells(ruleset.rules[place], ruleset.n_instances, brief))
        for rank, place in enumerate(places, start=1)
    )
    # a rule of a short ruleset has its numbers in its text, to be read its points too: a column would be wide
    numbers: tuple[Column, ...] = NUMBERS
    if ruleset.is_short:
        numbers = (Column("coverage"),) if brief else (Column("coverage"), Column("adds", "text"))
    return Table((Column("rank" if ranked else "id"), *numbers, TEXT), rows)


def _cells(rule: Rule, n_instances: int, brief: bool) -> tuple[Value | Cell, ...]:
    coverage = Cell(rule.coverage, told=f"{rule.coverage} of {n_instances}")
    if rule.seen is not None:
        return (
            (coverage, f"{rule.display} adds {rule.adds(brief)}")
            if brief
            else (coverage, rule.adds(), rule_text(rule, brief))
        )
    return rule.num, rule.fitness, rule.acc, rule.exp, coverage, rule_text(rule, brief)


def rule_text(rule: Rule, brief: bool) -> str:
    """Return a rule as its table writes it: to be read, or with all that it says."""
    if brief:
        return rule.display
    return rule.text if rule.seen is None else rule.told()


def _untried(ruleset: RuleSet, places: Sequence[int]) -> list[Block]:
    """Return a remark on those of the rules that were never updated, if there are any."""
    n_untried = sum(ruleset.rules[place].exp == 0 for place in places)
    if not n_untried:
        return []
    found = (
        "1 rule was never updated (exp 0): its"
        if n_untried == 1
        else f"{n_untried} rules were never updated (exp 0): their"
    )
    return [Paragraph(f"{found} F is still at its start value 1 and says nothing")]


def shown_rules(rules: Sequence[Rule]) -> Sequence[Rule]:
    """Return the first rules, as many as a person is shown unless all are asked for."""
    characters = 0
    for number, rule in enumerate(rules[:MOST_RULES]):
        characters += len(rule.display)
        if number >= LEAST_RULES and characters > MOST_CHARACTERS:
            return rules[:number]
    return rules[:MOST_RULES]


def is_cut(rule: Rule) -> bool:
    """Tell whether a list or a name in a brief text is cut."""
    return rule.display != rule.told() and any(mark in rule.display for mark in CUT)


def are_all_shown(ruleset: RuleSet) -> bool:
    """Tell whether a person is shown every rule, and nothing of them is cut."""
    rules = ruleset.rules
    return len(shown_rules(rules)) == len(rules) and all(rule.decisions and not is_cut(rule) for rule in rules)
