"""Reading ARFF: spellings, errors with their line, speed on odd input. Clauses: REP-7."""

import bz2
import gzip
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from raising import raising
from table_rows import rows_of

from mlslcs_ref.data.formats.arff import read_arff
from mlslcs_ref.data.formats.arff_rows import RowReader
from mlslcs_ref.data.reading import Reading
from mlslcs_ref.data.tables import Table, Wanted
from mlslcs_ref.errors import DataError

NAN = math.nan
HEADER = """@relation r
@attribute a numeric
@attribute b {X,Y}
@attribute l1 {0,1}
@attribute l2 {0,1}
@data
"""
FIRST_ROW_LINE = 7
Read = Callable[..., Table]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """Return a function that writes a text to a file and reads it."""

    def write_and_read(text: str | bytes, wanted: Wanted | None = None, **how: Any) -> Table:
        path = tmp_path / "t.arff"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return read_arff(path, Reading(**how), wanted)[0]

    return write_and_read


def refused(
    read: Read, text: str | bytes, line: int | None, *parts: str, column: str | None = None, **options: object
) -> None:
    """Assert that a text is refused with a line, a column and parts of a message."""
    with raising(DataError, line=line, column=column) as caught:
        read(text, **options)
    assert caught.value.file is not None
    assert caught.value.file.endswith("t.arff")
    for part in parts:
        assert part in caught.value.message


def same(table: Table, rows: list[list[float]]) -> bool:
    return np.array_equal(rows_of(table), rows, equal_nan=True)


class TestPlainFile:
    def test_columns_values_and_lines(self, read: Read) -> None:
        table = read(HEADER + "1.5,X,0,1\n\n% note\n-2e3,Y,1,0\n")

        assert table.relation == "r"
        assert [(c.name, c.kind, c.values, c.position, c.line) for c in table.columns] == [
            ("a", "numeric", (), 0, 2),
            ("b", "nominal", ("X", "Y"), 1, 3),
            ("l1", "nominal", ("0", "1"), 2, 4),
            ("l2", "nominal", ("0", "1"), 3, 5),
        ]
        assert same(table, [[1.5, 0, 0, 1], [-2000, 1, 1, 0]])
        assert table.lines == (7, 10)
        assert table.first_omitted == (0, 0, 0, 0)
        assert table.declared == ("a", "b", "l1", "l2")

    def test_a_file_without_a_final_newline(self, read: Read) -> None:
        assert same(read(HEADER + "1,X,0,1"), [[1, 0, 0, 1]])

    @pytest.mark.parametrize("number", ["5", "5.", "5.0", "+5", "05", "0.5e1", "50E-1", "500e-02", " 5 "])
    def test_spellings_of_a_number(self, read: Read, number: str) -> None:
        assert same(read(HEADER + f"{number},X,0,1\n"), [[5, 0, 0, 1]])

    def test_numbers_are_read_to_the_last_bit(self, read: Read) -> None:
        numbers = ["0.1", "-99.090000000001", "1e-308", "5e-324", "1.7976931348623157e308", ".3", "0e-400"]
        table = read(HEADER + "".join(f"{number},X,0,1\n" for number in numbers))

        assert rows_of(table)[:, 0].tolist() == [float(number) for number in numbers]

    def test_more_rows_than_a_block_keep_their_order(self, read: Read) -> None:
        n = 70_000
        table = read(HEADER + "".join(f"{j},Y,0,1\n" for j in range(n)))

        assert np.array_equal(rows_of(table)[:, 0], np.arange(n))
        assert table.lines == tuple(range(FIRST_ROW_LINE, FIRST_ROW_LINE + n))


