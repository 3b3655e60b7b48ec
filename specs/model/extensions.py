"""EXT: what the profile `auto` does beyond the paper (`specs/clauses/extensions.md`).

Instances are lists of values, None where one is missing; a continuous attribute is the list of the numbers that its
bounds stand for, from the smallest to the largest, any other one the number of its values. A test is a pair of bounds'
places, or a set of values. Labels are 0 and 1.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import TypeAlias

Attribute: TypeAlias = list[float] | int
Test: TypeAlias = tuple[int, int] | frozenset[int]
Condition: TypeAlias = dict[int, Test]
Row: TypeAlias = Sequence[float | None]
Signs: TypeAlias = list[int]
Ruling: TypeAlias = tuple[Condition, Signs, int]  # a rule of a run, what it decides, and its exp
Voting: TypeAlias = tuple[Condition, list[bool]]  # a rule and the labels that it decides
Voter: TypeAlias = tuple[Condition, list[bool], list[int]]  # with its points of every label

NEVER = math.inf
MILLIONTHS = 1_000_000
RULES = 50


@dataclass(frozen=True)
class Rule:
    """EXT-1: what a rule brings to a vote: n_r, its points of every label in millionths, the labels that it decides."""

    n: int
    points: list[int]
    decided: list[bool]


def on_grid(value: float, units: float) -> int:
    """The head of `clauses/extensions.md`: how many units of a grid a real is nearest to; halves to the even one."""
    return round(value * units)


def frequency(n_positives: int, size: int) -> int:
    """EXT-1: pi_l in millionths."""
    return on_grid(n_positives / size, MILLIONTHS)


def evidence(rules: list[Rule], size: int, positives: list[int], label: int) -> int:
    """EXT-1: the sum, in millionths, before it is cut to 0 and 1."""
    q = frequency(positives[label], size)
    for rule in rules:
        if rule.decided[label]:
            q += rule.points[label]
    return q


def cut(q: float) -> float:
    """EXT-1: 0 if that is below 0, 1 if it is above 1."""
    if q < 0:
        return 0.0
    return 1.0 if q > 1 else q


def estimate(rules: list[Rule], size: int, positives: list[int], label: int) -> float:
    """EXT-1: the estimate of a label, of the rules that match."""
    return cut(evidence(rules, size, positives, label) / MILLIONTHS)


def held_out_estimate(rules: list[Rule], size: int, positives: list[int], label: int, y: int, runs: int = 1) -> float:
    """EXT-2: the estimate of an instance of D that has the label or has not, of the rules that match it."""
    Q = evidence(rules, size, positives, label)
    shares = 0
    for rule in rules:
        if rule.decided[label]:
            shares += on_grid(1 / (rule.n + 49), 2**30)
    h = shares / 2**30
    return cut((Q - (MILLIONTHS * y - Q) * (h / runs)) / MILLIONTHS)


def active(row: list[float], limits: list[float], least: int) -> list[int]:
    """EXT-3: the active labels of an instance; of fewer than so many (0 or 1) the likeliest, the first of equals."""
    found = [int(q > t) for q, t in zip(row, limits, strict=True)]
    if sum(found) < least:
        found[row.index(max(row))] = 1
    return found


def score(estimates: list[list[float]], truth: list[list[int]], limits: list[float], least: int) -> int:
    """EXT-3, MET-A: the accuracy times |D|, in multiples of 2^-40."""
    total = 0
    for row, labels in zip(estimates, truth, strict=True):
        pairs = list(zip(labels, active(row, limits, least), strict=True))
        both, either = sum(y and h for y, h in pairs), sum(y or h for y, h in pairs)
        total += both * 2**40 // either if either else 2**40
    return total


def candidates(values: Iterable[float]) -> list[float]:
    """EXT-3: -1 and the values halfway between two neighbours, ascending."""
    return [-1.0, *((low + high) / 2 for low, high in pairwise(sorted(set(values))))]


def ascent(estimates: list[list[float]], truth: list[list[int]], least: int) -> tuple[int, list[float]]:
    """EXT-3: what the thresholds score that are best if an instance gets at least so many labels, and these."""

    def scored(limits: list[float]) -> int:
        """EXT-3: what these thresholds score."""
        return score(estimates, truth, limits, least)

    labels = range(len(truth[0]))
    used = [label for label in labels if any(row[label] for row in truth)]
    common = candidates(row[label] for row in estimates for label in used)
    places = [i * (len(common) - 1) // 39 for i in range(40)]
    tried = [NEVER, *(common[place] for place in reversed(places))]
    limits = max(([t if label in used else NEVER for label in labels] for t in tried), key=scored)
    for label in used * 2:
        tried = [NEVER, *reversed(candidates(row[label] for row in estimates))]
        limits = max(([*limits[:label], t, *limits[label + 1 :]] for t in tried), key=scored)
    return scored(limits), limits


def thresholds(estimates: list[list[float]], truth: list[list[int]]) -> tuple[list[float], int]:
    """EXT-3: what the estimate of every label has to exceed, and how many labels an instance gets at least."""
    without, limits = ascent(estimates, truth, 0)
    with_one, other = ascent(estimates, truth, 1)
    return (other, 1) if with_one > without else (limits, 0)


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


def changed(attribute: Attribute, test: Test) -> list[Test]:
    """EXT-5: a test with one bound moved or one value more; of equals the first is to be taken."""
    if isinstance(test, tuple) and isinstance(attribute, list):
        low, high = test
        lower = [(q, high) for q in range(high + 1)]
        upper = [(low, q) for q in reversed(range(low, len(attribute)))]
        return [*lower, *upper]
    if isinstance(test, frozenset) and isinstance(attribute, int):
        return [test | {value} for value in range(attribute) if value not in test]
    raise TypeError(f"{test} is no test of {attribute}")


def moves(data: Data, condition: Condition) -> list[Condition]:
    """EXT-5: the conditions to which moves lead, but those that drop a test; of equals the first is to be taken."""
    return [{**condition, a: test} for a in sorted(condition) for test in changed(data.attributes[a], condition[a])]


def settled(data: Data, a: int, test: Test) -> Test:
    """EXT-5: an interval whose bounds are the outermost ones, or the first that stand for their numbers."""
    attribute = data.attributes[a]
    if not isinstance(test, tuple) or not isinstance(attribute, list):
        return test
    low, high = (attribute[q] for q in test)
    values = [x for x in (row[a] for row in data.rows) if x is not None]
    return (
        attribute.index(low) if any(x < low for x in values) else 0,
        attribute.index(high) if any(x > high for x in values) else len(attribute) - 1,
    )


def refined(data: Data, condition: Condition, signs: Signs) -> Condition:
    """EXT-5: the condition after the best moves."""

    def c(some: Condition) -> float:
        """EXT-4: C of the rule with another condition."""
        return certainty(data, some, signs)

    while condition:
        value, smaller = best_drop(c, condition)
        best = max([condition, *moves(data, condition)], key=c)
        if value >= share(c(best)):
            condition = smaller
        elif c(best) > c(condition):
            condition = best
        else:
            break
    return {a: settled(data, a, test) for a, test in condition.items()}


def votes(data: Data, condition: Condition) -> list[bool]:
    """EXT-5: on which labels a condition says something."""
    g = data.surplus()
    places = data.matched(condition)
    errors = min(2.0, max(1.0, math.sqrt(len(data.rows)) / 5))
    sums = [sum(g[i][label] for i in places) / 2**20 for label in range(len(g[0]))]
    return [abs(total) / math.sqrt(len(places) + 2) >= errors for total in sums]


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


TESTS_OF_GROWN = 3


@dataclass
class Copy:
    """EXT-10: a copy of a rule for one of its labels, as far as it has grown, and what the rule decides."""

    condition: Condition
    signs: Signs
    decided: list[bool]


def copies(data: Data, condition: Condition, decided: list[bool]) -> list[Copy]:
    """EXT-10: the copies of a rule, each with the sign of its label and 0 for the others."""
    places = data.matched(condition)
    columns = [list(column) for column in zip(*data.truth, strict=True)]
    found = []
    for label in (label for label, is_decided in enumerate(decided) if is_decided):
        k, positives = sum(columns[label][i] for i in places), sum(columns[label])
        sign = 1 if k * len(data.rows) >= positives * len(places) else -1
        found.append(Copy(condition, [sign if other == label else 0 for other in range(len(decided))], decided))
    return found


def first_tests(data: Data, a: int, matched: list[int]) -> list[Test]:
    """EXT-10: the tests on an attribute that a copy can be given; of equals the first is to be taken."""
    attribute = data.attributes[a]
    if isinstance(attribute, list):
        has_range = len({row[a] for row in data.rows if row[a] is not None}) > 1
        return changed(attribute, (0, len(attribute) - 1)) if has_range else []
    seen = {data.rows[i][a] for i in matched}
    return [frozenset({value}) for value in range(attribute) if value in seen]


def longer(data: Data, condition: Condition) -> list[Condition]:
    """EXT-10: the conditions with one test more; of equals the first is to be taken."""
    matched = data.matched(condition)
    untested = [a for a in range(len(data.attributes)) if a not in condition]
    return [{**condition, a: test} for a in untested for test in first_tests(data, a, matched)]


def grow(data: Data, copy: Copy, max_tests: int) -> bool:
    """EXT-10: give a copy its best test and refine it; false, and nothing changes, if that does not pay."""

    def c(some: Condition) -> float:
        """EXT-4: C of the copy with another condition."""
        return certainty(data, some, copy.signs)

    found = longer(data, copy.condition)
    if len(copy.condition) >= max_tests or not found:
        return False
    best = max(found, key=c)
    if not share(c(best)) > max(c(copy.condition), 0.0):
        return False
    copy.condition = refined(data, best, copy.signs)
    return True


def grown(data: Data, rules: list[Voting], max_tests: int | None = None) -> list[Voting]:
    """EXT-10: the conditions that selected rules grow into, and the labels on which they vote."""
    limit = TESTS_OF_GROWN if max_tests is None else max_tests
    growing = [copy for condition, decided in rules for copy in copies(data, condition, decided)]
    added = []
    while growing:
        growing = [copy for copy in growing if grow(data, copy, limit)]
        for copy in growing:
            told = [a and b for a, b in zip(votes(data, copy.condition), copy.decided, strict=True)]
            if any(told):
                added.append((copy.condition, told))
    return merged(added)


def merged(rules: list[Voting]) -> list[Voting]:
    """EXT-6: rules with equal conditions are one, at the place of the first; it decides what any of them decides."""
    one: list[Voting] = []
    for condition, decided in rules:
        places = [place for place, (other, _) in enumerate(one) if other == condition]
        if places:
            before = one[places[0]][1]
            one[places[0]] = condition, [a or b for a, b in zip(before, decided, strict=True)]
        else:
            one.append((condition, decided))
    return one


@dataclass
class Selection:
    """EXT-6: what rules match and decide, the labels of D, the rules taken so far, and the points of all."""

    matched: list[list[int]]
    decided: list[list[bool]]
    truth: list[list[int]]
    taken: list[int]
    points: list[list[int]]

    def lack(self, r: int, label: int) -> int:
        """EXT-6: Z_rl."""
        column = [y[label] for y in self.truth]
        Z = 0
        for i in self.matched[r]:
            Z += MILLIONTHS * column[i] - frequency(sum(column), len(column))
            for s in self.taken:
                if i in self.matched[s]:
                    Z -= self.points[s][label]
        return Z

    def gain(self, r: int) -> int:
        """EXT-6: the gain of a rule, in multiples of 2^-24."""
        total = 0
        for label in [label for label, decides in enumerate(self.decided[r]) if decides]:
            column = [y[label] for y in self.truth]
            pi = sum(column) / len(column)
            w = min(20.0, 1 / (pi * (1 - pi))) if 0 < pi < 1 else 0.0
            z = self.lack(r, label) / MILLIONTHS
            total += on_grid(w * (z * z) / (len(self.matched[r]) + 50), 2**24)
        return total

    def update(self, r: int) -> None:
        """EXT-6: bring the points of a taken rule up to date."""
        n = len(self.matched[r])
        for label in [label for label, decides in enumerate(self.decided[r]) if decides]:
            self.points[r][label] = round((self.lack(r, label) + n * self.points[r][label]) / (n + 50))


def selected(
    matched: list[list[int]], decided: list[list[bool]], truth: list[list[int]], max_rules: int
) -> tuple[list[int], list[list[int]]]:
    """EXT-6: the rules that are taken, in that order, and the points of each."""
    selection = Selection(matched, decided, truth, [], [[0] * len(truth[0]) for _ in matched])
    taken = selection.taken
    while len(taken) < max_rules:
        left = [r for r in range(len(matched)) if r not in taken]
        gains = [selection.gain(r) for r in left]
        if not gains or max(gains) <= 0:
            break
        taken.append(left[gains.index(max(gains))])
        for _ in range(2):
            for r in reversed(taken[-50:]):
                selection.update(r)
    return taken, [selection.points[r] for r in taken]


def joined(runs: list[list[Voter]]) -> list[Voter]:
    """EXT-8: the rules of several runs as those of one model, with their points in it."""
    rounds: list[Condition] = []
    for place in range(max(len(run) for run in runs)):
        rounds += [run[place][0] for run in runs if place < len(run)]
    rules: list[Voter] = []
    for condition in rounds:
        if condition in [other for other, _, _ in rules]:
            continue
        same = [(decided, points) for run in runs for other, decided, points in run if other == condition]
        labels = range(len(same[0][0]))
        decided = [any(decides[label] for decides, _ in same) for label in labels]
        points = [round(Fraction(sum(points[label] for _, points in same), len(runs))) for label in labels]
        rules.append((condition, decided, points))
    return rules


def signs_of(data: Data, condition: Condition, decided: list[bool]) -> Signs:
    """EXT-8: what a rule of the model says, by the labels of its instances and of D."""
    own = [data.truth[i] for i in data.matched(condition)]
    signs = [0] * len(decided)
    for label in [label for label, decides in enumerate(decided) if decides]:
        k, N = sum(y[label] for y in own), sum(y[label] for y in data.truth)
        signs[label] = 1 if k * len(data.truth) >= N * len(own) else -1
    return signs


def telling(data: Data, population: list[Ruling], max_tests: int | None) -> list[Voting]:
    """EXT-8: what EXT-4 and EXT-5 leave of a run's population, each rule with the labels on which it votes."""
    short: list[tuple[Condition, Signs]] = []
    for condition, signs, _ in population:
        rule = pruned(data, condition, signs, max_tests), signs
        if rule not in short:
            short.append(rule)
    rules: list[Voting] = []
    for condition, signs in short:
        at_last = refined(data, condition, signs)
        decided = [sign != 0 and says for sign, says in zip(signs, votes(data, at_last), strict=True)]
        if at_last and any(decided):
            rules.append((at_last, decided))
    return rules


