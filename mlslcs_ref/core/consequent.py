"""What a rule says of the labels, and the sums over the rules that say the same.

Rules of P with the same consequent share one `Consequent`. In a step, whether a decision is right and how large the
correct sets are depends on the consequent alone, so it is worked out once per consequent and not once per rule: that
is why a step costs a few operations per member of M, whatever the number of labels.
"""

from __future__ import annotations

from typing import Final

from bitarray import bitarray

from mlslcs_ref.core.building import mypyc_attr

__all__ = ["WORD", "Consequent", "Decisions", "words"]

# label masks stay within the integers that both builds hold without a box
WORD: Final = 62


def words(bits: bitarray) -> list[int]:
    """Return `bits` as unsigned integers of 62 bits each, the first label in bit 0 of the first."""
    number = int.from_bytes(bits.tobytes(), "little")
    mask = (1 << WORD) - 1
    return [(number >> start) & mask for start in range(0, len(bits), WORD)]


@mypyc_attr(allow_interpreted_subclasses=True)
class Decisions:
    """A consequent's decisions on up to 62 neighbouring labels, a label a bit.

    Parameters
    ----------
    decides : int
        Where the label gene is active.
    asserts : int
        Where it is active with decision 1.

    Attributes
    ----------
    right : int
        Where the decision is right for this step's instance.
    """

    def __init__(self, decides: int, asserts: int) -> None:
        self.decides = decides
        self.asserts = asserts
        self.right = 0


@mypyc_attr(allow_interpreted_subclasses=True)
class Consequent:
    """The decisions of a rule, and this step's sums over its holders in M.

    Parameters
    ----------
    decides : bitarray of length n_labels
        Where the label gene is active.
    asserts : bitarray of length n_labels
        Where it is active with decision 1.

    Attributes
    ----------
    words : list of Decisions
        The same as masks.
    key : bytes
        What consequents with the same decisions share.
    n_decided : int
        Labels decided.
    holders : int
        Rules of P that share it.
    step : int
        The step to which the following belong.
    n_right : int
        Labels decided rightly for this step's instance.
    smallest : float
        cs_min, micro-classifiers in the smallest C[l] among those labels (UPD-3).
    num : int
        Micro-classifiers of M with this consequent.
    num_ts : int
        Sum of num*ts over them.
    """

    def __init__(self, decides: bitarray, asserts: bitarray) -> None:
        asserted = decides & asserts
        self.key: bytes = decides.tobytes() + asserted.tobytes()
        self.words = [Decisions(*pair) for pair in zip(words(decides), words(asserted), strict=True)]
        self.n_decided: int = decides.count()
        self.step = 0
        self.n_right = 0
        self.smallest = 0.0
        self.num = 0
        self.num_ts = 0
        self.holders = 0
