"""Deletion: which micro-classifiers leave P when there are too many (DEL-1 to DEL-4)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from mlslcs_ref.core.building import mypyc_attr
from mlslcs_ref.core.classifier import UNKNOWN, Classifier
from mlslcs_ref.core.draws import Draws
from mlslcs_ref.core.population import Population
from mlslcs_ref.core.roulette import Roulette

INFINITY: Final = float("inf")
# a share of e^-64, even of all rules of P together, is lost in the rounding of the sum
LEAST_EXPONENT: Final = -64.0


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(eq=False, repr=False)
class Votes:
    """The deletion vote d of the paper (DEL-2), and the wheel of num*d (setting `deletion_domain`).

    The base of a class for each value of the setting, never made.

    d = exp(1/F)        if exp < theta_del
    d = exp(cs - 1)/F   otherwise

    F is not discounted here: before the first update it is 1, and d = e unless theta_del is 0.
    """

    theta_del: int

    def vote(self, rule: Classifier) -> float:
        """Return d, or ln d, of a rule; infinite where F is 0."""
        raise NotImplementedError

    def choose(self, rules: list[Classifier], u: float) -> Classifier:
        """Return the rule at which a wheel of num*d stops for a draw; rules of num 0 take no part (DEL-1, GEN-3)."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class LogVotes(Votes):
    """Votes as logarithms, so that the formula's probabilities hold (setting `deletion_domain` = `log`).

    In doubles d overflows in ordinary runs. A weight is num*exp(ln d - m), m the largest ln d in P then (DEL-3).
    """

    def vote(self, rule: Classifier) -> float:
        """Return ln d: 1/F if exp < theta_del, else cs - 1 - ln F (DEL-2)."""
        fitness = rule.fitness
        if fitness == 0.0:
            return INFINITY
        return 1.0 / fitness if rule.exp < self.theta_del else rule.cs - 1.0 - math.log(fitness)

    def choose(self, rules: list[Classifier], u: float) -> Classifier:
        """Return a rule by weights of num*exp(ln d - m) (DEL-3): 0 where ln d - m is below -64 (DEL-4).

        While some ln d is infinite, as that of every rule with F = 0 is, these alone compete, with weights of num.
        """
        largest = -INFINITY
        for rule in rules:
            if rule.num:
                # a vote still holds where no count has changed since it was worked out
                if rule.d == UNKNOWN:
                    rule.d = self.vote(rule)
                largest = max(largest, rule.d)
        near: list[Classifier] = []
        weights: list[float] = []
        for rule in rules:
            if rule.num:
                if rule.d == largest:
                    near.append(rule)
                    weights.append(float(rule.num))
                elif rule.d - largest >= LEAST_EXPONENT:
                    near.append(rule)
                    weights.append(float(rule.num) * math.exp(rule.d - largest))
        return near[Roulette().spin(weights, u)]


@mypyc_attr(allow_interpreted_subclasses=True)
class PlainVotes(Votes):
    """Votes as doubles, which overflow (setting `deletion_domain` = `plain`, `authors`)."""

    def vote(self, rule: Classifier) -> float:
        """Return d: exp(1/F) if exp < theta_del, else exp(cs - 1)/F; infinite where a double overflows (DEL-2)."""
        fitness = rule.fitness
        if fitness == 0.0:
            return INFINITY
        return _exp(1.0 / fitness) if rule.exp < self.theta_del else _exp(rule.cs - 1.0) / fitness

    def choose(self, rules: list[Classifier], u: float) -> Classifier:
        """Return the rule where the running sum reaches u times the total (DEL-3, GEN-3).

        An infinite total is a goal itself, whatever u is: the first rule is chosen at which the running sum is
        infinite. That is the first of an infinite vote, unless finite ones have overflowed before.

        A `Roulette` without a list of weights: no vote is 0, and a float would be made for each rule at each deletion.
        """
        total = 0.0
        for rule in rules:
            if rule.num:
                # as above
                if rule.d == UNKNOWN:
                    rule.d = self.vote(rule)
                total += float(rule.num) * rule.d
        goal = u * total if total < INFINITY else INFINITY
        running = 0.0
        for rule in rules:
            if rule.num:
                running += float(rule.num) * rule.d
                if running >= goal:
                    return rule
        raise AssertionError("the running sum ends at the total, which u < 1 cannot exceed")


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(eq=False, repr=False)
class Deletion:
    """Takes micro-classifiers from P by a wheel of num*d."""

    population: Population
    draws: Draws
    votes: Votes

    def delete_from_population(self) -> Classifier:
        """Take one micro-classifier from a rule chosen with probability num*d / sum(num*d), and return the rule."""
        chosen = self.votes.choose(self.population.slots(), self.draws.unit("delete"))
        self.population.lose(chosen)
        return chosen


def _exp(x: float) -> float:
    try:
        return math.exp(x)
    except OverflowError:
        return INFINITY
