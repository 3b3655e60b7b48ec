"""The results that the paper's claims are tested on: complete cells that were run as in the paper."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mlslcs_ref.experiments.benchmark.board import WAYS, Board, Measured
from mlslcs_ref.experiments.benchmark.published import KINDS_OF_METHODS, PERCENT, deviations, paper_data
from mlslcs_ref.experiments.grid.plan import MLS_LCS, DatasetEntry, MethodEntry, Plan
from mlslcs_ref.experiments.paper.evidence import Evidence, Runs, Sizes
from mlslcs_ref.metrics import METRICS


class Gathered(NamedTuple):
    """The evidence, and what was left out of it."""

    evidence: Evidence
    """For `verdicts`."""
    left_out: tuple[str, ...]
    """What was run but is no evidence, each with the reason."""
    sources: tuple[str, ...] = ()
    """Which runs of MlS-LCS are evidence: the data set, the profile and the plan."""


def gathered(boards: Sequence[Board], artificial: dict[str, dict[float, Runs]]) -> Gathered:
    """Return the evidence of several experiments; of the same thing twice, the first counts.

    Methods are compared on the same folds: results on other folds of a data set than the first are left out.
    """
    rivals: dict[str, dict[str, dict[str, float]]] = {metric: {} for metric in METRICS}
    ways: dict[str, dict[str, dict[str, float]]] = {metric: {} for metric in METRICS}
    sizes: dict[str, Sizes] = {}
    left_out: list[str] = []
    sources: dict[str, str] = {}
    divisions: dict[str, tuple[object, ...]] = {}
    for board in boards:
        for entry in board.results.plan.datasets:
            data = paper_data(entry)
            division = _division(board.results.plan, entry)
            for method in board.results.plan.methods:
                if data is None or KINDS_OF_METHODS.get(method.name) != method.kind:
                    continue
                found = board.representative(entry.name, method.name)
                reasons = deviations(entry, method)
                if found is None or reasons or not found.complete:
                    left_out.append(f"{method.name} on {entry.name}: {_reason(found, reasons)}")
                    continue
                if divisions.setdefault(data.name, division) != division:
                    left_out.append(f"{method.name} on {entry.name}: its folds differ from those of the other methods")
                    continue
                _add(rivals, data.name, method.name, found)
                if method.kind == MLS_LCS:
                    _add_sizes(sizes, data.name, [board.fact(entry.name, method.name, name) for name in Sizes._fields])
                    sources.setdefault(data.name, source_text(entry.name, method, board.results.plan))
                for one in board.all_of(entry.name, method.name) if method.kind == MLS_LCS else ():
                    if one.way in WAYS:
                        _add(ways, data.name, one.way, one)
    return Gathered(Evidence(rivals, ways, artificial, sizes), tuple(left_out), tuple(sources.values()))


def source_text(dataset: str, method: MethodEntry, plan: Plan) -> str:
    """Return which runs of MlS-LCS on a data set count: their profile and their plan."""
    return f"{dataset}: profile {method.options.get('profile', 'paper')}, plan {plan.name}"


def _division(plan: Plan, entry: DatasetEntry) -> tuple[object, ...]:
    """Return what decides the training and test instances of a data set of the paper."""
    return (entry.scheme,) if entry.scheme == "split" else (entry.scheme, entry.n_folds, plan.folds_seed)


def _reason(found: Measured | None, reasons: Sequence[str]) -> str:
    if found is None:
        return "nothing was done"
    return "; ".join(reasons) or found.lacking


def _add(tables: dict[str, dict[str, dict[str, float]]], dataset: str, name: str, measured: Measured) -> None:
    for metric in METRICS:
        mean = measured.mean(metric)
        if mean is not None:
            tables[metric].setdefault(dataset, {}).setdefault(name, mean / PERCENT)


def _add_sizes(sizes: dict[str, Sizes], dataset: str, found: Sequence[float | None]) -> None:
    known = [number for number in found if number is not None]
    if len(known) == len(Sizes._fields):
        sizes.setdefault(dataset, Sizes(*known))