def taken_of(data: Data, rules: list[Voting], max_rules: int) -> list[Voter]:
    """EXT-6: the rules of a list that are taken, with their points."""
    places, points = selected(
        [data.matched(condition) for condition, _ in rules], [decided for _, decided in rules], data.truth, max_rules
    )
    return [(*rules[place], own) for place, own in zip(places, points, strict=True)]


def is_unlikely(data: Data, rules: list[Voting], label: int) -> bool:
    """EXT-10: whether no rule that decides a label has it in half of its instances or more."""
    deciding = [data.matched(condition) for condition, decided in rules if decided[label]]
    return all(2 * sum(data.truth[i][label] for i in places) < len(places) for places in deciding)


def chosen(data: Data, runs: list[list[Ruling]], max_rules: int | None, max_tests: int | None) -> list[Voter]:
    """EXT-8, EXT-10: what selection takes of the rules of runs and of those that grow out of them, or of no test."""
    one = merged([rule for population in runs for rule in telling(data, population, max_tests)])
    first: list[Voting] = [(condition, decided) for condition, decided, _ in taken_of(data, one, RULES)]
    if one or any(exp > 0 for population in runs for _, _, exp in population):
        first.append(({}, [is_unlikely(data, first, label) for label in range(len(data.truth[0]))]))
    return taken_of(data, merged(one + grown(data, first, max_tests)), RULES if max_rules is None else max_rules)


