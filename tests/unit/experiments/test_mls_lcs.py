"""The system as a method of experiments: the run of the paper, and the profile `auto`."""

from typing import Any

import numpy as np
import pytest
from unit.rulesets.short import mixed

from mlslcs_ref.core.events import Covered, Event
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.problems import mlposition, toy6x4
from mlslcs_ref.experiments.grid.plan_file import load_plan
from mlslcs_ref.experiments.methods import method_for
from mlslcs_ref.experiments.mls_lcs import MlsLcs, best_places
from mlslcs_ref.extension.settings import AutoOptions, auto_settings
from mlslcs_ref.inference.votes import best_order
from mlslcs_ref.learning.history import History
from mlslcs_ref.learning.train import train
from mlslcs_ref.learning.training import Training
from mlslcs_ref.metrics import scores
from mlslcs_ref.rulesets.compaction import compacted
from mlslcs_ref.rulesets.consultation import Consultation
from mlslcs_ref.rulesets.solutions import scs_share
from mlslcs_ref.settings import PROFILES, Settings

SMALL = {"population_size": 60, "passes": 7, "theta_ga": 20, "theta_exp": 3, "clustering": False}


def rows(dataset: Dataset, kept: list[int]) -> Dataset:
    return Dataset(dataset.schema, dataset.X[kept], dataset.Y[kept], dataset.name)


@pytest.mark.parametrize("profile", PROFILES)
def test_an_outcome_is_what_the_model_of_the_run_says_of_both_data_sets(profile: Any) -> None:
    """The model is made here by the functions that `run` uses, and asked by them."""
    whole = mlposition(3)
    train, test = rows(whole, [0, 1, 2, 4, 5, 7]), rows(whole, [3, 6])
    settings = Settings.profile(profile, **SMALL)
    model = Training(train, settings, 5, profile=profile).complete(metric="hamming_loss")

    outcome = MlsLcs(profile, SMALL, "hamming_loss").evaluate(train, test, 5)

    assert dict(outcome.scores) == model.evaluate(test)
    assert outcome.facts["n_rules"] == len(model.ruleset)
    assert outcome.facts["n_micro"] == model.ruleset.n_micro
    assert outcome.facts["n_compacted"] == len(compacted(model.ruleset, train))
    assert outcome.facts["n_best"] == len(best_places(model.ruleset, train.matrix))
    for method, measured in model.evaluate(train).items():
        assert outcome.facts[f"train_accuracy_{method}"] == measured.accuracy
    solution = ("1## -> 100", "01# -> 010", "001 -> 001", "000 -> 000")
    assert outcome.facts["scs"] == scs_share(model.ruleset, (solution,))


@pytest.mark.parametrize("points", [1, 3, 7, 100])
def test_a_curve_shows_what_the_history_of_the_run_shows_at_those_passes(points: int) -> None:
    dataset = mlposition(3)
    solution = ("1## -> 100", "01# -> 010", "001 -> 001", "000 -> 000")
    history = History([solution])
    training = Training(dataset, Settings.paper(**SMALL), 2, observer=history)
    for _number in training.passes():
        history.keep(history.record_of(training.learner))

    curve = MlsLcs(settings=SMALL, curve_points=points).evaluate(dataset, dataset, 2).curve

    assert [point["pass"] for point in curve] == {1: [7], 3: [3, 5, 7]}.get(points, [1, 2, 3, 4, 5, 6, 7])
    for point in curve:
        record = history.records[int(point["pass"]) - 1]
        assert point["step"] == 8 * record.number
        seen = (point["accuracy_best"], point["scs"], point["n_rules"], point["n_micro"])
        assert seen == (record.accuracy, record.scs, record.macro, record.micro)


@pytest.mark.parametrize("profile", PROFILES)
def test_the_last_point_of_a_curve_is_what_the_model_says_of_the_training_data(profile: Any) -> None:
    """Without update-only passes, after which rules would be merged."""
    dataset = mlposition(3)

    outcome = MlsLcs(profile, {**SMALL, "update_only": 0.0}, curve_points=1).evaluate(dataset, dataset, 4)

    for method, measured in outcome.scores.items():
        assert outcome.curve[-1][f"accuracy_{method}"] == measured.accuracy


@pytest.mark.parametrize("profile", PROFILES)
def test_a_curve_asks_test_data_with_the_thresholds_that_the_training_data_give(profile: Any) -> None:
    """As the model of a run does that ends there."""
    whole = mlposition(3)
    train, test = rows(whole, [0, 1, 2, 4, 5, 7]), rows(whole, [3, 6])
    changes = {**SMALL, "update_only": 0.0}
    shorter = Training(train, Settings.profile(profile, **{**changes, "passes": 4}), 1).complete()

    curve = MlsLcs(profile, changes, curve_every=4).evaluate(train, test, 1).curve

    assert [point["pass"] for point in curve] == [4, 7]
    for method, measured in shorter.evaluate(test).items():
        assert curve[0][f"test_accuracy_{method}"] == measured.accuracy


