"""The orders in which rules are shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, TypeAlias, get_args

from mlslcs_ref.rulesets.rule import Rule

Order: TypeAlias = Literal["best", "accuracy", "weight", "F", "num", "acc", "exp", "coverage", "population"]
ORDERS: Final[tuple[Order, ...]] = get_args(Order)
"""The most useful first; accuracy with support; num*F; F, numerosity, plain accuracy, experience and coverage alone; as
they stand in P."""


def supported_accuracy(rule: Rule) -> float:
    """Return the accuracy as it would be with one more right and one more wrong instance, in (0, 1).

    This is Laplace's estimate: a rule that was right on the one instance it covers comes to 2/3, not to 1, and so does
    not stand before one that was right on 99 of 100.
    """
    return (rule.acc * rule.coverage + 1.0) / (rule.coverage + 2.0)


def _accuracy(rule: Rule) -> tuple[bool, bool, float, int, int]:
    # a rule that decides nothing has an accuracy too (REP-11)
    return rule.exp > 0, bool(rule.decisions), supported_accuracy(rule), rule.coverage, rule.num


_WORTH: Final[Mapping[str, Callable[[Rule], Any]]] = {
    "accuracy": _accuracy,
    # F is 1 at birth, which says nothing (PAR-0)
    "F": lambda rule: (rule.exp > 0, rule.fitness),
    "num": lambda rule: rule.num,
    "acc": lambda rule: rule.acc,
    "exp": lambda rule: rule.exp,
    "coverage": lambda rule: rule.coverage,
    "population": lambda _rule: 0,
}


def worth_by(order: Order) -> Callable[[Rule], Any]:
    """Return a key that is larger for a rule that comes first. For `weight`, see `RuleSet.rank`."""
    return _WORTH[order]
