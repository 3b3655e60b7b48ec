"""Formats of files beside ARFF, how a file is said to be read, and that a model's file is read as its training file."""

import gzip
import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from folders import Write
from raising import raising, warning

from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.files import column_texts, load_instances
from mlslcs_ref.data.formats.registry import format_of
from mlslcs_ref.data.loading import load_dataset
from mlslcs_ref.data.reading import Reading
from mlslcs_ref.data.schema import BinaryAttribute, ContinuousAttribute, NominalAttribute
from mlslcs_ref.data.text_lines import TextSource, standard_input
from mlslcs_ref.errors import AdviceWarning, DataError, DataWarning

NAN = float("nan")
KEEL = """@relation garden
@attribute height real [0.5, 9.0]
@attribute leaf {oval,needle}
@attribute unused integer [0,9]
@attribute shade {0,1}
@attribute frost {0, 1}
@inputs height, leaf
@outputs shade, frost
@data
1.0,oval,3,1,0
2.0, needle, 4, 0, 1
"""
LIBSVM = "1,3 2:0.5 4:1.0  # a note\n\n2 1:0.25\n 3:1\n1,2 2:1 3:0.5\n"
EXTREME = "4 5 3\n0,2 1:0.5 4:1.0\n1 0:0.25\n 3:1\n\n"


def names(data: Dataset) -> list[str]:
    return [attribute.name for attribute in data.schema.attributes]


def equal(data: Dataset, other: Dataset) -> bool:
    return (
        data.schema == other.schema
        and np.array_equal(data.X, other.X, equal_nan=True)
        and np.array_equal(data.Y, other.Y)
    )


# ------------------------------------------------------------------------------------------------------------- formats


def test_keel_names_its_attributes_and_labels(write: Write) -> None:
    data = load_dataset(write(KEEL, "k.dat"))

    assert data.schema.attributes == (ContinuousAttribute("height"), BinaryAttribute("leaf", ("oval", "needle")))
    assert data.schema.labels == ("shade", "frost")
    assert data.Y.tolist() == [[True, False], [False, True]]
    assert load_dataset(write(KEEL, "k.dat"), ["frost"]).schema.labels == ("frost",)


@pytest.mark.parametrize("kind", ["INTEGER [0,9]", "real[0.0, 1.0]", "numeric [ -1 , 1e3 ] % a range", "Real [0,1]"])
def test_the_range_of_a_numeric_attribute_is_ignored(write: Write, kind: str) -> None:
    data = load_dataset(write(f"@relation r\n@attribute a {kind}\n@attribute l {{0,1}}\n@data\n99,1\n", "t.arff"), -1)

    assert data.X.tolist() == [[99.0]]


def test_labels_of_libsvm_are_numbered_as_they_are_written(write: Write) -> None:
    data = load_dataset(write(LIBSVM, "t.svm"))

    assert data.schema.labels == ("1", "2", "3")
    assert data.X.tolist() == [[0, 0.5, 0, 1], [0.25, 0, 0, 0], [0, 0, 1, 0], [0, 1, 0.5, 0]]
    assert data.Y.tolist() == [[True, False, True], [False, True, False], [False] * 3, [True, True, False]]
    assert data.schema.attributes[3] == BinaryAttribute("x4", ("0", "1"))


def test_libsvm_is_read_as_scikit_learn_reads_it(write: Write) -> None:
    from sklearn.datasets import load_svmlight_file

    path = write(LIBSVM, "t.svm")
    X, labels = load_svmlight_file(str(path), multilabel=True)
    data = load_dataset(path)

    assert np.array_equal(data.X, X.toarray())
    held = [tuple(float(data.schema.labels[place]) for place in np.flatnonzero(row)) for row in data.Y]
    assert held == [tuple(sorted(row)) for row in labels]


def test_the_first_line_of_the_extreme_format_counts(write: Write) -> None:
    """Attributes and labels that occur in no row are there too, and a row may be empty."""
    data = load_dataset(write(EXTREME, "t.txt"))

    assert (data.n_instances, data.n_attributes, data.schema.labels) == (4, 5, ("0", "1", "2"))
    assert data.Y.tolist()[2:] == [[False] * 3] * 2
    with pytest.raises(DataError):
        load_dataset(write(EXTREME.replace("4", "5", 1), "t.txt"))


