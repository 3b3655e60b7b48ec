"""Rules as text: the paper's ternary notation, and conditions by name (REP-9)."""

from __future__ import annotations

import json
import math
import re
from typing import Final, NamedTuple

from bitarray import bitarray
from bitarray.util import zeros

from mlslcs_ref.core.chromosome import Layout
from mlslcs_ref.core.genes import BinaryGene, IntervalGene, NominalGene, SteppedGene
from mlslcs_ref.data.dataset import Attribute, BinaryAttribute, NominalAttribute, Schema
from mlslcs_ref.errors import DataError
from mlslcs_ref.rulesets.context import RuleContext

__all__ = [
    "Counts",
    "chromosome_of",
    "is_ternary",
    "json_seen",
    "labelled_tests",
    "name_text",
    "named_text",
    "rule_text",
    "seen_text",
    "ternary_text",
    "value_text",
]

# more attributes than these an eye cannot count
MOST_TERNARY: Final = 64
# what a brief text shows of a longer list
MOST_TESTS: Final = 20
MOST_VALUES: Final = 8
MOST_LABELS: Final = 10
_PLAIN_NAME: Final = re.compile(r"[^\W\d][\w.\-]*")
_NUMBER: Final = re.compile(r"-?[0-9]+(\.[0-9]+)?")
_WORDS: Final = frozenset({"IF", "AND", "THEN", "NOT", "in", "not", "anything", "nothing"})
# what ends a line, commands a terminal, is not seen or turns text around, beyond what JSON escapes
_UNSEEN: Final = re.compile(
    r"[\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]"
)


def is_ternary(schema: Schema) -> bool:
    """Tell whether rules print as `01#### -> 10##`: every attribute is binary with the values 0 and 1 (REP-9).

    With other values, or with more attributes than an eye can count, rules print by name.
    """
    return schema.n_attributes <= MOST_TERNARY and all(
        isinstance(attribute, BinaryAttribute) and attribute.values == ("0", "1") for attribute in schema.attributes
    )


def rule_text(context: RuleContext, chromosome: bitarray, brief: bool = False) -> str:
    """Return a rule as one line of text (REP-9).

    Parameters
    ----------
    context : RuleContext
        What its bits mean.
    chromosome : bitarray
        Its bits.
    brief : bool
        Whether long lists of tests, values and labels are cut, each with the number of what is left out.
    """
    if is_ternary(context.schema):
        return ternary_text(chromosome, context.layout)
    return named_text(chromosome, context.layout, context.schema, brief)


def ternary_text(chromosome: bitarray, layout: Layout) -> str:
    """Return a rule on binary attributes in the paper's notation, as `1##### -> 01##`."""
    symbols = "".join(
        ("1" if chromosome[start + 1] else "0") if chromosome[start] else "#" for start in range(0, layout.size, 2)
    )
    n_attributes = len(layout.conditions)
    return f"{symbols[:n_attributes]} -> {symbols[n_attributes:]}"


def labelled_tests(context: RuleContext, chromosome: bitarray, brief: bool = False) -> list[tuple[int, str]]:
    """Return the active tests of a rule, each as the place of its attribute and its text by name."""
    return [
        (index, _test_text(context.schema.attributes[index], context.layout, index, code, brief))
        for index, code in context.layout.active_codes(chromosome)
    ]


def chromosome_of(text: str, layout: Layout) -> bitarray:
    """Return the chromosome of a rule on binary attributes written in the paper's notation.

    Raises
    ------
    DataError
        If the text is not such a rule, or is of another length.
    """
    n_attributes, n_labels = len(layout.conditions), layout.n_labels
    condition, arrow, consequent = (part.strip() for part in text.partition("->"))
    symbols = condition + consequent
    if not arrow or len(condition) != n_attributes or len(consequent) != n_labels or set(symbols) - set("01#"):
        raise DataError(
            f"expected a rule of {n_attributes} and {n_labels} symbols 0, 1 or # with -> between them, found {text!r}"
        )
    chromosome = zeros(layout.size, "little")
    for position, symbol in enumerate(symbols):
        chromosome[2 * position] = symbol != "#"
        chromosome[2 * position + 1] = symbol == "1"
    return chromosome


