"""Files of separated values. Of the field reports: DL-15, DL-22, DL-23, DL-25, MV-01, MV-03, NE-05, NE-08."""

import ast
import csv
import locale
import math
import re
import warnings
from contextlib import nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pandas as pd
import pytest
from folders import Write
from hypothesis import given
from hypothesis import strategies as st
from raising import raising, warning

from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.files import load_instances
from mlslcs_ref.data.formats.separated import read_separated
from mlslcs_ref.data.loading import load_dataset
from mlslcs_ref.data.reading import Reading
from mlslcs_ref.data.schema import BinaryAttribute, ContinuousAttribute, NominalAttribute, Schema
from mlslcs_ref.data.table import from_table
from mlslcs_ref.errors import AdviceWarning, DataError, DataWarning

NAN = math.nan
PLAIN = "area,colour,flag,l1,l2\n1.5,red,0,1,0\n,blue,1,0,0\n3,,?,1,1\n"


def is_plain(data: Dataset) -> bool:
    """Tell whether a data set is what `PLAIN` means."""
    attributes = (
        ContinuousAttribute("area"),
        BinaryAttribute("colour", ("blue", "red")),
        BinaryAttribute("flag", ("0", "1")),
    )
    values = [[1.5, 1, 0], [NAN, 0, 1], [3, NAN, NAN]]
    return (
        data.schema.attributes == attributes
        and data.schema.labels == ("l1", "l2")
        and np.array_equal(data.X, values, equal_nan=True)
        and data.Y.tolist() == [[True, False], [False, False], [True, True]]
    )


@pytest.mark.parametrize("labels", [-2, "-2", ["l1", "l2"], ["l2", "l1"], "l1,l2"], ids=repr)
def test_labels_are_named_or_counted(write: Write, labels: object) -> None:
    assert is_plain(load_dataset(write(PLAIN), labels))  # type: ignore[arg-type]


def test_a_label_xml_beside_the_file_is_read(write: Write) -> None:
    write('<labels><label name="l1"/><label name="l2"/></labels>', "t.xml")

    assert is_plain(load_dataset(write(PLAIN, "t-train.csv")))


@pytest.mark.parametrize(
    "text",
    [
        PLAIN.replace("\n", "\r\n"),
        PLAIN.replace("\n", "\r"),
        "\ufeff" + PLAIN,
        PLAIN.rstrip("\n"),
        PLAIN.replace("\n", "\n\n"),
        PLAIN.replace(",", " , "),
        PLAIN.replace("red", '"red"').replace("area", '"area"'),
        PLAIN.replace("3,,?", "3.0,,NaN"),
        PLAIN.replace("\n,blue", "\nnan,blue"),
        PLAIN.replace("1.5", "15e-1"),
        PLAIN.replace("1,0\n", "1.0,0.0\n", 1),
        PLAIN.replace(",1,0\n", ",True,False\n", 1)
        .replace(",0,0\n", ",False,False\n")
        .replace(",1,1\n", ",True,True\n"),
        PLAIN.replace(",1,0\n", ",TRUE,false\n", 1)
        .replace(",0,0\n", ",FALSE,false\n")
        .replace(",1,1\n", ",TRUE,true\n"),
    ],
)
def test_spellings_that_mean_the_same(write: Write, text: str) -> None:
    """DL-15, DL-25, MV-01: line ends, marks, blanks, quotes, numbers, truth values."""
    assert is_plain(load_dataset(write(text), -2))


@pytest.mark.parametrize("labels", [True, 1.0, None, ["l", 1], {"l"}, {"l": 1}, b"l", object()])
def test_labels_are_said_by_a_count_a_path_or_names(write: Write, labels: object) -> None:
    with raising(DataError, argument="labels"):
        load_dataset(write(PLAIN), labels)  # type: ignore[arg-type] # what is refused


def test_a_table_of_one_column_has_no_labels(write: Write) -> None:
    with raising(DataError, argument="delimiter"):
        load_dataset(write("a|l\n1|0\n"), -1)


def test_tabs_separate_the_values_of_a_tsv(write: Write) -> None:
    assert is_plain(load_dataset(write(PLAIN.replace(",", "\t"), "t.TSV"), -2))


def test_quotes_hold_commas_quotes_and_line_ends(write: Write) -> None:
    data = load_dataset(write('"a,b","c ""d""",l\n"x\ny",1,0\n"p, q",2,1\n'), -1)

    assert [attribute.name for attribute in data.schema.attributes] == ["a,b", 'c "d"']
    assert data.schema.attributes[0] == BinaryAttribute("a,b", ("p, q", "x\ny"))


