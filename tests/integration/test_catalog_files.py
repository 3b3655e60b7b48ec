"""The real files of the catalogue, served from this machine."""

import hashlib
import logging
from pathlib import Path

import pooch
import pytest
from servers import serving

from mlslcs_ref.data.catalog import DATA_VARIABLE, Downloads, load_known
from mlslcs_ref.data.catalog_sums import SUMS
from mlslcs_ref.errors import DataError

# rows, attributes, labels; `test_benchmark_files` has those of the others
TRUTH = {"flags": (194, 19, 7), "emotions": (593, 72, 6), "flags-train": (129, 19, 7)}


@pytest.fixture(scope="module")
def served(shared: Path) -> dict[str, bytes]:
    """Read the real files that are here."""
    folder = shared / "data"
    return {path: (folder / path).read_bytes() for path in SUMS if (folder / path).is_file()}


def test_the_sums_are_those_of_the_real_files(served: dict[str, bytes]) -> None:
    assert {path.partition("/")[0] for path in served} >= {"flags", "emotions", "genbase", "scene", "cal500", "enron"}
    for path, content in served.items():
        assert hashlib.sha256(content).hexdigest() == SUMS[path], path


@pytest.mark.parametrize("name", TRUTH)
def test_real_data_are_downloaded_and_checked(
    name: str, served: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(DATA_VARIABLE, raising=False)
    pooch.get_logger().setLevel(logging.ERROR)
    with serving(served) as server:
        data = load_known(name, source=Downloads(server.url, tmp_path, 0))

    assert (data.n_instances, data.n_attributes, data.n_labels) == TRUTH[name]


def test_a_real_download_that_breaks_off_leaves_nothing(
    served: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(DATA_VARIABLE, raising=False)
    with serving(served) as server:
        server.cut_at = 200_000
        with pytest.raises(DataError) as caught:
            load_known("emotions", source=Downloads(server.url, tmp_path, 0))

    assert caught.value.file == server.url + "emotions/emotions.arff"
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == ["emotions.xml"]


def test_a_real_file_that_was_changed_is_refused(
    served: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(DATA_VARIABLE, raising=False)
    changed = served["flags/flags.arff"].replace(b"1", b"2", 1)
    with serving({**served, "flags/flags.arff": changed}) as server, pytest.raises(DataError):
        load_known("flags", source=Downloads(server.url, tmp_path, 0))
