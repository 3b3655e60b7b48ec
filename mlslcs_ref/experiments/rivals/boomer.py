"""BOOMER, a rule learner of today, in a Python of its own.

M. Rapp, E. Loza Mencía, J. Fürnkranz, V.-L. Nguyen, E. Hüllermeier: Learning gradient boosted multi-label
classification rules. ECML PKDD 2020. Its package mlrl-boomer needs Python 3.12 or later and an older scikit-learn, so
it cannot be installed beside this one. Data and labels are passed as files to `boomer_program`, which that Python runs.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ClassVar, Final

import numpy as np

from mlslcs_ref._given import choice, whole
from mlslcs_ref.core.draws import PcgDraws
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.errors import MlsLcsError, UsageError
from mlslcs_ref.experiments.methods import Outcome
from mlslcs_ref.experiments.rivals import boomer_program
from mlslcs_ref.experiments.rivals.rival import Features, Flags, Numbers, require_positive, require_shared_schema
from mlslcs_ref.experiments.rivals.rival import seed as drawn_seed
from mlslcs_ref.metrics import scores

PYTHON_VARIABLE: Final = "MLSLCS_REF_BOOMER_PYTHON"
LOSSES: Final = ("logistic-decomposable", "logistic-non-decomposable")
PREDICTORS: Final = ("auto", "output-wise", "example-wise", "gfm")
HOW_TO_GET: Final = (
    "create an environment with Python 3.12 or later, install mlrl-boomer==0.15.6 in it, and give its interpreter "
    f"with the environment variable {PYTHON_VARIABLE} or with --boomer; a plan is data and cannot name a program"
)


class BoomerError(MlsLcsError):
    """BOOMER has failed, or was not done in time."""

    code: ClassVar[str] = "boomer"


@dataclass(frozen=True)
class Boomer:
    """Gradient boosted rules; the kind `boomer`.

    The options are checked when it is made; whether BOOMER is there is seen when it is to run, so that the rest of an
    experiment does not depend on it. The environment variable MLSLCS_REF_BOOMER_PYTHON names its interpreter.
    """

    max_rules: int = 1000
    """Rules, the default rule included, from 1."""
    loss: str = "logistic-decomposable"
    """One of `logistic-decomposable`, `logistic-non-decomposable`. Whether the labels of an instance add to the loss
    each on its own (BOOMER's own default, fast) or together."""
    predictor: str = "auto"
    """One of `auto`, `output-wise`, `example-wise`, `gfm`. How labels are decided: each on its own, the nearest label
    set of the training data, the F measure's best; or what fits the loss."""
    time_limit: float = 3600
    """Seconds after which it is stopped and has failed, above 0."""

    def __post_init__(self) -> None:
        """Check the options."""
        whole("max_rules", self.max_rules, 1)
        choice("loss", self.loss, LOSSES)
        choice("predictor", self.predictor, PREDICTORS)
        require_positive("time_limit", self.time_limit)

    def evaluate(self, train: Dataset, test: Dataset, seed: int) -> Outcome:
        """Learn from `train` and return the scores on `test`, under `labels`; the fact is `n_rules`."""
        require_shared_schema(train, test)
        whole("seed", seed, 0)
        features = Features.of(train)
        options = {
            "random_state": drawn_seed(PcgDraws(seed), "seed of BOOMER"),
            "max_rules": self.max_rules,
            "loss": self.loss,
            "binary_predictor": self.predictor,
        }
        X, tested = features.rows(train.X), features.rows(test.X)
        varying = _varying(X)
        labels, facts = self._run(X[:, varying], train.Y, tested[:, varying], options)
        return Outcome({"labels": scores(test.Y, labels)}, facts)

    def _run(self, X: Numbers, Y: Flags, tested: Numbers, options: Mapping[str, Any]) -> tuple[Flags, dict[str, float]]:
        python = given_interpreter()
        with TemporaryDirectory(prefix="boomer-") as name:
            folder = Path(name)
            np.savez(folder / boomer_program.DATA, X=X, Y=Y, tested=tested)
            (folder / boomer_program.OPTIONS).write_text(json.dumps(dict(options)), encoding="utf-8")
            self._call(python, folder)
            return _read(folder, (len(tested), Y.shape[1]))

    def _call(self, python: str, folder: Path) -> None:
        # waiting threads that spin have made it thirty times as slow on busy cores
        environment = {**os.environ, "OMP_WAIT_POLICY": "passive"}
        # isolated: what PYTHONPATH names is made for this Python
        command = [python, "-I", str(Path(boomer_program.__file__).resolve()), str(folder)]
        try:
            done = subprocess.run(  # noqa: S603 -- the user names the interpreter
                command, check=False, capture_output=True, env=environment, timeout=self.time_limit
            )
        except subprocess.TimeoutExpired:
            raise BoomerError(
                f"BOOMER was stopped after {self.time_limit:g} seconds; raise time_limit or lower max_rules"
            ) from None
        except OSError as error:
            raise UsageError(f"BOOMER's Python {python!r} cannot be run ({error.strerror}): {HOW_TO_GET}") from None
        said = done.stderr.decode("utf-8", "replace").strip().splitlines() or ["nothing was said"]
        if done.returncode == boomer_program.ABSENT:
            raise UsageError(f"BOOMER's Python {python!r}: {said[-1]}; {HOW_TO_GET}")
        if done.returncode != 0:
            raise BoomerError(f"BOOMER ended with code {done.returncode}: {said[-1]}")


def given_interpreter() -> str:
    """Return the Python that has BOOMER; UsageError if the environment names none."""
    python = os.environ.get(PYTHON_VARIABLE, "")
    if not python:
        raise UsageError(f"BOOMER runs in its own environment, and none was given: {HOW_TO_GET}")
    return python


def _varying(X: Numbers) -> Flags:
    """Return which features vary, and in any case one.

    BOOMER looks at a few features drawn by chance, and ends with the rules that it has if none of them varies: with
    none at all on genbase, where nine in ten are constant.
    """
    varying: Flags = X.min(axis=0) < X.max(axis=0)
    varying[0] |= not varying.any()
    return varying


def _read(folder: Path, shape: tuple[int, int]) -> tuple[Flags, dict[str, float]]:
    try:
        labels: Flags = np.load(folder / boomer_program.LABELS) > 0
        facts = json.loads((folder / boomer_program.FACTS).read_text(encoding="utf-8"))
        n_rules = float(facts["n_rules"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BoomerError(f"the output of BOOMER cannot be read: {error}") from None
    if labels.shape != shape:
        raise BoomerError(f"expected labels of shape {shape} from BOOMER, found {labels.shape}")
    return labels, {"n_rules": n_rules}
