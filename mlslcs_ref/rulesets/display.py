"""A rule as a person reads it.

Tests that say nothing of the training data are left out, intervals that are open on one side read `age >= 59`, bounds
are as short as they can be without changing which training instances match, those of dates are dates, and long lists
are cut. `Rule.text` is the text that says all (REP-9).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
from bitarray import bitarray

from mlslcs_ref.core.genes import BinaryGene, IntervalGene, NominalGene
from mlslcs_ref.data.dates import date_text
from mlslcs_ref.data.schema import ContinuousAttribute, NominalAttribute
from mlslcs_ref.extension.posterior import UNIT
from mlslcs_ref.rulesets.conditions import decisions_of, edges
from mlslcs_ref.rulesets.context import RuleContext
from mlslcs_ref.rulesets.notation import (
    NEW,
    condition_text,
    cut,
    decision_text,
    name_text,
    number_text,
    split_values,
    ternary_text,
    value_text,
)

Part: TypeAlias = tuple[str, str]
"""A piece of a rule's text with its kind: `word`, `test`, `yes`, `maybe`, `no` or `ternary`."""
Values = npt.NDArray[np.float64]
COUNTED: Final = "(of N rows): the training rows that pass all tests of a rule; a missing value passes every test"
"""What the numbers of a short rule are counted on, for those who read it (EXT-8, REP-7)."""
ADDED: Final = (
    "adds: the points of a rule, which are added to the estimates of labels; they are what is left to say after the "
    "other rules, so their sign can differ from what the rule's own rows say"
)
"""What the points of a short rule are, for those who read them beside its shares (EXT-1, EXT-6)."""
CUT: Final = ("... ", "…")
"""What stands where something is cut."""
MOST_TESTS: Final = 20
MOST_VALUES: Final = 8
MOST_LABELS: Final = 10
_cut: Final = partial(cut, most=60)


class Counts(NamedTuple):
    """What a rule of a short ruleset has seen of the training data."""

    n: int
    """Instances that it matches."""
    seen: tuple[int, ...]
    """For every label those of them that have it."""
    n_instances: int
    """|D|."""
    positives: tuple[int, ...]
    """For every label the instances of D that have it."""


def display_text(context: RuleContext, chromosome: bitarray, instances: Values | None = None) -> str:
    """Return a rule as one line to be read; the parameters are those of `display_parts`."""
    return " ".join(text for _kind, text in display_parts(context, chromosome, instances))


def display_parts(
    context: RuleContext, chromosome: bitarray, instances: Values | None = None, counts: Counts | None = None
) -> tuple[Part, ...]:
    """Return the pieces of a rule's text, each with its kind; joined by blanks they are the text.

    Parameters
    ----------
    instances : ndarray of shape (n_instances, n_attributes), optional
        Other data that the rule is shown beside, coded by the schema: bounds are not shortened beyond what parts them
        as the bounds do.
    counts : Counts, optional
        What the rule has seen, if it is one of a short ruleset: it reads with that in place of its decisions (EXT-8).
    """
    if counts is not None:
        return (
            ("word", "IF"),
            *_condition(context, chromosome, instances),
            ("word", "THEN"),
            *_seen(context, chromosome, counts, MOST_LABELS),
        )
    if context.notation == "ternary":
        return (("ternary", ternary_text(chromosome, context.layout)),)
    return (
        ("word", "IF"),
        *_condition(context, chromosome, instances),
        ("word", "THEN"),
        *_consequent(context, chromosome),
    )


def seen_text(context: RuleContext, chromosome: bitarray, counts: Counts) -> str:
    """Return a rule in full with its worth, as `IF tickets >= 4 THEN churn 93% (of 232 rows; 28% in all)` (EXT-8)."""
    condition = condition_text(context, chromosome, context.date_columns)
    return f"IF {condition} THEN {' '.join(text for _kind, text in _seen(context, chromosome, counts))}"


def _seen(context: RuleContext, chromosome: bitarray, counts: Counts, most: int | None = None) -> list[Part]:
    """Return what a rule has seen of each label that it decides, and of how many rows."""
    decided = decisions_of(context.layout, chromosome)
    if not decided:
        return [("test", "nothing")]
    parts: list[Part] = []
    for place, (label, more_often) in enumerate(decided[:most], start=1):
        name = name_text(context.schema.labels[label])
        share = _percent(counts.seen[label], counts.n)
        text = f"{name if most is None else _cut(name)} {share}{',' if place < len(decided) else ''}"
        # 7% is more than 2% in all, and yet no decision for the label
        likely = 2 * counts.seen[label] > counts.n
        parts.append(("yes" if likely else "maybe" if more_often else "no", text))
    if most is not None and len(decided) > most:
        parts.append(("word", f"... {len(decided) - most} more"))
    usual = ", ".join(_percent(counts.positives[label], counts.n_instances) for label, _more_often in decided[:most])
    parts.append(("word", f"(of {counts.n} {'row' if counts.n == 1 else 'rows'}; {usual} in all)"))
    return parts


def points_text(context: RuleContext, chromosome: bitarray, points: Sequence[int], brief: bool) -> str:
    """Return what a rule adds to the estimates of the labels that it decides, as `churn +0.2212, call -0.0601` (EXT-1).

    All digits are six decimals; in brief there are four, and names and long lists are cut.
    """
    decided = [label for label, _more_often in decisions_of(context.layout, chromosome)]
    shown = decided[:MOST_LABELS] if brief else decided
    names = [name_text(context.schema.labels[label]) for label in shown]
    texts = [
        f"{_cut(name)} {points[label] / UNIT:+.4f}" if brief else f"{name} {points[label] / UNIT:+.6f}"
        for name, label in zip(names, shown, strict=True)
    ]
    if len(shown) < len(decided):
        texts.append(f"... {len(decided) - len(shown)} more")
    return ", ".join(texts)


