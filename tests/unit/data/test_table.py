"""Tables in memory: what columns become, what labels may be, and the way back.

Of the field reports: LT-01, LT-03, LT-05, MV-01, MV-03, NE-05, NE-08, API-05, API-07. Clauses: REP-3, REP-7, REP-8.
"""

import math
from contextlib import nullcontext
from datetime import timedelta
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final

import numpy as np
import pandas as pd
import polars as pl
import pytest
from raising import raising, warning
from scipy import sparse

from mlslcs_ref.data.columns import number_text
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.files import load_file
from mlslcs_ref.data.indicator import indicator
from mlslcs_ref.data.loading import load_dataset
from mlslcs_ref.data.schema import BinaryAttribute, ContinuousAttribute, NominalAttribute, Schema, nominal
from mlslcs_ref.data.table import decided, encoded, from_table, to_frame
from mlslcs_ref.errors import DataError, DataWarning

NAN = math.nan
Y3 = [[1, 0], [0, 1], [1, 1]]


def one_column(cells: Any, **options: Any) -> Dataset:
    """Give the data set of one column."""
    return from_table([[cell] for cell in cells], [[1]] * len(cells), **options)


def same(first: Any, second: Any) -> bool:
    return np.array_equal(np.asarray(first, dtype=float), np.asarray(second, dtype=float), equal_nan=True)


class TestWhatAColumnBecomes:
    @pytest.mark.parametrize(
        ("cells", "values"),
        [
            (["red", "blue", "red"], ("blue", "red")),
            (["a", "b", "c"], ("a", "b", "c")),
            ([True, False, True], ("0", "1")),
            ([np.True_, None, np.False_], ("0", "1")),
            ([True, True], ("0", "1")),
            ([0, 1, 1], ("0", "1")),
            ([0.0, 1.0, NAN], ("0", "1")),
            (["x", 1, 1.0, True, 2.5], ("1", "2.5", "x")),
            (["only", None], ("only",)),
        ],
    )
    @pytest.mark.filterwarnings("ignore::mlslcs_ref.errors.DataWarning")
    def test_texts_booleans_and_zero_with_one_are_nominal(self, cells: list[object], values: tuple[str, ...]) -> None:
        """NE-08, the rule for a column of a table."""
        assert one_column(cells).schema.attributes == (nominal("x0", values),)

    @pytest.mark.parametrize(
        "cells", [[0, 1, 2], [0, 0], [1, 1], [1, 2], [0.5, 1.0], [NAN, None], [3.0], [Decimal("1.5"), Fraction(1, 4)]]
    )
    def test_other_numbers_are_continuous(self, cells: list[object]) -> None:
        """NE-08, MV-03: whole numbers, constants, and a column without any value."""
        data = one_column(cells)

        assert data.schema.attributes == (ContinuousAttribute("x0"),)
        assert same(data.X[:, 0], [NAN if cell is None else float(cell) for cell in cells])  # type: ignore[arg-type]

    @pytest.mark.parametrize("nominal", [["x0"], [0], [-1], [True], np.array([0]), np.array([True])])
    def test_a_column_can_be_said_to_be_nominal(self, nominal: Any) -> None:
        """NE-08: numbers keep their order; 10 stands behind 9."""
        data = one_column([9, 10, 2.5, None], nominal=nominal)

        assert data.schema.attributes == (NominalAttribute("x0", ("2.5", "9", "10")),)
        assert same(data.X[:, 0], [1, 2, 0, NAN])

    def test_the_columns_that_are_not_said_are_continuous(self) -> None:
        data = from_table([[0, 0], [1, 1]], [[0], [1]], nominal=[1])

        assert data.schema.attributes == (ContinuousAttribute("x0"), BinaryAttribute("x1", ("0", "1")))
        assert from_table([[0], [1]], [[0], [1]], nominal=None).schema.attributes == (ContinuousAttribute("x0"),)

    @pytest.mark.parametrize(
        "nominal", ["all", [2], [-3], ["c"], [True], [True, 0], [1.5], 7, [None], {"x0": False}, b"x"]
    )
    def test_what_names_no_column_is_refused(self, nominal: Any) -> None:
        with pytest.raises(DataError):
            from_table([[0, 0], [1, 1]], [[0], [1]], nominal=nominal)

    @pytest.mark.parametrize("text", ["red", "1.5"])
    def test_a_text_in_a_continuous_column_is_refused_with_its_place(self, text: str) -> None:
        with raising(DataError, column="x0", row=2):
            one_column([None, text, 2.0], nominal=None)

    @pytest.mark.filterwarnings("ignore::mlslcs_ref.errors.DataWarning")
    @pytest.mark.parametrize(
        "cells",
        [[2**53, 2**53 + 1], [-(2**60), 1], [2**53 + 1, "red"], pd.Categorical([2**53, 2**53 + 1])],
        ids=["numbers", "negative", "beside-a-text", "categories"],
    )
    def test_nominal_numbers_that_floats_do_not_tell_apart_are_refused(self, cells: Any) -> None:
        """Two customers would be one; the largest number that is told apart is a value, and texts are always."""
        with raising(DataError, column="a"):
            from_table(pd.DataFrame({"a": cells}), [[0], [1]], nominal=["a"])

        largest, texts = one_column([2**53 - 1, 2.5], nominal=[0]), (str(2**53), str(2**53 + 1))
        assert largest.schema.attributes == (BinaryAttribute("x0", ("2.5", "9007199254740991")),)
        assert one_column(texts).schema.attributes == (BinaryAttribute("x0", texts),)

    def test_a_nominal_column_needs_a_value(self) -> None:
        with raising(DataError, column="x0"):
            one_column([None, NAN], nominal=[0])

    def test_texts_and_numbers_stay_apart_in_lists(self) -> None:
        """Numpy alone would turn the numbers of these rows into texts."""
        data = from_table([["red", 1.5], ["blue", 2]], [[1], [0]])

        assert data.schema.attributes == (BinaryAttribute("x0", ("blue", "red")), ContinuousAttribute("x1"))
        assert data.X.tolist() == [[1, 1.5], [0, 2]]

    @pytest.mark.parametrize(
        ("x", "text"), [(1.0, "1"), (-0.0, "0"), (2.5, "2.5"), (1e16, "10000000000000000"), (-3.0, "-3"), (0.1, "0.1")]
    )
    def test_a_number_has_one_text(self, x: float, text: str) -> None:
        assert number_text(x) == text


