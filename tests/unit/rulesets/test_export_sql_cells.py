"""Cells of a user's table are read as files are: dates and numbers as texts, and what is neither ends the query."""

import csv
import json
import math
import os
import re
import shlex
import sqlite3
import subprocess
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from datetime import UTC, date, datetime, timedelta, timezone
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pandas as pd
import pytest
from exports import answered, executed
from hypothesis import given
from hypothesis import strategies as st
from schemas import validator
from unit.rulesets.builders import plain

from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.dates import date_text, text_days
from mlslcs_ref.data.loading import load_dataset
from mlslcs_ref.data.reading import Reading
from mlslcs_ref.data.schema import BinaryAttribute, NominalAttribute, Schema
from mlslcs_ref.data.table import from_table
from mlslcs_ref.errors import DataWarning
from mlslcs_ref.learning.train import train
from mlslcs_ref.learning.training import Training
from mlslcs_ref.rulesets.conditions import IntervalTest
from mlslcs_ref.rulesets.consultation import METHODS, Consultation, Method
from mlslcs_ref.rulesets.export.formats import export_text
from mlslcs_ref.rulesets.export.sql_cells import days_of_date, iso_date, padded_date
from mlslcs_ref.rulesets.model import Model
from mlslcs_ref.rulesets.model_file import load_model

Trained = tuple[Model, Dataset, list[dict[str, str]]]
Asked = Callable[..., float | None]
KINDS = ("", "TEXT", "DATE", "REAL")
MOMENTS = st.datetimes(min_value=datetime(1, 1, 1), max_value=datetime(9999, 12, 31))  # noqa: DTZ001
# of numbers far below a microsecond SQLite reads no text to the last bit
DAYS = st.floats(-700_000, 2_900_000).filter(lambda days: days == 0 or abs(days) > 1e-12)
PSQL = "MLSLCS_REF_PSQL"
SHAPES = (
    "%Y-%m-%d",
    "%Y/%m/%d",
    "%Y-%m-%d %H:%M",
    "%Y-%m-%dT%H:%M:%S",
    "%Y-%m-%d %H:%M:%S.%f",
    "%Y-%m-%dT%H:%M:%S.%fZ",
    "%Y-%m-%dT%H:%M+01:00",
    "%Y/%m/%d %H:%M:%S-2359",
    "%Y-%m-%d %H:%M:%S.%f+0530",
    "%Y-%m-%d %H:%MZ",
    "%Y-%m-%d %H:%M:%S-00:30",
)


def spelled(moment: datetime, shape: str) -> str:
    # not every machine fills the year up
    return moment.strftime(shape.replace("%Y", f"{moment.year:04}"))


@cache
def query(kind: str, day_first: bool | None) -> str:
    texts = '"since"' if day_first is None else iso_date('"since"', day_first)
    iso = f'SELECT data.*, {texts} AS "iso" FROM "t{kind}" AS data'  # noqa: S608
    padded = f'SELECT data.*, {padded_date(chr(34) + "iso" + chr(34))} AS "d" FROM ({iso}) AS data'  # noqa: S608
    return f"SELECT {days_of_date(chr(34) + 'since' + chr(34), chr(34) + 'd' + chr(34))} FROM ({padded}) AS data"  # noqa: S608


@pytest.fixture(scope="module")
def asked() -> Iterator[Asked]:
    """Return what asks a database for the days of a cell; it prepares each query once, which takes a second."""
    with closing(sqlite3.connect(":memory:")) as database:
        for kind in KINDS:
            database.execute(f'CREATE TABLE "t{kind}" ("since" {kind})')

        def ask(cell: object, kind: str = "", day_first: bool | None = None) -> float | None:
            database.execute(f'DELETE FROM "t{kind}"')  # noqa: S608
            database.execute(f'INSERT INTO "t{kind}" VALUES (?)', (cell,))  # noqa: S608
            found: float | None = database.execute(query(kind, day_first)).fetchone()[0]
            return found

        yield ask