def test_the_names_again_are_no_row(write: Write) -> None:
    """As where files were put one behind the other."""
    with raising(DataError, line=len(PLAIN.splitlines()) + 1):
        load_dataset(write(PLAIN + PLAIN), -2)


def test_a_separator_at_the_end_of_each_row_is_read_as_the_error_says(write: Write) -> None:
    rows = PLAIN.rstrip("\n").replace("\n", ",\n") + ",\n"
    for text in (rows, rows.replace("l2,", "l2", 1)):
        with pytest.raises(DataError) as caught:
            load_dataset(write(text), -2)
        assert "drop=['']" in str(caught.value)
    assert is_plain(load_dataset(write(rows), -2, drop=[""]))


def test_a_column_without_a_name_is_not_counted(write: Write) -> None:
    """The index in front, or what separators at the ends of rows make behind."""
    lines = PLAIN.splitlines()
    for text in ("\n".join(f",{line}" for line in lines), "\n".join(f"{line}," for line in lines)):
        assert is_plain(load_dataset(write(text), -2, drop=[""]))
    for text in (",l,a\n0,1,2.5\n1,0,3.5\n", "l,a,\n1,2.5,\n0,3.5,\n"):
        assert load_dataset(write(text), 1, drop=[""]).schema.labels == ("l",)


def test_a_column_that_is_counted_as_a_label_and_dropped_is_told(write: Write) -> None:
    with warning(DataWarning, column="l2"):
        assert load_dataset(write(PLAIN), -2, drop=["l2"]).schema.labels == ("l1",)
    assert load_dataset(write(PLAIN), ["l1"], drop=["l2"]).schema.labels == ("l1",)


@pytest.mark.parametrize("cell", ['"x', '"x"y', '"x" "y"', '"x\n\n', "x" * 200_000], ids=range(5))
@pytest.mark.parametrize("elsewhere", [1, 131_072, 1_000_000])
def test_a_row_that_cannot_be_split_is_named_with_what_quotes_and_values_may_be(
    cell: str, elsewhere: int, write: Write
) -> None:
    """How long a value may be does not depend on what another library, as scipy, has set for the process."""
    path = write(f"a,b,l\n1,2,1\n1,{cell},0\n1,2,1\n")
    before = csv.field_size_limit(elsewhere)
    try:
        with pytest.raises(DataError, match=r"twice.*131,072") as caught:
            load_dataset(path, -1)
        assert csv.field_size_limit() == elsewhere
    finally:
        csv.field_size_limit(before)
    assert (caught.value.file, caught.value.line) == (str(path), 3)


def test_a_quote_may_follow_a_blank(write: Write) -> None:
    """The blank is no part of the value, and so the quote is none either."""
    data = load_dataset(write('a, "b", l\n1, "x, y", 0\n2, z, 1\n'), ["l"])

    assert data.schema.attributes == (ContinuousAttribute("a"), BinaryAttribute("b", ("x, y", "z")))


def test_a_first_row_of_data_is_no_header(write: Write) -> None:
    """But columns may be counted, and a schema knows its names in any order."""
    with pytest.raises(DataError) as raised:
        load_dataset(write("1.5,2,0\n3,4,1\n"), -1)
    training = load_dataset(write("0,1,2\n3,4,1\n", "counted.csv"), -1)

    assert raised.value.line == 1
    assert training.schema.labels == ("2",)
    instances, labels = load_instances(write("1,0\n4,3\n", "turned.csv"), training.schema)
    assert (instances.rows().tolist(), labels) == ([[3.0, 4.0]], None)


def test_numbers_that_floats_do_not_tell_apart_are_told_apart_by_their_text(write: Write) -> None:
    text = "id,l\n9007199254740993,0\n9007199254740992,1\n7.0,1\n"

    data = load_dataset(write(text), ["l"], nominal=["id"])

    assert data.schema.attributes == (NominalAttribute("id", ("7", "9007199254740992", "9007199254740993")),)
    assert data.X[:, 0].tolist() == [2.0, 1.0, 0.0]


