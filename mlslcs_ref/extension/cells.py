"""Tests as sets of cells: the few kinds of values of an attribute that its tests tell apart.

A nominal value is a cell, or shares one with the other rare ones (EXT-11). A continuous attribute has a cell for every
number that a bound can stand for, and one for everything between two of them, so that an interval is a run of cells. A
missing value is a cell of its own, in every test (REP-7).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt

from mlslcs_ref.core.chromosome import Layout
from mlslcs_ref.core.genes import Gene, IntervalGene, NominalGene
from mlslcs_ref.data.matrix import Matrix
from mlslcs_ref.extension.exact import Flags

Places = npt.NDArray[np.int32]
Test = tuple[int, int]
"""An attribute, from 0, and the code of its gene."""
Condition = tuple[Test, ...]
"""The active tests of a rule, in schema order."""

ACTIVE: Final = 1
MOST_RARE: Final = 5
"""Instances with which a nominal value is never rare."""


@dataclass(frozen=True, eq=False)
class Cells:
    """The cells of a data set."""

    genes: Sequence[Gene]
    """Those of the attributes."""
    of: Places
    """Of shape (n_attributes, n_instances). The cell of every value."""
    n: int
    """Cells of the attribute that has most of them; the last one stands for a missing value, and that before it for an
    undeclared one, which no binary or nominal test accepts."""
    testable: Flags
    """Of shape (n_attributes,). All but continuous attributes without two different values (REP-6)."""
    rare: Mapping[int, npt.NDArray[np.int64]] = field(default_factory=dict)
    """By attribute, if it has rare values, how many instances have each of them and of those that none has, which share
    the cell of the first rare one; -1 for the other values (EXT-11)."""

    @classmethod
    def made(cls, layout: Layout, values: Matrix, gather: bool = False) -> Cells:
        """Return the cells of instances, of shape (n_instances, n_attributes); with `gather` rare values share one."""
        genes = layout.conditions
        n = 1 + max((_n_cells(gene) for gene in genes), default=0)
        of = np.empty((len(genes), len(values)), dtype=np.int32)
        testable = np.ones(len(genes), dtype=bool)
        for index, gene in enumerate(genes):
            column = values.column(index).numbers
            missing = np.isnan(column)
            if isinstance(gene, IntervalGene):
                present = column[~missing]
                testable[index] = not gene.never_active and bool((present != present[:1]).any())
            of[index] = np.where(missing, n - 1, _cells(gene, np.where(missing, 0.0, column), n - 2))
        rare = {}
        if gather:
            nominal = [index for index, gene in enumerate(genes) if isinstance(gene, NominalGene)]
            rare = {index: counts for index in nominal if ((counts := _rare(genes[index], of[index])) > 0).any()}
        for index, counts in rare.items():
            of[index, np.isin(of[index], np.flatnonzero(counts > 0))] = _first(counts)
        return cls(genes, of, n, testable, rare)

    def accepted(self, test: Test) -> Flags:
        """Return the cells that a test accepts, of shape (n,)."""
        index, code = test
        gene = self.genes[index]
        flags = np.zeros(self.n, dtype=bool)
        flags[-1] = True
        if isinstance(gene, IntervalGene):
            lower, upper = (self._places[index][bound] for bound in gene.ends(code))
            flags[2 * lower + 1 : 2 * upper + 2] = True
        elif isinstance(gene, NominalGene):
            for value in range(gene.n_values):
                flags[value] = bool((code >> value + 1) & 1)
            if index in self.rare:
                self._gather(flags, self.rare[index])
        else:
            flags[code >> 1] = True
        return flags

    @staticmethod
    def _gather(flags: Flags, counts: npt.NDArray[np.int64]) -> None:
        """Accept all rare values or none: as most of their instances are, and all where nothing else is accepted."""
        rare, own = counts >= 0, flags[: len(counts)]
        is_accepted = 2 * counts[own & rare].sum() >= counts[rare].sum() or not own[~rare].any()
        own[rare] = is_accepted

    def test(self, index: int, accepted: Flags) -> Test:
        """Return the test on an attribute that accepts these cells."""
        gene = self.genes[index]
        if isinstance(gene, IntervalGene):
            bounds = np.flatnonzero(accepted[1 : 2 * gene.levels + 2 : 2])
            places = self._places[index]
            # there are fewer numbers than bounds where several stand for one
            first, last = (places.index(min(int(bound), places[-1])) for bound in (bounds[0], bounds[-1]))
            return index, gene.code(True, first, last)
        if isinstance(gene, NominalGene):
            values = accepted[: gene.n_values].copy()
            if index in self.rare:
                values[self.rare[index] >= 0] = values[_first(self.rare[index])]
            return index, ACTIVE | sum(2 << value for value in np.flatnonzero(values).tolist())
        return index, ACTIVE | int(accepted[1]) << 1

    def opened(self, index: int, accepted: Flags) -> Flags:
        """Return the cells of an interval, open on each side where no instance lies beyond it."""
        if not self.is_interval[index]:
            return accepted
        present = self.of[index][self.of[index] < self.n - 1]
        flags = accepted.copy()
        places = np.flatnonzero(accepted[:-1])
        if len(present) and places[0] <= present.min():
            flags[1 : places[0]] = True
        if len(present) and places[-1] >= present.max():
            flags[places[-1] : 2 * self._places[index][-1] + 2] = True
        return flags

    @cached_property
    def _places(self) -> list[list[int]]:
        """For every attribute and bound q the place of its number among the different ones."""
        return [
            np.unique(_bounds(gene), return_inverse=True)[1].tolist() if isinstance(gene, IntervalGene) else []
            for gene in self.genes
        ]

    @cached_property
    def is_interval(self) -> Flags:
        """Whether the cells of an attribute stand in a row, of shape (n_attributes,)."""
        return np.array([isinstance(gene, IntervalGene) for gene in self.genes], dtype=bool)

    @cached_property
    def widths(self) -> npt.NDArray[np.int64]:
        """How many cells each attribute has itself, of shape (n_attributes,); those of a binary one are few."""
        return np.array([_n_cells(gene) + 1 for gene in self.genes], dtype=np.int64)

    def narrowed(self, cells: Places, width: int) -> Places:
        """Return cells of attributes with `width` of them as if no attribute had more."""
        return np.where(cells >= self.n - 2, cells - (self.n - width), cells).astype(np.int32)

    def without_test(self, attributes: npt.NDArray[np.int64], width: int) -> Flags:
        """Return what a first bound or value of attributes of this width changes: endless intervals, and no value."""
        flags: Flags = self._without_test[attributes, :width]
        flags[:, -1] = True
        return flags

    @cached_property
    def _without_test(self) -> Flags:
        flags = np.zeros((len(self.genes), self.n), dtype=bool)
        for index, gene in enumerate(self.genes):
            if isinstance(gene, IntervalGene):
                flags[index] = self.accepted((index, gene.code(True, 0, gene.levels)))
        return flags

    def matched(self, conditions: Sequence[Condition]) -> Flags:
        """Return which conditions match which instances, of shape (n_conditions, n_instances) (MAT-1)."""
        matched = np.ones((len(conditions), self.of.shape[1]), dtype=bool)
        columns: dict[Test, Flags] = {}
        for place, condition in enumerate(conditions):
            for test in condition:
                if test not in columns:
                    columns[test] = self.accepted(test)[self.of[test[0]]]
                matched[place] &= columns[test]
        return matched


def _n_cells(gene: Gene) -> int:
    if isinstance(gene, IntervalGene):
        return 2 * gene.levels + 3
    return gene.n_values + 1 if isinstance(gene, NominalGene) else 3


def first_rare(layout: Layout, values: Matrix) -> dict[int, int]:
    """Return the first rare value of each nominal attribute that has any. New values count as it (EXT-11)."""
    found = {}
    for index, gene in enumerate(layout.conditions):
        if isinstance(gene, NominalGene):
            numbers = values.column(index).numbers
            counts = _rare(gene, np.where(numbers >= 0.0, numbers, gene.n_values).astype(np.int32))
            if (counts > 0).any():
                found[index] = _first(counts)
    return found


def _rare(gene: Gene, column: Places) -> npt.NDArray[np.int64]:
    """Return how many instances have each value of a nominal attribute, -1 for those that are not rare."""
    n_values = gene.n_values if isinstance(gene, NominalGene) else 0
    counts = np.bincount(column[column < n_values], minlength=n_values)
    counts[counts >= min(math.isqrt(len(column) // 25), MOST_RARE)] = -1
    return counts


def _first(counts: npt.NDArray[np.int64]) -> int:
    """Return the first rare value that an instance has; others that none has are rare beside it."""
    return int(np.argmax(counts > 0))


def _bounds(gene: IntervalGene) -> npt.NDArray[np.float64]:
    return np.array([gene.value(q) for q in range(gene.levels + 1)])


def _cells(gene: Gene, column: npt.NDArray[np.float64], undeclared: int) -> npt.NDArray[np.int64]:
    if isinstance(gene, IntervalGene):
        bounds = np.unique(_bounds(gene))
        places: npt.NDArray[np.int64] = np.searchsorted(bounds, column, "right") + np.searchsorted(bounds, column)
        return places
    return np.where(column < 0.0, undeclared, column).astype(np.int64)
