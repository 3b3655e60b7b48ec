"""P: the rules in order of insertion, and the only place where rules come, go or change numerosity."""

from __future__ import annotations

from bitarray import bitarray

from mlslcs_ref.core.building import mypyc_attr
from mlslcs_ref.core.classifier import Classifier
from mlslcs_ref.core.consequent import Consequent
from mlslcs_ref.core.niche import Niche

__all__ = ["Population"]


@mypyc_attr(allow_interpreted_subclasses=True)
class Population:
    """The population of one run.

    Parameters
    ----------
    n_instances : int
        |D|.

    Attributes
    ----------
    micro : int
        Micro-classifiers, the sum of num.
    """

    def __init__(self, n_instances: int) -> None:
        self.micro = 0
        self.n_instances = n_instances
        self._rules: list[Classifier] = []
        self._gone = 0
        self._losses = 0
        self._serial = 0
        self._unmatched: list[Classifier] = []
        self._niches = [Niche() for _instance in range(n_instances)]
        self._equals: dict[bytes, list[Classifier]] = {}
        self._consequents: dict[bytes, Consequent] = {}

    @property
    def macro(self) -> int:
        """Macro-classifiers."""
        return len(self._rules) - self._gone

    def rules(self) -> list[Classifier]:
        """Return the rules in population order; not to be changed, and good until P changes."""
        if self._gone:
            self._rules = [rule for rule in self._rules if rule.num]
            self._gone = 0
        return self._rules

    def slots(self) -> list[Classifier]:
        """Return the rules in population order, and among them some of num 0 that have left; else as `rules`."""
        if 4 * self._gone > len(self._rules):
            return self.rules()
        return self._rules

    def match_set(self, instance: int) -> list[Classifier]:
        """Return M, the rules that match a training instance, in population order (MAT-1); as good as `rules`."""
        return self._niches[instance].members(self._losses)

    def equals(self, meaning: bytes) -> list[Classifier]:
        """Return the rules with this meaning (REP-10), in population order; as good as `rules`."""
        return self._equals.get(meaning, [])

    def unmatched_created_by(self, step: int) -> list[Classifier]:
        """Return the rules that match no instance and were created at `step` or before."""
        return [rule for rule in self._unmatched if rule.created <= step]

    def superset_candidates(self, coverage: bitarray) -> list[Classifier]:
        """Return rules of P, in population order, among which are all that cover everything in `coverage`.

        Whoever is general for a rule covers all that the rule covers, and so stands in each of its niches.
        """
        first = coverage.find(1)
        return self._niches[first].members(self._losses) if first >= 0 else self.rules()

    def insert(self, classifier: Classifier, step: int) -> None:
        """Append a new rule, with its own num, created at `step`."""
        self._serial += 1
        classifier.serial = self._serial
        classifier.created = step
        classifier.consequent = self._shared(classifier.consequent)
        self._rules.append(classifier)
        self._equals.setdefault(classifier.meaning, []).append(classifier)
        if not classifier.n_covered:
            self._unmatched.append(classifier)
        for instance in classifier.coverage.search(1):
            self._niches[instance].enlist(classifier)
        self.micro += classifier.num

    def gain(self, classifier: Classifier, num: int = 1) -> None:
        """Raise a rule's num."""
        classifier.num += num
        self.micro += num

    def lose(self, classifier: Classifier, num: int = 1) -> None:
        """Lower a rule's num; at 0 the rule leaves P."""
        classifier.num -= num
        self.micro -= num
        if not classifier.num:
            self._remove(classifier)

    def _remove(self, classifier: Classifier) -> None:
        self._gone += 1
        self._losses += 1
        if not classifier.n_covered:
            self._unmatched.remove(classifier)
        equals = self._equals[classifier.meaning]
        equals.remove(classifier)
        if not equals:
            del self._equals[classifier.meaning]
        consequent = classifier.consequent
        consequent.holders -= 1
        if not consequent.holders:
            del self._consequents[consequent.key]

    def _shared(self, consequent: Consequent) -> Consequent:
        """Return the one consequent of P with these decisions."""
        shared = self._consequents.setdefault(consequent.key, consequent)
        shared.holders += 1
        return shared
