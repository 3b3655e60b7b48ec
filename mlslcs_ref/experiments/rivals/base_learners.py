"""What learns one label, or one of several classes: decision trees and support vector machines of scikit-learn.

They stand for Weka's J48 and SMO, which the paper's rivals rest on. A linear SVC on features scaled to [0, 1] gives
what SMO gives, to the instance on most data. For J48 there are two stand-ins, neither of which is C4.5: CART with its
stopping and pruning (`c45_tree`), which comes near to it; and CART as it is, unpruned or pruned at a cost of
complexity, which is many points worse unpruned where labels are noisy.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

from mlslcs_ref.core.draws import Draws
from mlslcs_ref.errors import SettingsError
from mlslcs_ref.experiments.rivals.c45_tree import C45Tree
from mlslcs_ref.experiments.rivals.chance import seed
from mlslcs_ref.experiments.rivals.options import require_choice, require_count, require_number

__all__ = ["BASES", "BaseLearner", "ConstantSafe"]

BASES: Final = ("c45", "tree", "svm")

_OWNERS: Final = MappingProxyType(
    {
        "name": BASES,
        "min_samples_leaf": ("c45", "tree"),
        "confidence": ("c45",),
        "ccp_alpha": ("tree",),
        "C": ("svm",),
    }
)


@dataclass(frozen=True)
class BaseLearner:
    """A kind of single-label learner with its options.

    Parameters
    ----------
    name : {"c45", "tree", "svm"}
        CART with the stopping and pruning of C4.5; CART by the Gini index; or a support vector machine with a linear
        kernel, one against one for several classes.
    min_samples_leaf : int, default=2
        Training instances of a leaf of a tree at least, as J48's -M 2.
    confidence : float, default=0.25
        CF of the pruning of `c45`, above 0 up to 0.5, as J48's -C 0.25.
    ccp_alpha : float, default=0.0
        Cost-complexity pruning of `tree`, >= 0; 0 prunes nothing.
    C : float, default=1.0
        Cost of `svm`, > 0, as SMO's -C 1.

    Raises
    ------
    SettingsError
        If a value is out of its range, or not the default though another learner's.
    """

    name: str
    min_samples_leaf: int = 2
    confidence: float = 0.25
    ccp_alpha: float = 0.0
    C: float = 1.0

    def __post_init__(self) -> None:
        """Check the options."""
        require_choice("base", self.name, BASES)
        require_count("min_samples_leaf", self.min_samples_leaf, 1)
        require_number("confidence", self.confidence, zero=False)
        if self.confidence > 0.5:
            raise SettingsError("confidence", "a number above 0 up to 0.5", repr(self.confidence))
        require_number("ccp_alpha", self.ccp_alpha, zero=True)
        require_number("C", self.C, zero=False)
        for option in fields(self):
            if getattr(self, option.name) != option.default and self.name not in _OWNERS[option.name]:
                owners = " or ".join(_OWNERS[option.name])
                raise SettingsError(
                    option.name, f"no such option, because it belongs to the base {owners}", f"the base {self.name}"
                )

    def classifier(self, draws: Draws) -> ConstantSafe:
        """Return a scikit-learn classifier that has yet to be fitted; a tree breaks ties by a seed drawn for it."""
        if self.name == "svm":
            return ConstantSafe(SVC(kernel="linear", C=self.C))
        ties = seed(draws, "ties of a tree")
        if self.name == "c45":
            return ConstantSafe(C45Tree(self.min_samples_leaf, self.confidence, ties))
        return ConstantSafe(
            DecisionTreeClassifier(min_samples_leaf=self.min_samples_leaf, ccp_alpha=self.ccp_alpha, random_state=ties)
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
