"""Where each gene stands in a chromosome, and what can be said of two chromosomes.

A chromosome is one little-endian bit array: the genes of the attributes in schema order, then the genes of the labels
(REP-1). Its *care* bits mark every bit of an active gene; the bits of inactive genes never matter (REP-10). Genes of
two bits (binary attributes, labels) are compared all at once, wider ones one by one.
"""

from __future__ import annotations

from itertools import accumulate
from typing import Final

from bitarray import bitarray
from bitarray.util import ones, subset, zeros

from mlslcs_ref.core.building import i64, mypyc_attr
from mlslcs_ref.core.genes import Gene, IntervalGene, NominalGene

# so many bits and a gene or a byte more are an integer that needs no box
NARROW: Final = 48


def number_of(bits: bitarray) -> int:
    """Return a little-endian bit array as an unsigned integer, its first bit lowest."""
    return int.from_bytes(bits.tobytes(), "little")


def bits_of(number: int, n: int) -> bitarray:
    """Return an unsigned integer as a little-endian bit array of `n` bits, which are enough."""
    bits = bitarray(number.to_bytes((n + 7) >> 3, "little"), "little")
    del bits[n:]
    return bits


def code_at(raw: bytes, start: i64, width: i64) -> int:
    """Return the code of the gene of `width` bits from `start` on in a chromosome given as bytes."""
    stop: i64 = start + width
    place: i64 = start >> 3
    if width > NARROW:
        return (int.from_bytes(raw[place : (stop + 7) >> 3], "little") >> int(start & 7)) & ((1 << int(width)) - 1)
    # ten times as fast as this, which makes integers with boxes
    code: i64 = 0
    n: i64 = 0
    while place << 3 < stop:
        byte: i64 = raw[place]
        code |= byte << n
        place += 1
        n += 8
    code >>= start & 7
    return code - (code >> width << width)


