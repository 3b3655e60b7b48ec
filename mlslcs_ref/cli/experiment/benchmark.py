"""`experiment benchmark`: the paper's comparison with other methods, or a part of it.

Its page has Tables 4 and 5 beside the paper's, a number a row, so that they fit any width.
"""

from __future__ import annotations

import argparse
import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from mlslcs_ref.atomic import write_text
from mlslcs_ref.cli.call import names
from mlslcs_ref.cli.call.arguments import command
from mlslcs_ref.cli.call.numbers import positive
from mlslcs_ref.cli.experiment.options import FAILED, add_running_options, refuse_with_resume, run_as_asked
from mlslcs_ref.cli.experiment.plain_records import csv_text, plain_table
from mlslcs_ref.cli.experiment.unit_progress import failure_blocks
from mlslcs_ref.cli.screen import complain, print_json, print_page, stdout_look
from mlslcs_ref.documents.document import Block, Column, Command, Heading, Paragraph, Table, cell_of
from mlslcs_ref.documents.look import Look
from mlslcs_ref.errors import UsageError
from mlslcs_ref.experiments.benchmark.board import INCOMPLETE, WAYS, Board, choice_text, chooser_of
from mlslcs_ref.experiments.benchmark.plans import (
    BOOMER,
    PROFILE_CHOICES,
    Wish,
    benchmark_plan,
    has_mediamill,
    is_benchmark,
)
from mlslcs_ref.experiments.benchmark.tables import Duel, Record, TableCell, WayRow, duels_of, records, way_rows
from mlslcs_ref.experiments.grid.plan import Plan
from mlslcs_ref.experiments.grid.results import Results
from mlslcs_ref.experiments.grid.store import load_results
from mlslcs_ref.experiments.results_page.score_tables import rank_table, tested
from mlslcs_ref.experiments.rivals.boomer import PYTHON_VARIABLE, given_interpreter
from mlslcs_ref.metrics import METRIC_TITLES, METRICS

FORMAT: Final = "mlslcs_ref.benchmark"
VERSION: Final = 1
TABLES: Final = "tables.csv"
MEDIAMILL: Final = "mediamill"
# what says which plan it is, which a folder of results has
OF_THE_PLAN: Final = ("data", "methods", "profile", "select", "passes_share")


def add_experiment_benchmark(actions: Any, add: Callable[..., Any]) -> None:
    """Add the action; `add` is as in `add_experiment`."""
    parser = add(
        actions,
        "benchmark",
        "compare MlS-LCS with other methods on the paper's data sets, beside the paper's Tables 4 and 5",
        usage="%(prog)s [OPTION ...]",
    )
    plan = parser.add_argument_group("what is compared")
    plan.add_argument("--data", type=listed, metavar="NAMES", help="only these data sets, such as flags,emotions")
    plan.add_argument("--methods", type=listed, metavar="NAMES", help="only these methods, such as MlS-LCS,BR,HOMER")
    plan.add_argument(
        "--profile", choices=PROFILE_CHOICES, help="profile of MlS-LCS (paper); with both, it is compared twice"
    )
    plan.add_argument(
        "--select",
        choices=("test", "training"),
        help="which data choose among variants and ways of deciding (test, as in the paper; training is unbiased)",
    )
    plan.add_argument(
        "--passes-share", type=positive, metavar="X", help="do this share of the paper's training passes (1)"
    )
    plan.add_argument(
        "--boomer", type=names.file, metavar="PYTHON", help="add BOOMER, run by this Python, which has mlrl-boomer"
    )
    add_running_options(parser)


def listed(text: str) -> tuple[str, ...]:
    """Return names that commas separate; ArgumentTypeError if there is none."""
    found = tuple(name.strip() for name in text.split(","))
    if not all(found):
        raise argparse.ArgumentTypeError("expected names separated by commas, found an empty one")
    return found


def experiment_benchmark(arguments: argparse.Namespace) -> int:
    """Do the action and return the exit status."""
    plan = _plan(arguments)
    folder, results = run_as_asked(plan, arguments)
    rows, duels = _tables(results)
    found = [record._asdict() for record in records(rows, duels)]
    write_text(folder / TABLES, csv_text(found, Record._fields))
    if arguments.json:
        document = {"format": FORMAT, "version": VERSION, "folder": str(folder)}
        print_json({**document, "records": found})
    else:
        look = stdout_look()
        print_page(benchmark_page(folder, results, rows, duels, look, advice=not arguments.quiet), look)
    return FAILED if results.with_status("failed") else 0


