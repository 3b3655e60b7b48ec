"""What a rule says of the labels, and the sums over the rules that say the same (REP-2, decision 0001).

Rules of P with the same consequent share one `Consequent`. In a step, whether a decision is right and how large the
correct sets are depends on the consequent alone, so it is worked out once per consequent and not once per rule: that
is why a step costs a few operations per member of M, whatever the number of labels.
"""

from __future__ import annotations

from typing import Final, final

from bitarray import bitarray

from mlslcs_ref.core.building import i64

# label masks stay within the integers that both builds hold without a box, and begin with a byte of label genes
WORD: Final = 60
GENES: Final = WORD >> 2
# of each byte the bits at even places, side by side
EVEN: Final = bytes([n & 1 | n >> 1 & 2 | n >> 2 & 4 | n >> 3 & 8 for n in range(256)])


def words(bits: bitarray) -> list[int]:
    """Return `bits` as unsigned integers of 60 bits each, the first label in bit 0 of the first."""
    number = int.from_bytes(bits.tobytes(), "little")
    mask = (1 << WORD) - 1
    return [(number >> start) & mask for start in range(0, len(bits), WORD)]


class Decisions:
    """A consequent's decisions on up to 60 neighbouring labels, a label a bit: where it has one, and where that is 1.

    They are those of the first label genes of `key`. In `right` stands where a decision is right for this step's
    instance: the labels whose C[l] holds the rules that say so.
    """

    def __init__(self, key: bytes) -> None:
        self.decides: i64 = 0
        self.asserts: i64 = 0
        self.right: i64 = 0
        self.key = key
        n: i64 = min(len(key), GENES)
        for place in range(n):
            byte: i64 = key[place]
            self.decides |= i64(EVEN[byte]) << (place << 2)
            self.asserts |= i64(EVEN[byte >> 1]) << (place << 2)
        self.n_decided: i64 = int(self.decides).bit_count()

    def __getnewargs__(self) -> tuple[object, ...]:
        """Return what a copy is made with."""
        return (self.key,)


@final
class Consequent(Decisions):
    """The decisions of a rule, and this step's sums over its holders in M.

    Its own masks are those of the first 60 labels, so that with no more labels than that nothing else is looked up.

    Parameters
    ----------
    key : bytes
        The label genes, inactive ones without a value: what consequents with the same decisions share.

    Attributes
    ----------
    beyond : list of Decisions
        The decisions on the labels after the first 60, if there are any.
    holders : int
        Rules of P that share it.
    step : int
        The step to which the following belong.
    num, num_ts : int
        Micro-classifiers of M with this consequent, and the sum of num*ts over them.
    n_right : int
        Labels decided rightly for this step's instance.
    cs_min : float
        Micro-classifiers in the smallest C[l] among those labels (UPD-3); infinite if there are none.
    """

    def __init__(self, key: bytes) -> None:
        super().__init__(key)
        # what every step asks for stands first, that is, side by side in memory
        self.step: i64 = 0
        self.num: i64 = 0
        self.num_ts: i64 = 0
        self.n_right: i64 = 0
        self.cs_min = 0.0
        self.beyond = [Decisions(key[start : start + GENES]) for start in range(GENES, len(key), GENES)]
        for decisions in self.beyond:
            self.n_decided += decisions.n_decided
        self.holders: i64 = 0

    def on_word(self, word: i64) -> Decisions:
        """Return the decisions on the labels of a word."""
        return self.beyond[word - 1] if word else self
