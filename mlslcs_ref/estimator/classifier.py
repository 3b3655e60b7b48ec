"""MlS-LCS as a scikit-learn classifier: parameters, shapes and names; everything else is done by the rooms below."""

from __future__ import annotations

import copy
import sys
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils import Tags
from sklearn.utils.validation import check_consistent_length, check_is_fitted

from mlslcs_ref.data.table import Nominal, decided, encoded, from_table
from mlslcs_ref.estimator.inputs import (
    checked_settings,
    checked_table,
    checked_threshold,
    require_labels,
    require_run_parameters,
    schema_of,
    seed_of,
)
from mlslcs_ref.estimator.target import balance, given_back, shares_of_classes, target_of
from mlslcs_ref.history import History
from mlslcs_ref.inference.thresholds import Metric, Thresholds
from mlslcs_ref.metrics import accuracy
from mlslcs_ref.rulesets.arguments import one_row
from mlslcs_ref.rulesets.consultation import Consultation
from mlslcs_ref.rulesets.explanation import Explanation, explain_coded
from mlslcs_ref.rulesets.importance import FeatureImportance, feature_importance
from mlslcs_ref.rulesets.model import Model
from mlslcs_ref.rulesets.pass_record import PassRecord
from mlslcs_ref.rulesets.rule import Rule
from mlslcs_ref.rulesets.ruleset import RuleSet
from mlslcs_ref.rulesets.strategies import Strategy
from mlslcs_ref.training import Training

__all__ = ["MlsLcsClassifier"]

_NOT_SETTINGS = (
    "profile",
    "settings",
    "threshold",
    "metric",
    "categorical_features",
    "warm_start",
    "verbose",
    "random_state",
)


