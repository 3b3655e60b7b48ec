"""EXT-8: the profile `auto` from data to a model."""

import concurrent.futures
from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from rule_reader import parsed_rule

from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.schema import BinaryAttribute, ContinuousAttribute, NominalAttribute, Schema
from mlslcs_ref.data.table import from_table
from mlslcs_ref.errors import DataError, SettingsError
from mlslcs_ref.extension.settings import AutoOptions, auto_settings
from mlslcs_ref.learning.auto import AutoRuns
from mlslcs_ref.learning.train import train
from mlslcs_ref.rulesets.checking import check_model
from mlslcs_ref.rulesets.comparison import compare
from mlslcs_ref.rulesets.consultation import Consultation
from mlslcs_ref.rulesets.model import Model
from mlslcs_ref.rulesets.model_file import model_text
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
QUICK = auto_settings(TRAINING.n_attributes, passes=5)
MODEL = train(TRAINING, QUICK, profile="auto")


def rules_of(model: Model) -> list[str]:
    """Return the rules as they are shown."""
    return [rule.display for rule in model.rules]


def test_what_the_data_say_plainly_is_found() -> None:
    assert MODEL.evaluate(OTHERS)["posterior"].accuracy == 1.0


def test_a_model_predicts_by_what_its_rules_have_seen_unless_it_is_asked_otherwise() -> None:
    assert MODEL.predict(OTHERS).tolist() == MODEL.predict(OTHERS, "posterior").tolist() == OTHERS.Y.tolist()
    assert list(MODEL.evaluate(OTHERS)) == ["posterior"]
    assert list(MODEL.evaluate(OTHERS, every_method=True)) == ["posterior", "pcut", "ival", "best"]


def test_a_rule_reads_with_its_worth() -> None:
    n = int(TRAINING.Y[:, 0].sum())
    assert f"IF tickets >= 4 THEN churn 100% (of {n} rows; {100 * n / 120:.0f}% in all)" in rules_of(MODEL)


def test_the_text_of_a_rule_reads_back() -> None:
    """REP-9, EXT-7: also intervals that are open on one side."""
    for rule in MODEL.rules:
        assert parsed_rule(rule.text, MODEL.ruleset) == rule.chromosome


def test_a_label_without_positives_is_never_predicted() -> None:
    assert not MODEL.predict(OTHERS)[:, 2].any()


def test_several_runs_give_the_same_for_any_number_of_jobs() -> None:
    options = AutoOptions(n_runs=2)
    one, two = (train(TRAINING, QUICK, 3, profile="auto", jobs=jobs, options=options) for jobs in (1, 2))
    assert model_text(one) == model_text(two)
    assert len(one.populations) == 2


