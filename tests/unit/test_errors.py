"""Errors a caller can expect."""

import copy
import pickle
from typing import Final

import pytest

from mlslcs_ref.errors import (
    DataError,
    ExperimentError,
    FileError,
    MlsLcsError,
    ModelError,
    OutputError,
    PlanError,
    SettingsError,
    TraceError,
    UsageError,
    WorkersError,
)

OF_FILES: Final = (FileError, DataError, ModelError, PlanError, TraceError, OutputError)
EXAMPLES: Final = (
    *(kind("no rules", "m.json", 3) for kind in OF_FILES),
    DataError("no number", None, None, argument="nominal", column="size", row=7),
    ExperimentError("nothing came of it"),
    UsageError("no such option"),
    WorkersError("nobody answers"),
    SettingsError("omega", "a number from 0 to 1", "7"),
)


def test_codes_are_those_that_never_change() -> None:
    codes = {
        kind.__name__: kind.code
        for kind in (MlsLcsError, ExperimentError, UsageError, WorkersError, SettingsError, *OF_FILES)
    }

    assert codes == {
        "MlsLcsError": "error",
        "ExperimentError": "experiment",
        "FileError": "file",
        "DataError": "data",
        "ModelError": "model",
        "PlanError": "plan",
        "TraceError": "trace",
        "OutputError": "output",
        "UsageError": "usage",
        "WorkersError": "workers",
        "SettingsError": "settings",
    }


@pytest.mark.parametrize("error", EXAMPLES, ids=repr)
def test_every_error_is_caught_as_an_error_of_the_package(error: MlsLcsError) -> None:
    assert isinstance(error, MlsLcsError)


@pytest.mark.parametrize("kind", OF_FILES)
@pytest.mark.parametrize(
    ("file", "line", "text"),
    [
        (None, None, "no rules"),
        ("m.json", None, "m.json: no rules"),
        ("m.json", 3, "m.json, line 3: no rules"),
        (None, 3, "no rules"),  # a line of no file means nothing
        ("[x]: %s {0}", 1, "[x]: %s {0}, line 1: no rules"),
    ],
)
def test_an_error_of_a_file_says_where(kind: type[FileError], file: str | None, line: int | None, text: str) -> None:
    error = kind("no rules", file, line)

    assert str(error) == text
    assert (error.message, error.file, error.line) == ("no rules", file, line)


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (DataError("no number", column="size", row=7), "column 'size', row 7: no number"),
        (DataError("no number", "t.csv", 3, column="size"), "t.csv, line 3, column 'size': no number"),
        (DataError("no list", argument="nominal"), "nominal: no list"),
        (DataError("no names; give header=False", "t.csv", 1, argument="header"), None),
        (DataError("no number", column="x" * 999), f"column '{'x' * 100}'...: no number"),
    ],
)
def test_an_error_of_data_says_which_cells_or_which_argument(error: DataError, text: str | None) -> None:
    """Of a file, the message says itself how an argument helps."""
    assert str(error) == (text or f"{error.file}, line {error.line}: {error.message}")


def test_an_error_of_a_setting_says_name_range_and_value_and_is_a_value_error() -> None:
    error = SettingsError("omega", "a number from 0 to 1", "7")

    assert isinstance(error, ValueError)
    assert (error.name, error.expected, error.found) == ("omega", "a number from 0 to 1", "7")
    assert str(error) == "omega: expected a number from 0 to 1, found 7"


@pytest.mark.parametrize("error", EXAMPLES, ids=repr)
def test_a_copy_or_pickle_of_an_error_has_the_same_facts(error: MlsLcsError) -> None:
    """Other processes hand errors over as pickles."""
    for twin in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):  # noqa: S301 - our own
        assert type(twin) is type(error)
        assert (str(twin), vars(twin), twin.args) == (str(error), vars(error), error.args)
