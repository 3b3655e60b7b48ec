"""What is said of a model that is of little use, and by which evidence."""

import warnings
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from unit.core.builders import every_instance
from unit.rulesets.builders import Spec, binary_schema, model, ruleset
from unit.rulesets.short import SCHEMA, mixed, short_model

from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.errors import PoorModelWarning
from mlslcs_ref.estimator import MlsLcsClassifier
from mlslcs_ref.extension.settings import auto_settings
from mlslcs_ref.learning.train import train
from mlslcs_ref.learning.trial import remarks_on, trial_of
from mlslcs_ref.rulesets.model import Model
from mlslcs_ref.rulesets.quality import QualityRemark, best_constant, quality_remarks


def data(n_labels: int, labels: Any) -> Dataset:
    """Return 32 instances of two binary attributes, each of the four eight times, with these labels of the four."""
    X = np.tile(every_instance(2), (8, 1))
    Y = np.tile(np.array(labels, dtype=bool).reshape(4, n_labels), (8, 1))
    return Dataset(binary_schema(2, n_labels), X, Y, "data")


def of(*specs: Spec, n_labels: int = 1, ival: float = 0.5) -> Model:
    """Return a model of these rules."""
    return model(ruleset(binary_schema(2, n_labels), specs, n_instances=32), 0.5, ival)


def codes(found: tuple[QualityRemark, ...]) -> set[str]:
    return {remark.code for remark in found}


@cache
def by_chance() -> tuple[Dataset, Model]:
    """Return labels of pure chance, and a model of them."""
    generator = np.random.default_rng(3)
    chance = Dataset(SCHEMA, mixed(150).X, generator.random((150, 4)) < 0.4, "chance")
    return chance, train(chance, auto_settings(4, passes=6), 1, profile="auto")


GOOD = of(Spec("1# -> 1", 1, 16, 16), Spec("0# -> 0", 1, 16, 16))
BY_FIRST = data(1, [0, 0, 1, 1])


def test_nothing_is_said_of_a_model_that_decides_all_rightly() -> None:
    assert quality_remarks(GOOD, BY_FIRST) == ()
    assert quality_remarks(GOOD, BY_FIRST, BY_FIRST) == ()


def test_worse_than_no_label_at_all_is_said() -> None:
    """It gives a label that three of four rows don't have: accuracy 1/4, and nothing at all would have 3/4."""
    poor = of(Spec("## -> 1", 1, 32, 8))
    found = quality_remarks(poor, data(1, [0, 0, 0, 1]))
    assert "worse_than_constant" in codes(found)
    assert {remark.evidence for remark in found} == {"training rows"}
    assert "0.250" in found[0].message
    assert "0.750" in found[0].message


def test_the_best_of_what_needs_no_rules_is_told() -> None:
    """Of four rows three have the label: no label has 1/4, the commonest label 3/4. The model gives it to none."""
    found = quality_remarks(of(Spec("## -> 0", 1, 32, 8)), data(1, [0, 1, 1, 1]))

    assert "0.250" in found[0].message
    assert "0.750" in found[0].message


@pytest.mark.parametrize(
    ("known", "what", "labels"),
    [
        ([[1, 0], [1, 0], [0, 1]], "the commonest label set for every row", [1, 0]),
        ([[0, 0], [0, 0], [0, 1]], "no label", [0, 0]),
        # no set is commoner than the others, but each has two of these
        ([[1, 1, 0], [0, 1, 1], [1, 0, 1]], "the commonest labels for every row", [1, 1, 1]),
    ],
)
def test_what_is_best_without_rules_is_what_is_common(known: Any, what: str, labels: Any) -> None:
    truth = np.array(known, dtype=bool)
    found, given = best_constant(truth, truth, False)
    assert (found, given.tolist()) == (what, [list(map(bool, labels))] * 3)


def test_what_is_common_is_so_in_training_and_measured_on_other_rows() -> None:
    """[0, 1] would have all of these rows, and [1, 0] none, as little as no label."""
    known, truth = np.array([[1, 0], [1, 0], [0, 1]], np.bool_), np.array([[0, 1]] * 4, np.bool_)
    found, given = best_constant(known, truth, False)
    assert (found, given.tolist()) == ("no label", [[False, False]] * 4)


