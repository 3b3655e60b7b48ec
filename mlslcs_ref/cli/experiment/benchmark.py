"""`experiment benchmark`: the paper's comparison with other methods, or a part of it."""

from __future__ import annotations

import argparse
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from mlslcs_ref.atomic import write_text
from mlslcs_ref.cli.call import names
from mlslcs_ref.cli.call.numbers import positive
from mlslcs_ref.cli.experiment.benchmark_page import benchmark_page
from mlslcs_ref.cli.experiment.options import FAILED, add_running_options, refuse_with_resume, run_as_asked
from mlslcs_ref.cli.experiment.plain_records import csv_text
from mlslcs_ref.cli.screen.pages import print_json, print_page, stdout_look
from mlslcs_ref.cli.screen.streams import complain
from mlslcs_ref.errors import UsageError
from mlslcs_ref.experiments.benchmark.board import Board, chooser_of
from mlslcs_ref.experiments.benchmark.plans import (
    BOOMER,
    PROFILE_CHOICES,
    Wish,
    benchmark_plan,
    has_mediamill,
    is_benchmark,
)
from mlslcs_ref.experiments.benchmark.records import Record, records
from mlslcs_ref.experiments.benchmark.tables import Duel, WayRow, duels_of, way_rows
from mlslcs_ref.experiments.grid.plan import Plan
from mlslcs_ref.experiments.grid.results import Results
from mlslcs_ref.experiments.grid.store import load_results
from mlslcs_ref.experiments.rivals.boomer import PYTHON_VARIABLE, given_interpreter

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
