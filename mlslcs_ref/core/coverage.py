"""Which instances a condition matches, as one bit array (MAT-1, MAT-2).

The data never change, so a test is a column of |D| bits and a condition the AND of the columns of its active tests.
That gives a rule's coverage at its birth, and with it zero-coverage prevention (GEN-7) for nothing.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt
from bitarray import bitarray
from bitarray.util import ones

from mlslcs_ref.core.building import mypyc_attr
from mlslcs_ref.core.chromosome import Layout, number_of
from mlslcs_ref.core.consequent import words
from mlslcs_ref.core.genes import Gene, IntervalGene, NominalGene

__all__ = ["CoverageIndex", "Instances", "Values"]

Values = npt.NDArray[np.float64]

# columns of finer bounds would be many and seldom met twice: they are made anew each time
RANKED_BITS: Final = 8


def _column(flags: Any) -> bitarray:
    """Return a boolean array as a bit array."""
    column = bitarray(0, "little")
    column.frombytes(np.packbits(flags, bitorder="little").tobytes())
    del column[len(flags) :]
    return column


@mypyc_attr(allow_interpreted_subclasses=True)
class _Column:
    """The instances that the tests on one attribute accept."""

    def narrow(self, matched: bitarray, code: int) -> None:
        """Take the instances that an active test refuses out of `matched`."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class _ValueColumn(_Column):
    """A binary or nominal attribute: one bit array per value."""

    def __init__(self, values: Values, n_values: int, missing: Any) -> None:
        self._values = [_column((values == index) | missing) for index in range(n_values)]
        self._missing = _column(missing)

    def value(self, index: int) -> bitarray:
        return self._values[index]

    def any_of(self, mask: int) -> bitarray:
        accepted = self._missing.copy()
        index = 0
        while mask:
            if mask & 1:
                accepted |= self._values[index]
            mask >>= 1
            index += 1
        return accepted


@mypyc_attr(allow_interpreted_subclasses=True)
class _BinaryColumn(_ValueColumn):
    def narrow(self, matched: bitarray, code: int) -> None:
        """Keep the instances with the tested value."""
        matched &= self.value(code >> 1)


@mypyc_attr(allow_interpreted_subclasses=True)
class _NominalColumn(_ValueColumn):
    def narrow(self, matched: bitarray, code: int) -> None:
        """Keep the instances with one of the tested values."""
        matched &= self.any_of(code >> 1)


@mypyc_attr(allow_interpreted_subclasses=True)
class _IntervalColumn(_Column):
    """A continuous attribute: its values, compared with bounds when these are asked for."""

    def __init__(self, values: Values, gene: IntervalGene, missing: Any) -> None:
        self.gene = gene
        # compared as 64-bit numbers, of which the 32-bit ones are a part
        with np.errstate(over="ignore"):
            self.values = values.astype(np.float32).astype(np.float64) if gene.float32 else values
        self.missing = missing
        self._none = _column(missing)

    def narrow(self, matched: bitarray, code: int) -> None:
        """Keep the instances between the bounds."""
        if self.gene.is_reversed(code):
            matched &= self._none
            return
        matched &= self.at_least(self.gene.lower(code))
        matched &= self.at_most(self.gene.upper(code))

    def at_least(self, q: int) -> bitarray:
        return _column((self.values >= self.gene.value(q)) | self.missing)

    def at_most(self, q: int) -> bitarray:
        return _column((self.values <= self.gene.value(q)) | self.missing)


