"""Texts in memory beside a training file: read as the file's reader would have read them, or refused."""

import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from folders import Write
from raising import raising

from mlslcs_ref import train
from mlslcs_ref.data.files import load_instances
from mlslcs_ref.data.loading import load_dataset
from mlslcs_ref.data.schema import BinaryAttribute, NominalAttribute
from mlslcs_ref.data.table import encoded, from_table, to_frame
from mlslcs_ref.errors import DataError, DataWarning
from mlslcs_ref.estimator import MlsLcsClassifier
from mlslcs_ref.settings import Settings

ROWS = [
    ("31/12/2020", "1.234,5", "rot", "01", "ja"),
    ("k.A.", "k.A.", "blau", "2", "nein"),
    (" 1/2/2021", "0,25", "k.A.", "1.0", "ja"),
    ("02/03/2021 12:30", "7", "rot", "3", "nein"),
]
COLUMNS = ["when", "x", "c", "n", "l"]
HOW: dict[str, Any] = {
    "delimiter": ";",
    "decimal": ",",
    "thousands": ".",
    "missing": ["k.A."],
    "positive": "ja",
    "nominal": ["n"],
}
SHORT = Settings.paper(passes=2, clustering=False)
pytestmark = pytest.mark.filterwarnings("ignore::mlslcs_ref.errors.DataWarning")


@pytest.fixture
def file(write: Write) -> Path:
    return write("\n".join(map(";".join, [COLUMNS, *ROWS])) + "\n", "d.csv")


@pytest.fixture
def frame() -> pd.DataFrame:
    return pd.DataFrame(ROWS, columns=COLUMNS)


@pytest.mark.parametrize("dates", ["days", "parts"])
def test_texts_in_memory_are_read_as_the_training_file(file: Path, frame: pd.DataFrame, dates: Any) -> None:
    read = load_dataset(file, -1, dates=dates, **HOW)
    tables = [frame, frame[COLUMNS[::-1]], frame.replace("k.A.", np.nan)]
    if dates == "days":
        tables.append(frame.drop(columns="l").to_numpy())
    instances, _labels = load_instances(file, read.schema, reading=read.reading)

    for table in tables:
        assert np.array_equal(encoded(table, read.schema, read.reading).rows(), instances.rows(), equal_nan=True)


@pytest.mark.parametrize("dates", ["days", "parts"])
@pytest.mark.parametrize(
    ("column", "text"),
    [("when", "12/31/2020"), ("when", "soon"), ("when", "7"), ("x", "1.5"), ("x", "NA"), ("x", "1e999")],
)
def test_a_text_that_the_file_could_not_have_is_refused_with_its_row(
    file: Path, frame: pd.DataFrame, dates: Any, column: str, text: str
) -> None:
    read = load_dataset(file, -1, dates=dates, **HOW)
    frame.loc[2, column] = text

    with raising(DataError, column=column, row=3):
        encoded(frame, read.schema, read.reading)


def test_without_a_file_numbers_as_texts_are_refused() -> None:
    trained = from_table(pd.DataFrame({"x": [1.5, 2.5]}), [0, 1])

    with raising(DataError, column="x", row=1):
        encoded(pd.DataFrame({"x": ["1.5", "2.5"]}), trained.schema, trained.reading)


def test_a_model_of_a_file_measures_and_explains_a_frame_of_texts_like_the_file(
    file: Path, frame: pd.DataFrame
) -> None:
    model = train(load_dataset(file, -1, **HOW), SHORT)

    assert model.evaluate(frame) == model.evaluate(file)
    assert model.evaluate((frame[COLUMNS[:-1]], frame[["l"]])) == model.evaluate(file)
    assert str(model.explain(frame.drop(columns="l").iloc[0])) == str(
        model.explain(load_dataset(file, -1, **HOW).taken([0]))
    )


def test_a_column_that_holds_all_labels_is_measured_in_a_frame_too(write: Write) -> None:
    path = write("a,labels\n1,p|q\n2,\n3,q\n4,p\n", "s.csv")
    model = train(load_dataset(path, "labels", label_separator="|"), SHORT)
    table = pd.read_csv(path)

    assert model.evaluate(table) == model.evaluate(path)
    table.loc[2, "labels"] = "p|z"
    with raising(DataError, row=3):
        model.evaluate(table)


