"""The profile `auto`: from data that nobody tuned anything for to a short ruleset (EXT-1 to EXT-8)."""

from __future__ import annotations

import signal
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing import active_children
from typing import Any, Final, cast

import numpy as np

from mlslcs_ref._signals import held_back
from mlslcs_ref.core.draws import PcgDraws
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.errors import DataError, SettingsError
from mlslcs_ref.extension.options import AutoOptions, whole
from mlslcs_ref.extension.shortening import ShortRules
from mlslcs_ref.inference.thresholds import Metric
from mlslcs_ref.rulesets.consultation import Consultation
from mlslcs_ref.rulesets.evaluation import Evaluation
from mlslcs_ref.rulesets.model import Model, RunRecord
from mlslcs_ref.rulesets.quality import LEAST_ROWS, QualityRemark, quality_remarks
from mlslcs_ref.rulesets.ruleset import RuleSet, digest_of
from mlslcs_ref.rulesets.shortening import short_rules, short_ruleset
from mlslcs_ref.settings import AUTO, RUN_PROFILES, Settings, setting_infos
from mlslcs_ref.training import Stream, Training

__all__ = ["AutoOptions", "Trial", "auto_settings", "profile_settings", "remarks_on", "train_auto", "trial_of"]

ACTIVE_TESTS: Final = 6.0
"""Tests that covering makes active in a rule, on average (EXT-8)."""
LEAST_BITS: Final = 2
TRIAL_ROWS: Final = 600
LEAST_TRIAL_ROWS: Final = 45
TRIAL_SHARE: Final = 4
TRIAL_CODES: Final = frozenset({"worse_than_constant", "gap"})
"""What a trial is asked: the other remarks are of the model itself."""


def auto_settings(n_attributes: int, /, **changes: Any) -> Settings:
    """Return the settings of a run of the profile `auto` (EXT-8), with changes.

    Parameters
    ----------
    n_attributes : int
        Attributes of the data.
    **changes : object
        Settings that are numbers. How mechanisms work is as in the paper; the initialisation is off.

    Raises
    ------
    SettingsError
        If a setting does not exist, is out of range, or is none that can be changed here.
    """
    base: dict[str, Any] = {
        "clustering": False,
        "population_size": 2000,
        "passes": 20,
        "theta_ga": 200,
        "p_hash": max(0.0, 1.0 - ACTIVE_TESTS / max(n_attributes, 1)),
        "p_label_hash": 0.3,
        "accuracy_power": 20.0,
        "omega": 0.7,
    }
    return _required(Settings.paper(**{**base, **changes}))


def _required(found: Settings) -> Settings:
    """Return settings whose mechanisms are those of the profile `auto`.

    Raises
    ------
    SettingsError
        If one is another.
    """
    fixed = Settings.paper(clustering=False).as_dict()
    for info in setting_infos():
        is_fixed = bool(info.choices) or info.name in {"clustering", "final_merge"}
        value = getattr(found, info.name)
        if is_fixed and value != fixed[info.name]:
            expected = f"{fixed[info.name]}, as always in the profile auto; --profile paper has the choice"
            raise SettingsError(info.name, expected, str(value))
    if found.precision_bits < LEAST_BITS:
        expected = f"a whole number from {LEAST_BITS} in the profile auto"
        raise SettingsError("precision_bits", expected, str(found.precision_bits))
    return found


def profile_settings(profile: str, n_attributes: int, /, **changes: Any) -> Settings:
    """Return the settings of any profile, with changes.

    Raises
    ------
    SettingsError
        If the profile or a setting does not exist, or a value is out of range.
    """
    if profile not in RUN_PROFILES:
        raise SettingsError("profile", "one of " + ", ".join(RUN_PROFILES), f"{profile!r:.60}")
    return auto_settings(n_attributes, **changes) if profile == AUTO else Settings.profile(profile, **changes)


