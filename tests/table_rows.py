"""Tables that readers return, as arrays."""

from typing import Any

import numpy as np
import numpy.typing as npt

from mlslcs_ref.data.tables import Table


def rows_of(table: Table) -> npt.NDArray[Any]:
    """All numbers and codes, of shape (n_rows, n_columns)."""
    return np.column_stack([table.numbers(place) for place in range(len(table.columns))])
