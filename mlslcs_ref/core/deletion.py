"""Deletion: which micro-classifiers leave P when there are too many."""

from __future__ import annotations

import math
from typing import Final

from mlslcs_ref.core.building import mypyc_attr
from mlslcs_ref.core.classifier import Classifier
from mlslcs_ref.core.draws import Draws
from mlslcs_ref.core.population import Population
from mlslcs_ref.core.roulette import Roulette

__all__ = ["Deletion"]

INFINITY: Final = float("inf")
NAN: Final = float("nan")
# a share of e^-64, even of all rules of P together, is lost in the rounding of the sum
LEAST_EXPONENT: Final = -64.0


@mypyc_attr(allow_interpreted_subclasses=True)
class Deletion:
    """Roulette on num*d over P (DEL-1 to DEL-4).

    Parameters
    ----------
    population : Population
        P.
    draws : Draws
        The run's stream.
    theta_del : int
        Experience from which cs counts.
    in_logarithms : bool
        Whether votes are compared as logarithms, or as doubles that overflow (DEL-3).
    """

    def __init__(self, population: Population, draws: Draws, theta_del: int, in_logarithms: bool) -> None:
        self._population = population
        self._draws = draws
        # whoever weighs 0 does not compete
        self._roulette = Roulette(skip_zero=True)
        self._theta_del = theta_del
        self._in_logarithms = in_logarithms
        self._weighed: list[Classifier] = []
        self._lost_largest = False

    def delete_from_population(self, again: bool = False) -> Classifier:
        """Take one micro-classifier from a rule chosen with probability num*d / sum(num*d), and return the rule.

        Parameters
        ----------
        again : bool
            Whether nothing has happened to P since the last deletion: then most weights still hold.
        """
        if self._lost_largest or not again:
            self._weigh()
        total = self._roulette.total(self._weighed)
        u = self._draws.unit("delete")
        # u*infinity is no number when u is 0, and infinity otherwise
        chosen = self._roulette.choose(self._weighed, total, u if total < INFINITY else 1.0)
        self._population.lose(chosen)
        self._weigh_loser(chosen)
        return chosen

    def log_vote(self, rule: Classifier) -> float:
        """Return ln d: 1/F if exp < theta_del, else cs - 1 - ln F; infinite if F is 0 (DEL-2, DEL-3)."""
        fitness = rule.fitness
        if fitness == 0.0:
            return INFINITY
        return 1.0 / fitness if rule.exp < self._theta_del else rule.cs - 1.0 - math.log(fitness)

    def plain_vote(self, rule: Classifier) -> float:
        """Return d: exp(1/F) if exp < theta_del, else exp(cs - 1)/F; infinite where a double overflows (DEL-2)."""
        fitness = rule.fitness
        if fitness == 0.0:
            return INFINITY
        if rule.exp < self._theta_del:
            return _exp(1.0 / fitness)
        return _exp(rule.cs - 1.0) / fitness

    def share(self, vote: float, top: float) -> float:
        """Return d of a rule over the largest d, of their logarithms (DEL-3).

        Beside a rule of infinite vote no other competes (DEL-3), beside the largest none more than 64 below (DEL-4).
        """
        if vote == top:
            return 1.0
        return math.exp(vote - top) if vote - top >= LEAST_EXPONENT else 0.0

    def _weigh(self) -> None:
        """Give every rule of P its weight on the wheel."""
        self._lost_largest = False
        self._weighed = self._population.slots()
        if self._in_logarithms:
            self._weigh_in_log_domain(self._weighed)
        else:
            self._weigh_in_plain_domain(self._weighed)

    def _weigh_loser(self, rule: Classifier) -> None:
        """Weigh the rule that lost a micro-classifier anew; the others' shares depend on the largest vote alone."""
        if not rule.num:
            rule.weight = 0.0
            self._lost_largest = self._in_logarithms and rule.deletion_share == 1.0
        else:
            rule.weight = rule.num * (rule.deletion_share if self._in_logarithms else rule.deletion_vote)

    def _weigh_in_log_domain(self, rules: list[Classifier]) -> None:
        """Weigh rules so that the formula's probabilities hold, without numbers that overflow (DEL-3)."""
        top = -INFINITY
        for rule in rules:
            if rule.num:
                # a vote depends on counts and cs, which change only with matches; written out here and below,
                # because a method would be a call for every rule of P
                if rule.deletion_vote_at != rule.matches:
                    rule.deletion_vote = self.log_vote(rule)
                    rule.deletion_vote_at = rule.matches
                    rule.deletion_top = NAN
                top = max(top, rule.deletion_vote)
        for rule in rules:
            rule.weight = 0.0
            if rule.num:
                if rule.deletion_top != top:
                    rule.deletion_share = self.share(rule.deletion_vote, top)
                    rule.deletion_top = top
                rule.weight = rule.num * rule.deletion_share

    def _weigh_in_plain_domain(self, rules: list[Classifier]) -> None:
        """Weigh rules by doubles that overflow (DEL-3); those that have left weigh nothing."""
        for rule in rules:
            rule.weight = 0.0
            if rule.num:
                if rule.deletion_vote_at != rule.matches:
                    rule.deletion_vote = self.plain_vote(rule)
                    rule.deletion_vote_at = rule.matches
                rule.weight = rule.num * rule.deletion_vote


def _exp(x: float) -> float:
    try:
        return math.exp(x)
    except OverflowError:
        return INFINITY
