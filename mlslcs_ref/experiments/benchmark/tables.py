"""The paper's Tables 4 and 5, from results: what was measured here, with the paper's number beside it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from mlslcs_ref.errors import DataError
from mlslcs_ref.experiments.benchmark.board import WAYS, Board, Score, score_of
from mlslcs_ref.experiments.benchmark.published import KINDS_OF_METHODS, paper_rank, paper_score, paper_way_score
from mlslcs_ref.experiments.grid.plan import MLS_LCS
from mlslcs_ref.experiments.statistics.comparison import RankComparison, ScoreTable, compare, score_table
from mlslcs_ref.metrics import METRICS, SMALLER_IS_BETTER


class WayRow(NamedTuple):
    """A row of Table 4: MlS-LCS on a data set."""

    dataset: str
    method: str
    """`dataset`, `method`: Which; there are several methods if it was run in both profiles."""
    scores: Mapping[tuple[str, str], Score]
    """By metric and way of deciding, of what was done."""
    paper: Mapping[tuple[str, str], float]
    """The paper's numbers likewise, in percent, of data sets that it has."""


class DuelCell(NamedTuple):
    """A cell of Table 5: a method on a data set."""

    score: Score | None
    """What was measured; None if nothing was done."""
    rank: float | None
    """Among the methods that are ranked; None if this one is not, or the data set is left out of the ranks."""
    paper: float | None
    paper_rank: float | None
    """`paper`, `paper_rank`: The paper's number in percent, and its rank among the same methods: as printed, if these
    are all of the paper's."""


@dataclass(frozen=True)
class Duel:
    """One part of Table 5: all methods on all data sets by one metric."""

    metric: str
    """Which."""
    datasets: tuple[str, ...]
    methods: tuple[str, ...]
    """`datasets`, `methods`: Rows and columns, the paper's methods first and in its order."""
    cells: Mapping[tuple[str, str], DuelCell]
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
                scores: dict[tuple[str, str], Score] = {
                    (metric, way): score
                    for metric in METRICS
                    for way in WAYS
                    if (score := score_of(measured.get(way), metric)) is not None
                }
                published: dict[tuple[str, str], float] = {
                    (metric, way): number
                    for metric in METRICS
                    for way in WAYS
                    if (number := paper_way_score(entry, metric, way)) is not None
                }
                rows.append(WayRow(entry.name, name, scores, published))
    return tuple(rows)


def best_of(scores: Mapping[tuple[str, str], Score], metric: str) -> frozenset[str]:
    """Return the ways with the best number of a metric, by what is shown of it."""
    shown = {way: round(score.mean, 2) for (name, way), score in scores.items() if name == metric}
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
    table = _table(scores, list(entries), ranked, metric)
    ranks = _ranks(table)
    paper = {
        (dataset, method): paper_score(entry, metric, method)
        for dataset, entry in entries.items()
        for method in methods
    }
    # as they are printed, unless fewer methods are ranked here
    printed = {key: paper_rank(entries[key[0]], metric, key[1]) for key in scores}
    paper_ranks = (
        printed if set(ranked) == set(KINDS_OF_METHODS) else _ranks(_paper_table(paper, list(entries), ranked, metric))
    )
    cells = {key: DuelCell(score, ranks.get(key), paper[key], paper_ranks.get(key)) for key, score in scores.items()}
    return Duel(metric, tuple(entries), methods, cells, table, _comparison(table))


def duels_of(board: Board) -> tuple[Duel, ...]:
    """Return Table 5 by every metric; none of MlS-LCS alone, which stands in Table 4."""
    alone = len(board.methods) < 2 and bool(way_rows(board))
    return () if alone else tuple(duel(board, metric) for metric in METRICS)


def _table(
    scores: Mapping[tuple[str, str], Score | None], datasets: Sequence[str], methods: Sequence[str], metric: str
) -> ScoreTable | None:
    # a mean over fewer units is not to decide a rank
    means = {
        dataset: {
            method: score.mean
            for method in methods
            if (score := scores[dataset, method]) is not None and score.measured.complete
        }
        for dataset in datasets
    }
    return _ranked_table(means, methods, metric)


def _paper_table(
    paper: Mapping[tuple[str, str], float | None], datasets: Sequence[str], methods: Sequence[str], metric: str
) -> ScoreTable | None:
    numbers = {
        dataset: {method: number for method in methods if (number := paper[dataset, method]) is not None}
        for dataset in datasets
    }
    return _ranked_table(numbers, methods, metric)


def _ranked_table(cells: Mapping[str, Mapping[str, float]], methods: Sequence[str], metric: str) -> ScoreTable | None:
    if len(methods) < 2:
        return None
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
    return (*_of_ways(rows), *_of_duels(duels))


def _of_ways(rows: Sequence[WayRow]) -> Iterator[Record]:
    for row in rows:
        for (metric, way), score in row.scores.items():
            yield _record("4", metric, score, None, row.paper.get((metric, way)), None)


def _of_duels(duels: Sequence[Duel]) -> Iterator[Record]:
    for letter, found in zip("abc", duels, strict=False):
        for cell in found.cells.values():
            if cell.score is not None:
                yield _record(f"5{letter}", found.metric, cell.score, cell.rank, cell.paper, cell.paper_rank)


def _record(
    table: str, metric: str, score: Score, rank: float | None, paper: float | None, paper_rank: float | None
) -> Record:
    measured, estimate = score.measured, score.estimate
    defined = not math.isnan(estimate.mean)
    return Record(
        table,
        measured.dataset,
        measured.method,
        measured.variant,
        measured.way,
        metric,
        estimate.mean if defined else None,
        estimate.sd,
        estimate.low,
        estimate.high,
        measured.n_done,
        measured.n_expected,
        rank,
        paper,
        paper_rank,
    )
