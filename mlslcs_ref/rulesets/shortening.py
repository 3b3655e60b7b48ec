"""From the rules of a run to the few short ones that people read, which know what they have seen (EXT-4 to EXT-11)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from operator import itemgetter

import numpy as np
from bitarray import bitarray, frozenbitarray

from mlslcs_ref.core.chromosome import Layout
from mlslcs_ref.core.classifier import Classifier, restored
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.errors import DataError
from mlslcs_ref.extension.cells import Cells, Condition, first_rare
from mlslcs_ref.extension.exact import Flags, Numbers, on_grid
from mlslcs_ref.extension.growing import grown
from mlslcs_ref.extension.posterior import Support
from mlslcs_ref.extension.selection import points_in_order, selected
from mlslcs_ref.extension.settings import MAX_RULES, AutoOptions
from mlslcs_ref.extension.shortening import ShortRules, merged, shortened
from mlslcs_ref.inference.votes import decisions
from mlslcs_ref.rulesets.bridge import rule_of
from mlslcs_ref.rulesets.context import RuleContext
from mlslcs_ref.rulesets.rule import Rule
from mlslcs_ref.rulesets.ruleset import RuleSet


def short_rules(ruleset: RuleSet, dataset: Dataset, max_tests: int | None = None) -> ShortRules:
    """Return the rules of a run pruned, refined and merged (EXT-4, EXT-5).

    Raises
    ------
    DataError
        If the settings of the run make something else of missing values and intervals than the paper does.
    """
    settings = ruleset.settings
    if not settings.missing_match or settings.interval_arithmetic != "double" or settings.interval_order == "ordered":
        raise DataError(
            "cannot shorten rules that read missing values or intervals differently from the paper, such as those of "
            "the profile authors: expected missing_values = match, interval_arithmetic = double and "
            "interval_order = unordered"
        )
    layout = ruleset.layout
    signs = np.array([decisions(rule, layout.n_labels) for rule in ruleset], dtype=np.int8)
    cells = Cells.made(layout, dataset.matrix, gather=True)
    found = shortened(_conditions(ruleset), signs.reshape(-1, layout.n_labels), cells, dataset.Y, max_tests)
    if not found.conditions and any(rule.exp > 0 for rule in ruleset):
        # of rules that vote and whose tests tell nothing, the one without tests is left
        return ShortRules([()], np.ones((1, layout.n_labels), dtype=bool))
    return found


def selected_rules(ruleset: RuleSet, dataset: Dataset, max_rules: int) -> RuleSet:
    """Return the few rules that together tell the labels best, in the order of their selection (EXT-6).

    Rules of a run are pruned, refined and grown first.
    """
    if not ruleset.is_short:
        return reselected([ruleset], dataset, max_rules)
    rules = ShortRules(_conditions(ruleset), ruleset.support().decided)
    return _short_ruleset(ruleset.context, dataset, [rules], max_rules)


def reselected(
    populations: Sequence[RuleSet], dataset: Dataset, max_rules: int, max_tests: int | None = None
) -> RuleSet:
    """Return what `selected_rules` does, but of several runs, whose rules are pruned, refined, merged and grown again.

    There is at least one run.
    """
    context = populations[0].context
    parts = [short_rules(population, dataset, max_tests) for population in populations]
    return _short_ruleset(context, dataset, [_pooled(context, dataset, parts, max_tests)], max_rules)


def short_ruleset_of(
    context: RuleContext, dataset: Dataset, parts: Sequence[ShortRules], options: AutoOptions
) -> RuleSet:
    """Return the rules of a model of the profile `auto` (EXT-8).

    With a limit there is one selection from the rules of all runs; without, the mean of what each run selects.

    `parts` has what `short_rules` returns for each run, in order.
    """
    lots = [[part] for part in parts] if options.n_averaged > 1 else [parts]
    rules = [_pooled(context, dataset, lot, options.max_tests) for lot in lots]
    return _short_ruleset(context, dataset, rules, options.max_rules or MAX_RULES)


def points_again(
    ruleset: RuleSet, populations: Sequence[RuleSet], dataset: Dataset, options: AutoOptions
) -> list[tuple[int, ...]] | None:
    """Return the points that the training data give the rules of a short ruleset, in their order (EXT-6, EXT-8).

    The populations are those of each run, which are shortened again if the points are a mean of runs. The result is
    None if they make other rules.
    """
    rules = ShortRules(_conditions(ruleset), ruleset.support().decided)
    if ruleset.context.n_runs == 1:
        points = points_in_order(*rules.support(Cells.made(ruleset.layout, dataset.matrix), dataset.Y))
        return [tuple(int(one) for one in row) for row in points]
    parts = [short_rules(population, dataset, options.max_tests) for population in populations]
    anew = short_ruleset_of(populations[0].context, dataset, parts, options)
    if _conditions(anew) != rules.conditions:
        return None
    return [rule.points or () for rule in anew.rules]


def _pooled(
    context: RuleContext, dataset: Dataset, parts: Sequence[ShortRules], max_tests: int | None = None
) -> ShortRules:
    """Return the short rules of several runs, and what those become that EXT-6 would select (EXT-8, EXT-10)."""
    cells = Cells.made(context.layout, dataset.matrix, gather=True)
    rules = _together(parts)
    coverage, support = rules.support(cells, dataset.Y)
    first = selected(coverage, support, MAX_RULES).places
    worthy, more = rules.at(first), support.more[first]
    if any(part.conditions for part in parts):
        # of a label that none of them makes likely, others are grown from no test
        sought = ~(worthy.decided & (2 * support.k[first] >= support.n[first][:, None])).any(axis=0)
        worthy = ShortRules([*worthy.conditions, ()], np.vstack([worthy.decided, sought]))
        more = np.vstack([more, sought])
    return _together([rules, grown(worthy, more, cells, dataset.Y, max_tests)])


def _together(parts: Sequence[ShortRules]) -> ShortRules:
    conditions = [condition for part in parts for condition in part.conditions]
    return merged(conditions, np.concatenate([part.decided for part in parts]))


def _short_ruleset(context: RuleContext, dataset: Dataset, runs: Sequence[ShortRules], max_rules: int) -> RuleSet:
    """Return short rules as a ruleset that knows what it has seen, at most so many of each run (EXT-6, EXT-8).

    The rules of a run are selected by themselves, and what they add is the mean of all runs. Of several runs the first
    ones of all come first.
    """
    positives = tuple(dataset.Y.sum(axis=0).tolist())
    own = context.seen(positives, dataset.n_instances, len(runs), first_rare(context.layout, dataset.matrix))
    cells = Cells.made(own.layout, dataset.matrix)
    found: list[tuple[int, Condition, Flags]] = []
    totals: dict[Condition, Numbers] = {}
    for rules in runs:
        places, points = selected(*rules.support(cells, dataset.Y), max_rules)
        for order, place in enumerate(places):
            condition = rules.conditions[place]
            found.append((order, condition, rules.decided[place]))
            totals[condition] = totals.get(condition, np.zeros(own.schema.n_labels)) + points[order]
    found.sort(key=itemgetter(0))
    decided = np.array([one for _order, _condition, one in found], dtype=bool).reshape(-1, own.schema.n_labels)
    chosen = merged([condition for _order, condition, _decided in found], decided)
    _coverage, support = chosen.support(cells, dataset.Y)
    added = [on_grid(totals[condition] / len(runs), 1.0) for condition in chosen.conditions]
    return RuleSet(own, [_rule(place, chosen, support, one, own) for place, one in enumerate(added)])


def _conditions(ruleset: RuleSet) -> list[Condition]:
    return [tuple(ruleset.layout.active_codes(rule.chromosome)) for rule in ruleset]


def _rule(place: int, rules: ShortRules, support: Support, added: Numbers, context: RuleContext) -> Rule:
    """Return a rule whose counts are those of all of D, each instance seen once."""
    more = support.more[place]
    chromosome = _chromosome(rules.conditions[place], rules.decided[place].tolist(), more.tolist(), context.layout)
    found: Classifier = restored(chromosome, context.layout, context.accounting, bitarray(0, "little"))
    n = int(support.n[place])
    right = np.where(more, support.k[place], n - support.k[place])[rules.decided[place]]
    found.matches, found.correct = n, int(right.sum())
    seen = tuple(int(count) for count in support.k[place])
    points = tuple(int(one) for one in added)
    return replace(rule_of(found, context, n), chromosome=frozenbitarray(chromosome), seen=seen, points=points)


def _chromosome(condition: Condition, decided: list[bool], more: list[bool], layout: Layout) -> bitarray:
    codes = dict(condition)
    conditions = [codes.get(index, 0) for index in range(len(layout.conditions))]
    decides = bitarray(decided, "little")
    return layout.assembled(conditions, decides, decides & bitarray(more, "little"))