def named_text(chromosome: bitarray, layout: Layout, schema: Schema, brief: bool = False) -> str:
    """Return a rule by names, as `IF area in [0, 120.5] AND religion in {1, 3} THEN red, NOT blue`.

    Parameters
    ----------
    chromosome : bitarray
        The rule.
    layout : Layout
        Its genes.
    schema : Schema
        Their names.
    brief : bool
        As in `rule_text`.
    """
    condition = _condition_text(chromosome, layout, schema, brief)
    return f"IF {condition} THEN {_consequent_text(chromosome, layout, schema, brief)}"


def _condition_text(chromosome: bitarray, layout: Layout, schema: Schema, brief: bool) -> str:
    codes = layout.active_codes(chromosome)
    shown = codes[:MOST_TESTS] if brief else codes
    tests = [_test_text(schema.attributes[index], layout, index, code, brief) for index, code in shown]
    if len(shown) < len(codes):
        tests.append(f"... {len(codes) - len(shown)} more")
    return " AND ".join(tests) or "anything"


class Counts(NamedTuple):
    """What a rule of a short ruleset has seen of the training data.

    Parameters
    ----------
    n : int
        Instances that it matches.
    seen : tuple of int
        For every label those of them that have it.
    n_instances : int
        |D|.
    positives : tuple of int
        For every label the instances of D that have it.
    """

    n: int
    seen: tuple[int, ...]
    n_instances: int
    positives: tuple[int, ...]


def seen_text(context: RuleContext, chromosome: bitarray, counts: Counts, brief: bool = False) -> str:
    """Return a rule with its worth, as `IF tickets >= 4 THEN churn 84% (of 312 rows; 41% in all)` (EXT-8).

    Parameters
    ----------
    context, chromosome, brief
        As for `rule_text`.
    counts : Counts
        What it has seen.
    """
    schema, layout = context.schema, context.layout
    decided = [label for label in range(layout.n_labels) if chromosome[layout.label_start(label)]]
    shown = decided[:MOST_LABELS] if brief else decided
    seen = [f"{name_text(schema.labels[label])} {_percent(counts.seen[label], counts.n)}" for label in shown]
    usual = [_percent(counts.positives[label], counts.n_instances) for label in shown]
    if len(shown) < len(decided):
        seen.append(f"... {len(decided) - len(shown)} more")
    condition = _condition_text(chromosome, layout, schema, brief)
    if not decided:
        return f"IF {condition} THEN nothing"
    rows = "row" if counts.n == 1 else "rows"
    return f"IF {condition} THEN {', '.join(seen)} (of {counts.n} {rows}; {', '.join(usual)} in all)"


def _percent(part: int, whole: int) -> str:
    return f"{100.0 * part / whole:.0f}%" if whole else "0%"


def _consequent_text(chromosome: bitarray, layout: Layout, schema: Schema, brief: bool) -> str:
    """Return the decided labels in schema order; if they are to be cut, the active ones are what is kept."""
    decided: list[str] = []
    active: list[str] = []
    for label, name in enumerate(schema.labels):
        start = layout.label_start(label)
        if chromosome[start]:
            decided.append(name_text(name) if chromosome[start + 1] else f"NOT {name_text(name)}")
            if chromosome[start + 1]:
                active.append(name_text(name))
    if brief and len(decided) > MOST_LABELS:
        shown = (active or decided)[:MOST_LABELS]
        what = "NOT " if len(active) <= MOST_LABELS else ""
        return ", ".join([*shown, f"... {what}{len(decided) - len(shown)} more"])
    return ", ".join(decided) or "nothing"


