"""`rules`: print the rules of a saved model."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from mlslcs_ref.cli.models.rule_selection import deciding, ordered_places, selected
from mlslcs_ref.cli.models.rule_table import is_cut, rule_table, shown_rules, untried
from mlslcs_ref.cli.screen.pages import print_page, stdout_look
from mlslcs_ref.cli.screen.streams import complain
from mlslcs_ref.documents.document import Block, Column, Heading, Paragraph, Table
from mlslcs_ref.rulesets import Model, RuleSet, load_model

__all__ = ["model_title", "rules"]


def rules(arguments: argparse.Namespace) -> int:
    """Do the command and return the exit status."""
    model = load_model(arguments.model)
    ordered = selected(model, ordered_places(model.ruleset, arguments.sort), arguments)
    look = stdout_look()
    if not look.terminal:
        _print_records(model.ruleset, ordered, arguments)
        return 0
    page: list[Block] = [Heading(model_title(model))]
    if len(ordered) < len(model.ruleset):
        page.append(Paragraph(f"{len(ordered)} of {len(model.ruleset)} rules pass the filters"))
    if arguments.group:
        for label, name in enumerate(model.ruleset.schema.labels):
            places = deciding(model.ruleset, ordered, label)
            page.append(Heading(f"{name}: decided by {len(places)} rule{'' if len(places) == 1 else 's'}"))
            page += _shown(model.ruleset, places, arguments)
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


def _shown(ruleset: RuleSet, places: Sequence[int], arguments: argparse.Namespace) -> list[Block]:
    """Return a table of rules, cut unless all or so many are asked for, and what was cut."""
    brief = not arguments.all
    if arguments.limit is not None:
        shown = places[: arguments.limit]
    else:
        shown = places[: len(shown_rules([ruleset[place] for place in places]))] if brief else places
    blocks: list[Block] = [rule_table(ruleset, shown, brief) if shown else Paragraph("0 rules")]
    blocks += untried(ruleset, shown)
    if len(shown) < len(places):
        blocks.append(Paragraph(f"{len(shown)} of {len(places)} rules; --all shows every one, in full"))
    elif brief and any(is_cut(ruleset[place]) for place in shown):
        blocks.append(Paragraph("--all shows the rules in full"))
    return blocks


def model_title(model: Model) -> str:
    """Return where a model comes from and how large it is, in one line."""
    record = model.record
    n_rules = len(model.ruleset)
    if model.ruleset.is_short:
        runs = "" if len(model.populations) == 1 else f" and {len(model.populations) - 1} more"
        of_all = f"{n_rules} rule{'' if n_rules == 1 else 's'} made of {sum(map(len, model.populations))}"
        return f"{record.data}: profile {record.profile}, seed {record.seed}{runs}, {record.steps} steps, {of_all}"
    compacted = "" if record.compaction == "none" else f", compacted ({record.compaction})"
    return (
        f"{record.data}: profile {record.profile}, seed {record.seed}, {record.steps} steps{compacted}, {n_rules} "
        f"rule{'' if n_rules == 1 else 's'} ({model.ruleset.n_micro} micro-classifiers)"
    )
