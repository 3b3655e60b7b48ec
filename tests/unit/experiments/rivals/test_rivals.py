"""What every rival keeps to, on data that are hard to learn from."""

import pickle
from typing import Any, Final

import numpy as np
import pytest
from raising import raising

from mlslcs_ref.core.draws import PcgDraws
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.schema import BinaryAttribute, ContinuousAttribute, NominalAttribute, Schema
from mlslcs_ref.errors import DataError, SettingsError
from mlslcs_ref.experiments.methods import KINDS, Outcome, method_for
from mlslcs_ref.metrics import Scores

NAN: Final = float("nan")
RIVALS: Final = [
    ("br", {}),
    ("br", {"base": "svm"}),
    ("br", {"base": "tree"}),
    ("cc", {}),
    ("cc", {"base": "c45"}),
    ("ecc", {"n_models": 3}),
    ("ecc", {"n_models": 3, "base": "tree"}),
    ("rakel", {}),
    ("rakel", {"setup": "extended", "base": "svm"}),
    ("rakel", {"setup": "disjoint"}),
    ("mlknn", {}),
    ("homer", {}),
    ("homer", {"n_clusters": 2, "base": "tree"}),
]
every_rival: Final = pytest.mark.parametrize(
    ("kind", "options"), RIVALS, ids=lambda each: each if isinstance(each, str) else "-".join(map(str, each.values()))
)


def schema(n_labels: int) -> Schema:
    attributes = (
        ContinuousAttribute("size"),
        BinaryAttribute("flag", ("no", "yes")),
        NominalAttribute("colour", ("red", "green", "blue")),
    )
    return Schema(attributes, tuple(f"l{number}" for number in range(n_labels)))


def values(n: int, seed: int = 1) -> np.ndarray[Any, np.dtype[np.float64]]:
    draws = PcgDraws(seed)
    rows = [[draws.unit(""), int(draws.unit("") * 2), int(draws.unit("") * 3)] for _ in range(n)]
    return np.array(rows).reshape(n, 3)


def made(n: int, n_labels: int, seed: int = 1) -> Dataset:
    """Make instances whose label l is whether the size is above (l + 1) / (n_labels + 1), turned round for odd l."""
    X = values(n, seed)
    numbers = np.arange(n_labels)
    Y = (X[:, :1] > (numbers + 1) / (n_labels + 1)) ^ (numbers % 2 == 1)
    return Dataset(schema(n_labels), X, Y, "made")


def test_the_cases_are_all_kinds_that_run_here() -> None:
    assert {kind for kind, _options in RIVALS} == set(KINDS) - {
        "mls-lcs",
        "mls-lcs-auto",
        "mls-lcs-growing",
        "boomer",
        "chosen",
    }


@every_rival
def test_something_is_learned(kind: str, options: dict[str, Any]) -> None:
    outcome = method_for(kind, options).evaluate(made(80, 4), made(40, 4, seed=2), 1)

    assert set(outcome.scores) == {"labels"}
    assert outcome.scores["labels"].hamming_loss < 0.25
    assert outcome.curve == ()
    assert all(type(value) in {int, float} for value in outcome.facts.values())


@every_rival
def test_the_outcome_is_a_function_of_method_data_and_seed(kind: str, options: dict[str, Any]) -> None:
    train, test = made(30, 4), made(10, 4, seed=2)
    outcomes = []
    for _turn in range(2):
        # numpy's global generator must not matter, nor the copy that another process gets
        np.random.random(3)  # noqa: NPY002 -- to disturb it
        method = pickle.loads(pickle.dumps(method_for(kind, options)))  # noqa: S301 -- written in the line itself
        outcomes.append(method.evaluate(train, test, 7))

    assert outcomes[0] == outcomes[1]


@every_rival
def test_labels_that_are_constant_in_training_stay_so(kind: str, options: dict[str, Any]) -> None:
    """Label 0 is never on and label 1 always; the test data say the opposite, and that is counted as wrong."""
    train, test = made(30, 3), made(10, 3, seed=2)
    flags = np.array(train.Y)
    flags[:, 0], flags[:, 1] = False, True
    opposite = np.column_stack([np.ones(10), np.zeros(10), test.Y[:, 2]]) == 1
    outcome = method_for(kind, options).evaluate(
        Dataset(train.schema, train.X, flags), Dataset(test.schema, test.X, opposite), 1
    )

    assert outcome.scores["labels"].exact_match == 0
    assert outcome.scores["labels"].hamming_loss >= 2 / 3


@every_rival
def test_nothing_but_constant_labels_is_known_by_heart(kind: str, options: dict[str, Any]) -> None:
    data = Dataset(schema(3), values(20), np.array([[True, False, True]] * 20))

    assert method_for(kind, options).evaluate(data, data, 1).scores["labels"] == Scores(1.0, 1.0, 0.0)


@every_rival
def test_one_label_is_enough(kind: str, options: dict[str, Any]) -> None:
    outcome = method_for(kind, options).evaluate(made(60, 1), made(20, 1, seed=2), 1)

    assert outcome.scores["labels"].exact_match == 1 - outcome.scores["labels"].hamming_loss


@every_rival
@pytest.mark.parametrize("n", [1, 2, 3])
def test_few_instances_are_enough(kind: str, options: dict[str, Any], n: int) -> None:
    outcome = method_for(kind, options).evaluate(made(n, 4), made(5, 4, seed=2), 1)

    assert 0 <= outcome.scores["labels"].accuracy <= 1


@every_rival
def test_missing_and_undeclared_values_are_borne(kind: str, options: dict[str, Any]) -> None:
    holes = np.array(values(30))
    holes[::3, 0] = holes[1::3, 1] = holes[2::3, 2] = NAN
    train = Dataset(schema(2), holes, made(30, 2).Y)
    unseen = np.array([[NAN, -1, -1], [float("inf"), NAN, -1], [-1e300, 1, NAN], [0.5, 0, 2]])
    test = Dataset(schema(2), unseen, np.array([[False, True]] * 4))
    outcome = method_for(kind, options).evaluate(train, test, 1)

    assert 0 <= outcome.scores["labels"].accuracy <= 1


@every_rival
def test_test_labels_and_other_test_rows_have_no_influence(kind: str, options: dict[str, Any]) -> None:
    """The Hamming loss of single rows adds up to that of all rows together."""
    train, test = made(30, 3), made(4, 3, seed=2)
    method = method_for(kind, options)
    single = [
        method.evaluate(train, Dataset(test.schema, test.X[[row]], test.Y[[row]]), 1).scores["labels"].hamming_loss
        for row in range(4)
    ]

    assert method.evaluate(train, test, 1).scores["labels"].hamming_loss == pytest.approx(np.mean(single))


def outcome_of(train: Dataset, test: Dataset, seed: int = 1) -> Outcome:
    return method_for("mlknn", {}).evaluate(train, test, seed)


@pytest.mark.parametrize(
    ("train", "test"),
    [(made(5, 2), made(5, 3)), (made(5, 2), made(0, 2)), (made(0, 2), made(5, 2))],
    ids=["other labels", "no test data", "no training data"],
)
def test_data_that_cannot_be_compared_on_are_refused(train: Dataset, test: Dataset) -> None:
    with pytest.raises(DataError):
        outcome_of(train, test)


@pytest.mark.parametrize("seed", [-1, 1.5, True])
def test_a_seed_out_of_its_range_is_refused(seed: Any) -> None:
    with raising(SettingsError, name="seed"):
        outcome_of(made(5, 2), made(5, 2), seed)
