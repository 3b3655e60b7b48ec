"""Where each gene stands in a chromosome, and what can be said of two chromosomes.

A chromosome is one little-endian bit array: the genes of the attributes in schema order, then the genes of the labels
(REP-1). Its *care* bits mark every bit of an active gene; the bits of inactive genes never matter (REP-10). Genes of
two bits (binary attributes, labels) are compared all at once, wider ones one by one.
"""

from __future__ import annotations

from bitarray import bitarray
from bitarray.util import subset, zeros

from mlslcs_ref.core.building import mypyc_attr
from mlslcs_ref.core.genes import Gene, IntervalGene, LabelGene, NominalGene

__all__ = ["Layout"]


@mypyc_attr(allow_interpreted_subclasses=True)
class Layout:
    """The places of the genes of one problem.

    Parameters
    ----------
    conditions : list of Gene
        The genes of the attributes, in schema order.
    n_labels : int
        How many labels follow, at least 1.
    """

    def __init__(self, conditions: list[Gene], n_labels: int) -> None:
        self.conditions = conditions
        self.n_labels = n_labels
        self.label_gene = LabelGene()
        self.starts: list[int] = []
        size = 0
        for gene in conditions:
            self.starts.append(size)
            size += gene.width
        self.condition_size = size
        self.size = size + 2 * n_labels
        self._place_masks()

    def _place_masks(self) -> None:
        self._activations = zeros(self.size, "little")
        self._pair_activations = zeros(self.size, "little")
        self._wide_activations = zeros(self.size, "little")
        self._conditions = zeros(self.size, "little")
        self._conditions[: self.condition_size] = 1
        self._labels = ~self._conditions
        self._gene_at: dict[int, int] = {}
        for index, gene in enumerate(self.conditions):
            start = self.starts[index]
            self._gene_at[start] = index
            self._activations[start] = 1
            (self._pair_activations if gene.width == 2 else self._wide_activations)[start] = 1
        for label in range(self.n_labels):
            self._pair_activations[self.label_start(label)] = 1
        self._pairs = self._pair_activations | (self._pair_activations >> 1)
        # REPAIR has nothing to do for other genes
        self._repairable = [
            index for index, gene in enumerate(self.conditions) if isinstance(gene, (NominalGene, IntervalGene))
        ]

    def label_start(self, label: int) -> int:
        """Return the position of a label's activation bit."""
        return self.condition_size + 2 * label

    def code(self, bits: bitarray, index: int) -> int:
        """Return the code of the gene of attribute `index`."""
        start = self.starts[index]
        return self._slice(int.from_bytes(bits.tobytes(), "little"), start, self.conditions[index].width)

    @staticmethod
    def _slice(number: int, start: int, width: int) -> int:
        return (number >> start) & ((1 << width) - 1)

    def put(self, bits: bitarray, index: int, code: int) -> None:
        """Write the code of the gene of attribute `index` into `bits`."""
        start = self.starts[index]
        width = self.conditions[index].width
        bits[start : start + width] = bitarray(code.to_bytes((width + 7) // 8, "little"), "little")[:width]

    def put_label(self, bits: bitarray, label: int, active: bool, decision: bool) -> None:
        """Write a label's gene into `bits`."""
        start = self.label_start(label)
        bits[start] = active
        bits[start + 1] = decision

    def active_codes(self, bits: bitarray) -> list[tuple[int, int]]:
        """Return (attribute index, code) of every active test, in schema order."""
        number = int.from_bytes(bits.tobytes(), "little")
        codes = []
        for start in (bits & self._activations).search(1):
            index = self._gene_at[start]
            codes.append((index, self._slice(number, start, self.conditions[index].width)))
        return codes

    def care(self, bits: bitarray) -> bitarray:
        """Return the bits that matter: every bit of each active gene."""
        active_pairs = bits & self._pair_activations
        care = active_pairs | (active_pairs >> 1)
        for start in (bits & self._wide_activations).search(1):
            care[start : start + self.conditions[self._gene_at[start]].width] = 1
        return care

    def meaning(self, bits: bitarray, care: bitarray) -> bytes:
        """Return a key that two chromosomes share iff they are equal (REP-10)."""
        meaning = bits & care
        number = int.from_bytes(bits.tobytes(), "little")
        for start in (bits & self._wide_activations).search(1):
            index = self._gene_at[start]
            gene = self.conditions[index]
            code = self._slice(number, start, gene.width)
            if gene.meaning(code) != code:
                self.put(meaning, index, gene.meaning(code))
        return meaning.tobytes()

    def repair(self, bits: bitarray) -> None:
        """REPAIR every gene in place (REP-5, REP-6)."""
        number = int.from_bytes(bits.tobytes(), "little")
        for index in self._repairable:
            gene = self.conditions[index]
            code = self._slice(number, self.starts[index], gene.width)
            repaired = gene.repaired(code)
            if repaired != code:
                self.put(bits, index, repaired)

    def generalises(self, bits: bitarray, care: bitarray, other: bitarray, other_care: bitarray) -> bool:
        """Tell whether a rule is general for another (SUB-2).

        Its condition is equally or more general, and it decides the same wherever the other decides.
        """
        if not subset(care & self._conditions, other_care):
            return False
        decisive = (care & self._conditions) | (other_care & self._labels)
        if ((bits ^ other) & decisive & self._pairs).any():
            return False
        number = int.from_bytes(bits.tobytes(), "little")
        other_number = int.from_bytes(other.tobytes(), "little")
        for start in (bits & self._wide_activations).search(1):
            gene = self.conditions[self._gene_at[start]]
            width = gene.width
            if not gene.generalises(self._slice(number, start, width), self._slice(other_number, start, width)):
                return False
        return True
