"""Small worlds for the tests of the extension: layouts, instances, and what brute force makes of them."""

import math
from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from hypothesis import strategies as st

from mlslcs_ref.core.chromosome import Layout
from mlslcs_ref.core.genes import BinaryGene, Gene, IntervalGene, NominalGene
from mlslcs_ref.data.matrix import Matrix
from mlslcs_ref.extension.cells import Cells, Condition


def cells_of(genes: Sequence[Gene], rows: Sequence[Sequence[float]], gather: bool = False) -> Cells:
    """Return the cells of instances."""
    matrix = Matrix.of(np.array(rows, dtype=float).reshape(len(rows), len(genes)))
    return Cells.made(Layout(list(genes), 1), matrix, gather)


def value(code: int) -> int:
    """Return the code of an active binary test."""
    return 1 | code << 1


def matches(genes: Sequence[Gene], condition: Condition, row: Sequence[float]) -> bool:
    """Tell whether a row matches, by what a test means (MAT-1, REP-7)."""
    return all(math.isnan(row[index]) or genes[index].accepts(code, row[index]) for index, code in condition)


World: TypeAlias = tuple[list[Gene], list[list[float]], np.ndarray, list[Condition], np.ndarray]
"""Genes, rows, labels, and rules by condition and signs."""


@st.composite
def worlds(draw: st.DrawFn) -> World:
    """A small world of everything that a test can be of."""
    kinds = draw(st.lists(st.sampled_from(["binary", "nominal", "interval"]), min_size=1, max_size=4))
    made: dict[str, Gene] = {"binary": BinaryGene(), "nominal": NominalGene(3), "interval": IntervalGene(0.0, 3.0, 2)}
    genes = [made[kind] for kind in kinds]
    cells = {"binary": [0.0, 1.0], "nominal": [0.0, 1.0, 2.0], "interval": [0.0, 0.5, 1.0, 2.0, 3.0]}
    row = st.tuples(*(st.sampled_from([*cells[kind], math.nan]) for kind in kinds)).map(list)
    rows = draw(st.lists(row, min_size=2, max_size=12))
    n_labels = draw(st.integers(1, 3))
    flags = st.lists(st.booleans(), min_size=n_labels, max_size=n_labels)
    truth = np.array(draw(st.lists(flags, min_size=len(rows), max_size=len(rows))))
    test = {
        "binary": st.sampled_from([value(0), value(1)]),
        "nominal": st.sampled_from([1 | mask << 1 for mask in range(1, 7)]),
        "interval": st.tuples(st.integers(0, 3), st.integers(0, 3)).map(lambda at: 1 | min(at) << 1 | max(at) << 3),
    }
    condition = st.tuples(*(st.none() | test[kind] for kind in kinds)).map(
        lambda codes: tuple((index, code) for index, code in enumerate(codes) if code is not None)
    )
    sign = st.lists(st.sampled_from([-1, 0, 1]), min_size=n_labels, max_size=n_labels)
    rules = draw(st.lists(st.tuples(condition, sign), min_size=1, max_size=6))
    return genes, rows, truth, [rule[0] for rule in rules], np.array([rule[1] for rule in rules], dtype=np.int8)
