"""What was run and how: data sets as in Table 2, the plan, versions, times, and which units were not finished."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import Any, Final

from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.schema import ContinuousAttribute
from mlslcs_ref.documents.document import Block, Cell, Column, Facts, Paragraph, Table
from mlslcs_ref.experiments.benchmark.published import paper_data
from mlslcs_ref.experiments.grid.plan import DatasetEntry, MethodEntry, Plan
from mlslcs_ref.experiments.grid.results import Results, UnitResult
from mlslcs_ref.experiments.paper.tables import DataEntry
from mlslcs_ref.experiments.results_page.folders import ResultsWithData

MOST_UNITS: Final = 30
SCHEMES: Final = {
    "label_sets": "{} folds, stratified by label set",
    "plain": "{} folds, shuffled",
    "split": "training and test data as given",
    "training": "trained and tested on all",
}
# an absolute path, its folders apart from its last name
FOLDERS: Final = re.compile(r"(?<![\w.])(?:[A-Za-z]:)?[\\/](?:[^\s\\/:'\"]+[\\/])+")
TERMS: Final = (
    "Attributes: C nominal, N numeric. Density: share of instance-label pairs that apply. Cardinality: mean number "
    "of labels of an instance. Complexity: instances times labels times attributes."
)


def plan_blocks(plan: Plan) -> Iterator[Block]:
    """Yield the plan as tables; of files only their names, which are the same on every machine."""
    yield Facts(
        (
            ("Plan", plan.name),
            ("Seeds", _seeds(plan.seeds)),
            ("Seed of the folds", str(plan.folds_seed)),
            ("Units", f"{len(plan.units()):,}"),
            *((("Time limit of a unit", duration(plan.time_limit)),) if plan.time_limit else ()),
        )
    )
    yield Table(
        (Column("data", "text"), Column("divided", "text"), Column("settings", "text")),
        tuple((Cell(entry.name), Cell(_divided(entry)), Cell(_options(entry.settings))) for entry in plan.datasets),
        "Data sets, and the settings of MlS-LCS for them",
    )
    yield Table(
        (
            Column("method", "text"),
            Column("kind", "text"),
            Column("options", "text"),
            Column("variants", "text"),
        ),
        tuple(
            (Cell(entry.name), Cell(entry.kind), Cell(_options(entry.options)), Cell(_variants(entry)))
            for entry in plan.methods
        ),
        "Methods",
    )


def _divided(entry: DatasetEntry) -> str:
    words = [SCHEMES[entry.scheme].format(entry.n_folds)]
    if entry.file:
        words.append("file " + PurePath(entry.file).name)
    elif entry.source != entry.name:
        words.append(f"from {entry.source}")
    for name, value in entry.reading.to_dict().items():
        text = ", ".join(value) if isinstance(value, list) else str(value)
        words.append(f"without {text}" if name == "drop" else f"{name} {text}")
    return "; ".join(words)


def _variants(entry: MethodEntry) -> str:
    if not entry.vary:
        return {"training": "chosen by training data", "test": "chosen by test data", "none": "-"}[entry.select]
    by = {"training": ", chosen by training data", "test": ", the best on test data is shown", "none": ""}
    changes = entry.vary if not isinstance(entry.vary, Mapping) else [entry.vary]
    return "; ".join(map(_options, changes)) + by[entry.select]


def _options(options: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} = {_value(value)}" for name, value in options.items()) or "-"


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{ " + _options(value) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_value, value)) + "]"
    return value if isinstance(value, str) else json.dumps(value)


def _seeds(seeds: tuple[int, ...]) -> str:
    if len(seeds) > 3 and list(seeds) == list(range(seeds[0], seeds[-1] + 1)):
        return f"{seeds[0]} to {seeds[-1]}"
    return ", ".join(map(str, seeds))


def version_blocks(results: Results) -> Iterator[Block]:
    """Yield what the units were run with, once for each set of versions that was used."""
    counts: dict[tuple[tuple[str, str], ...], int] = {}
    for result in results:
        if result.status != "missing":
            versions = tuple(result.versions.items())
            counts[versions] = counts.get(versions, 0) + 1
    for versions, count in counts.items():
        text = ", ".join(f"{name} {value}" for name, value in versions)
        units = "1 unit was" if count == 1 else f"{count:,} units were"
        yield Paragraph(f"{units} run with {text}.")


def seconds_table(results: Results) -> Table:
    """Return how long each method took on each data set, all of its units together."""
    datasets = [entry.name for entry in results.plan.datasets]
    methods = [entry.name for entry in results.plan.methods]
    rows = []
    for dataset in datasets:
        cells = [Cell(dataset)]
        for method in methods:
            run = [
                result
                for result in results
                if (result.unit.dataset, result.unit.method) == (dataset, method) and result.status != "missing"
            ]
            each = f"{duration(_total(run) / len(run))} each" if len(run) > 1 else ""
            cells.append(Cell(duration(_total(run)), (each,) if each else ()) if run else Cell())
        rows.append(tuple(cells))
    sums = [Cell(duration(_total(result for result in results if result.unit.method == method))) for method in methods]
    rows.append((Cell("all"), *sums))
    whole = duration(_total(results))
    return Table(
        (Column("data", "text"), *(Column(method) for method in methods)),
        tuple(rows),
        "Time of units, by data set and method",
        (f"In total {whole} of one core; with several jobs it takes less time.",),
    )


def _total(run: Iterable[UnitResult]) -> float:
    total = 0.0
    for result in run:
        total += result.seconds
    return total


def duration(seconds: float) -> str:
    """Return a time in the unit that suits it."""
    if seconds < 10:
        return f"{seconds:.1f} s"
    if seconds < 120:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.1f} h"


def unfinished_blocks(results: Results) -> Iterator[Block]:
    """Yield what failed and what was not run; nothing if all is done."""
    failed, missing = results.with_status("failed"), results.with_status("missing")
    if failed:
        rows = tuple(
            (
                Cell(str(result.unit)),
                Cell(FOLDERS.sub("", f"{result.failure.type}: {result.failure.message}")),
                Cell(result.failure.where),
            )
            for result in failed[:MOST_UNITS]
            if result.failure is not None
        )
        yield Table(
            (Column("unit", "text"), Column("error", "text"), Column("where", "text")),
            rows,
            f"Units that failed: {len(failed):,} of {len(results.units):,}",
            _cut(len(failed)),
        )
    if missing:
        by_method: dict[tuple[str, str], list[int]] = {}
        for result in missing:
            by_method.setdefault((result.unit.dataset, result.unit.method), []).append(result.unit.fold)
        lines = tuple(
            (Cell(dataset), Cell(method), Cell(str(len(folds))), Cell(_ranges(sorted(set(folds)))))
            for (dataset, method), folds in by_method.items()
        )
        yield Table(
            (Column("data", "text"), Column("method", "text"), Column("units"), Column("folds", "text")),
            lines[:MOST_UNITS],
            f"Units that were not run: {len(missing):,} of {len(results.units):,}",
            _cut(len(lines)),
        )


def _ranges(numbers: Sequence[int]) -> str:
    """Return ascending numbers in as few words as possible: 1 to 3, 7."""
    found: list[tuple[int, int]] = []
    for number in numbers:
        if found and found[-1][1] == number - 1:
            found[-1] = (found[-1][0], number)
        else:
            found.append((number, number))
    return ", ".join(str(first) if first == last else f"{first} to {last}" for first, last in found)


def _cut(n_all: int) -> tuple[str, ...]:
    return (f"{MOST_UNITS} of {n_all:,} rows.",) if n_all > MOST_UNITS else ()


def data_table(runs: Sequence[ResultsWithData]) -> Table:
    """Return the statistics of the data sets that were run on, the paper's below those that differ."""
    heads = (
        Column("data", "text"),
        Column("instances"),
        Column("attributes"),
        Column("labels"),
        Column("label sets"),
        Column("density"),
        Column("cardinality"),
        Column("complexity"),
        Column("of", "text"),
    )
    rows = {entry.name: _row(entry.name, run, paper_data(entry)) for run in runs for entry in run.results.plan.datasets}
    remarks = [TERMS]
    remarks += [
        f"{name}: the data are {reason}, so the numbers are the paper's."
        for run in runs
        for name, reason in run.lacking.items()
    ]
    remarks += [
        f"{name}: {', '.join(identifiers)} has a different value in every row. A rule that tests it matches one "
        f"instance."
        for run in runs
        for name, dataset in run.datasets.items()
        if (identifiers := dataset.identifier_attributes)
    ]
    return Table(heads, tuple(rows.values()), "Data sets, as in Table 2", tuple(dict.fromkeys(remarks)))


