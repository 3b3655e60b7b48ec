"""All bounds of a chromosome at once. Clauses: REP-4, REP-5."""

from hypothesis import given
from hypothesis import strategies as st
from unit.core.builders import bits

from mlslcs_ref.core.chromosome import Bounds, number_of
from mlslcs_ref.core.genes import IntervalGene


def bounds(n_bits: int, starts: list[int]) -> Bounds:
    """The bounds of genes at these places."""
    made = Bounds(n_bits)
    for start in starts:
        made.add(IntervalGene(0.0, 1.0, n_bits), start)
    return made


def test_bounds_in_the_wrong_order_are_swapped_whether_active_or_not() -> None:
    """Bounds of 2 bits, least significant bit first: 1 > 0; 2 and 2; inactive 3 > 2; 0 and 3. Clauses: REP-5."""
    made = bounds(2, [0, 5, 10, 15])

    given_bits, swapped = "1 10 00  1 01 01  0 11 01  1 00 11", "1 00 10  1 01 01  0 01 11  1 00 11"

    assert made.in_order(number_of(bits(given_bits))) == number_of(bits(swapped))


@given(st.data(), st.integers(1, 16), st.lists(st.integers(0, 70), max_size=6))
def test_all_genes_at_once_are_put_in_order_as_one_by_one(data: st.DataObject, n_bits: int, gaps: list[int]) -> None:
    """Whatever stands between and behind the genes."""
    width = 2 * n_bits + 1
    starts = [sum(gaps[: index + 1]) + index * width for index in range(len(gaps))]
    number = data.draw(st.integers(0, (1 << (sum(gaps) + len(gaps) * width + 9)) - 1))
    gene = IntervalGene(0.0, 1.0, n_bits)
    expected = number
    for start in starts:
        code = (number >> start) & ((1 << width) - 1)
        first, second = sorted((gene.first(code), gene.second(code)))
        expected ^= (code ^ gene.code(bool(code & 1), first, second)) << start

    assert bounds(n_bits, starts).in_order(number) == expected
