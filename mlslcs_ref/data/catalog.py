"""The multi-label data sets of the literature by name, downloaded once if they are not on this machine.

The files are Mulan's, at one commit, and each has to have its SHA-256: a name stands for the same data everywhere. They
are looked for in a folder that is said, then in the one that the environment variable MLSLCS_REF_DATA names, then in
the cache of the user; what is not there is downloaded into the cache. Nothing of the data is part of this package,
because its licence is not stated.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import numpy as np

from mlslcs_ref._given import brief
from mlslcs_ref.data.catalog_sums import SUMS
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.files import load_file
from mlslcs_ref.data.label_specs import LabelCount, LabelFile
from mlslcs_ref.data.matrix import Matrix
from mlslcs_ref.data.schema import Schema
from mlslcs_ref.data.text_lines import PathName, read_bytes
from mlslcs_ref.errors import DataError

DATA_VARIABLE: Final = "MLSLCS_REF_DATA"
_SHOWN_REASON: Final = 80
_COMMIT: Final = "43f6389095ad71984264db4387a8074b22bc7d4a"


@dataclass(frozen=True)
class Downloads:
    """Where files come from that are not on this machine."""

    url: str
    """What stands before a file's path, with a slash at its end."""
    cache: Path | None = None
    """Where they are kept; by default the user's cache folder."""
    retries: int = 2
    """How often a download that fails is tried again."""
    sums: dict[str, str] = field(default_factory=lambda: dict(SUMS), repr=False)
    """The SHA-256 of each file, by path."""

    def has(self, path: str) -> bool:
        """Tell whether a file is in the cache."""
        try:
            import pooch  # noqa: PLC0415 -- an extra
        except ImportError:
            return False
        return (Path(self.cache or pooch.os_cache("mlslcs_ref")) / path).is_file()

    def fetch(self, path: str) -> Path:
        """Return a file from the cache, downloaded into it if it is not there or not whole.

        Of a file that cannot be had, or is not the one that it should be, nothing is left.
        """
        try:
            import pooch  # noqa: PLC0415 -- an extra
            from requests import RequestException  # noqa: PLC0415 -- comes with it
        except ImportError:
            raise DataError("downloading needs pooch: pip install 'mlslcs_ref[data]'", path) from None
        shelf = pooch.create(
            path=self.cache or pooch.os_cache("mlslcs_ref"),
            base_url=self.url,
            registry=self.sums,
            retry_if_failed=self.retries,
        )
        try:
            # pooch stumbles over a folder that another thread has just made
            (Path(shelf.path) / path).parent.mkdir(parents=True, exist_ok=True)
            return Path(shelf.fetch(path))
        except (OSError, RequestException) as error:
            raise _elsewhere(f"cannot be downloaded: {_reason(error)}", self.url + path) from None
        except ValueError:
            other = "the downloaded file is not the expected one: its SHA-256 differs"
            raise _elsewhere(other, self.url + path) from None


MULAN: Final = Downloads(f"https://raw.githubusercontent.com/tsoumakas/mulan/{_COMMIT}/data/multi-label/")
_SPLIT: Final = ("flags", "emotions", "genbase", "enron", "yeast", "medical", "scene", "birds", "mediamill")
_WHOLE_ONLY: Final = ("cal500",)
# not kept in one file, but in its parts
_IN_PARTS: Final = ("birds",)
# not in Mulan's folder, and known by its sums alone; without a label XML, the labels are its last columns
_ELSEWHERE: Final = {"mediamill": LabelCount(-101)}


@dataclass(frozen=True)
class _Known:
    """The ARFF files of a data set in their order, and its labels: an XML, or which columns."""

    parts: tuple[str, ...]
    labels: str | LabelCount


