"""The profile `auto`: from data that nobody tuned anything for to a short ruleset (EXT-1 to EXT-8)."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from bitarray import bitarray, frozenbitarray
from bitarray.util import zeros

from mlslcs_ref.core.chromosome import Layout
from mlslcs_ref.core.classifier import Classifier, restored
from mlslcs_ref.core.draws import PcgDraws
from mlslcs_ref.core.learner import Learner, Start
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.errors import SettingsError
from mlslcs_ref.extension.cells import Cells, Condition
from mlslcs_ref.extension.label_thresholds import label_thresholds
from mlslcs_ref.extension.posterior import Support, held_out_estimates
from mlslcs_ref.extension.pruning import Signs
from mlslcs_ref.extension.shortening import ShortRules, few, merged, shortened
from mlslcs_ref.extension.steps import stepped_ranges
from mlslcs_ref.inference.votes import decisions
from mlslcs_ref.rulesets.bridge import rule_of
from mlslcs_ref.rulesets.context import RuleContext
from mlslcs_ref.rulesets.rule import Rule
from mlslcs_ref.rulesets.ruleset import RuleSet
from mlslcs_ref.rulesets.short_model import ShortModel
from mlslcs_ref.settings import Settings

__all__ = ["MAX_RULES", "AutoOptions", "auto_settings", "train_auto"]

MAX_RULES: Final = 50
ACTIVE_TESTS: Final = 6.0
"""Tests that covering makes active in a rule, on average (EXT-8)."""
# a compiled step is never interrupted: between chunks a signal is heard
CHUNK: Final = 64


@dataclass(frozen=True, kw_only=True)
class AutoOptions:
    """The settings of the extension, apart from those of the paper (EXT-4, EXT-6, EXT-8).

    Parameters
    ----------
    max_rules : int, optional
        The most rules of the model; by default 50 for one run, and no limit for several, whose rules vote together.
    max_tests : int, optional
        The most tests of a rule; by default as many as add certainty.
    n_runs : int
        Runs with seeds that follow each other, whose rules are put together.

    Raises
    ------
    SettingsError
        If a value is no whole number from 1.
    """

    max_rules: int | None = None
    max_tests: int | None = None
    n_runs: int = 1

    def __post_init__(self) -> None:
        for name in ("max_rules", "max_tests", "n_runs"):
            value: object = getattr(self, name)
            if value is not None or name == "n_runs":
                object.__setattr__(self, name, _whole(name, value, 1))


def auto_settings(dataset: Dataset) -> Settings:
    """Return the settings of a run of the profile `auto` (EXT-8)."""
    return Settings.paper(
        clustering=False,
        population_size=2000,
        passes=20,
        theta_ga=200,
        p_hash=max(0.0, 1.0 - ACTIVE_TESTS / max(dataset.n_attributes, 1)),
        p_label_hash=0.3,
        accuracy_power=20.0,
        omega=0.7,
    )


def train_auto(
    dataset: Dataset,
    seed: int = 0,
    options: AutoOptions | None = None,
    *,
    settings: Settings | None = None,
    jobs: int = 1,
) -> ShortModel:
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
        Of the runs, in place of `auto_settings`.
    jobs : int
        Runs that are done side by side, in processes of their own; it has no influence on the result.

    Raises
    ------
    DataError
        If the data cannot be learned from.
    SettingsError
        If the seed or `jobs` is out of range.
    """
    chosen = options or AutoOptions()
    first_seed = _whole("seed", seed, 0)
    n_jobs = _whole("jobs", jobs, 1)
    dataset.require_trainable()
    used = settings or auto_settings(dataset)
    seeds = tuple(range(first_seed, first_seed + chosen.n_runs))
    tasks = [_Task(dataset, used, at, chosen.max_tests) for at in seeds]
    if n_jobs > 1 and len(tasks) > 1:
        with ProcessPoolExecutor(min(n_jobs, len(tasks))) as pool:
            runs = list(pool.map(_run, tasks))
    else:
        runs = [_run(task) for task in tasks]
    return _model(dataset, used, runs, chosen, seeds)


