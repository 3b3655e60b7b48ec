"""Intervals of means and of shares, and whether a number that is reported without its spread agrees with ours.

A mean over runs has Student's interval, because a few dozen runs are too few to take their standard deviation for the
true one. A share, as of runs that found all of a solution, has Wilson's: near 0 and 1 it neither leaves [0, 1], as the
normal approximation does, nor is it wider than its level, as Clopper and Pearson's.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from typing import Final, NamedTuple

from mlslcs_ref._extra import needed_by
from mlslcs_ref.errors import DataError

LEVEL: Final = 0.95
"""How often an interval holds the true number, if nothing else is said."""
LEVEL_OF_TESTS: Final = 0.05
"""How often a test says that numbers differ though they do not."""


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


class Estimate(NamedTuple):
    """A mean with its spread."""

    mean: float
    sd: float | None
    """Standard deviation of the single numbers (n - 1); None for a single one."""
    low: float | None
    high: float | None
    """`low`, `high`: Interval of the mean; None for a single number, of which nothing is known."""
    n: int
    """How many numbers."""


class Share(NamedTuple):
    """A share of cases with its interval."""

    hits: int
    n: int
    """`hits`, `n`: Of how many cases it holds, and of how many it was asked."""
    low: float
    high: float
    """`low`, `high`: Interval of the share, in [0, 1]."""


def estimate_mean(values: Sequence[float], level: float = LEVEL, overlap: float = 0.0) -> Estimate:
    """Return the mean of numbers with Student's interval.

    Parameters
    ----------
    level : float
        How often the interval holds the true mean, in (0, 1).
    overlap : float
        Instances for testing per instance for training, where the numbers are those of folds: 1/9 with ten folds. The
        training sets of folds overlap, so that the plain interval, 0, is too narrow; this is the correction of Nadeau
        and Bengio (2003).
    """
    if not values or not all(map(math.isfinite, values)):
        raise DataError(f"expected at least one number and only finite ones for a mean, found {list(values)}")
    n = len(values)
    mean, sd = Spread.of(values)
    if n == 1:
        return Estimate(mean, None, None, None, 1)
    with needed_by("an interval"):
        from scipy import stats  # noqa: PLC0415 - an extra
    half = float(stats.t.isf((1.0 - level) / 2, n - 1)) * sd * math.sqrt(1 / n + overlap)
    return Estimate(mean, sd, mean - half, mean + half, n)


def estimate_share(hits: int, n: int, level: float = LEVEL) -> Share:
    """Return the share of `hits` among `n`, with Wilson's interval that holds the true one at this level."""
    if not 0 <= hits <= n or n == 0:
        raise DataError(f"expected a count from 0 to the number of cases, which is at least 1, found {hits} of {n}")
    with needed_by("an interval"):
        from scipy import stats  # noqa: PLC0415 - an extra
    low, high = stats.binomtest(hits, n).proportion_ci(level, method="wilson")
    return Share(hits, n, float(low), float(high))


def chance_difference(ours: Estimate, n: int, least_sd: float = 0.0) -> float:
    """Return how far a mean of other runs may be from ours by chance, in all cases but a share `LEVEL_OF_TESTS`.

    Parameters
    ----------
    ours : Estimate
        Of at least two runs.
    n : int
        How many runs the other mean is of.
    least_sd : float
        What is known of their standard deviation: that it is no smaller. It is taken for ours where ours is larger.

    Raises
    ------
    DataError
        If our mean is of a single run.
    """
    if ours.sd is None:
        raise DataError("expected at least two runs to estimate the spread of means, found one")
    with needed_by("the comparison of means"):
        from scipy import stats  # noqa: PLC0415 - an extra
    spread = math.sqrt(ours.sd**2 / ours.n + max(ours.sd, least_sd) ** 2 / n)
    return float(stats.t.isf(LEVEL_OF_TESTS / 2, ours.n - 1)) * spread


def same_share_p_value(ours: Share, hits: int, n: int) -> float:
    """Return the p-value of Fisher's exact test that `hits` of `n` is another share than ours."""
    with needed_by("the comparison of shares"):
        from scipy import stats  # noqa: PLC0415 - an extra
    return float(stats.fisher_exact([[ours.hits, ours.n - ours.hits], [hits, n - hits]]).pvalue)
