"""Thresholds and metrics after a run, by the names that recordings and traces give them."""

from __future__ import annotations

from typing import Final

from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.rulesets.consultation import METHODS
from mlslcs_ref.rulesets.model import Model

EVALUATED: Final = (
    "threshold_pcut",
    "threshold_ival",
    *(f"{metric}_{method}" for method in METHODS for metric in ("accuracy", "hammingloss", "exactmatch")),
)
"""The names."""


def evaluation_of(model: Model, dataset: Dataset) -> dict[str, float]:
    """Return the two thresholds, and three metrics of each of the three methods."""
    found = {"threshold_pcut": model.thresholds.pcut, "threshold_ival": model.thresholds.ival}
    evaluated = model.evaluate(dataset)
    for method in METHODS:
        found[f"accuracy_{method}"] = evaluated[method].accuracy
        found[f"hammingloss_{method}"] = evaluated[method].hamming_loss
        found[f"exactmatch_{method}"] = evaluated[method].exact_match
    return found
