"""What choosing by test data is worth, by curves that were made up."""

from dataclasses import replace

import pytest
from unit.experiments.made_results import made_plan, made_results

from mlslcs_ref.experiments.grid.plan import DatasetEntry, MethodEntry
from mlslcs_ref.experiments.grid.results import Results
from mlslcs_ref.experiments.grid.units import Unit
from mlslcs_ref.experiments.results_page.protocol import checkpoint_rows

CURVES = {(1, 1): (0.2, 0.6, 0.4), (2, 1): (0.5, 0.3, 0.4), (1, 2): (0.1, 0.2, 0.9), (2, 2): (0.3, 0.3, 0.3)}


def watched(seeds: tuple[int, ...]) -> Results:
    """Return results of two folds whose runs have been looked at after the passes 100, 200 and 250."""
    plan = made_plan([DatasetEntry("flags", n_folds=2)], [MethodEntry("MlS-LCS", "mls-lcs")], seeds=seeds)
    results = made_results(plan)
    found = {}
    for unit, one in results.found.items():
        assert one.outcome is not None
        curve = tuple(
            {
                "pass": number,
                **{f"test_accuracy_{way}": share * factor for way, factor in (("pcut", 1.0), ("ival", 0.5))},
            }
            for number, share in zip((100, 200, 250), CURVES[unit.fold, unit.seed], strict=True)
        )
        found[unit] = replace(one, outcome=one.outcome._replace(curve=curve))
    return Results(plan, found)


def test_the_last_the_best_common_and_the_best_of_each() -> None:
    """Folds 20 60 40 and 50 30 40: means 35 45 40; the best of each 60 and 50."""
    pcut, ival = checkpoint_rows(watched((1,)))

    assert (pcut.dataset, pcut.method, pcut.way) == ("flags", "MlS-LCS", "pcut")
    assert (pcut.last, pcut.common, pcut.each) == pytest.approx((40.0, 45.0, 55.0))
    assert pcut.common_pass == 200
    assert (pcut.repeat, pcut.repeat_each, pcut.n_repeats) == (None, None, 1)
    assert ival.way == "ival"
    assert ival.last == pytest.approx(20.0)


def test_of_several_repeats_the_best_and_the_best_of_each_fold() -> None:
    """Last: seed 1 40 and 40, seed 2 90 and 30, mean 50; the best seed has 60. Best of all: fold 1 90, fold 2 50."""
    pcut = checkpoint_rows(watched((1, 2)))[0]

    assert pcut.last == pytest.approx(50.0)
    assert pcut.each == pytest.approx((60 + 50 + 90 + 30) / 4)
    assert pcut.repeat == pytest.approx(60.0)
    assert pcut.repeat_each == pytest.approx(70.0)


def test_with_a_gap_or_without_a_look_at_test_data_nothing_is_told() -> None:
    whole = watched((1,))
    partial = Results(whole.plan, {unit: one for unit, one in whole.found.items() if unit.fold == 1})

    assert checkpoint_rows(partial) == ()
    assert checkpoint_rows(made_results(made_plan())) == ()
    assert Unit("flags", "MlS-LCS", "", 1, 1) in partial.found
