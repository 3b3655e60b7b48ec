"""Roulette-wheel selection, used for parents and for deletion (GEN-3)."""

from __future__ import annotations

from mlslcs_ref.core.building import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class Roulette:
    """Chance in proportion to weights; 0 is never chosen (setting `roulette_zero_weights` = `skip`)."""

    def spin(self, weights: list[float], u: float) -> int:
        """Return the place of the first weight at which the running sum reaches u, a draw, times the total (GEN-3).

        The weights, not negative and one of them positive, are summed from left to right, anew at each spin.
        """
        goal = u * self.total(weights)
        running = 0.0
        for place, weight in enumerate(weights):
            running += weight
            if running >= goal and self.can_stop_at(weight):
                return place
        raise AssertionError("the running sum ends at the total, which u < 1 cannot exceed")

    def total(self, weights: list[float]) -> float:
        """Return the sum of the weights, from left to right."""
        total = 0.0
        for weight in weights:
            total += weight
        return total

    def can_stop_at(self, weight: float) -> bool:
        """Tell whether a weight can be chosen."""
        return weight > 0.0


@mypyc_attr(allow_interpreted_subclasses=True)
class ZeroWeightRoulette(Roulette):
    """The wheel of the authors' program may stop at 0, if u is 0 (setting `roulette_zero_weights` = `allow`)."""

    def can_stop_at(self, weight: float) -> bool:  # noqa: ARG002 - of whatever size
        """Tell that every weight can be chosen."""
        return True
