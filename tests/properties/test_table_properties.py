"""Tables in memory: whatever is given, a data set or an error of ours, and the same by every way."""

import math
from datetime import date
from decimal import Decimal
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from strategies import datasets, share

from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.schema import ContinuousAttribute
from mlslcs_ref.data.table import encoded, from_table, to_frame
from mlslcs_ref.errors import DataError

pytestmark = pytest.mark.filterwarnings("ignore::mlslcs_ref.errors.DataWarning")

VALUES = (
    st.none() | st.booleans() | st.integers(-3, 3) | st.floats(-2, 2) | st.just(math.nan) | st.text("ab?", max_size=2)
)
ODD = st.sampled_from(
    [math.inf, 10**400, b"x", {}, [1], (1,), 1j, date(2020, 1, 1), Decimal("NaN"), object(), np.int8(1)]
)


@given(st.lists(st.lists(VALUES, min_size=2, max_size=2), min_size=1, max_size=6))
@example([[True, 2.5], [True, 1]])
def test_any_table_of_values_is_learned_from_and_read_again_by_its_schema(rows: list[list[Any]]) -> None:
    data = from_table(rows, [[1]] * len(rows))

    data.require_trainable()
    assert encoded(rows, data.schema).rows().tobytes() == data.X.tobytes()
    array = np.empty((len(rows), 2), dtype=object)
    array[:] = rows
    assert from_table(array, [[1]] * len(rows)).schema == data.schema


@given(st.lists(VALUES | ODD, min_size=1, max_size=4))
def test_anything_else_is_read_or_refused(cells: list[Any]) -> None:
    array = np.empty((len(cells), 1), dtype=object)
    for row, cell in enumerate(cells):
        array[row, 0] = cell
    for X, Y in ((array, [[1]] * len(cells)), (np.zeros((len(cells), 1)), array), (cells, cells)):
        try:
            from_table(X, Y)
        except DataError as error:
            assert len(str(error)) < 500


@given(datasets())
@share(0.5)
def test_a_data_set_goes_through_frames_unchanged(data: Dataset) -> None:
    """Types too: a continuous column stays one, even if it has no values but 0 and 1."""
    X, Y = to_frame(data)
    back = from_table(X, Y)

    assert back.schema == data.schema
    assert back.X.tobytes() == data.X.tobytes()
    assert back.Y.tobytes() == data.Y.tobytes()


@given(datasets(), st.randoms(use_true_random=False))
@share(0.5)
def test_the_order_of_named_columns_does_not_matter(data: Dataset, random: Any) -> None:
    X, _Y = to_frame(data)
    names = random.sample(list(X.columns), len(X.columns))

    assert encoded(X[names], data.schema).rows().tobytes() == data.X.tobytes()


@given(datasets())
@share(0.5)
def test_continuous_columns_stay_numbers_whatever_holds_them(data: Dataset) -> None:
    places = [place for place, one in enumerate(data.schema.attributes) if isinstance(one, ContinuousAttribute)]
    if places:
        X = data.X[:, places]
        read = from_table(X, data.Y, nominal=None).X.tobytes()
        assert read == from_table(X.tolist(), data.Y, nominal=None).X.tobytes()
        assert read == np.ascontiguousarray(X).tobytes()