def test_missing_are_the_documented_tokens_alone(write: Write) -> None:
    """DL-23: NA, None and null are colours here."""
    with warning(DataWarning, column="colour"):
        data = load_dataset(write("colour,l\nNA,0\nred,1\nNone,0\nnull,1\n,0\n?,0\nNaN,1\nnan,1\nn/a,0\n"), ["l"])

    assert data.schema.attributes == (NominalAttribute("colour", ("NA", "None", "n/a", "null", "red")),)
    assert np.isnan(data.X[:, 0]).tolist() == [False] * 4 + [True] * 4 + [False]


def test_a_label_may_be_named_like_a_missing_value(write: Write) -> None:
    """DL-23."""
    assert load_dataset(write("a,NA\n1,0\n2,1\n"), ["NA"]).schema.labels == ("NA",)


@pytest.mark.parametrize(
    ("cells", "line", "found"),
    [
        ("0 yes 1", 3, "'yes'"),
        ("yes no oui", 4, "'oui'"),
        ("0 2 1", 3, "2"),
        ("0 1 -1", 4, "-1"),
        ("0 1 -", 4, "'-'"),
        ("True yes False", 3, "'yes'"),
    ],
)
def test_other_label_cells_are_refused_with_column_and_line(write: Write, cells: str, line: int, found: str) -> None:
    """DL-25."""
    path = write("a,l\n" + "".join(f"{place},{cell}\n" for place, cell in enumerate(cells.split())))

    with raising(DataError, file=str(path), line=line, column="l") as raised:
        load_dataset(path, ["l"])

    assert found in raised.value.message


def test_a_blank_label_cell_is_refused_with_column_and_line(write: Write) -> None:
    """DL-25."""
    with raising(DataError, line=3):
        load_dataset(write("a,l\n1,0\n2,\n"), ["l"])


@pytest.mark.parametrize(
    ("text", "line"),
    [
        *[(text, None) for text in ("", "a,l\n", "a,l\n\n\n")],
        *[("a,l\n1,0\n2,1,1\n", 3), ("a,l\n1,0\n2\n", 3), ('a,l\n"x\ny",0\n2\n', 4), ("# made today\na,l\n1,0\n", 2)],
        *[("a,,l\n1,2,0\n", 1), ("a,a,l\n1,2,0\n", 1), ("a;b;l\n1;2;0\n", 1), ('a,l\n"x,0\n', 2), ('a,l\n"x"y,0\n', 2)],
        *[("a,l\n1e400,0\n", 2), ("a,l\n1e-400,0\n2,1\n", 2), ("a,l\n1,0\ninf,1\n", 3), ("a,l\n1,0\n-Infinity,1\n", 3)],
    ],
)
def test_what_is_no_such_file_is_refused_with_its_line(write: Write, text: str, line: int | None) -> None:
    """DL-22, NE-05."""
    path = write(text)

    with raising(DataError, file=str(path), line=line):
        load_dataset(path, ["l"])


def test_the_encoding_can_be_said(write: Write) -> None:
    """DL-15."""
    path = write("café,l\nà,0\nb,1\n".encode("latin-1"))

    with raising(DataError, argument="encoding", line=1):
        load_dataset(path, ["l"])
    assert load_dataset(path, ["l"], encoding="latin-1").schema.attributes == (BinaryAttribute("café", ("b", "à")),)


def test_utf_8_that_is_read_as_something_else_is_told_and_is_read_rightly_if_it_is_marked(write: Write) -> None:
    """As a file of Excel after others; one of another encoding is no UTF-8."""
    text = "café,l\nà,0\nb,1\n"
    path = write(text.encode())
    for encoding in ("cp1252", "ISO-8859-15", "mac-roman", "cp850", "koi8-r"):
        with warning(DataWarning, file=str(path)):
            name = load_dataset(path, ["l"], encoding=encoding).schema.attributes[0].name
        assert name == "café".encode().decode(encoding)
    # what is looked at ends in the middle of a character
    with warning(DataWarning):
        load_dataset(write(f"é,l\n{'0' * 4090}é,0\nb,1\n".encode()), ["l"], encoding="latin-1")
    for data in (text.encode("utf-8-sig"), text.encode("latin-1")):
        assert load_dataset(write(data), ["l"], encoding="latin-1").schema.attributes[0].name == "café"


