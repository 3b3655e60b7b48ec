"""Rows held out of a fit, and what watches it."""

from typing import Any

import pandas as pd
import pytest
from raising import raising
from unit.estimator.builders import X4, Y4, small

from mlslcs_ref.data.table import from_table
from mlslcs_ref.errors import DataError, SettingsError
from mlslcs_ref.estimator import MlsLcsClassifier
from mlslcs_ref.learning.held_out import held_out_of
from mlslcs_ref.rulesets.model_file import model_text


def test_rows_held_out_change_no_rule_and_are_in_the_history() -> None:
    plain, watched = small().fit(X4, Y4), small().fit(X4, Y4, validation=(X4[:4], Y4[:4]))

    assert watched.ruleset_ == plain.ruleset_
    assert [record._replace(validation=None) for record in watched.history_] == plain.history_
    last = watched.history_[-1].validation
    assert last == watched.model_.evaluate(from_table(X4[:4], Y4[:4]))["best"].accuracy


def test_a_share_is_drawn_by_the_seed_and_not_learned_from() -> None:
    rows, held_out = held_out_of(0.25, from_table(X4, Y4), 1)
    assert held_out is not None
    by_share = small(validation=0.25).fit(X4, Y4)

    assert (rows.n_instances, held_out.n_instances) == (12, 4)
    assert by_share.ruleset_.n_instances == 12
    assert model_text(by_share) == model_text(small(validation=0.25).fit(X4, Y4))
    by_rows = small().fit(X4, Y4, validation=held_out)
    assert len(by_rows.history_) == 8
    assert by_rows.history_[0].validation is not None


def test_rows_held_out_come_in_the_form_of_those_that_are_learned() -> None:
    """A pair as X and y are, a data set, or a data frame of both; words for classes, too."""
    frame = pd.DataFrame(X4, columns=["a", "b"])
    labels = pd.DataFrame(Y4, columns=["l", "m"])
    pairs: list[Any] = [(frame[:4], labels[:4]), pd.concat([frame, labels], axis=1)[:4], from_table(frame, labels)]
    histories = [small().fit(frame, labels, validation=given).history_ for given in pairs]
    words = small().fit(X4, ["yes", "no", "no", "yes"] * 4, validation=(X4[:2], ["no", "yes"]))

    assert histories[0] == histories[1]
    assert all(record.validation is not None for record in [*histories[2], *words.history_])


def test_fewer_rules_are_chosen_by_the_rows_that_were_learned_from() -> None:
    """The same rows of `X` and `y` are left out again."""
    rows, _held_out = held_out_of(0.25, from_table(X4, Y4), 1)
    fitted = small(validation=0.25).fit(X4, Y4)
    assert fitted.compact(X4, Y4, "greedy").model_ == fitted.model_.compact(rows, "greedy")
    with pytest.raises(DataError):
        small().fit(X4, Y4).compact(X4[1:], Y4[1:])


@pytest.mark.parametrize("share", [0.0, 1.0, -0.5, 1.5, float("nan"), True, "0.2", 7])
def test_what_is_no_share_is_refused(share: Any) -> None:
    with raising(SettingsError, name="validation"):
        small(validation=share).fit(X4, Y4)


@pytest.mark.parametrize("share", [0.001, 0.999])
def test_a_share_that_leaves_no_row_on_one_side_is_refused(share: float) -> None:
    with raising(DataError, argument="validation"):
        small(validation=share).fit(X4, Y4)


def test_rows_of_other_columns_are_refused() -> None:
    # the words of scikit-learn
    with pytest.raises(ValueError, match="1 features"):
        small().fit(X4, Y4, validation=([[1.0]], [[1, 0]]))


def test_rows_of_other_labels_are_refused() -> None:
    with pytest.raises(DataError):
        small().fit(X4, Y4, validation=(X4, [[1]] * 16))


def test_patience_needs_rows_held_out() -> None:
    with raising(SettingsError, name="patience"):
        small(patience=3).fit(X4, Y4)


@pytest.mark.parametrize("profile", ["auto", "paper"])
def test_patience_ends_a_fit_early_with_the_rules_of_its_best_pass(profile: str) -> None:
    changes: dict[str, Any] = {"profile": profile, "passes": 200, "population_size": 60, "random_state": 3}
    classifier = MlsLcsClassifier(validation=0.25, patience=4, **changes).fit(X4, Y4)
    scores = [record.validation for record in classifier.history_]
    best = scores.index(max(score for score in scores if score is not None))

    assert len(scores) == best + 1 + 4 < 200
    assert classifier.model_.record.steps == (best + 1) * 12


def test_a_callback_sees_each_pass_and_may_end_the_fit() -> None:
    seen: list[tuple[int, float, float | None, int]] = []

    class Looking:
        def __call__(self, moment: Any) -> bool:
            seen.append((moment.passes, moment.accuracy, moment.validation, len(moment.ruleset)))
            return bool(moment.passes == 5)

    classifier = small().fit(X4, Y4, validation=(X4, Y4), callbacks=[Looking()])

    assert [one[0] for one in seen] == [1, 2, 3, 4, 5]
    assert seen[-1][1] == seen[-1][2] == classifier.history_[-1].accuracy
    assert seen[-1][3] == len(classifier.ruleset_)
    assert len(classifier.history_) == 5


def test_callbacks_are_not_for_runs_side_by_side() -> None:
    with raising(SettingsError, name="callbacks"):
        MlsLcsClassifier(n_runs=2, n_jobs=2).fit(X4, Y4, callbacks=[print])
