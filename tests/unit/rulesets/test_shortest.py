"""Smallest complete rulesets: known ones, and a proof of each by hand or by trying everything."""

from itertools import combinations, product
from typing import Final

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import share
from unit.rulesets.builders import binary_schema

from mlslcs_ref.data import Dataset, problem
from mlslcs_ref.data.schema import NominalAttribute, Schema
from mlslcs_ref.errors import DataError
from mlslcs_ref.rulesets import Consultation, shortest_ruleset

pytest.importorskip("scipy", reason="scipy is in the extras `experiments` and `dev`")

KNOWN: Final = {"toy6x4": 7, **{f"mlposition{n}": n + 1 for n in range(1, 7)}}


def known(name: str) -> Dataset:
    found = problem(name)
    assert found is not None
    return found.dataset


def apart(dataset: Dataset, one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Tell whether no rule that is never wrong decides both cells: it would match all between the two instances."""
    (i, label), (j, other_label) = one, other
    lower, upper = np.minimum(dataset.X[i], dataset.X[j]), np.maximum(dataset.X[i], dataset.X[j])
    between = np.logical_and(lower <= dataset.X, upper >= dataset.X).all(axis=1)
    return any(len(np.unique(dataset.Y[between, k])) > 1 for k in (label, other_label))


@pytest.mark.parametrize(("name", "size"), KNOWN.items())
def test_the_size_of_known_solutions_is_proved(name: str, size: int) -> None:
    """Clauses: PRB-1, MET-B."""
    found = shortest_ruleset(known(name))

    assert (len(found.ruleset), found.at_least, found.proved) == (size, size, True)


@pytest.mark.parametrize(("name", "size"), KNOWN.items())
def test_so_many_cells_need_a_rule_each(name: str, size: int) -> None:
    """The same bound without a solver: `size` cells of which no two can be decided by one rule."""
    dataset = known(name)
    cells = [(i, label) for i in range(dataset.n_instances) for label in range(dataset.n_labels)]

    def grown(chosen: list[tuple[int, int]], left: list[tuple[int, int]]) -> bool:
        if len(chosen) == size:
            return True
        return any(
            grown([*chosen, cell], [other for other in left[place + 1 :] if apart(dataset, cell, other)])
            for place, cell in enumerate(left)
            if len(left) - place >= size - len(chosen)
        )

    assert grown([], cells)


@pytest.mark.parametrize("name", KNOWN)
def test_the_rules_decide_every_label_rightly(name: str) -> None:
    dataset = known(name)
    ruleset = shortest_ruleset(dataset).ruleset

    decided = np.zeros(dataset.Y.shape, dtype=bool)
    for rule, instances in zip(ruleset, Consultation(ruleset, dataset.X).matched, strict=True):
        assert rule.coverage == len(instances) > 0
        for label in range(dataset.n_labels):
            start = ruleset.layout.label_start(label)
            if rule.chromosome[start]:
                decided[instances, label] = True
                assert (dataset.Y[instances, label] == bool(rule.chromosome[start + 1])).all()
    assert decided.all()


def test_the_one_solution_of_mlposition_is_found() -> None:
    ruleset = shortest_ruleset(known("mlposition3")).ruleset

    assert {rule.text for rule in ruleset} == {
        "1## -> 100",
        "01# -> 010",
        "001 -> 001",
        "000 -> 000",
    }


@st.composite
def small_problems(draw: st.DrawFn) -> Dataset:
    n_attributes, n_labels = draw(st.integers(1, 2)), draw(st.integers(1, 2))
    rows = draw(st.lists(st.sampled_from(list(product((0, 1), repeat=n_attributes))), min_size=1, max_size=4))
    labels = {row: draw(st.tuples(*[st.booleans()] * n_labels)) for row in rows}
    X, Y = np.array(rows, dtype=float), np.array([labels[row] for row in rows])
    return Dataset(binary_schema(n_attributes, n_labels), X, Y)


@given(dataset=small_problems())
@share(0.25)
def test_trying_every_set_of_rules_finds_none_that_is_smaller(dataset: Dataset) -> None:
    """Some instances may be unknown, and some may occur twice."""
    found = shortest_ruleset(dataset)
    covers = set()
    for condition in product((0, 1, None), repeat=dataset.n_attributes):
        matched = [
            i
            for i, row in enumerate(dataset.X)
            if all(c is None or c == x for c, x in zip(condition, row, strict=True))
        ]
        right = [label for label in range(dataset.n_labels) if len({bool(dataset.Y[i, label]) for i in matched}) == 1]
        covers.add(frozenset((i, label) for i in matched for label in right))
    every = {(i, label) for i in range(dataset.n_instances) for label in range(dataset.n_labels)}
    smallest = next(
        n for n in range(1, len(every) + 1) if any(every <= set().union(*some) for some in combinations(covers, n))
    )

    assert (len(found.ruleset), found.proved) == (smallest, True)


def test_what_cannot_be_solved_is_refused_and_says_why() -> None:
    schema = binary_schema(1, 1)
    nominal = Schema((NominalAttribute("colour", ("u", "v", "w")),), ("l",))
    for dataset, message in (
        (Dataset(schema, np.array([[0.0], [1.0], [0.0]]), np.array([[0], [1], [1]])), "rows 1 and 3 of data are equal"),
        (Dataset(schema, np.array([[np.nan]]), np.array([[0]])), "no missing"),
        (Dataset(nominal, np.array([[2.0]]), np.array([[0]])), "'colour'"),
        (Dataset(binary_schema(13, 1), np.zeros((1, 13)), np.array([[0]])), "at most 12 attributes and 62 labels"),
        (
            Dataset(binary_schema(1, 63), np.zeros((1, 1)), np.zeros((1, 63), dtype=bool)),
            "at most 12 attributes and 62 labels",
        ),
    ):
        with pytest.raises(DataError) as caught:
            shortest_ruleset(dataset)
        assert message in caught.value.message