def _whole(name: str, value: object, low: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < low:
        raise SettingsError(name, f"a whole number from {low}", repr(value))
    return int(value)


@dataclass(frozen=True)
class _Task:
    dataset: Dataset
    settings: Settings
    seed: int
    max_tests: int | None

    def context(self) -> RuleContext:
        """Return what the rules of the run have in common."""
        dataset = self.dataset
        ranges = stepped_ranges(dataset, self.settings.precision_bits)
        return RuleContext(dataset.schema, ranges, self.settings, dataset.n_instances)


def _run(task: _Task) -> tuple[ShortRules, list[Rule]]:
    """Return what a run has found, pruned and refined, and its population."""
    dataset, context = task.dataset, task.context()
    learner = Learner(dataset, task.settings, PcgDraws(task.seed), None, Start(context.ranges, []))
    while learner.advance(CHUNK):
        pass
    rules = learner.population.rules()
    layout = learner.layout
    conditions: list[Condition] = [tuple(layout.active_codes(rule.chromosome)) for rule in rules]
    signs: Signs = np.array([decisions(rule, layout.n_labels) for rule in rules], dtype=np.int8)
    cells = Cells.made(layout, dataset.X)
    short = shortened(conditions, signs.reshape(-1, layout.n_labels), cells, dataset.Y, task.max_tests)
    return short, [rule_of(rule, context) for rule in rules]


def _model(
    dataset: Dataset,
    settings: Settings,
    runs: Sequence[tuple[ShortRules, list[Rule]]],
    options: AutoOptions,
    seeds: tuple[int, ...],
) -> ShortModel:
    """Put runs together, select, and choose thresholds (EXT-3, EXT-6, EXT-8)."""
    context = _Task(dataset, settings, 0, None).context()
    cells = Cells.made(context.layout, dataset.X)
    conditions = [condition for short, _rules in runs for condition in short.conditions]
    rules = merged(conditions, np.concatenate([short.decided for short, _rules in runs]))
    max_rules = options.max_rules or (MAX_RULES if options.n_runs == 1 else None)
    if max_rules is not None:
        rules = few(rules, cells, dataset.Y, max_rules)
    coverage, support = rules.support(cells, dataset.Y)
    thresholds = label_thresholds(held_out_estimates(coverage, support, dataset.Y), dataset.Y)
    found = [_rule(place, rules, support, context) for place in range(len(rules.conditions))]
    populations = tuple(RuleSet(context, [replace(rule, context=context) for rule in run]) for _short, run in runs)
    return ShortModel(RuleSet(context, found), support, thresholds, populations, dataset.name, seeds)


def _rule(place: int, rules: ShortRules, support: Support, context: RuleContext) -> Rule:
    """Return a rule whose counts are those of all of D, each instance seen once."""
    more = support.k[place] * support.n_instances >= support.n[place] * support.positives
    chromosome = _chromosome(rules.conditions[place], rules.decided[place].tolist(), more.tolist(), context.layout)
    found: Classifier = restored(chromosome, context.layout, context.accounting, bitarray(0, "little"))
    n = int(support.n[place])
    right = np.where(more, support.k[place], n - support.k[place])[rules.decided[place]]
    found.matches, found.correct = n, int(right.sum())
    return replace(rule_of(found, context, n), chromosome=frozenbitarray(chromosome))


def _chromosome(condition: Condition, decided: list[bool], more: list[bool], layout: Layout) -> bitarray:
    bits = zeros(layout.size, "little")
    for index, code in condition:
        layout.put(bits, index, code)
    for label, (decides, decision) in enumerate(zip(decided, more, strict=True)):
        layout.put_label(bits, label, decides, decides and decision)
    return bits
