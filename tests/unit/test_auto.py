"""EXT-8: the profile `auto` from data to a model."""

import numpy as np
import pytest

from mlslcs_ref.auto import AutoOptions, auto_settings, train_auto
from mlslcs_ref.data.dataset import BinaryAttribute, ContinuousAttribute, Dataset, NominalAttribute, Schema
from mlslcs_ref.errors import DataError, SettingsError
from mlslcs_ref.settings import Settings

SCHEMA = Schema(
    (
        ContinuousAttribute("tickets"),
        NominalAttribute("plan", ("basic", "plus", "pro")),
        BinaryAttribute("new", ("no", "yes")),
    ),
    ("churn", "upsell", "nobody"),
)


def table(n: int, seed: int) -> Dataset:
    """Return rows in which tickets from 4 on tell churn, the plan tells upsell, and nobody has the third label."""
    generator = np.random.default_rng(seed)
    X = np.column_stack([generator.integers(0, 9, n), generator.integers(0, 3, n), generator.integers(0, 2, n)])
    Y = np.column_stack([X[:, 0] >= 4, X[:, 1] == 2, np.zeros(n, dtype=bool)])
    return Dataset(SCHEMA, X.astype(float), Y.astype(bool), "customers")


TRAINING, OTHERS = table(120, 1), table(80, 2)
QUICK = Settings.paper(**{**auto_settings(TRAINING).as_dict(), "passes": 5})
MODEL = train_auto(TRAINING, settings=QUICK)


def test_what_the_data_say_plainly_is_found() -> None:
    assert MODEL.evaluate(OTHERS).accuracy == 1.0


def test_a_rule_reads_with_its_worth() -> None:
    n = int(TRAINING.Y[:, 0].sum())
    assert f"IF tickets >= 4 THEN churn 100% (of {n} rows; {100 * n / 120:.0f}% in all)" in MODEL.texts()


def test_a_label_without_positives_is_never_predicted() -> None:
    assert not MODEL.predict(OTHERS.X)[:, 2].any()


def test_several_runs_give_the_same_for_any_number_of_jobs() -> None:
    options = AutoOptions(n_runs=2)
    one, two = (train_auto(TRAINING, 3, options, settings=QUICK, jobs=jobs) for jobs in (1, 2))
    assert one.texts() == two.texts()
    assert one.ruleset == two.ruleset
    assert one.predict_proba(OTHERS.X).tolist() == two.predict_proba(OTHERS.X).tolist()
    assert one.seeds == (3, 4)


def test_a_model_has_no_more_rules_and_tests_than_it_may() -> None:
    model = train_auto(TRAINING, 0, AutoOptions(max_rules=2, max_tests=1), settings=QUICK)
    assert len(model.ruleset) <= 2
    assert all(len(rule.tests) == 1 for rule in model.ruleset)


def test_rules_match_what_the_model_says_they_match() -> None:
    """A rule's coverage and decisions are those of the training data, by the rule's own test of an instance."""
    index = MODEL.ruleset.coverage_index(TRAINING.X)
    for place, rule in enumerate(MODEL.ruleset):
        matched = np.array(list(index.matched(rule.chromosome)), dtype=bool)
        assert matched.sum() == rule.coverage == rule.exp // 3 == MODEL.support.n[place]
        assert TRAINING.Y[matched].sum(axis=0).tolist() == MODEL.support.k[place].tolist()
        shares, usual = TRAINING.Y[matched].mean(axis=0), TRAINING.Y.mean(axis=0)
        assert all((shares[label] >= usual[label]) == decision for label, decision in rule.decisions)


def test_the_first_rules_are_a_model_of_their_own() -> None:
    sizes = MODEL.sizes(TRAINING, OTHERS, (1, 2))
    assert sizes[0].n_rules == 1
    assert sizes[-1].n_rules == len(MODEL.ruleset)
    assert sizes[-1].scores == MODEL.evaluate(OTHERS)


def test_a_row_that_no_rule_matches_gets_what_frequencies_give() -> None:
    none = MODEL.first(0, TRAINING)
    assert none.n_unmatched(OTHERS.X) == OTHERS.n_instances
    assert none.predict_proba(OTHERS.X)[0] == pytest.approx(TRAINING.Y.mean(axis=0), abs=1e-6)


def test_data_of_another_width_are_refused() -> None:
    with pytest.raises(DataError):
        MODEL.predict(np.zeros((2, 2)))


@pytest.mark.parametrize(
    "options", [{"max_rules": 0}, {"max_tests": 0}, {"n_runs": 0}, {"n_runs": None}, {"n_runs": True}]
)
def test_options_out_of_range_are_refused(options: dict[str, int]) -> None:
    with pytest.raises(SettingsError):
        AutoOptions(**options)


@pytest.mark.parametrize(("seed", "jobs"), [(-1, 1), (True, 1), (0, 0)])
def test_a_seed_or_jobs_out_of_range_are_refused(seed: int, jobs: int) -> None:
    with pytest.raises(SettingsError):
        train_auto(TRAINING, seed, settings=QUICK, jobs=jobs)
