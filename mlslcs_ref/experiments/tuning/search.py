"""The procedure of tuning: one setting after the other, each kept for the steps that follow.

What was asked for is kept as a file in its folder, so that the folder is enough to resume a search.
"""

from __future__ import annotations

import dataclasses
import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeAlias

from mlslcs_ref.errors import ExperimentError, PlanError, SettingsError
from mlslcs_ref.experiments.grid.plan import LONGEST, DatasetEntry, MethodEntry, Plan
from mlslcs_ref.experiments.grid.plan_file import dataset_said
from mlslcs_ref.experiments.grid.results import Results, UnitResult
from mlslcs_ref.experiments.tuning.steps import (
    CANDIDATES,
    CRITERIA,
    PASSES,
    Candidate,
    Decision,
    Tuning,
    candidate_of,
    decide,
    growth,
)
from mlslcs_ref.origin import Origin
from mlslcs_ref.rulesets.consultation import METHODS, Method
from mlslcs_ref.settings import PROFILES, Settings, setting_infos
from mlslcs_ref.untrusted import Untrusted

FOLDS: Final = 5
"""One of so many parts of the training data is held back."""
EVERY: Final = 100
MOST_PASSES: Final = 2500
"""The most that the paper trained, on scene."""
SYSTEM: Final = "MlS-LCS"
BASELINE: Final = "BR"

Runner: TypeAlias = Callable[[Plan, str], Results]
"""Runs the first fold of a plan, under the name of the step, and gives the results."""
SEARCH: Final = "search.json"
FORMAT: Final = "mlslcs_ref.search"
VERSION: Final = 1


@dataclass(frozen=True)
class Request:
    """What is to be tuned, and how."""

    dataset: DatasetEntry
    """The training data. Its scheme, folds and settings are not looked at."""
    profile: str = "paper"
    """The profile whose settings are changed."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    """Settings that differ from the profile's for good."""
    candidates: Mapping[str, Sequence[float]] = field(default_factory=dict)
    """In place of the paper's, by setting."""
    seeds: tuple[int, ...] = (1,)
    """Each candidate is run with each of them."""
    method: Method = "ival"
    """The way of deciding."""
    most_passes: int = MOST_PASSES
    """How long to train at most, in the last step."""
    every: int = EVERY
    """After how many passes that step looks at accuracy."""
    folds_seed: int = 1
    """Of the division of the training data."""
    test: str | None = None
    """Data to measure on what was found: a file or a name."""
    time_limit: float = 0.0
    """Seconds that a run of the search may take; 0 is no limit."""

    @property
    def run_settings(self) -> Settings:
        """The settings of all runs, but for what is found."""
        return Settings.profile(self.profile, **self.settings)

    def plan(self, settings: Mapping[str, Any], *methods: MethodEntry) -> Plan:
        """Return the plan of a step: all of its methods on the training data, a part of which is held back."""
        divided = dataclasses.replace(
            self.dataset, scheme="label_sets", n_folds=FOLDS, settings={**self.settings, **settings}
        )
        return Plan("tuning", (divided,), methods, seeds=self.seeds, folds_seed=self.folds_seed)


def tune(request: Request, run: Runner, decided: Callable[[str, float], object] = lambda *_given: None) -> Tuning:
    """Do all steps; `run` makes the first fold of a plan, under the name of the step.

    `decided` is told each setting as soon as it is found. If no candidate of a step can be run, or a run of the last
    step fails, the search fails.
    """
    settings: dict[str, float] = {}
    decisions = []
    for number, setting in enumerate(CANDIDATES, start=1):
        decision = _step(request, run, settings, f"{number}-{setting}", setting)
        decisions.append(decision)
        settings[setting] = decision.chosen
        decided(setting, decision.chosen)
    number = len(CANDIDATES) + 1
    plan = request.plan(settings, MethodEntry(BASELINE, "br"))
    (baseline,) = _done(run(dataclasses.replace(plan, seeds=request.seeds[:1]), f"{number}-baseline"))
    goal = baseline.scores["labels"].accuracy
    growing = MethodEntry(
        SYSTEM,
        "mls-lcs-growing",
        {
            "profile": request.profile,
            "settings": {**request.settings, **settings, PASSES: request.most_passes},
            "every": request.every,
            "goal": goal,
            "method": request.method,
        },
    )
    runs = _done(run(request.plan(settings, growing), f"{number}-{PASSES}"))
    found = growth(goal, runs, request.method)
    decided(PASSES, found.passes)
    return Tuning(tuple(decisions), found, {**settings, PASSES: found.passes})