def test_training_data_that_were_copied_are_still_no_test_data() -> None:
    """As when a run is done by another process."""
    dataset = mlposition(3)

    assert MlsLcs(settings=SMALL, curve_every=3).evaluate(dataset, rows(dataset, [*range(8)]), 1) == MlsLcs(
        settings=SMALL, curve_every=3
    ).evaluate(dataset, dataset, 1)


@pytest.mark.parametrize(("every", "passes"), [(1, [1, 2, 3, 4, 5, 6, 7]), (3, [3, 6, 7]), (7, [7]), (8, [7])])
def test_a_curve_looks_again_and_again_and_at_the_end(every: int, passes: list[int]) -> None:
    dataset = mlposition(3)

    curve = MlsLcs(settings=SMALL, curve_every=every).evaluate(dataset, dataset, 1).curve

    assert [point["pass"] for point in curve] == passes


def test_looking_at_the_run_does_not_change_it() -> None:
    dataset = mlposition(3)
    plain = MlsLcs(settings=SMALL).evaluate(dataset, dataset, 3)

    watched = MlsLcs(settings=SMALL, curve_points=3).evaluate(dataset, dataset, 3)

    assert plain.curve == ()
    assert (plain.scores, plain.facts) == (watched.scores, watched.facts)


def test_test_rows_change_nothing_but_what_is_measured_on_them() -> None:
    whole = mlposition(3)
    train = rows(whole, [0, 1, 2, 4, 5, 7])
    facts = MlsLcs(settings=SMALL).evaluate(train, rows(whole, [3]), 1).facts
    others = Dataset(whole.schema, whole.X[[6, 3]], ~whole.Y[[6, 3]], whole.name)

    changed = MlsLcs(settings=SMALL).evaluate(train, others, 1).facts

    assert {**changed, "n_unmatched": 0} == {**facts, "n_unmatched": 0}


def test_the_share_of_a_solution_is_told_only_of_the_problem_itself() -> None:
    """A file may be called mlposition3, mlposition0 or mlposition99 and hold anything."""
    dataset = mlposition(3)
    labels = np.array(dataset.Y[:, :2])
    schema = type(dataset.schema)(dataset.schema.attributes, ("x", "y"))
    for name in ("mlposition3", "mlposition0", "mlposition99", "data"):
        other = Dataset(schema, dataset.X, labels, name)

        assert "scs" not in MlsLcs(settings=SMALL).evaluate(other, other, 1).facts


@pytest.mark.parametrize(("n", "size"), [(3, 15), (5, 100)])
def test_covering_is_counted_and_told_from_when_on_it_is_suppressed(n: int, size: int) -> None:
    """Suppressed is what acts for at most 1% of the pairs of a pass: of 24 pairs not once, of 160 once."""
    dataset = mlposition(n)
    changes = {**SMALL, "population_size": size}
    passes: list[int] = []

    def note(event: Event) -> None:
        if isinstance(event, Covered):
            passes.append((event.step - 1) // dataset.n_instances + 1)

    Training(dataset, Settings.paper(**changes), 1, observer=note).complete()
    most = 0 if n == 3 else 1
    last = max(number for number in passes if passes.count(number) > most)
    assert last < 7
    assert (last < max(passes)) == (n == 5), "a pass with a single covering is to come at the end"

    facts = MlsLcs(settings=changes, count_covering=True).evaluate(dataset, dataset, 1).facts

    assert facts["n_coverings"] == len(passes)
    assert facts["covering_passes"] == last


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("dataset", [toy6x4(), mlposition(4)], ids=["toy6x4", "mlposition4"])
def test_best_says_the_same_with_the_rules_alone_that_it_decides_by(profile: Any, dataset: Dataset) -> None:
    whole = Training(dataset, Settings.profile(profile, **SMALL), 3, profile=profile).complete().ruleset
    places = best_places(whole, dataset.matrix)
    alone = whole.at(places)

    assert 0 < len(places) < len(whole)
    assert list(places) == sorted(set(places))
    assert (Consultation(alone, dataset.X).best() == Consultation(whole, dataset.X).best()).all()
    matched = Consultation(whole, dataset.X).matched
    decided: set[tuple[int, int]] = set()
    for place in best_order(whole.rules, whole.settings.best_by_num_accuracy):
        labels = {(row, label) for row in matched[place] for label, _yes in whole[place].decisions}
        # each decides a label that no rule before it does
        assert (place in places) == bool(labels - decided)
        decided |= labels


def test_what_is_measured_of_the_profile_auto_is_the_model_of_the_library() -> None:
    found = method_for("mls-lcs-auto", {"max_rules": 5, "settings": {"passes": 3}}).evaluate(
        mixed(120), mixed(80, 6), 4
    )
    model = train(mixed(120), auto_settings(4, passes=3), 4, profile="auto", options=AutoOptions(max_rules=5))

    assert found.scores == {"labels": scores(mixed(80, 6).Y, model.predict(mixed(80, 6)))}
    assert found.facts["n_rules"] == len(model.ruleset) <= 5
    assert found.facts["train_accuracy"] == model.evaluate(mixed(120))["posterior"].accuracy


def test_the_plan_of_the_profile_auto_comes_with_the_package() -> None:
    kinds = [method.kind for method in load_plan("auto").methods]
    assert kinds.count("mls-lcs-auto") == 3
    assert "mls-lcs" in kinds
