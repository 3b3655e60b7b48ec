"""The estimator: parameters, what comes in and what comes out.

Of the field reports: LT-01, LT-05, LT-06, LT-09, LT-11, MV-01, MV-03, NE-01, NE-02, NE-05, NE-08, API-05, API-07,
API-08, API-11, API-13, API-14. Clauses: INF-2, INF-6, REP-7, REP-8.
"""

import copy
import inspect
import math
import signal
import warnings
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import numpy as np
import pandas as pd
import polars as pl
import pytest
from raising import raising, warning
from scipy import sparse
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from unit.estimator.builders import X4, Y4, good, mixed_rows, small

from mlslcs_ref import Settings, train
from mlslcs_ref.core.genes import IntervalGene
from mlslcs_ref.data.table import from_table
from mlslcs_ref.errors import DataError, DataWarning, SettingsError
from mlslcs_ref.estimator import MlsLcsClassifier
from mlslcs_ref.learning.training import Training
from mlslcs_ref.learning.watch import Moment
from mlslcs_ref.rulesets.consultation import Consultation
from mlslcs_ref.rulesets.model_file import model_text
from mlslcs_ref.settings import setting_infos

NAN: Final = math.nan
NUMBERS: Final = [info.name for info in setting_infos() if not info.choices and info.name != "final_merge"]


def rules(classifier: MlsLcsClassifier) -> str:
    """Give the model as text: two are the same if it is."""
    return model_text(classifier.model_)


class TestParameters:
    def test_every_number_and_switch_of_the_paper_is_a_parameter(self) -> None:
        """Those with words for values, which say how a clause is read, go into `settings`."""
        parameters = list(inspect.signature(MlsLcsClassifier).parameters)

        assert parameters[0] == "profile"
        assert sorted(parameters[5 : parameters.index("settings")]) == sorted(NUMBERS)
        assert all(getattr(MlsLcsClassifier(), name) is None for name in NUMBERS)

    def test_the_constructor_only_stores(self) -> None:
        """API-01: even nonsense, which fit refuses."""
        given = {name: object() for name in inspect.signature(MlsLcsClassifier).parameters}

        classifier = MlsLcsClassifier(**given)  # type: ignore[arg-type]

        assert all(getattr(classifier, name) is value for name, value in given.items())
        assert clone(MlsLcsClassifier(settings={"vote_weight": "accuracy"})).settings == {"vote_weight": "accuracy"}

    def test_a_fit_is_the_run_of_the_package_with_that_seed(self) -> None:
        """The same data, settings and seed give the same bytes, whatever face is used."""
        X, Y = mixed_rows()
        settings = Settings.authors(passes=4, population_size=60, vote_weight="fitness")

        classifier = MlsLcsClassifier(
            profile="authors", passes=4, population_size=60, settings={"vote_weight": "fitness"}, random_state=7
        ).fit(X, Y)

        model = replace(classifier.model_, history=())
        assert model_text(model) == model_text(train(from_table(X, Y), settings, 7, profile="authors"))

    @pytest.mark.parametrize(
        ("changes", "name"),
        [
            ({"profile": "java"}, "profile"),
            ({"passes": -1}, "passes"),
            ({"p_hash": 1.5}, "p_hash"),
            ({"population_size": "many"}, "population_size"),
            ({"settings": {"nonsense": 1}}, "nonsense"),
            ({"settings": {"passes": 1}}, "passes"),
            ({"threshold": "always"}, "threshold"),
            ({"threshold": 0.0}, "threshold"),
            ({"threshold": 1.5}, "threshold"),
            ({"threshold": True}, "threshold"),
            ({"metric": "f1"}, "metric"),
            ({"random_state": -1}, "random_state"),
            ({"random_state": True}, "random_state"),
            ({"passes": True}, "passes"),
            ({"omega": np.False_}, "omega"),
            ({"settings": {"theta_ga": True}}, "theta_ga"),
            ({"settings": {1: 2}}, "settings"),
            ({"settings": ["passes"]}, "settings"),
            ({"verbose": -1}, "verbose"),
            ({"verbose": 0.5}, "verbose"),
            ({"verbose": "often"}, "verbose"),
            ({"warm_start": "no"}, "warm_start"),
            ({"omega": 1.0, "phi": 0.5}, "omega"),
        ],
        ids=repr,
    )
    def test_a_parameter_out_of_range_is_refused_by_its_name(self, changes: dict[str, Any], name: str) -> None:
        with raising(SettingsError, name=name) as raised:
            small(**changes).fit(X4, Y4)

        assert isinstance(raised.value, ValueError)

    def test_a_parameter_that_is_used_last_is_refused_first(self, capsys: pytest.CaptureFixture[str]) -> None:
        """A long run is not lost for the name of a metric."""
        with raising(SettingsError, name="metric"):
            small(metric="f1", verbose=1).fit(X4, Y4)

        assert not capsys.readouterr().out

    @pytest.mark.parametrize("random_state", ["seed", 1.5, [1], object()])
    def test_a_random_state_of_another_type_is_refused(self, random_state: Any) -> None:
        """API-08."""
        with pytest.raises(ValueError):
            small(random_state=random_state).fit(X4, Y4)

    def test_numpy_scalars_are_parameters(self) -> None:
        """API-14: as grids and ranges of numpy give them."""
        plain = small(passes=3, population_size=50, p_hash=0.5, clustering=False, threshold=0.25)
        numpy = small(
            passes=np.arange(3, 4)[0],
            population_size=np.int64(50),
            p_hash=np.float32(0.5),
            clustering=np.False_,
            threshold=np.float64(0.25),
            random_state=np.uint32(1),
        )

        assert rules(plain.fit(X4, Y4)) == rules(numpy.fit(X4, Y4))
        assert np.array_equal(plain.predict(X4), numpy.predict(X4))