@given(moment=MOMENTS, shape=st.sampled_from(SHAPES), kind=st.sampled_from(KINDS))
def test_a_date_in_a_table_or_given_to_a_module_is_the_very_number_that_it_is_in_a_file(
    asked: Asked, module: dict[str, Any], moment: datetime, shape: str, kind: str
) -> None:
    text = spelled(moment, shape)
    zoned = datetime.fromisoformat(text.replace("/", "-"))

    assert asked(text, kind) == text_days(text)
    assert module["_days"](text) == module["_days"](zoned) == text_days(text)


@given(
    moment=MOMENTS,
    shape=st.sampled_from(("{d}/{m}/%Y", "%d.%m.%Y {H}:%M", "{d}-%m-%Y %H:%M:%S", "%d.{m}.%YT{H}:%M:%S.%fZ", *SHAPES)),
    day_first=st.booleans(),
)
def test_a_date_that_ends_in_the_year_is_one_number_in_files_tables_and_modules(
    asked: Asked, moment: datetime, shape: str, day_first: bool
) -> None:
    if not day_first:
        for day, month in (("{d}", "%m"), ("%d", "{m}"), ("{d}", "{m}"), ("%d", "%m")):
            for mark in "/.-":
                shape = shape.replace(f"{day}{mark}{month}{mark}%Y", f"{month}{mark}{day}{mark}%Y")
    text = spelled(moment, shape.format(d=moment.day, m=moment.month, H=moment.hour))
    module = module_of_dates(day_first)

    days = text_days(text, day_first)
    assert days is not None
    assert math.floor(days) == (moment.date() - date(1970, 1, 1)).days or "+" in text or "-" in text[10:]
    assert asked(text, "TEXT", day_first) == module["_days"](text) == days


@pytest.mark.parametrize(
    "cell", ["13/13/2021", "1/2-2021", "1/2/21", "0/1/2021", "1/2/20211", "1/2/2021 :05", "1/2/2021 9"]
)
def test_what_is_no_date_that_ends_in_the_year_ends_the_query(asked: Asked, cell: str) -> None:
    for day_first in (True, False):
        assert text_days(cell, day_first) is None
        with pytest.raises(sqlite3.OperationalError, match="overflow"):
            asked(cell, "TEXT", day_first)


@given(days=DAYS | st.integers(-700_000, 2_900_000), kind=st.sampled_from(("", "TEXT")))
def test_days_in_a_table_are_themselves(asked: Asked, days: float, kind: str) -> None:
    """SQLite gives the text of a real no more than 15 digits."""
    found = asked(days, kind)

    assert found == (days if not kind else float(f"{days:.15g}"))


@pytest.mark.parametrize(
    "cell",
    [
        *("04.03.2021", "2021-02-29", "1900-02-29", "2021-13-01", "2021-00-10", "2021-04-31", "0000-01-01", "soon"),
        *("2021-03-04 24:00", "2021-03-04 12:60", "2021-03-04T12:00:60", "2021-03-04 12", "2021-3-4", "1 2"),
        *("2021-03-04 12:00+24:00", "2021-03-04 12:00+0060", "2021-03-04 12:00 +0100", "2021-03-04 12:00:00.1234567"),
        *("2021-03-04Z", "2021-03-04+01:00", "2021/03-04", "2021-03-04 12:00ZZ", "2021-03-04 12:00+01"),
        *("2021-03-04_12:00", "-021-03-04", "20210304T", "infinity"),
    ],
)
def test_what_is_no_date_ends_the_query(asked: Asked, cell: str) -> None:
    with pytest.raises(sqlite3.OperationalError, match="overflow"):
        asked(cell)


@given(moment=MOMENTS)
def test_a_date_that_is_shown_is_the_number_of_days(moment: datetime) -> None:
    days = (moment.replace(tzinfo=UTC) - datetime(1970, 1, 1, tzinfo=UTC)) / timedelta(days=1)
    text = date_text(days)

    assert text is not None
    shown = text_days(text)
    assert shown is not None
    # a number of days has fewer microseconds the farther it is from 1970
    assert abs(shown - days) <= 5e-10


