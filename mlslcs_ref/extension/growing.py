"""Giving selected rules the tests that they lack (EXT-10).

A run finds which attribute tells of a label long before it finds which second one does: of many attributes few come
together in one rule. A rule that is worth its place says where to look for the rest; where none is for a label, it is
looked for everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from mlslcs_ref.extension.cells import Cells, Condition, Test
from mlslcs_ref.extension.exact import Flags, Numbers
from mlslcs_ref.extension.moves import best_changes, certainty, sums_by_cell
from mlslcs_ref.extension.pruning import TEST_PRICE, TOGETHER, Signs, label_surplus, refined
from mlslcs_ref.extension.shortening import ShortRules, merged, telling

MOST_TESTS: Final = 3
"""Tests that a grown rule has at most, if nothing else is said."""

Places = npt.NDArray[np.intp]


def grown(rules: ShortRules, more: Flags, cells: Cells, truth: Flags, max_tests: int | None = None) -> ShortRules:
    """Return the rules with more tests: for each label they decide, those that make it more certain (EXT-10).

    Parameters
    ----------
    more : ndarray of bool, of shape (n_rules, n_labels)
        Whether a label is at least as frequent among a rule's instances as in D.
    max_tests : int, optional
        The most tests of a rule; by default 3.
    """
    surplus = label_surplus(truth)
    # nothing tells of a label that all rows share
    rule, label = np.nonzero(rules.decided & surplus.any(axis=0))
    conditions, decided = [rules.conditions[place] for place in rule.tolist()], rules.decided[rule]
    signs = np.zeros(decided.shape, dtype=np.int8)
    signs[np.arange(len(rule)), label] = np.where(more[rule, label], 1, -1)
    most = MOST_TESTS if max_tests is None else max_tests
    found: list[Condition] = []
    votes = [decided[:0]]
    while conditions:
        longer = _longer(conditions, signs, cells, surplus, most)
        places = [place for place, condition in enumerate(longer) if condition is not None]
        signs, decided = signs[places], decided[places]
        conditions = refined([condition for condition in longer if condition is not None], signs, cells, surplus)
        found += conditions
        votes.append(decided & telling(cells.matched(conditions), surplus))
    return merged(found, np.concatenate(votes))


def _longer(
    conditions: Sequence[Condition], signs: Signs, cells: Cells, surplus: Numbers, most: int
) -> list[Condition | None]:
    """Return each condition with one more test, or None where none pays."""
    found: list[Condition | None] = []
    for condition, matched, sign in zip(conditions, cells.matched(conditions), signs, strict=True):
        instances = np.flatnonzero(matched)
        worth = sign.astype(np.float64) @ surplus[instances].T
        test = _best_test(condition, instances, worth, cells) if len(condition) < most else None
        found.append(None if test is None else tuple(sorted((*condition, test))))
    return found


def _best_test(condition: Condition, instances: Places, worth: Numbers, cells: Cells) -> Test | None:
    """Return the test of a further attribute with which a condition is most certain, or None if it is not worth it.

    `instances` are those that it matches, and `worth` is their surplus on the labels that the rule decides, with the
    sign of the decision, summed.
    """
    present = float(certainty(worth.sum(), len(instances)))
    best, found = -np.inf, None
    free = np.setdiff1d(np.flatnonzero(cells.testable), [index for index, _code in condition])
    widths = cells.widths[free]
    for width in np.unique(widths).tolist():
        alike = free[widths == width]
        for part in np.array_split(alike, 1 + alike.size * max(instances.size, width) // TOGETHER):
            sums = sums_by_cell(
                np.ones((len(part), len(instances)), dtype=bool),
                cells.narrowed(cells.of[part[:, None], instances], width),
                np.broadcast_to(worth, (len(part), len(instances))),
                width,
            )
            values, accepted = best_changes(cells.is_interval[part], cells.without_test(part, width), sums)
            place = int(values.argmax())
            if values[place] > best or (values[place] == best and found is not None and part[place] < found[0]):
                best, found = float(values[place]), cells.test(int(part[place]), accepted[place])
    return found if best * TEST_PRICE > max(present, 0.0) else None
