"""A ruleset asked about instances: matching is done once, predictions by any method follow from it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, Literal, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from mlslcs_ref._given import brief
from mlslcs_ref._warned import warned
from mlslcs_ref.core.coverage import CoverageIndex
from mlslcs_ref.core.learner import Learner
from mlslcs_ref.data.matrix import Matrix
from mlslcs_ref.errors import ModelWarning, SettingsError
from mlslcs_ref.extension.label_thresholds import active, label_thresholds
from mlslcs_ref.extension.posterior import estimates, held_out_estimates
from mlslcs_ref.inference.thresholds import Thresholds, chosen_thresholds
from mlslcs_ref.inference.votes import (
    NOWHERE,
    Voter,
    Votes,
    active_labels,
    best_labels,
    count_unmatched,
    covered_instances,
    decisions,
    matched_instances,
    normalised_votes,
    raw_votes,
    raw_votes_on_one,
    vote_of,
)
from mlslcs_ref.metrics import Metric
from mlslcs_ref.rulesets.ruleset import RuleSet
from mlslcs_ref.settings import Settings

Flags = npt.NDArray[np.bool_]
T = TypeVar("T", bound=np.generic)
MATCHES: Final = 1 << 29
"""Bits of which rule matches which instance, at a time."""
CELLS: Final = 1 << 22
"""Values of instances in an index, at a time."""
ROWS: Final = 1024
"""So many instances at a time, however many rules and attributes there are."""
ONLY: Final = np.zeros(1, dtype=np.intp)
"""Where a rule matches that matches the one instance which is asked about."""
Method: TypeAlias = Literal["pcut", "ival", "best", "posterior"]
METHODS: Final[tuple[Method, ...]] = ("pcut", "ival", "best")
"""The paper's, by which every ruleset decides."""
POSTERIOR: Final[Method] = "posterior"
"""What the rules of a short ruleset add to the frequency of each label, by a threshold for each (EXT-1, EXT-3)."""


def methods_of(ruleset: RuleSet) -> tuple[Method, ...]:
    """Return how a ruleset can decide."""
    return (POSTERIOR, *METHODS) if ruleset.is_short else METHODS


def known_method(ruleset: RuleSet, method: str | None = None) -> Method:
    """Return the method of a name; without one, how the ruleset is meant to decide: `posterior` if it is short."""
    if method is None:
        return POSTERIOR if ruleset.is_short else "ival"
    given: object = method
    for known in methods_of(ruleset):
        if isinstance(given, str) and given == known:
            return known
    expected = "one of " + ", ".join(methods_of(ruleset))
    if isinstance(given, str) and given == POSTERIOR:
        expected += ", as rules of the profile auto alone know what they have seen"
    raise SettingsError("method", expected, brief(method))


def warn_of_votes(ruleset: RuleSet, decider: Method | float) -> None:
    """Warn that short rules are asked for votes, for which they are not made.

    Such a rule decides for a label that 7% of its rows have, if 2% of all rows have it.
    """
    if ruleset.is_short and decider != POSTERIOR:
        by = decider.upper() if isinstance(decider, str) else f"a threshold of {decider}"
        message = (
            f"the rules of this model are made to decide by posterior; {by} takes each label that a rule has seen more "
            f"often than usual, however seldom, for a vote for it, and is far less accurate"
        )
        warned(ModelWarning(message))


class Asked:
    """Rules asked about instances, of which it is known which rule matches which.

    Rules stand in population order; those that match no instance may be left out. The instances that a rule matches
    ascend.
    """

    def __init__(
        self,
        settings: Settings,
        rules: Sequence[Voter],
        matched: Sequence[npt.NDArray[np.intp]],
        shape: tuple[int, int],
    ) -> None:
        self._settings = settings
        self._rules = rules
        self._matched = matched
        self._shape = shape
        self._votes: Votes | None = None

    @property
    def matched(self) -> Sequence[npt.NDArray[np.intp]]:
        """The instances that each rule matches, ascending, rule by rule in population order."""
        return self._matched

    @property
    def n_unmatched(self) -> int:
        """Instances that no rule matches; they get no label (INF-6)."""
        return count_unmatched(self._matched, self._shape[0])

    def raw_votes(self) -> Votes:
        """Return the votes w, of shape (n_instances, n_labels) (INF-1)."""
        by_accuracy = self._settings.votes_by_accuracy
        return raw_votes(self._rules, self._matched, *self._shape, by_accuracy)

    def weights(self) -> npt.NDArray[np.float64]:
        """Return what the votes for and against each label weigh together, of shape (n_instances, n_labels)."""
        weights = np.zeros(self._shape)
        by_accuracy = self._settings.votes_by_accuracy
        for rule, instances in zip(self._rules, self._matched, strict=True):
            if rule.exp > 0 and len(instances):
                weights[instances] += vote_of(rule, by_accuracy) * np.abs(decisions(rule, self._shape[1]))
        return weights

    def votes(self) -> Votes:
        """Return the normalised votes, of shape (n_instances, n_labels), each in [0, 1] (INF-2)."""
        if self._votes is None:
            self._votes = normalised_votes(self.raw_votes())
        return self._votes

    def voted(self, threshold: float) -> Flags:
        """Return the labels whose votes reach a threshold (INF-2)."""
        return active_labels(self.votes(), threshold, self._settings.active_above)

    def best(self) -> Flags:
        """Return the labels that the best matching rules decide (INF-5)."""
        return best_labels(self._rules, self._matched, *self._shape, self._settings.best_by_num_accuracy)

    def predicted(self, method: Method, thresholds: Thresholds) -> Flags:
        """Return the labels by PCUT, IVAL or BEST."""
        if method == "best":
            return self.best()
        return self.voted(thresholds.pcut if method == "pcut" else thresholds.ival)

    def thresholds(self, truth: Flags, metric: Metric = "accuracy") -> Thresholds:
        """Return the thresholds that PCUT and IVAL choose if these instances are the training data (INF-3, INF-4)."""
        return chosen_thresholds(self.votes(), truth, self._settings, metric)


