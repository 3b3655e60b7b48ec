"""The paper's way to settings, with runs whose outcomes are made up."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import pytest

from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.problems import mlposition
from mlslcs_ref.errors import ExperimentError
from mlslcs_ref.experiments.grid.plan import DatasetEntry, Plan
from mlslcs_ref.experiments.grid.results import Failure, Results, UnitResult
from mlslcs_ref.experiments.grid.units import Unit
from mlslcs_ref.experiments.methods import Outcome
from mlslcs_ref.experiments.mls_lcs import Growing
from mlslcs_ref.experiments.tuning.search import Request, tune
from mlslcs_ref.experiments.tuning.steps import CANDIDATES, growth
from mlslcs_ref.learning.training import Training
from mlslcs_ref.metrics import Scores
from mlslcs_ref.settings import Settings

SMALL: Final = {"population_size": 60, "theta_ga": 20, "theta_exp": 3, "clustering": False}
FACTS: Final = {"n_train_unmatched": 0, "covering_passes": 3, "n_coverings": 50, "train_accuracy_ival": 0.5}
FAILED: Final = Failure("ValueError", "no", "here")
Answer = Callable[[Mapping[str, Any], Unit], Outcome | Failure]


def looks(accuracies: Mapping[int, float]) -> tuple[Mapping[str, float], ...]:
    return tuple({"pass": number, "test_accuracy_ival": value} for number, value in accuracies.items())


def grown(accuracies: Mapping[int, float], reached: bool) -> Outcome:
    return Outcome({}, {"n_passes": max(accuracies), "reached": int(reached)}, looks(accuracies))


class Runs:
    """Answers for the units of a step, and remembers what it was asked."""

    def __init__(self, answer: Answer) -> None:
        self.plans: dict[str, Plan] = {}
        self._answer = answer

    def __call__(self, plan: Plan, step: str) -> Results:
        self.plans[step] = plan
        found = {}
        for unit in plan.units():
            if unit.fold == 1:
                kind, options = plan.call(unit)
                answer = self._own(kind, options, unit)
                failed = isinstance(answer, Failure)
                found[unit] = UnitResult(unit, "", None if failed else answer, answer if failed else None)  # type: ignore[arg-type]
        return Results(plan, found)

    def _own(self, kind: str, options: Mapping[str, Any], unit: Unit) -> Outcome | Failure:
        if kind == "br":
            return Outcome({"labels": Scores(0.6, 0.1, 0.2)}, {})
        if kind == "mls-lcs-growing":
            return grown({100: 0.5, 200: 0.65}, reached=True)
        return self._answer(options["settings"], unit)


def facts(**changes: float) -> Outcome:
    return Outcome({}, {**FACTS, **changes})


REQUEST: Final = Request(DatasetEntry("some", source="flags"))


def test_steps_come_in_the_order_of_the_paper_and_keep_what_was_decided() -> None:
    """With 0.01, 0.8, 300 and 9000 made the best of their steps by what each step decides."""

    def answer(settings: Mapping[str, Any], _unit: Unit) -> Outcome:
        accuracy = 0.5 + 0.1 * (settings["p_label_hash"] == 0.01) + 0.1 * (settings.get("population_size") == 9000)
        unmatched = 1 + abs(settings.get("p_hash", 0.5) - 0.8)
        passes = 2 if settings.get("theta_ga") == 300 else 5
        return facts(train_accuracy_ival=accuracy, n_train_unmatched=unmatched, covering_passes=passes)

    runs = Runs(answer)

    told: list[tuple[str, float]] = []

    tuning = tune(REQUEST, runs, lambda *decided: told.append(decided))

    assert dict(told) == dict(tuning.settings)
    assert [decision.setting for decision in tuning.decisions] == [*CANDIDATES]
    assert [decision.chosen for decision in tuning.decisions] == [0.01, 0.8, 300, 9000]
    expected = {"p_label_hash": 0.01, "p_hash": 0.8, "theta_ga": 300, "population_size": 9000, "passes": 200}
    assert dict(tuning.settings) == expected
    tried = {
        step: [plan.call(unit)[1]["settings"] for unit in plan.units() if unit.fold == 1]
        for step, plan in runs.plans.items()
        if plan.methods[0].kind == "mls-lcs"
    }
    assert tried == {
        "1-p_label_hash": [{"p_label_hash": 0.1}, {"p_label_hash": 0.01}],
        "2-p_hash": [{"p_label_hash": 0.01, "p_hash": value} for value in (0.33, 0.4, 0.8, 0.9, 0.99)],
        "3-theta_ga": [{"p_label_hash": 0.01, "p_hash": 0.8, "theta_ga": value} for value in (300, 2000)],
        "4-population_size": [
            {"p_label_hash": 0.01, "p_hash": 0.8, "theta_ga": 300, "population_size": value}
            for value in (1000, 2000, 9000, 12000, 25000)
        ],
    }


def test_the_last_step_trains_with_all_that_was_decided_until_it_is_better_than_br() -> None:
    runs = Runs(lambda _settings, _unit: facts())

    tune(Request(DatasetEntry("some", source="flags"), "authors", {"omega": 0.5}, most_passes=700, every=50), runs)

    plan = runs.plans["5-passes"]
    _kind, options = plan.call(plan.units()[0])
    assert options == {
        "profile": "authors",
        "every": 50,
        "goal": 0.6,
        "method": "ival",
        "settings": {
            "omega": 0.5,
            "p_label_hash": 0.1,
            "p_hash": 0.33,
            "theta_ga": 300,
            "population_size": 1000,
            "passes": 700,
        },
    }
    kind, options = runs.plans["5-baseline"].call(runs.plans["5-baseline"].units()[0])
    assert (kind, options) == ("br", {})


def test_all_steps_divide_the_training_data_alike_and_name_no_other_data() -> None:
    runs = Runs(lambda _settings, _unit: facts())

    tune(REQUEST, runs)

    entries = {(entry.source, entry.scheme, entry.n_folds) for plan in runs.plans.values() for entry in plan.datasets}
    assert entries == {("flags", "label_sets", 5)}
    assert {plan.folds_seed for plan in runs.plans.values()} == {1}


@pytest.mark.parametrize(
    ("setting", "first", "second", "chosen"),
    [
        ("p_label_hash", {"train_accuracy_ival": 0.5}, {"train_accuracy_ival": 0.5}, 0.1),
        ("p_label_hash", {"train_accuracy_ival": 0.5}, {"train_accuracy_ival": 0.6}, 0.01),
        ("theta_ga", {"covering_passes": 3}, {"covering_passes": 2, "n_coverings": 99}, 2000),
        ("theta_ga", {"n_coverings": 50}, {"n_coverings": 49}, 2000),
        ("theta_ga", {"train_accuracy_ival": 0.1}, {"train_accuracy_ival": 0.9}, 300),
    ],
)
def test_ties_go_to_the_next_criterion_and_then_to_the_first(
    setting: str, first: Mapping[str, float], second: Mapping[str, float], chosen: float
) -> None:
    values = CANDIDATES[setting]
    others = {name: [CANDIDATES[name][0]] for name in CANDIDATES if name != setting}

    def answer(settings: Mapping[str, Any], _unit: Unit) -> Outcome:
        return facts(**(first if settings[setting] == values[0] else second))

    tuning = tune(Request(DatasetEntry("some", source="flags"), candidates=others), Runs(answer))

    assert tuning.settings[setting] == chosen


def test_coverage_comes_before_accuracy_and_accuracy_before_the_first() -> None:
    def chosen(measures: Mapping[float, tuple[float, float]]) -> float:
        def answer(settings: Mapping[str, Any], _unit: Unit) -> Outcome:
            unmatched, accuracy = measures.get(settings.get("p_hash", -1.0), (0, 0.5))
            return facts(n_train_unmatched=unmatched, train_accuracy_ival=accuracy)

        request = Request(DatasetEntry("some", source="flags"), candidates={"p_hash": [*measures]})
        return tune(request, Runs(answer)).settings["p_hash"]

    assert chosen({0.1: (3, 0.9), 0.2: (2, 0.1)}) == 0.2
    assert chosen({0.1: (2, 0.4), 0.2: (2, 0.5), 0.3: (2, 0.5)}) == 0.2


def test_candidates_are_judged_by_the_mean_over_the_seeds() -> None:
    """0.1 has 0.9 and 0.1, 0.01 has 0.6 and 0.6."""

    def answer(settings: Mapping[str, Any], unit: Unit) -> Outcome:
        accuracy = 0.6 if settings["p_label_hash"] == 0.01 else (0.9 if unit.seed == 4 else 0.1)
        return facts(train_accuracy_ival=accuracy)

    tuning = tune(Request(DatasetEntry("some", source="flags"), seeds=(4, 5)), Runs(answer))

    assert tuning.settings["p_label_hash"] == 0.01
    assert [one.measures["training accuracy"] for one in tuning.decisions[0].candidates] == [0.5, 0.6]


def test_a_single_candidate_is_taken_without_a_run() -> None:
    runs = Runs(lambda _settings, _unit: facts())

    tuning = tune(Request(DatasetEntry("some", source="flags"), candidates={"p_hash": [0.7]}), runs)

    assert tuning.settings["p_hash"] == 0.7
    assert "2-p_hash" not in runs.plans


def test_a_candidate_that_fails_is_not_taken_and_shown() -> None:
    def answer(settings: Mapping[str, Any], _unit: Unit) -> Outcome | Failure:
        return FAILED if settings["p_label_hash"] == 0.1 else facts()

    tuning = tune(REQUEST, Runs(answer))

    assert tuning.settings["p_label_hash"] == 0.01
    assert [one.n_failed for one in tuning.decisions[0].candidates] == [1, 0]


def test_without_a_candidate_that_runs_the_search_ends_and_says_why() -> None:
    with pytest.raises(ExperimentError, match=r"1-p_label_hash.*ValueError: no"):
        tune(REQUEST, Runs(lambda _settings, _unit: FAILED))


def runs_of(*outcomes: Outcome) -> list[UnitResult]:
    return [UnitResult(Unit("some", "MlS-LCS", "", 1, seed), "", outcome) for seed, outcome in enumerate(outcomes)]


@pytest.mark.parametrize(
    ("outcomes", "passes", "reached"),
    [
        ([grown({100: 0.5, 200: 0.7}, True)], 200, True),
        ([grown({100: 0.5, 200: 0.6, 300: 0.6}, False)], 200, False),
        ([grown({100: 0.7}, True), grown({100: 0.5, 200: 0.4}, False)], 100, True),
        ([grown({100: 0.7}, True), grown({100: 0.5, 200: 0.7}, True), grown({100: 0.1, 200: 0.1}, False)], 200, True),
        ([grown({100: 0.7}, True), grown({100: 0.2, 200: 0.4}, False), grown({100: 0.5, 200: 0.4}, False)], 200, False),
    ],
)
def test_training_lasts_until_half_of_the_runs_are_better_or_else_as_long_as_was_best(
    outcomes: list[Outcome], passes: int, reached: bool
) -> None:
    """In the last case the two that never are better have 0.35 after 100 passes and 0.4 after 200."""
    found = growth(0.6, runs_of(*outcomes), "ival")

    assert (found.passes, 2 * found.n_reached >= found.n_runs) == (passes, reached)


def test_a_look_says_of_how_many_runs_it_is() -> None:
    found = growth(0.6, runs_of(grown({100: 0.7}, True), grown({100: 0.5, 200: 0.4}, False)), "ival")

    assert found.curve == ((100, 0.6, 2), (200, 0.4, 1))


def rows(dataset: Dataset, kept: list[int]) -> Dataset:
    return Dataset(dataset.schema, dataset.X[kept], dataset.Y[kept], dataset.name)


def test_a_growing_run_stops_at_the_first_look_at_which_it_is_better() -> None:
    """Better than nothing, it stops at the first look; never better than 1, it does all passes."""
    whole = mlposition(3)
    train, held_back = rows(whole, [0, 1, 2, 4, 5, 7]), rows(whole, [3, 6])
    settings = {**SMALL, "passes": 7}

    first = Growing(settings=settings, every=2, goal=0.0).evaluate(train, held_back, 1)
    last = Growing(settings=settings, every=2, goal=1.0).evaluate(train, held_back, 1)

    accuracies = {point["pass"]: point["test_accuracy_ival"] for point in last.curve}
    assert list(accuracies) == [2, 4, 6, 7]
    stopped = next((number for number, accuracy in accuracies.items() if accuracy > 0.0), 7)
    assert first.facts == {"n_passes": stopped, "reached": int(accuracies[stopped] > 0.0)}
    assert last.facts == {"n_passes": 7, "reached": 0}


def test_a_growing_run_ends_as_a_run_of_so_many_passes_without_update_only_ones() -> None:
    whole = mlposition(3)
    train, held_back = rows(whole, [0, 1, 2, 4, 5, 7]), rows(whole, [3, 6])
    changes = {**SMALL, "passes": 4}
    model = Training(train, Settings.authors(**changes, update_only=0.0), 3, profile="authors").complete()

    outcome = Growing("authors", {**changes, "update_only": 0.5}, every=4).evaluate(train, held_back, 3)

    assert dict(outcome.scores) == model.evaluate(held_back)
    assert [point["test_accuracy_ival"] for point in outcome.curve] == [outcome.scores["ival"].accuracy]
