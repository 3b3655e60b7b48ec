"""MET: metrics and compaction (`specs/clauses/metrics.md`)."""

import math
from collections import Counter
from fractions import Fraction

from model.arithmetic import Bits, Value
from model.genetic import discounted_of
from model.matching import match_set
from model.notation import read_ternary
from model.parameters import Rule, Settings, fitness_of
from model.representation import World, equal


def overlap(y: Bits, h: Bits) -> tuple[int, int]:
    """MET-A: |Y and H|, |Y or H|."""
    pairs = list(zip(y, h, strict=True))
    return len([1 for a, b in pairs if a and b]), len([1 for a, b in pairs if a or b])


def accuracy(settings: Settings, truth: list[Bits], predicted: list[Bits]) -> float:
    """MET-A: accuracy."""
    total, n = 0.0, 0
    for y, h in zip(truth, predicted, strict=True):
        both, either = overlap(y, h)
        if either == 0 and settings.empty_label_sets == "skip":
            continue
        total = total + (1.0 if either == 0 else both / either)
        n += 1
    return total / n if n else math.nan


def exact_match(truth: list[Bits], predicted: list[Bits]) -> float:
    """MET-A: exact match."""
    right = len([1 for y, h in zip(truth, predicted, strict=True) if y == h])
    return right / len(truth) if truth else math.nan


def hamming_loss(truth: list[Bits], predicted: list[Bits]) -> float:
    """MET-A: Hamming loss."""
    if not truth:
        return math.nan
    return n_wrong(truth, predicted) / (len(truth) * len(truth[0]))


def n_wrong(truth: list[Bits], predicted: list[Bits]) -> int:
    """MET-A: pairs of instance and label with a wrong label."""
    return sum(1 for y, h in zip(truth, predicted, strict=True) for a, b in zip(y, h, strict=True) if a != b)


def metric_as_double(settings: Settings, metric: str, truth: list[Bits], predicted: list[Bits]) -> float:
    """INF-3: what the halving search makes largest."""
    if metric == "accuracy":
        return accuracy(settings, truth, predicted)
    return exact_match(truth, predicted) if metric == "exact_match" else -hamming_loss(truth, predicted)


def metric_as_fraction(settings: Settings, metric: str, truth: list[Bits], predicted: list[Bits]) -> Fraction:
    """INF-3: what the exact search makes largest."""
    if metric == "hamming_loss":
        return Fraction(-n_wrong(truth, predicted))
    if metric == "exact_match":
        return Fraction(len([1 for y, h in zip(truth, predicted, strict=True) if y == h]))
    sums: Counter[int] = Counter()  # of |Y and H|, by |Y or H|
    n = 0
    for y, h in zip(truth, predicted, strict=True):
        both, either = overlap(y, h)
        if either > 0:
            sums[either] += both
            n += 1
        elif settings.empty_label_sets == "count_one":
            sums[1] += 1
            n += 1
    return sum((Fraction(both, either) for either, both in sums.items()), Fraction(0)) / n if n else Fraction(0)


def share_of_solution(world: World, rules: list[Rule], solutions: list[list[str]]) -> float:
    """MET-B: %SCS."""
    shares: list[float] = []
    for solution in solutions:
        found = [text for text in solution if any(equal(world, rule.bits, read_ternary(text)) for rule in rules)]
        shares.append(len(found) / len(solution))
    return max(shares)


def compacted(world: World, rules: list[Rule], xs: list[list[Value]]) -> list[int]:
    """MET-D: positions of the rules that compaction keeps, ascending."""
    settings = world.settings
    weigh = fitness_of if settings.compaction_weight == "fitness" else discounted_of
    order = [i for i, rule in enumerate(rules) if rule.exp > 0]
    order.sort(key=lambda i: -(rules[i].num * weigh(settings, rules[i])))
    for n in range(len(order)):
        if all(decides_all(world, [rules[i] for i in order[:n]], x) for x in xs):
            return sorted(order[:n])
    return sorted(order)


def decides_all(world: World, rules: list[Rule], x: list[Value]) -> bool:
    """MET-D: whether rules together match an instance and decide all its labels."""
    decisions = [world.decisions(rule.bits) for rule in match_set(world, rules, x)]
    return all(any(decided[label] is not None for decided in decisions) for label in range(world.n_labels))
