"""What callers hand over, turned into what the rooms inside take."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from mlslcs_ref._given import is_listed
from mlslcs_ref._meant import first_of
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.dates import PARTS
from mlslcs_ref.data.files import load_instances
from mlslcs_ref.data.frames import frame_of, is_frame
from mlslcs_ref.data.loading import load_dataset
from mlslcs_ref.data.matrix import Matrix
from mlslcs_ref.data.reading import Reading
from mlslcs_ref.data.schema import ContinuousAttribute, Schema
from mlslcs_ref.data.table import encoded, from_table
from mlslcs_ref.errors import DataError


def one_row(x: Any) -> Any:
    """Return one instance as a table of one row."""
    if is_frame(x) or getattr(x, "ndim", 0) == 2:
        return x
    if hasattr(x, "to_frame") and hasattr(x, "index"):
        return x.to_frame().T
    if isinstance(x, str | bytes | Mapping) or not is_listed(x):
        raise DataError(
            f"expected one instance: a row of values, or a table of one row, found a value of type {type(x).__name__}"
        )
    is_nested = isinstance(x, list | tuple) and bool(x) and isinstance(x[0], list | tuple | np.ndarray)
    return x if is_nested else [list(x)]


def coded_row(x: Any, schema: Schema, reading: Reading | None = None) -> Matrix:
    """Return one instance in the codes of a schema, of shape (1, n_attributes).

    It is a sequence, mapping, Series, table of one row, or `Dataset` of one row, in the schema's own values; a mapping
    names all attributes. Texts are read as the training data were.
    """
    if isinstance(x, Mapping):
        absent = [attribute.name for attribute in schema.attributes if attribute.name not in x]
        if absent:
            raise DataError(f"the instance has no {first_of(absent)}")
        x = [x[attribute.name] for attribute in schema.attributes]
    instances = instances_of(x if isinstance(x, Dataset) else _row_of(x), schema, reading)
    if len(instances) != 1:
        raise DataError(f"expected one instance, found {len(instances)}; of a Dataset, taken([0]) is the first")
    return instances


def _row_of(x: Any) -> Any:
    """Return one instance as a table of one row, an array of numbers as such."""
    return np.atleast_2d(x) if isinstance(x, np.ndarray) and x.ndim == 1 and x.dtype.kind in "biuf" else one_row(x)


def instances_of(data: Any, schema: Schema, reading: Reading | None = None) -> Matrix:
    """Return instances in the codes of a schema, of shape (n_instances, n_attributes).

    They are a `Dataset`, data frame, array, sparse matrix, sequence of rows, or path of a file, in the schema's own
    values, not in codes; a `Dataset` knows what its codes mean. Texts are read as the training data were.
    """
    if isinstance(data, Dataset):
        return data.matrix if data.schema == schema else _recoded(data, schema)
    if isinstance(data, str | PathLike):
        if _is_name(data):
            return instances_of(load_dataset(data), schema)
        return load_instances(data, schema, reading=reading)[0]
    if isinstance(data, np.ndarray) and data.dtype.kind in "biuf":
        _refuse_codes(data, schema)
    return encoded(data, schema, reading)


def dataset_of(data: Any, schema: Schema, reading: Reading | None = None, partly: bool = False) -> Dataset:
    """Return labelled instances in the codes of a schema.

    They are a `Dataset`, a data frame with columns for attributes and labels, the path of a file, the name of a data
    set, or a pair (X, Y) of tables. Texts are read as the training data were. With `partly` a file may lack labels, of
    which then nothing is known.
    """
    found = _dataset_of(data, schema, reading)
    if not partly:
        found.require_labels()
    return found


def _dataset_of(data: Any, schema: Schema, reading: Reading | None) -> Dataset:
    if isinstance(data, Dataset):
        if data.schema == schema:
            return data
        absent = [label for label in schema.labels if label not in data.schema.labels]
        if absent:
            raise DataError(f"expected the labels of the rules, found no {first_of(absent)} in {data.name}")
        places = [data.schema.labels.index(label) for label in schema.labels]
        return Dataset(schema, _recoded(data, schema), data.Y[:, places], data.name)
    if isinstance(data, str | PathLike):
        if _is_name(data):
            return _dataset_of(load_dataset(data), schema, None)
        return load_dataset(data, schema=schema, reading=reading)
    if isinstance(data, tuple) and len(data) == 2:
        return from_table(*data, schema=schema, reading=reading)
    if is_frame(data) and not hasattr(data, "toarray"):
        return _of_frame(data, schema, reading)
    raise DataError(
        f"expected a Dataset, a data frame, the path of a file, or a pair (X, Y) of tables, found a value of type "
        f"{type(data).__name__}"
    )


def _of_frame(data: Any, schema: Schema, reading: Reading | None) -> Dataset:
    """Return the rows of a data frame whose columns are attributes and labels by their names, with perhaps others."""
    frame = frame_of(data)
    dates = reading is not None and reading.dates == "parts"
    known = {attribute.name for attribute in schema.attributes}
    names = [name for name in frame.columns if name in known or (dates and f"{name} {PARTS[0]}" in known)]
    absent = [name for name in schema.labels if name not in frame.columns]
    all_in_one = bool(absent) and reading is not None and reading.label_column in frame.columns
    if all_in_one:
        absent = []
    if len(names) < len(known) and not dates:
        absent = [attribute.name for attribute in schema.attributes if attribute.name not in names] + absent
    if absent:
        raise DataError(f"expected columns for attributes and labels, found no {first_of(absent)}")
    X = frame.select(names).to_native()
    labels = [str(reading.label_column)] if reading is not None and all_in_one else list(schema.labels)
    return from_table(X, frame.select(labels).to_native(), schema=schema, reading=reading)


def _is_name(data: str | PathLike[str]) -> bool:
    """Tell whether a text names a data set rather than a file."""
    return isinstance(data, str) and not Path(data).suffix and not os.path.exists(data)  # noqa: PTH110 - of a path too long


def _recoded(data: Dataset, schema: Schema) -> Matrix:
    """Return the instances of a data set of another schema by what its codes mean."""
    known = {attribute.name: place for place, attribute in enumerate(data.schema.attributes)}
    absent = [attribute.name for attribute in schema.attributes if attribute.name not in known]
    if absent:
        raise DataError(f"expected the attributes of the rules, found no {first_of(absent)} in {data.name}")
    columns = []
    for attribute in schema.attributes:
        place = known[attribute.name]
        found = data.schema.attributes[place]
        cells = [None if math.isnan(cell) else cell for cell in data.matrix.column(place).numbers.tolist()]
        if not isinstance(found, ContinuousAttribute):
            # -1 is none of its values, and none of the other schema's
            values = (*found.values, f"none of {found.values}")
            cells = [None if cell is None else values[int(cell)] for cell in cells]
        columns.append(cells)
    return encoded([list(row) for row in zip(*columns, strict=True)], schema)


def _refuse_codes(table: npt.NDArray[Any], schema: Schema) -> None:
    """Refuse numbers for attributes that have none among their values: they can only be codes of some schema."""
    if table.ndim != 2 or table.shape[1] != schema.n_attributes:
        return
    for column, attribute in zip(table.T, schema.attributes, strict=True):
        if isinstance(attribute, ContinuousAttribute) or any(map(_is_number, attribute.values)):
            continue
        present = column[~np.isnan(column)] if column.dtype.kind == "f" else column
        if len(present):
            raise DataError(
                f"expected its own values, as {attribute.values[0]!r}, found the number "
                f"{present[0]:g}; give a data frame, or the Dataset itself, of which taken([0]) is the first row: "
                f"codes do not say what they stand for",
                column=attribute.name,
            )


def _is_number(value: str) -> bool:
    try:
        float(value)
    except ValueError:
        return value.lower() in {"true", "false"}
    return True