class _RulesAsked(Asked):
    """All rules of a ruleset asked about some instances."""

    def __init__(self, ruleset: RuleSet, instances: Matrix) -> None:
        self._ruleset = ruleset
        rules: Sequence[Voter] = ruleset.rules
        matched: Sequence[npt.NDArray[np.intp]]
        if len(instances) == 1:
            self._places = ruleset.row_matcher.matching(instances.rows()[0]).tolist()
            rules = [rules[place] for place in self._places]
            matched = [ONLY] * len(rules)
        else:
            self._places = None
            matched = matched_instances(rules, ruleset.coverage_index(instances))
        super().__init__(ruleset.settings, rules, matched, (len(instances), ruleset.schema.n_labels))

    @property
    def matched(self) -> Sequence[npt.NDArray[np.intp]]:
        """The instances that each rule matches, ascending, rule by rule in population order."""
        if self._places is None:
            return self._matched
        found = [NOWHERE] * len(self._ruleset)
        for place in self._places:
            found[place] = ONLY
        return found

    def raw_votes(self) -> Votes:
        """Return the votes w, of shape (n_instances, n_labels) (INF-1)."""
        if self._places is None:
            return super().raw_votes()
        by_accuracy = self._settings.votes_by_accuracy
        rules = self._ruleset.rules
        places = [place for place in self._places if rules[place].exp > 0]
        votes = [vote_of(rules[place], by_accuracy) for place in places]
        return raw_votes_on_one(np.array(votes, dtype=np.float64), self._ruleset.decisions[places], by_accuracy)


Answer: TypeAlias = Callable[[slice, _RulesAsked], npt.NDArray[Any]]
"""What is asked about some instances, which are a slice of all."""


def _raw_votes(_rows: slice, part: _RulesAsked) -> Votes:
    return part.raw_votes()


def _best(_rows: slice, part: _RulesAsked) -> Flags:
    return part.best()


