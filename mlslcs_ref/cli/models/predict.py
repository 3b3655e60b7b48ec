"""`predict`: label a data file with a saved model."""

from __future__ import annotations

import argparse
import csv
import io
import sys
from collections.abc import Mapping, Sequence
from itertools import repeat
from pathlib import Path
from typing import Any, Final

import numpy.typing as npt

from mlslcs_ref._meant import counted
from mlslcs_ref.cli.call.loading import require_output, source_of
from mlslcs_ref.cli.call.names import STANDARD_STREAM
from mlslcs_ref.cli.models.model_data import columns_of, instances_of
from mlslcs_ref.cli.screen import page_text, said_when_slow, write_output, write_stderr
from mlslcs_ref.data.text_lines import rereadable
from mlslcs_ref.documents.document import Block, Column, Paragraph, Table
from mlslcs_ref.documents.look import look_of
from mlslcs_ref.documents.visible import visible
from mlslcs_ref.errors import UsageError
from mlslcs_ref.metrics import Scores, scores
from mlslcs_ref.rulesets.consultation import POSTERIOR, Consultation, Method, known_method, warn_of_votes
from mlslcs_ref.rulesets.evaluation import METRIC_COLUMNS
from mlslcs_ref.rulesets.model_file import load_model
from mlslcs_ref.rulesets.notation import name_text
from mlslcs_ref.rulesets.unlike import warn_of_unlike

# how spreadsheets know a formula; an empty text is in no need of quotes, and gets them
NO_IDS: Final[Mapping[str, Sequence[str]]] = {}
FORMULA: Final = ("=", "+", "-", "@", "|", "%", "")


def predict(arguments: argparse.Namespace) -> int:
    """Do the command and return the exit status."""
    require_output(arguments.out, "--out", arguments.model, arguments.file)
    model = load_model(arguments.model)
    ruleset = model.ruleset
    if shared := [name for name in arguments.id if name in ruleset.schema.labels]:
        raise UsageError(f"--id {shared[0]}: this is a label, of which the predictions are written")
    source = arguments.file
    if arguments.id and (source == STANDARD_STREAM or Path(source).is_fifo()):
        # it is read twice
        source = rereadable(source_of(source))
    instances, truth = instances_of(model, source, arguments)
    ids = columns_of(model, source, arguments.id, arguments) if arguments.id else []
    warn_of_unlike(ruleset, instances)
    consultation = Consultation(ruleset, instances)
    method = known_method(ruleset, arguments.method)
    warn_of_votes(ruleset, method)
    with said_when_slow("predicting", arguments.quiet):
        predicted = consultation.predicted(method, model.thresholds)
    numbers = _estimates(consultation, method) if arguments.estimates else predicted.astype(int)
    text = csv_text(ruleset.schema.labels, numbers, dict(zip(arguments.id, ids, strict=True)))
    write_output(arguments.out, text)
    if not arguments.quiet:
        skip_empty = ruleset.settings.skip_empty
        found = None if truth is None else scores(truth, predicted, skip_empty)
        _remark(method, len(instances), consultation.n_unmatched, found)
    return 0


def _estimates(consultation: Consultation, method: Method) -> npt.NDArray[Any]:
    """Return how likely the labels are, or their shares of the votes (EXT-1, INF-2)."""
    return consultation.estimates() if method == POSTERIOR else consultation.votes()


def csv_text(labels: tuple[str, ...], predicted: npt.NDArray[Any], ids: Mapping[str, Sequence[str]] = NO_IDS) -> str:
    """Return predictions as CSV: the names of the labels, then a row of numbers for each instance, identifiers first.

    A name that a spreadsheet would take for a formula, or that is not seen as it is, stands in double quotes with
    escapes as in JSON.
    """
    target = io.StringIO()
    writer = csv.writer(target, lineterminator="\n")
    writer.writerow(
        name_text(name) if name.lstrip()[:1] in FORMULA or visible(name) != name else name for name in (*ids, *labels)
    )
    rows = zip(*ids.values(), strict=True) if ids else repeat(())
    writer.writerows([*row, *numbers] for row, numbers in zip(rows, predicted.tolist(), strict=False))
    return target.getvalue()


def _remark(method: str, n_instances: int, n_unmatched: int, found: Scores | None) -> None:
    """Say on standard error how good the prediction is, if that is known."""
    labelled = f"{counted(n_instances, 'instance')} labelled"
    page: list[Block] = [Paragraph(f"{labelled}, {n_unmatched} of which no rule matches")]
    if found is not None:
        page.append(Table((Column("method", "text"), *METRIC_COLUMNS), ((method.upper(), *found),)))
    write_stderr(page_text(page, look_of(sys.stderr)))
