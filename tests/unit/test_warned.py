"""Warnings point at the line of the one who called, whoever noticed what is wrong."""

import json
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from sklearn.pipeline import make_pipeline
from unit.rulesets.short import short_model

from mlslcs_ref import from_table, load_dataset, load_model, save_model
from mlslcs_ref.errors import DataWarning, ModelWarning
from mlslcs_ref.estimator import MlsLcsClassifier

RARE = np.array([[1, 0]] * 30)
FRAME = pd.DataFrame({"id": range(30), "colour": ["red", "blue"] * 15})


def classifier() -> MlsLcsClassifier:
    return MlsLcsClassifier(profile="paper", passes=1, clustering=False, random_state=0)


def read(folder: Path) -> Any:
    file = folder / "ids.csv"
    file.write_text("id,x,l\n" + "".join(f"{row},{row % 3},{row % 2}\n" for row in range(30)), "utf-8")
    return load_dataset(file, -1)


def edited(folder: Path) -> Any:
    file = folder / "model.json"
    save_model(short_model(), file)
    document = json.loads(file.read_text("utf-8"))
    document["thresholds"]["ival"] = 0.25
    file.write_text(json.dumps(document), "utf-8")
    return load_model(file)


CALLS: dict[str, Callable[[Path], Any]] = {
    "table": lambda _folder: from_table(FRAME, RARE),
    "fit": lambda _folder: classifier().fit(FRAME, RARE),
    "pipeline": lambda _folder: make_pipeline(classifier()).fit(FRAME, RARE),
    "predict": lambda _folder: classifier().fit(FRAME, RARE).predict(FRAME.assign(colour="green")),
    "model": lambda _folder: classifier().fit(FRAME, RARE).model_.predict(FRAME.assign(colour="green")),
    "file": read,
    "edited": edited,
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_a_warning_names_a_line_of_the_callers_file(call: Callable[[Path], Any], tmp_path: Path) -> None:
    with warnings.catch_warnings(record=True, action="always") as found:
        call(tmp_path)
    own = [one for one in found if issubclass(one.category, DataWarning | ModelWarning)]
    assert own
    assert {one.filename for one in own} == {__file__}