MISSING = [None, NAN, np.float64("nan"), np.float32("nan"), Decimal("NaN"), pd.NA, pd.NaT]


class TestMissing:
    @pytest.mark.parametrize("missing", MISSING, ids=[type(cell).__name__ + str(i) for i, cell in enumerate(MISSING)])
    @pytest.mark.parametrize("others", [[1.5, 2.5], ["a", "b"], [True, False]])
    def test_every_spelling_is_missing(self, missing: object, others: list[object]) -> None:
        """MV-01."""
        data = one_column([missing, *others])

        assert np.isnan(data.X[:, 0]).tolist() == [True, False, False]

    def test_a_mask_is_missing(self) -> None:
        table = np.ma.MaskedArray([[1, 5], [2, 6], [3, 7]], [[False, True], [False, False], [True, False]])

        assert same(from_table(table, Y3).X, [[1, NAN], [2, 6], [NAN, 7]])

    @pytest.mark.parametrize("text", ["", "?", "NA", "None", "nan", "null"])
    def test_texts_are_values_and_those_that_look_missing_are_told_of(self, text: str) -> None:
        """DL-23 for tables in memory: there a missing value has signs of its own."""
        with pytest.warns(DataWarning):
            assert one_column([text, "z"]).X[:, 0].tolist() == [0, 1]

    def test_a_column_without_values_is_continuous_whatever_it_is_made_of(self) -> None:
        """MV-03."""
        for column in (pd.Series([None, None]), pd.Series([NAN, NAN]), pd.array([None, None], dtype="Int64")):
            with warning(DataWarning, column="a"):
                data = from_table(pd.DataFrame({"a": column}), [[1], [0]])
            assert data.schema.attributes == (ContinuousAttribute("a"),)
            assert math.isnan(data.ranges()[0][0])