@mypyc_attr(allow_interpreted_subclasses=True)
class _RankedColumn(_IntervalColumn):
    """A continuous attribute with few bounds: one bit array per bound and direction, made when first asked for.

    Bounds never decrease with q, so how many of them a value reaches, and how many it exceeds, tells the outcome of
    every comparison, in small numbers that are compared many times faster than the values.
    """

    def __init__(self, values: Values, gene: IntervalGene, missing: Any) -> None:
        super().__init__(values, gene, missing)
        self._n_reached: Any = None
        self._n_exceeded: Any = None
        self._at_least: list[bitarray | None] = [None] * (gene.levels + 1)
        self._at_most: list[bitarray | None] = [None] * (gene.levels + 1)

    def at_least(self, q: int) -> bitarray:
        kept = self._at_least[q]
        if kept is None:
            self._rank()
            kept = _column(self._n_reached > q)
            self._at_least[q] = kept
        return kept

    def at_most(self, q: int) -> bitarray:
        kept = self._at_most[q]
        if kept is None:
            self._rank()
            kept = _column(self._n_exceeded <= q)
            self._at_most[q] = kept
        return kept

    def _rank(self) -> None:
        if self._n_reached is not None:
            return
        n_bounds = self.gene.levels + 1
        bounds = np.array([self.gene.value(q) for q in range(n_bounds)])
        small = np.min_scalar_type(n_bounds)
        self._n_reached = np.searchsorted(bounds, self.values, side="right").astype(small)
        self._n_exceeded = np.searchsorted(bounds, self.values, side="left").astype(small)
        # what is no number reaches no bound and stays below none; what is missing and matches, the other way round
        unordered = np.isnan(self.values)
        self._n_reached[unordered] = 0
        self._n_exceeded[unordered] = n_bounds
        self._n_reached[self.missing] = n_bounds
        self._n_exceeded[self.missing] = 0


@mypyc_attr(allow_interpreted_subclasses=True)
class CoverageIndex:
    """The instances of one data set, by what tests accept them.

    Parameters
    ----------
    layout : Layout
        The genes.
    instances : ndarray of shape (n_instances, n_attributes)
        Codes of binary and nominal values (-1: undeclared), numbers of continuous ones, NaN where missing.
    missing_match : bool
        Whether a missing value matches every test (setting `missing_values` = `match`, REP-7); if not (`unhandled`), it
        reads 1 in a binary attribute, the first value in a nominal one, and matches no test of a continuous one.
    """

    def __init__(self, layout: Layout, instances: Values, missing_match: bool = True) -> None:
        self.n_instances = int(instances.shape[0])
        self._layout = layout
        self._columns = [
            _make_column(gene, instances[:, index], missing_match) for index, gene in enumerate(layout.conditions)
        ]

    def matched(self, chromosome: bitarray) -> bitarray:
        """Return the instances that a chromosome's condition matches, a bit array of length n_instances."""
        matched = ones(self.n_instances, "little")
        number = number_of(chromosome)
        for start in self._layout.activated(chromosome).search(1):
            index = self._layout.gene_at[start]
            self._columns[index].narrow(matched, self._layout.code_in(number, index))
            if not matched.any():
                break
        return matched


def _make_column(gene: Gene, values: Values, missing_match: bool) -> _Column:
    absent = np.isnan(values)
    missing = absent if missing_match else np.zeros(len(values), dtype=bool)
    if isinstance(gene, IntervalGene):
        if gene.never_active:
            missing = np.ones(len(values), dtype=bool)
        return (_RankedColumn if gene.bits <= RANKED_BITS else _IntervalColumn)(values, gene, missing)
    if isinstance(gene, NominalGene):
        return _NominalColumn(values if missing_match else np.where(absent, 0.0, values), gene.n_values, missing)
    return _BinaryColumn(values if missing_match else np.where(absent, 1.0, values), 2, missing)


@mypyc_attr(allow_interpreted_subclasses=True)
class Instances:
    """D.

    Parameters
    ----------
    values : ndarray of shape (n_instances, n_attributes)
        Codes and numbers; NaN where missing.
    labels : list of list of bool, of shape (n_instances, n_labels)
        The labels.
    """

    def __init__(self, values: Values, labels: list[list[bool]]) -> None:
        self.n = len(labels)
        self._values = values
        self._labels = [bitarray(row, "little") for row in labels]
        self._words = [words(row) for row in self._labels]

    def values(self, instance: int) -> list[float]:
        """Return the values of an instance."""
        row: list[float] = self._values[instance].tolist()
        return row

    def labels(self, instance: int) -> bitarray:
        """Return the labels of an instance; not to be changed."""
        return self._labels[instance]

    def words(self, instance: int) -> list[int]:
        """Return the labels of an instance as masks, 62 labels a word; not to be changed."""
        return self._words[instance]
