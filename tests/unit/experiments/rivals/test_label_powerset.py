import numpy as np

from mlslcs_ref.core.draws import PcgDraws
from mlslcs_ref.experiments.rivals.label_powerset import learn_label_sets

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
