"""The two builds of the package, each in a process of its own, and what short runs come to.

`python -m builds PROFILE DATA_FOLDER` prints, by the name of the run, its digest, its model file and its rules.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import numpy as np

from mlslcs_ref import Dataset, RuleSet, Schema, Settings, Training, load_dataset, mlposition, toy6x4
from mlslcs_ref._build import is_compiled
from mlslcs_ref.data.schema import BinaryAttribute, ContinuousAttribute, nominal
from mlslcs_ref.rulesets.model_file import model_text

ROOT: Final = Path(__file__).resolve().parents[1]
LABELS: Final = (4, 27, 53, 70, 174)
BUSY: Final[Mapping[str, object]] = {
    "population_size": 150,
    "passes": 4,
    "theta_ga": 30,
    "p_hash": 0.5,
    "p_label_hash": 0.3,
    "theta_exp": 3,
    "theta_del": 8,
    "update_only": 0.25,
}
"""Numbers with which a short run reaches the GA, subsumption, deletion and the final merge."""
FOREIGN: Final[Mapping[str, object]] = {
    **BUSY,
    "passes": np.int64(4),
    "crossover_rate": 1,
    "p_hash": np.float32(0.5),
    "omega": np.float64(1),
    "clustering": np.bool_(True),
}


def mixed(n_labels: int, n_instances: int = 60) -> Dataset:
    """Attributes of every kind, some values missing, and labels that depend on them, always the same."""
    raw = np.random.PCG64(n_labels).random_raw(n_instances * (9 + n_labels)) >> np.uint64(11)
    numbers = (raw.astype(np.float64) * 2.0**-53).reshape(n_instances, -1)
    values = numbers[:, :8].copy()
    values[:, :3] = np.floor(2 * values[:, :3])
    values[:, 3:5] = np.floor(5 * values[:, 3:5])
    values[np.arange(0, n_instances, 7), np.arange(0, n_instances, 7) % 8] = np.nan
    attributes = (
        *(BinaryAttribute(f"b{index}", ("0", "1")) for index in range(3)),
        *(nominal(f"n{index}", ("a", "b", "c", "d", "e")) for index in range(2)),
        *(ContinuousAttribute(f"x{index}") for index in range(3)),
    )
    hidden = numbers[:, [index % 8 for index in range(n_labels)]]
    labels = (hidden > 0.5) ^ (numbers[:, 9:] > 0.9)
    return Dataset(Schema(attributes, tuple(f"y{index}" for index in range(n_labels))), values, labels, "mixed")


def runs(profile: str, folder: Path) -> Iterator[tuple[str, Dataset, Settings]]:
    """Name each run, with its data and settings; those whose files are absent are left out."""
    settings = Settings.profile(profile, **BUSY)
    yield "toy6x4", toy6x4(), settings
    yield "mlposition4", mlposition(4), settings
    for n_labels in LABELS:
        yield f"mixed, {n_labels} labels", mixed(n_labels), settings
    yield "numbers of other types", mixed(4), Settings.profile(profile, **FOREIGN)
    whole = mixed(4)
    yield "0 and 1 for labels", Dataset(whole.schema, whole.X.tolist(), whole.Y.astype(int).tolist()), settings
    for name in ("flags", "emotions"):
        file = folder / name / f"{name}-train.arff"
        if file.exists():
            data = load_dataset(file)
            yield name, Dataset(data.schema, data.X[:120], data.Y[:120], name), settings


def printed(ruleset: RuleSet) -> str:
    """The rules as text."""
    return "\n".join(rule.text for rule in ruleset.best(order="weight"))


def report(profile: str, folder: Path) -> dict[str, list[str]]:
    """Digest, model file and printed rules of each run."""
    found = {"build": ["compiled" if is_compiled() else "pure"]}
    for name, dataset, settings in runs(profile, folder):
        training = Training(dataset, settings, 3)
        model = training.complete()
        found[name] = [training.learner.digest(), model_text(model), printed(model.ruleset)]
    return found


def environment_of(build: str) -> dict[str, str]:
    """The environment in which Python finds a build: the sources, or what is installed."""
    paths = [ROOT / "tests"] + ([ROOT] if build == "pure" else [])
    return {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, paths)), "PYTHONSAFEPATH": "1"}


def has_compiled_build() -> bool:
    """Whether a compiled build is installed."""
    program = "from mlslcs_ref._build import is_compiled; raise SystemExit(not is_compiled())"
    done = subprocess.run([sys.executable, "-c", program], env=environment_of("compiled"), cwd=ROOT, check=False)
    return done.returncode == 0


def report_of(build: str, profile: str, folder: Path) -> dict[str, list[str]]:
    """What :func:`report` gives in a process with this build."""
    done = subprocess.run(
        [sys.executable, "-m", "builds", profile, folder],
        env=environment_of(build),
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=True,
    )
    found: dict[str, list[str]] = json.loads(done.stdout)
    return found


if __name__ == "__main__":
    print(json.dumps(report(sys.argv[1], Path(sys.argv[2]))))
