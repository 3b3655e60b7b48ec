"""Which instances a condition matches. Clauses: MAT-1, MAT-2, REP-4, REP-7, REP-8, CYC-1."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from unit.core.builders import Bench, bits, every_instance, notation

from mlslcs_ref.core.chromosome import Layout
from mlslcs_ref.core.coverage import CoverageIndex, Instances
from mlslcs_ref.core.genes import BinaryGene, IntervalGene, NominalGene, SteppedGene

NAN = math.nan


@pytest.mark.parametrize(
    ("rule", "n_covered"),
    [("###### -> ####", 64), ("1##### -> 01##", 32), ("01#### -> 10##", 16), ("010110 -> 1010", 1)],
)
def test_each_active_binary_test_halves_the_64_instances(rule: str, n_covered: int) -> None:
    """Clauses: MAT-1, MAT-2."""
    assert Bench(every_instance(6), 4).rule(rule).n_covered == n_covered


def test_the_coverage_is_the_set_of_instances_that_pass_every_test() -> None:
    """Instances 000 to 111 in increasing order: 1#0 matches 100 and 110, the fifth and the seventh. Clauses: MAT-2."""
    index = CoverageIndex(Layout([BinaryGene() for _place in range(3)], 1), np.array(every_instance(3)))

    assert index.matched(notation("1#0 -> 1")) == bits("0000 1010")


def mixed(*, missing_match: bool) -> CoverageIndex:
    """Binary, nominal of 3, continuous k = 2 over [0, 3]; the last three rows lack one value each."""
    layout = Layout([BinaryGene(), NominalGene(3), IntervalGene(0.0, 3.0, 2)], 1)
    rows = [[0.0, 0.0, 0.0], [1.0, 1.0, 1.5], [1.0, 2.0, 3.0], [NAN, 2.0, 2.0], [1.0, NAN, 2.0], [1.0, 2.0, NAN]]
    return CoverageIndex(layout, np.array(rows), missing_match)


@pytest.mark.parametrize(
    ("condition", "matched"),
    [
        ("10 0000 00000", "100 100"),  # a1 = 0, or missing
        ("11 0000 00000", "011 111"),
        ("00 1010 00000", "010 010"),  # a2 in {1}, or missing
        ("00 0000 11001", "010 111"),  # a3 in [1, 2], or missing
        ("11 1001 11001", "000 111"),
        ("00 0000 00000", "111 111"),
    ],
)
def test_a_missing_value_passes_every_test(condition: str, matched: str) -> None:
    """Clauses: REP-7, MAT-1."""
    assert mixed(missing_match=True).matched(bits(condition + "00")) == bits(matched)


@pytest.mark.parametrize("missing_match", [True, False])
@pytest.mark.parametrize(
    "condition",
    ["10 0000 00000", "11 0000 00000", "00 1010 00000", "00 0000 11001", "00 0000 10011", "11 1001 11001"],
)
def test_what_is_near_is_a_part_of_the_coverage_that_tells_whether_there_is_any(
    missing_match: bool, condition: str
) -> None:
    """Whatever was looked at before, from the same instance on or from another. Clauses: MAT-1, MAT-2, GEN-7."""
    index = mixed(missing_match=missing_match)
    whole = index.matched(bits(condition + "00"))
    for start, stop in [(0, 2), (1, 4), (1, 3), (3, 6), (1, 3), (0, 2)]:
        index.look_at(start, stop)

        assert index.matched_near(bits(condition + "00")) == (whole[start:stop] if whole[start:stop].any() else whole)
        assert index.matched(bits(condition + "00")) == whole


@pytest.mark.parametrize(
    ("condition", "matched"),
    [
        ("10 0000 00000", "100 000"),
        ("11 0000 00000", "011 111"),  # a missing binary value reads 1
        ("00 1100 00000", "100 010"),  # a missing nominal value reads the first
        ("00 1010 00000", "010 000"),
        ("00 0000 10011", "111 110"),  # a missing number passes no test, not even [0, 3]
    ],
)
def test_in_authors_a_missing_value_reads_one_or_the_first_value_or_nothing(condition: str, matched: str) -> None:
    """Clauses: REP-7."""
    assert mixed(missing_match=False).matched(bits(condition + "00")) == bits(matched)


def test_an_undeclared_value_passes_inactive_tests_only() -> None:
    """Clauses: REP-8."""
    layout = Layout([BinaryGene(), NominalGene(3)], 1)
    index = CoverageIndex(layout, np.array([[-1.0, -1.0]]))

    assert [index.matched(bits(text + "00")).any() for text in ("00 0000", "01 0111")] == [True, True]
    assert [index.matched(bits(text + "00")).any() for text in ("10 0000", "11 0000", "00 1111")] == [False] * 3


@pytest.mark.parametrize("k", [1, 7, 8, 9, 16])
@pytest.mark.parametrize(
    ("beyond", "at_lowest", "anywhere"), [([], "100", "111"), ([0.5], "1000", "1110"), ([-0.5], "1000", "1110")]
)
def test_bounds_of_any_width_give_the_instances_between_them(
    k: int, beyond: list[float], at_lowest: str, anywhere: str
) -> None:
    """Over [0, 2^k - 1] a bound is its own value: [0, 0] and, written backwards, [0, 2^k - 1].

    Where a rule is asked about other data than it was made of, some is above the last bound or below the first, and
    then the whole range is a test, too. Clauses: REP-4.
    """
    last = 2**k - 1
    gene = IntervalGene(0.0, float(last), k)
    layout = Layout([gene], 1)
    values = [0.0, 0.5, float(last), *[x + last if x > 0.0 else x for x in beyond]]
    index = CoverageIndex(layout, np.array(values).reshape(-1, 1))
    lowest, all_of_it = bits("0" * layout.size), bits("0" * layout.size)
    layout.put(lowest, 0, gene.code(True, 0, 0))
    layout.put(all_of_it, 0, gene.code(True, last, 0))

    for _again in range(2):
        assert index.matched(lowest) == bits(at_lowest)
        assert index.matched(all_of_it) == bits(anywhere)


