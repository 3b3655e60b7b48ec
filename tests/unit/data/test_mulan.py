"""Labels of ARFF files, and files read against a training schema. Clauses: REP-3, REP-7, REP-8."""

import math
from pathlib import Path

import numpy as np
import pytest
from folders import Write
from raising import raising, warning

from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.files import label_xml_beside, load_instances
from mlslcs_ref.data.label_specs import (
    LabelCount,
    LabelFile,
    LabelNames,
    LabelSpec,
    parse_labels_option,
    read_label_xml,
)
from mlslcs_ref.data.loading import load_dataset
from mlslcs_ref.data.schema import BinaryAttribute, ContinuousAttribute, NominalAttribute, Schema
from mlslcs_ref.errors import DataError, DataWarning

NAN = math.nan
HEADER = """@relation r
@attribute a numeric
@attribute b {X,Y}
@attribute l1 {0,1}
@attribute l2 {0,1}
@data
"""
ROWS = "1,X,0,1\n2,Y,1,1\n"
DEFAULT_NAME = "t.arff"


def xml(*names: str, namespace: str = ' xmlns="http://mulan.sourceforge.net/labels"') -> str:
    labels = "".join(f'<label name="{name}"></label>\n' for name in names)
    return f'<?xml version="1.0" encoding="utf-8"?>\n<labels{namespace}>\n{labels}</labels>'


def is_the_usual(data: Dataset) -> bool:
    """Tell whether a data set is what `HEADER` and `ROWS` mean."""
    schema = Schema((ContinuousAttribute("a"), BinaryAttribute("b", ("X", "Y"))), ("l1", "l2"))
    return (
        data.schema == schema
        and data.X.tolist() == [[1, 0], [2, 1]]
        and data.Y.tolist() == [[False, True], [True, True]]
    )


class TestLabelXml:
    @pytest.mark.parametrize("namespace", ["", ' xmlns="http://mulan.sourceforge.net/labels"', ' xmlns="urn:x"'])
    def test_names_in_the_files_order_in_any_namespace(self, write: Write, namespace: str) -> None:
        path = write(xml("b", "a", "C.C1", namespace=namespace), "t.xml")

        assert read_label_xml(path) == ("b", "a", "C.C1")

    def test_prefix_crlf_bom_closed_tags_and_entities(self, write: Write) -> None:
        text = (
            '\ufeff<m:labels xmlns:m="u">\r\n<m:label name="Stellar&apos;s Jay"/>\r\n'
            '<m:label name="a &amp; b"/></m:labels>'
        )

        assert read_label_xml(write(text, "t.xml")) == ("Stellar's Jay", "a & b")

    def test_labels_inside_labels_are_labels(self, write: Write) -> None:
        text = '<labels><label name="01"><label name="01/01"/></label><label name="02"/></labels>'

        assert read_label_xml(write(text, "t.xml")) == ("01", "01/01", "02")

    @pytest.mark.parametrize(
        ("text", "line"),
        [
            ("", 1),
            ("@relation r", 1),
            ('<labels>\n<label name="a">', 2),
            ("<labels></labels>", None),
            ("<labels>\n<label/></labels>", 2),
            ('<labels>\n<label name=""/></labels>', 2),
            ('<labels>\n<label name="a"/>\n<label name="a"/></labels>', 3),
            ('<html>\n<label name="a"/></html>', 1),
            ('<labels>\n<lable name="a"/></labels>', 2),
            ('<?xml version="1.0" encoding="utf-99"?>\n<labels/>', None),
            ('<?xml version="1.0" encoding="gbk"?>\n<labels/>', None),
        ],
    )
    def test_anything_else_is_refused_with_its_line(self, write: Write, text: str, line: int | None) -> None:
        path = write(text, "t.xml")
        with raising(DataError, file=str(path), line=line):
            read_label_xml(path)

    def test_a_missing_file_is_refused(self, tmp_path: Path) -> None:
        with raising(DataError, file=str(tmp_path / "absent.xml")):
            read_label_xml(tmp_path / "absent.xml")

    def test_deep_nesting_and_entity_bombs_do_no_harm(self, write: Write) -> None:
        deep = "<labels>" + "".join(f'<label name="{j}">' for j in range(20_000))
        bomb = (
            '<!DOCTYPE labels [<!ENTITY a "aaaaaaaaaa">'
            + "".join(f'<!ENTITY {chr(98 + j)} "{f"&{chr(97 + j)};" * 10}">' for j in range(12))
            + ']><labels><label name="&m;"/></labels>'
        )
        for text in (deep, bomb):
            with pytest.raises(DataError):
                read_label_xml(write(text, "t.xml"))


