"""Rules as text: the paper's ternary notation, and conditions by name (REP-9)."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Collection
from typing import Final

from bitarray import bitarray
from bitarray.util import zeros

from mlslcs_ref.core.chromosome import Layout
from mlslcs_ref.core.genes import BinaryGene, IntervalGene, NominalGene
from mlslcs_ref.data.dates import date_text, text_days
from mlslcs_ref.data.schema import BinaryAttribute, NominalAttribute, Schema
from mlslcs_ref.errors import DataError
from mlslcs_ref.rulesets.bounds import edge
from mlslcs_ref.rulesets.conditions import decisions_of
from mlslcs_ref.rulesets.context import RuleContext

_PLAIN_NAME: Final = re.compile(r"[^\W\d][\w.\-]*")
_NUMBER: Final = re.compile(r"-?[0-9]+(\.[0-9]+)?")
NEW: Final = "new values"
"""Those that the training data did not have (EXT-11); a declared value with a blank is quoted."""
_WORDS: Final = frozenset({"IF", "AND", "THEN", "NOT", "in", "not", "anything", "nothing"})
# what ends a line, commands a terminal, is not seen or turns text around, beyond what JSON escapes
_UNSEEN: Final = re.compile(
    r"[\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]"
)


def rule_text(context: RuleContext, chromosome: bitarray) -> str:
    """Return a rule as one line of text that says all of it, with all digits of bounds (REP-9)."""
    if context.notation == "ternary":
        return ternary_text(chromosome, context.layout)
    decided = [decision_text(context.schema, label, yes) for label, yes in decisions_of(context.layout, chromosome)]
    return f"IF {condition_text(context, chromosome)} THEN {', '.join(decided) or 'nothing'}"


def ternary_text(chromosome: bitarray, layout: Layout) -> str:
    """Return a rule on binary attributes in the paper's notation, as `1##### -> 01##`."""
    symbols = "".join(
        ("1" if chromosome[start + 1] else "0") if chromosome[start] else "#" for start in range(0, layout.size, 2)
    )
    n_attributes = len(layout.conditions)
    return f"{symbols[:n_attributes]} -> {symbols[n_attributes:]}"


def labelled_tests(context: RuleContext, chromosome: bitarray) -> list[tuple[int, str]]:
    """Return the active tests of a rule, each as the place of its attribute and its text by name, dates as dates."""
    return [
        (index, _test_text(context, index, code, context.date_columns))
        for index, code in context.layout.active_codes(chromosome)
    ]


def chromosome_of(text: str, layout: Layout) -> bitarray:
    """Return the chromosome of a rule on binary attributes written in the paper's notation."""
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


def condition_text(context: RuleContext, chromosome: bitarray, date_columns: Collection[str] = ()) -> str:
    """Return the tests of a rule by names, bounds on some attributes as the dates that they are."""
    tests = [_test_text(context, index, code, date_columns) for index, code in context.layout.active_codes(chromosome)]
    return " AND ".join(tests) or "anything"


def decision_text(schema: Schema, label: int, decision: bool) -> str:
    """Return a decision as text: the name of the label, behind NOT if it does not hold."""
    name = name_text(schema.labels[label])
    return name if decision else f"NOT {name}"


def _test_text(context: RuleContext, index: int, code: int, date_columns: Collection[str]) -> str:
    attribute, gene = context.schema.attributes[index], context.layout.conditions[index]
    name = name_text(attribute.name)
    if isinstance(attribute, BinaryAttribute) and isinstance(gene, BinaryGene):
        value = code >> 1
        # mutation can set a value bit beyond the declared values
        if value >= len(attribute.values):
            return f"{name} in {{}}"
        return f"{name} = {value_text(attribute.values[value])}"
    if isinstance(attribute, NominalAttribute) and isinstance(gene, NominalGene):
        accepted, refused = split_values(attribute, code >> 1, context.new_as.get(index))
        if refused and len(refused) < len(accepted):
            return f"{name} not in {{{', '.join(refused)}}}"
        return f"{name} in {{{', '.join(accepted)}}}"
    if isinstance(gene, IntervalGene):
        return f"{name} {_interval_text(gene, code, _exact_date if attribute.name in date_columns else number_text)}"
    raise TypeError(f"{type(gene).__name__} is no gene of {attribute}")


def _exact_date(x: float) -> str:
    """Return the date of a number of days if that is the very number, else the number."""
    found = date_text(x)
    return found if found is not None and text_days(found) == x else number_text(x)


def _interval_text(gene: IntervalGene, code: int, written: Callable[[float], str]) -> str:
    # an attribute without any present value has no bounds, and a test of it accepts none
    if math.isnan(gene.low):
        return "in {}"
    first, last = gene.ends(code)
    lower, upper = gene.value(first), gene.value(last)
    if first <= last:
        lower, upper = edge(gene, lower, -math.inf), edge(gene, upper, math.inf)
    # bounds of listed numbers can be open on one side (EXT-7)
    if math.isinf(lower) != math.isinf(upper):
        return f"<= {written(upper)}" if math.isinf(lower) else f">= {written(lower)}"
    if first <= last and lower == upper and math.isfinite(lower):
        return f"= {written(lower)}"
    return f"in [{written(lower)}, {written(upper)}]"


def split_values(attribute: NominalAttribute, mask: int, new_as: int | None) -> tuple[list[str], list[str]]:
    """Return the values that a set of bits accepts, and those that it refuses, as texts; `NEW` is in one of both."""
    found: tuple[list[str], list[str]] = ([], [])
    for position, value in enumerate(attribute.values):
        found[(~mask >> position) & 1].append(value_text(value))
    if new_as is not None:
        found[(~mask >> new_as) & 1].append(NEW)
    return found


def number_text(x: float) -> str:
    """Return a number with all its digits, a whole one without a point."""
    text = repr(float(x))
    return text.removesuffix(".0") if x != 0.0 else "0"


def name_text(name: str) -> str:
    """Return a name, in double quotes unless it can't be mistaken for anything else."""
    if _PLAIN_NAME.fullmatch(name) and name not in _WORDS:
        return name
    return json_seen(json.dumps(name, ensure_ascii=False))


def cut(text: str, most: int) -> str:
    """Return a text of at most so many characters, without its middle: long names often begin alike."""
    begin = most // 3
    return text if len(text) <= most else f"{text[:begin]}…{text[begin + 1 - most :]}"


def json_seen(text: str) -> str:
    """Return JSON with escapes for characters that are invisible or reverse text; all are inside its strings."""
    return _UNSEEN.sub(lambda match: f"\\u{ord(match.group()):04x}", text)


def value_text(value: str) -> str:
    """Return a declared value like a name, but numbers as they are."""
    return value if _NUMBER.fullmatch(value) else name_text(value)
