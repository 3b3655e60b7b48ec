"""The profile `auto`: from data to a short ruleset, without tuning (EXT-1 to EXT-11)."""

from __future__ import annotations

import os
import signal
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import dropwhile, takewhile
from typing import TYPE_CHECKING, Any

from mlslcs_ref._given import require_given, whole
from mlslcs_ref._signals import awaited, end_with, held_back
from mlslcs_ref.data.dataset import Dataset, require_dataset
from mlslcs_ref.errors import DataError, SettingsError
from mlslcs_ref.extension.informed import Informed
from mlslcs_ref.extension.settings import AutoOptions, auto_settings, require_auto
from mlslcs_ref.extension.shortening import ShortRules
from mlslcs_ref.learning.held_out import starts_of
from mlslcs_ref.learning.training import Stream
from mlslcs_ref.learning.watch import Watch
from mlslcs_ref.learning.watched_run import Advance, WatchedRun
from mlslcs_ref.metrics import Metric
from mlslcs_ref.rulesets.consultation import Consultation
from mlslcs_ref.rulesets.model import Model, RunRecord
from mlslcs_ref.rulesets.pass_record import PassRecord
from mlslcs_ref.rulesets.ruleset import RuleSet, digest_of
from mlslcs_ref.rulesets.shortening import short_rules, short_ruleset_of
from mlslcs_ref.settings import AUTO, Settings

if TYPE_CHECKING:
    from concurrent.futures import Future


class AutoRuns:
    """The runs of the profile `auto` in progress. The parameters are those of `train`, with one watch.

    Raises
    ------
    DataError
        If the data cannot be learned from.
    SettingsError
        If an argument is out of range, or the settings are not of this profile.
    CheckpointError
        If there is a checkpoint without `resume`, or the checkpoint of a run cannot be read, is damaged, or belongs to
        another run.
    """

    def __init__(
        self,
        dataset: Dataset,
        seed: int = 0,
        options: AutoOptions | None = None,
        watch: Watch | None = None,
        *,
        settings: Settings | None = None,
        jobs: int = 1,
        stream: Stream = "pcg64",
        init: Any = None,
    ) -> None:
        if options is not None:
            require_given("options", options, AutoOptions, "AutoOptions, such as AutoOptions(n_runs=10)")
        self._options = options or AutoOptions()
        self._watch = watch or Watch()
        first_seed = whole("seed", seed, 0)
        self._n_jobs = min(whole("jobs", jobs, 1), self._options.n_runs)
        require_dataset(dataset)
        dataset.require_trainable()
        used = auto_settings(dataset.n_attributes) if settings is None else require_auto(settings)
        if self._n_jobs > 1 and self._watch.callbacks:
            raise SettingsError("callbacks", "none with parallel runs, which are processes of their own", "some")
        self._watch.prepare(self._options.n_runs)
        starts = starts_of(init)
        informed = Informed(dataset)
        self._tasks = [
            _Task(
                dataset,
                informed,
                used,
                first_seed + place,
                stream,
                self._options.max_tests,
                starts[place % len(starts)] if starts else None,
                self._watch,
                place + 1,
            )
            for place in range(self._options.n_runs)
        ]
        # what is wrong with the last of the checkpoints is not to be found out when the runs before it are done
        for task in self._tasks:
            if self._watch.is_begun(task.place):
                task.run()
        self._done: list[_Done] = []
        self._current: WatchedRun | None = None

    def complete(self, advance: Advance | None = None) -> None:
        """Do the rest of the runs.

        Signals take effect after the current step: KeyboardInterrupt is raised, and `model` has what was learned so
        far. Parallel runs are ended at once.

        `advance` is called in place of `Training.advance`, to show progress; only without further processes.
        """
        if self._n_jobs > 1:
            self._side_by_side()
            return
        for task in self._tasks[len(self._done) :]:
            self._current = self._current or task.run()
            self._current.complete(advance)
            self._done.append(task.done(self._current))
            self._current = None

    def _side_by_side(self) -> None:
        """Make the runs in processes of their own, which end at once if this process ends."""
        # a run by itself has no use for them
        from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415
        from multiprocessing import active_children  # noqa: PLC0415

        others = set(active_children())
        runs: list[Future[_Done]] = []
        with ProcessPoolExecutor(self._n_jobs, initializer=_begin_worker, initargs=(os.getpid(),)) as pool:
            try:
                # in the middle of making a process a signal would leave one behind
                with held_back():
                    runs += [pool.submit(_complete, task) for task in self._tasks]
                for run in awaited(runs):
                    run.result()
            except BaseException:
                # one that has just begun still has this one's handlers, which may take a signal for a repeated one
                for process in set(active_children()) - others:
                    process.kill()
                # a model is of runs whose seeds follow each other: what was done behind a gap is no part of it
                self._done = [
                    run.result() for run in takewhile(_is_done, dropwhile(lambda run: not _is_done(run), runs))
                ]
                raise
        self._done = [run.result() for run in runs]

    @property
    def has_model(self) -> bool:
        """Whether there is something to make a model of, and time for it."""
        current = self._current
        if current is not None and current.is_hurried:
            return False
        return bool(self._done) or (current is not None and current.has_model)

    def model(self, metric: Metric = "accuracy") -> Model:
        """Return the model of the runs that are done, or else of the first run so far; see `has_model`."""
        done, options = self._done, self._options
        if not done and self._current is not None:
            done = [self._tasks[0].done(self._current)]
        first = self._tasks[done[0].place - 1]
        n_left = (len(self._tasks) - len(done)) * first.settings.n_steps(first.dataset.n_instances)
        return _model(first, done, replace(options, n_runs=len(done)), metric, n_left)


