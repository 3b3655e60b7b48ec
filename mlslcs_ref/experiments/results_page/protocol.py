"""A look at the paper's protocol and numbers: choices by test data, and contradictions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from mlslcs_ref.documents.document import Block, Bullets, Cell, Column, Paragraph, Table
from mlslcs_ref.experiments.benchmark.checkpoints import CheckpointRow, checkpoint_rows
from mlslcs_ref.experiments.benchmark.published import paper_way_score
from mlslcs_ref.experiments.grid.results import Results
from mlslcs_ref.experiments.paper.tables import paper
from mlslcs_ref.experiments.results_page.runs import ResultsWithData

PROTOCOL: Final = (
    (
        "Table 3's settings were tuned one at a time, by their results on training data; but training stopped when "
        "the accuracy on test data was above that of BR."
    ),
    (
        "Of HOMER, RAkEL and MLkNN the paper reports the best of five, three and eight set-ups, and of MlS-LCS the "
        "best of three ways of deciding, all by the reported numbers."
    ),
    "The paper does not say over how many runs, with different seeds, a number is a mean.",
)
CHOSEN_AFTERWARDS: Final = (
    "The first number is the result on unseen data. The others choose afterwards, by the numbers that they report: "
    "the pass at which all folds stop, a pass for each fold, the seed that is best over all folds, or both for each "
    "fold."
)


def protocol_blocks(runs: Sequence[ResultsWithData]) -> Iterator[Block]:
    """Yield what test data decide in the paper, and what that gains in runs that also measured on test data."""
    yield Bullets(PROTOCOL)
    rows = [row for run in runs for row in _checkpoint_table_rows(run.results)]
    if not rows:
        yield Paragraph(
            "These results cannot show what choosing by test data gains: that needs all folds of a data set, from "
            "runs that were measured on their test data along the way (the option curve_every of the method mls-lcs)."
        )
        return
    yield Table(
        (
            Column("data", "text"),
            Column("way", "text"),
            Column("nothing: the last pass"),
            Column("one stop for all"),
            Column("a stop for each fold"),
            Column("the best repeat"),
            Column("stop and repeat for each fold"),
            Column("paper"),
        ),
        tuple(rows),
        "Accuracy of MlS-LCS by what test data choose, in percent",
        (CHOSEN_AFTERWARDS,),
    )


def _checkpoint_table_rows(results: Results) -> Iterator[tuple[Cell, ...]]:
    for row in checkpoint_rows(results):
        entry = results.plan.dataset(row.dataset)
        published = paper_way_score(entry, "accuracy", row.way)
        yield (
            Cell(row.dataset, () if row.method == "MlS-LCS" else (row.method,)),
            Cell(row.way.upper()),
            Cell(f"{row.last:.2f}"),
            _gain(row.common, row, (f"pass {row.common_pass:,}",)),
            _gain(row.each, row),
            _gain(row.repeat, row, (f"of {row.n_repeats}",)),
            _gain(row.repeat_each, row),
            Cell() if published is None else Cell(f"{published:.2f}", (_difference(published - row.last),)),
        )


def _gain(value: float | None, row: CheckpointRow, notes: tuple[str, ...] = ()) -> Cell:
    return Cell() if value is None else Cell(f"{value:.2f}", (_difference(value - row.last), *notes))


def _difference(points: float) -> str:
    return f"{points:+.2f}"


def doubts_blocks() -> Iterator[Block]:
    """Yield where the paper contradicts itself or the data."""
    yield Bullets(tuple(f"{entry.where}: {entry.reason}" for entry in paper().inconsistencies))
