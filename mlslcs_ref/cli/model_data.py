"""The data that a saved model is looked at with: its problem's, or a file's."""

from __future__ import annotations

import argparse

from mlslcs_ref.cli.loading import load_file
from mlslcs_ref.data import Dataset, Problem, problem
from mlslcs_ref.errors import DataError, UsageError
from mlslcs_ref.rulesets import Model

__all__ = ["model_dataset", "required", "row_of", "trained_problem"]


def model_dataset(model: Model, arguments: argparse.Namespace) -> Dataset | None:
    """Return the labelled instances of `--data`, else those of the artificial problem that the model was trained on.

    Parameters
    ----------
    model : Model
        The model, whose schema the data are coded by.
    arguments : Namespace
        With `data`, `drop` and `encoding`.

    Returns
    -------
    Dataset or None
        None if there is neither.

    Raises
    ------
    DataError
        If the file cannot be used, or has no labels.
    """
    schema = model.ruleset.schema
    if arguments.data is not None:
        return load_file(arguments.data, arguments.encoding, arguments.drop, schema=schema)
    known = trained_problem(model)
    return None if known is None else known.dataset


def trained_problem(model: Model) -> Problem | None:
    """Return the artificial problem that a model was trained on, None if it was another data set."""
    try:
        known = problem(model.record.data)
    except DataError:
        # a file can be called like a problem that does not exist
        return None
    return known if known is not None and known.dataset.schema == model.ruleset.schema else None


def required(dataset: Dataset | None, model: Model, what: str) -> Dataset:
    """Return the data, or say which are missing.

    Raises
    ------
    UsageError
        If there are none.
    """
    if dataset is None:
        raise UsageError(f"{what} needs the training data ({model.record.data}): add --data FILE")
    return dataset


def row_of(number: int, n_rows: int, file: str) -> int:
    """Return the place, from 0, of a row that is counted from 1.

    Raises
    ------
    UsageError
        If there is no such row.
    """
    if not 1 <= number <= n_rows:
        raise UsageError(f"expected a row from 1 to {n_rows} of {file}, found {number}")
    return number - 1
