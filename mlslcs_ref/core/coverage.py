"""Which instances a condition matches, as one bit array (MAT-1, MAT-2).

The data never change, so a test is a column of |D| bits and a condition the AND of the columns of its active tests.
What a test accepts is for its gene to say. Most rules are gone long before the run has been through a large D, so a
new one is looked for among the next instances, and in all of D if it matches none of them (GEN-7) or outlives them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from bitarray import bitarray
from bitarray.util import ones

from mlslcs_ref.core.building import i64, mypyc_attr
from mlslcs_ref.core.chromosome import Layout
from mlslcs_ref.core.consequent import words
from mlslcs_ref.core.genes import ACTIVE, Gene, IntervalGene, NominalGene, Values
from mlslcs_ref.data.matrix import Column, Matrix


def _bits(flags: Any) -> bitarray:
    """Return a boolean array as a bit array."""
    return bitarray(np.packbits(flags, bitorder="little").tobytes(), "little")[: len(flags)]


@mypyc_attr(allow_interpreted_subclasses=True)
class _Columns:
    """The instances that the tests on one attribute accept: the base of a class for each kind of gene, never made."""

    def narrow(self, matched: bitarray, start: int, code: int) -> None:
        """Take the instances that an active test refuses out of `matched`, which stands for those from `start` on."""
        raise NotImplementedError

    @staticmethod
    def among(column: bitarray, matched: bitarray, start: int) -> bitarray:
        """Return what a column says of the instances that `matched` stands for; not to be changed."""
        return column if len(matched) == len(column) else column[start : start + len(matched)]


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

    def narrow(self, matched: bitarray, start: int, code: int) -> None:
        """Keep the instances with one of the tested values."""
        if self._nominal is None:
            one = self.among(self._of_value[-1 if code >> 1 else 0], matched, start)
            if code >> 1 or len(self._of_value) > 1:
                matched &= one
            else:  # and not
                matched |= one
                matched ^= one
            return
        accepted = self.among(self._of_none, matched, start).copy()
        for value in self._nominal.tested(code):
            accepted |= self.among(self._of_value[value], matched, start)
        matched &= accepted


@mypyc_attr(allow_interpreted_subclasses=True)
class _IntervalColumns(_Columns):
    """Those of a continuous attribute: an interval accepts what both of its bounds accept.

    A number is compared with all bounds once, and its place among them kept.
    """

    def __init__(self, gene: IntervalGene, column: Column, missing_match: bool) -> None:
        self._gene = gene
        self._column = column
        self._of_none = _bits(column.spread(np.isnan(column.kinds) & missing_match))
        # columns of finer bounds would be many and seldom met twice: they are made anew each time
        self._is_kept = gene.bits <= 8
        self._near_from: i64 = -1
        self._near: Any = None
        self._places: Any = None
        # of bound q stands at q who reaches it, and at 2^k + q who does not exceed it
        self._bounds: list[int] = []
        self._sides: list[bitarray | None] = []
        self._parts: list[bitarray | None] = []

    def narrow(self, matched: bitarray, start: int, code: int) -> None:
        """Keep the instances between the bounds."""
        gene = self._gene
        if gene.never_active:
            return  # not a missing value is refused either
        lower, upper = gene.lower(code), gene.upper(code)
        n: i64 = len(matched)
        if lower > upper:
            matched &= self.among(self._of_none, matched, start)
        elif self._is_kept:
            if not self._bounds:
                self._compare()
            # many bounds are the first or the last, which most columns are within
            if lower > 0 or self._is_beyond:
                matched &= self._side(lower, start, n)
            if upper < gene.levels or self._is_beyond:
                matched &= self._side(gene.levels + 1 + upper, start, n)
        else:
            matched &= _bits(self._accepted(code, start, n)) | self.among(self._of_none, matched, start)

    def _side(self, bound: i64, start: i64, n: i64) -> bitarray:
        """Return who is on one side of a bound among `n` instances from `start` on; not to be changed."""
        side = self._sides[bound]
        if side is None:
            place = self._bounds[bound]
            is_within = self._places >= place if bound <= self._gene.levels else self._places <= place
            side = self._sides[bound] = _bits(self._column.spread(is_within)) | self._of_none
        if n == len(side):
            return side
        # many rules are looked for among the same instances
        if self._near_from != start:
            self._near_from, self._parts = start, [None] * len(self._sides)
        part = self._parts[bound]
        if part is None or len(part) != n:
            part = self._parts[bound] = side[start : start + n]
        return part

    def _accepted(self, code: int, start: int, n: int) -> Any:
        if n == len(self._of_none):
            return self._column.spread(self._gene.accepts(code, self._column.kinds))
        if self._near_from != start or len(self._near) != n:
            self._near_from, self._near = start, self._column.numbers[start : start + n].copy()
        return self._gene.accepts(code, self._near)

    def _compare(self) -> None:
        bounds = np.array([self._gene.value(q) for q in range(self._gene.levels + 1)])
        x = self._gene.rounded(self._column.kinds)
        # bounds have odd places, equal ones the same, and what is between them or beyond, as NaN is, has even ones
        reached = np.searchsorted(bounds, x, side="right")
        self._places = (reached + reached - (bounds[reached - 1] == x)).astype(np.min_scalar_type(2 << self._gene.bits))
        last = np.searchsorted(bounds, bounds, side="right")
        self._bounds = np.tile(last + last - 1, 2).tolist()
        self._is_beyond = bool(((self._places < self._bounds[0]) | (self._places > self._bounds[-1])).any())
        self._sides = [None] * len(self._bounds)


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
        self.start, self._stop = 0, self.n_instances
        self._columns: list[_Columns] = []
        for index, gene in enumerate(layout.conditions):
            if isinstance(gene, IntervalGene):
                self._columns.append(_IntervalColumns(gene, matrix.column(index), missing_match))
            else:
                self._columns.append(_ValueColumns(gene, matrix.column(index), missing_match))

    def look_at(self, start: int, stop: int) -> None:
        """Let `matched_near` look at the instances from `start` to `stop`, at these alone."""
        self.start, self._stop = start, stop

    def matched_near(self, chromosome: bitarray) -> bitarray:
        """Return which of the instances looked at a condition matches; as `matched` if it is none."""
        near = self._matched(chromosome, self.start, self._stop)
        return near if len(near) == self.n_instances or near.any() else self.matched(chromosome)

    def matched(self, chromosome: bitarray) -> bitarray:
        """Return the instances that a chromosome's condition matches, a bit array of length n_instances."""
        return self._matched(chromosome, 0, self.n_instances)

    def _matched(self, chromosome: bitarray, start: int, stop: int) -> bitarray:
        matched = ones(stop - start, "little")
        raw = chromosome.tobytes()
        for turn, place in enumerate(self._layout.activated(chromosome).search(1)):
            index = self._layout.gene_at[place]
            self._columns[index].narrow(matched, start, self._layout.code_in(raw, index))
            if turn & 1 and not matched.any():  # half of the answers are worth what they take
                break
        return matched


