"""Deletion chooses with the probabilities of its formula, exactly."""

import copy
import math
from decimal import Decimal, localcontext
from typing import Final

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import assembly, datasets, populations, settings

from mlslcs_ref.core.assembly import Assembly
from mlslcs_ref.core.classifier import Classifier
from mlslcs_ref.core.deletion import Deletion, LogVotes, PlainVotes
from mlslcs_ref.core.population import Population
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.oracle.tapes import ReplayedDraws
from mlslcs_ref.settings import Settings

NEAR: Final = 1e-9
"""How near to the border of an interval of the roulette a draw may fall on either side of it."""


@pytest.mark.clause("DEL-1", "DEL-2", "DEL-3", "GEN-3")
@given(dataset=datasets(), run=settings(["paper"]), data=st.data())
def test_deletion_follows_the_formula_exactly(dataset: Dataset, run: Settings, data: st.DataObject) -> None:
    """Over a grid of u, and on both sides of every border, the choice is that of num*d / sum(num*d) in 60 digits."""
    parts = assembly(dataset, run)
    members = data.draw(populations(parts))
    fortify(parts, members)
    borders = exact_borders(members, run.theta_del)
    points = probes(borders)

    for u, chosen in zip(points, choices(parts, members, run, points, in_logarithms=True), strict=True):
        assert borders[chosen] - NEAR <= u <= borders[chosen + 1] + NEAR, f"u = {u} of {borders}"


@pytest.mark.clause("DEL-3")
@given(dataset=datasets(), run=settings(["authors"]), data=st.data())
def test_deletion_in_logarithms_is_deletion_in_doubles_where_these_do_not_overflow(
    dataset: Dataset, run: Settings, data: st.DataObject
) -> None:
    parts = assembly(dataset, run)
    members = data.draw(populations(parts))
    fortify(parts, members)
    votes = [PlainVotes(run.theta_del).vote(rule) for rule in members]
    assume(all(0.0 < vote * float(rule.num) < 1e300 for vote, rule in zip(votes, members, strict=True)))
    borders = exact_borders(members, run.theta_del)
    points = [u for u in probes(borders) if all(abs(u - border) > NEAR for border in borders)]

    in_logarithms = choices(parts, members, run, points, in_logarithms=True)

    assert in_logarithms == choices(parts, members, run, points, in_logarithms=False)


@pytest.mark.clause("DEL-1", "DEL-3")
@given(dataset=datasets(), run=settings(), data=st.data(), in_logarithms=st.booleans())
def test_deletions_one_after_the_other_are_those_of_a_p_weighed_anew_each_time(
    dataset: Dataset,
    run: Settings,
    data: st.DataObject,
    in_logarithms: bool,
) -> None:
    """Also when the rule of the largest vote goes, and when one rule loses twice."""
    parts = assembly(dataset, run)
    data.draw(populations(parts))
    n_deletions = data.draw(st.integers(1, parts.population.micro))
    points = data.draw(st.lists(st.floats(0.0, 0.99), min_size=n_deletions, max_size=n_deletions))
    chosen = []
    for weighed_once in (True, False):
        population = copy.deepcopy(parts.population)
        deletion = Deletion(population, ReplayedDraws(points), votes_of(run, in_logarithms=in_logarithms))
        losers = []
        for _u in points:
            if not weighed_once:
                forget_votes(population)
            losers.append(deletion.delete_from_population().serial)
        chosen.append((losers, [(rule.serial, rule.num) for rule in population.rules()]))

    assert chosen[0] == chosen[1]


def votes_of(run: Settings, *, in_logarithms: bool) -> LogVotes:
    """The votes of a domain."""
    return LogVotes(run.theta_del) if in_logarithms else PlainVotes(run.theta_del)


def forget_votes(population: Population) -> None:
    """Let votes be worked out anew: one of the other domain is not to be taken for one of this."""
    for rule in population.rules():
        rule.forget()


def exact_borders(members: list[Classifier], theta_del: int) -> list[float]:
    """Where the rules' shares of [0, 1] begin and end (DEL-2); rules of infinite ln d share alone (DEL-3)."""
    with localcontext() as context:
        context.prec = 60
        logarithms = []
        for rule in members:
            fitness = rule.fitness
            if fitness == 0.0 or math.isinf(1.0 / fitness):
                logarithms.append(Decimal("Infinity"))
            elif rule.exp < theta_del:
                logarithms.append(Decimal(1.0 / fitness))
            else:
                logarithms.append(Decimal(rule.cs) - 1 - Decimal(fitness).ln())
        largest = max(logarithms)
        weights = [
            rule.num * (Decimal(int(ln_d == largest)) if largest.is_infinite() else (ln_d - largest).exp())
            for rule, ln_d in zip(members, logarithms, strict=True)
        ]
        total = sum(weights, Decimal(0))
        return [float(sum(weights[:index], Decimal(0)) / total) for index in range(len(members) + 1)]


def probes(borders: list[float]) -> list[float]:
    """Numbers in [0, 1): a grid, and both sides of every border."""
    grid = [index / 32 for index in range(32)]
    sides = [border + side for border in borders for side in (-2 * NEAR, 2 * NEAR)]
    return [u for u in grid + sides if 0.0 <= u < 1.0]


def choices(
    parts: Assembly, members: list[Classifier], run: Settings, points: list[float], *, in_logarithms: bool
) -> list[int]:
    """Which rule each draw deletes from; every loss is made good at once, so that all see the same P."""
    deletion = Deletion(parts.population, ReplayedDraws(points), votes_of(run, in_logarithms=in_logarithms))
    forget_votes(parts.population)
    chosen = []
    for _u in points:
        rule = deletion.delete_from_population()
        parts.population.gain(rule)
        chosen.append(members.index(rule))
    return chosen


def fortify(parts: Assembly, members: list[Classifier]) -> None:
    """Give every rule one micro-classifier more, so that none leaves P when it loses one."""
    for rule in members:
        parts.population.gain(rule)