def _step(request: Request, run: Runner, settings: Mapping[str, float], name: str, setting: str) -> Decision:
    values = tuple(request.candidates.get(setting, CANDIDATES[setting]))
    tried = MethodEntry(
        SYSTEM,
        "mls-lcs",
        {"profile": request.profile, "count_covering": True},
        vary={"settings": {setting: list(values)}},
    )
    plan = request.plan(settings, tried)
    if len(values) == 1:
        return Decision(setting, CRITERIA[setting], (Candidate(values[0], {}),), values[0])
    results = run(plan, name)
    variants = [variant.name for variant in tried.variants(plan.datasets[0])]
    runs = _first_fold(results)
    candidates = [
        candidate_of(value, [one for one in runs if one.unit.variant == variant], request.method)
        for value, variant in zip(values, variants, strict=True)
    ]
    decision = decide(setting, candidates)
    if decision is None:
        raise ExperimentError(f"step {name}: all candidates failed; {_why(results)}")
    return decision


def _first_fold(results: Results) -> list[UnitResult]:
    return [result for result in results if result.unit.fold == 1]


def _done(results: Results) -> list[UnitResult]:
    """Return the runs of a step, each of which has to be done."""
    if results.with_status("failed"):
        raise ExperimentError(_why(results))
    return _first_fold(results)


def _why(results: Results) -> str:
    first = results.with_status("failed")[0]
    return f"{first.unit}: {first.failure.type}: {first.failure.message}" if first.failure else str(first.unit)


def search_text(request: Request) -> str:
    """Return a search as its file holds it."""
    data = {name: getattr(request.dataset, name) for name in ("name", "source", "file", "labels")}
    data["reading"] = request.dataset.reading.to_dict()
    fields = {field.name: getattr(request, field.name) for field in dataclasses.fields(request)}
    document = {"format": FORMAT, "version": VERSION, **fields, "dataset": data}
    return json.dumps(document, indent=1, allow_nan=False) + "\n"


def load_search(folder: Path) -> Request:
    """Return what was asked of the search of a folder."""
    source = Origin(str(folder / SEARCH), "a search for settings", PlanError)
    if not os.path.exists(folder / SEARCH):  # noqa: PTH110 - of a name too long too
        raise PlanError(f"expected the folder of a search for settings, found no {SEARCH} in it", str(folder))
    try:
        return _search(Untrusted.json(source.read(), source), folder)
    except SettingsError as error:
        raise source.fault(f"expected {error.expected}, found {error.found}", place=error.name) from None


def _search(node: Untrusted, folder: Path) -> Request:
    node.field("format").choice((FORMAT,))
    node.field("version").integer(VERSION, VERSION)
    profile, settings = node.field("profile").choice(PROFILES), node.field("settings").mapping()
    # what is out of range is found here, and not in the middle of a search
    Settings.profile(profile, **settings)
    method: Any = node.field("method").choice(METHODS)
    test = node.field("test")
    request = Request(
        dataset=dataset_said(node.field("dataset"), folder),
        profile=profile,
        settings=settings,
        candidates=_candidates(node.field("candidates")),
        seeds=tuple(seed.integer(0) for seed in node.field("seeds").items()),
        method=method,
        most_passes=node.field("most_passes").integer(1),
        every=node.field("every").integer(1),
        folds_seed=node.field("folds_seed").integer(0),
        test=None if test.value is None else test.text(),
        time_limit=node.field("time_limit").number(0, LONGEST),
    )
    if not request.seeds:
        raise node.field("seeds").error("at least one seed")
    return request


def _candidates(node: Untrusted) -> dict[str, tuple[Any, ...]]:
    infos = {info.name: info for info in setting_infos()}
    found = {}
    for name in node.mapping():
        if name not in CANDIDATES or not node.field(name).items():
            raise node.error(f"lists of numbers for some of {', '.join(CANDIDATES)}")
        found[name] = tuple(infos[name].checked(one.value) for one in node.field(name).items())
    return found
