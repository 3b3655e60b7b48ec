"""`experiment run`: run a plan of many units, or the rest of one, and show the results as a page or a document."""

from __future__ import annotations

import argparse
import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from mlslcs_ref.cli.call import names
from mlslcs_ref.cli.call.arguments import command, option_words
from mlslcs_ref.cli.experiment.options import FAILED, add_running_options, limited, results_folder, run_as_asked
from mlslcs_ref.cli.experiment.unit_progress import failure_blocks
from mlslcs_ref.cli.screen import print_json, print_page, stdout_look
from mlslcs_ref.documents.document import Block, Column, Command, Heading, Paragraph, Table, Value
from mlslcs_ref.documents.look import Look
from mlslcs_ref.errors import UsageError
from mlslcs_ref.experiments.grid.plan import Plan
from mlslcs_ref.experiments.grid.plan_file import load_plan, plan_names
from mlslcs_ref.experiments.grid.plan_run import units_to_run
from mlslcs_ref.experiments.grid.results import Results, UnitResult, result_document
from mlslcs_ref.experiments.grid.store import load_results
from mlslcs_ref.experiments.grid.summary import SummaryRow, summary
from mlslcs_ref.experiments.grid.tasks import missing_libraries
from mlslcs_ref.experiments.statistics.intervals import Spread
from mlslcs_ref.metrics import METRICS
from mlslcs_ref.rulesets.evaluation import METRIC_COLUMNS

RESULTS_FORMAT: Final = "mlslcs_ref.experiment-results"
RESULTS_VERSION: Final = 1
# columns of a terminal from which on two decimals have room beside names of usual length
WIDE: Final = 76
FORMAT: Final = "mlslcs_ref.experiment-forecast"
VERSION: Final = 1


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
    """Return a folder as a word that is not taken for an option."""
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
        "format": RESULTS_FORMAT,
        "version": RESULTS_VERSION,
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


def add_experiment_run(actions: Any, add: Callable[..., Any]) -> None:
    """Add the action; `add` is as in `add_experiment`."""
    parser = add(
        actions,
        "run",
        "run a plan: data sets x folds x seeds x methods; exit status 1 if a unit of it fails",
        usage="%(prog)s [SPEC.toml|NAME] [OPTION ...]",
        epilog="plans of the package:\n" + "".join(f"  {name}\n    {load_plan(name).title}\n" for name in plan_names()),
    )
    parser.add_argument(
        "spec",
        type=names.name,
        nargs="?",
        metavar="SPEC.toml|NAME",
        help=f"the plan: a file, or one of {', '.join(plan_names())}; not needed with --resume",
    )
    parser.add_argument("--dry-run", action="store_true", help="show what would be run, and run nothing")
    add_running_options(parser)


def experiment_run(arguments: argparse.Namespace) -> int:
    """Do the action and return the exit status."""
    plan = _plan(arguments)
    if arguments.dry_run:
        return _tell(plan, arguments)
    folder, results = run_as_asked(plan, arguments)
    if arguments.json:
        print_json(results_document(folder, results))
    else:
        look = stdout_look()
        print_page(results_page(folder, results, look, advice=not arguments.quiet), look)
    return FAILED if results.with_status("failed") else 0


def _tell(plan: Plan, arguments: argparse.Namespace) -> int:
    """Show what would be run, after all checks that need no data."""
    folder = results_folder(arguments, plan.name)
    plan = limited(plan, arguments)
    units = units_to_run(plan, folder, folds=arguments.folds, resume=arguments.resume is not None)
    missing = list(dict.fromkeys(map(str, missing_libraries(plan))))
    if arguments.json:
        document = {"format": FORMAT, "version": VERSION, "plan": plan.name, "folder": str(folder)}
        print_json({**document, "units": [unit._asdict() for unit in units], "missing": missing})
        return 0
    page: list[Block] = [Heading(f"{plan.name}: {len(units):,} of {len(plan.units()):,} units would be run")]
    if plan.title:
        page.append(Paragraph(plan.title))
    counts = Counter((unit.dataset, unit.label) for unit in units)
    columns = (Column("data set", "text"), Column("method", "text"), Column("units"))
    page.append(Table(columns, tuple((*names, n) for names, n in counts.items())))
    page.append(Paragraph(f"results would be written to: {folder}"))
    page += [Paragraph(f"before it can be run: {one}") for one in missing]
    page.append(Paragraph("nothing was run, and no data were read"))
    print_page(page, stdout_look())
    return 0


def _plan(arguments: argparse.Namespace) -> Plan:
    if arguments.spec is not None:
        return load_plan(arguments.spec)
    if arguments.resume is None:
        raise UsageError(f"expected a plan: a file, or one of {', '.join(plan_names())}")
    return load_results(arguments.resume).plan
