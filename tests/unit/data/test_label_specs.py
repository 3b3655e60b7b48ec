"""What says which columns are labels: counts, MEKA's option -C, label XMLs that hold more than labels."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from folders import Write
from raising import raising

from mlslcs_ref.data.label_specs import (
    LabelCount,
    LabelNames,
    label_spec,
    meka_label_count,
    parse_labels_option,
    read_label_xml,
    whole_number,
)
from mlslcs_ref.data.loading import load_dataset
from mlslcs_ref.errors import DataError

NO_WHOLE_NUMBERS = ("1e1", "2.0", "2.", "+-2", "0x2", "1_0", "\uff12", "two", "--2", "2,", "1234567890", "")


def count_of(relation: str) -> int | None:
    said = meka_label_count(relation)
    return None if said is None else said.count


@pytest.mark.parametrize(("text", "number"), [("6", 6), ("-6", -6), ("+6", 6), ("007", 7), ("999999999", 999999999)])
def test_a_whole_number_is_digits_behind_a_sign(text: str, number: int) -> None:
    assert whole_number(text) == number
    assert parse_labels_option(text).count == number  # type: ignore[union-attr]
    assert count_of(f"x: -C {text}") == number


@pytest.mark.parametrize("text", NO_WHOLE_NUMBERS)
def test_behind_the_option_of_meka_stands_a_whole_number_or_the_relation_is_quoted(text: str) -> None:
    with pytest.raises(DataError) as raised:
        meka_label_count(f"x: -C {text}")

    assert repr(f"x: -C {text}") in raised.value.message


@pytest.mark.parametrize("text", ["1e1", "2.0", "2.", "1_0", "\uff12", "1234567890", "-1.5"])
def test_a_number_that_is_no_count_is_no_name_either(text: str) -> None:
    with pytest.raises(DataError):
        parse_labels_option(text)
    assert parse_labels_option(f"'{text}'") == LabelNames((text,))


@pytest.mark.parametrize(
    ("relation", "count"),
    [
        ("x:-C 2", 2),
        ("x: -C 2", 2),
        ("x : -c -2", -2),
        (": -C 2", 2),
        ("a:b: -C 2", 2),
        ("x: -split-percentage 50 -C 2", 2),
        ("x: -C\t2 -I 0", 2),
        ("MEDC: -C 45 -I 0-weka.filters.unsupervised.attribute.Remove-R1-45", 45),
        ("MEDC: -C 45-weka.filters.unsupervised.attribute.Remove-R1-45", 45),
        ("my -C 2 data", None),
        ("-C 2", 2),
        ("x: -C 2 -C 3", 2),
        ("x: -Cost 2", None),
        ("x: a-C 2", None),
        ("", None),
    ],
)
def test_options_of_meka_stand_behind_the_first_colon(relation: str, count: int | None) -> None:
    assert count_of(relation) == count


@pytest.mark.parametrize("relation", ["x: -C", "x: -C2", "x: -C=2", "x: -C -I 0"])
def test_an_option_that_says_no_number_is_refused(relation: str) -> None:
    with pytest.raises(DataError):
        meka_label_count(relation)


def test_a_count_that_does_not_fit_is_told_with_the_relation_that_said_it(write: Write) -> None:
    file = write("@relation 'x: -C 5'\n@attribute l {0,1}\n@attribute a numeric\n@data\n1,2\n", "t.arff")

    with pytest.raises(DataError) as raised:
        load_dataset(file)

    assert "'x: -C 5'" in raised.value.message


@pytest.mark.parametrize(
    "names", [["k", "l"], ("k", "l"), np.array(["k", "l"]), pd.Index(["k", "l"])], ids=lambda x: type(x).__name__
)
def test_names_of_labels_stand_in_whatever_holds_them_in_order(names: Any) -> None:
    assert label_spec(names) == LabelNames(("k", "l"))
    count: Any = np.int64(-2)
    assert label_spec(count) == LabelCount(-2)
    others: list[Any] = [{"k": 1}, {"k", "l"}, np.array([1, 2]), 2.0, True]
    for other in others:
        with raising(DataError, argument="labels"):
            label_spec(other)


@pytest.mark.parametrize(
    "head",
    [
        '<!DOCTYPE labels [<!ENTITY more SYSTEM "more.xml">]>',
        "<!DOCTYPE labels [<!ENTITY more \"&#60;label name='l1'/&#62;\">]>",
        '<!DOCTYPE labels SYSTEM "labels.dtd">',
        '<!DOCTYPE labels PUBLIC "-//X//Y" "labels.dtd">',
        "<!DOCTYPE labels>",
        '<!DOCTYPE labels [<!ATTLIST label name CDATA "l1">]>',
        '<!DOCTYPE labels [<!ENTITY % more SYSTEM "more.dtd"> %more;]>',
    ],
)
@pytest.mark.parametrize("body", ['<label name="l2"/>&more;', '<label name="l2"/>'])
def test_a_document_type_is_refused_in_a_label_xml(write: Write, tmp_path: Path, head: str, body: str) -> None:
    (tmp_path / "more.xml").write_text('<label name="l1"/>')
    file = write(f'<?xml version="1.0"?>{head}\n<labels>{body}</labels>', "x.xml")

    with pytest.raises(DataError):
        read_label_xml(file)


@pytest.mark.parametrize(
    "body",
    [
        "&more;",
        '<![CDATA[<label name="l1"/>]]>',
        "l1",
        '<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="more.xml"/>',
        '<more name="l1"/>',
        "<label>l1</label>",
        '<label Name="l1"/>',
        '<label x:name="l1" xmlns:x="urn:x"/>',
        '<label name=""/>',
        '<label name="l2"/>',
    ],
)
def test_what_is_no_label_is_never_skipped(write: Write, body: str) -> None:
    file = write(f'<labels><label name="l2"/>{body}</labels>', "x.xml")

    with pytest.raises(DataError):
        read_label_xml(file)


def test_references_to_characters_are_read(write: Write) -> None:
    file = write('<labels><label name="&#108;1&amp;"/></labels>', "x.xml")

    assert read_label_xml(file) == ("l1&",)


@pytest.mark.parametrize("labels", [-2, ["late", "lost"]], ids=["count", "names"])
def test_label_columns_that_a_later_file_lacks_are_named(tmp_path: Path, labels: Any) -> None:
    """And no column that a count happens to fall on."""
    first, later = tmp_path / "first.csv", tmp_path / "later.csv"
    first.write_text("size,weight,late,lost\n1,2,0,1\n2,1,1,0\n")
    later.write_text("size,weight\n1,2\n")
    schema = load_dataset(first, labels).schema
    with raising(DataError, file=str(later), column="late") as caught:
        load_dataset(later, labels, schema=schema)

    assert [name in caught.value.message for name in ("lost", "size", "weight")] == [True, False, False]
