"""SUB: subsumption (`specs/clauses/subsumption.md`)."""

from model.arithmetic import Bits, round32
from model.genetic import discounted_of
from model.parameters import Rule, Settings, acc_of
from model.representation import Attribute, World, equal, ordered_bounds


def is_able(settings: Settings, rule: Rule) -> bool:
    """SUB-1: whether a rule is able, that is, may subsume."""
    able = rule.exp > settings.theta_exp and acc_of(settings, rule) > settings.accuracy_threshold
    return able and (rule.stamped or settings.subsumer_ability == "current")


def general(world: World, a: Bits, b: Bits) -> bool:
    """SUB-2: whether rule a is general for rule b."""
    for attribute in world.attributes:
        gene_a, gene_b = world.gene(a, attribute), world.gene(b, attribute)
        if gene_a[0] == 1 and (gene_b[0] == 0 or not wider_test(attribute, gene_a, gene_b)):
            return False
    for decision_a, decision_b in zip(world.decisions(a), world.decisions(b), strict=True):
        if decision_b is not None and decision_a != decision_b:
            return False
    return True


def wider_test(attribute: Attribute, a: Bits, b: Bits) -> bool:
    """SUB-2: whether active test a accepts whatever active test b accepts, by their genes."""
    if attribute.kind == "binary":
        return a[1] == b[1]
    if attribute.kind == "nominal":
        if attribute.settings.nominal_generality == "equal":
            return a == b
        return all(bit_a >= bit_b for bit_a, bit_b in zip(a, b, strict=True))
    lower_a, upper_a = ordered_bounds(attribute, a)
    lower_b, upper_b = ordered_bounds(attribute, b)
    return lower_a <= lower_b and upper_b <= upper_a


def absorber(world: World, P: list[Rule], child: Bits, parents: tuple[Rule, Rule] | None) -> tuple[Rule | None, bool]:
    """SUB-4: who absorbs a child, and whether as a parent."""
    as_authors = world.settings.absorption == "authors"
    if parents is not None:
        winner = authors_parent(world, parents, child) if as_authors else strongest(world, list(parents), child)
        if winner is not None:
            return winner, True
    return authors_winner(world, P, child) if as_authors else strongest(world, P, child), False


def able_and_general(world: World, rules: list[Rule], child: Bits) -> list[Rule]:
    """SUB-5: general candidates."""
    return [rule for rule in rules if is_able(world.settings, rule) and general(world, rule.bits, child)]


def strongest(world: World, rules: list[Rule], child: Bits) -> Rule | None:
    """SUB-3, SUB-5: the absorber with `absorption` = `strongest`."""
    competing = able_and_general(world, rules, child)
    if not competing:
        competing = [rule for rule in rules if equal(world, rule.bits, child)]
    winner, best = None, (-1.0, -1)
    for rule in competing:
        merit = (rule.num * discounted_of(world.settings, rule), rule.exp)
        if merit >= best:
            winner, best = rule, merit
    return winner


def authors_parent(world: World, parents: tuple[Rule, Rule], child: Bits) -> Rule | None:
    """SUB-5: the parent that absorbs with `absorption` = `authors`."""
    first, second = parents
    winner, best = None, (-1.0, -1)
    for parent in parents:
        if able_and_general(world, [parent], child) or equal(world, parent.bits, child):
            merit = (discounted_of(world.settings, parent), parent.exp)
            if merit >= best:
                winner, best = parent, merit
    if winner is not None and equal(world, first.bits, second.bits):
        return first
    return winner


def authors_winner(world: World, rules: list[Rule], child: Bits) -> Rule | None:
    """SUB-3, SUB-5: the rule of P that absorbs with `absorption` = `authors`."""
    settings = world.settings
    wider = able_and_general(world, rules, child)
    same = [rule for rule in rules if equal(world, rule.bits, child) and not is_able(settings, rule)]
    if not wider and not same:
        return None
    winner = next(rule for rule in rules if rule in wider or rule in same)
    best_weight, best_exp = 0.0, winner.exp
    for rule in wider or same:
        weight = round32(rule.num * discounted_of(settings, rule))
        if weight > best_weight or (weight == best_weight and rule.exp >= best_exp):
            winner, best_weight, best_exp = rule, weight, rule.exp
    return winner