class TestLabelsOption:
    @pytest.mark.parametrize(
        ("text", "spec"),
        [
            ("6", LabelCount(6)),
            (" -6 ", LabelCount(-6)),
            ("flags.xml", LabelFile("flags.xml")),
            ("some folder/FLAGS.XML", LabelFile("some folder/FLAGS.XML")),
            ("sad", LabelNames(("sad",))),
            ("sad, happy-pleased,calm", LabelNames(("sad", "happy-pleased", "calm"))),
            ("'a, b',\"it's\"", LabelNames(("a, b", "it's"))),
            ("'6'", LabelNames(("6",))),
            ("'odd.xml'", LabelNames(("odd.xml",))),
            ("6,7", LabelNames(("6", "7"))),
        ],
    )
    def test_what_a_text_means(self, text: str, spec: LabelSpec) -> None:
        assert parse_labels_option(text) == spec

    @pytest.mark.parametrize("text", ["", " ", "a,,b", "a,", "'a", "a%b", "{a}"])
    def test_a_text_without_meaning_is_refused(self, text: str) -> None:
        with pytest.raises(DataError):
            parse_labels_option(text)


class TestMekaHeader:
    def test_positive_is_first_and_negative_is_last(self, write: Write) -> None:
        first = HEADER.replace("@relation r", "@relation 'x: -C 2'").replace(
            "@attribute a numeric\n@attribute b {X,Y}\n@attribute l1 {0,1}\n@attribute l2 {0,1}\n",
            "@attribute l1 {0,1}\n@attribute l2 {0,1}\n@attribute a numeric\n@attribute b {X,Y}\n",
        )
        last = HEADER.replace("@relation r", "@relation 'x: -C -2'")

        assert is_the_usual(load_dataset(write(first + "0,1,1,X\n1,1,2,Y\n")))
        assert is_the_usual(
            load_dataset(write(first.replace("-C 2", "-c 2 -split-percentage 50") + "0,1,1,X\n1,1,2,Y"))
        )
        assert is_the_usual(load_dataset(write(last + ROWS)))

    @pytest.mark.parametrize("count", [0, 4, -4, 5])
    def test_a_count_that_leaves_nothing_is_refused(self, write: Write, count: int) -> None:
        with raising(DataError, argument="labels") as caught:
            load_dataset(write(HEADER.replace("@relation r", f"@relation 'x: -C {count}'") + ROWS))
        assert "labels=" in str(caught.value)


