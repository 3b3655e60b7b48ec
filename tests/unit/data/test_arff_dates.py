"""Weka's type ``date``: read as days like dates of separated values, and understood alike by everything behind."""

import csv
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from exports import answered, executed
from folders import Write
from raising import raising, warning

from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.loading import load_dataset
from mlslcs_ref.data.reading import Reading
from mlslcs_ref.errors import DataError, DataWarning
from mlslcs_ref.learning.train import train
from mlslcs_ref.rulesets.consultation import METHODS, Method
from mlslcs_ref.rulesets.export.formats import export_text
from mlslcs_ref.rulesets.model_file import load_model

HEADER = "@relation r\n@attribute x numeric\n@attribute when {}\n@attribute l {{0,1}}\n@data\n"
FIRST_ROW_LINE = 6
MOMENT = datetime(2024, 3, 1, 9, 5, 7, tzinfo=UTC)
# as Weka and as Python write them
PATTERNS = (
    ("", "%Y-%m-%dT%H:%M:%S"),
    ('"yyyy-MM-dd HH:mm:ss"', "%Y-%m-%d %H:%M:%S"),
    ("\"yyyy-MM-dd'T'HH:mm:ss\"", "%Y-%m-%dT%H:%M:%S"),
    ("'yyyy-MM-dd\\'T\\'HH:mm:ss'", "%Y-%m-%dT%H:%M:%S"),
    ("yyyy-MM-dd", "%Y-%m-%d"),
    ("yyyy-MM-dd % in no quotes", "%Y-%m-%d"),
    ('"yyyyMMdd"', "%Y%m%d"),
    ('"yyyyMMddHHmmss"', "%Y%m%d%H%M%S"),
    ('"dd/MM/yyyy"', "%d/%m/%Y"),
    ('"MM/dd/yyyy HH:mm"', "%m/%d/%Y %H:%M"),
    ('"d.M.yyyy"', "%d.%m.%Y"),
    ('"HH:mm dd-MM-yyyy"', "%H:%M %d-%m-%Y"),
    ('"yyyy/MM/dd HH"', "%Y/%m/%d %H"),
)


def of_dates(
    folder: Path, pattern: str, *cells: str, sparse: bool = False, name: str = "a.arff", **how: Any
) -> Dataset:
    rows = [
        f"{{0 {place}, 1 {text}}}" if sparse else f"{place},{text},{int(place > len(cells) // 2)}"
        for place, text in enumerate(cells, 1)
    ]
    path = folder / name
    path.write_text(HEADER.format(f"date {pattern}".strip()) + "\n".join(rows) + "\n", encoding="utf-8")
    return load_dataset(path, -1, **how)


@pytest.mark.parametrize("sparse", [False, True])
@pytest.mark.parametrize("quote", ["", "'", '"'])
@pytest.mark.parametrize(("pattern", "shape"), PATTERNS)
def test_texts_of_a_pattern_are_days(pattern: str, shape: str, quote: str, sparse: bool, tmp_path: Path) -> None:
    moments = [MOMENT, MOMENT.replace(1969, 12, 31), MOMENT.replace(hour=0, day=29, month=2)]
    cells = [f"{quote}{moment.strftime(shape)}{quote}" for moment in moments]
    read = of_dates(tmp_path, pattern, *cells, "?", sparse=sparse)

    told = [datetime.strptime(moment.strftime(shape), shape).replace(tzinfo=UTC) for moment in moments]
    wanted = [(moment - datetime(1970, 1, 1, tzinfo=UTC)) / timedelta(days=1) for moment in told]
    assert np.array_equal(read.X[:, 1], [*wanted, np.nan], equal_nan=True)
    assert read.reading is not None
    assert read.reading.date_columns == ("when",)


def test_a_date_that_a_sparse_row_leaves_out_is_the_first_of_1970(write: Write) -> None:
    path = write(HEADER.format("date yyyy-MM-dd") + "{0 1}\n{1 1970-01-02, 2 1}\n", "a.arff")

    assert load_dataset(path, -1).X[:, 1].tolist() == [0.0, 1.0]


