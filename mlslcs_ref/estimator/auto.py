"""The profile `auto` as a scikit-learn classifier."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils import Tags
from sklearn.utils.validation import check_consistent_length, check_is_fitted

from mlslcs_ref.auto import AutoOptions, train_auto
from mlslcs_ref.data.table import Nominal, decided, encoded, from_table
from mlslcs_ref.estimator.inputs import checked_table, require_labels, seed_of
from mlslcs_ref.estimator.target import given_back, shares_of_classes, target_of
from mlslcs_ref.metrics import accuracy
from mlslcs_ref.rulesets.ruleset import RuleSet
from mlslcs_ref.rulesets.short_model import ShortModel

__all__ = ["AutoMlsLcsClassifier"]


class AutoMlsLcsClassifier(ClassifierMixin, BaseEstimator):  # type: ignore[misc] # scikit-learn is published without types
    """Few short multi-label rules, from data that nobody tuned anything for.

    This is the profile `auto`, which does more than the paper has (EXT-1 to EXT-8). `MlsLcsClassifier` is the paper's
    system, with all its settings. The result is a function of data, parameters and seed, whatever `n_jobs` is.

    Parameters
    ----------
    max_rules : int, default=None
        The most rules; None means 50 for one run, and no limit for several.
    max_tests : int, default=None
        The most tests of a rule; None means as many as make it more certain.
    n_runs : int, default=1
        Runs whose rules are put together: ten are more accurate than one, and not as easy to read.
    n_jobs : int, default=1
        Runs that are done side by side.
    categorical_features : "infer", None, or array-like of {bool, int, str}, default="infer"
        Which columns are nominal, as for `MlsLcsClassifier`.
    random_state : int, RandomState, Generator or None, default=None
        An int is the seed of the first run.

    Attributes
    ----------
    model_ : ShortModel
        Rules, what they have seen, and thresholds; ``print`` shows it.
    label_names_ : tuple of str, length n_labels
        The names of the columns of `y`; y0, y1, ... if they have none.
    classes_ : ndarray of shape (n_labels, 2) or (2,)
        0 and 1 for every label; the two classes if `y` had one dimension.
    n_features_in_ : int
        Columns of `X`.
    feature_names_in_ : ndarray of str, of shape (n_features_in_,)
        Their names, if all are strings.

    Examples
    --------
    >>> from mlslcs_ref.estimator import AutoMlsLcsClassifier
    >>> X = [["red", 1.0], ["red", 2.0], ["blue", 1.0], ["blue", 2.0]] * 5
    >>> Y = [[1, 0], [1, 0], [0, 1], [0, 1]] * 5
    >>> classifier = AutoMlsLcsClassifier(random_state=1).fit(X, Y)
    >>> print(classifier.model_.texts()[0])
    IF x0 = red THEN y0 100%, y1 0% (of 10 rows; 50%, 50% in all)
    >>> classifier.predict([["red", 1.5]])
    array([[1, 0]])
    """

    def __init__(
        self,
        *,
        max_rules: int | None = None,
        max_tests: int | None = None,
        n_runs: int = 1,
        n_jobs: int = 1,
        categorical_features: Nominal = "infer",
        random_state: Any = None,
    ) -> None:
        self.max_rules = max_rules
        self.max_tests = max_tests
        self.n_runs = n_runs
        self.n_jobs = n_jobs
        self.categorical_features = categorical_features
        self.random_state = random_state

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.categorical = True
        tags.input_tags.string = True
        tags.input_tags.sparse = True
        tags.target_tags.required = True
        tags.target_tags.multi_output = True
        tags.target_tags.single_output = True
        tags.classifier_tags.multi_class = False
        tags.classifier_tags.multi_label = True
        return tags

    def fit(self, X: Any, y: Any) -> AutoMlsLcsClassifier:
        """Learn rules.

        Parameters
        ----------
        X : DataFrame, ndarray, sparse matrix or list of rows, of shape (n_instances, n_features)
            Numbers, texts, booleans, categories and missing values.
        y : DataFrame, ndarray, sparse matrix or list, of shape (n_instances, n_labels) or (n_instances,)
            Indicator of the labels: 0 and 1, or booleans. One dimension stands for one label, with any two classes.

        Returns
        -------
        AutoMlsLcsClassifier
            This object.

        Raises
        ------
        DataError
            If the data cannot be learned from; a `ValueError`.
        SettingsError
            If a parameter is out of its range; a `ValueError`.
        """
        options = AutoOptions(max_rules=self.max_rules, max_tests=self.max_tests, n_runs=self.n_runs)
        table = checked_table(self, X, reset=True)
        require_labels(self, table, y)
        target = target_of(y)
        dataset = target.named(from_table(table, target.labels, nominal=self.categorical_features))
        self.model_: ShortModel = train_auto(dataset, seed_of(self.random_state), options, jobs=self.n_jobs)
        self.label_names_ = dataset.schema.labels
        self.classes_ = target.classes_of(dataset)
        return self

    @property
    def ruleset_(self) -> RuleSet:
        """The rules, in the order of their selection."""
        return self.model_.ruleset

    def predict(self, X: Any) -> npt.NDArray[Any]:
        """Return the labels, 0 or 1, of shape (n_instances, n_labels), or classes, as in fit (EXT-3)."""
        instances = self._encoded(X)
        return given_back(self.model_.predict(instances), self.classes_)

    def predict_proba(self, X: Any) -> npt.NDArray[np.float64]:
        """Return the estimates of the labels, of shape (n_instances, n_labels), each from 0 to 1 (EXT-1).

        A label is predicted if its estimate exceeds its own threshold, in `model_.thresholds`. After a fit with `y` of
        one dimension there are two columns, one for each class.
        """
        instances = self._encoded(X)
        found = self.model_.predict_proba(instances)
        return shares_of_classes(found[:, 0]) if self.classes_.ndim == 1 else found

    def score(self, X: Any, y: Any) -> float:
        """Return the paper's accuracy, the mean Jaccard index of label sets; two empty sets count 1 (MET-A)."""
        predicted = self.model_.predict(self._encoded(X))
        truth = decided(target_of(y, self.classes_).labels, self.model_.ruleset.schema)
        check_consistent_length(predicted, truth)
        return accuracy(truth, predicted)

    def _encoded(self, X: Any) -> npt.NDArray[np.float64]:
        check_is_fitted(self)
        return encoded(checked_table(self, X, reset=False), self.model_.ruleset.schema)
