"""`predict`: label a data file with a saved model."""

from __future__ import annotations

import argparse
import csv
import io
import sys
from typing import Any, Final

import numpy.typing as npt

from mlslcs_ref.atomic import require_writable, write_text
from mlslcs_ref.cli.call.loading import require_other_file
from mlslcs_ref.cli.models.model_data import instances_of
from mlslcs_ref.cli.screen.pages import page_text
from mlslcs_ref.cli.screen.streams import write_document, write_stderr
from mlslcs_ref.documents.document import Block, Column, Paragraph, Table
from mlslcs_ref.documents.look import look_of
from mlslcs_ref.documents.visible import visible
from mlslcs_ref.metrics import Scores, scores
from mlslcs_ref.rulesets import Consultation, Method, load_model
from mlslcs_ref.rulesets.consultation import POSTERIOR, known_method
from mlslcs_ref.rulesets.evaluation import METRIC_COLUMNS
from mlslcs_ref.rulesets.notation import name_text

__all__ = ["csv_text", "predict"]

# how spreadsheets know a formula; an empty text is in no need of quotes, and gets them
FORMULA: Final = ("=", "+", "-", "@", "|", "%", "")


def predict(arguments: argparse.Namespace) -> int:
    """Do the command and return the exit status."""
    if arguments.out is not None:
        require_writable(arguments.out)
        require_other_file(arguments.out, "--out", arguments.model, arguments.file)
    model = load_model(arguments.model)
    ruleset = model.ruleset
    instances, truth = instances_of(model, arguments.file, arguments)
    consultation = Consultation(ruleset, instances)
    method = known_method(ruleset, arguments.method)
    predicted = consultation.predicted(method, model.thresholds)
    if arguments.estimates:
        text = csv_text(ruleset.schema.labels, _estimates(consultation, method))
    else:
        text = csv_text(ruleset.schema.labels, predicted.astype(int))
    if arguments.out is not None:
        write_text(arguments.out, text)
    else:
        write_document(text)
    if not arguments.quiet:
        skip_empty = ruleset.settings.skip_empty
        found = None if truth is None else scores(truth, predicted, skip_empty)
        _remark(method, len(instances), consultation.n_unmatched, found)
    return 0


def _estimates(consultation: Consultation, method: Method) -> npt.NDArray[Any]:
    """Return how likely the labels are, or their shares of the votes (EXT-1, INF-2)."""
    return consultation.estimates() if method == POSTERIOR else consultation.votes()


def csv_text(labels: tuple[str, ...], predicted: npt.NDArray[Any]) -> str:
    """Return predictions as CSV: the names of the labels, then a row of numbers for each instance.

    A name that a spreadsheet would take for a formula, or that is not seen as it is, stands in double quotes with
    escapes as in JSON.
    """
    target = io.StringIO()
    writer = csv.writer(target, lineterminator="\n")
    writer.writerow(
        name_text(label) if label.lstrip()[:1] in FORMULA or visible(label) != label else label for label in labels
    )
    writer.writerows(predicted.tolist())
    return target.getvalue()


def _remark(method: str, n_instances: int, n_unmatched: int, found: Scores | None) -> None:
    """Say on standard error how good the prediction is, if that is known."""
    page: list[Block] = [Paragraph(f"{n_instances} instances labelled, {n_unmatched} of which no rule matches")]
    if found is not None:
        page.append(Table((Column("method", "text"), *METRIC_COLUMNS), ((method.upper(), *found),)))
    write_stderr(page_text(page, look_of(sys.stderr)))