class TestWhichLabels:
    @pytest.mark.parametrize("name", ["t.arff", "t-train.arff", "t-test.arff"])
    def test_the_xml_of_the_stem_is_found(self, write: Write, name: str) -> None:
        write(xml("l1", "l2"), "t.xml")

        assert is_the_usual(load_dataset(write(HEADER + ROWS, name)))

    def test_the_xml_of_the_whole_stem_comes_first(self, write: Write) -> None:
        write(xml("nothing"), "t.xml")
        own = write(xml("l2", "l1"), "t-train.xml")
        path = write(HEADER + ROWS, "t-train.arff")

        assert label_xml_beside(path) == own
        assert is_the_usual(load_dataset(path))

    def test_the_xml_wins_over_the_header(self, write: Write) -> None:
        """Mulan's medical.arff says ``-C 45`` although its labels were moved to the end."""
        path = write(HEADER.replace("@relation r", "@relation 'x: -C 1'") + ROWS)
        with pytest.raises(DataError):
            load_dataset(path)
        write(xml("l1", "l2"), "t.xml")

        assert is_the_usual(load_dataset(path))

    @pytest.mark.parametrize(("text", "name"), [(HEADER + ROWS, "t.arff"), ("a,l1,l2\n1,0,1\n", "t.csv")])
    def test_without_any_word_the_error_says_how_to_say_it(self, write: Write, text: str, name: str) -> None:
        with raising(DataError, argument="labels"):
            load_dataset(write(text, name))

    def test_every_way_to_say_it_means_the_same(self, write: Write) -> None:
        path, label_xml = write(HEADER + ROWS), write(xml("l2", "l1"), "other.xml")

        for labels in (-2, "-2", "l2,l1", ["l1", "l2"], ("l2", "l1"), label_xml, str(label_xml), LabelCount(-2)):
            assert is_the_usual(load_dataset(path, labels))

    def test_labels_may_stand_anywhere_and_keep_the_files_order(self, write: Write) -> None:
        text = (
            "@relation r\n@attribute l2 {0,1}\n@attribute a numeric\n@attribute l1 {0,1}\n@attribute b {X,Y}\n"
            "@attribute l3 {0,1}\n@data\n1,5,0,Y,0\n0,6,0,X,1\n"
        )
        data = load_dataset(write(text), ["l1", "l3", "l2"])

        assert data.schema.labels == ("l2", "l1", "l3")
        assert data.X.tolist() == [[5, 1], [6, 0]]
        assert data.Y.tolist() == [[True, False, False], [False, False, True]]

    def test_a_name_that_looks_like_a_number_is_found_in_a_sequence(self, write: Write) -> None:
        assert load_dataset(write(HEADER.replace("l1", "1") + ROWS), ["1", "l2"]).schema.labels == ("1", "l2")

    def test_quoted_names_match_the_xml(self, write: Write) -> None:
        write(xml("Stellar's Jay", "l2"), "t.xml")
        for name in (r"'Stellar\'s Jay'", '"Stellar\'s Jay"'):
            data = load_dataset(write(HEADER.replace("l1", name) + ROWS))
            assert data.schema.labels == ("Stellar's Jay", "l2")

    def test_a_label_that_the_file_lacks_is_named(self, write: Write) -> None:
        write(xml("l1", "l2", "TTAG"), "t.xml")
        with raising(DataError, column="TTAG"):
            load_dataset(write(HEADER + ROWS))

    def test_many_absent_labels_are_named_in_part(self, write: Write) -> None:
        with raising(DataError, column="x0") as caught:
            load_dataset(write(HEADER + ROWS), [f"x{j}" for j in range(20)])
        assert "9 more" in caught.value.message

    @pytest.mark.parametrize("labels", [["l1", "l1"], [], ["a", "b", "l1", "l2"], ["b", "l1"]])
    def test_labels_that_cannot_be_meant_are_refused(self, write: Write, labels: list[str]) -> None:
        with pytest.raises(DataError):
            load_dataset(write(HEADER + ROWS), labels)

    def test_counts_count_dropped_columns(self, write: Write) -> None:
        text = HEADER.replace("@attribute a numeric", "@attribute id string\n@attribute a numeric")
        rows = "'x, 1',1,X,0,1\n'x, 2',2,Y,1,1\n"

        assert is_the_usual(load_dataset(write(text + rows), -2, drop=["id"]))
        with pytest.raises(DataError):
            load_dataset(write(text + rows), 1, drop=["id"])
        with raising(DataError, column="l1"):
            load_dataset(write(text + rows), ["l1", "l2"], drop=["id", "l1"])


