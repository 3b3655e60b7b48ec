"""Covering by hand. Clauses: COV-1 to COV-4, COV-6, REP-6, REP-7, INI-1."""

import math
from typing import Final

import pytest
from unit.core.builders import assert_spent, bits

from mlslcs_ref.core.chromosome import Layout
from mlslcs_ref.core.covering import Covering
from mlslcs_ref.core.draws import Draws
from mlslcs_ref.core.genes import BinaryGene, Gene, IntervalGene, NominalGene, single
from mlslcs_ref.oracle.tapes import RecordedDraws, ReplayedDraws

NAN: Final = math.nan
NEARLY_ONE: Final = 1.0 - 2.0**-53


def covering(
    genes: list[Gene],
    n_labels: int,
    draws: Draws,
    *,
    p_hash: float = 0.5,
    p_label_hash: float = 0.1,
    authors: bool = False,
    centroids: bool = False,
) -> Covering:
    return Covering(
        Layout(genes, n_labels),
        draws,
        p_hash,
        p_label_hash,
        focus_specific=not authors,
        bounds_corrected=not authors,
        missing_draws=not centroids,
        missing_match=not authors,
    )


def bounds(gene: IntervalGene, x: float, lower: float, upper: float, *, authors: bool = False) -> tuple[int, int]:
    """Return the two bounds that covering makes of `x` with these two draws."""
    made = covering([gene], 1, ReplayedDraws([lower, upper, 0.0, 0.5]), authors=authors)
    chromosome = made.generate([x], bits("1"), 0 if authors else -1)
    code = made.layout.code_in(chromosome.tobytes(), 0)
    return gene.bounds(code)


def mixed_genes() -> list[Gene]:
    """Binary, nominal of 3 values, continuous with k = 3 over [0, 8]."""
    return [BinaryGene(), NominalGene(3), IntervalGene(0.0, 8.0, 3)]


def test_draws_come_attribute_by_attribute_then_label_by_label() -> None:
    """With P# = 0.5 and P_label# = 0.1, x = (1, 1, 4), labels 101, covering for label 1.

    Binary: 0.5 is not below P#, active, value 1: 11. Nominal: 0.49 < 1 - P#, active; its values 0.5 no, 0.9 no (but 1
    is the instance's own), 0.4 yes: 1 011. Continuous, r = 8, m = 7: b1 = floor(0.5*4/8*7) = floor(1.75) = 1,
    b2 = ceil((8 - 0.25*4)/8*7) = ceil(6.125) = 7, 0.5 is not below 1 - P#, inactive: 0 100 111.
    Label 0: 0.1 is not below P_label#, 11; label 1: no draw, 10; label 2: 0.09 < 0.1, inactive, value kept: 01.
    1 + 4 + 3 + 2 = 10 draws. Clauses: COV-6, COV-1, COV-2, COV-3, COV-4.
    """
    tape = ReplayedDraws([0.5, 0.49, 0.5, 0.9, 0.4, 0.5, 0.25, 0.5, 0.1, 0.09])
    draws = RecordedDraws(tape)
    chromosome = covering(mixed_genes(), 3, draws).generate([1.0, 1.0, 4.0], bits("101"), 1)

    assert chromosome == bits("11 1011 0100111 11 10 01")
    assert [purpose for purpose, _number in draws.tape] == [
        "cover.attribute",
        *("cover.attribute", "cover.value", "cover.value", "cover.value"),
        *("cover.lower", "cover.upper", "cover.attribute"),
        *("cover.label", "cover.label"),
    ]
    assert_spent(tape, 10)


def test_in_authors_the_label_that_triggered_covering_is_drawn_like_the_others() -> None:
    """One more draw, and label 1 is generalised by it. Clauses: COV-2, COV-6."""
    tape = ReplayedDraws([0.5, 0.49, 0.5, 0.9, 0.4, 0.5, 0.25, 0.5, 0.1, 0.09, 0.09])
    chromosome = covering(mixed_genes(), 3, tape, authors=True).generate([1.0, 1.0, 4.0], bits("101"), 1)

    assert chromosome == bits("11 1011 0100111 11 00 01")
    assert_spent(tape, 11)


@pytest.mark.parametrize(("u", "gene"), [(0.32, "00"), (0.33, "10"), (0.34, "10")])
def test_a_binary_attribute_is_generalised_below_p_hash(u: float, gene: str) -> None:
    """P# = 0.33. Clauses: COV-1, COV-6."""
    tape = ReplayedDraws([u])

    assert covering([BinaryGene()], 1, tape, p_hash=0.33).generate([0.0], bits("1"), 0) == bits(gene + "11")


