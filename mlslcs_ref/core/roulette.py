"""Roulette-wheel selection, used for parents and for deletion (GEN-3)."""

from __future__ import annotations

from dataclasses import dataclass

from mlslcs_ref.core.building import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(eq=False, repr=False)
class Roulette:
    """Chance in proportion to weights."""

    zeros_allowed: bool = False
    """Whether it may stop at 0 if u is 0 (setting `roulette_zero_weights` = `allow`, `authors`) or not (`skip`)."""

    def spin(self, weights: list[float], u: float) -> int:
        """Return the place of the first weight at which the running sum reaches u, a draw, times the total (GEN-3).

        The weights, not negative and one of them positive, are summed from left to right, anew at each spin.
        """
        total = 0.0
        for weight in weights:
            total += weight
        goal = u * total
        running = 0.0
        for place, weight in enumerate(weights):
            running += weight
            if running >= goal and (weight > 0.0 or self.zeros_allowed):
                return place
        raise AssertionError("the running sum ends at the total, which u < 1 cannot exceed")
