"""What people are told of data as they were read: in files and in memory alike, by one class of warnings."""

import ast
import re
import warnings
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from folders import Write
from raising import raising, warning

from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.files import load_instances
from mlslcs_ref.data.label_columns import lists_in
from mlslcs_ref.data.loading import load_dataset
from mlslcs_ref.data.reading import Reading
from mlslcs_ref.data.remarks import undeclared_counts
from mlslcs_ref.data.schema import ContinuousAttribute, Schema
from mlslcs_ref.data.table import decided, encoded, from_table
from mlslcs_ref.errors import AdviceWarning, DataError, DataWarning
from mlslcs_ref.estimator import MlsLcsClassifier
from mlslcs_ref.learning.train import train
from mlslcs_ref.settings import Settings

Read = Callable[[dict[str, list[Any]]], Dataset]


def from_file(path: Path) -> Read:
    def read(columns: dict[str, list[Any]]) -> Dataset:
        frame = pd.DataFrame({**columns, "l": [place % 2 for place in range(len(next(iter(columns.values()))))]})
        frame.to_csv(path / "data.csv", index=False)
        return load_dataset(path / "data.csv", labels=["l"])

    return read


def from_frame(_path: Path) -> Read:
    def read(columns: dict[str, list[Any]]) -> Dataset:
        frame = pd.DataFrame(columns)
        return from_table(frame, np.arange(len(frame)) % 2)

    return read


def from_fit(_path: Path) -> Read:
    def read(columns: dict[str, list[Any]]) -> Dataset:
        frame = pd.DataFrame(columns)
        MlsLcsClassifier(profile="paper", passes=1, population_size=10).fit(frame, np.arange(len(frame)) % 2)
        return from_table(np.zeros((2, 1)), [0, 1])

    return read


def told_of(found: Iterable[warnings.WarningMessage]) -> list[tuple[type, str | None]]:
    """Return the kinds and columns of remarks on data, without what is said of a model."""
    return [(type(one.message), one.message.column) for one in found if isinstance(one.message, DataWarning)]


@pytest.mark.parametrize("face", [from_file, from_frame, from_fit])
@pytest.mark.parametrize(
    ("name", "cells"),
    [
        ("id", list(range(5, 45))),
        ("anything", [37 * place % 101 for place in range(40)]),
        ("customer", [f"C{place:05}" for place in range(40)]),
        ("uuid", [f"{place * 7919:08x}-{place}" for place in range(40)]),
        ("Unnamed: 0", list(range(40))),
        ("nothing", [None] * 40),
    ],
)
def test_a_column_like_an_identifier_or_without_values_is_remarked_on(
    face: Callable[[Path], Read], name: str, cells: list[Any], tmp_path: Path
) -> None:
    columns = {name: cells, "x": [place % 7 + 0.5 for place in range(40)]}
    with pytest.warns(DataWarning) as found:
        face(tmp_path)(columns)

    assert [name in str(warning.message) for warning in found] == [True]


@pytest.mark.parametrize("face", [from_file, from_frame, from_fit])
def test_ordinary_columns_are_not_remarked_on(face: Callable[[Path], Read], tmp_path: Path) -> None:
    columns: dict[str, list[Any]] = {
        "x": [place * 1.5 + 0.25 for place in range(40)],
        "n": [place % 13 for place in range(40)],
        "c": ["red", "green"] * 20,
    }
    face(tmp_path)(columns)


def test_dates_that_all_differ_are_no_identifier(tmp_path: Path) -> None:
    days = [f"2024-01-{day:02}" for day in range(1, 29)]
    with pytest.warns(DataWarning) as found:
        from_file(tmp_path)({"day": days})
    assert ["dates" in str(warning.message) for warning in found] == [True]
    from_frame(tmp_path)({"day": list(pd.to_datetime(days))})


@pytest.mark.parametrize("bad", ["31.02.2021", "31.13.2021", "soon", "2021"])
@pytest.mark.parametrize("shape", ["%d.%m.%Y", "%m/%d/%Y", "%Y-%m-%d %H:%M"])
def test_the_first_cell_that_is_no_date_among_dates_is_told_with_its_line(bad: str, shape: str, tmp_path: Path) -> None:
    cells = [(datetime(2021, 1, 1, 9, 30) + timedelta(days=7 * place)).strftime(shape) for place in range(40)]  # noqa: DTZ001
    cells[0], cells[13], cells[20] = "", bad, "never"
    with pytest.warns(DataWarning) as found:
        read = from_file(tmp_path)({"when": cells})
    (said,) = [str(warning.message) for warning in found if "'when'" in str(warning.message)]

    assert repr(bad) in said
    assert "line 15" in said
    assert not isinstance(read.schema.attributes[0], ContinuousAttribute)
    frame = pd.DataFrame({"when": cells, "l": [0, 1] * 20})
    frame.to_csv(tmp_path / "data.csv", index=False)
    with pytest.warns(DataWarning):
        mended = load_dataset(tmp_path / "data.csv", ["l"], missing=[bad, "never"])
    assert isinstance(mended.schema.attributes[0], ContinuousAttribute)


@pytest.mark.parametrize("bad", ["", "31.02.2021", "soon"])
@pytest.mark.parametrize("shape", ["%d.%m.%Y", "%m/%d/%Y", "%Y-%m-%d"])
def test_who_asks_for_dates_as_texts_is_not_told_how_they_would_be_dates(bad: str, shape: str, tmp_path: Path) -> None:
    days = [(datetime(2021, 1, 1) + timedelta(days=place % 15)).strftime(shape) for place in range(40)]  # noqa: DTZ001
    frame = pd.DataFrame({"when": [bad, *days[1:]], "l": [0, 1] * 20})
    frame.to_csv(tmp_path / "data.csv", index=False)
    load_dataset(tmp_path / "data.csv", ["l"], dates="text")