class TestSpellings:
    @pytest.mark.parametrize(
        "header",
        [
            HEADER.upper().replace("{X,Y}", "{X,Y}"),
            HEADER.replace("numeric", "REAL"),
            HEADER.replace("numeric", "integer"),
            HEADER.replace("@attribute a numeric", "@Attribute a Real   % {a,b}"),
            HEADER.replace(" {X,Y}", "\t{ X, Y }"),
            HEADER.replace(" {X,Y}", "{X,Y}"),
            HEADER.replace("{X,Y}", "{ X , Y } "),
            HEADER.replace("{X,Y}", "{X,\tY}"),
            HEADER.replace("{X,Y}", "{'X',\"Y\"}"),
            HEADER.replace("{0,1}", "{0, 1} % {a,b}"),
            HEADER.replace("@attribute b", "  @attribute\t'b'"),
            HEADER.replace("@data", "@DATA  % rows"),
            HEADER.replace("@relation r", "% note\n\n@relation   r % note"),
            HEADER.replace("@relation r\n", ""),
            HEADER.replace("\n", "\n\n  % note\n"),
            HEADER.replace("\n", "\r\n"),
            HEADER.replace("\n", "\r"),
            "\ufeff" + HEADER,
        ],
    )
    def test_header_spellings_read_the_same(self, read: Read, header: str) -> None:
        table = read(header + "1.5,Y,0,1\n")

        assert [c.name.lower() for c in table.columns] == ["a", "b", "l1", "l2"]
        assert [c.values for c in table.columns] == [(), ("X", "Y"), ("0", "1"), ("0", "1")]
        assert same(table, [[1.5, 1, 0, 1]])

    @pytest.mark.parametrize(
        "row",
        [
            "1.5,Y,0,1",
            "  1.5 , Y , 0 , 1  ",
            "1.5, Y, 0, 1",
            "1.5,'Y',\"0\",1",
            "'1.5',Y,0,1",
            "1.5,Y,0,1 % note, with 'quote",
            "1.5,Y,0,1%note",
            "1.5,Y,0,'1' % note",
            "1.5\tY\t0\t1",
            "1.5,\tY\t,0 \t 1",
            "1.5,Y,0,1\t",
            "{0 1.5,1 Y,2 0,3 1}",
            "{0 1.5,1 Y,3 1}",
            "{3 1,1 Y,0 1.5}",
            "{ 0 1.5 , 1 Y , 3 1 }",
            "{0\t1.5,\t1 'Y',3 \"1\"}",
            "{0 1.5,1 Y,3 1} % note",
            "{00 1.5,1 Y,003 1}",
        ],
    )
    def test_row_spellings_read_the_same(self, read: Read, row: str) -> None:
        assert same(read(HEADER + row + "\n"), [[1.5, 1, 0, 1]])

    def test_dense_and_sparse_rows_in_one_file(self, read: Read) -> None:
        table = read(HEADER + "{ }\n5,Y,1,1\n{}\n{1 Y}\n{0 2.5,3 1}\n")

        assert same(table, [[0, 0, 0, 0], [5, 1, 1, 1], [0, 0, 0, 0], [0, 1, 0, 0], [2.5, 0, 0, 1]])

    def test_the_first_omission_of_each_column_is_known(self, read: Read) -> None:
        table = read(HEADER + "{0 1,2 1,3 1}\n1,X,0,1\n{0 2,1 Y}\n")
        assert table.first_omitted == (0, 7, 9, 9)

    @pytest.mark.parametrize("name", [r"'Stellar\'s Jay'", '"Stellar\'s Jay"', r'"Stellar\'s Jay"'])
    def test_quoted_names_lose_quotes_and_escapes(self, read: Read, name: str) -> None:
        assert read(HEADER.replace("l1", name) + "1,X,0,1").columns[2].name == "Stellar's Jay"

    @pytest.mark.parametrize(
        "name", ["0", "000", "-", "/", "0;", "1-1/2", "l=10", "and/or", "C.C1", "café", "@attribute"]
    )
    def test_odd_unquoted_names_are_names(self, read: Read, name: str) -> None:
        assert read(HEADER.replace("l1", name) + "1,X,0,1").columns[2].name == name

    @pytest.mark.parametrize(
        ("quoted", "value"),
        [
            (r"'it\'s'", "it's"),
            (r'"it\"s"', 'it"s'),
            (r"'a\\b'", "a\\b"),
            (r"'a\tb\nc\rd'", "a\tb\nc\rd"),
            (r"'50\%'", "50%"),
            ("'50%'", "50%"),
            ("'a, {b}'", "a, {b}"),
            ("''", ""),
            ("' a '", " a "),
            (r"'\u00e9\101'", "éA"),
            (r"'\ud800'", "ud800"),
            (r"'\q'", "q"),
            ("'\"'", '"'),
            ("a\\b", "a\\b"),
            ("New York", "New York"),
            ("日本", "日本"),
        ],
    )
    def test_quoted_values_lose_quotes_and_escapes(self, read: Read, quoted: str, value: str) -> None:
        table = read(HEADER.replace("{X,Y}", f"{{X,{quoted}}}") + f"1,{quoted},0,1\n{{1 {quoted}}}\n")

        assert table.columns[1].values == ("X", value)
        assert rows_of(table)[:, 1].tolist() == [1, 1]

    @pytest.mark.parametrize(
        ("line", "relation"),
        [
            ("@relation 'x: -C 2' % note", "x: -C 2"),
            ("@relation x: -C 2 % note", "x: -C 2"),
            ('@relation "it\'s"', "it's"),
            ("@relation", ""),
        ],
    )
    def test_relation_names(self, read: Read, line: str, relation: str) -> None:
        assert read(HEADER.replace("@relation r", line) + "1,X,0,1").relation == relation

    @pytest.mark.parametrize(("encoding", "name"), [("latin-1", "café"), ("utf-16", "café"), ("cp1252", "€")])
    def test_other_encodings_can_be_chosen(self, read: Read, encoding: str, name: str) -> None:
        text = (HEADER.replace("l1", name) + "1,X,0,1\n").encode(encoding)

        assert read(text, encoding=encoding).columns[2].name == name