def training_estimates(data: Data, rules: list[Voter], m: int) -> list[list[float]]:
    """EXT-2: the estimates of all instances of D by the rules of a model."""
    size, columns = len(data.truth), list(zip(*data.truth, strict=True))
    positives = [sum(column) for column in columns]
    where = [data.matched(condition) for condition, _, _ in rules]
    found: list[list[float]] = []
    for i, y in enumerate(data.truth):
        here = [Rule(len(M), points, decided) for M, (_, decided, points) in zip(where, rules, strict=True) if i in M]
        found.append([held_out_estimate(here, size, positives, label, own, m) for label, own in enumerate(y)])
    return found


def rare_values(data: Data, a: int) -> dict[int, int]:
    """EXT-11: the rare values of a nominal attribute, and those that none has, with how many instances have each."""
    attribute, size = data.attributes[a], len(data.rows)
    if isinstance(attribute, list) or attribute < 3:
        return {}
    column = [row[a] for row in data.rows]
    m = max(m for m in range(6) if 25 * m * m <= size)
    found = {value: column.count(value) for value in range(attribute) if column.count(value) < m}
    return found if any(found.values()) else {}


def first_rare(rare: dict[int, int]) -> int:
    """EXT-11: the first of the rare values that an instance has."""
    return min(value for value, n in rare.items() if n)


