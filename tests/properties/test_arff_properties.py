"""Properties of the ARFF reader: it agrees with itself, with other readers, and fails in one way only."""

import io
import math
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import arff
import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from properties.arff_strategies import (
    NUMBERS,
    PIECES,
    REAL_LOOKING,
    TEXTS,
    Table,
    damaged,
    dense,
    header,
    sparse,
    tables,
)
from scipy.io.arff import loadarff
from table_rows import rows_of

from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.files import load_instances
from mlslcs_ref.data.formats.arff import read_arff
from mlslcs_ref.data.formats.arff_rows import RowReader
from mlslcs_ref.data.formats.arff_writer import save_arff
from mlslcs_ref.data.label_specs import parse_labels_option
from mlslcs_ref.data.loading import load_dataset
from mlslcs_ref.data.reading import Reading
from mlslcs_ref.data.schema import BinaryAttribute, ContinuousAttribute, Schema, nominal
from mlslcs_ref.data.tables import Table as Found
from mlslcs_ref.errors import DataError

SCHEMA = Schema(
    (ContinuousAttribute("Mean_Acc1298"), BinaryAttribute("MacGillivray's Warbler", ("0", "1"))),
    ("amazed-suprised", "relaxing.calm"),
)


def written(data: str | bytes, folder: str) -> Path:
    path = Path(folder) / "t.arff"
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return path


def read(data: str | bytes) -> Found:
    with tempfile.TemporaryDirectory() as folder:
        return read_arff(written(data, folder), Reading())[0]


def outcome(data: bytes) -> tuple[Any, ...]:
    """Return all that a reader can see of reading `data`, whether it succeeds or not."""
    try:
        table = read(data)
    except DataError as error:
        return (error.message, error.line)
    return (table.relation, table.columns, rows_of(table).tobytes(), table.lines, table.first_omitted)


def outcome_of_scanner(data: bytes) -> tuple[Any, ...]:
    """Return what can be seen when the scanner reads every row."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(RowReader, "_dense_quickly", lambda _self, _text: None)
        patch.setattr(RowReader, "_sparse_quickly", lambda _self, _text: None)
        return outcome(data)


def error_of(function: Callable[[Any], object], argument: object) -> DataError | None:
    """Return the DataError that a call raises, if it does; any other error is let through."""
    try:
        function(argument)
    except DataError as error:
        return error
    return None


def assert_reads_as(table: Table, text: str) -> None:
    found = read(text)

    assert [column.name for column in found.columns] == table.names
    assert [list(column.values) for column in found.columns] == [values or [] for values in table.declared]
    assert (found.relation, len(found.lines)) == ("r", len(table.rows))
    assert np.array_equal(rows_of(found), table.codes(), equal_nan=True)


class TestAgreementWithItself:
    @given(tables(TEXTS))
    def test_quoting_and_reading_gives_back_any_table(self, table: Table) -> None:
        assert_reads_as(table, dense(table, quote=True))
        assert_reads_as(table, sparse(table, quote=True))

    @given(
        tables(), st.sampled_from([",", ", ", " , ", "\t", ",\t"]), st.sampled_from(["\n", " % it's\n", "%,{5}\r\n"])
    )
    def test_spacing_and_comments_change_nothing(self, table: Table, separator: str, ending: str) -> None:
        assert_reads_as(table, dense(table, separator=separator, ending=ending))
        assert_reads_as(table, sparse(table, separator=separator, ending=ending))

    @given(tables(), st.randoms(use_true_random=False))
    def test_both_kinds_of_row_can_be_mixed(self, table: Table, random: Any) -> None:
        size = len(header(table, False))
        rows = zip(dense(table)[size:].splitlines(), sparse(table)[size:].splitlines(), strict=True)

        assert_reads_as(table, header(table, False) + "\n".join(random.choice(both) for both in rows))

    @given(damaged() | st.lists(PIECES, max_size=30).map("".join).map(str.encode))
    @example(REAL_LOOKING.encode())
    @example(b"@attribute a {'',b}\n@data\n\n'',\n")
    @example("@attribute a {'x\xa0'}\n@data\nx\xa0\n".encode())
    def test_the_fast_path_and_the_scanner_agree_on_everything(self, data: bytes) -> None:
        """Values, errors and their lines are the same when the scanner reads every row."""
        assert outcome(data) == outcome_of_scanner(data)

    @given(tables(), st.lists(PIECES | TEXTS, min_size=1, max_size=5).map("".join))
    def test_the_fast_path_and_the_scanner_agree_on_any_row(self, table: Table, row: str) -> None:
        data = (dense(table) + row).encode()

        assert outcome(data) == outcome_of_scanner(data)


class TestAgreementWithOtherReaders:
    """On what they read; both refuse or misread much that is legal."""

    @given(tables())
    def test_liac_arff_reads_the_same_dense_rows(self, table: Table) -> None:
        assert self.by_liac(dense(table)) == pytest.approx(rows_of(read(dense(table))), nan_ok=True, abs=0, rel=0)

    @given(tables(missing=False))
    def test_liac_arff_reads_the_same_sparse_rows(self, table: Table) -> None:
        assert self.by_liac(sparse(table)) == pytest.approx(rows_of(read(sparse(table))), nan_ok=True, abs=0, rel=0)

    @given(tables())
    def test_scipy_reads_the_same_dense_rows(self, table: Table) -> None:
        text = dense(table)
        records, meta = loadarff(io.StringIO(text))
        found = read(text)

        assert meta.names() == [column.name for column in found.columns]
        for name, column, values in zip(meta.names(), found.columns, rows_of(found).T, strict=True):
            theirs = [self.code(cell, column.values) for cell in records[name]]
            assert np.array_equal(theirs, values, equal_nan=True)

    def by_liac(self, text: str) -> np.ndarray[Any, np.dtype[np.float64]]:
        loaded = arff.loads(text)
        values = [kind if isinstance(kind, list) else [] for _, kind in loaded["attributes"]]
        return np.array([[self.code(cell, values[j]) for j, cell in enumerate(row)] for row in loaded["data"]])

    @staticmethod
    def code(cell: Any, values: Any) -> float:
        """Return the code of a cell that another reader gave."""
        text = cell.decode() if isinstance(cell, bytes) else cell
        if text is None or text == "?":
            return math.nan
        return float(values.index(text)) if values else float(text)


@pytest.mark.filterwarnings("ignore::mlslcs_ref.errors.DataWarning")
class TestFailure:
    """Whatever the bytes, there is a table or a DataError with the file's name."""

    @given(
        damaged()
        | st.binary(max_size=200)
        | st.text(max_size=100).map(lambda text: text.encode(errors="replace"))
        | st.lists(PIECES, max_size=30).map("".join).map(str.encode)
    )
    def test_only_data_errors_come_out(self, data: bytes) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = written(data, folder)
            for load in (
                lambda p: read_arff(p, Reading()),
                load_dataset,
                lambda p: load_dataset(p, -1),
                lambda p: load_dataset(p, schema=SCHEMA),
                lambda p: load_instances(p, SCHEMA),
            ):
                error = error_of(load, path)
                assert error is None or error.file == str(path)

    @given(damaged() | st.lists(PIECES, max_size=30).map("".join).map(str.encode))
    @example(REAL_LOOKING.encode())
    def test_whatever_is_read_is_legal(self, data: bytes) -> None:
        try:
            table = read(data)
        except DataError:
            return

        assert rows_of(table).shape == (len(table.lines), len(table.columns))
        assert list(table.lines) == sorted(set(table.lines))
        for column, values in zip(table.columns, rows_of(table).T, strict=True):
            present = values[~np.isnan(values)]
            assert np.isfinite(present).all()
            if column.kind == "nominal":
                assert set(present.tolist()) <= set(range(len(column.values)))

    @given(st.text(max_size=30) | st.lists(PIECES, max_size=5).map("".join))
    def test_only_data_errors_come_out_of_a_labels_option(self, text: str) -> None:
        error = error_of(parse_labels_option, text)

        assert error is None or error.argument == "labels"