def test_where_no_row_counts_nothing_is_better_than_no_label() -> None:
    known, truth = np.array([[0], [0], [1]], np.bool_), np.zeros((2, 1), np.bool_)
    assert best_constant(known, truth, True)[0] == "no label"


def test_a_model_that_is_as_good_as_what_needs_no_rules_is_not_worse() -> None:
    assert "worse_than_constant" not in codes(quality_remarks(of(Spec("## -> 0", 1, 32, 24)), data(1, [0, 0, 0, 1])))


def test_few_rows_to_test_on_leave_the_word_to_the_trial() -> None:
    """29 rows are no evidence, 30 are."""
    chance, poor = by_chance()
    trial = trial_of(poor, chance)
    few, enough = (Dataset(SCHEMA, chance.X[:n], ~chance.Y[:n], "others") for n in (29, 30))

    assert remarks_on(poor, chance, few, trial) == remarks_on(poor, chance, None, trial) != ()
    assert {remark.evidence for remark in remarks_on(poor, chance, enough, trial)} == {"held-out rows"}


def test_labels_that_are_the_same_in_all_rows_are_all_that_is_said() -> None:
    rows = mixed(150)
    same = Dataset(SCHEMA, rows.X, np.tile([True, False, False, True], (150, 1)), "same")
    remarks = remarks_on(train(same, auto_settings(4, passes=2), 1, profile="auto"), same, None, None)
    assert [(one.code, one.evidence) for one in remarks] == [("constant_labels", "training rows")]


def test_a_gap_between_training_and_other_rows_is_said_of_these() -> None:
    found = quality_remarks(GOOD, BY_FIRST, data(1, [0, 1, 1, 0]))
    assert next(remark for remark in found if remark.code == "gap").evidence == "held-out rows"


def right_in(n_right: int, times: int) -> Dataset:
    """Return 32 instances so many times over, of which GOOD has so many of each 32 right."""
    rows = BY_FIRST
    labels = np.where(np.arange(32)[:, None] < n_right, rows.Y, ~rows.Y)
    return Dataset(rows.schema, np.tile(rows.X, (times, 1)), np.tile(labels, (times, 1)), "others")


def test_what_few_rows_cannot_tell_is_said_as_that() -> None:
    """Right in 3/8 where the best constant is right in about 1/2: of 32 rows that is chance, of 1280 it is not."""
    assert codes(quality_remarks(GOOD, BY_FIRST, right_in(12, 1))) & {"unclear", "worse_than_constant"} == {"unclear"}
    assert "worse_than_constant" in codes(quality_remarks(GOOD, BY_FIRST, right_in(12, 40)))


def test_a_gap_is_one_only_beyond_what_few_rows_leave_open() -> None:
    """1 on the training rows and 3/4 on others."""
    assert codes(quality_remarks(GOOD, BY_FIRST, right_in(24, 1))) == set()
    assert codes(quality_remarks(GOOD, BY_FIRST, right_in(24, 40))) == {"gap"}


def test_a_label_that_is_never_or_always_given_is_named() -> None:
    """l1 holds for half of the rows and is given to all, l2 likewise and is given to none."""
    one_sided = of(Spec("## -> 10", 1, 32, 32), n_labels=2)
    found = {
        remark.code: remark.message for remark in quality_remarks(one_sided, data(2, [[0, 0], [0, 1], [1, 0], [1, 1]]))
    }
    assert "l2" in found["never"]
    assert "16" in found["never"]
    assert "l1" in found["always"]


def test_labels_given_against_every_vote_are_counted() -> None:
    """The rules say 0 of both labels; votes are moved to start at 0, and so the lesser no becomes a yes (INF-2)."""
    against = of(Spec("## -> 0#", 2, 32, 32), Spec("## -> #0", 1, 32, 32), n_labels=2)
    found = quality_remarks(against, data(2, [[0, 1]] * 4))
    assert "against" in codes(found)


