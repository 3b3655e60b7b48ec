"""A trained model: a ruleset, its thresholds, and where it came from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.inference.thresholds import Metric, Thresholds
from mlslcs_ref.metrics import Scores, scores
from mlslcs_ref.rulesets.consultation import METHODS, Consultation, Method
from mlslcs_ref.rulesets.pass_record import PassRecord
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
    metric : str
        What IVAL's threshold makes best on the training data.
    parts : tuple of str
        Mechanisms that were not this package's own, each as `deletion: module.Class`.
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
    metric: Metric = "accuracy"
    parts: tuple[str, ...] = ()


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
    history : tuple of PassRecord
        How the run went, pass by pass, as far as that was recorded.
    reading : mapping of str to object
        How the file of its training data was read: plain values, as JSON has them.
    extension : mapping of str to object, optional
        Settings beyond the paper's, as plain values.
    decision : mapping of str to object, optional
        How votes become labels, if not as in the paper; as plain values.
    population : RuleSet, optional
        The rules of the run, if `ruleset` is a choice among them.
    edited : bool
        Whether it was read from a file that was edited after it had been written.
    """

    ruleset: RuleSet
    thresholds: Thresholds
    record: RunRecord
    history: tuple[PassRecord, ...] = ()
    reading: Mapping[str, Any] = field(default_factory=dict)
    extension: Mapping[str, Any] | None = None
    decision: Mapping[str, Any] | None = None
    population: RuleSet | None = None
    edited: bool = field(default=False, compare=False)

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
        skip_empty = self.ruleset.settings.skip_empty
        return {
            method: scores(dataset.Y, consultation.predicted(method, self.thresholds), skip_empty) for method in METHODS
        }
