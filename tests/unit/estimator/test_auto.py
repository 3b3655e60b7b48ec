"""The estimator as it is without a word: the profile `auto`."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from raising import raising
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.utils.estimator_checks import check_estimator
from unit.estimator.test_common_checks import EXPECTED, has_other_classes

from mlslcs_ref.data.table import from_table
from mlslcs_ref.errors import ModelWarning, PoorModelWarning, SettingsError
from mlslcs_ref.estimator import MlsLcsClassifier
from mlslcs_ref.learning.train import train
from mlslcs_ref.rulesets.model_file import model_text

X = [["red", 1.0], ["red", 2.0], ["blue", 1.0], ["blue", None]] * 5
Y = [[1, 0], [1, 0], [0, 1], [0, 1]] * 5


def quick(**changes: Any) -> MlsLcsClassifier:
    """Give a classifier that learns fast."""
    return MlsLcsClassifier(**{"passes": 5, "random_state": 1, **changes})


def test_the_estimator_predicts_as_its_model() -> None:
    classifier = MlsLcsClassifier(random_state=1).fit(X, Y)
    model = train(from_table(X, Y), profile="auto", seed=1)
    assert classifier.ruleset_ == model.ruleset
    assert classifier.predict(X).tolist() == Y
    assert classifier.score(X, Y) == 1.0
    estimate = classifier.predict_proba([["red", 7.0]])
    assert (estimate > np.array(model.thresholds.labels)).tolist() == [[True, False]]
    assert (classifier.decision_function([["red", 7.0]]) > 0.0).tolist() == [[True, False]]


def test_decisions_above_0_are_those_that_are_predicted_also_where_each_row_gets_a_label() -> None:
    """EXT-3."""
    rows = np.arange(40.0)[:, None]
    classifier = MlsLcsClassifier(random_state=1).fit(rows, np.eye(4, dtype=int)[np.arange(40) // 10])
    thresholds = classifier.model_.thresholds._replace(labels=(0.9,) * 4, at_least_one=True)
    classifier.model_ = replace(classifier.model_, thresholds=thresholds)
    predicted = classifier.predict(rows)

    assert predicted.any(axis=1).all()
    assert ((classifier.decision_function(rows) > 0.0) == predicted).all()


def test_any_other_way_to_decide_can_be_asked_for() -> None:
    classifier = quick().fit(X, Y)
    for threshold in ("ival", "pcut", "best", 0.3):
        with pytest.warns(ModelWarning):
            assert classifier.set_params(threshold=threshold).predict(X).shape == (20, 2)
    with pytest.warns(ModelWarning):
        assert {"votes", "estimate"}.intersection(str(classifier.explain(X[0])).split()) == {"votes"}
    likely = str(classifier.set_params(threshold=None).explain(X[0]))
    assert {"votes", "estimate"}.intersection(likely.split()) == {"estimate"}


def test_the_papers_system_is_a_profile_away() -> None:
    classifier = quick(profile="paper", clustering=False).fit(X, Y)
    assert classifier.model_.record.profile == "paper"
    assert len(classifier.history_) == 5


@pytest.mark.parametrize(
    ("changes", "name"),
    [
        ({"n_runs": 0}, "n_runs"),
        ({"max_rules": 0}, "max_rules"),
        ({"n_jobs": 0}, "n_jobs"),
        ({"n_jobs": True}, "n_jobs"),
        ({"clustering": True}, "clustering"),
        ({"profile": "paper", "max_rules": 5}, "max_rules"),
        ({"profile": "authors", "n_runs": 2}, "n_runs"),
        ({"profile": "paper", "threshold": "posterior"}, "threshold"),
    ],
)
def test_what_does_not_fit_together_is_refused_in_fit(changes: dict[str, Any], name: str) -> None:
    with raising(SettingsError, name=name):
        quick(**changes).fit(X, Y)


def test_an_estimator_that_was_not_fitted_says_so() -> None:
    with pytest.raises(NotFittedError):
        clone(MlsLcsClassifier()).predict(X)


@pytest.mark.parametrize("n_jobs", [1, 2, -1])
def test_the_number_of_jobs_changes_nothing(n_jobs: int) -> None:
    model = quick(n_runs=2).fit(X, Y).model_
    assert model_text(quick(n_runs=2, n_jobs=n_jobs).fit(X, Y).model_) == model_text(model)


@pytest.mark.filterwarnings("ignore:.*training data did not have")
def test_an_unknown_value_is_in_no_set() -> None:
    """REP-8."""
    assert quick().fit(X, Y).predict([["green", 1.0]]).shape == (1, 2)


def test_a_warm_start_goes_on_from_the_populations_of_all_runs() -> None:
    classifier = quick(n_runs=2, warm_start=True).fit(X, Y)
    before = [{rule.bits for rule in population} for population in classifier.model_.populations]
    classifier.set_params(passes=1).fit(X, Y)
    after = [{rule.bits for rule in population} for population in classifier.model_.populations]
    assert all(old & new for old, new in zip(before, after, strict=True))
    assert classifier.predict(X).tolist() == Y


def test_no_other_check_of_scikit_learn_fails_than_for_the_papers_system() -> None:
    results: list[dict[str, Any]] = check_estimator(quick(), on_fail=None, on_skip=None)
    failed = [result for result in results if result["status"] == "failed" and not has_other_classes(result)]
    assert {result["check_name"] for result in failed} <= set(EXPECTED)
    # which is an error here, as by -W error
    assert not [result for result in results if isinstance(result["exception"], PoorModelWarning)]
