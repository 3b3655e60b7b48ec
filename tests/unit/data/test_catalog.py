"""Data sets by name: where they are looked for, and what a download may not do. Small files stand for the real ones."""

import hashlib
import logging
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Final

import numpy as np
import pooch
import pytest
from folders import Write
from raising import raising
from servers import Server, serving

from mlslcs_ref.data.catalog import DATA_VARIABLE, MULAN, Downloads, is_at_hand, known_names, load_known
from mlslcs_ref.data.catalog_sums import SUMS
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.formats.arff_writer import save_arff
from mlslcs_ref.data.loading import load_dataset
from mlslcs_ref.data.schema import ContinuousAttribute, NominalAttribute, Schema
from mlslcs_ref.errors import DataError

SCHEMA: Final = Schema((ContinuousAttribute("a"), NominalAttribute("b", ("x", "y", "z"))), ("l1", "l2"))
WHOLE: Final = Dataset(SCHEMA, np.array([[1.5, 0], [2.5, 1], [3.5, 2]]), np.array([[1, 0], [0, 1], [1, 1]]), "small")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """Write files that are called like those of the catalogue."""
    folder = tmp_path_factory.mktemp("catalogue")
    save_arff(WHOLE, folder / "whole.arff")
    save_arff(Dataset(SCHEMA, WHOLE.X[:2], WHOLE.Y[:2]), folder / "train.arff")
    save_arff(Dataset(SCHEMA, WHOLE.X[2:], WHOLE.Y[2:]), folder / "test.arff")
    read = {place: (folder / f"{place}.arff").read_bytes() for place in ("whole", "train", "test")}
    found: dict[str, bytes] = {}
    for name in ("emotions", "birds"):
        found[f"{name}/{name}.xml"] = (folder / "whole.xml").read_bytes()
        found[f"{name}/{name}-train.arff"], found[f"{name}/{name}-test.arff"] = read["train"], read["test"]
    found["emotions/emotions.arff"] = read["whole"]
    return found


@pytest.fixture
def server(files: dict[str, bytes]) -> Iterator[Server]:
    """Serve the files."""
    with serving(files) as found:
        yield found


@pytest.fixture
def source(server: Server, files: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Downloads:
    """Give the server as the source, with an empty cache."""
    monkeypatch.delenv(DATA_VARIABLE, raising=False)
    pooch.get_logger().setLevel(logging.ERROR)
    sums = {path: hashlib.sha256(content).hexdigest() for path, content in files.items()}
    return Downloads(server.url, tmp_path / "cache", 0, sums)


def kept(source: Downloads) -> list[str]:
    """List the files of the cache."""
    assert source.cache is not None
    return sorted(path.relative_to(source.cache).as_posix() for path in source.cache.rglob("*") if path.is_file())


def is_whole(data: Dataset) -> bool:
    return data.schema == SCHEMA and data.X.tolist() == WHOLE.X.tolist() and data.Y.tolist() == WHOLE.Y.tolist()


def test_what_is_not_there_is_downloaded_once(source: Downloads, server: Server) -> None:
    data = load_known("Emotions", source=source)

    assert is_whole(data)
    assert data.name == "emotions"
    assert kept(source) == ["emotions/emotions.arff", "emotions/emotions.xml"]
    assert sorted(server.asked) == kept(source)
    assert is_whole(load_known("emotions", source=source))
    assert len(server.asked) == 2


def test_downloads_at_once_do_not_see_half_a_file(source: Downloads) -> None:
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _turn: load_known("emotions", source=source), range(4)))

    assert all(map(is_whole, found))
    assert kept(source) == ["emotions/emotions.arff", "emotions/emotions.xml"]


def test_what_is_kept_in_parts_is_put_together(source: Downloads) -> None:
    assert is_whole(load_known("birds", source=source))


def test_a_split_is_loaded_by_its_name(source: Downloads) -> None:
    assert load_known("emotions-train", source=source).X.tolist() == WHOLE.X[:2].tolist()
    assert load_known("EMOTIONS-test", source=source).name == "emotions-test"


@pytest.mark.parametrize("layout", ["emotions/", ""])
@pytest.mark.parametrize("how", ["said", "variable"])
def test_a_folder_is_looked_in_first(
    source: Downloads,
    server: Server,
    files: dict[str, bytes],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    layout: str,
    how: str,
) -> None:
    folder = tmp_path / "mine"
    for ending in ("arff", "xml"):
        path = folder / f"{layout}emotions.{ending}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(files[f"emotions/emotions.{ending}"])
    if how == "variable":
        monkeypatch.setenv(DATA_VARIABLE, str(folder))

    assert is_whole(load_known("emotions", folder if how == "said" else None, source=source))
    assert server.asked == []


def test_another_file_of_that_name_is_refused(source: Downloads, tmp_path: Path, files: dict[str, bytes]) -> None:
    path = tmp_path / "emotions.arff"
    path.write_bytes(files["emotions/emotions.arff"] + b"\n")

    with raising(DataError, file=str(path)):
        load_known("emotions", tmp_path, source=source)