@pytest.mark.clause("EXT-8")
def test_a_model_of_interrupted_runs_has_those_whose_seeds_follow_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of four runs side by side the third is not done when a signal comes: the fourth is no part of the model."""
    monkeypatch.setattr(concurrent.futures, "ProcessPoolExecutor", ThirdInterrupted)
    runs = AutoRuns(TRAINING, 3, AutoOptions(n_runs=4), settings=QUICK, jobs=4)
    with pytest.raises(KeyboardInterrupt):
        runs.complete()
    two = train(TRAINING, QUICK, 3, profile="auto", options=AutoOptions(n_runs=2))
    cut = replace(two.record, steps_left=2 * QUICK.n_steps(TRAINING.n_instances))
    assert model_text(runs.model()) == model_text(replace(two, record=cut))


class ThirdInterrupted(Executor):
    """Does what it is given at once, but for the third task, in which a signal comes."""

    def __init__(self, *_arguments: object, **_options: object) -> None:
        self._n_given = 0

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **options: Any) -> Future[Any]:
        self._n_given += 1
        found: Future[Any] = Future()
        if self._n_given == 3:
            found.set_exception(KeyboardInterrupt())
            return found
        found.set_result(function(*arguments, **options))
        return found


def test_a_model_has_no_more_rules_and_tests_than_it_may() -> None:
    model = train(TRAINING, QUICK, 0, profile="auto", options=AutoOptions(max_rules=2, max_tests=1))
    assert len(model.ruleset) <= 2
    assert all(len(rule.tests) == 1 for rule in model.ruleset)


def test_rules_have_seen_what_the_data_say() -> None:
    """A rule's coverage, counts and decisions are those of the training data, by the rule's own test of an instance."""
    index = MODEL.ruleset.coverage_index(TRAINING.X)
    for rule in MODEL.ruleset:
        matched = np.array(list(index.matched(rule.chromosome)), dtype=bool)
        assert matched.sum() == rule.coverage == rule.exp // 3
        assert tuple(TRAINING.Y[matched].sum(axis=0)) == rule.seen
        shares, usual = TRAINING.Y[matched].mean(axis=0), TRAINING.Y.mean(axis=0)
        assert all((shares[label] >= usual[label]) == decision for label, decision in rule.decisions)


def test_a_model_is_what_it_says_it_is() -> None:
    assert check_model(MODEL, TRAINING) == []
    assert compare(MODEL, MODEL).equal


def test_rules_of_other_data_are_found_out() -> None:
    assert {finding.code for finding in check_model(MODEL, table(120, 3))} >= {"coverage", "seen"}


def test_a_row_that_no_rule_matches_gets_what_frequencies_give() -> None:
    """EXT-1."""
    none = Consultation(MODEL.ruleset[:0], OTHERS.X)
    assert none.n_unmatched == OTHERS.n_instances
    assert none.estimates()[0] == pytest.approx(TRAINING.Y.mean(axis=0), abs=1e-6)


def test_a_run_goes_on_from_the_population_of_another() -> None:
    """The steps of the bounds stay, and so do the rules that the population holds from then on."""
    further = train(TRAINING, auto_settings(3, passes=1), 1, profile="auto", init=MODEL.populations)
    assert further.ruleset.ranges == MODEL.ruleset.ranges
    assert further.evaluate(OTHERS)["posterior"].accuracy == 1.0
    assert {rule.bits for rule in MODEL.populations[0]} & {rule.bits for rule in further.populations[0]}


@pytest.mark.parametrize("data", [np.zeros((2, 2)), [[1.0]]])
def test_data_of_another_width_are_refused(data: object) -> None:
    with pytest.raises(DataError):
        MODEL.predict(data)


@pytest.mark.parametrize(
    "options", [{"max_rules": 0}, {"max_tests": 0}, {"n_runs": 0}, {"n_runs": None}, {"n_runs": True}]
)
def test_options_out_of_range_are_refused(options: dict[str, int]) -> None:
    with pytest.raises(SettingsError):
        AutoOptions(**options)


@pytest.mark.parametrize(("seed", "jobs"), [(-1, 1), (True, 1), (0, 0)])
def test_a_seed_or_jobs_out_of_range_are_refused(seed: int, jobs: int) -> None:
    with pytest.raises(SettingsError):
        train(TRAINING, QUICK, seed, profile="auto", jobs=jobs)


@pytest.mark.parametrize(
    "changes",
    [{"clustering": True}, {"vote_weight": "accuracy"}, {"missing_values": "unhandled"}, {"precision_bits": 1}],
)
def test_how_mechanisms_work_is_no_choice(changes: dict[str, object]) -> None:
    """EXT-8: numbers alone can be other than in the profile."""
    with pytest.raises(SettingsError) as raised:
        auto_settings(3, **changes)
    assert raised.value.name in changes


@pytest.mark.parametrize(
    "settings",
    [
        Settings.paper(),
        Settings.authors(clustering=False),
        Settings.paper(clustering=False, missing_values="unhandled"),
        Settings.paper(clustering=False, precision_bits=1),
    ],
    ids=["clustering", "authors", "missing values", "one bit"],
)
def test_settings_of_another_profile_are_refused_before_anything_is_run(settings: Settings) -> None:
    """Clauses: EXT-8."""
    with pytest.raises(SettingsError):
        train(TRAINING, settings, 1, profile="auto")


def test_steps_and_numbers_of_several_runs_are_those_of_all_even_if_some_end_early() -> None:
    """The first run ends after one pass, the second after three: no rule of the second is too old for its model."""
    ends = iter([True, False, False, True])
    options = AutoOptions(n_runs=2)
    model = train(TRAINING, QUICK, 3, profile="auto", callbacks=[lambda _moment: next(ends)], options=options)
    alone = [
        train(TRAINING, replace(QUICK, passes=passes), seed, profile="auto").record for seed, passes in ((3, 1), (4, 3))
    ]

    assert model.record.steps == sum(record.steps for record in alone) == 4 * TRAINING.n_instances
    assert model.record.draws == sum(record.draws for record in alone)
    assert max(rule.created for rule in model.populations[1]) > TRAINING.n_instances
    assert check_model(model, TRAINING) == []


@pytest.mark.parametrize("seed", range(0, 20, 4))
@pytest.mark.parametrize("values", [(1.0, 2.0), (-0.5, 1e6)])
def test_a_number_with_two_values_is_learned_from_by_every_seed(values: tuple[float, float], seed: int) -> None:
    """Most intervals that are drawn hold both values or none, and pruning drops what tells nothing (EXT-4, EXT-10)."""
    x = np.array(values)[np.arange(30) % 7 % 2]
    labels = np.column_stack([x == values[1], x == values[0]])
    dataset = from_table(x[:, None], labels)
    model = train(dataset, profile="auto", seed=seed)

    assert check_model(model, dataset) == []
    assert model.predict(x[:, None]).tolist() == labels.tolist()


def test_a_label_that_one_of_many_attributes_tells_of_is_predicted_though_no_run_finds_it() -> None:
    """EXT-10. A run of so few rules tests few of the attributes."""
    X = np.random.default_rng(5).random((120, 60)) < 0.2
    labels = X[:, 10:60:10]
    settings = auto_settings(60, passes=1, population_size=4)
    model = train(from_table(X.astype(float), labels), settings, profile="auto", seed=1)

    tested = {test.attribute for rule in model.populations[0] for test in rule.tests}
    assert len(tested & set(range(10, 60, 10))) < 5
    assert model.predict(X.astype(float)).tolist() == labels.tolist()


def test_labels_that_nothing_tells_of_get_no_rule() -> None:
    alike = from_table(np.zeros((30, 1)), np.arange(30) % 2)
    assert not train(alike, profile="auto").rules