def train_auto(
    dataset: Dataset,
    seed: int = 0,
    options: AutoOptions | None = None,
    *,
    settings: Settings | None = None,
    jobs: int = 1,
    stream: Stream = "pcg64",
    metric: Metric = "accuracy",
    init: Sequence[RuleSet] = (),
    progress: Callable[[Training], None] | None = None,
) -> Model:
    """Train the profile `auto` on a data set and return the model.

    Parameters
    ----------
    dataset : Dataset
        D.
    seed : int
        Of the first run; not negative.
    options : AutoOptions, optional
        How many rules, tests and runs.
    settings : Settings, optional
        Of the runs, by `auto_settings`.
    jobs : int
        Runs that are done side by side, in processes of their own; it has no influence on the result.
    stream : str
        The kind of stream, as for `Training`.
    metric : str
        What IVAL makes best, if it is asked; labels are decided by thresholds of their own.
    init : sequence of RuleSet
        Rules that runs start from, the first those of the first run, as `populations` of a model; over again from the
        first if there are more runs.
    progress : callable, optional
        Does all steps of a run in place of `Training.complete`, to tell of them; only without further processes.

    Raises
    ------
    DataError
        If the data cannot be learned from.
    SettingsError
        If the seed or `jobs` is out of range, or the settings are not of this profile.
    """
    chosen = options or AutoOptions()
    first_seed = whole("seed", seed, 0)
    n_jobs = whole("jobs", jobs, 1)
    if not isinstance(dataset, Dataset):
        raise DataError(f"expected a Dataset, found a value of type {type(dataset).__name__}")
    dataset.require_trainable()
    used = auto_settings(dataset.n_attributes) if settings is None else _required(settings)
    starts = [init[place % len(init)] if init else None for place in range(chosen.n_runs)]
    tasks = [
        _Task(dataset, used, first_seed + place, stream, chosen.max_tests, start) for place, start in enumerate(starts)
    ]
    if n_jobs > 1 and len(tasks) > 1:
        runs = _side_by_side(tasks, min(n_jobs, len(tasks)))
    else:
        runs = [_run(task, progress) for task in tasks]
    return _model(tasks[0], runs, chosen, metric)


def _side_by_side(tasks: Sequence[_Task], n_jobs: int) -> list[_Done]:
    """Do runs in processes of their own, which end at once if anything ends this."""
    others = set(active_children())
    with ProcessPoolExecutor(n_jobs, initializer=_leave_signals) as pool:
        try:
            # in the middle of making a process a signal would leave one that nobody knows of
            with held_back():
                runs = [pool.submit(_run, task) for task in tasks]
            return [run.result() for run in runs]
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            # a process that has just begun still has this one's handlers, which may take a signal for a repeated one
            for process in set(active_children()) - others:
                process.kill()
            raise