@pytest.mark.parametrize(
    "cells",
    [
        *(["50%", "60 %"], ["€5", "€6.50"], ["5.10 $", "6 $"], ["12:30", "9:05"], ["12:30:15", "00:00:01.5"]),
        *(
            ["\u22121.5", "\u22122"],
            ["\uff11.5", "\uff12"],
            ["1_000", "2_000"],
            ["1d3", "2D-3"],
            ["0x10", "0xfF"],
            ["(5)", "(6.50)"],
            ["-$5", "$6.50"],
            ["CHF 5", "CHF 6.50", "CHF 7", "CHF 8", "CHF 9.5", "CHF 11"],
            ["5 kg", "6.5 kg", "7 kg", "8 kg", "8.5 kg", "9 kg"],
            ["1 year", *(f"{number} years" for number in range(2, 7))],
            [f"{number}.5mg/m2" for number in range(6)],
            ["<5", ">6"],
            ["~5", "~6"],
            ["5*", "6*"],
            ["5:30 PM", "11:05 a.m."],
            ["1,20,000", "2,20,000"],
        ),
    ],
    ids=str,
)
def test_numbers_with_a_unit_and_times_are_remarked_on(cells: list[str], tmp_path: Path) -> None:
    with pytest.warns(DataWarning) as found:
        from_file(tmp_path)({"x": cells * 10})
    assert len(found) == 1


@pytest.mark.parametrize(
    "cells",
    [
        ["A1", "A2", "A3"],
        ["10A", "10B", "10C"],
        ["1a", "2a", "3b", "4b"],
        ["1st", "2nd", "3rd"],
        ["room 1", "room 2", "room 3"],
        ["1 - low", "2 - mid", "3 - high"],
        ["10.0.0.1", "10.0.0.2", "10.0.0.3"],
        ["2024Q1", "2024Q2", "2024Q3"],
        ["m\u00b2", "km"],
        ["3G", "4G", "5G"],
        ["720p", "1080p"],
        ["#12", "#13", "#14"],
        ["1+", "1-", "2+"],
        ["1)", "2)"],
        ["ABC 3", "ABC 4", "ABC 5"],
        ["205/55", "195/65"],
        [f"{number}, Main St" for number in range(2, 12)],
        ["14-2002", "99-1999", "13-1950"],
    ],
    ids=str,
)
def test_names_with_a_number_in_them_are_not_remarked_on(cells: list[str], tmp_path: Path) -> None:
    from_file(tmp_path)({"x": cells * 10})


@pytest.mark.parametrize(
    ("cells", "is_told"),
    [
        (["a;b", "b", "a", "a;b;c", "c;a"], True),
        (["red, blue", "blue", "red", "red, blue, green", "green, blue", "green"], True),
        (["Berlin, Germany", "Munich, Germany", "Paris, France"], False),
        (["Doe, Jane", "Doe, John", "Roe, Jane", "Roe, John"], False),
        (["a;b", "a", "b"], False),
        ([f"{last}, {first}" for last in ("Smith", "Doe", "Roe") for first in ("Ann", "Bob", "Cy", "Di")], False),
        (["female, young", "male, young", "female, old", "male, old", "female, grown", "male, grown"], False),
    ],
    ids=str,
)
def test_lists_of_few_values_in_cells_are_told(cells: list[str], is_told: bool, tmp_path: Path) -> None:
    table = {"x": cells * 20}
    for read in (from_file(tmp_path), from_frame(tmp_path), from_fit(tmp_path)):
        with warnings.catch_warnings(record=True, action="always") as found:
            read(table)
        assert told_of(found) == [(AdviceWarning, "x")] * is_told


@pytest.mark.parametrize("others", [["14*", "33*"], ["<5"], ["6-", "7-"], ["\u22121"], ["true"]], ids=str)
def test_numbers_in_another_spelling_among_numbers_are_not_offered_as_missing_values(
    others: list[str], tmp_path: Path
) -> None:
    with pytest.warns(DataWarning) as found:
        from_file(tmp_path)({"x": [*others, *(f"{place}.5" for place in range(30))]})
    assert ["missing=" in str(one.message) for one in found] == [False]


