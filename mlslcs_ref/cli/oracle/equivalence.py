"""`conform equivalence`: compare the runs of two implementations that draw other random numbers.

The exit status is 0 if they are equivalent, 1 if they differ, 3 if there are too few runs to tell.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Callable, Mapping
from typing import Any, Final

from mlslcs_ref.atomic import write_text
from mlslcs_ref.cli.call import names
from mlslcs_ref.cli.call.loading import require_output
from mlslcs_ref.cli.call.numbers import found, share, within
from mlslcs_ref.cli.screen import print_json, print_page, stdout_look
from mlslcs_ref.documents.document import Block, Column, Heading, Paragraph, Table
from mlslcs_ref.oracle.equivalence import Demands, EquivalenceReport, QuantityReport, Verdict, compare_runs
from mlslcs_ref.oracle.runs import RunsFile, read_runs

FORMAT: Final = "mlslcs_ref.equivalence"
VERSION: Final = 1
DEFAULTS: Final = Demands()
STATUS: Final[Mapping[Verdict, int]] = {"equivalent": 0, "different": 1, "undecided": 3}
COLUMNS: Final = (
    Column("quantity", "text"),
    Column("mean A"),
    Column("mean B"),
    Column("shift"),
    Column("A > B"),
    Column("p"),
    Column("p (Holm)"),
    Column("verdict", "text"),
)


def add_equivalence(actions: Any, add: Callable[..., Any]) -> None:
    """Add the action to those of `conform`."""
    parser = add(
        actions,
        "equivalence",
        "compare the runs of two implementations with their own random numbers; exit status 0 if they are equivalent, "
        "1 if they differ, 3 if there are too few runs to tell",
    )
    parser.add_argument("first", type=names.file, metavar="RUNS_A", help="runs, as written by `trace summary`")
    parser.add_argument("second", type=names.file, metavar="RUNS_B", help="runs of another implementation")
    parser.add_argument(
        "--alpha",
        type=_chance,
        default=DEFAULTS.alpha,
        metavar="P",
        help=f"chance that any quantity of equal implementations is called different ({DEFAULTS.alpha:g})",
    )
    parser.add_argument(
        "--effect",
        type=_effect,
        default=DEFAULTS.effect,
        metavar="D",
        help=f"smallest shift that must be found, in standard deviations ({DEFAULTS.effect:g})",
    )
    parser.add_argument(
        "--power",
        type=_chance,
        default=DEFAULTS.power,
        metavar="P",
        help=f"chance of finding that shift ({DEFAULTS.power:g})",
    )
    parser.add_argument("--report", type=names.file, metavar="FILE", help="write the report to a JSON file")
    parser.add_argument("--json", action="store_true", help="print the report as one JSON document")


def equivalence(arguments: argparse.Namespace) -> int:
    """Do the action and return the exit status."""
    require_output(arguments.report, "--report", arguments.first, arguments.second)
    first, second = read_runs(arguments.first), read_runs(arguments.second)
    report = compare_runs(first, second, Demands(arguments.alpha, arguments.effect, arguments.power))
    document = _document(report, first, second)
    if arguments.report is not None:
        write_text(arguments.report, json.dumps(document, indent=1, allow_nan=False) + "\n")
    if arguments.json:
        print_json(document)
    else:
        print_page(_page(report, first, second), stdout_look())
    return STATUS[report.verdict]


def _page(report: EquivalenceReport, first: RunsFile, second: RunsFile) -> list[Block]:
    demands = report.demands
    page: list[Block] = [
        Heading(f"{report.verdict}: {first.implementation} and {second.implementation}"),
        Paragraph(f"A {first.file}, {len(first.runs)} runs; B {second.file}, {len(second.runs)} runs"),
        Table(COLUMNS, tuple(_row(quantity) for quantity in report.quantities)),
        Paragraph(
            f"different: p (Holm) at most {demands.alpha:g}; equivalent: otherwise, with at least {report.needed} "
            f"runs of each, which would show a shift of {demands.effect:g} standard deviations with a chance of "
            f"{demands.power:g}"
        ),
    ]
    if report.one_sided:
        page.append(Paragraph(f"in only one of the files, so undecided: {', '.join(report.one_sided)}"))
    return page


def _row(quantity: QuantityReport) -> tuple[str | float, ...]:
    return (
        quantity.name,
        *quantity.mean,
        quantity.shift,
        quantity.superiority,
        quantity.p,
        quantity.p_adjusted,
        quantity.verdict,
    )


def _document(report: EquivalenceReport, first: RunsFile, second: RunsFile) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "version": VERSION,
        "verdict": report.verdict,
        "first": {"file": first.file, "implementation": first.implementation, "n_runs": len(first.runs)},
        "second": {"file": second.file, "implementation": second.implementation, "n_runs": len(second.runs)},
        **vars(report.demands),
        "needed_runs": report.needed,
        "in_one_file_only": list(report.one_sided),
        "quantities": [
            {name: _jsonable(value) for name, value in vars(quantity).items()} for quantity in report.quantities
        ],
    }


def _jsonable(value: Any) -> Any:
    """Return a value as JSON has it: null for what is not defined, text for infinity."""
    if isinstance(value, tuple):
        return [_jsonable(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None if math.isnan(value) else str(value)
    return value


def _chance(text: str) -> float:
    chance = share(text)
    if chance in {0.0, 1.0}:
        raise argparse.ArgumentTypeError(f"expected a number between 0 and 1, found {found(text)}")
    return chance


def _effect(text: str) -> float:
    return within(text, 0.01, 100.0)
