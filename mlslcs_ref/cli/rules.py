"""`rules`: print the rules of a saved model."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from mlslcs_ref.cli.blocks import Block, Heading, Prose
from mlslcs_ref.cli.pages import print_page, stdout_look
from mlslcs_ref.cli.rule_table import is_cut, rule_table, shown_rules
from mlslcs_ref.cli.streams import complain
from mlslcs_ref.core.classifier import Classifier
from mlslcs_ref.rulesets import Model, RuleSet, load_model

__all__ = ["rules"]


def rules(arguments: argparse.Namespace) -> int:
    """Do the command and return the exit status."""
    model = load_model(arguments.model)
    ordered = _ordered(model.ruleset, arguments.sort)
    look = stdout_look()
    brief = look.terminal and not arguments.all
    if arguments.limit is not None:
        shown = ordered[: arguments.limit]
    else:
        shown = shown_rules(model.ruleset, ordered) if brief else ordered
    table = rule_table(model.ruleset, shown, brief)
    if not look.terminal:
        if not shown:
            complain("0 rules")
        # a table and nothing else, for other programs
        print_page([table], look)
        return 0
    page: list[Block] = [Heading(_title(model))]
    page.append(table if shown else Prose("0 rules"))
    if len(shown) < len(ordered):
        page.append(Prose(f"{len(shown)} of {len(ordered)} rules; --all shows every one, in full"))
    elif brief and any(is_cut(model.ruleset, rule) for rule in shown):
        page.append(Prose("--all shows the rules in full"))
    print_page(page, look)
    return 0


def _title(model: Model) -> str:
    record = model.record
    n_rules = len(model.ruleset)
    return (
        f"{record.data}: profile {record.profile}, seed {record.seed}, {record.steps} steps, {n_rules} "
        f"rule{'' if n_rules == 1 else 's'} ({model.ruleset.n_micro} micro-classifiers)"
    )


def _ordered(ruleset: RuleSet, sort: str) -> Sequence[Classifier]:
    """Return the rules, the largest first; equals stay in population order."""
    if sort == "order":
        return ruleset.rules
    if sort == "best":
        return ruleset.best_first()
    return sorted(ruleset, key=lambda rule: _weight(rule, sort), reverse=True)


def _weight(rule: Classifier, sort: str) -> float:
    if sort == "fitness":
        return rule.fitness
    if sort == "acc":
        return rule.acc
    if sort == "num":
        return rule.num
    return rule.exp if sort == "exp" else rule.n_covered
