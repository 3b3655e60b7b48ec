"""A rule for callers: a frozen copy of values that cannot change a run."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final

from bitarray import frozenbitarray

from mlslcs_ref.core.classifier import Classifier
from mlslcs_ref.rulesets.arguments import coded_row
from mlslcs_ref.rulesets.conditions import AttributeTest, ValueTest, active_tests, decisions_of
from mlslcs_ref.rulesets.context import RuleContext
from mlslcs_ref.rulesets.display import Counts, Part, display_parts, points_text, seen_text
from mlslcs_ref.rulesets.notation import rule_text
from mlslcs_ref.rulesets.showing import notebook_html, rule_blocks

COUNTS: Final = ("num", "fitness", "acc", "exp", "correct", "wrong", "indifferent", "tp", "msa", "cs", "ts", "created")
"""What a rule has of a classifier beside its bits, in the order of documents."""


def counts_document(rule: Classifier | Rule) -> dict[str, Any]:
    """Return the bits and the counts of a rule by the names that every document uses."""
    counts = {"F" if name == "fitness" else name: getattr(rule, name) for name in COUNTS}
    return {"bits": rule.chromosome.to01(), **counts}


def projected(document: Mapping[str, Any], names: str, **renamed: str) -> dict[str, Any]:
    """Return some fields of a document in this order.

    Parameters
    ----------
    document : mapping of str to object
        As `counts_document` or `Rule.to_dict` makes it.
    names : str
        The fields, with blanks between them.
    **renamed : str
        For a field that goes by another name there, its name in `document`.
    """
    return {name: document[renamed.get(name, name)] for name in names.split()}


@dataclass(frozen=True)
class Rule:
    """One rule: its condition, its consequent and its counts.

    Parameters
    ----------
    context : RuleContext
        The meaning of its bits.
    chromosome : frozenbitarray
        Its genes, first bit first.
    num : int
        Numerosity, micro-classifiers, at least 1.
    exp : int
        Experience (UPD-2).
    correct, wrong, indifferent : int
        Labels decided rightly, wrongly and not at all, summed over its updates (PAR-1).
    tp, msa : float
        Credit for decisions, and match set appearances (PAR-1).
    acc : float
        Accuracy tp/msa, in [0, 1]; 0 while msa is 0 (UPD-5).
    fitness : float
        F = acc^nu, in [0, 1]; 1 before the first update (UPD-4).
    cs : float
        Estimate of the size of the smallest correct set it is in, micro-classifiers (UPD-3).
    ts : int
        GA clock when a GA last ran in a correct set that holds it.
    created : int
        Step of its insertion; 0 for rules of the initialisation.
    coverage : int
        Training instances that it matches.
    seen : tuple of int, length n_labels, optional
        For every label how many of these instances have it; only in rules of a short ruleset.
    points : tuple of int, length n_labels, optional
        What it adds to the estimate of every label, in millionths (EXT-1); only in rules of a short ruleset.
    """

    context: RuleContext = field(repr=False)
    chromosome: frozenbitarray = field(repr=False)
    num: int
    exp: int
    correct: int
    wrong: int
    indifferent: int
    tp: float
    msa: float
    acc: float
    fitness: float
    cs: float
    ts: int
    created: int
    coverage: int
    seen: tuple[int, ...] | None = None
    points: tuple[int, ...] | None = None

    def __repr__(self) -> str:
        if self.seen is not None:
            return f"<Rule {self.display}>"
        worth = f"num={self.num}, F={self.fitness:.4g}, acc={self.acc:.4g}, exp={self.exp}, coverage={self.coverage}"
        return f"<Rule {self.display}: {worth}>"

    @property
    def F(self) -> float:  # noqa: N802 - the paper's symbol
        """The fitness."""
        return self.fitness

    @property
    def discounted_fitness(self) -> float:
        """F_d: F, but 0 as long as the rule lacks experience (GEN-1)."""
        return self.fitness if self.exp >= self.context.discount_threshold else 0.0

    @property
    def bits(self) -> str:
        """The chromosome as 0s and 1s, first bit first."""
        return str(self.chromosome.to01())

    @cached_property
    def equality_key(self) -> bytes:
        """What equal rules of one context share (REP-10)."""
        return bytes(self.context.layout.identity(self.chromosome)[1])

    @cached_property
    def tests(self) -> tuple[AttributeTest, ...]:
        """The active tests, in schema order."""
        return active_tests(self.context, self.chromosome)

    @cached_property
    def decisions(self) -> tuple[tuple[int, bool], ...]:
        """The decided labels, as places in the schema, each with its decision."""
        return decisions_of(self.context.layout, self.chromosome)

    @property
    def condition(self) -> Mapping[str, AttributeTest]:
        """The active tests by the names of their attributes, in schema order."""
        attributes = self.context.schema.attributes
        return MappingProxyType({attributes[test.attribute].name: test for test in self.tests})

    @property
    def consequent(self) -> Mapping[str, bool]:
        """The decisions by the names of the labels, in schema order; a label that is not there is not decided."""
        labels = self.context.schema.labels
        return MappingProxyType({labels[label]: decision for label, decision in self.decisions})

    @property
    def text(self) -> str:
        """The complete rule as one line of text (REP-9)."""
        return rule_text(self.context, self.chromosome)

    @property
    def display(self) -> str:
        """The rule as one line for people.

        Tests that every training row passes are left out, bounds are short, and long lists are cut with a count. Read
        literally it matches the same training instances; `text` has all digits. A rule of a short ruleset shows its
        evidence, as in `IF tickets >= 4 THEN churn 93% (of 232 rows; 28% in all)`.
        """
        return " ".join(text for _kind, text in self.parts)

    @property
    def parts(self) -> tuple[Part, ...]:
        """The pieces of `display`, each with its kind, for pages that highlight them."""
        return display_parts(self.context, self.chromosome, counts=self.counts)

    @property
    def counts(self) -> Counts | None:
        """The counts of a rule of a short ruleset in the training data; None for other rules."""
        if self.seen is None or self.context.positives is None:
            return None
        return Counts(self.coverage, self.seen, self.context.n_instances, self.context.positives)

    def told(self, brief: bool = False) -> str:
        """Return the rule as one line for people: `text`, or for a rule of a short ruleset its evidence.

        Parameters
        ----------
        brief : bool
            Whether to return `display`.
        """
        if brief:
            return self.display
        return self.text if self.counts is None else seen_text(self.context, self.chromosome, self.counts)

    def adds(self, brief: bool = False) -> str:
        """Return what a rule of a short ruleset adds to the estimate of each label that it decides (EXT-1).

        As `churn +0.221200, call -0.060100`; nothing for other rules. Points are what is left to say after the other
        rules (EXT-6), so their sign can differ from what the rule has seen.

        Parameters
        ----------
        brief : bool
            Whether to return four decimals, and to cut names and long lists as `display` does.
        """
        return "" if self.points is None else points_text(self.context, self.chromosome, self.points, brief)

    def __str__(self) -> str:
        return self.display

    def _repr_html_(self) -> str:
        return notebook_html(rule_blocks([self], 1, self.context.n_instances))

    def matches(self, row: Any) -> bool:
        """Tell whether the rule matches an instance.

        Parameters
        ----------
        row : sequence, mapping, Series, table of one row, or Dataset of one row
            Values as in the schema; None or NaN for a missing one.

        Raises
        ------
        DataError
            If it is not an instance of the schema.
        """
        index = self.context.index(coded_row(row, self.context.schema))
        return bool(index.matched(self.chromosome).any())

    def to_dict(self) -> dict[str, Any]:
        """Return the rule as plain values, for JSON: its text, tests and decisions by name, bits and counts.

        A decision of a rule of a short ruleset has the `share` of the matched training rows that have the label: there
        `is` says that this is at least its share in all of them, be it large or small.
        """
        attributes, labels, seen = self.context.schema.attributes, self.context.schema.labels, self.seen
        points = {} if self.points is None else {"points": list(self.points)}
        return {
            "rule": self.text,
            "if": [test_document(attributes[test.attribute].name, test) for test in self.tests],
            "then": [
                {
                    "label": labels[label],
                    "is": decision,
                    **({} if seen is None else {"share": seen[label] / max(self.coverage, 1)}),
                }
                for label, decision in self.decisions
            ],
            **counts_document(self),
            "coverage": self.coverage,
            **({} if seen is None else {"seen": list(seen), **points}),
        }


def test_document(attribute: str, test: AttributeTest) -> dict[str, Any]:
    """Return a test as plain values."""
    found: dict[str, Any] = {"attribute": attribute}
    if isinstance(test, ValueTest):
        found["in"] = list(test.values)
    elif test.lower <= test.upper:
        # an open interval has one bound (EXT-7)
        bounds = {"at_least": test.lower, "at_most": test.upper}
        found |= {name: bound for name, bound in bounds.items() if math.isfinite(bound)}
    else:
        # bounds in the wrong order accept nothing (REP-4, `authors`)
        found["in"] = []
    new = {"accepts_new": True} if isinstance(test, ValueTest) and test.refused is not None else {}
    return {**found, "accepts_missing": test.accepts_missing, **new}