@cache
def module_of_dates(day_first: bool) -> dict[str, Any]:
    """Return the module of a model of data whose dates end in the year."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "dates.csv")
        rows = [f"{day}/{month}" if day_first else f"{month}/{day}" for month in (1, 2, 3) for day in (1, 15, 28)]
        path.write_text("since,l\n" + "".join(f"{row}/2021,{place % 2}\n" for place, row in enumerate(rows)))
        with pytest.warns(DataWarning):
            model = Training(load_dataset(path, -1), plain(population_size=20, passes=2), seed=1).complete()
    return executed(export_text(model, "python"))


# ------------------------------------------------------------------------------------------------------- whole queries


def written(path: Path, with_times: bool) -> list[dict[str, str]]:
    rows = []
    for place in range(160):
        moment = datetime(2020, 1, 1, tzinfo=UTC) + timedelta(days=5 * place, minutes=with_times * 37 * place)
        late, large = place >= 85, place * 7 % 11 > 6
        since = moment.strftime("%Y-%m-%d %H:%M" if with_times else "%Y-%m-%d")
        missing = place % 23 == 0
        cells = ("" if missing else since, "" if place % 29 == 0 else f"{place * 7 % 11}.5", "yz"[place % 2])
        rows.append(
            dict(zip(("since", "x", "c", "late", "large"), (*cells, str(int(late)), str(int(large))), strict=True))
        )
    write_rows(path, list(rows[0]), [list(row.values()) for row in rows])
    return rows


def write_rows(path: Path, names: list[str], rows: Sequence[Sequence[str]]) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([names, *rows])


def of_file(model: Model, method: Method, folder: Path, rows: Sequence[Sequence[str]]) -> list[list[bool]]:
    """Return what a model predicts of rows that are read from a file."""
    write_rows(folder / "rows.csv", [attribute.name for attribute in model.ruleset.schema.attributes], rows)
    with warnings.catch_warnings(action="ignore", category=DataWarning):
        found: list[list[bool]] = model.predict(folder / "rows.csv", method).tolist()
    return found


def of_table(model: Model, method: Method, row: dict[str, Any]) -> list[list[bool]]:
    """Return what a model predicts of a row of values."""
    with warnings.catch_warnings(action="ignore", category=DataWarning):
        found: list[list[bool]] = model.predict(pd.DataFrame([row]), method).tolist()
    return found


@pytest.fixture(scope="module", params=[False, True], ids=["days", "times"])
def trained(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Trained:
    path = tmp_path_factory.mktemp("dates") / "dates.csv"
    rows = written(path, request.param)
    with pytest.warns(DataWarning):
        dataset = load_dataset(path, labels=-2)
    return Training(dataset, plain(population_size=150, passes=8), seed=1).complete(), dataset, rows


def exported(
    model: Model, method: Method, columns: dict[str, str], rows: Sequence[Sequence[object]]
) -> list[list[list[bool]]]:
    """Return what the module and the query of a model predict of rows."""
    predict = executed(export_text(model, "python", method))["predict"]
    return [
        [list(predict(dict(zip(columns, row, strict=True))).values()) for row in rows],
        answered(export_text(model, "sql", method), columns, rows).truths(2),
    ]


def predicted(
    model: Model, method: Method, types: Sequence[str], cells: Sequence[Sequence[object]]
) -> list[list[bool]]:
    kinds = dict(zip(("since", "x", "c"), (*types, "TEXT"), strict=True))
    return answered(export_text(model, "sql", method), kinds, cells).truths(2)


def asked_of_postgresql(
    query: str, types: Sequence[str], cells: Sequence[Sequence[object]]
) -> tuple[int, list[list[bool]]]:
    """Return the status and the last two columns of an answer of the database that a command of the caller's asks."""
    rows = [
        ", ".join("NULL" if one is None else "'" + str(one).replace("'", "''") + "'" for one in row) for row in cells
    ]
    script = [
        "SET client_min_messages = warning; BEGIN;",
        f'CREATE TEMPORARY TABLE instances ("since" {types[0]}, "x" {types[1]}, "c" TEXT);',
        *(f"INSERT INTO instances VALUES ({row});" for row in rows),  # noqa: S608
        query,
    ]
    command = [*shlex.split(os.environ[PSQL]), "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1"]
    done = subprocess.run(command, input="\n".join(script), capture_output=True, text=True, check=False)
    return done.returncode, [[cell == "1" for cell in line.split("|")[-2:]] for line in done.stdout.splitlines()]


