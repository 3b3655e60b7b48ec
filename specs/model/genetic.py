"""GEN: the genetic algorithm on one correct set (`specs/clauses/genetic.md`)."""

import math
from dataclasses import dataclass

from model.arithmetic import Bits, Draw, Json
from model.matching import coverage
from model.parameters import Rule, Settings, birth_time, fitness_of
from model.representation import World, equal, repaired, write_bits
from model.state import State


@dataclass
class Child:
    """GEN-7: a child that matches something, with its parents."""

    rule: Rule
    first: Rule
    second: Rule


def run_ga(state: State, members: list[Rule], label: int, clock: int) -> list[Child]:
    """GEN-7, GEN-8: the GA on C[l], in the order of its draws; the children that are left."""
    world, settings, draw = state.world, state.world.settings, state.draw
    first = select_parent(settings, members, draw)
    second = select_parent(settings, members, draw)
    children = crossover(world, first.bits, second.bits, label, draw)
    children = [mutated(world, bits, draw) for bits in children]
    kept: list[Child] = []
    told: list[Json] = []
    for mutant in children:
        bits = mutant
        if settings.zero_coverage_test == "after_repair":
            bits = repaired(world, bits)
        useful = coverage(world, bits) > 0  # GEN-7
        if useful:
            bits = repaired(world, bits)
            kept.append(Child(Rule(bits, ts=birth_time(settings, clock)), first, second))
        told.append({"bits": write_bits(bits), "matches": useful})
    state.tell("ga", label=label, clock=clock, first=first.serial, second=second.serial, children=told)
    return kept


def discounted_of(settings: Settings, rule: Rule) -> float:
    """GEN-1: F_d, the fitness discounted by experience."""
    threshold = settings.theta_exp if settings.discount_threshold == "theta_exp" else settings.theta_del
    return 0.0 if rule.exp < threshold else fitness_of(settings, rule)


def select_parent(settings: Settings, members: list[Rule], draw: Draw) -> Rule:
    """GEN-1, GEN-2: one parent."""
    weights = [rule.num * discounted_of(settings, rule) for rule in members]
    u = draw()
    if all(weight == 0 for weight in weights):
        if settings.zero_fitness_parents == "first":
            return members[0]
        weights = [float(rule.num) for rule in members]
    return members[spin(weights, u, settings)]


def spin(weights: list[float], u: float, settings: Settings) -> int:
    """GEN-3: the roulette wheel."""
    total = 0.0
    for weight in weights:
        total = total + weight
    goal = u * total
    run = 0.0
    for i, weight in enumerate(weights):
        run = run + weight
        if run >= goal and (weight > 0 or settings.roulette_zero_weights == "allow"):
            return i
    raise ValueError("No weight is above 0.")


def crossover(world: World, first: Bits, second: Bits, label: int, draw: Draw) -> list[Bits]:
    """GEN-4, GEN-5: two children, not mutated."""
    crossing = draw() < world.settings.crossover_rate
    if not crossing or equal(world, first, second):
        return [list(first), list(second)]
    size_x = world.size() - 2 * (world.n_labels - 1)
    if world.settings.crossover_cut == "shared":
        cut1 = cut2 = math.floor(draw() * size_x)
    else:
        cut1 = math.ceil(draw() * size_x - 1)
        cut2 = math.ceil(draw() * size_x - 1)
    return [crossed(world, second, first, cut1, label), crossed(world, first, second, cut2, label)]


def crossed(world: World, start: Bits, giver: Bits, cut: int, label: int) -> Bits:
    """GEN-4: a copy of the start with bits of the giver."""
    child = list(start)
    if cut < 0:
        return child
    for i in range(cut, world.condition_size):
        child[i] = giver[i]
    for i in (world.label_start(label), world.label_start(label) + 1):
        child[i] = giver[i]
    return child


def mutated(world: World, bits: Bits, draw: Draw) -> Bits:
    """GEN-6: one draw per bit."""
    child = list(bits)
    for i in range(len(child)):
        if draw() < world.settings.mutation_rate:
            child[i] = 1 - child[i]
    return child
