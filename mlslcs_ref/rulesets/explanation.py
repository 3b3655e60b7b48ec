"""Why a ruleset decides an instance as it does: which rules voted, how, and on which tests the decision depends.

Clauses: INF-1, INF-2, INF-5, INF-6, EXT-1, EXT-3.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from mlslcs_ref._meant import first_of
from mlslcs_ref.data.dataset import UNDECLARED
from mlslcs_ref.data.schema import ContinuousAttribute
from mlslcs_ref.documents.document import Block, Column, Heading, Paragraph, Table, Value
from mlslcs_ref.extension.posterior import UNIT
from mlslcs_ref.inference.thresholds import Thresholds, told_threshold
from mlslcs_ref.rulesets.display import display_text
from mlslcs_ref.rulesets.notation import name_text
from mlslcs_ref.rulesets.rule import Rule
from mlslcs_ref.rulesets.ruleset import RuleSet
from mlslcs_ref.rulesets.showing import notebook_html, silent_rules, text_of

Values = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
MOST_SHOWN: Final = 10
IN_RULES: Final = ".rules has all of them"
DEPENDS_ON: Final = "depends on: attributes without whose rules the label would come out the other way"
Decider: TypeAlias = float | Thresholds | None
"""What makes labels of votes: a threshold on normalised votes, those on the estimates of labels, or None for BEST."""


@dataclass(frozen=True)
class MatchingRule:
    """A rule that matches the instance."""

    id: int
    """Its place in the ruleset, in population order, from 1."""
    rule: Rule
    weight: float
    """What it adds to the vote of each label it decides, or takes from it: num*F, or num*acc if the settings say so. 0
    if it has no experience and so does not vote (INF-1). By estimates the most that it adds to that of any label, or
    takes from it."""
    decisions: tuple[int, ...]
    """Of length n_labels. 1 where it votes for the label, -1 where against, 0 where it is indifferent."""
    adds: tuple[float, ...]
    """Of length n_labels. What it adds to the raw vote of each label, or to its estimate (EXT-1)."""
    tested: tuple[int, ...]
    """The attributes, from 0, that its condition tests and the instance has."""

    @property
    def votes(self) -> bool:
        """Whether it has the experience to vote."""
        return self.rule.exp > 0


@dataclass(frozen=True)
class LabelDecision:
    """How one label came out."""

    label: int
    """The label, from 0."""
    raw_vote: float
    """w, the sum of what the matching rules add and take (INF-1); by estimates, what they add to the frequency in D."""
    vote: float
    """The normalised vote (INF-2) or the estimate (EXT-1), in [0, 1]."""
    active: bool
    """The decision."""
    hinges_on: tuple[int, ...]
    """The attributes, from 0, on which the decision hangs, each alone: had the instance failed the tests on that
    attribute, so that none of the rules testing it matched, the label would have been decided the other way. Rules that
    would match in their place are not asked."""


@dataclass(frozen=True, repr=False)
class Explanation:
    """Why one instance gets its labels."""

    ruleset: RuleSet = field(repr=False)
    """The rules that were asked."""
    threshold: Decider
    """What a normalised vote has to reach; or what the estimates of labels have to exceed, in `labels`; None if the
    best rules decide (BEST)."""
    rules: tuple[MatchingRule, ...]
    """The rules that match, in population order; none if no rule does. Then no label is active (INF-6), or by estimates
    each as its frequency in D says."""
    labels: tuple[LabelDecision, ...]
    """Of length n_labels. The labels, in schema order."""
    instance: Values = field(compare=False)
    """The instance, coded by the schema."""

    @property
    def missing(self) -> tuple[int, ...]:
        """The attributes, from 0, of which the instance has no value.

        It passes every test of them, unless settings say otherwise (REP-7).
        """
        return tuple(np.flatnonzero(np.isnan(self.instance)).tolist())

    @property
    def new(self) -> tuple[int, ...]:
        """The nominal attributes, from 0, whose value the training data did not have.

        It counts as a rare value of its attribute if that had any (EXT-11), or else passes no test (REP-8).
        """
        found = enumerate(zip(self.ruleset.schema.attributes, self.instance.tolist(), strict=True))
        return tuple(
            place
            for place, (attribute, x) in found
            if x == UNDECLARED and not isinstance(attribute, ContinuousAttribute)
        )

    @property
    def usual(self) -> tuple[float, ...]:
        """The frequency of each label in D, to which the rules add, of six decimals (EXT-1); by votes 0 for each."""
        if not isinstance(self.threshold, Thresholds):
            return (0.0,) * self.ruleset.schema.n_labels
        return tuple((self.ruleset.points().usual / UNIT).tolist())

    def __repr__(self) -> str:
        active = [self.ruleset.schema.labels[one.label] for one in self.labels if one.active]
        return f"<Explanation: {', '.join(active) or 'no label'}, by {len(self.rules)} of {len(self.ruleset)} rules>"

    def _repr_html_(self) -> str:
        return notebook_html(self.blocks())

    def __str__(self) -> str:
        return text_of(self.blocks())

    def blocks(self, most: int | None = MOST_SHOWN, truth: Flags | None = None, how: str = IN_RULES) -> list[Block]:
        """Return it as parts of a page: the labels, then the rules that match, those that weigh most first.

        `most` rules are written to be read, or all (None) in full; `how` says how to see those that are left out.
        `truth` has the labels of the instance.
        """
        thresholds = self.threshold if isinstance(self.threshold, Thresholds) else None
        labels = self._by_votes(truth) if thresholds is None else self._by_estimates(thresholds, truth)
        shown = self._rules_by_votes(most, how) if thresholds is None else self._rules_by_estimates(most, how)
        return [Heading("Labels"), *labels, *shown]

    def _by_votes(self, truth: Flags | None) -> Iterator[Block]:
        if not self.rules:
            yield Paragraph("no rule matches, so no label is active")
        elif not any(match.votes for match in self.rules):
            yield Paragraph("no rule that matches has experience, so none votes and no label is active")
        if self.threshold is None:
            yield Paragraph("BEST: of each label the best matching rule that decides it wins; votes are for comparison")
        else:
            compare = "above" if self.ruleset.settings.active_above else "of at least"
            yield Paragraph(f"a label is active with a vote {compare} {self.threshold:.4g}")
        rows = [(decision.vote, decision.raw_vote) for decision in self.labels]
        yield self._label_table((Column("vote"), Column("w")), rows, truth)

    def _by_estimates(self, thresholds: Thresholds, truth: Flags | None) -> Iterator[Block]:
        """Yield how likely each label is by what the matching rules add to its frequency (EXT-1, EXT-3)."""
        if not self.rules:
            yield Paragraph("no rule matches, so each label is as likely as in all training data")
        yield Paragraph(
            "the estimate of a label is its share in all training data and what the rules add, cut to 0 and 1; the "
            "label is predicted if that is above its own threshold"
        )
        limits = thresholds.labels or ()
        if thresholds.at_least_one and not any(one.vote > limits[one.label] for one in self.labels):
            yield Paragraph("no estimate is, so the label with the largest one is predicted")
        columns = (Column("estimate"), Column("threshold"), Column("in all"), Column("rules add"))
        rows = [
            (one.vote, told_threshold(limits[one.label]), usual, one.raw_vote)
            for one, usual in zip(self.labels, self.usual, strict=True)
        ]
        yield self._label_table(columns, rows, truth)

    def _label_table(
        self, columns: tuple[Column, ...], numbers: Sequence[tuple[Value, ...]], truth: Flags | None
    ) -> Table:
        """Return a row for each label: whether it is predicted, some numbers, and what the decision depends on."""
        schema = self.ruleset.schema
        true = () if truth is None else (Column("true"),)
        rows = tuple(
            (
                schema.labels[one.label],
                int(one.active),
                *own,
                *(() if truth is None else (int(truth[one.label]),)),
                ", ".join(name_text(schema.attributes[index].name) for index in one.hinges_on),
            )
            for one, own in zip(self.labels, numbers, strict=True)
        )
        heads = (Column("label", "text"), Column("predicted"), *columns, *true, Column("depends on", "long"))
        return Table(heads, rows, remarks=(DEPENDS_ON,))

    def _rules_by_estimates(self, most: int | None, how: str) -> Iterator[Block]:
        yield Heading(f"{len(self.rules)} of {len(self.ruleset)} rules match, those that add or take most first")
        brief = most is not None
        shown = self._heaviest(self.rules)[:most]
        rows = tuple((match.id, match.rule.adds(brief), match.rule.told(brief)) for match in shown)
        if rows:
            yield Table((Column("id"), Column("adds", "long"), Column("rule", "long")), rows)
        yield from self._passed_unseen(shown)
        yield from self._left_out(len(shown), len(self.rules), how)

    def _rules_by_votes(self, most: int | None, how: str) -> Iterator[Block]:
        yield Heading(f"{len(self.rules)} of {len(self.ruleset)} rules match, the heaviest votes first")
        # a rule that decides nothing votes on nothing, whatever its weight
        deciding = self.rules if most is None else [match for match in self.rules if any(match.decisions)]
        shown = self._heaviest(deciding)[:most]
        rows = []
        for match in shown:
            rule = match.rule
            # bounds that are exact for the values of this instance
            text = rule.text if most is None else display_text(rule.context, rule.chromosome, self.instance[None, :])
            rows.append((match.id, match.weight, rule.num, rule.acc, rule.exp, text))
        columns = (Column("id"), Column("vote"), Column("num"), Column("acc"), Column("exp"), Column("rule", "long"))
        if rows:
            yield Table(columns, tuple(rows))
        yield from self._passed_unseen(shown)
        yield from silent_rules(len(self.rules) - len(deciding))
        yield from self._left_out(len(shown), len(deciding), how)

    @staticmethod
    def _heaviest(matches: Iterable[MatchingRule]) -> list[MatchingRule]:
        return sorted(matches, key=lambda match: -match.weight)

    def _passed_unseen(self, shown: Iterable[MatchingRule]) -> Iterator[Block]:
        """Say which values are missing, of attributes that these rules test, or new to the model."""
        layout, new_as = self.ruleset.layout, self.ruleset.context.new_as
        tested = {index for match in shown for index, _code in layout.active_codes(match.rule.chromosome)}
        missing = self.missing if self.ruleset.settings.missing_match else ()
        kinds = (
            ("missing here, which passes every test", [index for index in missing if index in tested]),
            ("new to the model, which counts as a rare value", [index for index in self.new if index in new_as]),
            ("new to the model, which passes no test", [index for index in self.new if index not in new_as]),
        )
        for found, places in kinds:
            if places:
                names = [name_text(self.ruleset.schema.attributes[index].name) for index in places]
                yield Paragraph(f"{found}: {first_of(names)}")

    def _left_out(self, n_shown: int, n_all: int, how: str) -> Iterator[Block]:
        if n_shown < n_all:
            yield Paragraph(f"{n_shown} of {len(self.rules)} rules; {how}")
