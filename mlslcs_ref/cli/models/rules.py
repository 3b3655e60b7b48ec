"""`rules`: print the rules of a saved model."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from mlslcs_ref.cli.models.model_data import noted
from mlslcs_ref.cli.models.rule_selection import deciding, selected
from mlslcs_ref.cli.models.rule_table import SHOW_ALL, rule_blocks, rule_table
from mlslcs_ref.cli.screen.pages import print_page, stdout_look
from mlslcs_ref.cli.screen.streams import complain
from mlslcs_ref.documents.document import Block, Column, Heading, Paragraph, Table
from mlslcs_ref.rulesets.model import Model
from mlslcs_ref.rulesets.model_file import load_model
from mlslcs_ref.rulesets.ruleset import RuleSet


def rules(arguments: argparse.Namespace) -> int:
    """Do the command and return the exit status."""
    model = noted(load_model(arguments.model), arguments)
    ordered = selected(model, model.ruleset.places(arguments.order), arguments)
    look = stdout_look()
    if not look.terminal:
        _print_records(model.ruleset, ordered, arguments)
        return 0
    page: list[Block] = [Heading(model_title(model))]
    if len(ordered) < len(model.ruleset):
        page.append(Paragraph(f"{len(ordered)} of {len(model.ruleset)} rules pass the filters"))
    if arguments.group:
        labels = model.ruleset.schema.labels
        for label, name in enumerate(labels):
            places = deciding(model.ruleset, ordered, label)
            page.append(Heading(f"{name}: decided by {len(places)} rule{'' if len(places) == 1 else 's'}"))
            page += _shown(model.ruleset, places, arguments, legend=label == len(labels) - 1)
    else:
        page += _shown(model.ruleset, ordered, arguments)
    print_page(page, look)
    return 0


def _print_records(ruleset: RuleSet, ordered: Sequence[int], arguments: argparse.Namespace) -> None:
    """Print a table and nothing else, for other programs."""
    if not ordered:
        complain("0 rules")
    if not arguments.group:
        print_page([rule_table(ruleset, ordered[: arguments.limit])], stdout_look())
        return
    rows = []
    columns = rule_table(ruleset, ()).columns
    for label, name in enumerate(ruleset.schema.labels):
        table = rule_table(ruleset, deciding(ruleset, ordered, label)[: arguments.limit])
        rows += [(name, *row) for row in table.rows]
    print_page([Table((Column("label", "text"), *columns), tuple(rows))], stdout_look())


def _shown(ruleset: RuleSet, places: Sequence[int], arguments: argparse.Namespace, legend: bool = True) -> list[Block]:
    """Return a table of rules, cut unless all or so many are asked for, and what was cut."""
    return rule_blocks(ruleset, places, not arguments.all, SHOW_ALL, arguments.limit, legend=legend)


def model_title(model: Model) -> str:
    """Return where a model comes from and how large it is, in one line."""
    record = model.record
    n_rules = len(model.ruleset)
    compacted = "" if record.compaction == "none" else f", compacted ({record.compaction})"
    if model.ruleset.is_short:
        runs = "" if len(model.populations) == 1 else f" and {len(model.populations) - 1} more"
        of_all = f"{n_rules} rule{'' if n_rules == 1 else 's'} made of {sum(map(len, model.populations))}"
        of_run = f"profile {record.profile}, seed {record.seed}{runs}, {record.told_steps}"
        return f"{record.data}: {of_run}{compacted}, {of_all}"
    return (
        f"{record.data}: profile {record.profile}, seed {record.seed}, {record.told_steps}{compacted}, {n_rules} "
        f"rule{'' if n_rules == 1 else 's'} ({model.ruleset.n_micro} micro-classifiers)"
    )
