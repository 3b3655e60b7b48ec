"""Label sets and votes of RAkEL by hand."""

from math import comb
from typing import NamedTuple, cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlslcs_ref.core.draws import PcgDraws
from mlslcs_ref.experiments.rivals.rakel import (
    LabelSetModel,
    Rakel,
    RakelModel,
    disjoint_labelsets,
    learn_label_sets,
    overlapping_labelsets,
)
from mlslcs_ref.experiments.rivals.rival import Flags, Numbers
from mlslcs_ref.oracle.tapes import ReplayedDraws


class Said(NamedTuple):
    """A model that always says the same."""

    labels: list[list[int]]

    def predict(self, X: Numbers) -> Flags:  # noqa: ARG002 -- what it is asked does not matter
        return np.array(self.labels, dtype=bool)


def voted(n_labels: int, votes: dict[tuple[int, ...], list[int]]) -> list[bool]:
    members = cast("tuple[LabelSetModel, ...]", tuple(Said([said]) for said in votes.values()))
    found: list[list[bool]] = RakelModel(n_labels, tuple(votes), members).predict(np.zeros((1, 1))).tolist()
    return found[0]


def test_half_of_the_votes_of_those_that_know_a_label_are_enough() -> None:
    """Label 0 has 1 of 2 votes, label 1 has 2 of 3, label 2 has 1 of 3."""
    assert voted(3, {(0, 1): [1, 1], (1, 2): [1, 0], (0, 2): [0, 0], (0, 1, 2): [0, 0, 1]}) == [False, True, False]
    assert voted(3, {(0, 1): [1, 1], (1, 2): [1, 0], (0, 2): [0, 0]}) == [True, True, False]


def test_a_label_that_no_model_knows_is_off() -> None:
    assert voted(3, {(0, 2): [1, 1]}) == [True, False, True]


def test_a_label_set_is_drawn_label_by_label() -> None:
    """Of 0, 1, 2, 3 the draw 0.5 takes 2, and of 0, 1, 3 it takes 1; then the same set again is drawn anew."""
    draws = ReplayedDraws([0.5, 0.5, 0.25, 0.5, 0.0, 0.99])

    assert overlapping_labelsets(4, 2, 2, draws) == ((1, 2), (0, 3))


@given(st.integers(1, 7), st.data(), st.integers(0, 99))
def test_label_sets_are_different_and_of_one_size(n_labels: int, data: st.DataObject, seed: int) -> None:
    k = data.draw(st.integers(1, n_labels))
    m = data.draw(st.integers(1, comb(n_labels, k)))
    found = overlapping_labelsets(n_labels, k, m, PcgDraws(seed))

    assert len(set(found)) == len(found) == m
    assert all(len(set(labels)) == k and sorted(labels) == list(labels) for labels in found)


@given(st.integers(1, 12), st.integers(1, 5), st.integers(0, 99))
def test_disjoint_label_sets_divide_the_labels(n_labels: int, k: int, seed: int) -> None:
    found = disjoint_labelsets(n_labels, k, PcgDraws(seed))

    assert sorted(label for labels in found for label in labels) == list(range(n_labels))
    assert [len(labels) for labels in found[:-1]] == [k] * (len(found) - 1)
    assert 1 <= len(found[-1]) <= k


@pytest.mark.parametrize(
    ("options", "n_labels", "n_models", "size"),
    [
        ({}, 7, 14, 3),
        ({}, 4, 4, 3),
        ({}, 2, 1, 2),
        ({"setup": "extended"}, 7, 14, 3),
        ({"setup": "extended"}, 174, 100, 87),
        ({"setup": "extended"}, 1, 1, 1),
        ({"setup": "disjoint"}, 7, 3, 3),
        ({"k": 2}, 7, 14, 2),
        ({"k": 9, "n_models": 5}, 7, 1, 7),
        ({"n_models": 5}, 7, 5, 3),
        ({"setup": "extended", "n_models": 10}, 174, 10, 87),
        ({"setup": "disjoint", "k": 4}, 7, 2, 4),
    ],
)
def test_a_set_up_says_how_many_models_there_are_and_how_large(
    options: dict[str, object], n_labels: int, n_models: int, size: int
) -> None:
    found = Rakel(**options).labelsets(n_labels, PcgDraws(1))  # type: ignore[arg-type]

    assert len(found) == n_models
    assert len(found[0]) == size


def test_each_model_learns_the_label_sets_of_its_labels() -> None:
    X = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]] * 2)
    Y = np.column_stack([X[:, 0] == 1, X[:, 1] == 1, X[:, 0] == 0, X[:, 0] != X[:, 1]])
    model = Rakel(k=2).fit(X, Y, PcgDraws(1))

    assert len(model.members) == 6
    assert model.facts == {"n_models": 6}
    for labels, member in zip(model.labelsets, model.members, strict=True):
        assert member.predict(X).tolist() == Y[:, labels].tolist()
    assert model.predict(X).tolist() == Y.tolist()


X = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]] * 2)
Y = np.array([[0, 1], [1, 0], [1, 1], [1, 0]] * 2, dtype=bool)


def test_label_sets_are_classes() -> None:
    model = learn_label_sets("c45", X, Y, PcgDraws(1))

    assert model.label_sets.tolist() == [[False, True], [True, False], [True, True]]
    assert model.predict(X).tolist() == Y.tolist()
    assert model.facts == {"n_label_sets": 3}


def test_every_instance_may_have_a_label_set_of_its_own() -> None:
    """As in CAL500; scikit-learn warns of so many classes, and a warning would fail this test."""
    numbers = np.arange(32)
    labels = (numbers[:, np.newaxis] >> np.arange(5)) % 2 == 1

    for base in ("c45", "svm"):
        model = learn_label_sets(base, numbers[:, np.newaxis] / 31, labels, PcgDraws(1))
        assert model.facts == {"n_label_sets": 32}


def test_only_label_sets_of_the_training_data_are_predicted() -> None:
    """The middle lies between {b} and {a}; both together would be nearest, but do not occur."""
    places = np.array([[0.0], [0.0], [1.0], [1.0]])
    labels = np.array([[0, 1], [0, 1], [1, 0], [1, 0]], dtype=bool)

    for base in ("tree", "svm"):
        found = learn_label_sets(base, places, labels, PcgDraws(1)).predict(np.linspace(0, 1, 7)[:, np.newaxis])
        assert {tuple(row) for row in found.tolist()} == {(False, True), (True, False)}
