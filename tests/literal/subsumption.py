"""SUB: which rule absorbs an offspring; FIN-1."""

from collections.abc import Sequence

from literal.genetic import Rule, discounted
from literal.representation import Bits, Representation, float32


def is_able(rule: Rule, genes: Representation) -> bool:
    """SUB-1."""
    if genes.s["subsumer_ability"] == "last_update":
        return rule.able
    return bool(rule.exp > genes.s["theta_exp"] and rule.acc > genes.s["acc0"])


def is_general(rule: Rule, bits: Bits, genes: Representation) -> bool:
    """SUB-1 and SUB-2."""
    return is_able(rule, genes) and genes.general(rule.bits, bits)


def absorber(bits: Bits, parents: Sequence[Rule], population: Sequence[Rule], genes: Representation) -> Rule | None:
    """SUB-4: parents first, then P."""
    if parents[0] is parents[1]:
        parents = parents[:1]
    if genes.s["absorption"] == "strongest":
        return strongest(bits, parents, genes) or strongest(bits, population, genes)
    return parent_of_authors(bits, parents, genes) or winner_of_authors(bits, population, genes)


def strongest(bits: Bits, rules: Sequence[Rule], genes: Representation) -> Rule | None:
    """SUB-3, SUB-5 `paper`."""
    winner: Rule | None = None
    best: tuple[bool, float, int] = (False, 0.0, 0)
    for rule in rules:
        general = is_general(rule, bits, genes)
        if general or genes.equal(rule.bits, bits):
            rank = (general, rule.num * discounted(rule, genes.s), rule.exp)
            if winner is None or rank >= best:
                winner, best = rule, rank
    return winner


def parent_of_authors(bits: Bits, parents: Sequence[Rule], genes: Representation) -> Rule | None:
    """SUB-5 `authors`, between parents."""
    winner: Rule | None = None
    best: tuple[float, int] = (0.0, 0)
    for rule in parents:
        if is_general(rule, bits, genes) or genes.equal(rule.bits, bits):
            rank = (discounted(rule, genes.s), rule.exp)
            if winner is None or rank >= best:
                winner, best = rule, rank
    if winner is not None and genes.equal(parents[0].bits, parents[-1].bits):
        return parents[0]
    return winner


def winner_of_authors(bits: Bits, rules: Sequence[Rule], genes: Representation) -> Rule | None:
    """SUB-3, SUB-5 `authors`, in P.

    The first of all candidates stands for a weight of 0 with its own exp, whether it is of the better kind or not.
    """
    general = [rule for rule in rules if is_able(rule, genes) and genes.general(rule.bits, bits)]
    equal = [rule for rule in rules if not is_able(rule, genes) and genes.equal(rule.bits, bits)]
    if not (general or equal):
        return None
    winner = next(rule for rule in rules if rule in general or rule in equal)
    best, exp = 0.0, winner.exp
    for rule in general or equal:
        weight = float32(rule.num * discounted(rule, genes.s))
        if weight > best or (weight == best and rule.exp >= exp):
            winner, best, exp = rule, weight, rule.exp
    return winner


def merge(population: list[Rule], genes: Representation) -> None:
    """FIN-1: merge subsumable rules, then sort."""
    i = 0
    while i < len(population):
        winner = winner_of_authors(population[i].bits, population[i + 1 :], genes)
        if winner is not None:
            winner.num += population[i].num
            del population[i]
        i += 1
    population.sort(key=lambda rule: rule.num * discounted(rule, genes.s), reverse=True)
