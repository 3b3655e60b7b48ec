"""What came of the study of omega, as a page."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from mlslcs_ref.cli.experiment.watching import failure_text
from mlslcs_ref.documents.document import Block, Column, Heading, Paragraph, Table, Value
from mlslcs_ref.documents.look import Look
from mlslcs_ref.experiments.artificial.study import profile_of
from mlslcs_ref.experiments.artificial.summary import Compared, Row
from mlslcs_ref.experiments.artificial.tables import study_records
from mlslcs_ref.experiments.grid import Results
from mlslcs_ref.experiments.statistics import Estimate, Share
from mlslcs_ref.rulesets import Method

__all__ = ["artificial_page"]

# columns of a terminal from which on two decimals have room
WIDE: Final = 76
MOST_FAILURES: Final = 10
AGREES: Final = {True: "yes", False: "no", None: "-"}
QUANTITIES: Final = {
    "scs": "%SCS",
    "complete": "all of it",
    "accuracy": "accuracy",
    "perfect": "all right",
    "compacted": "compacted rules",
}


def artificial_page(
    results: Results,
    rows: Sequence[Row],
    compared: Sequence[Compared],
    method: Method,
    files: Sequence[Path],
    look: Look,
) -> list[Block]:
    """Return the page.

    Parameters
    ----------
    results : Results
        All runs.
    rows : sequence of Row
        Their summary.
    compared : sequence of Compared
        The paper's numbers beside it.
    method : str
        How rules decide, for the accuracy that is shown.
    files : sequence of Path
        What was written.
    look : Look
        A terminal gets tables of percent; a pipe gets plain numbers.
    """
    done, n_units = len(results.with_status("done")), len(results.units)
    page: list[Block] = [Heading(f"artificial problems, profile {profile_of(results.plan)}: {done} of {n_units} runs")]
    if look.terminal:
        page += _tables(rows, compared, method, look)
    else:
        page += [_records(study_records(rows)), Heading("beside the paper"), _records(map(_record, compared))]
    failed = results.with_status("failed")
    page += [Paragraph(failure_text(result)) for result in failed[: MOST_FAILURES if look.terminal else None]]
    return page + [Paragraph(f"written: {file}") for file in files]


def _tables(rows: Sequence[Row], compared: Sequence[Compared], method: Method, look: Look) -> Iterator[Block]:
    writer = _Writer(look)
    for study in dict.fromkeys(row.study for row in rows):
        own = [row for row in rows if row.study == study]
        yield Heading(f"{study}: {own[0].passes:,} passes")
        columns = ("omega", "%SCS", "all of it", f"accuracy {method.upper()}", "all right", "rules", "compacted")
        yield Table(tuple(map(Column, columns)), tuple(writer.row(row, method) for row in own))
        beside = [one for one in compared if one.study == study]
        if beside:
            yield Heading(f"{study}, omega {beside[0].omega:g}, beside the paper")
            heads = (Column("", "text"), Column("here"), Column("95% interval"), Column("paper"), Column("agrees"))
            yield Table(heads, tuple(map(writer.beside, beside)))
    yield Paragraph(
        f"means over runs {writer.sign} half of their 95% interval (Student's; of counts Wilson's), in percent, but "
        "runs and rules in numbers"
    )
    if compared:
        yield Paragraph(
            "a mean agrees if the paper's can be of as many runs with our spread, or with the least that its perfect "
            "runs leave it, a count if Fisher's exact test does not tell both apart, at 5%"
        )
    missing = sum(row.n_missing for row in rows)
    if missing:
        yield Paragraph(f"{missing} runs are missing or have failed, and are in no mean")


class _Writer:
    """Writes numbers as wide as the terminal allows."""

    def __init__(self, look: Look) -> None:
        self._decimals = 2 if look.width >= WIDE else 1
        self.sign = "+-" if look.ascii else "±"

    def row(self, row: Row, method: Method) -> tuple[Value, ...]:
        return (
            f"{row.omega:g}",
            self._mean(row.scs, 100.0),
            _of(row.complete),
            self._mean(row.accuracy[method], 100.0),
            _of(row.perfect[method]),
            f"{row.rules.mean:.0f}",
            self._mean(row.compacted, 1.0),
        )

    def beside(self, one: Compared) -> tuple[Value, ...]:
        name = QUANTITIES[one.quantity] + (f", {one.method.upper()}" if one.method else "")
        ours = one.ours
        if isinstance(ours, Share):
            paper = f"{one.paper:.0f}/{one.paper_n}"
            return name, _of(ours), self._interval(ours, ours.n, ours.n), paper, AGREES[one.agrees]
        unit, most = (1.0, math.inf) if one.quantity == "compacted" else (100.0, 100.0)
        paper = f"{unit * one.paper:.2f}"
        return name, f"{unit * ours.mean:.2f}", self._interval(ours, unit, most), paper, AGREES[one.agrees]

    def _interval(self, ours: Estimate | Share, unit: float, most: float) -> str:
        if ours.low is None or ours.high is None:
            return "-"
        # Student's interval knows no bounds
        low, high = max(unit * ours.low, 0.0), min(unit * ours.high, most)
        return f"{low:.{self._decimals}f} to {high:.{self._decimals}f}"

    def _mean(self, estimate: Estimate, unit: float) -> str:
        mean = f"{unit * estimate.mean:.{self._decimals}f}"
        if estimate.high is None:
            return mean
        return f"{mean} {self.sign}{unit * (estimate.high - estimate.mean):.1f}"


def _of(share: Share) -> str:
    return f"{share.hits}/{share.n}"


def _records(records: Any) -> Table:
    found = list(records)
    columns = tuple(Column(name, "text") for name in found[0]) if found else (Column("study", "text"),)
    return Table(columns, tuple(tuple("" if cell is None else cell for cell in one.values()) for one in found))


def _record(one: Compared) -> dict[str, Any]:
    ours = one.ours
    return {
        "study": one.study,
        "omega": one.omega,
        "quantity": one.quantity,
        "method": one.method,
        "here": ours.hits if isinstance(ours, Share) else ours.mean,
        "low": ours.low,
        "high": ours.high,
        "n": ours.n,
        "paper": one.paper,
        "paper n": one.paper_n,
        "agrees": AGREES[one.agrees],
    }
