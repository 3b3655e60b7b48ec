"""A classifier: a rule (chromosome) with its exact counts, and the parameters that follow from them.

Counts are integers; tp, msa, acc, F and their like are computed when asked for, never accumulated (PAR-1). A
classifier knows its own bits, coverage and counts; neither the population nor other rules.
"""

from __future__ import annotations

import math

from bitarray import bitarray

from mlslcs_ref.core.building import mypyc_attr
from mlslcs_ref.core.consequent import Consequent

__all__ = ["Accounting", "Classifier"]


@mypyc_attr(allow_interpreted_subclasses=True)
class Accounting:
    """What the counts of a classifier are worth: the settings that all rules of a run share.

    Parameters
    ----------
    n_labels : int
        |L|.
    omega, phi : float
        Credit and msa for an indifferent label, 0 <= omega <= phi <= 1 (UPD-1, UPD-5).
    power : float
        nu, above 0.
    exp_per_label : bool
        Whether exp rises by |L| per match or by 1 (UPD-2).
    """

    def __init__(self, n_labels: int, omega: float, phi: float, power: float, exp_per_label: bool) -> None:
        self.n_labels = n_labels
        self.omega = omega
        self.phi = phi
        self.power = power
        self.exp_per_match = n_labels if exp_per_label else 1
        self.multiplications = int(power) - 1 if power == int(power) else -1

    def fitness(self, accuracy: float) -> float:
        """Return acc^nu (UPD-4); for a whole nu by nu - 1 multiplications, so that every machine agrees (PAR-1)."""
        if self.multiplications < 0:
            return math.pow(accuracy, self.power)
        result = accuracy
        for _turn in range(self.multiplications):
            result *= accuracy
        return result


@mypyc_attr(allow_interpreted_subclasses=True)
class Classifier:
    """One macro-classifier of P.

    Parameters
    ----------
    chromosome : bitarray
        Its genes; not changed afterwards.
    care : bitarray
        The bits of the active genes.
    meaning : bytes
        What equal rules share (REP-10).
    coverage : bitarray of length |D|
        The training instances that it matches (MAT-2).
    consequent : Consequent
        Its decisions.
    accounting : Accounting
        What its counts are worth.

    Attributes
    ----------
    num : int
        Numerosity, micro-classifiers; 0 once it has left P.
    matches : int
        Updates so far.
    correct : int
        Labels decided rightly, summed over updates.
    cs : float
        Estimate of the size of the smallest correct set it is in, micro-classifiers.
    ts : int
        GA clock when a GA last ran in a correct set that holds it.
    serial : int
        Rank of insertion into P, from 1; 0 before. Population order is the order of serials.
    created : int
        Step of insertion; 0 for rules of the initialisation.
    stamped_at : int
        `matches` when its ts was first above 0: 0 if it was so at birth, -1 as long as it is 0 (SUB-1, `authors`).
    deletion_vote_at : int
        `matches` for which `deletion_vote` was computed, -1 if never.
    deletion_vote : float
        ln d, or d itself in the plain domain (DEL-2, DEL-3).
    deletion_share, deletion_top : float
        d over the largest d of P, and the logarithm of that largest d; NaN while the share is unknown (DEL-3).
    weight : float
        Its share of the roulette in progress; of no meaning outside of it (GEN-3).
    """

    def __init__(
        self,
        chromosome: bitarray,
        care: bitarray,
        meaning: bytes,
        coverage: bitarray,
        consequent: Consequent,
        accounting: Accounting,
    ) -> None:
        self.chromosome = chromosome
        self.care = care
        self.meaning = meaning
        self.coverage = coverage
        self.n_covered: int = coverage.count()
        self.consequent = consequent
        self.accounting = accounting
        self.num = 1
        self.matches = 0
        self.correct = 0
        self.cs = 1.0
        self.ts = 0
        self.serial = 0
        self.created = 0
        self.stamped_at = -1
        self.deletion_vote_at = -1
        self.deletion_vote = 0.0
        self.deletion_share = 0.0
        self.deletion_top = math.nan
        self.weight = 0.0

    @property
    def exp(self) -> int:
        """Experience: matches, times |L| if exp counts labels (UPD-2)."""
        return self.matches * self.accounting.exp_per_match

    @property
    def wrong(self) -> int:
        """Labels decided wrongly, summed over updates; fp."""
        return self.matches * self.consequent.n_decided - self.correct

    @property
    def indifferent(self) -> int:
        """Labels not decided, summed over updates."""
        return self.matches * (self.accounting.n_labels - self.consequent.n_decided)

    @property
    def tp(self) -> float:
        """Credit for decisions: correct + omega*indifferent (PAR-1)."""
        return self.correct + self.accounting.omega * self.indifferent

    @property
    def msa(self) -> float:
        """Match set appearances: correct + wrong + phi*indifferent (PAR-1)."""
        return self.matches * self.consequent.n_decided + self.accounting.phi * self.indifferent

    @property
    def acc(self) -> float:
        """Accuracy tp/msa, in [0, 1]; 0 while msa is 0 (PAR-0, UPD-5).

        A rule that decides no label is legal and has acc = omega/phi (REP-11).
        """
        msa = self.msa
        return self.tp / msa if msa > 0.0 else 0.0

    @property
    def fitness(self) -> float:
        """F = acc^nu, in [0, 1]; 1 before the first update (PAR-0, UPD-4)."""
        return self.accounting.fitness(self.acc) if self.matches else 1.0

    def discounted_fitness(self, threshold: int) -> float:
        """F_d: 0 while exp is below `threshold`, else F (GEN-1)."""
        return self.fitness if self.exp >= threshold else 0.0
