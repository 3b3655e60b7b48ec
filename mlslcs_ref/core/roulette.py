"""Roulette-wheel selection, used for parents and for deletion (GEN-3)."""

from __future__ import annotations

from mlslcs_ref.core.building import mypyc_attr
from mlslcs_ref.core.classifier import Classifier

__all__ = ["Roulette"]


@mypyc_attr(allow_interpreted_subclasses=True)
class Roulette:
    """Chance in proportion to the weights that a mechanism has given to rules.

    Parameters
    ----------
    skip_zero : bool
        Whether a rule of weight 0 can never be chosen; in `authors` it can, when u is 0.
    """

    def __init__(self, skip_zero: bool = True) -> None:
        self.skip_zero = skip_zero

    def total(self, rules: list[Classifier]) -> float:
        """Return the sum of the rules' weights, from left to right."""
        total = 0.0
        for rule in rules:
            total += rule.weight
        return total

    def choose(self, rules: list[Classifier], total: float, u: float) -> Classifier:
        """Return the first rule whose running sum of weights reaches u*total (GEN-3).

        Parameters
        ----------
        rules : list of Classifier
            Their weights not negative, at least one positive.
        total : float
            The weights' sum as `total` gives it.
        u : float
            One draw, below 1; or 1 for the first rule at which an infinite total is reached (DEL-3).
        """
        goal = u * total
        running = 0.0
        for rule in rules:
            running += rule.weight
            if running >= goal and (rule.weight > 0.0 or not self.skip_zero):
                return rule
        raise AssertionError("the running sum ends at the total, which u <= 1 cannot exceed")
