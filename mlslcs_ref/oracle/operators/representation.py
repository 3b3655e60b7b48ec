"""Operators on genes and single rules (REP, PAR, SUB-2)."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from bitarray import bitarray
from bitarray.util import zeros

from mlslcs_ref.core.assembly import discount_threshold, index_for, layout_for
from mlslcs_ref.core.chromosome import Layout
from mlslcs_ref.core.genes import Gene, IntervalGene, NominalGene
from mlslcs_ref.data.schema import Schema
from mlslcs_ref.oracle.operators.bench import Workshop
from mlslcs_ref.oracle.operators.case import Case, overflow_rejected
from mlslcs_ref.oracle.operators.values import attribute_of, bits_of, require_values, row_of
from mlslcs_ref.rulesets.context import RuleContext
from mlslcs_ref.rulesets.notation import rule_text


def layout(case: Case) -> dict[str, Any]:
    """Return where the genes of a chromosome stand (REP-1 to REP-4)."""
    found = Workshop(case).layout
    return {
        "attribute_starts": list(found.starts),
        "label_starts": [found.label_start(label) for label in range(found.n_labels)],
        "size": found.size,
    }


class _OneGene:
    """The gene of one attribute, and its bits."""

    def __init__(self, case: Case) -> None:
        self.attribute, bounds = attribute_of(case.inputs.field("attribute"), "a1")
        with overflow_rejected():
            self.layout = layout_for(
                Schema((self.attribute,), ("l1",)), (bounds or (math.nan, math.nan),), case.settings
            )
        self.gene: Gene = self.layout.conditions[0]
        self.bits = bits_of(case.inputs.field("bits"), self.gene.width)
        self.chromosome = self.bits + bitarray("00")
        self.code = self.layout.code_in(self.chromosome.tobytes(), 0)


def decode(case: Case) -> dict[str, Any]:
    """Return what the bits of an attribute's gene say (REP-2 to REP-4)."""
    one = _OneGene(case)
    found: dict[str, Any] = {"active": bool(one.bits[0])}
    if isinstance(one.gene, IntervalGene):
        bounds = list(one.gene.bounds(one.code))
        return {**found, "bounds": bounds, "reals": [one.gene.value(bound) for bound in bounds]}
    if isinstance(one.gene, NominalGene):
        return {**found, "values": list(one.bits[1:].search(bitarray("1")))}
    return {**found, "values": [int(one.bits[1])]}


def match(case: Case) -> dict[str, Any]:
    """Return which values of an attribute its test accepts (MAT-1, REP-3, REP-4, REP-6 to REP-8)."""
    one = _OneGene(case)
    values = row_of(case.inputs.field("x"))
    require_values(np.array(values, dtype=np.float64), one.attribute, "x")
    index = index_for(one.layout, np.array(values, dtype=np.float64).reshape(len(values), 1), case.settings)
    accepted = [bool(bit) for bit in index.matched(one.chromosome)]
    for x, bit in zip(values, accepted, strict=True):
        if not math.isnan(x) and one.gene.accepts(one.code, x) != bit:
            raise AssertionError(f"gene and column of attribute values differ for {x}")
    return {"accepted": accepted}


def generality(case: Case) -> dict[str, Any]:
    """Return whether a rule is general for another (SUB-2)."""
    shop = Workshop(case)
    one, other = (shop.chromosome(case.inputs.field(name)) for name in ("rule", "other"))
    found = shop.layout
    by_genes = all(
        gene.generalises(found.code_in(one.tobytes(), index), found.code_in(other.tobytes(), index))
        for index, gene in enumerate(found.conditions)
    )
    if _generalises(found, _without_decisions(found, one), _without_decisions(found, other)) != by_genes:
        raise AssertionError("the genes and the layout differ in the condition")
    return {"general": _generalises(found, one, other)}


def _generalises(found: Layout, one: bitarray, other: bitarray) -> bool:
    return found.generalises(one, found.identity(one)[0], other, found.identity(other)[0])


def _without_decisions(found: Layout, bits: bitarray) -> bitarray:
    return bits[: found.condition_size] + zeros(found.size - found.condition_size, "little")


def equality(case: Case) -> dict[str, Any]:
    """Return whether two rules are equal (REP-10)."""
    shop = Workshop(case)
    one, other = (shop.chromosome(case.inputs.field(name)) for name in ("rule", "other"))
    return {"equal": shop.layout.identity(one)[1] == shop.layout.identity(other)[1]}


def repair(case: Case) -> dict[str, Any]:
    """Return a chromosome after REPAIR (REP-5, REP-6)."""
    shop = Workshop(case)
    bits = shop.chromosome(case.inputs.field("rule")).copy()
    shop.layout.repair(bits)
    return {"rule": bits.to01()}


def notation(case: Case) -> dict[str, Any]:
    """Return a rule as text (REP-9)."""
    shop = Workshop(case)
    rule, _created = shop.rule(case.inputs.field("rule"))
    return {"text": rule_text(RuleContext(shop.schema, shop.ranges, case.settings, 0), rule.chromosome)}


def parameters(case: Case) -> dict[str, Any]:
    """Return the parameters of a rule that follow from its counts (PAR-0, PAR-1, UPD-4, UPD-5, GEN-1, SUB-1)."""
    shop = Workshop(case)
    rule, _created = shop.rule(case.inputs.field("rule"))
    return {
        "tp": rule.tp,
        "fp": rule.wrong,
        "msa": rule.msa,
        "acc": rule.acc,
        "fitness": rule.fitness,
        "discounted_fitness": rule.discounted_fitness(discount_threshold(case.settings)),
        "able": shop.able(rule),
    }
