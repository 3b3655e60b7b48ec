"""From the rules of a run to the few short ones that a person reads: prune, refine, merge (EXT-4 to EXT-6)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from mlslcs_ref.extension.cells import Cells, Condition
from mlslcs_ref.extension.exact import Flags, Numbers, summed
from mlslcs_ref.extension.moves import certainty
from mlslcs_ref.extension.posterior import Support, support_of
from mlslcs_ref.extension.pruning import SURPLUS_UNIT, Signs, label_surplus, pruned, refined

LEAST_ERRORS: Final = 1.0
MOST_ERRORS: Final = 2.0
"""The certainty that a rule needs on a label to have a vote on it, in standard errors: with few instances and many."""


@dataclass(frozen=True, eq=False)
class ShortRules:
    """Rules with different conditions."""

    conditions: list[Condition]
    """What they test."""
    decided: Flags
    """Of shape (n_rules, n_labels). Which labels they have a vote on."""

    def at(self, places: list[int]) -> ShortRules:
        """Return the rules at these places."""
        return ShortRules([self.conditions[place] for place in places], self.decided[places])

    def support(self, cells: Cells, truth: Flags) -> tuple[Flags, Support]:
        """Return which training instances the rules match, and what these say of the rules."""
        coverage = cells.matched(self.conditions)
        return coverage, support_of(coverage, self.decided, truth)


def shortened(
    conditions: Sequence[Condition], signs: Signs, cells: Cells, truth: Flags, max_tests: int | None = None
) -> ShortRules:
    """Return the rules of a run, in population order, pruned, refined and merged.

    `signs` are what they decide: 1, -1 for decision 0, 0 where they don't.
    """
    surplus = label_surplus(truth)
    short, kept = _distinct(pruned(conditions, signs, cells, surplus, max_tests), signs)
    better = refined(short, kept, cells, surplus)
    return merged(better, (kept != 0) & telling(cells.matched(better), surplus))


def telling(coverage: Flags, surplus: Numbers) -> Flags:
    """Return on which labels rules say something: those whose surplus is large beside its standard error (EXT-5)."""
    certainties = certainty(np.abs(summed(coverage, surplus)), coverage.sum(axis=1)[:, None])
    errors = min(max(math.sqrt(len(surplus)) / 5.0, LEAST_ERRORS), MOST_ERRORS)
    flags: Flags = certainties >= errors * SURPLUS_UNIT
    return flags


def _distinct(conditions: Sequence[Condition], signs: Signs) -> tuple[list[Condition], Signs]:
    """Return the rules without those whose condition and decisions another one has."""
    first: dict[tuple[Condition, bytes], int] = {}
    for place, condition in enumerate(conditions):
        first.setdefault((condition, signs[place].tobytes()), place)
    places = list(first.values())
    return [conditions[place] for place in places], signs[places]


def merged(conditions: Sequence[Condition], decided: Flags) -> ShortRules:
    """Return rules with different conditions; equal ones vote together on all labels that any of them decides."""
    places: dict[Condition, list[int]] = {}
    for place, condition in enumerate(conditions):
        if condition and decided[place].any():
            places.setdefault(condition, []).append(place)
    votes = [decided[equals].any(axis=0) for equals in places.values()]
    return ShortRules(list(places), np.array(votes, dtype=bool).reshape(-1, decided.shape[1]))
