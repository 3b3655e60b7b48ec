"""The results of the runs of Section 4.1, beside what the paper reports."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean
from typing import Final, Literal, NamedTuple, TypeAlias

from mlslcs_ref.experiments.artificial.study import METHOD
from mlslcs_ref.experiments.grid.plan import DatasetEntry
from mlslcs_ref.experiments.grid.results import Results, UnitResult
from mlslcs_ref.experiments.paper.tables import ArtificialEntry, paper
from mlslcs_ref.experiments.statistics.intervals import (
    LEVEL_OF_TESTS,
    Estimate,
    Share,
    chance_difference,
    estimate_mean,
    estimate_share,
    same_share_p_value,
)
from mlslcs_ref.rulesets.consultation import METHODS

Quantity: TypeAlias = Literal["scs", "complete", "accuracy", "perfect", "compacted"]
LEVEL: Final = 0.95
"""Of every interval."""
FIELDS: Final[Mapping[str, str]] = {"compacted": "n_compacted"}
"""What the paper's entry calls a quantity, where that is another name."""


class Row(NamedTuple):
    """All runs of a problem with one omega."""

    study: str
    """The problem as the plan calls it."""
    problem: str
    passes: int
    """Training passes."""
    omega: float
    """In [0, 1]."""
    n_missing: int
    """Runs that failed or were not done, and are in none of the numbers."""
    scs: Estimate
    """Share of the shortest complete solution that the model holds (MET-B)."""
    complete: Share
    """Runs whose model holds all of it."""
    accuracy: Mapping[str, Estimate]
    """Accuracy on all instances by the way of deciding."""
    perfect: Mapping[str, Share]
    """Runs with accuracy 1, likewise."""
    rules: Estimate
    compacted: Estimate
    """`rules`, `compacted`: Rules of the model, and of the compacted one (MET-D)."""


class Point(NamedTuple):
    """The mean of runs after a pass."""

    passes: int
    """Passes done, update-only ones included."""
    scs: float
    """Mean share of the shortest complete solution that P holds."""
    accuracy: Mapping[str, float]
    """Mean accuracy by the way of deciding."""


class StudyNumber(NamedTuple):
    """A number of the paper beside ours."""

    study: str
    """The problem as the plan calls it."""
    passes: int
    """Training passes."""
    omega: float
    """In [0, 1]."""
    quantity: Quantity
    """`scs`, `complete` (runs with all of it), `accuracy`, `perfect` (runs with accuracy 1) or `compacted`."""
    method: str
    """The way of deciding; empty where labels are not decided."""
    ours: Estimate | Share
    """With its interval."""
    paper: float
    """A mean, or how many of its runs."""
    paper_n: int
    """Its runs."""
    agrees: bool | None
    """Whether both can come from the same runs, as `chance_difference` and Fisher's exact test tell at 0.05. The paper
    reports no spread: it is taken to have ours, or the least that it can have if that is larger. None with a single
    run."""


def study_rows(results: Results) -> tuple[Row, ...]:
    """Return the results of each problem and omega of a plan that has runs."""
    return tuple(_rows(results))


def _rows(results: Results) -> Iterator[Row]:
    for entry, omega, runs in _groups(results):
        done = [run for run in runs if run.status == "done"]
        if not done:
            continue

        def facts(name: str, done: Sequence[UnitResult] = done) -> list[float]:
            return [run.facts[name] for run in done]

        accuracies = {method: facts(f"train_accuracy_{method}") for method in METHODS}
        yield Row(
            study=entry.name,
            problem=entry.source,
            passes=int(entry.settings["passes"]),
            omega=omega,
            n_missing=len(runs) - len(done),
            scs=estimate_mean(facts("scs"), LEVEL),
            complete=_ones(facts("scs")),
            accuracy={method: estimate_mean(values, LEVEL) for method, values in accuracies.items()},
            perfect={method: _ones(values) for method, values in accuracies.items()},
            rules=estimate_mean(facts("n_rules"), LEVEL),
            compacted=estimate_mean(facts("n_compacted"), LEVEL),
        )


def _groups(results: Results) -> Iterator[tuple[DatasetEntry, float, list[UnitResult]]]:
    """Yield the runs of each problem and omega, in the order of the plan."""
    runs: dict[tuple[str, str], list[UnitResult]] = {}
    for result in results:
        runs.setdefault((result.unit.dataset, result.unit.variant), []).append(result)
    for entry in results.plan.datasets:
        for variant in results.plan.method(METHOD).variants(entry):
            yield entry, float(variant.options["settings"]["omega"]), runs[entry.name, variant.name]


def _ones(values: Sequence[float]) -> Share:
    return estimate_share(values.count(1.0), len(values), LEVEL)


def mean_curve(results: Results, study: str, omega: float) -> tuple[Point, ...]:
    """Return the mean curve of the runs of a problem with one omega."""
    runs = [
        run.curve
        for entry, value, found in _groups(results)
        if (entry.name, value) == (study, omega)
        for run in found
        if run.status == "done"
    ]
    return tuple(
        Point(
            int(points[0]["pass"]),
            fmean(point["scs"] for point in points),
            {method: fmean(point[f"accuracy_{method}"] for point in points) for method in METHODS},
        )
        for points in zip(*runs, strict=True)
    )


def compared_rows(rows: Sequence[Row]) -> tuple[StudyNumber, ...]:
    """Return the numbers of the paper beside ours, for the problems and the omega that it reports."""
    reported = paper().artificial
    return tuple(
        comparison
        for row in rows
        if row.problem in reported and reported[row.problem].omega == row.omega
        for comparison in _compared(row, reported[row.problem])
    )


def _compared(row: Row, entry: ArtificialEntry) -> Iterator[StudyNumber]:
    def of(quantity: Quantity, method: str, ours: Estimate | Share, reported: float) -> StudyNumber:
        # of a single run no spread is known
        agrees = _agrees(ours, reported, entry, FIELDS.get(quantity, quantity)) if ours.n > 1 else None
        return StudyNumber(row.study, row.passes, row.omega, quantity, method, ours, reported, entry.runs, agrees)

    yield of("scs", "", row.scs, entry.scs)
    yield of("complete", "", row.complete, entry.runs_with_all_scs)
    for method in METHODS:
        yield of("accuracy", method, row.accuracy[method], entry.accuracy)
        yield of("perfect", method, row.perfect[method], entry.runs_with_all_right)
    yield of("compacted", "", row.compacted, entry.n_compacted)


def _agrees(ours: Estimate | Share, reported: float, entry: ArtificialEntry, field: str) -> bool:
    if isinstance(ours, Share):
        return same_share_p_value(ours, int(reported), entry.runs) > LEVEL_OF_TESTS
    allowed = chance_difference(ours, entry.runs, entry.least_sd(field)) + entry.rounding(field)
    return abs(ours.mean - reported) <= allowed