def abroad(text: str) -> str:
    there = timezone(-timedelta(hours=5, minutes=30))
    return datetime.fromisoformat(text).replace(tzinfo=UTC).astimezone(there).isoformat()


@pytest.mark.skipif(PSQL not in os.environ, reason=f"no PostgreSQL: {PSQL} names a command, as 'psql -h HOST -U USER'")
@pytest.mark.parametrize("method", METHODS)
def test_postgresql_predicts_as_the_file(method: Method, trained: Trained) -> None:
    model, dataset, rows = trained
    wanted = Consultation(model.ruleset, dataset.X).predicted(method, model.thresholds).tolist()
    query = export_text(model, "sql", method)
    texts = [[cell(row["since"]), cell(row["x"]), row["c"]] for row in rows]
    days = [[None if text is None else text_days(text), x, c] for text, x, c in texts]
    zoned = [[text and abroad(text), x, c] for text, x, c in texts]

    assert asked_of_postgresql(query, ("TEXT", "DOUBLE PRECISION"), texts) == (0, wanted)
    assert asked_of_postgresql(query, ("VARCHAR(40)", "NUMERIC"), zoned) == (0, wanted)
    assert asked_of_postgresql(query, ("DOUBLE PRECISION", "REAL"), days) == (0, wanted)
    for wrong in ("04.03.2021", "2021-02-29", "2021-03-04 12:00+24:00"):
        assert asked_of_postgresql(query, ("TEXT", "REAL"), [[wrong, 1.5, "y"]])[0] != 0


@pytest.fixture(scope="module")
def module(trained: Trained) -> dict[str, Any]:
    return executed(export_text(trained[0], "python"))


def cell(text: str) -> str | None:
    return text or None


@pytest.mark.parametrize("method", METHODS)
def test_a_table_of_dates_as_texts_is_predicted_as_the_file(method: Method, trained: Trained) -> None:
    """As texts of either spelling, as days, and with numbers as texts too, as a shell's import leaves them."""
    model, dataset, rows = trained
    wanted = Consultation(model.ruleset, dataset.X).predicted(method, model.thresholds).tolist()
    texts = [[cell(row["since"]), cell(row["x"]), row["c"]] for row in rows]
    zoned = [[text and abroad(text), x, c] for text, x, c in texts]
    slashes = [[cell(row["since"].replace("-", "/")), cell(row["x"]), row["c"]] for row in rows]
    days = [[None if text is None else text_days(text), x, c] for text, x, c in texts]

    assert any(test.attribute == 0 for rule in model.ruleset for test in rule.tests)
    assert predicted(model, method, ("TEXT", "REAL"), texts) == wanted
    assert predicted(model, method, ("TEXT", "TEXT"), slashes) == wanted
    assert predicted(model, method, ("REAL", "REAL"), days) == wanted
    assert predicted(model, method, ("", ""), texts) == wanted
    assert predicted(model, method, ("TEXT", "REAL"), zoned) == wanted