class TestRandomState:
    def test_an_int_repeats_a_run(self) -> None:
        assert rules(small(random_state=3).fit(X4, Y4)) == rules(small(random_state=3).fit(X4, Y4))
        assert rules(small(random_state=3).fit(X4, Y4)) != rules(small(random_state=4).fit(X4, Y4))

    @pytest.mark.parametrize("make", [np.random.RandomState, np.random.default_rng])
    def test_a_generator_is_consumed(self, make: Any) -> None:
        """API-08: two fits differ, and the same generator anew repeats both."""
        one, other = make(5), make(5)
        first, second = (rules(small(random_state=one).fit(X4, Y4)) for _turn in range(2))

        assert first != second
        assert [rules(small(random_state=other).fit(X4, Y4)) for _turn in range(2)] == [first, second]

    def test_none_takes_the_state_of_numpy(self) -> None:
        np.random.seed(11)  # noqa: NPY002
        first = rules(small(random_state=None).fit(X4, Y4))
        np.random.seed(11)  # noqa: NPY002
        assert rules(small(random_state=None).fit(X4, Y4)) == first


class TestWhatComesIn:
    def test_the_same_labels_in_any_container_give_the_same_rules(self) -> None:
        """LT-01, LT-09."""
        expected = small().fit(X4, Y4)
        containers = [
            np.array(Y4),
            np.array(Y4, dtype=bool),
            np.array(Y4, dtype=float),
            np.array(Y4, dtype=object),
            pd.DataFrame(Y4).astype("Int64"),
            pd.DataFrame(Y4).astype("boolean"),
            sparse.csr_matrix(Y4),
        ]

        for labels in containers:
            assert rules(small().fit(X4, labels)) == rules(expected)
        named = small().fit(X4, pd.DataFrame(Y4, columns=["sad", "calm"]))
        assert named.label_names_ == ("sad", "calm")
        assert np.array_equal(named.predict(X4), expected.predict(X4))

    def test_the_same_table_in_any_container_gives_the_same_rules(self) -> None:
        """LT-09: and predictions are an int array, whatever is predicted from."""
        expected = small().fit(X4, Y4)
        array = np.array(X4)
        containers = [
            array.astype("f4"),
            np.asfortranarray(array),
            array.astype(object),
            sparse.csr_matrix(array),
            sparse.coo_array(array),
            pd.DataFrame(X4),
            array[::-1][::-1],
        ]

        for table in containers:
            classifier = small().fit(table, Y4)
            assert rules(classifier) == rules(expected)
            predicted = classifier.predict(table)
            assert type(predicted) is np.ndarray
            assert predicted.dtype.kind == "i"
            assert np.array_equal(predicted, expected.predict(X4))

    def test_a_masked_cell_is_a_missing_value(self) -> None:
        holes = np.random.default_rng(3).random(np.shape(X4)) < 0.3
        masked, gaps = np.ma.masked_array(X4, holes), np.where(holes, NAN, X4)
        classifier = small().fit(masked, Y4)
        assert rules(classifier) == rules(small().fit(gaps, Y4)) != rules(small().fit(X4, Y4))
        assert np.array_equal(classifier.predict(masked), classifier.predict(gaps))

    @pytest.mark.parametrize("library", [pd, pl])
    def test_frames_of_text_numbers_and_gaps_are_learned(self, library: Any) -> None:
        X, Y = mixed_rows()
        frame = library.DataFrame({"n": [NAN, *X[1:, 0]], "c": [*X[:-1, 1], None], "b": list(map(int, X[:, 2]))})

        classifier = good().fit(frame, Y)

        assert classifier.feature_names_in_.tolist() == ["n", "c", "b"]
        assert classifier.score(frame, Y) > 0.9
        assert "nan" not in "".join(rule.text for rule in classifier.ruleset_)

    def test_a_label_comes_back_in_as_many_dimensions_as_it_was_given(self) -> None:
        """LT-05."""
        column = [row[0] for row in Y4]
        for labels in (column, np.array(column), pd.Series(column), np.array(column)[:, None]):
            classifier = good().fit(X4, labels)
            assert classifier.predict(X4).shape == np.shape(labels)
            assert classifier.score(X4, labels) == 1.0

    @pytest.mark.parametrize("labels", [[[1, -1]] * 16, [[2, 0]] * 16, [["a", "b"]] * 16, [[NAN]] * 16])
    def test_what_is_no_indicator_is_refused(self, labels: Any) -> None:
        """LT-03: a ValueError."""
        with pytest.raises(DataError) as caught:
            small().fit(X4, labels)

        assert isinstance(caught.value, ValueError)

    def test_shapes_that_do_not_fit_are_refused(self) -> None:
        """API-13."""
        with pytest.raises(NotFittedError):
            small().predict(X4)
        with pytest.raises(NotFittedError):
            small().explain(X4[0])
        with pytest.raises(NotFittedError):
            small().feature_importance()
        classifier = small().fit(X4, Y4)
        assert classifier.predict(X4[:1]).shape == (1, 2)
        for wrong in ([0.0, 1.0], [], [[0.0]], [[0.0, 1.0, 2.0]], np.zeros((0, 2)), pd.DataFrame({0: [], 1: []})):
            with pytest.raises(ValueError):
                classifier.predict(wrong)
        with pytest.raises(ValueError, match="inconsistent"):
            small().fit(X4, Y4[:-1])
        with pytest.raises(ValueError, match="inconsistent"):
            classifier.score(X4, Y4[:-1])
        with pytest.raises(ValueError, match="3 features"):
            classifier.predict([[0.0, 1.0, 2.0]])

    @pytest.mark.parametrize(
        ("table", "how"),
        [
            ([{"a": 0.0, "b": 1.0}] * 4, "DataFrame"),
            ({"a": [0.0] * 4, "b": [1.0] * 4}, "DataFrame"),
            (pl.DataFrame({"a": [0.0] * 4}).lazy(), "collect"),
        ],
    )
    def test_what_is_no_table_is_refused_with_what_makes_one_of_it(self, table: Any, how: str) -> None:
        with pytest.raises(DataError, match=how):
            small().fit(table, Y4)
        with pytest.raises(DataError, match=how):
            small().fit(X4, Y4).predict(table)

    @pytest.mark.parametrize("library", [pd, pl])
    def test_a_frame_after_an_array_is_read_by_place(self, library: Any) -> None:
        """Also if its names are those that the columns of the array were given, in another order."""
        classifier = good().fit(np.array(X4), Y4)
        for names in (("a", "b"), ("x1", "x0")):
            frame = library.DataFrame(dict(zip(names, zip(*X4, strict=True), strict=True)))

            with pytest.warns(UserWarning, match="fitted without feature names"):
                predicted = classifier.predict(frame)

            assert np.array_equal(predicted, classifier.predict(X4))

    @pytest.mark.parametrize("names", [[5, 3], [1, 0], [("a", "u"), ("a", "v")]])
    def test_names_that_scikit_learn_does_not_know_are_names_all_the_same(self, names: list[Any]) -> None:
        """Columns of such a frame are found by them in another order; those of any other table by their place."""
        columns = pd.MultiIndex.from_tuples(names) if isinstance(names[0], tuple) else names
        frame = pd.DataFrame(X4, columns=columns)
        classifier = good().fit(frame, Y4)
        wanted = classifier.predict(frame)

        assert np.array_equal(wanted, good().fit(np.array(X4), Y4).predict(X4))
        assert np.array_equal(classifier.predict(frame[frame.columns[::-1]]), wanted)
        assert np.array_equal(classifier.predict(np.array(X4)), wanted)
        with pytest.warns(UserWarning, match="fitted without feature names"):
            assert np.array_equal(classifier.predict(frame.set_axis(["b", "a"], axis=1)), wanted)

    def test_a_column_named_twice_is_refused(self) -> None:
        with pytest.raises(DataError):
            small().fit(pd.DataFrame(X4, columns=["a", "a"]), Y4)

    def test_a_text_where_a_number_was_learned_is_refused(self) -> None:
        classifier = small().fit(X4, Y4)

        with raising(DataError, row=1):
            classifier.predict([["low", 1.0]])
        with raising(DataError, row=2):
            classifier.predict([[None, 1.0], ["1.5", 2.0]])

    def test_columns_in_another_order_are_refused(self) -> None:
        """API-05, in scikit-learn's words; plain arrays are not concerned."""
        frame = pd.DataFrame(X4, columns=["a", "b"])
        classifier = small().fit(frame, Y4)

        for wrong in (
            frame[["b", "a"]],
            frame.rename(columns={"a": "z"}),
            frame[["a"]],
            frame.assign(c=1)[["b", "a", "c"]],
        ):
            with pytest.raises(ValueError, match="feature names"):
                classifier.predict(wrong)
        with warnings.catch_warnings(action="ignore"):
            assert classifier.predict(X4).shape == (16, 2)

    def test_further_columns_of_a_frame_are_left_out_wherever_they_stand(self) -> None:
        frame, labels = pd.DataFrame(X4, columns=["a", "b"]), pd.DataFrame(Y4, columns=["p", "q"])
        classifier = small().fit(frame, labels)
        for more in (pd.concat([labels, frame], axis=1), frame.assign(c="x")[["a", "c", "b"]]):
            assert classifier.predict(more).tolist() == classifier.predict(frame).tolist()
            assert classifier.predict(more).tolist() == classifier.model_.predict(more).astype(int).tolist()
            assert classifier.score(more, labels) == classifier.score(frame, labels)

    def test_sample_weights_are_refused(self) -> None:
        """API-11: never accepted and ignored."""
        with pytest.raises(TypeError, match="sample_weight"):
            small().fit(X4, Y4, sample_weight=np.ones(16))  # type: ignore[call-arg] # that is the point
        with pytest.raises(TypeError, match="sample_weight"):
            small().fit(X4, Y4).score(X4, Y4, sample_weight=np.ones(16))  # type: ignore[call-arg] # likewise

    def test_nothing_that_is_given_is_changed(self) -> None:
        """API-07."""
        X, Y, settings = np.array(X4), np.array(Y4), {"vote_weight": "accuracy"}
        X[0, 0] = NAN
        before = X.tobytes(), Y.tobytes(), copy.deepcopy(settings)
        locked = X.copy()
        locked.flags.writeable = False

        classifier = small(settings=settings).fit(X, Y)
        classifier.predict(X)
        classifier.predict(locked)

        assert (X.tobytes(), Y.tobytes(), settings) == before

    @pytest.mark.parametrize("number", [np.inf, -np.inf])
    def test_infinity_is_refused_by_its_column(self, number: float) -> None:
        """NE-05: at fit and at predict."""
        frame = pd.DataFrame(X4, columns=["a", "b"])
        classifier = small().fit(frame, Y4)
        frame.loc[3, "b"] = number

        with raising(DataError, column="b", row=4):
            small().fit(frame, Y4)
        with raising(DataError, column="b", row=4):
            classifier.predict(frame)