@pytest.mark.parametrize(("u", "activation"), [(0.66, 1), (0.68, 0)])
def test_other_attributes_are_active_below_one_minus_p_hash(u: float, activation: int) -> None:
    """1 - 0.33 = 0.67. Clauses: COV-1, COV-6."""
    nominal = covering([NominalGene(3)], 1, ReplayedDraws([u, 0.9, 0.9, 0.9]), p_hash=0.33)
    interval = covering([IntervalGene(0.0, 1.0, 2)], 1, ReplayedDraws([0.5, 0.5, u]), p_hash=0.33)

    assert nominal.generate([0.0], bits("1"), 0)[0] == activation
    assert interval.generate([0.5], bits("1"), 0)[0] == activation


def test_a_nominal_test_of_all_values_is_not_repaired() -> None:
    """0.49 < 0.5 three times; 0.5 sets nothing, but the instance's own value is set. Clauses: COV-4."""
    full = covering([NominalGene(3)], 1, ReplayedDraws([0.0, 0.49, 0.49, 0.49]))
    own = covering([NominalGene(3)], 1, ReplayedDraws([0.0, 0.5, 0.5, 0.5]))

    assert full.generate([1.0], bits("0"), 0) == bits("1 111 10")
    assert own.generate([1.0], bits("0"), 0) == bits("1 010 10")


@pytest.mark.parametrize("authors", [False, True])
@pytest.mark.parametrize(
    ("x", "lower", "upper", "expected"),
    [
        (4.0, 0.75, 0.5, (2, 6)),  # floor(0.75*4/8*7 = 2.625), ceil((8 - 2)/8*7 = 5.25)
        (4.0, 0.0, 0.0, (0, 7)),  # no draw, no distance from the ends
        (4.0, NEARLY_ONE, NEARLY_ONE, (3, 4)),  # floor(3.4999...), ceil(3.5000...)
        (0.0, 0.9, 0.5, (0, 4)),  # floor(0), ceil((8 - 4)/8*7 = 3.5)
        (8.0, 0.5, 0.9, (3, 7)),  # floor(0.5*8/8*7 = 3.5), ceil(8/8*7)
    ],
)
def test_bounds_lie_at_drawn_shares_of_the_distances_to_the_ends(
    x: float, lower: float, upper: float, expected: tuple[int, int], *, authors: bool
) -> None:
    """[0, 8] with k = 3: r = 8, m = 7. Clauses: COV-3."""
    assert bounds(IntervalGene(0.0, 8.0, 3, float32=authors), x, lower, upper, authors=authors) == expected


def test_a_lower_bound_that_rounding_lifted_above_the_value_is_lowered() -> None:
    """[-1, 2] with k = 4: r = 3, m = 15, x = -2^-60.

    x + 1 rounds to 1, (1 - 2^-53)/3 to 1/3, and 1/3*15 to 5: b1 = 5 stands for 5*3/15 - 1 = 0 > x, so it becomes 4,
    which is 4*3/15 - 1 = -0.2. The raw bound stays. Clauses: COV-3.
    """
    x = -(2.0**-60)

    assert bounds(IntervalGene(-1.0, 2.0, 4), x, NEARLY_ONE, 0.0)[0] == 4
    assert bounds(IntervalGene(-1.0, 2.0, 4), x, NEARLY_ONE, 0.0, authors=True)[0] == 5


def test_an_upper_bound_that_rounding_left_below_the_value_is_raised() -> None:
    """[-2, 1] with k = 4: r = 3, m = 15, x = 2^-60.

    1 - x rounds to 1, 3 - (1 - 2^-53) to 2, and 2/3*15 to 10: b2 = 10 stands for 10*3/15 - 2 = 0 < x, so it becomes 11,
    which is 11*3/15 - 2 = 0.2. The raw bound stays. Clauses: COV-3.
    """
    x = 2.0**-60

    assert bounds(IntervalGene(-2.0, 1.0, 4), x, 0.0, NEARLY_ONE)[1] == 11
    assert bounds(IntervalGene(-2.0, 1.0, 4), x, 0.0, NEARLY_ONE, authors=True)[1] == 10


@pytest.mark.parametrize(("x", "expected"), [(9.0, (7, 7)), (-2.0, (0, 0))])
def test_bounds_are_clipped_to_the_levels(x: float, expected: tuple[int, int]) -> None:
    """[0, 7] with k = 3, u1 and u2 just below 1, and a centroid beyond the range (by rounding; here by far).

    9: floor(8.99...) = 8 and ceil(7 + 1.99...) = 9. -2: floor(-1.99...) = -2 and ceil(7 - 8.99...) = -1.
    Clauses: COV-3.
    """
    assert bounds(IntervalGene(0.0, 7.0, 3), x, NEARLY_ONE, NEARLY_ONE) == expected


def test_bounds_move_apart_until_they_hold_the_value() -> None:
    """[0, 7] with k = 3, so that a bound is its value: 5 falls to 3, 1 rises to 3. Clauses: COV-3."""
    gene = IntervalGene(0.0, 7.0, 3)

    assert Covering._corrected(gene, 3.0, 5, 1) == (3, 3)
    assert Covering._corrected(gene, 3.5, 5, 1) == (3, 4)
    assert Covering._corrected(gene, 0.0, 7, 0) == (0, 0)
    assert Covering._corrected(gene, 7.0, 0, 0) == (0, 7)


