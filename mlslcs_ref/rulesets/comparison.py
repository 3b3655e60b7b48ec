"""Two rulesets of the same problem, compared by what their rules mean.

Rules are the same here if they have the same tests and the same decisions. Bounds are compared as places in their range
if both models cut the same ranges in the same way, else as numbers. Bits of inactive genes do not matter, nor what the
settings of a model make of missing values and of 32-bit numbers, so that models of both profiles can be compared.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from mlslcs_ref._meant import first_of
from mlslcs_ref.core.genes import IntervalGene
from mlslcs_ref.documents.document import Block, Cell, Column, Heading, Table
from mlslcs_ref.inference.thresholds import told_threshold
from mlslcs_ref.rulesets.agreement import require_alike
from mlslcs_ref.rulesets.conditions import AttributeTest, IntervalTest, is_general_for
from mlslcs_ref.rulesets.consultation import METHODS
from mlslcs_ref.rulesets.notation import name_text
from mlslcs_ref.rulesets.rule import Rule
from mlslcs_ref.rulesets.ruleset import RuleSet, ruleset_of
from mlslcs_ref.rulesets.showing import notebook_html

Meaning = tuple[tuple[AttributeTest, ...], tuple[tuple[int, bool], ...]]
Pair = tuple[int, int]
MOST_DIGITS: Final = 17
# the settings by which a finished ruleset matches and votes
DECIDING: Final = (
    "vote_weight",
    "active_labels",
    "best_order",
    "missing_values",
    "interval_arithmetic",
    "constant_attribute",
)


@dataclass(frozen=True, repr=False)
class ModelComparison:
    """What two rulesets A and B have in common; rules are named by their places, from 0 in population order."""

    common: tuple[Pair, ...]
    """Places in A and in B of rules that mean the same."""
    changed: tuple[Pair, ...]
    """Those of them whose statistics differ."""
    only_first: tuple[int, ...]
    only_second: tuple[int, ...]
    """`only_first`, `only_second`: The other rules of A and of B."""
    generalised: tuple[Pair, ...]
    """Rules only in A, each with a rule only in B that is general for it (SUB-2), the best by macro-fitness."""
    specialised: tuple[Pair, ...]
    """Rules only in A, each with the best rule only in B that it is general for."""
    decisive: tuple[tuple[str, object, object], ...] = ()
    """What else decides a prediction and differs, each with its name and its values in A and in B: settings, attributes
    that one of them alone knows, how often each label is there, and thresholds if models are compared."""

    def __repr__(self) -> str:
        verdict = "equal" if self.equal else "the same rules" if self.same_rules else "different"
        return f"<Comparison: {verdict}; {self._counts()}>"

    def _counts(self) -> str:
        others = first_of([name for name, _one, _other in self.decisive])
        return (
            f"{len(self.common)} rules in common, {len(self.changed)} of them with other statistics, "
            f"{len(self.only_first)} only in A, {len(self.only_second)} only in B"
            + (f"; other differences that affect predictions: {others}" if others else "")
        )

    def _repr_html_(self) -> str:
        return notebook_html(self.blocks())

    def blocks(self) -> list[Block]:
        """Return what is the same and what differs as parts of a page, without the rules themselves."""
        verdict = (
            "the same rules and statistics" if self.equal else "the same rules" if self.same_rules else "different"
        )
        counts = (
            ("rules of A", len(self.common) + len(self.only_first)),
            ("rules of B", len(self.common) + len(self.only_second)),
            ("in common", len(self.common)),
            ("in common, with other statistics", len(self.changed)),
            ("only in A", len(self.only_first)),
            ("only in B", len(self.only_second)),
            ("only in A, generalised in B", len(self.generalised)),
            ("only in A, specialised in B", len(self.specialised)),
        )
        blocks: list[Block] = [Heading(f"A and B: {verdict}", level=3)]
        blocks.append(Table((Column("rules by meaning", "text"), Column("number")), counts))
        if self.decisive:
            columns = (Column("name", "text"), Column("A", "text"), Column("B", "text"))
            blocks.append(Heading("Other differences that affect predictions", level=3))
            blocks.append(Table(columns, tuple((name, *told_apart(one, other)) for name, one, other in self.decisive)))
        return blocks

    @property
    def same_rules(self) -> bool:
        """Whether both have the same rules, whatever their statistics."""
        return not self.only_first and not self.only_second

    @property
    def equal(self) -> bool:
        """Whether both have the same rules with the same statistics, and nothing else that decides differs."""
        return self.same_rules and not self.changed and not self.decisive


def told_apart(one: object, other: object) -> tuple[Cell, Cell]:
    """Return two values. For people, numbers have four decimals, or as many as show that both differ."""
    pairs = ((_told(one, digits), _told(other, digits)) for digits in range(4, MOST_DIGITS))
    told = next((pair for pair in pairs if pair[0] != pair[1]), (str(one), str(other)))
    return Cell(str(one), told=told[0]), Cell(str(other), told=told[1])


def _told(value: object, digits: int) -> str:
    return f"{value:.{digits}f}" if isinstance(value, float) else str(value)


def statistics_of(rule: Rule) -> tuple[float, ...]:
    """Return what a rule's experience has come to, as num, F, acc, exp, coverage, cs, ts and created."""
    return rule.num, rule.fitness, rule.acc, rule.exp, rule.coverage, rule.cs, rule.ts, rule.created