@pytest.mark.parametrize("cells", [["x", None], [1.0, None], [True, None], ["ja", None, None]], ids=str)
def test_columns_of_one_value_or_none_are_told_once_together(cells: list[Any], tmp_path: Path) -> None:
    """A missing value passes every test, so that nothing tells the rows apart; declared values need not occur."""
    table = {"x": [place % 7 + 0.5 for place in range(60)], "a": cells * (60 // len(cells)), "b": [None, "z"] * 30}
    for read in (from_file(tmp_path), from_frame(tmp_path), from_fit(tmp_path)):
        with pytest.warns(DataWarning) as found:
            read(table)
        assert told_of(found) == [(AdviceWarning, "a")]
    with warning(AdviceWarning, column="c"):
        from_table(pd.DataFrame({"c": pd.Categorical(["ja", None] * 30, categories=["ja", "nein"])}), [[0], [1]] * 30)


@pytest.mark.parametrize(
    ("name", "cells", "is_told"),
    [
        ("zip", ["01067", "10115", "80331"], True),
        ("zip", ["1067", "10115", "80331"], False),
        ("hour", ["01", "09", "23"], False),
        ("day", [20240105, 20241231, 20240229], True),
        ("day", [20240105, 20241231, 20240230], False),
        ("customer_id", list(range(30)), True),
        ("shop_id", list(range(10)), False),
        *((name, list(range(30)), False) for name in ("visits", "heat index", "HeatIndex", "house_number", "seat_row")),
        *((name, list(range(25)), True) for name in ("lfd. Nr.", "Kundennummer", "idx")),
        ("userId", [f"u{place}" for place in range(30)], True),
    ],
)
def test_codes_dates_and_identifiers_that_recur_are_told(
    name: str, cells: list[Any], is_told: bool, tmp_path: Path
) -> None:
    with warnings.catch_warnings(record=True, action="always") as found:
        from_file(tmp_path)({name: cells * 3 if len(cells) > 3 else cells * 20})
    assert told_of(found) == [(AdviceWarning, name)] * is_told


def test_whole_numbers_that_floats_do_not_tell_apart_are_remarked_on(tmp_path: Path) -> None:
    with pytest.warns(DataWarning):
        from_file(tmp_path)({"x": [12345678901234567890 + place for place in range(30)]})


# --------------------------------------------------------------------------------------------- values nobody has seen

TRAINING = {"c": ["red", "blue", "green", "red"] * 5, "b": [0, 1] * 10, "x": [0.5, 1.5] * 10}
LATER = {"c": ["red", "mauve", "pink", None] * 5, "b": [0, 2] * 10, "x": [0.5, 1.5] * 10}


def test_values_that_training_did_not_have_are_counted_in_every_face(tmp_path: Path) -> None:
    """By column and rows; a missing value is none of them. Clauses: REP-8."""
    training, later = pd.DataFrame(TRAINING), pd.DataFrame(LATER)
    Y = np.arange(20) % 2
    later.assign(l=Y).to_csv(tmp_path / "later.csv", index=False)
    classifier = MlsLcsClassifier(profile="paper", passes=2, population_size=50).fit(training, Y)
    model = classifier.model_
    schema = model.ruleset.schema
    label = schema.labels[0]
    later.assign(**{label: Y}).to_csv(tmp_path / "later.csv", index=False)
    faces: tuple[Callable[[], object], ...] = (
        lambda: classifier.predict(later),
        lambda: classifier.score(later, Y),
        lambda: model.predict(later),
        lambda: model.predict(tmp_path / "later.csv"),
        lambda: model.evaluate(later.assign(**{label: Y})),
        lambda: model.evaluate(tmp_path / "later.csv"),
        lambda: load_instances(tmp_path / "later.csv", schema),
        lambda: from_table(later, Y, schema=schema),
    )
    for face in faces:
        with pytest.warns(DataWarning) as found:
            face()
        texts = [str(warning.message) for warning in found]
        assert len(texts) == 1
        assert "'c' in 10 of 20 rows, 'b' in 10 of 20 rows" in texts[0]

    with pytest.warns(DataWarning):
        assert undeclared_counts(load_instances(tmp_path / "later.csv", schema)[0], schema) == {"c": 10, "b": 10}
    classifier.predict(training)


# ------------------------------------------------------------------------------------------------------------- classes


@pytest.mark.parametrize("classes", [["setosa", "virginica", "versicolor"], [0, 1, 2], [1, 2, 5]], ids=str)
def test_a_column_of_classes_is_refused_with_the_option_that_reads_it(classes: list[Any], tmp_path: Path) -> None:
    path = tmp_path / "classes.csv"
    pd.DataFrame({"x": [1.5, 0.5, 2.5] * 4, "class": classes * 4}).to_csv(path, index=False)
    with raising(DataError, argument="label_separator"):
        load_dataset(path, labels=["class"])

    found = load_dataset(path, labels=["class"], label_separator=";")
    assert found.schema.labels == tuple(sorted(map(str, classes)))
    assert found.Y.sum(axis=1).tolist() == [1] * 12


@pytest.mark.parametrize("cells", [["drama;horror", "", "sf"], ["drama", "sf", "horror"], ["a b", "?", "c"]], ids=str)
def test_a_column_of_several_labels_is_refused_with_the_option_that_reads_it(cells: list[str], tmp_path: Path) -> None:
    path = tmp_path / "tags.csv"
    pd.DataFrame({"x": [1.5, 0.5, 2.5] * 4, "tags": cells * 4}).to_csv(path, index=False)
    with raising(DataError, argument="label_separator"):
        load_dataset(path, labels=["tags"])


@pytest.mark.parametrize(
    ("cells", "n_told"),
    [
        (["a;b", "none", "b", "none"], 1),
        (["a;b", "N/A", "-", "b"], 2),
        (["Drama;sf", "drama", "DRAMA"], 1),
        (["a;none", "none"], 0),
        (["a;b", "", "b"], 0),
        (["a|b", "b", "c|a"], 1),
        (["a, b", "", "c"], 1),
        (["a|b;c", "b", "c"], 0),
        (["'a';'b'", "'b'"], 1),
        (['"a"', "b;c"], 1),
    ],
    ids=str,
)
def test_labels_that_seem_to_be_none_or_one_are_told(cells: list[str], n_told: int, tmp_path: Path) -> None:
    """And with the cure no longer; a label that stands beside others is meant."""
    path = tmp_path / "tags.csv"
    pd.DataFrame({"x": [1.5, 0.5, 2.5, 1.5][: len(cells)], "tags": cells}).to_csv(path, index=False)
    with warnings.catch_warnings(record=True, action="always") as told:
        data = load_dataset(path, labels=["tags"], label_separator=";")
    assert [(one.category, one.message.column) for one in told] == [(DataWarning, "tags")] * n_told  # type: ignore[union-attr]
    missing = [re.findall(r"missing=\['(.*)'\]", str(one.message)) for one in told]
    with warnings.catch_warnings(record=True, action="always") as again:
        cured = load_dataset(
            path, labels=["tags"], label_separator=";", missing=[name for names in missing for name in names]
        )
    assert len(again) == n_told - sum(map(len, missing))
    assert cured.n_labels == data.n_labels - sum(map(len, missing))
    if cells[-1] == "none" and n_told:
        assert not cured.Y[-1].any()


@pytest.mark.parametrize("word", ["nope", "5", "yess"])
def test_a_word_for_no_that_stands_alone_in_a_later_file_is_told(word: str, write: Write) -> None:
    """Of another file nobody knows which words it might have had."""
    reading = load_dataset(write("a,l\n1.5,ja\n2.5,nein\n"), ["l"], positive="ja")
    path = write(f"a,l\n1.5,{word}\n2.5,{word}\n")
    with warning(DataWarning, column="l"):
        later = load_dataset(path, schema=reading.schema, reading=reading.reading)
    assert not later.Y.any()


@pytest.mark.parametrize(("yes", "no"), [("ja", "nein"), ("2", "1"), ("1", "-1")])
def test_a_word_that_is_no_of_one_label_is_no_of_all(yes: str, no: str, write: Write) -> None:
    """A label that no row of a file has need not be dropped."""
    rows = [(1.5, yes, no), (2.5, no, no)]
    data = load_dataset(write("a,k,l\n" + "".join(f"{a},{k},{m}\n" for a, k, m in rows)), -2, positive=yes)
    assert data.Y.tolist() == [[True, False], [False, False]]
    frame = pd.DataFrame(rows, columns=["a", "k", "l"])
    assert from_table(frame[["a"]], frame[["k", "l"]], positive=yes).Y.tolist() == data.Y.tolist()
    later = load_dataset(write(f"a,k,l\n1.5,{no},{yes}\n2.5,{no},{no}\n"), schema=data.schema, reading=data.reading)
    assert later.Y.tolist() == [[False, True], [False, False]]
    with raising(DataError, column="l"):
        load_dataset(write(f"a,k,l\n1.5,{yes},nope\n2.5,{no},nope\n"), -2, positive=yes)


def test_the_word_for_yes_in_other_letters_is_not_no(write: Write) -> None:
    reading = load_dataset(write("a,l\n1.5,ja\n2.5,nein\n"), ["l"], positive="ja")
    path = write("a,l\n1.5,JA\n2.5,JA\n")
    with raising(DataError, column="l", argument="positive"):
        load_dataset(path, schema=reading.schema, reading=reading.reading)
    with raising(DataError, column="y0"):
        decided([["Ja"]], Schema((ContinuousAttribute("a"),), ("y0",)), positive="ja")


def test_what_is_no_label_in_the_training_file_is_none_in_a_later_frame(tmp_path: Path) -> None:
    frame = pd.DataFrame({"x": [1.5, 0.5, 2.5, 1.0] * 3, "tags": ["a;b", "none", "b", " none "] * 3})
    frame.to_csv(tmp_path / "tags.csv", index=False)
    dataset = load_dataset(tmp_path / "tags.csv", labels=["tags"], label_separator=";", missing=["none"])
    model = train(dataset, Settings(population_size=20, passes=1), seed=1)

    assert model.evaluate(frame) == model.evaluate(tmp_path / "tags.csv")
    with raising(DataError, column="tags", row=2):
        model.evaluate(frame.assign(tags=["a", "a;none", *frame["tags"][2:]]))


def test_texts_that_list_labels_in_brackets_are_refused_with_what_makes_lists_of_them() -> None:
    """Split at commas they would have brackets and quotes in their names."""
    labels = pd.Series(["['a', 'b']", "['b']", "[]"] * 4)
    with raising(DataError, column="y0") as caught:
        from_table(np.zeros((12, 1)), labels)

    assert "y.map(ast.literal_eval)" in str(caught.value)
    assert from_table(np.zeros((12, 1)), labels.map(ast.literal_eval)).schema.labels == ("a", "b")


@pytest.mark.parametrize("texts", [["(low)", "(high)"], ["[missing]", "ok"], ["[a, b]", "[b]"]], ids=str)
def test_of_texts_in_brackets_that_are_no_lists_nothing_makes_lists(texts: list[str]) -> None:
    assert lists_in(texts) is None


@pytest.mark.parametrize("cells", [["a;b", "b", "c"], ["a|b", "b"]], ids=str)
def test_texts_that_list_labels_are_refused_with_what_makes_an_indicator_of_them(cells: list[str]) -> None:
    labels = pd.Series(cells * 4)
    with raising(DataError, column="y0") as caught:
        from_table(np.zeros((len(labels), 1)), labels)
    mark = re.search(r"get_dummies\('(.)'\)", str(caught.value))

    assert mark is not None
    assert from_table(np.zeros((len(labels), 1)), labels.str.get_dummies(mark[1])).n_labels == len(
        {*"".join(cells)} - {mark[1]}
    )


@pytest.mark.parametrize("words", [("T", "F"), ("t", "f"), ("Y", "n"), ("TRUE", "false")])
def test_letters_of_other_programs_are_yes_and_no(words: tuple[str, str], write: Write) -> None:
    path = write(f"x,l\n1.5,{words[0]}\n2.5,{words[1]}\n", "words.csv")

    assert load_dataset(path, labels=["l"]).Y.tolist() == [[True], [False]]


NUMBERS = [f"{place}.5" for place in range(12)]


@pytest.mark.parametrize(
    ("cells", "part"),
    [
        (NUMBERS, "to_numeric"),
        ([*NUMBERS[:-2], "NA", "nan"], "to_numeric"),
        ([str(place) for place in range(30)], "to_numeric"),
        ([text.replace(".", ",") for text in NUMBERS], "decimals"),
        ([f"{place},{place}00" for place in range(1, 10)], "decimals"),
        ([f"{place}%" for place in range(9)], "or times"),
        ([f"$ {place}.00" for place in range(9)], "or times"),
        ([f"{place:02}:30" for place in range(9)], "or times"),
        (["2020-01-01", "01.02.2020", "2020-01-03"], "to_datetime"),
        (["2020-01-01", "2020-01-02", "2020-01-03"], "to_datetime"),
        (["<NA>", "a", "b"], "None$"),
        (["None", "a", "b"], "None$"),
        (["", "a", "b"], "None$"),
    ],
)
def test_texts_in_memory_that_look_like_something_else_are_told_of(cells: list[str], part: str) -> None:
    """Of a data frame, an array and a list alike; but not where the column is said to be nominal."""
    labels = [place % 2 for place in range(len(cells))]
    tables = (pd.DataFrame({"x": cells}), np.array(cells)[:, None], [[cell] for cell in cells])
    for table in tables:
        with pytest.warns(DataWarning, match=part):
            from_table(table, labels)
        with warnings.catch_warnings(action="error"):
            warnings.filterwarnings("ignore", message=".*memorise")
            from_table(table, labels, nominal=[0])


@pytest.mark.parametrize("cells", [["1", "2", "3"], ["a", "b", "c"], ["A1", "B2", "1"], ["no", "yes", "x"]])
def test_texts_that_are_names_are_not_told_of(cells: list[str]) -> None:
    from_table([[cell] for cell in cells], [0, 1, 0])


@pytest.mark.parametrize(
    "numbers",
    [[2**60 + place for place in range(4)], [0, 2**60, 2**60 + 1, 2**60 + 2], [None, 2**60, 2**60 + 1, 2**60 + 2]],
)
def test_whole_numbers_that_are_not_told_apart_are_told_of_whatever_holds_them(numbers: list[int | None]) -> None:
    for table in (pd.DataFrame({"x": pd.array(numbers, dtype="Int64")}), [[number] for number in numbers]):
        with warning(DataWarning, column="x" if isinstance(table, pd.DataFrame) else "x0"):
            from_table(table, [0, 1, 0, 1])


@pytest.mark.parametrize("lone", ["\ud800", "a\udcff"])
def test_half_of_a_pair_of_surrogates_is_refused_before_anything_is_learned(lone: str) -> None:
    """In a value, a name, and a label: no model of it could be saved."""
    table = pd.DataFrame({lone: [1.5, 2.5, 0.5]})
    for X, Y in (
        ([[lone], ["b"], ["c"]], [0, 1, 0]),
        (table, [0, 1, 0]),
        ([[1.5]] * 3, pd.Series([0, 1, 0], name=lone)),
    ):
        with pytest.raises(DataError):
            from_table(X, Y)


def test_truth_is_one_value_whoever_spells_it(tmp_path: Path) -> None:
    """A file has True and False as texts, pandas as booleans, and models go from one to the other."""
    (tmp_path / "t.csv").write_text("x,l\nTrue,0\nFalse,1\nTrue,1\n")
    of_file = load_dataset(tmp_path / "t.csv", labels=["l"])
    frame = pd.DataFrame({"x": [True, False, True]})
    of_frame = from_table(frame, pd.DataFrame({"l": [0, 1, 1]}))

    assert encoded(frame, of_file.schema).rows().tolist() == of_file.X.tolist()
    texts = pd.DataFrame({"x": ["True", "false", "TRUE"]})
    assert encoded(texts, of_frame.schema).rows().tolist() == of_frame.X.tolist()
    assert load_dataset(tmp_path / "t.csv", schema=of_frame.schema).X.tolist() == of_frame.X.tolist()


@pytest.mark.parametrize("names", [["1.0", "2.5"], ["5", "3"], ["7", "7.1"]])
def test_a_row_that_became_the_names_of_a_data_frame_is_told_of(names: list[str]) -> None:
    with warning(DataWarning, column=names[0]):
        from_table(pd.DataFrame([[1.5, 2.5], [2.5, 0.5], [0.5, 1.0]], columns=names), [0, 1, 0])


@pytest.mark.parametrize("names", [["400", "410"], ["a", "b"], ["2019", "x"], [0, 1], ["1", "2"]])
def test_names_that_are_numbers_for_a_reason_are_not_told_of(names: list[Any]) -> None:
    from_table(pd.DataFrame([[1.5, 2.5], [2.5, 0.5], [0.5, 1.0]], columns=names), [0, 1, 0])


def test_texts_of_the_row_that_became_names_stand_above_columns_of_texts() -> None:
    with pytest.warns(DataWarning):
        from_table(pd.DataFrame({"red": ["blue", "red", "green"], "0.5": [2.5, 0.5, 1.0]}), [0, 1, 0])


def test_names_that_are_words_with_a_number_among_them_are_names() -> None:
    """Columns of counted words have one called 0; a row of data would have a number above every column of numbers."""
    counted = pd.DataFrame([[1, 0, 2], [0, 1, 1], [2, 2, 0]], columns=["0.5", "able", "zero"])

    from_table(counted, [0, 1, 1])


@pytest.mark.parametrize("shape", ["%d.%m.%Y", "%m/%d/%Y", "%Y-%m-%d"])
def test_a_frame_of_dates_as_texts_is_told_a_conversion_that_makes_it_the_file(shape: str, tmp_path: Path) -> None:
    days = [(datetime(2021, 1, 1) + timedelta(days=7 * place)).strftime(shape) for place in range(40)]  # noqa: DTZ001
    with pytest.warns(DataWarning):
        trained = from_file(tmp_path)({"when": days})
    frame = pd.DataFrame({"when": days})
    with pytest.raises(DataError) as caught:
        encoded(frame, trained.schema)
    order = re.search(r"pandas\.to_datetime\(X\['when'\](?:, dayfirst=(True|False))?\)", str(caught.value))

    assert order is not None
    frame["when"] = pd.to_datetime(frame["when"], dayfirst=order[1] == "True")
    np.testing.assert_array_equal(encoded(frame, trained.schema).rows(), trained.X)


def remarks_of(read: Callable[[], Any]) -> list[str]:
    with warnings.catch_warnings(record=True, action="always") as found:
        read()
    return [str(warning.message) for warning in found if issubclass(warning.category, DataWarning)]


AGES = [37 * place % 41 + 20 for place in range(60)]


@pytest.mark.parametrize("face", [from_file, from_frame, from_fit])
@pytest.mark.parametrize("sentinel", [-999, -1, -9, -99.0, 9999, 999])
def test_a_number_that_stands_for_a_missing_value_is_told_once(
    face: Callable[[Path], Read], sentinel: float, tmp_path: Path
) -> None:
    cells = [sentinel if place % 12 == 0 else age for place, age in enumerate(AGES)]

    told = remarks_of(lambda: face(tmp_path)({"a": cells, "b": AGES, "c": cells[::-1]}))

    assert [("'a', 'c'" in remark, f"{sentinel:g}" in remark) for remark in told] == [(True, True)]


@pytest.mark.parametrize(
    "cells",
    [
        [*AGES, 99, 99, 99],
        [*AGES, -999],
        [*AGES, -1, -1, -1, -2],
        [-1, 0, 1] * 20,
        [1.5, 99.5] * 20,
        [place - 30 for place in range(60)],
    ],
)
def test_a_number_that_stands_among_others_is_not_told(cells: list[float], tmp_path: Path) -> None:
    assert remarks_of(lambda: from_file(tmp_path)({"a": [*cells, cells[0]]})) == []


@pytest.mark.parametrize(
    ("cells", "is_told"), [(["950", "1.200", "3.450"], True), (["1.000", "2.000"], True), (["0.5", "1.250"], False)]
)
def test_texts_in_memory_whose_decimals_may_be_thousands_are_told(cells: list[str], is_told: bool) -> None:
    told = remarks_of(lambda: from_table(pd.DataFrame({"a": cells * 12}), [0, 1, 1, 0] * 3 * len(cells)))

    assert ["points" in remark for remark in told] == [is_told]


@pytest.mark.parametrize("given", ["-999", -999, -999.0, ["-999"], ["NA", -999], (-999.0,)], ids=repr)
def test_a_missing_number_may_be_given_as_a_number_or_a_text(given: Any, tmp_path: Path) -> None:
    path = tmp_path / "d.csv"
    path.write_text("a,l\n1,0\n-999,1\n3,0\n", encoding="utf-8")
    read = load_dataset(path, -1, missing=given)

    assert np.isnan(read.X[1, 0])
    assert read.reading is not None
    assert Reading.from_dict(read.reading.to_dict()) == read.reading


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("d.arff", "@relation r\n@attribute x1 numeric\n@attribute 1 {0,1}\n@data\n-999.0,1\n7,0\n?,1\n"),
        ("d.svm", "1 1:-999\n 1:7\n1 1:-999.0\n"),
        ("d.csv", "x1,1\n-999,1\n7,0\n?,1\n"),
    ],
)
def test_a_missing_number_of_the_training_data_is_missing_in_a_file_of_any_format(
    name: str, text: str, tmp_path: Path
) -> None:
    (tmp_path / "t.csv").write_text("x1,1\n1,0\n-999,1\n3,0\n", encoding="utf-8")
    read = load_dataset(tmp_path / "t.csv", -1, missing=-999, header=True)
    (tmp_path / name).write_text(text, encoding="utf-8")
    found, _labels = load_instances(tmp_path / name, read.schema, reading=read.reading)

    assert [None if np.isnan(x) else x for x in found.rows()[:, 0]] == [None, 7.0, None]


