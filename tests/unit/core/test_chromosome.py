"""Whole chromosomes. Clauses: REP-1 to REP-5, REP-10, SUB-2."""

import math
from typing import Final

import pytest
from bitarray import bitarray
from bitarray.util import zeros
from hypothesis import given
from hypothesis import strategies as st
from unit.core.builders import bits, code_of, notation

from mlslcs_ref.core.assembly import layout_for
from mlslcs_ref.core.chromosome import Layout
from mlslcs_ref.core.genes import BinaryGene, IntervalGene, NominalGene
from mlslcs_ref.data.schema import ContinuousAttribute, Schema, nominal
from mlslcs_ref.settings import Settings

NAN: Final = float("nan")


def mixed() -> Layout:
    """Binary, nominal with 3 values, continuous with k = 2 over [0, 3]; two labels: 2 + 4 + 5 + 2*2 = 15 bits."""
    return Layout([BinaryGene(), NominalGene(3), IntervalGene(0.0, 3.0, 2)], 2)


def meaning(layout: Layout, text: str) -> bytes:
    chromosome = bits(text)
    return layout.identity(chromosome)[1]


def generalises(layout: Layout, first: str, second: str) -> bool:
    """Tell whether a rule is general for another; both in the paper's notation or both as bits."""
    make = notation if "->" in first else bits
    one, other = make(first), make(second)
    return layout.generalises(one, layout.identity(one)[0], other, layout.identity(other)[0])


def test_attributes_come_first_in_schema_order_then_labels() -> None:
    """Starts 0, 2, 6; labels at 2 + 4 + 5 = 11 and 13; size 15. Clauses: REP-1."""
    layout = mixed()

    assert layout.starts == [0, 2, 6]
    assert (layout.condition_size, layout.size) == (11, 15)
    assert [layout.label_start(label) for label in range(2)] == [11, 13]


@given(st.data(), st.lists(st.sampled_from([0, 3, 7, 40, 46, 47, 48, 100]), max_size=6), st.integers(1, 4))
def test_assembled_codes_stand_one_after_the_other_and_read_back(
    data: st.DataObject, n_values: list[int], n_labels: int
) -> None:
    """Genes of few bits and of more than 62; here 0 values stand for a binary attribute. Clauses: REP-1."""
    layout = Layout([NominalGene(n) if n else BinaryGene() for n in n_values], n_labels)
    codes = [data.draw(st.integers(0, (1 << gene.width) - 1)) for gene in layout.conditions]
    decides, asserts = (data.draw(st.lists(st.booleans(), min_size=n_labels, max_size=n_labels)) for _turn in range(2))

    made = layout.assembled(codes, bitarray(decides, "little"), bitarray(asserts, "little"))

    written = [f"{code:0{gene.width}b}"[::-1] for code, gene in zip(codes, layout.conditions, strict=True)]
    decided = [f"{int(one)}{int(other)}" for one, other in zip(decides, asserts, strict=True)]
    assert made.to01() == "".join(written + decided)
    assert [layout.code_in(made.tobytes(), index) for index in range(len(n_values))] == codes


def test_genes_read_back_as_they_were_written() -> None:
    """Clauses: REP-1, REP-2."""
    layout = mixed()
    chromosome = bits("0" * 15)
    layout.put(chromosome, 0, code_of("10"))
    layout.put(chromosome, 1, code_of("1 011"))
    layout.put(chromosome, 2, code_of("1 10 11"))
    chromosome[layout.label_start(1) :] = 1

    assert chromosome == bits("10 1011 11011 00 11")
    assert [layout.code_in(chromosome.tobytes(), index) for index in range(3)] == [
        code_of("10"),
        code_of("1 011"),
        code_of("1 10 11"),
    ]
    assert layout.active_codes(bits("01 1011 01011 00 11")) == [(1, code_of("1 011"))]


def test_one_or_two_declared_values_take_two_bits_and_three_take_four() -> None:
    """2 + 2 + 4 + (2*5 + 1) + 2 = 21 bits with the default k = 5. Clauses: REP-3, REP-4, PAR-2."""
    attributes = (
        nominal("one", ("a",)),
        nominal("two", ("a", "b")),
        nominal("three", ("a", "b", "c")),
        ContinuousAttribute("x"),
    )
    layout = layout_for(Schema(attributes, ("y",)), ((NAN, NAN),) * 3 + ((0.0, 1.0),), Settings.paper())

    assert [gene.width for gene in layout.conditions] == [2, 2, 4, 11]
    assert layout.size == 21


