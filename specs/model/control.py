"""CTL: control of the match set (`specs/clauses/control.md`)."""

from model.matching import coverage
from model.parameters import Rule, fitness_of
from model.state import State


def control(state: State, M: list[Rule]) -> Rule | None:
    """CTL-1, CTL-2, CTL-3: take one micro-classifier from M; its rule, which may be gone with it."""
    world = state.world
    known = [rule for rule in M if state.t - rule.created >= len(world.instances)]
    if not world.settings.match_set_control or not state.deletions_commenced or not known:
        return None
    lowest = min(coverage(world, rule.bits) for rule in known)
    level = [rule for rule in known if coverage(world, rule.bits) == lowest]
    if len(level) < 2:
        return None
    loser = level[0]
    for rule in level:
        if fitness_of(world.settings, rule) <= fitness_of(world.settings, loser):
            loser = rule
    loser.num -= 1
    if loser.num == 0:
        state.P = [rule for rule in state.P if rule is not loser]
    state.tell("control", rule=loser.serial, num=loser.num)
    return loser
