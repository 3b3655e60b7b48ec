"""Compaction strategies: the paper's and those of the literature; specs/compaction.md defines and cites each.

All of them take rules with exp > 0 only, because others predict nothing, and keep population order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, Literal, TypeAlias, get_args

from mlslcs_ref._given import choice, whole
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.extension.settings import MAX_RULES
from mlslcs_ref.inference.votes import decisions, matched_instances
from mlslcs_ref.rulesets.arguments import dataset_of
from mlslcs_ref.rulesets.best_cells import BestCells
from mlslcs_ref.rulesets.compaction import prefix_places
from mlslcs_ref.rulesets.ruleset import RuleSet, ruleset_of
from mlslcs_ref.rulesets.shortening import selected_rules

Strategy: TypeAlias = Literal["paper", "greedy", "subsumed", "cra", "fu1", "select"]
STRATEGIES: Final[tuple[Strategy, ...]] = get_args(Strategy)


@dataclass(frozen=True, repr=False)
class Compaction:
    """What a strategy has made of a ruleset."""

    strategy: Strategy
    """One of `STRATEGIES`."""
    ruleset: RuleSet
    """The rules that are left, in population order."""
    places: tuple[int, ...]
    """Their places in the ruleset that was compacted, from 0 in population order; none after `select`, whose rules are
    new ones."""

    def __repr__(self) -> str:
        return f"<Compaction by {self.strategy} to {len(self.ruleset)} rules>"

    def _repr_html_(self) -> str:
        return self.ruleset._repr_html_()


def compact(source: Any, data: Any, strategy: Strategy = "paper", max_rules: int = MAX_RULES) -> Compaction:
    """Return a smaller ruleset.

    Parameters
    ----------
    source : RuleSet, Model or fitted estimator
        The rules.
    data : Dataset, DataFrame, path of a file, name of a data set, or pair (X, Y) of tables
        The training data, in the schema's own values.
    strategy : str
        `paper` (MET-D), `greedy` (cover by macro-fitness), `subsumed` (subsumed rules go), `cra` (Wilson's CRA) or
        `fu1` (Fu and Davis's first approach), the last two with decisions of labels in place of classes; or `select`,
        which makes a short ruleset: rules are pruned, refined, grown and selected as in `auto` (EXT-4 to EXT-6, EXT-10,
        EXT-11).
    max_rules : int
        The most rules of `select`.

    Raises
    ------
    SettingsError
        If there is no such strategy, or `max_rules` is no whole number from 1.
    DataError
        If the data are of another schema, or for `select` none that a learner can be trained on.
    """
    choice("strategy", strategy, STRATEGIES)
    most = whole("max_rules", max_rules, 1)
    ruleset = ruleset_of(source)
    dataset = dataset_of(data, ruleset.schema)
    if strategy == "select":
        # its rules count anew
        dataset.require_trainable()
        return Compaction(strategy, selected_rules(ruleset, dataset, most), ())
    if strategy == "subsumed":
        return _without_subsumed(ruleset)
    places = _CHOOSING[strategy](ruleset, dataset)
    return Compaction(strategy, ruleset.at(places), tuple(places))


def _candidates(ruleset: RuleSet) -> list[int]:
    return [place for place, rule in enumerate(ruleset.rules) if rule.exp > 0]


def _cells(ruleset: RuleSet, places: Sequence[int], dataset: Dataset) -> dict[int, set[int]]:
    """Return the cells (labels of instances) that each rule decides, rightly or wrongly."""
    rules = [ruleset.rules[place] for place in places]
    matched = matched_instances(rules, ruleset.coverage_index(dataset.matrix))
    n_labels = dataset.n_labels
    cells: dict[int, set[int]] = {}
    for place, rule, instances in zip(places, rules, matched, strict=True):
        labels = decisions(rule, n_labels).nonzero()[0]
        cells[place] = set((instances[:, None] * n_labels + labels).ravel().tolist())
    return cells


def _greedy(ruleset: RuleSet, dataset: Dataset) -> list[int]:
    """Keep, by macro-fitness, every rule that decides a cell which no better one decides."""
    order = [place for place in ruleset.places("weight") if ruleset.rules[place].exp > 0]
    decided: set[int] = set()
    kept = []
    for place, cells in _cells(ruleset, order, dataset).items():
        if not cells <= decided:
            decided |= cells
            kept.append(place)
    return sorted(kept)


def _largest_cover(ruleset: RuleSet, places: Sequence[int], dataset: Dataset) -> list[int]:
    """Take again and again the rule that decides most of the open cells; ties: larger num, then population order."""
    left = _cells(ruleset, sorted(places), dataset)
    kept = []
    while left:
        best = max(left, key=lambda place: (len(left[place]), ruleset.rules[place].num))
        taken = left.pop(best)
        if not taken:
            break
        kept.append(best)
        left = {place: cells - taken for place, cells in left.items()}
    return sorted(kept)


def _until_none_goes(step: Callable[[RuleSet, Dataset], list[int]], ruleset: RuleSet, dataset: Dataset) -> list[int]:
    """Repeat the steps of a strategy until no rule goes, because the last step may make other rules needless."""
    places = list(range(len(ruleset)))
    while len(kept := step(ruleset.at(places), dataset)) < len(places):
        places = [places[place] for place in kept]
    return places


def _cra(ruleset: RuleSet, dataset: Dataset) -> list[int]:
    """Wilson: the smallest prefix by num that is as good as all, then what improved it, then the largest cover."""
    order = sorted(_candidates(ruleset), key=lambda place: -ruleset.rules[place].num)
    cells = BestCells(ruleset, order, dataset)
    right = [cells.right]
    for place in reversed(order):
        cells.remove(place)
        right.append(cells.right)
    right.reverse()
    length = next(n for n, value in enumerate(right) if value >= right[-1])
    improving = [place for n, place in enumerate(order[:length], start=1) if right[n] > max(right[:n])]
    return _largest_cover(ruleset, improving, dataset)


def _fu1(ruleset: RuleSet, dataset: Dataset) -> list[int]:
    """Fu and Davis: drop by rising num until it hurts, then whatever does not hurt, then the largest cover."""
    left = sorted(_candidates(ruleset), key=lambda place: ruleset.rules[place].num)
    cells = BestCells(ruleset, left, dataset)
    reference = cells.right
    while left and cells.right_without(left[0]) >= reference:
        cells.remove(left.pop(0))
    for place in list(left):
        if cells.right_without(place) >= reference:
            cells.remove(place)
            left.remove(place)
    return _largest_cover(ruleset, left, dataset)


def _without_subsumed(ruleset: RuleSet) -> Compaction:
    """Let each rule, the least preferred first, be absorbed with its num by the most preferred one that takes it in."""
    order, layout, settings = _absorption_order(ruleset), ruleset.layout, ruleset.settings
    rules = ruleset.rules
    # of every rule what is looked at again and again
    cares = {place: layout.identity(rules[place].chromosome)[0] for place in order}
    able = {
        place
        for place in order
        if rules[place].exp > settings.theta_exp and rules[place].acc > settings.accuracy_threshold
    }

    def takes_in(absorber: int, place: int) -> bool:
        """Tell whether a rule is equal to another (SUB-3), or able and general for it (SUB-1, SUB-2)."""
        one, other = rules[absorber], rules[place]
        if one.equality_key == other.equality_key:
            return True
        return absorber in able and layout.generalises(one.chromosome, cares[absorber], other.chromosome, cares[place])

    nums = {place: rules[place].num for place in order}
    for place in reversed(order):
        absorber = next((other for other in nums if other != place and takes_in(other, place)), None)
        if absorber is not None:
            nums[absorber] += nums.pop(place)
    left = {place: replace(rules[place], num=num) for place, num in nums.items()}
    places = tuple(sorted(left))
    return Compaction("subsumed", ruleset.with_rules(left[place] for place in places), places)


def _absorption_order(ruleset: RuleSet) -> list[int]:
    """Return the candidates as SUB-5 prefers them: by num*F_d, then exp, then the later one."""

    def weight(place: int) -> tuple[float, int, int]:
        rule = ruleset.rules[place]
        return rule.num * rule.discounted_fitness, rule.exp, place

    return sorted(_candidates(ruleset), key=weight, reverse=True)


_CHOOSING: Final[Mapping[str, Callable[[RuleSet, Dataset], list[int]]]] = {
    "paper": lambda ruleset, dataset: prefix_places(ruleset, dataset.matrix),
    "greedy": _greedy,
    "cra": partial(_until_none_goes, _cra),
    "fu1": partial(_until_none_goes, _fu1),
}
"""The strategies that choose places among the rules as they are."""
