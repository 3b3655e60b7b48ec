"""DEL: deletion (`specs/clauses/deletion.md`)."""

import math

from model.arithmetic import exponential
from model.genetic import spin
from model.parameters import Rule, Settings, fitness_of
from model.state import State, micro


def deletion_vote(settings: Settings, rule: Rule) -> float:
    """DEL-2, DEL-3: ln d with `deletion_domain` = `log`, d itself with `plain`."""
    fitness = fitness_of(settings, rule)
    if fitness == 0:
        return math.inf
    young = rule.exp < settings.theta_del
    if settings.deletion_domain == "log":
        return 1 / fitness if young else (rule.cs - 1) - math.log(fitness)
    return exponential(1 / fitness) if young else exponential(rule.cs - 1) / fitness


def choose_for_deletion(settings: Settings, P: list[Rule], u: float) -> Rule:
    """DEL-1, DEL-3, DEL-4: the rule that loses a micro-classifier."""
    votes = [deletion_vote(settings, rule) for rule in P]
    if settings.deletion_domain == "plain":
        weights = [rule.num * vote for rule, vote in zip(P, votes, strict=True)]
        run = 0.0
        for rule, weight in zip(P, weights, strict=True):
            run = run + weight
            if math.isinf(run):
                return rule
        return P[spin(weights, u, settings)]
    hopeless = [rule for rule, vote in zip(P, votes, strict=True) if math.isinf(vote)]
    if hopeless:
        return hopeless[spin([float(rule.num) for rule in hopeless], u, settings)]
    m = max(votes)
    competing = [(rule, vote) for rule, vote in zip(P, votes, strict=True) if vote - m >= -64]  # DEL-4
    return competing[spin([rule.num * exponential(vote - m) for rule, vote in competing], u, settings)][0]


def delete_surplus(state: State) -> list[Rule]:
    """DEL-1: delete while P is too large; the rules that lost a micro-classifier."""
    losers: list[Rule] = []
    while micro(state.P) > state.world.settings.population_size:
        loser = choose_for_deletion(state.world.settings, state.P, state.draw())
        state.deletions_commenced = True
        loser.num -= 1
        if loser.num == 0:
            state.P = [rule for rule in state.P if rule is not loser]
        losers.append(loser)
        state.tell("deletion", rule=loser.serial, num=loser.num)
    return losers
