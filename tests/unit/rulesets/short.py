"""Short models for the tests of what is done with them, and data of every kind to ask them."""

from functools import lru_cache
from typing import Final

import numpy as np

from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.schema import BinaryAttribute, ContinuousAttribute, NominalAttribute, Schema
from mlslcs_ref.extension.settings import AutoOptions, auto_settings
from mlslcs_ref.learning.train import train
from mlslcs_ref.rulesets.model import Model

SCHEMA: Final = Schema(
    (
        BinaryAttribute("smooth", ("NO", "YES")),
        NominalAttribute("colour", ("red", "green", "blue", 'it\'s "grey"')),
        ContinuousAttribute("area"),
        ContinuousAttribute("unit price"),
    ),
    ("large", "cheap", "rare", "nobody"),
)


def mixed(n: int, seed: int = 5, schema: Schema = SCHEMA) -> Dataset:
    """Return rows with gaps and undeclared values, a rare label, one that nobody has, and noise in the others."""
    generator = np.random.default_rng(seed)
    area, price = generator.gamma(2.0, 30.0, n).round(1), generator.normal(0.0, 0.01, n)
    X = np.column_stack([generator.integers(0, 2, n), generator.integers(0, 4, n), area, price]).astype(float)
    Y = np.column_stack(
        [
            (area > 60) ^ (generator.random(n) < 0.1),
            ((price < 0) & (X[:, 1] != 2)) ^ (generator.random(n) < 0.05),
            (X[:, 0] == 1) & (X[:, 1] == 3) & (area > 50),
            np.zeros(n, dtype=bool),
        ]
    )
    X[generator.random(X.shape) < 0.1] = np.nan
    return Dataset(schema, X, Y, "mixed")


def strange(n: int) -> Dataset:
    """Return rows of which some have values that the schema does not declare (REP-8), or far outside all ranges."""
    dataset = mixed(n, 9)
    X = dataset.X.copy()
    X[::7, 1], X[::11, 2], X[::13, 3] = -1.0, 1e9, -1e9
    return Dataset(SCHEMA, X, dataset.Y, "strange")


@lru_cache
def short_model(n_runs: int = 1, max_rules: int | None = None) -> Model:
    """Return a model of the profile `auto` that learned 150 such rows."""
    options = AutoOptions(n_runs=n_runs, max_rules=max_rules)
    return train(mixed(150), auto_settings(4, passes=6), 1, profile="auto", options=options)
