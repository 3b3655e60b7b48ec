"""Which instances a condition matches, as one bit array (MAT-1, MAT-2).

The data never change, so a test is a column of |D| bits and a condition the AND of the columns of its active tests.
That gives a rule's coverage at its birth, and with it zero-coverage prevention (GEN-7) for nothing. What a test accepts
is for its gene to say; it is asked about few of them, and the columns of the others are put together of these.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from bitarray import bitarray
from bitarray.util import ones

from mlslcs_ref.core.building import mypyc_attr
from mlslcs_ref.core.chromosome import Layout
from mlslcs_ref.core.consequent import words
from mlslcs_ref.core.genes import ACTIVE, Gene, IntervalGene, NominalGene, Values
from mlslcs_ref.data.matrix import Column, Matrix


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
class _ValueColumns(_Columns):
    """Those of a binary or nominal attribute: a test of several values accepts what a test of one of them accepts."""

    def __init__(self, gene: Gene, column: Column, missing_match: bool) -> None:
        self._nominal = gene if isinstance(gene, NominalGene) else None
        absent = np.isnan(column.kinds)
        missing = absent & missing_match
        self._of_none = bitarray(0) if self._nominal is None else _bits(column.spread(missing))
        kinds = np.where(absent, 1.0 if self._nominal is None else 0.0, column.kinds)
        values = [0, 1] if self._nominal is None else [1 << value for value in range(self._nominal.n_values)]
        tests = [gene.accepts(ACTIVE | value << 1, kinds) | missing for value in values]
        self._of_value = [_bits(column.spread(accepted)) for accepted in tests]
        # mostly an instance has either of two values, and one column tells both
        if self._nominal is None and self._of_value[0] == ~self._of_value[1]:
            del self._of_value[0]

    def narrow(self, matched: bitarray, code: int) -> None:
        """Keep the instances with one of the tested values."""
        if self._nominal is None:
            one = self._of_value[-1]
            matched &= one if code >> 1 else self._of_value[0] if len(self._of_value) > 1 else ~one
            return
        accepted = self._of_none.copy()
        for value in self._nominal.tested(code):
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
        n = gene.levels + 1
        bounds = [(q, n - 1) if self._of_lower else (0, n - 1 - q) for q in range(n)]
        limits = np.array([gene.limits(gene.code(True, lower, upper)) for lower, upper in bounds])
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
        # columns of finer bounds would be many and seldom met twice: they are made anew each time
        self._is_kept = gene.bits <= 8
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
        self._matrix = Matrix.of(instances)
        self.n_instances = len(self._matrix)
        self._layout = layout
        self._missing_match = missing_match
        self._near: CoverageIndex | None = None
        self.start = 0
        self._columns: list[_Columns] = []
        for index, gene in enumerate(layout.conditions):
            if isinstance(gene, IntervalGene):
                self._columns.append(_IntervalColumns(gene, self._matrix.column(index), missing_match))
            else:
                self._columns.append(_ValueColumns(gene, self._matrix.column(index), missing_match))

    def look_at(self, start: int, stop: int) -> None:
        """Let `matched_near` look at the instances from `start` to `stop`."""
        self._near = CoverageIndex(self._layout, self._matrix.taken(slice(start, stop)), self._missing_match)
        self.start = start

    def matched_near(self, chromosome: bitarray) -> bitarray:
        """Return which of the instances looked at a condition matches; as `matched` if it is none, or none are."""
        near = bitarray(0, "little") if self._near is None else self._near.matched(chromosome)
        return near if near.any() else self.matched(chromosome)

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
