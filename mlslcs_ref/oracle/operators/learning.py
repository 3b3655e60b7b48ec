"""Operators of one step on the match set and the population (MAT, CYC, UPD, CTL, DEL)."""

from __future__ import annotations

import math
from itertools import accumulate
from typing import Any

from mlslcs_ref.core.assembly import clock_for, due_for, roulette_for
from mlslcs_ref.oracle.operators.bench import Bench
from mlslcs_ref.oracle.operators.case import SUMS_BELOW, Case, CaseError, count_of, positions_of
from mlslcs_ref.untrusted import Untrusted


def coverage(case: Case) -> dict[str, Any]:
    """Return which instances of D each rule matches, and the match set of each instance (MAT-1, MAT-2)."""
    bench = Bench(case)
    return {
        "coverage": [rule.coverage.to01() for rule in bench.rules],
        "match_sets": [
            bench.positions(bench.population.match_set(instance)) for instance in range(bench.dataset.n_instances)
        ],
    }


def correct_sets(case: Case) -> dict[str, Any]:
    """Return the correct sets of an instance and their micro-classifiers (CYC-0)."""
    bench = Bench(case)
    instance = case.inputs.field("instance").integer(0, bench.dataset.n_instances - 1)
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
    presented = positions_of(case.inputs.field("presented"), bench.dataset.n_instances)
    cycle = bench.parts.cycle()
    for step, instance in enumerate(presented, start=1):
        cycle.run_update_only(instance, step)
    return {"rules": bench.values()}


def ga_due(case: Case) -> dict[str, Any]:
    """Return for each label in order the GA clock at its turn and whether a GA is due (CYC-2); nobody is stamped."""
    settings = case.settings
    clock, test = clock_for(settings), due_for(settings)
    clock.now = count_of(case.inputs.field("clock"))
    step = count_of(case.inputs.field("step"))
    given = [[_num_and_ts(member) for member in node.items()] for node in case.inputs.field("correct_sets").items()]
    clock.begin_step(step)
    labels: list[dict[str, Any]] = []
    for members in given:
        due = False
        if members:
            clock.tick()
            num = num_ts = 0
            for member_num, ts in members:
                num += member_num
                num_ts += member_num * ts
            if max(num, num_ts) >= SUMS_BELOW:
                raise CaseError(f"expected sums of num*ts below 2^62, found {max(num, num_ts)}")
            due = test.is_due(clock.now, num, num_ts)
        labels.append({"clock": clock.now, "due": due})
    return {"labels": labels}


def _num_and_ts(member: Untrusted) -> tuple[int, int]:
    found = count_of(member.field("num"), 1), count_of(member.field("ts"))
    member.done()
    return found


def control(case: Case) -> dict[str, Any]:
    """Return which rule of a match set loses a micro-classifier to its control (CTL)."""
    bench = Bench(case)
    instance = case.inputs.field("instance").integer(0, bench.dataset.n_instances - 1)
    step = count_of(case.inputs.field("step"))
    mechanism = bench.parts.cycle().control
    match_set = bench.population.match_set(instance)
    loser = None if mechanism is None else mechanism.control(match_set, step)
    return {"loser": None if loser is None else loser.serial - 1, "num": [rule.num for rule in bench.rules]}


def roulette(case: Case) -> dict[str, Any]:
    """Return the place that the wheel chooses (GEN-3)."""
    weights = [node.number(0.0) for node in case.inputs.field("weights").items()]
    if not any(weight > 0.0 for weight in weights):
        raise CaseError("expected at least one above 0", "weights")
    wheel = roulette_for(case.settings)
    if math.isinf(max(accumulate(weights))):
        raise CaseError("expected a finite sum", "weights")
    return {"chosen": wheel.spin(weights, case.draws.unit("roulette"))}


def deletion(case: Case) -> dict[str, Any]:
    """Return the votes of P before the first deletion, the deleted rules, and what is left (DEL)."""
    bench = Bench(case)
    cycle = bench.parts.cycle()
    votes = [cycle.deletion.votes.vote(rule) for rule in bench.rules]
    cycle.delete_surplus(1)
    return {"votes": votes, "deleted": bench.deleted(), "num": [rule.num for rule in bench.rules]}
