"""Rules that continue to learn: a ruleset read in the schema and the ranges of further training data.

The bounds of a continuous test are steps within a range (REP-4). Where further data widen the range, a bound moves to
the next step outwards, so that a test accepts at least what it accepted; where nothing widens, every bit stays. Sets of
nominal values are carried over by text, and a value that is new belongs to none of them.
"""

from __future__ import annotations

import math

from bitarray.util import zeros

from mlslcs_ref._meant import first_of
from mlslcs_ref.core.genes import ACTIVE, Gene, IntervalGene, SteppedGene
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.schema import Attribute, ContinuousAttribute
from mlslcs_ref.errors import DataError, SettingsError
from mlslcs_ref.rulesets.bridge import classifier_of, rule_of
from mlslcs_ref.rulesets.context import RuleContext
from mlslcs_ref.rulesets.ruleset import RuleSet
from mlslcs_ref.settings import Settings


def continued(ruleset: RuleSet, dataset: Dataset, settings: Settings) -> RuleSet:
    """Return a ruleset's rules with their counts, ready to be trained further on a data set.

    Their ranges span both.

    Parameters
    ----------
    dataset : Dataset
        The further data: the same attributes and labels by name and kind, in the same order; nominal attributes may
        declare more values.
    settings : Settings
        Of the further run; precision_bits may differ.

    Raises
    ------
    DataError
        If the attributes or the labels are others.
    SettingsError
        If precision_bits differs, and the rules' bounds are listed steps (EXT-7).
    """
    _require_same(ruleset, dataset)
    ranges = tuple(_span(old, new) for old, new in zip(ruleset.ranges, dataset.ranges(), strict=True))
    if any(len(steps) > 2 for steps in ranges) and settings.precision_bits != ruleset.settings.precision_bits:
        raise SettingsError(
            "precision_bits",
            f"{ruleset.settings.precision_bits}, as in the listed steps of the rules to start from",
            str(settings.precision_bits),
        )
    context = RuleContext(dataset.schema, ranges, settings, dataset.n_instances)
    layout = context.layout
    old_genes = ruleset.layout.conditions
    changed = [
        index
        for index, (old, new) in enumerate(zip(ruleset.schema.attributes, dataset.schema.attributes, strict=True))
        if old != new or not _same_steps(old_genes[index], layout.conditions[index])
    ]
    rules = []
    for rule in ruleset:
        chromosome = None
        if changed:
            chromosome = zeros(layout.size, "little")
            chromosome[layout.condition_size :] = rule.chromosome[ruleset.layout.condition_size :]
            for index, gene in enumerate(layout.conditions):
                code = ruleset.layout.code_in(rule.chromosome.tobytes(), index)
                if index in changed:
                    attributes = ruleset.schema.attributes[index], dataset.schema.attributes[index]
                    code = _recoded(code, old_genes[index], gene, *attributes)
                layout.put(chromosome, index, code)
        rules.append(rule_of(classifier_of(rule, context, chromosome), context))
    return RuleSet(context, rules)


def _require_same(ruleset: RuleSet, dataset: Dataset) -> None:
    if ruleset.schema.labels != dataset.schema.labels:
        raise DataError(
            f"expected the labels of the rules, {first_of(ruleset.schema.labels)}, "
            f"found {first_of(dataset.schema.labels)}"
        )
    old, new = ruleset.schema.attributes, dataset.schema.attributes
    names = tuple(attribute.name for attribute in old)
    if names != tuple(attribute.name for attribute in new):
        raise DataError(
            f"expected the attributes of the rules, {first_of(names)}, "
            f"found {first_of([attribute.name for attribute in new])}"
        )
    for known, found in zip(old, new, strict=True):
        if isinstance(known, ContinuousAttribute) != isinstance(found, ContinuousAttribute):
            kinds = [
                "continuous" if isinstance(attribute, ContinuousAttribute) else "nominal"
                for attribute in (known, found)
            ]
            raise DataError(f"expected a {kinds[0]} one as in the rules, found a {kinds[1]} one", column=known.name)
        if not isinstance(known, ContinuousAttribute) and not isinstance(found, ContinuousAttribute):
            lost = [value for value in known.values if value not in found.values]
            if lost:
                raise DataError(f"expected it to declare {lost[0]!r} as in the rules", column=known.name)


def _span(old: tuple[float, ...], new: tuple[float, float]) -> tuple[float, ...]:
    if len(old) > 2:
        # listed steps have infinite ends, so that they hold whatever comes (EXT-7)
        return old
    if math.isnan(old[0]) or math.isnan(new[0]):
        return new if math.isnan(old[0]) else (old[0], old[1])
    return min(old[0], new[0]), max(old[1], new[1])


def _same_steps(old: Gene, new: Gene) -> bool:
    if not isinstance(old, IntervalGene) or not isinstance(new, IntervalGene):
        return old.width == new.width
    if isinstance(old, SteppedGene) or isinstance(new, SteppedGene):
        return isinstance(old, SteppedGene) and isinstance(new, SteppedGene) and old.steps == new.steps
    # NaN bounds, without any present value, are equal here
    return (old.bits, old.float32) == (new.bits, new.float32) and repr((old.low, old.high)) == repr((new.low, new.high))


def _recoded(code: int, old: Gene, new: Gene, known: Attribute, found: Attribute) -> int:
    """Return a gene's code in its new steps or values; a test that is not active keeps no hidden bits."""
    if not code & ACTIVE:
        return 0
    if isinstance(old, IntervalGene) and isinstance(new, IntervalGene):
        if new.never_active or old.constant:
            return 0
        lower, upper = old.ends(code)
        return new.code(True, _step_below(new, old.value(lower)), _step_above(new, old.value(upper)))
    if isinstance(known, ContinuousAttribute) or isinstance(found, ContinuousAttribute):
        raise TypeError(f"{known} cannot be continued as {found}")
    place = {value: index for index, value in enumerate(found.values)}
    accepted = [place[value] for index, value in enumerate(known.values) if _accepts(code, index, old)]
    if new.width == 2:
        return ACTIVE | accepted[0] << 1 if accepted else code
    mask = 0
    for index in accepted:
        mask |= 2 << index
    return ACTIVE | mask


def _accepts(code: int, index: int, gene: Gene) -> bool:
    return bool(gene.accepts(code, float(index)))


def _step_below(gene: IntervalGene, x: float) -> int:
    """Return the highest step that is not above `x`."""
    return max((q for q in range(gene.levels + 1) if gene.value(q) <= x), default=0)


def _step_above(gene: IntervalGene, x: float) -> int:
    """Return the lowest step that is not below `x`."""
    return min((q for q in range(gene.levels + 1) if gene.value(q) >= x), default=gene.levels)