def test_what_is_marked_as_utf_8_is_known_by_its_first_line_and_its_encoding_has_to_be_one(write: Write) -> None:
    path = write("@relation r\n@attribute é numeric\n@attribute l {0,1}\n@data\n1,0\n2,1\n".encode("utf-8-sig"), "t")
    assert load_dataset(path, ["l"], encoding="latin-1").schema.attributes == (ContinuousAttribute("é"),)
    for name in ("t", "t.csv"):
        for encoding in ("utf-9", "a\0b"):
            with raising(DataError, argument="encoding"):
                load_dataset(write("a,l\n1,0\n".encode("utf-8-sig"), name), ["l"], encoding=encoding)


@pytest.mark.parametrize("name", ["x" * 5000, "x\0y", ""], ids=["long", "NUL", "empty"])
def test_a_label_that_is_no_column_is_named_whatever_file_it_may_be(write: Write, name: str) -> None:
    with raising(DataError, column=name):
        load_dataset(write("a,l\n1,0\n"), [name])


@pytest.mark.parametrize("name", ["nothere", "drop"])
def test_a_column_that_is_not_there_cannot_be_dropped_or_nominal(write: Write, name: str) -> None:
    for options in ({"drop": [name]}, {"nominal": [name]}):
        with raising(DataError, column=name):
            load_dataset(write(PLAIN), -2, **options)  # type: ignore[arg-type]


def test_columns_can_be_dropped_and_said_to_be_nominal(write: Write) -> None:
    """NE-08: numbers in order of their size."""
    text = "id,k,l\n7,10,0\n8,9,1\n9,2,0\n"

    data = load_dataset(write(text), ["l"], drop=["id"], nominal=["k"])

    assert data.schema.attributes == (NominalAttribute("k", ("2", "9", "10")),)
    with raising(DataError, argument="nominal"):
        load_dataset(write("@relation r", "t.arff"), nominal=["k"])
    with pytest.raises(DataError):
        read_separated(write("a\n1\n"), Reading(drop=("a",)), None, {})


def test_a_column_without_values_is_continuous(write: Write) -> None:
    """MV-03."""
    with warning(DataWarning, column="a"):
        data = load_dataset(write("a,l\n,0\n?,1\n"), ["l"])

    assert data.schema.attributes == (ContinuousAttribute("a"),)
    assert np.isnan(data.X).all()
    with raising(DataError, column="a"):
        load_dataset(write("a,l\n,0\n?,1\n"), ["l"], nominal=["a"])


@pytest.mark.filterwarnings("ignore:.*training data did not have")
class TestAgainstASchema:
    @pytest.fixture
    def training(self, write: Write) -> Dataset:
        """Give the data set that the schema comes from."""
        return load_dataset(write(PLAIN.replace("red", "1").replace("blue", "z"), "train.csv"), -2)

    def test_columns_are_found_by_name_and_values_by_text(self, write: Write, training: Dataset) -> None:
        """REP-8: a value that is not declared becomes -1; 1.0 is the declared 1 where numbers are meant."""
        text = "more,l2,l1,colour,area,flag\n9,0,1,1,2,0\n9,1,1,new,,1\n9,0,0,1.0,1e1,7\n"

        data = load_dataset(write(text), schema=training.schema)

        assert data.schema == training.schema
        assert np.array_equal(data.X, np.array([[2, 0, 0], [NAN, -1, 1], [10, 0, -1]]), equal_nan=True)
        assert data.Y.tolist() == [[True, False], [True, True], [False, False]]

    def test_instances_without_labels_can_be_predicted(self, write: Write, training: Dataset) -> None:
        X, Y = load_instances(write("area,colour,flag\n1,z,0\n"), training.schema)
        assert (X.rows().tolist(), Y) == ([[1, 1, 0]], None)

        X, Y = load_instances(write("area,colour,flag,l1,l2\n1,z,0,?,\n"), training.schema)
        assert (X.rows().tolist(), Y) == ([[1, 1, 0]], None)

    def test_a_missing_column_is_named(self, write: Write, training: Dataset) -> None:
        with raising(DataError, column="flag"):
            load_dataset(write("area,colour,l1,l2\n1,z,0,1\n"), schema=training.schema)


def test_arff_csv_and_frame_say_the_same(write: Write) -> None:
    """MV-01: a missing cell is ? in ARFF, blank in CSV, NaN in a frame."""
    arff = write(
        "@relation r\n@attribute area numeric\n@attribute colour {blue,red}\n@attribute flag {0,1}\n"
        "@attribute l1 {0,1}\n@attribute l2 {0,1}\n@data\n1.5,red,0,1,0\n?,blue,1,0,0\n3,?,?,1,1\n",
        "t.arff",
    )
    frame = pd.read_csv(write(PLAIN), na_values="?")
    named = ["area", "colour", "flag"]

    for data in (load_dataset(arff, -2), load_dataset(write(PLAIN), -2), from_table(frame[named], frame[["l1", "l2"]])):
        assert is_plain(data)