def _test_text(attribute: Attribute, layout: Layout, index: int, code: int, brief: bool) -> str:
    gene = layout.conditions[index]
    name = name_text(attribute.name)
    if isinstance(attribute, BinaryAttribute) and isinstance(gene, BinaryGene):
        value = code >> 1
        # a value bit beyond the declared values can come of mutation
        if value >= len(attribute.values):
            return f"{name} in {{}}"
        return f"{name} = {value_text(attribute.values[value])}"
    if isinstance(attribute, NominalAttribute) and isinstance(gene, NominalGene):
        return f"{name} {_set_text(attribute, code >> 1, brief)}"
    if isinstance(gene, IntervalGene):
        # an attribute without any present value has no bounds, and a test of it accepts none
        if math.isnan(gene.low):
            return f"{name} in {{}}"
        if isinstance(gene, SteppedGene):
            return f"{name} {_stepped_text(gene.value(gene.lower(code)), gene.value(gene.upper(code)))}"
        return f"{name} in [{_bound_text(gene, gene.lower(code))}, {_bound_text(gene, gene.upper(code))}]"
    raise TypeError(f"{type(gene).__name__} is no gene of {attribute}")


def _stepped_text(lower: float, upper: float) -> str:
    """Return an interval between listed numbers, which can be open on one side (EXT-7)."""
    if math.isinf(lower):
        return "in [-inf, inf]" if math.isinf(upper) else f"<= {_listed_number(upper)}"
    if math.isinf(upper):
        return f">= {_listed_number(lower)}"
    return f"in [{_listed_number(lower)}, {_listed_number(upper)}]"


def _listed_number(value: float) -> str:
    text = f"{value:.15g}"
    return text if float(text) == value else repr(value)


def _set_text(attribute: NominalAttribute, mask: int, brief: bool) -> str:
    accepted = [value for position, value in enumerate(attribute.values) if (mask >> position) & 1]
    refused = [value for position, value in enumerate(attribute.values) if not (mask >> position) & 1]
    if refused and len(refused) < len(accepted):
        return "not in " + _listed(refused, brief)
    return "in " + _listed(accepted, brief)


def _listed(values: list[str], brief: bool) -> str:
    shown = [value_text(value) for value in (values[:MOST_VALUES] if brief else values)]
    if len(shown) < len(values):
        shown.append(f"... {len(values) - len(shown)} more")
    return "{" + ", ".join(shown) + "}"


def _bound_text(gene: IntervalGene, q: int) -> str:
    """Return a bound's value with as few digits, but at least three, as tell it from the neighbouring bounds."""
    value = gene.value(q)
    others = [other for other in (_next_value(gene, q, -1), _next_value(gene, q, 1)) if other != value]
    for digits in range(3, 17):
        # once more, because %g turns to exponents as soon as there are more digits before the point than asked for
        text = f"{float(f'{value:.{digits}g}'):.{max(digits, 15)}g}"
        if others and all(abs(float(text) - value) < abs(other - value) / 2 for other in others):
            return text
    return f"{value:.17g}" if float(f"{value:.16g}") != value else f"{value:.16g}"


def _next_value(gene: IntervalGene, q: int, direction: int) -> float:
    """Return the value of the nearest bound in a direction that has another value than `q`, or that of `q`."""
    near = q + direction
    while 0 <= near <= gene.levels and gene.value(near) == gene.value(q):
        near += direction
    return gene.value(near) if 0 <= near <= gene.levels else gene.value(q)


def name_text(name: str) -> str:
    """Return a name, in double quotes unless it can't be mistaken for anything else."""
    if _PLAIN_NAME.fullmatch(name) and name not in _WORDS:
        return name
    return json_seen(json.dumps(name, ensure_ascii=False))


def json_seen(text: str) -> str:
    """Return JSON with escapes for what is not seen or turns text around: all of that stands inside its strings."""
    return _UNSEEN.sub(lambda match: f"\\u{ord(match.group()):04x}", text)


def value_text(value: str) -> str:
    """Return a declared value like a name, but numbers as they are."""
    return value if _NUMBER.fullmatch(value) else name_text(value)
