"""A metric of several methods on several data sets, without gaps, and the ranks of the methods."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

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
