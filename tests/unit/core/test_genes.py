"""Genes by hand. Clauses: REP-2 to REP-8, REP-10, MAT-1, SUB-2."""

import math

import pytest
from unit.core.builders import code_of

from mlslcs_ref.core.genes import BinaryGene, IntervalGene, NominalGene, single

NAN = math.nan


@pytest.mark.parametrize(
    ("written", "accepted"), [("10", [0.0]), ("11", [1.0]), ("00", [0.0, 1.0, -1.0]), ("01", [0.0, 1.0, -1.0])]
)
def test_a_binary_test_accepts_its_value_and_an_inactive_one_accepts_all(written: str, accepted: list[float]) -> None:
    """Two bits, activation and value; an undeclared value (-1) passes only `#`. Clauses: REP-2, REP-8, MAT-1."""
    gene = BinaryGene()

    assert gene.width == 2
    assert [x for x in (0.0, 1.0, -1.0) if gene.accepts(code_of(written), x)] == accepted


@pytest.mark.parametrize(
    ("written", "accepted"),
    [
        ("1 011", [1.0, 2.0]),
        ("1 100", [0.0]),
        ("1 000", []),
        ("1 111", [0.0, 1.0, 2.0]),
        ("0 000", [-1.0, 0.0, 1.0, 2.0]),
        ("0 100", [-1.0, 0.0, 1.0, 2.0]),
    ],
)
def test_a_nominal_test_accepts_the_values_whose_bits_are_set(written: str, accepted: list[float]) -> None:
    """Three values take 3 + 1 bits; an undeclared value (-1) passes only `#`. Clauses: REP-3, REP-8, MAT-1."""
    gene = NominalGene(3)

    assert gene.width == 4
    assert [x for x in (-1.0, 0.0, 1.0, 2.0) if gene.accepts(code_of(written), x)] == accepted


@pytest.mark.parametrize("value", [-1.0, 3.0, 0.5, 3.5e38, -3.5e38])
@pytest.mark.parametrize("written", ["1111", "1011"])
def test_an_active_test_accepts_no_value_that_is_not_declared(written: str, value: float) -> None:
    """REP-8."""
    assert not NominalGene(3).accepts(code_of(written), value)
    assert not BinaryGene().accepts(code_of(written[:2]), value)


@pytest.mark.parametrize(
    ("bits", "low", "high", "q", "value"),
    [
        (2, 10.0, 16.0, 1, 12.0),  # 1*6/3 + 10
        (2, 10.0, 16.0, 2, 14.0),  # 2*6/3 + 10
        (5, 0.0, 62.0, 7, 14.0),  # 7*62/31
        (3, -1.0, 2.5, 3, 0.5),  # 3*3.5/7 - 1
        (1, -3.0, 4.0, 0, -3.0),  # one bit: the two ends
        (1, -3.0, 4.0, 1, 4.0),
        (16, 0.0, 131070.0, 32768, 65536.0),  # 32768*131070/65535
        (16, 0.0, 131070.0, 65535, 131070.0),
    ],
)
def test_a_bound_stands_for_its_share_of_the_range(bits: int, low: float, high: float, q: int, value: float) -> None:
    """value(q) = q*(x_max - x_min)/(2^k - 1) + x_min. Clauses: REP-4."""
    assert IntervalGene(low, high, bits).value(q) == value


def test_the_last_bound_is_x_max_where_the_formula_misses_it() -> None:
    """0.5 + 2^53 rounds to 2^53 (ties go to even), and 2^53 - 2^53 = 0 instead of 0.5. Clauses: REP-4."""
    gene = IntervalGene(-(2.0**53), 0.5, 5)

    assert gene.value(31) == 0.5
    assert gene.value(0) == -(2.0**53)


def test_bounds_of_the_authors_are_32_bit_floats_of_another_formula() -> None:
    """1/3 has 24 bits as 11184811/2^25 (2^25/3 = 11184810.67); in doubles it is 1/3. Clauses: REP-4."""
    assert IntervalGene(0.0, 1.0, 2, float32=True).value(1) == 11184811 / 2**25
    assert IntervalGene(0.0, 1.0, 2).value(1) == 1.0 / 3.0
    # 0.5 + 2^24 rounds to 2^24 in 24 bits, and 1*2^24 - 2^24 = 0: no exception for the last bound
    assert IntervalGene(-(2.0**24), 0.5, 2, float32=True).value(3) == 0.0


def test_the_authors_round_after_every_operation() -> None:
    """[0, 12582910] with k = 2: the first bound is a third of 3*4194303 + 1, and floats there are 0.25 apart.

    11184811/2^25*12582910 = 4194303.3333 + 4194303.3333/2^25 = 4194303.4583 rounds to .5; the third itself, rounded
    only once, would give .25. Clauses: REP-4.
    """
    assert IntervalGene(0.0, 12582910.0, 2, float32=True).value(1) == 4194303.5


def test_a_32_bit_float_of_one_tenth_is_13421773_over_2_to_27() -> None:
    """2^27/10 = 13421772.8, and 13421773 has 24 bits. Clauses: REP-4."""
    assert single(0.1) == 13421773 / 2**27


