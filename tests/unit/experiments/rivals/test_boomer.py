"""BOOMER's side of the door: an interpreter that stands for a Python that has it, or has not."""

import json
import os
import sys
from pathlib import Path
from textwrap import dedent
from typing import Any, Final

import numpy as np
import pytest
from folders import Write

from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.schema import ContinuousAttribute, Schema
from mlslcs_ref.errors import DataError, SettingsError, UsageError
from mlslcs_ref.experiments.methods import method_for
from mlslcs_ref.experiments.rivals.boomer import PYTHON_VARIABLE, Boomer, BoomerError

SCHEMA: Final = Schema((ContinuousAttribute("a"),), ("l", "m"))


def dataset(places: list[int], labels: list[list[int]]) -> Dataset:
    return Dataset(SCHEMA, np.array([places], dtype=float).T, np.array(labels, dtype=bool).reshape(len(places), 2))


TRAIN: Final = dataset([0, 1, 2], [[1, 0], [1, 0], [0, 1]])
TEST: Final = dataset([0, 2], [[1, 0], [1, 0]])

LEARNER = """
    import json, os
    import numpy as np

    class Model:
        def get_num_used_rules(self):
            return 12

    class BoomerClassifier:
        '''Says the most frequent labels, and writes down what it was given.'''

        def __init__(self, **options):
            self.options = options
            self.model_ = Model()

        def fit(self, X, Y):
            seen = dict(self.options, X=X.tolist(), Y=Y.tolist(), wait=os.environ["OMP_WAIT_POLICY"])
            with open(SEEN, "w") as file:
                json.dump(seen, file)
            self.labels = 2 * Y.sum(axis=0) > len(Y)
            return self

        def predict(self, X):
            return np.tile(self.labels, (len(X), 1)).astype(np.uint8)
"""


def python(folder: Path, version: str = "0.15.6", learner: str = LEARNER) -> str:
    """Make an interpreter that has a package by the name of BOOMER, or none if the version is empty."""
    site = folder / "site"
    if version:
        info = site / f"mlrl_boomer-{version}.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: mlrl-boomer\nVersion: {version}\n")
        package = site / "mlrl" / "boosting"
        package.mkdir(parents=True)
        (package / "__init__.py").write_text(f"SEEN = {str(folder / 'seen.json')!r}\n{dedent(learner)}")
    program = folder / "python"
    program.write_text(
        dedent(f"""\
            #!{sys.executable}
            import runpy, sys
            sys.path.insert(0, {str(site)!r})
            isolated, program, *rest = sys.argv[1:]
            assert isolated == "-I"
            sys.argv = [program, *rest]
            runpy.run_path(program, run_name="__main__")
        """)
    )
    program.chmod(0o755)
    return str(program)


@pytest.fixture(autouse=True)
def _no_boomer_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(PYTHON_VARIABLE, raising=False)


def boomer(interpreter: str | Path, **options: Any) -> Boomer:
    """A method whose interpreter the environment names, as long as the test lasts."""
    os.environ[PYTHON_VARIABLE] = str(interpreter)
    return Boomer(**options)


def test_its_labels_are_scored(tmp_path: Path) -> None:
    """It says {l} to both: the test labels are {l} and {l}."""
    outcome = boomer(python(tmp_path)).evaluate(TRAIN, TEST, 1)

    assert outcome.scores["labels"] == (1.0, 1.0, 0.0)
    assert outcome.facts == {"n_rules": 12}


def test_it_is_given_features_labels_and_options_and_one_thread(tmp_path: Path) -> None:
    options = {"max_rules": 50, "loss": "logistic-non-decomposable", "predictor": "gfm"}
    boomer(python(tmp_path), **options).evaluate(TRAIN, TEST, 1)
    seen: dict[str, Any] = json.loads((tmp_path / "seen.json").read_text())

    assert 0 <= seen.pop("random_state") < 2**31
    assert seen == {
        "X": [[0], [0.5], [1]],
        "Y": [[1, 0], [1, 0], [0, 1]],
        "max_rules": 50,
        "loss": "logistic-non-decomposable",
        "binary_predictor": "gfm",
        "parallel_rule_refinement": "false",
        "parallel_statistic_update": "false",
        "parallel_prediction": "false",
        "wait": "passive",
    }