class TestNumbers:
    def test_a_constant_column_is_never_tested(self) -> None:
        """NE-01: and another value of it does not matter."""
        X = [[x, 3.0] for x, _other in X4]
        classifier = small().fit(X, Y4)

        assert all(
            index == 0
            for rule in classifier.ruleset_
            for index, _code in classifier.ruleset_.layout.active_codes(rule.chromosome)
        )
        assert np.array_equal(classifier.predict(X), classifier.predict([[x, 4.0] for x, _other in X4]))

    def test_one_row_is_learned(self) -> None:
        """NE-01."""
        assert small().fit([[1.0, 2.0]], [[1, 0]]).predict([[5.0, 7.0]]).tolist() == [[1, 0]]

    def test_every_bound_is_within_the_range_of_its_own_column(self) -> None:
        """NE-02."""
        draws = np.random.default_rng(2)
        X = np.column_stack([draws.uniform(1000, 2000, 40), draws.uniform(-0.002, -0.001, 40)])
        ruleset = small().fit(X, X[:, :1] > 1500).ruleset_
        bounds: list[list[float]] = [[], []]
        for rule in ruleset:
            for index, code in ruleset.layout.active_codes(rule.chromosome):
                gene = ruleset.layout.conditions[index]
                assert isinstance(gene, IntervalGene)
                bounds[index] += [gene.value(bound) for bound in gene.ends(code)]

        assert bounds[0]
        assert bounds[1]
        for column, found in zip(X.T, bounds, strict=True):
            assert column.min() <= min(found) <= max(found) <= column.max()

    def test_missing_values_are_learned_from_and_predicted(self) -> None:
        """MV-01: also in the first row, which once poisoned a range."""
        X = np.array(X4)
        X[::5, 0] = NAN
        classifier = small().fit(X, Y4)
        assert classifier.predict(X).shape == (16, 2)
        assert classifier.predict(np.full((2, 2), NAN)).shape == (2, 2)
        assert classifier.ruleset_.ranges[0] == (0.0, 2.5)
        assert "nan" not in "".join(rule.text for rule in classifier.ruleset_)

    @pytest.mark.parametrize("profile", ["paper", "authors"])
    def test_a_column_without_values_is_learned_and_never_matters(self, profile: str) -> None:
        """MV-03: missing throughout at fit, present at predict, and the reverse."""
        X = [[x, NAN] for x, _other in X4]
        classifier = small(profile=profile).fit(X, Y4)
        texts = [rule.text for rule in classifier.ruleset_]
        present = [[x, 1.0] for x, _other in X4]
        assert np.array_equal(classifier.predict(X), classifier.predict(present)) or profile == "authors"
        with warning(DataWarning, column="x1"):
            small(profile=profile).fit(X4, Y4).predict(X)
        assert "nan" not in "".join(texts)

    @pytest.mark.filterwarnings("ignore:.*training data did not have")
    @pytest.mark.parametrize("categorical", ["infer", [0]])
    def test_a_whole_number_that_was_not_seen_is_predicted(self, categorical: Any) -> None:
        """NE-08: continuous or nominal."""
        X = [[place % 3] for place in range(18)]
        Y = [[int(row[0] == 1)] for row in X]

        classifier = good(categorical_features=categorical).fit(X, Y)

        assert classifier.score(X, Y) == 1.0
        assert classifier.predict([[3]]).shape == (1, 1)

    def test_nominal_values_are_matched_by_value(self) -> None:
        """REP-8: other categories in another order at predict change nothing."""
        colours = ["red", "green", "blue"] * 6
        Y = [[int(colour == "red")] for colour in colours]
        classifier = good().fit(pd.DataFrame({"c": pd.Categorical(colours)}), Y)

        for categories in (["red", "new", "blue", "green"], ["blue", "green", "red"]):
            frame = pd.DataFrame({"c": pd.Categorical(colours, categories)})
            assert np.array_equal(classifier.predict(frame), classifier.predict(pd.DataFrame({"c": colours})))
        assert classifier.score(pd.DataFrame({"c": colours}), Y) == 1.0