def test_names_in_a_later_file_of_a_model_without_names_are_no_row(write: Write) -> None:
    """All values are names, so that it would have one row too many."""
    trained = load_dataset(write("oval,big,1\nflat,small,0\n", "t.csv"), -1, header=False)
    later = write("x2,x1\nbig,oval\n", "later.csv")
    with raising(DataError, argument="header", line=1):
        load_instances(later, trained.schema, reading=trained.reading)
    X, _labels = load_instances(later, trained.schema, reading=trained.reading, header=True)
    assert X.rows().tolist() == trained.X[:1].tolist()


def test_a_row_of_values_that_are_called_as_columns_are_is_a_row(write: Write) -> None:
    trained = load_dataset(write("x1,x2,1\nx2,x1,0\n", "t.csv"), -1, header=False)
    X, _labels = load_instances(write("x2,x1\nx1,x2\n", "later.csv"), trained.schema, reading=trained.reading)
    assert X.rows().tolist() == trained.X[::-1].tolist()


def test_rows_of_three_numbers_are_not_of_the_extreme_format(write: Write) -> None:
    path = write("1 2 0\n0 5 1\n1 9 0\n", "t.txt")
    assert load_dataset(path, labels=-1, delimiter=" ", header=False).X[:, 1].tolist() == [2.0, 5.0, 9.0]


@pytest.mark.parametrize("cell", ["3", "3  ", '"three  x"'])
def test_columns_may_be_aligned_by_blanks(write: Write, cell: str) -> None:
    """Also where a cell is quoted or no number, so that rows are not read many at a time."""
    text = f"  a  b    l1 l2\n 10 {cell} 1  0 \n  9  4     0  1   \n"
    data = load_dataset(write(text, "t.txt"), labels=-2, delimiter=" ")
    assert data.X[:, 0].tolist() == [10.0, 9.0]
    assert data.Y.tolist() == [[True, False], [False, True]]


def test_rows_without_a_label_of_the_training_data_are_no_columns_that_are_missing(write: Write) -> None:
    """One label of them is enough: the other rows have none."""
    schema = load_dataset(write("1,2 1:1.5\n2 1:2\n", "a.svm")).schema
    some = load_dataset(write("1 1:1.5\n 1:2\n", "b.svm"), schema=schema)
    assert some.Y.astype(int).tolist() == [[1, 0], [0, 0]]
    with pytest.raises(DataError) as caught:
        load_dataset(write(" 1:1.5\n 1:2\n", "c.svm"), schema=schema)
    assert caught.value.column is None


@pytest.mark.parametrize(
    ("later", "name", "column"),
    [
        ("0 0:5 1:3\n1 1:3\n", "later.svm", "x0"),
        ("1 1:5 9:3\n2 2:3\n", "later.svm", "x3"),
        ("2 3 3\n1,2 1:5 2:3\n2 2:3\n", "later.txt", "x0"),
    ],
)
def test_indices_that_the_training_data_did_not_have_are_told(write: Write, later: str, name: str, column: str) -> None:
    """They may count from another number, so that every attribute would be its neighbour."""
    training = load_dataset(write("1 1:0.5 2:1\n2 2:3\n1,2 1:1\n", "train.svm"))
    path = write(later, name)
    with warning(DataWarning, column=column):
        load_instances(path, training.schema, reading=training.reading)


