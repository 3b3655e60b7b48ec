"""Whether a number that is reported without its spread agrees with ours."""

from __future__ import annotations

import math
from typing import Final

from mlslcs_ref._extra import needed_by
from mlslcs_ref.errors import DataError
from mlslcs_ref.experiments.statistics.intervals import Estimate, Share

LEVEL_OF_TESTS: Final = 0.05
"""How often a test says that numbers differ though they do not."""


def chance_difference(ours: Estimate, n: int, least_sd: float = 0.0) -> float:
    """Return how far a mean of other runs lies from ours by chance, in all cases but `LEVEL_OF_TESTS`.

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