@pytest.mark.parametrize("method", METHODS)
def test_dates_given_to_a_module_are_predicted_as_the_file(method: Method, trained: Trained) -> None:
    """As texts, dates, times and days, of Python, numpy and pandas."""
    model, dataset, rows = trained
    wanted = Consultation(model.ruleset, dataset.X).predicted(method, model.thresholds).tolist()
    predict = executed(export_text(model, "python", method))["predict"]
    readers: tuple[Callable[[str], Any], ...] = (
        str,
        text_days,
        datetime.fromisoformat,
        lambda text: datetime.fromisoformat(abroad(text)),
        pd.Timestamp,
        np.datetime64,
    )
    for reader in readers:
        read = [{**row, "since": row["since"] and reader(row["since"])} for row in rows]
        assert [list(predict(row).values()) for row in read] == wanted
    for missing in (None, float("nan"), pd.NaT, np.datetime64("NaT")):
        assert predict({"since": missing, "x": 1.0, "c": "y"}) == predict({"since": None, "x": 1.0, "c": "y"})
    for wrong in ("04.03.2021", "2021-02-29", "2021-03-04 24:00", "2021-03-04 12:00+01:99"):
        with pytest.raises(ValueError, match="'since'"):
            predict({"since": wrong, "x": 1.0, "c": "y"})
    for number in ("n/a", "1,5", "1_0", "inf", math.inf, [1]):
        with pytest.raises(ValueError, match="'x'"):
            predict({"since": None, "x": number, "c": "y"})


@pytest.fixture(scope="module")
def trained_of_gaps(tmp_path_factory: pytest.TempPathFactory) -> Trained:
    """A model of a file with missing values in columns of every kind, spelled in every way, and its rows."""
    path = tmp_path_factory.mktemp("gaps") / "gaps.csv"
    rows = []
    for place in range(200):
        gap = ("", "?", "NaN", "nan", "-9")[place % 5]
        row = {"since": f"2021-01-{place % 28 + 1:02}", "x": str(place * 7 % 11), "c": "yzw"[place % 3]}
        row |= {name: gap for name, every in (("since", 6), ("x", 7), ("c", 4)) if place % every == 0}
        rows.append(row | {"l": str(int(place % 4 == 0)), "k": str(int(place % 7 == 0 or place % 6 == 0))})
    write_rows(path, list(rows[0]), [list(row.values()) for row in rows])
    with pytest.warns(DataWarning):
        dataset = load_dataset(path, labels=-2, missing=["-9"])
    return Training(dataset, plain(population_size=150, passes=8), seed=1).complete(), dataset, rows


@pytest.mark.parametrize("method", METHODS)
def test_texts_that_are_missing_in_a_file_are_missing_in_exports(method: Method, trained_of_gaps: Trained) -> None:
    """As `csv.DictReader` and a shell's import leave them."""
    model, dataset, rows = trained_of_gaps
    wanted = Consultation(model.ruleset, dataset.X).predicted(method, model.thresholds).tolist()
    cells = [[row["since"], row["x"], row["c"]] for row in rows]
    predict = executed(export_text(model, "python", method))["predict"]

    assert {test.attribute for rule in model.ruleset for test in rule.tests if test.accepts_missing} == {0, 1, 2}
    assert [list(predict(row).values()) for row in rows] == wanted
    assert predicted(model, method, ("TEXT", "TEXT"), cells) == wanted
    assert predicted(model, method, ("TEXT", "INTEGER"), cells) == wanted
    assert predicted(model, method, ("", ""), cells) == wanted