@pytest.mark.parametrize(("table", "given"), [([[5, 1], [5, 2]], [[0], [1]]), ([[5, 1], [5, 1]], [[0], [0]])])
def test_it_is_given_the_features_that_vary_or_one_that_does_not(
    table: list[list[int]], given: list[list[int]], tmp_path: Path
) -> None:
    schema = Schema((ContinuousAttribute("a"), ContinuousAttribute("b")), ("l",))
    data = Dataset(schema, np.array(table, dtype=float), np.array([[True], [False]]))
    boomer(python(tmp_path)).evaluate(data, data, 1)

    assert json.loads((tmp_path / "seen.json").read_text())["X"] == given


def test_a_plan_names_no_interpreter() -> None:
    """It is data, and may come from somebody else: only the environment and the command line name programs."""
    with pytest.raises(SettingsError):
        method_for("boomer", {"python": sys.executable})


def test_sparse_labels_are_understood(tmp_path: Path) -> None:
    sparse = (
        LEARNER.replace(".astype(np.uint8)", "").replace("return np.tile", "return Sparse(np.tile").rstrip() + ")\n"
    )
    sparse += """
    class Sparse:
        def __init__(self, labels):
            self.labels = labels

        def toarray(self):
            return self.labels
    """

    assert boomer(python(tmp_path, learner=sparse)).evaluate(TRAIN, TEST, 1).scores["labels"].accuracy == 1


def message(method: Boomer, error: type[Exception]) -> str:
    with pytest.raises(error) as caught:
        method.evaluate(TRAIN, TEST, 1)
    return str(caught.value)


def test_without_an_interpreter_it_is_said_how_to_get_one() -> None:
    said = message(Boomer(), UsageError)

    assert "mlrl-boomer==0.15.6" in said
    assert PYTHON_VARIABLE in said


def test_an_interpreter_that_cannot_be_run_is_named(write: Write, tmp_path: Path) -> None:
    no_program = write("no program", "text")

    assert "No such file" in message(boomer(tmp_path / "absent"), UsageError)
    assert "Permission denied" in message(boomer(no_program), UsageError)


@pytest.mark.parametrize(
    ("made", "options", "error", "said"),
    [
        ({"version": ""}, {}, UsageError, "mlrl-boomer is not installed there"),
        ({"version": "0.12.3"}, {}, UsageError, "expected mlrl-boomer 0.15 or later, found 0.12.3"),
        (
            {"learner": LEARNER.replace("return self\n", "raise ValueError('no rule found')\n")},
            {},
            BoomerError,
            "BOOMER ended with code 1: ValueError: no rule found",
        ),
        (
            {"learner": LEARNER.replace("return self\n", "import time; time.sleep(60)\n")},
            {"time_limit": 1.5},
            BoomerError,
            "stopped after 1.5 seconds",
        ),
        (
            {"learner": LEARNER.replace("(len(X), 1)", "(1, 1)")},
            {},
            BoomerError,
            "expected labels of shape (2, 2) from BOOMER, found (1, 2)",
        ),
    ],
    ids=["none", "older", "fails", "too long", "another shape"],
)
def test_it_is_said_what_went_wrong(
    made: dict[str, str], options: dict[str, Any], error: type[Exception], said: str, tmp_path: Path
) -> None:
    assert said in message(boomer(python(tmp_path, **made), **options), error)


def test_a_program_that_leaves_nothing_is_seen(write: Write) -> None:
    idle = write("#!/bin/sh\n", "idle")
    idle.chmod(0o755)

    assert "cannot be read" in message(boomer(idle), BoomerError)


def test_data_are_checked_before_it_is_called() -> None:
    with pytest.raises(DataError):
        boomer("absent").evaluate(TRAIN, dataset([], []), 1)
