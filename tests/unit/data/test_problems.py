"""The artificial problems. Clauses: PRB-1, MET-B."""

from itertools import combinations

import numpy as np
import pytest

from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.problems import Problem, mlposition, problem, toy6x4
from mlslcs_ref.data.schema import BinaryAttribute
from mlslcs_ref.errors import DataError

NAMES = ["toy6x4", *(f"mlposition{n}" for n in range(1, 8))]


def known(name: str) -> Problem:
    found = problem(name)
    assert found is not None
    return found


def rows_of(dataset: Dataset) -> list[tuple[str, str]]:
    """Return each instance as two texts of 0 and 1."""
    return [
        ("".join(str(int(code)) for code in x), "".join(str(int(holds)) for holds in y))
        for x, y in zip(dataset.X, dataset.Y, strict=True)
    ]


def agrees(pattern: str, bits: str) -> bool:
    return all(wanted in ("#", bit) for wanted, bit in zip(pattern, bits, strict=True))


@pytest.mark.parametrize(
    ("bits", "labels"), [("100000", "0100"), ("010010", "1010"), ("001101", "1101"), ("111111", "0111")]
)
def test_toy6x4_by_hand(bits: str, labels: str) -> None:
    assert (bits, labels) in rows_of(toy6x4())


def test_mlposition3_by_hand() -> None:
    assert rows_of(mlposition(3)) == [
        ("000", "000"),
        ("001", "001"),
        ("010", "010"),
        ("011", "010"),
        ("100", "100"),
        ("101", "100"),
        ("110", "100"),
        ("111", "100"),
    ]


@pytest.mark.parametrize("name", NAMES)
def test_instances_count_up_with_the_first_attribute_as_most_significant_bit(name: str) -> None:
    dataset = known(name).dataset

    assert [int(bits, 2) for bits, _ in rows_of(dataset)] == list(range(2**dataset.n_attributes))


@pytest.mark.parametrize("name", NAMES)
def test_names_and_values_are_the_agreed_ones(name: str) -> None:
    dataset = known(name).dataset

    assert dataset.name == name
    assert dataset.schema.attributes == tuple(
        BinaryAttribute(f"a{j + 1}", ("0", "1")) for j in range(dataset.n_attributes)
    )
    assert dataset.schema.labels == tuple(f"l{j + 1}" for j in range(dataset.n_labels))


@pytest.mark.parametrize("name", NAMES)
def test_every_solution_decides_every_label_rightly(name: str) -> None:
    for solution in known(name).solutions:
        rules = [rule.split(" -> ") for rule in solution]
        for bits, labels in rows_of(known(name).dataset):
            consequents = [consequent for condition, consequent in rules if agrees(condition, bits)]

            assert all(agrees(consequent, labels) for consequent in consequents)
            assert all(any(c[label] != "#" for c in consequents) for label in range(len(labels)))


@pytest.mark.parametrize("name", NAMES)
def test_no_rule_of_a_solution_can_be_spared(name: str) -> None:
    rows = rows_of(known(name).dataset)
    for solution in known(name).solutions:
        for spared in solution:
            rules = [rule.split(" -> ") for rule in solution if rule != spared]
            assert any(
                all(consequent[label] == "#" for condition, consequent in rules if agrees(condition, bits))
                for bits, _ in rows
                for label in range(known(name).dataset.n_labels)
            )


@pytest.mark.parametrize("name", ["flags.arff", "toy", "toy6x4.arff", "mlposition", "mlposition04", "mlpositionN", ""])
def test_other_names_are_no_problems(name: str) -> None:
    assert problem(name) is None


@pytest.mark.parametrize("name", ["mlposition0", "mlposition17", "mlposition" + "9" * 5000])
def test_a_problem_without_or_with_too_many_instances_is_refused(name: str) -> None:
    with pytest.raises(DataError):
        problem(name)
    for n in (0, -1, 17):
        with pytest.raises(DataError):
            mlposition(n)


def test_the_largest_problem_is_built() -> None:
    data = mlposition(16)

    assert data.X.shape == (65536, 16)
    assert np.count_nonzero(data.Y) == 65535


def apart(dataset: Dataset, one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Tell whether no rule that is never wrong decides both cells: it would match all between the two instances."""
    (i, label), (j, other_label) = one, other
    lower, upper = np.minimum(dataset.X[i], dataset.X[j]), np.maximum(dataset.X[i], dataset.X[j])
    between = np.logical_and(lower <= dataset.X, upper >= dataset.X).all(axis=1)
    return any(len(np.unique(dataset.Y[between, k])) > 1 for k in (label, other_label))


@pytest.mark.parametrize(
    ("name", "cells"),
    [
        ("toy6x4", [(0, 0), (1, 3), (3, 2), (16, 1), (32, 2), (34, 3), (35, 0)]),
        *((f"mlposition{n}", [(0, 0), *((2**k, n - 1 - k) for k in range(n))]) for n in range(1, 8)),
    ],
)
def test_no_smaller_ruleset_decides_everything_rightly(name: str, cells: list[tuple[int, int]]) -> None:
    """No two of these cells, each an instance and a label, can be decided by one rule."""
    found = known(name)

    assert all(apart(found.dataset, one, other) for one, other in combinations(cells, 2))
    assert {len(solution) for solution in found.solutions} == {len(cells)}
