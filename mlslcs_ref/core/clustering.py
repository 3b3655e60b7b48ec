"""Clustering-based initialisation: rules made of the centroids of each label combination's instances."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import numpy as np
from bitarray import bitarray

from mlslcs_ref.core.building import mypyc_attr, unheard
from mlslcs_ref.core.classifier import ClassifierFactory
from mlslcs_ref.core.coverage import Instances
from mlslcs_ref.core.covering import Covering
from mlslcs_ref.core.draws import Draws
from mlslcs_ref.core.genes import Gene, IntervalGene, NominalGene, Values
from mlslcs_ref.core.population import Population
from mlslcs_ref.data.mixed import MixedSpace
from mlslcs_ref.errors import DataError

MAX_ROUNDS: Final = 500

Told = Callable[[int, int], object]
"""Told again and again for how many instances there are rules, and in which round the clusters of the next are."""


@mypyc_attr(allow_interpreted_subclasses=True)
class KMeans:
    """k-means on mixed attributes (INI-2, INI-5 to INI-7): means, or modes, the first declared of equals."""

    def __init__(self, conditions: list[Gene], draws: Draws) -> None:
        self._draws = draws
        self._intervals = [isinstance(gene, IntervalGene) for gene in conditions]
        widths = [gene.range if isinstance(gene, IntervalGene) and not gene.constant else 0.0 for gene in conditions]
        n_values = [gene.n_values if isinstance(gene, NominalGene) else 2 for gene in conditions]
        self._space = MixedSpace(widths, [0 if x else n for x, n in zip(self._intervals, n_values, strict=True)])

    def centroids(self, points: Values, k: int, told: Told = unheard, n_before: int = 0) -> Values:
        """Return at most `k` centroids of `points`, of shape (n_clusters, n_attributes); NaN where missing.

        `told` hears of `n_before` instances before these.
        """
        centroids = self._start(points, k)
        assigned: Any = np.full(len(points), -1)
        for index in range(MAX_ROUNDS):
            nearest = self._space.nearest(points, centroids, partial(told, n_before, index + 1))
            if np.array_equal(nearest, assigned):
                break
            # clusters that are left, renumbered in their order
            _left, assigned = np.unique(nearest, return_inverse=True)
            centroids = self._space.centres(points, assigned)
        return centroids

    def require_means(self, points: Values) -> None:
        """Refuse points of which some sum could be infinite, as a `DataError` (INI-7)."""
        largest = np.nanmax(np.abs(points), axis=0, initial=0.0)
        for index, size in enumerate(largest.tolist()):
            if self._intervals[index] and not math.isfinite(size * len(points)):
                raise DataError(
                    f"attribute {index + 1}: expected numbers of which means can be taken, found {size:g} among "
                    f"{len(points)} instances with the same labels; scale the attribute, or start without clustering"
                )

    def _start(self, points: Values, k: int) -> Values:
        """Return up to `k` instances that differ from each other, by one draw each (INI-6)."""
        # with one zero and one NaN equal rows have equal bytes
        rows = [row.tobytes() for row in np.where(np.isnan(points), math.nan, points + 0.0)]
        alike: dict[bytes, list[int]] = {}
        for place, row in enumerate(rows):
            alike.setdefault(row, []).append(place)
        left: Any = np.arange(len(rows))
        chosen: list[int] = []
        while len(chosen) < k and len(left):
            chosen.append(int(left[math.floor(self._draws.unit("cluster.start") * len(left))]))
            left = np.delete(left, np.searchsorted(left, alike[rows[chosen[-1]]]))
        return points[chosen]


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
            centroids = self.kmeans.centroids(instances.rows(members), k, told, n_before)
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
