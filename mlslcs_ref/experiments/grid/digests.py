"""A digest of data, by which a folder of results is known to belong to them."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

from mlslcs_ref._code import digest
from mlslcs_ref.data import Attribute, ContinuousAttribute, Dataset


def data_digest(dataset: Dataset) -> str:
    """Return the SHA-256 of a data set: its attributes, labels, values and label sets in their order, not its name."""
    schema = dataset.schema
    found = hashlib.sha256()
    found.update(digest({"attributes": list(map(_told, schema.attributes)), "labels": list(schema.labels)}).encode())
    # the same bytes on every machine: one NaN and one zero
    for _rows, numbers in dataset.matrix.blocks():
        found.update((np.where(np.isnan(numbers), np.nan, numbers) + 0.0).astype("<f8").tobytes())
    found.update(np.packbits(dataset.Y, axis=1).tobytes())
    return found.hexdigest()


def _told(attribute: Attribute) -> list[Any]:
    values = [] if isinstance(attribute, ContinuousAttribute) else list(attribute.values)
    return [type(attribute).__name__, attribute.name, values]