class TestLabelCells:
    @pytest.mark.parametrize(
        "declared", ["{0,1}", "{1,0}", "{0, 1}", "{'0','1'}", '{"1", "0"}', "{ 1 , 0 }", "numeric", "integer"]
    )
    def test_labels_are_read_by_text(self, write: Write, declared: str) -> None:
        assert is_the_usual(load_dataset(write(HEADER.replace("{0,1}", declared) + ROWS), -2))

    def test_a_label_with_one_declared_value_is_constant(self, write: Write) -> None:
        text = HEADER.replace("l1 {0,1}", "l1 {0}").replace("l2 {0,1}", "l2 {1}")

        assert load_dataset(write(text + "1,X,0,1\n"), -2).Y.tolist() == [[False, True]]

    def test_a_numeric_label_may_be_written_1_0(self, write: Write) -> None:
        text = HEADER.replace("{0,1}", "numeric") + "1,X,0.0,1.0\n2,Y,1,1e0\n"

        assert is_the_usual(load_dataset(write(text), -2))

    @pytest.mark.parametrize(
        ("declared", "cell", "line", "part"),
        [
            ("{0,1}", "?", 8, "missing"),
            ("numeric", "?", 8, "missing"),
            ("numeric", "2", 8, "found 2"),
            ("numeric", "-1", 8, "found -1"),
            ("numeric", "0.5", 8, "found 0.5"),
            ("{0,1,2}", "2", 4, "{0,1}"),
            ("{no,yes,0}", "yes", 4, "{0,1}"),
            ("{0,1,?}", "1", 4, "{0,1}"),
            ("{0.0,1.0,0}", "1.0", 4, "{0,1}"),
        ],
    )
    def test_other_labels_are_refused_with_their_line(
        self, write: Write, declared: str, cell: str, line: int, part: str
    ) -> None:
        path = write(HEADER.replace("l1 {0,1}", f"l1 {declared}") + f"1,X,0,1\n2,Y,{cell},1\n")
        with raising(DataError, line=line, column="l1") as caught:
            load_dataset(path, -2)

        assert part in caught.value.message

    def test_omitted_sparse_values_are_zero_and_the_first_declared_value(self, write: Write) -> None:
        data = load_dataset(write(HEADER + "{0 2.5,3 1}\n{1 Y}\n"), -2)

        assert data.X.tolist() == [[2.5, 0], [0, 1]]
        assert data.Y.tolist() == [[False, True], [False, False]]

    @pytest.mark.parametrize("declared", ["{1,0}", "{1}"])
    def test_a_label_that_begins_with_1_may_not_be_omitted(self, write: Write, declared: str) -> None:
        text = HEADER.replace("l2 {0,1}", f"l2 {declared}") + "{3 1}\n1,X,0,1\n"

        assert load_dataset(write(text), -2).Y.tolist() == [[False, True], [False, True]]
        with raising(DataError, line=9, column="l2"):
            load_dataset(write(text + "{2 1}\n"), -2)

    def test_a_numeric_label_may_be_omitted(self, write: Write) -> None:
        text = HEADER.replace("{0,1}", "numeric") + "{3 1}\n"

        assert load_dataset(write(text), -2).Y.tolist() == [[False, True]]

    def test_one_label_is_enough(self, write: Write) -> None:
        assert load_dataset(write(HEADER + ROWS), ["l2"]).Y.tolist() == [[True], [True]]


class TestDataset:
    def test_name_kinds_and_missing_values(self, write: Write) -> None:
        text = HEADER.replace("{X,Y}", "{X,Y,Z}") + "?,Z,0,1\n{1 ?}\n"
        data = load_dataset(write(text, "music.arff"), -2)

        assert data.name == "music"
        assert data.schema.attributes == (ContinuousAttribute("a"), NominalAttribute("b", ("X", "Y", "Z")))
        assert np.array_equal(data.X, np.array([[NAN, 2], [0, NAN]]), equal_nan=True)
        data.require_trainable()

    def test_the_encoding_is_passed_on(self, tmp_path: Path) -> None:
        path = tmp_path / "t.arff"
        path.write_bytes((HEADER.replace("l1", "café") + ROWS).encode("latin-1"))
        with raising(DataError, argument="encoding"):
            load_dataset(path, -2)

        assert load_dataset(path, -2, encoding="latin-1").schema.labels == ("café", "l2")


TRAINING = Schema(
    (ContinuousAttribute("a"), NominalAttribute("n", ("p", "q", "r")), BinaryAttribute("b", ("X", "Y"))), ("l1", "l2")
)
OTHER_ORDER = """@relation r
@attribute l2 {0,1}
@attribute id string
@attribute b {Z,Y,X}
@attribute n {s,r,q,p}
@attribute l1 {1,0}
@attribute a numeric
@data
1,'u v',X,p,0,1.5
0,'w',Y,r,1,?
0,'w',Z,s,1,-3
1,'w',?,?,0,2
"""


