"""RAkEL: an ensemble of label powersets over small random sets of labels.

In a label powerset every label set of the training data is a class. G. Tsoumakas, I. Katakis, I. Vlahavas: Random
k-labelsets for multi-label classification. IEEE Transactions on Knowledge and Data Engineering 23, 2011.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from math import comb
from typing import Final

import numpy as np

from mlslcs_ref._given import choice, whole
from mlslcs_ref.core.draws import Draws
from mlslcs_ref.errors import SettingsError
from mlslcs_ref.experiments.rivals.base_learners import ConstantSafe, base_classifier
from mlslcs_ref.experiments.rivals.rival import Flags, Numbers, Transformation, distinct, shuffled

SETUPS: Final = ("default", "extended", "disjoint")
Labelsets = tuple[tuple[int, ...], ...]


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


@dataclass(frozen=True)
class Rakel(Transformation):
    """RAkEL; the kind `rakel`.

    The extended set-up with support vector machines takes the longest of all: about two minutes of CPU for the split of
    enron, one and a half for a fold of CAL500, and below two seconds on the smaller data sets.
    """

    setup: str = "default"
    """`default`: RAkELo with k = 3 and m = 2L; `extended`: RAkELo with k = L / 2, rounded down, and m = min(2L, 100),
    the extended set-up of MlS-LCS's paper; `disjoint`: RAkELd with k = 3, which divides the labels into L / k sets,
    rounded up."""
    k: int | None = None
    """Another number of labels of a set, from 1; at most all labels are taken."""
    n_models: int | None = None
    """Another number m of label sets, from 1; at most all sets of k labels are taken. Not with `disjoint`."""

    def __post_init__(self) -> None:
        """Check the options."""
        super().__post_init__()
        choice("setup", self.setup, SETUPS)
        if self.k is not None:
            whole("k", self.k, 1)
        if self.n_models is not None:
            whole("n_models", self.n_models, 1)
            if self.setup == "disjoint":
                raise SettingsError("n_models", "none with the set-up disjoint", str(self.n_models))

    def fit(self, X: Numbers, Y: Flags, draws: Draws) -> RakelModel:
        """Learn a label powerset for each of the random label sets."""
        n_labels = Y.shape[1]
        labelsets = self.labelsets(n_labels, draws)
        members = tuple(learn_label_sets(self.base, X, Y[:, labels], draws) for labels in labelsets)
        return RakelModel(n_labels, labelsets, members)

    def labelsets(self, n_labels: int, draws: Draws) -> Labelsets:
        """Draw the label sets, each as ascending label numbers from 0."""
        half = max(n_labels // 2, 1)
        k = min(self.k or (half if self.setup == "extended" else 3), n_labels)
        if self.setup == "disjoint":
            return disjoint_labelsets(n_labels, k, draws)
        m = self.n_models or (min(2 * n_labels, 100) if self.setup == "extended" else 2 * n_labels)
        return overlapping_labelsets(n_labels, k, min(m, comb(n_labels, k)), draws)


@dataclass(frozen=True)
class RakelModel:
    """Label powersets that vote on the labels of their sets."""

    n_labels: int
    """All labels."""
    labelsets: Labelsets
    """Of length n_models. The labels of each member."""
    members: tuple[LabelSetModel, ...]
    """Of length n_models. What each has learned."""

    @property
    def facts(self) -> Mapping[str, float]:
        """The number of models."""
        return {"n_models": len(self.members)}

    def predict(self, X: Numbers) -> Flags:
        """Return the labels of instances, of shape (n, n_labels).

        A label is on if at least half of the models that know it say so, as in Mulan, where the article asks for more
        than half; a label that no model knows is off.
        """
        votes = np.zeros((len(X), self.n_labels), dtype=np.int64)
        voters = np.zeros(self.n_labels, dtype=np.int64)
        for labels, member in zip(self.labelsets, self.members, strict=True):
            votes[:, labels] += member.predict(X)
            voters[list(labels)] += 1
        on: Flags = (2 * votes >= voters) & (voters > 0)
        return on


def overlapping_labelsets(n_labels: int, k: int, m: int, draws: Draws) -> Labelsets:
    """Draw `m` different sets of `k` labels, all equally likely; m is at most the number of such sets."""
    found: dict[tuple[int, ...], None] = {}
    while len(found) < m:
        found[tuple(sorted(distinct(draws, n_labels, k, "labels of a set")))] = None
    return tuple(found)


def disjoint_labelsets(n_labels: int, k: int, draws: Draws) -> Labelsets:
    """Divide the labels at random into sets of `k`, of which the last may be smaller."""
    order = shuffled(draws, n_labels, "division of the labels")
    return tuple(tuple(sorted(order[start : start + k])) for start in range(0, n_labels, k))