def _row(name: str, run: ResultsWithData, known: DataEntry | None) -> tuple[Cell, ...]:
    paper = None if known is None else _texts(known.statistics)
    found = run.datasets.get(name)
    ours = None if found is None else _texts(_statistics(found))
    domain = "" if known is None else known.domain
    if ours is None:
        return (Cell(name), *(Cell(text) for text in paper or ["-"] * 7), Cell(domain))
    cells = [
        Cell(text, (f"paper {paper[place]}",) if paper is not None and paper[place] != text else ())
        for place, text in enumerate(ours)
    ]
    return (Cell(name), *cells, Cell(domain))


def _statistics(dataset: Dataset) -> dict[str, float]:
    n_numeric = len([one for one in dataset.schema.attributes if isinstance(one, ContinuousAttribute)])
    return {
        "instances": dataset.n_instances,
        "nominal": dataset.n_attributes - n_numeric,
        "numeric": n_numeric,
        "labels": dataset.n_labels,
        "combinations": dataset.n_label_combinations,
        "density": dataset.label_density,
        "cardinality": dataset.label_cardinality,
        "complexity": dataset.n_instances * dataset.n_labels * dataset.n_attributes,
    }


def _texts(statistics: Mapping[str, float]) -> list[str]:
    return [
        f"{statistics['instances']:,.0f}",
        _attributes(int(statistics["nominal"]), int(statistics["numeric"])),
        f"{statistics['labels']:.0f}",
        f"{statistics['combinations']:,.0f}",
        f"{statistics['density']:.3f}",
        f"{statistics['cardinality']:.2f}",
        f"{statistics['complexity']:.2e}",
    ]


def _attributes(n_nominal: int, n_numeric: int) -> str:
    return "+".join(text for number, text in ((n_nominal, f"{n_nominal}C"), (n_numeric, f"{n_numeric}N")) if number)
