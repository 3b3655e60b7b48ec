"""Progress: what is drawn, when, and that it changes nothing."""

import io
import math
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from terminals import ESCAPES

from mlslcs_ref.cli.experiment.unit_progress import ExperimentStatus, ExperimentWatcher
from mlslcs_ref.data.problems import toy6x4
from mlslcs_ref.documents.bar import BarDisplay
from mlslcs_ref.documents.look import Look
from mlslcs_ref.documents.progress import (
    Clustered,
    Display,
    LineDisplay,
    NoDisplay,
    Shown,
    Status,
    display_on_stderr,
)
from mlslcs_ref.experiments.grid.results import Failure, UnitResult
from mlslcs_ref.experiments.grid.units import Unit
from mlslcs_ref.extension.settings import auto_settings
from mlslcs_ref.learning.shown_steps import AccuracyEstimate, ShownSteps
from mlslcs_ref.learning.train import train
from mlslcs_ref.learning.training import Training
from mlslcs_ref.rulesets.pass_record import PassRecord
from mlslcs_ref.settings import Settings

STATUS = Status(steps=6400, n_steps=96000, passes=100, n_passes=1500, speed=4000.0, rules=1234, accuracy=0.987)


class Clock:
    """A clock that goes on by itself, `tick` seconds a look, or when it is told to."""

    def __init__(self, tick: float = 0.0) -> None:
        self.now = 100.0
        self.tick = tick

    def __call__(self) -> float:
        self.now += self.tick
        return self.now


class Recorder(Display):
    """A display that keeps what it is shown and told."""

    def __init__(self) -> None:
        self.statuses: list[Any] = []
        self.told: list[str] = []

    def show(self, status: Shown) -> None:
        self.statuses.append(status)

    def say(self, text: str) -> None:
        self.told.append(text)

    def note(self, text: str) -> None:
        self.told.append(text)

    def clear(self) -> None:
        pass


def training(passes: int = 2) -> Training:
    settings = Settings.paper(passes=passes, clustering=False, population_size=100)
    return Training(toy6x4(), settings, 1)


def look(width: int = 80, colour: bool = False) -> Look:
    return Look(terminal=True, colour=colour, width=width, ascii=False)


@pytest.mark.parametrize(
    ("status", "front", "behind"),
    [
        # 96000 - 6400 = 89600 steps at 4000 a second are 22.4 s
        (STATUS, "pass 100/1500", "4000 steps/s, 0:22 left, 1234 rules, accuracy 0.99"),
        (Status(5, 20, 0, 2, 0.5), "pass 0/2", "0.5 steps/s, 0:30 left"),
        (Status(0, 36000, 0, 0, 5.0), "step 0/36000", "5.0 steps/s, 2:00:00 left"),
        (Status(0, 10, 0, 1, 0.0), "pass 0/1", ""),
        (Clustered(40, 200, 3), "clusters of 40/200 instances", "round 3"),
        (Clustered(200, 200, 0), "clusters of 200/200 instances", ""),
        (ExperimentStatus(0, 0, 8, None, 61.0), "unit 0/8", "1:01 so far"),
        (ExperimentStatus(3, 0, 8, 75.0, 45.0, "flags, BR, fold 1"), "unit 3/8", "1:15 left (flags, BR, fold 1)"),
        (ExperimentStatus(3, 2, 8, 7275.0, 45.0), "unit 3/8", "2:01:15 left, 2 failed"),
    ],
)
def test_a_status_is_told_in_few_words(status: Shown, front: str, behind: str) -> None:
    assert status.words() == (front, behind)


@pytest.mark.parametrize("width", [20, 40, 60, 79, 80, 140])
@pytest.mark.parametrize("colour", [False, True])
def test_a_bar_is_one_line_that_leaves_the_last_column_free(width: int, colour: bool) -> None:
    stream = io.StringIO()
    BarDisplay(stream, look(width, colour), Clock()).show(STATUS)
    drawn = ESCAPES.sub("", stream.getvalue())

    assert drawn.startswith("\rpass 100/1500")
    assert "\n" not in drawn
    assert len(drawn) - 1 <= width - 1


def test_a_bar_needs_no_escape_codes() -> None:
    stream = io.StringIO()
    display = BarDisplay(stream, look(), Clock())
    display.show(Status(steps=1, n_steps=2, passes=1, n_passes=2, speed=1.0))
    display.clear()

    assert "\x1b" not in stream.getvalue()
    assert "==--" in stream.getvalue()


