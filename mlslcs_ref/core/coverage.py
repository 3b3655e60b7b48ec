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
from mlslcs_ref.core.chromosome import Layout
from mlslcs_ref.core.consequent import words
from mlslcs_ref.core.genes import ACTIVE, Gene, IntervalGene, NominalGene, Values
from mlslcs_ref.data.matrix import Column, Matrix

# columns of finer bounds would be many and seldom met twice: they are made anew each time
KEPT_BITS: Final = 8


def _bits(flags: Any) -> bitarray:
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
    def __init__(self, gene: Gene, column: Column, kinds: Values, missing: Any) -> None:
        zero = _bits(column.spread(gene.accepts(ACTIVE, kinds) | missing))
        self._of_one = _bits(column.spread(gene.accepts(ACTIVE | 2, kinds) | missing))
        # mostly an instance has either value, and one column tells both
        self._of_zero = None if zero == ~self._of_one else zero

    def narrow(self, matched: bitarray, code: int) -> None:
        """Keep the instances with the tested value."""
        of_zero = self._of_zero
        if code >> 1:
            matched &= self._of_one
        elif of_zero is not None:
            matched &= of_zero
        else:
            matched |= self._of_one
            matched ^= self._of_one


@mypyc_attr(allow_interpreted_subclasses=True)
class _NominalColumns(_Columns):
    """A test of several values accepts what a test of one of them accepts."""

    def __init__(self, gene: NominalGene, column: Column, kinds: Values, missing: Any) -> None:
        self._gene = gene
        self._of_none = _bits(column.spread(missing))
        tests = [ACTIVE | 2 << value for value in range(gene.n_values)]
        self._of_value = [_bits(column.spread(gene.accepts(code, kinds) | missing)) for code in tests]

    def narrow(self, matched: bitarray, code: int) -> None:
        """Keep the instances with one of the tested values."""
        accepted = self._of_none.copy()
        for value in self._gene.tested(code):
            accepted |= self._of_value[value]
        matched &= accepted


@mypyc_attr(allow_interpreted_subclasses=True)
class _HalfColumns:
    """The columns of tests each of which accepts no more than the one before, made when they are first asked for.

    They are those of the lower bounds in order, or of the upper ones from the last on. How many accept a value is kept.
    """

    def __init__(self, gene: IntervalGene, column: Column, missing_match: bool, of_lower: bool) -> None:
        self._gene = gene
        self._column = column
        self._missing_match = missing_match
        self._of_lower = of_lower
        self._n_accepting: Any = None
        self._kept: list[bitarray | None] = []

    def at(self, place: int) -> bitarray:
        """Return the column of the test at a place, always the same."""
        if self._n_accepting is None:
            self._count()
        kept = self._kept[place]
        if kept is None:
            kept = _bits(self._column.spread(self._n_accepting > place))
            self._kept[place] = kept
        return kept

    def _count(self) -> None:
        gene = self._gene
        last = gene.levels
        bounds = [(q, last) if self._of_lower else (0, last - q) for q in range(last + 1)]
        limits = np.array([gene.limits(gene.code(True, lower, upper)) for lower, upper in bounds])
        n = len(bounds)
        self._kept = [None] * n
        x = gene.rounded(self._column.kinds)
        # from test to test the lower limit never falls and the upper one never rises
        above = np.searchsorted(limits[:, 0], x, side="right")
        below = n - np.searchsorted(limits[::-1, 1], x, side="left")
        accepting = np.where(np.isnan(x), n if self._missing_match else 0, np.minimum(above, below))
        self._n_accepting = accepting.astype(np.min_scalar_type(n))


@mypyc_attr(allow_interpreted_subclasses=True)
class _IntervalColumns(_Columns):
    """An interval accepts what both of its bounds accept, each alone with the last or the first bound of all."""

    def __init__(self, gene: IntervalGene, column: Column, missing_match: bool) -> None:
        self._gene = gene
        self._column = column
        self._of_none = _bits(column.spread(np.isnan(column.kinds) & missing_match))
        self._is_kept = gene.bits <= KEPT_BITS
        self._from = _HalfColumns(gene, column, missing_match, of_lower=True)
        self._up_to = _HalfColumns(gene, column, missing_match, of_lower=False)

    def narrow(self, matched: bitarray, code: int) -> None:
        """Keep the instances between the bounds."""
        gene = self._gene
        if gene.never_active:
            return  # not a missing value is refused either
        if gene.is_reversed(code):
            matched &= self._of_none
        elif self._is_kept:
            matched &= self._from.at(gene.lower(code))
            matched &= self._up_to.at(gene.levels - gene.upper(code))
        else:
            matched &= _bits(self._column.spread(gene.accepts(code, self._column.kinds))) | self._of_none


@mypyc_attr(allow_interpreted_subclasses=True)
class CoverageIndex:
    """The instances of one data set, by what tests accept them.

    Parameters
    ----------
    instances : Matrix or ndarray of shape (n_instances, n_attributes)
        Codes of binary and nominal values (-1: undeclared), numbers of continuous ones, NaN where missing.
    missing_match : bool
        Whether a missing value matches every test (setting `missing_values` = `match`, REP-7); if not (`unhandled`), it
        reads 1 in a binary attribute, the first value in a nominal one, and matches no test of a continuous one.
    """

    def __init__(self, layout: Layout, instances: Matrix | Values, missing_match: bool = True) -> None:
        matrix = Matrix.of(instances)
        self.n_instances = len(matrix)
        self._layout = layout
        self._columns = [
            _columns_of(gene, matrix.column(index), missing_match) for index, gene in enumerate(layout.conditions)
        ]

    def matched(self, chromosome: bitarray) -> bitarray:
        """Return the instances that a chromosome's condition matches, a bit array of length n_instances."""
        matched = ones(self.n_instances, "little")
        raw = chromosome.tobytes()
        for start in self._layout.activated(chromosome).search(1):
            index = self._layout.gene_at[start]
            self._columns[index].narrow(matched, self._layout.code_in(raw, index))
            if not matched.any():
                break
        return matched


def _columns_of(gene: Gene, column: Column, missing_match: bool) -> _Columns:
    if isinstance(gene, IntervalGene):
        return _IntervalColumns(gene, column, missing_match)
    kinds = column.kinds
    absent = np.isnan(kinds)
    missing = absent if missing_match else np.zeros(len(kinds), dtype=bool)
    if isinstance(gene, NominalGene):
        return _NominalColumns(gene, column, np.where(absent, 0.0, kinds), missing)
    return _BinaryColumns(gene, column, np.where(absent, 1.0, kinds), missing)


@mypyc_attr(allow_interpreted_subclasses=True)
class Instances:
    """D: values, NaN where one is missing, and labels."""

    def __init__(self, values: Matrix | Values, labels: list[list[bool]]) -> None:
        self.n = len(labels)
        self._matrix = Matrix.of(values)
        self._labels = [bitarray(row, "little") for row in labels]
        self._words = [words(row) for row in self._labels]

    def values(self, instance: int) -> list[float]:
        """Return the values of an instance."""
        return self._matrix.row(instance)

    def rows(self, instances: list[int]) -> Values:
        """Return the values of some instances, of shape (n, n_attributes)."""
        return self._matrix.rows(instances)

    def labels(self, instance: int) -> bitarray:
        """Return the labels of an instance; not to be changed."""
        return self._labels[instance]

    def words(self, instance: int) -> list[int]:
        """Return the labels of an instance as masks, 62 labels a word; not to be changed."""
        return self._words[instance]