@pytest.fixture(scope="module")
def trained_of_codes(tmp_path_factory: pytest.TempPathFactory) -> tuple[Model, Path]:
    """A model of a file of nominal numbers, words of truth, zeros and ones, and texts with signs; and its folder."""
    folder = tmp_path_factory.mktemp("codes")
    lines = ["zone,flag,bit,city,l,k"]
    for place in range(160):
        zone, flag, bit, city = place % 4, place // 2 % 2, place // 3 % 2, ("Paris", "O'Fallon", "New York")[place % 3]
        lines.append(f"{zone},{('false', 'true')[flag]},{bit},{city},{int(zone > 1 or flag)},{int(bit and city < 'P')}")
    (folder / "codes.csv").write_text("\n".join(lines), encoding="utf-8")
    dataset = load_dataset(folder / "codes.csv", labels=-2, nominal=["zone"])
    return Training(dataset, plain(population_size=150, passes=8), seed=1).complete(), folder


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    ("column", "cells"),
    [
        (0, [" 2", "2 ", "2.0", " 3.0 ", "0.0", "true", "False", "7", "7.0", " ", " ?"]),
        (1, [" true", "true ", " false ", "TRUE", "True", "FALSE", "0", "1", "1.0", "0.0", "2", "yes", "1_0", "  "]),
        (2, [" 1", "0 ", "1.0", "0.0", "true", "FALSE", "True", "2", " "]),
        (3, [" Paris", "O'Fallon ", "  New York  ", "paris", "Berlin", "   ", "Paris\t", "\xa0 Paris", "\t"]),
    ],
)
def test_a_text_is_the_value_in_exports_that_it_is_in_a_file(
    method: Method, column: int, cells: list[str], trained_of_codes: tuple[Model, Path]
) -> None:
    """With blanks around it, or a number or truth in another spelling, as `csv.DictReader` and an import leave them."""
    model, folder = trained_of_codes
    names = [attribute.name for attribute in model.ruleset.schema.attributes]
    rows = [
        [cell if place == column else other for place, other in enumerate(row)]
        for cell in cells
        for row in (("1", "true", "1", "O'Fallon"), ("3", "false", "0", "Paris"))
    ]
    wanted = of_file(model, method, folder, rows)

    assert exported(model, method, dict.fromkeys(names, "TEXT"), rows) == [wanted, wanted]


@pytest.mark.parametrize("column", [0, 1, 2])
@pytest.mark.parametrize(
    ("cells", "is_read"),
    [
        (["01", "1.00", "+1", " 01 ", "1.", "1e0", "0.1E1", "-0", "00", "1.00e+00", "+1E+0", "-.0e5", "tRuE"], False),
        (["e1", "1e", "1-0", "1-", "-", "+-.", "1.0.0", "4", "04", "0x1", "1_0", "1,0", "trve", "9" * 400], True),
        ([".e1", "+.E1", "1e+", "1e++0", "1e+-0", "1e0.", "1e0e0", "4e8813", "+", ".", "-."], True),
    ],
)
def test_a_number_that_no_test_knows_by_its_spelling_ends_the_query_and_another_text_does_not(
    column: int, cells: list[str], is_read: bool, trained_of_codes: tuple[Model, Path]
) -> None:
    """The model takes it for the value, as a file's reader does; what it does not know is unknown to the query too."""
    model, folder = trained_of_codes
    names = [attribute.name for attribute in model.ruleset.schema.attributes]
    for cell in cells:
        row = ["1", "true", "1", "O'Fallon"]
        row[column] = cell
        if not is_read:
            with pytest.raises(sqlite3.OperationalError, match="overflow"):
                answered(export_text(model, "sql", "ival"), dict.fromkeys(names, "TEXT"), [tuple(row)])
            continue
        wanted = of_file(model, "ival", folder, [row])
        assert exported(model, "ival", dict.fromkeys(names, "TEXT"), [row]) == [wanted, wanted]


@pytest.mark.parametrize("method", METHODS)
def test_numbers_and_truths_given_to_a_module_are_the_values_that_a_model_takes_them_for(
    method: Method, trained_of_codes: tuple[Model, Path]
) -> None:
    model, _folder = trained_of_codes
    names = [attribute.name for attribute in model.ruleset.schema.attributes]
    predict = executed(export_text(model, "python", method))["predict"]
    for zone in (2, 2.0, np.int64(3), np.float32(1.0), 2.5):
        for flag in (True, False, np.True_):
            for bit in (True, 0, 1.0, np.False_):
                row = dict(zip(names, (zone, flag, bit, "Paris"), strict=True))
                assert [list(predict(row).values())] == of_table(model, method, row)


