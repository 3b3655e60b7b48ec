"""The paper's number for a cell of Table 4 or 5, in percent, and the results that its claims are tested on.

These are complete cells that were run as in the paper: what differs from it is said in words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from mlslcs_ref.experiments.benchmark.board import WAYS, Board, Measured
from mlslcs_ref.experiments.grid.plan import MLS_LCS, DatasetEntry, MethodEntry, Plan
from mlslcs_ref.experiments.paper.evidence import Evidence, Runs, Sizes
from mlslcs_ref.experiments.paper.tables import DataEntry, paper
from mlslcs_ref.metrics import METRICS

PERCENT: Final = 100.0
N_FOLDS: Final = 10
CROSS_VALIDATED: Final = f"{N_FOLDS}-fold cross-validation"
KINDS_OF_METHODS: Final[Mapping[str, str]] = {
    "HOMER": "homer",
    "RAkEL": "rakel",
    "ECC": "ecc",
    "CC": "cc",
    "MLkNN": "mlknn",
    "BR": "br",
    "MlS-LCS": MLS_LCS,
}
"""The paper's methods, in its order, with their kinds."""


def paper_data(entry: DatasetEntry) -> DataEntry | None:
    """Return what the paper says of a data set of a plan; None if the paper does not have it."""
    return None if entry.file else paper().datasets.get(entry.source.casefold())


def paper_score(entry: DatasetEntry, metric: str, method: str) -> float | None:
    """Return a number of Table 5, None if the paper has none."""
    data = paper_data(entry)
    share = None if data is None else paper().rivals[metric].values[data.name].get(method)
    return _percent(share)


def paper_rank(entry: DatasetEntry, metric: str, method: str) -> float | None:
    """Return a rank of Table 5 as it is printed, None if the paper has none."""
    data = paper_data(entry)
    return None if data is None else paper().rivals[metric].ranks[data.name].get(method)


def paper_way_score(entry: DatasetEntry, metric: str, way: str, *, printed: bool = False) -> float | None:
    """Return a number of Table 4, None if the paper has none.

    `printed` takes what stands in the row, and not what is meant where rows stand in the wrong place.
    """
    data, tables = paper_data(entry), paper().ways if printed else paper().ways_meant
    share = None if data is None else tables[metric][data.name].get(way)
    return _percent(share)


def _percent(share: float | None) -> float | None:
    # as it is printed
    return None if share is None else round(PERCENT * share, 2)


def deviations(entry: DatasetEntry, method: MethodEntry) -> tuple[str, ...]:
    """Return how running a method on a data set differs from what the paper did, in words; nothing if it does not.

    A profile is no difference, nor is how ten folds are made, nor that there are ten where the paper has a training and
    a test set: that is more of the same. Options of other methods are the plan's affair.
    """
    return tuple(_deviations(entry, method))


def _deviations(entry: DatasetEntry, method: MethodEntry) -> Iterator[str]:
    data = paper_data(entry)
    if data is None:
        yield "the paper does not have this data set"
        return
    if entry.reading.drop:
        yield f"{', '.join(entry.reading.drop)} left out"
    if entry.scheme == "training":
        yield "tested on the training data"
    elif entry.scheme == "split":
        if data.protocol == CROSS_VALIDATED:
            yield f"a training and a test set, not {N_FOLDS} folds"
    elif entry.n_folds != N_FOLDS:
        yield f"{entry.n_folds} folds, not {N_FOLDS}"
    if method.kind == MLS_LCS:
        settings = {**entry.settings, **method.options.get("settings", {})}
        for name, value in data.parameters.items():
            if settings.get(name) != value:
                yield f"{name} {settings.get(name, 'as in the profile')}, not {value:g}"
        for name, value in settings.items():
            if name not in data.parameters:
                yield f"{name} {value}"


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
