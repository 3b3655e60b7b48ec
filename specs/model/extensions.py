"""EXT: what the profile `auto` does beyond the paper (`specs/clauses/extensions.md`).

Instances are lists of values, None where one is missing; a continuous attribute is the list of the numbers that its
bounds stand for, from the smallest to the largest, any other one the number of its values. A test is a pair of bounds'
places, or a set of values. Labels are 0 and 1.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

Attribute: TypeAlias = list[float] | int
Test: TypeAlias = tuple[int, int] | frozenset[int]
Condition: TypeAlias = dict[int, Test]
Row: TypeAlias = Sequence[float | None]
Signs: TypeAlias = list[int]

NEVER = math.inf
MILLIONTHS = 1_000_000


@dataclass(frozen=True)
class Seen:
    """EXT-1: what D says of a rule: n_r, k_rl of every label, and the labels that it decides."""

    n: int
    k: list[int]
    decided: list[bool]


def on_grid(value: float, units: float) -> int:
    """EXT-1: the nearest whole multiple of a unit; halves go to the even neighbour."""
    return round(value * units)


def estimate(rules: list[Seen], size: int, positives: list[int], label: int) -> float:
    """EXT-1: the estimate of a label where these rules match."""
    pi = positives[label] / size
    total, number = on_grid(pi, MILLIONTHS), 1
    for rule in rules:
        if rule.decided[label]:
            total += on_grid((rule.k[label] + 2 * pi) / (rule.n + 2), MILLIONTHS)
            number += 1
    return total / number / MILLIONTHS


def held_out_estimate(rules: list[Seen], size: int, positives: list[int], label: int, y: int) -> float:
    """EXT-2: the estimate of a training instance, left out of D."""
    left = [Seen(rule.n - 1, [k - y for k in rule.k], rule.decided) for rule in rules]
    return estimate(left, size - 1, [count - y for count in positives], label)


def active(row: list[float], limits: list[float], least: int) -> list[int]:
    """EXT-3: the active labels of an instance; of fewer than so many (0 or 1) the likeliest, the first of equals."""
    found = [int(q > t) for q, t in zip(row, limits, strict=True)]
    if sum(found) < least:
        found[row.index(max(row))] = 1
    return found


def thresholds(estimates: list[list[float]], truth: list[list[int]]) -> tuple[list[float], int]:
    """EXT-3: what the estimate of every label has to exceed, and how many labels an instance gets at least."""
    found = [(searched(estimates, truth, least), least) for least in (0, 1)]
    return max(found, key=lambda both: worth(estimates, truth, *both))


def searched(estimates: list[list[float]], truth: list[list[int]], least: int) -> list[float]:
    """EXT-3: the thresholds that are best if an instance gets at least so many labels."""
    labels = [label for label in range(len(truth[0])) if any(row[label] for row in truth)]
    found = [NEVER] * len(truth[0])
    best = worth(estimates, truth, found, least)
    for candidate in common_candidates(sorted({row[label] for row in estimates for label in labels})):
        trial = [candidate if label in labels else NEVER for label in range(len(found))]
        total = worth(estimates, truth, trial, least)
        if total > best:
            best, found = total, trial
    for _sweep in range(2):
        for label in labels:
            found[label] = best_threshold(estimates, truth, found, label, least)
    return found


def common_candidates(values: list[float]) -> list[float]:
    """EXT-3: the thresholds that all labels may share, the largest first."""
    middles = middles_of(values)
    last = len(middles) - 1
    return [middles[place] for place in sorted({i * last // 39 for i in range(40)}, reverse=True)] if middles else []


def middles_of(values: list[float]) -> list[float]:
    """EXT-3: -1 and the values halfway between neighbours, ascending."""
    return [-1.0, *((a + b) / 2 for a, b in pairwise(values))] if values else []


def best_threshold(
    estimates: list[list[float]], truth: list[list[int]], others: list[float], label: int, least: int
) -> float:
    """EXT-3: the best threshold of a label while those of the others stay; of equals the largest."""
    found, best = NEVER, worth(estimates, truth, [*others[:label], NEVER, *others[label + 1 :]], least)
    for candidate in reversed(middles_of(sorted({row[label] for row in estimates}))):
        total = worth(estimates, truth, [*others[:label], candidate, *others[label + 1 :]], least)
        if total > best:
            found, best = candidate, total
    return found


def worth(estimates: list[list[float]], truth: list[list[int]], limits: list[float], least: int) -> int:
    """EXT-3: accuracy, in multiples of 2^-40 of an instance (MET-A)."""
    total = 0
    for row, wanted in zip(estimates, truth, strict=True):
        given = active(row, limits, least)
        both = sum(a & b for a, b in zip(given, wanted, strict=True))
        either = sum(a | b for a, b in zip(given, wanted, strict=True))
        total += 2**40 * both // either if either else 2**40
    return total


def accepts(attribute: Attribute, test: Test, x: float | None) -> bool:
    """MAT-1, REP-7: whether a test accepts a value."""
    if x is None:
        return True
    if isinstance(attribute, list) and isinstance(test, tuple):
        return attribute[test[0]] <= x <= attribute[test[1]]
    return isinstance(test, frozenset) and x in test


@dataclass(frozen=True)
class Data:
    """EXT-4: the attributes of D, its instances and their labels."""

    attributes: list[Attribute]
    rows: list[Row]
    truth: list[list[int]]

    def surplus(self) -> list[list[int]]:
        """EXT-4: g of every instance and label, in multiples of 2^-20."""
        columns = []
        for column in zip(*self.truth, strict=True):
            pi = sum(column) / len(column)
            root = math.sqrt(pi * (1 - pi))
            columns.append([on_grid((y - pi) / root, 2**20) if root > 0 else 0 for y in column])
        return [list(row) for row in zip(*columns, strict=True)]

    def matched(self, condition: Condition) -> list[int]:
        """MAT-1: the instances that a condition matches."""
        return [
            i
            for i, row in enumerate(self.rows)
            if all(accepts(self.attributes[a], test, row[a]) for a, test in condition.items())
        ]


def certainty(data: Data, condition: Condition, signs: Signs) -> float:
    """EXT-4: C of a rule."""
    g = data.surplus()
    places = data.matched(condition)
    return sum(s * g[i][label] for i in places for label, s in enumerate(signs)) / math.sqrt(len(places) + 2)


def best_drop(c: Callable[[Condition], float], condition: Condition) -> tuple[float, Condition]:
    """EXT-4: the condition without the test without which C is largest, of equals the first."""
    left = [{b: test for b, test in condition.items() if b != a} for a in sorted(condition)]
    best = max(left, key=c)
    return c(best), best


def share(c: float) -> float:
    """EXT-4: what is to be left of C."""
    return 0.9 * c if c > 0 else c


def pruned(data: Data, condition: Condition, signs: Signs, max_tests: int | None = None) -> Condition:
    """EXT-4: the condition without the tests that add too little."""

    def c(some: Condition) -> float:
        """EXT-4: C of the rule with another condition."""
        return certainty(data, some, signs)

    while condition:
        value, smaller = best_drop(c, condition)
        if value < share(c(condition)) and not (max_tests is not None and len(condition) > max_tests):
            break
        condition = smaller
    return condition


def changes(data: Data, condition: Condition, a: int) -> list[Condition]:
    """EXT-5: the moves of one test that do not drop it, the first of equals before the others."""
    test, attribute = condition[a], data.attributes[a]
    if isinstance(test, tuple) and isinstance(attribute, list):
        low, high = test
        lower = [(q, high) for q in range(high + 1) if attribute[q] <= attribute[high]]
        upper = [(low, q) for q in reversed(range(low, len(attribute)))]
        return [{**condition, a: other} for other in lower + upper]
    if isinstance(test, frozenset) and isinstance(attribute, int):
        others = {b: other for b, other in condition.items() if b != a}
        occurring = {data.rows[i][a] for i in data.matched(others)}
        return [{**condition, a: test | {v}} for v in range(attribute) if v not in test and v in occurring]
    raise TypeError(f"{test} is no test of {attribute}")


def refined(data: Data, condition: Condition, signs: Signs) -> Condition:
    """EXT-5: the condition after the best moves."""

    def c(some: Condition) -> float:
        """EXT-4: C of the rule with another condition."""
        return certainty(data, some, signs)

    while condition:
        moves = [move for a in sorted(condition) for move in changes(data, condition, a)]
        change = max(moves, key=c) if moves else condition
        value, smaller = best_drop(c, condition)
        if value >= share(max(c(condition), c(change))):
            condition = smaller
        elif c(change) > c(condition):
            condition = change
        else:
            break
    return {a: opened(data, a, test) for a, test in condition.items()}


def opened(data: Data, a: int, test: Test) -> Test:
    """EXT-5: an interval with its bounds at the ends where no instance lies beyond them."""
    steps = data.attributes[a]
    present = [x for row in data.rows if (x := row[a]) is not None]
    if not isinstance(test, tuple) or not isinstance(steps, list) or not present:
        return test
    low, high = test
    return (0 if steps[low] <= min(present) else low), (len(steps) - 1 if steps[high] >= max(present) else high)


def votes(data: Data, condition: Condition) -> list[bool]:
    """EXT-5: the labels on which a condition says something."""
    g = data.surplus()
    places = data.matched(condition)
    sums = [abs(sum(g[i][label] for i in places)) for label in range(len(g[0]))]
    errors = min(max(math.sqrt(len(data.rows)) / 5, 1.0), 2.0)
    return [total / math.sqrt(len(places) + 2) >= errors * 2**20 for total in sums]


def selected(matched: list[list[int]], decided: list[list[bool]], truth: list[list[int]], max_rules: int) -> list[int]:
    """EXT-6: the rules, in the order of their selection."""
    size, n_labels = len(truth), len(truth[0])
    pi = [sum(row[label] for row in truth) / size for label in range(n_labels)]
    weight = [0.0 if p * (1 - p) <= 0 else 1 / max(p * (1 - p), 1 / 20) for p in pi]
    total = [list(pi) for _row in truth]
    number = [[1] * n_labels for _row in truth]

    def p_of(rule: int, label: int, y: int) -> float:
        """EXT-6: e_y of a rule."""
        k = sum(truth[i][label] for i in matched[rule])
        return (k - y + 50 * pi[label]) / (len(matched[rule]) - 1 + 50)

    def gain(rule: int) -> int:
        """EXT-6: the gain of a rule, in multiples of 2^-24."""
        return sum(gain_on(rule, label) for label in range(n_labels) if decided[rule][label])

    def gain_on(rule: int, label: int) -> int:
        """EXT-6: its gain on one label."""
        a, b, c = 0, [0, 0], [0, 0]
        for i in matched[rule]:
            y, s, v = truth[i][label], total[i][label], number[i][label]
            o, wide = s - y * (v + 1), (v + 1) ** 2
            # products, as powers of reals differ between machines
            off = s / v - y
            a += on_grid(weight[label] * (off * off - o * o / wide), 2**24)
            b[y] += on_grid(weight[label] * 2 * o / wide, 2**24)
            c[y] += on_grid(weight[label] / wide, 2**24)
        e = [p_of(rule, label, y) for y in (0, 1)]
        return round(a - e[0] * (b[0] + e[0] * c[0]) - e[1] * (b[1] + e[1] * c[1]))

    chosen: list[int] = []
    while len(chosen) < max_rules:
        left = [rule for rule in range(len(matched)) if rule not in chosen]
        if not left or gain(max(left, key=gain)) <= 0:
            break
        best = max(left, key=gain)
        chosen.append(best)
        for i in matched[best]:
            for label in range(n_labels):
                if decided[best][label]:
                    total[i][label] += p_of(best, label, truth[i][label])
                    number[i][label] += 1
    return chosen


def steps(values: list[float], bits: int) -> list[float]:
    """EXT-7: the numbers that the bounds of an attribute stand for; the values are the present ones."""
    ordered, distinct = sorted(values), sorted(set(values))
    m = 2**bits - 2
    if len(distinct) <= m:
        inner = [distinct[(q - 1) * len(distinct) // m] for q in range(1, m + 1)]
    else:
        often = {value: ordered.count(value) for value in distinct}
        counted = [value for value in distinct for _ in range(min(often[value], len(ordered) - often[value]))]
        inner = [counted[q * len(counted) // (m + 1)] for q in range(1, m + 1)]
    return [-math.inf, *(brief(distinct, value) for value in inner), math.inf]


def brief(distinct: list[float], value: float) -> float:
    """EXT-7: the number with the fewest digits above the next smaller value and not above this one."""
    place = distinct.index(value)
    if place == 0:
        return value
    below = distinct[place - 1]
    for digits in range(1, 17):
        for source in (value, below + (value - below) / 2):
            found = float(f"{source:.{digits}g}")
            if below < found <= value:
                return found
    return value


def covering_weights(rows: Sequence[Row], truth: list[list[int]], attributes: Sequence[str]) -> list[list[int]]:
    """EXT-9: w of every attribute (binary, nominal, continuous) for every instance, in parts of 2^-20."""
    telling = [tells([row[a] for row in rows], truth, attributes[a] == "continuous") for a in range(len(attributes))]
    total = sum(telling)
    shares = [s * len(attributes) / (2 * total) if total else 0.5 for s in telling]
    strengths = [on_grid(0.5 + share, 2**20) for share in shares]
    return [
        [weight(row[a], [other[a] for other in rows], strengths[a], attributes[a] == "binary") for a in range(len(row))]
        for row in rows
    ]


def weight(value: float | None, column: list[float | None], strength: int, is_binary: bool) -> int:
    """EXT-9: w of one value."""
    if value is None:
        return 0
    present = [one for one in column if one is not None]
    others = sum(one != value for one in present)
    return round(strength * (2 * others / len(present))) if is_binary else strength


def tells(column: list[float | None], truth: list[list[int]], is_continuous: bool) -> int:
    """EXT-9: s of an attribute, in parts of 2^-20."""
    known = [(value, labels) for value, labels in zip(column, truth, strict=True) if value is not None]
    n = len(known)
    if not n:
        return 0
    ordered = sorted(value for value, _labels in known)
    edges = [ordered[i * n // 6] for i in range(1, 6)]
    groups: dict[float, list[list[int]]] = {}
    for value, labels in known:
        name = sum(edge <= value for edge in edges) if is_continuous else value
        groups.setdefault(name, []).append(labels)
    surplus = 0
    for label in range(len(truth[0])):
        pi = sum(labels[label] for _value, labels in known) / n
        spread = n * pi * (1 - pi)
        explained = 0.0
        for name in sorted(groups):
            group = groups[name]
            surplus_of_group = sum(labels[label] for labels in group) - len(group) * pi
            explained += surplus_of_group * surplus_of_group / len(group)
        share = explained / spread if spread > 0 else 0.0
        surplus += on_grid(max(0.0, share - (len(groups) - 1) / n), 2**20)
    return round(math.sqrt(surplus * 2**20))


def active_probabilities(weights: list[int], expected: float) -> list[float]:
    """EXT-9: with which probability covering tests each attribute."""
    falling = sorted((w for w in weights if w > 0), reverse=True)
    if len(falling) <= expected:
        return [1.0 if w > 0 else 0.0 for w in weights]
    certain = next(j for j in range(len(falling)) if (expected - j) * falling[j] <= sum(falling[j:]))
    c = (expected - certain) / sum(falling[certain:])
    return [min(1.0, w * c) for w in weights]
