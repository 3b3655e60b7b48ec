"""Schemas and data sets. Clauses: REP-3, REP-4, REP-6, REP-7, REP-8, REP-9."""

import copy
import pickle
from dataclasses import FrozenInstanceError
from typing import Any

import numpy as np
import pytest
from raising import raising

from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.schema import BinaryAttribute, ContinuousAttribute, NominalAttribute, Schema, nominal
from mlslcs_ref.data.table import from_table
from mlslcs_ref.errors import DataError

MIXED = Schema(
    (BinaryAttribute("b", ("x", "y")), NominalAttribute("n", ("p", "q", "r")), ContinuousAttribute("c")), ("l1", "l2")
)
NAN = float("nan")
NO_LABELS = np.zeros((0, 2), dtype=np.bool_)


def mixed(rows: list[list[float]], labels: list[list[int]] | None = None) -> Dataset:
    return Dataset(MIXED, np.array(rows), np.array(labels if labels is not None else [[0, 1]] * len(rows)), "mixed")


class TestAttributes:
    @pytest.mark.parametrize("values", [("x",), ("x", "y")])
    def test_at_most_two_values_make_a_binary_attribute(self, values: tuple[str, ...]) -> None:
        assert nominal("a", values) == BinaryAttribute("a", values)

    def test_three_values_make_a_nominal_attribute(self) -> None:
        assert nominal("a", ["x", "y", "z"]) == NominalAttribute("a", ("x", "y", "z"))

    @pytest.mark.parametrize("values", [(), ("x", "x"), ("x", "y", "x")])
    def test_no_value_and_repeated_values_are_refused(self, values: tuple[str, ...]) -> None:
        with raising(DataError, column="a"):
            nominal("a", values)

    def test_classes_refuse_the_other_number_of_values(self) -> None:
        with pytest.raises(DataError):
            BinaryAttribute("a", ("x", "y", "z"))
        with pytest.raises(DataError):
            NominalAttribute("a", ("x", "y"))


class TestSchema:
    def test_counts_attributes_and_labels(self) -> None:
        assert (MIXED.n_attributes, MIXED.n_labels) == (3, 2)

    @pytest.mark.parametrize("labels", [("b",), ("l", "l")])
    def test_a_name_that_occurs_twice_is_refused(self, labels: tuple[str, ...]) -> None:
        with raising(DataError, column=labels[-1]):
            Schema(MIXED.attributes, labels)

    def test_no_attribute_or_no_label_is_refused(self) -> None:
        with pytest.raises(DataError):
            Schema((), ("l",))
        with pytest.raises(DataError):
            Schema(MIXED.attributes, ())