class MlsLcsClassifier(ClassifierMixin, BaseEstimator):  # type: ignore[misc] # scikit-learn is published without types
    """A Michigan-style learning classifier system that learns multi-label rules.

    Every setting of the paper is a parameter; None means the profile's value, which `Settings` lists with its range and
    clause. The result is a function of data, parameters and seed: a run is one stream of random numbers, so there is no
    `n_jobs`; run folds or candidates side by side instead.

    Parameters
    ----------
    profile : {"paper", "authors"}, default="paper"
        Where the settings start from: the text of the paper, or what the authors' program does.
    population_size, passes, theta_ga, theta_exp, theta_del, precision_bits : int, default=None
        N in micro-classifiers; training passes over the data; GA threshold in time steps; experience that subsumers and
        parents need, and from which deletion looks at cs; bits of a bound of a continuous test.
    p_hash, p_label_hash, crossover_rate, mutation_rate, learning_rate : float, default=None
        P#, P_label#, chi, mu and beta, in [0, 1].
    accuracy_power, accuracy_threshold, omega, phi : float, default=None
        nu above 0; acc0, omega and phi in [0, 1], omega at most phi.
    update_only : float, default=None
        Share of further passes that only update, in [0, 1].
    match_set_control, clustering : bool, default=None
        Whether match sets are controlled, and whether the population starts from cluster centroids.
    clustering_gamma, p_hash_init, p_label_hash_init : float, default=None
        Clusters per instance, and P# and P_label# of the rules that centroids make.
    settings : dict, default=None
        Any other setting by name: how a clause is read where the paper and the authors' program differ.
    threshold : {"ival", "pcut", "best"} or float, default="ival"
        How votes become labels: thresholds chosen on the training data by internal validation or by proportional cut,
        the best matching rules without any vote, or a threshold on normalised votes, above 0 up to 1.
    metric : {"accuracy", "exact_match", "hamming_loss"}, default="accuracy"
        What internal validation makes best.
    categorical_features : "infer", None, or array-like of {bool, int, str}, default="infer"
        Which columns are nominal: those with texts, categories or booleans, and those of numbers that hold both 0 and 1
        and nothing else; or none; or those said, the others being continuous.
    warm_start : bool, default=False
        Whether `fit` goes on from the rules of the fit before, with the same columns and labels.
    verbose : int, default=0
        A line on standard output every so many passes.
    random_state : int, RandomState, Generator or None, default=None
        An int is the seed of the run, the same as the command line's; the others are asked for one.

    Attributes
    ----------
    model_ : Model
        Rules, thresholds and the record of the run; `mlslcs_ref.save_model` writes it.
    ruleset_ : RuleSet
        The rules.
    rules_ : tuple of Rule
        The rules, one by one.
    feature_importances_ : ndarray of shape (n_features_in_,)
        How much the rules that vote look at each feature, in [0, 1].
    thresholds_ : Thresholds
        `pcut` and `ival`, chosen on the training data.
    history_ : list of PassRecord
        One record per pass.
    n_unmatched_ : int
        Instances that no rule matches, and that get no label, in the data last predicted; after `fit`, the training
        data.
    label_names_ : tuple of str, length n_labels
        The names of the columns of `y`; y0, y1, ... if they have none.
    classes_ : ndarray of shape (n_labels, 2) or (2,)
        0 and 1 for every label; the two classes if `y` had one dimension.
    n_features_in_ : int
        Columns of `X`.
    feature_names_in_ : ndarray of str, of shape (n_features_in_,)
        Their names, if all are strings.

    Notes
    -----
    Missing values (None, NaN, NA, or masked) match every test, unless the settings say otherwise (REP-7); a nominal
    value that was not seen matches no set (REP-8); sparse matrices are made dense once. Labels that are constant, and
    instances without labels, are learned like any other; an instance that no rule matches gets no label (INF-6).

    Examples
    --------
    >>> from mlslcs_ref.estimator import MlsLcsClassifier
    >>> X = [["red", 1.0], ["red", 2.0], ["blue", 1.0], ["blue", 2.0]]
    >>> Y = [[1, 0], [1, 0], [0, 1], [0, 1]]
    >>> classifier = MlsLcsClassifier(passes=20, clustering=False, random_state=1).fit(X, Y)
    >>> classifier.predict([["red", 1.5]])
    array([[1, 0]])
    """

    def __init__(
        self,
        *,
        profile: str = "paper",
        population_size: int | None = None,
        passes: int | None = None,
        theta_ga: int | None = None,
        p_hash: float | None = None,
        p_label_hash: float | None = None,
        crossover_rate: float | None = None,
        mutation_rate: float | None = None,
        learning_rate: float | None = None,
        accuracy_power: float | None = None,
        accuracy_threshold: float | None = None,
        theta_exp: int | None = None,
        theta_del: int | None = None,
        omega: float | None = None,
        phi: float | None = None,
        precision_bits: int | None = None,
        update_only: float | None = None,
        match_set_control: bool | None = None,
        clustering: bool | None = None,
        clustering_gamma: float | None = None,
        p_hash_init: float | None = None,
        p_label_hash_init: float | None = None,
        settings: Mapping[str, Any] | None = None,
        threshold: str | float = "ival",
        metric: Metric = "accuracy",
        categorical_features: Nominal = "infer",
        warm_start: bool = False,
        verbose: int = 0,
        random_state: Any = None,
    ) -> None:
        self.profile = profile
        self.population_size = population_size
        self.passes = passes
        self.theta_ga = theta_ga
        self.p_hash = p_hash
        self.p_label_hash = p_label_hash
        self.crossover_rate = crossover_rate
        self.mutation_rate = mutation_rate
        self.learning_rate = learning_rate
        self.accuracy_power = accuracy_power
        self.accuracy_threshold = accuracy_threshold
        self.theta_exp = theta_exp
        self.theta_del = theta_del
        self.omega = omega
        self.phi = phi
        self.precision_bits = precision_bits
        self.update_only = update_only
        self.match_set_control = match_set_control
        self.clustering = clustering
        self.clustering_gamma = clustering_gamma
        self.p_hash_init = p_hash_init
        self.p_label_hash_init = p_label_hash_init
        self.settings = settings
        self.threshold = threshold
        self.metric = metric
        self.categorical_features = categorical_features
        self.warm_start = warm_start
        self.verbose = verbose
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

    def fit(
        self, X: Any, y: Any, *, init: RuleSet | None = None, solutions: Sequence[Sequence[str]] = ()
    ) -> MlsLcsClassifier:
        """Learn rules.

        Parameters
        ----------
        X : DataFrame, ndarray, sparse matrix or list of rows, of shape (n_instances, n_features)
            Numbers, texts, booleans, categories and missing values.
        y : DataFrame, ndarray, sparse matrix or list, of shape (n_instances, n_labels) or (n_instances,)
            Indicator of the labels: 0 and 1, or booleans. One dimension stands for one label, with any two classes.
        init : RuleSet, optional
            Rules to start from instead of cluster centroids, learned from the same columns and labels; with their
            counts, while clocks and passes begin anew. Comes before `warm_start`.
        solutions : sequence of sequence of str
            The shortest complete solutions, if they are known, for %SCS in `history_`.

        Returns
        -------
        MlsLcsClassifier
            This object.

        Raises
        ------
        DataError
            If the data cannot be learned from; a `ValueError`.
        SettingsError
            If a parameter is out of its range; a `ValueError`.
        """
        settings = checked_settings(self.profile, self._given_settings(), self.settings)
        checked_threshold(self.threshold)
        require_run_parameters(self.metric, self.warm_start, self.verbose)
        goes_on = self.warm_start and init is None and hasattr(self, "model_")
        start = self.model_.ruleset if goes_on else init
        table = checked_table(self, X, reset=not goes_on)
        require_labels(self, table, y)
        schema = schema_of(start, table)
        target = target_of(y, self.classes_ if goes_on else None)
        dataset = from_table(table, target.labels, nominal=self.categorical_features, schema=schema, extend=True)
        if schema is None:
            dataset = target.named(dataset)
        history = History(solutions, self.history_ if goes_on else ())
        training = Training(
            dataset, settings, seed_of(self.random_state), profile=self.profile, observer=history, init=start
        )
        for done in training.passes():
            self._report(history.end_pass(training.learner), done, training)
        self.model_: Model = training.model(self.metric, history.records)
        self.history_: list[PassRecord] = history.records
        self.n_unmatched_ = Consultation(self.model_.ruleset, dataset.X).n_unmatched
        self.label_names_ = dataset.schema.labels
        self.classes_: npt.NDArray[Any] = target.classes_of(dataset)
        return self

    @property
    def ruleset_(self) -> RuleSet:
        """The rules."""
        return self.model_.ruleset

    @property
    def rules_(self) -> tuple[Rule, ...]:
        """The rules, in population order."""
        return self.ruleset_.rules

    @property
    def feature_importances_(self) -> npt.NDArray[np.float64]:
        """The specificity of every feature weighted by macro-fitness, of shape (n_features,)."""
        return self.feature_importance().overall

    def compact(self, X: Any, y: Any, strategy: Strategy = "paper") -> MlsLcsClassifier:
        """Return an estimator of fewer rules that goes on predicting; this one stays as it is.

        Parameters
        ----------
        X, y
            The training data, as for `fit`.
        strategy : str
            One of `mlslcs_ref.rulesets.STRATEGIES`.
        """
        check_is_fitted(self)
        table = checked_table(self, X, reset=False)
        smaller = copy.copy(self)
        smaller.model_ = self.model_.compact((table, target_of(y, self.classes_).labels), strategy)
        return smaller

    @property
    def thresholds_(self) -> Thresholds:
        """The thresholds chosen on the training data."""
        return self.model_.thresholds

    def predict(self, X: Any) -> npt.NDArray[Any]:
        """Return the labels, 0 or 1, of shape (n_instances, n_labels), or the classes of a `y` of one dimension."""
        return given_back(self._predicted(X), self.classes_)

    def _predicted(self, X: Any) -> npt.NDArray[np.bool_]:
        consultation = self._consulted(X)
        method = checked_threshold(self.threshold)
        if isinstance(method, float):
            return consultation.voted(method)
        return consultation.predicted(method, self.model_.thresholds)

    def predict_proba(self, X: Any) -> npt.NDArray[np.float64]:
        """Return the normalised votes, of shape (n_instances, n_labels), each in [0, 1] (INF-2).

        They are shares of a vote, which add up to 1 over the labels of an instance that has any vote, not probabilities
        of the labels. A label is predicted if its share reaches the threshold, `thresholds_.ival`, `thresholds_.pcut`
        or the number given; in the profile `authors` it has to exceed it. Only "best" does not look at votes.

        After a fit with `y` of one dimension there are two columns, one for each class: the weight of the votes against
        and for the label as shares of all votes on it, one half each where there are none.
        """
        consultation = self._consulted(X)
        if self.classes_.ndim == 1:
            return shares_of_classes((1.0 + balance(consultation)) / 2.0)
        return consultation.votes().astype(np.float64)

    def decision_function(self, X: Any) -> npt.NDArray[np.float64]:
        """Return the raw votes w, of shape (n_instances, n_labels): what the matching rules add and take (INF-1).

        After a fit with `y` of one dimension the shape is (n_instances,), and w is divided by the weight of all votes.
        """
        consultation = self._consulted(X)
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
        instances = encoded(checked_table(self, one_row(x), reset=False), self.model_.ruleset.schema)
        if len(instances) != 1:
            raise ValueError(f"expected one instance, found {len(instances)}")
        method = checked_threshold(self.threshold)
        thresholds = self.model_.thresholds
        if isinstance(method, float):
            return explain_coded(self.model_.ruleset, instances[0], method)
        chosen = {"ival": thresholds.ival, "pcut": thresholds.pcut, "best": None}[method]
        return explain_coded(self.model_.ruleset, instances[0], chosen)

    def feature_importance(self) -> FeatureImportance:
        """Return the specificity of every feature weighted by macro-fitness, overall and by label."""
        check_is_fitted(self)
        return feature_importance(self.model_.ruleset)

    def _given_settings(self) -> dict[str, Any]:
        return {name: value for name, value in self.get_params(deep=False).items() if name not in _NOT_SETTINGS}

    def _consulted(self, X: Any) -> Consultation:
        check_is_fitted(self)
        instances = encoded(checked_table(self, X, reset=False), self.model_.ruleset.schema)
        consultation = Consultation(self.model_.ruleset, instances)
        self.n_unmatched_ = consultation.n_unmatched
        return consultation

    def _report(self, record: PassRecord, done: int, training: Training) -> None:
        if self.verbose and done % self.verbose == 0:
            total = training.learner.n_steps // training.dataset.n_instances
            sys.stdout.write(
                f"pass {done} of {total}: {record.macro} rules, {record.micro} micro, "
                f"training accuracy {record.accuracy:.4f}\n"
            )