@pytest.mark.parametrize("given", [True, None, [None], b"-999"])
def test_what_is_neither_text_nor_number_is_no_missing_value(given: Any, tmp_path: Path) -> None:
    with pytest.raises(DataError):
        load_dataset(tmp_path / "d.csv", -1, missing=given)


@pytest.mark.parametrize("spelled", ["-999", "-999.0", "-9.99e2"])
@pytest.mark.parametrize("others", [["1", "2.5"], ["1", "?"], ["x", "1"]])
def test_a_number_said_to_be_missing_is_so_however_it_is_spelled(spelled: str, others: list[str], write: Write) -> None:
    path = write(f"a,b,l\n{others[0]},1,0\n{spelled},2,1\n{others[1]},3,0\n", "d.csv")
    read = load_dataset(path, -1, missing="-999")
    again, _labels = load_instances(path, read.schema, reading=read.reading)
    frame = pd.read_csv(path).drop(columns="l")

    assert np.isnan(read.X[1, 0])
    assert np.array_equal(again.rows(), read.X, equal_nan=True)
    if "?" not in others:
        assert np.array_equal(encoded(frame, read.schema, read.reading).rows(), read.X, equal_nan=True)


@pytest.mark.parametrize("point", [".", ","])
@pytest.mark.parametrize(
    ("cells", "is_told"),
    [
        (["950", "1.200", "3.450", "800"], True),
        (["1.000", "2.000", "12.000"], True),
        (["5", "1.000", "3"], True),
        (["1.200", "-3.400", "?"], True),
        (["1.234", "5.120", "6.001"], False),
        (["0.250", "1.250", "3"], False),
        (["5", "2.125", "3"], False),
        (["1.5", "1.250", "2"], False),
        (["1.250", "3000", "2.125"], False),
    ],
)
def test_decimals_that_may_be_thousands_are_told_with_the_way_to_read_them(
    point: str, cells: list[str], is_told: bool, tmp_path: Path
) -> None:
    path, other = tmp_path / "d.csv", ",."[point == ","]
    rows = [f"{cell.replace('.', point)};{place};{place % 2}" for place, cell in enumerate(cells * 3)]
    path.write_text("a;x;l\n" + "\n".join(rows) + "\n", encoding="utf-8")

    def read(**how: Any) -> Dataset:
        return load_dataset(path, -1, delimiter=";", drop=["x"], **how)

    told = remarks_of(lambda: read(decimal=point))

    assert [f"decimal={other!r} and thousands={point!r}" in remark for remark in told] == [True] * is_told
    if is_told:
        assert remarks_of(lambda: read(decimal=other, thousands=point)) == []
        whole = [float("nan" if cell == "?" else cell.replace(".", "")) for cell in cells]
        assert np.array_equal(read(decimal=other, thousands=point).X[: len(cells), 0], whole, equal_nan=True)


