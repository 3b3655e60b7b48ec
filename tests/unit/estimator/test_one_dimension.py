"""One label in one dimension: two classes in, the same two out, and scikit-learn's tools for many labels around it."""

from typing import Any, Final

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.calibration import CalibratedClassifierCV
from sklearn.multiclass import OneVsRestClassifier
from sklearn.multioutput import ClassifierChain, MultiOutputClassifier
from unit.estimator.builders import X4, Y4, good, small

from mlslcs_ref.errors import DataError, DataWarning
from mlslcs_ref.estimator import MlsLcsClassifier

X: Final = np.array(X4)
Y: Final = np.array(Y4)
y: Final = Y[:, 0]


def auto() -> MlsLcsClassifier:
    return MlsLcsClassifier(random_state=1)


BOTH: Final = pytest.mark.parametrize("made", [good, auto], ids=["paper", "auto"])


@BOTH
def test_one_dimension_comes_back_in_one_dimension(made: Any) -> None:
    classifier = made().fit(X, y)

    assert classifier.predict(X).tolist() == y.tolist()
    assert classifier.classes_.tolist() == [0, 1]
    shares = classifier.predict_proba(X)
    assert shares.shape == (16, 2)
    assert np.allclose(shares.sum(axis=1), 1.0)
    assert (shares.argmax(axis=1) == y).all()
    assert classifier.score(X, y) == 1.0


@BOTH
@pytest.mark.parametrize("width", [1, 2])
def test_two_dimensions_stay_as_they_are(made: Any, width: int) -> None:
    classifier = made().fit(X, Y[:, :width])

    assert classifier.predict(X).shape == classifier.predict_proba(X).shape == (16, width)
    assert classifier.classes_.shape == (width, 2)


@BOTH
@pytest.mark.parametrize(
    ("values", "label"),
    [
        ([-1, 1], "y0=1"),
        ([2.5, 7.0], "y0=7.0"),
        (["left", "stayed"], "y0=stayed"),
        (["no", "yes"], "y0"),
        ([False, True], "y0"),
        ([0.0, 1.0], "y0"),
    ],
    ids=repr,
)
def test_two_classes_of_any_kind_come_back(made: Any, values: list[Any], label: str) -> None:
    """The label is named by its class, unless that is a word for yes."""
    given = [values[one] for one in y]

    classifier = made().fit(X, given)

    assert classifier.predict(X).tolist() == given
    assert classifier.classes_.tolist() == values
    assert classifier.label_names_ == (label,)
    assert classifier.score(X, given) == 1.0


@pytest.mark.parametrize("library", [pd.Series, pl.Series], ids=["pandas", "polars"])
def test_a_named_column_names_the_label(library: Any) -> None:
    texts = np.where(y, "stayed", "left").tolist()
    column = library(data=texts, name="churn") if library is pd.Series else library("churn", texts)

    classifier = good().fit(X, column)

    assert classifier.label_names_ == ("churn=stayed",)
    assert classifier.predict(X).tolist() == texts


@pytest.mark.filterwarnings("ignore:.*training data did not have")
def test_an_instance_that_no_rule_matches_is_as_likely_of_one_class_as_of_the_other() -> None:
    """REP-8: no test accepts a value that was not seen, and with p_hash = 0 every rule tests it."""
    classifier = good(p_hash=0.0, mutation_rate=0.0).fit([["a"], ["a"], ["b"]], [0, 0, 1])

    assert classifier.predict_proba([["c"]]).tolist() == [[0.5, 0.5]]
    assert classifier.decision_function([["c"]]).tolist() == [0.0]


def test_a_constant_column_of_labels_is_learned() -> None:
    classifier = small().fit(X, np.zeros(16, dtype=int))

    assert classifier.predict(X).tolist() == [0] * 16
    assert classifier.predict_proba(X).shape == (16, 2)


def test_a_warm_start_keeps_the_classes() -> None:
    classifier = good(warm_start=True).fit(X, np.where(y, "stayed", "left"))

    classifier.fit(X[:2], ["stayed", "stayed"])

    assert classifier.classes_.tolist() == ["left", "stayed"]
    with pytest.raises(DataError):
        classifier.fit(X, np.where(y, "stayed", "gone"))


@BOTH
@pytest.mark.parametrize(
    "wrapped",
    [MultiOutputClassifier, ClassifierChain, OneVsRestClassifier],
    ids=lambda tool: tool.__name__,
)
def test_tools_that_learn_label_by_label_learn_all_labels(made: Any, wrapped: Any) -> None:
    """They had a score of 0.0 without an error as long as one dimension came back as two."""
    tool = wrapped(made()).fit(X, Y)

    assert np.array_equal(tool.predict(X), Y)
    assert tool.score(X, Y) == 1.0
    shares = tool.predict_proba(X)
    assert np.array_equal(np.asarray(shares).shape, (2, 16, 2) if wrapped is MultiOutputClassifier else (16, 2))


@BOTH
@pytest.mark.parametrize("method", ["sigmoid", "isotonic"])
def test_votes_are_calibrated(made: Any, method: str) -> None:
    calibrated = CalibratedClassifierCV(made(), method=method, cv=2).fit(X, y)

    assert calibrated.predict_proba(X).shape == (16, 2)
    assert calibrated.predict(X).tolist() == y.tolist()


@pytest.mark.parametrize("classes", [("no", "yes"), ("good", "bad"), (3, 7)], ids=str)
def test_dates_are_dates_whatever_the_classes_are(classes: tuple[object, object]) -> None:
    """Rules show them as dates, and predicting the same table has nothing to warn of."""
    frame = pd.DataFrame({"since": pd.date_range("2020-01-01", periods=40), "n": [0, 1] * 20})
    classifier = auto().fit(frame, np.repeat(np.array(classes), 20))

    assert classifier.predict(frame).tolist() == [classes[0]] * 20 + [classes[1]] * 20
    assert classifier.model_.ruleset.context.date_columns == {"since"}


@pytest.mark.parametrize("mark", [";", "|", ","])
def test_two_classes_that_look_like_lists_of_labels_are_told(mark: str) -> None:
    """They stay two classes; a comma with a blank behind it is part of a name."""
    texts = np.where(y == 1, f"a{mark}b", "c")
    with pytest.warns(DataWarning):
        classifier = good().fit(X, texts)

    assert classifier.predict(X).tolist() == texts.tolist()
    assert good().fit(X, np.where(y == 1, "Paris, Texas", "c-d/e")).predict(X)[y == 1][0] == "Paris, Texas"


def test_texts_that_list_labels_are_refused_with_the_indicator_that_pandas_makes_of_them() -> None:
    texts = pd.Series(["a|b", "a", "b", "c"] * 4)
    with pytest.raises(ValueError, match=r"get_dummies\('\|'\)"):
        good().fit(X, texts)

    assert good().fit(X, texts.str.get_dummies("|")).label_names_ == ("a", "b", "c")
