"""How long a run will take."""

from mlslcs_ref.data import toy6x4
from mlslcs_ref.experiments.grid import Unit, UnitResult
from mlslcs_ref.experiments.grid.costs import Forecast, guessed_cost
from mlslcs_ref.experiments.grid.tasks import Task

QUICK = [Unit("flags", "BR", "", fold, 1) for fold in (1, 2)]
LONG = [Unit("flags", "MlS-LCS", "", fold, 1) for fold in (1, 2)]
COSTS = {**dict.fromkeys(QUICK, 1.0), **dict.fromkeys(LONG, 10.0)}


class Clock:
    """A clock that is set."""

    def __init__(self) -> None:
        self.now = 50.0

    def __call__(self) -> float:
        return self.now


def finished(unit: Unit, seconds: float) -> UnitResult:
    return UnitResult(unit, seconds=seconds)


def test_nothing_is_known_before_a_unit_is_done() -> None:
    assert Forecast(COSTS, 1).seconds_left is None
    assert Forecast({}, 1).seconds_left == 0.0


def test_units_take_what_others_of_their_kind_took_or_else_in_proportion_to_their_costs() -> None:
    """30 s for a cost of 10 make 3 s for a cost of 1: 30 + 3 + 3 are left; then 2 s were measured: 30 + 2."""
    clock = Clock()
    forecast = Forecast(COSTS, 1, clock)
    clock.now += 30
    forecast.finished(finished(LONG[0], 30.0))
    assert forecast.seconds_left == 36.0
    clock.now += 2
    forecast.finished(finished(QUICK[0], 2.0))
    assert forecast.seconds_left == 32.0


def test_time_goes_on_while_a_unit_is_run_but_not_below_nothing() -> None:
    clock = Clock()
    forecast = Forecast(COSTS, 1, clock)
    clock.now += 30
    forecast.finished(finished(LONG[0], 30.0))
    clock.now += 10
    assert forecast.seconds_left == 26.0
    clock.now += 100
    assert forecast.seconds_left == 0.0


def test_several_workers_share_what_is_left_but_none_is_quicker_than_its_longest_unit() -> None:
    clock = Clock()
    forecast = Forecast({**COSTS, Unit("x", "y", "", 1, 1): 100.0}, 10, clock)
    clock.now += 30
    forecast.finished(finished(LONG[0], 300.0))

    assert forecast.seconds_left == 3000.0


def test_longer_runs_are_guessed_to_cost_more() -> None:
    def cost(**settings: int) -> float:
        return guessed_cost(Task(LONG[0], "", "mls-lcs", {"settings": settings}, ""), toy6x4())

    assert guessed_cost(Task(QUICK[0], "", "br", {}, ""), toy6x4()) < cost(passes=10) < cost(passes=100)
    assert cost(passes=100) < cost(passes=100, population_size=9000)