@pytest.mark.parametrize(
    ("beside", "is_told"), [("0.251", 0), ("12.5", 0), ("4", 1), ("70000", 1), ("1.234", 1), ("1.200", 2)]
)
def test_a_fraction_in_another_column_shows_what_the_decimal_point_is(
    beside: str, is_told: int, tmp_path: Path
) -> None:
    """A sensor that writes three decimals of each number writes 7.000 where it is still."""
    rows = [f"{a},{beside},{place % 2}" for place, a in enumerate(["7.000", "9.000"] * 6)]
    (tmp_path / "d.csv").write_text("\n".join(["a,b,l", *rows, ""]), encoding="utf-8")

    assert len(remarks_of(lambda: load_dataset(tmp_path / "d.csv", -1))) == is_told


@pytest.mark.parametrize("width", [1, 20_000])
def test_a_fraction_in_any_row_shows_that_decimals_are_no_thousands(width: int, tmp_path: Path) -> None:
    """Of wide files, and of long ones, only the first cells are looked at as texts."""
    cells = ["5", "1.000"] * (260 if width == 1 else 2) + ["0.250", "2.125"]
    names = [f"a{place}" for place in range(width)]
    rows = [",".join([cell] * width) + f",{place % 2}" for place, cell in enumerate(cells)]
    (tmp_path / "d.csv").write_text("\n".join([",".join([*names, "l"]), *rows, ""]), encoding="utf-8")

    assert remarks_of(lambda: load_dataset(tmp_path / "d.csv", -1)) == []


