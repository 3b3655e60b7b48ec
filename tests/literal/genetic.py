"""A rule, and GEN: how the rules of a correct set are chosen, crossed and mutated."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from literal.profiles import Settings
from literal.representation import Bits, Representation, Row
from literal.streams import Stream


@dataclass(eq=False)
class Rule:
    """A classifier as it is at birth (PAR-0)."""

    bits: Bits
    covers: list[bool]  # MAT-2: per instance of D
    ts: int
    created: int  # CTL-2
    num: int = 1
    exp: int = 0
    correct: int = 0
    wrong: int = 0
    indifferent: int = 0
    tp: float = 0.0
    msa: float = 0.0
    acc: float = 0.0
    fitness: float = 1.0
    cs: float = 1.0
    able: bool = False  # SUB-1, as of the last update
    num_in_sets: int = 1  # CYC-0: num in M and C[l], after control
    text: str = field(init=False)

    def __post_init__(self) -> None:
        """Write the bits, which never change, as a text of 0 and 1."""
        self.text = "".join(map(str, self.bits))


def discounted(rule: Rule, s: Settings) -> float:
    """GEN-1: F_d."""
    return 0.0 if rule.exp < s[s["discount_threshold"]] else rule.fitness


def roulette(weights: Sequence[float], s: Settings, stream: Stream) -> int:
    """GEN-3; DEL-3 for an infinite total."""
    u = stream.draw()
    total = 0.0
    for weight in weights:
        total += weight
    target = total if math.isinf(total) else u * total
    running = 0.0
    for index, weight in enumerate(weights):
        running += weight
        if running >= target and (weight > 0 or s["roulette_zero_weights"] == "allow"):
            return index
    message = "no weight is positive"
    raise ValueError(message)


def select(members: Sequence[Rule], s: Settings, stream: Stream) -> Rule:
    """GEN-1, GEN-2."""
    weights = [rule.num_in_sets * discounted(rule, s) for rule in members]
    if not any(weights):
        if s["zero_fitness_parents"] == "first":
            stream.draw()
            return members[0]
        weights = [float(rule.num_in_sets) for rule in members]
    return members[roulette(weights, s, stream)]


def breed(
    members: Sequence[Rule], label: int, genes: Representation, rows: Sequence[Row], stream: Stream
) -> tuple[list[Rule], list[Bits]]:
    """GEN-4 to GEN-8: the two parents and the children that have coverage."""
    s = genes.s
    parents = [select(members, s, stream), select(members, s, stream)]
    first, second = parents[0].bits, parents[1].bits
    crossover = stream.draw() < s["crossover_rate"] and not genes.equal(first, second)
    if crossover:  # GEN-5
        one, other = cuts(genes, stream)
        children = [cross(second, first, one, label, genes), cross(first, second, other, label, genes)]
    else:
        children = [list(first), list(second)]
    covering: list[Bits] = []
    for bits in children:
        for position in range(len(bits)):  # GEN-6
            if stream.draw() < s["mutation_rate"]:
                bits[position] = 1 - bits[position]
        tested = list(bits)
        genes.repair(bits)
        if s["zero_coverage_test"] == "after_repair":  # GEN-7
            tested = bits
        if any(genes.matches(tested, row) for row in rows):
            covering.append(bits)
    return parents, covering


def cuts(genes: Representation, stream: Stream) -> tuple[int, int]:
    """GEN-4: the cut of each child."""
    size = genes.size - 2 * (len(genes.label_at) - 1)
    if genes.s["crossover_cut"] == "shared":
        cut = math.floor(stream.draw() * size)
        return cut, cut
    return math.ceil(stream.draw() * size - 1), math.ceil(stream.draw() * size - 1)


def cross(start: Bits, other: Bits, cut: int, label: int, genes: Representation) -> Bits:
    """GEN-4: a copy of start with the exchanged bits of other; a negative cut exchanges nothing."""
    child = list(start)
    if cut >= 0:
        end, p = genes.condition_size, genes.label_at[label]
        child[cut:end] = other[cut:end]  # nothing where the cut lies behind the condition
        child[p : p + 2] = other[p : p + 2]
    return child
