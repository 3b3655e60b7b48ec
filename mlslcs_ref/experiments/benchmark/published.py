"""The paper's number for a cell of Table 4 or 5, in percent, and where a run differs from the paper's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from mlslcs_ref.experiments.grid.plan import MLS_LCS, DatasetEntry, MethodEntry
from mlslcs_ref.experiments.paper.tables import DataEntry, paper

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
