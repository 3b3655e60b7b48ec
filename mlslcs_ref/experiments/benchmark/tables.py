"""The paper's Tables 4 and 5, from results: what was measured here, with the paper's number beside it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from mlslcs_ref.errors import DataError
from mlslcs_ref.experiments.benchmark.board import WAYS, Board, Score, score_of
from mlslcs_ref.experiments.benchmark.published import KINDS_OF_METHODS, paper_rank, paper_score, paper_way_score
from mlslcs_ref.experiments.grid.plan import MLS_LCS
from mlslcs_ref.experiments.statistics.comparison import RankComparison, ScoreTable, compare, score_table
from mlslcs_ref.metrics import METRICS, SMALLER_IS_BETTER


class TableCell(NamedTuple):
    """What a table has of a method on a data set, by one metric: the number here, and the paper's."""

    score: Score | None
    """What was measured; None if nothing was done."""
    paper: float | None
    """The paper's number in percent; None if it has none."""
    rank: float | None = None
    """Among the methods that are ranked; None if this one is not, or the data set is left out of the ranks."""
    paper_rank: float | None = None
    """The paper's rank among the same methods: as printed, if these are all of the paper's."""


class WayRow(NamedTuple):
    """A row of Table 4: MlS-LCS on a data set."""

    dataset: str
    method: str
    """`dataset`, `method`: Which; there are several methods if it was run in both profiles."""
    cells: Mapping[tuple[str, str], TableCell]
    """By metric and way of deciding. They have no ranks."""


@dataclass(frozen=True)
class Duel:
    """One part of Table 5: all methods on all data sets by one metric."""

    metric: str
    """Which."""
    datasets: tuple[str, ...]
    methods: tuple[str, ...]
    """`datasets`, `methods`: Rows and columns, the paper's methods first and in its order."""
    cells: Mapping[tuple[str, str], TableCell]
    """By data set and method."""
    table: ScoreTable | None
    """The means that are ranked: those of the paper's methods where all of them are there, and else of all methods.
    None if there is no data set with all of them."""
    comparison: RankComparison | None
    """The tests of these ranks; None if there are too few methods or data sets for any."""

    def paper_mean_rank(self, method: str) -> float | None:
        """Return the mean of the paper's ranks of a method over the data sets that are ranked here; None without."""
        datasets = () if self.table is None else self.table.datasets
        ranks = [self.cells[dataset, method].paper_rank for dataset in datasets]
        known = [rank for rank in ranks if rank is not None]
        return math.fsum(known) / len(known) if known and len(known) == len(ranks) else None

    @property
    def incomplete(self) -> bool:
        """Whether a mean is over fewer units than it should be over."""
        return any(cell.score is not None and not cell.score.measured.complete for cell in self.cells.values())


def way_rows(board: Board) -> tuple[WayRow, ...]:
    """Return Table 4: every way of deciding of MlS-LCS on every data set."""
    rows = []
    for entry in board.results.plan.datasets:
        for method in board.results.plan.methods:
            names = [name for name in board.methods if name.partition("[")[0] == method.name]
            if method.kind != MLS_LCS or (method.datasets and entry.name not in method.datasets):
                continue
            for name in names:
                measured = {found.way: found for found in board.all_of(entry.name, name)}
                cells: dict[tuple[str, str], TableCell] = {
                    (metric, way): TableCell(score_of(measured.get(way), metric), paper_way_score(entry, metric, way))
                    for metric in METRICS
                    for way in WAYS
                }
                rows.append(WayRow(entry.name, name, cells))
    return tuple(rows)


def best_of(cells: Mapping[tuple[str, str], TableCell], metric: str) -> frozenset[str]:
    """Return the ways with the best number of a metric, by what is shown of it."""
    shown = {
        way: round(cell.score.mean, 2)
        for (name, way), cell in cells.items()
        if name == metric and cell.score is not None
    }
    if not shown:
        return frozenset()
    best = min(shown.values()) if metric in SMALLER_IS_BETTER else max(shown.values())
    return frozenset(way for way, number in shown.items() if number == best)


