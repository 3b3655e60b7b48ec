"""`export`: a saved model in another format."""

from __future__ import annotations

import argparse

from mlslcs_ref.cli.call.arguments import command
from mlslcs_ref.cli.call.loading import require_output
from mlslcs_ref.cli.models.model_data import noted
from mlslcs_ref.cli.screen import said_when_slow, write_output
from mlslcs_ref.errors import UsageError
from mlslcs_ref.rulesets.export.formats import PREDICTING, export_text
from mlslcs_ref.rulesets.model_file import load_model


def export(arguments: argparse.Namespace) -> int:
    """Do the command and return the exit status."""
    if arguments.method is not None and arguments.format not in PREDICTING:
        raise UsageError(f"--method is for {' and '.join(PREDICTING)}: {arguments.format} shows rules only")
    for option in ("table", "id", "estimates"):
        if getattr(arguments, option) and arguments.format != "sql":
            call = command("export", "--out", "rules.sql", names=[arguments.model, "sql"])
            raise UsageError(
                f"--{option} is for sql, found {arguments.format}: leave it out, or write a query, as {call}"
            )
    require_output(arguments.out, "--out", arguments.model)
    model = noted(load_model(arguments.model), arguments)
    table = arguments.table or "instances"
    with said_when_slow("writing the rules"):
        text = export_text(
            model, arguments.format, arguments.method, table, arguments.order, arguments.id, arguments.estimates
        )
    write_output(arguments.out, text)
    return 0