@mypyc_attr(allow_interpreted_subclasses=True)
class Instances:
    """D: values, NaN where one is missing, and labels."""

    def __init__(self, values: Matrix | Values, labels: list[list[bool]]) -> None:
        self.n = len(labels)
        self._matrix = Matrix.of(values)
        self._asked, self._row = -1, [0.0]
        labels_of: dict[bytes, bitarray] = {}  # many instances have the same
        words_of: dict[bytes, list[int]] = {}
        rows = (bitarray(row, "little") for row in labels)
        self._labels = [labels_of.setdefault(row.tobytes(), row) for row in rows]
        self._words = [words_of.setdefault(row.tobytes(), words(row)) for row in self._labels]

    def values(self, instance: int) -> list[float]:
        """Return the values of an instance; not to be changed."""
        if instance != self._asked:  # as often as it has labels to be covered
            self._asked, self._row = instance, self._matrix.row(instance)
        return self._row

    def rows(self, instances: list[int]) -> Values:
        """Return the values of some instances, of shape (n, n_attributes)."""
        return self._matrix.rows(instances)

    def labels(self, instance: int) -> bitarray:
        """Return the labels of an instance; not to be changed."""
        return self._labels[instance]

    def words(self, instance: int) -> list[int]:
        """Return the labels of an instance as masks, 62 labels a word; not to be changed."""
        return self._words[instance]