def _is_done(run: Future[_Done]) -> bool:
    return run.done() and not run.cancelled() and not run.exception()


def _begin_worker(parent: int) -> None:
    """Let the process that waits hear Ctrl-C, which a terminal sends to all; SIGTERM and its death end this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    end_with(parent)


@dataclass(frozen=True)
class _Task:
    dataset: Dataset
    informed: Informed
    settings: Settings
    seed: int
    stream: Stream
    max_tests: int | None
    start: RuleSet | None
    watch: Watch
    place: int

    def run(self) -> WatchedRun:
        return WatchedRun(
            self.dataset,
            self.settings,
            self.seed,
            self.watch,
            profile=AUTO,
            stream=self.stream,
            init=self.start,
            place=self.place,
            informed=self.informed,
        )

    def done(self, run: WatchedRun) -> _Done:
        kept = run.kept()
        short = short_rules(kept.ruleset, self.dataset, self.max_tests)
        return _Done(self.place, kept.ruleset, short, kept.draws, kept.steps, run.steps_left, tuple(run.records))


@dataclass(frozen=True)
class _Done:
    """The result of a run: its population, and the same rules pruned and refined."""

    place: int
    population: RuleSet
    short: ShortRules
    draws: int
    steps: int
    steps_left: int
    records: tuple[PassRecord, ...]


def _complete(task: _Task) -> _Done:
    run = task.run()
    run.complete()
    return task.done(run)


def _model(first: _Task, runs: Sequence[_Done], options: AutoOptions, metric: Metric, n_left: int) -> Model:
    """Combine runs, select rules, and choose thresholds (EXT-3, EXT-6, EXT-8)."""
    dataset, populations = first.dataset, tuple(run.population for run in runs)
    if any(population.context != populations[0].context for population in populations):
        raise DataError(
            "expected rules of one schema and one set of steps, such as `populations` of a model", argument="init"
        )
    context = populations[0].context
    ruleset = short_ruleset_of(context, dataset, [run.short for run in runs], options)
    record = RunRecord(
        data=dataset.name,
        profile=AUTO,
        stream=first.stream,
        seed=first.seed,
        steps=sum(run.steps for run in runs),
        draws=sum(run.draws for run in runs),
        crc32=digest_of(populations),
        n_centroids=0,
        n_unmatched_centroids=0,
        metric=metric,
        steps_left=n_left + sum(run.steps_left for run in runs),
    )
    return Model(
        ruleset,
        Consultation(ruleset, dataset.matrix).thresholds(dataset.Y, metric),
        record,
        history=runs[0].records,
        reading={} if dataset.reading is None else dataset.reading.to_dict(),
        extension=options,
        populations=populations,
    )
