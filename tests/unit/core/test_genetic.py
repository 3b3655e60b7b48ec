"""The genetic algorithm by hand. Clauses: GEN-1 to GEN-8, PAR-0, REP-5."""

from typing import Final

import pytest
from unit.core.builders import Bench, assert_spent, bits, every_instance, flips, notation, notation_of

from mlslcs_ref.core.assembly import discount_threshold
from mlslcs_ref.core.classifier import Classifier
from mlslcs_ref.core.draws import Draws
from mlslcs_ref.core.genes import BinaryGene, Gene, IntervalGene
from mlslcs_ref.core.genetic import (
    CutPerChildCrossover,
    FirstParentSelection,
    GeneticAlgorithm,
    MultiLabelCrossover,
    ParentSelection,
    RepairAfterTest,
)
from mlslcs_ref.core.roulette import Roulette
from mlslcs_ref.oracle.tapes import RecordedDraws, ReplayedDraws
from mlslcs_ref.settings import Settings

MU: Final = 0.04
CHI: Final = 0.8
NEARLY_ONE: Final = 1.0 - 2.0**-53


def genetic(bench: Bench, draws: Draws, *, authors: bool = False, mu: float = MU) -> GeneticAlgorithm:
    """Return a GA with threshold 4 of experience, in match units."""
    algorithm = RepairAfterTest if authors else GeneticAlgorithm
    cross = CutPerChildCrossover if authors else MultiLabelCrossover
    return algorithm(bench.factory, draws, selection(draws, authors=authors), cross(bench.layout, draws, CHI), mu)


def selection(draws: Draws, *, authors: bool) -> ParentSelection:
    """Return the choice of parents with threshold 4."""
    if authors:
        return FirstParentSelection(draws, Roulette(zeros_allowed=True), 4)
    return ParentSelection(draws, Roulette(), 4)


def selected(rules: list[Classifier], u: float, *, authors: bool = False) -> int:
    """Return the place of the parent that a draw selects, with threshold 4."""
    tape = ReplayedDraws([u, u])
    first, second = selection(tape, authors=authors).select(rules)
    assert_spent(tape, 2)
    assert first is second
    return rules.index(first)


def children(first: str, second: str, tape: list[float], *, authors: bool = False, label: int = 0) -> list[str]:
    """Return the two children of crossover in the paper's notation; all of the tape is used."""
    bench = Bench(every_instance(2), 3)
    draws = ReplayedDraws(tape)
    crossover = (CutPerChildCrossover if authors else MultiLabelCrossover)(bench.layout, draws, CHI)
    made = crossover.cross(bench.rule(first), bench.rule(second), label)
    assert_spent(draws, len(tape))
    return [notation_of(bench.rule(child.to01()), 2) for child in made]


@pytest.mark.parametrize(
    ("u", "place"),
    [
        (0.0, 1),  # the first has no weight
        (0.25, 1),  # goal 0.5
        (0.26, 2),  # goal 0.52
        (0.75, 2),  # goal 1.5
        (0.76, 3),  # goal 1.52
        (NEARLY_ONE, 3),
    ],
)
def test_parents_are_selected_in_proportion_to_numerosity_times_discounted_fitness(u: float, place: int) -> None:
    """Weights num*F_d are 0 (exp 3 is below 4), 1*2/4 = 0.5, 4*1/4 = 1 and 1*4/8 = 0.5, with nu = 1.

    Their running sums are 0, 0.5, 1.5 and 2 (Eqs. 8 and 9 of the paper).
    Clauses: GEN-1, GEN-3.
    """
    bench = Bench(every_instance(1), 1)
    rules = [
        bench.rule("1 -> 1", num=9, matches=3, correct=3),
        bench.rule("1 -> 1", num=1, matches=4, correct=2),
        bench.rule("1 -> 1", num=4, matches=4, correct=1),
        bench.rule("1 -> 1", num=1, matches=8, correct=4),
    ]

    assert selected(rules, u) == place