def test_missing_cells_among_numbers_are_missing_whatever_stands_for_them(write: Write) -> None:
    """The first one of a row, the last one and neighbours; a text that holds the delimiter is no cell."""
    text = "a,b,c,l\n-,2.5,x,1\n,,,0\n-,-,-,1\nx,x,7,0\n1,-,3,1\n"
    expected = [[math.nan, 2.5, math.nan], [math.nan] * 3, [math.nan] * 3, [math.nan, math.nan, 7], [1, math.nan, 3]]

    for delimiter in ",;\t":
        found = load_dataset(write(text.replace(",", delimiter)), -1, missing=["-", "x"], delimiter=delimiter)
        assert np.array_equal(found.X, expected, equal_nan=True)
    with raising(DataError, line=3):
        load_dataset(write("a,l\n1,0\n2,3,1\n"), -1, missing=["2,3"])


def test_the_locale_does_not_matter(write: Write) -> None:
    """RO-14, for what is read."""
    before = locale.setlocale(locale.LC_ALL)
    try:
        try:
            locale.setlocale(locale.LC_ALL, "de_DE.UTF-8")
        except locale.Error:
            locale.setlocale(locale.LC_ALL, "C")
        assert is_plain(load_dataset(write(PLAIN), -2))
    finally:
        locale.setlocale(locale.LC_ALL, before)


@pytest.mark.filterwarnings("ignore:.*training data did not have")
@pytest.mark.parametrize(
    ("cells", "codes"),
    [("1,1", [1, 1]), ("0,1", [0, 1]), ("?,1", [math.nan, 1]), ("2,1", [-1, 1]), ("1.0,x", [1, -1])],
)
def test_rows_are_read_by_the_schema_whatever_values_they_happen_to_hold(
    write: Write, cells: str, codes: list[float]
) -> None:
    """A row of one person holds one value a column; it is still a value of a binary attribute."""
    schema = Schema((BinaryAttribute("a", ("0", "1")), BinaryAttribute("b", ("0", "1"))), ("l",))
    found, _labels = load_instances(write(f"a,b,l\n{cells},1\n"), schema)

    np.testing.assert_array_equal(found.rows(), [codes])


def test_a_table_without_a_word_on_its_labels_is_refused_by_its_last_columns(write: Write) -> None:
    """They are what labels most often are; nobody who has a table knows of label XMLs."""
    file = write("one,two,three,four,five,six\n" + "1,0,1,0,1,0\n" * 3)
    with raising(DataError, file=str(file)) as caught:
        load_dataset(file)

    assert all(name in caught.value.message for name in ("three", "four", "five", "six"))
    assert "relation" not in caught.value.message


# ----------------------------------------------------------------------------------------- dates that end in the year


def of_dates(path: Path, *texts: str, **how: Any) -> Dataset:
    path.write_text("when,l\n" + "".join(f"{text},{place % 2}\n" for place, text in enumerate(texts)))
    return load_dataset(path, -1, **how)


@pytest.mark.parametrize(
    ("texts", "days", "day_first"),
    [
        (("31.12.2021", "01.02.2021"), (18992.0, 18659.0), True),
        (("31/12/2021", "1/2/2021"), (18992.0, 18659.0), True),
        (("12/31/2021", "2/1/2021", "?"), (18992.0, 18659.0, None), False),
        (("12/31/2021 6:00", "2/1/2021 12:00"), (18992.25, 18659.5), False),
        (("31-12-2021", "2021-02-01"), (18992.0, 18659.0), True),
    ],
)
@pytest.mark.filterwarnings("ignore::mlslcs_ref.errors.DataWarning")
def test_a_number_above_12_tells_which_number_is_the_day(
    texts: tuple[str, ...], days: tuple[float | None, ...], day_first: bool, tmp_path: Path
) -> None:
    """It is kept, so that a later file is read alike, which need not have one."""
    training = of_dates(tmp_path / "a.csv", *texts)
    later = of_dates(tmp_path / "b.csv", texts[1], schema=training.schema, reading=training.reading)

    assert [None if math.isnan(x) else x for x in training.X[:, 0]] == list(days)
    assert later.X.tolist() == [[days[1]]]
    assert training.reading is not None
    assert training.reading.day_first is day_first
    assert training.reading.date_columns == ("when",)