def test_the_care_bits_are_every_bit_of_the_active_genes() -> None:
    """Clauses: REP-10."""
    layout = mixed()

    assert layout.identity(bits("10 1000 00011 11 01"))[0] == bits("11 1111 00000 11 00")
    assert layout.identity(bits("01 0111 10011 00 10"))[0] == bits("00 0000 11111 00 11")


def test_bits_of_inactive_genes_do_not_tell_rules_apart() -> None:
    """Clauses: REP-10."""
    layout = mixed()

    assert meaning(layout, "01 0101 00111 11 01") == meaning(layout, "00 0010 01100 11 00")


@pytest.mark.parametrize(
    "other",
    ["00 1100 10111 11 00", "11 1100 10111 10 00", "11 1010 10111 11 00", "11 1100 10110 11 00", "11 1100 10111 11 10"],
)
def test_one_different_active_gene_tells_rules_apart(other: str) -> None:
    """Clauses: REP-10."""
    assert meaning(mixed(), "11 1100 10111 11 00") != meaning(mixed(), other)


def test_an_active_zero_differs_from_an_inactive_gene() -> None:
    """`0` is 10, `#` is 00. Clauses: REP-2, REP-10."""
    layout = mixed()

    assert meaning(layout, "10 0000 00000 00 00") != meaning(layout, "00 0000 00000 00 00")


def test_the_same_interval_written_backwards_is_the_same_rule() -> None:
    """The bounds 1 and 3 as 10 11 or 11 10. Clauses: REP-4, REP-10."""
    assert meaning(mixed(), "00 0000 11011 00 00") == meaning(mixed(), "00 0000 11110 00 00")


def test_repair_mends_each_attribute_and_no_label() -> None:
    """No value set: activation goes; bounds 3 (11) and 1 (10) change places. Clauses: REP-5."""
    layout = mixed()
    chromosome = bits("11 1000 11110 01 11")
    layout.repair(chromosome)

    assert chromosome == bits("11 0000 11011 01 11")


@pytest.mark.parametrize(
    ("general", "special"),
    [
        ("1##### -> 01##", "1##### -> 0###"),  # Eq. 5 of the paper, r1 and r2: more specific consequent
        ("1##### -> 01##", "1##### -> 01##"),
        ("1##### -> 01##", "11#0## -> 01##"),
        ("###### -> 0101", "101010 -> ####"),
    ],
)
def test_a_rule_is_general_for_more_special_conditions_and_less_specific_consequents(
    general: str, special: str
) -> None:
    """Clauses: SUB-2."""
    layout = Layout([BinaryGene() for _place in range(6)], 4)

    assert generalises(layout, general, special)
    assert general == special or not generalises(layout, special, general)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("1##### -> 01##", "0##### -> 01##"),
        ("1##### -> 01##", "1##### -> 00##"),
        ("1##### -> 01##", "11#### -> 01#1"),
    ],
)
def test_rules_that_differ_in_a_value_or_decide_other_labels_are_not_general_for_each_other(
    first: str, second: str
) -> None:
    """Clauses: SUB-2."""
    layout = Layout([BinaryGene() for _place in range(6)], 4)

    assert not generalises(layout, first, second)
    assert not generalises(layout, second, first)


def test_wide_genes_count_in_generality() -> None:
    """{0, 1} and [1, 3] contain {1} and [1, 2]; each alone is not enough. Clauses: SUB-2."""
    layout = mixed()
    special = "00 1010 11001 11 00"

    assert generalises(layout, "00 1110 11011 11 00", special)
    assert generalises(layout, "00 0000 11011 11 11", special)
    assert not generalises(layout, "00 1100 11011 11 00", special)
    assert not generalises(layout, "00 1110 10111 11 00", special)
    assert not generalises(layout, special, "00 1110 11011 11 00")


def test_seventy_labels_are_compared_to_the_last() -> None:
    """Clauses: SUB-2, REP-10."""
    layout = Layout([BinaryGene()], 70)
    decided = notation("# -> " + "0" * 70)
    differs = notation("# -> " + "0" * 69 + "1")
    silent = notation("# -> " + "0" * 69 + "#")
    care, differs_care, silent_care = [layout.identity(made)[0] for made in (decided, differs, silent)]

    assert layout.generalises(decided, care, silent, silent_care)
    assert not layout.generalises(silent, silent_care, decided, care)
    assert not layout.generalises(differs, differs_care, decided, care)
    assert layout.identity(decided)[1] != layout.identity(differs)[1]


