"""A folder of results with the data that they are of, as far as these are at hand."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from mlslcs_ref._code import LENGTH
from mlslcs_ref.data.catalog import is_at_hand, is_known
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.matrix import Matrix
from mlslcs_ref.errors import DataWarning, MlsLcsError
from mlslcs_ref.experiments.grid.plan import DatasetEntry, Plan
from mlslcs_ref.experiments.grid.results import Results
from mlslcs_ref.experiments.grid.store import ResultStore, load_results
from mlslcs_ref.experiments.grid.tasks import load_data


@dataclass(frozen=True)
class ResultsWithData:
    """What was run, and on what."""

    results: Results
    datasets: Mapping[str, Dataset]
    """All instances of each data set of the plan that is at hand, by its name in the plan."""
    lacking: Mapping[str, str]
    """Why a data set is not among them."""
    code: str = ""
    """The beginning of the SHA-256 of the code of this package that was run."""


def load_with_data(folder: str | Path, data_dir: str | None = None) -> ResultsWithData:
    """Return a folder of results with its data."""
    results = load_results(folder)
    basis = ResultStore(folder).basis()
    datasets: dict[str, Dataset] = {}
    lacking: dict[str, str] = {}
    for entry in results.plan.datasets:
        if not _is_here(entry, data_dir):
            lacking[entry.name] = "not at hand"
            continue
        try:
            with warnings.catch_warnings():
                # what there is to say of them was said when they were run
                warnings.simplefilter("ignore", DataWarning)
                found, sha256 = _whole(results.plan, entry, data_dir)
        except MlsLcsError:
            lacking[entry.name] = "not at hand"
            continue
        if sha256 == basis.data.get(entry.name, sha256):
            datasets[entry.name] = found
        else:
            lacking[entry.name] = "not the data of the run"
    return ResultsWithData(results, datasets, lacking, basis.package[:LENGTH])


def _is_here(entry: DatasetEntry, data_dir: str | None) -> bool:
    # making a page downloads nothing
    names = [f"{entry.source}-train", f"{entry.source}-test"] if entry.scheme == "split" else [entry.source]
    return all(is_at_hand(name, data_dir) or not is_known(name) for name in names)


def _whole(plan: Plan, entry: DatasetEntry, data_dir: str | None) -> tuple[Dataset, str]:
    loaded = load_data(plan, entry, data_dir)
    train, test = loaded.train, loaded.test
    if train is test:
        return train, loaded.sha256
    values, labels = Matrix.joined([train.matrix, test.matrix]), np.concatenate([train.Y, test.Y])
    return Dataset(train.schema, values, labels, entry.name), loaded.sha256
