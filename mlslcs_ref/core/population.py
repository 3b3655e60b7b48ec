"""P: the rules in order of insertion, and the only place where rules come, go or change numerosity.

D is fixed and what a rule covers is worked out once, so nobody ever searches P for the rules that match an instance: a
rule enlists in the niche of every instance it covers (MAT-1). Most rules are gone long before the run has been through
a large D, so there are niches for a block of neighbouring instances at a time, each kept from when the run comes to the
block until it has passed. A birth looks at the next instances; at all of D only if the rule matches none of those.
"""

from __future__ import annotations

from typing import Final, final

from mlslcs_ref.core.building import i64
from mlslcs_ref.core.classifier import UNKNOWN, Classifier, Tally
from mlslcs_ref.core.consequent import Consequent
from mlslcs_ref.core.coverage import CoverageIndex

SPARE: Final = 8
# measured: with fewer, blocks are entered too often; with more, a birth enlists too often
BLOCK: Final = 1024
# with fewer, more children match none of these, and all of D is searched for them
AHEAD: Final = 4096
# with fewer, there are many cohorts to go through; with more, much of what is known is of a rule that a step updates
COHORT: Final = 16


@final
class Niche:
    """The rules of P that match one instance, in population order."""

    def __init__(self) -> None:
        self._members: list[Classifier] = []
        self._n_kept = 0
        self._losses: int = 0

    def enlist(self, classifier: Classifier) -> None:
        """Add the newest rule of P."""
        if len(self._members) > 2 * self._n_kept + SPARE:
            self._strike_off()
        self._members.append(classifier)

    def members(self, losses: int) -> list[Classifier]:
        """Return the members in population order, good until P changes; `losses` is how many rules have ever left P."""
        if losses != self._losses:
            self._losses = losses
            if any(not member.num for member in self._members):
                self._strike_off()
        return self._members

    def _strike_off(self) -> None:
        self._members = [member for member in self._members if member.num]
        self._n_kept = len(self._members)


@final
class Cohort:
    """Neighbours in P, in order, some of num 0 as they have left; their largest vote, and those able to subsume.

    Both hold as long as the weight of the tally is known.
    """

    def __init__(self) -> None:
        self.members: list[Classifier] = []
        self.tally = Tally()
        self.largest = UNKNOWN
        self.able: list[Classifier] | None = None


