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

__all__ = ["parsed_rule"]

WORD: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[<>]=|[{}\[\],=]|[^\s{}\[\],="]+')


def parsed_rule(text: str, ruleset: RuleSet) -> bitarray:
    """The chromosome of a rule in either notation, every bit of inactive genes 0."""
    if can_be_ternary(ruleset.schema) and not text.startswith("IF"):
        return chromosome_of(text, ruleset.layout)
    return Reader(text, ruleset).rule()


class Reader:
    """The words of a rule, taken from left to right."""

    def __init__(self, text: str, ruleset: RuleSet) -> None:
        self.words = WORD.findall(text)
        self.schema, self.layout = ruleset.schema, ruleset.layout
        self.bits = zeros(self.layout.size, "little")

    def take(self, *expected: str) -> str:
        word: str = self.words.pop(0)
        assert not expected or word in expected
        return word

    def place(self, names: Sequence[str]) -> int:
        """The place of the name that is next."""
        word = self.take()
        return list(names).index(json.loads(word) if word.startswith('"') else word)

    def rule(self) -> bitarray:
        self.take("IF")
        if self.words[:2] == ["anything", "THEN"]:
            self.take()
        else:
            self.test()
            while self.words[0] == "AND":
                self.take()
                self.test()
        self.take("THEN")
        if self.words == ["nothing"]:
            return self.bits
        while self.words:
            negative = self.words[0] == "NOT" and bool(self.take())
            start = self.layout.label_start(self.place(self.schema.labels))
            self.bits[start], self.bits[start + 1] = True, not negative
            if self.words:
                self.take(",")
        return self.bits

    def test(self) -> None:
        index = self.place([attribute.name for attribute in self.schema.attributes])
        gene = self.layout.conditions[index]
        if isinstance(gene, IntervalGene):
            self.layout.put(self.bits, index, self.interval(gene))
            return
        values = self.values(self.schema.attributes[index].values)  # type: ignore[union-attr] # it is not continuous
        if isinstance(gene, BinaryGene):
            # with one declared value the other bit stands for none
            values = {0: 1, 1: 0, 2: 1}[values]
        self.layout.put(self.bits, index, ACTIVE | values << 1)

    def values(self, declared: Sequence[str]) -> int:
        """The declared values that a test names, one bit each."""
        operator = self.take("=", "in", "not")
        if operator == "=":
            return 1 << self.place(declared)
        if operator == "not":
            self.take("in")
        self.take("{")
        mask = 0
        while self.words[0] != "}":
            if self.words[:2] == ["new", "values"]:
                # said of a set that has the rare ones (EXT-11)
                del self.words[:2]
            else:
                mask |= 1 << self.place(declared)
            if self.words[0] != "}":
                self.take(",")
        self.take("}")
        return mask ^ ((1 << len(declared)) - 1) if operator == "not" else mask

    def interval(self, gene: IntervalGene) -> int:
        if isinstance(gene, SteppedGene) and self.words[0] in {">=", "<="}:
            # open on the other side (EXT-7)
            at_least = self.take() == ">="
            bound = self.bound(gene)
            return gene.code(True, bound, gene.levels) if at_least else gene.code(True, 0, bound)
        self.take("in")
        if math.isnan(gene.low):
            # without any present value there are no bounds, and a test accepts none
            self.take("{")
            self.take("}")
            return gene.code(True, 0, 0)
        self.take("[")
        first = self.bound(gene)
        self.take(",")
        second = self.bound(gene)
        self.take("]")
        return gene.code(True, first, second)

    def bound(self, gene: IntervalGene) -> int:
        """The bound nearest to a number; of two that are equally near, or the same number, the lower."""
        number = float(self.take())
        if isinstance(gene, SteppedGene) and math.isinf(number):
            return gene.levels if number > 0.0 else 0
        number = single(number) if gene.float32 else number
        bounds = range(gene.levels + 1)
        after = bisect_left(bounds, number, key=gene.value)
        return min((q for q in (after - 1, after) if q in bounds), key=lambda q: abs(gene.value(q) - number))
