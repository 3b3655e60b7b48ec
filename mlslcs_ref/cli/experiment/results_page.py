"""The results of an experiment, as a page and as a document."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from mlslcs_ref.cli.call.arguments import command, option_words
from mlslcs_ref.cli.experiment.unit_progress import failure_blocks
from mlslcs_ref.documents.document import Block, Column, Command, Heading, Paragraph, Table, Value
from mlslcs_ref.documents.look import Look
from mlslcs_ref.experiments.grid.results import Results, UnitResult, result_document
from mlslcs_ref.experiments.grid.summary import SummaryRow, summary
from mlslcs_ref.experiments.spread import Spread
from mlslcs_ref.metrics import METRICS
from mlslcs_ref.rulesets.evaluation import METRIC_COLUMNS

FORMAT: Final = "mlslcs_ref.experiment-results"
VERSION: Final = 1
# columns of a terminal from which on two decimals have room beside names of usual length
WIDE: Final = 76


def results_page(folder: Path, results: Results, look: Look, advice: bool = True) -> list[Block]:
    """Return the page.

    A terminal gets a table for each data set, in percent; a pipe gets one table of plain numbers.
    """
    rows = summary(results)
    page: list[Block] = [Heading(f"{results.plan.name}: {_counts(results)}")]
    if results.plan.title:
        page.append(Paragraph(results.plan.title))
    page += _tables(rows, _tested(results), look) if look.terminal else [_records(rows)]
    page += failure_blocks(results, look)
    page.append(Paragraph(f"results: {folder}"))
    if advice and look.terminal:
        page.append(Command("show as a page", command("experiment", "report", _as_name(folder))))
    if advice and any(result.status != "done" for result in results):
        page.append(
            Command(
                "run the missing and failed units",
                command("experiment", "run", *option_words("--resume", str(folder))),
            )
        )
    return page


def _as_name(folder: Path) -> str:
    """Return a folder as a word that is no option."""
    return f"./{folder}" if str(folder).startswith("-") else str(folder)


def _counts(results: Results) -> str:
    n_units = len(results.units)
    parts = [f"{len(results.with_status('done'))} of {n_units} units done"]
    for status in ("failed", "missing"):
        n = len(results.with_status(status))
        if n:
            parts.append(f"{n} {status}")
    return ", ".join(parts)


def _tested(results: Results) -> str:
    same = [entry.name for entry in results.plan.datasets if entry.scheme == "training"]
    if len(same) == len(results.plan.datasets):
        return "the training data, which are also the test data"
    return "test data" + (f", which are the training data of {', '.join(same)}" if same else "")


def _tables(rows: Sequence[SummaryRow], tested: str, look: Look) -> Iterator[Block]:
    decimals = 2 if look.width >= WIDE else 1
    for dataset in dict.fromkeys(row.dataset for row in rows):
        yield Heading(dataset)
        own = [row for row in rows if row.dataset == dataset]
        columns = (Column("method", "text"), Column("by", "text"), Column("units"), *METRIC_COLUMNS)
        yield Table(columns, tuple(_cells(row, decimals) for row in own))
    yield Paragraph(f"in percent: mean and standard deviation over folds and seeds, on {tested}")
    if not all(row.complete for row in rows):
        yield Paragraph("if units are missing or failed, the mean is over the units that are done")


def _cells(row: SummaryRow, decimals: int) -> tuple[Value, ...]:
    units = str(row.n_units) if row.complete else f"{row.n_done} of {row.n_units}"
    return (row.label, row.way.upper(), units, *(_percent(getattr(row, name), decimals) for name in METRICS))


def _percent(spread: Spread, decimals: int) -> str:
    if math.isnan(spread.mean):
        return "-"
    mean = f"{100.0 * spread.mean:.{decimals}f}"
    # without a second value there is no spread
    return mean if math.isnan(spread.sd) else f"{mean} ±{100.0 * spread.sd:.{decimals}f}"


def _records(rows: Sequence[SummaryRow]) -> Table:
    texts = [Column(name, "text") for name in ("data set", "method", "variant", "by")]
    counts = [Column(name) for name in ("done", "failed", "units")]
    spreads = [Column(f"{name.replace('_', ' ')} {what}") for name in METRICS for what in ("mean", "sd")]
    cells: list[tuple[Value, ...]] = []
    for row in rows:
        numbers = [number for name in METRICS for number in getattr(row, name)]
        names = (row.dataset, row.method, row.variant, row.way)
        cells.append((*names, row.n_done, row.n_failed, row.n_units, *numbers, row.seconds))
    return Table((*texts, *counts, *spreads, Column("seconds mean")), tuple(cells))


def results_document(folder: Path, results: Results) -> dict[str, Any]:
    """Return everything as one JSON document."""
    plan = results.plan
    counts = {status: len(results.with_status(status)) for status in ("done", "failed", "missing")}
    return {
        "format": FORMAT,
        "version": VERSION,
        "folder": str(folder),
        "plan": {"name": plan.name, "title": plan.title, "seeds": list(plan.seeds), "folds_seed": plan.folds_seed},
        "counts": {"units": len(results.units), **counts},
        "summary": [_row_document(row) for row in summary(results)],
        "units": [_unit_document(result) for result in results],
    }


def _row_document(row: SummaryRow) -> dict[str, Any]:
    document: dict[str, Any] = {}
    for name, value in row._asdict().items():
        if isinstance(value, Spread):
            document[name] = {what: _number(number) for what, number in value._asdict().items()}
        else:
            document[name] = _number(value) if isinstance(value, float) else value
    return document


def _number(value: float) -> float | None:
    return None if math.isnan(value) else value


def _unit_document(result: UnitResult) -> dict[str, Any]:
    if result.status == "missing":
        return {"unit": result.unit._asdict(), "status": "missing"}
    document = result_document(result)
    return {name: value for name, value in document.items() if name not in {"format", "version"}}