def _counts_of(rule: Rule) -> tuple[object, ...]:
    return *statistics_of(rule), rule.seen, rule.points


def compare(one: Any, other: Any) -> ModelComparison:
    """Return what two rulesets or models of the same labels have in common; attributes are told apart by their names.

    Raises
    ------
    DataError
        If their labels differ, or an attribute has other values or another kind, or if they share no attribute.
    """
    first, second = ruleset_of(one), ruleset_of(other)
    require_alike(first.schema, second.schema)
    cuts = [_cuts(ruleset) for ruleset in (first, second)]
    places = {name: place for place, name in enumerate(cuts[0] | cuts[1])}
    same_cuts = {name for name, own in cuts[0].items() if own == cuts[1].get(name)}
    meanings = [[_meaning(rule, places, same_cuts) for rule in ruleset] for ruleset in (first, second)]
    waiting: defaultdict[Meaning, list[int]] = defaultdict(list)
    for place, meaning in enumerate(meanings[1]):
        waiting[meaning].append(place)
    common: list[Pair] = []
    only_first: list[int] = []
    for place, meaning in enumerate(meanings[0]):
        if waiting[meaning]:
            common.append((place, waiting[meaning].pop(0)))
        else:
            only_first.append(place)
    only_second = sorted(place for places in waiting.values() for place in places)
    by_weight = [place for place in second.places("weight") if place in set(only_second)]
    generalised, specialised = _relatives(meanings[0], meanings[1], only_first, by_weight)
    return ModelComparison(
        common=tuple(common),
        changed=tuple((a, b) for a, b in common if _counts_of(first.rules[a]) != _counts_of(second.rules[b])),
        only_first=tuple(only_first),
        only_second=tuple(only_second),
        generalised=tuple(generalised),
        specialised=tuple(specialised),
        decisive=tuple(_decisive(one, other)),
    )


