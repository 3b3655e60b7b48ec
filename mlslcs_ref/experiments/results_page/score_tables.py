"""The paper's Tables 4 and 5 as blocks of a page: every number with its spread and the paper's below it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import fmean
from typing import Final

from mlslcs_ref.documents.document import Block, Cell, Column, Figure, Paragraph, Table
from mlslcs_ref.documents.drawing import svg_text
from mlslcs_ref.experiments.benchmark.board import INCOMPLETE, WAYS, Measured
from mlslcs_ref.experiments.benchmark.published import paper_way_score
from mlslcs_ref.experiments.benchmark.tables import Duel, TableCell, WayRow, best_of
from mlslcs_ref.experiments.grid.plan import Plan
from mlslcs_ref.experiments.statistics.comparison import RankComparison
from mlslcs_ref.experiments.statistics.difference_diagram import difference_picture
from mlslcs_ref.metrics import METRIC_TITLES, METRICS

SPREAD: Final = (
    "Numbers are percentages: the mean over folds, ± their standard deviation, and the 95 % interval of the mean by "
    "Student's t, widened because folds share training data (Nadeau and Bengio 2003). With one split, means are over "
    "seeds, and a single seed has no spread; the interval then shows the randomness of the method, not that of other "
    "test data."
)
FEW: Final = f"{INCOMPLETE} Over fewer units than planned, because some failed or were not run; no rank."
MOVED: Final = (
    "The paper prints the Hamming losses of scene and of the following data sets one row too low; here they are in "
    "the rows that are meant."
)
ALPHA: Final = 0.05
LESS_SURE: Final = 0.10


def ways_table(rows: Sequence[WayRow], plan: Plan) -> Table:
    """Return Table 4."""
    heads = [Column("data", "text")]
    heads += [Column(way.upper(), group=METRIC_TITLES[metric]) for metric in METRICS for way in WAYS]
    alone = len({row.method for row in rows}) < 2
    body = []
    for row in rows:
        cells = [Cell(row.dataset, () if alone else (row.method,))]
        for metric in METRICS:
            best = best_of(row.cells, metric)
            cells += [_way_cell(row.cells[metric, way], strong=way in best) for way in WAYS]
        body.append(tuple(cells))
    few = any(not cell.score.measured.complete for row in rows for cell in row.cells.values() if cell.score is not None)
    moved = any(
        row.cells[metric, way].paper != paper_way_score(plan.dataset(row.dataset), metric, way, printed=True)
        for row in rows
        for metric in METRICS
        for way in WAYS
    )
    remarks = ["The best way of each metric is highlighted, by the digits that are shown."]
    remarks += [MOVED] if moved else []
    remarks += [FEW] if few else []
    return Table(tuple(heads), tuple(body), f"Three ways of deciding, as in Table 4 ({plan.name})", tuple(remarks))


def _way_cell(found: TableCell, *, strong: bool) -> Cell:
    beside = () if found.paper is None else (f"paper {found.paper:.2f}",)
    return Cell(notes=beside) if found.score is None else Cell(found.score.text, (*found.score.notes, *beside), strong)


def duel_blocks(found: Duel, plan: Plan, anchor: str) -> Iterator[Block]:
    """Yield a part of Table 5: the table, the tests and the critical-difference diagram."""
    title = METRIC_TITLES[found.metric]
    heads = (Column("data", "text"), *(Column(method) for method in found.methods))
    rows = [
        (Cell(dataset), *(_duel_cell(found, dataset, method) for method in found.methods)) for dataset in found.datasets
    ]
    if found.table is not None:
        rows.append(_ranks_row(found))
    yield Table(heads, tuple(rows), f"{title} of all methods, as in Table 5 ({plan.name})", _remarks(found))
    if found.comparison is None:
        yield Paragraph("There are too few methods or data sets with a rank to test differences.")
        return
    yield Paragraph(tested(found.comparison))
    figure = difference_picture(found.comparison, ALPHA)
    caption = (
        "Mean ranks, the best at the left; a bar joins methods that Nemenyi's test does not separate at level "
        f"{ALPHA:g}."
    )
    identifier = f"{anchor}-{found.metric.replace('_', '-')}"
    text = f"{title}: critical differences"
    yield Figure(identifier, text, caption, svg_text(figure, identifier, f"{text}. {_spoken(found.comparison)}"))


def _duel_cell(found: Duel, dataset: str, method: str) -> Cell:
    cell = found.cells[dataset, method]
    beside = () if cell.paper is None else (f"paper {cell.paper:.2f}{_rank_text(cell.paper_rank)}",)
    if cell.score is None:
        return Cell(notes=beside)
    text = cell.score.text + _rank_text(cell.rank)
    return Cell(text, (*cell.score.notes, *_which(cell.score.measured), *beside), strong=cell.rank == 1.0)


def _which(measured: Measured) -> tuple[str, ...]:
    return tuple(word for word in (measured.variant, measured.way.upper() if measured.way != "labels" else "") if word)


def _rank_text(rank: float | None) -> str:
    return "" if rank is None else f" ({rank:g})"


def _ranks_row(found: Duel) -> tuple[Cell, ...]:
    table = found.table
    assert table is not None  # noqa: S101 - the caller has looked
    ours = dict(zip(table.methods, zip(table.average_ranks, table.positions, strict=True), strict=True))
    n_datasets = len(table.datasets)
    cells = [Cell("mean rank", (f"over {n_datasets} data set{'s' if n_datasets > 1 else ''}",))]
    for method in found.methods:
        if method in ours:
            rank, position = ours[method]
            cells.append(Cell(f"{rank:.2f}", (f"place {position:g}", *_paper_rank(found, method))))
        else:
            cells.append(Cell())
    return tuple(cells)


def _paper_rank(found: Duel, method: str) -> tuple[str, ...]:
    rank = found.paper_mean_rank(method)
    return () if rank is None else (f"paper {rank:.2f}",)


def _remarks(found: Duel) -> tuple[str, ...]:
    remarks = ["Ranks are in parentheses; small print names the variant and the way of deciding."]
    table = found.table
    if table is not None and table.gaps:
        left = ", ".join(dict.fromkeys(gap.dataset for gap in table.gaps))
        remarks.append(f"Without ranks, because a method has no number: {left}.")
    if found.incomplete:
        remarks.append(FEW)
    return tuple(remarks)


def tested(comparison: RankComparison) -> str:
    """Return in words what the tests of mean ranks say."""
    friedman = comparison.friedman
    verdict = "rejected" if friedman.rejects(ALPHA) else "not rejected"
    text = (
        f"Friedman's test that all methods perform alike: chi-squared {friedman.chi2:.2f} (p {friedman.p_chi2:.3f}), "
        f"by Iman and Davenport F {friedman.f:.2f} (p {friedman.p_f:.3f}): {verdict} at {ALPHA:g}."
    )
    if not friedman.rejects(ALPHA):
        return text + " So Nemenyi's test of pairs is not used."
    pairs = [
        f"{one} and {other} (p {p:.3f})"
        for place, one in enumerate(comparison.table.methods)
        for other in comparison.table.methods[place + 1 :]
        if (p := comparison.p_value(one, other)) <= LESS_SURE
    ]
    return text + f" Nemenyi's test tells apart, at {LESS_SURE:g}: {', '.join(pairs) or 'no two methods'}."


def _spoken(comparison: RankComparison) -> str:
    ranks = sorted(zip(comparison.table.average_ranks, comparison.table.methods, strict=True))
    return ", ".join(f"{method} {rank:.2f}" for rank, method in ranks)


def rank_table(duels: Sequence[Duel], name: str) -> Table | None:
    """Return the mean ranks of all metrics; None if there are none."""
    ranked = [found for found in duels if found.table is not None]
    if not ranked:
        return None
    methods = [method for method in duels[0].methods if any(method in _table_of(found) for found in ranked)]
    heads = (Column("method", "text"), *(Column(METRIC_TITLES[found.metric]) for found in ranked), Column("mean"))
    rows = []
    for method in methods:
        ranks = [_table_of(found)[method] for found in ranked]
        cells = [Cell(f"{rank:.2f}", _paper_rank(one, method)) for rank, one in zip(ranks, ranked, strict=True)]
        published = [rank for one in ranked if (rank := one.paper_mean_rank(method)) is not None]
        beside = (f"paper {fmean(published):.2f}",) if len(published) == len(ranked) else ()
        rows.append((Cell(method), *cells, Cell(f"{fmean(ranks):.2f}", beside)))
    remark = "The paper's mean ranks are over the same data sets and methods."
    return Table(heads, tuple(rows), f"Mean ranks ({name})", (remark,))


def _table_of(found: Duel) -> dict[str, float]:
    return {} if found.table is None else dict(zip(found.table.methods, found.table.average_ranks, strict=True))
