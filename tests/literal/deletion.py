"""DEL: who may be deleted, with which weight."""

import math
from collections.abc import Sequence

from literal.genetic import Rule
from literal.profiles import Settings


def deletion_weights(population: Sequence[Rule], s: Settings) -> tuple[Sequence[Rule], list[float]]:
    """DEL-1, DEL-3, DEL-4: the rules that compete and their weights."""
    if s["deletion_domain"] == "plain":
        return population, [rule.num * plain_vote(rule, s) for rule in population]
    logarithms = [log_vote(rule, s) for rule in population]
    infinite = [rule for rule, x in zip(population, logarithms, strict=True) if math.isinf(x)]
    if infinite:
        return infinite, [float(rule.num) for rule in infinite]
    m = max(logarithms)
    near = [(rule, x - m) for rule, x in zip(population, logarithms, strict=True) if x - m >= -64]
    return [rule for rule, _exponent in near], [rule.num * math.exp(exponent) for rule, exponent in near]


def log_vote(rule: Rule, s: Settings) -> float:
    """DEL-2, DEL-3 `paper`: ln d."""
    if rule.fitness == 0:
        return math.inf
    return 1 / rule.fitness if rule.exp < s["theta_del"] else rule.cs - 1 - math.log(rule.fitness)


def plain_vote(rule: Rule, s: Settings) -> float:
    """DEL-2, DEL-3 `authors`: d in doubles; infinity where it overflows."""
    if rule.fitness == 0:
        return math.inf
    try:
        return math.exp(1 / rule.fitness) if rule.exp < s["theta_del"] else math.exp(rule.cs - 1) / rule.fitness
    except OverflowError:
        return math.inf
