"""INF and MET: votes, thresholds, predictions, metrics and compaction of a trained model."""

from collections.abc import Sequence

from literal.genetic import Rule, discounted
from literal.model import Model
from literal.representation import Bits, Row, float32

Labels = Sequence[Sequence[int]]


def votes(model: Model, row: Row) -> list[float]:
    """INF-1, INF-2: the normalised votes; all zero where their sum is."""
    accuracy = model.s["vote_weight"] == "accuracy"
    real = float32 if accuracy else float
    w = [0.0] * model.n_labels
    for rule in model.population:
        if rule.exp > 0 and model.genes.matches(rule.bits, row):
            vote = rule.num * (rule.acc if accuracy else rule.fitness)
            for label in range(model.n_labels):
                decision = model.genes.decision(rule.bits, label)
                if decision is not None:
                    w[label] = real(w[label] + (vote if decision else -vote))
    lowest = min(0.0, *w)
    w = [real(x - lowest) for x in w]
    total = 0.0
    for x in w:
        total = real(total + x)
    return [real(x / total) for x in w] if total else [0.0] * model.n_labels


def active(model: Model, w: Sequence[float], threshold: float) -> list[int]:
    """INF-2: the labels that normalised votes activate."""
    if not any(w):
        return [0] * len(w)
    return [int(x >= threshold if model.s["active_labels"] == "at_least" else x > threshold) for x in w]


def best(model: Model, row: Row) -> list[int]:
    """INF-5, INF-6."""
    rules = [rule for rule in model.population if rule.exp > 0 and model.genes.matches(rule.bits, row)]
    if model.s["best_order"] == "fitness":
        rules.sort(key=lambda rule: (-rule.fitness, -rule.num, -rule.exp))
    else:
        rules = sorted((r for r in rules if r.num * r.acc > 0), key=lambda rule: -(rule.num * rule.acc))
    decided: list[int] = []
    for label in range(model.n_labels):
        decisions = [model.genes.decision(rule.bits, label) for rule in rules]
        decided.append(next((d for d in decisions if d is not None), 0))
    return decided


def unmatched(model: Model, rows: Sequence[Row]) -> int:
    """INF-6: how many instances no rule matches."""
    return sum(not any(model.genes.matches(rule.bits, row) for rule in model.population) for row in rows)


def accuracy(model: Model, predicted: Labels, labels: Labels) -> float:
    """MET-A."""
    total, n = 0.0, 0
    for h, y in zip(predicted, labels, strict=True):
        both = sum(a and b for a, b in zip(h, y, strict=True))
        either = sum(a or b for a, b in zip(h, y, strict=True))
        if either or model.s["empty_label_sets"] == "count_one":
            total += both / either if either else 1.0
            n += 1
    return total / n if n else 0.0


def hamming_loss(predicted: Labels, labels: Labels) -> float:
    """MET-A."""
    wrong = sum(a != b for h, y in zip(predicted, labels, strict=True) for a, b in zip(h, y, strict=True))
    return wrong / (len(labels) * len(labels[0]))


def exact_match(predicted: Labels, labels: Labels) -> float:
    """The share of instances whose labels are all right."""
    return sum(list(h) == list(y) for h, y in zip(predicted, labels, strict=True)) / len(labels)


def metric(model: Model, name: str, predicted: Labels, labels: Labels) -> float:
    """A metric by name, the larger the better (INF-3: a loss is negated)."""
    if name == "accuracy":
        return accuracy(model, predicted, labels)
    return exact_match(predicted, labels) if name == "exact_match" else -hamming_loss(predicted, labels)


def scs(model: Model, solutions: Sequence[Sequence[Bits]]) -> float:
    """MET-B: the largest share of a solution's rules present in P; each solution is a list of chromosomes."""
    return max(
        sum(any(model.genes.equal(rule.bits, bits) for rule in model.population) for bits in solution) / len(solution)
        for solution in solutions
    )


def candidates(all_votes: Sequence[Sequence[float]]) -> list[float]:
    """INF-3: the thresholds that are worth trying, ascending."""
    return [*sorted({v for w in all_votes for v in w if 0 < v < 0.5}), 0.5]


def ival(model: Model, name: str = "accuracy") -> float:
    """INF-3."""
    all_votes = [votes(model, row) for row in model.rows]

    def value(threshold: float) -> float:
        return metric(model, name, [active(model, w, threshold) for w in all_votes], model.labels)

    if model.s["ival_search"] == "exact":
        return max(candidates(all_votes), key=value)
    centre = step = 0.25
    for _ in range(10):
        largest, found = 0.0, centre
        threshold = max(0.0, centre - step)
        while threshold <= min(0.5, centre + step):
            if value(threshold) > largest:
                largest, found = value(threshold), threshold
            threshold += step / 2
        centre, step = found, step / 2
    return centre


def pcut(model: Model) -> float:
    """INF-4."""
    all_votes = [votes(model, row) for row in model.rows]
    present = sum(sum(y) for y in model.labels)
    if model.s["pcut_search"] == "exact":
        counts = {t: sum(sum(active(model, w, t)) for w in all_votes) for t in candidates(all_votes)}
        return min(counts, key=lambda t: abs(counts[t] - present))
    cardinality = float32(present / len(model.rows))
    centre = step = 0.25
    for _ in range(15):
        smallest, found = float("inf"), centre
        threshold = max(0.0, float32(centre - step))
        while threshold <= min(0.5, float32(centre + step)):
            count = sum(v >= threshold for w in all_votes for v in w)
            error = float32(abs(count / len(model.rows) - cardinality))
            if error < smallest:
                smallest, found = error, threshold
            threshold = float32(threshold + float32(step / 2))
        centre, step = found, float32(step / 2)
    return centre


def compact(model: Model) -> list[Rule]:
    """MET-D: the shortest prefix that matches and decides everything in D, in population order."""

    def weight(rule: Rule) -> float:
        return rule.num * (discounted(rule, model.s) if model.s["compaction_weight"] == "discounted" else rule.fitness)

    kept = sorted((rule for rule in model.population if rule.exp > 0), key=weight, reverse=True)
    for length in range(1, len(kept) + 1):
        prefix = kept[:length]
        if all(
            any(rule.covers[i] for rule in prefix)
            and all(
                any(rule.covers[i] and model.genes.decision(rule.bits, label) is not None for rule in prefix)
                for label in range(model.n_labels)
            )
            for i in range(len(model.rows))
        ):
            kept = prefix
            break
    return [rule for rule in model.population if any(rule is one for one in kept)]