class TestWhatIsRefused:
    @pytest.mark.parametrize("number", [math.inf, -math.inf, np.float32("inf"), 10**400, Decimal("1e400")])
    def test_infinity_names_its_column_and_row(self, number: Any) -> None:
        """NE-05."""
        with raising(DataError, column="x0", row=2):
            one_column([1.5, number])

    @pytest.mark.parametrize("cell", [{"a": 1}, [1, 2], (1,), {1}, b"x", 1j, timedelta(1), object()])
    def test_a_cell_that_is_no_value_names_its_column_row_and_type(self, cell: object) -> None:
        table = np.empty((2, 1), dtype=object)
        table[0, 0], table[1, 0] = 1.5, cell

        with raising(DataError, column="x0", row=2):
            from_table(table, [[1], [0]])

    @pytest.mark.parametrize(
        ("table", "part"),
        [
            *[(table, "") for table in ([1, 2], 5, [], [[[1]], [[2]]], [[1, 2], [3]], {1, 2}, b"cd", ["ab", "cd"])],
            *[([{"a": 1}, {"a": 2}], "DataFrame"), (np.array([[1j], [2]]), "")],
            *[("ab", "str"), (None, "NoneType"), (pl.DataFrame({"a": [1, 2]}).lazy(), "collect")],
            *[
                ({"x": [1]}, "dict"),
                ({"x": [1]}, "DataFrame"),
                (np.zeros(2), "reshape"),
                (pd.Series([1.0, 2.0]), "to_frame"),
            ],
            (np.zeros(2, dtype=[("a", float)]), "DataFrame"),
            (np.ma.zeros(2, dtype=[("a", float)]), "DataFrame"),
            (np.zeros((2, 1), dtype=complex), "parts"),
            (np.ma.zeros((2, 1), dtype=complex), "parts"),
            (np.zeros((2, 1), dtype="m8[h]"), "unit"),
            (pd.DataFrame({"x": pd.to_timedelta([1, 2])}), "unit"),
            (([1.0] for _ in range(2)), "list"),
            (np.array([[b"a"], [b"b"]]), "decode"),
        ],
    )
    def test_what_is_no_table_is_refused_with_what_makes_one_of_it(self, table: Any, part: str) -> None:
        with pytest.raises(DataError, match=f"(?s){part}"):
            from_table(table, [[1], [0]])

    @pytest.mark.parametrize("marks", [["x", None, None], [1.0, np.nan, np.nan]], ids=repr)
    def test_marks_beside_missing_labels_are_refused_with_what_makes_truths_of_them(self, marks: Any) -> None:
        labels = pd.DataFrame({"a": marks})
        with raising(DataError, column="a", row=2) as caught:
            from_table([[1], [2], [3]], labels)

        assert "notna" in str(caught.value)
        assert from_table([[1], [2], [3]], labels.notna()).Y.tolist() == [[True], [False], [False]]
        for others in ([1.0, np.nan, 0.0], [0.0, np.nan, 0.0], ["no", None, "no"]):
            with raising(DataError, column="a", row=2) as caught:
                from_table([[1], [2], [3]], pd.DataFrame({"a": others}))
            assert "notna" not in str(caught.value)

    @pytest.mark.parametrize("column", [[[1], [2]], [timedelta(1)] * 2], ids=repr)
    def test_a_frame_with_a_column_of_dates_or_lists_names_it(self, column: Any) -> None:
        with raising(DataError, column="when"):
            from_table(pd.DataFrame({"a": [1, 2], "when": column}), [[1], [0]])
        with raising(DataError, column="when"):
            from_table(pl.DataFrame({"a": [1, 2], "when": list(column)}), [[1], [0]])

    @pytest.mark.parametrize(
        "column", [pd.cut(pd.Series([1, 9]), 2), pd.period_range("2024", periods=2, freq="Q")], ids=repr
    )
    def test_objects_that_have_a_text_are_refused_with_what_makes_texts_of_them(self, column: Any) -> None:
        with pytest.raises(DataError, match=r"astype\(str\)"):
            from_table(pd.DataFrame({"bin": column}), [[1], [0]])
        assert from_table(pd.DataFrame({"bin": column.astype(str)}), [[1], [0]]).n_attributes == 1

    @pytest.mark.parametrize(
        ("X", "Y"),
        [
            (pd.DataFrame([[1, 2], [3, 4]], columns=["a", "a"]), [[1], [0]]),
            (pd.DataFrame({"a": [1, 2]}), pd.DataFrame({"a": [1, 0]})),
            (pd.DataFrame([[1, 2]], columns=["x7", 7]), [[1]]),
            (pd.DataFrame({"a": pd.Categorical([1, "1"])}), [[1], [0]]),
            ([[1], [2]], [[1]]),
            (np.zeros((0, 2)), np.zeros((0, 1))),
            (pd.DataFrame({"a": []}), pd.DataFrame({"l": []})),
            (pl.DataFrame({"a": []}), np.zeros((0, 1))),
            (sparse.csr_matrix((0, 2)), sparse.csr_matrix((0, 1))),
        ],
        ids=[
            *["a name twice", "a label named like an attribute", "a number called like a column", "a category twice"],
            *["other lengths", "no rows", "no rows of pandas", "no rows of polars", "no rows of scipy"],
        ],
    )
    def test_what_makes_no_data_set_is_refused(self, X: Any, Y: Any) -> None:
        """A category is given twice as a number and as the text that it is written as."""
        with pytest.raises(DataError):
            from_table(X, Y)


