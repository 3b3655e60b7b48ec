"""A choice by training data alone."""

import numpy as np
import pytest

from mlslcs_ref.core.draws import PcgDraws
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.schema import ContinuousAttribute, Schema
from mlslcs_ref.experiments.folds import folds
from mlslcs_ref.experiments.methods import Outcome, method_for
from mlslcs_ref.experiments.rivals import best_variant
from mlslcs_ref.experiments.rivals.best_variant import BestVariant
from mlslcs_ref.experiments.rivals.rival import seed as drawn_seed
from mlslcs_ref.metrics import Scores

NEIGHBOURS = tuple({"k": k} for k in (1, 3, 5, 9))


def noisy(n: int, seed: int) -> Dataset:
    draws = PcgDraws(seed)
    X = np.array([[draws.unit(""), draws.unit("")] for _ in range(n)])
    noise = np.array([[draws.unit("") < 0.15 for _ in range(2)] for _ in range(n)])
    return Dataset(Schema((ContinuousAttribute("a"), ContinuousAttribute("b")), ("l", "m")), X, (X > 0.5) ^ noise)


TRAIN, TEST = noisy(60, 1), noisy(30, 2)


def rows(positions: tuple[int, ...]) -> Dataset:
    return Dataset(TRAIN.schema, TRAIN.X[list(positions)], TRAIN.Y[list(positions)])


def test_the_best_variant_of_a_cross_validation_of_the_training_data_learns_from_all_of_them() -> None:
    inner = folds(TRAIN, "label_sets", 3, drawn_seed(PcgDraws(5), ""))
    means = []
    for options in NEIGHBOURS:
        method = method_for("mlknn", options)
        accuracies = [method.evaluate(rows(fold.train), rows(fold.test), 5).scores["labels"].accuracy for fold in inner]
        means.append(np.mean(accuracies))
    best = int(np.argmax(means))
    outcome = BestVariant("mlknn", NEIGHBOURS).evaluate(TRAIN, TEST, 5)

    assert len(set(means)) > 1
    assert outcome.facts["chosen"] == best + 1
    assert outcome.facts["inner_accuracy"] == pytest.approx(means[best])
    assert outcome.facts["n_neighbours"] == NEIGHBOURS[best]["k"]
    assert outcome.scores == method_for("mlknn", NEIGHBOURS[best]).evaluate(TRAIN, TEST, 5).scores


def test_the_test_data_have_no_say() -> None:
    upside_down = Dataset(TEST.schema, TEST.X, ~TEST.Y)
    method = BestVariant("mlknn", NEIGHBOURS)
    facts = [method.evaluate(TRAIN, test, 5).facts for test in (TEST, upside_down)]

    assert facts[0] == facts[1]


def test_of_variants_that_do_equally_well_the_first_is_taken() -> None:
    assert BestVariant("mlknn", [{"k": 3}] * 3).evaluate(TRAIN, TEST, 1).facts["chosen"] == 1


def test_a_variant_counts_with_its_best_way_of_deciding(monkeypatch: pytest.MonkeyPatch) -> None:
    """On two inner folds one way has 0.5 and 0.5, another 0.2 and 0.9: 0.55 on the mean."""

    class TwoWays:
        def __init__(self) -> None:
            self.accuracies = iter([(0.5, 0.2), (0.5, 0.9)])

        def evaluate(self, _train: Dataset, _test: Dataset, _seed: int) -> Outcome:
            first, second = next(self.accuracies)
            return Outcome({"ival": Scores(first, 0, 0), "best": Scores(second, 0, 0)}, {})

    monkeypatch.setattr(best_variant, "method_for", lambda _kind, _options: TwoWays())

    assert BestVariant("mls-lcs", [{}], n_folds=2).inner_accuracies(TRAIN, 3) == [pytest.approx(0.55)]


def test_it_is_a_kind_of_method() -> None:
    method = method_for("chosen", {"kind": "homer", "candidates": [{"n_clusters": 2}], "names": ["n_clusters=2"]})

    assert method.evaluate(TRAIN, TEST, 1).facts["chosen"] == 1