def test_dates_that_may_begin_with_day_or_month_are_asked_about(tmp_path: Path) -> None:
    with warning(DataWarning, column="when"):
        read = of_dates(tmp_path / "a.csv", "01/02/2021", "03/04/2021")
    with warning(AdviceWarning, column="when"):
        said = of_dates(tmp_path / "a.csv", "01/02/2021", "03/04/2021", day_first=False)

    assert not isinstance(read.schema.attributes[0], ContinuousAttribute)
    assert said.X.tolist() == [[18629.0], [18690.0]]


def test_one_column_tells_the_order_for_all_of_a_file(write: Write) -> None:
    path = write("a,b,l\n01/02/2021,31/12/2021,0\n03/04/2021,30/12/2021,1\n", "a.csv")
    with pytest.warns(DataWarning):
        assert load_dataset(path, -1).X[0].tolist() == [18659.0, 18992.0]

    path.write_text("a,b,l\n02/31/2021,31/12/2021,0\n12/30/2021,30/12/2021,1\n")
    with pytest.warns(DataWarning):
        read = load_dataset(path, -1)
    assert [type(attribute) for attribute in read.schema.attributes] == [BinaryAttribute, ContinuousAttribute]
    path.write_text("a,b,l\n12/31/2021,31/12/2021,0\n12/30/2021,30/12/2021,1\n")
    with raising(DataError, argument="dates", column="a"):
        load_dataset(path, -1)


@pytest.mark.parametrize("dates", ["days", "parts"])
@pytest.mark.parametrize(
    ("cells", "is_told"),
    [
        (("01/02/2021", "03/04/2021"), True),
        (("01/02/2021", "2021-04-03"), True),
        (("2021-02-01", "2021-04-03"), False),
        (("28/02/2021", "03/04/2021"), False),
        (("x", "03/04/2021"), False),
    ],
)
@pytest.mark.filterwarnings("ignore::mlslcs_ref.errors.AdviceWarning")
def test_dates_whose_order_another_column_alone_tells_are_told(
    dates: Any, cells: tuple[str, str], is_told: bool, write: Write
) -> None:
    path = write(f"a,b,l\n{cells[0]},31/12/2021,0\n{cells[1]},30/12/2021,1\n", "a.csv")
    with warnings.catch_warnings(record=True, action="always", category=DataWarning) as found:
        load_dataset(path, -1, dates=dates)

    texts = [str(warning.message) for warning in found if warning.category is DataWarning]
    assert [("'a'" in text, "'b'" in text, "day_first=False" in text) for text in texts] == [(True,) * 3] * is_told
    if is_told:
        assert load_dataset(path, -1, day_first=False, drop=["b"]).X[0].tolist() == [18629.0]


@pytest.mark.parametrize(
    ("texts", "wrong"), [(("12/31/2021", "01/02/2021"), True), (("31.12.2021", "30.12.2021"), False)]
)
def test_dates_that_all_begin_otherwise_than_said_are_told_with_the_way_to_read_them(
    texts: tuple[str, ...], wrong: bool, tmp_path: Path
) -> None:
    with warning(DataWarning, column="when"):
        read = of_dates(tmp_path / "a.csv", *texts, day_first=wrong)
    with pytest.warns(AdviceWarning):
        again = of_dates(tmp_path / "a.csv", *texts, day_first=not wrong)

    assert not isinstance(read.schema.attributes[0], ContinuousAttribute)
    assert isinstance(again.schema.attributes[0], ContinuousAttribute)


def test_a_file_of_other_dates_than_the_training_data_is_refused(tmp_path: Path) -> None:
    with pytest.warns(DataWarning):
        training = of_dates(tmp_path / "a.csv", "31/12/2021", "30/12/2021")
    with raising(DataError, line=3):
        of_dates(tmp_path / "b.csv", "01/02/2021", "12/31/2021", schema=training.schema, reading=training.reading)