def _leave_signals() -> None:
    """Let the process that waits hear Ctrl-C, which a terminal sends to all, and end this one by SIGTERM."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


@dataclass(frozen=True)
class Trial:
    """A shorter run on a part of the data, whose rules can be asked about rows that they have not seen.

    Parameters
    ----------
    model : Model
        What it has left.
    training, held_out : Dataset
        The rows that it has learned from, and half as many others.
    """

    model: Model
    training: Dataset
    held_out: Dataset

    def evaluation(self) -> Evaluation:
        """Return how good it is on the rows that were held out."""
        return self.model.evaluate(self.held_out)


def trial_of(model: Model, dataset: Dataset) -> Trial | None:
    """Do a trial for a model of the profile `auto`: one run of a quarter of its passes.

    Parameters
    ----------
    model : Model
        The model, whose settings, options, seed and kind of stream are those of the trial.
    dataset : Dataset
        Its training data: at most 600 rows, drawn by the seed of the model, every third of which is held out.

    Returns
    -------
    Trial or None
        None if there are fewer than 45 rows, of which 15 would be held out.
    """
    n = min(dataset.n_instances, TRIAL_ROWS)
    if n < LEAST_TRIAL_ROWS:
        return None
    # drawn, as rows may come in an order that says something of their labels
    draws = PcgDraws(model.record.seed)
    rows = np.argsort([draws.unit("trial") for _ in range(dataset.n_instances)], kind="stable")[:n]
    is_held_out = np.arange(n) % 3 == 2
    training, held_out = (
        Dataset(dataset.schema, dataset.X[rows[part]], dataset.Y[rows[part]], dataset.name)
        for part in (~is_held_out, is_held_out)
    )
    used = model.ruleset.settings
    settings = replace(used, passes=max(1, used.passes // TRIAL_SHARE))
    options = replace(model.extension or AutoOptions(), n_runs=1)
    tried = train_auto(
        training, model.record.seed, options, settings=settings, stream=cast("Stream", model.record.stream)
    )
    return Trial(tried, training, held_out)


def remarks_on(
    model: Model, dataset: Dataset, held_out: Dataset | None, trial: Trial | None, least_rows: int = LEAST_ROWS
) -> tuple[QualityRemark, ...]:
    """Return what makes a model poor: by other rows, or where there are none also by a trial.

    Parameters
    ----------
    model : Model
        The model.
    dataset : Dataset
        Its training data.
    held_out : Dataset or None
        Other rows.
    trial : Trial or None
        A trial, which is asked only if there are none, or too few.
    least_rows : int
        Fewer rows are no evidence.
    """
    found = quality_remarks(model, dataset, held_out, least_rows)
    are_others = held_out is not None and held_out.n_instances >= least_rows
    if are_others or trial is None or dataset.n_instances < least_rows:
        return found
    by_trial = quality_remarks(trial.model, trial.training, trial.held_out, 1)
    told = [replace(one, evidence="rows held out of a trial") for one in by_trial if one.code in TRIAL_CODES]
    return (*told, *(one for one in found if one.code not in TRIAL_CODES))


@dataclass(frozen=True)
class _Task:
    dataset: Dataset
    settings: Settings
    seed: int
    stream: Stream
    max_tests: int | None
    start: RuleSet | None


@dataclass(frozen=True)
class _Done:
    """What a run has found: its population, and the same rules pruned and refined."""

    population: RuleSet
    short: ShortRules
    draws: int
    steps: int


def _run(task: _Task, progress: Callable[[Training], None] | None = None) -> _Done:
    training = Training(task.dataset, task.settings, task.seed, profile=AUTO, stream=task.stream, init=task.start)
    if progress is not None:
        progress(training)
    while not training.advance():
        pass
    population = training.ruleset()
    short = short_rules(population, task.dataset, task.max_tests)
    return _Done(population, short, training.learner.draws.count, training.learner.steps)


def _model(first: _Task, runs: Sequence[_Done], options: AutoOptions, metric: Metric) -> Model:
    """Put runs together, select, and choose thresholds (EXT-3, EXT-6, EXT-8)."""
    dataset, populations = first.dataset, tuple(run.population for run in runs)
    if any(population.context != populations[0].context for population in populations):
        raise DataError("init: expected rules of one schema and one set of steps, as `populations` of a model has them")
    ruleset = short_ruleset(populations[0].context, dataset, [run.short for run in runs], options.most_rules)
    record = RunRecord(
        data=dataset.name,
        profile=AUTO,
        stream=first.stream,
        seed=first.seed,
        steps=runs[0].steps,
        draws=sum(run.draws for run in runs),
        crc32=digest_of(populations),
        n_centroids=0,
        n_unmatched_centroids=0,
        metric=metric,
    )
    return Model(
        ruleset,
        Consultation(ruleset, dataset.X).thresholds(dataset.Y, metric),
        record,
        reading={} if dataset.reading is None else dataset.reading.to_dict(),
        extension=options,
        populations=populations,
    )
