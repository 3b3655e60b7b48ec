"""Rules as plain values: which values a test accepts, and what is decided, without bits.

For whatever carries rules to another place: exports, comparison, pictures. A test here says all that is to be known
to apply it in ordinary 64-bit numbers, whatever the settings of the model are (REP-3 to REP-8).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TypeAlias

from bitarray import bitarray

from mlslcs_ref.core.chromosome import Layout
from mlslcs_ref.core.genes import BinaryGene, IntervalGene, NominalGene
from mlslcs_ref.data.schema import ContinuousAttribute
from mlslcs_ref.rulesets.bounds import edge
from mlslcs_ref.rulesets.context import RuleContext


@dataclass(frozen=True)
class ValueTest:
    """A test of a binary or nominal attribute."""

    attribute: int
    """Place of the attribute in the schema."""
    codes: tuple[int, ...]
    """Places of the accepted values among the declared ones, ascending."""
    values: tuple[str, ...]
    """Those values."""
    accepts_missing: bool
    """Whether it accepts a missing value."""
    refused: tuple[str, ...] | None = None
    """The other declared values, if it accepts all that are not declared (EXT-11); None if it accepts none of these."""


@dataclass(frozen=True)
class IntervalTest:
    """A test of a continuous attribute: lower <= x <= upper in 64-bit numbers; nothing if lower > upper."""

    attribute: int
    """Place of the attribute in the schema."""
    lower: float
    upper: float
    """`lower`, `upper`: The bounds."""
    accepts_missing: bool
    """Whether it accepts a missing value."""


AttributeTest: TypeAlias = ValueTest | IntervalTest


def active_tests(context: RuleContext, chromosome: bitarray) -> tuple[AttributeTest, ...]:
    """Return the active tests of a rule, in schema order.

    A test that accepts everything by its attribute (REP-6) is left out.
    """
    tests: list[AttributeTest] = []
    missing = context.settings.missing_match
    for index, code in context.layout.active_codes(chromosome):
        gene = context.layout.conditions[index]
        if isinstance(gene, IntervalGene):
            if not gene.never_active:
                tests.append(IntervalTest(index, *edges(gene, code), missing))
        elif isinstance(gene, NominalGene):
            codes = tuple(place for place in range(gene.n_values) if (code >> place + 1) & 1)
            # unhandled, a missing value reads as the first
            tests.append(_value_test(context, index, codes, missing or 0 in codes))
        elif isinstance(gene, BinaryGene):
            # unhandled, a missing value reads 1
            tests.append(_value_test(context, index, (code >> 1,), missing or code >> 1 == 1))
        else:
            raise TypeError(f"{type(gene).__name__} is no gene of an attribute")
    return tuple(tests)


def _value_test(context: RuleContext, index: int, codes: tuple[int, ...], accepts_missing: bool) -> ValueTest:
    """Return a test; a code beyond the declared values, which mutation can make, accepts none of them."""
    attribute = context.schema.attributes[index]
    declared = () if isinstance(attribute, ContinuousAttribute) else attribute.values
    known = tuple(code for code in codes if code < len(declared))
    refused = None
    if context.new_as.get(index) in known:
        refused = tuple(value for code, value in enumerate(declared) if code not in set(known))
    return ValueTest(index, known, tuple(declared[code] for code in known), accepts_missing, refused)


def edges(gene: IntervalGene, code: int) -> tuple[float, float]:
    """Return the smallest and the largest 64-bit number that an active test accepts."""
    first, last = gene.ends(code)
    if first > last or math.isnan(gene.low):
        return math.inf, -math.inf
    lower, upper = gene.value(first), gene.value(last)
    if lower == upper and math.isinf(lower) and not gene.float32:
        # both bounds are beyond all numbers, as EXT-7 may have them: only a missing value passes
        return math.inf, -math.inf
    return edge(gene, lower, -math.inf), edge(gene, upper, math.inf)


def decisions_of(layout: Layout, chromosome: bitarray) -> tuple[tuple[int, bool], ...]:
    """Return the decided labels of a rule, as places in the schema, each with its decision."""
    starts = [(label, layout.label_start(label)) for label in range(layout.n_labels)]
    return tuple((label, bool(chromosome[start + 1])) for label, start in starts if chromosome[start])


def includes(test: AttributeTest, other: AttributeTest) -> bool:
    """Tell whether a test accepts whatever another one on the same attribute accepts."""
    if isinstance(test, IntervalTest) and isinstance(other, IntervalTest):
        inside = other.lower > other.upper or (test.lower <= other.lower and other.upper <= test.upper)
    elif isinstance(test, ValueTest) and isinstance(other, ValueTest):
        inside = set(other.codes) <= set(test.codes) and (test.refused is not None or other.refused is None)
    else:
        raise TypeError("the two tests are of different kinds")
    return inside and (test.accepts_missing or not other.accepts_missing)


def is_general_for(
    tests: tuple[AttributeTest, ...],
    decisions: tuple[tuple[int, bool], ...],
    other_tests: tuple[AttributeTest, ...],
    other_decisions: tuple[tuple[int, bool], ...],
) -> bool:
    """Tell whether a rule is general for another (SUB-2).

    It is equally or more general, and decides at least as much and the same.
    """
    if not set(other_decisions) <= set(decisions):
        return False
    others = {test.attribute: test for test in other_tests}
    return all(test.attribute in others and includes(test, others[test.attribute]) for test in tests)