class TestMissing:
    def test_a_question_mark_is_missing_in_every_kind_of_row(self, read: Read) -> None:
        table = read(HEADER + "?,X,0,1\n1, ? ,0,?\n{0 ?,1 ?,3 1}\n{0 ? , 2 '1'}\n")

        assert same(table, [[NAN, 0, 0, 1], [1, NAN, 0, NAN], [NAN, NAN, 0, 1], [NAN, 0, 1, 0]])

    def test_a_quoted_question_mark_is_a_value(self, read: Read) -> None:
        table = read(HEADER.replace("{X,Y}", "{'?',Y}") + "1,'?',0,1\n1,?,0,1\n{1 \"?\"}\n{1 ?}\n1,Y,0,1\n")

        assert np.array_equal(rows_of(table)[:, 1], [0, NAN, 0, NAN, 1], equal_nan=True)

    def test_a_quoted_question_mark_is_no_number(self, read: Read) -> None:
        refused(read, HEADER + "'?',X,0,1\n", FIRST_ROW_LINE, column="a")


class TestDrop:
    @pytest.mark.parametrize("kind", ["string", "dated", "unknown", "0,1,2,3", "numeric [0,1] x", "numeric [0,1", ""])
    def test_an_unsupported_type_is_refused_and_can_be_dropped(self, read: Read, kind: str) -> None:
        text = HEADER.replace("{X,Y}", kind) + "1,'anything, at all',0,1\n{0 2,1 'some'}\n{3 1}\n"

        refused(read, text, 3, kind, "drop=['b']", column="b")
        table = read(text, drop=["b"])
        assert [(c.name, c.position) for c in table.columns] == [("a", 0), ("l1", 2), ("l2", 3)]
        assert same(table, [[1, 0, 1], [2, 0, 0], [0, 0, 1]])
        assert table.declared == ("a", "b", "l1", "l2")

    def test_a_relational_attribute_is_refused_and_can_be_dropped(self, read: Read) -> None:
        bag = "relational\n  @attribute a numeric\n  @attribute z string\n@end b"
        text = HEADER.replace("{X,Y}", bag) + "1,'1,2',0,1\n"

        refused(read, text, 3, "relational", "drop", column="b")
        assert same(read(text, drop=("b",)), [[1, 0, 1]])

    def test_a_dropped_relational_attribute_has_to_end(self, read: Read) -> None:
        refused(read, HEADER.replace("{X,Y}", "relational"), 3, "@end b", column="b", drop=["b"])

    def test_dropping_an_absent_column_is_refused(self, read: Read) -> None:
        refused(read, HEADER + "1,X,0,1\n", None, column="zzz", drop=["zzz"])

    def test_dropping_every_column_is_refused(self, read: Read) -> None:
        refused(read, HEADER + "1,X,0,1\n", 6, drop=["a", "b", "l1", "l2"])

    def test_keep_reads_only_the_named_columns_that_there_are(self, read: Read) -> None:
        text = HEADER.replace("{X,Y}", "string") + "1,'some text',0,1\n"

        assert [c.name for c in read(text, wanted={"l2", "a", "zzz"}.__contains__).columns] == ["a", "l2"]


