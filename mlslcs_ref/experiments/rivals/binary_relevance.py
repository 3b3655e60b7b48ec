"""Binary relevance: a classifier of its own for each label."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from sklearn.multioutput import MultiOutputClassifier

from mlslcs_ref.core.draws import Draws
from mlslcs_ref.experiments.rivals.base_learners import base_classifier
from mlslcs_ref.experiments.rivals.features import Numbers
from mlslcs_ref.experiments.rivals.rival import Flags, Transformation


@dataclass(frozen=True)
class LabelwiseModel:
    """A scikit-learn model that predicts an indicator for each label."""

    estimator: Any
    """Fitted."""
    facts: Mapping[str, float] = field(default_factory=dict)
    """Numbers that describe the model."""

    def predict(self, X: Numbers) -> Flags:
        """Return the labels of instances, of shape (n, n_labels)."""
        return np.asarray(self.estimator.predict(X)) > 0


@dataclass(frozen=True)
class BinaryRelevance(Transformation):
    """BR, by scikit-learn's MultiOutputClassifier; the kind `br`, in the paper with J48."""

    def fit(self, X: Numbers, Y: Flags, draws: Draws) -> LabelwiseModel:
        """Learn each label from the features."""
        return LabelwiseModel(MultiOutputClassifier(base_classifier(self.base, draws)).fit(X, Y.astype(np.int64)))
