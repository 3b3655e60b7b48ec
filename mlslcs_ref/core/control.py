"""Control of the match set: the least fit rule of the lowest coverage level loses one micro-classifier.

It begins with the first deletion.
"""

from __future__ import annotations

from mlslcs_ref.core.building import mypyc_attr
from mlslcs_ref.core.classifier import Classifier
from mlslcs_ref.core.population import Population

__all__ = ["MatchSetControl"]


@mypyc_attr(allow_interpreted_subclasses=True)
class MatchSetControl:
    """The population control strategy of Section 4.5 of the paper (CTL-1, CTL-2; off in `authors`, CTL-3).

    Parameters
    ----------
    population : Population
        P.
    """

    def __init__(self, population: Population) -> None:
        self.population = population

    def control(self, match_set: list[Classifier], step: int) -> Classifier | None:
        """Take one micro-classifier from the least fit rule of the lowest coverage level of M.

        Parameters
        ----------
        match_set : list of Classifier
            M, in population order.
        step : int
            The step t.

        Returns
        -------
        Classifier or None
            The rule that lost a micro-classifier (its num may be 0 now), or None if the lowest level has fewer than
            two rules.
        """
        level = self._cov_level_min(match_set, step)
        if len(level) < 2:
            return None
        loser = level[0]
        lowest = loser.fitness
        for classifier in level:
            fitness = classifier.fitness
            # the last in population order among equals
            if fitness <= lowest:
                loser = classifier
                lowest = fitness
        self.population.lose(loser)
        return loser

    def _cov_level_min(self, match_set: list[Classifier], step: int) -> list[Classifier]:
        """Return cov_level_min: the rules of smallest coverage among those that have seen all of D (CTL-1, CTL-2)."""
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