@given(
    steps=st.lists(st.sampled_from([0.0, 1.0, 2.0]), min_size=6, max_size=6).map(sorted),
    values=st.lists(st.sampled_from([-1.0, 0.0, 0.5, 1.0, 1.5, 2.0, 3.0, NAN]), min_size=1, max_size=9),
    missing_match=st.booleans(),
)
def test_bounds_of_one_number_are_one_bound(steps: list[float], values: list[float], missing_match: bool) -> None:
    """Every pair of bounds, several of which are the same number, by what its gene says. Clauses: REP-4, REP-7."""
    gene = SteppedGene([-math.inf, *steps, math.inf], 3)
    layout = Layout([gene], 1)
    index = CoverageIndex(layout, np.array(values).reshape(-1, 1), missing_match)
    chromosome = bits("0" * layout.size)
    for first, second in itertools.product(range(8), repeat=2):
        layout.put(chromosome, 0, gene.code(True, first, second))

        assert list(index.matched(chromosome)) == [
            missing_match if math.isnan(x) else gene.accepts(gene.code(True, first, second), x) for x in values
        ]


def test_in_authors_values_are_compared_as_32_bit_floats() -> None:
    """With k = 2 over [0, 1] the second bound is 1/3, as a 32-bit float 11184811/2^25 > 1/3.

    x = 1/3 rounds to the same float, so [1/3, 1] accepts it; 0.3333333 rounds to 11184809.6/2^25 -> 11184810/2^25 and
    is refused. Clauses: REP-4.
    """
    gene = IntervalGene(0.0, 1.0, 2, float32=True)
    layout = Layout([gene], 1)
    index = CoverageIndex(layout, np.array([[1.0 / 3.0], [0.3333333]]))
    chromosome = bits("0" * layout.size)
    layout.put(chromosome, 0, gene.code(True, 1, 3))

    assert index.matched(chromosome) == bits("10")


def test_in_authors_reversed_bounds_match_no_instance() -> None:
    """Over [2^24, 2^24 + 2] with k = 2, the bounds 1 and 0 are the same 32-bit float. Clauses: REP-4."""
    gene = IntervalGene(2.0**24, 2.0**24 + 2.0, 2, float32=True, ordered=True)
    layout = Layout([gene], 1)
    index = CoverageIndex(layout, np.array([[2.0**24], [2.0**24 + 2.0]]))
    ordered, backwards = bits("0" * layout.size), bits("0" * layout.size)
    layout.put(ordered, 0, gene.code(True, 0, 1))
    layout.put(backwards, 0, gene.code(True, 1, 0))

    assert index.matched(ordered) == bits("10")
    assert index.matched(backwards) == bits("00")


def test_an_instance_has_values_labels_and_masks_of_labels() -> None:
    """Labels 0 and 63 of 64: 1 in the first word of 60, 8 in the second. Clauses: CYC-1."""
    instances = Instances(np.array([[0.5, 1.0], [2.0, 0.0]]), [[True, *[False] * 62, True], [False] * 64])

    assert instances.n == 2
    assert (instances.values(0), instances.values(1)) == ([0.5, 1.0], [2.0, 0.0])
    assert instances.labels(0) == bits("1" + "0" * 62 + "1")
    assert (instances.words(0), instances.words(1)) == ([1, 8], [0, 0])


def test_instances_of_the_same_labels_share_them() -> None:
    """A large D has few combinations of labels: memory follows these. Clauses: CYC-1."""
    instances = Instances(np.zeros((3, 1)), [[True, False], [False, True], [True, False]])

    assert instances.labels(0) is instances.labels(2)
    assert instances.words(0) is instances.words(2)
    assert (instances.labels(1), instances.words(1)) == (bits("01"), [2])


@pytest.mark.parametrize("step", [0.25, 0.3])
@pytest.mark.parametrize("missing", [[], [7, 4099]])
@pytest.mark.parametrize("missing_match", [True, False])
def test_one_column_for_both_sides_of_a_bound_says_what_the_gene_says(
    step: float, missing: list[int], missing_match: bool
) -> None:
    """4,100 instances in steps that meet the bounds 0, 1, 2 and 3, or but 0 and 3; those of 4,096 are kept apart.

    All intervals are asked for, in both orders of bounds. Clauses: MAT-1, REP-4, REP-7.
    """
    gene = IntervalGene(0.0, 3.0, 2)
    values = np.arange(4100.0) % 11 * step
    values[missing] = NAN
    index = CoverageIndex(Layout([gene], 1), values[:, None], missing_match)

    for code in range(1, 32, 2):
        expected = gene.accepts(code, values) | (np.isnan(values) & missing_match)
        bits_of_code = bits(f"{code:05b}"[::-1] + "00")
        for start, stop in ((0, 4100), (4, 4100)):
            index.look_at(start, stop)
            found = index.matched_near(bits_of_code)
            assert found.tolist() == expected[4100 - len(found) :].tolist()


def test_bounds_of_an_attribute_without_a_present_value_accept_no_missing_one() -> None:
    """Nor refuse one where missing values match. Clauses: REP-6, REP-7."""
    layout = Layout([IntervalGene(NAN, NAN, 2, constant_inactive=False)], 1)

    for missing_match, matched in ((False, "00"), (True, "11")):
        assert CoverageIndex(layout, np.array([[NAN], [NAN]]), missing_match).matched(bits("1001100")) == bits(matched)
