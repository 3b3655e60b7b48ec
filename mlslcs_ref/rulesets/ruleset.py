"""An immutable sequence of rules, with everything needed to read and apply them."""

from __future__ import annotations

import math
import numbers
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, Final, overload

import numpy as np
import numpy.typing as npt

from mlslcs_ref._given import brief, choice, listed_given, require_given, whole
from mlslcs_ref._meant import did_you_mean, first_of
from mlslcs_ref.core.assembly import Ranges
from mlslcs_ref.core.chromosome import Layout
from mlslcs_ref.core.coverage import CoverageIndex
from mlslcs_ref.data.dataset import Dataset, require_dataset
from mlslcs_ref.data.matrix import Matrix
from mlslcs_ref.data.schema import Schema
from mlslcs_ref.errors import DataError, SettingsError
from mlslcs_ref.extension.posterior import Points, Support
from mlslcs_ref.inference.row_matching import RowMatcher
from mlslcs_ref.inference.votes import decisions
from mlslcs_ref.rulesets.arguments import dataset_of
from mlslcs_ref.rulesets.context import Notation, RuleContext
from mlslcs_ref.rulesets.order import ORDERS, Order, worth_by
from mlslcs_ref.rulesets.rule import Rule, projected
from mlslcs_ref.rulesets.rule_worth import RuleWorth, worths_on
from mlslcs_ref.rulesets.seen import points_of_rules, support_of_rules
from mlslcs_ref.rulesets.showing import notebook_html, rule_blocks
from mlslcs_ref.settings import Settings

Values = npt.NDArray[np.float64]

MOST_SHOWN: Final = 10


