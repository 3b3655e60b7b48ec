"""Which rules match a single instance. Clauses: MAT-1, REP-4, REP-6, REP-7, REP-8."""

import math
from typing import Final

import numpy as np
import pytest
from unit.core.builders import bits

from mlslcs_ref.core.chromosome import Layout
from mlslcs_ref.core.genes import BinaryGene, IntervalGene, NominalGene
from mlslcs_ref.inference.row_matching import RowMatcher

NAN: Final = math.nan
RULES: Final = ("00 0000 00000", "11 0000 00000", "10 1100 00000", "00 1011 00000", "00 0000 11001", "11 1011 11001")
"""Everything; a = 1; a = 0 and b in {0}; b in {1, 2}; c in [1, 2] of [0, 3]; a = 1, b in {1, 2} and c in [1, 2]."""


def matcher(*, missing_match: bool = True) -> RowMatcher:
    layout = Layout([BinaryGene(), NominalGene(3), IntervalGene(0.0, 3.0, 2)], 1)
    return RowMatcher(layout, [bits(rule + "10") for rule in RULES], missing_match)


@pytest.mark.parametrize(
    ("row", "places"),
    [
        ([1.0, 2.0, 1.5], [0, 1, 3, 4, 5]),
        ([0.0, 0.0, 2.5], [0, 2]),
        ([1.0, 1.0, 1.0], [0, 1, 3, 4, 5]),  # a bound belongs to the interval
        ([-1.0, -1.0, 2.0], [0, 4]),  # undeclared
        ([-1.0, 1.0, math.inf], [0, 3]),
    ],
)
def test_a_rule_matches_if_every_active_test_accepts(row: list[float], places: list[int]) -> None:
    """Clauses: MAT-1, REP-8."""
    assert matcher().matching(np.array(row)).tolist() == places


def test_a_missing_value_passes_every_test_and_in_authors_reads_one_or_the_first_value_or_nothing() -> None:
    """Clauses: REP-7."""
    row = np.full(3, NAN)

    assert matcher().matching(row).tolist() == [0, 1, 2, 3, 4, 5]
    assert matcher(missing_match=False).matching(row).tolist() == [0, 1]


def test_values_are_rounded_to_32_bits_where_bounds_are() -> None:
    """1/3 as a float is the second of 4 bounds over [0, 1], 11184811/2^25. Clauses: REP-4."""
    gene = IntervalGene(0.0, 1.0, 2, float32=True)
    layout = Layout([gene], 1)
    rule = bits("1 10 11 10")

    found = [RowMatcher(layout, [rule], True).matching(np.array([x])).tolist() for x in (1.0 / 3.0, 0.3333333)]
    assert found == [[0], []]


def test_a_test_that_is_never_active_refuses_nothing() -> None:
    """Clauses: REP-6, REP-7."""
    layout = Layout([IntervalGene(2.0, 2.0, 2)], 1)

    for missing_match in (True, False):
        never = RowMatcher(layout, [bits("1 10 11 10")], missing_match)
        assert [never.matching(np.array([x])).tolist() for x in (2.0, 9.0, NAN)] == [[0], [0], [0]]


def test_without_rules_none_matches() -> None:
    layout = Layout([BinaryGene()], 1)

    assert RowMatcher(layout, [], True).matching(np.array([1.0])).tolist() == []
