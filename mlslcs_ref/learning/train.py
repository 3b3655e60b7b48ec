"""From data to a model in one call, in every profile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any, TypeAlias

from mlslcs_ref._given import brief, choice, require_given, truth, whole
from mlslcs_ref.core.building import unheard
from mlslcs_ref.core.clustering import Told
from mlslcs_ref.core.events import Observer
from mlslcs_ref.data.dataset import Dataset, require_dataset
from mlslcs_ref.errors import SettingsError
from mlslcs_ref.extension.settings import AutoOptions, profile_settings
from mlslcs_ref.learning.auto import AutoRuns
from mlslcs_ref.learning.held_out import held_out_of, starts_of
from mlslcs_ref.learning.history import History
from mlslcs_ref.learning.shown_steps import steps_on_stderr
from mlslcs_ref.learning.training import Stream
from mlslcs_ref.learning.watch import Callback, Watch
from mlslcs_ref.learning.watched_run import WatchedRun
from mlslcs_ref.metrics import METRICS, Metric
from mlslcs_ref.parts import Parts
from mlslcs_ref.rulesets.model import Model
from mlslcs_ref.settings import AUTO, RUN_PROFILES, Settings

Runs: TypeAlias = AutoRuns | WatchedRun
"""What is in progress: `complete` does the rest, and `model` gives the result."""


def train(
    dataset: Dataset,
    settings: Settings | None = None,
    seed: int = 0,
    *,
    profile: str = "paper",
    options: AutoOptions | None = None,
    jobs: int = 1,
    stream: Stream = "pcg64",
    observer: Observer | None = None,
    parts: Parts | None = None,
    init: Any = None,
    validation: Any = None,
    patience: int | None = None,
    callbacks: Sequence[Callback] = (),
    checkpoint: str | Path | None = None,
    every: int | None = None,
    resume: bool = False,
    metric: Metric = "accuracy",
    progress: bool = False,
) -> Model:
    """Train MlS-LCS on a data set and return the model.

    In the paper's profiles the settings do not depend on the data. For an artificial problem `artificial_settings`
    returns the paper's changes, as in ``Settings.paper(**artificial_settings("toy6x4"))``.

    Parameters
    ----------
    dataset : Dataset
        D.
    settings : Settings, optional
        By default those of the profile; those of `auto` are made by `auto_settings`.
    seed : int
        Of the run, of the first of several; not negative.
    profile : {"paper", "authors", "auto"}
        The profile that the settings started from. `auto` makes a short ruleset from one or more runs (EXT-8).
    options : AutoOptions, optional
        In `auto` how many rules, tests and runs.
    jobs : int
        In `auto` runs in parallel, in processes of their own; the result does not depend on it.
    stream : str
        `pcg64`, or `java` as in the authors' program.
    observer : callable, optional
        Called with every event of the run; not in `auto`.
    parts : Parts, optional
        Mechanisms of your own in place of the paper's; not in `auto`.
    init : RuleSet, Model, fitted estimator, or path of a model file, optional
        Rules to start from, with their counts, in place of those made by the clustering. In `auto` also a list of
        rulesets, one for each run, such as `populations` of a model; if there are more runs, they start again with the
        first.
    validation : float, Dataset, data frame, pair (X, Y) of tables, or path of a file, optional
        Rows held out, or their share; the model's `history` has the accuracy on them after each pass. In `auto` this is
        that of the first run's population by BEST, because the short ruleset is made after the run.
    patience : int, optional
        A run ends after this many passes in a row without better accuracy by BEST on the rows held out. The result has
        the rules of the best pass.
    callbacks : sequence of callable, optional
        Each is called with a `Moment` at the end of each pass or, if it has a whole number `every`, each time that this
        many steps are done. A callback that returns True ends the run. Not with parallel runs.
    checkpoint : str or Path, optional
        A folder for the state of each run; it is created if it does not exist.
    every : int, optional
        Steps between checkpoints; by default those of a pass.
    resume : bool
        Whether to resume from the checkpoints in the folder, if there are any. Otherwise a folder with checkpoints is
        refused.
    metric : str
        The metric that IVAL maximises; in `auto` each label has a threshold of its own.
    progress : bool
        Whether to show progress on standard error: a bar in a terminal or a notebook, else a line now and then; not for
        parallel runs.

    Raises
    ------
    DataError
        If the data cannot be learned from.
    SettingsError
        If the seed or an argument is out of range, or not for this profile.
    CheckpointError
        If there is a checkpoint without `resume`, or the checkpoint belongs to another run.

    Examples
    --------
    >>> from mlslcs_ref import Settings, toy6x4, train
    >>> settings = Settings.paper(passes=40, population_size=200, clustering=False)
    >>> model = train(toy6x4(), settings, validation=0.25, patience=5)
    >>> len(model.history) < 44, model.record.steps % 48
    (True, 0)
    """
    require_dataset(dataset)
    if settings is not None:
        require_given("settings", settings, Settings, "Settings, such as Settings.paper()")
    choice("metric", metric, METRICS)
    truth("progress", progress)
    require_options_of(profile, options, jobs, parts)
    chosen = profile_settings(profile, dataset.n_attributes) if settings is None else settings
    rows, held_out = held_out_of(validation, dataset, whole("seed", seed))
    watch = Watch(
        validation=held_out,
        patience=patience,
        callbacks=callbacks,
        checkpoint=checkpoint,
        every=every,
        resume=resume,
    )
    runs = begun(
        rows,
        chosen,
        seed,
        watch,
        profile=profile,
        options=options,
        jobs=jobs,
        stream=stream,
        observer=observer,
        init=init,
        parts=parts,
    )
    with steps_on_stderr(progress) as advance:
        runs.complete(advance)
    return runs.model(metric)


def begun(
    dataset: Dataset,
    settings: Settings,
    seed: int,
    watch: Watch,
    *,
    profile: str,
    options: AutoOptions | None = None,
    jobs: int = 1,
    stream: Stream = "pcg64",
    observer: Observer | None = None,
    init: Any = None,
    parts: Parts | None = None,
    history: History | None = None,
    clustered: Told = unheard,
) -> Runs:
    """Return the run of a profile, or the runs of `auto`, before the first step.

    The parameters are those of `train`, with what accompanies the run in one, and the following.

    Parameters
    ----------
    history : History, optional
        Records the passes; not in `auto`.
    clustered : callable, optional
        Called with the progress of the clustering.
    """
    require_options_of(profile, options, jobs, parts)
    if profile == AUTO:
        if observer is not None:
            raise SettingsError("observer", "None in the profile auto", brief(observer))
        return AutoRuns(dataset, seed, options, watch, settings=settings, jobs=jobs, stream=stream, init=init)
    watch.prepare()
    starts = starts_of(init)
    return WatchedRun(
        dataset,
        settings,
        seed,
        watch,
        profile=profile,
        stream=stream,
        observer=observer,
        init=starts[0] if starts else None,
        parts=parts,
        history=history,
        clustered=clustered,
    )


def require_options_of(profile: str, options: AutoOptions | None, jobs: int, parts: Parts | None) -> None:
    """Refuse options that a profile does not have: numbers of rules or runs outside `auto`, and own parts in `auto`."""
    choice("profile", profile, RUN_PROFILES)
    if options is not None:
        require_given("options", options, AutoOptions, "AutoOptions")
    n_jobs = whole("jobs", jobs, 1)
    if profile == AUTO:
        if parts is not None:
            raise SettingsError("parts", "None in the profile auto; profile='paper' takes them", brief(parts))
        return
    plain = AutoOptions()
    given = {field.name: getattr(options or plain, field.name) for field in fields(plain)} | {"jobs": n_jobs}
    for name, value in given.items():
        usual = getattr(plain, name, 1)
        if value != usual:
            raise SettingsError(name, f"{usual} in the profile {profile}", repr(value))