def _catalogue() -> dict[str, _Known]:
    found: dict[str, _Known] = {}
    for name in (*_SPLIT, *_WHOLE_ONLY):
        labels: str | LabelCount = _ELSEWHERE.get(name, f"{name}/{name}.xml")
        train, test = f"{name}/{name}-train.arff", f"{name}/{name}-test.arff"
        found[name] = _Known((train, test) if name in _IN_PARTS else (f"{name}/{name}.arff",), labels)
        if name in _SPLIT:
            found[f"{name}-train"] = _Known((train,), labels)
            found[f"{name}-test"] = _Known((test,), labels)
    return found


_CATALOGUE: Final = _catalogue()


def known_names() -> tuple[str, ...]:
    """Return the names of the catalogue."""
    return tuple(_CATALOGUE)


def is_known(name: str) -> bool:
    """Tell whether a name, in any case, is in the catalogue."""
    return name.lower() in _CATALOGUE


def is_at_hand(name: str, data_dir: PathName | None = None, source: Downloads = MULAN) -> bool:
    """Tell whether `load_known` needs no download for these arguments; False for an unknown name."""
    known, folders = _CATALOGUE.get(name.lower()), _folders(data_dir)
    if known is None:
        return False
    paths = known.parts if isinstance(known.labels, LabelCount) else (*known.parts, known.labels)
    return all(_candidates(path, folders) or source.has(path) for path in paths)


def load_known(
    name: str,
    data_dir: PathName | None = None,
    *,
    schema: Schema | None = None,
    drop: Collection[str] = (),
    source: Downloads = MULAN,
) -> Dataset:
    """Load a data set of the catalogue, as ``emotions`` or ``emotions-train``, in any case.

    The folder is looked in first, for ``emotions/emotions.arff``, then for ``emotions.arff``. `drop` names columns to
    leave out, as ``protein`` of genbase, which is another in every row.
    """
    key = name.lower()
    if key not in _CATALOGUE:
        raise DataError(f"expected one of {', '.join(known_names())}, found {brief(name)}")
    known, folders = _CATALOGUE[key], _folders(data_dir)
    labels = (
        known.labels if isinstance(known.labels, LabelCount) else LabelFile(str(_found(known.labels, folders, source)))
    )
    first, *others = (_found(part, folders, source) for part in known.parts)
    whole = load_file(first, labels, schema=schema, drop=drop)
    for other in others:
        part = load_file(other, labels, schema=whole.schema, drop=drop)
        whole = Dataset(whole.schema, Matrix.joined([whole.matrix, part.matrix]), np.concatenate([whole.Y, part.Y]))
    return whole.named(key)


def _folders(data_dir: PathName | None) -> list[Path]:
    said = [] if data_dir is None else [Path(data_dir)]
    for folder in said:
        if not folder.is_dir():
            raise DataError("expected a folder of data, found no folder", str(folder))
    variable = os.environ.get(DATA_VARIABLE)
    return said + ([Path(variable)] if variable else [])


def _found(path: str, folders: list[Path], source: Downloads) -> Path:
    for candidate in _candidates(path, folders):
        _require_sum(candidate, source.sums[path])
        return candidate
    if path.partition("/")[0] in _ELSEWHERE:
        raise _elsewhere("cannot be downloaded, because Mulan does not have it", path)
    return source.fetch(path)


def _candidates(path: str, folders: list[Path]) -> list[Path]:
    """Return the files that may be the one of a path, those of the first folder first."""
    named = [candidate for folder in folders for candidate in (folder / path, folder / Path(path).name)]
    return [candidate for candidate in named if candidate.is_file()]


def _require_sum(file: Path, expected: str) -> None:
    if hashlib.sha256(read_bytes(file)).hexdigest() != expected:
        raise DataError(
            "this is not the known file of this name: its SHA-256 differs; to use it, give its path",
            str(file),
        )


def _reason(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    # what requests says of a network that is not there is longer than anyone reads
    text = str(error).partition(" for url")[0]
    return text if len(text) <= _SHOWN_REASON else type(error).__name__


def _elsewhere(problem: str, file: str) -> DataError:
    how = f"get it another way, and give its folder with data_dir=... or the variable {DATA_VARIABLE}"
    return DataError(f"{problem}; {how}", file, argument="data_dir")
