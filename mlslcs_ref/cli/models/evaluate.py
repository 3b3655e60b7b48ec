"""`evaluate`: how good a saved model is on labelled data."""

from __future__ import annotations

import argparse
from typing import Any, Final

from mlslcs_ref._meant import counted
from mlslcs_ref.cli.models.model_data import dataset_from
from mlslcs_ref.cli.models.rules import model_title
from mlslcs_ref.cli.screen import print_json, print_page, said_when_slow, stdout_look
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.remarks import undeclared_counts
from mlslcs_ref.documents.document import Block, Heading, Paragraph
from mlslcs_ref.rulesets.evaluation import MOST_LABELS, Evaluation, labels_document, metrics_document
from mlslcs_ref.rulesets.model import Model
from mlslcs_ref.rulesets.model_file import load_model

FORMAT: Final = "mlslcs_ref.evaluation"
VERSION: Final = 1


def evaluate(arguments: argparse.Namespace) -> int:
    """Do the command and return the exit status."""
    model = load_model(arguments.model)
    dataset = dataset_from(model, arguments.file, arguments)
    with said_when_slow("predicting"):
        found = model.evaluate(dataset, arguments.every_method)
    if arguments.json:
        print_json(_document(model, dataset, found))
        return 0
    look = stdout_look()
    page: list[Block] = [Heading(model_title(model))]
    page.append(
        Paragraph(
            f"on {dataset.name}: {counted(dataset.n_instances, 'instance')}, "
            f"{found.n_unmatched} of which no rule matches"
        )
    )
    page += found.blocks(MOST_LABELS if look.terminal else None)
    print_page(page, look)
    return 0


def _document(model: Model, dataset: Dataset, found: Evaluation) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "version": VERSION,
        "model": vars(model.record),
        "data": {
            "name": dataset.name,
            "instances": dataset.n_instances,
            "absent_labels": list(dataset.absent_labels),
            "unknown_values": undeclared_counts(dataset.matrix, dataset.schema),
            "is_training": found.is_training,
        },
        "method": found.method,
        "metrics": metrics_document(found),
        "labels": labels_document(found),
        "unmatched_instances": found.n_unmatched,
    }