class TestHeaderErrors:
    @pytest.mark.parametrize(
        ("old", "new", "line"),
        [
            *[("{X,Y}", new, 3) for new in ("{X,Y,X}", "{}", "{X,,Y}", "{X,Y,}", "{X,Y", "{X,Y % }", "{X,Y} Z")],
            *[("{X,Y}", new, 3) for new in ("{X,'Y}", "{X's,Y}", "{X{,Y}")],
            *[("@attribute b", new, 3) for new in ("@attribute 'b", "@attribute", "@attribute b,c")],
            *[("@attribute b", new, 3) for new in ("@atribute b", "attribute b")],
            *[("@relation r", "@relation r\n@relation s", 2), ("@relation r", "@relation 'r' s", 1), ("l2", "l1", 5)],
            *[("@data", "@data 1,X,0,1", 6), ("@data", "", 7)],
        ],
    )
    def test_a_wrong_header_is_refused_with_its_line(self, read: Read, old: str, new: str, line: int) -> None:
        with raising(DataError, line=line):
            read(HEADER.replace(old, new) + "1,X,0,1\n")

    @pytest.mark.parametrize("text", ["", "\n\n", "% only a comment\n", HEADER.replace("@data", "")])
    def test_a_file_without_data_is_refused(self, read: Read, text: str) -> None:
        refused(read, text, None)

    def test_a_file_without_attributes_is_refused(self, read: Read) -> None:
        refused(read, "@relation r\n@data\n", 2)

    @pytest.mark.parametrize("after", ["", "\n\n", "% note\n"])
    def test_a_header_alone_has_no_data_rows(self, read: Read, after: str) -> None:
        refused(read, HEADER + after, 6)


class TestRowErrors:
    @pytest.mark.parametrize(
        ("row", "column"),
        [
            *[(row, "b") for row in ("1,Z,0,1", "1,x,0,1", "{1 Z}")],
            *[(f"{number},X,0,1", "a") for number in ("one", "1_000", "0x10", "1d", "1 000", "\u0661", "nan", "NaN")],
            *[(f"{number},X,0,1", "a") for number in ("inf", "-Infinity", "1e400", "-1e400", "9" * 400, "1e-400")],
            *[(row, "a") for row in ("0." + "0" * 400 + "1,X,0,1", "{0 1e400}", "{0 -.1E-0400}", "{0 nan}")],
            *[("1,X,0.0,1.0", "l1"), ("{0 1 3 1}", "a")],
            *[(row, None) for row in ("1,X,0", "1,X,0,1,1", "1,X,0,1,", "1,,0,1", "1 X 0 1", "@attribute c numeric")],
            *[(row, None) for row in ("1,'X,0,1", "1,X's,0,1", "1,'X'Y,0,1", "1,X},0,1", "}", "{{0 1}}", "{,0 1}")],
            *[(row, None) for row in ("1,X,0,1,{5}", "1,X,0,1, {0.5} % note", "1,X,{0,1", "{0 1,3 1},{5}")],
            *[(row, None) for row in ("{0 1,3 1} x", "{0 1,3 1", "{0 1 % }", "{0 1,0 2}", "{3 1,0 1,3 1}", "{0 1,}")],
            *[(row, None) for row in ("{4 1}", "{" + "9" * 5000 + " 1}")],
            *[(row, None) for row in ("{-1 1}", "{+1 Y}", "{1}", "{1 }", "{a 1}")],
        ],
    )
    def test_a_wrong_row_is_refused_with_its_line(self, read: Read, row: str, column: str | None) -> None:
        good = "1,X,0,1\n% note\n\n{0 2}\n'3',Y,0,1\n"

        refused(read, HEADER + good + row + "\n1,X,0,1\n", FIRST_ROW_LINE + 5, column=column)

    def test_a_message_shows_long_text_in_part(self, read: Read) -> None:
        with pytest.raises(DataError) as caught:
            read(HEADER + f"1,{'Z' * 100_000},0,1\n")

        assert len(str(caught.value)) < 400

    def test_a_message_shows_many_declared_values_in_part(self, read: Read) -> None:
        values = ",".join(f"v{j}" for j in range(662))

        refused(
            read, HEADER.replace("X,Y", values) + "1,X,0,1\n", FIRST_ROW_LINE, "'v7', ", "652 more", "'X'", column="b"
        )

    def test_the_error_names_file_and_line_in_its_text(self, read: Read) -> None:
        with pytest.raises(DataError) as caught:
            read(HEADER + "1,Z,0,1\n")

        assert "t.arff, line 7, column 'b': " in str(caught.value)