def test_in_authors_a_draw_of_zero_selects_the_first_though_it_has_no_weight() -> None:
    """Clauses: GEN-3."""
    bench = Bench(every_instance(1), 1)
    rules = [bench.rule("1 -> 1", matches=3, correct=3), bench.rule("1 -> 1", matches=4, correct=4)]

    assert [selected(rules, u, authors=True) for u in (0.0, 0.1)] == [0, 1]


@pytest.mark.parametrize(("u", "place"), [(0.0, 0), (0.25, 0), (0.26, 1), (0.99, 1)])
def test_without_any_weight_numerosity_selects_and_in_authors_the_first_rule(u: float, place: int) -> None:
    """Numerosities 1 and 3: total 4, so u = 0.25 has goal 1. Both draws are made in any case. Clauses: GEN-2."""
    bench = Bench(every_instance(1), 1)
    rules = [bench.rule("1 -> 1", num=1), bench.rule("1 -> 1", num=3)]

    assert selected(rules, u) == place
    assert selected(rules, u, authors=True) == 0


def test_fitness_is_discounted_below_theta_exp_and_in_authors_below_theta_del() -> None:
    """10 and 20 by default. Clauses: GEN-1, PAR-2."""
    assert discount_threshold(Settings.paper()) == 10
    assert discount_threshold(Settings.authors()) == 20


@pytest.mark.parametrize(
    ("u", "first_child", "second_child"),
    [
        (0.0, "01 01 10 10 10", "10 10 11 00 00"),  # c = floor(0) = 0: the whole condition
        (0.17, "11 01 10 10 10", "00 10 11 00 00"),  # c = floor(1.02) = 1: 1|1 01 and 0|0 10
        (0.34, "10 01 10 10 10", "01 10 11 00 00"),  # c = floor(2.04) = 2: 10|01 and 01|10
        (0.66, "10 11 10 10 10", "01 00 11 00 00"),  # c = floor(3.96) = 3: 10 1|1 and 01 0|0
    ],
)
def test_children_swap_the_condition_from_the_cut_on_and_the_current_decision(
    u: float, first_child: str, second_child: str
) -> None:
    """Parents 01 01 10 00 00 and 10 10 11 10 10: size 2*2 + 2*3 = 10, size_x = 10 - 2*(3 - 1) = 6 (Eq. 10).

    Child 1 starts from parent 2 and takes parent 1's bits, child 2 the other way round; labels 1 and 2 stay.
    Clauses: GEN-4, GEN-5.
    """
    bench = Bench(every_instance(2), 3)
    draws = ReplayedDraws([0.0, u])
    crossover = MultiLabelCrossover(bench.layout, draws, CHI)
    made = crossover.cross(bench.rule("01 01 10 00 00"), bench.rule("10 10 11 10 10"), 0)

    assert made == (bits(first_child), bits(second_child))
    assert_spent(draws, 2)


@pytest.mark.parametrize("u", [0.67, 0.99])
def test_a_cut_in_the_label_swaps_only_the_current_decision(u: float) -> None:
    """floor(0.67*6) = floor(4.02) = 4 = size_x - 2, floor(0.99*6) = 5. Clauses: GEN-4, GEN-5."""
    assert children("11 -> 0##", "00 -> 100", [0.0, u]) == ["00 -> 000", "11 -> 1##"]


def test_the_decision_that_is_swapped_is_that_of_the_current_label() -> None:
    """Label 2 with the cut at 4. Clauses: GEN-4."""
    assert children("11 -> 0##", "00 -> 100", [0.0, 0.7], label=2) == ["00 -> 10#", "11 -> 0#0"]


@pytest.mark.parametrize("authors", [False, True])
def test_without_crossover_children_copy_their_parents_and_no_cut_is_drawn(authors: bool) -> None:
    """0.8 is not below chi = 0.8. Clauses: GEN-4, GEN-5."""
    assert children("11 -> 0##", "00 -> 100", [0.8], authors=authors) == ["11 -> 0##", "00 -> 100"]


@pytest.mark.parametrize("authors", [False, True])
def test_equal_parents_make_no_crossover_but_the_decision_is_drawn(authors: bool) -> None:
    """Clauses: GEN-4, REP-10."""
    assert children("11 -> 0##", "11 -> 0##", [0.0], authors=authors) == ["11 -> 0##", "11 -> 0##"]


