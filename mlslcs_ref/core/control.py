"""Control of the match set: the least fit rule of the lowest coverage level loses one micro-classifier.

It begins in the step after the first deletion, perhaps the initialisation's; what it takes itself is no deletion.
"""

from __future__ import annotations

from dataclasses import dataclass

from mlslcs_ref.core.building import mypyc_attr
from mlslcs_ref.core.classifier import Classifier
from mlslcs_ref.core.population import Population


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(eq=False, repr=False)
class MatchSetControl:
    """The population control strategy of Section 4.5 of the paper (CTL-1, CTL-2; off in `authors`, CTL-3)."""

    population: Population

    def control(self, match_set: list[Classifier], step: int) -> Classifier | None:
        """Take one micro-classifier from the least fit rule of cov_level_min, the last of equals; return it (CTL-1).

        Its num, perhaps 0 now, is what the rest of the step reads, selection and cs_min too (CYC-0). Where the lowest
        coverage level has fewer than two rules, nothing is taken.
        """
        level = self._cov_level_min(match_set, step)
        if len(level) < 2:
            return None
        loser = level[0]
        for classifier in level:
            if classifier.fitness <= loser.fitness:
                loser = classifier
        self.population.lose(loser)
        return loser

    def _cov_level_min(self, match_set: list[Classifier], step: int) -> list[Classifier]:
        """Return cov_level_min: of rules that have seen D (t - created >= |D|, CTL-2) the least covering (CTL-1)."""
        known_from = step - self.population.n_instances
        level: list[Classifier] = []
        least = self.population.n_instances + 1
        for classifier in match_set:
            if classifier.created <= known_from and classifier.n_covered <= least:
                if classifier.n_covered < least:
                    least = classifier.n_covered
                    level = []
                level.append(classifier)
        return level