class TestFileErrors:
    def test_a_missing_file_is_refused(self, tmp_path: Path) -> None:
        with raising(DataError, file=str(tmp_path / "absent.arff")):
            read_arff(tmp_path / "absent.arff", Reading())

    def test_a_directory_is_refused(self, tmp_path: Path) -> None:
        with pytest.raises(DataError):
            read_arff(tmp_path, Reading())

    def test_a_name_that_no_file_can_have_is_refused(self) -> None:
        with pytest.raises(DataError):
            read_arff("a\0b", Reading())

    def test_an_unreadable_file_is_refused(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def deny(*_args: object) -> None:
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr(Path, "open", deny)
        with pytest.raises(DataError):
            read_arff(tmp_path / "t.arff", Reading())

    def test_a_file_packed_by_gzip_is_read_and_another_packed_one_refused(self, read: Read) -> None:
        whole = (HEADER + "1,X,0,1\n").encode()

        assert same(read(gzip.compress(whole)), rows_of(read(whole)).tolist())
        refused(read, gzip.compress(whole)[:-9], None)
        refused(read, bz2.compress(whole), None, "bzip2", "unpack")
        refused(read, bytes.fromhex("28b52ffd") + whole, None, "zstd", "unpack")

    @pytest.mark.parametrize("data", [bytes(range(256)), b"\x00" * 1000, b"\x7fELF\x02\x01\x00"])
    def test_a_binary_file_is_refused(self, read: Read, data: bytes) -> None:
        refused(read, data, None)

    def test_utf16_is_recognised(self, read: Read) -> None:
        refused(read, HEADER.encode("utf-16"), None, "encoding='utf-16'")

    @pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
    def test_another_encoding_is_refused_with_its_line_and_a_way_out(self, read: Read, end: str) -> None:
        text = (HEADER + "1,X,0,1\n1,é,0,1\n").replace("\n", end).encode("latin-1")

        refused(read, text, FIRST_ROW_LINE + 1, "'utf-8'", "encoding=")

    def test_another_encoding_is_found_far_into_a_large_file(self, read: Read) -> None:
        text = (HEADER + "1,X,0,1\n" * 50_000 + "1,é,0,1\n").encode("latin-1")

        refused(read, text, FIRST_ROW_LINE + 50_000, "'utf-8'")

    @pytest.mark.parametrize("encoding", ["utf-9", "hex", "", "a\0b"])
    def test_an_unknown_encoding_is_refused(self, read: Read, encoding: str) -> None:
        refused(read, HEADER + "1,X,0,1\n", None, "unknown encoding", encoding=encoding)


class TestBounds:
    """Odd input takes neither quadratic time nor unbounded memory."""

    @pytest.mark.parametrize(
        "row",
        [
            "1," * 50_000,
            "'" * 200_001,
            "'" + "\\" * 200_001,
            "{" * 200_000,
            "{0 1," * 60_000,
            " " * 200_000 + "x",
            "1\t" * 50_000,
            "1" * 200_000 + ",X,0,1",
            "1," + " " * 200_000 + "X,0,'1",
            "1,{" * 60_000,
            "\ufeff" * 100_000,
        ],
    )
    def test_a_long_odd_line_is_refused_quickly(self, read: Read, row: str) -> None:
        with raising(DataError, line=FIRST_ROW_LINE):
            read(HEADER + row + "\n")
        in_header = HEADER.replace("{X,Y}", row)
        with pytest.raises(DataError):
            read(in_header)

    def test_many_attributes_are_read(self, read: Read) -> None:
        n = 20_000
        table = read("".join(f"@attribute a{j} {{0,1}}\n" for j in range(n)) + "@data\n{19999 1}\n{}\n")

        assert rows_of(table).shape == (2, n)
        assert rows_of(table).sum() == 1

    def test_a_small_file_that_stands_for_a_huge_table_is_refused(
        self, read: Read, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("mlslcs_ref.data.memory.MAX_CELLS", 40)

        assert len(read(HEADER + "{}\n" * 10).lines) == 10
        refused(read, HEADER + "{}\n" * 11, FIRST_ROW_LINE + 10, "11 rows x 4 columns")

    def test_plain_rows_never_need_the_scanner(self, read: Read, monkeypatch: pytest.MonkeyPatch) -> None:
        """The fast path alone reads plain, spaced, missing, non-ASCII and sparse rows; it makes large files fast."""

        def fail(*_args: object) -> None:
            raise AssertionError("the scanner was asked")

        monkeypatch.setattr(RowReader, "_dense_carefully", fail)
        monkeypatch.setattr(RowReader, "_sparse_carefully", fail)
        text = (
            HEADER.replace("{X,Y}", "{X,Y_N,é}") + "1,X,0,1\n1, X, 0, 1\n?,Y_N,?,1\n1e5,é,0,1\n{0 1,3 1}\n{ }\n{1 ?}\n"
        )

        assert len(read(text).lines) == 7
