"""Reading takes a small part of the memory of a dense table, however the data come: bytes are counted, not guessed."""

import gc
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from scipy import sparse

from mlslcs_ref.core.assembly import layout_for
from mlslcs_ref.core.chromosome import Layout
from mlslcs_ref.core.coverage import CoverageIndex
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.formats.registry import written
from mlslcs_ref.data.loading import load_dataset
from mlslcs_ref.data.table import from_table
from mlslcs_ref.settings import Settings

Make = Callable[[], Dataset]
PART = 0.1


def taken(make: Make) -> tuple[float, float]:
    """What a data set with the columns of its tests takes, and what making it takes at its peak, as parts of a table.

    The table is one of 64-bit floats. What is loaded or made once alone, like modules, is there before. Python's own
    table of names may happen to grow meanwhile, by megabytes if it is long: then it does not when all is made again.
    """
    data = make()
    layout = layout_for(data.schema, data.ranges(), Settings())
    del data
    found = traced(make, layout)
    return found if max(found) <= PART else min(found, traced(make, layout))


def traced(make: Make, layout: Layout) -> tuple[float, float]:
    gc.collect()
    tracemalloc.start()
    try:
        data = make()
        peak = tracemalloc.get_traced_memory()[1]
        index = CoverageIndex(layout, data.matrix)
        gc.collect()
        held = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert index.n_instances == data.n_instances
    dense = 8 * data.n_instances * data.n_attributes
    return held / dense, peak / dense


def few_set(n_rows: int, n_columns: int, share: float) -> sparse.csr_matrix:
    """A matrix of 0 and 1."""
    random = np.random.default_rng(1)
    return sparse.csr_matrix(
        np.array([random.random(n_columns) < share for _row in range(n_rows)], dtype=np.bool_), dtype=np.float64
    )


def of_matrix(kind: str, numbers: bool = False) -> Callable[[Path], Make]:
    def make(_folder: Path) -> Make:
        table = few_set(2_000, 500, 0.002)
        if numbers:
            table.data *= np.arange(1, len(table.data) + 1) / 7.0
        labels = np.arange(2_000)[:, None] % 3 == np.arange(3)
        given = table.asformat(kind)
        return lambda: from_table(given, labels)

    return make


def of_file(ending: str, shape: tuple[int, int], share: float) -> Callable[[Path], Make]:
    """A file in which rows hold what is not 0 alone, as ARFF files of texts do."""

    def make(folder: Path) -> Make:
        table = few_set(*shape, share)
        labels = np.arange(shape[0])[:, None] % 5 == np.arange(5)
        path = folder / f"x{ending}"
        if ending == ".arff":
            columns = [f"word{place}" for place in range(shape[1])]
            lines = ["@relation 'x: -C -5'", *(f"@attribute {name} {{0,1}}" for name in [*columns, *"abcde"]), "@data"]
            for row, held in zip(table, labels, strict=True):
                places = [*np.sort(row.indices), *(np.flatnonzero(held) + shape[1])]
                lines.append("{" + ",".join(f"{place} 1" for place in places) + "}")
            path.write_text("\n".join(lines))
        else:
            path.write_bytes(written(from_table(table, labels), path))
        return lambda: load_dataset(path)

    return make


@pytest.mark.parametrize(
    "made",
    [
        pytest.param(of_file(".arff", (978, 1449), 0.0092), id="as-medical"),
        pytest.param(of_file(".arff", (2_000, 500), 0.002), id="arff"),
        pytest.param(of_file(".svm", (2_000, 1_000), 0.002), id="libsvm"),
        pytest.param(of_matrix("csr"), id="csr"),
        pytest.param(of_matrix("csr", numbers=True), id="csr-of-numbers"),
    ],
)
def test_wide_data_take_at_most_a_tenth_of_a_dense_table(made: Callable[[Path], Make], tmp_path: Path) -> None:
    held, peak = taken(made(tmp_path))

    assert held <= PART
    assert peak <= PART


def test_a_file_of_texts_takes_at_most_a_tenth_of_a_dense_table(shared: Path) -> None:
    held, peak = taken(lambda: load_dataset(shared / "data" / "enron" / "enron.arff"))

    assert held <= PART
    assert peak <= PART


def test_short_floats_stay_short() -> None:
    table = (np.arange(100_000).reshape(-1, 20) / np.float32(7.0)).astype(np.float32)
    labels = np.arange(5_000)[:, None] % 2

    held, _peak = taken(lambda: from_table(table, labels))

    assert held <= 0.55