@pytest.mark.filterwarnings("ignore:.*training data did not have")
class TestAgainstASchema:
    def test_columns_are_found_by_name_and_values_by_text(self, write: Write) -> None:
        data = load_dataset(write(OTHER_ORDER), schema=TRAINING)

        assert data.schema is TRAINING
        assert np.array_equal(data.X, np.array([[1.5, 0, 0], [NAN, 2, 1], [-3, -1, -1], [2, NAN, NAN]]), equal_nan=True)
        assert data.Y.tolist() == [[False, True], [True, False], [True, False], [False, True]]

    def test_undeclared_values_cannot_be_trained_on(self, write: Write) -> None:
        with raising(DataError, row=3):
            load_dataset(write(OTHER_ORDER), schema=TRAINING).require_trainable()

    def test_omitted_sparse_values_are_the_files_own_first_values(self, write: Write) -> None:
        text = OTHER_ORDER.partition("1,'u v'")[0] + "{4 1,3 q}\n"

        assert load_dataset(write(text), schema=TRAINING).X.tolist() == [[0, 1, -1]]

    def test_instances_have_the_same_numbers(self, write: Write) -> None:
        path = write(OTHER_ORDER)
        data = load_dataset(path, schema=TRAINING)
        X, Y = load_instances(path, TRAINING)

        assert np.array_equal(X.rows(), data.X, equal_nan=True)
        assert Y is not None
        assert np.array_equal(Y, data.Y)

    def test_instances_need_no_labels(self, write: Write) -> None:
        text = OTHER_ORDER.replace("@attribute l1", "@attribute x1").replace("@attribute l2", "@attribute x2")
        X, Y = load_instances(write(text), TRAINING)

        assert X.shape == (4, 3)
        assert Y is None

    def test_wholly_missing_labels_are_unknown(self, write: Write) -> None:
        header = OTHER_ORDER.partition("1,'u v'")[0]
        X, Y = load_instances(write(header + "?,'u',X,p,?,1\n?,'u',Y,q,?,2\n"), TRAINING)

        assert X.rows().tolist() == [[1, 0, 0], [2, 1, 1]]
        assert Y is None

    @pytest.mark.parametrize("label", ["?", "7"])
    def test_labels_that_some_rows_lack_are_refused_unless_they_are_to_be_predicted(
        self, write: Write, label: str
    ) -> None:
        text = (OTHER_ORDER.partition("1,'u v'")[0] + f"1,'u',X,p,0,1\n1,'u',Y,q,{label},2\n").replace(
            "l1 {1,0}", "l1 {1,0,7}"
        )
        with raising(DataError, column="l1"):
            load_dataset(write(text), schema=TRAINING)
        with warning(DataWarning, column="l1"):
            assert load_instances(write(text), TRAINING)[1] is None

    def test_labels_that_a_file_does_not_have_are_told_of(self, write: Write) -> None:
        assert load_instances(write(OTHER_ORDER.replace("@attribute l2", "@attribute x2")), TRAINING)[1] is None
        with warning(DataWarning, column="l2"):
            data = load_dataset(write(OTHER_ORDER.replace("@attribute l2", "@attribute x2")), schema=TRAINING)
        assert data.Y[:, 0].any()
        assert not data.Y[:, 1].any()

    @pytest.mark.parametrize(
        ("old", "new", "column"),
        [
            ("@attribute a", "@attribute other", "a"),
            ("@attribute a numeric", "@attribute a {1.5,-3,2}", "a"),
            ("{s,r,q,p}", "numeric", "n"),
        ],
    )
    def test_a_file_that_does_not_fit_is_refused(self, write: Write, old: str, new: str, column: str) -> None:
        text = OTHER_ORDER.replace(old, new)
        if "numeric" in new:
            text = text.replace(",p,", ",1,").replace(",r,", ",2,").replace(",s,", ",3,")
        with raising(DataError, column=column):
            load_dataset(write(text), schema=TRAINING)

    def test_labels_may_be_said_again_but_not_otherwise(self, write: Write) -> None:
        path = write(OTHER_ORDER)
        load_dataset(path, ["l2", "l1"], schema=TRAINING)
        load_dataset(write(xml("l1", "l2"), "l.xml").with_name("t.arff"), "l1,l2", schema=TRAINING)
        for labels in (["l1"], 2, -1):
            with raising(DataError, argument="labels"):
                load_dataset(path, labels, schema=TRAINING)

    def test_a_needed_column_cannot_be_dropped(self, write: Write) -> None:
        with raising(DataError, column="a"):
            load_instances(write(OTHER_ORDER), TRAINING, drop=["a"])

    def test_a_value_that_the_file_itself_does_not_declare_is_refused(self, write: Write) -> None:
        with raising(DataError, column="b"):
            load_instances(write(OTHER_ORDER + "1,'w',W,p,0,1\n"), TRAINING)
