"""A table that there is no room for is refused before it is made, with what it needs and what there is."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from raising import raising
from terminals import variables

from mlslcs_ref.data import memory
from mlslcs_ref.data.loading import load_dataset
from mlslcs_ref.data.memory import free_memory, require_room
from mlslcs_ref.data.table import from_table
from mlslcs_ref.errors import DataError

LIMITED = """
import resource, sys
from mlslcs_ref.data.loading import load_dataset
from mlslcs_ref.data.problems import toy6x4
from mlslcs_ref.data.table import from_table
toy6x4()
pages = int(open("/proc/self/statm").read().split()[0])
resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + 3 * 2**24, -1))
print(load_dataset(sys.argv[1]).matrix.shape)
"""
TEXTS = {
    "x.svm": "1 1:1 2000:1\n2 3:1\n" * 5000,
    "x.xc": "10000 2000 2\n" + "0 1:1\n" * 10000,
    "x.arff": "@relation 'r: -C 1'\n@attribute l {0,1}\n"
    + "".join(f"@attribute a{number} numeric\n" for number in range(1999))
    + "@data\n"
    + "{}\n" * 10000,
}


def test_a_table_that_takes_more_than_is_free_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """20,000 x 5,000 cells as bytes are .093 GiB."""
    monkeypatch.setattr(memory, "free_memory", lambda: 2**26)

    with raising(DataError, file="wide.csv", line=7) as caught:
        require_room(20_000, 5_000, 100_000_000, "wide.csv", 7)

    assert all(size in caught.value.message for size in ("20000", "5000", "0.093 GiB", "0.062 GiB"))


@pytest.mark.parametrize(
    ("name", "text"), [("x.svm", "1 1:1 99999999:1\n2 3:1\n"), ("x.xc", "2 99999999 2\n0 1:1\n1 2:1\n")]
)
def test_a_few_bytes_do_not_stand_for_a_hundred_million_columns(name: str, text: str, tmp_path: Path) -> None:
    """They would be far below the most cells."""
    (tmp_path / name).write_text(text)
    with pytest.raises(DataError):
        load_dataset(tmp_path / name)


def test_a_table_that_fits_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    require_room(1000, 1000, 1000)
    monkeypatch.setattr(memory, "free_memory", lambda: None)
    require_room(20_000, 5_000, 2**60)


def test_tables_in_memory_are_refused_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """20,000 x 3 cells, in words of 32 bits where these hold them."""
    halves, thirds = np.arange(60_000).reshape(-1, 3) / 2.0, np.arange(60_000).reshape(-1, 3) / 3.0
    labels = np.arange(20_000)[:, None] % 2
    monkeypatch.setattr(memory, "free_memory", lambda: 300_000)

    assert from_table(halves, labels).n_instances == 20_000
    with pytest.raises(DataError):
        from_table(thirds, labels)


@pytest.mark.parametrize("cells", ["{}.3,0\n{}.1,1\n", "a,0\nb,1\n"])
def test_separated_values_are_refused_alike(cells: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "free_memory", lambda: 200_000)
    (tmp_path / "x.csv").write_text("x,l\n" + "".join(cells.format(number, number) for number in range(40_000)))

    with pytest.raises(DataError):
        load_dataset(tmp_path / "x.csv", -1)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits and sizes as Linux tells them")
@pytest.mark.parametrize("name", TEXTS)
def test_a_small_file_of_a_large_table_is_read_in_little_room(name: str, tmp_path: Path) -> None:
    """10,000 x 2,000 cells are 153 MiB as floats of 64 bits, and 48 MiB are left."""
    (tmp_path / name).write_text(TEXTS[name])
    command = [sys.executable, "-c", LIMITED, str(tmp_path / name)]
    found = subprocess.run(command, capture_output=True, text=True, check=True, env=variables())

    assert found.stdout == "(10000, 2000)\n" or (name == "x.arff" and found.stdout == "(10000, 1999)\n")


def test_what_is_free_is_a_number_where_the_system_says_it() -> None:
    """Where nobody sets a limit it is what Linux says is available, of which there is some."""
    assert (free_memory() or 0) > 0 if Path("/proc/meminfo").exists() else free_memory() is None
