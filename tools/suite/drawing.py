"""A random case of every format: which inputs it has, from a sampler of the wanted sizes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from suite.sampler import Sampler

__all__ = ["INPUTS", "MANY_LABELS"]

Json = dict[str, Any]
MANY_LABELS: Final = 5
"""Beyond, a step makes so many draws that one is enough."""


def layout(s: Sampler) -> Json:
    return {"attributes": s.attributes(), "n_labels": s.shape.n_labels}


def _gene(s: Sampler) -> Json:
    attribute = s.attributes()[0]
    width = {"binary": 2, "continuous": 2 * s.settings.precision_bits + 1}.get(attribute["kind"], 0)
    n_values = attribute.get("n_values", 2)
    return {"attribute": attribute, "bits": "1" + s.bits((width or (n_values + 1 if n_values > 2 else 2)) - 1)}


def decode(s: Sampler) -> Json:
    return _gene(s)


def match(s: Sampler) -> Json:
    return {**_gene(s), "x": [s.row()[0] for _ in range(s.shape.n_instances)]}


def _pair(s: Sampler) -> Json:
    """Return two rules that differ little, so that both answers occur."""
    x, y = s.row(), s.labels()
    code = list(s.chromosome(x, y))
    other = list(code)
    for _ in range(s.random.randint(0, 2)):
        place = s.random.randrange(len(code))
        (code if s.bit() else other)[place] = str(s.bit())
    return {**layout(s), "rule": "".join(code), "other": "".join(other)}


def repair(s: Sampler) -> Json:
    return {**layout(s), "rule": s.bits(len(s.chromosome(s.row(), s.labels())))}


def notation(s: Sampler) -> Json:
    return {**layout(s), "rule": {"bits": s.chromosome(s.row(), s.labels())}}


def parameters(s: Sampler) -> Json:
    return {**layout(s), "rule": s.rule(s.row(), s.labels())}


def population(s: Sampler) -> Json:
    return s.population()


def correct_sets(s: Sampler) -> Json:
    return {**s.population(), "instance": s.random.randrange(s.shape.n_instances)}


def update(s: Sampler) -> Json:
    return {**s.population(), "presented": _presented(s, 5)}


def _presented(s: Sampler, n: int) -> list[int]:
    return [s.random.randrange(s.shape.n_instances) for _ in range(n)]


def ga_due(s: Sampler) -> Json:
    clock = s.shape.clock
    sets = [
        [
            {"num": s.random.randint(1, s.shape.num), "ts": s.random.randint(0, clock)}
            for _ in range(s.random.randint(0, 4))
        ]
        for _ in range(s.shape.n_labels)
    ]
    return {"clock": clock, "step": clock // 2, "correct_sets": sets}


def control(s: Sampler) -> Json:
    return {**correct_sets(s), "step": 12 + s.shape.n_instances // 2}


def roulette(s: Sampler) -> Json:
    return {"weights": [round(s.random.uniform(0.0, 3.0), 3) * s.bit(0.8) for _ in range(s.shape.n_rules)] + [0.7]}


def covering(s: Sampler) -> Json:
    x = s.row()
    return {**layout(s), "x": x, "y": s.labels(), "label": s.random.randrange(s.shape.n_labels)}


def selection(s: Sampler) -> Json:
    x, y = s.row(), s.labels()
    return {**layout(s), "rules": [s.rule(x, y) for _ in range(s.shape.n_rules)]}


def crossover(s: Sampler) -> Json:
    first, second = (s.chromosome(s.row(), s.labels()) for _ in range(2))
    return {**layout(s), "first": first, "second": second, "label": s.random.randrange(s.shape.n_labels)}


def ga(s: Sampler) -> Json:
    return {**s.population(), "label": s.random.randrange(s.shape.n_labels), "clock": s.shape.clock}


def subsumption(s: Sampler) -> Json:
    given = s.population()
    rules = given["rules"]
    place = s.random.randrange(len(rules))
    child = list(rules[place]["bits"])
    for _ in range(s.random.randint(0, 1)):
        child[s.random.randrange(len(child))] = "1"
    parents = [place, s.random.randrange(len(rules))] if s.bit() else [s.random.randrange(len(rules)) for _ in "ab"]
    return {**given, "child": "".join(child), **({"parents": parents} if s.bit() else {})}


def discovery(s: Sampler) -> Json:
    return {**correct_sets(s), "step": 14, "clock": s.shape.clock}


def step(s: Sampler) -> Json:
    n_steps = 1 if s.shape.n_labels > MANY_LABELS else s.random.randint(2, 5)
    given = {**s.population(), "presented": _presented(s, n_steps), "step": 14, "clock": s.shape.clock}
    return {**given, "deletions_commenced": bool(s.bit()), "update_only": bool(s.bit(0.1))}


def run(s: Sampler) -> Json:
    given = s.population()
    del given["rules"]
    return {**given, "n_steps": 3 if s.shape.n_labels > MANY_LABELS else 2 * s.shape.n_instances + 2}


def clustering(s: Sampler) -> Json:
    given = s.population()
    del given["rules"]
    for instance in given["instances"]:  # few label sets, so that partitions have several points
        instance["y"] = s.random.choice(("1", "0")) * s.shape.n_labels
    return given


def k_means(s: Sampler) -> Json:
    return {**layout(s), "points": s.rows(), "k": s.random.randint(1, max(2, s.shape.n_instances // 2))}


def ruleset(s: Sampler) -> Json:
    return s.ruleset()


def _votes(s: Sampler) -> list[list[float]]:
    found = []
    for _ in range(s.shape.n_instances):
        row = [s.random.randrange(200) * s.bit(0.8) for _ in range(s.shape.n_labels)]
        found.append([round(vote / (sum(row) or 1), 5) for vote in row])
    return found


def active_labels(s: Sampler) -> Json:
    votes = _votes(s)
    threshold = s.random.choice([vote for row in votes for vote in row if 0 < vote < 0.5] or [0.5])
    return {"n_labels": s.shape.n_labels, "votes": votes, "threshold": threshold}


def _truth(s: Sampler) -> list[str]:
    return [s.labels(0.2 if s.bit() else 0.6) for _ in range(s.shape.n_instances)]


def _metric(s: Sampler) -> str:
    return s.random.choice(("accuracy", "exact_match", "hamming_loss"))


def thresholds(s: Sampler) -> Json:
    return {"n_labels": s.shape.n_labels, "votes": _votes(s), "truth": _truth(s), "metric": _metric(s)}


def evaluation(s: Sampler) -> Json:
    return {**s.ruleset(), "truth": _truth(s), "metric": _metric(s)}


def metrics(s: Sampler) -> Json:
    return {"n_labels": s.shape.n_labels, "truth": _truth(s), "predicted": _truth(s)}


def scs(s: Sampler) -> Json:
    given = s.ruleset()
    del given["x"]
    rules = given["rules"]
    texts = [_ternary(rule["bits"], len(given["attributes"])) for rule in rules]
    strangers = [_ternary(s.chromosome(s.row(), s.labels()), len(given["attributes"])) for _ in range(4)]
    pool = sorted({*texts, *strangers})
    solutions = [s.random.sample(pool, s.random.randint(1, len(pool))) for _ in range(3)]
    return {**given, "solutions": solutions}


def _ternary(bits: str, n_attributes: int) -> str:
    symbols = "".join("#" if bits[place] == "0" else bits[place + 1] for place in range(0, len(bits), 2))
    return f"{symbols[:n_attributes]} -> {symbols[n_attributes:]}"


def java_random(s: Sampler) -> Json:
    return {"seed": str(s.random.randint(-(2**63), 2**63 - 1)), "skip": s.random.randrange(5000), "count": 3}


INPUTS: Final[Mapping[str, Callable[[Sampler], Json]]] = {
    "layout": layout,
    "decode": decode,
    "match": match,
    "generality": _pair,
    "equality": _pair,
    "repair": repair,
    "notation": notation,
    "parameters": parameters,
    "coverage": population,
    "correct-sets": correct_sets,
    "update": update,
    "ga-due": ga_due,
    "control": control,
    "roulette": roulette,
    "deletion": population,
    "covering": covering,
    "selection": selection,
    "crossover": crossover,
    "ga": ga,
    "subsumption": subsumption,
    "discovery": discovery,
    "step": step,
    "run": run,
    "clustering": clustering,
    "k-means": k_means,
    "final-merge": population,
    "votes": ruleset,
    "active-labels": active_labels,
    "thresholds": thresholds,
    "best": ruleset,
    "evaluation": evaluation,
    "metrics": metrics,
    "scs": scs,
    "compaction": ruleset,
    "java-random": java_random,
}
"""The inputs of a case, by format; `problem`, `settings` and `pcg64` have too few cases to draw any."""
