"""The page of `experiment benchmark`: Tables 4 and 5 beside the paper's, a number a row, so that they fit any width."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from mlslcs_ref.cli.call.arguments import command
from mlslcs_ref.cli.experiment.plain_records import plain_table
from mlslcs_ref.cli.experiment.unit_progress import failure_blocks
from mlslcs_ref.documents.document import Block, Column, Command, Heading, Paragraph, Table, cell_of
from mlslcs_ref.documents.look import Look
from mlslcs_ref.experiments.benchmark.board import WAYS, choice_text
from mlslcs_ref.experiments.benchmark.records import Record, records
from mlslcs_ref.experiments.benchmark.scores import INCOMPLETE, Score
from mlslcs_ref.experiments.benchmark.tables import Duel, WayRow
from mlslcs_ref.experiments.grid.results import Results
from mlslcs_ref.experiments.results_page.score_tables import rank_table, tested
from mlslcs_ref.metrics import METRIC_TITLES, METRICS

Line = tuple[tuple[str, ...], Score | None, float | None, float | None, float | None]
"""What a number is of, the number, its rank, and the paper's number and rank."""


def benchmark_page(
    folder: Path, results: Results, rows: Sequence[WayRow], duels: Sequence[Duel], look: Look, *, advice: bool = True
) -> list[Block]:
    """Return the page.

    A terminal gets the tables in percent with two decimals; a pipe gets all numbers as they are, one a line.
    """
    # it says what differs from the paper's comparison, such as fewer passes
    page: list[Block] = [Paragraph(results.plan.title)] if look.terminal and results.plan.title else []
    if look.terminal:
        page += _tables(results, rows, duels)
    else:
        page.append(plain_table([record._asdict() for record in records(rows, duels)], Record._fields))
    page += _unfinished(results, look)
    if advice:
        page.append(Command("show everything as a page", command("experiment", "report", str(folder))))
    return page


def _tables(results: Results, rows: Sequence[WayRow], duels: Sequence[Duel]) -> Iterator[Block]:
    alone = len({row.method for row in rows}) < 2
    for metric in METRICS if rows else ():
        ways = (
            (
                (row.dataset, "" if alone else row.method, way.upper()),
                row.scores.get((metric, way)),
                None,
                row.paper.get((metric, way)),
                None,
            )
            for row in rows
            for way in WAYS
        )
        yield from _numbers(f"Table 4: {METRIC_TITLES[metric]} of MlS-LCS by way of deciding", "way", ways)
    for found in duels:
        methods = (
            ((*names, ""), cell.score, cell.rank, cell.paper, cell.paper_rank) for names, cell in found.cells.items()
        )
        yield from _numbers(f"Table 5: {METRIC_TITLES[found.metric]} of all methods", "", methods)
        if found.comparison is not None:
            yield Paragraph(tested(found.comparison))
    ranks = rank_table(duels, results.plan.name)
    if ranks is not None:
        # the paper's, which the page has below ours, would take the table apart
        rows_alone = tuple(tuple(cell_of(cell).value for cell in row) for row in ranks.rows)
        yield replace(ranks, rows=rows_alone, remarks=())
    if duels:
        yield from _choices(duels[0], results)
    yield Paragraph(
        "In percent; sd: standard deviation over folds; t95: half of the 95 % t interval of the mean, widened "
        "because folds share training data."
    )


def _numbers(title: str, last: str, lines: Iterable[Line]) -> Iterator[Block]:
    """Yield a table of numbers, without the columns in which nothing stands."""
    heads = [Column(name, "text") for name in ("data", "method", last)]
    heads += [Column(name) for name in ("mean", "sd", "t95", "rank", "paper", "rank")]
    rows = [
        (
            *names,
            "-" if score is None else score.text,
            _two(score and score.estimate.sd),
            _two(score and score.half_width),
            _rank(rank),
            _two(paper),
            _rank(paper_rank),
        )
        for names, score, rank, paper, paper_rank in lines
    ]
    kept = [place for place in range(len(heads)) if any(row[place] for row in rows)]
    yield Heading(title)
    yield Table(tuple(heads[place] for place in kept), tuple(tuple(row[place] for place in kept) for row in rows))


def _choices(found: Duel, results: Results) -> Iterator[Block]:
    """Yield which variant and which way of deciding represent a method in Table 5."""
    chosen: dict[str, list[str]] = {}
    for (dataset, method), cell in found.cells.items():
        if cell.score is not None:
            measured = cell.score.measured
            way = "" if measured.way == "labels" else measured.way.upper()
            if text := measured.variant or way:
                chosen.setdefault(method, []).append(f"{dataset} {text}")
    if chosen:
        yield Heading("The chosen variants and ways of deciding")
        rows = tuple((method, "; ".join(texts)) for method, texts in chosen.items())
        yield Table((Column("method", "text"), Column("chosen", "long")), rows)
        yield Paragraph(choice_text(results.plan))


def _two(number: float | None) -> str:
    return "" if number is None else f"{number:.2f}"


def _rank(rank: float | None) -> str:
    return "" if rank is None else f"{rank:g}"


def _unfinished(results: Results, look: Look) -> Iterator[Block]:
    failed, missing = results.with_status("failed"), results.with_status("missing")
    if failed or missing:
        yield Heading(f"Of {len(results.units)} units {len(failed)} failed and {len(missing)} were not run")
        yield Paragraph(f"A mean that lacks them is marked {INCOMPLETE}, and has no rank.")
    yield from failure_blocks(results, look)
