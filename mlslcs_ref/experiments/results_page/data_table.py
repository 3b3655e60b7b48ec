"""The paper's Table 2: what its data sets are, by the paper and by the files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.schema import ContinuousAttribute
from mlslcs_ref.documents.document import Cell, Column, Table
from mlslcs_ref.experiments.benchmark.published import paper_data
from mlslcs_ref.experiments.paper.tables import DataEntry
from mlslcs_ref.experiments.results_page.folders import ResultsWithData

TERMS: Final = (
    "Attributes: C nominal, N numeric. Density: share of instance-label pairs that apply. Cardinality: mean number "
    "of labels of an instance. Complexity: instances times labels times attributes."
)


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
