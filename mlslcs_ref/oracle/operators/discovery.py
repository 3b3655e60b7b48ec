"""Operators that make rules and put them into P (COV, GEN, SUB)."""

from __future__ import annotations

from typing import Any

from bitarray import bitarray

from mlslcs_ref.oracle.operators.bench import Bench, Workshop
from mlslcs_ref.oracle.operators.case import Case, CaseError, count_of, positions_of


def covering(case: Case) -> dict[str, Any]:
    """Return the rule that covering makes of an instance for a label (COV)."""
    shop = Workshop(case)
    labels = case.inputs.field("y").text()
    values = shop.instance(case.inputs.field("x"), labels)
    label = case.inputs.field("label").integer(0, shop.schema.n_labels - 1)
    settings = case.settings
    operator = shop.parts.covering(settings.p_hash, settings.p_label_hash, missing_draws=True)
    return {"rule": operator.generate(values, bitarray(labels, "little"), label).to01()}


def selection(case: Case) -> dict[str, Any]:
    """Return the parents that are selected from a correct set (GEN-1 to GEN-3)."""
    shop = Workshop(case)
    members = [shop.rule(node)[0] for node in case.inputs.field("rules").items()]
    if not members:
        raise CaseError("expected at least one member of the correct set", "rules")
    operator = shop.parts.selection()
    parents = operator.select(members)
    return {"parents": [next(place for place, rule in enumerate(members) if rule is parent) for parent in parents]}


def crossover(case: Case) -> dict[str, Any]:
    """Return the two children of crossover, not yet mutated (GEN-4, GEN-5)."""
    shop = Workshop(case)
    first, second = (shop.born(case.inputs.field(name)) for name in ("first", "second"))
    label = case.inputs.field("label").integer(0, shop.schema.n_labels - 1)
    operator = shop.parts.crossover()
    return {"children": [child.to01() for child in operator.cross(first, second, label)]}


def ga(case: Case) -> dict[str, Any]:
    """Return the offspring of one run of the GA on a correct set, the whole of the case's P (GEN)."""
    bench = Bench(case)
    label = case.inputs.field("label").integer(0, bench.dataset.n_labels - 1)
    clock = count_of(case.inputs.field("clock"))
    if not bench.rules:
        raise CaseError("expected at least one member of the correct set", "rules")
    brood = bench.parts.discovery().run_ga(bench.rules, label, clock, 1)
    parents = bench.positions([brood.first, brood.second])
    return {"offspring": [{"rule": bench.value(child), "parents": parents} for child in brood.offspring]}


def subsumption(case: Case) -> dict[str, Any]:
    """Return what absorbs a child: one of its parents, a rule of P, or nothing (SUB)."""
    bench = Bench(case)
    child = bench.born(case.inputs.field("child"))
    parents = positions_of(case.inputs.get("parents", []), len(bench.rules))
    if len(parents) not in {0, 2}:
        raise CaseError("expected two parents, or no such field", "parents")
    operator = bench.parts.subsumption()
    by_parent = operator.parent_for(child, *(bench.rules[place] for place in parents)) if parents else None
    absorber = by_parent if by_parent is not None else operator.rule_for(child)
    return {
        "able": [operator.could_subsume(rule) for rule in bench.rules],
        "general": [operator.is_general(rule, child) for rule in bench.rules],
        "equal": [rule.equals(child) for rule in bench.rules],
        "absorber": None if absorber is None else {"rule": absorber.serial - 1, "parent": by_parent is not None},
    }


def discovery(case: Case) -> dict[str, Any]:
    """Return P after the discovery component alone: covering or GA label by label, then the pool (CYC-0, CYC-3)."""
    bench = Bench(case)
    instance = case.inputs.field("instance").integer(0, bench.dataset.n_instances - 1)
    step = count_of(case.inputs.field("step"), 1)
    bench.parts.clock.now = count_of(case.inputs.field("clock"))
    bench.limit_sums(max(bench.parts.clock.now, step), n_steps=1)
    sets = bench.sets(instance, step)
    bench.parts.clock.begin_step(step)
    bench.parts.discovery().discover(sets, instance, step)
    return {"rules": bench.values(), "clock": bench.parts.clock.now}