def _plan(arguments: argparse.Namespace) -> Plan:
    """Return what to run."""
    if arguments.boomer is not None:
        _name_interpreter(arguments.boomer)
    if arguments.resume is not None:
        refuse_with_resume(arguments, OF_THE_PLAN)
        results = load_results(Path(arguments.resume))
        if not is_benchmark(results.plan):
            raise UsageError(
                f"{arguments.resume}: expected a folder of this comparison, found the plan {results.plan.name}; "
                f"resume it with `experiment run --resume {arguments.resume}`"
            )
        if any(result.unit.method == BOOMER and result.status != "done" for result in results):
            # its units are the last, hours after the first
            given_interpreter()
        return results.plan
    said = {name: value for name in OF_THE_PLAN if (value := getattr(arguments, name)) is not None}
    wish = Wish(**said, boomer=arguments.boomer is not None, mediamill=_with_mediamill(arguments))
    return benchmark_plan(wish)


def _name_interpreter(python: str) -> None:
    """Name BOOMER's interpreter to this process and to those that it starts."""
    found = shutil.which(python)
    if found is None:
        # its units are the last, hours after the first
        raise UsageError(f"--boomer: expected a Python interpreter, found no program {python}")
    os.environ[PYTHON_VARIABLE] = str(Path(found).absolute())


def _with_mediamill(arguments: argparse.Namespace) -> bool:
    asked = arguments.data is not None and MEDIAMILL in {name.casefold() for name in arguments.data}
    if arguments.data is not None and not asked:
        return False
    there = has_mediamill(arguments.data_dir)
    if not there and not asked and not arguments.quiet:
        complain("mediamill is left out: its files were not found, and cannot be downloaded")
    # if it was asked for, what is wrong with it is an error
    return there or asked


def _tables(results: Results) -> tuple[tuple[WayRow, ...], tuple[Duel, ...]]:
    board = Board(results, chooser_of(results.plan))
    return way_rows(board), duels_of(board)


def benchmark_page(
    folder: Path, results: Results, rows: Sequence[WayRow], duels: Sequence[Duel], look: Look, *, advice: bool = True
) -> list[Block]:
    """Return the page.

    A terminal gets the tables in percent with two decimals; a pipe gets all numbers as they are, one a line.
    """
    # it says what differs from the paper's comparison, such as fewer passes
    page: list[Block] = [Paragraph(results.plan.title)] if look.terminal and results.plan.title else []
    if look.terminal:
        page += _page_tables(results, rows, duels)
    else:
        page.append(plain_table([record._asdict() for record in records(rows, duels)], Record._fields))
    page += _unfinished(results, look)
    if advice:
        page.append(Command("show everything as a page", command("experiment", "report", str(folder))))
    return page


def _page_tables(results: Results, rows: Sequence[WayRow], duels: Sequence[Duel]) -> Iterator[Block]:
    alone = len({row.method for row in rows}) < 2
    for metric in METRICS if rows else ():
        ways = [
            ((row.dataset, "" if alone else row.method, way.upper()), row.cells[metric, way])
            for row in rows
            for way in WAYS
        ]
        yield from _numbers(f"Table 4: {METRIC_TITLES[metric]} of MlS-LCS by way of deciding", "way", ways)
    for found in duels:
        methods = [((*names, ""), cell) for names, cell in found.cells.items()]
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


def _numbers(title: str, last: str, lines: Sequence[tuple[tuple[str, ...], TableCell]]) -> Iterator[Block]:
    """Yield a table of numbers, without the columns in which nothing stands."""
    heads = [Column(name, "text") for name in ("data", "method", last)]
    heads += [Column(name) for name in ("mean", "sd", "t95", "rank", "paper", "rank")]
    rows = [
        (
            *names,
            "-" if cell.score is None else cell.score.text,
            _two(cell.score and cell.score.estimate.sd),
            _two(cell.score and cell.score.half_width),
            _rank(cell.rank),
            _two(cell.paper),
            _rank(cell.paper_rank),
        )
        for names, cell in lines
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