FRAME = {"n": [1.5, None, 3.0], "c": ["u", None, "v"], "b": [True, False, None], "i": [3, 4, None]}
EXPECTED = [[1.5, 0, 1, 3], [NAN, NAN, 0, 4], [3, 1, NAN, NAN]]


class TestFrames:
    @pytest.mark.parametrize(
        "frame",
        [
            pd.DataFrame(FRAME),
            pd.DataFrame(FRAME).convert_dtypes(),
            pd.DataFrame(FRAME).astype({"n": "Float32", "c": "category", "b": "boolean", "i": "Int8"}),
            pl.DataFrame(FRAME),
            pl.DataFrame(FRAME).with_columns(pl.col("c").cast(pl.Categorical)),
            pl.DataFrame(FRAME).with_columns(pl.col("c").cast(pl.Enum(["u", "v"]))),
        ],
        ids=["pandas", "nullable", "small and category", "polars", "polars categorical", "polars enum"],
    )
    def test_every_kind_of_frame_says_the_same(self, frame: Any) -> None:
        data = from_table(frame, Y3)

        assert data.schema.attributes == (
            ContinuousAttribute("n"),
            BinaryAttribute("c", ("u", "v")),
            BinaryAttribute("b", ("0", "1")),
            ContinuousAttribute("i"),
        )
        assert same(data.X, EXPECTED)

    @pytest.mark.parametrize(
        ("given", "names"),
        [
            ([0, 1, 2, 3], ("x0", "x1", "x2", "x3")),
            ([3, 2, 1, 0], ("x3", "x2", "x1", "x0")),
            ([2019, 2020, 7, -1], ("x2019", "x2020", "x7", "x-1")),
            (pd.MultiIndex.from_product([["a", "b"], ["u", 1]]), ("a u", "a 1", "b u", "b 1")),
        ],
        ids=["places", "other places", "numbers", "levels"],
    )
    def test_names_that_are_no_texts_are_names_all_the_same(self, given: Any, names: tuple[str, ...]) -> None:
        """Of attributes and of labels, which are found by them in another order; places alone say no more than that."""
        frame = pd.DataFrame(FRAME).set_axis(given, axis=1)
        told = pd.MultiIndex.from_tuples([("y", *name) for name in given]) if " " in names[0] else given
        labels = pd.DataFrame([[1, 0, 0, 1], [0, 1, 0, 0], [0, 0, 1, 1]]).set_axis(told, axis=1)
        data = from_table(frame, labels)

        assert tuple(attribute.name for attribute in data.schema.attributes) == names
        assert data.schema.labels == tuple(
            f"y{name.removeprefix('x')}" if told is given else f"y {name}" for name in names
        )
        again = from_table(frame[frame.columns[::-1]], labels[labels.columns[::-1]], schema=data.schema)
        assert same(again.X, data.X)
        assert (again.Y == data.Y).all()

    @pytest.mark.parametrize("names", [[2, 3], [1.5, 0.5], pd.MultiIndex.from_tuples([("a", "u"), ("b", "v")])])
    def test_names_that_are_no_texts_are_places_for_who_learned_of_no_names(self, names: Any) -> None:
        """Such a frame is found by place, unless it has the names of all places; one with texts for names is not."""
        cells = [[1.5, 2.0], [3.0, 0.5]]
        schema = from_table(cells, [[1], [0]]).schema

        assert encoded(pd.DataFrame(cells, columns=names), schema).rows().tolist() == cells
        assert encoded(pd.DataFrame(cells, columns=[1, 0]), schema).rows().tolist() == [row[::-1] for row in cells]
        with raising(DataError, column="x0"):
            encoded(pd.DataFrame(cells, columns=["a", "b"]), schema)

    @pytest.mark.parametrize(
        ("cells", "values", "codes"),
        [
            (pd.Categorical(["L", "S", None], ["S", "M", "L", "XL"]), ("S", "M", "L", "XL"), [2, 0, NAN]),
            (pd.Categorical([3, 1, None]), ("1", "3"), [1, 0, NAN]),
        ],
        ids=["texts", "numbers"],
    )
    def test_categories_are_declared_in_their_order_whether_they_occur_or_not(
        self, cells: Any, values: tuple[str, ...], codes: list[float]
    ) -> None:
        data = from_table(pd.DataFrame({"a": cells}), Y3)

        assert data.schema.attributes == (nominal("a", values),)
        assert same(data.X[:, 0], codes)

    @pytest.mark.parametrize(("columns", "names"), [([0, 1], ["x0", "x1"]), (["a", None], ["a", "x1"])])
    def test_columns_without_texts_for_names_are_called_by_their_place(self, columns: Any, names: list[str]) -> None:
        data = from_table(pd.DataFrame([[1.5, 2.5]], columns=columns), pd.DataFrame([[1, 0]]))

        assert [attribute.name for attribute in data.schema.attributes] == names
        assert data.schema.labels == ("y0", "y1")

    @pytest.mark.parametrize("form", [sparse.csr_matrix, sparse.csc_array, sparse.coo_array, sparse.lil_matrix])
    def test_a_sparse_matrix_is_the_dense_one(self, form: Any) -> None:
        dense = np.array([[0, 2.5], [1, 0], [0, 0]])

        assert same(from_table(form(dense), form(np.array(Y3))).X, from_table(dense, Y3).X)

    @pytest.mark.parametrize("order", ["C", "F"])
    @pytest.mark.parametrize("dtype", ["f2", "f4", "f8", ">f8", "i1", "u2", "i8", "O"])
    def test_types_and_memory_layouts_do_not_matter(self, dtype: str, order: Any) -> None:
        table = np.array([[1, 2], [3, 4], [5, 0]])
        given = np.array(table, dtype=dtype, order=order)
        wide = np.zeros((6, 4), dtype=dtype)
        wide[::2, ::2] = table
        locked = given.copy()
        locked.flags.writeable = False

        for array in (given, wide[::2, ::2], locked, given[::-1][::-1]):
            assert same(from_table(array, Y3).X, table)

    def test_nothing_that_is_given_is_changed(self) -> None:
        """API-07."""
        frame, labels = pd.DataFrame(FRAME), pd.DataFrame(Y3)
        before = frame.copy(deep=True), labels.copy(deep=True)
        array = np.array([[1.0, NAN], [0.0, 2.0]])
        kept = array.copy()

        from_table(frame, labels)
        from_table(array, [[1], [0]])

        pd.testing.assert_frame_equal(frame, before[0])
        pd.testing.assert_frame_equal(labels, before[1])
        assert same(array, kept)


