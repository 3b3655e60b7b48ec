"""What holds for parents and children of the genetic algorithm, whatever the data, the settings and the draws."""

import pytest
from bitarray import bitarray
from hypothesis import given
from hypothesis import strategies as st
from strategies import assembly, datasets, populations, rules, settings

from mlslcs_ref.core.chromosome import Layout
from mlslcs_ref.core.draws import PcgDraws
from mlslcs_ref.core.genetic import Brood, CutPerChildCrossover, MultiLabelCrossover
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.oracle.tapes import RecordedDraws
from mlslcs_ref.settings import Settings


@pytest.mark.clause("GEN-4", "GEN-5")
@given(dataset=datasets(), run=settings(), data=st.data(), seed=st.integers(0, 2**31))
def test_crossover_exchanges_a_tail_of_the_condition_and_one_decision(
    dataset: Dataset, run: Settings, data: st.DataObject, seed: int
) -> None:
    """Each child is one parent but for the condition from a cut on and the label of the GA, which are the other's.

    No other label's decision is exchanged. Equal parents are copied. A shared cut is the same for both children.
    """
    layout = assembly(dataset, run).layout
    first, second = data.draw(rules(assembly(dataset, run))), data.draw(rules(assembly(dataset, run)))
    label = data.draw(st.integers(0, dataset.n_labels - 1))
    shared_cut = run.crossover_cut == "shared"
    cross = MultiLabelCrossover if shared_cut else CutPerChildCrossover

    children = cross(layout, PcgDraws(seed), 1.0).cross(first, second, label)

    if first.equals(second):
        assert children == (first.chromosome, second.chromosome)
        return
    cuts = []
    for child, start, giver in zip(children, (second, first), (first, second), strict=True):
        cuts.append(
            {
                cut
                for cut in range(layout.condition_size + 1)
                if child == crossed(layout, start.chromosome, giver.chromosome, cut, label)
            }
        )
    assert all(cuts)
    assert not shared_cut or cuts[0] & cuts[1]


def crossed(layout: Layout, start: bitarray, giver: bitarray, cut: int, label: int) -> bitarray:
    """A chromosome in three parts: the start's, the giver's condition bits from `cut` on, the giver's label."""
    decision = layout.label_start(label)
    size = layout.condition_size
    labels = start[size:decision] + giver[decision : decision + 2] + start[decision + 2 :]
    return start[:cut] + giver[cut:size] + labels


@pytest.mark.clause("GEN-4", "GEN-6", "GEN-8", "PAR-0")
@given(dataset=datasets(["binary"]), run=settings(), data=st.data(), seed=st.integers(0, 2**31))
def test_each_bit_of_a_child_is_a_parents_or_mutated(
    dataset: Dataset, run: Settings, data: st.DataObject, seed: int
) -> None:
    """Mutated bits are those whose draw was below mu; a child's other decisions are all from one parent."""
    stream = RecordedDraws(PcgDraws(seed))
    parts = assembly(dataset, run, stream)
    members = data.draw(populations(parts))
    label = data.draw(st.integers(0, dataset.n_labels - 1))

    brood = parts.genetic().run_ga(members, label, 3)

    size = parts.layout.size
    mutated = bitarray((u < run.mutation_rate for purpose, u in stream.tape if purpose == "ga.mutation"), "little")
    assert len(mutated) == 2 * size
    masks = [mutated[:size], mutated[size:]]
    assert brood.first in members
    assert brood.second in members
    for index, child in enumerate(brood.offspring):
        assert (child.num, child.exp, child.cs, child.fitness) == (1, 0, 1.0, 1.0)
        of_child = masks if len(brood.offspring) == 1 else [masks[index]]
        assert any(is_explained(parts.layout, child.chromosome ^ mask, brood, label) for mask in of_child)


def is_explained(layout: Layout, bits: bitarray, brood: Brood, label: int) -> bool:
    """Whether a child without its mutations is made of its parents."""
    first, second = brood.first.chromosome, brood.second.chromosome
    if ((bits ^ first) & (bits ^ second)).any():
        return False
    others = [
        position
        for other in range(layout.n_labels)
        for position in range(layout.label_start(other), layout.label_start(other) + 2)
        if other != label
    ]
    return any(all(bits[position] == parent[position] for position in others) for parent in (first, second))


@pytest.mark.clause("GEN-5", "GEN-6", "GEN-7", "REP-5")
@given(dataset=datasets(), run=settings(mutation_rate=0.0, crossover_rate=0.0), data=st.data())
def test_without_crossover_and_mutation_a_child_is_its_parent_repaired(
    dataset: Dataset, run: Settings, data: st.DataObject
) -> None:
    parts = assembly(dataset, run)
    members = data.draw(st.lists(rules(parts, repaired=False), min_size=1, max_size=3))

    brood = parts.genetic().run_ga(members, 0, 3)

    expected = []
    for parent in (brood.first, brood.second):
        bits = parent.chromosome.copy()
        parts.layout.repair(bits)
        tested = bits if run.zero_coverage_test == "after_repair" else parent.chromosome
        if parts.factory.index.matched(tested).any():
            expected.append(bits)
    assert [child.chromosome for child in brood.offspring] == expected


@pytest.mark.clause("GEN-1", "GEN-2", "GEN-3")
@given(dataset=datasets(), run=settings(), data=st.data(), seed=st.integers(0, 2**31))
def test_a_parent_has_weight_unless_nobody_has(dataset: Dataset, run: Settings, data: st.DataObject, seed: int) -> None:
    parts = assembly(dataset, run, PcgDraws(seed))
    members = data.draw(populations(parts))
    threshold = run.theta_exp if run.discount_threshold == "theta_exp" else run.theta_del
    eligible = [rule for rule in members if rule.exp >= threshold and rule.fitness > 0.0]

    brood = parts.genetic().run_ga(members, 0, 3)

    for parent in (brood.first, brood.second):
        if eligible:
            assert parent in eligible
        elif run.zero_fitness_parents == "first":
            assert parent is members[0]
