"""Roulette-wheel selection, used for parents and for deletion (GEN-3)."""

from __future__ import annotations

from mlslcs_ref.core.building import mypyc_attr

__all__ = ["Roulette"]


@mypyc_attr(allow_interpreted_subclasses=True)
class Roulette:
    """Chance in proportion to weights.

    Parameters
    ----------
    skip_zero : bool
        Whether a member of weight 0 can never be chosen; in `authors` it can, when u is 0.
    """

    def __init__(self, skip_zero: bool = True) -> None:
        self.skip_zero = skip_zero

    def total(self, weights: list[float]) -> float:
        """Return the sum of the weights, from left to right."""
        total = 0.0
        for weight in weights:
            total += weight
        return total

    def choose(self, weights: list[float], total: float, u: float) -> int:
        """Return the index of the first weight whose running sum reaches u*total.

        Parameters
        ----------
        weights : list of float
            Not negative, at least one positive.
        total : float
            Their sum as `total` gives it.
        u : float
            One draw.
        """
        goal = u * total
        running = 0.0
        for index in range(len(weights)):
            weight = weights[index]
            running += weight
            if running >= goal and (weight > 0.0 or not self.skip_zero):
                return index
        raise AssertionError("the running sum ends at the total, which u < 1 cannot exceed")