@pytest.mark.parametrize("number", ["2", "-1", "0.5", "1e3"])
@pytest.mark.parametrize(("first", "end"), [("", "later.svm"), ("3 2 1\n", "later.xc")])
def test_a_number_that_a_binary_attribute_did_not_have_is_an_undeclared_value(
    write: Write, number: str, first: str, end: str
) -> None:
    form = "extreme" if first else "libsvm"
    trained = load_dataset(write(f"{first}0 1:1\n0 0:3\n 0:2\n", f"first{end}"), format=form)
    path = write(f"{first}0 1:{number} 0:3\n0 1:1.0\n 1:0e0\n", end)

    with warning(DataWarning, column="x1"):
        later = load_dataset(path, schema=trained.schema, reading=trained.reading)
    place = trained.schema.attributes.index(BinaryAttribute("x1", ("0", "1")))
    assert later.X[:, place].tolist() == [-1.0, 1.0, 0.0]
    with warning(DataWarning, column="x1"):
        assert (load_instances(path, trained.schema, reading=trained.reading)[0].rows() == later.X).all()


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("1 2:x\n", "t.svm"),
        ("1 2:0x1\n", "t.svm"),
        ("1 2:nan\n", "t.svm"),
        ("1 2:1e999\n", "t.svm"),
        ("1 qid:3 2:1\n", "t.svm"),
        ("1 2:1 2:2\n", "t.svm"),
        ("1,1 2:1\n", "t.svm"),
        ("1.5 2:1\n", "t.svm"),
        ("-1 2:1\n", "t.svm"),
        ("1 2 3\n", "t.svm"),
        ("1 999999999:1\n2 1:1\n", "t.svm"),
        ("", "t.svm"),
        ("1 1 1\n1 0:1\n", "t.xc"),
        ("1 1 1\n0 1:1\n", "t.xc"),
        ("1 1\n0 0:1\n", "t.xc"),
        ("999999 999999 1\n", "t.xc"),
    ],
)
def test_a_sparse_row_that_says_something_else_is_refused(write: Write, text: str, name: str) -> None:
    with pytest.raises(DataError):
        load_dataset(write(text, name))


@pytest.mark.parametrize(
    ("text", "name"), [(KEEL, "t.dat"), (LIBSVM, "t.svm"), (EXTREME, "t.txt"), ("a,l\n1,0\n2,1\n", "t.csv")]
)
def test_a_format_is_known_packed_and_from_a_stream(write: Write, text: str, name: str) -> None:
    plain = load_dataset(write(text, name), ["l"] if name == "t.csv" else None)
    labels = list(plain.schema.labels)
    kind = format_of(write(text, name), Reading()).name

    assert equal(load_dataset(write(gzip.compress(text.encode()), f"{name}.gz"), labels), plain)
    assert load_dataset(write(gzip.compress(text.encode()), f"{name}.gz"), labels).name == "t"
    source = standard_input(io.BytesIO(text.encode()))
    assert equal(load_dataset(source, labels), plain)
    assert equal(load_dataset(TextSource("x", text.encode()), labels, format=kind), plain)


def test_a_file_of_no_known_format_is_asked_for_its_format(write: Write) -> None:
    path = write("a b l\n1 2 0\n2 1 1\n", "t.txt")
    with raising(DataError, argument="format"):
        load_dataset(path, -1)
    assert load_dataset(path, -1, delimiter=" ").schema == load_dataset(path, -1, format="csv", delimiter=" ").schema
    assert load_dataset(write("# a comment\n1,2 1:0.5\n2 1:1\n", "t.txt")).schema.labels == ("1", "2")


def test_what_means_nothing_in_a_format_is_refused_and_not_ignored(write: Write) -> None:
    for how in ({"delimiter": ";"}, {"header": False}, {"missing": ["NA"]}, {"decimal": ","}, {"nominal": ["a"]}):
        with raising(DataError, argument=next(iter(how))):
            load_dataset(write(KEEL, "k.dat"), **how)
    with raising(DataError, argument="delimeter"):
        load_dataset(write(KEEL, "k.dat"), delimeter=";")  # type: ignore[call-arg]


# ---------------------------------------------------------------------------------------------------- separated values

GARDEN = "1.0,oval,1,0\n2.0,needle,0,1\n3.5,oval,1,1\n8.0,needle,0,0\n"


def test_a_first_row_of_data_is_never_taken_for_names(write: Write) -> None:
    path = write(GARDEN, "garden.csv")
    with raising(DataError, argument="header"):
        load_dataset(path, -2)
    data = load_dataset(path, -2, header=False)

    assert data.n_instances == 4
    assert names(data) == ["x1", "x2"]
    assert data.schema.labels == ("x3", "x4")
    X, Y = load_instances(write("9,oval\n", "new.csv"), data.schema, reading=data.reading)
    assert (X.rows().tolist(), Y) == ([[9.0, 1.0]], None)


@pytest.mark.parametrize("beside", [False, True])
def test_names_of_labels_come_from_the_list_that_r_writes(write: Write, beside: bool) -> None:
    listing = write("shade, 3\nfrost, 4\n", "garden_labels.csv")
    data = load_dataset(write(GARDEN, "garden.csv"), None if beside else str(listing), header=False)

    assert data.schema.labels == ("shade", "frost")
    assert names(data) == ["x1", "x2"]