def duel(board: Board, metric: str) -> Duel:
    """Return the part of Table 5 of a metric."""
    entries = {entry.name: entry for entry in board.results.plan.datasets}
    known = [name for name in KINDS_OF_METHODS if name in board.methods]
    methods = (*known, *(name for name in board.methods if name not in known))
    ranked = tuple(known if len(known) > 1 else methods)
    scores = {
        (dataset, method): score_of(board.representative(dataset, method), metric)
        for dataset in entries
        for method in methods
    }
    # a mean over fewer units is not to decide a rank
    means = {key: score.mean for key, score in scores.items() if score is not None and score.measured.complete}
    table = _ranked_table(means, list(entries), ranked, metric)
    ranks = _ranks(table)
    paper = {key: paper_score(entries[key[0]], metric, key[1]) for key in scores}
    known_numbers = {key: number for key, number in paper.items() if number is not None}
    paper_ranks: Mapping[tuple[str, str], float | None] = _ranks(
        _ranked_table(known_numbers, list(entries), ranked, metric)
    )
    if set(ranked) == set(KINDS_OF_METHODS):
        # as they are printed
        paper_ranks = {key: paper_rank(entries[key[0]], metric, key[1]) for key in scores}
    cells = {key: TableCell(score, paper[key], ranks.get(key), paper_ranks.get(key)) for key, score in scores.items()}
    return Duel(metric, tuple(entries), methods, cells, table, _comparison(table))


def duels_of(board: Board) -> tuple[Duel, ...]:
    """Return Table 5 for every metric; nothing for MlS-LCS alone, which stands in Table 4."""
    alone = len(board.methods) < 2 and bool(way_rows(board))
    return () if alone else tuple(duel(board, metric) for metric in METRICS)


def _ranked_table(
    numbers: Mapping[tuple[str, str], float], datasets: Sequence[str], methods: Sequence[str], metric: str
) -> ScoreTable | None:
    if len(methods) < 2:
        return None
    cells = {
        dataset: {method: numbers[dataset, method] for method in methods if (dataset, method) in numbers}
        for dataset in datasets
    }
    try:
        return score_table(cells, metric in SMALLER_IS_BETTER, methods, leave_out=True)
    except DataError:
        # no data set has all of them
        return None


def _ranks(table: ScoreTable | None) -> dict[tuple[str, str], float]:
    if table is None:
        return {}
    return {
        (dataset, method): rank
        for dataset, ranks in zip(table.datasets, table.ranks, strict=True)
        for method, rank in zip(table.methods, ranks, strict=True)
    }


def _comparison(table: ScoreTable | None) -> RankComparison | None:
    if table is None:
        return None
    try:
        return compare(table)
    except DataError:
        return None


class Record(NamedTuple):
    """A number of a table, in percent."""

    table: str
    """`4`, or `5a` (accuracy), `5b` (exact match), `5c` (Hamming loss)."""
    dataset: str
    method: str
    variant: str
    way: str
    metric: str
    """`dataset`, `method`, `variant`, `way`, `metric`: What it is of."""
    mean: float | None
    sd: float | None
    low: float | None
    high: float | None
    """`mean`, `sd`, `low`, `high`: The mean, the standard deviation over folds, and the 95 % interval of the mean; None
    if there is none."""
    n_done: int
    n_units: int
    """`n_done`, `n_units`: Units with an outcome, and all."""
    rank: float | None
    """In Table 5, where the data set is ranked."""
    paper: float | None
    paper_rank: float | None
    """`paper`, `paper_rank`: The paper's."""


def records(rows: Sequence[WayRow], duels: Sequence[Duel]) -> tuple[Record, ...]:
    """Return the numbers of Table 4, then those of Table 5; what was not done at all has none."""
    cells = [("4", metric, cell) for row in rows for (metric, _way), cell in row.cells.items()]
    for letter, found in zip("abc", duels, strict=False):
        cells += [(f"5{letter}", found.metric, cell) for cell in found.cells.values()]
    return tuple(_record(table, metric, cell, cell.score) for table, metric, cell in cells if cell.score is not None)


def _record(table: str, metric: str, cell: TableCell, score: Score) -> Record:
    measured, estimate = score.measured, score.estimate
    return Record(
        table,
        measured.dataset,
        measured.method,
        measured.variant,
        measured.way,
        metric,
        None if math.isnan(estimate.mean) else estimate.mean,
        estimate.sd,
        estimate.low,
        estimate.high,
        measured.n_done,
        measured.n_expected,
        cell.rank,
        cell.paper,
        cell.paper_rank,
    )
