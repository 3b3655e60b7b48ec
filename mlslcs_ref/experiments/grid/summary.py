"""Means over folds and seeds: apart from the results, which every unit of work loads, for they decide none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mlslcs_ref.experiments.grid.results import Results, UnitResult
from mlslcs_ref.experiments.grid.units import Unit
from mlslcs_ref.experiments.statistics.intervals import Spread
from mlslcs_ref.metrics import METRICS


class SummaryRow(NamedTuple):
    """A data set, a method and a way of deciding."""

    dataset: str
    method: str
    variant: str
    """`dataset`, `method`, `variant`: As in the plan."""
    way: str
    """`pcut`, `ival`, `best` or `labels`; empty if no unit is done."""
    n_done: int
    n_failed: int
    n_units: int
    """`n_done`, `n_failed`, `n_units`: Units that the means are over, units that failed, and units of the plan: folds
    times seeds."""
    accuracy: Spread
    exact_match: Spread
    hamming_loss: Spread
    """`accuracy`, `exact_match`, `hamming_loss`: On test data."""
    seconds: float
    """Mean time of a unit; NaN if none is done."""

    @property
    def label(self) -> str:
        """The method with its variant."""
        return Unit(self.dataset, self.method, self.variant, 1, 0).label

    @property
    def complete(self) -> bool:
        """Whether the means are over all units."""
        return self.n_done == self.n_units


def summary(results: Results) -> tuple[SummaryRow, ...]:
    """Return the means of all data sets, methods, variants and ways of deciding, in the order of the plan."""
    groups: dict[tuple[str, str, str], list[UnitResult]] = {}
    for result in results:
        unit = result.unit
        groups.setdefault((unit.dataset, unit.method, unit.variant), []).append(result)
    return tuple(row for group, members in groups.items() for row in _rows(group, members))


def _rows(group: tuple[str, str, str], members: Sequence[UnitResult]) -> list[SummaryRow]:
    done = [result for result in members if result.status == "done"]
    n_failed = [result.status for result in members].count("failed")
    seconds = Spread.of([result.seconds for result in done]).mean
    rows = []
    for way in done[0].scores if done else [""]:
        scores = [result.scores[way] for result in done]
        means = tuple(Spread.of([getattr(score, name) for score in scores]) for name in METRICS)
        accuracy, exact_match, hamming_loss = means
        counts = (len(done), n_failed, len(members))
        rows.append(SummaryRow(*group, way, *counts, accuracy, exact_match, hamming_loss, seconds))
    return rows
