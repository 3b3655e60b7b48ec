"""Tables 4 and 5 as records for programs, one for each number."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mlslcs_ref.experiments.benchmark.scores import Score
from mlslcs_ref.experiments.benchmark.tables import Duel, WayRow


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
