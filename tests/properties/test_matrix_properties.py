"""Tables kept narrow: whatever kinds their columns are of, the numbers, digests and coverage of a dense table."""

import math
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from scipy import sparse
from strategies import assembly, chromosomes, datasets, settings, share

from mlslcs_ref.core.coverage import CoverageIndex
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.digest import data_digest
from mlslcs_ref.data.matrix import Matrix
from mlslcs_ref.data.strips import Strips
from mlslcs_ref.data.table import from_table
from mlslcs_ref.settings import Settings

Table = npt.NDArray[np.float64]
COLUMNS: tuple[st.SearchStrategy[float], ...] = (
    st.sampled_from([0.0, 1.0]),
    st.integers(-127, 127).map(float),
    st.sampled_from([-128.0, 128.0, 0.5, -0.0, 3e38, 2.0**24 + 1.0, 5e-324, math.inf, -math.inf]),
    st.sampled_from([0.0, 1.0, -1.0, math.nan]),
    st.floats(width=32),
    st.floats(),
    st.just(0.0),
)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Tables whose columns are each of one kind, some of them 0 nearly everywhere."""
    n_rows = draw(st.integers(0, 40))
    columns: list[Table] = []
    for cells in draw(st.lists(st.sampled_from(COLUMNS), max_size=6)):
        column = np.zeros(n_rows)
        places = (
            range(n_rows) if draw(st.booleans()) else draw(st.lists(st.integers(0, max(n_rows - 1, 0)), max_size=1))
        )
        for place in places if n_rows else ():
            column[place] = draw(cells)
        columns.append(column)
    return np.array(columns).reshape(len(columns), n_rows).T


def same(found: Table, table: Table) -> bool:
    """Tell whether numbers are the same bits, but for NaN and zeros, of which there is one each."""
    one = np.ascontiguousarray(np.where(np.isnan(table), math.nan, table) + 0.0)
    return found.shape == one.shape and np.ascontiguousarray(found).tobytes() == one.tobytes()


def built_whole(table: Table, _data: st.DataObject) -> Matrix:
    return Matrix.narrow(table)


def built_of_strips(table: Table, data: st.DataObject) -> Matrix:
    strips = Strips(table.shape[1], "x")
    for start, stop in cuts(len(table), data):
        strips.append(np.ascontiguousarray(table[start:stop]), stop)
    return strips.matrix()


def built_of_parts(table: Table, data: st.DataObject) -> Matrix:
    parts = [Matrix.narrow(table[start:stop]) for start, stop in cuts(len(table), data)]
    return Matrix.joined([Matrix.narrow(table[:0]), *parts])


def cuts(n_rows: int, data: st.DataObject) -> list[tuple[int, int]]:
    """Draw where rows are cut into parts."""
    inner = data.draw(st.sets(st.integers(1, max(n_rows - 1, 1)), max_size=4))
    places = sorted({0, n_rows, *(place for place in inner if place < n_rows)})
    return list(pairwise(places))


@given(tables(), st.sampled_from([built_whole, built_of_strips, built_of_parts]), st.data())
def test_a_matrix_gives_the_numbers_of_the_table_in_every_way(
    table: Table, built: Callable[[Table, st.DataObject], Matrix], data: st.DataObject
) -> None:
    matrix = built(table, data)
    n_rows, n_columns = table.shape

    assert matrix.shape == table.shape
    assert same(matrix.rows(), table)
    assert all(same(matrix.column(place).numbers, table[:, place]) for place in range(n_columns))
    assert all(same(np.array(matrix.row(place)), table[place]) for place in range(n_rows))
    assert same(np.concatenate([np.zeros((0, n_columns)), *(block for _rows, block in matrix.blocks())]), table)


@given(tables(), st.data())
def test_taking_rows_and_columns_is_what_it_is_for_the_table(table: Table, data: st.DataObject) -> None:
    matrix = Matrix.narrow(table)
    n_rows, n_columns = table.shape
    places = data.draw(st.lists(st.integers(0, n_rows - 1), max_size=8)) if n_rows else []
    start, stop = (data.draw(st.integers(0, n_rows)) for _end in range(2))
    flags = data.draw(arrays.arrays(np.bool_, n_rows))
    for rows in (np.array(places, dtype=np.intp), slice(start, stop), slice(start, None), flags):
        assert same(matrix.rows(rows), table[rows])
        assert same(matrix.taken(rows).rows(), table[rows])
        assert same(matrix.taken(rows).taken(slice(1, None)).rows(), table[rows][1:])
    columns = data.draw(st.permutations(range(n_columns)))[: data.draw(st.integers(0, n_columns))]
    assert same(matrix.selected(columns).rows(), table[:, columns])
    assert same(matrix.taken(slice(start, stop)).selected(columns).rows(), table[start:stop][:, columns])


@given(tables())
@example(np.array([[0.0], [127.0], [math.nan]]))
def test_what_is_spread_over_rows_is_what_the_number_of_each_asks_for(table: Table) -> None:
    for place, column in enumerate(Matrix.narrow(table).columns()):
        numbers, kinds = table[:, place], column.kinds
        for flags in (kinds > 0.0, np.isnan(kinds), kinds == 1.0):
            assert column.spread(flags).shape == numbers.shape
        assert (column.spread(kinds > 0.0) == (numbers > 0.0)).all()
        assert (column.spread(np.isnan(kinds)) == np.isnan(numbers)).all()


@given(datasets(), settings(), st.data())
@share(0.5)
def test_coverage_is_the_same_however_values_are_kept(dataset: Dataset, chosen: Settings, data: st.DataObject) -> None:
    """Clauses: MAT-1, REP-7."""
    layout = assembly(dataset, chosen).layout
    narrow, dense = (
        CoverageIndex(layout, table, chosen.missing_match) for table in (Matrix.narrow(dataset.X), dataset.X)
    )
    for _time in range(4):
        chromosome = data.draw(chromosomes(layout))
        assert narrow.matched(chromosome) == dense.matched(chromosome)


@given(datasets())
@share(0.5)
def test_digests_are_those_of_the_values_however_they_are_kept(dataset: Dataset) -> None:
    """A data set of the dense table, as `Matrix.of` keeps it, and of rows in another store."""
    for table in (Matrix.of(dataset.X), np.asfortranarray(dataset.X), dataset.X.tolist()):
        other = Dataset(dataset.schema, table, dataset.Y)
        assert data_digest(other) == data_digest(dataset)


@pytest.mark.filterwarnings("ignore::mlslcs_ref.errors.AdviceWarning")
@given(tables().filter(lambda table: np.isfinite(table).all() and table.size > 0), st.booleans())
@share(0.5)
def test_a_sparse_matrix_is_learned_from_as_its_dense_one_is(table: Table, as_booleans: bool) -> None:
    table = (table != 0.0).astype(np.bool_) if as_booleans else table.clip(-1e300, 1e300).round(3) + 0.0
    if np.abs(table).max() >= 2.0**53:
        return
    labels = [[1]] * len(table)
    dense = from_table(table, labels)
    # a matrix of coordinates may hold a cell in parts, and zeros
    rows, columns = np.indices(table.shape)
    parts = (np.tile(table.ravel() / 2.0, 2), (np.tile(rows.ravel(), 2), np.tile(columns.ravel(), 2)))
    others: list[Any] = [sparse.csr_matrix(table), sparse.csc_array(table)]
    if not as_booleans:
        others.append(sparse.coo_matrix(parts, shape=table.shape))
    for other in others:
        found = from_table(other, labels)
        assert found.schema == dense.schema
        assert data_digest(found) == data_digest(dense)
