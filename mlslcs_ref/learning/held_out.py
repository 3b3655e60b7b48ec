"""What a caller gives for rows to be held out and for rules to start from."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from mlslcs_ref._given import brief
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.errors import DataError, SettingsError
from mlslcs_ref.rulesets.arguments import dataset_of
from mlslcs_ref.rulesets.held_out_rows import are_held_out
from mlslcs_ref.rulesets.model import model_of
from mlslcs_ref.rulesets.model_file import load_model
from mlslcs_ref.rulesets.ruleset import RuleSet, ruleset_of


def held_out_of(validation: Any, dataset: Dataset, seed: int) -> tuple[Dataset, Dataset | None]:
    """Return the rows to learn from and those that are held out.

    Parameters
    ----------
    validation : float, or Dataset, data frame, pair (X, Y) of tables, file or name of a data set; or None
        A share of the rows, above 0 and below 1, which are drawn by the seed and not learned from; or other rows.
    dataset : Dataset
        All rows.
    seed : int
        Of the run.

    Raises
    ------
    DataError
        If they are no labelled rows of the schema, or a share leaves none on one side.
    SettingsError
        If it is a number, but no share.
    """
    if validation is None:
        return dataset, None
    if isinstance(validation, bool) or not isinstance(validation, int | float | np.number):
        return dataset, dataset_of(validation, dataset.schema, dataset.reading, partly=True)
    if not 0.0 < validation < 1.0:
        raise SettingsError("validation", "a share above 0 and below 1, or labelled rows", brief(validation))
    n_held_out = round(float(validation) * dataset.n_instances)
    if not 0 < n_held_out < dataset.n_instances:
        raise DataError(
            f"expected a share that leaves rows on both sides, found {brief(validation)} of {dataset.n_instances} rows",
            argument="validation",
        )
    is_held_out = are_held_out(dataset.n_instances, n_held_out, seed)
    return dataset.taken(~is_held_out), dataset.taken(is_held_out)


def starts_of(init: Any) -> tuple[RuleSet, ...]:
    """Return the rules that runs are to start from: of a short model those that its runs left."""
    if init is None:
        return ()
    if isinstance(init, str | Path):
        init = load_model(init)
    if isinstance(init, RuleSet):
        return (init,)
    if isinstance(init, list | tuple) and all(isinstance(one, RuleSet) for one in init):
        return tuple(init)
    try:
        return model_of(init).populations or (ruleset_of(init),)
    except DataError:
        raise DataError(
            "expected a RuleSet, a model, a fitted estimator, or the path of a model file, found a value of "
            f"type {type(init).__name__}",
            argument="init",
        ) from None