@pytest.mark.parametrize("values", [("True", "true"), ("1", "True"), ("1.0", "2"), ("TRUE", "false", "False")], ids=str)
@pytest.mark.parametrize("reading", [None, Reading(delimiter=",")], ids=["of no file", "of a file"])
def test_a_number_is_the_value_in_a_module_that_it_is_in_a_model(
    values: tuple[str, ...], reading: Reading | None
) -> None:
    """Also where values are declared that look like it, so that it may be none of them."""
    columns = [BinaryAttribute("a", values) if len(values) == 2 else NominalAttribute("a", values)]
    codes = np.array([[place % len(values)] for place in range(60)], float)
    data = Dataset(Schema(tuple(columns), ("l", "k")), codes, np.hstack([codes == 0, codes == 1]), "d", reading=reading)
    model = Training(data, plain(population_size=60, passes=6), seed=1).complete()
    predict = executed(export_text(model, "python", "best"))["predict"]
    for cell in (True, False, np.True_, np.False_, 1, 0, 2, 1.0, 0.0, np.float32(1.0)):
        assert [list(predict({"a": cell}).values())] == of_table(model, "best", {"a": cell})


def test_codes_that_are_no_plain_numbers_are_texts_in_exports_as_in_a_file(tmp_path: Path) -> None:
    """With zeros in front, more digits than floats tell apart, or a power that none holds, beside texts."""
    codes = ("07", "12345678901234567", "1e400", "A8")
    lines = [f"{codes[place % 4]},{int(place % 4 < 2)},{int(place % 4 in (0, 2))}\n" for place in range(80)]
    (tmp_path / "codes.csv").write_text("code,l,k\n" + "".join(lines), encoding="utf-8")
    dataset = load_dataset(tmp_path / "codes.csv", labels=-2, nominal=["code"])
    model = Training(dataset, plain(population_size=60, passes=6), seed=1).complete()
    cells = [*codes, "7", "07.0", "007", "12345678901234568", "12345678901234567.0", "1e401", "8"]
    rows = [[cell] for cell in cells]
    for method in METHODS:
        wanted = of_file(model, method, tmp_path, rows)
        assert exported(model, method, {"code": "TEXT"}, rows) == [wanted, wanted]


