"""`experiment artificial`: Section 4.1 of the paper repeated, with its figures and its numbers."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

from mlslcs_ref.atomic import write_text
from mlslcs_ref.cli.call.numbers import count_to, share
from mlslcs_ref.cli.experiment.options import FAILED, add_running_options, refuse_with_resume, run_as_asked
from mlslcs_ref.cli.experiment.plain_records import csv_text, plain_table
from mlslcs_ref.cli.experiment.unit_progress import failure_blocks
from mlslcs_ref.cli.screen import print_json, print_page, stdout_look
from mlslcs_ref.documents.document import Block, Heading, Paragraph
from mlslcs_ref.documents.drawing import save_picture
from mlslcs_ref.documents.look import Look
from mlslcs_ref.errors import UsageError
from mlslcs_ref.experiments.artificial.study import (
    N_SEEDS,
    OMEGAS,
    STUDIES,
    Study,
    artificial_plan,
    is_artificial,
    profile_of,
)
from mlslcs_ref.experiments.artificial.summary import Row, StudyNumber, compared_rows, study_rows
from mlslcs_ref.experiments.artificial.tables import (
    beside_records,
    beside_table,
    omega_table,
    require_libraries,
    study_document,
    study_picture,
    study_records,
)
from mlslcs_ref.experiments.grid.plan import Plan
from mlslcs_ref.experiments.grid.plan_file import MOST_SEEDS
from mlslcs_ref.experiments.grid.results import Results
from mlslcs_ref.experiments.grid.store import load_results
from mlslcs_ref.rulesets.consultation import METHODS, Method
from mlslcs_ref.settings import PROFILES

T = TypeVar("T")
FIGURES: Final = {"toy6x4": 1, "mlposition4": 2}
CHOICES: Final = ("profile", "problems", "omegas", "seeds")


def add_experiment_artificial(actions: Any, add: Callable[..., Any]) -> None:
    """Add the action; `add` is as in `add_experiment`."""
    parser = add(
        actions, "artificial", "Section 4.1 of the paper: toy6x4 and mlposition4 for every omega, with figures 1 and 2"
    )
    study = parser.add_argument_group("study")
    study.add_argument("--profile", choices=PROFILES, help="profile, with the paper's settings (paper)")
    study.add_argument(
        "--problems",
        type=_studies,
        metavar="NAMES",
        help=f"names with commas, by default all: {', '.join(one.name for one in STUDIES)} (as many steps as toy6x4)",
    )
    study.add_argument("--omegas", type=_omegas, metavar="NUMBERS", help="numbers separated by commas (0,0.1,...,1)")
    study.add_argument(
        "--seeds", type=count_to(MOST_SEEDS), metavar="N", help=f"runs for each problem and omega ({N_SEEDS})"
    )
    study.add_argument(
        "--method", choices=METHODS, default="best", help="way of deciding for the accuracy that is shown (best)"
    )
    add_running_options(parser, folds_chosen=False)


def _omegas(text: str) -> tuple[float, ...]:
    return _different([share(part) for part in text.split(",")], text)


def _studies(text: str) -> tuple[Study, ...]:
    known = {study.name: study for study in STUDIES}
    for part in text.split(","):
        if part not in known:
            raise argparse.ArgumentTypeError(f"expected names of {', '.join(known)}, found {part!r}")
    return _different([known[part] for part in text.split(",")], text)


def _different(values: Sequence[T], text: str) -> tuple[T, ...]:
    if len(set(values)) < len(values):
        raise argparse.ArgumentTypeError(f"expected different ones, found {text!r}")
    return tuple(values)


def experiment_artificial(arguments: argparse.Namespace) -> int:
    """Do the action and return the exit status."""
    plan = _plan(arguments)
    require_libraries()
    folder, results = run_as_asked(plan, arguments)
    rows = study_rows(results)
    compared = compared_rows(rows)
    document = study_document(profile_of(plan), rows, compared)
    files = _save(folder, results, document, arguments.method)
    if arguments.json:
        print_json({**document, "folder": str(folder), "files": [str(file) for file in files]})
    else:
        look = stdout_look()
        print_page(artificial_page(results, rows, compared, arguments.method, files, look), look)
    return FAILED if results.with_status("failed") else 0


def _plan(arguments: argparse.Namespace) -> Plan:
    if arguments.resume is None:
        return artificial_plan(
            arguments.profile or "paper",
            arguments.problems or STUDIES,
            arguments.omegas or OMEGAS,
            arguments.seeds or N_SEEDS,
        )
    refuse_with_resume(arguments, CHOICES)
    plan = load_results(arguments.resume).plan
    if not is_artificial(plan):
        raise UsageError(f"{arguments.resume}: expected a folder of this study, found the plan {plan.name}")
    return plan


def _save(folder: Path, results: Results, document: dict[str, Any], method: Method) -> list[Path]:
    """Write all files but those of the units, and return them."""
    numbers, values = folder / "artificial.json", folder / "artificial.csv"
    write_text(numbers, json.dumps(document, indent=1, allow_nan=False) + "\n")
    write_text(values, csv_text(document["rows"]))
    files = [numbers, values]
    for entry in results.plan.datasets:
        if any(row["study"] == entry.name for row in document["rows"]):
            stem = folder / f"figure-{FIGURES[entry.source]}-{entry.name}"
            files += save_picture(study_picture(results, entry.name, method), stem)
    return files


def artificial_page(
    results: Results,
    rows: Sequence[Row],
    compared: Sequence[StudyNumber],
    method: Method,
    files: Sequence[Path],
    look: Look,
) -> list[Block]:
    """Return the page."""
    done, n_units = len(results.with_status("done")), len(results.units)
    page: list[Block] = [Heading(f"artificial problems, profile {profile_of(results.plan)}: {done} of {n_units} runs")]
    if look.terminal:
        page += _tables(rows, compared, method)
    else:
        page += [plain_table(study_records(rows)), Heading("beside the paper"), plain_table(beside_records(compared))]
    page += failure_blocks(results, look)
    return page + [Paragraph(f"written: {file}") for file in files]


def _tables(rows: Sequence[Row], compared: Sequence[StudyNumber], method: Method) -> Iterator[Block]:
    for study in dict.fromkeys(row.study for row in rows):
        own = [row for row in rows if row.study == study]
        yield Heading(f"{study}: {own[0].passes:,} passes")
        yield omega_table("", own, (method,))
        beside = [one for one in compared if one.study == study]
        if beside:
            yield Heading(f"{study} beside the paper")
            yield beside_table("", beside)