def repaired(gene: IntervalGene, code: int) -> int:
    """Return the code of a gene that stands alone after REPAIR."""
    layout = Layout([gene], 1)
    chromosome = zeros(layout.size, "little")
    layout.put(chromosome, 0, code)
    layout.repair(chromosome)
    return layout.code_in(chromosome.tobytes(), 0)


@pytest.mark.parametrize("active", [True, False])
def test_repair_swaps_bounds_in_the_wrong_order_active_or_not(active: bool) -> None:
    """Clauses: REP-5."""
    gene = IntervalGene(0.0, 31.0, 5)

    assert repaired(gene, gene.code(active, 20, 3)) == gene.code(active, 3, 20)
    assert repaired(gene, gene.code(active, 3, 20)) == gene.code(active, 3, 20)
    assert repaired(gene, gene.code(active, 3, 3)) == gene.code(active, 3, 3)


@pytest.mark.parametrize(("low", "high"), [(2.0, 2.0), (math.nan, math.nan)])
def test_repair_makes_an_attribute_without_a_range_inactive_and_orders_its_bounds(low: float, high: float) -> None:
    """In `authors` it only orders them. Clauses: REP-6."""
    paper = IntervalGene(low, high, 2)
    authors = IntervalGene(low, high, 2, float32=True, ordered=True, constant_inactive=False)

    assert repaired(paper, paper.code(True, 3, 1)) == paper.code(False, 1, 3)
    assert repaired(authors, authors.code(True, 3, 1)) == authors.code(True, 1, 3)


@pytest.mark.parametrize(
    ("ordered", "first_bound", "equal_to_9_2"),
    [
        (False, False, [(9, 2), (2, 9)]),  # bounds by size
        (True, False, [(9, 2)]),
        (False, True, [(9, 2), (9, 3)]),  # the first bound as it stands
        (True, True, [(9, 2), (9, 3)]),
    ],
)
def test_equal_intervals_have_equal_bounds_by_size_or_in_place_and_in_authors_an_equal_first_bound(
    ordered: bool, first_bound: bool, equal_to_9_2: list[tuple[int, int]]
) -> None:
    """Clauses: REP-10."""
    gene = IntervalGene(0.0, 15.0, 4, ordered=ordered, first_bound=first_bound)
    layout = Layout([gene], 1)

    def key(first: int, second: int) -> bytes:
        chromosome = zeros(layout.size, "little")
        layout.put(chromosome, 0, gene.code(True, first, second))
        return layout.identity(chromosome)[1]

    others = [(9, 2), (2, 9), (9, 3), (3, 9), (2, 8)]

    assert [other for other in others if key(*other) == key(9, 2)] == equal_to_9_2


def test_bounds_in_the_wrong_order_are_swapped_whether_active_or_not() -> None:
    """Bounds of 2 bits, least significant bit first: 1 > 0; 2 and 2; inactive 3 > 2; 0 and 3. Clauses: REP-5."""
    chromosome = bits("1 10 00  1 01 01  0 11 01  1 00 11")

    Layout([IntervalGene(0.0, 1.0, 2) for _gene in range(4)], 0).repair(chromosome)

    assert chromosome == bits("1 00 10  1 01 01  0 01 11  1 00 11")


@given(st.data(), st.integers(1, 16), st.lists(st.integers(0, 30), max_size=6), st.integers(1, 5))
def test_all_genes_at_once_are_put_in_order_as_one_by_one(
    data: st.DataObject, n_bits: int, gaps: list[int], n_labels: int
) -> None:
    """Whatever stands between and behind the genes: binary attributes and labels."""
    gene = IntervalGene(0.0, 1.0, n_bits)
    genes = [one for gap in gaps for one in (*[BinaryGene() for _gene in range(gap)], gene)]
    layout = Layout(genes, n_labels)
    found = bitarray(data.draw(st.lists(st.booleans(), min_size=layout.size, max_size=layout.size)), "little")
    expected = found.copy()
    for index, one in enumerate(genes):
        if one is gene:
            code = layout.code_in(found.tobytes(), index)
            first, second = sorted(gene.bounds(code))
            layout.put(expected, index, gene.code(bool(code & 1), first, second))

    layout.repair(found)

    assert found == expected
