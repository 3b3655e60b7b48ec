"""A trained model: a ruleset, its thresholds, and where it came from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.inference.thresholds import Thresholds
from mlslcs_ref.metrics import Scores, scores
from mlslcs_ref.rulesets.consultation import METHODS, Consultation, Method
from mlslcs_ref.rulesets.ruleset import RuleSet

__all__ = ["UNCOMPACTED", "Model", "RunRecord"]

UNCOMPACTED: Final = "none"
"""The compaction of a model that holds all rules of its run."""


@dataclass(frozen=True)
class RunRecord:
    """What a run was, apart from its settings.

    Parameters
    ----------
    data : str
        Name of the training data.
    profile : str
        The profile that the settings started from.
    stream : str
        `pcg64` or `java`.
    seed : int
        The seed of the stream.
    steps : int
        Steps done.
    draws : int
        Numbers drawn.
    crc32 : str
        Digest of the final population, eight hexadecimal digits.
    n_centroids, n_unmatched_centroids : int
        Centroids that the initialisation found, and those whose rule matches nothing (INI-3); 0 if it was off.
    compaction : str
        The strategy by which the rules of the run were made fewer, or `none`.
    """

    data: str
    profile: str
    stream: str
    seed: int
    steps: int
    draws: int
    crc32: str
    n_centroids: int
    n_unmatched_centroids: int
    compaction: str = UNCOMPACTED


@dataclass(frozen=True)
class Model:
    """A ruleset that predicts.

    Parameters
    ----------
    ruleset : RuleSet
        The rules.
    thresholds : Thresholds
        Chosen on the training data.
    record : RunRecord
        Where it came from.
    """

    ruleset: RuleSet
    thresholds: Thresholds
    record: RunRecord

    def predict(self, instances: npt.NDArray[np.float64], method: Method = "ival") -> npt.NDArray[np.bool_]:
        """Return the labels of instances coded by the ruleset's schema, of shape (n_instances, n_labels)."""
        return Consultation(self.ruleset, instances).predicted(method, self.thresholds)

    def evaluate(self, dataset: Dataset) -> dict[Method, Scores]:
        """Return the metrics of every method on labelled data.

        Raises
        ------
        DataError
            If they are of another schema.
        """
        self.ruleset.require_schema_of(dataset)
        consultation = Consultation(self.ruleset, dataset.X)
        skip_empty = self.ruleset.settings.empty_label_sets == "skip"
        return {
            method: scores(dataset.Y, consultation.predicted(method, self.thresholds), skip_empty) for method in METHODS
        }
