"""Which of many rules match one instance, all rules at once.

A coverage index asks each rule about many instances. For a single one, to make it takes longer than all that follows:
here the tests of all rules stand in arrays, made once for a ruleset, and the instance is compared with each different
test once.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt
from bitarray import bitarray

from mlslcs_ref.core.chromosome import Layout
from mlslcs_ref.core.genes import BinaryGene, IntervalGene, NominalGene

Values = npt.NDArray[np.float64]


class RowMatcher:
    """The tests of some rules; `missing_match` is as in `CoverageIndex`."""

    def __init__(self, layout: Layout, chromosomes: Iterable[bitarray], missing_match: bool) -> None:
        self._missing_match = missing_match
        genes = layout.conditions
        never = {index for index, gene in enumerate(genes) if isinstance(gene, IntervalGene) and gene.never_active}
        known: dict[tuple[int, int], int] = {}
        tests: list[int] = []
        rules: list[int] = []
        self._n_rules = 0
        for chromosome in chromosomes:
            for active in layout.active_codes(chromosome):
                if active[0] not in never:
                    tests.append(known.setdefault(active, len(known)))
                    rules.append(self._n_rules)
            self._n_rules += 1
        self._tests = np.array(tests, dtype=np.intp)
        self._rules = np.array(rules, dtype=np.intp)
        self._n_tests = len(known)
        self._place_intervals(layout, known)
        self._place_values(layout, known)

    def _place_intervals(self, layout: Layout, known: dict[tuple[int, int], int]) -> None:
        found = [
            (place, index, *gene.limits(code))
            for (index, code), place in known.items()
            if isinstance(gene := layout.conditions[index], IntervalGene)
        ]
        self._intervals = np.array([row[:2] for row in found], dtype=np.intp).reshape(-1, 2)
        self._limits = np.array([row[2:] for row in found], dtype=np.float64).reshape(-1, 2)
        self._float32 = any(isinstance(gene, IntervalGene) and gene.float32 for gene in layout.conditions)

    def _place_values(self, layout: Layout, known: dict[tuple[int, int], int]) -> None:
        """Ask every test of a binary or nominal attribute once which values it accepts; the last one is undeclared."""
        found: list[tuple[int, int]] = []
        accepted: list[npt.NDArray[np.bool_]] = []
        for (index, code), place in known.items():
            gene = layout.conditions[index]
            if not isinstance(gene, IntervalGene):
                n_values = gene.n_values if isinstance(gene, NominalGene) else 2
                found.append((place, index))
                accepted.append(np.append(gene.accepts(code, np.arange(float(n_values))), False))
        self._values = np.array(found, dtype=np.intp).reshape(-1, 2)
        self._starts = np.cumsum([0, *map(len, accepted)])[:-1].astype(np.intp)
        self._n_declared = np.array([len(flags) - 1 for flags in accepted], dtype=np.intp)
        self._accepted = np.concatenate([np.zeros(0, dtype=bool), *accepted])
        # what a missing value reads as where it does not match every test (REP-7)
        self._reads = np.array([float(isinstance(gene, BinaryGene)) for gene in layout.conditions])

    def matching(self, row: Values) -> npt.NDArray[np.intp]:
        """Return the places of the rules that match an instance, ascending (MAT-1, REP-7, REP-8)."""
        accepts = np.zeros(self._n_tests, dtype=bool)
        missing = np.isnan(row)
        places, attributes = self._intervals.T
        x = row[attributes]
        if self._float32:
            with np.errstate(over="ignore"):
                x = x.astype(np.float32).astype(np.float64)
        accepts[places] = (self._limits[:, 0] <= x) & (x <= self._limits[:, 1])
        places, attributes = self._values.T
        codes = np.where(missing, self._reads, row)[attributes].astype(np.intp)
        accepts[places] = self._accepted[self._starts + np.where(codes < 0, self._n_declared, codes)]
        if self._missing_match:
            for places, attributes in (self._intervals.T, self._values.T):
                accepts[places] |= missing[attributes]
        matches = np.ones(self._n_rules, dtype=bool)
        matches[self._rules[~accepts[self._tests]]] = False
        return np.flatnonzero(matches)
