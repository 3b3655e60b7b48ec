"""The smallest ruleset that decides every label of every instance correctly, found and proved by integer programming.

A *cell* is one label of one instance. Only rules that are never wrong on the data come into question, and of those only
the ones that no other of them contains: with one test less such a rule would have to give up a label. Every smallest
complete ruleset can be made of these, so the smallest number is that of a set cover of the cells. The solver of scipy
(HiGHS) finds it, and its lower bound is the proof.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from bitarray.util import zeros

from mlslcs_ref._extra import needed_by
from mlslcs_ref.core.classifier import restored
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.schema import BinaryAttribute
from mlslcs_ref.errors import DataError
from mlslcs_ref.rulesets.bridge import rule_of
from mlslcs_ref.rulesets.context import RuleContext
from mlslcs_ref.rulesets.ruleset import RuleSet
from mlslcs_ref.settings import Settings

MOST_ATTRIBUTES: Final = 12
"""Conditions on so many binary attributes can be listed: 3^12 = 531,441."""
MOST_LABELS: Final = 62
"""Labels that fit into one mask."""

Masks = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Shortest:
    """A smallest complete ruleset.

    Parameters
    ----------
    ruleset : RuleSet
        Its rules, those that decide most cells first; one of the smallest, where there are several.
    at_least : int
        No complete ruleset has fewer rules than this.
    candidates : int
        Rules that came into question.
    cells : int
        Labels of different instances that had to be decided.
    """

    ruleset: RuleSet
    at_least: int
    candidates: int
    cells: int

    @property
    def proved(self) -> bool:
        """Whether it is proved that there is no smaller one; if not, the time was up."""
        return len(self.ruleset) == self.at_least


def shortest_ruleset(dataset: Dataset, seconds: float | None = None) -> Shortest:
    """Return a smallest ruleset that decides every label of every instance correctly.

    Parameters
    ----------
    dataset : Dataset
        Up to 12 binary attributes without missing values, and instances that do not contradict each other.
    seconds : float, optional
        How long the solver may search; by default until it is done.

    Raises
    ------
    DataError
        If the data set is too large, has other attributes, or no ruleset can be complete.
    UsageError
        If scipy is not installed.
    """
    X, Y = _checked(dataset)
    care, values, labels = _candidates(X, Y, dataset.n_attributes, dataset.n_labels)
    cells = _cover(X, care, values, labels, dataset.n_labels)
    chosen, at_least = _smallest_cover(cells, seconds)
    chosen.sort(key=lambda rule: (-int(cells[rule].sum()), rule))
    ruleset = _ruleset(dataset, [(int(care[rule]), int(values[rule]), int(labels[rule])) for rule in chosen], X, Y)
    return Shortest(ruleset, at_least, len(care), cells.shape[1])


def _checked(dataset: Dataset) -> tuple[Masks, Masks]:
    """Return the different instances and their labels as masks, the first attribute and label in bit 0."""
    odd = [item.name for item in dataset.schema.attributes if not isinstance(item, BinaryAttribute)]
    if odd:
        raise DataError(f"expected attributes with two values only, found {odd[0]!r}")
    if dataset.n_attributes > MOST_ATTRIBUTES or dataset.n_labels > MOST_LABELS:
        raise DataError(
            f"expected at most {MOST_ATTRIBUTES} attributes and {MOST_LABELS} labels, found {dataset.n_attributes} and "
            f"{dataset.n_labels}: every condition is listed"
        )
    values = dataset.X
    if not np.isin(values, (0.0, 1.0)).all():
        raise DataError("expected no missing and no undeclared value")
    X = (values.astype(np.int64) << np.arange(dataset.n_attributes)).sum(axis=1)
    Y = (dataset.Y.astype(np.int64) << np.arange(dataset.n_labels)).sum(axis=1)
    different, first, inverse = np.unique(X, return_index=True, return_inverse=True)
    contradicting = np.flatnonzero(Y[first][inverse] != Y)
    if contradicting.size:
        row = int(contradicting[0])
        raise DataError(
            f"rows {int(first[inverse[row]]) + 1} and {row + 1} of {dataset.name} are equal but have different "
            f"labels, so no ruleset is right on both"
        )
    return different, Y[first]


def _candidates(X: Masks, Y: Masks, n_attributes: int, n_labels: int) -> tuple[Masks, Masks, Masks]:
    """Return the tested attributes, the tested values and the decided labels of the rules that come into question.

    A condition is a place in an array with three entries per attribute: 0, 1 and, as both together, 2 for #.
    """
    full = (1 << n_labels) - 1
    shape = (2,) * n_attributes
    places = tuple((X >> attribute) & 1 for attribute in range(n_attributes))
    always = np.full(shape, full, dtype=np.int64)
    ever = np.zeros(shape, dtype=np.int64)
    there = np.zeros(shape, dtype=bool)
    always[places], ever[places], there[places] = Y, Y, True
    for axis in range(n_attributes):
        always = _with_both(always, axis, np.bitwise_and)
        ever = _with_both(ever, axis, np.bitwise_or)
        there = _with_both(there, axis, np.logical_or)
    # labels that are the same on all instances that the condition matches
    constant = np.where(there, always | (full & ~ever), 0)
    needed = constant != 0
    for axis in range(n_attributes):
        wider = np.take(constant, [2], axis=axis)
        contained = (constant & ~wider) == 0
        # the condition with # itself is not contained in itself
        index: list[Any] = [slice(None)] * n_attributes
        index[axis] = 2
        contained[tuple(index)] = False
        needed &= ~contained
    symbols = np.stack(np.nonzero(needed))
    bit = (1 << np.arange(n_attributes, dtype=np.int64))[:, None]
    care = ((symbols < 2) * bit).sum(axis=0)
    return care, ((symbols == 1) * bit).sum(axis=0), constant[needed]


def _with_both(array: Any, axis: int, join: Any) -> Any:
    both = join(np.take(array, [0], axis=axis), np.take(array, [1], axis=axis))
    return np.concatenate([array, both], axis=axis)


def _cover(X: Masks, care: Masks, values: Masks, labels: Masks, n_labels: int) -> Flags:
    """Return which cells each candidate decides, of shape (n_candidates, n_instances * n_labels)."""
    matches = (X[None, :] & care[:, None]) == values[:, None]
    decides = ((labels[:, None] >> np.arange(n_labels)) & 1).astype(bool)
    cells: Flags = (matches[:, :, None] & decides[:, None, :]).reshape(len(care), -1)
    return cells


def _smallest_cover(cells: Flags, seconds: float | None) -> tuple[list[int], int]:
    """Return the rows of a smallest cover of all columns, and the lower bound."""
    with needed_by("a smallest ruleset"):
        from scipy.optimize import Bounds, LinearConstraint, milp  # noqa: PLC0415 - an extra
        from scipy.sparse import csr_array  # noqa: PLC0415
    # cells that the same rules decide are one condition
    different = np.unique(np.packbits(cells, axis=0), axis=1, return_index=True)[1]
    n_rules = len(cells)
    options: dict[str, Any] = {"mip_rel_gap": 0.0} | ({} if seconds is None else {"time_limit": seconds})
    found = milp(
        np.ones(n_rules),
        constraints=LinearConstraint(csr_array(cells[:, different].T.astype(float)), lb=1.0),
        integrality=np.ones(n_rules),
        bounds=Bounds(0.0, 1.0),
        options=options,
    )
    chosen: list[int] = [] if found.x is None else np.flatnonzero(found.x > 0.5).tolist()
    if found.status != 0:
        # what a solver has at the end of its time can be worse than what is found by the way
        chosen = min([rules for rules in (chosen, _greedy_cover(cells)) if rules], key=len)
    if not cells[chosen].any(axis=0).all():
        raise ArithmeticError("the solver's solution leaves a label open")
    # a bound of 6.0000001 means that 7 are needed, one of 5.9999999 that 6 are
    bound = 1 if found.mip_dual_bound is None else math.ceil(found.mip_dual_bound - 1e-6)
    return chosen, max(bound, 1)


def _greedy_cover(cells: Flags) -> list[int]:
    left = cells.copy()
    chosen = []
    while left.any():
        best = int(left.sum(axis=1).argmax())
        chosen.append(best)
        left[:, cells[best]] = False
    return chosen


def _ruleset(dataset: Dataset, rules: list[tuple[int, int, int]], X: Masks, Y: Masks) -> RuleSet:
    context = RuleContext.of(dataset, dataset.ranges(), Settings.paper())
    index = context.index(dataset.matrix)
    made = []
    for care, values, labels in rules:
        matches = (X & care) == values
        decided = int(Y[matches][0])
        bits = zeros(context.layout.size, "little")
        for attribute in range(dataset.n_attributes):
            bits[2 * attribute] = (care >> attribute) & 1
            bits[2 * attribute + 1] = (values >> attribute) & 1
        for label in range(dataset.n_labels):
            active = bool((labels >> label) & 1)
            context.layout.put_label(bits, label, active, active and bool((decided >> label) & 1))
        made.append(rule_of(restored(bits, context.layout, context.accounting, index.matched(bits)), context))
    return RuleSet(context, made)