def test_a_bar_is_drawn_a_few_times_a_second_and_wiped_at_the_end() -> None:
    stream, clock = io.StringIO(), Clock()
    display = BarDisplay(stream, look(), clock)
    for _time in range(10):
        display.show(STATUS)
        clock.now += 0.02
    drawn = stream.getvalue()
    display.clear()

    assert drawn.count("\rpass") == 2
    assert stream.getvalue() == drawn + "\r" + " " * len(drawn.rpartition("\r")[2]) + "\r"


def test_a_shorter_line_covers_all_of_a_longer_one() -> None:
    stream = io.StringIO()
    display = BarDisplay(stream, look(), Clock())
    display.show(STATUS)
    long = len(stream.getvalue()) - 1
    stream.truncate(0)
    stream.seek(0)
    display.say("evaluating ...")

    assert stream.getvalue() == "\r" + "evaluating ...".ljust(long)


def test_a_log_gets_a_line_every_five_seconds() -> None:
    stream, clock = io.StringIO(), Clock()
    display = LineDisplay(stream, clock)
    display.say("preparing ...")
    for _second in range(12):
        clock.now += 1.0
        display.show(STATUS)
    display.clear()

    assert stream.getvalue() == "pass 100/1500, 4000 steps/s, 0:22 left, 1234 rules, accuracy 0.99\n" * 2


@pytest.mark.parametrize("display", [BarDisplay, LineDisplay])
def test_a_terminal_that_is_gone_does_not_end_a_run(display: type[BarDisplay] | type[LineDisplay]) -> None:
    stream, clock = io.StringIO(), Clock(10.0)
    made = BarDisplay(stream, look(), clock) if display is BarDisplay else LineDisplay(stream, clock)
    stream.close()
    made.show(STATUS)
    made.say("x")
    made.clear()


@pytest.mark.parametrize(
    ("terminal", "term", "quiet", "log", "kind"),
    [
        (True, "xterm", False, True, BarDisplay),
        (True, "xterm", False, False, BarDisplay),  # with --json
        (True, "dumb", False, True, LineDisplay),
        (True, "xterm", True, True, NoDisplay),
        (False, "xterm", False, True, LineDisplay),
        (False, "xterm", False, False, NoDisplay),
        (False, "xterm", True, True, NoDisplay),
    ],
)
def test_the_display_fits_standard_error(
    monkeypatch: pytest.MonkeyPatch, terminal: bool, term: str, quiet: bool, log: bool, kind: type[Display]
) -> None:
    stream = io.StringIO()
    monkeypatch.setattr(stream, "isatty", lambda: terminal)
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setenv("TERM", term)
    with display_on_stderr(quiet, log) as display:
        assert type(display) is kind


def test_a_notebook_gets_a_bar_without_escape_codes(monkeypatch: pytest.MonkeyPatch) -> None:
    """It knows how to go back to the beginning of a line."""
    stream = type("OutStream", (io.StringIO,), {"__module__": "ipykernel.iostream"})()
    monkeypatch.setattr("sys.stderr", stream)
    with display_on_stderr() as display:
        display.show(STATUS)

    assert type(display) is BarDisplay
    assert "\r" in stream.getvalue()
    assert "\x1b" not in stream.getvalue()