@pytest.mark.filterwarnings("ignore:.*training data did not have")
class TestAgainstASchema:
    SCHEMA = Schema((NominalAttribute("c", ("z", "a", "1")), ContinuousAttribute("n")), ("l1", "l2"))

    def test_nominal_values_are_matched_by_value_and_new_ones_are_undeclared(self) -> None:
        """NE-08, REP-8: never by code."""
        for cells in (["a", 1, "1", "new", None], pd.Categorical(["a", "1", "1", "new", None])):
            frame = pd.DataFrame({"c": cells, "n": 0.5})
            assert same(encoded(frame, self.SCHEMA).rows()[:, 0], [1, 2, 2, -1, NAN])

    def test_the_columns_of_a_frame_are_found_by_name(self) -> None:
        """API-05, for the functions of the package; the estimator keeps to scikit-learn's words."""
        frame = pd.DataFrame({"more": [9], "n": [0.5], "c": ["z"]})

        assert encoded(frame, self.SCHEMA).rows().tolist() == [[0, 0.5]]
        with raising(DataError, column="c"):
            encoded(frame.drop(columns="c"), self.SCHEMA)

    def test_whole_numbers_of_128_bits_are_numbers(self) -> None:
        data = from_table(pl.DataFrame({"a": pl.Series([2**100, None], dtype=pl.Int128)}), [[0], [1]])

        assert same(data.X, [[2.0**100], [NAN]])

    def test_the_columns_of_an_array_are_found_by_place(self) -> None:
        assert encoded([["z", 0.5]], self.SCHEMA).rows().tolist() == [[0, 0.5]]
        with pytest.raises(DataError):
            encoded([["z", 0.5, 1]], self.SCHEMA)

    def test_labels_are_aligned_by_name(self) -> None:
        """ME-10."""
        frame = pd.DataFrame({"l2": [1, 0], "l1": [0, 0]})

        data = from_table([["z", 1], ["a", 2]], frame, schema=self.SCHEMA)

        assert data.Y.tolist() == [[False, True], [False, False]]
        with raising(DataError, column="l1"):
            from_table([["z", 1]], pd.DataFrame({"l2": [1], "l3": [0]}), schema=self.SCHEMA)
        with pytest.raises(DataError):
            from_table([["z", 1]], [[1, 0, 0]], schema=self.SCHEMA)

    @pytest.mark.parametrize("cells", [[True, False], [1, 0], ["TRUE", "false"]])
    def test_a_schema_is_not_extended_by_truths_that_it_declares(self, cells: list[Any]) -> None:
        first = from_table([["true"], ["false"]], [[1], [0]])
        assert (
            first.schema
            == (again := from_table([[x] for x in cells], [[1], [0]], schema=first.schema, extend=True)).schema
        )
        assert same(again.X, first.X)

    def test_a_schema_can_be_extended_by_new_values(self) -> None:
        data = from_table([["q", 1], ["a", 2], ["b", 3]], Y3, schema=self.SCHEMA, extend=True)

        assert data.schema.attributes[0] == NominalAttribute("c", ("z", "a", "1", "b", "q"))
        assert data.X[:, 0].tolist() == [4, 1, 3]

    @pytest.mark.parametrize("known", [("false", "true"), ("False", "True"), ("0", "1")])
    @pytest.mark.parametrize("cells", [["False", "TRUE", "true"], [False, True, True], [0, 1, 1], [0.0, True, "true"]])
    def test_a_truth_that_is_declared_is_no_new_value(self, known: tuple[str, ...], cells: list[Any]) -> None:
        """However it is spelled; who learns on from truths would else learn of values that no rule knows."""
        schema = Schema((BinaryAttribute("b", known),), ("l",))
        data = from_table(pd.DataFrame({"b": cells}), pd.DataFrame({"l": [1, 0, 1]}), schema=schema, extend=True)

        assert data.schema == schema
        assert data.X[:, 0].tolist() == [0, 1, 1]


