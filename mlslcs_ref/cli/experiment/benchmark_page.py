"""The page of `experiment benchmark`: Tables 4 and 5 beside the paper's, a number a row, so that they fit any width."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from mlslcs_ref.cli.call.arguments import command
from mlslcs_ref.documents.document import Block, Column, Command, Heading, Paragraph, Table, Value
from mlslcs_ref.documents.look import Look
from mlslcs_ref.experiments.benchmark.board import METRICS, WAYS, choice_text
from mlslcs_ref.experiments.benchmark.records import Record, records
from mlslcs_ref.experiments.benchmark.scores import INCOMPLETE, Score
from mlslcs_ref.experiments.benchmark.tables import METRIC_NAMES, Duel, WayRow
from mlslcs_ref.experiments.grid import Results

__all__ = ["benchmark_page"]

MOST_FAILURES: Final = 5
ALPHA: Final = 0.05


def benchmark_page(
    folder: Path, results: Results, rows: Sequence[WayRow], duels: Sequence[Duel], look: Look, *, advice: bool = True
) -> list[Block]:
    """Return the page.

    Parameters
    ----------
    folder : Path
        Where the results are.
    results : Results
        What was run.
    rows : sequence of WayRow
        Table 4.
    duels : sequence of Duel
        Table 5.
    look : Look
        A terminal gets the tables in percent with two decimals; a pipe gets all numbers as they are, one a line.
    advice : bool
        Whether to suggest the next command.
    """
    # it says what differs from the paper's comparison, such as fewer passes
    page: list[Block] = [Paragraph(results.plan.title)] if look.terminal and results.plan.title else []
    page += _tables(results, rows, duels) if look.terminal else [_plain(records(rows, duels))]
    page += _unfinished(results)
    if advice:
        page.append(Command("show everything as a page", command("experiment", "report", str(folder))))
    return page


def _tables(results: Results, rows: Sequence[WayRow], duels: Sequence[Duel]) -> Iterator[Block]:
    alone = len({row.method for row in rows}) < 2
    for metric in METRICS if rows else ():
        yield from _ways(rows, metric, alone)
    for found in duels:
        yield from _duel(found)
    if duels:
        yield from _choices(duels[0], results)
    yield Paragraph(
        "In percent; sd: standard deviation over folds; t95: half of the 95 % t interval of the mean, widened "
        "because folds share training data."
    )


def _plain(found: Sequence[Record]) -> Table:
    texts = ("table", "dataset", "method", "variant", "way", "metric")
    columns = tuple(Column(name, "text" if name in texts else "number") for name in Record._fields)
    return Table(columns, tuple(tuple("" if cell is None else cell for cell in record) for record in found))


def _ways(rows: Sequence[WayRow], metric: str, alone: bool) -> Iterator[Block]:
    yield Heading(f"Table 4: {METRIC_NAMES[metric]} of MlS-LCS by way of deciding")
    cells: list[tuple[Value, ...]] = []
    for row in rows:
        for way in WAYS:
            score, paper = row.scores.get((metric, way)), row.paper.get((metric, way))
            name = () if alone else (row.method,)
            difference = f"{score.mean - paper:+.2f}" if score is not None and paper is not None else ""
            cells.append((row.dataset, *name, way.upper(), *_numbers(score), _two(paper), difference))
    names = ("data", "way") if alone else ("data", "method", "way")
    yield Table(_columns(names, ("mean", "sd", "t95", "paper", "differs")), tuple(cells))


def _duel(found: Duel) -> Iterator[Block]:
    yield Heading(f"Table 5: {METRIC_NAMES[found.metric]} of all methods")
    rows = []
    for dataset in found.datasets:
        for method in found.methods:
            cell = found.cells[dataset, method]
            numbers = (*_numbers(cell.score), _rank(cell.rank), _two(cell.paper), _rank(cell.paper_rank))
            rows.append((dataset, method, *numbers))
    columns = _columns(("data", "method"), ("mean", "sd", "t95", "rank", "paper", "rank"))
    yield Table(columns, tuple(rows))
    if found.table is not None:
        table = found.table
        yield Table(
            (Column("method", "text"), Column("mean rank"), Column("place"), Column("paper")),
            tuple(
                (method, f"{rank:.2f}", f"{place:g}", _two(found.paper_mean_rank(method)))
                for method, rank, place in zip(table.methods, table.average_ranks, table.positions, strict=True)
            ),
        )
        left = ", ".join(dict.fromkeys(gap.dataset for gap in table.gaps))
        over = f"Ranks are over {', '.join(table.datasets)}"
        yield Paragraph(over + (f"; without {left}, because a method has no number for all folds." if left else "."))
    if found.comparison is not None:
        friedman = found.comparison.friedman
        verdict = "rejected" if friedman.rejects(ALPHA) else "not rejected"
        yield Paragraph(
            f"Friedman: chi-squared {friedman.chi2:.2f} (p {friedman.p_chi2:.3f}), F {friedman.f:.2f} "
            f"(p {friedman.p_f:.3f}): equality of all methods is {verdict} at {ALPHA:g}. Nemenyi's critical "
            "difference of "
            f"mean ranks: {found.comparison.critical_difference(ALPHA):.2f}."
        )


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


def _columns(texts: Sequence[str], numbers: Sequence[str]) -> tuple[Column, ...]:
    return (*(Column(name, "text") for name in texts), *(Column(name) for name in numbers))


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
        yield Paragraph(f"A mean that lacks them is marked {INCOMPLETE}, and has no rank.")
    for result in failed[:MOST_FAILURES]:
        if result.failure is not None:
            yield Paragraph(f"{result.unit}: {result.failure.type}: {result.failure.message}")
    if len(failed) > MOST_FAILURES:
        yield Paragraph(f"{MOST_FAILURES} of {len(failed)}; the folder of results has all of them")
