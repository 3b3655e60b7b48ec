"""MlS-LCS as a scikit-learn classifier: its parameters, and the shapes and names of what it takes and gives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils import Tags

from mlslcs_ref._given import brief
from mlslcs_ref._warned import warned
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.table import Nominal, from_table, warn_of_order
from mlslcs_ref.errors import PoorModelWarning, SettingsError
from mlslcs_ref.estimator.fitted import Fitted
from mlslcs_ref.estimator.inputs import (
    checked_settings,
    checked_table,
    checked_threshold,
    jobs_of,
    require_labels,
    require_run_parameters,
    schema_of,
    seed_of,
)
from mlslcs_ref.estimator.target import Target, target_of
from mlslcs_ref.extension.settings import AutoOptions
from mlslcs_ref.learning.held_out import held_out_of, starts_of
from mlslcs_ref.learning.history import History
from mlslcs_ref.learning.shown_steps import steps_on_stderr
from mlslcs_ref.learning.train import begun, require_options_of
from mlslcs_ref.learning.trial import remarks_on, trial_of
from mlslcs_ref.learning.watch import Callback, Watch
from mlslcs_ref.metrics import Metric
from mlslcs_ref.parts import Parts
from mlslcs_ref.rulesets.consultation import Consultation
from mlslcs_ref.rulesets.pass_record import PassRecord
from mlslcs_ref.rulesets.quality import LEAST_ROWS
from mlslcs_ref.settings import AUTO, setting_infos

LEAST_WARNED: Final = 101
BEYOND_CHANCE: Final = frozenset({"constant_labels", "worse_than_constant", "gap", "ways_apart"})
"""What fewer rows tell."""


class MlsLcsClassifier(Fitted, ClassifierMixin, BaseEstimator):  # type: ignore[misc] # scikit-learn is published without types
    """A Michigan-style learning classifier system that learns multi-label rules.

    By default it is the profile `auto`, which needs no tuning: a few short rules, each with its evidence, and a
    threshold for each label (EXT-1 to EXT-11). The paper's own system is ``profile="paper"``. Every setting of it
    is a parameter; None means the profile's value, which `Settings` and `auto_settings` list. The result depends on
    data, parameters and seed, and not on `n_jobs`.

    Parameters
    ----------
    profile : {"auto", "paper", "authors"}, default="auto"
        The profile that the settings start from: a short ruleset; the system of the paper; or the behaviour of the
        authors' program.
    max_rules : int, default=None
        In `auto` the largest number of rules; None means 50 of each run.
    max_tests : int, default=None
        In `auto` the largest number of tests in a rule; None means as many as help.
    n_runs : int, default=1
        In `auto` the number of runs whose rules are combined: ten are more accurate than one, but less easy to read.
    n_jobs : int, default=None
        Number of parallel runs; None means 1, and -1 the number of processors.
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
        Any other setting by name: variants where the paper and the authors' program differ.
    threshold : {"posterior", "ival", "pcut", "best"} or float, default=None
        How labels are decided: by the labels' frequencies and what rules add ("posterior", only in `auto`); by a
        threshold chosen on the training data by internal validation ("ival") or proportional cut ("pcut"); by the best
        matching rules without votes ("best"); or by this threshold on normalised votes, above 0 up to 1. None means
        "posterior" in `auto`, else "ival".
    metric : {"accuracy", "exact_match", "hamming_loss"}, default="accuracy"
        The metric that internal validation maximises.
    categorical_features : "infer", None, or array-like of {bool, int, str}, default="infer"
        Which columns are nominal: "infer" means those with texts, categories or booleans, and those with both 0 and 1
        and no other number; None means none; a list names them, and the others are continuous.
    validation : float, default=None
        Share of the rows to hold out: they are drawn with the seed and not learned from. `history_` has the accuracy on
        them. To use other rows, pass them to `fit`.
    patience : int, default=None
        A run ends after this many passes without better accuracy on the rows held out, with the rules of its best pass.
    parts : Parts, default=None
        Mechanisms of your own in place of the paper's, as ``Parts(deletion=MyDeletion)``; not in `auto`. A search can
        vary them like any parameter.
    warm_start : bool, default=False
        Whether `fit` continues from the rules of the last fit, with the same columns and labels; in `auto` from the
        populations of its runs.
    verbose : int, default=0
        Above 0, `fit` shows its progress on standard error: a bar in a terminal or a notebook, else a line now and
        then; not for parallel runs.
    random_state : int, RandomState, Generator or None, default=None
        An int is the seed of the run (of the first run of several), as on the command line; a generator draws the seed.

    Attributes
    ----------
    model_ : Model
        Rules, thresholds and the record of the run; `mlslcs_ref.save_model` writes it.
    ruleset_ : RuleSet
        The rules.
    rules_ : tuple of Rule
        The rules, one by one.
    feature_importances_ : ndarray of shape (n_features_in_,)
        How much the voting rules depend on each feature, in [0, 1].
    thresholds_ : Thresholds
        `pcut` and `ival`, chosen on the training data.
    history_ : list of PassRecord
        One record per pass; in `auto` those of the first run, and only if rows are held out or there are callbacks.
    n_unmatched_ : int
        Instances that no rule matches, in the last predicted data; after `fit`, in the training data. They get no
        label, or in `auto` the labels that are frequent enough.
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
    Missing values (None, NaN, NA, or masked) match every test, unless the settings say otherwise (REP-7). An unseen
    nominal value is as a rare one in the profile `auto`, if there were any (EXT-11), and else matches no set (REP-8).
    Sparse matrices stay sparse. Constant labels, and instances without labels, are learned like any other.

    Examples
    --------
    >>> from mlslcs_ref.estimator import MlsLcsClassifier
    >>> X = [["red", 1.0], ["red", 2.0], ["blue", 1.0], ["blue", 2.0]]
    >>> Y = [[1, 0], [1, 0], [0, 1], [0, 1]]
    >>> classifier = MlsLcsClassifier(random_state=1).fit(X * 5, Y * 5)
    >>> print(classifier.ruleset_[0])
    IF x0 = red THEN y0 100%, y1 0% (of 10 rows; 50%, 50% in all)
    >>> classifier.predict([["red", 1.5]])
    array([[1, 0]])
    >>> paper = MlsLcsClassifier(profile="paper", passes=20, clustering=False, random_state=1).fit(X, Y)
    >>> paper.predict([["red", 1.5]])
    array([[1, 0]])
    """

    def __init__(
        self,
        *,
        profile: str = "auto",
        max_rules: int | None = None,
        max_tests: int | None = None,
        n_runs: int = 1,
        n_jobs: int | None = None,
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
        threshold: str | float | None = None,
        metric: Metric = "accuracy",
        categorical_features: Nominal = "infer",
        validation: float | None = None,
        patience: int | None = None,
        parts: Parts | None = None,
        warm_start: bool = False,
        verbose: int = 0,
        random_state: Any = None,
    ) -> None:
        self.profile = profile
        self.max_rules = max_rules
        self.max_tests = max_tests
        self.n_runs = n_runs
        self.n_jobs = n_jobs
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
        self.validation = validation
        self.patience = patience
        self.parts = parts
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
        self,
        X: Any,
        y: Any,
        *,
        init: Any = None,
        validation: Any = None,
        callbacks: Sequence[Callback] = (),
        solutions: Sequence[Sequence[str]] = (),
    ) -> MlsLcsClassifier:
        """Learn rules.

        Parameters
        ----------
        X : DataFrame, ndarray, sparse matrix or list of rows, of shape (n_instances, n_features)
            Numbers, texts, booleans, categories and missing values.
        y : DataFrame, ndarray, sparse matrix or list, of shape (n_instances, n_labels) or (n_instances,)
            Indicator of the labels: 0 and 1, or booleans. One dimension stands for one label, with any two classes, or
            has lists or sets of the names of labels.
        init : RuleSet, Model, fitted estimator, or path of a model file, optional
            Rules to start from instead of cluster centroids, learned from the same columns and labels. They keep their
            counts; clocks and passes start again. Has priority over `warm_start`.
        validation : pair (X, y) of tables, Dataset, or path of a file, optional
            Rows held out, in place of a share of `X`.
        callbacks : sequence of callable, optional
            Called at the end of each pass with a `Moment`; a callback that returns True ends the run. In `auto` only
            without parallel runs.
        solutions : sequence of sequence of str
            The shortest complete solutions, if they are known, for %SCS in `history_`; not in `auto`.

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

        KeyboardInterrupt
            If the run is interrupted. The current step is finished first, and the estimator is fitted with the rules so
            far. In `auto` it has the runs that are done, or else the first run so far. If no run has begun, or no
            parallel run is done, the estimator does not change.

        Warns
        -----
        PoorModelWarning
            If the model is poor. In `auto` this is measured by a trial, a shorter run with rows held out, and by the
            estimates of the model without the row itself; else on the training rows. Up to 100 rows warn only of what
            is beyond two standard errors: other remarks would be chance too often.
        """
        checked_threshold(self.threshold, self.profile == AUTO)
        require_run_parameters(self.metric, self.warm_start, self.verbose)
        options = AutoOptions(max_rules=self.max_rules, max_tests=self.max_tests, n_runs=self.n_runs)
        require_options_of(self.profile, options, 1, self.parts)
        if solutions and self.profile == AUTO:
            raise SettingsError("solutions", "none in the profile auto", "some")
        goes_on = self.warm_start and init is None and hasattr(self, "model_")
        before = starts_of(self.model_ if goes_on else init)
        table = checked_table(self, X, self.model_.ruleset.schema if goes_on else None)
        settings = checked_settings(self.profile, self._given_settings(), self.settings, table.shape[1])
        require_labels(self, table, y)
        warn_of_order(X, y)
        schema = schema_of(before[0] if before else None, table)
        target = target_of(y, self.classes_ if goes_on else None)
        dataset = from_table(table, target.labels, nominal=self.categorical_features, schema=schema, extend=True)
        if schema is None:
            dataset = target.named(dataset)
        seed = seed_of(self.random_state)
        dataset, held_out = self._held_out(validation, dataset, target, seed)
        watch = Watch(validation=held_out, patience=self.patience, callbacks=callbacks)
        is_auto = self.profile == AUTO
        runs = begun(
            dataset,
            settings,
            seed,
            watch,
            profile=self.profile,
            options=options,
            jobs=jobs_of(self.n_jobs) if is_auto else 1,
            init=before,
            parts=self.parts,
            history=None if is_auto else History(solutions, self.history_ if goes_on else (), held_out),
        )
        interrupted: KeyboardInterrupt | None = None
        try:
            with steps_on_stderr(self.verbose > 0) as advance:
                runs.complete(advance)
        except KeyboardInterrupt as error:
            if not runs.has_model:
                raise
            # P is whole between two steps: what was learned so far is kept, and the interruption is raised again
            interrupted = error
        self.model_ = runs.model(self.metric)
        self.history_: list[PassRecord] = list(self.model_.history)
        self.n_unmatched_ = Consultation(self.model_.ruleset, dataset.matrix).n_unmatched
        self.label_names_ = dataset.schema.labels
        self.classes_ = target.classes_of(dataset)
        if interrupted is not None:
            raise interrupted
        # last, so that the estimator is fitted even where warnings are errors
        are_few = dataset.n_instances < LEAST_WARNED
        least = LEAST_ROWS if are_few else LEAST_WARNED
        is_tried = is_auto and (held_out is None or held_out.n_instances < least)
        trial = trial_of(self.model_, dataset) if is_tried else None
        remarks = remarks_on(self.model_, dataset, held_out, trial, least)
        if are_few:
            remarks = tuple(remark for remark in remarks if remark.code in BEYOND_CHANCE)
        if remarks:
            warned(PoorModelWarning("; ".join(map(str, remarks))))
        return self

    def _given_settings(self) -> dict[str, Any]:
        settings = {info.name for info in setting_infos()}
        return {name: value for name, value in self.get_params(deep=False).items() if name in settings}

    def _held_out(self, validation: Any, dataset: Dataset, target: Target, seed: int) -> tuple[Dataset, Dataset | None]:
        """Return the rows to learn from and those held out, in the form of `X` and `y`."""
        if validation is None:
            share = self.validation
            if share is not None and (isinstance(share, bool) or not isinstance(share, int | float | np.number)):
                raise SettingsError("validation", "a share above 0 and below 1; fit takes rows", brief(share))
            return held_out_of(share, dataset, seed)
        if not isinstance(validation, tuple) or len(validation) != 2:
            return held_out_of(validation, dataset, seed)
        table = checked_table(self, validation[0], dataset.schema)
        require_labels(self, table, validation[1])
        labels = target_of(validation[1], target.classes_of(dataset)).labels
        return dataset, from_table(table, labels, schema=dataset.schema, reading=dataset.reading)
