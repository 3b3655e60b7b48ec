"""Files of known failures."""

import datetime as dt
from pathlib import Path

import pytest
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
    ("text", "words"),
    [
        ("x = ", "expected TOML"),
        ('["update/*"]', "'reason' is missing"),
        ('"update/*" = "no"', "expected an object"),
        ('["update/*"]\nreason = " "', "reason: expected a reason"),
        ('["update/*"]\nreason = 3', "reason: expected a string"),
        ('["update/*"]\nreason = "r"\nreasons = 1', "reasons: "),
        ('["update/*"]\nreason = "r"\nexpires = "2030-12-31"', "expected a date"),
        ('["update/*"]\nreason = "r"\nexpires = 2030-12-31T00:00:00', "expected a date"),
        ('["update/*"]\nreason = "r"\nissue_url = 7', "issue_url: "),
        (
            '["update/count/a/b"]\nreason = "r"',
            "no vector matches 'update/count/a/b' (did you mean update/counts/a/b?)",
        ),
    ],
)
def test_what_is_no_such_file_is_an_error_that_names_it(text: str, words: str, tmp_path: Path) -> None:
    file = written(tmp_path, text)

    with pytest.raises(DataError) as caught:
        load_known(file, SUITE, TODAY)
    assert words in str(caught.value)
    assert caught.value.file == str(file)
