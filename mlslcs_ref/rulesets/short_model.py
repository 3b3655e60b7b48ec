"""A model of the profile `auto`: a short ruleset whose rules say how often the labels hold, and a decision by that.

Clauses: EXT-1 to EXT-3. The rules stand in the order of their selection, so that the first ones are the best few.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.extension.cells import Cells, Condition
from mlslcs_ref.extension.exact import Flags, Numbers
from mlslcs_ref.extension.label_thresholds import active, label_thresholds
from mlslcs_ref.extension.posterior import Support, estimates, held_out_estimates
from mlslcs_ref.metrics import Scores, scores
from mlslcs_ref.rulesets.conditions import AttributeTest, IntervalTest
from mlslcs_ref.rulesets.notation import name_text, value_text
from mlslcs_ref.rulesets.rule import Rule
from mlslcs_ref.rulesets.ruleset import RuleSet

__all__ = ["ShortModel", "SizeRecord"]


@dataclass(frozen=True)
class SizeRecord:
    """What the first rules of a model come to.

    Parameters
    ----------
    n_rules : int
        How many rules.
    n_tests : float
        The median of their numbers of tests.
    scores : Scores
        On the data that were given.
    """

    n_rules: int
    n_tests: float
    scores: Scores


@dataclass(frozen=True, eq=False)
class ShortModel:
    """Rules that predict by what they have seen.

    Parameters
    ----------
    ruleset : RuleSet
        The rules in the order of their selection, with different conditions. A rule decides the labels on which it has
        a vote: 1 where it makes the label more frequent, 0 where it does not.
    support : Support
        What the training data say of the rules.
    thresholds : ndarray of shape (n_labels,)
        What an estimate has to exceed; infinity for a label that is never predicted (EXT-3).
    populations : tuple of RuleSet
        The population of each run, from which the rules were made.
    data : str
        The name of the training data.
    seeds : tuple of int
        The seed of each run.
    """

    ruleset: RuleSet
    support: Support
    thresholds: Numbers
    populations: tuple[RuleSet, ...] = field(repr=False)
    data: str
    seeds: tuple[int, ...]

    def predict_proba(self, instances: npt.NDArray[np.float64]) -> Numbers:
        """Return the estimates of the labels (EXT-1).

        Parameters
        ----------
        instances : ndarray of shape (n_instances, n_attributes)
            Coded by the ruleset's schema.

        Returns
        -------
        ndarray of shape (n_instances, n_labels)
            From 0 to 1.
        """
        return estimates(self._matched(instances), self.support)

    def predict(self, instances: npt.NDArray[np.float64]) -> Flags:
        """Return which labels the instances get, of shape (n_instances, n_labels) (EXT-3)."""
        return active(self.predict_proba(instances), self.thresholds)

    def evaluate(self, dataset: Dataset) -> Scores:
        """Return the metrics on labelled data.

        Raises
        ------
        DataError
            If they are of another schema.
        """
        self.ruleset.require_schema_of(dataset)
        return scores(dataset.Y, self.predict(dataset.X))

    def n_unmatched(self, instances: npt.NDArray[np.float64]) -> int:
        """Return how many instances no rule matches: they get what the frequencies of the labels give."""
        return int((~self._matched(instances).any(axis=0)).sum())

    def first(self, n_rules: int, training: Dataset) -> ShortModel:
        """Return the model of the first rules, with thresholds of its own.

        Parameters
        ----------
        n_rules : int
            How many; all, if there are fewer.
        training : Dataset
            The data that the model was trained on.
        """
        places = list(range(min(n_rules, len(self.ruleset))))
        ruleset, support = self.ruleset.at(places), self.support.at(places)
        coverage = Cells.made(ruleset.layout, training.X).matched(_conditions(ruleset))
        thresholds = label_thresholds(held_out_estimates(coverage, support, training.Y), training.Y)
        return ShortModel(ruleset, support, thresholds, self.populations, self.data, self.seeds)

    def sizes(
        self, training: Dataset, held_out: Dataset, sizes: tuple[int, ...] = (1, 2, 5, 10, 20, 50, 100)
    ) -> list[SizeRecord]:
        """Return what fewer rules would come to, on rows that took no part in training.

        Parameters
        ----------
        training : Dataset
            The data that the model was trained on.
        held_out : Dataset
            Other rows of the same schema.
        sizes : tuple of int
            Numbers of rules; those that the model does not have are left out, and its own is added.
        """
        wanted = sorted({size for size in sizes if 0 < size < len(self.ruleset)} | {len(self.ruleset)})
        found = []
        for size in wanted:
            model = self.first(size, training)
            n_tests = float(np.median([len(rule.tests) for rule in model.ruleset])) if size else 0.0
            found.append(SizeRecord(size, n_tests, model.evaluate(held_out)))
        return found

    def texts(self) -> list[str]:
        """Return each rule with its worth, as `IF tickets >= 4 THEN churn 84% (of 312 rows; 41% in all)`."""
        return [self._text(place, rule) for place, rule in enumerate(self.ruleset)]

    def __str__(self) -> str:
        return "\n".join(self.texts())

    def _text(self, place: int, rule: Rule) -> str:
        schema, n = self.ruleset.schema, int(self.support.n[place])
        tests = " AND ".join(_test_text(schema.attributes[test.attribute].name, test) for test in rule.tests)
        labels = [label for label, _decision in rule.decisions]
        seen = ", ".join(f"{name_text(schema.labels[at])} {_percent(self.support.k[place, at], n)}" for at in labels)
        usual = ", ".join(_percent(self.support.positives[at], self.support.n_instances) for at in labels)
        rows = "row" if n == 1 else "rows"
        return f"IF {tests or 'anything'} THEN {seen} (of {n} {rows}; {usual} in all)"

    def _matched(self, instances: npt.NDArray[np.float64]) -> Flags:
        # the shape is checked where an index is made
        self.ruleset.coverage_index(instances[:0])
        return Cells.made(self.ruleset.layout, instances).matched(_conditions(self.ruleset))


def _conditions(ruleset: RuleSet) -> list[Condition]:
    return [tuple(ruleset.layout.active_codes(rule.chromosome)) for rule in ruleset]


def _percent(part: float, whole: int) -> str:
    return f"{100.0 * part / whole:.0f}%"


def _test_text(name: str, test: AttributeTest) -> str:
    """Return a test as a person writes it."""
    shown = name_text(name)
    if not isinstance(test, IntervalTest):
        values = ", ".join(value_text(value) for value in test.values)
        return f"{shown} = {values}" if len(test.values) == 1 else f"{shown} in {{{values}}}"
    if math.isinf(test.upper):
        return f"{shown} >= {test.lower:.15g}"
    if math.isinf(test.lower):
        return f"{shown} <= {test.upper:.15g}"
    if test.lower == test.upper:
        return f"{shown} = {test.lower:.15g}"
    return f"{test.lower:.15g} <= {shown} <= {test.upper:.15g}"