@pytest.mark.parametrize(
    ("u1", "u2", "expected"),
    [
        (0.5, 0.9, ["01 -> 000", "11 -> 1##"]),  # ceil(0.5*6 - 1) = 2 and ceil(4.4) = 5
        (0.9, 0.5, ["00 -> 000", "10 -> 1##"]),
        (0.0, 0.0, ["00 -> 100", "11 -> 0##"]),  # ceil(-1): plain copies of the starting parents
        (0.1, 0.0, ["11 -> 000", "11 -> 0##"]),  # ceil(-0.4) = 0: the whole condition
    ],
)
def test_in_authors_each_child_has_a_cut_of_its_own(u1: float, u2: float, expected: list[str]) -> None:
    """Both are drawn before child 1: c = ceil(u*size_x - 1), and u = 0 gives a plain copy. Clauses: GEN-4, GEN-8."""
    assert children("11 -> 0##", "00 -> 100", [0.0, u1, u2], authors=True) == expected


def test_one_run_draws_parents_decision_cut_and_both_mutations_in_this_order() -> None:
    """Parents 11 -> 0## and 00 -> 100 of size 10, cut floor(0.34*6) = 2, so before mutation 01 -> 000 and 10 -> 1##.

    Child 1 flips bit 3 (the value of a2) and bit 8 (the activation of label 2); child 2 flips nothing, for 0.04 is not
    below mu = 0.04. 2 + 1 + 1 + 10 + 10 = 24 draws. Clauses: GEN-8, GEN-6.
    """
    bench = Bench(every_instance(2), 3)
    rules = [bench.rule("11 -> 0##", matches=4, correct=4), bench.rule("00 -> 100", matches=4, correct=12)]
    tape = ReplayedDraws([0.1, 0.9, 0.79, 0.34, *flips(10, [3, 8], MU), *flips(10, [], MU)])
    draws = RecordedDraws(tape)
    brood = genetic(bench, draws).run_ga(rules, 0, 17)

    assert [notation_of(child, 2) for child in brood.offspring] == ["00 -> 00#", "10 -> 1##"]
    assert [brood.first, brood.second] == rules
    assert [purpose for purpose, _number in draws.tape] == [
        *("ga.parent", "ga.parent", "ga.crossover", "ga.cut"),
        *["ga.mutation"] * 20,
    ]
    assert_spent(tape, 24)


def test_in_authors_one_run_draws_a_second_cut() -> None:
    """Cuts ceil(0.5*6 - 1) = 2 and ceil(0.9*6 - 1) = 5. 25 draws. Clauses: GEN-8, GEN-4."""
    bench = Bench(every_instance(2), 3)
    rules = [bench.rule("11 -> 0##", matches=4, correct=4), bench.rule("00 -> 100", matches=4, correct=12)]
    tape = ReplayedDraws([0.1, 0.9, 0.79, 0.5, 0.9, *flips(10, [], MU), *flips(10, [0], MU)])
    offspring = genetic(bench, tape, authors=True).run_ga(rules, 0, 17).offspring

    assert [notation_of(child, 2) for child in offspring] == ["01 -> 000", "#1 -> 1##"]
    assert_spent(tape, 25)


def test_offspring_inherit_nothing() -> None:
    """Copies of a parent with num 5, exp 6, cs 8 and ts 3. Clauses: PAR-0, GEN-5."""
    bench = Bench(every_instance(1), 1)
    parent = bench.rule("1 -> 1", num=5, matches=6, correct=6, cs=8.0, ts=3)
    tape = ReplayedDraws([0.5, 0.5, 0.9, *flips(4, [], MU), *flips(4, [], MU)])

    for child in genetic(bench, tape).run_ga([parent], 0, 17).offspring:
        assert child.equality_key == parent.equality_key
        assert (child.num, child.exp, child.tp, child.msa, child.cs, child.ts) == (1, 0, 0.0, 0.0, 1.0, 17)
        assert child.fitness == 1.0