@final
class Population:
    """The population of a run on the instances of an index.

    `block` is for how many instances there are niches at a time, `ahead` among how many from there on a new rule's
    coverage is looked for first; they decide how long things take, and nothing else.
    `last_serial` is the serial of the last rule that was inserted.
    """

    def __init__(self, index: CoverageIndex, block: int = BLOCK, ahead: int = AHEAD) -> None:
        self.macro: int = 0
        self.micro = 0
        self._index = index
        self.n_instances = index.n_instances
        self.block = block if index.n_instances > 2 * block else 2 * block  # niches for all of few
        self.ahead = max(ahead, self.block)
        self.cohorts: list[Cohort] = [Cohort()]
        self._losses: int = 0
        self.last_serial = 0
        self._zero_coverage: list[Classifier] = []
        self._start = self._stop = 0
        self._niches: list[Niche] = []
        self._equals: dict[bytes, list[Classifier]] = {}
        self._consequents: dict[bytes, Consequent] = {}
        self._enter_block(0)

    def __getnewargs__(self) -> tuple[object, ...]:
        """Return what a copy is made with."""
        return self._index, self.block, self.ahead

    def rules(self) -> list[Classifier]:
        """Return the rules in population order."""
        return [rule for cohort in self.cohorts for rule in cohort.members if rule.num]

    def match_set(self, instance: int) -> list[Classifier]:
        """Return M, the rules that match an instance, in population order (MAT-1); as it is until P changes."""
        if not self._start <= instance < self._stop:
            self._enter_block(instance)
        if self.n_instances > self.block:  # else every pass comes back to the niches before
            self._start = instance
        return self._niches[instance - self._stop].members(self._losses)

    def _enter_block(self, instance: i64) -> None:
        """Make the niches of the block of an instance, and enlist the rules of P, in their order."""
        self._start = instance - instance % self.block
        self._stop = min(self._start + self.block, self.n_instances)
        self._niches = [Niche() for _instance in range(self._start, self._stop)]
        if self.n_instances > self.ahead:  # else a part of a coverage takes about as long as all of it
            self._index.look_at(self._start, min(self._start + self.ahead, self.n_instances))
        for rule in self.rules():
            self._enlist(rule)

    def _enlist(self, rule: Classifier) -> None:
        """Add the newest rule of P to the niches, of what is left of the block, that it covers."""
        known = rule.known(self._start, self._stop)
        stop = self._stop - rule.known_from
        for place in known.search(1, self._start - rule.known_from, stop):
            self._niches[place - stop].enlist(rule)

    def equal_to(self, rule: Classifier) -> list[Classifier]:
        """Return the rules of P that equal `rule`, in P or not (REP-10), in population order; as good as M."""
        return self._equals.get(rule.equality_key, [])

    def zero_coverage_created_by(self, step: int) -> list[Classifier]:
        """Return the rules of zero coverage that were created at `step` or before."""
        return [rule for rule in self._zero_coverage if rule.created <= step]

    def superset_candidates(self, rule: Classifier) -> list[Classifier] | None:
        """Return rules of P, in population order, among which are all that cover everything that a rule covers.

        Those stand in each niche of what they cover; without one in what is left of this block, None, they may be any.
        """
        known = rule.known(self._start, self._stop)
        stop = self._stop - rule.known_from
        place = known.find(1, self._start - rule.known_from, stop)
        return self._niches[place - stop].members(self._losses) if place >= 0 else None

    def insert(self, classifier: Classifier, step: int) -> None:
        """Append a new rule, with its own num, created at `step`."""
        self.last_serial += 1
        classifier.serial = self.last_serial
        classifier.created = step
        # rules with the same decisions share one consequent
        classifier.consequent = self._consequents.setdefault(classifier.consequent.key, classifier.consequent)
        classifier.consequent.holders += 1
        self._append(classifier)
        self.macro += 1
        self._equals.setdefault(classifier.equality_key, []).append(classifier)
        if not classifier.n_known:
            self._zero_coverage.append(classifier)
        self._enlist(classifier)
        self.micro += classifier.num

    def gain(self, classifier: Classifier, num: int = 1) -> None:
        """Raise a rule's num, or lower it if `num` is negative."""
        classifier.num += num
        classifier.tally.weight = UNKNOWN
        self.micro += num

    def lose(self, classifier: Classifier, num: int = 1) -> None:
        """Lower a rule's num; at 0 the rule leaves P."""
        self.gain(classifier, -num)
        if not classifier.num:
            self._remove(classifier)

    def _append(self, classifier: Classifier) -> None:
        """Add the newest rule to the last cohort, or to one more."""
        if len(self.cohorts[-1].members) == COHORT:
            self.cohorts.append(Cohort())
        self.cohorts[-1].members.append(classifier)
        classifier.tally = self.cohorts[-1].tally
        classifier.tally.weight = UNKNOWN

    def _remove(self, classifier: Classifier) -> None:
        self.macro -= 1
        if 12 * (len(self.cohorts) - 2) > self.macro:  # a quarter of the places and more is of rules that have left
            rules = self.rules()
            self.cohorts = [Cohort()]
            for rule in rules:
                self._append(rule)
        self._losses += 1
        if not classifier.n_known:
            self._zero_coverage.remove(classifier)
        equals = self._equals[classifier.equality_key]
        equals.remove(classifier)
        if not equals:
            del self._equals[classifier.equality_key]
        consequent = classifier.consequent
        consequent.holders -= 1
        if not consequent.holders:
            del self._consequents[consequent.key]
