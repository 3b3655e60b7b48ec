"""Which instances a condition matches, as one bit array (MAT-1, MAT-2).

The data never change, so a test is a column of |D| bits and a condition the AND of the columns of its active tests.
That gives a rule's coverage at its birth, and with it zero-coverage prevention (GEN-7) for nothing. What a test accepts
is for its gene to say; it is asked about few of them, and the columns of the others are put together of these.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from bitarray import bitarray
from bitarray.util import ones

from mlslcs_ref.core.building import mypyc_attr
from mlslcs_ref.core.chromosome import Layout, number_of
from mlslcs_ref.core.consequent import words
from mlslcs_ref.core.genes import ACTIVE, Gene, IntervalGene, NominalGene, Values

# columns of finer bounds would be many and seldom met twice: they are made anew each time
KEPT_BITS: Final = 8


def _column(flags: Any) -> bitarray:
    """Return a boolean array as a bit array."""
    column = bitarray(np.packbits(flags, bitorder="little").tobytes(), "little")
    del column[len(flags) :]
    return column


@mypyc_attr(allow_interpreted_subclasses=True)
class _Columns:
    """The instances that the tests on one attribute accept: the base of a class for each kind of gene, never made."""

    def narrow(self, matched: bitarray, code: int) -> None:
        """Take the instances that an active test refuses out of `matched`."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class _BinaryColumns(_Columns):
    def __init__(self, gene: Gene, values: Values, missing: Any) -> None:
        self._of_value = [_column(gene.accepts(ACTIVE | value << 1, values) | missing) for value in range(2)]

    def narrow(self, matched: bitarray, code: int) -> None:
        """Keep the instances with the tested value."""
        matched &= self._of_value[code >> 1]


@mypyc_attr(allow_interpreted_subclasses=True)
class _NominalColumns(_Columns):
    """A test of several values accepts what a test of one of them accepts."""

    def __init__(self, gene: NominalGene, values: Values, missing: Any) -> None:
        self._of_none = _column(missing)
        tests = [ACTIVE | 2 << value for value in range(gene.n_values)]
        self._of_value = [_column(gene.accepts(code, values) | missing) for code in tests]

    def narrow(self, matched: bitarray, code: int) -> None:
        """Keep the instances with one of the tested values."""
        accepted = self._of_none.copy()
        for value, column in enumerate(self._of_value):
            if code >> (value + 1) & 1:
                accepted |= column
        matched &= accepted


@mypyc_attr(allow_interpreted_subclasses=True)
class _HalfColumns:
    """The columns of tests each of which accepts no more than the one before, made when they are first asked for.

    They are those of the lower bounds in their order, or of the upper ones from the last on. The number of tests that
    accept a value tells which ones do.
    """

    def __init__(self, gene: IntervalGene, of_lower: bool) -> None:
        self._gene = gene
        self._of_lower = of_lower
        self._n_accepting: Any = None
        self._kept: list[bitarray | None] = []

    def at(self, place: int, x: Values, missing: Any) -> bitarray:
        """Return the column of the test at a place, for the values x, always the same."""
        if self._n_accepting is None:
            self._count(x, missing)
        kept = self._kept[place]
        if kept is None:
            kept = _column(self._n_accepting > place)
            self._kept[place] = kept
        return kept

    def _count(self, x: Values, missing: Any) -> None:
        gene = self._gene
        last = gene.levels
        bounds = [(q, last) if self._of_lower else (0, last - q) for q in range(last + 1)]
        limits = np.array([gene.limits(gene.code(True, lower, upper)) for lower, upper in bounds])
        n = len(bounds)
        self._kept = [None] * n
        # from test to test the lower limit never falls and the upper one never rises
        above = np.searchsorted(limits[:, 0], x, side="right")
        below = n - np.searchsorted(limits[::-1, 1], x, side="left")
        accepting = np.where(np.isnan(x), 0, np.minimum(above, below))
        self._n_accepting = np.where(missing, n, accepting).astype(np.min_scalar_type(n))


@mypyc_attr(allow_interpreted_subclasses=True)
class _IntervalColumns(_Columns):
    """An interval accepts what both of its bounds accept, each alone with the last or the first bound of all."""

    def __init__(self, gene: IntervalGene, values: Values, missing: Any) -> None:
        self._gene = gene
        self._x = gene.rounded(values)
        self._missing = missing
        self._is_kept = gene.bits <= KEPT_BITS
        self._from = _HalfColumns(gene, of_lower=True)
        self._up_to = _HalfColumns(gene, of_lower=False)

    def narrow(self, matched: bitarray, code: int) -> None:
        """Keep the instances between the bounds."""
        gene = self._gene
        if not self._is_kept or gene.is_reversed(code):
            matched &= _column(gene.accepts(code, self._x) | self._missing)
        else:
            matched &= self._from.at(gene.lower(code), self._x, self._missing)
            matched &= self._up_to.at(gene.levels - gene.upper(code), self._x, self._missing)


@mypyc_attr(allow_interpreted_subclasses=True)
class CoverageIndex:
    """The instances of one data set, by what tests accept them.

    Parameters
    ----------
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
            _columns_of(gene, instances[:, index], missing_match) for index, gene in enumerate(layout.conditions)
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


def _columns_of(gene: Gene, values: Values, missing_match: bool) -> _Columns:
    absent = np.isnan(values)
    missing = absent if missing_match else np.zeros(len(values), dtype=bool)
    if isinstance(gene, IntervalGene):
        # a test that is never active refuses no missing value either
        return _IntervalColumns(gene, values, np.ones(len(values), dtype=bool) if gene.never_active else missing)
    if isinstance(gene, NominalGene):
        return _NominalColumns(gene, np.where(absent, 0.0, values), missing)
    return _BinaryColumns(gene, np.where(absent, 1.0, values), missing)


@mypyc_attr(allow_interpreted_subclasses=True)
class Instances:
    """D: values, an array of shape (n_instances, n_attributes) with NaN where one is missing, and labels."""

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
