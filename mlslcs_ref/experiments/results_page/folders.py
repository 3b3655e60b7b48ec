"""Folders of results: finding them, reading them with the data that they are of, and writing a page about them."""

from __future__ import annotations

import os
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from mlslcs_ref._code import LENGTH
from mlslcs_ref.atomic import make_folder, require_writable_in, write_text
from mlslcs_ref.data.catalog import is_at_hand, is_known
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.matrix import Matrix
from mlslcs_ref.documents.document import Document
from mlslcs_ref.documents.html import html_page
from mlslcs_ref.documents.markdown import figure_files, markdown_text
from mlslcs_ref.errors import DataWarning, MlsLcsError, PlanError
from mlslcs_ref.experiments.grid.plan import DatasetEntry, Plan
from mlslcs_ref.experiments.grid.results import Results
from mlslcs_ref.experiments.grid.store import ResultStore, load_results
from mlslcs_ref.experiments.grid.tasks import load_data
from mlslcs_ref.experiments.tuning.document import TUNING

HTML: Final = "index.html"
MARKDOWN: Final = "report.md"
MARK: Final = "plan.toml"


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


class Found(NamedTuple):
    """The contents of the given folders."""

    results: tuple[Path, ...]
    """Folders of results."""
    tunings: tuple[Path, ...]
    """Folders of `experiment tune`, which hold results of their own, of its steps."""


def found_folders(paths: Sequence[str | Path]) -> Found:
    """Return the given folders of results, or those in them, each once."""
    found: dict[Path, Path] = {}
    for path in map(Path, paths):
        if not os.path.isdir(path):  # noqa: PTH112 - of a name too long too
            raise PlanError("expected a folder of results, found none", str(path))
        inside = [path] if _is_one(path) else sorted(filter(_is_one, path.iterdir()))
        if not inside:
            raise PlanError(f"expected a folder of results, or one that holds such folders, found no {MARK}", str(path))
        for folder in inside:
            found.setdefault(folder.resolve(), folder)
    folders = tuple(found.values())
    return Found(
        tuple(folder for folder in folders if not (folder / TUNING).is_file()),
        tuple(folder for folder in folders if (folder / TUNING).is_file()),
    )


def _is_one(folder: Path) -> bool:
    return (folder / MARK).is_file() or (folder / TUNING).is_file()


def require_page_folder(folder: Path) -> None:
    """Check before work is done that a page can be written; OutputError if it cannot."""
    require_writable_in(folder, HTML)


def write_page(document: Document, folder: Path) -> tuple[Path, Path]:
    """Write a page as HTML, and as Markdown with its figures beside it, and return where both are."""
    html, markdown, figures = html_page(document), markdown_text(document), figure_files(document)
    require_page_folder(folder)
    make_folder(folder)
    for name, text in figures.items():
        write_text(folder / name, text)
    write_text(folder / MARKDOWN, markdown)
    write_text(folder / HTML, html)
    return folder / HTML, folder / MARKDOWN