class TestDataset:
    def test_arrays_have_the_documented_type_and_order(self) -> None:
        data = Dataset(MIXED, np.asfortranarray([[0, 1, 2], [1, 2, 5]]), np.array([[0, 1], [1, 1]]))

        assert (data.X.dtype, data.Y.dtype) == (np.dtype(np.float64), np.dtype(np.bool_))
        assert data.X.flags.c_contiguous
        assert data.Y.flags.c_contiguous
        assert (data.n_instances, data.n_attributes, data.n_labels) == (2, 3, 2)

    def test_nothing_can_be_changed(self) -> None:
        X = np.array([[0.0, 1.0, 2.0]])
        data = Dataset(MIXED, X, np.array([[0, 1]]))
        X[0, 2] = 99.0

        assert data.X[0, 2] == 2.0
        with pytest.raises(ValueError, match="read-only"):
            data.X[0, 0] = 1.0
        with pytest.raises(ValueError, match="read-only"):
            data.Y[0, 0] = True
        with pytest.raises(FrozenInstanceError):
            data.name = "other"  # type: ignore[misc]

    def test_a_read_only_view_of_a_changeable_array_is_copied(self) -> None:
        X = np.array([[0.0, 1.0, 2.0]])
        view = X[:]
        view.flags.writeable = False
        data = Dataset(MIXED, view, np.array([[0, 1]]))
        X[0, 2] = 99.0

        assert data.X[0, 2] == 2.0

    def test_copies_and_pickles_are_equal_and_read_only(self) -> None:
        """Numpy forgets of copies that they were read-only."""
        data = mixed([[0, 1, 0.1], [1, NAN, -1]])
        for other in (copy.copy(data), copy.deepcopy(data), pickle.loads(pickle.dumps(data))):  # noqa: S301
            assert (other.schema, other.name) == (data.schema, data.name)
            assert np.array_equal(other.X, data.X, equal_nan=True)
            assert np.array_equal(other.Y, data.Y)
            assert not other.X.flags.writeable
            assert not other.Y.flags.writeable
            assert not other.matrix.column(2).numbers.flags.writeable

    def test_missing_and_undeclared_values_can_be_held(self) -> None:
        assert np.array_equal(mixed([[NAN, -1, NAN]]).X, [[NAN, -1, NAN]], equal_nan=True)

    @pytest.mark.parametrize("row", [[2, 0, 0], [0, 3, 0], [0.5, 0, 0], [-2, 0, 0], [0, float("inf"), 0]])
    def test_a_number_that_is_no_code_is_refused(self, row: list[float]) -> None:
        with pytest.raises(DataError):
            mixed([row])

    @pytest.mark.parametrize("labels", [[[1, -1]], [[0, 2]], [[0.5, 0]], [["0", "1"]], [[None, 1]]])
    def test_labels_other_than_0_and_1_are_refused(self, labels: list[list[int]]) -> None:
        with pytest.raises(DataError):
            mixed([[0, 0, 0]], labels)

    @pytest.mark.parametrize(
        ("shape", "label_shape"), [((2, 2), (2, 2)), ((2, 3), (2, 1)), ((2, 3), (3, 2)), ((3,), (1, 2)), ((2, 3), (2,))]
    )
    def test_a_shape_that_does_not_fit_is_refused(self, shape: tuple[int, ...], label_shape: tuple[int, ...]) -> None:
        with pytest.raises(DataError):
            Dataset(MIXED, np.zeros(shape), np.zeros(label_shape, dtype=np.bool_))

    def test_text_in_the_attributes_is_refused(self) -> None:
        with pytest.raises(DataError):
            Dataset(MIXED, np.array([["x", "p", "1"]]), np.zeros((1, 2), dtype=np.bool_))


