"""The update component (Algorithm 2): what one instance teaches the rules that match it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from mlslcs_ref.core.classifier import Classifier
from mlslcs_ref.core.sets import CorrectSets


@final
@dataclass(eq=False, repr=False)
class Update:
    """UPDATE_FITNESS and UPDATE_CS for every rule of M."""

    learning_rate: float
    """beta, in [0, 1]."""

    def update_set(self, sets: CorrectSets) -> None:
        """Update every rule of M once, for all labels."""
        for rule in sets.match_set:
            self.update_fitness(rule)
            # a rule that is in no C[l] keeps its cs
            if rule.consequent.n_right:
                self.update_cs(rule)

    def update_fitness(self, rule: Classifier) -> None:
        """UPDATE_FITNESS: tp, exp, msa, acc and F for all labels at once (UPD-1, UPD-2, UPD-4).

        They follow from two counts, see `Classifier` (PAR-1): of correctness(cl, l) and msaValue(cl, l), summed over
        the labels, only the number of labels with cl in C[l] depends on the instance.
        """
        rule.matches += 1
        rule.correct += rule.consequent.n_right
        rule.forget()

    def update_cs(self, rule: Classifier) -> None:
        """UPDATE_CS: cs += beta*(cs_min - cs), cs_min the size of the smallest C[l] that the rule is in (UPD-3)."""
        rule.cs += self.learning_rate * (rule.consequent.cs_min - rule.cs)
