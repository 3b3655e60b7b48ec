"""How good each rule is on data that it may not have been learned from."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from mlslcs_ref.core.coverage import CoverageIndex
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.rulesets.rule import Rule


class RuleWorth(NamedTuple):
    """How good a rule is on some data."""

    support: int
    """Instances that it matches."""
    precision: float
    """Share of its decisions that are right, over those instances, in [0, 1]; NaN without any."""
    recall: float
    """Share of all occurrences of the labels it asserts that are in instances it matches; NaN without any."""


def worths_on(rules: Iterable[Rule], dataset: Dataset, index: CoverageIndex) -> tuple[RuleWorth, ...]:
    """Return how good every rule is on a data set, of whose instances `index` tells which a rule matches."""
    found = []
    for rule in rules:
        rows = np.frombuffer(index.matched(rule.chromosome).unpack(), dtype=np.bool_)
        right = [int((dataset.Y[rows, label] == decision).sum()) for label, decision in rule.decisions]
        positive = [label for label, decision in rule.decisions if decision]
        hits = sum(int(dataset.Y[rows, label].sum()) for label in positive)
        support, said, there = int(rows.sum()), len(rule.decisions), int(dataset.Y[:, positive].sum())
        found.append(
            RuleWorth(
                support=support,
                precision=sum(right) / (support * said) if support * said else math.nan,
                recall=hits / there if there else math.nan,
            )
        )
    return tuple(found)
