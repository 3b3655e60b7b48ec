"""Field reports that need a process of its own or real data: DL-15, LT-06, API-15."""

import os
import subprocess
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest
from unit.estimator.builders import small

from mlslcs_ref.data.loading import load_dataset
from mlslcs_ref.data.table import to_frame

TEXT = "@relation r\n@attribute a numeric\n@attribute café {0,1}\n@data\n1,0\n2,1\n"


def said(code: str, *arguments: str, environment: dict[str, str] | None = None, options: tuple[str, ...] = ()) -> str:
    command = [sys.executable, *options, "-c", code, *arguments]
    done = subprocess.run(command, capture_output=True, check=False, env={**os.environ, **(environment or {})})
    assert done.returncode == 0, done.stderr
    return done.stdout.decode("ascii").strip()


@pytest.mark.parametrize("form", ["plain", "bom", "crlf"])
def test_text_is_read_alike_whatever_the_locale(form: str, tmp_path: Path) -> None:
    """DL-15: UTF-8 where Python would take something else for it."""
    path = tmp_path / "t.arff"
    text = {"plain": TEXT, "bom": "\ufeff" + TEXT, "crlf": TEXT.replace("\n", "\r\n")}[form]
    path.write_bytes(text.encode())
    code = "import sys; from mlslcs_ref import load_dataset; print(ascii(load_dataset(sys.argv[1], -1).schema.labels))"

    environment = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}

    assert said(code, str(path), environment=environment) == r"('caf\xe9',)"


def test_the_package_is_imported_without_a_warning() -> None:
    """API-15: any warning would be an error."""
    code = "import mlslcs_ref, mlslcs_ref.learning.training, mlslcs_ref.estimator; print(mlslcs_ref.Dataset.__name__)"

    assert said(code, options=("-W", "error")) == "Dataset"


def test_the_package_works_without_its_extras() -> None:
    """API-15: tables of numbers, files and training need none; what needs one says which."""
    code = """
import sys
for name in ("sklearn", "pandas", "polars", "narwhals", "pooch", "requests", "scipy", "joblib", "matplotlib"):
    sys.modules[name] = None
import mlslcs_ref
from mlslcs_ref.data.catalog import load_known
from mlslcs_ref.data.table import from_table
data = from_table([[1.5, "a"], [2.5, "b"]], [[1], [0]])
assert len(mlslcs_ref.train(data, mlslcs_ref.Settings.paper(passes=1)).ruleset)
problems = []
def catch(call):
    try:
        call()
    except (ImportError, mlslcs_ref.MlsLcsError) as error:
        problems.append(str(error).split("pip install ")[1])
class Frame:
    columns, shape = ["a"], (1, 1)
catch(lambda: __import__("mlslcs_ref.estimator"))
catch(lambda: from_table(Frame(), [[1]]))
catch(lambda: mlslcs_ref.to_frame(data))
catch(lambda: load_known("emotions"))
print(*problems, sep="; ")
"""

    assert said(code) == "'mlslcs_ref[sklearn]'; 'mlslcs_ref[data]'; pandas; 'mlslcs_ref[data]'"


@pytest.mark.filterwarnings("ignore::mlslcs_ref.errors.AdviceWarning")
def test_real_labels_that_are_constant_are_learned(shared: Path) -> None:
    """LT-06: of the 53 labels of enron most hold for none of these 10 rows."""
    train, test = (load_dataset(shared / "data" / "enron" / f"enron-{part}.arff") for part in ("train", "test"))
    X, Y = (frame.iloc[:10] for frame in to_frame(train))
    constant = (Y.iloc[0] == Y).all().to_numpy()
    never = ~Y.any().to_numpy()

    with warnings.catch_warnings(action="error"):
        classifier = small(passes=1, population_size=30, threshold="best").fit(X, Y)
        frame = to_frame(test)[0].iloc[:10]
        predicted, proba = classifier.predict(frame), classifier.predict_proba(frame)

    assert constant.sum() > 20
    assert predicted.shape == proba.shape == (10, 53)
    assert not np.isnan(proba).any()
    assert not predicted[:, never].any()