def test_columns_that_were_left_out_of_the_training_data_are_left_out_of_a_later_file(write: Write) -> None:
    """An index without a name, and a column that is named twice; another program's file need not have them."""
    text = ",x,x,a,l\n1,5,6,1.5,0\n2,5,6,2.5,1\n"
    training = load_dataset(write(text), -1, drop=["", "x"])
    for later in (text, text.replace(",x,x,", "2,y,z,").replace("2,y", "k,y"), "a,l\n1.5,0\n2.5,1\n"):
        read = load_dataset(write(later), schema=training.schema, reading=training.reading)
        assert read.X.tolist() == [[1.5], [2.5]]
        assert load_instances(write(later), training.schema, reading=training.reading)[0].rows().tolist() == [
            [1.5],
            [2.5],
        ]


@pytest.mark.parametrize(
    ("text", "how", "argument"),
    [
        ("1,2,0,1\n3,4,1,0\n1,1,1,1\n", {}, "header"),
        ("sep=;\na;b;l\n1;2;1\n", {"delimiter": ";"}, "delimiter"),
        ("sep=;\na;b;l\n1;x;1\n", {}, "delimiter"),
    ],
)
def test_a_first_line_that_has_no_names_is_told_as_what_it_is(
    text: str, how: dict[str, Any], argument: str, write: Write
) -> None:
    with raising(DataError, argument=argument, line=1):
        load_dataset(write(text), -1, **how)


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        ('"1,5"', "decimal=','"),
        ('"1,000.5"', "thousands=','"),
        ("NA", r"missing=\['NA'\]"),
        ("x", "'x'$"),
        ("inf", "'inf'"),
    ],
)
def test_a_number_that_is_written_otherwise_than_in_the_training_data_is_told_with_the_cure(
    cell: str, said: str, write: Write
) -> None:
    training = load_dataset(write("a,l\n1.5,0\n2.5,1\n"), -1)
    with pytest.raises(DataError, match=said) as caught:
        load_dataset(write(f"a,l\n1.5,0\n{cell},0\n"), schema=training.schema, reading=training.reading)

    assert caught.value.line == 3


def test_a_file_of_other_columns_than_the_training_data_lists_its_own(write: Write) -> None:
    training = load_dataset(write("a,l\n1.5,0\n2.5,1\n"), -1)
    with raising(DataError, line=1):
        load_dataset(write("1.5,0\n2.5,1\n"), schema=training.schema, reading=training.reading)


@pytest.mark.parametrize(("yes", "no"), [("Ja", "Nein"), ("oui", "non"), ("sim", "n\xe3o"), ("tak", "nie")])
def test_of_two_words_of_a_label_the_likely_one_is_offered_first(yes: str, no: str, write: Write) -> None:
    with pytest.raises(DataError) as caught:
        load_dataset(write(f"a,l\n1.5,{no}\n2.5,{yes}\n"), -1)
    message = str(caught.value)

    assert 0 < message.index(f"positive={yes!r}") < message.index(f"positive={no!r}")


@pytest.mark.parametrize(("yes", "no"), [("1", "-1"), ("2", "1"), ("ja", "nein"), ("0.5", "-0.5")])
def test_labels_of_two_numbers_or_words_are_read_where_it_is_said_which_means_that_one_applies(
    yes: str, no: str, write: Write
) -> None:
    """A later file may have one of them alone; it is told that any word but that for yes is no."""
    text = "a,l\n1.5,{}\n2.5,{}\n"
    with raising(DataError, argument="positive", column="l"):
        load_dataset(write(text.format(no, yes)), -1)
    training = load_dataset(write(text.format(no, yes)), -1, positive=yes)
    assert training.Y[:, 0].tolist() == [False, True]

    for only, holds in ((yes, True), (no, False)):
        if only == "1" != yes:
            # beside 0 it would mean that the label applies
            continue
        path = write(text.format(only, only))
        with nullcontext() if holds else warning(DataWarning, column="l"):
            later = load_dataset(path, schema=training.schema, reading=training.reading)
            found = load_instances(path, training.schema, reading=training.reading)[1]
        assert later.Y[:, 0].tolist() == [holds, holds]
        assert found is not None
        assert found[:, 0].tolist() == [holds, holds]
    with pytest.raises(DataError):
        load_dataset(write(text.format(no, no)), -1, positive=yes)


@pytest.mark.parametrize("yes", ["2", "-1"])
def test_labels_of_one_number_that_may_mean_either_are_refused(yes: str, write: Write) -> None:
    """Of 1 and 2, 1 means that the label does not apply; of 0 and 1, that it does."""
    training = load_dataset(write(f"a,l\n1.5,1\n2.5,{yes}\n"), -1, positive=yes)
    with pytest.raises(DataError):
        load_dataset(write("a,l\n1.5,1\n2.5,1\n"), schema=training.schema, reading=training.reading)


