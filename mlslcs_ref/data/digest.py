"""A digest of data, by which results and checkpoints are known to belong to them."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
import numpy.typing as npt

from mlslcs_ref._code import digest
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.schema import Attribute


def data_digest(dataset: Dataset) -> str:
    """Return the SHA-256 of a data set: its attributes, labels, values and label sets in their order, not its name."""
    schema = dataset.schema
    attributes = [_declared(attribute) for attribute in schema.attributes]
    found = hashlib.sha256(digest({"attributes": attributes, "labels": list(schema.labels)}).encode())
    for _rows, numbers in dataset.matrix.blocks():
        found.update(_same_bytes(numbers))
    found.update(np.packbits(dataset.Y, axis=1).tobytes())
    return found.hexdigest()


def data_parts(dataset: Dataset, what: str) -> dict[str, Any]:
    """Return the parts by which a data set is known, each with its name, so that a message can say which part differs.

    What columns hold is known by their values in ascending order: rows in another order differ in that alone. `what`
    says what the data are called: `data`, `rows held out`.
    """
    schema = dataset.schema
    found: dict[str, Any] = {"number of rows": dataset.n_instances}
    for attribute, column in zip(schema.attributes, dataset.matrix.columns(), strict=True):
        declared = digest({"attribute": _declared(attribute)}).encode()
        values = _same_bytes(np.sort(column.numbers))
        found[f"attribute {attribute.name!r}"] = hashlib.sha256(declared + values).hexdigest()
    for label, flags in zip(schema.labels, dataset.Y.T, strict=True):
        found[f"label {label!r}"] = hashlib.sha256(np.packbits(np.sort(flags)).tobytes()).hexdigest()
    names = [attribute.name for attribute in schema.attributes]
    found["order of the columns"] = digest({"attributes": names, "labels": list(schema.labels)})
    found["order of the rows"] = data_digest(dataset)
    return {f"{part} of the {what}": value for part, value in found.items()}


def _declared(attribute: Attribute) -> list[Any]:
    return [type(attribute).__name__, attribute.name, list(getattr(attribute, "values", ()))]


def _same_bytes(numbers: npt.NDArray[np.float64]) -> bytes:
    """Return the same bytes on every machine: NaN has many patterns of bits, and 0 has two."""
    return (np.where(np.isnan(numbers), np.nan, numbers) + 0.0).astype("<f8").tobytes()
