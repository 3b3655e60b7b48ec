"""INF: votes, thresholds and BEST (`specs/clauses/inference.md`)."""

import math
from collections.abc import Callable

from model.arithmetic import Bits, Value, round32
from model.matching import match_set, matches
from model.metrics import metric_as_double, metric_as_fraction
from model.parameters import Rule, Settings, acc_of, fitness_of
from model.representation import World


def raw_votes(world: World, rules: list[Rule], x: list[Value]) -> list[float]:
    """INF-1: the vote of every label."""
    settings = world.settings
    by_accuracy = settings.vote_weight == "accuracy"
    votes = [0.0] * world.n_labels
    for rule in rules:
        if rule.exp == 0 or not matches(world, rule.bits, x):
            continue
        v = rule.num * (acc_of(settings, rule) if by_accuracy else fitness_of(settings, rule))
        for label, decision in enumerate(world.decisions(rule.bits)):
            if decision is None:
                continue
            w = votes[label] + v if decision == 1 else votes[label] - v
            votes[label] = round32(w) if by_accuracy else w
    return votes


def normalised(settings: Settings, votes: list[float]) -> list[float]:
    """INF-2: normalised votes."""

    def rounded(z: float) -> float:
        return round32(z) if settings.vote_weight == "accuracy" else z

    low = min(0.0, *votes)
    shifted = [rounded(w - low) for w in votes]
    total = 0.0
    for s in shifted:
        total = rounded(total + s)
    return [rounded(s / total) if total > 0 else 0.0 for s in shifted]


def active(settings: Settings, votes: list[float], threshold: float) -> Bits:
    """INF-2: active labels. The sum of the shifted votes is above 0 iff a normalised vote is."""
    if all(n == 0 for n in votes):
        return [0] * len(votes)
    if settings.active_labels == "at_least":
        return [1 if n >= threshold else 0 for n in votes]
    return [1 if n > threshold else 0 for n in votes]


def candidates(votes: list[list[float]]) -> list[float]:
    """INF-3: the thresholds that the exact searches try."""
    return sorted({n for row in votes for n in row if 0 < n < 0.5} | {0.5})


def ival(settings: Settings, votes: list[list[float]], truth: list[Bits], metric: str) -> float:
    """INF-3: the threshold with the best metric."""

    def predicted(threshold: float) -> list[Bits]:
        return [active(settings, row, threshold) for row in votes]

    if settings.ival_search == "halving":
        return ival_by_halving(lambda th: metric_as_double(settings, metric, truth, predicted(th)))
    best = None
    found = 0.5
    for threshold in candidates(votes):
        score = metric_as_fraction(settings, metric, truth, predicted(threshold))
        if best is None or score > best:
            best, found = score, threshold
    return found


def ival_by_halving(score: Callable[[float], float]) -> float:
    """INF-3: the search of the authors' program."""
    c, s = 0.25, 0.25
    for _ in range(10):
        largest, found = 0.0, c
        th, last = max(0.0, c - s), min(0.5, c + s)
        while th <= last:
            v = score(th)
            if v > largest:
                largest, found = v, th
            th = th + s / 2
        c, s = found, s / 2
    return c


def pcut(settings: Settings, votes: list[list[float]], truth: list[Bits]) -> float:
    """INF-4: the threshold with the right number of labels."""
    n_labels_of_D = sum(sum(y) for y in truth)
    if settings.pcut_search == "halving":
        return pcut_by_halving(votes, n_labels_of_D)
    best = None
    found = 0.5
    for threshold in candidates(votes):
        error = abs(sum(sum(active(settings, row, threshold)) for row in votes) - n_labels_of_D)
        if best is None or error < best:
            best, found = error, threshold
    return found


def pcut_by_halving(votes: list[list[float]], n_labels_of_D: int) -> float:
    """INF-4: the search of the authors' program."""
    n = len(votes)
    LCA = round32(n_labels_of_D / n)
    c, s = 0.25, 0.25
    for _ in range(15):
        smallest, found = math.inf, c
        th, last = max(0.0, round32(c - s)), min(0.5, round32(c + s))
        while th <= last:
            n_active = len([vote for row in votes for vote in row if vote >= th])
            e = round32(abs(n_active / n - LCA))
            if e < smallest:
                smallest, found = e, th
            th = round32(th + round32(s / 2))
        c, s = found, round32(s / 2)
    return c


def best_labels(world: World, rules: list[Rule], x: list[Value]) -> Bits:
    """INF-5: each label by the best rule that decides it."""
    settings = world.settings
    asked = [rule for rule in rules if rule.exp > 0 and matches(world, rule.bits, x)]
    if settings.best_order == "fitness":
        asked.sort(key=lambda rule: (-fitness_of(settings, rule), -rule.num, -rule.exp))
    else:
        asked = [rule for rule in asked if rule.num * acc_of(settings, rule) != 0]
        asked.sort(key=lambda rule: -(rule.num * acc_of(settings, rule)))
    labels: Bits = []
    by_rule = [world.decisions(rule.bits) for rule in asked]
    for label in range(world.n_labels):
        decided = [d for decisions in by_rule if (d := decisions[label]) is not None]
        labels.append(decided[0] if decided else 0)
    return labels


def n_unmatched(world: World, rules: list[Rule], xs: list[list[Value]]) -> int:
    """INF-6: instances that no rule matches, whatever its exp."""
    return len([x for x in xs if not match_set(world, rules, x)])


def thresholds_of(
    world: World, rules: list[Rule], xs: list[list[Value]], truth: list[Bits], metric: str
) -> dict[str, float]:
    """INF-3, INF-4: both thresholds of a ruleset on D."""
    settings = world.settings
    votes = [normalised(settings, raw_votes(world, rules, x)) for x in xs]
    return {"pcut": pcut(settings, votes, truth), "ival": ival(settings, votes, truth, metric)}


def predictions(
    world: World, rules: list[Rule], xs: list[list[Value]], thresholds: dict[str, float]
) -> dict[str, list[Bits]]:
    """INF-2, INF-5: what each of the three methods predicts."""
    votes = [normalised(world.settings, raw_votes(world, rules, x)) for x in xs]
    by_method = {
        name: [active(world.settings, row, threshold) for row in votes] for name, threshold in thresholds.items()
    }
    return by_method | {"best": [best_labels(world, rules, x) for x in xs]}
