"""Whether methods differ: Friedman's test of their ranks, and Nemenyi's test of every pair (Demsar 2006)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from mlslcs_ref._extra import needed_by
from mlslcs_ref.errors import DataError
from mlslcs_ref.experiments.statistics.score_table import ScoreTable


class Friedman(NamedTuple):
    """Friedman's test that all methods perform alike, in both forms in use."""

    chi2: float
    """Friedman's statistic, corrected for ties."""
    p_chi2: float
    """Its p-value, by the chi-squared distribution with n_methods - 1 degrees of freedom."""
    f: float
    """Iman and Davenport's statistic, which follows from `chi2`; infinite if all data sets rank alike."""
    p_f: float
    """Its p-value, by the F distribution with n_methods - 1 and (n_methods - 1) * (n_datasets - 1) degrees of freedom.
    Demsar recommends it, because `p_chi2` is too large on few data sets."""

    def rejects(self, alpha: float) -> bool:
        """Tell whether the methods are said to differ at level `alpha`, by `p_f`."""
        return self.p_f <= alpha


@dataclass(frozen=True)
class RankComparison:
    """How methods compare on one metric."""

    table: ScoreTable
    """What was compared."""
    friedman: Friedman
    """Whether they differ at all. Where it does not reject, differences of pairs mean nothing."""
    p_values: tuple[tuple[float, ...], ...]
    """Of shape (n_methods, n_methods). Nemenyi's p-value of each pair; 1 on the diagonal."""

    def p_value(self, one: str, other: str) -> float:
        """Return Nemenyi's p-value of two methods."""
        methods = self.table.methods
        return self.p_values[methods.index(one)][methods.index(other)]

    def critical_difference(self, alpha: float) -> float:
        """Return by how much mean ranks must differ to count as different at level `alpha`, in ranks."""
        return critical_difference(len(self.table.methods), len(self.table.datasets), alpha)

    def groups(self, alpha: float) -> tuple[tuple[str, ...], ...]:
        """Return the largest sets of methods, best first, of which no two differ at level `alpha`; none of one method.

        A method may be in several. What is in no set together differs.
        """
        ranks = self.table.average_ranks
        order = sorted(range(len(ranks)), key=ranks.__getitem__)
        bound = self.critical_difference(alpha)
        found: list[tuple[str, ...]] = []
        end = 0
        for start, first in enumerate(order):
            reach = start
            while reach < len(order) and ranks[order[reach]] - ranks[first] < bound:
                reach += 1
            if reach > end and reach > start + 1:
                found.append(tuple(self.table.methods[place] for place in order[start:reach]))
            end = max(end, reach)
        return tuple(found)


def compare(table: ScoreTable) -> RankComparison:
    """Compare the methods of a table, which has three at least, on two data sets: the tests need them."""
    with needed_by("the comparison of methods"):
        from scipy.stats import studentized_range  # noqa: PLC0415 - an extra
    if len(table.methods) < 3 or len(table.datasets) < 2:
        raise DataError(
            "expected at least 3 methods on 2 data sets to compare ranks, found "
            f"{len(table.methods)} on {len(table.datasets)}"
        )
    n_methods = len(table.methods)
    error = _standard_error(n_methods, len(table.datasets))
    p_values = [[1.0] * n_methods for _method in table.methods]
    for (one, rank), (other, other_rank) in combinations(enumerate(table.average_ranks), 2):
        p_value = float(studentized_range.sf(abs(rank - other_rank) / error, n_methods, math.inf))
        p_values[one][other] = p_values[other][one] = p_value
    return RankComparison(table, _friedman(table), tuple(map(tuple, p_values)))


def _friedman(table: ScoreTable) -> Friedman:
    from scipy import stats  # noqa: PLC0415 - an extra

    n_methods, n_datasets = len(table.methods), len(table.datasets)
    if all(len(set(row)) == 1 for row in table.values):
        # nothing but ties: scipy divides 0 by 0
        return Friedman(0.0, 1.0, 0.0, 1.0)
    chi2, p_chi2 = (float(number) for number in stats.friedmanchisquare(*zip(*table.values, strict=True)))
    room = n_datasets * (n_methods - 1) - chi2
    # all data sets rank alike: what is left is noise of rounding
    f = (n_datasets - 1) * chi2 / room if room > 1e-9 * chi2 else math.inf
    p_f = float(stats.f.sf(f, n_methods - 1, (n_methods - 1) * (n_datasets - 1)))
    return Friedman(chi2, p_chi2, f, p_f)


def critical_difference(n_methods: int, n_datasets: int, alpha: float) -> float:
    """Return Nemenyi's critical difference of mean ranks at a level, in ranks."""
    with needed_by("the comparison of methods"):
        from scipy.stats import studentized_range  # noqa: PLC0415 - an extra
    return float(studentized_range.isf(alpha, n_methods, math.inf)) * _standard_error(n_methods, n_datasets)


def _standard_error(n_methods: int, n_datasets: int) -> float:
    """Return the standard deviation of a mean rank if methods do not differ."""
    return math.sqrt(n_methods * (n_methods + 1) / (12 * n_datasets))