def gathered_test(data: Data, a: int, test: Test) -> Test:
    """EXT-11: the test with the first rare value, which stands for all, or with none."""
    rare = rare_values(data, a)
    if not isinstance(test, frozenset) or not rare:
        return test
    others = test.difference(rare)
    accepted = sum(rare[value] for value in test.intersection(rare))
    return others | {first_rare(rare)} if 2 * accepted >= sum(rare.values()) or not others else others


def gathered(data: Data, condition: Condition) -> Condition:
    """EXT-11: the condition whose tests have the first rare value for all, or none."""
    return {a: gathered_test(data, a, test) for a, test in condition.items()}


def as_one(data: Data) -> Data:
    """EXT-11: D with the first rare value of each attribute in place of the others."""
    firsts: list[dict[float | None, int]] = []
    for a in range(len(data.attributes)):
        rare = rare_values(data, a)
        firsts.append(dict.fromkeys(rare, first_rare(rare)) if rare else {})
    rows: list[Row] = [[first.get(x, x) for first, x in zip(firsts, row, strict=True)] for row in data.rows]
    return Data(data.attributes, rows, data.truth)


def spread(data: Data, condition: Condition) -> Condition:
    """EXT-11: a condition in which the first rare value of an attribute brings the others."""
    found: Condition = {}
    for a, test in condition.items():
        rare = rare_values(data, a)
        found[a] = test.union(rare) if isinstance(test, frozenset) and rare and first_rare(rare) in test else test
    return found


def counted(data: Data, row: Row) -> Row:
    """EXT-11: a later instance with the first rare value, if there is one, for each value that is not declared."""
    found: list[float | None] = []
    for a, (attribute, x) in enumerate(zip(data.attributes, row, strict=True)):
        rare, is_known = rare_values(data, a), x is None or isinstance(attribute, list) or 0 <= x < attribute
        found.append(first_rare(rare) if rare and not is_known else x)
    return found


def auto_model(
    data: Data, populations: list[list[Ruling]], max_rules: int | None, max_tests: int | None
) -> tuple[list[Voter], list[float], int]:
    """EXT-8: rules, thresholds, and how many labels an instance gets at least, of the populations of all runs."""
    m = len(populations) if max_rules is None else 1
    own, runs = as_one(data), [[(gathered(data, tests), signs, n) for tests, signs, n in run] for run in populations]
    if m > 1:
        rules = joined([chosen(own, [run], None, max_tests) for run in runs])
    else:
        rules = chosen(own, runs, max_rules, max_tests)
    rules = [(spread(data, tests), decided, points) for tests, decided, points in rules]
    return rules, *thresholds(training_estimates(data, rules, m), data.truth)
