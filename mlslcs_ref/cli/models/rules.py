"""`rules`: print the rules of a saved model."""

from __future__ import annotations

import argparse

from mlslcs_ref._meant import counted
from mlslcs_ref.cli.models.model_data import noted
from mlslcs_ref.cli.models.rule_selection import selected
from mlslcs_ref.cli.models.rule_table import SHOW_ALL, rule_blocks, rule_table
from mlslcs_ref.cli.screen.pages import print_page, stdout_look
from mlslcs_ref.cli.screen.streams import complain
from mlslcs_ref.documents.document import Block, Heading, Paragraph
from mlslcs_ref.rulesets.model import Model
from mlslcs_ref.rulesets.model_file import load_model


def rules(arguments: argparse.Namespace) -> int:
    """Do the command and return the exit status."""
    model = noted(load_model(arguments.model), arguments)
    ordered = selected(model, model.ruleset.places(arguments.order), arguments)
    look = stdout_look()
    if not look.terminal:
        # a table and nothing else, for other programs
        if not ordered:
            complain("0 rules")
        print_page([rule_table(model.ruleset, ordered[: arguments.limit])], look)
        return 0
    page: list[Block] = [Heading(model_title(model))]
    if len(ordered) < len(model.ruleset):
        page.append(Paragraph(f"{len(ordered)} of {len(model.ruleset)} rules pass the filters"))
    page += rule_blocks(model.ruleset, ordered, not arguments.all, SHOW_ALL, arguments.limit)
    print_page(page, look)
    return 0


def model_title(model: Model) -> str:
    """Return where a model comes from and how large it is, in one line."""
    record = model.record
    n_rules = counted(len(model.ruleset), "rule")
    compacted = "" if record.compaction == "none" else f", compacted ({record.compaction})"
    if model.ruleset.is_short:
        runs = "" if len(model.populations) == 1 else f" and {len(model.populations) - 1} more"
        of_all = f"{n_rules} made of {sum(map(len, model.populations))}"
        of_run = f"profile {record.profile}, seed {record.seed}{runs}, {record.told_steps}"
        return f"{record.data}: {of_run}{compacted}, {of_all}"
    return (
        f"{record.data}: profile {record.profile}, seed {record.seed}, {record.told_steps}{compacted}, {n_rules} "
        f"({model.ruleset.n_micro} micro-classifiers)"
    )
