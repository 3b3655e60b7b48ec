"""What will be run, and an estimate of the time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from mlslcs_ref._build import is_compiled
from mlslcs_ref.documents.document import Block, Column, Heading, Paragraph, Table
from mlslcs_ref.experiments.benchmark.estimate import guess
from mlslcs_ref.experiments.grid import Plan, Unit
from mlslcs_ref.experiments.results_page.how_run import duration

__all__ = ["forecast_document", "forecast_page", "forecast_text"]

FORMAT: Final = "mlslcs_ref.experiment-forecast"
VERSION: Final = 1


def forecast_text(plan: Plan, units: Sequence[Unit]) -> str:
    """Return how many units there are and about how long they take, in a line.

    Parameters
    ----------
    plan : Plan
        What they are of.
    units : sequence of Unit
        Those that are to be run.
    """
    found = guess(plan, units)
    words = [f"{len(units):,} units, about {duration(found.seconds)} of one core as measured on {found.machine}"]
    if not is_compiled():
        words.append("this build is not compiled, so MlS-LCS takes about ten times as long")
    if found.unknown:
        words.append(f"not counted: {', '.join(found.unknown)}")
    return "; ".join(words)


def forecast_page(plan: Plan, units: Sequence[Unit], folder: Path) -> list[Block]:
    """Return a page about what would be run.

    Parameters
    ----------
    plan : Plan
        The plan.
    units : sequence of Unit
        Those of it that would be run.
    folder : Path
        Where results would be written to.
    """
    page: list[Block] = [Heading(f"{plan.name}: {len(units):,} of {len(plan.units()):,} units would be run")]
    if plan.title:
        page.append(Paragraph(plan.title))
    counts = Counter((unit.dataset, unit.label) for unit in units)
    columns = (Column("data set", "text"), Column("method", "text"), Column("units"))
    page.append(Table(columns, tuple((*names, n) for names, n in counts.items())))
    if units:
        page.append(Paragraph(forecast_text(plan, units)))
    return [
        *page,
        Paragraph(f"results would be written to: {folder}"),
        Paragraph("nothing was run, and no data were read"),
    ]


def forecast_document(plan: Plan, units: Sequence[Unit], folder: Path) -> dict[str, Any]:
    """Return the same as a JSON document, with every unit."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "plan": plan.name,
        "folder": str(folder),
        "units": [unit._asdict() for unit in units],
    }