@pytest.mark.parametrize("cell", ["1.7976931348623157e308", "-1e308", "1e306"])
@pytest.mark.parametrize("beside", ["red", "5"])
def test_numbers_of_any_size_are_read_without_a_word_of_numpy(cell: str, beside: str, tmp_path: Path) -> None:
    (tmp_path / "d.csv").write_text(f"a,b,l\n{cell},{beside},1\n2.5,{beside},0\n", encoding="utf-8")
    assert load_dataset(tmp_path / "d.csv", -1).X[:, 0].tolist() == [float(cell), 2.5]


@pytest.mark.parametrize("sentinel", ["9999-12-31", "1900-01-01", "31/12/9999"])
@pytest.mark.parametrize("dates", ["days", "parts"])
def test_a_date_that_stands_for_a_missing_value_is_told_with_its_spelling(
    sentinel: str, dates: Any, tmp_path: Path
) -> None:
    path = tmp_path / "d.csv"
    cells = [f"2024-03-{row % 20 + 10}" if row % 6 else sentinel for row in range(40)]
    path.write_text("when,l\n" + "".join(f"{cell},{row % 2}\n" for row, cell in enumerate(cells)), encoding="utf-8")
    told = remarks_of(lambda: load_dataset(path, -1, dates=dates))
    with warnings.catch_warnings(action="ignore", category=DataWarning):
        read = load_dataset(path, -1, dates=dates, missing=sentinel)

    assert [f"missing=['{sentinel}']" in remark for remark in told] == [True]
    assert np.isnan(read.X[::6]).all()
    assert not any("missing" in remark for remark in remarks_of(lambda: load_dataset(path, -1, missing=sentinel)))


