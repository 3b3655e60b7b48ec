"""The data that a saved model is looked at with: its problem's, or a file's."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from os import fspath
from pathlib import Path

import numpy as np
import numpy.typing as npt

from mlslcs_ref.cli.call.loading import known_problem, load_file, remarks_said, shown_source, source_of
from mlslcs_ref.cli.call.names import STANDARD_STREAM
from mlslcs_ref.cli.call.options import said_of_reading
from mlslcs_ref.cli.screen import said_when_slow
from mlslcs_ref.data.catalog import is_known
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.files import column_texts, load_instances
from mlslcs_ref.data.matrix import Matrix
from mlslcs_ref.data.problems import problem_with
from mlslcs_ref.data.reading import Reading
from mlslcs_ref.data.text_lines import TextSource
from mlslcs_ref.errors import DataError, UsageError
from mlslcs_ref.rulesets.model import Model


def model_dataset(model: Model, arguments: argparse.Namespace) -> Dataset | None:
    """Return the labelled instances of `--data`, else those of the model's artificial problem, None if it has none."""
    if arguments.data is not None:
        return dataset_from(model, arguments.data, arguments)
    if arguments.drop:
        raise UsageError("--drop leaves out a column of a file: add --data FILE")
    known = problem_with(model.record.data, model.ruleset.schema)
    return None if known is None else known.dataset


def instances_of(
    model: Model, source: str | TextSource, arguments: argparse.Namespace
) -> tuple[Matrix, npt.NDArray[np.bool_] | None]:
    """Return the instances of a file, a problem or a data set of the literature, coded by the schema of a model.

    With them are their label sets, as far as they are known.
    """
    if isinstance(source, TextSource) or (
        known_problem(source) is None and (source == STANDARD_STREAM or Path(source).exists() or not is_known(source))
    ):
        with remarks_said(), said_when_slow(f"reading {shown_source(fspath(source))}"):
            return load_instances(
                source if isinstance(source, TextSource) else source_of(source),
                model.ruleset.schema,
                reading=Reading.from_dict(model.reading),
                **said_of_reading(arguments),
            )
    dataset = dataset_from(model, source, arguments)
    return dataset.matrix, dataset.Y


def columns_of(
    model: Model, source: str | TextSource, names: Sequence[str], arguments: argparse.Namespace
) -> list[list[str]]:
    """Return columns of a file as texts, in the order of its rows."""
    if isinstance(source, str) and not Path(source).exists():
        raise UsageError(f"--id is for a column of a file, but {source} is none")
    return column_texts(
        source, names, model.ruleset.schema, reading=Reading.from_dict(model.reading), **said_of_reading(arguments)
    )


def dataset_from(model: Model, source: str, arguments: argparse.Namespace) -> Dataset:
    """Return the labelled instances of a file, a problem or a data set of the literature."""
    known = known_problem(source)
    if known is None:
        reading = Reading.from_dict(model.reading)
        return load_file(source, arguments, schema=model.ruleset.schema, reading=reading)
    if arguments.drop:
        raise UsageError(f"--drop is for files, but {source} is an artificial problem")
    if known.dataset.schema != model.ruleset.schema:
        raise UsageError(
            f"{source} has other attributes or labels than the model, which was trained on {model.record.data}"
        )
    return known.dataset


def noted(model: Model, arguments: argparse.Namespace) -> Model:
    """Return a model whose rules are written as `--notation` says."""
    if arguments.notation is None:
        return model
    try:
        return replace(model, ruleset=model.ruleset.written(arguments.notation))
    except DataError as error:
        raise UsageError(f"--notation {arguments.notation}: {error.message}") from None


def required(dataset: Dataset | None, model: Model, what: str) -> Dataset:
    """Return the data, or say which are missing."""
    if dataset is None:
        raise UsageError(f"{what} needs the training data ({model.record.data}): add --data FILE")
    return dataset


def row_of(number: int, n_rows: int, file: str) -> int:
    """Return the place, from 0, of a row that is counted from 1."""
    if not 1 <= number <= n_rows:
        raise UsageError(f"expected a row from 1 to {n_rows} of {file}, found {number}")
    return number - 1
