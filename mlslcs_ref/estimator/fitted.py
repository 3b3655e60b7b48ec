"""What a fitted estimator can do: everything is answered by its model."""

from __future__ import annotations

import copy
from typing import Any, Final, Self

import numpy as np
import numpy.typing as npt
from sklearn.utils.validation import check_consistent_length, check_is_fitted

from mlslcs_ref.data.matrix import Matrix
from mlslcs_ref.data.reading import Reading
from mlslcs_ref.data.table import decided, encoded, from_table
from mlslcs_ref.errors import DataError
from mlslcs_ref.estimator.inputs import checked_table, checked_threshold
from mlslcs_ref.estimator.target import balance, shares_of_classes, target_of
from mlslcs_ref.extension.settings import MAX_RULES
from mlslcs_ref.inference.thresholds import Thresholds
from mlslcs_ref.metrics import accuracy
from mlslcs_ref.rulesets.arguments import one_row
from mlslcs_ref.rulesets.consultation import POSTERIOR, Consultation, Method, warn_of_votes
from mlslcs_ref.rulesets.explaining import decider_of, explain_coded
from mlslcs_ref.rulesets.explanation import Explanation
from mlslcs_ref.rulesets.importance import FeatureImportance, feature_importance
from mlslcs_ref.rulesets.model import Model
from mlslcs_ref.rulesets.rule import Rule
from mlslcs_ref.rulesets.ruleset import RuleSet
from mlslcs_ref.rulesets.strategies import Strategy
from mlslcs_ref.rulesets.unlike import warn_of_unlike

MOST_DIFFERENCE: Final = 2.0


