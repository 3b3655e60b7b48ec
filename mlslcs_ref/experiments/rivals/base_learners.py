"""What learns one label, or one of several classes: decision trees and support vector machines of scikit-learn.

They stand for Weka's J48 and SMO, which the paper's rivals rest on. A linear SVC on features scaled to [0, 1] gives
what SMO gives, to the instance on most data. CART is no C4.5: it splits in two by the Gini index and prunes by cost
complexity, if at all, while J48 splits nominal attributes in many by the gain ratio and prunes by an estimated error.
An unpruned CART is markedly worse than J48 where labels are noisy; `ccp_alpha` of about 0.02 comes close on two data
sets, a stand-in and no tuned value.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

from mlslcs_ref.core.draws import Draws
from mlslcs_ref.experiments.rivals.chance import seed
from mlslcs_ref.experiments.rivals.options import require_choice, require_count, require_number

__all__ = ["BASES", "BaseLearner", "ConstantSafe"]

BASES: Final = ("tree", "svm")


@dataclass(frozen=True)
class BaseLearner:
    """A kind of single-label learner with its options.

    Parameters
    ----------
    name : {"tree", "svm"}
        CART, or a support vector machine with a linear kernel, one against one for several classes.
    min_samples_leaf : int, default=2
        Training instances of a leaf at least, as J48's -M 2.
    ccp_alpha : float, default=0.0
        Cost-complexity pruning of trees, >= 0; 0 prunes nothing.
    C : float, default=1.0
        Cost of the support vector machine, > 0, as SMO's -C 1.

    Raises
    ------
    SettingsError
        If a value is out of its range.
    """

    name: str
    min_samples_leaf: int = 2
    ccp_alpha: float = 0.0
    C: float = 1.0

    def __post_init__(self) -> None:
        """Check the options."""
        require_choice("base", self.name, BASES)
        require_count("min_samples_leaf", self.min_samples_leaf, 1)
        require_number("ccp_alpha", self.ccp_alpha, zero=True)
        require_number("C", self.C, zero=False)

    def classifier(self, draws: Draws) -> ConstantSafe:
        """Return a scikit-learn classifier that has yet to be fitted; a tree breaks ties by a seed drawn for it."""
        if self.name == "svm":
            return ConstantSafe(SVC(kernel="linear", C=self.C))
        return ConstantSafe(
            DecisionTreeClassifier(
                min_samples_leaf=self.min_samples_leaf,
                ccp_alpha=self.ccp_alpha,
                random_state=seed(draws, "ties of a tree"),
            )
        )


class ConstantSafe(ClassifierMixin, BaseEstimator):  # type: ignore[misc] # scikit-learn is published without types
    """A classifier that also learns from one class alone, and then always answers it.

    A rare label is constant in many a fold, which scikit-learn's support vector machines refuse.

    Parameters
    ----------
    estimator : classifier
        What learns two classes or more; left as it is, for a copy is fitted.
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
