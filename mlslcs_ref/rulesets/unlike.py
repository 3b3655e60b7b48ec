"""What tells of later data that they are not like those that rules were learned from.

Columns that have lost their values, numbers in another unit or with other thousands, -999 for a missing value: each is
read as it stands, and rules answer all the same.
"""

from __future__ import annotations

import math
from decimal import Decimal
from typing import Final

import numpy as np
import numpy.typing as npt

from mlslcs_ref._meant import first_of
from mlslcs_ref._warned import warned
from mlslcs_ref.core.genes import IntervalGene, SteppedGene
from mlslcs_ref.data.columns import number_text
from mlslcs_ref.data.matrix import Matrix
from mlslcs_ref.data.remarks import MOST, sentinel_of
from mlslcs_ref.data.words import shown
from mlslcs_ref.errors import DataWarning
from mlslcs_ref.rulesets.ruleset import RuleSet

LEAST: Final = 10
"""Fewer rows tell nothing."""
NO_VALUE: Final = "has no value"
SHARE: Final = 0.2


def warn_of_unlike(ruleset: RuleSet, instances: Matrix) -> None:
    """Warn of tested attributes whose values are missing or one where they were not, or that few training rows had.

    Whether values were missing in training rows is known of numbers alone. Dates are expected to be others.
    """
    if len(instances) < LEAST:
        return
    context = ruleset.context
    found: dict[str, str] = {}
    tested = {test.attribute for rule in ruleset for test in rule.tests} if ruleset.is_short else None
    for place, (gene, column) in enumerate(zip(context.layout.conditions, instances.columns(), strict=True)):
        if tested is not None and place not in tested:
            continue
        name = context.schema.attributes[place].name
        if not isinstance(gene, IntervalGene):
            values = getattr(context.schema.attributes[place], "values", ())
            if np.isnan(column.kinds).any() and (told := _ticked(column.numbers, len(values))):
                found[name] = told
        elif not (gene.constant or np.isnan(gene.low)):
            numbers = column.numbers
            present = numbers[~np.isnan(numbers)]
            cuts = context.cuts[place]
            if not len(present):
                found[name] = NO_VALUE
            elif cuts is not None and not cuts.missing and 2 * len(present) < len(numbers):
                n_missing = len(numbers) - len(present)
                found[name] = f"is missing in {n_missing} of {len(numbers)} rows, and was in no training row"
            elif name not in context.date_columns and (told := _beyond(present, gene)):
                found[name] = told
    if found:
        told = first_of([f"{shown(name)} {what}" for name, what in found.items()], MOST, "more columns")
        warned(DataWarning(f"unlike the training data: {told}", next(iter(found))))


def _ticked(codes: npt.NDArray[np.float64], n_values: int) -> str:
    """Say of the codes of nominal values that none is there, or one of several, as where boxes are ticked."""
    present = codes[~np.isnan(codes)]
    n_missing = len(codes) - len(present)
    if not len(present):
        return NO_VALUE
    if n_values == 1 or len(np.unique(present)) > 1 or n_missing < max(LEAST, len(codes) / 2):
        return ""
    return f"has one value alone, and none in {n_missing} of {len(codes)} rows, where every test passes"


def _beyond(present: npt.NDArray[np.float64], gene: IntervalGene) -> str:
    """Say how many numbers are beyond those of training rows, or that one of them seems to mean none."""
    last = _last(gene)
    sentinel = sentinel_of(present)
    if sentinel is not None and not gene.low <= sentinel <= last:
        text = number_text(sentinel)
        return f"has {text} several times; if it is a missing value, give missing=['{text}'] for a file, else NaN"
    n_beyond = int(((present < gene.low) | (present > last)).sum())
    # so few training rows are below the first step, and above the value that the last one stands for
    usual_share = SHARE + 1.0 / gene.levels
    if n_beyond < LEAST or n_beyond <= usual_share * len(present):
        return ""
    usual = f"{number_text(gene.low)} to {number_text(gene.high)}"
    return f"has {n_beyond} of {len(present)} values beyond {usual}; is it in the same unit, or an identifier?"


def _last(gene: IntervalGene) -> float:
    """Return a number that the value of the last step is not above.

    The step is brief: right to half of its last digit, of the value or of what is halfway to it from the step before
    or from further up (EXT-7).
    """
    if not isinstance(gene, SteppedGene):
        return gene.high
    before = max(step for step in gene.steps if step < gene.high)
    if math.isinf(before):
        return math.inf
    digit = Decimal(repr(gene.high)).normalize().as_tuple().exponent
    return 2.0 * gene.high - before + 10.0 ** int(digit)
