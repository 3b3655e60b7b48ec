"""Pages and documents of `trace`."""

from __future__ import annotations

import dataclasses
import json
from typing import Any, Final

from mlslcs_ref.documents.document import Block, Column, Heading, Paragraph, Table, Value
from mlslcs_ref.oracle.traces.diff import TraceDifference, TraceReport
from mlslcs_ref.oracle.traces.traced_run import TracedRun

FORMAT: Final = "mlslcs_ref.trace-report"
WRITTEN_FORMAT: Final = "mlslcs_ref.trace-written"
VERSION: Final = 1
LONGEST: Final = 400


def written_page(file: str, n_lines: int, run: TracedRun) -> list[Block]:
    """Return the page of a trace that was written."""
    return counts_page(file, _written(n_lines, run))


def counts_page(title: str, counts: dict[str, Value], incomplete: str | None = None) -> list[Block]:
    """Return a page of a few counts, and of what a recording lacks."""
    page: list[Block] = [Heading(title), _facts(*counts.items())]
    return page if incomplete is None else [*page, _incomplete(incomplete)]


def _incomplete(what: str) -> Paragraph:
    return Paragraph(f"incomplete: {what}")


def written_document(file: str, n_lines: int, run: TracedRun) -> dict[str, Any]:
    """Return a trace that was written as values for JSON."""
    return {"format": WRITTEN_FORMAT, "version": VERSION, "file": file, **_written(n_lines, run)}


def _written(n_lines: int, run: TracedRun) -> dict[str, Value]:
    learner = run.learner
    return {
        "lines": n_lines,
        "steps": learner.steps,
        "draws": learner.draws.count,
        "macro": learner.population.macro,
        "micro": learner.population.micro,
        "crc32": learner.digest(),
    }


def comparison_page(report: TraceReport, title: str, note: str | None, terminal: bool) -> list[Block]:
    """Return the page of a comparison."""
    page: list[Block] = [
        Heading(title),
        _facts(
            ("records that agree", report.n_records),
            ("of these checkpoints", report.n_checkpoints),
            ("of these with the whole population", report.n_populations),
            ("thresholds and metrics that agree", report.n_evaluations),
            ("last step", report.steps),
        ),
    ]
    if report.difference is not None:
        page += _difference(report.difference, terminal)
    if report.incomplete is not None:
        page.append(_incomplete(report.incomplete))
    return page if note is None else [*page, Paragraph(note)]


def _facts(*facts: tuple[str, Value]) -> Table:
    return Table((Column("fact", "text"), Column("value")), facts)


def _difference(difference: TraceDifference, terminal: bool) -> list[Block]:
    step = "none" if difference.step is None else str(difference.step)
    rule = "none" if difference.rule is None else str(difference.rule)
    wanted, found = _text(difference.wanted), _text(difference.found)
    heading = Heading("The first difference")
    if not terminal:
        names = ("line", "step", "phase", "rule", "field", "wanted", "found")
        row = (str(difference.line), step, difference.phase, rule, difference.field, wanted, found)
        return [heading, Table(tuple(Column(name, "text") for name in names), (row,))]
    where = f"line {difference.line}" + ("" if difference.step is None else f", step {step}")
    where += f", {difference.phase}" + ("" if difference.rule is None else f", rule {rule}")
    page: list[Block] = [heading, Paragraph(f"{where}, field {difference.field}")]
    page += [Paragraph(f"expected {wanted}"), Paragraph(f"found    {found}")]
    if difference.field == "hash":
        page.append(
            Paragraph("make the trace with --checkpoint-every 1 --population-every 1 to find the rule and the field")
        )
    return page


def _text(value: Any) -> str:
    """Return a value as it stands in a trace, cut to what fits a page; the document has all of it."""
    text = value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."


def report_document(report: TraceReport) -> dict[str, Any]:
    """Return a comparison as values for JSON."""
    return {"format": FORMAT, "version": VERSION, "agrees": report.agrees, **dataclasses.asdict(report)}
