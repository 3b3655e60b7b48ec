"""The estimator among scikit-learn's tools, and across processes.

Of the field reports: API-01, API-02, API-11, API-14, CB-03, RE-03.
"""

import pickle
import subprocess
import sys
from pathlib import Path

import joblib
import numpy as np
import pandas as pd
import pytest
from raising import raising
from sklearn.base import clone
from sklearn.compose import ColumnTransformer, make_column_selector
from sklearn.impute import SimpleImputer
from sklearn.metrics import make_scorer
from sklearn.model_selection import GridSearchCV, KFold, cross_val_predict, cross_val_score, cross_validate
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import FunctionTransformer, MinMaxScaler, OrdinalEncoder
from unit.estimator.builders import X4, Y4, good, mixed_rows, small

from mlslcs_ref.errors import SettingsError
from mlslcs_ref.metrics import accuracy
from mlslcs_ref.rulesets.model_file import model_text


def frame_and_labels() -> tuple[pd.DataFrame, pd.DataFrame]:
    X, Y = mixed_rows()
    frame = pd.DataFrame({"n": X[:, 0].astype(float), "c": pd.Categorical(X[:, 1]), "b": X[:, 2].astype(bool)})
    return frame, pd.DataFrame(Y, columns=["red", "odd"])


def test_a_pipeline_scales_and_learns() -> None:
    X, Y = mixed_rows()
    pipeline = make_pipeline(MinMaxScaler(), good()).fit(X[:, [0, 2]], Y)

    assert pipeline.predict(X[:, [0, 2]]).shape == (18, 2)
    assert pipeline.predict_proba(X[:, [0, 2]]).shape == (18, 2)
    with pytest.raises(TypeError, match="sample_weight"):
        pipeline.fit(X[:, [0, 2]], Y, mlslcsclassifier__sample_weight=np.ones(18))


@pytest.mark.parametrize("container", ["default", "pandas", "polars"])
def test_a_column_transformer_hands_over_every_kind_of_table(container: str) -> None:
    frame, labels = frame_and_labels()
    columns = ColumnTransformer(
        [
            ("n", SimpleImputer(), ["n"]),
            ("c", OrdinalEncoder(), make_column_selector(dtype_include="category")),
            ("b", "passthrough", ["b"]),
        ],
        verbose_feature_names_out=False,
    ).set_output(transform=container)
    pipeline = Pipeline([("columns", columns), ("rules", good(categorical_features=[1]))]).fit(frame, labels)

    assert pipeline.score(frame, labels) > 0.9
    if container != "default":
        assert list(pipeline[-1].feature_names_in_) == ["n", "c", "b"]


def test_a_function_that_keeps_the_frame_keeps_its_categories() -> None:
    frame, labels = frame_and_labels()
    pipeline = make_pipeline(FunctionTransformer(), good()).fit(frame, labels)

    assert pipeline.score(frame, labels) > 0.9
    ruleset = pipeline[-1].ruleset_
    assert any("c in {" in text or "c not in {" in text for text in (rule.text for rule in ruleset))


def test_a_grid_of_numpy_scalars_is_searched() -> None:
    """API-14: the values of `arange` and `linspace`."""
    grid = {"population_size": np.arange(100, 300, 100), "p_hash": np.linspace(0.2, 0.6, 2), "threshold": ["best", 0.4]}
    search = GridSearchCV(small(passes=3), grid, cv=2, error_score="raise").fit(X4, Y4)

    assert search.best_params_["population_size"] in (100, 200)
    assert search.predict(X4).shape == (16, 2)
    assert all(0 <= score <= 1 for score in search.cv_results_["mean_test_score"])


