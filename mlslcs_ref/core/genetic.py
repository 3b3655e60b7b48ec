"""The genetic algorithm on one correct set: selection, multi-label crossover, mutation, zero-coverage prevention."""

from __future__ import annotations

import math
from dataclasses import dataclass

from bitarray import bitarray

from mlslcs_ref.core.building import mypyc_attr
from mlslcs_ref.core.chromosome import Layout
from mlslcs_ref.core.classifier import Classifier, ClassifierFactory
from mlslcs_ref.core.draws import Draws
from mlslcs_ref.core.roulette import Roulette


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(eq=False, repr=False)
class ParentSelection:
    """Roulette with P_sel = num*F_d / sum of num*F_d over C[l] (GEN-1, GEN-2).

    Where every P_sel is 0, num decides (setting `zero_fitness_parents` = `numerosity`).
    """

    draws: Draws
    roulette: Roulette
    threshold: int
    """Experience below which F_d is 0: theta_exp (setting `discount_threshold` = `theta_exp`), or theta_del
    (`theta_del`, `authors`)."""

    def select(self, correct_set: list[Classifier]) -> tuple[Classifier, Classifier]:
        """Return two parents, each by one draw with probability P_sel; perhaps the same rule twice."""
        weights = [float(rule.num) * rule.discounted_fitness(self.threshold) for rule in correct_set]
        if not any(weight > 0.0 for weight in weights):
            return self.of_no_fitness(correct_set)
        return self.one(correct_set, weights), self.one(correct_set, weights)

    def of_no_fitness(self, correct_set: list[Classifier]) -> tuple[Classifier, Classifier]:
        """Return two parents where every weight is 0 (GEN-2)."""
        weights = [float(rule.num) for rule in correct_set]
        return self.one(correct_set, weights), self.one(correct_set, weights)

    def one(self, correct_set: list[Classifier], weights: list[float]) -> Classifier:
        """Return a parent, by one draw."""
        return correct_set[self.roulette.spin(weights, self.draws.unit("ga.parent"))]


@mypyc_attr(allow_interpreted_subclasses=True)
class FirstParentSelection(ParentSelection):
    """With every P_sel 0, the first member is both parents (setting `zero_fitness_parents` = `first`, `authors`)."""

    def of_no_fitness(self, correct_set: list[Classifier]) -> tuple[Classifier, Classifier]:
        """Return the first member twice, whatever is drawn (GEN-2, `authors`)."""
        self.draws.unit("ga.parent")
        self.draws.unit("ga.parent")
        return correct_set[0], correct_set[0]


@mypyc_attr(allow_interpreted_subclasses=True)
class MultiLabelCrossover:
    """Crossover, at a rate of chi, that exchanges no other decision than the current label's (GEN-4, GEN-5)."""

    def __init__(self, layout: Layout, draws: Draws, rate: float) -> None:
        self._layout = layout
        self.draws = draws
        self._rate = rate
        # the condition and one label
        self.size_chi = layout.size - 2 * (layout.n_labels - 1)

    def cross(self, first: Classifier, second: Classifier, label: int) -> tuple[bitarray, bitarray]:
        """Return two children, not mutated; crossed, the first is the second parent changed. Equal ones draw no cut."""
        if self.draws.unit("ga.crossover") >= self._rate or first.equals(second):
            return first.chromosome, second.chromosome
        cut, other_cut = self.cuts()
        return (
            self._child(second.chromosome, first.chromosome, cut, label),
            self._child(first.chromosome, second.chromosome, other_cut, label),
        )

    def cuts(self) -> tuple[int, int]:
        """Return each child's crossover point, below size_chi, one for both (setting `crossover_cut` = `shared`)."""
        cut = math.floor(self.draws.unit("ga.cut") * self.size_chi)
        return cut, cut

    def _child(self, start: bitarray, giver: bitarray, cut: int, label: int) -> bitarray:
        """Return a copy of `start` with the giver's condition bits from `cut` on and its decision on `label`, from 0.

        A cut counts the condition's bits and then the label's two, wherever they stand: from the condition's size on,
        the child takes the decision alone. A cut of -1 stands for a plain copy of `start`: u = 0 gives it in `authors`.
        """
        child = start.copy()
        if cut < 0:
            return child
        condition_size = self._layout.condition_size
        child[cut:condition_size] = giver[cut:condition_size]
        position = self._layout.label_start(label)
        child[position : position + 2] = giver[position : position + 2]
        return child


