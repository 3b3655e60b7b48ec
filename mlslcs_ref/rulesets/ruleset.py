"""An immutable sequence of rules, with all that is needed to read them and to apply them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import overload

import numpy as np
import numpy.typing as npt

from mlslcs_ref.core.assembly import Ranges
from mlslcs_ref.core.chromosome import Layout
from mlslcs_ref.core.coverage import CoverageIndex
from mlslcs_ref.data.dataset import Dataset, Schema
from mlslcs_ref.errors import DataError
from mlslcs_ref.rulesets.context import RuleContext
from mlslcs_ref.rulesets.rule import Rule
from mlslcs_ref.settings import Settings

__all__ = ["RuleSet"]

Values = npt.NDArray[np.float64]


class RuleSet(Sequence[Rule]):
    """Rules in population order.

    Parameters
    ----------
    context : RuleContext
        What the rules have in common.
    rules : iterable of Rule
        The rules.
    """

    def __init__(self, context: RuleContext, rules: Iterable[Rule] = ()) -> None:
        self.context = context
        self._rules = tuple(rules)

    @property
    def schema(self) -> Schema:
        """Attributes and labels."""
        return self.context.schema

    @property
    def ranges(self) -> Ranges:
        """x_min and x_max of the continuous attributes (REP-4)."""
        return self.context.ranges

    @property
    def settings(self) -> Settings:
        """The settings that the rules were learned with."""
        return self.context.settings

    @property
    def n_instances(self) -> int:
        """|D|, of which coverage is a part."""
        return self.context.n_instances

    @property
    def layout(self) -> Layout:
        """The genes of the rules."""
        return self.context.layout

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules, in population order."""
        return self._rules

    @property
    def n_micro(self) -> int:
        """Micro-classifiers: the sum of num."""
        return sum(rule.num for rule in self._rules)

    def __len__(self) -> int:
        return len(self._rules)

    @overload
    def __getitem__(self, place: int) -> Rule: ...
    @overload
    def __getitem__(self, place: slice) -> RuleSet: ...
    def __getitem__(self, place: int | slice) -> Rule | RuleSet:
        if isinstance(place, slice):
            return self.with_rules(self._rules[place])
        return self._rules[place]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RuleSet) and self.context == other.context and self._rules == other._rules

    def __hash__(self) -> int:
        return hash((self.context, len(self._rules)))

    def with_rules(self, rules: Iterable[Rule]) -> RuleSet:
        """Return a ruleset of the same problem with other rules."""
        return RuleSet(self.context, rules)

    def macro_fitness(self, rule: Rule) -> float:
        """Return num*F, by which rules are ordered, or num*F_d if the settings say so (MET-D)."""
        discounted = self.settings.compaction_weight == "discounted"
        return rule.num * (rule.discounted_fitness if discounted else rule.fitness)

    def best_first(self) -> tuple[Rule, ...]:
        """Return the rules by macro-fitness, descending, and behind them those that were never updated.

        Those of equal weight stand in population order. A rule with exp = 0 votes for nothing (INF-1), and its F = 1 is
        what every rule is born with (PAR-0).
        """
        return tuple(self._rules[place] for place in self.places_by_macro_fitness())

    def places_by_macro_fitness(self) -> list[int]:
        """Return the places of the rules, from 0 in population order, in the order of `best_first`."""
        return sorted(range(len(self._rules)), key=lambda place: self.rank(self._rules[place]), reverse=True)

    def rank(self, rule: Rule) -> tuple[bool, float]:
        """Return what is larger for a better rule: whether it was ever updated, then its macro-fitness."""
        return rule.exp > 0, self.macro_fitness(rule)

    def coverage_index(self, instances: Values) -> CoverageIndex:
        """Return the index of which of the instances a test accepts; see `RuleContext.index`."""
        return self.context.index(instances)

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
