"""How data sets are split: what holds of every splitter, and how alike the folds are."""

from collections import Counter
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
import pytest
from raising import raising

from mlslcs_ref.data.catalog import load_known
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.problems import toy6x4
from mlslcs_ref.data.schema import BinaryAttribute, Schema
from mlslcs_ref.errors import SettingsError
from mlslcs_ref.experiments.folds import SCHEMES, Fold, folds, rows_of

CROSS_VALIDATION: Final = tuple(scheme for scheme in SCHEMES if scheme != "training")


def labelled(Y: npt.NDArray[np.bool_]) -> Dataset:
    """Give instances that differ in nothing but their labels."""
    schema = Schema((BinaryAttribute("a1", ("0", "1")),), tuple(f"l{label}" for label in range(Y.shape[1])))
    return Dataset(schema, np.zeros((len(Y), 1)), Y)


def at_random(n_instances: int, n_labels: int = 3, share: float = 0.4) -> Dataset:
    return labelled(np.random.default_rng(n_instances).random((n_instances, n_labels)) < share)


def label_distance(dataset: Dataset, found: tuple[Fold, ...]) -> tuple[float, int]:
    """Give the mean of |positive/negative in a fold - positive/negative overall|, and how often none is positive."""
    ratio = dataset.Y.sum(axis=0) / (~dataset.Y).sum(axis=0)
    positive = np.array([dataset.Y[list(fold.test)].sum(axis=0) for fold in found])
    negative = np.array([len(fold.test) for fold in found])[:, np.newaxis] - positive
    return float(np.abs(positive / negative - ratio).mean()), int((positive == 0).sum())


@pytest.mark.parametrize("scheme", CROSS_VALIDATION)
def test_every_instance_is_tested_once_and_never_by_what_was_trained_on_it(scheme: str) -> None:
    """Union all rows, intersection empty: for 10 to 50 instances and 2 to 10 folds."""
    for n_instances in range(10, 51):
        dataset, everything = at_random(n_instances), list(range(n_instances))
        for n_folds in range(2, 11):
            found = folds(dataset, scheme, n_folds, n_instances + n_folds)

            assert [fold.number for fold in found] == list(range(1, n_folds + 1))
            assert sorted(row for fold in found for row in fold.test) == everything
            assert all(fold.test and list(fold.test) == sorted(fold.test) for fold in found)
            assert all(sorted({*fold.train, *fold.test}) == everything for fold in found)
            assert all(len(fold.train) + len(fold.test) == n_instances for fold in found)


@pytest.mark.parametrize("scheme", ["plain", "label_sets"])
def test_sizes_differ_by_at_most_one(scheme: str) -> None:
    for n_instances in range(10, 51):
        for n_folds in range(2, 11):
            sizes = [len(fold.test) for fold in folds(at_random(n_instances), scheme, n_folds, 1)]

            assert max(sizes) - min(sizes) <= 1


def test_every_fold_has_its_share_of_every_label_combination() -> None:
    """Also of those with as many instances as folds, which the authors' program loses."""
    for n_instances in (10, 23, 50):
        for n_folds in range(2, 11):
            dataset = at_random(n_instances, 2)
            found = folds(dataset, "label_sets", n_folds, 1)
            counts = [Counter(dataset.Y[row].tobytes() for row in fold.test) for fold in found]
            for combination in {row.tobytes() for row in dataset.Y}:
                shares = [count[combination] for count in counts]

                assert max(shares) - min(shares) <= 1


def test_rare_combinations_are_spread() -> None:
    """Twelve label sets that occur once each: three in each of four folds, and other ones with another seed."""
    dataset = labelled(np.array([[number >> bit & 1 for bit in range(4)] for number in range(12)], dtype=bool))
    found = {tuple(folds(dataset, "label_sets", 4, seed)) for seed in range(5)}

    assert {len(fold.test) for split in found for fold in split} == {3}
    assert len(found) == 5


def test_no_fold_is_favoured() -> None:
    """Of 15 instances in 10 folds 5 folds get a second one: each of them in about half of 400 splits."""
    dataset = labelled(np.zeros((15, 2), dtype=bool))
    larger = Counter(
        fold.number for seed in range(400) for fold in folds(dataset, "label_sets", 10, seed) if len(fold.test) == 2
    )

    # 200 expected; five standard deviations of a binomial number are 50
    assert all(150 < larger[number] < 250 for number in range(1, 11))


@pytest.mark.parametrize("scheme", CROSS_VALIDATION)
def test_a_seed_decides_the_folds(scheme: str) -> None:
    dataset = at_random(40)

    assert folds(dataset, scheme, 5, 7) == folds(dataset, scheme, 5, 7)
    assert folds(dataset, scheme, 5, 7) != folds(dataset, scheme, 5, 8)


@pytest.mark.parametrize("scheme", CROSS_VALIDATION)
def test_labels_decide_and_attributes_do_not(scheme: str) -> None:
    dataset = at_random(40)
    other = Dataset(dataset.schema, np.ones_like(dataset.X), dataset.Y)

    assert folds(dataset, scheme, 5, 7) == folds(other, scheme, 5, 7)


@pytest.mark.parametrize("scheme", CROSS_VALIDATION)
def test_one_label_and_no_label_at_all_can_be_split(scheme: str) -> None:
    for dataset in (at_random(20, 1), at_random(20, 1, 0.0), at_random(20, 1, 1.0), at_random(20, 4, 0.0)):
        found = folds(dataset, scheme, 10, 3)

        assert sorted(row for fold in found for row in fold.test) == list(range(20))


def test_the_artificial_problems_are_trained_and_tested_on_everything() -> None:
    assert folds(at_random(3), "training", 10, 1) == (Fold(1, (0, 1, 2), (0, 1, 2)),)


@pytest.mark.parametrize(
    ("scheme", "n_folds", "seed", "name"),
    [
        ("stratified", 10, 1, "scheme"),
        ("plain", 1, 1, "n_folds"),
        ("label_sets", 11, 1, "n_folds"),
        ("plain", 0, 1, "n_folds"),
        ("plain", 10, -1, "folds_seed"),
    ],
)
def test_what_cannot_be_meant_is_refused_by_name(scheme: str, n_folds: int, seed: int, name: str) -> None:
    with raising(SettingsError, name=name):
        folds(at_random(10), scheme, n_folds, seed)


def test_stratified_folds_are_more_alike(shared: Path) -> None:
    """On emotions: 27 label combinations of 593 instances; the mean over five seeds."""
    dataset = load_known("emotions", shared / "data")
    plain, by_sets = (
        sum(label_distance(dataset, folds(dataset, scheme, 10, seed))[0] for seed in range(5)) / 5
        for scheme in CROSS_VALIDATION
    )

    assert by_sets < plain / 2


def test_the_rows_of_a_fold_are_a_data_set_in_its_order() -> None:
    data = toy6x4()
    found = rows_of(data, (5, 2))

    assert found.X.tolist() == [data.X[5].tolist(), data.X[2].tolist()]
    assert found.Y.tolist() == [data.Y[5].tolist(), data.Y[2].tolist()]
    assert (found.schema, found.name) == (data.schema, data.name)
