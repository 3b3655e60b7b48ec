"""The page of `experiment benchmark`: Tables 4 and 5 beside the paper's, one number a row, so that they fit any width."""

from __future__ import annotations

from collections.abc import Iterator

from mlslcs_ref.cli.blocks import Block, Cell, Column, Heading, Prose, Table
from mlslcs_ref.experiments.benchmark.choices import choice_text, chooser_of
from mlslcs_ref.experiments.benchmark.measured import METRICS, WAYS, Board
from mlslcs_ref.experiments.benchmark.scores import INCOMPLETE, Score
from mlslcs_ref.experiments.benchmark.tables import METRIC_NAMES, Duel, WayRow, duel, way_rows
from mlslcs_ref.experiments.grid import Results

__all__ = ["benchmark_page"]

MOST_FAILURES = 5
ALPHA = 0.05


def benchmark_page(results: Results) -> list[Block]:
    """Return what has come of the comparison, in percent.

    Parameters
    ----------
    results : Results
        Of the plan of the paper's comparison, or of another one.
    """
    board = Board(results, chooser_of(results.plan))
    rows = way_rows(board)
    page: list[Block] = []
    if rows:
        alone = len({row.method for row in rows}) < 2
        for metric in METRICS:
            page += _ways(rows, metric, alone)
    if len(board.methods) > 1:
        for metric in METRICS:
            page += _duel(duel(board, metric))
        page += [Prose(text) for text in [choice_text(results.plan)] if text]
    page += [
        Prose(
            "In percent; sd: standard deviation over folds; t95: half of the 95 % t interval of the mean, made wider "
            "because folds share training data."
        )
    ]
    return [*page, *_unfinished(results)]


def _ways(rows: tuple[WayRow, ...], metric: str, alone: bool) -> Iterator[Block]:
    yield Heading(f"Table 4: {METRIC_NAMES[metric]} of MlS-LCS by its ways of deciding")
    cells: list[tuple[Cell, ...]] = []
    for row in rows:
        for way in WAYS:
            score, paper = row.scores.get((metric, way)), row.paper.get((metric, way))
            name = () if alone else (row.method,)
            difference = f"{score.mean - paper:+.2f}" if score is not None and paper is not None else ""
            cells.append((row.dataset, *name, way.upper(), *_numbers(score), _two(paper), difference))
    names = ("data",) if alone else ("data", "method")
    columns = [Column(name, "text") for name in (*names, "way")]
    numbers = [Column(name) for name in ("mean", "sd", "t95", "paper", "differs")]
    yield Table((*columns, *numbers), tuple(cells))


def _duel(found: Duel) -> Iterator[Block]:
    yield Heading(f"Table 5: {METRIC_NAMES[found.metric]} of all methods")
    rows = []
    for dataset in found.datasets:
        for method in found.methods:
            cell = found.cells[dataset, method]
            numbers = (*_numbers(cell.score), _rank(cell.rank), _two(cell.paper), _rank(cell.paper_rank))
            rows.append((dataset, method, *numbers))
    columns = [Column("data", "text"), Column("method", "text")]
    numbers = [Column(name) for name in ("mean", "sd", "t95", "rank", "paper", "rank")]
    yield Table((*columns, *numbers), tuple(rows))
    if found.table is not None:
        table = found.table
        yield Table(
            (Column("method", "text"), Column("mean rank"), Column("place")),
            tuple(
                (method, f"{rank:.2f}", f"{place:g}")
                for method, rank, place in zip(table.methods, table.average_ranks, table.positions, strict=True)
            ),
        )
        left = ", ".join(dict.fromkeys(gap.dataset for gap in table.gaps))
        over = f"Ranks are over {', '.join(table.datasets)}"
        yield Prose(over + (f"; not over {left}, where a method has no number for all folds." if left else "."))
    if found.comparison is not None:
        friedman = found.comparison.friedman
        verdict = "rejected" if friedman.rejects(ALPHA) else "not rejected"
        yield Prose(
            f"Friedman: chi-squared {friedman.chi2:.2f} (p {friedman.p_chi2:.3f}), F {friedman.f:.2f} "
            f"(p {friedman.p_f:.3f}): that all are alike is {verdict} at {ALPHA:g}. Nemenyi's critical difference of "
            f"mean ranks: {found.comparison.critical_difference(ALPHA):.2f}."
        )


def _numbers(score: Score | None) -> tuple[str, str, str]:
    if score is None:
        return ("-", "", "")
    return (score.text, _two(score.estimate.sd), _two(score.half_width))


def _two(number: float | None) -> str:
    return "" if number is None else f"{number:.2f}"


def _rank(rank: float | None) -> str:
    return "" if rank is None else f"{rank:g}"


def _unfinished(results: Results) -> Iterator[Block]:
    failed, missing = results.with_status("failed"), results.with_status("missing")
    if failed or missing:
        yield Heading(f"Of {len(results.units)} units {len(failed)} failed and {len(missing)} were not run")
        yield Prose(f"A mean without them is marked {INCOMPLETE}, and has no rank.")
    for result in failed[:MOST_FAILURES]:
        if result.failure is not None:
            yield Prose(f"{result.unit}: {result.failure.type}: {result.failure.message}")
    if len(failed) > MOST_FAILURES:
        yield Prose(f"{MOST_FAILURES} of {len(failed)}; their files in the folder of results hold all")