def _decisive(one: Any, other: Any) -> Iterator[tuple[str, object, object]]:
    """Yield what decides a prediction besides the rules, and differs."""
    first, second = ruleset_of(one).settings.as_dict(), ruleset_of(other).settings.as_dict()
    for name in DECIDING:
        if first[name] != second[name]:
            yield name, first[name], second[name]
    schemas = [ruleset_of(given).schema for given in (one, other)]
    known = [dict.fromkeys(attribute.name for attribute in schema.attributes) for schema in schemas]
    for name in known[0] | known[1]:
        if any(name not in names for names in known):
            mine, its = ("known" if name in names else "not known" for names in known)
            yield f"attribute {name_text(name)}", mine, its
    first_positives, second_positives = (ruleset_of(given).context.positives for given in (one, other))
    if first_positives != second_positives:
        yield from _by_label("instances with {}", one, first_positives, second_positives)
    models = [getattr(given, "model_", given) for given in (one, other)]
    if not all(hasattr(model, "thresholds") for model in models):
        return
    # two short rulesets decide by `posterior`, as in `agreement`
    both_short = all(ruleset_of(model).is_short for model in models)
    for name in models[0].thresholds._fields:
        if both_short and name in METHODS:
            continue
        values = [getattr(model.thresholds, name) for model in models]
        if name == "labels":
            told = [value and tuple(map(told_threshold, value)) for value in values]
            yield from _by_label("threshold of {}", one, *told)
        elif values[0] != values[1]:
            yield "at least one label" if name == "at_least_one" else f"{name} threshold", *values


def _by_label(
    what: str, one: Any, first: Sequence[object] | None, second: Sequence[object] | None
) -> Iterator[tuple[str, object, object]]:
    """Yield what differs of values that are one for each label, or none of a model that does not have them."""
    labels = ruleset_of(one).schema.labels
    none = ("none",) * len(labels)
    for label, mine, its in zip(labels, first or none, second or none, strict=True):
        if mine != its:
            yield what.format(name_text(label)), mine, its


def _cuts(ruleset: RuleSet) -> dict[str, tuple[int, str]]:
    """Return how the range of each attribute is cut, by name; two NaN are different numbers, but the same text."""
    bits = ruleset.settings.precision_bits
    names = (attribute.name for attribute in ruleset.schema.attributes)
    return {name: (bits, repr(bounds)) for name, bounds in zip(names, ruleset.ranges, strict=True)}


def _meaning(rule: Rule, places: Mapping[str, int], same_cuts: Collection[str]) -> Meaning:
    """Return what a rule says, with the places of attributes among those of both rulesets."""
    tests: list[AttributeTest] = []
    layout = rule.context.layout
    for test in rule.tests:
        name = rule.context.schema.attributes[test.attribute].name
        gene = layout.conditions[test.attribute]
        if isinstance(test, IntervalTest) and isinstance(gene, IntervalGene) and test.lower <= test.upper:
            code = layout.code_in(rule.chromosome.tobytes(), test.attribute)
            lower, upper = gene.ends(code)
            bounds = (float(lower), float(upper)) if name in same_cuts else (gene.value(lower), gene.value(upper))
            tests.append(IntervalTest(places[name], *bounds, accepts_missing=True))
        else:
            tests.append(replace(test, attribute=places[name], accepts_missing=True))
    return tuple(sorted(tests, key=lambda test: test.attribute)), rule.decisions


def _relatives(
    first: Sequence[Meaning], second: Sequence[Meaning], only_first: Iterable[int], only_second: Sequence[int]
) -> tuple[list[Pair], list[Pair]]:
    """Return the first pair of each rule with a more general and with a more special one."""
    masks = [(place, *_masks(second[place])) for place in only_second]
    generalised: list[Pair] = []
    specialised: list[Pair] = []
    for place in only_first:
        meaning = first[place]
        tested, decided = _masks(meaning)
        # a general rule tests no more and decides no less
        general = (b for b, tests, labels in masks if not tests & ~tested and not decided & ~labels)
        special = (b for b, tests, labels in masks if not tested & ~tests and not labels & ~decided)
        above = next((b for b in general if is_general_for(*second[b], *meaning)), None)
        below = next((b for b in special if is_general_for(*meaning, *second[b])), None)
        if above is not None:
            generalised.append((place, above))
        if below is not None:
            specialised.append((place, below))
    return generalised, specialised


def _masks(meaning: Meaning) -> tuple[int, int]:
    """Return the tested attributes and the decided labels, one bit each."""
    tested = decided = 0
    for test in meaning[0]:
        tested |= 1 << test.attribute
    for label, _decision in meaning[1]:
        decided |= 1 << label
    return tested, decided
