"""Labels as lists or sets of their names, one for each row."""

from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

from mlslcs_ref.data.table import decided, from_table
from mlslcs_ref.errors import DataError
from mlslcs_ref.estimator import MlsLcsClassifier

X = [[1.0], [2.0], [3.0]]
SETS = [["horror", "sci fi"], [], ["drama"]]
WANTED = [[0, 1, 1], [0, 0, 0], [1, 0, 0]]


@pytest.mark.parametrize(
    "labels",
    [
        SETS,
        tuple(map(tuple, SETS)),
        [set(names) for names in SETS],
        [np.array(names) for names in SETS],
        np.array(SETS, dtype=object),
        pd.Series(SETS, name="genres"),
        pd.DataFrame({"genres": SETS}),
        pl.Series("genres", SETS),
        pl.DataFrame({"genres": SETS}),
    ],
    ids=["lists", "tuples", "sets", "arrays", "array", "pandas", "pandas frame", "polars", "polars frame"],
)
def test_lists_of_names_are_label_sets_in_any_container(labels: Any) -> None:
    dataset = from_table(X, labels)
    assert dataset.schema.labels == ("drama", "horror", "sci fi")
    assert dataset.Y.astype(int).tolist() == WANTED


@pytest.mark.parametrize(
    ("labels", "names"),
    [
        # as many names in each cell of a column are no table of words
        (pd.Series([["a"], ["b"], ["b"]]), ("a", "b")),
        # a word for yes among names is a name
        ([["yes"], ["a"], []], ("a", "yes")),
        ([{1}, {2, 10}, set()], ("1", "10", "2")),
        # and these are tables
        ([["yes", "no"], ["no", "yes"], ["no", "no"]], ("y0", "y1")),
        ([[1, 0], [0, 1], [1, 1]], ("y0", "y1")),
    ],
)
def test_only_lists_that_name_labels_are_label_sets(labels: Any, names: tuple[str, ...]) -> None:
    assert from_table(X, labels).schema.labels == names


def test_a_label_called_as_an_attribute_is_refused_and_not_renamed() -> None:
    with pytest.raises(DataError):
        from_table(X, [{"x0"}, {"x0"}, set()])


@pytest.mark.parametrize(
    ("labels", "row"),
    [
        ([["a"], None, []], 2),
        ([["a"], [], "b"], 3),
        ([["a"], [], ["b", 1]], 3),
        ([["a"], [[]], []], 2),
        ([["a"], [], [""]], 3),
    ],
)
def test_a_cell_that_lists_no_names_is_refused_by_its_row(labels: Any, row: int) -> None:
    with pytest.raises(DataError) as caught:
        from_table(X, labels)
    assert caught.value.row == row


def test_later_lists_have_the_labels_of_the_training_data() -> None:
    schema = from_table(X, SETS).schema
    assert decided([["sci fi"], []], schema).astype(int).tolist() == [[0, 0, 1], [0, 0, 0]]
    assert not decided([[], []], schema).any()
    with pytest.raises(DataError) as caught:
        decided([[], ["western"]], schema)
    assert caught.value.row == 2


def test_an_estimator_learns_lists_and_predicts_an_indicator() -> None:
    x = np.arange(40.0)[:, None]
    names = [["low", "even"] if place < 20 else [] for place in range(40)]
    classifier = MlsLcsClassifier(random_state=1).fit(x, pd.Series(names))
    assert classifier.model_.ruleset.schema.labels == ("even", "low")
    assert classifier.score(x, names) == 1.0
    assert classifier.predict([[3.0], [30.0]]).tolist() == [[1, 1], [0, 0]]