class TestWhatComesOut:
    @pytest.mark.parametrize("profile", ["paper", "authors"])
    @pytest.mark.parametrize("threshold", ["ival", "pcut", 0.5, 0.25, 1.0])
    def test_a_label_is_predicted_where_its_share_reaches_the_threshold(self, threshold: Any, profile: str) -> None:
        """LT-11: in every cell, ties included."""
        X, Y = mixed_rows()
        classifier = small(threshold=threshold, profile=profile, passes=3).fit(X, Y)
        limit = threshold if isinstance(threshold, float) else getattr(classifier.thresholds_, threshold)

        proba = classifier.predict_proba(X)

        assert proba.shape == (18, 2)
        assert ((proba >= 0) & (proba <= 1)).all()
        reached = proba > limit if profile == "authors" else proba >= limit
        assert np.array_equal(classifier.predict(X) == 1, reached)

    def test_votes_and_predictions_are_those_of_a_consultation(self) -> None:
        X, Y = mixed_rows()
        classifier = small(threshold="best").fit(X, Y)
        consultation = Consultation(classifier.ruleset_, from_table(X, Y).X)

        assert np.array_equal(classifier.decision_function(X), consultation.raw_votes())
        assert np.array_equal(classifier.predict_proba(X), consultation.votes())
        assert np.array_equal(classifier.predict(X), consultation.best())

    def test_constant_labels_are_learned(self) -> None:
        """LT-06: predicted as they are, without a warning, in the shape of all labels."""
        Y = np.array([[row[0], 0, 1] for row in Y4])
        classifier = good().fit(X4, Y)
        predicted, proba = classifier.predict(X4), classifier.predict_proba(X4)

        assert predicted.shape == proba.shape == (16, 3)
        assert not np.isnan(proba).any()
        assert not predicted[:, 1].any()
        assert classifier.score(X4, Y) == 1.0

    def test_instances_without_labels_are_learned(self) -> None:
        Y = np.zeros((16, 2), dtype=int)
        classifier = good().fit(X4, Y)

        assert not classifier.predict(X4).any()
        assert classifier.score(X4, Y) == 1.0

    @pytest.mark.filterwarnings("ignore:.*training data did not have")
    def test_instances_that_no_rule_matches_get_no_label_and_are_counted(self) -> None:
        """INF-6."""
        classifier = small(p_hash=0.0, clustering=False, passes=5).fit(
            [["a", "u"], ["b", "v"]] * 4, [[1, 0], [0, 1]] * 4
        )
        assert classifier.n_unmatched_ == 0

        predicted = classifier.predict([["a", "u"], ["new", "other"]])

        assert predicted.tolist() == [[1, 0], [0, 0]]
        assert classifier.n_unmatched_ == 1
        assert classifier.predict_proba([["new", "other"]]).tolist() == [[0.0, 0.0]]

    def test_the_score_is_the_accuracy_of_the_paper(self) -> None:
        """MET-A: two empty sets count 1 in the profile paper, and leave the mean in the profile authors."""
        Y = np.array([[0, 0], [1, 0]] * 8)
        X = [[0.0], [1.0]] * 8
        for profile, expected in (("paper", 0.5), ("authors", 0.0)):
            classifier = small(profile=profile, passes=0, clustering=False).fit(X, Y)
            assert classifier.score(X, Y) == expected

    def test_labels_are_scored_by_name(self) -> None:
        """ME-10."""
        Y = pd.DataFrame(Y4, columns=["sad", "calm"])
        classifier = small(passes=30).fit(X4, Y)

        assert classifier.score(X4, Y[["calm", "sad"]]) == classifier.score(X4, Y)
        with raising(DataError, column="sad"):
            classifier.score(X4, Y.rename(columns={"sad": "glad"}))

    def test_explanations_and_importances_are_those_of_the_rules(self) -> None:
        X, Y = mixed_rows()
        classifier = small(passes=30).fit(X, Y)

        found = classifier.explain(X[0])

        assert [decision.active for decision in found.labels] == classifier.predict(X[:1])[0].astype(bool).tolist()
        assert [decision.raw_vote for decision in found.labels] == classifier.decision_function(X[:1])[0].tolist()
        assert str(classifier.explain(list(X[0]))) == str(classifier.explain(X[:1])) == str(found)
        importance = classifier.feature_importance()
        assert importance.overall.shape == (3,)
        assert importance.by_label.shape == (2, 3)
        with pytest.raises(DataError):
            classifier.explain(X[:2])

    @pytest.mark.parametrize("made", [np.array, sparse.csr_matrix, pd.DataFrame])
    def test_two_rows_at_once_are_not_explained(self, made: Callable[[Any], Any]) -> None:
        classifier = small().fit(X4, Y4)

        with pytest.raises(DataError):
            classifier.explain(made(np.asarray(X4)[:2]))

    @pytest.mark.parametrize("instance", ["ab", b"ab", 1.0, None, {"a": 1.0, "b": 2.0}, np.array(1.0)], ids=repr)
    def test_what_is_no_instance_is_not_explained(self, instance: Any) -> None:
        """A text is not its letters, a dict not its keys."""
        classifier = small().fit([["a", "b"], ["c", "d"]] * 8, Y4)

        with pytest.raises(DataError):
            classifier.explain(instance)

    def test_a_row_of_a_frame_is_explained(self) -> None:
        X, Y = mixed_rows()
        frame = pd.DataFrame({"n": X[:, 0].astype(float), "c": X[:, 1], "b": X[:, 2].astype(int)})
        classifier = small().fit(frame, Y)

        assert str(classifier.explain(frame.iloc[3])) == str(classifier.explain(frame.iloc[[3]]))
        best = small(threshold="best").fit(frame, Y)
        assert "BEST" in str(best.explain(frame.iloc[3]))


