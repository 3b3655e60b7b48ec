"""FIN: at the end of the authors' program (`specs/clauses/final.md`)."""

from dataclasses import replace

from model.genetic import discounted_of
from model.parameters import Rule
from model.representation import World
from model.subsumption import authors_winner


def final_rules(world: World, P: list[Rule]) -> list[Rule]:
    """FIN-1: the rules that a run is judged by."""
    return merged_at_the_end(world, P) if world.settings.final_merge and world.settings.update_only > 0 else P


def merged_at_the_end(world: World, P: list[Rule]) -> list[Rule]:
    """FIN-1: later rules absorb earlier ones, then P is sorted."""
    R = [replace(rule) for rule in P]
    position = 0
    while position < len(R):
        c = R[position]
        winner = authors_winner(world, R[position + 1 :], c.bits)
        if winner is not None:
            winner.num += c.num
            del R[position]
        position += 1
    return sorted(R, key=lambda rule: -(rule.num * discounted_of(world.settings, rule)))
