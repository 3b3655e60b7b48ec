"""The data of a trace: codes and numbers alone, so that a trace needs no other file."""

from __future__ import annotations

import hashlib
import math
import struct
from typing import Any

from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.schema import Attribute, ContinuousAttribute, NominalAttribute, Schema
from mlslcs_ref.errors import DataError
from mlslcs_ref.oracle.operators.values import dataset_of, problem_of
from mlslcs_ref.untrusted import Untrusted


def data_record(dataset: Dataset) -> dict[str, Any]:
    """Return a data set as JSON: attributes a1, a2, ... and labels l1, l2, ... by kind, instances in order."""
    kinds = [isinstance(attribute, ContinuousAttribute) for attribute in dataset.schema.attributes]
    return {
        "name": dataset.name,
        "sha256": data_hash(dataset),
        "attributes": [_attribute(attribute) for attribute in dataset.schema.attributes],
        "n_labels": dataset.n_labels,
        "instances": [
            {"x": [_cell(x, kind) for x, kind in zip(row, kinds, strict=True)], "y": _digits(labels)}
            for row, labels in zip(dataset.rows(), dataset.Y.tolist(), strict=True)
        ],
    }


def dataset_from(inputs: Untrusted, schema: Schema | None = None) -> Dataset:
    """Return the data set of a record. Data to test on have the schema of the training data."""
    name = inputs.field("name").text()
    inputs.field("sha256").text()
    found, bounds = problem_of(inputs)
    if any(bound is not None and not math.isnan(bound[0]) for bound in bounds):
        raise DataError("attributes: expected the minimum and maximum of the instances, or none")
    if schema is not None and found != schema:
        raise DataError("test: expected the attributes and labels of the training data")
    dataset = dataset_of(inputs, found)
    inputs.done()
    return Dataset(found, dataset.matrix, dataset.Y, name)


def data_hash(dataset: Dataset) -> str:
    """Return the SHA-256 of a data set, whatever its names.

    It is over lines of ASCII text: a line for each attribute ("binary", "nominal 3", "continuous"), "labels n", and one
    for each instance: its values, then its labels as 0s and 1s, with blanks between. A code is in decimal, a number is
    the 16 hexadecimal digits of its IEEE-754 double, a missing value is "?".
    """
    kinds = [isinstance(attribute, ContinuousAttribute) for attribute in dataset.schema.attributes]
    lines = [_attribute_line(attribute) for attribute in dataset.schema.attributes]
    lines.append(f"labels {dataset.n_labels}")
    for row, labels in zip(dataset.rows(), dataset.Y.tolist(), strict=True):
        cells = [_cell_text(x, kind) for x, kind in zip(row, kinds, strict=True)]
        lines.append(" ".join([*cells, _digits(labels)]))
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode("ascii")).hexdigest()


def _attribute(attribute: Attribute) -> dict[str, Any]:
    if isinstance(attribute, ContinuousAttribute):
        return {"kind": "continuous"}
    if isinstance(attribute, NominalAttribute):
        return {"kind": "nominal", "n_values": len(attribute.values)}
    return {"kind": "binary"}


def _attribute_line(attribute: Attribute) -> str:
    return " ".join(map(str, _attribute(attribute).values()))


def _cell(x: float, is_number: bool) -> float | int | None:
    if math.isnan(x):
        return None
    return x if is_number else int(x)


def _cell_text(x: float, is_number: bool) -> str:
    if math.isnan(x):
        return "?"
    return struct.pack(">d", x).hex() if is_number else str(int(x))


def _digits(labels: list[bool]) -> str:
    return "".join("01"[label] for label in labels)
