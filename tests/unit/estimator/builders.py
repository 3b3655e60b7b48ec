"""A small classifier and small data for the tests of the estimator."""

from typing import Any, Final

import numpy as np

from mlslcs_ref.estimator import MlsLcsClassifier

Y4: Final = [[1, 0], [1, 1], [0, 0], [0, 1]] * 4
X4: Final = [[0.0, 1.0], [0.5, 2.0], [2.0, 1.0], [2.5, 2.0]] * 4


def small(**changes: Any) -> MlsLcsClassifier:
    """Give a classifier of the paper's system that learns in milliseconds."""
    plain = {
        "profile": "paper",
        "passes": 8,
        "population_size": 100,
        "theta_ga": 20,
        "clustering": False,
        "random_state": 1,
    }
    return MlsLcsClassifier(**{**plain, **changes})


def good(**changes: Any) -> MlsLcsClassifier:
    """Give a classifier that learns these small data well."""
    return small(**{"passes": 60, "population_size": 300, "p_hash": 0.3, "threshold": "best", **changes})


def mixed_rows() -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Give rows of a number, a text and 0 or 1, and two labels that follow from them."""
    colours = ["red", "green", "blue"]
    rows: list[list[Any]] = [[place * 0.25, colours[place % 3], place % 2] for place in range(18)]
    labels = [[int(row[1] == "red"), int(row[2])] for row in rows]
    return np.array(rows, dtype=object), np.array(labels)
