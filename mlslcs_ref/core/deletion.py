"""Deletion: which micro-classifiers leave P when there are too many (DEL-1 to DEL-4)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from mlslcs_ref.core.building import mypyc_attr
from mlslcs_ref.core.classifier import UNKNOWN, Classifier
from mlslcs_ref.core.draws import Draws
from mlslcs_ref.core.population import Cohort, Population
from mlslcs_ref.core.roulette import Roulette

INFINITY: Final = float("inf")
# a share of e^-64, even of all rules of P together, is lost in the rounding of the sum
LEAST_EXPONENT: Final = -64.0
# so that weights are far from the least and the largest double; ln d is at least -1
MIDDLE: Final = 300.0
# rounding shifts no sum of weights by this part of the total: each is right to a part in 10^12
DOUBT: Final = 1e-9


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

    def weight(self, vote: float) -> float:
        """Return a number in proportion to the share, whatever the largest ln d is; NaN where it would be too large."""
        return math.exp(vote - MIDDLE) if vote < 2.0 * MIDDLE else math.nan

    def choose(self, cohorts: list[Cohort], u: float) -> Classifier:
        """Return the rule at which the running sum of num*share reaches u times the total (DEL-1, GEN-3).

        Rules of num 0 take no part. An infinite total is a goal itself, whatever u is: the first rule is chosen at
        which the running sum is infinite.
        """
        total = 0.0
        largest = -INFINITY
        for cohort in cohorts:
            if cohort.tally.weight == UNKNOWN:
                self._weigh(cohort)
            total += cohort.tally.weight
            largest = max(largest, cohort.largest)
        before, after = (u - DOUBT) * total, (u + DOUBT) * total
        if total == INFINITY:
            # a finite weight added to less is finite still
            before, after = 1e290, INFINITY
        chosen = self._clearly(cohorts, before, after) if total > 0.0 else None
        return self._exactly(cohorts, largest, u) if chosen is None else chosen

    def _weigh(self, cohort: Cohort) -> None:
        """Sum up the weights of a cohort; votes still hold where no count has changed."""
        cohort.tally.weight = 0.0
        cohort.largest = -INFINITY
        cohort.able = None
        for rule in cohort.members:
            if rule.num:
                if rule.d == UNKNOWN:
                    rule.d = self.vote(rule)
                    rule.weight = self.weight(rule.d)
                cohort.tally.weight += float(rule.num) * rule.weight
                cohort.largest = max(cohort.largest, rule.d)

    def _clearly(self, cohorts: list[Cohort], before: float, after: float) -> Classifier | None:
        """Return the first rule at which the running sum of weights reaches `before`; None if not `after` as well."""
        running = 0.0
        for cohort in cohorts:
            if running + cohort.tally.weight < before:
                running += cohort.tally.weight
                continue
            for rule in cohort.members:
                if rule.num:
                    running += float(rule.num) * rule.weight
                    if running >= before:
                        return rule if running >= after else None
        return None

    def _exactly(self, cohorts: list[Cohort], largest: float, u: float) -> Classifier:
        """Return the rule that the wheel of num*share chooses; a cohort of no share has no influence on it."""
        u = max(u, 5e-324)  # no weight is so small a part of a finite total, and all of an infinite one is its goal
        sharing = [cohort for cohort in cohorts if self.share(cohort.largest, largest) > 0.0]
        rules = [rule for cohort in sharing for rule in cohort.members if rule.num]
        return rules[Roulette().spin([float(rule.num) * self.share(rule.d, largest) for rule in rules], u)]


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

    def weight(self, vote: float) -> float:
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
        chosen = self.votes.choose(self.population.cohorts, self.draws.unit("delete"))
        self.population.lose(chosen)
        return chosen
