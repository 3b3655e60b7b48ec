"""The covering operator: rules made from an instance, for a label that no rule of M decides rightly."""

from __future__ import annotations

import math
from dataclasses import dataclass

from bitarray import bitarray

from mlslcs_ref.core.building import mypyc_attr
from mlslcs_ref.core.chromosome import Layout, number_of
from mlslcs_ref.core.draws import Draws
from mlslcs_ref.core.genes import Gene, IntervalGene, NominalGene, single


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(eq=False, repr=False)
class Covering:
    """Turns values and labels into chromosomes (COV-1 to COV-4, COV-6), for instances and for centroids (INI-1)."""

    layout: Layout
    draws: Draws
    p_hash: float
    p_label_hash: float
    focus_specific: bool
    """Whether the label that triggered covering stays specific (setting `covering_focus` = `specific`) or may become #
    like the others (`generalised`, `authors`, COV-2)."""
    bounds_corrected: bool
    """Whether bounds are moved apart until they enclose the value (setting `covering_bounds` = `corrected`) or stay as
    they come (`raw`, `authors`, COV-3)."""
    missing_draws: bool
    """Whether a missing value takes its usual draws (an instance, REP-7) or none (a centroid, INI-1)."""
    missing_match: bool
    """Whether a missing value leaves every bit of its gene 0 (setting `missing_values` = `match`); if not
    (`unhandled`, `authors`), it reads 1, the first value, or bounds of 0."""

    def generate(self, values: list[float], labels: bitarray, focus: int) -> bitarray:
        """Return a chromosome of `values`, NaN where missing, and of `labels`: what it decides, it decides rightly.

        It matches `values` with corrected bounds where missing values match; else rounding and missing values can
        prevent it. The tests draw first, then the labels (COV-6). `focus` is the label that lacks a rule, or -1.
        """
        conditions = self.conditions(values, [self.p_hash] * len(values))
        return self.layout.assembled(conditions, self.decided(len(labels), focus), labels)

    def conditions(self, values: list[float], p_hashes: list[float]) -> list[int]:
        """Return the code of a test of every attribute, each inactive with its own probability."""
        codes: list[int] = []
        for index, gene in enumerate(self.layout.conditions):
            x = values[index]
            is_missing = math.isnan(x)
            code = 0 if is_missing and not self.missing_draws else self._condition(gene, x, p_hashes[index])
            codes.append(0 if is_missing and self.missing_match else code)
        return codes

    def decided(self, n_labels: int, focus: int) -> bitarray:
        """Return which labels are decided, each # by one draw; an exempt `focus` takes none (COV-2)."""
        is_exempt = self.focus_specific and focus >= 0
        undecided = self.draws.below(self.p_label_hash, n_labels - int(is_exempt), "cover.label")
        if is_exempt:
            undecided.insert(focus, False)
        return ~undecided

    def _condition(self, gene: Gene, x: float, p_hash: float) -> int:
        """Return the code of a test that accepts `x` (COV-1), perhaps inactive, in the draw order of COV-6."""
        if isinstance(gene, IntervalGene):
            return self._interval(gene, x, p_hash)
        if isinstance(gene, NominalGene):
            return self._values(gene, x, p_hash)
        active = self.draws.unit("cover.attribute") >= p_hash
        return int(active) | int(x != 0.0) << 1

    def _values(self, gene: NominalGene, x: float, p_hash: float) -> int:
        """Return a nominal test: every value by a fair draw, then the instance's own set (COV-4)."""
        active = self.draws.unit("cover.attribute") < 1.0 - p_hash
        values = bitarray([self.draws.unit("cover.value") < 0.5 for _value in range(gene.n_values)], "little")
        values[0 if math.isnan(x) else int(x)] = True
        return int(active) | number_of(values) << 1

    def _interval(self, gene: IntervalGene, x: float, p_hash: float) -> int:
        """Return a continuous test: draws for lower (rounded down), upper (up), activation (COV-3, REP-6, REP-7)."""
        to_lower = self.draws.unit("cover.lower")
        to_upper = self.draws.unit("cover.upper")
        active = self.draws.unit("cover.attribute") < 1.0 - p_hash
        if gene.constant:
            return gene.code(active and not gene.never_active, 0, 0)
        if math.isnan(x):
            return gene.code(active, 0, 0)
        below, above = gene.distances(x)
        first = math.floor(to_lower * below / gene.range * gene.levels)
        second = math.ceil((gene.range - to_upper * above) / gene.range * gene.levels)
        # in exact arithmetic instances never need it, but the mean of a centroid can be rounded out of the range
        first = min(max(first, 0), gene.levels)
        second = min(max(second, 0), gene.levels)
        if self.bounds_corrected:
            first, second = self._corrected(gene, x, first, second)
        return gene.code(active, first, second)

    @staticmethod
    def _corrected(gene: IntervalGene, x: float, first: int, second: int) -> tuple[int, int]:
        """Return the bounds moved apart until they enclose `x`."""
        at = single(x) if gene.float32 else x
        while first > 0 and gene.value(first) > at:
            first -= 1
        while second < gene.levels and gene.value(second) < at:
            second += 1
        return first, second
