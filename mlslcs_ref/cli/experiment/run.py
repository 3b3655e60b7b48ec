"""`experiment run`: run a plan of many units, or the rest of one."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from mlslcs_ref.cli.call import names
from mlslcs_ref.cli.experiment.options import FAILED, add_running_options, limited, results_folder, run_as_asked
from mlslcs_ref.cli.experiment.results_page import results_document, results_page
from mlslcs_ref.cli.screen.pages import print_json, print_page, stdout_look
from mlslcs_ref.documents.document import Block, Column, Heading, Paragraph, Table
from mlslcs_ref.errors import UsageError
from mlslcs_ref.experiments.grid.plan import Plan
from mlslcs_ref.experiments.grid.plan_file import load_plan, plan_names
from mlslcs_ref.experiments.grid.plan_run import units_to_run
from mlslcs_ref.experiments.grid.store import load_results
from mlslcs_ref.experiments.grid.tasks import missing_libraries

FORMAT: Final = "mlslcs_ref.experiment-forecast"
VERSION: Final = 1


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
