"""A digest of data, by which results and checkpoints are known to belong to them."""

from __future__ import annotations

import hashlib

import numpy as np

from mlslcs_ref._code import digest
from mlslcs_ref.data.dataset import Dataset


def data_digest(dataset: Dataset) -> str:
    """Return the SHA-256 of a data set: its attributes, labels, values and label sets in their order, not its name."""
    schema = dataset.schema
    attributes = [[type(one).__name__, one.name, list(getattr(one, "values", ()))] for one in schema.attributes]
    found = hashlib.sha256(digest({"attributes": attributes, "labels": list(schema.labels)}).encode())
    # the same bytes on every machine: NaN has many patterns of bits
    for _rows, numbers in dataset.matrix.blocks():
        found.update((np.where(np.isnan(numbers), np.nan, numbers) + 0.0).astype("<f8").tobytes())
    found.update(np.packbits(dataset.Y, axis=1).tobytes())
    return found.hexdigest()
