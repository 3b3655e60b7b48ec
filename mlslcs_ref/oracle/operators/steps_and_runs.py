"""Operators on whole steps and runs, before and after them (CYC, INI, FIN)."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from mlslcs_ref.core.clustering import kmeans_of
from mlslcs_ref.core.learner import Learner
from mlslcs_ref.oracle.operators.bench import Bench, Workshop
from mlslcs_ref.oracle.operators.case import Case, CaseError, count_of, overflow_rejected, positions_of
from mlslcs_ref.oracle.operators.values import are_declared, instances_of


def step(case: Case) -> dict[str, Any]:
    """Return P, the GA clock and whether deletions have commenced, after whole steps (CYC-0, CYC-4)."""
    bench = Bench(case)
    inputs = case.inputs
    presented = positions_of(inputs.field("presented"), bench.dataset.n_instances)
    first = count_of(inputs.field("step"), 1)
    cycle = bench.parts.cycle()
    cycle.clock.now = count_of(inputs.field("clock"))
    cycle.deletions_commenced = inputs.get("deletions_commenced", False).boolean()
    present = cycle.run_update_only if inputs.get("update_only", False).boolean() else cycle.run
    bench.limit_sums(max(cycle.clock.now, first), n_steps=len(presented))
    for turn, instance in enumerate(presented):
        present(instance, first + turn)
    return {
        "rules": bench.values(),
        "clock": cycle.clock.now,
        "deletions_commenced": cycle.deletions_commenced,
    }


def run(case: Case) -> dict[str, Any]:
    """Return P and the counters of a run from its beginning, after at most so many steps (CYC-1, CYC-4)."""
    bench = Bench(case)
    n_steps = count_of(case.inputs.field("n_steps"))
    if repr(bench.ranges) != repr(tuple(bench.dataset.ranges())):
        raise CaseError("expected the ranges of the instances, or none, in a run (REP-4)", "attributes")
    with overflow_rejected():
        learner = Learner(bench.dataset, case.settings, case.draws)
    learner.advance(n_steps)
    # P stays as it is
    final = [[rule.chromosome.to01(), rule.num] for rule in learner.final_rules()]
    bench = Bench(Case(case.inputs, case.settings, case.draws))
    return {
        "steps": learner.steps,
        "length": learner.n_steps,
        "clock": learner.clock.now,
        "rules": [bench.value(rule) for rule in learner.population.rules()],
        "final": final,
    }


def clustering(case: Case) -> dict[str, Any]:
    """Return P after the clustering-based initialisation (INI)."""
    bench = Bench(case)
    with overflow_rejected():
        report = bench.parts.initialisation().initialise(bench.parts.instances)
    cycle = bench.parts.cycle()
    cycle.delete_surplus(0)
    return {
        "rules": bench.values(),
        "n_centroids": report.n_centroids,
        "n_unmatched": report.n_zero_coverage,
        "deletions_commenced": cycle.deletions_commenced,
    }


def k_means(case: Case) -> dict[str, Any]:
    """Return the centroids of one partition, null where a value is missing (INI-2, INI-5 to INI-7)."""
    shop = Workshop(case)
    points = instances_of(case.inputs, "points", shop.schema)
    k = count_of(case.inputs.field("k"), 1)
    if not len(points):
        raise CaseError("expected at least one", "points")
    if np.isinf(points).any() or not are_declared(points, shop.schema):
        raise CaseError("expected finite and declared values, as in training data", "points")
    # points may be far outside the range that the case gives: then they are infinitely far from others (INI-5)
    with overflow_rejected(), np.errstate(over="ignore"):
        means = kmeans_of(shop.layout.conditions, case.draws)
        means.require_means(points)
        centroids = means.centroids(points, k)
    return {"centroids": [[None if math.isnan(x) else x for x in row] for row in centroids.tolist()]}


def final_merge(case: Case) -> dict[str, Any]:
    """Return P as the authors' program leaves it at the end (FIN-1)."""
    bench = Bench(case)
    merged = bench.parts.final_merge().merged(bench.population.rules())
    return {"rules": [bench.value(rule) for rule in merged]}
