"""Subsumption: which existing rule absorbs an offspring, if any, and which rules of P merge at the end."""

from __future__ import annotations

import copy
from dataclasses import dataclass

from mlslcs_ref.core.building import mypyc_attr
from mlslcs_ref.core.chromosome import Layout
from mlslcs_ref.core.classifier import UNKNOWN, Classifier
from mlslcs_ref.core.genes import single
from mlslcs_ref.core.population import Population


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(eq=False, repr=False)
class Subsumption:
    """Chooses who absorbs a rule; callers raise its num (setting `absorption` = `strongest`, SUB-1 to SUB-5)."""

    layout: Layout
    population: Population
    theta_exp: int
    accuracy_threshold: float
    discount_threshold: int
    """Experience below which F_d is 0, as in `genetic`."""
    at_last_update: bool
    """Whether ability is that of the rule's last update, and needs a ts > 0 then (setting `subsumer_ability` =
    `last_update`, `authors`), or that of now (`current`, SUB-1)."""

    def could_subsume(self, rule: Classifier) -> bool:
        """Tell whether a rule is able to subsume: exp > theta_exp and acc > acc0 (SUB-1).

        Both change in updates alone, so they are those of its last update anyway. In `authors` its ts must have been
        above 0 then, too. A stamp comes after the update of its step: a rule that is stamped for the first time, at
        `stamped_at` matches, is able from its next update on, and one born with a ts > 0 from its first.
        """
        if rule.exp <= self.theta_exp or rule.acc <= self.accuracy_threshold:
            return False
        return not self.at_last_update or 0 <= rule.stamped_at < rule.matches

    def is_general(self, rule: Classifier, other: Classifier) -> bool:
        """Tell whether `rule` is general for `other` (SUB-2).

        Its condition is equally or more general, its consequent equally or more specific.
        """
        return self.layout.generalises(rule.chromosome, rule.care, other.chromosome, other.care)

    def does_subsume(self, rule: Classifier, other: Classifier) -> bool:
        """Tell whether a rule is able and general for another."""
        # the cheap tests first: a superset of instances is needed, as far as they are known
        could_cover = rule.n_known >= other.n_known or rule.index is not None
        return could_cover and self.could_subsume(rule) and self.is_general(rule, other)

    def subsumers(self, rules: list[Classifier], other: Classifier) -> list[Classifier]:
        """Return those of some rules that are in P and subsume another."""
        # a call for each of them would take longer, and few decide all that the other does on the first labels
        decides, asserts = other.consequent.decides, other.consequent.asserts
        few = [one for one in rules if decides & (~one.consequent.decides | (one.consequent.asserts ^ asserts)) == 0]
        return [rule for rule in few if rule.num and self.does_subsume(rule, other)]

    def parent_for(self, child: Classifier, first: Classifier, second: Classifier) -> Classifier | None:
        """Return the parent that absorbs the child: one that subsumes it, else an equal one, or None (SUB-4, SUB-5)."""
        parents = [first] if first is second else [first, second]
        general = [parent for parent in parents if self.does_subsume(parent, child)]
        return self.winner(general, [parent for parent in parents if parent.equals(child)])

    def rule_for(self, child: Classifier) -> Classifier | None:
        """Return the rule of P that absorbs the child, or None (SUB-4, SUB-5)."""
        candidates = self.population.superset_candidates(child)
        if candidates is None:
            candidates = self.able()
        return self.winner(self.subsumers(candidates, child), self.population.equal_to(child))

    def able(self) -> list[Classifier]:
        """Return the rules that are able to subsume, in population order; some of num 0 have left P."""
        for cohort in self.population.cohorts:
            if cohort.able is None or cohort.tally.weight == UNKNOWN:
                cohort.able = [rule for rule in cohort.members if self._is_able(rule)]
        return [rule for cohort in self.population.cohorts if cohort.able for rule in cohort.able]

    def _is_able(self, rule: Classifier) -> bool:
        if rule.judged_at != rule.matches:
            rule.judged_at, rule.is_able = rule.matches, self.could_subsume(rule)
        return rule.is_able

    def winner(self, general: list[Classifier], equals: list[Classifier]) -> Classifier | None:
        """Return who absorbs a rule, by num*F_d: one of its subsumers or else of its equals, both in order (SUB-5)."""
        candidates = general or equals
        return self.best(candidates, [self.weight(rule) for rule in candidates])

    def weight(self, rule: Classifier) -> float:
        """Return num*F_d."""
        return float(rule.num) * rule.discounted_fitness(self.discount_threshold)

    def best(self, candidates: list[Classifier], weights: list[float]) -> Classifier | None:
        """Return the candidate of largest weight, then largest exp, then the last."""
        ranks = [(weights[place], rule.exp, place) for place, rule in enumerate(candidates)]
        return candidates[max(ranks)[2]] if ranks else None


