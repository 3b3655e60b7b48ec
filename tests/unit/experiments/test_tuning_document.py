"""What `experiment tune` has written, as it is shown."""

import json
from pathlib import Path
from typing import Any

import pytest
from raising import raising

from mlslcs_ref.documents.document import Cell, Facts, Heading, Paragraph, Table
from mlslcs_ref.errors import PlanError
from mlslcs_ref.experiments.grid.plan import DatasetEntry
from mlslcs_ref.experiments.tuning.document import load_tuned
from mlslcs_ref.experiments.tuning.search import SEARCH, Request, search_text

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