SPELLINGS: Final[list[Any]] = [
    np.array(Y3),
    np.array(Y3, dtype=bool),
    np.array(Y3, dtype=float),
    np.array(Y3, dtype=object),
    np.array(Y3, dtype="u1", order="F"),
    Y3,
    tuple(map(tuple, Y3)),
    [[True, False], [False, True], [True, True]],
    [np.array(row) for row in Y3],
    pd.DataFrame(Y3),
    pd.DataFrame(Y3).astype("Int64"),
    pd.DataFrame(Y3).astype("boolean"),
    pd.DataFrame(Y3).astype("category"),
    pl.DataFrame(Y3, orient="row"),
    pl.DataFrame(Y3, orient="row").cast(pl.Boolean),
    sparse.csr_matrix(Y3),
    sparse.csc_array(np.array(Y3)),
    np.asmatrix(Y3),
]


class TestIndicator:
    @pytest.mark.parametrize(
        "labels", SPELLINGS, ids=[f"{type(labels).__name__} {place}" for place, labels in enumerate(SPELLINGS)]
    )
    def test_every_reasonable_container_says_the_same(self, labels: Any) -> None:
        """LT-01."""
        assert indicator(labels)[0].tolist() == [[True, False], [False, True], [True, True]]

    @pytest.mark.parametrize(
        "labels",
        [
            [1, 0, 1],
            np.array([1, 0, 1]),
            pd.Series([1, 0, 1]),
            pl.Series([1, 0, 1]),
            [[1], [0], [1]],
            (True, False, True),
        ],
        ids=["list", "array", "pandas", "polars", "column", "tuple"],
    )
    def test_one_dimension_is_one_label(self, labels: Any) -> None:
        """LT-05."""
        assert indicator(labels)[0].tolist() == [[True], [False], [True]]

    def test_names_come_from_columns_and_series(self) -> None:
        assert indicator(pd.DataFrame({"sad": [1], "calm": [0]}))[1] == ("sad", "calm")
        assert indicator(pd.Series([1, 0], name="sad"))[1] == ("sad",)
        assert indicator(pl.Series("sad", [1, 0]))[1] == ("sad",)
        assert indicator(pd.Series([1, 0]))[1] == ("y0",)
        assert indicator([[1, 0]])[1] == ("y0", "y1")

    @pytest.mark.parametrize(
        ("labels", "column", "row"),
        [
            *(([[1], [wrong]], "y0", 2) for wrong in (-1, 2, 0.5, 0.9999999999, "oui", "?", NAN, None)),
            ([["yes"], ["?"]], "y0", 2),
            *((words, "y0", 1) for words in ([["oui"], ["non"]], [["1"], ["0"]])),
            (pd.DataFrame({"sad": [1, pd.NA]}), "sad", 2),
            *((table, None, None) for table in ([[1, 0], [1]], {"a"}, "10")),
            *((table, None, None) for table in (3, np.zeros((2, 2, 2)), np.zeros((2, 0)), np.array([[1j]]))),
        ],
        ids=repr,
    )
    def test_everything_else_is_refused_with_its_place(self, labels: Any, column: str | None, row: int | None) -> None:
        """LT-03 and its kind."""
        with raising(DataError, column=column, row=row):
            indicator(labels)