def test_more_than_64_bits_are_mutated_by_one_draw_each() -> None:
    """One attribute and 70 labels: 142 bits, of which 0, 63, 64 and 141 flip. Clauses: GEN-6."""
    bench = Bench(every_instance(1), 70)
    parent = bench.rule("# -> " + "#" * 70)
    tape = ReplayedDraws([0.5, 0.5, 0.9, *flips(142, [0, 63, 64, 141], MU), *flips(142, [], MU)])
    first, second = genetic(bench, tape).run_ga([parent], 0, 0).offspring

    assert [place for place in range(142) if first.chromosome[place]] == [0, 63, 64, 141]
    assert not second.chromosome.any()
    assert_spent(tape, 287)


def test_mutation_at_rate_one_flips_every_bit_and_at_rate_zero_none() -> None:
    """U < 1 always, u < 0 never. 11 10 becomes 00 01. Clauses: GEN-6."""
    bench = Bench(every_instance(1), 1)
    rule = bench.rule("1 -> 0")
    tape = [0.5, 0.5, 0.9, *[NEARLY_ONE] * 8]
    flipped = genetic(bench, ReplayedDraws(tape), mu=1.0).run_ga([rule], 0, 0).offspring
    kept = genetic(bench, ReplayedDraws([0.5, 0.5, 0.9, *[0.0] * 8]), mu=0.0).run_ga([rule], 0, 0).offspring

    assert [each.chromosome for each in flipped] == [bits("0001"), bits("0001")]
    assert [each.chromosome for each in kept] == [notation("1 -> 0")] * 2


@pytest.mark.parametrize("authors", [False, True])
def test_a_child_that_matches_no_instance_is_dropped_after_its_draws(authors: bool) -> None:
    """D is the instance 1 alone; child 1 becomes 0 -> 1 by its value bit. Clauses: GEN-7, GEN-8."""
    bench = Bench([[1.0]], 1)
    parent = bench.rule("1 -> 1")
    tape = ReplayedDraws([0.5, 0.5, 0.9, *flips(4, [1], MU), *flips(4, [0], MU)])
    offspring = genetic(bench, tape, authors=authors).run_ga([parent], 0, 0).offspring

    assert [notation_of(child, 1) for child in offspring] == ["# -> 1"]
    assert_spent(tape, 11)


def test_children_are_tested_for_coverage_after_repair_and_in_authors_before() -> None:
    """[1, 2] is 1 10 01 with k = 2; without its second bit it is [0, 2], with its third it is [3, 2].

    In `paper` [3, 2] means [2, 3] and REPAIR orders it; in `authors` it matches nothing and is dropped.
    Clauses: GEN-7, REP-5, GEN-6.
    """
    kept = []
    for authors in (False, True):
        genes: list[Gene] = [IntervalGene(0.0, 3.0, 2, ordered=authors)]
        bench = Bench([[0.0], [2.0], [3.0]], 1, genes=genes)
        parent = bench.rule("1 10 01 11")
        tape = ReplayedDraws([0.5, 0.5, 0.9, *flips(7, [2], MU), *flips(7, [1], MU)])
        offspring = genetic(bench, tape, authors=authors).run_ga([parent], 0, 0).offspring
        kept.append([child.chromosome for child in offspring])

    assert kept == [[bits("1 01 11 11"), bits("1 00 01 11")], [bits("1 00 01 11")]]


def test_crossover_in_a_wide_gene_may_cut_it_anywhere() -> None:
    """Binary + continuous k = 2 + label: size 9 = size_x. c = floor(0.5*9) = 4 cuts the first bound in two.

    11 1 10 01 and 10 1 01 10 from bit 4 on: child 1 = 10 1 0|0 01, child 2 = 11 1 1|1 10, both with the other's label.
    Clauses: GEN-4, REP-1.
    """
    genes: list[Gene] = [BinaryGene(), IntervalGene(0.0, 3.0, 2)]
    bench = Bench([[0.0, 0.0]], 1, genes=genes)
    first, second = bench.rule("11 1 10 01 11"), bench.rule("10 1 01 10 10")
    crossover = MultiLabelCrossover(bench.layout, ReplayedDraws([0.0, 0.5]), CHI)

    assert crossover.cross(first, second, 0) == (bits("10 1 00 01 11"), bits("11 1 11 10 10"))
