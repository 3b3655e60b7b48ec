"""Operators of one step on the match set and the population (MAT, CYC, UPD, CTL, DEL)."""

from __future__ import annotations

import math
from typing import Any

from bitarray.util import zeros

from mlslcs_ref.core.chromosome import Layout
from mlslcs_ref.core.classifier import Accounting, Classifier
from mlslcs_ref.core.clock import GaClock
from mlslcs_ref.core.factory import restored
from mlslcs_ref.core.genes import BinaryGene
from mlslcs_ref.core.roulette import Roulette
from mlslcs_ref.oracle.operators.bench import Bench
from mlslcs_ref.oracle.operators.case import Case, Inputs
from mlslcs_ref.oracle.operators.errors import CaseError

__all__ = ["control", "correct_sets", "coverage", "deletion", "ga_due", "roulette", "update"]


def coverage(case: Case) -> dict[str, Any]:
    """Return which instances of D each rule matches, and the match set of each instance (MAT-1, MAT-2)."""
    bench = Bench(case)
    case.inputs.done()
    return {
        "coverage": [rule.coverage.to01() for rule in bench.rules],
        "match_sets": [
            bench.positions(bench.population.match_set(instance)) for instance in range(bench.dataset.n_instances)
        ],
    }


def correct_sets(case: Case) -> dict[str, Any]:
    """Return the correct sets of an instance and their micro-classifiers (CYC-0)."""
    bench = Bench(case)
    instance = case.inputs.position("instance", bench.dataset.n_instances)
    case.inputs.done()
    sets = bench.sets(instance, 1)
    return {
        "correct_sets": [
            {"members": bench.positions(sets.members(correct_set)), "num": correct_set.num}
            for correct_set in sets.by_label
        ]
    }


def update(case: Case) -> dict[str, Any]:
    """Return P after the update component has seen instances, one after the other (UPD)."""
    bench = Bench(case)
    presented = case.inputs.positions("presented", bench.dataset.n_instances)
    case.inputs.done()
    component = bench.parts.cycle().update
    for step, instance in enumerate(presented, start=1):
        component.update_set(bench.sets(instance, step))
    return {"rules": bench.values()}


def ga_due(case: Case) -> dict[str, Any]:
    """Return for each label in order the GA clock at its turn and whether a GA is due (CYC-2); nobody is stamped."""
    settings = case.settings
    clock = GaClock(settings.theta_ga, settings.ga_clock == "label", settings.ga_due == "truncated")
    clock.now = case.inputs.integer("clock")
    step = case.inputs.integer("step")
    given = [[_num_and_ts(Inputs(member)) for member in node.items()] for node in case.inputs.items("correct_sets")]
    case.inputs.done()
    clock.begin_step(step)
    labels: list[dict[str, Any]] = []
    for members in given:
        due = False
        if members:
            clock.begin_label()
            num = num_ts = 0
            for member_num, ts in members:
                num += member_num
                num_ts += member_num * ts
            due = clock.is_due(num, num_ts)
        labels.append({"clock": clock.now, "due": due})
    return {"labels": labels}


def _num_and_ts(member: Inputs) -> tuple[int, int]:
    found = member.integer("num", low=1), member.integer("ts")
    member.done()
    return found


def control(case: Case) -> dict[str, Any]:
    """Return which rule of a match set loses a micro-classifier to its control (CTL)."""
    bench = Bench(case)
    instance = case.inputs.position("instance", bench.dataset.n_instances)
    step = case.inputs.integer("step")
    case.inputs.done()
    mechanism = bench.parts.cycle().control
    match_set = bench.population.match_set(instance)
    loser = None if mechanism is None else mechanism.control(match_set, step)
    return {"loser": None if loser is None else loser.serial - 1, "num": [rule.num for rule in bench.rules]}


def roulette(case: Case) -> dict[str, Any]:
    """Return whom the wheel chooses (GEN-3)."""
    weights = [node.number(0.0) for node in case.inputs.items("weights")]
    case.inputs.done()
    if not any(weight > 0.0 for weight in weights):
        raise CaseError("weights: expected at least one above 0")
    wheel = Roulette(case.settings.roulette_zero_weights == "skip")
    rules = [_weighing(weight) for weight in weights]
    total = wheel.total(rules)
    if math.isinf(total):
        raise CaseError("weights: expected a finite sum")
    chosen = wheel.choose(rules, total, case.draws.unit("roulette"))
    return {"chosen": next(place for place, rule in enumerate(rules) if rule is chosen)}


def _weighing(weight: float) -> Classifier:
    """Return a rule that is nothing but its weight."""
    layout = Layout([BinaryGene()], 1)
    rule = restored(zeros(layout.size, "little"), layout, Accounting(1, 0.0, 0.0, 1.0, True), zeros(0, "little"))
    rule.weight = weight
    return rule


def deletion(case: Case) -> dict[str, Any]:
    """Return the votes of P before the first deletion, who is deleted, and what is left (DEL)."""
    bench = Bench(case)
    case.inputs.done()
    cycle = bench.parts.cycle()
    vote = cycle.deletion.log_vote if case.settings.deletion_domain == "log" else cycle.deletion.plain_vote
    votes = [vote(rule) for rule in bench.rules]
    cycle.delete_surplus(1)
    return {"votes": votes, "deleted": bench.deleted(), "num": [rule.num for rule in bench.rules]}
