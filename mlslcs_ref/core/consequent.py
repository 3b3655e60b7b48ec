"""What a rule says of the labels, and the sums over the rules that say the same (REP-2, decision 0001).

Rules of P with the same consequent share one `Consequent`. In a step, whether a decision is right and how large the
correct sets are depends on the consequent alone, so it is worked out once per consequent and not once per rule: that
is why a step costs a few operations per member of M, whatever the number of labels.
"""

from __future__ import annotations

from typing import Final, final

from bitarray import bitarray

from mlslcs_ref.core.building import i64

# label masks stay within the integers that both builds hold without a box
WORD: Final = 62


def words(bits: bitarray) -> list[int]:
    """Return `bits` as unsigned integers of 62 bits each, the first label in bit 0 of the first."""
    number = int.from_bytes(bits.tobytes(), "little")
    mask = (1 << WORD) - 1
    return [(number >> start) & mask for start in range(0, len(bits), WORD)]


class Decisions:
    """A consequent's decisions on up to 62 neighbouring labels, a label a bit: where it has one, and where that is 1.

    In `right` stands where it is right for this step's instance: the labels whose C[l] holds the rules that say so.
    """

    def __init__(self, decides: i64, asserts: i64) -> None:
        self.decides = decides
        self.asserts = asserts
        self.right: i64 = 0

    def __getnewargs__(self) -> tuple[object, ...]:
        """Return what a copy is made with."""
        return self.decides, self.asserts


@final
class Consequent(Decisions):
    """The decisions of a rule, and this step's sums over its holders in M.

    Its own masks are those of the first 62 labels, so that with no more labels than that nothing else is looked up.

    Parameters
    ----------
    active, asserting : bitarray of length n_labels
        Where the label gene is active, and where its decision is 1 if it is.

    Attributes
    ----------
    beyond : list of Decisions
        The decisions on the labels after the first 62, if there are any.
    key : bytes
        What consequents with the same decisions share.
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

    def __init__(self, active: bitarray, asserting: bitarray) -> None:
        decided = words(active)
        asserted = words(active & asserting)
        super().__init__(decided[0], asserted[0])
        # what every step asks for stands first, that is, side by side in memory
        self.step: i64 = 0
        self.num: i64 = 0
        self.num_ts: i64 = 0
        self.n_right: i64 = 0
        self.cs_min = 0.0
        self.active = active
        self.asserting = asserting
        self.key: bytes = active.tobytes() + (active & asserting).tobytes()
        self.beyond = [Decisions(decided[word], asserted[word]) for word in range(1, len(decided))]
        self.n_decided: i64 = active.count()
        self.holders: i64 = 0

    def __getnewargs__(self) -> tuple[object, ...]:
        """Return what a copy is made with."""
        return self.active, self.asserting

    def on_word(self, word: i64) -> Decisions:
        """Return the decisions on the labels of a word."""
        return self.beyond[word - 1] if word else self
