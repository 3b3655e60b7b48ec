"""The numbers of the paper's section 4, read from the file that holds them as they are printed.

Metrics are shares in [0, 1] here, as everywhere in the program, and are printed there in percent.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

from mlslcs_ref.experiments.statistics.comparison import ScoreTable, score_table
from mlslcs_ref.metrics import SMALLER_IS_BETTER

Cells = Mapping[str, Mapping[str, float]]
"""Numbers by data set and method."""

SUBJECT: Final = "MlS-LCS"
"""The method that the paper is about."""


@dataclass(frozen=True)
class DataEntry:
    """A data set as Tables 2 and 3 have it."""

    name: str
    """In the catalogue of the program."""
    title: str
    """As the paper writes it."""
    statistics: Mapping[str, float]
    """Table 2: instances, nominal, numeric, labels, combinations, density, cardinality, complexity."""
    domain: str
    """Table 2: where it comes from."""
    protocol: str
    """How it was divided."""
    parameters: Mapping[str, float]
    """Table 3, by the names of the settings: passes, population_size, theta_ga, p_hash, p_label_hash."""


@dataclass(frozen=True)
class RivalTable:
    """One of Tables 5a to 5c."""

    table: str
    """Its number."""
    metric: str
    """A field of `metrics.Scores`."""
    values: Cells
    """By data set and method, in [0, 1]."""
    ranks: Cells
    """As printed, which is not always what follows from the values: see `Paper.inconsistencies`."""
    average_ranks: Mapping[str, float]
    positions: Mapping[str, float]
    """`average_ranks`, `positions`: As printed, by method."""

    def scores(self) -> ScoreTable:
        """Return the values, with the ranks that follow from them."""
        return score_table(self.values, self.metric in SMALLER_IS_BETTER)


class ArtificialEntry(NamedTuple):
    """What section 4.1 reports of an artificial problem."""

    omega: float
    runs: int
    """How many runs the means are of."""
    scs: float
    """Mean share of the shortest complete solution that was found."""
    runs_with_all_scs: int
    """In how many runs it was 1."""
    accuracy: float
    """Mean accuracy, in [0, 1]."""
    runs_with_all_right: int
    """In how many runs it was 1."""
    n_compacted: float
    """Mean number of rules after compaction."""
    n_solution: int
    """Number of rules of the shortest complete solution."""

    def least_sd(self, quantity: str) -> float:
        """Return how large the standard deviation of its runs is at least; 0 where the paper tells nothing of it.

        Of %SCS and accuracy it tells the mean and how many runs have 1: the others have the rest between them, and lie
        closest together if each has the same.
        """
        n_perfect = {"scs": self.runs_with_all_scs, "accuracy": self.runs_with_all_right}.get(quantity, self.runs)
        n_others = self.runs - n_perfect
        if not n_others:
            return 0.0
        below = 1.0 - float(getattr(self, quantity))
        squares = n_perfect * below**2 + n_others * (below * self.runs / n_others - below) ** 2
        return math.sqrt(squares / (self.runs - 1))

    def rounding(self, quantity: str) -> float:
        """Return half of the last digit of a mean as it is printed."""
        return 0.00005 if quantity in {"scs", "accuracy"} else 0.005


@dataclass(frozen=True)
class Inconsistency:
    """Where the paper contradicts itself, or the data that it names."""

    id: str
    """A name for reference."""
    where: str
    """The place in the paper."""
    kind: str
    """One of `meant otherwise`, `rank`, `data`, `protocol`. What is wrong: numbers stand in the wrong place; a printed
    rank does not follow from printed values; the data are otherwise; the procedure is not the one described, or not one
    that measures unseen data."""
    reason: str
    """What is wrong and how that is known, in a few sentences."""
    cells: tuple[Mapping[str, Any], ...] = ()
    """The numbers, each with its place, `printed` and `found`; ranks as printed, all else as in the file."""


@dataclass(frozen=True)
class Paper:
    """The numbers of section 4."""

    methods: tuple[str, ...]
    """The columns of Tables 5a to 5c."""
    datasets: Mapping[str, DataEntry]
    """Tables 2 and 3, by name."""
    artificial: Mapping[str, ArtificialEntry]
    """Section 4.1, by problem."""
    ways: Mapping[str, Cells]
    """Table 4 as printed: by metric, data set and way of deciding (pcut, ival, best)."""
    ways_meant: Mapping[str, Cells]
    """Table 4 as it must be meant, without the cells that are lost."""
    rivals: Mapping[str, RivalTable]
    """Tables 5a to 5c, by metric."""
    inconsistencies: tuple[Inconsistency, ...] = field(repr=False)
    """What does not fit."""


@cache
def paper() -> Paper:
    """Return the paper's numbers."""
    read = read_toml("tables.toml")
    methods = tuple(read["methods"])
    ways = {metric: _shares(rows) for metric, rows in read["inference"].items()}
    # rows that are meant otherwise, by metric
    moved: dict[str, Cells] = {}
    for entry in read["inconsistencies"]:
        moved |= {metric: _shares(rows) for metric, rows in entry.pop("meant", {}).items()}
    return Paper(
        methods,
        {name: DataEntry(name, **entry) for name, entry in read["datasets"].items()},
        {name: _artificial(entry) for name, entry in read["artificial"].items()},
        ways,
        {metric: {**rows, **moved.get(metric, {})} for metric, rows in ways.items()},
        {metric: _rivals(metric, entry, methods) for metric, entry in read["comparison"].items()},
        tuple(
            Inconsistency(
                **{**entry, "reason": " ".join(entry["reason"].split()), "cells": tuple(entry.get("cells", ()))}
            )
            for entry in read["inconsistencies"]
        ),
    )


def read_toml(name: str) -> dict[str, Any]:
    """Return what a file of this package holds."""
    return tomllib.loads((files("mlslcs_ref.experiments.paper") / name).read_text(encoding="utf-8"))


def _shares(rows: Cells) -> Cells:
    return {name: {column: value / 100 for column, value in row.items()} for name, row in rows.items()}


def _artificial(entry: Mapping[str, Any]) -> ArtificialEntry:
    return ArtificialEntry(**{**entry, "scs": entry["scs"] / 100, "accuracy": entry["accuracy"] / 100})


def _rivals(metric: str, entry: Mapping[str, Any], methods: tuple[str, ...]) -> RivalTable:
    rows = entry["rows"]
    return RivalTable(
        entry["table"],
        metric,
        _shares({name: dict(zip(methods, row["values"], strict=True)) for name, row in rows.items()}),
        {name: dict(zip(methods, row["ranks"], strict=True)) for name, row in rows.items()},
        dict(zip(methods, entry["average_ranks"], strict=True)),
        dict(zip(methods, entry["positions"], strict=True)),
    )