class RuleSet(Sequence[Rule]):
    """Rules in population order.

    Parameters
    ----------
    context : RuleContext
        What the rules share.
    rules : iterable of Rule
        The rules.
    """

    def __init__(self, context: RuleContext, rules: Iterable[Rule] = ()) -> None:
        require_given("context", context, RuleContext, "the context of rules, as `context` of a ruleset")
        self.context = context
        self._rules = listed_given("rules", rules, Rule, "rules")

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
    def is_short(self) -> bool:
        """Whether this is a short ruleset of the profile `auto`, whose rules have label counts (EXT-8)."""
        return self.context.positives is not None

    def support(self) -> Support:
        """Return the counts of a short ruleset in the training data (EXT-8).

        Raises
        ------
        DataError
            If this is none.
        """
        return support_of_rules(self.context, self._rules)

    def points(self) -> Points:
        """Return what the rules of a short ruleset add to the estimates of labels (EXT-1); raises as `support`."""
        return points_of_rules(self.context, self._rules)

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

    def __repr__(self) -> str:
        of = f"{self.schema.n_attributes} attributes and {self.schema.n_labels} labels"
        return f"<RuleSet of {len(self)} rules, {self.n_micro} micro-classifiers, on {of}>"

    def __str__(self) -> str:
        shown = [rule.display for rule in self.best(MOST_SHOWN)]
        more = [f"... {len(self) - len(shown)} more"] if len(shown) < len(self) else []
        return "\n".join([*shown, *more]) or "0 rules"

    def _repr_html_(self) -> str:
        return notebook_html(rule_blocks(self.best(MOST_SHOWN), len(self), self.n_instances))

    def where(
        self,
        *,
        label: str | None = None,
        attribute: str | None = None,
        min_coverage: int = 0,
        min_acc: float = 0.0,
        min_exp: int = 0,
    ) -> RuleSet:
        """Return the rules that fulfil all conditions.

        Parameters
        ----------
        label : str, optional
            They decide this label.
        attribute : str, optional
            They test this attribute.
        min_coverage, min_exp : int
            They match at least so many training instances, and have at least this experience.
        min_acc : float
            They have at least this accuracy.

        Raises
        ------
        DataError
            If there is no such label or attribute.
        SettingsError
            If a limit is no number.
        """
        attributes = tuple(one.name for one in self.schema.attributes)
        given: tuple[tuple[str, object], ...] = (("label", label), ("attribute", attribute))
        for what, name in given:
            names = self.schema.labels if what == "label" else attributes
            if name is not None and (not isinstance(name, str) or name not in names):
                hint = f"{did_you_mean(name if isinstance(name, str) else '', names)}; there are {first_of(names)}"
                raise DataError(f"there is no {what} {brief(name)}{hint}")
        for limit in (min_coverage, min_acc, min_exp):
            require_given("min_coverage, min_acc or min_exp", limit, numbers.Real, "a number")
        return self.with_rules(
            rule
            for rule in self
            if rule.coverage >= min_coverage
            and rule.acc >= min_acc
            and rule.exp >= min_exp
            and (label is None or label in rule.consequent)
            and (attribute is None or attribute in rule.condition)
        )

    def best(self, n: int | None = None, order: Order = "best") -> RuleSet:
        """Return the first rules, or all if `n` is not given.

        Parameters
        ----------
        n : int, optional
            How many.
        order : str
            One of `ORDERS`. By default the most useful first: the rules of a short ruleset in the order of their
            selection, others by accuracy with support, those without experience or decisions last.

        Raises
        ------
        SettingsError
            If there is no such order, or `n` is no whole number from 0.
        """
        if n is not None:
            n = whole("n", n, 0)
        places = self.places(order)
        return self.at(places[:n])

    def places(self, order: Order = "best") -> list[int]:
        """Return the places of the rules, from 0 in population order, the first by an order first.

        Equal ones are in population order.

        Raises
        ------
        SettingsError
            If there is no such order.
        """
        choice("order", order, ORDERS)
        if order == "best":
            order = "population" if self.is_short else "accuracy"
        worth = self.rank if order == "weight" else worth_by(order)
        return sorted(range(len(self)), key=lambda place: worth(self._rules[place]), reverse=True)

    def on(self, data: Any) -> tuple[RuleWorth, ...]:
        """Return how good every rule is on other data.

        Parameters
        ----------
        data : Dataset, DataFrame, path of a file, name of a data set, or pair (X, Y) of tables
            Labelled instances in the schema's own values.
        """
        dataset = dataset_of(data, self.schema)
        return worths_on(self._rules, dataset, self.context.index(dataset.matrix))

    def to_frame(self) -> Any:
        """Return a pandas data frame with one row per rule, in this order.

        For a short ruleset the columns are the text, the coverage, and for each label that the rule decides its share
        in the matched rows; else the text and counts.

        Raises
        ------
        DataError
            If pandas is not installed.
        """
        try:
            import pandas as pd  # noqa: PLC0415 -- an extra
        except ImportError:
            raise DataError("data frames need pandas: pip install pandas") from None
        if self.is_short:
            return pd.DataFrame([self._short_row(rule) for rule in self])
        names = "rule num F acc exp coverage correct wrong indifferent cs ts created"
        rows = [projected(rule.to_dict(), names) for rule in self]
        return pd.DataFrame(rows, columns=names.split())

    def _short_row(self, rule: Rule) -> dict[str, Any]:
        decided = {label for label, _yes in rule.decisions}
        shares = {
            f"share of {name}": seen / rule.coverage if label in decided and rule.coverage else math.nan
            for label, (name, seen) in enumerate(zip(self.schema.labels, rule.seen or (), strict=True))
        }
        return {"rule": rule.told(), "coverage": rule.coverage, **shares}

    def with_rules(self, rules: Iterable[Rule]) -> RuleSet:
        """Return a ruleset of the same problem with other rules."""
        return RuleSet(self.context, rules)

    def macro_fitness(self, rule: Rule) -> float:
        """Return num*F, by which rules are ordered, or num*F_d if the settings say so (MET-D).

        In a short ruleset, whose order is that of selection, every rule weighs the same.
        """
        require_given("rule", rule, Rule, "a rule")
        if self.is_short:
            return 1.0
        discounted = self.settings.compaction_weight == "discounted"
        return rule.num * (rule.discounted_fitness if discounted else rule.fitness)

    def rank(self, rule: Rule) -> tuple[bool, float]:
        """Return what is larger for a better rule: whether it was ever updated, then its macro-fitness.

        A rule with exp = 0 does not vote (INF-1), and its F = 1 is only the initial value (PAR-0).
        """
        weight = self.macro_fitness(rule)
        return rule.exp > 0, weight

    def coverage_index(self, instances: Matrix | Values) -> CoverageIndex:
        """Return the index of which of the instances a test accepts; see `RuleContext.index`."""
        return self.context.index(instances)

    @cached_property
    def row_matcher(self) -> RowMatcher:
        """Finds the rules that match a single instance; made at its first use."""
        chromosomes = (rule.chromosome for rule in self._rules)
        return RowMatcher(self.layout, chromosomes, self.settings.missing_match)

    @cached_property
    def decisions(self) -> npt.NDArray[np.int8]:
        """The decision of each rule for each label: 1, -1 for decision 0, and 0 if it is indifferent."""
        n_labels = self.schema.n_labels
        rows = [decisions(rule, n_labels) for rule in self._rules]
        return np.array(rows, dtype=np.int8).reshape(-1, n_labels)

    def require_schema_of(self, dataset: Dataset) -> None:
        """Refuse data of other attributes, values or labels, whose codes would mean something else to the rules.

        Raises
        ------
        DataError
            If the schema is another, or it is no data set.
        """
        require_dataset(dataset)
        if dataset.schema != self.schema:
            raise DataError(
                f"expected data read by the schema of the rules, found other attributes, values or labels in "
                f"{dataset.name}; read the data with schema=ruleset.schema"
            )

    def written(self, notation: Notation) -> RuleSet:
        """Return the same rules, written in a notation.

        Raises
        ------
        DataError
            If they cannot be.
        """
        context = replace(self.context, notation=notation)
        return RuleSet(context, [replace(rule, context=context) for rule in self._rules])

    def at(self, places: Iterable[int]) -> RuleSet:
        """Return the ruleset of the rules at these places, from 0 in population order.

        Raises
        ------
        SettingsError
            If one is no place of a rule.
        """
        chosen = [whole("places", place, 0) for place in listed_given("places", places, object, "places of rules")]
        if max(chosen, default=-1) >= len(self):
            raise SettingsError("places", f"places from 0 to {len(self) - 1}", str(max(chosen)))
        return self.with_rules(self._rules[place] for place in chosen)


def digest_of(rulesets: Iterable[RuleSet]) -> str:
    """Return the CRC-32 of rules in the recorded runs' form: "bits num exp ts" and a line feed per rule, in order."""
    text = "".join(f"{rule.bits} {rule.num} {rule.exp} {rule.ts}\n" for ruleset in rulesets for rule in ruleset)
    return f"{zlib.crc32(text.encode('ascii')):08x}"


def ruleset_of(given: Any) -> RuleSet:
    """Return the rules of a ruleset, a model or a fitted estimator."""
    model = getattr(given, "model_", given)
    found = getattr(model, "ruleset", model)
    if isinstance(found, RuleSet):
        return found
    if hasattr(given, "fit"):
        raise DataError(f"expected a fitted estimator, found a {type(given).__name__} that was not fitted")
    raise DataError(f"expected a Model, a RuleSet or a fitted estimator, found a value of type {type(given).__name__}")