class Consultation(Asked):
    """What a ruleset says of some instances.

    They are matched in batches, so that the memory needed is bounded; if they are many, again for each question.
    """

    def __init__(self, ruleset: RuleSet, instances: Matrix | npt.NDArray[np.float64]) -> None:
        self.ruleset = ruleset
        self._instances = ruleset.context.checked(instances)
        n_rules, n_attributes = max(len(ruleset), 1), max(ruleset.schema.n_attributes, 1)
        self._rows = max(min(MATCHES // n_rules, CELLS // n_attributes) // 8 * 8, ROWS)
        self._first = _RulesAsked(ruleset, self._instances.taken(slice(self._rows)))
        self._n_unmatched: int | None = None
        super().__init__(ruleset.settings, ruleset.rules, (), (len(self._instances), ruleset.schema.n_labels))

    def _parts(self) -> Iterator[tuple[slice, _RulesAsked]]:
        """Yield instances, as a slice of all, with the rules asked about these."""
        n_instances = self._shape[0]
        for start in range(0, max(n_instances, 1), self._rows):
            rows = slice(start, min(start + self._rows, n_instances))
            yield rows, _RulesAsked(self.ruleset, self._instances.taken(rows)) if start else self._first

    def _answered(self, answers: Mapping[str, Answer]) -> dict[str, npt.NDArray[Any]]:
        """Return what is answered about some instances after the other, for all, so that each is matched once."""
        found: dict[str, list[npt.NDArray[Any]]] = {name: [] for name in answers}
        n_unmatched = 0
        for rows, part in self._parts():
            # while their matches are at hand
            n_unmatched += part.n_unmatched
            for name, answer in answers.items():
                found[name].append(answer(rows, part))
        self._n_unmatched = n_unmatched
        return {name: np.concatenate(parts) for name, parts in found.items()}

    def _joined(self, answer: Callable[[slice, _RulesAsked], npt.NDArray[T]]) -> npt.NDArray[T]:
        return self._answered({"": answer})[""]

    @property
    def matched(self) -> Sequence[npt.NDArray[np.intp]]:
        """The instances that each rule matches, ascending, rule by rule in population order."""
        if self._shape[0] <= self._rows:
            return self._first.matched
        found: list[list[npt.NDArray[np.intp]]] = [[] for _rule in self._rules]
        for rows, part in self._parts():
            for places, instances in zip(found, part.matched, strict=True):
                if len(instances):
                    places.append(instances + rows.start)
        return [np.concatenate(places) if places else NOWHERE for places in found]

    @property
    def n_unmatched(self) -> int:
        """Instances that no rule matches; they get no label (INF-6)."""
        if self._n_unmatched is None:
            self._answered({})
        return self._n_unmatched or 0

    def raw_votes(self) -> Votes:
        """Return the votes w, of shape (n_instances, n_labels) (INF-1)."""
        return self._joined(_raw_votes)

    def weights(self) -> npt.NDArray[np.float64]:
        """Return what the votes for and against each label weigh together, of shape (n_instances, n_labels)."""
        return self._joined(lambda _rows, part: part.weights())

    def best(self) -> Flags:
        """Return the labels that the best matching rules decide (INF-5)."""
        return self._joined(_best)

    def estimates(self) -> npt.NDArray[np.float64]:
        """Return how likely each label is by the rules of a short ruleset, of shape (n_instances, n_labels) (EXT-1)."""
        return self._joined(self._estimated())

    def _estimated(self) -> Callable[[slice, _RulesAsked], npt.NDArray[np.float64]]:
        points = self.ruleset.points()
        return lambda rows, part: estimates(part.matched, points, rows.stop - rows.start)

    def held_out_estimates(self, truth: Flags) -> npt.NDArray[np.float64]:
        """Return `estimates` if the instances are the training data, each without itself (EXT-2)."""
        points = self.ruleset.points()
        return self._joined(lambda rows, part: held_out_estimates(part.matched, points, truth[rows]))

    def predicted(self, method: Method | None, thresholds: Thresholds) -> Flags:
        """Return the labels by a method; without one, as the ruleset is meant to decide."""
        known = known_method(self.ruleset, method)
        return self.predictions([known], thresholds)[known]

    def predictions(self, methods: Sequence[Method], thresholds: Thresholds) -> dict[Method, Flags]:
        """Return the labels by each of some methods; all of them in one pass over the instances."""
        known = [known_method(self.ruleset, method) for method in methods]
        answers: dict[str, Answer] = {}
        if self._votes is None and {"pcut", "ival"}.intersection(known):
            answers["votes"] = _raw_votes
        if "best" in known:
            answers["best"] = _best
        if POSTERIOR in known:
            answers[POSTERIOR] = self._estimated()
        found = self._answered(answers) if answers else {}
        if "votes" in found:
            self._votes = normalised_votes(found["votes"])
        labels: dict[Method, Flags] = {}
        for method in known:
            if method == POSTERIOR:
                # without thresholds of its own a label is likely if it holds more often than not
                own = (0.5,) * self._shape[1] if thresholds.labels is None else thresholds.labels
                labels[method] = active(found[POSTERIOR], np.array(own), thresholds.at_least_one)
            elif method == "best":
                labels[method] = found["best"]
            else:
                labels[method] = self.voted(thresholds.pcut if method == "pcut" else thresholds.ival)
        return labels

    def thresholds(self, truth: Flags, metric: Metric = "accuracy") -> Thresholds:
        """Return the thresholds that are chosen if these instances are the training data (INF-3, INF-4, EXT-3)."""
        found = super().thresholds(truth, metric)
        if not self.ruleset.is_short:
            return found
        labels, at_least_one = label_thresholds(self.held_out_estimates(truth), truth)
        return found._replace(labels=tuple(labels.tolist()), at_least_one=at_least_one)


class RunConsultation(Asked):
    """What P says of instances, as it is now and as long as no further step is done.

    No rule is copied, because an object that was copied once is slower for the rest of its life (CPython 3.11).

    Parameters
    ----------
    learner : Learner
        The run.
    index : CoverageIndex, optional
        The instances; by default the training data, of which the rules know what they cover, so that nothing is
        matched.
    """

    def __init__(self, learner: Learner, index: CoverageIndex | None = None) -> None:
        rules, dataset = learner.population.rules(), learner.dataset
        matched = covered_instances(rules) if index is None else matched_instances(rules, index)
        n_instances = dataset.n_instances if index is None else index.n_instances
        super().__init__(learner.settings, rules, matched, (n_instances, dataset.n_labels))