class TestToFrame:
    def test_a_data_set_goes_into_frames_and_back(self) -> None:
        schema = Schema(
            (NominalAttribute("c", ("z", "a", "?")), BinaryAttribute("b", ("0", "1")), ContinuousAttribute("n")),
            ("l1", "l2"),
        )
        data = Dataset(schema, np.array([[0, NAN, 1.5], [2, 1, NAN], [NAN, 0, -0.0]]), np.array(Y3))

        X, Y = to_frame(data)
        back = from_table(X, Y)

        assert list(X.columns) == ["c", "b", "n"]
        assert X["c"].isna().tolist() == [False, False, True]
        assert back.schema == schema
        assert back.X.tobytes() == data.X.tobytes()
        assert back.Y.tolist() == data.Y.tolist()

    def test_a_part_of_a_frame_keeps_the_types_of_the_whole(self) -> None:
        """A continuous column of 0 and 1, as `saltires` and `quarters` of flags, was made binary on the way back."""
        schema = Schema((ContinuousAttribute("n"), BinaryAttribute("b", ("0", "1"))), ("l",))
        data = Dataset(schema, np.array([[0.0, 1.0], [1.0, 0.0], [1.0, 1.0]]), np.array([[True], [False], [True]]))
        X, Y = to_frame(data)

        for part, labels in ((X.iloc[:2], Y.iloc[:2]), (X[X["n"] >= 0], Y), (X.copy(), Y)):
            assert from_table(part, labels).schema == schema
        assert from_table(X, Y, nominal=["n", "b"]).schema.attributes[0] == BinaryAttribute("n", ("0", "1"))

    def test_frames_are_not_views(self) -> None:
        data = from_table([[1.5], [2.5]], [[1], [0]])

        X, Y = to_frame(data)
        X.iloc[0, 0], Y.iloc[0, 0] = 9.0, False

        assert data.X[0, 0] == 1.5
        assert data.Y[0, 0]


class TestOddTables:
    def test_no_rows_make_no_data_set_of_a_known_schema_but_can_be_coded(self) -> None:
        schema = from_table([[1], [2]], [[1], [0]]).schema

        with pytest.raises(DataError):
            from_table(np.zeros((0, 1)), np.zeros((0, 1)), schema=schema)
        assert encoded(np.zeros((0, 1)), schema).shape == (0, 1)

    @pytest.mark.parametrize("schema", [3, "a", (ContinuousAttribute("a"),), {"a": 1}])
    def test_what_is_no_schema_is_refused_whatever_is_read_by_it(self, schema: Any) -> None:
        for read in (
            lambda: from_table([[1]], [[1]], schema=schema),
            lambda: encoded([[1]], schema),
            lambda: decided([[1]], schema),
            lambda: Dataset(schema, np.zeros((1, 1)), np.zeros((1, 1), dtype=np.bool_)),
            lambda: load_dataset("toy6x4", schema=schema),
            lambda: load_file("no-such-file.arff", schema=schema),
        ):
            with raising(DataError, argument="schema"):
                read()

    def test_numbers_and_texts_in_one_column_are_nominal_values_by_what_they_are(self) -> None:
        """1, 1.0 and True are one value, and so is the text that it is written as; True as a text is another."""
        dataset = one_column([1, "1", 1.0, True, "True", "x", None])

        assert dataset.schema.attributes == (NominalAttribute("x0", ("1", "True", "x")),)
        assert dataset.X[:, 0].tolist()[:-1] == [0, 0, 0, 0, 1, 2]

    @pytest.mark.parametrize("index", [[0, 0, 0], [2, 1, 0], ["a", None, "a"]])
    @pytest.mark.filterwarnings("ignore::mlslcs_ref.errors.DataWarning")
    def test_rows_belong_together_by_their_place_whatever_an_index_says(self, index: list[Any]) -> None:
        """As in scikit-learn."""
        frame, labels = pd.DataFrame({"a": [1.0, 2.0, 5.0]}), pd.DataFrame(Y3, columns=["p", "q"])

        found = from_table(frame.set_axis(index), labels)

        assert (found.X.tolist(), found.Y.tolist()) == ([[1], [2], [5]], [[True, False], [False, True], [True, True]])