class Fitted:
    """The part of an estimator that needs only the results of `fit`.

    Attributes
    ----------
    model_ : Model
        The model.
    classes_ : ndarray of shape (n_labels, 2) or (2,)
        0 and 1 for every label; the two classes if `y` had one dimension.
    n_unmatched_ : int
        Instances that no rule matches, in the last predicted data.
    threshold : str, float or None
        How labels are decided.
    validation : float or None
        Share of the rows that `fit` has held out.
    """

    model_: Model
    classes_: npt.NDArray[Any]
    n_unmatched_: int
    threshold: Any
    validation: Any

    @property
    def ruleset_(self) -> RuleSet:
        """The rules."""
        return self.model_.ruleset

    @property
    def rules_(self) -> tuple[Rule, ...]:
        """The rules, in population order; in `auto` in the order of their selection."""
        return self.ruleset_.rules

    @property
    def feature_importances_(self) -> npt.NDArray[np.float64]:
        """The share of votes that is cast by rules testing each feature, of shape (n_features,)."""
        return self.feature_importance().overall

    def compact(self, X: Any, y: Any, strategy: Strategy | None = None, max_rules: int = MAX_RULES) -> Self:
        """Return an estimator with fewer rules; this one does not change.

        Parameters
        ----------
        X, y
            The training data, as for `fit`; a share that `fit` has held out is left out again.
        strategy : str, optional
            One of `mlslcs_ref.rulesets.strategies.STRATEGIES`; by default `select` in the profile `auto`, else `paper`.
        max_rules : int
            The largest number of rules of `select`, which makes a short model from any.
        """
        check_is_fitted(self)
        ruleset = self.ruleset_
        table = checked_table(self, X, ruleset.schema)
        smaller = copy.copy(self)
        dataset = from_table(table, target_of(y, self.classes_).labels, schema=ruleset.schema)
        smaller.model_ = self.model_.compact(dataset, strategy, max_rules)
        return smaller

    @property
    def thresholds_(self) -> Thresholds:
        """The thresholds chosen on the training data."""
        return self.model_.thresholds

    def predict(self, X: Any) -> npt.NDArray[Any]:
        """Return the labels, 0 or 1, of shape (n_instances, n_labels), or the classes of a `y` of one dimension.

        The columns of a data frame are those of `fit` in their order; others among them are left out.
        """
        flags = self._predicted(X)
        return flags.astype(np.int64) if self.classes_.ndim == 2 else self.classes_[flags[:, 0].astype(np.intp)]

    def _predicted(self, X: Any) -> npt.NDArray[np.bool_]:
        consultation = self._consulted(X)
        method = self._method()
        if isinstance(method, float):
            return consultation.voted(method)
        return consultation.predicted(method, self.model_.thresholds)

    def predict_proba(self, X: Any) -> npt.NDArray[np.float64]:
        """Return how likely each label is, or its share of the votes, of shape (n_instances, n_labels), in [0, 1].

        In `auto` these are estimates of the labels (EXT-1); a label is predicted if its estimate exceeds its own
        threshold in `thresholds_.labels`. With `thresholds_.at_least_one` the likeliest label is predicted if no other
        is.

        In the other profiles, and with one of their thresholds, these are normalised votes (INF-2). They add up to 1
        over the labels of an instance that has any vote, and are not probabilities of the labels. A label is predicted
        if its share reaches the threshold: `thresholds_.ival`, `thresholds_.pcut` or the given number. In the profile
        `authors` it must exceed it. Only "best" does not use votes.

        After a fit with `y` of one dimension there are two columns, one for each class: in `auto` the estimate and its
        difference from 1; else the weights of the votes against and for the label as shares of all votes on it, one
        half each if there are none.
        """
        consultation = self._consulted(X)
        if self._method() == POSTERIOR:
            estimates = consultation.estimates()
            return shares_of_classes(estimates[:, 0]) if self.classes_.ndim == 1 else estimates
        if self.classes_.ndim == 1:
            return shares_of_classes((1.0 + balance(consultation)) / 2.0)
        return consultation.votes().astype(np.float64)

    def decision_function(self, X: Any) -> npt.NDArray[np.float64]:
        """Return the raw votes w, of shape (n_instances, n_labels): what the matching rules add and subtract (INF-1).

        In `auto` the result is the difference of each estimate and the label's threshold; a label that is never
        predicted has less than -1. If the likeliest label is predicted because no other is, it has the smallest number
        above 0.

        After a fit with `y` of one dimension the shape is (n_instances,), and w is divided by the weight of all votes.
        """
        consultation = self._consulted(X)
        if self._method() == POSTERIOR:
            # a difference of 2 stands for infinity
            thresholds = np.minimum(np.array(self.model_.thresholds.labels), MOST_DIFFERENCE)
            above: npt.NDArray[np.float64] = consultation.estimates() - thresholds
            predicted = consultation.predicted(POSTERIOR, self.model_.thresholds)
            above = np.where(predicted & (above <= 0.0), np.finfo(np.float64).tiny, above)
            return above[:, 0] if self.classes_.ndim == 1 else above
        return balance(consultation) if self.classes_.ndim == 1 else consultation.raw_votes().astype(np.float64)

    def score(self, X: Any, y: Any) -> float:
        """Return the paper's accuracy, the mean Jaccard index of label sets; two empty sets count 1 (MET-A).

        In the profile `authors` they leave the mean. This is not the subset accuracy that scikit-learn's classifiers
        return, which is `scoring="accuracy"`.
        """
        predicted = self._predicted(X)
        ruleset = self.model_.ruleset
        truth = decided(target_of(y, self.classes_).labels, ruleset.schema)
        check_consistent_length(predicted, truth)
        return accuracy(truth, predicted, ruleset.settings.skip_empty)

    def explain(self, x: Any) -> Explanation:
        """Explain the prediction of one instance; ``print`` shows it.

        Parameters
        ----------
        x : array-like of shape (n_features,) or (1, n_features), or DataFrame of one row
            The instance.
        """
        check_is_fitted(self)
        instances = self._coded(one_row(x))
        if len(instances) != 1:
            raise DataError(f"expected one instance, found {len(instances)} rows; give one of them, such as X[:1]")
        method = self._method()
        decider = method if isinstance(method, float) else decider_of(self.model_.thresholds, method)
        return explain_coded(self.model_.ruleset, instances.rows()[0], decider)

    def feature_importance(self) -> FeatureImportance:
        """Return the share of votes that is cast by rules testing each feature, overall and by label."""
        check_is_fitted(self)
        return feature_importance(self.model_.ruleset)

    def _method(self) -> Method | float:
        """Return how labels are decided, by the model, even if parameters have changed since."""
        method = checked_threshold(self.threshold, self.model_.ruleset.is_short)
        warn_of_votes(self.model_.ruleset, method)
        return method

    def _coded(self, X: Any) -> Matrix:
        """Return a table in the codes of the rules, its texts read as the columns of fit."""
        schema = self.model_.ruleset.schema
        return encoded(checked_table(self, X, schema), schema, Reading.from_dict(self.model_.reading))

    def _consulted(self, X: Any) -> Consultation:
        check_is_fitted(self)
        instances = self._coded(X)
        warn_of_unlike(self.model_.ruleset, instances)
        consultation = Consultation(self.model_.ruleset, instances)
        self.n_unmatched_ = consultation.n_unmatched
        return consultation
