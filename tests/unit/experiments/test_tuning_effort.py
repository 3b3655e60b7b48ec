"""How long a search is said to take, and how many passes fit into a time."""

from dataclasses import replace

import pytest

from mlslcs_ref.data.problems import mlposition
from mlslcs_ref.experiments.grid.plan import DatasetEntry
from mlslcs_ref.experiments.tuning.effort import Effort
from mlslcs_ref.experiments.tuning.search import Request

REQUEST = Request(DatasetEntry("some", source="flags"))


@pytest.mark.parametrize(
    ("jobs", "by_size", "seconds"),
    [
        # 14 runs of 1 + 10 * 2 seconds, and one of 1 + 50 * 2
        (1, False, 395.0),
        # of N = 1000, 2000, 9000, 12000 and 25000 as of 1, 1, 1.8, 2.4 and 5 runs, and the last as of 5
        (1, True, (9 + 11.2) * 21 + 5 * 101),
        # 1 + 2.5 + 1 + 2.5 runs beside others
        (2, False, 248.0),
    ],
)
def test_a_search_takes_as_long_as_its_runs_beside_each_other(jobs: int, by_size: bool, seconds: float) -> None:
    assert Effort(REQUEST, 1.0, 2.0, jobs).seconds(10, 50, by_size) == pytest.approx(seconds)


def test_a_search_has_the_passes_that_fit_into_its_time_and_no_more_than_the_papers() -> None:
    """Without set-up the paper's search is (20.2 * 500 + 5 * 2500) s = 22600 s of passes of one second."""
    effort = Effort(REQUEST, 0.0, 1.0)
    found = {seconds: effort.within(seconds).request for seconds in (0.1, 2260.0, 10.0**9)}
    passes = {seconds: (one.settings["passes"], one.most_passes, one.every) for seconds, one in found.items()}
    assert passes == {0.1: (1, 1, 1), 2260.0: (50, 250, 10), 10.0**9: (500, 2500, 100)}


def test_speed_is_measured_on_the_data_of_the_search() -> None:
    effort = Effort.of(Request(DatasetEntry("p", source="mlposition3"), settings={"passes": 1}), mlposition(3), 2)
    assert effort.a_pass > 0.0
    assert effort.jobs == 2
    assert {"14", "1", "100", "2500"} <= {*effort.ahead().replace(":", " ").split()}


def test_the_last_runs_have_no_fewer_passes_than_their_limit_though_none_is_tested_before() -> None:
    request = Request(DatasetEntry("some", source="flags"), most_passes=2, every=5)
    assert Effort(request, 0.0, 100.0).ahead() == Effort(replace(request, every=2), 0.0, 100.0).ahead()
