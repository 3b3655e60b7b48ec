"""MAT: matching and coverage (`specs/clauses/matching.md`)."""

from model.arithmetic import Bits, Value
from model.parameters import Rule
from model.representation import World, accepts


def matches(world: World, bits: Bits, x: list[Value]) -> bool:
    """MAT-1: whether a rule matches an instance."""
    for attribute, value in zip(world.attributes, x, strict=True):
        if bits[attribute.start] == 1 and not accepts(attribute, world.gene(bits, attribute), value):
            return False
    return True


def coverage(world: World, bits: Bits) -> int:
    """MAT-2: how many instances of D a rule matches."""
    return len([instance for instance in world.instances if matches(world, bits, instance.x)])


def match_set(world: World, rules: list[Rule], x: list[Value]) -> list[Rule]:
    """MAT-1: the match set M, in population order."""
    return [rule for rule in rules if matches(world, rule.bits, x)]
