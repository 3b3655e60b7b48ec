"""Recordings in the form of those of the authors' program, of runs of this package."""

import gzip
import json
from pathlib import Path
from typing import Any, Final

from repo.source import ROOT

from mlslcs_ref.core.learner import Learner
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.problems import mlposition
from mlslcs_ref.learning.training import Training
from mlslcs_ref.settings import Settings

RECORDED: Final = {
    "N": 30,
    "beta": 0.2,
    "nu": 10,
    "acc0": 0.99,
    "theta_exp": 3,
    "theta_del": 5,
    "theta_ga": 8,
    "omega": 0.5,
    "phi": 0.5,
    "p_hash": 0.33,
    "p_label_hash": 0.2,
    "passes": 5,
    "update_only": 0.2,
    "crossover_rate": 0.800000011920929,
    "mutation_rate": 0.03999999910593033,
    "precision_bits": 5,
    "clustering": False,
    "match_set_control": False,
    "train": "mlposition3",
    "seed": 12,
    "labels": 3,
}
"""The settings of a header, by their recorded names."""

SETTINGS: Final = Settings.authors(
    population_size=30, learning_rate=0.2, accuracy_power=10, accuracy_threshold=0.99, theta_exp=3, theta_del=5,
    theta_ga=8, omega=0.5, phi=0.5, p_hash=0.33, p_label_hash=0.2, passes=5, update_only=0.2, clustering=False,
)  # fmt: skip
"""The same by ours."""

HEADER: Final[dict[str, Any]] = {
    "kind": "authors-run",
    "name": "small",
    "settings": RECORDED,
    "population_fields": ["bits", "num", "exp", "tp", "msa", "F", "cs", "ts"],
    "evaluation": {},
}
"""A header without thresholds and metrics."""

TINY: Final = ROOT / "specs" / "traces" / "authors" / "toy6x4-tiny.jsonl.gz"
"""A run on toy6x4 that the authors' program has made."""

N_STEPS: Final = 48
"""8 instances, 5 passes and 1 that only updates."""


def state(learner: Learner, population: bool) -> dict[str, Any]:
    """The state after a step, as it is recorded."""
    rules = learner.population.rules()
    found: dict[str, Any] = {
        "step": learner.steps,
        "instance": (learner.steps - 1) % learner.dataset.n_instances,
        "draws": learner.draws.count,
        "macro": len(rules),
        "micro": sum(rule.num for rule in rules),
        "crc32": learner.digest(),
    }
    if population:
        found["population"] = [
            [rule.chromosome.to01(), rule.num, rule.exp, rule.tp, rule.msa, rule.fitness, rule.cs, rule.ts]
            for rule in rules
        ]
    return found


def records(dataset: Dataset | None = None) -> list[dict[str, Any]]:
    """The header and the states of a whole run; every fourth has its population."""
    data = mlposition(3) if dataset is None else dataset
    training = Training(data, SETTINGS, 12, profile="authors", stream="java")
    states = []
    for step in range(1, N_STEPS + 1):
        training.advance(1)
        states.append(state(training.learner, step % 4 == 0))
    model = training.model()
    evaluation = {"threshold_pcut": model.thresholds.pcut, "threshold_ival": model.thresholds.ival}
    for method, scores in model.evaluate(data).items():
        evaluation[f"accuracy_{method}"] = scores.accuracy
        evaluation[f"hammingloss_{method}"] = scores.hamming_loss
        evaluation[f"exactmatch_{method}"] = scores.exact_match
    return [HEADER | {"settings": dict(RECORDED), "evaluation": evaluation}, *states]


def written(path: Path, lines: list[Any]) -> Path:
    """Write a recording, one JSON value a line."""
    with gzip.open(path, "wt", encoding="utf-8") as stream:
        stream.writelines(json.dumps(line) + "\n" for line in lines)
    return path