@pytest.mark.parametrize("text", ["shade,4\nfrost,4\n", "shade,3\nfrost,5\n", "shade\nfrost,4\n", "shade,0\nfrost,4\n"])
def test_labels_in_a_list_have_places_of_their_own(write: Write, text: str) -> None:
    listing = write(text, "garden_labels.csv")
    with pytest.raises(DataError):
        load_dataset(write(GARDEN, "garden.csv"), str(listing), header=False)


@pytest.mark.parametrize(
    "text", ["red,a,yes\nblue,a,no\nred,b,yes\n", "a,2019,l\n1,2,0\n", "oval,x\noval,1\n", "1e3,a\n1,0\n"]
)
def test_a_header_that_may_be_a_row_is_refused_until_it_is_said_what_it_is(write: Write, text: str) -> None:
    path = write(text, "t.csv")
    with raising(DataError, argument="header"):
        load_dataset(path, -1)
    rows = len(text.splitlines())

    try:
        assert load_dataset(path, -1, header=True).n_instances == rows - 1
    except DataError as error:
        assert "label" in error.message
    try:
        assert load_dataset(path, -1, header=False).n_instances == rows
    except DataError as error:
        assert "label" in error.message


@pytest.mark.parametrize("token", ["NA", "N/A", "null", "None", "-", ".", "#N/A", "unknown", "<NA>", "n/d"])
def test_a_text_among_numbers_is_told_with_the_option_that_makes_it_missing(write: Write, token: str) -> None:
    text = "a,l\n" + "".join(f"{number}.5,{number % 2}\n" for number in range(6)) + f"{token},1\n"
    with warning(DataWarning, column="a"):
        data = load_dataset(write(text, "t.csv"), -1)
    assert isinstance(data.schema.attributes[0], NominalAttribute)

    data = load_dataset(write(text, "t.csv"), -1, missing=[token])
    assert data.schema.attributes == (ContinuousAttribute("a"),)
    assert np.isnan(data.X[6, 0])


@pytest.mark.parametrize(
    ("cells", "how"),
    [
        (["1,5", "2,25", "-3,0"], {"decimal": ","}),
        (["1.234,5", "2.000,0", "12,5"], {"decimal": ",", "thousands": "."}),
        (["1,234.5", "2,000", "12"], {"thousands": ","}),
        (["1 234", "2 000 000", "3"], {"thousands": " "}),
        (["1'234.5", "2'000", "3"], {"thousands": "'"}),
    ],
)
def test_numbers_of_other_countries_are_told_and_read_as_they_are_said(
    write: Write, cells: list[str], how: dict[str, str]
) -> None:
    path = write("a;l\n" + "".join(f"{cell};{place % 2}\n" for place, cell in enumerate(cells)), "t.csv")
    with warning(DataWarning, column="a"):
        load_dataset(path, -1, delimiter=";")
    data = load_dataset(path, -1, delimiter=";", **how)  # type: ignore[arg-type]

    group, point = how.get("thousands", ""), how.get("decimal", ".")
    assert data.X[:, 0].tolist() == [float(cell.replace(group, "").replace(point, ".")) for cell in cells]
    X, _Y = load_instances(path, data.schema, reading=data.reading)
    assert np.array_equal(X.rows(), data.X)


@pytest.mark.parametrize("cells", [("1.5", "2.25"), ("1.5", "1.234"), ("-.5", "1e3", "2.5e-3")])
def test_numbers_with_a_point_are_told_where_it_is_said_to_be_no_decimal_point(
    write: Write, cells: tuple[str, ...]
) -> None:
    path = write("a;b;l\n" + "".join(f"{cell};{row},5;{row % 2}\n" for row, cell in enumerate(cells)), "d.csv")

    with warning(DataWarning, column="a"):
        load_dataset(path, -1, delimiter=";", decimal=",")


