"""How long units take, compared with each other."""

from mlslcs_ref.data.problems import toy6x4
from mlslcs_ref.experiments.grid.tasks import Task, guessed_cost
from mlslcs_ref.experiments.grid.units import Unit

QUICK, LONG = (Unit("flags", name, "", 1, 1) for name in ("BR", "MlS-LCS"))


def test_longer_runs_are_guessed_to_cost_more() -> None:
    def cost(**settings: int) -> float:
        return guessed_cost(Task(LONG, "", "mls-lcs", {"settings": settings}, ""), toy6x4())

    assert guessed_cost(Task(QUICK, "", "br", {}, ""), toy6x4()) < cost(passes=10) < cost(passes=100)
    assert cost(passes=100) < cost(passes=100, population_size=9000)
