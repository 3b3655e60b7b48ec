import numpy as np

from mlslcs_ref.core.draws import PcgDraws
from mlslcs_ref.experiments.rivals.binary_relevance import BinaryRelevance

X = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]] * 2)


def test_each_label_is_learned_by_itself() -> None:
    """The labels are the first feature, the second, and the first turned round; the first two occur in all ways."""
    Y = np.column_stack([X[:, 0] == 1, X[:, 1] == 1, X[:, 0] == 0])

    for base in ("c45", "tree", "svm"):
        assert BinaryRelevance(base).fit(X, Y, PcgDraws(1)).predict(X).tolist() == Y.tolist()


def test_a_label_does_not_see_the_others() -> None:
    """With the label left of it as a feature, the last label could be learned; the features alone say nothing."""
    blank = np.zeros((8, 1))
    first = np.array([True, False] * 4)
    Y = np.column_stack([first, first])

    assert not BinaryRelevance("tree").fit(blank, Y, PcgDraws(1)).predict(blank).any()
