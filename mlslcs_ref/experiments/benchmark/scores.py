"""A score with its spread, and how both are written."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from mlslcs_ref.experiments.benchmark.board import Measured
from mlslcs_ref.experiments.statistics.intervals import Estimate, estimate_mean

INCOMPLETE: Final = "*"
"""What marks a mean over fewer units than it should be over."""
UNDEFINED: Final = "undefined"


class Score(NamedTuple):
    """A metric of a method on a data set, in percent."""

    measured: Measured
    """Where it comes from."""
    estimate: Estimate
    """Its mean over folds, or over seeds where there is one fold, with its spread."""

    @property
    def mean(self) -> float:
        """The mean."""
        return self.estimate.mean

    @property
    def text(self) -> str:
        """The mean with two decimals, and an asterisk if a unit is missing or has failed."""
        number = UNDEFINED if math.isnan(self.mean) else f"{self.mean:.2f}"
        return number if self.measured.complete else number + INCOMPLETE

    @property
    def spread(self) -> str:
        """The standard deviation; empty if there is one number only."""
        return "" if self.estimate.sd is None else f"± {self.estimate.sd:.2f}"

    @property
    def half_width(self) -> float | None:
        """Half of the interval's width."""
        return None if self.estimate.high is None else self.estimate.high - self.mean

    @property
    def interval(self) -> str:
        """The interval of the mean, from where to where within 0 and 100; empty if there is one number only."""
        if self.estimate.low is None or self.estimate.high is None:
            return ""
        return f"{max(self.estimate.low, 0.0):.2f} to {min(self.estimate.high, 100.0):.2f}"

    @property
    def notes(self) -> tuple[str, ...]:
        """The spread, the interval and what is lacking, those that are not empty."""
        return tuple(note for note in (self.spread, self.interval, self.measured.lacking) if note)


def score_of(measured: Measured | None, metric: str) -> Score | None:
    """Return a metric with its spread; None if nothing was done."""
    values = () if measured is None else measured.values[metric]
    if measured is None or not values:
        return None
    if not all(map(math.isfinite, values)):
        # accuracy is undefined where all label sets are empty and such instances are skipped
        return Score(measured, Estimate(math.nan, None, None, None, len(values)))
    return Score(measured, estimate_mean(values, overlap=measured.overlap))
