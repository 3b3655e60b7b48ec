"""Clustering-based initialisation: rules made of the centroids of each label combination's instances."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from bitarray import bitarray

from mlslcs_ref.core.building import mypyc_attr, unheard
from mlslcs_ref.core.classifier import ClassifierFactory
from mlslcs_ref.core.coverage import Instances
from mlslcs_ref.core.covering import Covering
from mlslcs_ref.core.draws import Draws
from mlslcs_ref.core.genes import Gene, IntervalGene, NominalGene
from mlslcs_ref.core.population import Population
from mlslcs_ref.data.kmeans import KMeans

Told = Callable[[int, int], object]
"""Told again and again for how many instances there are rules, and in which round the clusters of the next are."""


def kmeans_of(conditions: list[Gene], draws: Draws) -> KMeans:
    """Return k-means of the values that these genes test (INI-2, INI-5 to INI-7)."""
    widths = [gene.range if isinstance(gene, IntervalGene) and not gene.constant else 0.0 for gene in conditions]
    n_values = [gene.n_values if isinstance(gene, NominalGene) else 2 for gene in conditions]
    n_codes = [0 if isinstance(gene, IntervalGene) else n for gene, n in zip(conditions, n_values, strict=True)]
    return KMeans(widths, n_codes, partial(draws.unit, "cluster.start"))


@dataclass(eq=False)
class InitialisationReport:
    """What the initialisation made."""

    n_centroids: int = 0
    n_zero_coverage: int = 0
    """Centroids whose rule matches no instance and was kept out of P (INI-3)."""


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(eq=False, repr=False)
class ClusteringInitialisation:
    """Fills P before training (INI-1 to INI-4)."""

    population: Population
    factory: ClassifierFactory
    covering: Covering
    """With the probabilities of the initialisation."""
    kmeans: KMeans
    gamma: float
    """Clusters per instance, in (0, 1]."""

    def initialise(self, instances: Instances, told: Told = unheard) -> InitialisationReport:
        """Insert the rules of each partition's centroids in turn (INI-1), if none is refused (INI-7)."""
        report = InitialisationReport()
        n_before = 0
        partitions = self._partitions(instances)
        for members in partitions:
            self.kmeans.require_means(instances.rows(members))
        for members in partitions:
            k = math.ceil(self.gamma * len(members))
            centroids = self.kmeans.centroids(instances.rows(members), k, partial(told, n_before))
            n_before += len(members)
            for centroid in centroids.tolist():
                told(n_before, 0)
                report.n_centroids += 1
                if not self._insert(centroid, instances.labels(members[0])):
                    report.n_zero_coverage += 1
        return report

    @staticmethod
    def _partitions(instances: Instances) -> list[list[int]]:
        """Return the instances of each label combination, in order of first appearance."""
        partitions: dict[bytes, list[int]] = {}
        for instance in range(instances.n):
            partitions.setdefault(instances.labels(instance).tobytes(), []).append(instance)
        return list(partitions.values())

    def _insert(self, centroid: list[float], labels: bitarray) -> bool:
        """Insert or merge (INI-4) a centroid's rule, ts = created = 0; tell whether it matches any instance (INI-3)."""
        chromosome = self.covering.generate(centroid, labels, -1)
        coverage = self.factory.index.matched(chromosome)
        if not coverage.any():
            return False
        rule = self.factory.make(chromosome, coverage, 0)
        equals = self.population.equal_to(rule)
        if equals:
            self.population.gain(equals[0])
        else:
            self.population.insert(rule, 0)
        return True
