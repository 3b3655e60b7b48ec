"""The clusters are those of the clauses to the last tie, however their distances are found. Clauses: INI-2 to INI-7."""

import math
from typing import Final

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from mlslcs_ref.core.clustering import kmeans_of
from mlslcs_ref.core.draws import PcgDraws
from mlslcs_ref.core.genes import BinaryGene, Gene, IntervalGene, NominalGene
from mlslcs_ref.data import mixed
from mlslcs_ref.data.mixed import MixedSpace
from model.initialisation import k_means, mean, nearest
from model.parameters import read_settings
from model.representation import Attribute, World

KINDS: Final = ("binary", "nominal", "continuous")
# a third is no double, so sums of a few of these differ by where they are rounded; 1e-170 squared is no number
NUMBERS: Final = (0.0, -0.0, 1 / 3, 2 / 3, 1.0, 0.1, 0.2, 0.30000000000000004, 0.3, 1e-170, 2e-170)
FAR: Final = (1e155, 1e160, -1e160, 3e300)
SETTINGS: Final = read_settings({"profile": "paper"})

Cell = float | int | None


def world_of(kinds: list[str], n_values: list[int], ranges: list[tuple[float, float]]) -> World:
    attributes = [
        Attribute(kind, n, 0, 0, low, high, SETTINGS)
        for kind, n, (low, high) in zip(kinds, n_values, ranges, strict=True)
    ]
    return World(SETTINGS, attributes, 1, [])


@st.composite
def problems(draw: st.DrawFn) -> tuple[World, list[list[Cell]]]:
    """Few values, so that many distances are equal or all but equal; some of them missing, some rows twice."""
    kinds = draw(st.lists(st.sampled_from(KINDS), min_size=1, max_size=6))
    n_values = [{"binary": 2, "nominal": 4, "continuous": 0}[kind] for kind in kinds]
    ranges = [draw(st.sampled_from(((0.0, 1.0), (-0.1, 0.2), (0.0, 1e-170), (5.0, 5.0)))) for _kind in kinds]
    numbers = NUMBERS + (FAR if draw(st.booleans()) else ())
    missing = st.none() if draw(st.booleans()) else st.nothing()
    cells = [st.one_of(st.integers(0, n - 1) if n else st.sampled_from(numbers), missing) for n in n_values]
    rows = draw(st.lists(st.tuples(*cells).map(list), min_size=1, max_size=24))
    return world_of(kinds, n_values, ranges), rows + rows[: draw(st.integers(0, 3))]


def genes_of(world: World) -> list[Gene]:
    genes: list[Gene] = []
    for each in world.attributes:
        if each.kind == "continuous":
            genes.append(IntervalGene(each.x_min, each.x_max, 3))
        else:
            genes.append(BinaryGene() if each.kind == "binary" else NominalGene(each.n_values))
    return genes


def as_array(rows: list[list[Cell]]) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    return np.array([[math.nan if x is None else float(x) for x in row] for row in rows])


def as_rows(table: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> list[list[Cell]]:
    return [[None if math.isnan(x) else x for x in row] for row in table.tolist()]


def spelled(rows: list[list[Cell]]) -> list[list[str]]:
    """Values as text, in which every bit of them is, but for the sign of zero, which no clause speaks of."""
    return [["-" if x is None else (float(x) + 0.0).hex() for x in row] for row in rows]


@given(problem=problems(), k=st.integers(1, 12), seed=st.integers(0, 99))
def test_centroids_are_those_of_the_specification(problem: tuple[World, list[list[Cell]]], k: int, seed: int) -> None:
    world, rows = problem
    draws, others = PcgDraws(seed), PcgDraws(seed)
    with np.errstate(over="ignore"):
        found = kmeans_of(genes_of(world), draws).centroids(as_array(rows), k)
    expected = k_means(world, rows, k, lambda: others.unit(""))

    assert spelled(as_rows(found)) == spelled(expected)
    assert draws.count == others.count


@given(problem=problems(), data=st.data())
def test_the_nearest_centre_is_that_of_the_specification(
    problem: tuple[World, list[list[Cell]]], data: st.DataObject
) -> None:
    """Centres of any clusters, so that some are no point and many are equally near."""
    world, rows = problem
    clusters = data.draw(st.lists(st.integers(0, 5), min_size=len(rows), max_size=len(rows)))
    used = sorted(set(clusters))
    assigned = [used.index(cluster) for cluster in clusters]
    space = MixedSpace([each.x_max - each.x_min for each in world.attributes], [a.n_values for a in world.attributes])
    found = space.centres(as_array(rows), np.array(assigned))
    members = [[row for row, place in zip(rows, assigned, strict=True) if place == each] for each in range(len(used))]
    expected = [mean(world, some) for some in members]

    assert spelled(as_rows(found)) == spelled(expected)
    assert space.nearest(as_array(rows), found, lambda: None).tolist() == [
        nearest(world, row, expected) for row in rows
    ]


@given(seed=st.integers(0, 99), cells=st.sampled_from((1, 7, 64)))
@example(seed=0, cells=1)
def test_how_much_is_computed_at_a_time_decides_nothing(seed: int, cells: int) -> None:
    chance = np.random.default_rng(seed)
    points = np.column_stack([chance.integers(0, 3, (40, 3)), chance.random((40, 3))]).astype(float)
    points[chance.random(points.shape) < chance.choice((0.0, 0.2))] = np.nan
    space = MixedSpace([0.0, 0.0, 0.0, 1.0, 1.0, 0.0], [3, 3, 3, 0, 0, 0])
    assigned = chance.permutation(np.arange(40) % 9)
    before = mixed.CELLS
    whole = space.centres(points, assigned)
    nearest_of_whole = [space.nearest(points, some, lambda: None).tolist() for some in (whole, points[::2])]
    try:
        mixed.CELLS = cells  # type: ignore[misc]
        parts = space.centres(points, assigned)
        nearest_of_parts = [space.nearest(points, some, lambda: None).tolist() for some in (parts, points[::2])]
    finally:
        mixed.CELLS = before  # type: ignore[misc]

    assert np.array_equal(parts, whole, equal_nan=True)
    assert nearest_of_parts == nearest_of_whole