def _percent(part: int, whole: int) -> str:
    share = f"{100.0 * part / whole:.0f}%" if whole else "0%"
    # not all and not none
    return {"0%": "<1%", "100%": ">99%"}.get(share, share) if 0 < part < whole else share


def _condition(context: RuleContext, chromosome: bitarray, instances: Values | None) -> list[Part]:
    tests = [
        text
        for index, code in context.layout.active_codes(chromosome)
        if (text := _test(context, index, code, None if instances is None else instances[:, index]))
    ]
    shown = tests[:MOST_TESTS] + ([f"... {len(tests) - MOST_TESTS} more"] if len(tests) > MOST_TESTS else [])
    parts: list[Part] = []
    for place, text in enumerate(shown or ["anything"]):
        parts += [("word", "AND")] if place else []
        parts.append(("test", text))
    return parts


def _consequent(context: RuleContext, chromosome: bitarray) -> list[Part]:
    """Return the decisions in schema order; if they are to be cut, labels that hold come first and are kept."""
    decided = decisions_of(context.layout, chromosome)
    shown = list(decided)
    if len(decided) > MOST_LABELS:
        shown = sorted(decided, key=lambda one: not one[1])[:MOST_LABELS]
    texts = [_cut(decision_text(context.schema, label, yes)) for label, yes in shown]
    parts = [
        ("yes" if yes else "no", text + ("," if place < len(decided) else ""))
        for place, (text, (_label, yes)) in enumerate(zip(texts, shown, strict=True), start=1)
    ]
    if len(shown) < len(decided):
        only_negative = sum(yes for _label, yes in decided) <= MOST_LABELS
        left_out = f"... {'NOT ' if only_negative else ''}{len(decided) - len(shown)} more"
        parts.append(("no" if only_negative else "test", left_out))
    return parts or [("test", "nothing")]


def _test(context: RuleContext, index: int, code: int, column: Values | None) -> str:
    """Return a test as text, empty if it says nothing."""
    attribute, gene = context.schema.attributes[index], context.layout.conditions[index]
    name = _cut(name_text(attribute.name))
    if isinstance(gene, IntervalGene):
        return "" if gene.never_active else _interval(context, index, code, name, column)
    if isinstance(attribute, ContinuousAttribute):
        raise TypeError(f"{type(gene).__name__} is no gene of {attribute}")
    if isinstance(attribute, NominalAttribute) and isinstance(gene, NominalGene):
        accepted, refused = split_values(attribute, code >> 1, context.new_as.get(index))
        if not refused:
            return ""
        if len(refused) < len(accepted):
            return f"{name} != {_cut(refused[0])}" if len(refused) == 1 else f"{name} not in {_set(refused)}"
    elif isinstance(gene, BinaryGene):
        # mutation can set a value bit beyond the declared values
        accepted = list(map(value_text, attribute.values[code >> 1 : (code >> 1) + 1]))
    else:
        raise TypeError(f"{type(gene).__name__} is no gene of {attribute}")
    return f"{name} = {_cut(accepted[0])}" if len(accepted) == 1 else f"{name} in {_set(accepted)}"


def _interval(context: RuleContext, index: int, code: int, name: str, column: Values | None) -> str:
    gene, cuts = context.layout.conditions[index], context.cuts[index]
    if not isinstance(gene, IntervalGene):
        raise TypeError(f"{type(gene).__name__} is no gene of an interval")
    first, last = gene.ends(code)
    least, most = edges(gene, code)
    if least > most:
        return f"{name} is missing" if context.settings.missing_match else f"{name} in {{}}"
    # where a missing value fails the test, an interval of all values says that there is one
    complete = context.settings.missing_match or (cuts is not None and not cuts.missing)
    low, high = (min(gene.low, gene.value(0)), max(gene.high, gene.value(gene.levels)))
    from_below, to_above = least <= low, most >= high
    lower, upper = (cuts.lower[first], cuts.upper[last]) if cuts is not None else (least, most)
    if column is not None:
        # where the other data lie between the bound and the number for it, the bound is shown
        lower = lower if _same(column >= lower, column >= least) else least
        upper = upper if _same(column <= upper, column <= most) else most
        seen = column[~np.isnan(column)]
        from_below, to_above = from_below and bool((seen >= least).all()), to_above and bool((seen <= most).all())
    if lower > upper:
        lower, upper = least, most
    if from_below and to_above:
        return "" if complete else f"{name} is known"
    begin, end = (shown_date(context, index, bound) or number_text(bound) for bound in (lower, upper))
    if lower == upper:
        return f"{name} = {begin}"
    if to_above:
        return f"{name} >= {begin}"
    return f"{name} <= {end}" if from_below else f"{begin} <= {name} <= {end}"


def shown_date(context: RuleContext, index: int, x: float) -> str | None:
    """Return the date that a number of an attribute of dates is, None for any other attribute or number."""
    return date_text(x) if context.schema.attributes[index].name in context.date_columns else None


def _same(one: npt.NDArray[np.bool_], other: npt.NDArray[np.bool_]) -> bool:
    return bool((one == other).all())


def _set(values: list[str]) -> str:
    declared = [value for value in values if value != NEW]
    shown = [_cut(value) for value in declared[:MOST_VALUES]]
    if len(shown) < len(declared):
        shown.append(f"... {len(declared) - len(shown)} more")
    shown += values[len(declared) :]
    return "{" + ", ".join(shown) + "}"
