"""The results of the study of omega, as a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from mlslcs_ref.cli.experiment.plain_records import plain_table
from mlslcs_ref.cli.experiment.unit_progress import failure_blocks
from mlslcs_ref.documents.document import Block, Heading, Paragraph
from mlslcs_ref.documents.look import Look
from mlslcs_ref.experiments.artificial.study import profile_of
from mlslcs_ref.experiments.artificial.summary import Row, StudyNumber
from mlslcs_ref.experiments.artificial.tables import beside_records, beside_table, omega_table, study_records
from mlslcs_ref.experiments.grid import Results
from mlslcs_ref.rulesets import Method


def artificial_page(
    results: Results,
    rows: Sequence[Row],
    compared: Sequence[StudyNumber],
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
    compared : sequence of StudyNumber
        The paper's numbers beside it.
    method : str
        The way of deciding for the accuracy that is shown.
    files : sequence of Path
        What was written.
    look : Look
        A terminal gets tables of percent; a pipe gets plain numbers.
    """
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