class TestStatistics:
    def test_cardinality_density_and_combinations_by_hand(self) -> None:
        """5 labels hold in 4 instances: LCA 5/4, DENS 5/8, and the sets {l2}, {l1,l2}, {} occur."""
        data = mixed([[0, 0, 0]] * 4, [[0, 1], [1, 1], [1, 1], [0, 0]])

        assert data.label_cardinality == 1.25
        assert data.label_density == 0.625
        assert data.n_label_combinations == 3

    def test_no_instances_have_zero_statistics(self) -> None:
        data = Dataset(MIXED, np.zeros((0, 3)), NO_LABELS)

        assert (data.label_cardinality, data.label_density, data.n_label_combinations) == (0.0, 0.0, 0)
        assert np.isnan(data.ranges()).all()

    def test_combinations_are_told_apart_beyond_64_labels(self) -> None:
        schema = Schema(MIXED.attributes, tuple(f"l{j}" for j in range(70)))

        assert Dataset(schema, np.zeros((70, 3)), np.eye(70, dtype=np.bool_)).n_label_combinations == 70

    def test_ranges_leave_missing_values_out_even_in_the_first_row(self) -> None:
        ranges = mixed([[0, 0, NAN], [0, 0, -2], [0, 0, 7]]).ranges()

        assert ranges[2] == (-2.0, 7.0)
        assert np.isnan(ranges[:2]).all()

    def test_a_wholly_missing_column_has_no_range(self) -> None:
        assert np.isnan(mixed([[0, 0, NAN], [1, 1, NAN]]).ranges()).all()

    @pytest.mark.parametrize("zeros", [[-0.0, 0.0], [0.0, -0.0], [-0.0, -0.0]])
    @pytest.mark.parametrize("locked", [False, True])
    def test_which_zero_it_is_does_not_matter(self, zeros: list[float], locked: bool) -> None:
        given = np.array([[zero, 1.0] for zero in zeros])
        given.flags.writeable = not locked
        found = Dataset(
            Schema((ContinuousAttribute("x"), ContinuousAttribute("y")), ("l",)), given, np.array([[0], [1]])
        )

        assert not np.signbit(found.X).any()
        assert repr(found.ranges()[0]) == "(0.0, 0.0)"

    def test_each_column_has_its_own_range(self) -> None:
        schema = Schema((ContinuousAttribute("a"), ContinuousAttribute("b")), ("l",))
        data = Dataset(schema, np.array([[1000, -0.002], [2000, -0.001]]), np.zeros((2, 1), dtype=np.bool_))

        assert data.ranges() == ((1000.0, 2000.0), (-0.002, -0.001))

    def test_a_nominal_value_of_its_own_in_every_row_is_an_identifier(self) -> None:
        assert mixed([[0, 0, 1], [0, 2, 2], [1, 1, 3]]).identifier_attributes == ("n",)
        assert mixed([[0, 0, 1], [0, 2, 2], [1, 2, 3]]).identifier_attributes == ()


class TestReordered:
    def test_rows_and_labels_move_together(self) -> None:
        data = mixed([[0, 0, 0], [0, 0, 1], [0, 0, 2]], [[0, 0], [0, 1], [1, 1]]).reordered([2, 0, 1])

        assert data.X[:, 2].tolist() == [2, 0, 1]
        assert data.Y.tolist() == [[True, True], [False, False], [False, True]]
        assert (data.schema, data.name) == (MIXED, "mixed")

    @pytest.mark.parametrize(
        "order",
        [[0], [0, 0], [1, 2], [-1, 0], [0, 1, 2], [True, False], [0.0, 1.0], [0.5, 1.5], "01", None, [[0, 1]]],
    )
    def test_an_order_is_each_place_once_as_a_whole_number(self, order: Any) -> None:
        with pytest.raises(DataError):
            mixed([[0, 0, 0], [0, 0, 1]]).reordered(order)


class TestRequireTrainable:
    def test_missing_values_are_trainable(self) -> None:
        mixed([[NAN, NAN, NAN]]).require_trainable()

    def test_no_rows_are_refused(self) -> None:
        with pytest.raises(DataError):
            Dataset(MIXED, np.zeros((0, 3)), NO_LABELS).require_trainable()

    def test_an_undeclared_value_is_refused_with_its_place(self) -> None:
        with raising(DataError, column="n", row=2):
            mixed([[0, 0, 0], [0, -1, 0]]).require_trainable()

    @pytest.mark.parametrize("number", [float("inf"), float("-inf")])
    def test_infinity_is_refused_with_its_place(self, number: float) -> None:
        with raising(DataError, column="c", row=1):
            mixed([[0, 0, number]]).require_trainable()

    def test_minus_one_is_an_ordinary_number_of_a_continuous_attribute(self) -> None:
        mixed([[0, 0, -1]]).require_trainable()


