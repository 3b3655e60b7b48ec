"""Files of known failures."""

import datetime as dt
from pathlib import Path

import pytest
from raising import raising
from unit.oracle.suites import suite, vector

from mlslcs_ref.errors import DataError
from mlslcs_ref.oracle.known import Known, load_known

SUITE = suite([vector("update/counts/a/b", None, "ABC-1"), vector("update/steps/a/b", None, "ABC-2")])
TODAY = dt.date(2030, 6, 1)

FILE = """
["update/counts/*"]
reason = "counts are 32 bits wide"

["ABC-2"]
reason = "not yet"
expires = 2030-12-31
issue_url = "https://example.org/7"
"""


def written(folder: Path, text: str) -> Path:
    file = folder / "known.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_a_file_has_a_table_for_every_glob(tmp_path: Path) -> None:
    found = load_known(written(tmp_path, FILE), SUITE, TODAY)

    assert found.entries == (
        Known("update/counts/*", "counts are 32 bits wide"),
        Known("ABC-2", "not yet", dt.date(2030, 12, 31), "https://example.org/7"),
    )
    assert [entry and entry.glob for entry in map(found.of, SUITE.vectors)] == ["update/counts/*", "ABC-2"]


def test_an_empty_file_knows_nothing(tmp_path: Path) -> None:
    assert load_known(written(tmp_path, ""), SUITE, TODAY).entries == ()


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("x = ", None),
        ('["update/*"]', "'update/*'.reason"),
        ('"update/*" = "no"', "'update/*'"),
        ('["update/*"]\nreason = " "', "'update/*'.reason"),
        ('["update/*"]\nreason = 3', "'update/*'.reason"),
        ('["update/*"]\nreason = "r"\nreasons = 1', "'update/*'.reasons"),
        ('["update/*"]\nreason = "r"\nexpires = "2030-12-31"', "'update/*'.expires"),
        ('["update/*"]\nreason = "r"\nexpires = 2030-12-31T00:00:00', "'update/*'.expires"),
        ('["update/*"]\nreason = "r"\nissue_url = 7', "'update/*'.issue_url"),
        ('["update/count/a/b"]\nreason = "r"', None),
    ],
)
def test_what_is_no_such_file_is_an_error_that_names_it(text: str, place: str | None, tmp_path: Path) -> None:
    file = written(tmp_path, text)

    with raising(DataError, file=str(file), place=place):
        load_known(file, SUITE, TODAY)