def test_the_scorers_of_scikit_learn_work() -> None:
    scoring = ["accuracy", "f1_micro", "f1_samples", "roc_auc", "average_precision"]
    ours = {"paper": make_scorer(accuracy)}
    Y = np.array(Y4)

    found = cross_validate(
        small(passes=3), X4, Y, cv=KFold(2, shuffle=True, random_state=0), scoring=scoring, error_score="raise"
    )
    found |= cross_validate(small(passes=3), X4, Y, cv=2, scoring=ours, error_score="raise")

    assert all(np.isfinite(found[f"test_{name}"]).all() for name in [*scoring, "paper"])


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("method", ["predict", "predict_proba", "decision_function"])
def test_every_instance_is_predicted_by_a_fold_that_did_not_see_it(method: str) -> None:
    X, Y = mixed_rows()
    folds = KFold(2)
    train, test = next(folds.split(X))

    found = cross_val_predict(small(), X, Y, cv=folds, method=method)

    assert np.array_equal(found[test], getattr(small().fit(X[train], Y[train]), method)(X[test]))


def test_folds_side_by_side_give_what_they_give_one_after_the_other() -> None:
    """RE-03, CB-03: processes of loky, which pickle the classifier both ways."""
    frame, labels = frame_and_labels()
    options = {"cv": KFold(3), "return_estimator": True, "error_score": "raise"}

    one, two = (cross_validate(small(passes=3), frame, labels, n_jobs=jobs, **options) for jobs in (None, 2))

    assert one["test_score"].tolist() == two["test_score"].tolist()
    assert [model_text(fold.model_) for fold in one["estimator"]] == [
        model_text(fold.model_) for fold in two["estimator"]
    ]


def test_a_clone_is_untrained_and_learns_the_same() -> None:
    """API-01."""
    classifier = small(settings={"vote_weight": "accuracy"}, categorical_features=[0]).fit(X4, Y4)
    twin = clone(classifier)

    assert not hasattr(twin, "model_")
    assert twin.get_params() == classifier.get_params()
    assert model_text(twin.fit(X4, Y4).model_) == model_text(classifier.model_)
    assert repr(twin) == repr(classifier)


IN_A_NEW_PROCESS = """
import sys, joblib, numpy as np
from mlslcs_ref.rulesets.model_file import model_text
classifier = joblib.load(sys.argv[1])
X = np.load(sys.argv[2], allow_pickle=True)
np.save(sys.argv[3], np.hstack([classifier.predict(X), classifier.predict_proba(X), classifier.decision_function(X)]))
sys.stdout.write(model_text(classifier.model_) + str(classifier.explain(X[0])) + str(classifier.thresholds_))
"""


def test_a_dumped_classifier_behaves_the_same_in_a_new_process(tmp_path: Path) -> None:
    """API-02: predictions, votes, rules, thresholds and explanations."""
    X, Y = mixed_rows()
    classifier = small().fit(X, Y)
    joblib.dump(classifier, tmp_path / "classifier.joblib")
    np.save(tmp_path / "X.npy", X)
    command = [
        sys.executable,
        "-c",
        IN_A_NEW_PROCESS,
        *(str(tmp_path / name) for name in ("classifier.joblib", "X.npy", "out.npy")),
    ]

    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout

    assert said == model_text(classifier.model_) + str(classifier.explain(X[0])) + str(classifier.thresholds_)
    expected = np.hstack([classifier.predict(X), classifier.predict_proba(X), classifier.decision_function(X)])
    assert np.load(tmp_path / "out.npy").tobytes() == expected.tobytes()


def test_a_pickled_classifier_goes_on_learning() -> None:
    X, Y = mixed_rows()
    classifier = small(warm_start=True, passes=3).fit(X, Y)
    twin = pickle.loads(pickle.dumps(classifier))  # noqa: S301 -- our own

    assert model_text(twin.fit(X, Y).model_) == model_text(classifier.fit(X, Y).model_)


def test_a_failing_fold_is_an_error_of_ours() -> None:
    with raising(SettingsError, name="population_size"):
        cross_val_score(small(population_size=0), X4, Y4, cv=2, error_score="raise")
