"""EXT-7: bounds at quantiles."""

import math

import numpy as np
import pytest
from bitarray import bitarray
from hypothesis import example, given
from hypothesis import strategies as st

from mlslcs_ref.core.chromosome import Layout
from mlslcs_ref.core.coverage import CoverageIndex
from mlslcs_ref.core.genes import SteppedGene
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.matrix import Matrix
from mlslcs_ref.data.schema import BinaryAttribute, ContinuousAttribute, Schema
from mlslcs_ref.extension.cells import Cells
from mlslcs_ref.extension.steps import quantile_steps, stepped_ranges

COLUMNS = st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=40, unique=True)
REPEATED = st.lists(st.sampled_from([1.0, 2.0, 3.0]), min_size=2, max_size=12).filter(lambda found: len(set(found)) > 1)


def test_steps_are_quantiles_with_open_ends() -> None:
    """EXT-7: of 1, 2, 4, 8 the places 1 and 2."""
    assert quantile_steps(np.array([8.0, 1.0, 4.0, 2.0]), 2) == (-math.inf, 2.0, 4.0, math.inf)


def test_few_values_are_all_steps() -> None:
    """EXT-7: three values for six steps, two each."""
    found = quantile_steps(np.array([0.0, 0.0, 0.0, 5.0, 7.0, math.nan]), 3)
    assert found == (-math.inf, 0.0, 0.0, 5.0, 5.0, 7.0, 7.0, math.inf)


def test_a_step_has_as_few_digits_as_tell_it_from_the_value_before() -> None:
    """EXT-7: between 0.4523 and 0.4611, 0.46 has two digits."""
    found = quantile_steps(np.array([0.4523, 0.4611]), 2)
    assert found == (-math.inf, 0.4523, 0.46, math.inf)


@given(COLUMNS, st.integers(2, 6))
def test_steps_ascend_and_each_parts_the_values(values: list[float], bits: int) -> None:
    steps = quantile_steps(np.array(values), bits)
    assert len(steps) == 1 << bits
    assert list(steps) == sorted(steps)
    assert all(min(values) <= step <= max(values) for step in steps[1:-1])


@given(st.integers(0, 100_000), st.lists(st.floats(1e-3, 1e6), min_size=31, max_size=80, unique=True))
def test_a_value_of_most_rows_leaves_steps_for_the_others(n_zeros: int, others: list[float]) -> None:
    """EXT-7: at least half of the thirty."""
    steps = quantile_steps(np.array([0.0] * n_zeros + others), 5)

    assert sum(step > 0.0 for step in steps[1:-1]) >= 15


@given(COLUMNS | REPEATED, st.integers(2, 3), st.integers(0, 7), st.integers(0, 7))
def test_cells_coverage_and_the_meaning_of_a_test_agree(values: list[float], bits: int, one: int, other: int) -> None:
    """MAT-1: three ways to ask which instances an interval accepts, also where all steps are one number (REP-6)."""
    gene = SteppedGene(list(quantile_steps(np.array(values), bits)), bits)
    layout = Layout([gene], 1)
    first, last = sorted((min(one, gene.levels), min(other, gene.levels)))
    code = gene.code(True, first, last)
    table = np.array(values)[:, None]
    expected = [gene.steps[first] <= value <= gene.steps[last] for value in values]
    assert [gene.accepts(code, value) for value in values] == expected
    index = CoverageIndex(layout, table, True)
    assert list(index.matched(layout.assembled([code], bitarray("1"), bitarray("1")))) == expected
    assert Cells.made(layout, Matrix.of(table)).matched([((0, code),)])[0].tolist() == expected


def test_distances_of_a_value_are_counted_in_steps() -> None:
    """EXT-7: 3 lies in the second of three steps of minus infinity, 2, 4 and infinity."""
    gene = SteppedGene([-math.inf, 2.0, 4.0, math.inf], 2)
    assert gene.distances(3.0) == (1.0, 2.0)


def test_only_attributes_that_vary_have_steps() -> None:
    schema = Schema(
        (ContinuousAttribute("x"), ContinuousAttribute("constant"), BinaryAttribute("b", ("0", "1"))), ("l",)
    )
    dataset = Dataset(schema, np.array([[1.0, 3.0, 0.0], [2.0, 3.0, 1.0]]), np.array([[True], [False]]))
    first, constant, binary = stepped_ranges(dataset, 2)
    assert first == (-math.inf, 1.0, 2.0, math.inf)
    assert constant == (3.0, 3.0)
    assert all(math.isnan(bound) for bound in binary)


@example([1.0, 2.0, 2.0, 3.0], 2)
@given(REPEATED, st.integers(2, 4))
def test_an_attribute_of_two_values_can_be_tested_whatever_its_steps_are(values: list[float], bits: int) -> None:
    """REP-6, EXT-7: of 1, 2, 2 and 3 both steps of two bits are 2."""
    gene = SteppedGene(list(quantile_steps(np.array(values), bits)), bits)
    assert Cells.made(Layout([gene], 1), Matrix.of(np.array(values)[:, None])).testable.tolist() == [True]


@pytest.mark.parametrize("at", [-1e9, 1e9])
def test_an_open_interval_accepts_what_lies_beyond_the_data(at: float) -> None:
    gene = SteppedGene([-math.inf, 2.0, 4.0, math.inf], 2)
    assert gene.accepts(gene.code(True, 0, 3), at)
