"""The update component (Algorithm 2): what one instance teaches the rules that match it."""

from __future__ import annotations

from mlslcs_ref.core.building import mypyc_attr
from mlslcs_ref.core.sets import CorrectSets

__all__ = ["Update"]


@mypyc_attr(allow_interpreted_subclasses=True)
class Update:
    """UPDATE_FITNESS and UPDATE_CS for every rule of M.

    Parameters
    ----------
    learning_rate : float
        beta, in [0, 1].
    """

    def __init__(self, learning_rate: float) -> None:
        self.learning_rate = learning_rate

    def update_set(self, sets: CorrectSets) -> None:
        """Update every rule of M once, for all labels.

        A rule's counts of right, wrong and indifferent decisions grow by those of its consequent (UPD-1), its
        experience by a match (UPD-2); acc and F follow from the counts (UPD-4). If it is in at least one C[l], cs moves
        towards the size of the smallest of them: cs += beta*(cs_min - cs) (UPD-3).
        """
        beta = self.learning_rate
        for classifier in sets.match_set:
            consequent = classifier.consequent
            classifier.matches += 1
            if consequent.n_right:
                classifier.correct += consequent.n_right
                classifier.cs += beta * (consequent.smallest - classifier.cs)
