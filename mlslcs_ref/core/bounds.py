"""The bounds of all interval genes of a chromosome, compared at once.

A chromosome has hundreds of interval genes, and few whose bounds are in the wrong order. One subtraction on the whole
chromosome, taken as one integer, finds them: above each second bound stands a guard bit, which the subtraction of the
first bound borrows iff that is the larger one.
"""

from __future__ import annotations

from mlslcs_ref.core.building import mypyc_attr
from mlslcs_ref.core.genes import IntervalGene

__all__ = ["Bounds"]


@mypyc_attr(allow_interpreted_subclasses=True)
class Bounds:
    """Where the bounds of interval genes of k bits each stand.

    Parameters
    ----------
    bits : int
        k.
    """

    def __init__(self, bits: int) -> None:
        self.bits = bits
        self._firsts = 0
        self._guards = 0
        self._gene_at: dict[int, int] = {}

    def add(self, gene: IntervalGene, index: int, start: int) -> None:
        """Add the gene of attribute `index`, which stands at `start`."""
        self._firsts |= gene.levels << (start + 1)
        guard = start + 1 + self.bits
        self._guards |= 1 << guard
        self._gene_at[guard] = index

    def reversed(self, number: int) -> list[int]:
        """Return the attributes whose first bound is above the second, active or not, in schema order.

        Parameters
        ----------
        number : int
            The chromosome's bits, the first one lowest.
        """
        firsts = number & self._firsts
        seconds = (number >> self.bits) & self._firsts
        borrowed = ~((seconds | self._guards) - firsts) & self._guards
        found: list[int] = []
        while borrowed:
            lowest = borrowed & -borrowed
            found.append(self._gene_at[lowest.bit_length() - 1])
            borrowed ^= lowest
        return found
