"""What no learner over label sets can do better on unseen instances."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlslcs_ref.data import load_known
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.schema import BinaryAttribute, Schema
from mlslcs_ref.errors import DataError
from mlslcs_ref.experiments.paper.unseen import unseen_bounds
from mlslcs_ref.metrics import scores


def labelled(rows: list[list[int]]) -> Dataset:
    """Give instances that differ in nothing but their labels."""
    Y = np.array(rows, dtype=bool)
    schema = Schema((BinaryAttribute("a1", ("0", "1")),), tuple(f"l{label}" for label in range(Y.shape[1])))
    return Dataset(schema, np.zeros((len(Y), 1)), Y)


def test_bounds_by_hand() -> None:
    """110 has another 110; 100 has 110, with 1/2 and one wrong label; 001 has 100, with 0 and two wrong labels."""
    found = unseen_bounds(labelled([[1, 1, 0], [1, 0, 0], [1, 1, 0], [0, 0, 1]]))

    assert found == pytest.approx(((1 + 0.5 + 1 + 0) / 4, 2 / 4, (0 + 1 / 3 + 0 + 2 / 3) / 4, 3, 4))


def test_two_empty_label_sets_agree() -> None:
    assert unseen_bounds(labelled([[0, 0], [0, 0]])) == (1.0, 1.0, 0.0, 1, 2)


def test_one_instance_is_refused() -> None:
    with pytest.raises(DataError):
        unseen_bounds(labelled([[1, 0]]))


@given(st.lists(st.lists(st.integers(0, 1), min_size=3, max_size=3), min_size=2, max_size=9), st.randoms())
def test_no_answer_with_the_label_set_of_another_instance_is_better(rows: list[list[int]], chance: object) -> None:
    dataset = labelled(rows)
    n = len(rows)
    choose = getattr(chance, "choice")  # noqa: B009 - hypothesis has no type for it
    answers = [choose([other for other in range(n) if other != row]) for row in range(n)]
    found, bounds = scores(dataset.Y, dataset.Y[answers]), unseen_bounds(dataset)

    assert found.accuracy <= bounds.accuracy + 1e-12
    assert found.exact_match <= bounds.exact_match
    assert found.hamming_loss >= bounds.hamming_loss - 1e-12


def test_of_cal500_nothing_can_be_got_right_by_label_sets_that_were_seen(shared: Path) -> None:
    """Worked out beside this program: accuracy 51.83 and Hamming loss 9.36 at best; all 502 label sets differ."""
    found = unseen_bounds(load_known("cal500", shared / "data"))

    assert (round(100 * found.accuracy, 2), found.exact_match, round(100 * found.hamming_loss, 2)) == (51.83, 0.0, 9.36)
    assert (found.n_label_sets, found.n_instances) == (502, 502)
