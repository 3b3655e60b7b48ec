"""Tables of a metric, and whether methods differ: Friedman's test of ranks, Nemenyi's of pairs (Demsar 2006)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, NamedTuple

from mlslcs_ref._extra import needed_by
from mlslcs_ref.errors import DataError

DECIMALS: Final = 12
"""Of numbers that are ranked: fewer than rounding reaches, more than any result has."""


class Gap(NamedTuple):
    """A method without a number on a data set, because it failed there or was not run."""

    dataset: str
    method: str


@dataclass(frozen=True)
class ScoreTable:
    """One metric of every method on every data set."""

    datasets: tuple[str, ...]
    methods: tuple[str, ...]
    """`datasets`, `methods`: The names of rows and columns."""
    values: tuple[tuple[float, ...], ...]
    """Of shape (n_datasets, n_methods). Finite numbers."""
    smaller_is_better: bool
    """As of a loss."""
    gaps: tuple[Gap, ...] = ()
    """Why the data sets that are not among the rows were left out; a page with the table, or with what follows from it,
    shows these as well."""

    @property
    def ranks(self) -> tuple[tuple[float, ...], ...]:
        """Ranks of the methods on each data set, 1 for the best; those with equal values share the mean of theirs."""
        return tuple(ranked(row, self.smaller_is_better) for row in self.values)

    @property
    def average_ranks(self) -> tuple[float, ...]:
        """Mean rank of each method."""
        # halves are added up exactly
        return tuple(math.fsum(column) / len(self.datasets) for column in zip(*self.ranks, strict=True))

    @property
    def positions(self) -> tuple[float, ...]:
        """Place of each method by its mean rank, 1 for the best; equal ones share the mean of theirs."""
        return ranked(self.average_ranks, smaller_is_better=True)


def score_table(
    cells: Mapping[str, Mapping[str, float]],
    smaller_is_better: bool,
    methods: Sequence[str] | None = None,
    leave_out: bool = False,
) -> ScoreTable:
    """Return the table of a metric.

    Parameters
    ----------
    cells : mapping of str to mapping of str to float
        The number of each method, by data set and method. A cell that is not there or not a number is a gap. They are
        rounded to 12 decimals.
    smaller_is_better : bool
        As of a loss.
    methods : sequence of str, optional
        Which methods; by default all that occur, in the order of their first data set.
    leave_out : bool
        Whether to leave a data set with a gap out, and say so in the table's `gaps`.

    Raises
    ------
    DataError
        If there is a gap and no `leave_out`, or nothing is left; it names every gap.
    """
    chosen = tuple(methods if methods is not None else dict.fromkeys(name for row in cells.values() for name in row))
    gaps = tuple(
        Gap(dataset, method)
        for dataset, row in cells.items()
        for method in chosen
        if not math.isfinite(row.get(method, math.nan))
    )
    lacking = {gap.dataset for gap in gaps}
    datasets = tuple(dataset for dataset in cells if dataset not in lacking)
    if (gaps and not leave_out) or not datasets or not chosen:
        found = ", ".join(f"{gap.method} on {gap.dataset}" for gap in gaps) or "no data set or no method"
        raise DataError(f"expected a number for every method on every data set; missing: {found}")
    # means of the same hits in other folds differ by rounding alone, and are to share their rank
    values = tuple(tuple(round(float(cells[dataset][method]), DECIMALS) for method in chosen) for dataset in datasets)
    return ScoreTable(datasets, chosen, values, smaller_is_better, gaps)


def ranked(values: Sequence[float], smaller_is_better: bool) -> tuple[float, ...]:
    """Return the rank of each value, 1 for the best; equal values share the mean of their ranks."""
    better = [sum((other < value) if smaller_is_better else (other > value) for other in values) for value in values]
    return tuple(before + (values.count(value) + 1) / 2 for before, value in zip(better, values, strict=True))


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
        """Return the largest sets of methods, best first, of which no two differ at level `alpha`; no set has only one.

        A method may be in several sets. Two methods that share no set differ.
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
