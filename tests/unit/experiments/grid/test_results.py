"""What came of units: as files, as a whole, and summed up."""

import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from raising import raising

from mlslcs_ref.errors import PlanError
from mlslcs_ref.experiments.grid.plan import DatasetEntry, MethodEntry, Plan
from mlslcs_ref.experiments.grid.results import Failure, Results, UnitResult, parse_result, result_text
from mlslcs_ref.experiments.grid.summary import summary
from mlslcs_ref.experiments.grid.units import Unit
from mlslcs_ref.experiments.methods import Outcome
from mlslcs_ref.experiments.statistics.intervals import Spread
from mlslcs_ref.metrics import Scores

UNIT = Unit("flags", "BR", "", 1, 1)
DONE = UnitResult(
    UNIT,
    "abc",
    Outcome({"labels": Scores(0.5, 0.25, 0.125)}, {"n_rules": 3, "scs": 1.0}, ({"step": 64, "accuracy": 0.5},)),
    None,
    1.5,
    {"mlslcs_ref": "0.1.0"},
)
FAILED = UnitResult(UNIT, "abc", None, Failure("ValueError", "no", "rivals.br, line 3, in fit"), 0.25, {})
NUMBERS = st.floats(allow_nan=False, allow_infinity=False) | st.integers(-(2**53), 2**53)
HUGE = 10**400
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=9)


@pytest.mark.parametrize("result", [DONE, FAILED])
def test_a_unit_is_read_as_it_was_written(result: UnitResult) -> None:
    assert parse_result(result_text(result), "u.json") == result


@given(st.lists(st.floats(0.0, 1.0), min_size=3, max_size=3), st.dictionaries(TEXTS, NUMBERS), TEXTS)
def test_whatever_numbers_came_out_they_are_read_as_they_were_written(
    values: list[float], facts: dict[str, float], way: str
) -> None:
    result = UnitResult(UNIT, way, Outcome({way: Scores(*map(float, values))}, facts, (facts,)), None, 0.0, {})

    assert parse_result(result_text(result), "u.json") == result


def test_a_mean_over_nothing_is_null() -> None:
    result = UnitResult(UNIT, "", Outcome({"best": Scores(math.nan, 0.0, 0.0)}, {"x": math.nan}), None, 0.0, {})
    found = parse_result(result_text(result), "u.json")

    assert '"accuracy": null' in result_text(result)
    assert math.isnan(found.scores["best"].accuracy)
    assert math.isnan(found.facts["x"])


@pytest.mark.parametrize(
    "change",
    [
        ("{", ""),
        ('"mlslcs_ref.experiment-unit"', '"mlslcs_ref.model"'),
        ('"version": 1', '"version": 2'),
        ('"done"', '"missing"'),
        ('"fold": 1', '"fold": 0'),
        ('"accuracy": 0.5', '"accuracy": "0.5"'),
        ('"hamming_loss"', '"loss"'),
        ('"seconds": 1.5', '"seconds": -1.5'),
        ('"n_rules": 3', '"n_rules": true'),
        ('"n_rules": 3', f'"n_rules": {HUGE}'),
        ('"accuracy": 0.5', '"accuracy": 7'),
        ('"exact_match": 0.25', '"exact_match": -0.25'),
    ],
)
def test_a_file_that_is_damaged_is_told_of(change: tuple[str, str]) -> None:
    with raising(PlanError, file="u.json"):
        parse_result(result_text(DONE).replace(*change), "u.json")


def test_only_the_last_line_tells_the_time() -> None:
    assert [line for line in result_text(DONE).splitlines() if "1.5" in line] == [' "seconds": 1.5']
    assert list(json.loads(result_text(DONE)))[-1] == "seconds"


def plan(**changes: Any) -> Plan:
    data = (DatasetEntry("flags", n_folds=4),)
    return Plan("p", data, (MethodEntry("BR", "br"), MethodEntry("MlS-LCS", "mls-lcs")), **changes)


def done(unit: Unit, accuracy: float, ways: tuple[str, ...] = ("labels",)) -> UnitResult:
    return UnitResult(unit, "", Outcome({way: Scores(accuracy, 0.0, 1.0) for way in ways}, {}), None, 2.0, {})


def test_units_that_were_not_run_are_missing_and_stand_in_their_places() -> None:
    units = plan().units()
    results = Results(plan(), {units[2]: done(units[2], 0.5), units[0]: UnitResult(units[0], failure=FAILED.failure)})

    assert [result.status for result in results] == ["failed", "missing", "done", *["missing"] * 5]
    assert [result.unit for result in results] == list(units)
    assert results.with_status("done") == (results[units[2]],)
    assert (results[units[1]].scores, results[units[1]].facts, results[units[1]].curve) == ({}, {}, ())


def test_means_say_over_how_many_units_they_are() -> None:
    """(0.2 + 0.4 + 0.9) / 3 = 0.5; the squares of -0.3, -0.1 and 0.4 are 0.26, and 0.26 / 2 = 0.13."""
    units = plan().units()
    found = {unit: done(unit, value) for unit, value in zip(units, (0.2, 0.4, 0.9), strict=False)}
    found[units[3]] = UnitResult(units[3], failure=FAILED.failure)
    rows = summary(Results(plan(), found))

    assert [(row.label, row.way, row.n_done, row.n_failed, row.n_units, row.complete) for row in rows] == [
        ("BR", "labels", 3, 1, 4, False),
        ("MlS-LCS", "", 0, 0, 4, False),
    ]
    assert rows[0].accuracy.mean == pytest.approx(0.5)
    assert rows[0].accuracy.sd == pytest.approx(math.sqrt(0.13))
    assert (rows[0].hamming_loss, rows[0].seconds) == (Spread(1.0, 0.0), 2.0)
    assert math.isnan(rows[1].accuracy.mean)
    assert math.isnan(rows[1].seconds)


def test_every_way_of_deciding_has_a_row_and_seeds_count_as_units() -> None:
    seeded = plan(seeds=(1, 2))
    found = {unit: done(unit, 0.5, ("pcut", "best")) for unit in seeded.units() if unit.method == "MlS-LCS"}
    rows = [row for row in summary(Results(seeded, found)) if row.method == "MlS-LCS"]

    assert [(row.way, row.n_done, row.n_units, row.complete) for row in rows] == [
        ("pcut", 8, 8, True),
        ("best", 8, 8, True),
    ]