@mypyc_attr(allow_interpreted_subclasses=True)
class CutPerChildCrossover(MultiLabelCrossover):
    """Each child is cut at a place of its own (setting `crossover_cut` = `per_child`, `authors`)."""

    def cuts(self) -> tuple[int, int]:
        """Return the crossover points ceil(u*size_chi - 1), both drawn before a child is made (GEN-4, `authors`)."""
        first = math.ceil(self.draws.unit("ga.cut") * self.size_chi - 1.0)
        return first, math.ceil(self.draws.unit("ga.cut") * self.size_chi - 1.0)


@mypyc_attr(allow_interpreted_subclasses=True)
class Brood:
    """What one run of the GA made of two parents, perhaps the same rule, in the order of their selection.

    Of each child `children` has the chromosome, and whether it matches any instance; `offspring` holds those that do.
    """

    def __init__(self, first: Classifier, second: Classifier) -> None:
        self.first = first
        self.second = second
        self.children: list[tuple[bitarray, bool]] = []
        self.offspring: list[Classifier] = []


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(eq=False, repr=False)
class GeneticAlgorithm:
    """One run of the GA on a correct set, up to but not including subsumption.

    Children are tested for zero coverage as they may enter P (setting `zero_coverage_test` = `after_repair`).
    """

    factory: ClassifierFactory
    draws: Draws
    selection: ParentSelection
    crossover: MultiLabelCrossover
    mutation_rate: float

    def run_ga(self, correct_set: list[Classifier], label: int, clock: int) -> Brood:
        """Return what one GA on C[label] made: two, one or no offspring (GEN-7), whose ts is `clock`.

        The order of draws is parents, crossover, cuts, the first child's mutation, the second's (GEN-8). Each bit flips
        with probability mu, by one draw per bit in order (GEN-6).
        """
        first, second = self.selection.select(correct_set)
        brood = Brood(first, second)
        children, rate = self.crossover.cross(first, second, label), self.mutation_rate
        for chromosome in [child ^ self.draws.below(rate, len(child), "ga.mutation") for child in children]:
            coverage = self.repaired_coverage(chromosome)
            has_coverage = coverage.any()
            brood.children.append((chromosome, has_coverage))
            if has_coverage:
                brood.offspring.append(self.factory.make(chromosome, coverage, clock, repaired=True))
        return brood

    def repaired_coverage(self, chromosome: bitarray) -> bitarray:
        """REPAIR a child in place and return its coverage; without any it is dropped, repaired or not (GEN-7)."""
        self.factory.layout.repair(chromosome)
        return self.factory.index.matched_near(chromosome)


@mypyc_attr(allow_interpreted_subclasses=True)
class RepairAfterTest(GeneticAlgorithm):
    """Children are tested before REPAIR, which would have helped some (setting `zero_coverage_test` = `before_repair`).

    Who passes matches something after REPAIR, too, which makes no test narrower. The setting has a second effect, on
    rules of covering that match nothing: `cycle` removes them a pass later, once t - created >= |D|.
    """

    def repaired_coverage(self, chromosome: bitarray) -> bitarray:
        """REPAIR a child that matches as it is, and return its coverage afterwards (GEN-7, `authors`)."""
        coverage = self.factory.index.matched_near(chromosome)
        if coverage.any() and self.factory.layout.repair(chromosome):
            return self.factory.index.matched_near(chromosome)
        return coverage
