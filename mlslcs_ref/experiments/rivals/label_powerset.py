"""Label powerset, of which RAkEL has many: every label set of the training data is a class."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from mlslcs_ref.core.draws import Draws
from mlslcs_ref.experiments.rivals.base_learners import ConstantSafe, base_classifier
from mlslcs_ref.experiments.rivals.features import Numbers
from mlslcs_ref.experiments.rivals.rival import Flags


@dataclass(frozen=True)
class LabelSetModel:
    """A classifier whose classes are label sets."""

    classifier: ConstantSafe
    """Fitted; class c is row c of `label_sets`."""
    label_sets: Flags
    """Of shape (n_label_sets, n_labels). The different label sets of the training data."""

    @property
    def facts(self) -> Mapping[str, float]:
        """The number of label sets."""
        return {"n_label_sets": len(self.label_sets)}

    def predict(self, X: Numbers) -> Flags:
        """Return the labels of instances, of shape (n, n_labels); only label sets of the training data occur."""
        found: Flags = self.label_sets[self.classifier.predict(X)]
        return found


def learn_label_sets(base: str, X: Numbers, Y: Flags, draws: Draws) -> LabelSetModel:
    """Learn the different rows of `Y`, of shape (n, n_labels), as classes of a base learner.

    Support vector machines are one for each pair of label sets, but then each is small: the 450 label sets of nine
    tenths of CAL500 take less than a second.
    """
    label_sets, classes = np.unique(Y, axis=0, return_inverse=True)
    classifier = base_classifier(base, draws)
    with warnings.catch_warnings():
        # where most label sets occur once, scikit-learn asks whether numbers were meant
        warnings.filterwarnings("ignore", "The number of unique classes", UserWarning)
        # numpy 2.0 alone gives the classes the shape (n, 1)
        classifier.fit(X, classes.reshape(-1))
    return LabelSetModel(classifier, label_sets)
