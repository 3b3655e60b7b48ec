"""The results page of folders of results: which sections it has and what they say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mlslcs_ref.experiments.benchmark.choices import chooser_of
from mlslcs_ref.experiments.benchmark.measured import METRICS, Board
from mlslcs_ref.experiments.benchmark.tables import duel, way_rows
from mlslcs_ref.experiments.grid import Results
from mlslcs_ref.experiments.results_page.document import Document, Section
from mlslcs_ref.experiments.results_page.how_run import (
    plan_blocks,
    seconds_table,
    unfinished_blocks,
    version_blocks,
)
from mlslcs_ref.experiments.results_page.runs import Run
from mlslcs_ref.experiments.results_page.score_tables import duel_blocks, rank_table, ways_table

__all__ = ["results_document"]


def results_document(runs: Sequence[Run]) -> Document:
    """Return the page of one or several folders of results.

    Parameters
    ----------
    runs : sequence of Run
        At least one.
    """
    sections: list[Section] = []
    for number, run in enumerate(runs, start=1):
        sections += _scores(run.results, number)
    for number, run in enumerate(runs, start=1):
        sections.append(_how(run.results, number))
    titles = [run.results.plan.title or run.results.plan.name for run in runs]
    return Document(titles[0], "Results", tuple(sections))


def _scores(results: Results, number: int) -> Iterator[Section]:
    board = Board(results, chooser_of(results.plan))
    rows = way_rows(board)
    if rows:
        yield Section(f"ways-{number}", "Table 4", (ways_table(rows, results.plan.name),))
    if len(board.methods) > 1:
        duels = [duel(board, metric) for metric in METRICS]
        blocks = [block for found in duels for block in duel_blocks(found, results.plan, f"ranks-{number}")]
        ranks = rank_table(duels, results.plan.name)
        yield Section(f"methods-{number}", "Table 5", (*blocks, *((ranks,) if ranks else ())))


def _how(results: Results, number: int) -> Section:
    blocks = (*unfinished_blocks(results), *plan_blocks(results.plan), *version_blocks(results), seconds_table(results))
    return Section(f"how-{number}", "How it was run", blocks)