NAMES = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
LABEL_NAMES = st.text(
    st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufffe\uffff") | st.sampled_from("\t\n\r\x85"),
    min_size=1,
    max_size=6,
)


@st.composite
def any_datasets(draw: st.DrawFn) -> Dataset:
    """Draw a data set with any names and values that an ARFF file and an XML can say."""
    labels = draw(st.lists(LABEL_NAMES, min_size=1, max_size=3, unique=True))
    names = draw(st.lists(NAMES.filter(lambda name: name not in labels), min_size=1, max_size=3, unique=True))
    declared = [draw(st.none() | st.lists(NAMES, min_size=1, max_size=4, unique=True)) for _name in names]
    schema = Schema(
        tuple(
            ContinuousAttribute(name) if values is None else nominal(name, values)
            for name, values in zip(names, declared, strict=True)
        ),
        tuple(labels),
    )
    cells = [NUMBERS if values is None else st.integers(0, len(values) - 1).map(float) for values in declared]
    row = st.tuples(*(cell | st.just(math.nan) for cell in cells))
    rows = draw(st.lists(row, min_size=1, max_size=5))
    decisions = [draw(st.lists(st.booleans(), min_size=len(labels), max_size=len(labels))) for _row in rows]
    return Dataset(schema, np.array(rows), np.array(decisions), draw(NAMES))


@given(any_datasets())
def test_a_data_set_that_is_saved_is_loaded_again_bit_by_bit(data: Dataset) -> None:
    """DL-11 and every other spelling of our own writer; the bytes are a function of the data set."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "t.arff"
        save_arff(data, path)
        text = path.read_bytes()
        back = load_dataset(path)
        save_arff(data, path)
        assert path.read_bytes() == text

    assert back.schema == data.schema
    assert back.X.tobytes() == data.X.tobytes()
    assert back.Y.tolist() == data.Y.tolist()
