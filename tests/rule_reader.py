"""Rules read back from their text: another opinion on what it means (REP-9). Any error says that a text is no rule."""

import json
import math
import re
from bisect import bisect_left
from collections.abc import Sequence
from typing import Final

from bitarray import bitarray
from bitarray.util import zeros

from mlslcs_ref.core.genes import ACTIVE, BinaryGene, IntervalGene, SteppedGene, single
from mlslcs_ref.rulesets.context import can_be_ternary
from mlslcs_ref.rulesets.notation import chromosome_of
from mlslcs_ref.rulesets.ruleset import RuleSet

__all__ = ["Reader", "parsed_rule"]

PIECE: Final = re.compile(r'"(?:[^"\\]|\\.)*"|not in|[<>]=|[,{}\[\]=]|[^\s,{}\[\]="]+')
Test = tuple[str, str, list[str]]


class Reader:
    """Reads a rule by names, from the description of its form alone."""

    def __init__(self, text: str) -> None:
        self._pieces = PIECE.findall(text)
        assert re.fullmatch(r"\s*", PIECE.sub("", text)), "nothing stands between the pieces"

    def take(self, *expected: str) -> str:
        """Return the next piece, which is one of `expected` if there are any."""
        piece: str = self._pieces.pop(0)
        assert not expected or piece in expected
        return piece

    def peek(self) -> str:
        return self._pieces[0] if self._pieces else ""

    def name(self) -> str:
        piece = self.take()
        return str(json.loads(piece)) if piece.startswith('"') else piece

    def listed(self, closing: str) -> list[str]:
        found = []
        while self.peek() != closing:
            if self._pieces[:2] == ["new", "values"]:
                # said of a set that has the rare ones (EXT-11)
                del self._pieces[:2]
            else:
                found.append(self.name())
            if self.peek() == ",":
                self.take()
        self.take(closing)
        return found

    def test(self) -> Test:
        name, operator = self.name(), self.take("=", ">=", "<=", "in", "not in")
        if operator in {"in", "not in"}:
            return name, operator, self.listed({"{": "}", "[": "]"}[self.take("{", "[")])
        return name, operator, [self.name()]

    def rule(self) -> tuple[list[Test], list[tuple[str, bool]]]:
        """Return the tests, and the decided labels."""
        self.take("IF")
        tests = []
        if self._pieces[:2] == ["anything", "THEN"]:
            self.take()
        else:
            tests.append(self.test())
            while self.peek() == "AND":
                self.take()
                tests.append(self.test())
        self.take("THEN")
        decided: list[tuple[str, bool]] = []
        if self._pieces == ["nothing"]:
            return tests, decided
        while self.peek():
            negative = self.peek() == "NOT" and bool(self.take())
            decided.append((self.name(), not negative))
            if self.peek():
                self.take(",")
        return tests, decided


def parsed_rule(text: str, ruleset: RuleSet) -> bitarray:
    """Return the chromosome of a rule in either notation, every bit of inactive genes 0."""
    schema, layout = ruleset.schema, ruleset.layout
    if can_be_ternary(schema) and not text.startswith("IF"):
        return chromosome_of(text, layout)
    tests, decided = Reader(text).rule()
    bits = zeros(layout.size, "little")
    names = [attribute.name for attribute in schema.attributes]
    for name, operator, listed in tests:
        index = names.index(name)
        gene = layout.conditions[index]
        if isinstance(gene, IntervalGene):
            code = _interval(gene, operator, listed)
        else:
            values = _values(getattr(schema.attributes[index], "values", ()), operator, listed)
            # with one declared value the other bit of a binary attribute stands for none
            code = ACTIVE | ({0: 1, 1: 0, 2: 1}[values] if isinstance(gene, BinaryGene) else values) << 1
        layout.put(bits, index, code)
    for name, positive in decided:
        start = layout.label_start(schema.labels.index(name))
        bits[start], bits[start + 1] = True, positive
    return bits


def _values(declared: Sequence[str], operator: str, listed: Sequence[str]) -> int:
    """Return the declared values that a test accepts, one bit each."""
    mask = 0
    for value in listed:
        mask |= 1 << declared.index(value)
    return mask ^ ((1 << len(declared)) - 1) if operator == "not in" else mask


def _interval(gene: IntervalGene, operator: str, listed: Sequence[str]) -> int:
    if isinstance(gene, SteppedGene) and operator in {">=", "<="}:
        # open on the other side (EXT-7)
        bound = _bound(gene, listed[0])
        return gene.code(True, bound, gene.levels) if operator == ">=" else gene.code(True, 0, bound)
    if operator == "=":
        return gene.code(True, _bound(gene, listed[0]), _bound(gene, listed[0]))
    assert operator == "in"
    if math.isnan(gene.low):
        # without any present value there are no bounds, and a test accepts none
        assert not listed
        return gene.code(True, 0, 0)
    first, second = listed
    return gene.code(True, _bound(gene, first), _bound(gene, second))


def _bound(gene: IntervalGene, text: str) -> int:
    """Return the bound nearest to a number; of two that are equally near, or the same number, the lower."""
    number = float(text)
    if isinstance(gene, SteppedGene) and math.isinf(number):
        return gene.levels if number > 0.0 else 0
    number = single(number) if gene.float32 else number
    bounds = range(gene.levels + 1)
    after = bisect_left(bounds, number, key=gene.value)
    return min((q for q in (after - 1, after) if q in bounds), key=lambda q: abs(gene.value(q) - number))
