"""Clustering-based initialisation: rules made of the centroids of each label combination's instances."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from bitarray import bitarray

from mlslcs_ref.core.building import mypyc_attr
from mlslcs_ref.core.classifier import ClassifierFactory
from mlslcs_ref.core.coverage import Instances
from mlslcs_ref.core.covering import Covering
from mlslcs_ref.core.draws import Draws
from mlslcs_ref.core.genes import Gene, IntervalGene, NominalGene, Values
from mlslcs_ref.core.population import Population
from mlslcs_ref.errors import DataError

MAX_ROUNDS: Final = 500


@mypyc_attr(allow_interpreted_subclasses=True)
class KMeans:
    """k-means on mixed attributes, of the kinds and ranges of their genes, to the last tie (INI-2, INI-5 to INI-7)."""

    def __init__(self, conditions: list[Gene], draws: Draws) -> None:
        self._draws = draws
        self._intervals = np.array([isinstance(gene, IntervalGene) for gene in conditions], dtype=bool)
        self._widths = np.array(
            [gene.range if isinstance(gene, IntervalGene) and not gene.constant else 0.0 for gene in conditions]
        )
        self._n_values = [gene.n_values if isinstance(gene, NominalGene) else 2 for gene in conditions]

    def centroids(self, points: Values, k: int) -> Values:
        """Return at most `k` centroids of `points`, of shape (n_clusters, n_attributes); NaN where missing.

        Where the sum of a cluster could be infinite, that is a `DataError` (INI-7).
        """
        self._require_means(points)
        centroids = self._start(points, k)
        assigned = np.full(len(points), -1)
        for _round in range(MAX_ROUNDS):
            nearest = self._nearest(points, centroids)
            if np.array_equal(nearest, assigned):
                break
            occupied = [cluster for cluster in range(len(centroids)) if (nearest == cluster).any()]
            centroids = np.array([self._centre(points[nearest == cluster]) for cluster in occupied])
            renumbered = {cluster: index for index, cluster in enumerate(occupied)}
            assigned = np.array([renumbered[cluster] for cluster in nearest.tolist()])
        return centroids

    def _require_means(self, points: Values) -> None:
        largest = np.nanmax(np.abs(points), axis=0, initial=0.0)
        for index, size in enumerate(largest.tolist()):
            if self._intervals[index] and not math.isfinite(size * len(points)):
                raise DataError(
                    f"attribute {index + 1}: expected numbers of which means can be taken, found {size:g} among "
                    f"{len(points)} instances with the same labels; scale the attribute, or start without clustering"
                )

    def _start(self, points: Values, k: int) -> Values:
        """Return up to `k` instances that differ from each other, by one draw each (INI-6)."""
        different = np.ones(len(points), dtype=bool)
        chosen: list[Values] = []
        while len(chosen) < k and different.any():
            left = np.flatnonzero(different)
            centroid = points[left[math.floor(self._draws.unit("cluster.start") * len(left))]]
            chosen.append(centroid)
            same = (points == centroid) | (np.isnan(points) & np.isnan(centroid))
            different &= ~same.all(axis=1)
        return np.array(chosen)

    def _nearest(self, points: Values, centroids: Values) -> Any:
        """Return the index of each point's nearest centroid, the lowest of equally near ones (INI-5, INI-7)."""
        distances = np.zeros((len(points), len(centroids)))
        for index in range(points.shape[1]):
            difference = points[:, index, None] - centroids[None, :, index]
            if self._intervals[index]:
                width = self._widths[index]
                part = (difference / width) ** 2 if width > 0.0 else np.zeros_like(difference)
            else:
                part = (difference != 0.0).astype(float)
            # missing on either side adds nothing; attribute by attribute keeps the order of the sum
            part[np.isnan(difference)] = 0.0
            distances += part
        return distances.argmin(axis=1)

    def _centre(self, members: Values) -> Values:
        """Return the mean or mode of every attribute over the members that have it (INI-2, INI-7)."""
        centre = np.full(members.shape[1], math.nan)
        for index in range(members.shape[1]):
            present = [x for x in members[:, index].tolist() if not math.isnan(x)]
            if not present:
                continue
            if self._intervals[index]:
                total = 0.0
                for x in present:
                    total += x
                centre[index] = total / len(present)
            else:
                counts = [present.count(float(value)) for value in range(self._n_values[index])]
                centre[index] = counts.index(max(counts))
        return centre


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

    def initialise(self, values: Values, instances: Instances) -> InitialisationReport:
        """Insert the rules of all centroids of D, partition by partition; equal rules merge (INI-4).

        `values` is an array of shape (n_instances, n_attributes).
        """
        report = InitialisationReport()
        for members in self._partitions(instances):
            k = math.ceil(self.gamma * len(members))
            for centroid in self.kmeans.centroids(values[members], k).tolist():
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
        """Insert a centroid's rule with ts = created = 0, and tell whether it matches any instance (INI-3)."""
        chromosome = self.covering.generate(centroid, labels, -1)
        coverage = self.factory.matched(chromosome)
        if not coverage.any():
            return False
        rule = self.factory.make(chromosome, coverage, 0)
        equals = self.population.equal_to(rule)
        if equals:
            self.population.gain(equals[0])
        else:
            self.population.insert(rule, 0)
        return True
