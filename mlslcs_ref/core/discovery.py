"""The discovery component: covering, GA and insertion for the labels of one instance, in one of two orders."""

from __future__ import annotations

from dataclasses import dataclass

from mlslcs_ref.core.building import mypyc_attr
from mlslcs_ref.core.classifier import Classifier, ClassifierFactory
from mlslcs_ref.core.clock import GaClock, GaDue
from mlslcs_ref.core.coverage import Instances
from mlslcs_ref.core.covering import Covering
from mlslcs_ref.core.events import Absorbed, Covered, GeneticRun, Inserted, Observer
from mlslcs_ref.core.genetic import Brood, GeneticAlgorithm
from mlslcs_ref.core.population import Population
from mlslcs_ref.core.sets import CorrectSet, CorrectSets
from mlslcs_ref.core.subsumption import Subsumption


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(eq=False, repr=False)
class Discovery:
    """What both orders have in common: the base of their classes, never made."""

    instances: Instances
    population: Population
    factory: ClassifierFactory
    covering: Covering
    genetic: GeneticAlgorithm
    subsumption: Subsumption
    clock: GaClock
    due: GaDue
    stamped_at_birth: bool
    """Whether a new rule's ts is the clock (setting `birth_timestamp` = `clock`) or 0 (`zero`, `authors`, PAR-0)."""
    duplicates_merge: bool
    """Whether a covering rule equal to one in P raises that rule's num (setting `covering_duplicates` = `merge`) or is
    a rule of its own (`append`, `authors`, COV-5)."""
    observer: Observer | None

    def discover(self, sets: CorrectSets, instance: int, step: int) -> None:
        """Make this step's new rules for an instance and put them into P."""
        raise NotImplementedError

    def cover(self, label: int, clock: int, instance: int) -> Classifier:
        """Return a new rule for a label that no rule of M decides rightly (COV-1), born at a clock (PAR-0)."""
        chromosome = self.covering.generate(self.instances.values(instance), self.instances.labels(instance), label)
        ts = clock if self.stamped_at_birth else 0
        return self.factory.make(chromosome, self.factory.index.matched_near(chromosome), ts)

    def insert_covering(self, rule: Classifier, label: int, step: int) -> Classifier | None:
        """Insert covering's rule, in no C[l] until the next step, or return an equal rule whose num is to rise."""
        equals = self.population.equal_to(rule) if self.duplicates_merge else []
        if not equals:
            self.population.insert(rule, step)
        if self.observer is not None:
            serial = equals[0].serial if equals else rule.serial
            self.observer(Covered(step, label, serial, bool(equals), rule.chromosome.to01()))
        return equals[0] if equals else None

    def run_ga(self, correct_set: list[Classifier], label: int, clock: int, step: int) -> Brood:
        """Return what a GA on the members of C[label] made (GEN)."""
        brood = self.genetic.run_ga(correct_set, label, clock if self.stamped_at_birth else 0)
        if self.observer is not None:
            children = tuple([chromosome.to01() for chromosome, _ in brood.children])
            matching = tuple([matches for _, matches in brood.children])
            self.observer(GeneticRun(step, label, clock, brood.first.serial, brood.second.serial, children, matching))
        return brood

    def absorber_for(self, child: Classifier, brood: Brood) -> Classifier | None:
        """Return the rule that absorbs a child, if any: a parent, else one of P as it is now (SUB-4)."""
        parent = self.subsumption.parent_for(child, brood.first, brood.second)
        return self.subsumption.rule_for(child) if parent is None else parent

    def add_to_population(self, child: Classifier, brood: Brood, absorber: Classifier | None, step: int) -> None:
        """ADD_TO_POPULATION of Algorithm 1: raise the num of the rule that absorbs a child, or insert it (SUB-4)."""
        if absorber is None:
            self.population.insert(child, step)
            if self.observer is not None:
                self.observer(Inserted(step, child.serial, child.chromosome.to01()))
        else:
            self.population.gain(absorber)
            if self.observer is not None:
                is_parent = absorber is brood.first or absorber is brood.second
                self.observer(Absorbed(step, absorber.serial, is_parent, child.chromosome.to01()))


@mypyc_attr(allow_interpreted_subclasses=True)
class DiscoveryByLabel(Discovery):
    """Algorithm 1's order: label by label covering or GA (setting `discovery_order` = `by_label`, CYC-0, CYC-3).

    Algorithm 1 adds children to P inside its loop, the paper's text keeps them in a pool until all labels are done; so
    do we. Each is tested against P as it then is: the second of two equal ones finds the first there.
    """

    def discover(self, sets: CorrectSets, instance: int, step: int) -> None:
        """Cover at once or run the GA, label by label (CYC-3); then work off the pool in order of creation (SUB-4)."""
        pool: list[Brood] = []
        merged: list[Classifier] = []
        for correct_set in sets.by_label:
            label = correct_set.label
            if not correct_set.num:
                equal = self.insert_covering(self.cover(label, self.clock.now, instance), label, step)
                if equal is not None:
                    merged.append(equal)
                continue
            self.clock.tick()
            if self.due.is_due(self.clock.now, correct_set.num, correct_set.num_ts):
                members = sets.stamp(correct_set, self.clock.now)
                pool.append(self.run_ga(members, label, self.clock.now, step))
        # until here the num of every rule is that after control (CYC-0)
        for equal in merged:
            self.population.gain(equal)
        for brood in pool:
            for child in brood.offspring:
                self.add_to_population(child, brood, self.absorber_for(child, brood), step)


@mypyc_attr(allow_interpreted_subclasses=True)
class DiscoveryInPhases(Discovery):
    """Stamps, GAs, covering, credits, insertion (setting `discovery_order` = `in_phases`, `authors`, CYC-3, SUB-4)."""

    def discover(self, sets: CorrectSets, instance: int, step: int) -> None:
        """Go through the phases; offspring are tested when made, against P as at the start: equal ones don't meet."""
        due, clocks = self._examine(sets)
        tested: list[tuple[Classifier, Brood, Classifier | None]] = []
        for correct_set in due:
            label = correct_set.label
            brood = self.run_ga(sets.members(correct_set), label, clocks[label], step)
            tested.extend([(child, brood, self.absorber_for(child, brood)) for child in brood.offspring])
        covering = [
            (correct_set.label, self.cover(correct_set.label, clocks[correct_set.label], instance))
            for correct_set in sets.by_label
            if not correct_set.num
        ]
        for credited in (True, False):
            for child, brood, absorber in tested:
                if credited == (absorber is not None):
                    self.add_to_population(child, brood, absorber, step)
        for label, rule in covering:
            equal = self.insert_covering(rule, label, step)
            if equal is not None:
                self.population.gain(equal)

    def _examine(self, sets: CorrectSets) -> tuple[list[CorrectSet], list[int]]:
        """Return the correct sets that are due and the clock at each label's turn.

        A stamp counts for the labels examined later (CYC-3).
        """
        due: list[CorrectSet] = []
        clocks: list[int] = []
        for correct_set in sets.by_label:
            if correct_set.num:
                self.clock.tick()
                if self.due.is_due(self.clock.now, correct_set.num, correct_set.num_ts):
                    sets.stamp(correct_set, self.clock.now)
                    due.append(correct_set)
            clocks.append(self.clock.now)
        return due, clocks