@mypyc_attr(allow_interpreted_subclasses=True)
class Layout:
    """The places of the genes of one problem: those of the attributes in schema order, then those of the labels.

    `starts` has the position of every attribute's activation bit, `gene_at` the attribute of every such position;
    `activations` has these bits, all set.
    """

    def __init__(self, conditions: list[Gene], n_labels: int) -> None:
        self.conditions = conditions
        self.n_labels = n_labels
        self._widths = [gene.width for gene in conditions]
        *self.starts, self.condition_size = accumulate(self._widths, initial=0)
        self.size = self.condition_size + 2 * n_labels
        self._place_masks()

    def _place_masks(self) -> None:
        self.activations = zeros(self.size, "little")
        self._conditions = zeros(self.size, "little")
        self._conditions[: self.condition_size] = 1
        self._told_apart_by = ones(self.size, "little")
        self._first_bounds = self._guards = self._precision = 0
        self._can_be_active = (1 << self.size) - 1
        self._bounds_by_size = True
        self.gene_at = [-1] * self.size
        by_width = {2: zeros(self.size, "little")}
        by_width[2][self.condition_size :: 2] = 1
        for index, gene in enumerate(self.conditions):
            start = self.starts[index]
            self.gene_at[start] = index
            self.activations[start] = 1
            by_width.setdefault(gene.width, zeros(self.size, "little"))[start] = 1
            if isinstance(gene, IntervalGene):
                self._place_bounds(gene, start)
        self._nominal = [index for index, gene in enumerate(self.conditions) if isinstance(gene, NominalGene)]
        self._by_width = sorted(by_width.items())
        self._pairs = by_width[2] | by_width[2] >> 1
        self._wide_activations = self.activations & ~self._pairs
        self._bounds_by_size &= self._first_bounds > 0

    def _place_bounds(self, gene: IntervalGene, start: int) -> None:
        self._precision = gene.bits
        self._first_bounds |= gene.levels << (start + 1)
        self._guards |= 1 << (start + gene.width)
        if gene.never_active:
            self._can_be_active &= ~(1 << start)
        self._told_apart_by[start + 1 + gene.bits : start + gene.width] = not gene.first_bound
        self._bounds_by_size &= not (gene.first_bound or gene.ordered)

    def label_start(self, label: int) -> int:
        """Return the position of the activation bit of a label; labels count from 0."""
        return self.condition_size + 2 * label

    def code_in(self, raw: bytes, index: i64) -> int:
        """Return the code of the gene of attribute `index` in a chromosome given as bytes."""
        return code_at(raw, self.starts[index], self._widths[index])

    def put(self, bits: bitarray, index: int, code: int) -> None:
        """Write the code of the gene of attribute `index` into `bits`."""
        start = self.starts[index]
        width = self.conditions[index].width
        bits[start : start + width] = bits_of(code, width)

    def assembled(self, conditions: list[int], decides: bitarray, asserts: bitarray) -> bitarray:
        """Return the chromosome of these codes, one per attribute, and of decisions: on what labels, and where 1."""
        pieces: list[bytes] = []
        some = 0
        n = 0
        for index, code in enumerate(conditions):
            some |= code << n
            n += self._widths[index]
            while n >= NARROW:
                pieces.append((some & ((1 << NARROW) - 1)).to_bytes(NARROW >> 3, "little"))
                some >>= NARROW
                n -= NARROW
        pieces.append(some.to_bytes(NARROW >> 3, "little"))
        bits = bitarray(b"".join(pieces), "little")
        del bits[self.condition_size :]
        labels = bitarray(self.size - self.condition_size, "little")
        labels[::2], labels[1::2] = decides, asserts
        return bits + labels

    def active_codes(self, bits: bitarray) -> list[tuple[int, int]]:
        """Return (attribute index, code) of every active test, in schema order."""
        raw = bits.tobytes()
        tested = [self.gene_at[start] for start in (bits & self.activations).search(1)]
        return [(index, self.code_in(raw, index)) for index in tested]

    def identity(self, bits: bitarray, repaired: bool = False) -> tuple[bitarray, bytes, bytes]:
        """Return the bits that matter, all of each active gene, and what equal chromosomes share, no others (REP-10).

        The label genes follow, as `Consequent` takes them. The bits of inactive genes don't count, nor second bounds
        where only the first are compared (setting `interval_equality` = `first_bound`), nor else the order of bounds
        that are taken by size (`interval_order` = `unordered`), which REPAIR has put in order already.
        """
        care = self._by_width[0][1] & bits
        care |= care >> 1
        for width, activations in self._by_width[1:]:
            # genes don't overlap: the run of ones from each activation bit on doubles until it is as long as the gene
            run = activations & bits
            n = 1
            while n < width:
                run |= run >> min(n, width - n)
                n += n
            care |= run
        known = bits & care & self._told_apart_by
        key = known.tobytes()
        if self._bounds_by_size and not repaired:
            key = self._in_order(int.from_bytes(key, "little")).to_bytes(len(key), "little")
        return care, key, known[self.condition_size :].tobytes()

    def _in_order(self, number: int) -> int:
        """Return a chromosome, its first bit lowest, with the smaller bound first in every gene, active or not.

        Few of hundreds are in the wrong order, so all are put in order at once. Above each second bound a guard bit is
        set, which the subtraction of the first bound borrows iff that is the larger one.
        """
        k = self._precision
        firsts = number & self._first_bounds
        left = ((number | self._guards) - (firsts << k)) & self._guards
        if left == self._guards:
            return number
        # a guard k places lower minus itself another k lower is a run of k ones: the first bound of that gene
        borrowed = (left ^ self._guards) >> k
        swapped = (firsts ^ (number >> k)) & (borrowed - (borrowed >> k))
        return number ^ swapped ^ (swapped << k)

    def repair(self, bits: bitarray) -> bool:
        """REPAIR every gene in place: bounds in order, active or not (REP-5, REP-6); tell whether a bit has changed."""
        if not self._first_bounds and not self._nominal:
            return False
        number = number_of(bits)
        repaired = self._in_order(number & self._can_be_active)
        raw = bits.tobytes()
        for index in self._nominal:
            code = self.code_in(raw, index)
            repaired ^= (code ^ self.conditions[index].repaired(code)) << self.starts[index]
        if repaired != number:
            bits[:] = bits_of(repaired, self.size)
        return repaired != number

    def generalises(self, bits: bitarray, care: bitarray, other: bitarray, other_care: bitarray) -> bool:
        """Tell whether a rule is general for another (SUB-2).

        Its condition is equally or more general, and it decides the same wherever the other decides.
        """
        if not subset(care & self._conditions, other_care):
            return False
        decisive = (care & self._conditions) | (other_care & ~self._conditions)
        if ((bits ^ other) & decisive & self._pairs).any():
            return False
        wide = bits & self._wide_activations
        raw = bits.tobytes()
        other_raw = other.tobytes()
        for start in wide.search(1):
            index = self.gene_at[start]
            if not self.conditions[index].generalises(self.code_in(raw, index), self.code_in(other_raw, index)):
                return False
        return True
