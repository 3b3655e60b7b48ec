"""What learns one label, or one of several classes: classifiers of scikit-learn.

Two stand for Weka's J48 and SMO, which the paper's rivals rest on. A linear SVC on features scaled to [0, 1] gives what
SMO gives, to the instance on most data. CART with the stopping and pruning of C4.5 (`c45_tree`) comes near to J48.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

from mlslcs_ref.core.draws import Draws
from mlslcs_ref.experiments.rivals.c45_tree import C45Tree
from mlslcs_ref.experiments.rivals.chance import seed


def base_classifier(base: str, draws: Draws) -> ConstantSafe:
    """Return a scikit-learn classifier that has yet to be fitted; trees break ties by a seed drawn for them.

    `base` is one of `rival.BASES`. Costs are 1, and a leaf of a single tree has two training instances at least, as
    with Weka's SMO and J48; the rest is as scikit-learn has it.
    """
    if base == "svm":
        return ConstantSafe(SVC(kernel="linear"))
    if base == "logistic":
        return ConstantSafe(LogisticRegression(max_iter=1000))
    ties = seed(draws, "ties of a tree")
    if base == "c45":
        return ConstantSafe(C45Tree(random_state=ties))
    if base == "forest":
        return ConstantSafe(RandomForestClassifier(random_state=ties))
    return ConstantSafe(DecisionTreeClassifier(max_depth=3, min_samples_leaf=2, random_state=ties))


class ConstantSafe(ClassifierMixin, BaseEstimator):  # type: ignore[misc] # scikit-learn is published without types
    """A classifier that also learns from one class alone, and then always answers it.

    A rare label is constant in many a fold, which scikit-learn's support vector machines refuse.
    """

    def __init__(self, estimator: Any) -> None:
        self.estimator = estimator

    def fit(self, X: npt.NDArray[Any], y: npt.NDArray[Any]) -> ConstantSafe:
        """Learn from instances and their classes."""
        self.classes_ = np.unique(y)
        if len(self.classes_) > 1:
            self.estimator_ = clone(self.estimator).fit(X, y)
        return self

    def predict(self, X: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Return the class of each instance."""
        if len(self.classes_) == 1:
            return np.full(len(X), self.classes_[0])
        predicted: npt.NDArray[Any] = self.estimator_.predict(X)
        return predicted
