"""How far an experiment is, in words."""

import pytest

from mlslcs_ref.cli.experiment.unit_progress import ExperimentStatus, ExperimentWatcher
from mlslcs_ref.documents.progress import Display, Shown
from mlslcs_ref.experiments.grid import Failure, Unit, UnitResult


class Recorder(Display):
    """A display that keeps what it is shown and told."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self.shown: list[tuple[str, str]] = []

    def show(self, status: Shown) -> None:
        self.shown.append(status.words())

    def say(self, text: str) -> None:
        self.told.append(text)

    def note(self, text: str) -> None:
        self.told.append(text)

    def clear(self) -> None:
        pass


@pytest.mark.parametrize(
    ("status", "front", "behind"),
    [
        (ExperimentStatus(0, 0, 8, None), "unit 0/8", ""),
        (
            ExperimentStatus(3, 0, 8, 75.0, "flags, BR, fold 1, seed 1"),
            "unit 3/8",
            "1:15 left (flags, BR, fold 1, seed 1)",
        ),
        (ExperimentStatus(3, 2, 8, 7275.0), "unit 3/8", "2:01:15 left, 2 failed"),
    ],
)
def test_a_status_is_told_in_few_words(status: ExperimentStatus, front: str, behind: str) -> None:
    assert status.words() == (front, behind)


def test_a_watcher_tells_what_was_done_before_what_fails_and_where_it_is() -> None:
    first, second = (Unit("flags", "BR", "", fold, 1) for fold in (1, 2))
    display = Recorder()
    watcher = ExperimentWatcher(display)
    watcher.loading("flags")
    watcher.begins({first: 1.0, second: 1.0}, 1, [UnitResult(first)])
    watcher.finished(UnitResult(first, failure=Failure("ValueError", "no", "m, line 1, in f"), seconds=0.5))
    watcher.finished(UnitResult(second))
    watcher.end()

    assert display.told == [
        "loading flags ...",
        "1 of 3 units were done before",
        "failed: flags, BR, fold 1, seed 1: ValueError: no (m, line 1, in f)",
    ]
    assert display.shown[-1] == ("unit 2/2", "0:00 left, 1 failed (flags, BR, fold 2, seed 1)")