def test_the_bounds_follow_the_activation_bit_least_significant_bit_first() -> None:
    """With k = 3: 1, then b1 = 1 as 100, then b2 = 6 as 011: 2k + 1 bits. Clauses: REP-4."""
    gene = IntervalGene(0.0, 7.0, 3)

    assert gene.width == 7
    assert gene.code(True, 1, 6) == code_of("1 100 011")
    assert gene.bounds(code_of("1 100 011")) == (1, 6)


@pytest.mark.parametrize("bits", [1, 16])
def test_bounds_of_the_fewest_and_the_most_bits_keep_their_values(bits: int) -> None:
    """With k = 1 it takes 3 bits, with k = 16 33. Clauses: REP-4."""
    last = 2**bits - 1
    gene = IntervalGene(0.0, float(last), bits)
    code = gene.code(True, last, 0)

    assert gene.width == 2 * bits + 1
    assert gene.bounds(code) == (last, 0)
    assert [gene.accepts(code, x) for x in (0.0, float(last), last + 0.5)] == [True, True, False]


def test_bounds_in_the_wrong_order_are_taken_by_size_and_match_nothing_in_authors() -> None:
    """b1 = 3, b2 = 1 over [0, 3] is the interval [1, 3] in `paper`, empty in `authors`. Clauses: REP-4, MAT-1."""
    unordered, ordered = IntervalGene(0.0, 3.0, 2), IntervalGene(0.0, 3.0, 2, ordered=True)
    code = unordered.code(True, 3, 1)

    assert [unordered.accepts(code, x) for x in (0.5, 1.0, 3.0)] == [False, True, True]
    assert [ordered.accepts(code, x) for x in (0.5, 1.0, 2.0, 3.0)] == [False] * 4
    assert ordered.accepts(ordered.code(True, 1, 2), 2.0)


def test_in_authors_reversed_bounds_match_nothing_even_where_both_stand_for_the_same_number() -> None:
    """Over [2^24, 2^24 + 2] with k = 2, bound 1 is 2^24 + 0.67, as a float 2^24, like bound 0. Clauses: REP-4."""
    gene = IntervalGene(2.0**24, 2.0**24 + 2.0, 2, float32=True, ordered=True)

    assert gene.value(1) == gene.value(0) == 2.0**24
    assert gene.accepts(gene.code(True, 0, 1), 2.0**24)
    assert not gene.accepts(gene.code(True, 1, 0), 2.0**24)


def test_both_ends_of_an_interval_belong_to_it_and_values_outside_the_range_are_compared_as_they_are() -> None:
    """[0, 3] of [0, 3] refuses -0.001 and 3.001. Clauses: REP-4, REP-8."""
    gene = IntervalGene(0.0, 3.0, 2)
    code = gene.code(True, 0, 3)

    assert [gene.accepts(code, x) for x in (-0.001, 0.0, 3.0, 3.001)] == [False, True, True, False]
    assert gene.accepts(gene.code(False, 0, 0), 99.0)


@pytest.mark.parametrize(
    ("written", "repaired"),
    [("1 000", "0 000"), ("1 111", "0 111"), ("1 101", "1 101"), ("0 111", "0 111"), ("0 000", "0 000")],
)
def test_repair_makes_a_nominal_test_of_no_value_or_every_value_inactive(written: str, repaired: str) -> None:
    """The value bits are kept. Clauses: REP-5."""
    assert NominalGene(3).repaired(code_of(written)) == code_of(repaired)


@pytest.mark.parametrize("written", ["00", "01", "10", "11"])
def test_repair_leaves_binary_genes_alone(written: str) -> None:
    """Clauses: REP-5."""
    assert BinaryGene().repaired(code_of(written)) == code_of(written)


def test_a_larger_set_of_values_is_more_general_and_in_authors_only_the_same_set_is() -> None:
    """Clauses: SUB-2."""
    paper, authors = NominalGene(3), NominalGene(3, superset=False)
    small, large, other, any_value = map(code_of, ("1 100", "1 110", "1 011", "0 100"))

    assert paper.generalises(large, small)
    assert not paper.generalises(small, large)
    assert not paper.generalises(large, other)
    assert not authors.generalises(large, small)
    for gene in (paper, authors):
        assert gene.generalises(small, small)
        assert gene.generalises(any_value, large)
        assert not gene.generalises(large, any_value)


def test_an_interval_is_as_general_as_those_it_encloses() -> None:
    """[2, 9] encloses [2, 9] and [3, 8], also written backwards, but neither [1, 8] nor `#`. Clauses: SUB-2."""
    gene = IntervalGene(0.0, 15.0, 4)
    wide = gene.code(True, 2, 9)

    assert gene.generalises(wide, wide)
    assert gene.generalises(wide, gene.code(True, 3, 8))
    assert gene.generalises(wide, gene.code(True, 8, 3))
    assert not gene.generalises(wide, gene.code(True, 1, 8))
    assert not gene.generalises(wide, gene.code(True, 3, 10))
    assert not gene.generalises(wide, gene.code(False, 3, 8))
    assert gene.generalises(gene.code(False, 3, 8), wide)


def test_a_binary_test_is_as_general_as_one_of_the_same_value() -> None:
    """Clauses: SUB-2."""
    gene = BinaryGene()
    zero, one, none = map(code_of, ("10", "11", "01"))

    assert gene.generalises(zero, zero)
    assert gene.generalises(none, zero)
    assert not gene.generalises(zero, one)
    assert not gene.generalises(zero, none)