@mypyc_attr(allow_interpreted_subclasses=True)
class AuthorsSubsumption(Subsumption):
    """The choice of the authors' program (setting `absorption` = `authors`, SUB-3, SUB-5)."""

    def parent_for(self, child: Classifier, first: Classifier, second: Classifier) -> Classifier | None:
        """Return the general or equal parent of largest F_d; if the parents are equal, the first, whoever has won."""
        parents = [first] if first is second else [first, second]
        candidates = [parent for parent in parents if self.does_subsume(parent, child) or parent.equals(child)]
        winner = self.best(candidates, [parent.discounted_fitness(self.discount_threshold) for parent in candidates])
        return first if winner is not None and first.equals(second) else winner

    def winner(self, general: list[Classifier], equals: list[Classifier]) -> Classifier | None:
        """Return the candidate of largest num*F_d in 32-bit floats, then of largest exp, then the last (SUB-5).

        Subsumers compete, or else equal rules that are not able. Where all their weights are 0, the last of largest exp
        wins. Only then an unable equal rule can win beside subsumers: if it stands before them in P and has more exp.
        """
        # an able rule absorbs only what it is general for (SUB-3)
        unable = [rule for rule in equals if not self.could_subsume(rule)]
        candidates = general or unable
        if not candidates:
            return None
        best = candidates[0]
        if general and unable and unable[0].serial < best.serial:
            best = unable[0]
        return self.best([best, *candidates], [0.0, *[single(self.weight(rule)) for rule in candidates]])


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(eq=False, repr=False)
class FinalMerge:
    """What the authors' program does with P after its update-only passes (setting `final_merge`, FIN-1).

    Later rules absorb earlier ones; then P is sorted by weight.
    """

    subsumption: Subsumption
    """Who may absorb whom."""

    def merged(self, population: list[Classifier]) -> list[Classifier]:
        """Return copies of the rules that remain (FIN-1) by num*F_d, descending; rules of equal weight keep order.

        From the first rule on, the later rules that are able and general for it, or else those that equal it and are
        not able, compete for its num as in P (SUB-5, `authors`). The position of an absorbed rule is not revisited, so
        the rule that slides into it is passed over. Only num changes here, so who is able is known before.
        """
        rules = [copy.copy(rule) for rule in population]
        able = [rule for rule in rules if self.subsumption.could_subsume(rule)]
        alike: dict[bytes, list[Classifier]] = {}
        for rule in rules:
            alike.setdefault(rule.equality_key, []).append(rule)
        position = 0
        while position < len(rules):
            rule = rules[position]
            general = [other for other in self.subsumption.subsumers(able, rule) if other.serial > rule.serial]
            equals = [other for other in alike[rule.equality_key] if other.serial > rule.serial]
            winner = self.subsumption.winner(general, equals)
            if winner is not None:
                winner.num += rule.num
                del rules[position]
            position += 1
        return sorted(rules, key=self.subsumption.weight, reverse=True)