@pytest.mark.filterwarnings("ignore::mlslcs_ref.errors.DataWarning")
@pytest.mark.parametrize("how", [{"nominal": ["a"]}, {"nominal": ["d"]}, {"dates": "text"}], ids=str)
def test_a_column_that_training_read_as_numbers_is_not_read_as_texts(write: Write, how: dict[str, Any]) -> None:
    """Every cell is a number or a date, so none of them is what is wrong."""
    file = write("a,d,l1\n1,2021-03-01,0\n2,2021-03-02,1\n3,2021-03-05,1\n", "a.csv")
    training = load_dataset(file, -1)

    with raising(DataError, file=str(file)):
        load_dataset(file, -1, schema=training.schema, **how)
    assert load_dataset(file, -1, schema=training.schema).n_instances == 3


@pytest.mark.parametrize(
    ("trained", "later", "days"),
    [(("31.12.2021", "01.02.2021"), "44561", 44561.0), (("1.5", "2.5"), "2021-12-31", 18992.0)],
)
def test_numbers_where_training_had_dates_and_dates_where_it_had_numbers_are_told(
    tmp_path: Path, trained: tuple[str, ...], later: str, days: float
) -> None:
    """A serial number of a spreadsheet, or 20211231, is no day since 1970."""
    with warnings.catch_warnings(action="ignore", category=DataWarning):
        training = of_dates(tmp_path / "a.csv", *trained)
    with warning(DataWarning, column="when"):
        read = of_dates(tmp_path / "b.csv", later, schema=training.schema, reading=training.reading)

    assert read.X.tolist() == [[days]]


CELLS = ["1", "0", "-3", "1.5", "1.200", "950", "1e3", "-0", "+5", "007", ".5", "5.", "", "?", "NaN", "NA", "1e-400"]
CELLS += ["1e400", "inf", "1_0", "\u0663", "1,5", "9007199254740993", "1 0", " 2 ", "4\n5", "2020-01-02", "true"]


@given(
    st.one_of(st.lists(st.sampled_from(CELLS[:15]), min_size=1), st.lists(st.sampled_from(CELLS), min_size=1)),
    st.sampled_from([{}, {"missing": ["NA"]}, {"missing": ["1.5"]}, {"nominal": ["a"]}, {"decimal": ","}]),
)
def test_a_column_is_the_same_beside_texts_and_alone(cells: list[str], how: dict[str, Any]) -> None:
    """Whether the file is read many rows at a time, a column at a time, or cell by cell."""
    with TemporaryDirectory() as folder:
        found = []
        for beside in ("15", "text", '"te""xt"'):
            path = Path(folder, "d.csv")
            rows = "".join(f'"{cell}",{beside},{place % 2}\n' for place, cell in enumerate(cells))
            path.write_text("a,b,l\n" + rows, encoding="utf-8")
            with warnings.catch_warnings(record=True, action="always") as told:
                try:
                    data = load_dataset(path, -1, **how)
                    result: Any = (data.schema.attributes[0], repr(data.X[:, 0].tolist()))
                except DataError as error:
                    result = (str(error), error.line, error.column)
            found.append((result, [str(one.message) for one in told if "'a'" in str(one.message)]))
        assert found[0] == found[1] == found[2]


@pytest.mark.filterwarnings("ignore::mlslcs_ref.errors.DataWarning")
@pytest.mark.parametrize("cell", ["-999", "-1", "99.5", "n/a"])
def test_what_is_no_date_among_later_dates_is_read_as_the_error_says(cell: str, write: Write) -> None:
    """A number there means a missing value, and is not spelled as in another country."""
    trained = load_dataset(write("when,l\n2021-01-01,1\n2021-02-02,0\n", "known.csv"), -1, dates="days")
    later = write(f"when,l\n2021-01-05,1\n{cell},0\n", "later.csv")
    with raising(DataError, line=3, column="when") as caught:
        load_dataset(later, schema=trained.schema, reading=trained.reading)

    cures = re.findall(r"(\w+)=(\['.*?'\]|'.')", str(caught.value))
    assert [(name, ast.literal_eval(value)) for name, value in cures] == [("missing", [cell])]
    assert math.isnan(load_dataset(later, schema=trained.schema, reading=trained.reading, missing=[cell]).X[1, 0])