def test_dates_that_a_fitted_estimator_has_seen_may_be_texts_that_all_countries_read_alike() -> None:
    dates = pd.DataFrame({"when": pd.to_datetime(["2024-03-01", "2024-03-05", "2024-04-01", None])})
    fitted = MlsLcsClassifier(profile="paper", passes=2).fit(dates, [[1], [0], [0], [1]])
    texts = pd.DataFrame({"when": ["2024-03-01", "2024/03/05 00:00", "2024-04-01", None]})

    assert (fitted.predict(texts) == fitted.predict(dates)).all()
    with raising(DataError, column="when", row=2):
        fitted.predict(pd.DataFrame({"when": ["2024-03-01", "01/03/2024"]}))


@pytest.mark.filterwarnings("default::mlslcs_ref.errors.DataWarning")
@pytest.mark.parametrize("column", [pd.to_datetime(["2024-03-01", "2024-03-05"]), [19783.0, 19787.0]])
def test_dates_in_memory_where_the_training_data_had_numbers_are_told(column: Any) -> None:
    of_dates = not isinstance(column, list)
    trained = from_table(pd.DataFrame({"when": [1.5, 2.5, 3.5]}), [0, 1, 0])
    model = train(trained, SHORT)
    with warnings.catch_warnings(record=True, action="always", category=DataWarning) as found:
        model.predict(pd.DataFrame({"when": column}))

    assert ["'when'" in str(warning.message) for warning in found] == [True] * of_dates


@pytest.mark.filterwarnings("default::mlslcs_ref.errors.DataWarning")
@pytest.mark.parametrize(
    ("column", "is_told"),
    [
        ([2024, 7], True),
        ([20240301, np.nan], True),
        (pd.to_datetime(["2024-03-01", None]), False),
        ([None, None], False),
    ],
)
def test_numbers_in_memory_where_the_training_data_had_dates_are_told(column: Any, is_told: bool) -> None:
    X = pd.DataFrame({"when": pd.to_datetime(["2024-03-01", "2024-03-05", "2024-04-01"])})
    later = pd.DataFrame({"when": column})
    trained = from_table(X, [0, 1, 0])
    fitted = MlsLcsClassifier(profile="paper", passes=2).fit(X, [0, 1, 0])
    for predict in (train(trained, SHORT).predict, fitted.predict):
        with warnings.catch_warnings(record=True, action="always", category=DataWarning) as found:
            predict(later)
        assert [getattr(warning.message, "column", "") for warning in found] == ["when"] * is_told

    # these numbers are days
    with warnings.catch_warnings(action="error"):
        fitted.predict(to_frame(trained)[0])
        fitted.model_.predict(trained.X)


TRUTHS = (("false", "true"), ("False", "True"), ("FALSE", "TRUE"), ("0", "1"))


@pytest.mark.parametrize("known", TRUTHS)
@pytest.mark.parametrize("later", TRUTHS)
@pytest.mark.parametrize("further", [(), ("unsure",)])
def test_a_truth_is_the_declared_one_however_a_later_table_spells_it(
    known: tuple[str, ...], later: tuple[str, ...], further: tuple[str, ...], tmp_path: Path
) -> None:
    """In files of both kinds and in memory; a third value beside the two stays what it is."""
    cells = [*later, *further] * 2
    tables: list[Any] = [tmp_path / "later.csv", tmp_path / "later.arff"]
    tables[0].write_text("\n".join(["a,l", *(f"{cell},1" for cell in cells)]))
    head = f"@relation r\n@attribute a {{{','.join(sorted({*cells}))}}}\n@attribute l {{0,1}}\n@data\n"
    tables[1].write_text(head + "".join(f"{cell},1\n" for cell in cells))
    tables += [pd.DataFrame({"a": cells}), [[cell] for cell in cells]]
    if not further:
        tables += [np.array([[False], [True]] * 2), [[0], [1]] * 2]
    (tmp_path / "known.csv").write_text("\n".join(["a,l", *(f"{cell},1" for cell in [*known, *further])]))
    rows = pd.DataFrame({"a": [*known, *further]})
    for read in (
        load_dataset(tmp_path / "known.csv", -1),
        from_table(rows, pd.DataFrame({"l": [place % 2 for place in range(len(rows))]})),
    ):
        attribute = read.schema.attributes[0]
        assert isinstance(attribute, BinaryAttribute | NominalAttribute)
        declared = tuple(attribute.values)
        wanted = [float(declared.index(cell)) for cell in [*known, *further]] * 2
        for table in tables:
            if isinstance(table, Path):
                found = load_dataset(table, schema=read.schema, reading=read.reading).X
            else:
                found = encoded(table, read.schema, read.reading).rows()
            assert found[:, 0].tolist() == wanted
