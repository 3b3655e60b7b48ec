"""Files of a search for settings: what is read is what was written, and nothing that cannot be meant."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from raising import raising

from mlslcs_ref.data.reading import Reading
from mlslcs_ref.documents.document import Cell, Facts, Heading, Paragraph, Table
from mlslcs_ref.errors import PlanError
from mlslcs_ref.experiments.grid.plan import DatasetEntry
from mlslcs_ref.experiments.tuning.document import load_tuned
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


MEASURES = {"training accuracy": 0.8135, "coverings": 97.0}
DOCUMENT: dict[str, Any] = {
    "format": "mlslcs_ref.tuning",
    "version": 1,
    "data": "flags-train",
    "profile": "paper",
    "seeds": [1, 2],
    "method": "ival",
    "settings": {"passes": 200, "p_label_hash": 0.1},
    "steps": [
        {
            "setting": "p_label_hash",
            "criterion": "the largest training accuracy",
            "chosen": 0.1,
            "candidates": [
                {"value": 0.1, "measures": MEASURES, "failed": 0},
                {"value": 0.01, "measures": {}, "failed": 2},
            ],
        }
    ],
    "passes": {
        "baseline": 0.5,
        "reached": 1,
        "runs": 2,
        "chosen": 200,
        "curve": [{"passes": 100, "accuracy": 0.4, "runs": 2}, {"passes": 200, "accuracy": 0.6, "runs": 2}],
    },
    "test": None,
}


def written(folder: Path, document: dict[str, Any]) -> Path:
    """Write a document beside the request that it answers."""
    asked = Request(DatasetEntry("flags-train"), seeds=(1, 2))
    (folder / SEARCH).write_text(search_text(asked), encoding="utf-8")
    (folder / "tuning.json").write_text(json.dumps(document), encoding="utf-8")
    return folder


def test_every_step_tells_its_candidates_and_what_was_taken(tmp_path: Path) -> None:
    facts, found, first, step, last, growth = load_tuned(written(tmp_path, DOCUMENT)).blocks

    assert isinstance(facts, Facts)
    assert facts.pairs == (("Profile", "paper"), ("Seeds", "1, 2"), ("Accuracy of", "IVAL"))
    assert found == Paragraph("Found: passes = 200, p_label_hash = 0.1.")
    assert (first, last) == (Heading("1. p_label_hash = 0.1", 3), Heading("2. passes = 200", 3))
    assert isinstance(step, Table)
    assert step.rows == (
        (Cell("0.1", strong=True), Cell(0.8135, told="81.35%"), "97", "taken"),
        (Cell("0.01"), "", "", "2 failed"),
    )
    assert isinstance(growth, Table)
    assert growth.rows[1] == (Cell(200, strong=True), Cell(0.6, told="60.00%"), 2, "taken")


@pytest.mark.parametrize(
    "change", [{"format": "other"}, {"version": 2}, {"steps": 3}, {"seeds": ["x"]}, {"passes": {}}]
)
def test_a_damaged_document_is_refused_with_its_file(tmp_path: Path, change: dict[str, Any]) -> None:
    with raising(PlanError, file=str(tmp_path / "tuning.json")):
        load_tuned(written(tmp_path, {**DOCUMENT, **change}))


@pytest.mark.parametrize("change", [{"data": "scene"}, {"profile": "authors"}, {"seeds": [1, 3]}, {"method": "best"}])
def test_a_document_of_another_search_than_its_folders_is_refused(tmp_path: Path, change: dict[str, Any]) -> None:
    with raising(PlanError, file=str(tmp_path / "tuning.json"), place=next(iter(change))):
        load_tuned(written(tmp_path, {**DOCUMENT, **change}))
