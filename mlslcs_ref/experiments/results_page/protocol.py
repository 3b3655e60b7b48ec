"""A look at the paper's protocol and numbers: choices by test data, and contradictions.

The paper looks at its models every hundred passes and stops by the accuracy on test data. Here every run has all its
passes, and the points of its curve have the accuracy of the model at that moment on the test data. So every choice
can be evaluated afterwards.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final

from mlslcs_ref.documents.document import Block, Bullets, Cell, Column, Paragraph, Table
from mlslcs_ref.experiments.benchmark.board import WAYS
from mlslcs_ref.experiments.benchmark.published import PERCENT, paper_way_score
from mlslcs_ref.experiments.grid.plan import MLS_LCS
from mlslcs_ref.experiments.grid.results import Results, UnitResult
from mlslcs_ref.experiments.paper.tables import paper
from mlslcs_ref.experiments.results_page.folders import ResultsWithData

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


@dataclass(frozen=True)
class CheckpointRow:
    """The accuracy of a way of deciding on a data set, by what was chosen on test data; in percent."""

    dataset: str
    method: str
    way: str
    """`dataset`, `method`, `way`: Which."""
    last: float
    """Nothing chosen: the mean over folds and repeats of the last checkpoint."""
    common: float
    """The best checkpoint, the same for all folds and repeats."""
    common_pass: int
    """After which pass that is."""
    each: float
    """The best checkpoint of each fold and repeat."""
    repeat: float | None
    """The best repeat, of those over all folds, at its last checkpoint; None if there is one only."""
    repeat_each: float | None
    """The best checkpoint and repeat of each fold; None likewise."""
    n_repeats: int
    """Seeds."""


def checkpoint_rows(results: Results) -> tuple[CheckpointRow, ...]:
    """Return what choosing is worth for every data set and way of deciding whose runs were measured on the test data.

    Only folds and repeats of which all are done count; a data set with a gap is left out.
    """
    rows = []
    for entry in results.plan.datasets:
        for method in results.plan.methods:
            if method.kind != MLS_LCS or method.vary:
                continue
            runs = [one for one in results if (one.unit.dataset, one.unit.method) == (entry.name, method.name)]
            for way in WAYS:
                curves = _curves(runs, way)
                if curves:
                    rows.append(_row(entry.name, method.name, way, curves, _passes(runs)))
    return tuple(rows)


def _passes(runs: Sequence[UnitResult]) -> tuple[int, ...]:
    return tuple(int(point["pass"]) for point in runs[0].curve)


def _curves(runs: Sequence[UnitResult], way: str) -> dict[tuple[int, int], tuple[float, ...]]:
    """Return the accuracy on test data at every checkpoint, by fold and seed; nothing if a run lacks any."""
    name = f"test_accuracy_{way}"
    if not runs or not all(one.curve and all(name in point for point in one.curve) for one in runs):
        return {}
    found = {(one.unit.fold, one.unit.seed): tuple(PERCENT * point[name] for point in one.curve) for one in runs}
    alike = len({len(curve) for curve in found.values()}) == 1
    return found if alike and all(math.isfinite(value) for curve in found.values() for value in curve) else {}


def _row(
    dataset: str, method: str, way: str, curves: Mapping[tuple[int, int], tuple[float, ...]], passes: tuple[int, ...]
) -> CheckpointRow:
    by_checkpoint = [fmean(values) for values in zip(*curves.values(), strict=True)]
    best = max(range(len(by_checkpoint)), key=by_checkpoint.__getitem__)
    seeds = sorted({seed for _fold, seed in curves})
    folds = sorted({fold for fold, _seed in curves})
    several = len(seeds) > 1
    last = {seed: fmean([curves[fold, seed][-1] for fold in folds]) for seed in seeds}
    return CheckpointRow(
        dataset=dataset,
        method=method,
        way=way,
        last=by_checkpoint[-1],
        common=by_checkpoint[best],
        common_pass=passes[best],
        each=fmean([max(curve) for curve in curves.values()]),
        repeat=max(last.values()) if several else None,
        repeat_each=fmean([max(max(curves[fold, seed]) for seed in seeds) for fold in folds]) if several else None,
        n_repeats=len(seeds),
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
