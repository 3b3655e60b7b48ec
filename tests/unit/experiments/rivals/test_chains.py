"""Binary relevance, and chains: order, samples and votes, from draws that are written down."""

from typing import NamedTuple

import numpy as np
from sklearn.multioutput import ClassifierChain
from sklearn.svm import SVC

from mlslcs_ref.core.draws import PcgDraws
from mlslcs_ref.experiments.rivals.chains import BinaryRelevance, Chain, EnsembleOfChains, LabelwiseModel, VotingChains
from mlslcs_ref.experiments.rivals.rival import Flags, Numbers
from mlslcs_ref.oracle.tapes import ReplayedDraws

X = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
Y = np.array([[0, 1, 1], [0, 1, 0], [1, 0, 0], [1, 0, 1]], dtype=bool)


class Said(NamedTuple):
    """A model that always says the same."""

    labels: list[list[int]]

    def predict(self, X: Numbers) -> Flags:  # noqa: ARG002 -- what it is asked does not matter
        return np.array(self.labels)


def test_a_chain_follows_the_order_of_the_labels_and_sees_those_before() -> None:
    chain = Chain().fit(X, Y, PcgDraws(1)).estimator

    assert list(chain.order_) == [0, 1, 2]
    assert [link.estimator_.n_features_in_ for link in chain.estimators_] == [2, 3, 4]


def test_a_label_is_learned_with_the_help_of_those_before() -> None:
    """The last label is whether the first two differ, which no line divides in the features, but in the chain.

    A line in (x1, x2, both) does: x1 + x2 - 2 * both is 1 where they differ and 0 where not. Each row stands there a
    hundred times, so that errors cost more than the margin.
    """
    rows = np.repeat(X, 100, axis=0)
    labels = np.column_stack([(rows[:, 0] == 1) & (rows[:, 1] == 1), rows[:, 0] != rows[:, 1]])

    assert Chain("svm").fit(rows, labels, PcgDraws(1)).predict(X).tolist() == labels[::100].tolist()


def test_a_member_of_an_ensemble_draws_its_order_and_then_its_sample() -> None:
    """0.9 of three labels is the last, then 0.0 the first of those left; a quarter of four rows for each draw."""
    draws = ReplayedDraws([0.9, 0.0, 0.0, 0.75, 0.0, 0.75, 0.5])
    chain = EnsembleOfChains(n_models=1).fit(X, Y, draws).members[0].estimator

    assert list(chain.order_) == [2, 0, 1]
    rows = [3, 0, 3, 2]
    expected = ClassifierChain(SVC(kernel="linear"), order=[2, 0, 1]).fit(X[rows], Y[rows].astype(int))
    for link, known in zip(chain.estimators_, expected.estimators_, strict=True):
        assert link.estimator_.coef_.tolist() == known.coef_.tolist()
    assert draws.count == 7


def test_half_of_the_votes_are_enough() -> None:
    votes = [[[1, 1, 0, 0]], [[1, 0, 0, 1]], [[1, 1, 0, 0]], [[1, 0, 0, 0]]]
    model = VotingChains(tuple(LabelwiseModel(Said(said)) for said in votes))

    assert model.predict(np.zeros((1, 1))).tolist() == [[True, True, False, False]]
    assert model.facts == {"n_models": 4}


def test_there_are_as_many_chains_as_asked_for_and_they_differ() -> None:
    members = EnsembleOfChains().fit(X, Y, PcgDraws(1)).members

    assert len(members) == 10
    assert len({tuple(member.estimator.order_) for member in members}) > 1


TWICE = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]] * 2)


def test_each_label_is_learned_by_itself() -> None:
    """The labels are the first feature, the second, and the first turned round; the first two occur in all ways."""
    Y = np.column_stack([TWICE[:, 0] == 1, TWICE[:, 1] == 1, TWICE[:, 0] == 0])

    for base in ("c45", "tree", "svm"):
        assert BinaryRelevance(base).fit(TWICE, Y, PcgDraws(1)).predict(TWICE).tolist() == Y.tolist()


def test_a_label_does_not_see_the_others() -> None:
    """With the label left of it as a feature, the last label could be learned; the features alone say nothing."""
    blank = np.zeros((8, 1))
    first = np.array([True, False] * 4)
    Y = np.column_stack([first, first])

    assert not BinaryRelevance("tree").fit(blank, Y, PcgDraws(1)).predict(blank).any()
