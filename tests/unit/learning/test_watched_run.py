"""Long runs: rows held out, callbacks, an end that comes early, checkpoints, rules to start from."""

import json
import os
import shutil
import signal
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest
from raising import raising

from mlslcs_ref import AutoOptions, auto_settings, load_model, save_model
from mlslcs_ref._code import LENGTH, Code, this_code
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.problems import mlposition, toy6x4
from mlslcs_ref.errors import CheckpointError, DataError, MlsLcsError, ModelError, OutputError, SettingsError
from mlslcs_ref.learning.auto import AutoRuns
from mlslcs_ref.learning.checkpoint import checkpoint_file
from mlslcs_ref.learning.held_out import held_out_of
from mlslcs_ref.learning.history import History
from mlslcs_ref.learning.train import train
from mlslcs_ref.learning.training import Kept, Training
from mlslcs_ref.learning.watch import Callback, Moment, Watch
from mlslcs_ref.learning.watched_run import WatchedRun
from mlslcs_ref.parts import Parts
from mlslcs_ref.rulesets.held_out_rows import drawn_rows
from mlslcs_ref.rulesets.model import Model
from mlslcs_ref.rulesets.model_file import model_text
from mlslcs_ref.rulesets.pass_record import PassRecord
from mlslcs_ref.settings import PROFILES, Settings

SMALL: Final[dict[str, object]] = {
    "population_size": 80,
    "passes": 6,
    "theta_ga": 20,
    "theta_exp": 3,
    "clustering": False,
}
TOY: Final = toy6x4()


def changed(what: str, row: int, column: int) -> Dataset:
    """Return the data with another value in a cell, or with another label of a row."""
    tables = {"X": TOY.X.copy(), "Y": TOY.Y.astype(float)}
    tables[what][row, column] = 1.0 - tables[what][row, column]
    return Dataset(TOY.schema, tables["X"], tables["Y"], "toy6x4")


def small(profile: str = "paper", **changes: object) -> Settings:
    return Settings.profile(profile, **{**SMALL, **changes})


def stopping_at(step: int) -> Callback:
    """Make a callback that ends a run after so many steps."""

    class Stopping:
        every = step

        def __call__(self, _moment: Moment, /) -> bool:
            return True

    return Stopping()


@cache
def unwatched(profile: str = "paper") -> Model:
    """Return the model of a whole run that nobody watches."""
    return train(TOY, small(profile), 3, profile=profile)