def test_a_text_is_as_it_stands_in_exports_of_what_was_no_file() -> None:
    """Where a text with a blank is another value, or none that is declared."""
    texts = ("", " ", " u", "u")
    schema = Schema((NominalAttribute("a", texts), BinaryAttribute("b", ("1", "v"))), ("l", "k"))
    rows = [[texts[place % 4], "1v"[place // 4 % 2]] for place in range(64)]
    codes = np.array([[place % 4, place // 4 % 2] for place in range(64)], float)
    labels = np.array([[a == " u", a == " " or b == "v"] for a, b in rows])
    model = Training(Dataset(schema, codes, labels, "d"), plain(population_size=60, passes=6), seed=1).complete()
    rows += [["u ", "1"], ["  ", "v"], ["u", "1.0"]]
    codes = np.vstack([codes, [[-1, 0], [-1, 1], [3, -1]]])
    for method in METHODS:
        wanted = Consultation(model.ruleset, codes).predicted(method, model.thresholds).tolist()
        assert exported(model, method, {"a": "TEXT", "b": "TEXT"}, rows) == [wanted, wanted]


def test_a_declared_value_is_not_missing_in_exports() -> None:
    """Also an empty text, or a question mark."""
    schema = Schema((NominalAttribute("a", ("", "?", "u")), BinaryAttribute("b", ("u", "v"))), ("l", "k"))
    rows = [[None if place % 5 == 0 else ("", "?", "u")[place % 3], "uv"[place % 2]] for place in range(60)]
    codes = [[math.nan if a is None else ("", "?", "u").index(a), "uv".index(b or "")] for a, b in rows]
    labels = np.array([[a == "", a is None] for a, _b in rows])
    dataset = Dataset(schema, np.array(codes, float), labels, "declared")
    model = Training(dataset, plain(population_size=60, passes=6), seed=1).complete()
    for method in METHODS:
        wanted = Consultation(model.ruleset, dataset.X).predicted(method, model.thresholds).tolist()
        assert exported(model, method, {"a": "TEXT", "b": "TEXT"}, rows) == [wanted, wanted]


@pytest.mark.parametrize(("column", "wrong"), [(0, "04.03.2021"), (1, "n/a"), (1, "1,5")])
def test_a_text_that_is_no_number_and_no_date_ends_the_query(column: int, wrong: str, trained: Trained) -> None:
    model, _dataset, rows = trained
    cells: list[list[object]] = [[cell(row["since"]), cell(row["x"]), row["c"]] for row in rows]
    cells[7][column] = wrong

    for method in METHODS:
        with pytest.raises(sqlite3.OperationalError, match="overflow"):
            predicted(model, method, ("TEXT", "TEXT"), cells)


# ----------------------------------------------------------------------------------------------------- what people read


def test_rules_on_dates_read_as_dates_and_their_texts_say_the_numbers(trained: Trained, tmp_path: Path) -> None:
    """Each date that is shown parts the training rows as the bound does. Clauses: REP-9."""
    model, _dataset, rows = trained
    model.save(tmp_path / "model.json")
    days = [text_days(row["since"]) if row["since"] else None for row in rows]
    shown = 0
    for rule, again in zip(model.ruleset, load_model(tmp_path / "model.json").ruleset, strict=True):
        assert (rule.display, rule.text) == (again.display, again.text)
        assert "-" not in rule.text.partition(" THEN ")[0]
        test = next((test for test in rule.tests if test.attribute == 0), None)
        found = re.search(r"(?:(\S+) <= )?since (?:(<=|>=|=) )?(\S+)", rule.display)
        if not isinstance(test, IntervalTest) or found is None or found[3] in {"is", "in"}:
            continue
        low, sign, high = found.groups()
        if sign is None:
            low, high = found[1], re.search(r"since <= (\S+)", rule.display)[1]  # type: ignore[index]
        lower = text_days(low or (high if sign in {">=", "="} else "0001-01-01"))
        upper = text_days(high if sign in {"<=", "=", None} else "9999-01-01")
        assert lower is not None
        assert upper is not None
        for x in days:
            assert x is None or (lower <= x <= upper) == (test.lower <= x <= test.upper)
        shown += 1
    assert shown > 20


def test_exports_for_people_and_programs_tell_dates(trained: Trained) -> None:
    """The graph has dates where they are the very numbers; the document says which numbers are days."""
    model, _dataset, _rows = trained
    found = json.loads(export_text(model, "json"))

    assert found["date_columns"] == ["since"]
    validator("rules.schema.json").validate(found)
    assert re.search(r"since in \[[0-9]{4}-[0-9]{2}-[0-9]{2}", export_text(model, "dot"))


def test_dates_in_memory_read_as_dates() -> None:
    """Of numpy, pandas and Python alike. Clauses: REP-9."""
    moments = [date(2021, 1, day) for day in range(1, 21)]
    labels = [[int(day >= 9)] for day in range(1, 21)]
    tables = (
        pd.DataFrame({"x0": pd.to_datetime(moments)}),
        pd.DataFrame({"x0": moments}),
        np.array(moments, "datetime64[D]")[:, None],
        [[moment] for moment in moments],
    )
    found = []
    for table in tables:
        model = Training(from_table(table, labels), plain(population_size=20, passes=3), seed=1).complete()
        found.append([rule.display for rule in model.ruleset])
        assert model.reading["date_columns"] == ["x0"]
    assert found.count(found[0]) == len(tables)
    assert any("2021-01-" in text for text in found[0])


@pytest.mark.filterwarnings("ignore::mlslcs_ref.errors.ModelWarning")
def test_a_rule_that_only_a_missing_value_passes_is_exported_as_that() -> None:
    """Where missing values tell of a label, bounds are learned that no number passes."""
    rows = [[None if place % 3 == 0 else 1.0 + place % 5] for place in range(40)]
    labels = [[int(place % 3 == 0), int(place % 5 == 1)] for place in range(40)]
    model = train(from_table([[math.nan if x is None else x] for (x,) in rows], labels), profile="auto", seed=1)
    assert "x0 is missing" in str(model.ruleset[0])
    for method in METHODS:
        wanted = model.predict([[math.nan if x is None else x] for (x,) in rows], method).tolist()
        assert exported(model, method, {"x0": "REAL"}, rows) == [wanted, wanted]
