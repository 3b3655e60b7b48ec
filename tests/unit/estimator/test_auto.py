"""The profile `auto` as scikit-learn sees it."""

from typing import Any

import pytest
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.utils.estimator_checks import check_estimator
from unit.estimator.test_common_checks import EXPECTED, has_other_classes

from mlslcs_ref.auto import train_auto
from mlslcs_ref.data.table import from_table
from mlslcs_ref.errors import SettingsError
from mlslcs_ref.estimator import AutoMlsLcsClassifier

X = [["red", 1.0], ["red", 2.0], ["blue", 1.0], ["blue", None]] * 5
Y = [[1, 0], [1, 0], [0, 1], [0, 1]] * 5


def test_the_estimator_predicts_as_its_model() -> None:
    classifier = AutoMlsLcsClassifier(random_state=1).fit(X, Y)
    model = train_auto(from_table(X, Y), 1)
    assert classifier.ruleset_ == model.ruleset
    assert classifier.predict(X).tolist() == Y
    assert classifier.score(X, Y) == 1.0
    estimate = classifier.predict_proba([["red", 7.0]])
    assert (estimate > model.thresholds).tolist() == [[True, False]]


def test_options_out_of_range_are_refused_in_fit() -> None:
    with pytest.raises(SettingsError):
        AutoMlsLcsClassifier(n_runs=0).fit(X, Y)


def test_an_estimator_that_was_not_fitted_says_so() -> None:
    with pytest.raises(NotFittedError):
        clone(AutoMlsLcsClassifier()).predict(X)


def test_an_unknown_value_is_in_no_set() -> None:
    """REP-8."""
    classifier = AutoMlsLcsClassifier(random_state=1).fit(X, Y)
    assert classifier.predict([["green", 1.0]]).shape == (1, 2)


def test_no_other_check_of_scikit_learn_fails_than_for_the_papers_system() -> None:
    results: list[dict[str, Any]] = check_estimator(AutoMlsLcsClassifier(random_state=0), on_fail=None, on_skip=None)
    failed = [result for result in results if result["status"] == "failed" and not has_other_classes(result)]
    assert {result["check_name"] for result in failed} <= set(EXPECTED)