class TestProgress:
    def test_the_history_has_a_record_for_every_pass(self) -> None:
        X, Y = mixed_rows()
        classifier = small(passes=10, update_only=0.2, population_size=20, threshold="best").fit(X, Y)
        history = classifier.history_

        assert [record.number for record in history] == list(range(1, 13))
        assert sum(record.covering for record in history) > 0
        assert sum(record.ga for record in history) > 0
        assert sum(record.deletion for record in history) > 0
        assert all(record.covering == record.ga == record.deletion == 0 for record in history[10:])
        assert all(record.macro <= record.micro <= 20 for record in history)
        assert all(0 < record.mean_coverage <= 1 for record in history)
        assert all(record.scs is None for record in history)
        assert history[-1].accuracy == small(passes=10, update_only=0.2, population_size=20, threshold="best").fit(
            X, Y
        ).score(X, Y)

    @pytest.mark.parametrize("profile", ["auto", "paper"])
    def test_progress_is_told_when_asked_for(
        self, profile: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("mlslcs_ref.documents.progress.LINE_SECONDS", 0.0)
        told = MlsLcsClassifier(profile=profile, passes=6, verbose=1, random_state=0).fit(X4, Y4)
        first = capsys.readouterr()
        silent = MlsLcsClassifier(profile=profile, passes=6, random_state=0).fit(X4, Y4)

        assert "pass 1/6" in first.err
        assert first.out == ""
        assert capsys.readouterr() == ("", "")
        assert told.model_ == silent.model_

    def test_no_passes_are_learned_nothing_from(self) -> None:
        classifier = small(passes=0).fit(X4, Y4)

        assert classifier.history_ == []
        assert classifier.n_unmatched_ == 16
        assert classifier.predict(X4).tolist() == [[0, 0]] * 16


def interrupting(n_passes: int) -> Callable[[Moment], None]:
    """Make a callback by which a signal comes at the end of a pass."""

    def interrupt(moment: Moment) -> None:
        if moment.passes == n_passes:
            signal.raise_signal(signal.SIGINT)

    return interrupt


def test_an_interrupted_fit_keeps_the_rules_so_far_and_raises_on() -> None:
    """As Ctrl-C in the 100th step of a run of thousands; the model is that of a run of as many steps."""
    plain: dict[str, Any] = {"passes": 1000, "population_size": 100, "clustering": False, "random_state": 1}
    classifier = MlsLcsClassifier(profile="paper", **plain)
    with pytest.raises(KeyboardInterrupt):
        classifier.fit(X4, Y4, callbacks=[interrupting(6)])

    assert classifier.model_.record.steps == 6 * 16
    assert len(classifier.history_) == 6
    assert classifier.predict(X4).shape == (16, 2)
    run = Training(from_table(X4, Y4), Settings.paper(passes=1000, population_size=100, clustering=False), 1)
    run.advance(6 * 16)
    assert run.ruleset() == classifier.ruleset_


def test_an_interrupted_fit_of_auto_keeps_a_short_ruleset_of_the_rules_so_far() -> None:
    """That of a run of as many passes, but for the settings, which say what was asked for."""
    classifier = MlsLcsClassifier(passes=1000, random_state=1)
    with pytest.raises(KeyboardInterrupt):
        classifier.fit(X4, Y4, callbacks=[interrupting(6)])

    assert classifier.model_.record.steps == 6 * 16
    whole = MlsLcsClassifier(passes=6, random_state=1).fit(X4, Y4)
    assert [rule.text for rule in classifier.rules_] == [rule.text for rule in whole.rules_]
    assert classifier.predict(X4).tolist() == whole.predict(X4).tolist()


def test_an_interrupted_fit_of_auto_keeps_the_runs_that_are_done() -> None:
    """The model is the one that so many runs make, but for what it says of the others."""
    passes_of_run: list[int] = []

    def interrupt(moment: Moment) -> None:
        passes_of_run.append(moment.passes)
        if passes_of_run.count(2) == 3:
            signal.raise_signal(signal.SIGINT)

    plain: dict[str, Any] = {"passes": 3, "random_state": 1}
    classifier = MlsLcsClassifier(n_runs=5, **plain)
    with pytest.raises(KeyboardInterrupt):
        classifier.fit(X4, Y4, callbacks=[interrupt])
    whole = MlsLcsClassifier(n_runs=2, **plain).fit(
        X4, Y4, callbacks=[lambda moment: passes_of_run.append(moment.passes)]
    )

    n_left = 3 * 3 * 16
    cut = replace(whole.model_, record=replace(whole.model_.record, steps_left=n_left))
    assert model_text(classifier) == model_text(cut)


def test_a_fit_that_is_interrupted_before_the_first_step_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    classifier = MlsLcsClassifier(profile="paper")
    monkeypatch.setattr(Training, "advance", lambda *_arguments: signal.raise_signal(signal.SIGINT))
    with pytest.raises(KeyboardInterrupt):
        classifier.fit(X4, Y4)

    assert not hasattr(classifier, "model_")
