"""Deletion: which micro-classifiers leave P when there are too many (DEL-1 to DEL-4)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from mlslcs_ref.core.building import mypyc_attr
from mlslcs_ref.core.classifier import UNKNOWN, Classifier
from mlslcs_ref.core.draws import Draws
from mlslcs_ref.core.population import Population

INFINITY: Final = float("inf")
# a share of e^-64, even of all rules of P together, is lost in the rounding of the sum
LEAST_EXPONENT: Final = -64.0


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(eq=False, repr=False)
class LogVotes:
    """The deletion vote d of the paper (DEL-2), and the wheel of num*d.

    d = exp(1/F)        if exp < theta_del
    d = exp(cs - 1)/F   otherwise

    F is not discounted here: before the first update it is 1, and d = e unless theta_del is 0. In doubles d overflows
    in ordinary runs, so votes are logarithms (setting `deletion_domain` = `log`): the formula's probabilities hold.
    """

    theta_del: int
    largest: float = UNKNOWN
    """The largest vote at the deletion before, on which shares depend."""

    def vote(self, rule: Classifier) -> float:
        """Return ln d: 1/F if exp < theta_del, else cs - 1 - ln F (DEL-2); infinite where F is 0."""
        fitness = rule.fitness
        if fitness == 0.0:
            return INFINITY
        return 1.0 / fitness if rule.exp < self.theta_del else rule.cs - 1.0 - math.log(fitness)

    def share(self, vote: float, largest: float) -> float:
        """Return exp(ln d - m), m the largest ln d in P then (DEL-3): 0 where ln d - m is below -64 (DEL-4).

        While some ln d is infinite, as that of every rule with F = 0 is, these alone compete, with weights of num.
        """
        below = vote - largest if vote < largest else 0.0
        return math.exp(below) if below >= LEAST_EXPONENT else 0.0

    def choose(self, rules: list[Classifier], u: float) -> Classifier:
        """Return the rule at which the running sum of num*share reaches u times the total (DEL-1, GEN-3).

        Rules of num 0 take no part. An infinite total is a goal itself, whatever u is: the first rule is chosen at
        which the running sum is infinite. A `Roulette` would need a list of weights, a float for each rule each time.
        """
        total = self._total(rules)
        goal = u * total if total < INFINITY else INFINITY
        running = 0.0
        for rule in rules:
            if rule.num:
                running += float(rule.num) * rule.share
                if running >= goal and rule.share > 0.0:
                    return rule
        raise AssertionError("the running sum ends at the total, which u < 1 cannot exceed")

    def _total(self, rules: list[Classifier]) -> float:
        """Return the sum of num*share. Votes and shares still hold where no count and no largest vote has changed."""
        largest = -INFINITY
        for rule in rules:
            if rule.num:
                if rule.d == UNKNOWN:
                    rule.d = self.vote(rule)
                    rule.share = UNKNOWN
                largest = max(largest, rule.d)
        has_moved, self.largest = largest != self.largest, largest
        total = 0.0
        for rule in rules:
            if rule.num:
                if has_moved or rule.share == UNKNOWN:
                    rule.share = self.share(rule.d, largest)
                total += float(rule.num) * rule.share
        return total


@mypyc_attr(allow_interpreted_subclasses=True)
class PlainVotes(LogVotes):
    """Votes as doubles, which overflow (setting `deletion_domain` = `plain`, `authors`)."""

    def vote(self, rule: Classifier) -> float:
        """Return d: exp(1/F) if exp < theta_del, else exp(cs - 1)/F; infinite where a double overflows (DEL-2)."""
        fitness = rule.fitness
        if fitness == 0.0:
            return INFINITY
        try:
            return math.exp(1.0 / fitness) if rule.exp < self.theta_del else math.exp(rule.cs - 1.0) / fitness
        except OverflowError:
            return INFINITY

    def share(self, vote: float, largest: float) -> float:  # noqa: ARG002 - of whatever size
        """Return d."""
        return vote


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(eq=False, repr=False)
class Deletion:
    """Takes micro-classifiers from P by a wheel of num*d."""

    population: Population
    draws: Draws
    votes: LogVotes

    def delete_from_population(self) -> Classifier:
        """Take one micro-classifier from a rule chosen with probability num*d / sum(num*d), and return the rule."""
        chosen = self.votes.choose(self.population.slots(), self.draws.unit("delete"))
        self.population.lose(chosen)
        return chosen
