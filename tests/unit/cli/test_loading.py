"""Data of a call: problems, files, shuffled orders."""

from pathlib import Path

import numpy as np
import pytest

from mlslcs_ref.cli.call.loading import known_problem, require_output, shuffled
from mlslcs_ref.core.draws import PcgDraws
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.problems import toy6x4
from mlslcs_ref.data.schema import BinaryAttribute, Schema
from mlslcs_ref.errors import UsageError


def numbered(n: int) -> Dataset:
    """Data whose instances tell their number, in binary, most significant first."""
    schema = Schema(tuple(BinaryAttribute(f"a{bit}", ("0", "1")) for bit in range(4)), ("l",))
    return Dataset(
        schema,
        np.array([[number >> 3 & 1, number >> 2 & 1, number >> 1 & 1, number & 1] for number in range(n)]),
        np.ones((n, 1), dtype=bool),
    )


def order(dataset: Dataset) -> list[int]:
    return [int(row @ np.array([8.0, 4.0, 2.0, 1.0])) for row in dataset.X]


def test_a_problem_is_known_by_its_name() -> None:
    found = known_problem("toy6x4")

    assert found is not None
    assert found.dataset.n_instances == 64
    assert known_problem("data.arff") is None


def test_a_name_that_is_neither_problem_nor_file_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError):
        known_problem("toy6x5")
    (tmp_path / "toy6x5").touch()
    assert known_problem("toy6x5") is None


def test_a_shuffle_is_that_of_fisher_and_yates_on_the_first_draws_of_its_seed() -> None:
    """Four instances take three draws: positions 3, 2 and 1 change places with floor(u*4), floor(u*3), floor(u*2)."""
    draws = PcgDraws(7)
    wanted = [0, 1, 2, 3]
    for last in (3, 2, 1):
        other = int(draws.unit("") * (last + 1))
        wanted[last], wanted[other] = wanted[other], wanted[last]

    assert order(shuffled(numbered(4), 7)) == wanted


def test_shuffles_keep_every_instance_and_depend_on_the_seed_alone() -> None:
    data = numbered(16)
    orders = [tuple(order(shuffled(data, seed))) for seed in range(20)]

    assert all(sorted(found) == list(range(16)) for found in orders)
    assert len(set(orders)) == 20
    assert orders == [tuple(order(shuffled(data, seed))) for seed in range(20)]


def test_labels_go_with_their_instances() -> None:
    data = shuffled(toy6x4(), 3)
    labels = {tuple(row): tuple(decisions) for row, decisions in zip(data.X, data.Y, strict=True)}

    assert all(labels[tuple(row)] == tuple(wanted) for row, wanted in zip(toy6x4().X, toy6x4().Y, strict=True))


def test_writing_over_what_is_read_is_refused(tmp_path: Path) -> None:
    read = tmp_path / "read.arff"
    read.touch()
    link = tmp_path / "link.json"
    link.symlink_to(read)
    for output in (read, link, tmp_path / "." / "read.arff"):
        with pytest.raises(UsageError):
            require_output(str(output), "--save", None, str(read))
    require_output(str(tmp_path / "new.json"), "--save", str(read), "missing")