def test_a_folder_that_is_none_is_refused(source: Downloads, tmp_path: Path) -> None:
    with pytest.raises(DataError):
        load_known("emotions", tmp_path / "none", source=source)


def test_a_download_with_another_sum_is_refused_and_not_kept(source: Downloads) -> None:
    wrong = replace(source, sums=dict.fromkeys(source.sums, "0" * 64))

    with raising(DataError, argument="data_dir"):
        load_known("emotions", source=wrong)

    assert kept(source) == []


@pytest.mark.parametrize("cut_at", [0, 1, 100])
def test_a_download_that_breaks_off_is_refused_and_not_kept(source: Downloads, server: Server, cut_at: int) -> None:
    server.cut_at = cut_at

    with raising(DataError, argument="data_dir") as raised:
        load_known("emotions", source=source)

    assert raised.value.file == server.url + "emotions/emotions.xml"
    assert kept(source) == []
    server.cut_at = None
    assert is_whole(load_known("emotions", source=source))


def test_a_file_that_was_damaged_in_the_cache_is_downloaded_again(source: Downloads) -> None:
    load_known("emotions", source=source)
    assert source.cache is not None
    (source.cache / "emotions/emotions.arff").write_text("damaged", encoding="utf-8")

    assert is_whole(load_known("emotions", source=source))


def test_without_a_network_the_cache_serves_and_the_rest_is_refused(source: Downloads) -> None:
    load_known("emotions", source=source)
    # nothing listens on port 1
    offline = replace(source, url="http://127.0.0.1:1/")

    assert is_whole(load_known("emotions", source=offline))
    with raising(DataError, argument="data_dir"):
        load_known("birds", source=offline)


def test_what_the_server_does_not_have_is_refused(source: Downloads) -> None:
    moved = replace(source, url=source.url + "moved/")

    with raising(DataError, argument="data_dir"):
        load_known("emotions", source=moved)


def test_a_cache_that_cannot_be_written_is_refused(source: Downloads, write: Write) -> None:
    blocked = write("", "file")

    with pytest.raises(DataError):
        load_known("emotions", source=replace(source, cache=blocked))


def test_what_mulan_does_not_keep_is_not_asked_for(source: Downloads, server: Server) -> None:
    with raising(DataError, argument="data_dir"):
        load_known("mediamill", source=source)

    assert server.asked == []


def test_what_mulan_does_not_keep_is_found_in_a_folder(source: Downloads, tmp_path: Path) -> None:
    """One attribute and 101 labels behind it, in place of the 120 attributes of the real file."""
    schema = Schema((ContinuousAttribute("a"),), tuple(f"l{place}" for place in range(101)))
    save_arff(Dataset(schema, np.array([[1.0]]), np.zeros((1, 101), dtype=bool)), tmp_path / "mediamill.arff")
    content = (tmp_path / "mediamill.arff").read_bytes()
    known = replace(source, sums={"mediamill/mediamill.arff": hashlib.sha256(content).hexdigest()})

    assert load_known("mediamill", tmp_path, source=known).schema == schema


def test_a_name_that_is_not_known_is_refused_with_those_that_are() -> None:
    with pytest.raises(DataError, match=r"emotions.*'mediamil'"):
        load_known("mediamil")


def test_the_catalogue_is_that_of_the_paper_and_more() -> None:
    """Every file of it has a sum, and every sum a file."""
    paper = {"emotions", "flags", "genbase", "scene", "cal500", "enron", "mediamill"}

    assert paper | {"yeast", "medical", "birds"} <= set(known_names())
    assert len(SUMS) == 36
    assert all(len(value) == 64 for value in SUMS.values())
    assert MULAN.url.startswith("https://")
    assert MULAN.sums == dict(SUMS)


def test_a_name_of_the_catalogue_is_a_data_set(files: dict[str, bytes], tmp_path: Path) -> None:
    """The sums are those of the real files, so that these are refused: the name was understood."""
    for ending in ("arff", "xml"):
        (tmp_path / f"emotions.{ending}").write_bytes(files[f"emotions/emotions.{ending}"])

    with pytest.raises(DataError):
        load_dataset("emotions", data_dir=tmp_path)


def test_what_can_be_loaded_without_a_download_is_known_without_one(
    source: Downloads, server: Server, files: dict[str, bytes], tmp_path: Path
) -> None:
    """In a folder, or in the cache; a name that is not known is nowhere."""
    folder = tmp_path / "folder"
    folder.mkdir()
    for path in ("emotions/emotions-train.arff", "emotions/emotions.xml"):
        (folder / Path(path).name).write_bytes(files[path])

    assert is_at_hand("Emotions-train", folder, source)
    assert not is_at_hand("emotions-test", folder, source)
    assert not is_at_hand("birds", None, source)
    assert not is_at_hand("nothing", folder, source)
    assert server.asked == []
    load_known("birds", source=source)
    assert is_at_hand("birds", None, source)
