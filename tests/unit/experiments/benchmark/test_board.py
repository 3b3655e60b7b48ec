"""Which folds a mean is over, and which variant or way speaks for a method."""

import math
from dataclasses import replace

import pytest
from unit.experiments.made_results import made_plan, made_results

from mlslcs_ref.experiments.benchmark.board import Board, chooser_of, score_of
from mlslcs_ref.experiments.grid.plan import MethodEntry
from mlslcs_ref.experiments.grid.units import Unit


def test_a_number_for_each_fold_is_the_mean_over_its_seeds_in_percent() -> None:
    """Fold 1: (0.1 + 0.3) / 2 = 20 %; Hamming loss 1 - accuracy, exact match half of it."""
    values = {1: (0.1, 0.3), 2: (0.5, 0.7), 3: (0.25, 0.25)}
    results = made_results(made_plan(seeds=(1, 2)), lambda unit, _way: values[unit.fold][unit.seed - 1])
    measured = Board(results).representative("flags", "BR")

    assert measured is not None
    assert measured.values["accuracy"] == pytest.approx((20.0, 60.0, 25.0))
    assert measured.values["exact_match"] == pytest.approx((10.0, 30.0, 12.5))
    assert measured.values["hamming_loss"] == pytest.approx((80.0, 40.0, 75.0))
    assert measured.mean("accuracy") == pytest.approx(35.0)
    assert (measured.complete, measured.n_expected) == (True, 6)


def test_where_there_is_one_fold_the_seeds_are_the_numbers() -> None:
    results = made_results(made_plan(seeds=(1, 2)), lambda unit, _way: unit.seed / 10)
    measured = Board(results).representative("enron", "BR")

    assert measured is not None
    assert measured.values["accuracy"] == pytest.approx((10.0, 20.0))


@pytest.mark.parametrize("fault", [None, math.nan])
def test_a_fold_that_failed_or_was_not_run_makes_a_mean_incomplete(fault: float | None) -> None:
    results = made_results(made_plan(), lambda unit, _way: fault if unit.fold == 2 else 0.5)
    measured = Board(results).representative("flags", "BR")

    assert measured is not None
    assert (measured.complete, measured.n_done, measured.n_expected) == (False, 2, 3)
    assert len(measured.failed) == (1 if fault is None else 0)
    assert Board(results).representative("enron", "BR") is not None


def test_what_was_not_run_at_all_has_nothing_to_show() -> None:
    board = Board(made_results(made_plan(), lambda _unit, _way: math.nan))

    assert board.representative("flags", "BR") is None
    assert board.representative("flags", "MlS-LCS") is None


def test_the_variant_that_is_best_on_test_data_speaks_for_a_method_and_the_first_of_equals() -> None:
    accuracies = {"n_clusters=2": 0.4, "n_clusters=3": 0.6, "": 0.5}
    board = Board(made_results(made_plan(), lambda unit, _way: accuracies[unit.variant]))
    even = Board(made_results(made_plan()))

    assert board.methods == ("HOMER", "BR", "MlS-LCS")
    assert (best := board.representative("flags", "HOMER")) is not None
    assert best.variant == "n_clusters=3"
    assert (first := even.representative("flags", "HOMER")) is not None
    assert first.variant == "n_clusters=2"


def test_a_variant_that_failed_in_a_fold_gives_way_to_one_that_did_not_and_leaves_the_choice_incomplete() -> None:
    """The variant that failed might have been the best."""

    def accuracy(unit: Unit, _way: str) -> float | None:
        if unit.variant == "n_clusters=3":
            return None if unit.fold == 1 else 0.9
        return 0.4

    measured = Board(made_results(made_plan(), accuracy)).representative("flags", "HOMER")

    assert measured is not None
    assert (measured.variant, measured.n_done == measured.n_expected) == ("n_clusters=2", True)
    assert (measured.n_open, measured.complete) == (1, False)
    score = score_of(measured, "accuracy")
    assert score is not None
    assert (score.text, score.measured.lacking) == ("40.00*", "variants incomplete: 1")


def test_variants_that_nobody_selects_are_methods_of_their_own() -> None:
    plan = made_plan(methods=[MethodEntry("HOMER", "homer", vary={"n_clusters": [2, 3]})])
    board = Board(made_results(plan, lambda unit, _way: 0.3 if unit.variant == "n_clusters=2" else 0.2))

    assert board.methods == ("HOMER[n_clusters=2]", "HOMER[n_clusters=3]")
    found = [board.representative("flags", name) for name in board.methods]
    assert [one and one.values["accuracy"][0] for one in found] == pytest.approx([30.0, 20.0])


def test_the_way_of_deciding_is_chosen_by_test_data_or_by_training_data() -> None:
    tested = {"pcut": 0.5, "ival": 0.6, "best": 0.4}
    trained = {"pcut": 0.8, "ival": 0.7, "best": 0.9}
    results = made_results(made_plan(), lambda _unit, way: tested.get(way, 0.5), lambda _unit, way: trained[way])
    by_test, by_training = (
        Board(results).representative("flags", "MlS-LCS"),
        Board(results, "training").representative("flags", "MlS-LCS"),
    )

    assert by_test is not None
    assert by_training is not None
    assert (by_test.way, by_training.way) == ("ival", "best")
    assert [measured.way for measured in Board(results).all_of("flags", "MlS-LCS")] == ["pcut", "ival", "best"]


def test_what_chooses_is_said_by_the_plan() -> None:
    plan = made_plan()
    training = replace(plan.method("MlS-LCS"), select="training")

    assert chooser_of(plan) == "test"
    assert chooser_of(replace(plan, methods=(*plan.methods[:2], training))) == "training"