def test_the_authors_take_distances_in_32_bit_floats() -> None:
    """[0, 0.3] with k = 5, x = 0.1, u1 = 0.96774195, m = 31.

    In doubles 0.96774195*0.1/0.3*31 = 0.96774195*31/3 = 10.00000015. As floats 0.1 is 13421773/2^27 and 0.3 is
    10066330/2^25, their ratio 0.33333332505, and 0.96774195*0.33333332505*31 = 9.9999999. Clauses: COV-3, REP-4.
    """
    assert single(0.3) == 10066330 / 2**25
    assert bounds(IntervalGene(0.0, 0.3, 5), 0.1, 0.96774195, 0.0)[0] == 10
    assert bounds(IntervalGene(0.0, 0.3, 5, float32=True), 0.1, 0.96774195, 0.0, authors=True)[0] == 9


def test_in_authors_the_distance_itself_is_rounded_and_not_only_the_range() -> None:
    """[0, 0.3] with k = 5, x = 0.1, u1 = 0.967741967, as above.

    0.967741967*0.33333332505*31 = 10.00000008; with the distance 0.1 as a double the ratio is
    0.1/(10066330/2^25) = 0.33333332009 and the product 9.99999993. Clauses: COV-3, REP-4.
    """
    assert bounds(IntervalGene(0.0, 0.3, 5, float32=True), 0.1, 0.967741967, 0.0, authors=True)[0] == 10


@pytest.mark.parametrize("k", [1, 16])
def test_bounds_of_the_fewest_and_the_most_bits_are_whole_shares(k: int) -> None:
    """X in the middle of [0, 2]: floor(0.5*1/2*m) and ceil((2 - 0.5*1)/2*m), that is of m/4 and 3m/4.

    k = 1, m = 1: 0 and 1. k = 16, m = 65535: 16383.75 and 49151.25 give 16383 and 49152. Clauses: COV-3.
    """
    assert bounds(IntervalGene(0.0, 2.0, k), 1.0, 0.5, 0.5) == {1: (0, 1), 16: (16383, 49152)}[k]


@pytest.mark.parametrize(("low", "x"), [(2.0, 2.0), (NAN, NAN)])
def test_an_attribute_without_a_range_takes_three_draws_and_stays_inactive(low: float, x: float) -> None:
    """Clauses: REP-6."""
    tape = ReplayedDraws([0.5, 0.5, 0.0])
    chromosome = covering([IntervalGene(low, low, 2)], 1, tape).generate([x], bits("1"), 0)

    assert chromosome == bits("00000 11")
    assert_spent(tape, 3)


def test_in_authors_a_constant_attribute_is_active_as_drawn_with_bounds_zero() -> None:
    """0.0 < 1 - P#. Clauses: REP-6."""
    gene = IntervalGene(2.0, 2.0, 2, float32=True, constant_inactive=False)
    tape = ReplayedDraws([0.5, 0.5, 0.0, 0.5])
    chromosome = covering([gene], 1, tape, authors=True).generate([2.0], bits("1"), 0)

    assert chromosome == bits("10000 11")
    assert_spent(tape, 4)


def test_a_missing_value_takes_its_draws_and_leaves_no_bit_behind() -> None:
    """1 + 4 + 3 draws that would set bits, then the label's. Clauses: REP-7, COV-6."""
    tape = ReplayedDraws([0.9, 0.0, 0.0, 0.0, 0.0, 0.5, 0.5, 0.0, 0.5])
    chromosome = covering(mixed_genes(), 1, tape).generate([NAN, NAN, NAN], bits("1"), -1)

    assert chromosome == bits("00 0000 0000000 11")
    assert_spent(tape, 9)


def test_in_authors_a_missing_value_is_covered_as_one_or_as_the_first_value() -> None:
    """Clauses: REP-7."""
    tape = ReplayedDraws([0.9, 0.0, 0.9, 0.9, 0.9, 0.5])
    chromosome = covering([BinaryGene(), NominalGene(3)], 1, tape, authors=True).generate([NAN, NAN], bits("1"), 0)

    assert chromosome == bits("11 1100 11")
    assert_spent(tape, 6)


def test_a_missing_value_of_a_centroid_takes_no_draw() -> None:
    """Only the three of the number and one of each label, none exempt. Clauses: INI-1."""
    tape = ReplayedDraws([0.0, 0.0, 0.4, 0.9, 0.05])
    made = covering(mixed_genes(), 2, tape, centroids=True)

    assert made.generate([NAN, NAN, 4.0], bits("10"), -1) == bits("00 0000 1000111 11 00")
    assert_spent(tape, 5)