class TestWhatIsNoSchema:
    @pytest.mark.parametrize(
        ("attributes", "labels"),
        [
            ("ab", ("l",)),
            ((None,), ("l",)),
            (("a",), ("l",)),
            ({ContinuousAttribute("a")}, ("l",)),
            ((ContinuousAttribute("a"),), "lm"),
            ((ContinuousAttribute("a"),), (1, 2)),
            ((ContinuousAttribute("a"),), {"l": 1}),
            (ContinuousAttribute("a"), ("l",)),
            (None, None),
        ],
    )
    def test_anything_but_attributes_and_names_in_order_is_refused(self, attributes: Any, labels: Any) -> None:
        with pytest.raises(DataError):
            Schema(attributes, labels)

    @pytest.mark.parametrize("values", ["xy", (0, 1), {"x", "y"}, None, ("x", None)])
    def test_values_are_texts_in_order(self, values: Any) -> None:
        for make in (BinaryAttribute, NominalAttribute, nominal):
            with pytest.raises(DataError):
                make("a", values)

    @pytest.mark.parametrize("name", [3, None, b"a", ("a",)])
    def test_names_are_texts(self, name: Any) -> None:
        """A model file could not be read again."""
        for make in (
            lambda: ContinuousAttribute(name),
            lambda: BinaryAttribute(name, ("0", "1")),
            lambda: NominalAttribute(name, ("0", "1", "2")),
            lambda: Dataset(MIXED, np.zeros((0, 3)), NO_LABELS, name),
        ):
            with pytest.raises(DataError):
                make()

    def test_lists_become_tuples_so_that_equal_schemas_are_equal(self) -> None:
        given: Any = [ContinuousAttribute("a"), nominal("b", ["x", "y"])]
        labels: Any = ["l"]

        found = Schema(given, labels)
        given.clear()

        assert found == Schema((ContinuousAttribute("a"), BinaryAttribute("b", ("x", "y"))), ("l",))
        assert hash(found) == hash(copy.deepcopy(found))


class TestMaskedArrays:
    """What numpy hides under a mask is no datum: without the mask, it would be learned from."""

    def test_a_masked_cell_of_the_attributes_is_missing(self) -> None:
        X = np.ma.masked_array(np.array([[0.0, 2.0, 1.5], [1.0, 0.0, 7.0]]), np.array([[0, 1, 0], [0, 0, 1]], np.bool_))
        X.flags.writeable = False

        found = Dataset(MIXED, X, np.array([[0, 1], [1, 0]], np.bool_))

        assert np.array_equal(found.X, [[0.0, NAN, 1.5], [1.0, 0.0, NAN]], equal_nan=True)
        assert type(found.X) is np.ndarray

    def test_a_masked_cell_of_the_labels_is_refused(self) -> None:
        decisions = np.array([[0, 1], [1, 0]], np.bool_)
        Y = np.ma.masked_array(decisions, decisions)
        with pytest.raises(DataError):
            Dataset(MIXED, np.zeros((2, 3)), Y)

    def test_a_mask_over_nothing_changes_nothing(self) -> None:
        Y = np.ma.masked_array(np.array([[0, 1], [1, 0]], np.bool_))
        assert Dataset(MIXED, np.zeros((2, 3)), Y).Y.tolist() == [[False, True], [True, False]]


def test_a_number_that_no_double_holds_is_refused() -> None:
    rows: Any = [[0, 0, 10**400]]
    with pytest.raises(DataError):
        Dataset(MIXED, rows, np.zeros((1, 2), np.bool_))


@pytest.mark.parametrize(
    ("rows", "places"),
    [([], []), ([2, 0], [2, 0]), (slice(None, None, 2), [0, 2]), (slice(None, None, -1), [2, 1, 0]), ([-1], [2])],
)
def test_rows_are_taken_as_from_an_array(rows: Any, places: list[int]) -> None:
    dataset = from_table([[0.1, 1.0], [0.2, 0.0], [0.3, 1.0]], [[1], [0], [1]])

    assert dataset.taken(rows).X.tolist() == dataset.X[places].tolist()
    assert dataset.taken(rows).Y.tolist() == dataset.Y[places].tolist()


@pytest.mark.parametrize("rows", [3, [3], [True], "a", None, [[0]]])
def test_rows_that_are_not_there_are_refused(rows: Any) -> None:
    with pytest.raises(DataError):
        from_table([[0.1], [0.2], [0.3]], [[1], [0], [1]]).taken(rows)
