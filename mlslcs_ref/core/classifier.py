"""A classifier: a rule (chromosome) with its exact counts, and the parameters that follow from them.

Counts are integers; tp, msa, acc, F and their like are computed when asked for, never accumulated (PAR-1). A
classifier knows its own bits, coverage and counts; neither the population nor other rules.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final, final

from bitarray import bitarray

from mlslcs_ref.core.building import i64, mypyc_attr
from mlslcs_ref.core.chromosome import Layout
from mlslcs_ref.core.consequent import Consequent
from mlslcs_ref.core.coverage import CoverageIndex

UNKNOWN: Final = -1e400
"""A deletion vote that is to be worked out when it is asked for: minus infinity, which none is."""
BEYOND: Final = (1 << 62) - 1
"""No count and no sum of a step is larger (decision 0006)."""


@final
@dataclass(eq=False, repr=False)
class Accounting:
    """What the counts of a classifier are worth: the settings that all rules of a run share."""

    n_labels: i64
    omega: float
    """correctness(cl, l) for a label that is not decided (UPD-1)."""
    phi: float
    """msaValue(cl, l) for such a label, 0 <= omega <= phi <= 1 (UPD-1, UPD-5)."""
    power: float
    """nu, above 0."""
    exp_per_match: i64
    """By how much exp rises per match: |L| (setting `experience_unit` = `label`) or 1 (`match`, `authors`, UPD-2)."""

    def __post_init__(self) -> None:
        """Find out how many multiplications make a power, if so few that they are exact."""
        self.most_matches: int = BEYOND // self.n_labels
        self.multiplications: i64 = int(self.power) - 1 if self.power == int(self.power) else -1

    def fitness(self, accuracy: float) -> float:
        """Return acc^nu (UPD-4); for a whole nu by nu - 1 multiplications, so that every machine agrees (PAR-1)."""
        if self.multiplications < 0:
            return math.pow(accuracy, self.power)
        result = accuracy
        for _turn in range(self.multiplications):
            result *= accuracy
        return result


@final
class Tally:
    """What neighbours in P weigh in deletion; `UNKNOWN` from an update of any of them until it is asked for."""

    def __init__(self) -> None:
        self.weight = UNKNOWN


NOBODYS: Final = Tally()  # of rules outside P: never asked for, so that it stays unknown


@final
@mypyc_attr(acyclic=True)
class Classifier:
    """One macro-classifier of P.

    Attributes
    ----------
    chromosome, care : bitarray
        Its genes, not changed afterwards, and the bits of the active ones.
    equality_key : bytes
        What equal rules share (`Layout.identity`).
    known_from, n_known : int
        The first instance of the known part of its coverage, and how many it matches at least, 0 only if none.
    num : int
        Numerosity, micro-classifiers; 0 once it has left P.
    matches : int
        Updates so far.
    correct : int
        Labels decided rightly, summed over updates.
    cs : float
        Estimate of the size of the smallest correct set it is in, micro-classifiers.
    ts : int
        GA clock when a GA last ran in a correct set that holds it; at birth the clock, or 0 (`authors`, PAR-0).
    serial : int
        Rank of insertion into P, from 1; 0 before. Population order is the order of serials.
    created : int
        Step of insertion; 0 for rules of the initialisation.
    stamped_at : int
        `matches` when its ts was first above 0: 0 if it was so at birth, -1 as long as it is 0 (SUB-1, `authors`).
    d : float
        Deletion vote of its counts and cs, as a logarithm or plain (DEL-2, DEL-3); `UNKNOWN` until it is worked out.
    weight : float
        What this vote weighs in deletion, nearly.
    tally : Tally
        That of its cohort in P.
    """

    def __init__(
        self,
        chromosome: bitarray,
        care: bitarray,
        equality_key: bytes,
        coverage: bitarray,
        consequent: Consequent,
        accounting: Accounting,
    ) -> None:
        # what every step asks for stands first, that is, side by side in memory
        self.consequent = consequent
        self.num: i64 = 1
        self.d = UNKNOWN
        self.weight = UNKNOWN
        self.tally = NOBODYS
        self.ts: i64 = 0
        self.matches: i64 = 0
        self.correct: i64 = 0
        self.cs = 1.0
        self.stamped_at: i64 = -1
        self.judged_at: i64 = -1  # `matches` when it was asked last whether it `is_able` to subsume
        self.is_able = False
        self.chromosome = chromosome
        self.care = care
        self.equality_key = equality_key
        self._known = coverage
        self.n_known: i64 = coverage.count()
        self.known_from: i64 = 0
        self._n_covered: i64 = self.n_known
        self.index: CoverageIndex | None = None  # what knows the rest of the coverage, unless all of it is known
        self.accounting = accounting
        self.serial: i64 = 0
        self.created: i64 = 0

    def __getnewargs__(self) -> tuple[object, ...]:
        """Return what a copy is made with."""
        return self.chromosome, self.care, self.equality_key, self._known, self.consequent, self.accounting

    @property
    def coverage(self) -> bitarray:
        """The training instances that it matches, a bit array of length |D| (MAT-2)."""
        return self._known if self.index is None else self.index.matched(self.chromosome)

    @property
    def n_covered(self) -> i64:
        """How many training instances it matches."""
        if self._n_covered < 0:
            self._n_covered = self.coverage.count()
        return self._n_covered

    def keep_near(self, index: CoverageIndex) -> None:
        """Keep of its coverage what is known of the instances that `index` looks at, which are not all."""
        if len(self._known) == index.n_instances:
            self._known = self._known[index.start : index.stop]
        else:
            self._n_covered = -1
        self.index, self.known_from = index, index.start

    def known(self, start: i64, stop: i64) -> bitarray:
        """Return which instances it matches, from `known_from` on: of those near, from `start` to `stop` at least."""
        if self.index is not None and (start < self.known_from or self.known_from + len(self._known) < stop):
            self._known, self.known_from = self.index.near(self.chromosome), self.index.start
        return self._known

    def forget(self) -> None:
        """Take note that its counts have changed: all that follows from them is worked out anew."""
        if self.d != UNKNOWN:  # else the tally is unknown, too
            self.d = UNKNOWN
            self.tally.weight = UNKNOWN

    def equals(self, other: Classifier) -> bool:
        """Tell whether this rule equals another (REP-10)."""
        return self.equality_key == other.equality_key

    @property
    def exp(self) -> i64:
        """Experience: matches, times |L| if exp counts labels (UPD-2)."""
        return self.matches * self.accounting.exp_per_match

    @property
    def wrong(self) -> i64:
        """Labels decided wrongly, summed over updates; fp. The rule was in !C[l] so often."""
        return self.matches * self.consequent.n_decided - self.correct

    @property
    def indifferent(self) -> i64:
        """Labels not decided, summed over updates: so often the rule was in M and in neither C[l] nor !C[l]."""
        return self.matches * (self.accounting.n_labels - self.consequent.n_decided)

    @property
    def tp(self) -> float:
        """The sum of correctness(cl, l): 1 in C[l], 0 in !C[l], omega in neither (UPD-1, PAR-1)."""
        return float(self.correct) + self.accounting.omega * float(self.indifferent)

    @property
    def msa(self) -> float:
        """Match set appearances, the sum of msaValue(cl, l): 1 in C[l] and !C[l], phi in neither (UPD-1, PAR-1)."""
        return float(self.matches * self.consequent.n_decided) + self.accounting.phi * float(self.indifferent)

    @property
    def acc(self) -> float:
        """Accuracy tp/msa, in [0, 1] (PAR-1); 0 while msa is 0 (UPD-5).

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


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(eq=False, repr=False)
class ClassifierFactory:
    """What all rules of a run have in common at birth: coverage, equality and consequent are worked out once."""

    layout: Layout
    index: CoverageIndex
    accounting: Accounting

    def make(self, chromosome: bitarray, coverage: bitarray, ts: int, repaired: bool = False) -> Classifier:
        """Return a new classifier: num 1, exp, tp, fp and msa 0, cs 1 and the given ts (PAR-0).

        Its coverage is given for all instances, or for those that the index looks at. REPAIR saves work here.
        """
        classifier = restored(chromosome, self.layout, self.accounting, coverage, repaired)
        if self.index.stop - self.index.start < self.index.n_instances:
            classifier.keep_near(self.index)
        classifier.ts = ts
        classifier.stamped_at = 0 if ts > 0 else -1
        return classifier


def restored(
    chromosome: bitarray, layout: Layout, accounting: Accounting, coverage: bitarray, repaired: bool = False
) -> Classifier:
    """Return a classifier with nothing counted yet, whatever its coverage is known to be."""
    care, equality_key, decisions = layout.identity(chromosome, repaired)
    return Classifier(chromosome, care, equality_key, coverage, Consequent(decisions), accounting)
