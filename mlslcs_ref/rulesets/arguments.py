"""What callers hand over, turned into what the rooms inside take."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from mlslcs_ref.data.frames import is_frame
from mlslcs_ref.data.schema import Schema
from mlslcs_ref.data.table import encoded
from mlslcs_ref.errors import DataError

__all__ = ["coded_row", "one_row"]


def one_row(x: Any) -> Any:
    """Return one instance as a table of one row.

    Raises
    ------
    DataError
        If it is no instance.
    """
    if is_frame(x) or getattr(x, "ndim", 0) == 2:
        return x
    if hasattr(x, "to_frame") and hasattr(x, "index"):
        return x.to_frame().T
    if isinstance(x, str | bytes | Mapping) or not isinstance(x, Iterable) or getattr(x, "ndim", 1) == 0:
        raise DataError(
            f"expected one instance: a row of values, or a table of one row, found a value of type {type(x).__name__}"
        )
    is_nested = isinstance(x, list | tuple) and bool(x) and isinstance(x[0], list | tuple | np.ndarray)
    return x if is_nested else [list(x)]


def coded_row(x: Any, schema: Schema) -> npt.NDArray[np.float64]:
    """Return one instance in the codes of a schema, of shape (1, n_attributes).

    Parameters
    ----------
    x : sequence, mapping, Series, or table of one row
        The instance in the schema's own values; a mapping names all attributes.
    schema : Schema
        The attributes.

    Raises
    ------
    DataError
        If it is no instance of the schema.
    """
    if isinstance(x, Mapping):
        absent = [attribute.name for attribute in schema.attributes if attribute.name not in x]
        if absent:
            raise DataError(f"the instance has no {', '.join(absent[:8])}")
        x = [x[attribute.name] for attribute in schema.attributes]
    instances = encoded(one_row(x), schema)
    if len(instances) != 1:
        raise DataError(f"expected one instance, found {len(instances)}")
    return instances
