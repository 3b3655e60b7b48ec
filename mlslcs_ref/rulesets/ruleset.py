"""An immutable snapshot of rules, with all that is needed to read them and to apply them."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator

import numpy as np
import numpy.typing as npt

from mlslcs_ref.core.assembly import Ranges, discount_threshold, index_for, layout_for
from mlslcs_ref.core.classifier import Classifier
from mlslcs_ref.core.coverage import CoverageIndex
from mlslcs_ref.data.dataset import Dataset, Schema
from mlslcs_ref.errors import DataError
from mlslcs_ref.settings import Settings

__all__ = ["RuleSet"]

Values = npt.NDArray[np.float64]


class RuleSet:
    """Rules in population order.

    Parameters
    ----------
    schema : Schema
        Attributes and labels.
    ranges : tuple of (float, float), length n_attributes
        x_min and x_max of the continuous attributes, which give bounds their values (REP-4).
    settings : Settings
        The settings that the rules were learned with.
    rules : iterable of Classifier
        They are copied.
    n_instances : int
        |D|, of which coverage is a part.
    """

    def __init__(
        self, schema: Schema, ranges: Ranges, settings: Settings, rules: Iterable[Classifier], n_instances: int
    ) -> None:
        self.schema = schema
        self.ranges = ranges
        self.settings = settings
        self.n_instances = n_instances
        self.layout = layout_for(schema, ranges, settings)
        self._rules = tuple(copy.copy(rule) for rule in rules)

    @property
    def rules(self) -> tuple[Classifier, ...]:
        """The rules, in population order."""
        return self._rules

    @property
    def n_micro(self) -> int:
        """Micro-classifiers: the sum of num."""
        return sum(rule.num for rule in self._rules)

    def __len__(self) -> int:
        return len(self._rules)

    def __iter__(self) -> Iterator[Classifier]:
        return iter(self._rules)

    def with_rules(self, rules: Iterable[Classifier]) -> RuleSet:
        """Return a ruleset of the same problem with other rules."""
        return RuleSet(self.schema, self.ranges, self.settings, rules, self.n_instances)

    def macro_fitness(self, rule: Classifier) -> float:
        """Return num*F, by which rules are ordered, or num*F_d if the settings say so (MET-D)."""
        if self.settings.compaction_weight == "discounted":
            return rule.num * rule.discounted_fitness(discount_threshold(self.settings))
        return rule.num * rule.fitness

    def best_first(self) -> tuple[Classifier, ...]:
        """Return the rules by macro-fitness, descending, and behind them those that were never updated.

        Those of equal weight stand in population order. A rule with exp = 0 votes for nothing (INF-1), and its F = 1 is
        what every rule is born with (PAR-0).
        """
        return tuple(self._rules[place] for place in self.places_by_macro_fitness())

    def places_by_macro_fitness(self) -> list[int]:
        """Return the places of the rules, from 0 in population order, in the order of `best_first`."""
        return sorted(range(len(self._rules)), key=lambda place: self.rank(self._rules[place]), reverse=True)

    def rank(self, rule: Classifier) -> tuple[bool, float]:
        """Return what is larger for a better rule: whether it was ever updated, then its macro-fitness."""
        return rule.exp > 0, self.macro_fitness(rule)

    def index(self, instances: Values) -> CoverageIndex:
        """Return the index of which of the instances a test accepts.

        Parameters
        ----------
        instances : ndarray of shape (n_instances, n_attributes)
            Coded by the schema; NaN or masked where missing, -1 for a nominal value that the schema does not declare.

        Raises
        ------
        DataError
            If the shape is another.
        """
        values: object = instances
        if not isinstance(values, np.ndarray) or values.ndim != 2 or values.shape[1] != self.schema.n_attributes:
            shape = values.shape if isinstance(values, np.ndarray) else f"a value of type {type(values).__name__}"
            raise DataError(
                f"expected instances of shape (n, {self.schema.n_attributes}), coded by the schema of the rules, found "
                f"{shape}"
            )
        if np.ma.is_masked(instances):
            instances = np.where(np.ma.getmask(instances), np.nan, np.asarray(instances, np.float64))
        return index_for(self.layout, instances, self.settings)

    def require_schema_of(self, dataset: Dataset) -> None:
        """Refuse data of other attributes, values or labels, whose codes would mean something else to the rules.

        Raises
        ------
        DataError
            If the schema is another, or it is no data set.
        """
        if not isinstance(dataset, Dataset):
            raise DataError(f"expected a Dataset, found a value of type {type(dataset).__name__}")
        if dataset.schema != self.schema:
            raise DataError(
                f"expected data read by the schema of the rules, found other attributes, values or labels in "
                f"{dataset.name}; read them with schema=ruleset.schema"
            )

    def at(self, places: Iterable[int]) -> RuleSet:
        """Return the ruleset of the rules at these places, from 0 in population order."""
        return self.with_rules(self._rules[place] for place in places)
