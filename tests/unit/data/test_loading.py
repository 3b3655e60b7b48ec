"""A data set by its file or its name."""

import os
import re
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pandas as pd
import pytest
from folders import Write
from raising import raising

from mlslcs_ref.data.files import load_instances
from mlslcs_ref.data.loading import load_dataset
from mlslcs_ref.data.problems import toy6x4
from mlslcs_ref.errors import DataError


def test_a_problem_is_loaded_by_its_name() -> None:
    assert load_dataset("toy6x4").X.tolist() == toy6x4().X.tolist()
    assert load_dataset("mlposition3").n_labels == 3


@pytest.mark.parametrize("name", ["toy6x5", "", "emotion"])
def test_a_name_that_is_none_is_refused_with_those_that_are(name: str) -> None:
    with pytest.raises(DataError, match=r"toy6x4.*emotions.*scene" if name else None):
        load_dataset(name)


@pytest.mark.parametrize("source", [None, 3, b"toy6x4", ["toy6x4"]])
def test_what_is_neither_a_path_nor_a_name_is_refused(source: Any) -> None:
    with pytest.raises(DataError):
        load_dataset(source)


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    """The message says so once."""
    with pytest.raises(DataError) as raised:
        load_dataset(tmp_path, -1)

    assert str(raised.value) == f"{tmp_path}: expected a file, found a directory"


@pytest.mark.parametrize("ending", ["arff", "csv"])
@pytest.mark.parametrize("names", ["kind", None, [0], 3], ids=repr)
def test_one_text_is_no_list_of_names(write: Write, ending: str, names: Any) -> None:
    """Of the columns k, i, n and d none is dropped."""
    file = write("@relation r\n", f"t.{ending}")

    with raising(DataError, argument="drop"):
        load_dataset(file, -1, drop=names)


def test_an_encoding_is_a_name(write: Write) -> None:
    file = write("a,l\n1,0\n")

    with raising(DataError, argument="encoding"):
        load_dataset(file, -1, encoding=None)  # type: ignore[arg-type] # what is refused


def test_a_file_comes_before_a_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("toy6x4").write_text("@relation r\n@attribute a numeric\n@attribute l {0,1}\n@data\n1,0\n", encoding="utf-8")

    assert load_dataset("toy6x4", -1).n_instances == 1


@pytest.mark.parametrize("option", [{"labels": -1}, {"drop": ["a1"]}, {"nominal": ["a1"]}, {"schema": toy6x4().schema}])
def test_what_is_for_files_is_refused_for_names(option: dict[str, object]) -> None:
    with pytest.raises(DataError):
        load_dataset("toy6x4", **option)  # type: ignore[arg-type]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no pipes with a path")
def test_a_pipe_is_read_once_and_as_the_file(tmp_path: Path) -> None:
    """What tells the format is the beginning of what is read; a pipe can't be opened for it a second time."""
    text = "a,b,y\n1.5,2,1\n2.5,3,0\n"
    (tmp_path / "f.csv").write_text(text)
    schema = load_dataset(tmp_path / "f.csv", -1).schema
    os.mkfifo(tmp_path / "pipe")

    def through_pipe(read: Callable[[Path], Any]) -> Any:
        writer = threading.Thread(target=lambda: (tmp_path / "pipe").write_text(text))
        writer.start()
        found = read(tmp_path / "pipe")
        writer.join()
        return found

    assert through_pipe(lambda path: load_dataset(path, -1)).schema == schema
    values, labels = through_pipe(lambda path: load_instances(path, schema))
    assert values.rows().tolist() == [[1.5, 2.0], [2.5, 3.0]]
    assert labels.tolist() == [[True], [False]]


# ---------------------------------------------------------------------------------------------- files of other programs

BEGINNINGS: Final = {
    "sheet.xlsx": b"PK\x03\x04\x14\0\0\0\x08\0[Content_Types].xml" + b"\0" * 40,
    "openpyxl.xlsx": b"PK\x03\x04\x14\0\0\0\x08\0"
    + b"\0" * 20
    + b"docProps/app.xml"
    + b"\x9d" * 5000
    + b"[Content_Types].xml",
    "sheet.ods": b"PK\x03\x04\x14\0\0\0\0\0mimetypeapplication/vnd.oasis.opendocument.spreadsheet",
    "old.xls": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 40,
    "t.parquet": b"PAR1\x15\x04" + b"\0" * 40,
    "t.feather": b"ARROW1\0\0" + b"\0" * 40,
    "t.db": b"SQLite format 3\0" + b"\0" * 40,
    "t.h5": b"\x89HDF\r\n\x1a\n" + b"\0" * 40,
    "t.html": b"\n<!DOCTYPE html>\n<html><table></table></html>",
    "rows.json": b'[{"x": 1, "l": 0},\n {"x": 2, "l": 1}]',
    "lists.json": b"[\n  [1, 0],\n  [2, 1]]",
    "lines.jsonl": b'{"x": 1, "l": 0}\n{"x": 2, "l": 1}\n',
    "columns.csv": b'\xef\xbb\xbf{"x": {"0": 1}, "l": {"0": 0}}',
}


@pytest.mark.parametrize("name", BEGINNINGS)
def test_a_file_of_another_program_is_refused_with_what_reads_it(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(BEGINNINGS[name])
    with raising(DataError, file=str(path), line=None) as caught:
        load_dataset(path, -1)
    reader = re.search(r"pandas\.(\w+)", str(caught.value))

    assert reader is not None
    assert callable(getattr(pd, reader[1]))


@pytest.mark.parametrize("name", ["t.csv", "t.arff", "t.txt"])
def test_a_pointer_to_a_file_that_was_not_fetched_is_refused_with_what_fetches_it(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n", encoding="utf-8")
    with pytest.raises(DataError, match="git lfs pull"):
        load_dataset(tmp_path / name, -1)


@pytest.mark.parametrize("heads", ["{a},[b],l", "[a,b,l", '"{x",y,l'])
def test_names_with_brackets_are_names(heads: str, write: Write) -> None:
    path = write(f"{heads}\n1,2.5,0\n3,1.5,1\n4,1.5,1\n")
    assert load_dataset(path, -1).n_attributes == 2
