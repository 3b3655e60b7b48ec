"""A data set by its file or its name."""

from pathlib import Path

import pytest

from mlslcs_ref.data import load_dataset, toy6x4
from mlslcs_ref.errors import DataError


def test_a_problem_is_loaded_by_its_name() -> None:
    assert load_dataset("toy6x4").X.tolist() == toy6x4().X.tolist()
    assert load_dataset("mlposition3").n_labels == 3


@pytest.mark.parametrize("name", ["toy6x5", "", "emotion"])
def test_a_name_that_is_none_is_refused_with_those_that_are(name: str) -> None:
    with pytest.raises(DataError, match=r"toy6x4.*emotions.*scene" if name else "directory"):
        load_dataset(name)


def test_a_file_comes_before_a_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("toy6x4").write_text("@relation r\n@attribute a numeric\n@attribute l {0,1}\n@data\n1,0\n", encoding="utf-8")

    assert load_dataset("toy6x4", -1).n_instances == 1


@pytest.mark.parametrize("option", [{"labels": -1}, {"drop": ["a1"]}, {"nominal": ["a1"]}, {"schema": toy6x4().schema}])
def test_what_is_for_files_is_refused_for_names(option: dict[str, object]) -> None:
    with pytest.raises(DataError, match="are said of"):
        load_dataset("toy6x4", **option)  # type: ignore[arg-type]
