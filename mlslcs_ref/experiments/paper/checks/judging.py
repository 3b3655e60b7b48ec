"""Judging tables of all data sets, also if some are missing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from mlslcs_ref.errors import DataError
from mlslcs_ref.experiments.paper.evidence import CheckResult, NotTestableError, PaperNumber
from mlslcs_ref.experiments.paper.tables import Cells, Paper
from mlslcs_ref.experiments.statistics.comparison import Gap, ScoreTable, score_table
from mlslcs_ref.metrics import SMALLER_IS_BETTER


class Judgement(NamedTuple):
    """The judgement of some tables."""

    holds: bool
    """Whether the claim holds of them."""
    sentence: str
    """What was found."""
    numbers: list[PaperNumber]
    """What it rests on; that of the paper is put beside it later."""
    refuted: bool = False
    """Whether the claim is false whatever the data sets that are missing will give."""


Judge = Callable[[Mapping[str, ScoreTable]], Judgement]
"""Judges tables by metric."""


def judge_tables(
    paper: Paper,
    ours: Mapping[str, Cells],
    theirs: Mapping[str, Cells],
    metrics: Sequence[str],
    columns: Sequence[str],
    judge: Judge,
) -> CheckResult:
    """Judge our tables and the paper's alike.

    Parameters
    ----------
    paper : Paper
        Its data sets are those that the claim is about.
    ours, theirs : mapping of str to mapping
        Numbers by metric, data set and column.
    metrics, columns : sequence of str
        Of these metrics, every one of these columns.
    judge : callable
        Says whether the claim holds of complete tables of some data sets. Of the paper it sees the same data sets as of
        ours, but for those of which the paper has lost a number.

    Raises
    ------
    NotTestableError
        If data sets are missing, and too few are left to say anything of them.
    """
    tables: dict[str, ScoreTable] = {}
    gaps: dict[Gap, None] = {}
    for metric in metrics:
        rows = ours.get(metric, {})
        cells = {dataset: dict(rows.get(dataset, {})) for dataset in paper.datasets}
        try:
            tables[metric] = score_table(cells, metric in SMALLER_IS_BETTER, columns, leave_out=True)
        except DataError:
            raise NotTestableError(f"there is no data set with all numbers of {words(metric)}") from None
        gaps |= dict.fromkeys(tables[metric].gaps)
    missing = _missing(paper, tuple(gaps), len(columns))
    try:
        found = judge(tables)
        printed = judge({metric: _like(table, theirs[metric]) for metric, table in tables.items()})
    except DataError as error:
        raise NotTestableError(f"there is no result for {missing}, and of the others {error}") from None
    numbers = tuple(
        number._replace(paper=other.ours) for number, other in zip(found.numbers, printed.numbers, strict=True)
    )
    if not gaps:
        return CheckResult.of(found.holds, found.sentence, numbers)
    if found.refuted:
        return CheckResult("not reproduced", f"{found.sentence}, whatever the result for {missing}", numbers)
    n_left = min(len(table.datasets) for table in tables.values())
    others = "1 other data set" if n_left == 1 else f"{n_left} other data sets"
    reason = f"there is no result for {missing}; on the {others}: {found.sentence}"
    return CheckResult("not testable", reason, numbers, "reproduced" if found.holds else "not reproduced")


def _like(table: ScoreTable, theirs: Cells) -> ScoreTable:
    # what the paper has lost is in none of its own counts
    cells = {name: theirs[name] for name in table.datasets}
    return score_table(cells, table.smaller_is_better, table.methods, leave_out=True)


def _missing(paper: Paper, gaps: Sequence[Gap], n_columns: int) -> str:
    """Say what is missing: a data set, or single cells of it."""
    by_dataset: dict[str, list[str]] = {}
    for gap in gaps:
        by_dataset.setdefault(gap.dataset, []).append(gap.method)
    titles = {name: paper.datasets[name].title for name in by_dataset}
    return ", ".join(
        titles[name] if len(methods) == n_columns else f"{' and '.join(methods)} on {titles[name]}"
        for name, methods in by_dataset.items()
    )


def percent(share: float) -> str:
    """Return a share in percent, as the paper prints it."""
    return f"{100 * share:.2f}%"


def words(metric: str) -> str:
    """Return the name of a metric as it stands in a sentence."""
    return metric.replace("_", " ")
