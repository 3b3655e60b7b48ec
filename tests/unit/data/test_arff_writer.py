"""Writing ARFF with a label XML, by hand; the round trip of everything is a property."""

from pathlib import Path

import numpy as np
import pytest
import scipy.io.arff
from raising import raising

from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.formats.arff_writer import arff_text, label_xml_text, save_arff
from mlslcs_ref.data.loading import load_dataset
from mlslcs_ref.data.schema import BinaryAttribute, ContinuousAttribute, NominalAttribute, Schema
from mlslcs_ref.errors import DataError, OutputError

NAN = float("nan")
SCHEMA = Schema(
    (ContinuousAttribute("area"), NominalAttribute('it\'s "odd"', ("?", "a b", "")), BinaryAttribute("b", ("X",))),
    ("l1", "Stellar's Jay\n"),
)
DATA = Dataset(
    SCHEMA, np.array([[0.1, 0, 0], [NAN, 1, NAN], [-1e300, 2, 0]]), np.array([[1, 0], [0, 1], [1, 1]]), "set 1"
)
TEXT = r"""@relation 'set 1'

@attribute area numeric
@attribute 'it\'s "odd"' {'?','a b',''}
@attribute b {X}
@attribute l1 {0,1}
@attribute 'Stellar\'s Jay\u000a' {0,1}

@data
0.1,'?',X,1,0
?,'a b',?,0,1
-1e+300,'',X,1,1
"""
XML = """<?xml version="1.0" encoding="utf-8"?>
<labels xmlns="http://mulan.sourceforge.net/labels">
<label name="l1"></label>
<label name="Stellar's Jay&#10;"></label>
</labels>
"""


def test_the_files_read_as_expected() -> None:
    assert arff_text(DATA) == TEXT
    assert label_xml_text(SCHEMA) == XML


def test_both_files_are_written_and_read_back(tmp_path: Path) -> None:
    """DL-11: a quoted ? stays a value, a missing one stays missing."""
    path = tmp_path / "t.arff"

    assert save_arff(DATA, path) == tmp_path / "t.xml"
    back = load_dataset(path)

    assert back.schema == SCHEMA
    assert back.X.tobytes() == DATA.X.tobytes()
    assert back.Y.tolist() == DATA.Y.tolist()


def test_scipy_reads_what_it_understands(tmp_path: Path) -> None:
    data = Dataset(
        Schema((ContinuousAttribute("a"), BinaryAttribute("b", ("X", "Y"))), ("l",)),
        np.array([[0.1, 1]]),
        np.array([[1]]),
    )
    save_arff(data, tmp_path / "t.arff")

    rows, meta = scipy.io.arff.loadarff(tmp_path / "t.arff")

    assert meta.names() == ["a", "b", "l"]
    assert rows.tolist() == [(0.1, b"Y", b"1")]


@pytest.mark.parametrize(
    ("data", "column"),
    [
        (Dataset(SCHEMA, np.array([[1.0, -1.0, 0.0]]), np.array([[1, 0]])), 'it\'s "odd"'),
        (Dataset(SCHEMA, np.array([[np.inf, 0.0, 0.0]]), np.array([[1, 0]])), "area"),
        (Dataset(SCHEMA, np.array([[1.0, 0.0, 0.0]]), np.array([[1, 0]]), "\ud800"), None),
        (Dataset(Schema((ContinuousAttribute("a"),), ("",)), np.zeros((1, 1)), np.array([[1]])), ""),
        (Dataset(Schema((ContinuousAttribute("a"),), ("\x01",)), np.zeros((1, 1)), np.array([[1]])), "\x01"),
    ],
    ids=["undeclared", "infinite", "surrogate", "nameless", "control"],
)
def test_what_cannot_be_said_is_refused_and_nothing_is_written(
    data: Dataset, column: str | None, tmp_path: Path
) -> None:
    with raising(DataError, column=column):
        save_arff(data, tmp_path / "t.arff")

    assert list(tmp_path.iterdir()) == []


def test_a_place_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OutputError):
        save_arff(DATA, tmp_path / "none" / "t.arff")
    with raising(OutputError, file=str(tmp_path / "t.xml")):
        save_arff(DATA, tmp_path / "t.xml")

    assert list(tmp_path.iterdir()) == []
