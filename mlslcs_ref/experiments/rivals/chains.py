"""Binary relevance, classifier chains and ensembles of chains: each label has a classifier of its own.

In a chain a label is learned with the labels before it as features. J. Read, B. Pfahringer, G. Holmes, E. Frank:
Classifier chains for multi-label classification. ECML PKDD 2009, and Machine Learning 85, 2011.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from sklearn.multioutput import ClassifierChain, MultiOutputClassifier

from mlslcs_ref._given import whole
from mlslcs_ref.core.draws import Draws
from mlslcs_ref.experiments.rivals.base_learners import base_classifier
from mlslcs_ref.experiments.rivals.rival import Flags, Numbers, Transformation, bag, shuffled


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


@dataclass(frozen=True)
class Chain(Transformation):
    """CC, by scikit-learn's ClassifierChain, in the order of the labels in the data; the kind `cc`."""

    base: str = "svm"
    """The base learner, see `Transformation`."""

    def fit(self, X: Numbers, Y: Flags, draws: Draws) -> LabelwiseModel:
        """Learn each label from the features and the true labels before it."""
        return _chain(self.base, X, Y, range(Y.shape[1]), draws)


@dataclass(frozen=True)
class EnsembleOfChains(Transformation):
    """ECC: chains in random orders, each learned from a bootstrap sample, which vote; the kind `ecc`.

    Of the random samples that the authors speak of, these are the bootstrap samples of the article of 2011: as many
    instances as there are, drawn with replacement. Every chain draws its order, then its sample. A label is on if at
    least half of the chains say so, as in Mulan. MEKA, by which MlS-LCS's paper has run ECC, calibrates the threshold
    on label cardinality by default, as Read does; whether the paper let it is not said, and it is left out here.
    """

    base: str = "svm"
    """The base learner, see `Transformation`."""
    n_models: int = 10
    """Chains, from 1; ten in both articles."""

    def __post_init__(self) -> None:
        """Check the options."""
        super().__post_init__()
        whole("n_models", self.n_models, 1)

    def fit(self, X: Numbers, Y: Flags, draws: Draws) -> VotingChains:
        """Learn all chains."""
        return VotingChains(tuple(self._member(X, Y, draws) for _ in range(self.n_models)))

    def _member(self, X: Numbers, Y: Flags, draws: Draws) -> LabelwiseModel:
        order = shuffled(draws, Y.shape[1], "order of a chain")
        rows = bag(draws, len(X), "sample of a chain")
        return _chain(self.base, X[rows], Y[rows], order, draws)


@dataclass(frozen=True)
class VotingChains:
    """Chains that vote on each label."""

    members: tuple[LabelwiseModel, ...]
    """Of length n_models >= 1. The chains."""

    @property
    def facts(self) -> Mapping[str, float]:
        """The number of chains."""
        return {"n_models": len(self.members)}

    def predict(self, X: Numbers) -> Flags:
        """Return the labels that at least half of the chains give, of shape (n, n_labels)."""
        votes = np.sum([member.predict(X) for member in self.members], axis=0)
        on: Flags = 2 * votes >= len(self.members)
        return on


def _chain(base: str, X: Numbers, Y: Flags, order: range | list[int], draws: Draws) -> LabelwiseModel:
    return LabelwiseModel(ClassifierChain(base_classifier(base, draws), order=list(order)).fit(X, Y.astype(np.int64)))
