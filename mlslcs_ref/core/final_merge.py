"""What the authors' program does with P after its update-only passes (FIN-1)."""

from __future__ import annotations

import copy

from mlslcs_ref.core.building import mypyc_attr
from mlslcs_ref.core.classifier import Classifier
from mlslcs_ref.core.subsumption import Subsumption

__all__ = ["FinalMerge"]


@mypyc_attr(allow_interpreted_subclasses=True)
class FinalMerge:
    """Lets later rules absorb earlier ones, then sorts by weight.

    Parameters
    ----------
    subsumption : Subsumption
        Who may absorb whom.
    """

    def __init__(self, subsumption: Subsumption) -> None:
        self._subsumption = subsumption

    def merged(self, population: list[Classifier]) -> list[Classifier]:
        """Return copies of the rules that remain, by num*F_d, descending; rules of equal weight keep their order.

        From the first rule on, the later rules that subsume it, or else equal it, compete for its num as in SUB-5,
        `authors`. The position of an absorbed rule is not revisited, so the rule that slides into it is passed over.
        """
        rules = [copy.copy(rule) for rule in population]
        position = 0
        while position < len(rules):
            rule = rules[position]
            later = rules[position + 1 :]
            general = [other for other in later if self._subsumption.does_subsume(other, rule)]
            equals = [other for other in later if other.meaning == rule.meaning]
            winner = self._subsumption.winner_of_authors(general, equals)
            if winner is not None:
                winner.num += rule.num
                del rules[position]
            position += 1
        return sorted(rules, key=self._subsumption.weight, reverse=True)
