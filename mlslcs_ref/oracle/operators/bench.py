"""The parts of a run, made for a case: its genes, its data, its rules, its tape."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from bitarray import bitarray

from mlslcs_ref.core.assembly import Assembly
from mlslcs_ref.core.classifier import Classifier
from mlslcs_ref.core.events import Deleted, Event
from mlslcs_ref.core.genes import IntervalGene
from mlslcs_ref.core.sets import CorrectSets
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.matrix import Matrix
from mlslcs_ref.data.stores import Bits
from mlslcs_ref.oracle.operators.case import SUMS_BELOW, Case, CaseError, Reject, overflow_rejected
from mlslcs_ref.oracle.operators.values import bits_of, dataset_of, problem_of, row_of, rule_of, rule_value, trainable
from mlslcs_ref.untrusted import Untrusted


class Workshop:
    """The parts of a run for the `attributes` and `n_labels` of a case, without training instances.

    Continuous attributes say their `minimum` and `maximum`; where there are training instances, they need not.
    """

    def __init__(self, case: Case) -> None:
        self.schema, given = problem_of(case.inputs)
        dataset = self.dataset = self._dataset(case)
        self.ranges = tuple(
            found if bounds is None else bounds for found, bounds in zip(dataset.ranges(), given, strict=True)
        )
        self.events: list[Event] = []
        with overflow_rejected():
            self.parts = Assembly(
                self.schema,
                dataset.matrix,
                dataset.Y.tolist(),
                self.ranges,
                case.settings,
                case.draws,
                self.events.append,
            )
        self.layout = self.parts.layout
        self._require_reach(list(dataset.rows()))
        self._subsumption = self.parts.subsumption()

    def _dataset(self, _case: Case) -> Dataset:
        # how columns are best kept takes a while to find out for thousands of attributes
        n_attributes = self.schema.n_attributes
        no_bits = Bits(np.zeros((n_attributes, 0), dtype=np.uint8), 0)
        none = Matrix((0, n_attributes), [(np.arange(n_attributes), no_bits)])
        return Dataset(self.schema, none, np.zeros((0, self.schema.n_labels), dtype=bool))

    def chromosome(self, node: Untrusted) -> bitarray:
        """Return a chromosome written as 0s and 1s."""
        return bits_of(node, self.layout.size)

    def rule(self, node: Untrusted) -> tuple[Classifier, int]:
        """Return a classifier that is not in P, with its counts, and the step at which it was created."""
        return rule_of(node, self.layout, self.parts.factory.accounting, self.parts.factory.index.matched)

    def born(self, node: Untrusted) -> Classifier:
        """Return a new classifier that is not in P, from a chromosome alone."""
        chromosome = self.chromosome(node)
        return self.parts.factory.make(chromosome, self.parts.factory.index.matched(chromosome), 0)

    def able(self, rule: Classifier) -> bool:
        """Tell whether a classifier may subsume (SUB-1)."""
        return self._subsumption.could_subsume(rule)

    def value(self, rule: Classifier) -> dict[str, Any]:
        """Return a classifier as JSON."""
        return rule_value(rule, self.able(rule))

    def instance(self, node: Untrusted, labels: str) -> list[float]:
        """Return the values of an instance that can be learned from, though it is not in D."""
        values = row_of(node)
        trainable(self.schema, [values], [labels])
        self._require_reach([values])
        return values

    def _require_reach(self, rows: list[list[float]]) -> None:
        """Refuse values so far outside the range of a case that covering would have no finite bound (COV-3)."""
        for index, gene in enumerate(self.layout.conditions):
            if isinstance(gene, IntervalGene) and not all(_is_in_reach(gene, row[index]) for row in rows):
                raise Reject("range-overflow", f"{self.schema.attributes[index].name}: a value is too far outside")


def _is_in_reach(gene: IntervalGene, x: float) -> bool:
    """Tell whether every number in COV-3 is finite, whatever is drawn: they lie between those of draws of 0 and 1."""
    if gene.constant or math.isnan(x):
        return True
    below, above = gene.distances(x)
    return math.isfinite(below / gene.range * gene.levels) and math.isfinite(
        (gene.range - above) / gene.range * gene.levels
    )


class Bench(Workshop):
    """The parts of a run over the training instances of a case, with its `rules`, if any, in P."""

    def __init__(self, case: Case) -> None:
        super().__init__(case)
        self.population = self.parts.population
        for node in case.inputs.get("rules", []).items():
            rule, created = self.rule(node)
            self.population.insert(rule, created)
        self.rules = list(self.population.rules())
        self.limit_sums()

    def _dataset(self, case: Case) -> Dataset:
        return dataset_of(case.inputs, self.schema)

    def limit_sums(self, time: int = 0, n_steps: int = 0) -> None:
        """Refuse a P whose sums of num*ts are, or may become, larger than the core can count.

        `time` is the GA's clock or the step, whichever is later. In each step that follows, every label may raise the
        clock by one and P by two micro-classifiers.
        """
        n_turns = n_steps * self.layout.n_labels
        micro = self.population.micro + 2 * n_turns
        latest = max([time + n_turns, *[rule.ts for rule in self.rules]])
        if micro * max(latest, 1) >= SUMS_BELOW:
            raise CaseError(f"expected sums of num*ts below 2^62, found up to {micro} times up to {latest}")

    def sets(self, instance: int, step: int) -> CorrectSets:
        """Return the correct sets of an instance."""
        sets = CorrectSets(self.layout.n_labels)
        sets.form(self.population.match_set(instance), self.parts.instances.words(instance), step)
        return sets

    def positions(self, rules: list[Classifier]) -> list[int]:
        """Return where rules of the case stand in its P."""
        return [rule.serial - 1 for rule in rules]

    def deleted(self) -> list[int]:
        """Return which rules have lost a micro-classifier by deletion, in order of the deletions."""
        return [event.serial - 1 for event in self.events if isinstance(event, Deleted)]

    def values(self) -> list[dict[str, Any]]:
        """Return P as JSON."""
        return [self.value(rule) for rule in self.population.rules()]
