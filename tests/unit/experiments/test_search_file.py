"""A search for settings as a file: what is read is what was written, and nothing that cannot be meant."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from raising import raising

from mlslcs_ref.data.reading import Reading
from mlslcs_ref.errors import PlanError
from mlslcs_ref.experiments.grid.plan import DatasetEntry
from mlslcs_ref.experiments.tuning.search import SEARCH, Request, load_search, search_text

NAMED = DatasetEntry("flags", reading=Reading(drop=("a", "b"), decimal=","))
FILE = DatasetEntry("mine", file="/data/mine.arff", labels="-2")
WHOLE = Request(
    FILE,
    "authors",
    {"omega": 0.5, "clustering": False, "passes": 4},
    {"p_hash": (0.3, 1), "theta_ga": (20, 200)},
    (3, 4),
    "best",
    700,
    50,
    2,
    "/data/test.arff",
    1.5,
)


@pytest.mark.parametrize("labels", [None, -2, "-3", "/data/mine.xml", ("a", "b")])
def test_labels_are_kept_as_they_were_told(tmp_path: Path, labels: Any) -> None:
    search = Request(DatasetEntry("mine", file="/data/mine.arff", labels=labels))
    (tmp_path / SEARCH).write_text(search_text(search))

    assert load_search(tmp_path) == search


@given(
    search=st.builds(
        Request,
        st.sampled_from([NAMED, FILE]),
        st.sampled_from(["paper", "authors"]),
        st.fixed_dictionaries({}, optional={"omega": st.floats(0, 1), "clustering": st.booleans()}),
        st.fixed_dictionaries({}, optional={"p_hash": st.lists(st.floats(0, 1), min_size=1).map(tuple)}),
        st.lists(st.integers(0, 99), min_size=1, unique=True).map(tuple),
        st.sampled_from(["pcut", "ival", "best"]),
        st.integers(1, 9999),
        st.integers(1, 999),
        st.integers(0, 99),
        st.none() | st.just("flags-test"),
        st.floats(0, 1000),
    )
)
def test_a_search_is_read_as_it_was_written(tmp_path_factory: pytest.TempPathFactory, search: Request) -> None:
    folder = tmp_path_factory.mktemp("search")
    (folder / SEARCH).write_text(search_text(search))

    assert load_search(folder) == search


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"format": "mlslcs_ref.tuning"}, "format"),
        ({"version": 2}, "version"),
        ({"profile": "mine"}, "profile"),
        ({"settings": {"omega": 2}}, "omega"),
        ({"settings": {"omgea": 1}}, "omgea"),
        ({"candidates": {"omega": [0.5]}}, "candidates"),
        ({"candidates": {"p_hash": [2]}}, "p_hash"),
        ({"candidates": {"p_hash": []}}, "candidates"),
        ({"seeds": []}, "seeds"),
        ({"every": 0}, "every"),
        ({"test": 3}, "test"),
        ({"time_limit": -1}, "time_limit"),
        ({"dataset": {"name": 3}}, "dataset.name"),
    ],
)
def test_a_damaged_file_is_told_with_its_place(tmp_path: Path, change: dict[str, Any], place: str) -> None:
    (tmp_path / SEARCH).write_text(json.dumps(json.loads(search_text(WHOLE)) | change))
    with raising(PlanError, file=str(tmp_path / SEARCH), place=place):
        load_search(tmp_path)


def test_half_a_file_and_none_are_told_apart(tmp_path: Path) -> None:
    with raising(PlanError, file=str(tmp_path)):
        load_search(tmp_path)
    (tmp_path / SEARCH).write_text(search_text(WHOLE)[:100])
    with raising(PlanError, file=str(tmp_path / SEARCH)):
        load_search(tmp_path)