@pytest.mark.parametrize("kind", ["numeric", "date yyyy-MM-dd"])
def test_in_a_file_that_declares_its_columns_a_missing_value_is_told_too(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "d.arff"
    sentinel = "-999" if kind == "numeric" else "1999-01-01"
    cells = [(str(age) if kind == "numeric" else f"2024-03-{age % 20 + 10}") for age in AGES]
    rows = "".join(f"{cell},{row % 2}\n" for row, cell in enumerate([*cells, *[sentinel] * 3]))
    path.write_text(f"@relation r\n@attribute a {kind}\n@attribute l {{0,1}}\n@data\n{rows}", encoding="utf-8")

    assert ["'a'" in remark for remark in remarks_of(lambda: load_dataset(path, -1))] == [True] * (kind == "numeric")


@pytest.mark.parametrize(
    ("cells", "cures"),
    [
        (["-0,164", "1,300", "2,110"], [{"decimal": ","}]),
        (["1,300", "2,110", "5"], [{"decimal": ","}, {"thousands": ","}]),
        (["1,300", "2,110,000", "5"], [{"thousands": ","}]),
        (["1,300.5", "0.5", "2,110"], [{"thousands": ","}]),
        (["1,3", "2,110", "0,5"], [{"decimal": ","}]),
        (["1.300,5", "0,5", "17"], [{"decimal": ",", "thousands": "."}]),
        (["1 300", "17", "2 110"], [{"thousands": " "}]),
    ],
)
def test_what_is_said_of_numbers_of_another_country_reads_them(
    cells: list[str], cures: list[dict[str, str]], write: Write
) -> None:
    """Each cure that is named, and none that would not: before thousands stands no 0 alone."""
    path = write("a;l\n" + "".join(f"{cell};{place % 2}\n" for place, cell in enumerate(cells)), "data.csv")
    with pytest.warns(DataWarning) as told:
        load_dataset(path, -1, delimiter=";")
    said = str(told[0].message)

    assert set(re.findall(r"(\w+)='(.)'", said)) == {pair for cure in cures for pair in cure.items()}
    for cure in cures:
        with warnings.catch_warnings():
            # that it could be the other one is told again
            warnings.simplefilter("ignore", DataWarning)
            read = load_dataset(path, -1, delimiter=";", **cure)  # type: ignore[arg-type]
        assert isinstance(read.schema.attributes[0], ContinuousAttribute)


@pytest.mark.parametrize("form", ["file", "frame", "fit"])
def test_labels_that_are_the_same_in_all_rows_are_told(form: str, tmp_path: Path) -> None:
    """Of a table that is read to be learned from; of further rows, and of a few, it says nothing."""
    labels = pd.DataFrame({"some": [0, 1] * 10, "never": [0] * 20, "always": [1] * 20})
    table = pd.DataFrame({"a": [1.5, 2.5] * 10})
    path = tmp_path / "t.csv"
    pd.concat([table, labels], axis=1).to_csv(path, index=False)

    def told(n: int, how: str, **given: Any) -> list[bool]:
        pd.concat([table, labels], axis=1)[:n].to_csv(path, index=False)
        with warnings.catch_warnings(record=True, action="always", category=AdviceWarning) as found:
            if how == "file":
                load_dataset(path, -3, **given)
            elif how == "frame":
                from_table(table[:n], labels[:n], **given)
            else:
                MlsLcsClassifier(profile="paper", passes=1, population_size=10).fit(table[:n], labels[:n])
        texts = [str(one.message) for one in found if one.category is AdviceWarning]
        return [name in text for text in texts for name in ("'never'", "'always'", "'some'")]

    assert told(20, form) == [True, False, False, False, True, False]
    assert told(19, form) == []
    if form != "fit":
        assert told(20, form, schema=from_table(table[:2], labels[:2]).schema) == []


@pytest.mark.parametrize("learn", [from_table, MlsLcsClassifier(profile="paper", passes=1, population_size=10).fit])
def test_the_same_rows_in_another_order_are_told(learn: Callable[[Any, Any], Any]) -> None:
    """As scikit-learn does, rows are taken by place; other indexes say nothing."""
    table, labels = pd.DataFrame({"a": [1.5, 2.5] * 10}), pd.DataFrame({"l": [0, 1] * 10})
    with pytest.warns(DataWarning):
        learn(table, labels[::-1])
    with pytest.warns(DataWarning):
        learn(table, labels["l"].sample(frac=1, random_state=1))
    for others in (labels, labels.set_axis(range(5, 25)), labels.to_numpy(), labels["l"].tolist()):
        learn(table, others)


@pytest.mark.parametrize("words", [("oui", "non"), ("nein", "ja"), ("x", "y")])
def test_two_words_of_a_label_are_refused_with_the_comparison_that_reads_them(words: tuple[str, str]) -> None:
    labels = pd.DataFrame({"l": words * 10, "m": words[::-1] * 10})
    with raising(DataError, column="l") as caught:
        from_table(np.zeros((20, 1)), labels)
    word = re.search(r"y == '(\w+)'", str(caught.value))

    assert word is not None
    assert word[1] in words
    assert not word[1].startswith("n")
    assert from_table(np.zeros((20, 1)), labels == word[1]).Y.any(axis=0).all()


@pytest.mark.parametrize(
    "cells",
    [
        ["True", "true", "FALSE"],
        ["North", "north", "East"],
        ["yes", "no", "No"],
        ["caf\u00e9", "cafe\u0301", "tea"],
        ["New  York", "New York", "Rome"],
        ["a\u00a0b", "a b", "d"],
        ["a\u200b", "a", "d"],
    ],
    ids=str,
)
def test_values_that_look_alike_but_for_capitals_are_told(cells: list[str], tmp_path: Path) -> None:
    """In files and in memory; of categories somebody has said which there are."""
    table = {"c": cells * 10}
    for read in (from_file(tmp_path), from_frame(tmp_path), from_fit(tmp_path)):
        with warning(DataWarning, column="c"):
            read(table)
    from_table(pd.DataFrame({"c": pd.Categorical(cells * 10)}), [[0], [1]] * 15)
    from_table(pd.DataFrame({"c": [cell.lower() for cell in ["True", "true", "FALSE"]] * 10}), [[0], [1]] * 15)
