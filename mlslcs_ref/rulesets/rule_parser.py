"""Rules read from text: what `rule_text` prints, and what a person writes in the same notation (REP-9)."""

from __future__ import annotations

import json
import math
import re
from bisect import bisect_left
from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple, NoReturn

from bitarray import bitarray
from bitarray.util import zeros

from mlslcs_ref._meant import did_you_mean
from mlslcs_ref.core.chromosome import Layout
from mlslcs_ref.core.genes import ACTIVE, BinaryGene, IntervalGene, SteppedGene, single
from mlslcs_ref.data.schema import ContinuousAttribute, Schema
from mlslcs_ref.errors import DataError
from mlslcs_ref.rulesets.context import can_be_ternary
from mlslcs_ref.rulesets.notation import chromosome_of
from mlslcs_ref.rulesets.ruleset import RuleSet

_TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[<>]=|[{}\[\],=]|[^\s{}\[\],="]+')
_NUMBER: Final = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?")
_END: Final = "the end"


class _Token(NamedTuple):
    text: str
    column: int

    @property
    def name(self) -> str:
        """The name that the token spells."""
        return str(json.loads(self.text)) if self.text.startswith('"') else self.text


def parsed_rule(text: str, ruleset: RuleSet) -> bitarray:
    """Return the chromosome of a rule in either notation.

    Parameters
    ----------
    text : str
        `01#### -> 10##` if all attributes have the values 0 and 1, or `IF area in [0, 120.5] THEN red, NOT blue`. Names
        that are more than one plain word stand in double quotes, as in JSON. A number stands for the nearest bound that
        the attribute's genes have (REP-4).
    ruleset : RuleSet
        The problem.

    Returns
    -------
    bitarray
        With every bit of inactive genes 0.

    Raises
    ------
    DataError
        If the text is no rule of the problem, with the column where it ends being one.

    Notes
    -----
    Clauses: REP-9. `parsed_rule(rule.text, ruleset)` has the same tests, values, bounds and decisions as
    `rule`; two bounds are the same if they are the same number.
    """
    if can_be_ternary(ruleset.schema) and not text.lstrip().startswith("IF"):
        return chromosome_of(text, ruleset.layout)
    return _Reader(text, ruleset.schema, ruleset.layout).rule()


class _Reader:
    """Reads one rule from left to right."""

    def __init__(self, text: str, schema: Schema, layout: Layout) -> None:
        self._text = text
        self._schema = schema
        self._layout = layout
        self._attributes = {attribute.name: index for index, attribute in enumerate(schema.attributes)}
        self._labels = {name: index for index, name in enumerate(schema.labels)}
        self._tokens = self._tokenised()
        self._at = 0
        self._bits = zeros(layout.size, "little")

    def _tokenised(self) -> list[_Token]:
        tokens: list[_Token] = []
        at = 0
        for match in _TOKEN.finditer(self._text):
            if self._text[at : match.start()].strip():
                break
            tokens.append(_Token(match.group(), match.start() + 1))
            at = match.end()
        if self._text[at:].strip():
            column = at + len(self._text[at:]) - len(self._text[at:].lstrip()) + 1
            self._refuse("a double quote is not closed", column)
        for token in tokens:
            if token.text.startswith('"'):
                try:
                    json.loads(token.text, strict=True)
                except ValueError:
                    self._refuse(f"{token.text} is not a valid JSON string", token.column)
        return [*tokens, _Token(_END, len(self._text) + 1)]

    def rule(self) -> bitarray:
        """Return the chromosome."""
        self._expect("IF")
        if self._peek() == "anything" and self._tokens[self._at + 1].text == "THEN":
            self._at += 1
        else:
            self._test()
            while self._peek() == "AND":
                self._at += 1
                self._test()
        self._expect("THEN")
        if self._peek() == "nothing" and self._tokens[self._at + 1].text == _END:
            return self._bits
        self._decision()
        while self._peek() == ",":
            self._at += 1
            self._decision()
        if self._peek() != _END:
            self._refuse(f"expected a comma or the end, found {self._peek()}", self._tokens[self._at].column)
        return self._bits

    def _test(self) -> None:
        token = self._next("the name of an attribute")
        index = self._known(token, self._attributes, "attribute")
        start = self._layout.starts[index]
        if self._bits[start]:
            self._refuse(f"attribute {token.text} is tested twice", token.column)
        attribute, gene = self._schema.attributes[index], self._layout.conditions[index]
        if isinstance(gene, IntervalGene):
            self._layout.put(self._bits, index, self._interval(gene))
            return
        if isinstance(attribute, ContinuousAttribute):
            raise TypeError(f"{type(gene).__name__} is no gene of {attribute}")
        mask = self._values(attribute.values)
        if isinstance(gene, BinaryGene):
            self._layout.put(self._bits, index, ACTIVE | self._binary_value(mask, len(attribute.values), token) << 1)
        else:
            self._layout.put(self._bits, index, ACTIVE | mask << 1)

    def _binary_value(self, mask: int, n_values: int, token: _Token) -> int:
        """Return the value bit of a set of values; with one declared value the other stands for none."""
        none = not mask and n_values == 1
        if mask not in {1, 2} and not none:
            self._refuse(f"expected one value of {token.text}, found {mask.bit_count()}", token.column)
        return 1 if none else mask >> 1

    def _values(self, declared: Sequence[str]) -> int:
        """Return the declared values that a test names, one bit each."""
        places = {value: place for place, value in enumerate(declared)}
        operator = self._next("= or in or not in")
        if operator.text == "=":
            return 1 << self._known(self._next("a value"), places, "value")
        negated = operator.text == "not"
        if negated:
            operator = self._next("in")
        if operator.text != "in":
            self._refuse(f"expected = or in or not in, found {operator.text}", operator.column)
        self._expect("{")
        mask = 0
        while self._peek() != "}":
            mask |= 1 << self._known(self._next("a value"), places, "value")
            if self._peek() != "}":
                self._expect(",")
        self._at += 1
        return ((1 << len(declared)) - 1) & ~mask if negated else mask

    def _interval(self, gene: IntervalGene) -> int:
        if isinstance(gene, SteppedGene) and self._peek() in {">=", "<="}:
            # open on the other side (EXT-7)
            at_least = self._next("a bound").text == ">="
            bound = self._bound(gene)
            return gene.code(True, bound, gene.levels) if at_least else gene.code(True, 0, bound)
        self._expect("in")
        if math.isnan(gene.low):
            # without any present value there are no bounds, and a test accepts none
            self._expect("{")
            self._expect("}")
            return gene.code(True, 0, 0)
        self._expect("[")
        first = self._bound(gene)
        self._expect(",")
        second = self._bound(gene)
        self._expect("]")
        return gene.code(True, first, second)

    def _bound(self, gene: IntervalGene) -> int:
        token = self._next("a number")
        infinite = isinstance(gene, SteppedGene) and token.text in {"-inf", "inf"}
        if not infinite and not _NUMBER.fullmatch(token.text):
            self._refuse(f"expected a number, found {token.text}", token.column)
        number = single(float(token.text)) if gene.float32 else float(token.text)
        if infinite:
            return gene.levels if number > 0.0 else 0
        bounds = range(gene.levels + 1)
        after = bisect_left(bounds, number, key=gene.value)
        # of two bounds that are equally near, and of two that are the same number, the lower
        near = min((q for q in (after - 1, after) if q in bounds), key=lambda q: abs(gene.value(q) - number), default=0)
        step = (gene.high - gene.low) / gene.levels
        if not isinstance(gene, SteppedGene) and not gene.low - step <= number <= gene.high + step:
            self._refuse(f"expected a number from {gene.low!r} to {gene.high!r}, found {token.text}", token.column)
        return near

    def _decision(self) -> None:
        token = self._next("the name of a label")
        negative = token.text == "NOT"
        if negative:
            token = self._next("the name of a label")
        label = self._known(token, self._labels, "label")
        if self._bits[self._layout.label_start(label)]:
            self._refuse(f"label {token.text} is decided twice", token.column)
        self._layout.put_label(self._bits, label, True, not negative)

    def _known(self, token: _Token, places: dict[str, int], what: str) -> int:
        name = token.name
        if name not in places:
            if "..." in token.text:
                self._refuse("this rule has been cut; print it in full (rules --all)", token.column)
            hint = did_you_mean(name, places, partial(json.dumps, ensure_ascii=False))
            self._refuse(f"{token.text} is no {what}{hint}", token.column)
        return places[name]

    def _peek(self) -> str:
        return self._tokens[self._at].text

    def _next(self, expected: str) -> _Token:
        token = self._tokens[self._at]
        if token.text == _END and self._at == len(self._tokens) - 1:
            self._refuse(f"expected {expected}, found the end", token.column)
        self._at += 1
        return token

    def _expect(self, word: str) -> None:
        token = self._next(word)
        if token.text != word:
            self._refuse(f"expected {word}, found {token.text}", token.column)

    def _refuse(self, problem: str, column: int) -> NoReturn:
        raise DataError(f"not a rule of this problem: {self._text!r}: character {column}: {problem}")
