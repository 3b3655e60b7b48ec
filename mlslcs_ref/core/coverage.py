"""Which instances a condition matches, as one bit array (MAT-1, MAT-2).

The data never change, so what a value or a bound says is a column of |D| bits, and a condition matches whom no test
refuses. What a test accepts is for its gene to say. Most rules are gone long before the run has been through a large D,
so a new one is looked for among the next instances, and in all of D only if it matches none of them (GEN-7).
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from bitarray import bitarray
from bitarray.util import subset, zeros

from mlslcs_ref.core.building import i64, mypyc_attr
from mlslcs_ref.core.chromosome import Layout, code_at
from mlslcs_ref.core.consequent import words
from mlslcs_ref.core.genes import ACTIVE, Gene, IntervalGene, NominalGene, Values
from mlslcs_ref.data.matrix import Column, Matrix

# of so few instances, asking after each test whether any is left takes longer than the test
FEW: Final = 4096
# of each byte the place of its lowest set bit
LOWEST: Final = bytes([7 & ((byte & -byte).bit_length() - 1) for byte in range(256)])


def _bits(flags: Any) -> bitarray:
    """Return a boolean array as a bit array."""
    return bitarray(np.packbits(flags, bitorder="little").tobytes(), "little")[: len(flags)]


def _among(column: bitarray, start: int, n: int) -> bitarray:
    """Return what a column says of `n` instances from `start` on; not to be changed."""
    return column if n == len(column) else column[start : start + n]


@mypyc_attr(allow_interpreted_subclasses=True)
class _ValueColumns:
    """Whom tests on a binary or nominal attribute refuse: one of several values whom tests of all of them refuse."""

    def __init__(self, gene: Gene, column: Column, missing_match: bool) -> None:
        self._nominal = gene if isinstance(gene, NominalGene) else None
        absent = np.isnan(column.kinds)
        missing = absent & missing_match
        self._present = bitarray(0) if self._nominal is None else _bits(column.spread(~missing))
        kinds = np.where(absent, 1.0 if self._nominal is None else 0.0, column.kinds)
        values = [0, 1] if self._nominal is None else [1 << value for value in range(self._nominal.n_values)]
        tests = [gene.accepts(ACTIVE | value << 1, kinds) | missing for value in values]
        self._by_value = [_bits(column.spread(~accepted)) for accepted in tests]
        # mostly an instance has either of two values, and one column tells both
        if self._nominal is None and self._by_value[1] == ~self._by_value[0]:
            del self._by_value[1]
        self.by_zero = self._by_value[0] if self._nominal is None else None

    def narrow(self, accepted: bitarray, refused: bitarray, start: i64, raw: bytes, place: i64) -> None:
        """Take whom the test at a place of a chromosome refuses from `accepted`, or add them to `refused`."""
        n: i64 = len(refused)
        if self._nominal is None:
            value = code_at(raw, place + 1, 1)
            if value < len(self._by_value):
                refused |= _among(self._by_value[value], start, n)
            else:
                accepted &= _among(self._by_value[0], start, n)
            return
        by_all = _among(self._present, start, n).copy()
        for value in self._nominal.tested(code_at(raw, place, self._nominal.width)):
            by_all &= _among(self._by_value[value], start, n)
        refused |= by_all


@mypyc_attr(allow_interpreted_subclasses=True)
class _IntervalColumns:
    """Whom bounds of tests on a continuous attribute refuse.

    A number is compared with all bounds once, and its place among them kept.
    """

    def __init__(self, gene: IntervalGene, column: Column, missing_match: bool) -> None:
        self._gene = gene
        self._column = column
        self._present = _bits(column.spread(~(np.isnan(column.kinds) & missing_match)))
        self._n: i64 = len(self._present)
        # columns of finer bounds would be many and seldom met twice: they are made anew each time
        self._is_kept = gene.bits <= 8
        self._near_from: i64 = -1
        self._near: Any = None
        self._places: Any = None
        # of each bound from which place on numbers reach it, and from which on they exceed it: mostly from the same
        self._reached: list[int] = []
        self._exceeded: list[int] = []
        self._sides: list[bitarray | None] = []
        self._parts: list[bitarray | None] = []

    def narrow(self, accepted: bitarray, refused: bitarray, start: i64, raw: bytes, place: i64) -> None:
        """Take whom the test at a place of a chromosome refuses from `accepted`, or add them to `refused`."""
        gene = self._gene
        code = code_at(raw, place, gene.width)
        lower, upper = gene.ends(code)
        n: i64 = len(refused)
        if lower > upper:
            refused |= _among(self._present, start, n)
        elif self._is_kept:
            if not self._sides:
                self._compare()
            # many bounds are the first or the last, which most columns are within
            if lower > 0 or self._is_beyond:
                accepted &= self._side(self._reached[lower], start, n)
            if upper < gene.levels or self._is_beyond:
                refused |= self._side(self._exceeded[upper], start, n)
        else:
            refused |= ~_bits(self._accepted(code, start, n)) & _among(self._present, start, n)

    def _side(self, place: i64, start: i64, n: i64) -> bitarray:
        """Return whose numbers have a place or a later one, among `n` from `start` on; not to be changed."""
        side = self._sides[place]
        if side is None:
            side = self._sides[place] = _bits(self._column.spread(self._places >= place))
            # what is missing reaches every bound and exceeds none
            if not place & 1:
                side &= self._present
        if n == self._n:
            return side
        # many rules are looked for among the same instances
        if self._near_from != start:
            self._near_from, self._parts = start, [None] * len(self._sides)
        part = self._parts[place]
        if part is None or len(part) != n:
            part = self._parts[place] = side[start : start + n]
        return part

    def _accepted(self, code: int, start: int, n: int) -> Any:
        if n == self._n:
            return self._column.spread(self._gene.accepts(code, self._column.kinds))
        if self._near_from != start or len(self._near) != n:
            self._near_from, self._near = start, self._column.numbers[start : start + n].copy()
        return self._gene.accepts(code, self._near)

    def _compare(self) -> None:
        bounds = np.array([self._gene.value(q) for q in range(self._gene.levels + 1)])
        x = self._gene.rounded(self._column.kinds)
        # bounds have odd places, equal ones the same, and what is between them or beyond, as NaN is, has even ones
        reached = np.searchsorted(bounds, x, side="right").astype(np.int16)
        self._places = (reached + reached - (bounds[reached - 1] == x)).astype(np.min_scalar_type(2 << self._gene.bits))
        at = (np.searchsorted(bounds, bounds, side="right") << 1) - 1
        is_none = self._present.all() & ~np.isin(at, self._places)
        self._reached, self._exceeded = (at + is_none).tolist(), (at + 1).tolist()
        self._is_beyond = bool(((self._places < at[0]) | (self._places > at[-1])).any())
        self._sides = [None] * (self._exceeded[-1] + 1)


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
        self.start, self.stop = 0, self.n_instances
        self._nobody = self._nobody_near = zeros(self.n_instances, "little")
        # those of an attribute stand where its activation bit does, and whom a test of the value 0 refuses
        self._columns: list[_IntervalColumns | _ValueColumns | None] = [None] * layout.size
        self._by_zero: list[bitarray | None] = [None] * layout.size
        for place, gene, column in zip(layout.starts, layout.conditions, matrix.columns(), strict=True):
            if isinstance(gene, IntervalGene):
                if not gene.never_active:  # else not a missing value is refused
                    self._columns[place] = _IntervalColumns(gene, column, missing_match)
            else:
                columns = self._columns[place] = _ValueColumns(gene, column, missing_match)
                self._by_zero[place] = columns.by_zero

    def look_at(self, start: int, stop: int) -> None:
        """Let `near` and `matched_near` look at the instances from `start` to `stop`, at these alone."""
        self.start, self.stop = start, stop
        self._nobody_near = zeros(stop - start, "little")

    def matched_near(self, chromosome: bitarray) -> bitarray:
        """Return which of the instances looked at a condition matches, if none as `matched`; not to be changed."""
        near = self.near(chromosome)
        return near if len(near) == self.n_instances or near.any() else self.matched(chromosome)

    def near(self, chromosome: bitarray) -> bitarray:
        """Return which of the instances looked at a condition matches; not to be changed."""
        return self._matched(chromosome, self.start, self._nobody_near)

    def matched(self, chromosome: bitarray) -> bitarray:
        """Return the instances that a condition matches, a bit array of length n_instances; not to be changed."""
        return self._matched(chromosome, 0, self._nobody)

    def _matched(self, chromosome: bitarray, start: i64, nobody: bitarray) -> bitarray:
        """Return which of as many instances from `start` on as `nobody` is long a condition matches."""
        refused = nobody.copy()
        accepted = nobody.copy()
        accepted.setall(1)
        raw = chromosome.tobytes()
        # the active bits are few, and a search for each takes longer than what is done with them
        active: bytes = (chromosome & self._layout.activations).tobytes()
        is_whole = len(nobody) == self.n_instances
        rest: i64 = 7 if len(nobody) <= FEW else 0
        turn: i64 = 0
        n: i64 = len(active)
        for at in range(n):
            byte: i64 = active[at]
            while byte:
                place: i64 = (at << 3) + LOWEST[byte]
                byte &= byte - 1
                by_zero = self._by_zero[place] if is_whole else None
                if by_zero is not None and not code_at(raw, place + 1, 1):
                    refused |= by_zero
                elif (columns := self._columns[place]) is not None:
                    columns.narrow(accepted, refused, start, raw, place)
                turn += 1
                if turn & rest == 0 and subset(accepted, refused):
                    return nobody
        # less whom bounds refuse, in half the time that an inversion takes
        accepted |= refused
        accepted ^= refused
        return accepted


@mypyc_attr(allow_interpreted_subclasses=True)
class Instances:
    """D: values, NaN where one is missing, and labels, both in rows."""

    def __init__(self, values: Matrix | Values, labels: Any) -> None:
        self._matrix = Matrix.of(values)
        self.n = len(self._matrix)
        self._asked, self._row = -1, [0.0]
        labels_of: dict[bytes, bitarray] = {}  # many instances have the same
        words_of: dict[bytes, list[int]] = {}
        rows = np.asarray(labels, dtype=bool)
        self._labels = [labels_of.setdefault(row.tobytes(), bitarray(row.tolist(), "little")) for row in rows]
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
        """Return the labels of an instance as masks, 60 labels a word; not to be changed."""
        return self._words[instance]
