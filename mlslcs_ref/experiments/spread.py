"""Mean and standard deviation: the one place where experiments compute them, without any library."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from typing import NamedTuple


class Spread(NamedTuple):
    """A mean with its standard deviation."""

    mean: float
    """NaN without values, and of values of which one is NaN."""
    sd: float
    """The standard deviation of the sample (n - 1); NaN with fewer than two values, and where the mean is."""

    @classmethod
    def of(cls, values: Sequence[float]) -> Spread:
        """Return the mean and the standard deviation of values, none of which is infinite.

        Sums are exact until they are rounded at the end, so that the order of the values decides nothing.
        """
        mean = statistics.fmean(values) if values else math.nan
        known = len(values) > 1 and not math.isnan(mean)
        return cls(mean, statistics.stdev(values) if known else math.nan)