def test_labels_may_be_words_and_their_names_differ_from_those_of_columns() -> None:
    frame = pd.DataFrame(
        {"y0": [1.5, 2.5, 3.5], "since": pd.to_datetime(["1970-01-02 00:00", None, "1970-01-03 12:00"])}
    )
    data = from_table(frame, [["yes", False], ["no", True], ["YES", False]])

    assert data.schema.labels == ("label0", "label1")
    assert data.Y.tolist() == [[True, False], [False, True], [True, False]]
    assert data.X[:, 1].tolist()[::2] == [1.0, 2.5]
    assert np.isnan(data.X[1, 1])
    assert from_table(frame, ["left", "stayed", "left"], positive="left").Y[:, 0].tolist() == [True, False, True]


@pytest.mark.parametrize(("no", "yes"), [("", "x"), (" ", "x"), ("nein", "ja")])
def test_of_two_texts_of_a_label_the_likely_one_is_offered(no: str, yes: str) -> None:
    for texts in ([no, yes], [yes, no]):
        with raising(DataError) as caught:
            indicator(texts)
        assert f"y == {yes!r}" in str(caught.value)


@pytest.mark.parametrize(("no", "yes"), [(-1, 1), (1, -1), (1, 2), (2, 1), (0, -1), (2.5, 7), (-1.0, 1.0)])
def test_either_of_two_numbers_of_a_label_may_mean_yes(no: float, yes: float) -> None:
    """As in files, whose cells say the same numbers. Later one alone means what it meant, or may be 1 of 0 and 1."""
    cells, attributes, positive = [no, yes, yes, no], np.arange(4.0)[:, None], f"{yes:g}"
    wanted = [False, True, True, False]

    for told in (cells, [f"{cell:g}" for cell in cells], np.array(cells)[:, None], pd.DataFrame({"l": cells})):
        with pytest.raises(DataError):
            from_table(attributes, told)
        trained = from_table(attributes, told, positive=positive)
        assert trained.Y[:, 0].tolist() == wanted
        for alone, meaning in ((no, False), (yes, True)):
            if alone == 1 and not meaning:
                with raising(DataError, column="y0", row=1):
                    decided([[alone]] * 4, trained.schema, positive)
            else:
                with nullcontext() if meaning or alone == 0 else warning(DataWarning, column="y0"):
                    assert decided([[alone]] * 4, trained.schema, positive)[:, 0].tolist() == [meaning] * 4


def test_categories_that_are_dates_are_dates() -> None:
    days = pd.to_datetime(["2024-01-01", "2024-03-01", "2024-02-01"])
    trained = from_table(pd.DataFrame({"d": pd.Categorical(days)}), [0, 1, 1])

    assert trained.schema.attributes == (ContinuousAttribute("d"),)
    assert trained.X[:, 0].tolist() == [19723.0, 19783.0, 19754.0]
    assert encoded(pd.DataFrame({"d": days}), trained.schema, trained.reading).rows().tolist() == trained.X.tolist()


def test_a_buffer_of_numbers_is_a_table() -> None:
    rows = np.arange(6.0).reshape(3, 2)
    assert from_table(rows.data, [0, 1, 1]).X.tolist() == rows.tolist()


def test_a_data_frame_with_an_index_or_dates_as_texts_is_told() -> None:
    """What changes how data are read comes first."""
    frame = pd.DataFrame({"customer_id": [7, 8, 9], "since": ["2020-01-01", "2021-01-01", None], "a": [1.5, 2, 3]})
    with pytest.warns(DataWarning) as told:
        from_table(frame, [0, 1, 0])

    assert [str(warning.message).split()[0] for warning in told] == ["'since'", "'customer_id'"]


def test_masked_dates_are_dates_that_are_missing() -> None:
    days = np.array([["2024-03-01"], ["2024-03-02"], ["2024-03-03"]], dtype="M8[ns]")
    masked = from_table(np.ma.masked_array(days, [[False], [True], [False]]), [0, 1, 1])
    days[1] = "NaT"
    assert np.array_equal(masked.X, from_table(days, [0, 1, 1]).X, equal_nan=True)
