"""Real ARFF files: read as scipy reads them, and damaged ones refused with their file and line."""

import math
import tracemalloc
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.io.arff import loadarff
from table_rows import rows_of

from mlslcs_ref.data.formats.arff import read_arff
from mlslcs_ref.data.loading import load_dataset
from mlslcs_ref.data.reading import Reading
from mlslcs_ref.errors import DataError

DENSE: Final = (
    "flags/flags.arff",
    "flags/flags-train.arff",
    "flags/flags-test.arff",
    "emotions/emotions.arff",
    "emotions/emotions-train.arff",
    "emotions/emotions-test.arff",
    "cal500/cal500.arff",
)
LARGE: Final = ("genbase/genbase.arff", "scene/scene.arff")
DAMAGED: Final = ("flags/flags.arff", "emotions/emotions-test.arff", "enron/enron-test.arff", "genbase/genbase.arff")
MOST_ROWS: Final = 12


def codes(cells: Any, values: tuple[str, ...]) -> np.ndarray[Any, Any]:
    """Give a column of another reader in our numbers."""
    place = {value: float(code) for code, value in enumerate(values)}
    texts = [cell.decode() if isinstance(cell, bytes) else cell for cell in cells]
    if not values:
        return np.array([math.nan if cell is None else float(cell) for cell in texts])
    return np.array([math.nan if cell in {None, "?"} else place[cell] for cell in texts])


def agree_with_scipy(path: Path) -> None:
    records, meta = loadarff(path)
    ours, _reading = read_arff(path, Reading())

    assert meta.names() == [column.name for column in ours.columns]
    for name, column, values in zip(meta.names(), ours.columns, rows_of(ours).T, strict=True):
        assert np.array_equal(codes(records[name].tolist(), column.values), values, equal_nan=True)


@pytest.mark.parametrize("name", DENSE)
def test_scipy_reads_the_same_table(name: str, shared: Path) -> None:
    agree_with_scipy(shared / "data" / name)


@pytest.mark.slow
@pytest.mark.parametrize("name", LARGE)
def test_scipy_reads_the_same_large_table(name: str, shared: Path) -> None:
    agree_with_scipy(shared / "data" / name)


@st.composite
def damages(draw: st.DrawFn) -> list[tuple[str, float, int]]:
    """Draw what is done to a file: where, as a part of its length, and which bit or how many bytes."""
    kinds = st.sampled_from(["flip", "flip", "cut", "delete", "double"])
    return draw(
        st.lists(st.tuples(kinds, st.floats(0, 1, exclude_max=True), st.integers(0, 40)), min_size=1, max_size=4)
    )


def damaged(data: bytes, done: list[tuple[str, float, int]]) -> bytes:
    changed = bytearray(data)
    for kind, where, size in done:
        place = int(where * len(changed))
        if kind == "flip" and changed:
            changed[place] ^= 1 << (size % 8)
        elif kind == "cut":
            del changed[place:]
        elif kind == "delete":
            del changed[place : place + size]
        elif kind == "double":
            changed[place:place] = changed[place : place + size]
    return bytes(changed)


def beginning(path: Path) -> bytes:
    """Give the header of a file and its first rows."""
    lines = path.read_bytes().splitlines(keepends=True)
    data = next(place for place, line in enumerate(lines) if line.strip().lower() == b"@data")
    return b"".join(lines[: data + 1 + MOST_ROWS])


@pytest.mark.parametrize("name", DAMAGED)
def test_a_damaged_file_is_read_or_refused_with_its_file(
    name: str, shared: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """A header and a dozen rows of it, cut, with bits flipped, and bytes lost or doubled; every line is one of it."""
    whole = beginning(shared / "data" / name)
    path = tmp_path_factory.mktemp("damaged") / "t.arff"

    @given(damages())
    @settings(max_examples=40)
    def damaged_files_are_read_or_refused(done: list[tuple[str, float, int]]) -> None:
        data = damaged(whole, done)
        path.write_bytes(data)
        try:
            load_dataset(path, -2)
        except DataError as error:
            assert error.file == str(path)
            assert error.line is None or 1 <= error.line <= data.count(b"\n") + data.count(b"\r") + 1
            assert len(str(error)) < 1000

    damaged_files_are_read_or_refused()


@pytest.mark.parametrize("name", ["emotions/emotions.arff", "enron/enron-test.arff"])
def test_memory_is_a_small_multiple_of_the_table(name: str, shared: Path) -> None:
    """The table once as rows being read and once as a whole, and one block of rows as Python numbers."""
    path = shared / "data" / name
    tracemalloc.start()
    try:
        shape = rows_of(read_arff(path, Reading())[0]).shape
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()

    assert peak < 2.2 * 8 * shape[0] * shape[1] + 2**21
