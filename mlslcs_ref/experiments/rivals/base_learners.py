"""What learns one label, or one of several classes: classifiers of scikit-learn.

Two replace Weka's J48 and SMO, on which the paper's rivals are built. A linear SVC on features scaled to [0, 1] gives
the same answers as SMO on most data. CART with the stopping and pruning of C4.5 (`C45Tree`) comes near to J48.

J. R. Quinlan: C4.5: programs for machine learning, 1993, chapter 4 (pruning); Improved use of continuous attributes in
C4.5, Journal of Artificial Intelligence Research 4, 1996 (stopping). Both estimates are those of J48.
"""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

from mlslcs_ref.core.draws import Draws
from mlslcs_ref.experiments.rivals.rival import seed

Flags = npt.NDArray[np.bool_]
Counts = npt.NDArray[np.int64]

TOLERATED: Final = 0.1
"""Errors that a leaf may be estimated to make more than the subtree that it replaces."""


class C45Tree(ClassifierMixin, BaseEstimator):  # type: ignore[misc] # scikit-learn is published without types
    """CART grown by information gain, with the two brakes of C4.5.

    A split counts only if its gain is larger than what it costs to name its threshold, log2(thresholds) / n bits. A
    subtree becomes a leaf if the leaf is not estimated to make more errors, see `pessimistic_errors`. Otherwise it is
    CART: it splits in two and by the gain, not in many and by the gain ratio, and raises no subtrees. Where the split
    of the largest gain does not count, no other is tried. Thresholds that leave a side too few instances are counted,
    too. A side needs `min_samples_leaf` instances; for numbers J48 needs a tenth of the node's instances over the
    number of classes, at most 25.

    Parameters
    ----------
    min_samples_leaf : int, default=2
        Training instances of a leaf at least, J48's -M.
    confidence : float, default=0.25
        CF, above 0 up to 0.5, J48's -C; the smaller, the more is pruned.
    random_state : int, default=0
        Breaks ties between splits.
    """

    def __init__(self, min_samples_leaf: int = 2, confidence: float = 0.25, random_state: int = 0) -> None:
        self.min_samples_leaf = min_samples_leaf
        self.confidence = confidence
        self.random_state = random_state

    def fit(self, X: npt.NDArray[Any], y: npt.NDArray[Any]) -> C45Tree:
        """Grow a tree from instances and their classes, and cut it back."""
        self.grown_ = DecisionTreeClassifier(
            criterion="entropy", min_samples_leaf=self.min_samples_leaf, random_state=self.random_state
        ).fit(X, y)
        self.classes_ = self.grown_.classes_
        # what counts at a node are shares of the classes since scikit-learn 1.3
        shares = self.grown_.tree_.value[:, 0, :]
        ends = _ends(self.grown_.tree_, self._pruned(_worthwhile(self.grown_, X), shares))
        self.n_leaves_ = len(np.unique(ends[ends >= 0]))
        self.answers_ = self.classes_[shares[ends].argmax(axis=1)]
        return self

    def predict(self, X: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Return the class of each instance."""
        found: npt.NDArray[Any] = self.answers_[self.grown_.apply(X)]
        return found

    def _pruned(self, splits: Flags, shares: npt.NDArray[np.float64]) -> Flags:
        """Return which of the nodes that split still do, from the leaves up: a child's number follows its parent's."""
        tree = self.grown_.tree_
        n = tree.n_node_samples
        wrong = n - np.rint(shares.max(axis=1) * n)
        splits = splits.copy()
        errors = np.zeros(len(n))
        for node in reversed(range(len(n))):
            errors[node] = pessimistic_errors(int(n[node]), int(wrong[node]), self.confidence)
            if splits[node]:
                below = errors[tree.children_left[node]] + errors[tree.children_right[node]]
                splits[node] = errors[node] > below + TOLERATED
                errors[node] = below if splits[node] else errors[node]
        return splits


def pessimistic_errors(n: int, wrong: int, confidence: float) -> float:
    """Return how many errors a leaf is estimated to make on as many new instances as it has training instances.

    The upper limit of a confidence interval of the binomial distribution, as in J48: exact without errors, else the
    normal approximation with a correction for continuity. CF is above 0 up to 0.5.
    """
    if wrong == 0:
        return float(n * (1 - confidence ** (1 / n)))
    if wrong + 0.5 >= n:
        return float(n)
    z = NormalDist().inv_cdf(1 - confidence)
    f = (wrong + 0.5) / n
    root = math.sqrt(f / n - f * f / n + z * z / (4 * n * n))
    return n * (f + z * z / (2 * n) + z * root) / (1 + z * z / n)


def _worthwhile(grown: DecisionTreeClassifier, X: npt.NDArray[Any]) -> Flags:
    """Return which nodes have a split with a gain above the cost of its threshold."""
    tree = grown.tree_
    n, entropy, left, right = tree.n_node_samples, tree.impurity, tree.children_left, tree.children_right
    # scikit-learn compares features of 32 bits
    values = np.asarray(X, dtype=np.float32)
    members = grown.decision_path(X).tocsc()
    found = np.zeros(len(n), dtype=np.bool_)
    for node in np.flatnonzero(left >= 0):
        below = (n[left[node]] * entropy[left[node]] + n[right[node]] * entropy[right[node]]) / n[node]
        rows = members.indices[members.indptr[node] : members.indptr[node + 1]]
        thresholds = len(np.unique(values[rows, tree.feature[node]])) - 1
        found[node] = entropy[node] - below > math.log2(thresholds) / n[node]
    return found


def _ends(tree: Any, splits: Flags) -> Counts:
    """Return for each node the leaf that decides what comes to it, from the root down; -1 above the leaves."""
    ends = np.full(len(splits), -1, dtype=np.int64)
    for node in range(len(splits)):
        if ends[node] < 0 and not splits[node]:
            ends[node] = node
        if tree.children_left[node] >= 0:
            ends[tree.children_left[node]] = ends[tree.children_right[node]] = ends[node]
    return ends


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
