"""What is gained by choosing the end of training and the reported repeat by test data, as the paper does.

The paper looks at its models every hundred passes and stops by the accuracy on test data. Here every run has all its
passes, and the points of its curve have the accuracy of the model at that moment on the test data. So every choice
can be evaluated afterwards.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from mlslcs_ref.experiments.benchmark.board import WAYS
from mlslcs_ref.experiments.grid.plan import MLS_LCS
from mlslcs_ref.experiments.grid.results import Results, UnitResult

PERCENT = 100.0


@dataclass(frozen=True)
class CheckpointRow:
    """The accuracy of a way of deciding on a data set, by what test data were let choose; in percent."""

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