@pytest.mark.parametrize(
    "name",
    [
        "Unnamed: 0",
        "Unnamed: 0.1",
        "__index_level_0__",
        "index",
        "idx",
        "#",
        "row_id",
        "id",
        "customerId",
        "X",
        "lfd. Nr.",
    ],
)
def test_an_index_of_the_rows_is_told_with_the_option_that_drops_it(write: Write, name: str) -> None:
    path = write(f"{name},a,l\n" + "".join(f"{row},{row % 3}.5,{row % 2}\n" for row in range(9)), "t.csv")
    with warning(AdviceWarning, column=name):
        load_dataset(path, -1)
    assert names(load_dataset(path, -1, drop=[name])) == ["a"]


def test_a_column_without_a_name_can_be_dropped(write: Write) -> None:
    path = write(",a,l\n0,1.5,0\n1,2.5,1\n", "t.csv")
    with raising(DataError, argument="drop", column=""):
        load_dataset(path, -1)
    assert names(load_dataset(path, -1, drop=[""])) == ["a"]
    double = write(",a,,l\n0,1.5,x,0\n1,2.5,y,1\n", "t.csv")
    assert names(load_dataset(double, -1, drop=[""])) == ["a"]


def test_dates_become_days_or_parts_and_are_read_so_again(write: Write) -> None:
    path = write("since,l\n1970-01-02,0\n2024-02-29 12:00,1\n,0\n", "t.csv")
    with warning(AdviceWarning, column="since"):
        days = load_dataset(path, -1)
    parts = load_dataset(path, -1, dates="parts")

    assert days.X[:2, 0].tolist() == [1.0, 19782.5]
    assert names(parts) == ["since year", "since month", "since day", "since weekday"]
    assert parts.X[1].tolist() == [2024, 2, 29, 4]
    assert np.isnan(parts.X[2]).all()
    new = write("since\n1970-01-02\n", "new.csv")
    assert load_instances(new, days.schema, reading=days.reading)[0].rows().tolist() == [[1.0]]
    assert load_instances(new, parts.schema, reading=parts.reading)[0].rows().tolist() == [[1970, 1, 2, 5]]


@pytest.mark.parametrize("words", [("no", "yes"), ("No", "YES"), ("false", "true"), ("FALSE", "True"), ("n", "y")])
def test_yes_and_no_decide_labels(write: Write, words: tuple[str, str]) -> None:
    path = write(f"a,l\n1.5,{words[0]}\n2.5,{words[1]}\n", "t.csv")

    assert load_dataset(path, -1).Y.tolist() == [[False], [True]]


def test_another_word_decides_a_label_if_it_is_said(write: Write) -> None:
    path = write("a,l,m\n1.5,stays,0\n2.5,leaves,1\n", "t.csv")
    with raising(DataError, argument="positive"):
        load_dataset(path, -2)
    data = load_dataset(path, -2, positive="leaves")

    assert data.Y.tolist() == [[False, False], [True, True]]
    assert load_instances(path, data.schema, reading=data.reading)[1] is not None
    with pytest.raises(DataError):
        load_dataset(write("a,l\n1.5,stays\n2.5,leaves\n3,other\n", "t.csv"), -1, positive="leaves")


MULTI = 'n,genre,labels\n12,a,"drama;horror"\n14,b,sf\n15,a,""\n90,b," drama ; sf "\n'


@pytest.mark.parametrize("mark", ["x", "1", "yes", "+"])
def test_a_mark_decides_a_label_beside_empty_cells_if_it_is_said(write: Write, mark: str) -> None:
    path = write(f"n,a,b\n1,{mark},\n2,,{mark}\n3,{mark},\n", "marks.csv")

    with raising(DataError, argument="positive", column="a", line=3):
        load_dataset(path, -2)
    with warning(DataWarning, column="a"):
        trained = load_dataset(path, -2, positive=mark)
    assert trained.Y.tolist() == [[True, False], [False, True], [True, False]]

    further = write(f"n,a,b\n1,{mark},\n2,,\n", "later.csv")
    with warning(DataWarning, column="a"):
        later = load_dataset(further, schema=trained.schema, reading=trained.reading)
    assert later.Y.tolist() == [[True, False], [False, False]]
    # of rows without a mark nothing is known, and beside the other word, of any label, a cell is missing
    for rows in ("1,,\n2,,\n", f"1,{mark},no\n2,no,\n", f"1,{mark},{mark}\n2,,no\n"):
        with raising(DataError):
            load_dataset(write(f"n,a,b\n{rows}", "t.csv"), schema=trained.schema, reading=trained.reading)


