"""`check`: check a saved model for errors. Exit status 0 if there are none, else 1."""

from __future__ import annotations

import argparse
from typing import Final

from mlslcs_ref._meant import counted
from mlslcs_ref.cli.models.model_data import model_dataset
from mlslcs_ref.cli.models.rules import model_title
from mlslcs_ref.cli.screen import print_page, said_when_slow, stdout_look
from mlslcs_ref.documents.document import Block, Column, Heading, Paragraph, Table, Value
from mlslcs_ref.rulesets.checking import Flaw, check_model
from mlslcs_ref.rulesets.model import Model
from mlslcs_ref.rulesets.model_file import load_model

WRONG: Final = 1
MOST: Final = 25


def check(arguments: argparse.Namespace) -> int:
    """Do the command and return the exit status."""
    model = load_model(arguments.model)
    dataset = model_dataset(model, arguments)
    with said_when_slow("checking the rules"):
        found = check_model(model, dataset)
    errors = [finding for finding in found if finding.severity == "error"]
    look = stdout_look()
    ordered = [*errors, *(finding for finding in found if finding.severity == "note")]
    shown = ordered[:MOST] if look.terminal and not arguments.all else ordered
    page = _page(model, shown, len(errors), len(found) - len(errors), look.terminal)
    if len(shown) < len(found):
        page.append(Paragraph(f"{len(shown)} of {len(found)} findings; --all shows every one"))
    if dataset is None:
        page.append(Paragraph("coverage was not checked: that needs the training data, with --data FILE"))
    print_page(page, look)
    return WRONG if errors else 0


def _page(model: Model, shown: list[Flaw], n_errors: int, n_notes: int, terminal: bool) -> list[Block]:
    verdict = "nothing is wrong" if not n_errors else counted(n_errors, "error")
    page: list[Block] = [Heading(model_title(model))]
    page.append(Paragraph(f"{verdict}, {counted(n_notes, 'note')}"))
    if shown:
        # to a person a column without a number says nothing; programs always get it
        has_id = not terminal or any(finding.place is not None for finding in shown)
        columns = (Column("severity", "text"), Column("code", "text"), Column("id"), Column("finding", "long"))
        kept = [place for place in range(len(columns)) if has_id or columns[place].name != "id"]
        rows = tuple(tuple(_row(finding)[place] for place in kept) for finding in shown)
        page.append(Table(tuple(columns[place] for place in kept), rows))
    return page


def _row(finding: Flaw) -> tuple[Value, ...]:
    place = "" if finding.place is None else finding.place + 1
    return finding.severity, finding.code, place, finding.message