@pytest.mark.parametrize("profile", ["paper", "auto"])
def test_a_run_shows_where_it_is_when_it_is_asked_to(profile: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("mlslcs_ref.documents.progress.LINE_SECONDS", 0.0)
        shown = train(toy6x4(), auto_settings(6, passes=2), 1, profile=profile, progress=True)
    told = capsys.readouterr()

    assert shown == train(toy6x4(), auto_settings(6, passes=2), 1, profile=profile)
    assert "pass 1/2" in told.err
    assert told.out == ""
    assert capsys.readouterr().err == ""


def test_the_bar_tells_how_the_last_pass_did_on_rows_held_out() -> None:
    recorder = Recorder()
    shown, run = ShownSteps(recorder, Clock(0.01)), training()
    last = PassRecord(1, 0.5, None, 5, 9, 0, 0, 0, 0, 0, 0.1, 0.25)
    shown(run, 5, last)
    shown(run, 5, last._replace(validation=math.nan))

    assert {status.held_out for status in recorder.statuses} == {0.25, None}
    told = replace(STATUS, steps=48000, held_out=0.25)
    assert told.words()[1].endswith("held out 0.25")
    stream = io.StringIO()
    BarDisplay(stream, Look(terminal=True, colour=False, width=80, ascii=False)).show(told)
    assert "==" in stream.getvalue()


def test_a_closed_standard_error_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr", None)
    with display_on_stderr() as display:
        display.show(STATUS)


def test_watching_a_run_changes_nothing() -> None:
    watched, recorder = training(), Recorder()
    ShownSteps(recorder, Clock(0.01))(watched, watched.learner.n_steps)

    assert watched.model().record == train(toy6x4(), watched.settings, 1).record
    assert [status.steps for status in recorder.statuses] == sorted(status.steps for status in recorder.statuses)
    assert {status.n_steps for status in recorder.statuses} == {128}
    assert all(0 < status.rules <= 128 for status in recorder.statuses if status.rules is not None)


def test_what_takes_its_time_after_the_last_step_is_said() -> None:
    """Choosing rules can take longer than the run; it is not said while there are steps to do."""
    recorder, run = Recorder(), training()
    shown = ShownSteps(recorder, Clock(0.01))
    shown(run, run.learner.n_steps - 1)
    assert recorder.told == []
    shown(run, 1)
    assert len(recorder.told) == 1


def test_chunks_grow_while_they_are_quick_and_shrink_when_they_are_slow() -> None:
    def sizes(tick: float) -> Iterator[int]:
        recorder = Recorder()
        run = training(10)
        ShownSteps(recorder, Clock(tick))(run, run.learner.n_steps)
        steps = [0, *(status.steps for status in recorder.statuses)]
        return (after - before for before, after in pairwise(steps))

    assert max(sizes(0.0)) >= 128
    assert max(sizes(0.2)) == 1


def test_an_estimate_takes_at_most_a_fortieth_of_the_time() -> None:
    """A look at the clock takes 2 s here, so an estimate seems to: the next may begin 80 s later."""
    clock = Clock()
    estimate = AccuracyEstimate(training(), clock)
    clock.tick = 2.0
    estimate.renew()
    first = estimate.value
    clock.tick = 0.0
    assert first is not None

    estimate.value = None
    clock.now += 79.0
    estimate.renew()
    assert estimate.value is None

    clock.now += 1.0
    estimate.renew()
    assert estimate.value == first


@pytest.mark.parametrize("profile", ["paper", "authors"])
def test_the_estimate_is_the_accuracy_of_best_where_all_instances_are_asked(profile: str) -> None:
    """The 64 instances of toy6x4 are fewer than the 200 that are asked at most."""
    settings = Settings.profile(profile, passes=3, clustering=False, final_merge=False, update_only=0.0)
    run, clock = Training(toy6x4(), settings, 1), Clock()
    estimate = AccuracyEstimate(run, clock)
    run.advance(150)
    clock.now += 1.0
    estimate.renew()

    assert estimate.value == run.model().evaluate(toy6x4())["best"].accuracy


def test_an_estimate_leaves_rules_as_quick_as_they_were() -> None:
    """CPython 3.11 makes a dictionary for an object that is copied, and finds its attributes more slowly then."""
    run, clock = training(), Clock()
    estimate = AccuracyEstimate(run, clock)
    run.advance(64)
    clock.now += 1.0
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("copy.copy", lambda _rule: pytest.fail("a rule is copied"))
        estimate.renew()

    assert estimate.value is not None


def test_no_estimate_is_made_in_the_first_second() -> None:
    clock = Clock()
    estimate = AccuracyEstimate(training(), clock)
    estimate.renew()

    assert estimate.value is None


def test_a_watcher_tells_what_was_done_before_what_fails_and_where_it_is() -> None:
    first, second = (Unit("flags", "BR", "", fold, 1) for fold in (1, 2))
    display = Recorder()
    watcher = ExperimentWatcher(display)
    watcher.loading("flags")
    watcher.begins({first: 1.0, second: 1.0}, [UnitResult(first)])
    watcher.finished(UnitResult(first, failure=Failure("ValueError", "no", "m, line 1, in f"), seconds=0.5))
    watcher.finished(UnitResult(second))
    watcher.end()

    assert display.told == [
        "loading flags ...",
        "1 of 3 units were done before",
        "failed: flags, BR, fold 1, seed 1: ValueError: no (m, line 1, in f)",
    ]
    assert display.statuses[-1].words() == ("unit 2/2", "0:00 left, 1 failed (flags, BR, fold 2, seed 1)")


def test_what_is_left_takes_as_long_as_what_is_done_by_their_costs_and_not_less_than_nothing() -> None:
    """30 s for a cost of 10 make 6 s for a cost of 2."""
    times = iter([50.0, 80.0, 80.0, 84.0, 100.0])
    first, second = (Unit("flags", "BR", "", fold, 1) for fold in (1, 2))
    display = Recorder()
    watcher = ExperimentWatcher(display, lambda: next(times))
    watcher._costs, watcher._cost_left, watcher._start = {first: 10.0, second: 2.0}, 12.0, next(times)
    watcher.finished(UnitResult(first))
    watcher._show()
    watcher._show()

    assert [status.words()[1].partition(" ")[0] for status in display.statuses] == ["0:06", "0:02", "0:00"]