@pytest.mark.parametrize(
    "rows", ["1,0,1\n2,,1\n3,0,1\n", "1,0,\n2,,0\n", "1,no,no\n2,,no\n", "1,1,0\n2,,1\n3,1,1\n", "1,yes,yes\n2,,no\n"]
)
def test_beside_a_no_of_any_label_empty_cells_are_missing(write: Write, rows: str) -> None:
    for positive in ((), "1", "yes"):
        with raising(DataError, argument=None):
            load_dataset(write(f"n,a,b\n{rows}"), -2, positive=positive)


def test_one_column_may_hold_all_labels(write: Write) -> None:
    data = load_dataset(write(MULTI, "t.csv"), ["labels"], label_separator=";")

    assert data.schema.labels == ("drama", "horror", "sf")
    assert data.Y.astype(int).tolist() == [[1, 1, 0], [0, 0, 1], [0, 0, 0], [1, 0, 1]]
    X, Y = load_instances(write(MULTI, "t.csv"), data.schema, reading=data.reading)
    assert np.array_equal(X.rows(), data.X)
    assert np.array_equal(Y, data.Y)  # type: ignore[arg-type]
    assert load_instances(write("n,genre\n1,a\n", "u.csv"), data.schema, reading=data.reading)[1] is None
    with raising(DataError, column="labels"):
        load_dataset(write("n,genre,labels\n1,a,new\n", "u.csv"), schema=data.schema, reading=data.reading)
    with raising(DataError, line=2, column="labels") as other:
        load_dataset(write("n,genre,labels\n1,a,drama|sf\n", "u.csv"), schema=data.schema, reading=data.reading)
    assert "';'" in str(other.value)  # else nothing says what is wrong with drama|sf


def test_another_character_between_values_is_found_out(write: Write) -> None:
    path = write("a|l1|l2\n1|0|1\n2|1|0\n", "t.csv")
    with raising(DataError, argument="delimiter"):
        load_dataset(path, ["l1", "l2"])
    assert load_dataset(path, ["l1", "l2"], delimiter="|").n_labels == 2


def test_a_column_that_is_not_there_is_answered_with_those_that_are(write: Write) -> None:
    with pytest.raises(DataError, match=r"mean 'Label'.*'a', 'other', 'Label'"):
        load_dataset(write("a,other,Label\n1,2,0\n", "t.csv"), ["label"])