def test_a_way_to_decide_that_is_far_ahead_is_named() -> None:
    """With a threshold of one half no vote of three labels reaches it, and BEST decides all rightly."""
    behind = of(Spec("## -> 111", 1, 32, 96), n_labels=3)
    remark = next(one for one in quality_remarks(behind, data(3, [[1, 1, 1]] * 4)) if one.code == "ways_apart")
    assert "BEST" in remark.message


def test_rows_that_no_rule_matches_are_counted() -> None:
    found = quality_remarks(of(Spec("11 -> 1", 1, 8, 8)), data(1, [0, 0, 0, 1]))
    assert codes(found) == {"unmatched"}


def test_a_few_rows_are_no_evidence() -> None:
    poor = of(Spec("## -> 1", 1, 32, 8))
    assert quality_remarks(poor, data(1, [0, 0, 0, 1]), least_rows=33) == ()


def test_a_short_model_is_judged_by_rows_without_themselves_unless_there_are_others() -> None:
    """EXT-2: predictions of chance labels are worse without the row, and worse still on other rows."""
    chance, _model = by_chance()
    poor = replace(short_model(), ruleset=short_model().ruleset)
    assert {remark.evidence for remark in quality_remarks(poor, chance)} <= {"leave-one-out estimates", "training rows"}
    assert {remark.evidence for remark in quality_remarks(poor, mixed(150), chance)} == {"held-out rows"}
    assert quality_remarks(short_model(), mixed(150), mixed(200, 8)) == ()


def test_an_estimator_warns_of_a_poor_model_and_stays_fitted() -> None:
    """The warning comes last, and one class of warnings is all that is to be filtered."""
    generator = np.random.default_rng(4)
    X, Y = generator.random((150, 3)), generator.random((150, 3)) < 0.4
    for profile in ("auto", "paper"):
        classifier = MlsLcsClassifier(profile=profile, passes=3, population_size=200, random_state=1)
        with pytest.warns(PoorModelWarning):
            classifier.fit(X, Y)
        with warnings.catch_warnings(action="ignore", category=PoorModelWarning):
            assert classifier.fit(X, Y).predict(X).shape == (150, 3)
        with pytest.raises(PoorModelWarning):
            classifier.fit(X, Y)
        assert classifier.predict(X).shape == (150, 3)


@pytest.mark.parametrize("n", [60, 90])
def test_an_estimator_warns_also_with_few_rows_of_what_is_beyond_chance(n: int) -> None:
    """Of rules that are worse than none, or overfit; not of those that are good, or of which few rows do not tell."""
    generator = np.random.default_rng(5)
    X, Y = generator.random((n, 4)), generator.random((n, 3)) < 0.5
    with pytest.warns(PoorModelWarning):
        MlsLcsClassifier(random_state=1).fit(X, Y)
    MlsLcsClassifier(random_state=1).fit(X, X[:, :2] > 0.5)


def test_a_trial_finds_out_rules_that_know_chance_by_heart() -> None:
    """Rules chosen among thousands fit labels of pure chance; rows that were held out of a shorter run don't."""
    chance, poor = by_chance()
    trial = trial_of(poor, chance)
    found = remarks_on(poor, chance, None, trial)
    assert {remark.evidence for remark in found if remark.code in {"gap", "worse_than_constant", "unclear"}} == {
        "rows held out of a trial"
    }


def test_a_trial_holds_a_third_of_rows_out_that_are_drawn_whatever_their_order() -> None:
    """Labels come in turns of three: of the places 2, 5, 8, ... all rows would have the third."""
    turns = np.eye(4, dtype=bool)[np.arange(150) % 3]
    data = Dataset(SCHEMA, mixed(150).X, turns, "turns")
    trial = trial_of(short_model(), data)

    assert trial is not None
    assert (trial.training.n_instances, trial.held_out.n_instances) == (100, 50)
    assert trial.training.Y[:, :3].any(axis=0).all()
    assert trial.held_out.Y[:, :3].any(axis=0).all()
    apart = np.concatenate([trial.training.X, trial.held_out.X])
    assert sorted(map(repr, apart.tolist())) == sorted(map(repr, data.X.tolist()))
    large = trial_of(short_model(), mixed(2400))
    assert large is not None
    assert (large.training.n_instances, large.held_out.n_instances) == (400, 200)