@pytest.mark.parametrize("sparse", [False, True])
@pytest.mark.parametrize(
    ("pattern", "wrong"),
    [
        ("", "04.03.2021"),
        ("", "20210304"),
        ("yyyy-MM-dd", "2021-02-29"),
        ("yyyy-MM-dd", "2021-03-04 12:00"),
        ("yyyy-MM-dd", "19000"),
        ("yyyy-MM-dd", "'?'"),
        ("yyyyMMdd", "2021034"),
        ('"dd/MM/yyyy"', "12/31/2021"),
        ('"dd/MM/yyyy"', "31.12.2021"),
        ('"yyyy-MM-dd HH:mm"', "'2021-03-04 24:00'"),
        ('"yyyy-MM-dd"', "\u0662\u0660\u0662\u0661-03-04"),
    ],
)
def test_a_cell_that_does_not_fit_is_refused_where_it_stands(
    pattern: str, wrong: str, sparse: bool, tmp_path: Path
) -> None:
    with raising(DataError, line=FIRST_ROW_LINE + 1) as caught:
        of_dates(tmp_path, pattern, "?", wrong, sparse=sparse)

    assert "'when'" in str(caught.value)
    assert wrong.strip("'") in str(caught.value)


@pytest.mark.parametrize(
    "pattern",
    [
        "dd-MMM-yyyy",
        "dd/MM/yy",
        '"yyyy-MM-dd hh:mm a"',
        "HH:mm",
        "yyyy-MM",
        "yyyy-dd",
        '"yyyy-MM-dd mm"',
        "yyyy-MM-dd-dd",
        "\"yyyy-MM-dd''HH\"",
        "yyyyy-MM-dd",
        "''",
        '"EEE, dd MM yyyy"',
        '"yyyy-MM-dd HH:mm:ssZ"',
    ],
)
def test_another_pattern_is_refused_by_its_name_and_can_be_dropped(pattern: str, tmp_path: Path) -> None:
    with raising(DataError, line=3) as caught:
        of_dates(tmp_path, pattern, "anything")

    assert pattern.strip("'\"") in str(caught.value)
    assert "drop=['when']" in str(caught.value)
    assert of_dates(tmp_path, pattern, "anything", drop=["when"]).X.shape == (1, 1)


@pytest.mark.filterwarnings("ignore::mlslcs_ref.errors.ModelWarning")
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("pattern", "shape"), [("", "%Y-%m-%dT%H:%M:%S"), ('"dd/MM/yyyy"', "%d/%m/%Y")])
def test_model_and_exports_predict_later_files_alike(pattern: str, shape: str, method: Method, tmp_path: Path) -> None:
    """A later file may write its dates otherwise, and be one of separated values."""
    moments = [datetime(2021, 1, 1, tzinfo=UTC) + timedelta(days=9 * place) for place in range(60)]
    cells = [moment.strftime(shape) for moment in moments]
    model = train(of_dates(tmp_path, pattern, *cells), profile="auto", seed=1)
    model.save(tmp_path / "model.json")
    model = load_model(tmp_path / "model.json")
    iso = [moment.strftime("%Y-%m-%d") for moment in moments]
    later = of_dates(
        tmp_path,
        "yyyy-MM-dd",
        *iso,
        name="b.arff",
        schema=model.ruleset.schema,
        reading=Reading.from_dict(model.reading),
    )
    wanted = model.predict(later.X, method).tolist()
    module = executed(export_text(model, "python", method))

    assert {True, False} == {label for row in wanted for label in row}
    for texts in (cells, iso):
        rows = [{"x": place, "when": text} for place, text in enumerate(texts, 1)]
        assert [list(module["predict"](row).values()) for row in rows] == wanted
        table = [tuple(row.values()) for row in rows]
        assert answered(export_text(model, "sql", method), {"x": "REAL", "when": "TEXT"}, table).truths(1) == wanted
        with (tmp_path / "c.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([("x", "when", "l"), *((row["x"], row["when"], 0) for row in rows)])
        again = load_dataset(tmp_path / "c.csv", schema=model.ruleset.schema, reading=Reading.from_dict(model.reading))
        assert np.array_equal(again.X, later.X)


def test_dates_where_the_training_data_had_numbers_are_told(write: Write, tmp_path: Path) -> None:
    path = write(HEADER.format("numeric") + "1,19000,0\n2,19001,1\n", "n.arff")
    trained = load_dataset(path, -1)

    with warning(DataWarning, column="when"):
        of_dates(tmp_path, "yyyy-MM-dd", "2024-03-01", schema=trained.schema, reading=trained.reading)