@pytest.mark.parametrize("mark", ["utf-8-sig", "utf-16", "utf-16-le", "cp1252", "latin-1"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_encodings_and_line_ends_change_nothing(write: Write, mark: str, end: str) -> None:
    text = "größe,l\n1,0\n2,1\n".replace("\n", end)
    data = load_dataset(write(text.encode(mark), "t.csv"), -1, encoding="utf-8" if mark == "utf-8-sig" else mark)

    assert names(data) == ["größe"]
    assert data.X.tolist() == [[1.0], [2.0]]


@pytest.mark.parametrize("other", ["mine.arff", "mine.dat", "mine.csv", "mine.arff.gz"])
def test_of_the_reading_of_a_file_what_means_nothing_in_another_format_is_left_out(write: Write, other: str) -> None:
    """A model of separated values predicts rows of ARFF and KEEL; what the call itself says is refused all the same."""
    trained = load_dataset(write("x;l\n1,5;0\n2,5;1\n", "own.csv"), -1, delimiter=";", decimal=",", missing=["NA"])
    lines = "@relation r\n@attribute x numeric\n@attribute l {0,1}\n@data\n1.5,0\n2.5,1\n"
    text = "x;l\n1,5;0\n2,5;1\n" if other.endswith(".csv") else lines
    path = write(gzip.compress(text.encode()) if other.endswith(".gz") else text, other)

    again = load_dataset(path, schema=trained.schema, reading=trained.reading)
    assert (again.X.tolist(), again.Y.tolist()) == (trained.X.tolist(), trained.Y.tolist())
    assert load_instances(path, trained.schema, reading=trained.reading)[0].rows().tolist() == [[1.5], [2.5]]
    if not other.endswith(".csv"):
        with pytest.raises(DataError):
            load_dataset(path, schema=trained.schema, reading=trained.reading, delimiter=";")


def test_a_format_that_was_said_holds_for_files_whose_endings_say_nothing(write: Write) -> None:
    trained = load_dataset(write("x,l\n1.5,0\n2.5,1\n", "own.txt"), -1, format="csv")

    other = write("x,l\n3.5,0\n", "other.txt")
    assert load_dataset(other, schema=trained.schema, reading=trained.reading).X.tolist() == [[3.5]]
    table = write("@relation r\n@attribute x numeric\n@attribute l {0,1}\n@data\n1.5,0\n", "other.arff")
    assert load_dataset(table, schema=trained.schema, reading=trained.reading).X.tolist() == [[1.5]]


DATED = "x,day,name,l\n1.5,2019-08-06,q,0\n2.5,2020-08-06,r,1\n0.5,2021-08-06,s,1\n"
pardoned = pytest.mark.filterwarnings("ignore::mlslcs_ref.errors.DataWarning")


@pardoned
def test_columns_of_dates_are_known_by_their_reading(write: Write) -> None:
    days = load_dataset(write(DATED, "own.csv"), -1).reading
    parts = load_dataset(write(DATED, "parts.csv"), -1, dates="parts").reading

    assert days is not None
    assert days.date_columns == ("day",)
    assert Reading.from_dict(days.to_dict()) == days
    assert parts is not None
    assert parts.date_columns == ()


@pardoned
def test_a_column_that_was_left_out_need_not_be_there_afterwards(write: Write) -> None:
    trained = load_dataset(write(DATED, "own.csv"), -1, drop=["name"])
    others = write("x,day,l\n1.5,2019-08-06,0\n", "less.csv")

    assert load_dataset(others, schema=trained.schema, reading=trained.reading).X.tolist() == [[1.5, 18114.0]]
    assert load_instances(others, trained.schema, reading=trained.reading)[0].rows().tolist() == [[1.5, 18114.0]]
    with pytest.raises(DataError):
        load_dataset(others, schema=trained.schema, reading=trained.reading, drop=["name"])


@pytest.mark.parametrize("wrong", ["03/04/2021", "soon", "7"])
@pardoned
def test_among_dates_the_cell_that_is_none_is_named(write: Write, wrong: str) -> None:
    trained = load_dataset(write(DATED, "own.csv"), -1, drop=["name"])
    path = write(DATED.replace("2021-08-06", wrong), "wrong.csv")

    with raising(DataError, line=4, column="day"):
        load_dataset(path, schema=trained.schema, reading=trained.reading)


def test_a_decimal_point_that_is_said_of_a_later_file_does_not_stand_between_thousands(write: Write) -> None:
    how: dict[str, Any] = {"delimiter": ";", "decimal": ",", "thousands": "."}
    trained = load_dataset(write("x;n;a\n1,5;1.200;1\n2,5;3.000;0\n", "de.csv"), ["a"], **how)
    path = write("x,n,a\n1.5,1200,1\n", "en.csv")

    later = load_dataset(path, schema=trained.schema, reading=trained.reading, delimiter=",", decimal=".")
    assert later.X.tolist() == [[1.5, 1200.0]]
    with raising(DataError, argument="thousands"):
        load_dataset(path, schema=trained.schema, reading=trained.reading, decimal=".", thousands=".")


def test_a_reading_survives_its_plain_values() -> None:
    reading = Reading(missing=("NA",), header=False, names=("a", "b"), decimal=",", label_separator=";", drop=("",))

    assert Reading.from_dict(reading.to_dict()) == reading
    assert Reading().to_dict() == {}
    for wrong in ({"unknown": 1}, {"drop": "a"}, {"decimal": 1}, {"header": "no"}, {"dates": "x"}, {"names": [1]}):
        with pytest.raises(DataError):
            Reading.from_dict(wrong)


@pytest.mark.parametrize("cell", ["?", "<null>"])
def test_keel_spells_missing_values_in_two_ways(cell: str, write: Write) -> None:
    data = load_dataset(write(KEEL.replace("1.0,oval", f"{cell},{cell}"), "k.dat"))

    assert np.isnan(data.X[0, :2]).all()
    assert not np.isnan(data.X[1]).any()


def test_a_declared_value_is_one_whatever_it_is_called(write: Write) -> None:
    text = KEEL.replace("{oval,needle}", "{oval,needle,<null>}").replace("1.0,oval", "1.0,<null>")

    assert load_dataset(write(text, "k.dat")).X[0, 1] == 2.0


@pytest.mark.parametrize("number", ["1e-400", "-0.1e-0400", "0." + "0" * 330 + "1"])
def test_a_number_too_small_for_a_float_is_no_zero(number: str, tmp_path: Path) -> None:
    """Of plain rows, read many at a time, and of others; a zero may be written with any exponent."""
    head = "@relation r\n@attribute a numeric\n@attribute l {0,1}\n@data\n"
    files = {"a.arff": head + "{},0\n1,1\n", "a.csv": "a,l\n{},0\n1,1\n", "b.csv": "a,b,l\n{},x,0\n1,y,1\n"}
    files |= {"a.svm": "1 1:{}\n2 1:2\n", "b.arff": head + "{{0 {}}}\n{{1 1}}\n"}
    for name, text in files.items():
        labels = None if name.endswith("svm") else -1
        (tmp_path / name).write_text(text.replace("{{", "{").replace("{}", number).replace("}}", "}"))
        with raising(DataError, file=str(tmp_path / name)):
            load_dataset(tmp_path / name, labels)
        (tmp_path / name).write_text(text.replace("{{", "{").replace("{}", "0.0e-400").replace("}}", "}"))
        assert load_dataset(tmp_path / name, labels).X[0, 0] == 0.0


SPELLED = ("007", "7", "7.0", "1e3", "?", "nan", "NA", "2024-03-01", "x y")
NUMBERS = ("007", "7", "7.00", "1e3", "?")
OF_ARFF = "@relation r\n@attribute a numeric\n@attribute id {}\n@attribute l {{0,1}}\n@data\n"


def rows_of(cells: tuple[str, ...], separator: str = ",") -> str:
    return "".join(f"{row}{separator}{cell}{separator}{row % 2}\n" for row, cell in enumerate(cells))


@pytest.mark.parametrize(
    ("text", "name", "column", "drop", "cells"),
    [
        ("a,id,l\n" + rows_of((*SPELLED, "")), "d.csv", "id", True, (*SPELLED, "")),
        ("a\tid\tl\n" + rows_of(NUMBERS, "\t"), "d.tsv", "id", False, NUMBERS),
        ('a,id,l\n1,\'x,0\n2," q""r",1\n', "d.csv", "id", False, ("'x", 'q"r')),
        (",a,l\n01,1,0\n02,2,1\n", "d.csv", "", True, ("01", "02")),
        (OF_ARFF.format("string") + rows_of(SPELLED), "d.arff", "id", True, SPELLED),
        (
            OF_ARFF.format("numeric") + rows_of(NUMBERS) + "{1 05}\n{2 1}\n",
            "d.arff",
            "id",
            False,
            (*NUMBERS, "05", "0"),
        ),
        (OF_ARFF.format("{u,'?'}") + "1,u,0\n2,'?',1\n3,?,0\n{0 4}\n", "d.arff", "id", False, ("u", "?", "?", "u")),
        (OF_ARFF.format("date dd/MM/yyyy") + "1,'1/03/2024',0\n2,?,1\n", "d.arff", "id", False, ("1/03/2024", "?")),
        (KEEL.replace("l,3,1", "l,03,1"), "d.dat", "unused", False, ("03", "4")),
        ("1 1:007 2:1.50\n2 2:3\n1 1:7\n2 1:0.0\n", "d.svm", "x1", False, ("007", "0", "7", "0.0")),
        ("3 3 2\n0 0:007 1:1\n1 1:2 2:1e3\n0,1 2:1\n", "d.xc", "x2", True, ("0", "1e3", "1")),
    ],
)
def test_an_identifier_is_as_the_file_spells_it(
    write: Write, text: str, name: str, column: str, drop: bool, cells: tuple[str, ...]
) -> None:
    path = write(text, name)
    labels = None if name.endswith(("dat", "svm", "xc")) else -1
    read = load_dataset(path, labels, drop=[column] if drop else [])

    assert column_texts(path, [column], read.schema, reading=read.reading) == [list(cells)]
