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
# exp of anything lower is 0 in doubles
LOWEST_EXPONENT: Final = -746.0


@mypyc_attr(allow_interpreted_subclasses=True)
class Deletion:
    """Roulette on num*d over P (DEL-1 to DEL-3).

    Parameters
    ----------
    population : Population
        P.
    draws : Draws
        The run's stream.
    roulette : Roulette
        The wheel (GEN-3).
    theta_del : int
        Experience from which cs counts.
    in_logarithms : bool
        Whether votes are compared as logarithms, or as doubles that overflow (DEL-3).
    """

    def __init__(
        self, population: Population, draws: Draws, roulette: Roulette, theta_del: int, in_logarithms: bool
    ) -> None:
        self._population = population
        self._draws = draws
        self._roulette = roulette
        self._theta_del = theta_del
        self._in_logarithms = in_logarithms

    def delete_from_population(self) -> Classifier:
        """Take one micro-classifier from a rule chosen with probability num*d / sum(num*d), and return the rule."""
        rules = self._population.rules()
        for rule in rules:
            # votes depend on counts and cs, which change only with matches
            if rule.vote_at != rule.matches:
                rule.vote = self.log_vote(rule) if self._in_logarithms else self.plain_vote(rule)
                rule.vote_at = rule.matches
        chosen = self._in_log_domain(rules) if self._in_logarithms else self._in_plain_domain(rules)
        self._population.lose(chosen)
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

    def _in_log_domain(self, rules: list[Classifier]) -> Classifier:
        """Choose with the formula's probabilities; rules of infinite vote compete alone, with weight num (DEL-3)."""
        top = -INFINITY
        for rule in rules:
            top = max(top, rule.vote)
        if top == INFINITY:
            lost = [rule for rule in rules if rule.vote == INFINITY]
            return self._spin(lost, [float(rule.num) for rule in lost])
        weights = []
        for rule in rules:
            exponent = rule.vote - top
            weights.append(rule.num * math.exp(exponent) if exponent > LOWEST_EXPONENT else 0.0)
        return self._spin(rules, weights)

    def _in_plain_domain(self, rules: list[Classifier]) -> Classifier:
        """Choose as doubles do: an infinite total selects the first rule at which the running sum is infinite."""
        weights = [rule.num * rule.vote for rule in rules]
        return self._spin(rules, weights)

    def _spin(self, rules: list[Classifier], weights: list[float]) -> Classifier:
        total = self._roulette.total(weights)
        u = self._draws.unit("delete")
        # u*infinity is no number when u is 0, and infinity otherwise
        return rules[self._roulette.choose(weights, total, u if total < INFINITY else 1.0)]


def _exp(x: float) -> float:
    try:
        return math.exp(x)
    except OverflowError:
        return INFINITY