@pytest.fixture(scope="module")
def over(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the state of a run that is over, which nobody may write to."""
    folder = tmp_path_factory.mktemp("over")
    train(TOY, small(), 3, checkpoint=folder)
    return folder


@pytest.fixture
def done(over: Path, tmp_path: Path) -> Path:
    """Return a copy of that folder."""
    return Path(shutil.copytree(over, tmp_path / "done"))


class TestWatching:
    @pytest.mark.parametrize("profile", PROFILES)
    def test_a_run_that_is_watched_is_the_run_that_is_not(self, profile: str, tmp_path: Path) -> None:
        plain = unwatched(profile)
        watched = train(
            TOY,
            small(profile),
            3,
            profile=profile,
            validation=TOY,
            callbacks=[lambda _moment: None],
            checkpoint=tmp_path / "state",
            every=7,
        )

        assert (watched.ruleset, watched.record, watched.thresholds) == (plain.ruleset, plain.record, plain.thresholds)
        assert plain.history == ()
        assert [record.validation for record in watched.history] == [record.accuracy for record in watched.history]

    def test_the_history_of_a_model_comes_back_from_its_file(self, tmp_path: Path) -> None:
        model = train(TOY, small(), 3, validation=0.25)
        save_model(model, tmp_path / "m.json")

        assert load_model(tmp_path / "m.json") == model
        assert all(record.validation is not None for record in model.history)

    def test_a_callback_is_called_whenever_so_many_steps_are_done(self) -> None:
        steps: list[int] = []

        class Every:
            every = 50

            def __call__(self, moment: Moment, /) -> None:
                steps.append(moment.step)
                assert moment.record is None or moment.step % 64 == 0
                assert 0.0 <= moment.accuracy <= 1.0
                assert moment.n_steps == 384

        train(TOY, small(), 3, callbacks=[Every()])

        assert steps == list(range(50, 384, 50))

    def test_what_a_callback_returns_ends_the_run_only_if_it_is_true_itself(self) -> None:
        assert len(train(TOY, small(), 3, callbacks=[lambda moment: moment]).history) == 6
        assert len(train(TOY, small(), 3, callbacks=[lambda _moment: 1]).history) == 6
        assert len(train(TOY, small(), 3, callbacks=[lambda _moment: True]).history) == 1
        assert len(train(TOY, small(), 3, callbacks=[lambda _moment: np.bool_(True)]).history) == 1

    def test_the_model_of_an_early_end_is_that_of_a_run_of_so_many_steps(self) -> None:
        model = train(TOY, small(passes=300), 3, validation=0.25, patience=3)
        rows = held_out_of(0.25, TOY, 3)[0]
        run = Training(rows, small(passes=300), 3)
        run.advance(model.record.steps)

        again = run.model(history=model.history)
        assert model == replace(again, record=replace(again.record, steps_left=0))
        assert len(model.history) < 300

    def test_a_pass_that_is_no_better_does_not_replace_the_first_of_the_best(self) -> None:
        model = train(TOY, small(passes=300), 3, validation=0.25, patience=3)
        scores = [record.validation or 0.0 for record in model.history]

        assert model.record.steps == (scores.index(max(scores)) + 1) * model.ruleset.n_instances

    @pytest.mark.parametrize(
        ("changes", "name"),
        [
            ({"patience": 3}, "patience"),
            ({"patience": 0, "validation": TOY}, "patience"),
            ({"patience": True, "validation": TOY}, "patience"),
            ({"every": 5}, "every"),
            ({"resume": True}, "resume"),
            ({"every": 0, "checkpoint": "x"}, "every"),
            ({"callbacks": print}, "callbacks"),
            ({"callbacks": [3]}, "callbacks"),
            ({"callbacks": "ab"}, "callbacks"),
        ],
    )
    def test_what_makes_no_sense_is_refused_before_anything_is_learned(self, changes: Any, name: str) -> None:
        for call in (Watch, lambda **given: train(TOY, small(), **given)):
            with raising(SettingsError, name=name):
                call(**changes)


class TestHeldOut:
    @pytest.mark.parametrize("seed", [0, 1, -5, 2**63, 2**70])
    def test_rows_are_drawn_once_each(self, seed: int) -> None:
        rows = drawn_rows(50, seed)

        assert sorted(rows) == list(range(50))
        assert list(rows) != list(range(50))

    def test_rows_keep_their_order_on_both_sides(self) -> None:
        marked = Dataset(TOY.schema, TOY.X, TOY.Y)
        rows, held_out = held_out_of(0.3, marked, 4)
        assert held_out is not None

        assert held_out.n_instances == round(0.3 * 64)
        for part in (rows, held_out):
            places = [TOY.X.tolist().index(row) for row in part.X.tolist()]
            assert places == sorted(places)

    def test_rows_of_another_schema_are_refused(self) -> None:
        with pytest.raises(DataError):
            train(TOY, small(), validation=mlposition(3))
        with pytest.raises(DataError):
            train(TOY, small(), validation=[[1, 2, 3]])


class TestInit:
    def test_a_run_starts_from_rules_however_they_are_given(self, tmp_path: Path) -> None:
        before = unwatched()
        save_model(before, tmp_path / "m.json")
        texts = {
            model_text(train(TOY, small(), 4, init=start))
            for start in (before, before.ruleset, tmp_path / "m.json", str(tmp_path / "m.json"))
        }

        assert texts == {model_text(Training(TOY, small(), 4, init=before.ruleset).complete())}

    def test_runs_of_auto_start_from_the_populations_of_a_model(self, tmp_path: Path) -> None:
        before = of_auto()
        save_model(before, tmp_path / "m.json")
        texts = {model_text(of_auto(init=start)) for start in (before, before.populations, tmp_path / "m.json")}

        assert len(texts) == 1
        assert texts != {model_text(before)}

    def test_runs_of_auto_start_from_the_rules_of_the_papers_system(self) -> None:
        """Their bounds are those of the range, not listed steps."""
        assert len(of_auto(init=unwatched()).populations) == 2

    @pytest.mark.parametrize("other", [3, [1], object(), __file__])
    def test_what_is_no_rules_is_refused(self, other: Any) -> None:
        with pytest.raises(ModelError if other == __file__ else DataError):
            train(TOY, small(), init=other)


def of_auto(**given: Any) -> Model:
    return train(TOY, auto_settings(6, passes=2), 3, profile="auto", options=AutoOptions(n_runs=2), **given)


@cache
def watched_auto() -> Model:
    """Return the model of whole runs with rows held out."""
    return of_auto(validation=TOY)


class TestCheckpoints:
    @pytest.mark.parametrize("stream", ["pcg64", "java"])
    @pytest.mark.parametrize("profile", PROFILES)
    def test_a_run_that_is_resumed_ends_in_the_same_bytes(self, profile: Any, stream: Any, tmp_path: Path) -> None:
        given: dict[str, Any] = {"profile": profile, "stream": stream, "init": train(TOY, small(), 9)}
        whole = train(TOY, small(profile), 3, validation=0.25, **given)
        given |= {"checkpoint": tmp_path, "every": 10, "validation": 0.25}
        train(TOY, small(profile), 3, callbacks=[stopping_at(131)], **given)
        resumed = train(TOY, small(profile), 3, resume=True, **given)

        assert model_text(resumed) == model_text(whole)

    def test_an_interrupted_run_writes_its_last_step(self, tmp_path: Path) -> None:
        def interrupt(moment: Moment) -> None:
            if moment.passes == 4:
                signal.raise_signal(signal.SIGINT)

        given: dict[str, Any] = {"checkpoint": tmp_path, "every": 1000}
        with pytest.raises(KeyboardInterrupt):
            train(TOY, small(), 3, callbacks=[interrupt], **given)

        assert json.loads(checkpoint_file(tmp_path, 1).read_text())["place"]["steps"] == 256
        resumed = train(TOY, small(), 3, callbacks=[lambda _moment: None], resume=True, **given)
        assert model_text(resumed) == model_text(train(TOY, small(), 3, callbacks=[lambda _moment: None]))

    @pytest.mark.parametrize("profile", ["auto", "paper"])
    def test_a_second_signal_while_the_state_is_written_leaves_no_time_for_a_model(
        self, profile: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """So that it ends the program at once, and a third one is not needed."""

        def interrupt(_moment: Moment) -> None:
            # a state is written next, and what writes it hears another signal
            monkeypatch.setattr(
                "mlslcs_ref.learning.checkpoint.write_text", lambda *_given: signal.raise_signal(signal.SIGINT)
            )
            signal.raise_signal(signal.SIGINT)

        watch = Watch(checkpoint=tmp_path, every=10**9, callbacks=[interrupt])
        runs: AutoRuns | WatchedRun
        if profile == "auto":
            runs = AutoRuns(TOY, 3, watch=watch, settings=auto_settings(6, passes=5))
        else:
            runs = WatchedRun(TOY, small(), 3, watch)
        with pytest.raises(KeyboardInterrupt):
            runs.complete()

        assert not runs.has_model

    def test_patience_goes_on_where_it_was(self, tmp_path: Path) -> None:
        given: dict[str, Any] = {"validation": 0.25, "patience": 4}
        settings = small(passes=300)
        whole = train(TOY, settings, 3, **given)
        for n_passes in (1, 2, len(whole.history) // 2, len(whole.history) - 1, len(whole.history)):
            folder = tmp_path / str(n_passes)
            train(TOY, settings, 3, checkpoint=folder, callbacks=[stopping_at(48 * n_passes)], **given)
            assert train(TOY, settings, 3, checkpoint=folder, resume=True, **given) == whole

    @pytest.mark.parametrize("step", [1, 64, 100, 127, 128])
    def test_runs_of_auto_are_resumed_each_from_its_own_file(self, step: int, tmp_path: Path) -> None:
        whole = watched_auto()
        cut = of_auto(validation=TOY, checkpoint=tmp_path, callbacks=[stopping_at(step)])

        assert cut.record.steps == 2 * step
        assert sorted(path.name for path in tmp_path.iterdir()) == ["run-1.json", "run-2.json"]
        for jobs in (1, 2) if step == 100 else (1,):
            assert model_text(of_auto(validation=TOY, checkpoint=tmp_path, resume=True, jobs=jobs)) == model_text(whole)

    def test_a_run_that_is_over_is_resumed_to_the_same_model(self, done: Path) -> None:
        assert train(TOY, small(), 3, checkpoint=done, resume=True) == unwatched()

    def test_the_interval_and_the_name_of_the_data_may_be_others(self, tmp_path: Path) -> None:
        train(TOY, small(), 3, checkpoint=tmp_path, callbacks=[stopping_at(100)], validation=TOY)
        called = Dataset(TOY.schema, TOY.X, TOY.Y, "other")

        resumed = train(called, small(), 3, checkpoint=tmp_path, every=3, resume=True, validation=called)
        assert resumed == train(called, small(), 3, validation=called)

    def test_a_run_without_a_checkpoint_yet_is_begun(self, tmp_path: Path) -> None:
        assert train(TOY, small(), 3, checkpoint=tmp_path / "new", resume=True) == unwatched()

    def test_a_folder_with_a_run_is_not_written_over(self, done: Path) -> None:
        before = checkpoint_file(done, 1).read_bytes()
        with pytest.raises(CheckpointError):
            train(TOY, small(), 4, checkpoint=done)

        assert checkpoint_file(done, 1).read_bytes() == before

    OTHERS: Final[dict[str, Callable[[Path], Any]]] = {
        "seed": lambda to: train(TOY, small(), 4, checkpoint=to, resume=True),
        "stream": lambda to: train(TOY, small(), 3, stream="java", checkpoint=to, resume=True),
        "profile": lambda to: train(TOY, small(), 3, profile="authors", checkpoint=to, resume=True),
        "passes": lambda to: train(TOY, small(passes=7), 3, checkpoint=to, resume=True),
        "number of rows of the data": lambda to: train(TOY.taken(range(63)), small(), 3, checkpoint=to, resume=True),
        "order of the rows of the data": lambda to: train(
            TOY.reordered(range(63, -1, -1)), small(), 3, checkpoint=to, resume=True
        ),
        "attribute 'a6' of the data": lambda to: train(changed("X", 7, 5), small(), 3, checkpoint=to, resume=True),
        # some settings hang on the data, so these are named first
        "attribute 'a5' of the data": lambda to: train(
            changed("X", 7, 4), small(passes=7), 3, checkpoint=to, resume=True
        ),
        "label 'l4' of the data": lambda to: train(changed("Y", 7, 3), small(), 3, checkpoint=to, resume=True),
        "rules to start from": lambda to: train(TOY, small(), 3, init=unwatched(), checkpoint=to, resume=True),
        "rows held out": lambda to: train(TOY, small(), 3, validation=TOY, checkpoint=to, resume=True),
        "record of passes": lambda to: train(TOY, small(), 3, callbacks=[print], checkpoint=to, resume=True),
    }

    @pytest.mark.parametrize("name", OTHERS)
    def test_another_run_is_not_resumed(self, name: str, done: Path) -> None:
        with raising(CheckpointError, place=f"run.{name}"):
            self.OTHERS[name](done)

    @pytest.mark.parametrize(("part", "is_refused"), [("core", True), ("experiments.grid", False)])
    def test_what_other_sources_began_is_resumed_only_if_no_run_needs_them(
        self, part: str, is_refused: bool, done: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        here = this_code()
        other = Code(here.release, {**here.parts, part: "0" * LENGTH})
        monkeypatch.setattr("mlslcs_ref.learning.checkpoint.this_code", lambda: other)
        with raising(CheckpointError, place=f"run.code of {part}") if is_refused else nullcontext():
            train(TOY, small(), 3, checkpoint=done, resume=True)

    @pytest.mark.parametrize("constant", ["__version__", "SPECIFICATION"])
    def test_what_another_version_began_is_not_resumed(
        self, constant: str, done: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(f"mlslcs_ref.learning.checkpoint.{constant}", "0.0.1")
        with pytest.raises(CheckpointError):
            train(TOY, small(), 3, checkpoint=done, resume=True)

    @pytest.mark.parametrize("jobs", [1, 2])
    @pytest.mark.parametrize("text", ["", "of another run"])
    def test_a_checkpoint_of_any_run_is_refused_before_anything_is_learned(
        self, text: str, jobs: int, tmp_path: Path
    ) -> None:
        of_auto(checkpoint=tmp_path)
        first, second = (checkpoint_file(tmp_path, run) for run in (1, 2))
        second.write_text(text and first.read_text())
        first.unlink()
        with raising(CheckpointError, file=str(second)):
            of_auto(checkpoint=tmp_path, resume=True, jobs=jobs)

        assert not first.exists()

    def test_a_callback_ends_the_run_that_it_is_called_in_and_resuming_goes_on_with_it(self, tmp_path: Path) -> None:
        cut = of_auto(checkpoint=tmp_path, callbacks=[stopping_at(100)])
        n_steps = [json.loads(checkpoint_file(tmp_path, run).read_text())["place"]["steps"] for run in (1, 2)]
        resumed = of_auto(checkpoint=tmp_path, resume=True, callbacks=[lambda _moment: None])

        assert n_steps == [100, 100]
        assert len(cut.populations) == len(resumed.populations) == 2
        assert model_text(resumed) == model_text(of_auto(callbacks=[lambda _moment: None]))

    @pytest.mark.parametrize("every", [None, 32, 64])
    def test_what_a_signal_keeps_from_being_called_is_called_when_the_run_goes_on(
        self, every: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The signal falls between the last step of a pass and the callbacks: none is left out, none called twice."""
        kept = History.keep
        told: list[tuple[int, PassRecord | None]] = []

        class Told:
            def __init__(self) -> None:
                self.every = every

            def __call__(self, moment: Moment, /) -> None:
                told.append((moment.step, moment.record))

        def interrupted(history: History, record: PassRecord) -> None:
            kept(history, record)
            if len(history.records) == 3:
                signal.raise_signal(signal.SIGINT)

        train(TOY, small(), 3, callbacks=[Told()])
        wanted, told = told, []
        monkeypatch.setattr(History, "keep", interrupted)
        with pytest.raises(KeyboardInterrupt):
            train(TOY, small(), 3, checkpoint=tmp_path, callbacks=[Told()])
        n_before = len(told)
        monkeypatch.setattr(History, "keep", kept)
        train(TOY, small(), 3, checkpoint=tmp_path, resume=True, callbacks=[Told()])

        assert n_before < len(told)
        assert told == wanted

    def test_callbacks_that_have_returned_are_not_called_again(self, tmp_path: Path) -> None:
        steps: list[int] = []
        train(TOY, small(), 3, checkpoint=tmp_path, callbacks=[stopping_at(128)])
        train(TOY, small(), 3, checkpoint=tmp_path, resume=True, callbacks=[lambda moment: steps.append(moment.step)])

        assert steps == [192, 256, 320, 384]

    @pytest.mark.parametrize(
        "change",
        [
            lambda text: text[: len(text) // 2],
            lambda text: text.replace('"num": 1', '"num": 2', 1),
            lambda text: text.replace('"version": 2', '"version": 3', 1),
            lambda text: text.replace("mlslcs_ref.checkpoint", "mlslcs_ref.model", 1),
            lambda _text: "",
            lambda _text: "[]",
            lambda _text: '{"format": "mlslcs_ref.checkpoint"}',
        ],
        ids=["cut", "other-number", "other-version", "other-format", "empty", "array", "nothing-else"],
    )
    def test_a_damaged_file_is_refused(self, change: Callable[[str], str], done: Path) -> None:
        file = checkpoint_file(done, 1)
        file.write_text(change(file.read_text()))
        with raising(CheckpointError, file=str(file)):
            train(TOY, small(), 3, checkpoint=done, resume=True)

    def test_parts_of_ones_own_have_no_checkpoints(self, tmp_path: Path) -> None:
        class Same:
            def votes(self, rules: Any) -> Any:
                return np.ones(len(rules))

        with raising(SettingsError, name="checkpoint"):
            train(TOY, small(), parts=Parts(deletion=Same), checkpoint=tmp_path)

    @pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to root")
    def test_a_folder_that_cannot_be_written_is_refused_before_anything_is_learned(self, tmp_path: Path) -> None:
        tmp_path.chmod(0o500)
        with pytest.raises(OutputError):
            train(TOY, small(), checkpoint=tmp_path / "state")

    def test_a_file_is_no_folder(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("")
        with pytest.raises(MlsLcsError):
            train(TOY, small(), checkpoint=tmp_path / "file")


def test_a_signal_while_the_best_rules_are_kept_changes_nothing_of_a_resumed_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The record of the pass and its rules go into a checkpoint together."""
    settings = Settings.paper(passes=12, population_size=100, clustering=False, theta_ga=20)
    how: dict[str, Any] = {"validation": 0.25, "patience": 4}
    wanted = train(toy6x4(), settings, 3, **how)
    kept = Training.kept
    done: list[int] = []

    def interrupted(training: Training) -> Kept:
        if training.learner.steps == wanted.record.steps and not done:
            done.append(1)
            signal.raise_signal(signal.SIGINT)
        return kept(training)

    monkeypatch.setattr(Training, "kept", interrupted)
    with pytest.raises(KeyboardInterrupt):
        train(toy6x4(), settings, 3, checkpoint=tmp_path, **how)
    resumed = train(toy6x4(), settings, 3, checkpoint=tmp_path, resume=True, **how)

    assert done
    assert model_text(resumed) == model_text(wanted)


@pytest.mark.parametrize("how", [{"validation": 0.25}, {"checkpoint": "c"}, {}])
@pytest.mark.parametrize("seed", [1.5, "x", None, True])
def test_a_seed_is_a_whole_number_whatever_else_is_asked(seed: Any, how: dict[str, Any], tmp_path: Path) -> None:
    given: dict[str, Any] = {name: tmp_path if name == "checkpoint" else value for name, value in how.items()}
    with raising(SettingsError, name="seed"):
        train(toy6x4(), Settings.paper(passes=1), seed, **given)


@pytest.mark.parametrize("resume", [False, True])
def test_a_checkpoint_of_another_process_is_not_written_over(tmp_path: Path, resume: bool) -> None:
    """Both were begun when the folder was empty. Where a person removes the file, the run writes it anew."""
    train(TOY, small(), 4, checkpoint=tmp_path / "other")
    other = checkpoint_file(tmp_path / "other", 1)
    file = checkpoint_file(tmp_path / "state", 1)
    given: dict[str, Any] = {"checkpoint": tmp_path / "state", "every": 10}
    if resume:
        train(TOY, small(), 3, callbacks=[stopping_at(50)], **given)

    class Meanwhile:
        every = 100

        def __init__(self, do: Callable[[], object]) -> None:
            self.do = do

        def __call__(self, _moment: Moment, /) -> None:
            self.do()

    def comes() -> None:
        shutil.copy(other, tmp_path / "copy")
        (tmp_path / "copy").replace(file)

    with raising(OutputError, file=str(file)):
        train(TOY, small(), 3, callbacks=[Meanwhile(comes)], resume=resume, **given)
    assert file.read_bytes() == other.read_bytes()

    file.unlink()
    train(TOY, small(), 3, callbacks=[Meanwhile(file.unlink)], **given)
    assert json.loads(file.read_text())["place"]["steps"] == 64 * 6
